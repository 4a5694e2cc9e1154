"""Rules of a score-sheet game as an immutable state, for one player and for several."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from solver.action import FIRST_KEEP, Action, Verb
from solver.errors import PositionError, RuleError
from solver.notation import Noted, Written
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import SHEETS
from solver.sheet.game.sheet import Sheet

MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class SheetState(Written):
    """A game at any moment: everybody's card, whose turn it is, and the dice on the table.

    `dice` rise and are () before the first throw of a turn, when `rolls_left` is all throws of the card. Players take
    turns in their order, so that the cards differ by one box at most. `committed` is the box that was chosen in a game
    where it is chosen early. Raises PositionError for a state that no game has, UnknownNameError for an unknown box.
    """

    cards: tuple[Card, ...]
    player: int = 0
    dice: tuple[int, ...] = ()
    rolls_left: int = 3
    committed: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.cards) <= MOST_PLAYERS:
            raise PositionError(f"there are {len(self.cards)} cards: give those of 1 to {MOST_PLAYERS} players")
        sheet = self.sheet
        if any(card.sheet != sheet for card in self.cards):
            raise PositionError("the cards are for different sheets: give all players the same sheet")
        filled = [card.filled.bit_count() for card in self.cards]
        if not 0 <= self.player < len(self.cards):
            raise PositionError(f"there is no player {self.player}: give a number from 0 to {len(self.cards) - 1}")
        if filled != [filled[-1] + (place < self.player) for place in range(len(filled))]:
            raise PositionError(
                f"the sheets have {', '.join(map(str, filled))} boxes filled: players take turns in order, so it is "
                f"not the turn of player {self.player + 1}"
            )
        self._check_turn()

    def _check_turn(self) -> None:
        sheet = self.sheet
        if self.dice:
            _check_faces(self.dice, sheet.dice, sheet.sides, PositionError)
            if list(self.dice) != sorted(self.dice):
                raise PositionError(f"dice {self.dice} do not rise: give them in order")
        most = self.card.throws - bool(self.dice)
        least = 0 if self.dice else self.card.throws
        if not least <= self.rolls_left <= most:
            span = f"{least} to {most}" if least < most else str(most)
            raise PositionError(f"{self.rolls_left} throws cannot be left here: give {span}")
        if self.over and self.dice:
            raise PositionError("the game is over: give no dice")
        if self.committed is None:
            if sheet.commit and self.dice and self.rolls_left < self.card.throws - 1:
                raise PositionError("the box of this turn is chosen after the first throw: give the one committed to")
        elif not (sheet.commit and self.dice):
            raise PositionError(f"no box is committed to here: leave {self.committed} out")
        elif self.card.scores[sheet.index(self.committed)] is not None:
            raise PositionError(f"box {self.committed} is filled: choose from {', '.join(self.card.open)}")

    @classmethod
    def start(cls, sheet: Sheet, players: int = 1) -> "SheetState":
        """Return the beginning of a game. Raises PositionError unless there are 1 to 8 players."""
        return cls((Card.blank(sheet),) * players, rolls_left=sheet.throws)

    @property
    def sheet(self) -> Sheet:
        """The sheet that all play on."""
        return self.cards[0].sheet

    @property
    def noted(self) -> Noted:
        """The state as the words of a line: all cards, the dice and the throws left."""
        sheet = self.sheet
        usual = SHEETS.get(sheet.name, (sheet,))[0].rule
        rules = {"rule": None if sheet.rule == usual else sheet.rule, "commit": int(sheet.commit) or None}
        usually = self.card.throws - bool(self.dice)
        marks = {"r": "" if self.rolls_left == usually else str(self.rolls_left)}
        cards = tuple(card.short for card in self.cards)
        return Noted(sheet.name, cards, rules, self.player, dice=self.dice, marks=marks, box=self.committed or "")

    @property
    def card(self) -> Card:
        """The card of the player whose turn it is."""
        return self.cards[self.player]

    @property
    def over(self) -> bool:
        """Whether all cards are full."""
        return not any(None in card.scores for card in self.cards)

    @property
    def winners(self) -> tuple[int, ...]:
        """All players with the most points, in order; () while the game is on."""
        if not self.over:
            return ()
        most = max(card.total for card in self.cards)
        return tuple(player for player, card in enumerate(self.cards) if card.total == most)

    def returns(self) -> tuple[float, ...]:
        """Return what the game brings each player: 1 shared by the winners, alone the points; zeros while it is on."""
        if not self.over:
            return (0.0,) * len(self.cards)
        if len(self.cards) == 1:
            return (float(self.card.total),)
        winners = self.winners
        return tuple((player in winners) / len(winners) for player in range(len(self.cards)))

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player may do, in the order that breaks ties; () when the game is over.

        Boxes come first in the order of the sheet, then keeps: more dice before fewer, then higher faces before lower,
        compared from the highest die down.
        """
        if self.over:
            return ()
        if not self.dice:
            return (FIRST_KEEP,)
        if self.sheet.commit and self.committed is None:
            return tuple(Action(Verb.COMMIT, box=box) for box in self.card.offered)
        boxes = (self.committed,) if self.committed else self.card.boxes_for(self.dice)
        scores = tuple(Action(Verb.SCORE, box=box) for box in boxes)
        return (*scores, *keeps(self.dice)) if self.rolls_left else scores

    def dice_left(self, keep: Sequence[int]) -> int:
        """Return how many dice the player throws with an action."""
        return self.sheet.dice - len(keep)

    def apply(self, action: Action, throw: Sequence[int] = ()) -> "SheetState":
        """Return the state after an action; KEEP comes with the `throw` of the dice that are not kept, in any order.

        Raises RuleError for an action or a throw that the rules do not allow, UnknownNameError for an unknown box.
        """
        if self.over:
            raise RuleError("the game is over: begin a new one")
        if action.verb is Verb.KEEP:
            return self._throw(action.keep or (), throw)
        if action.verb not in {Verb.SCORE, Verb.COMMIT}:
            raise RuleError(f"{action} is not allowed here: keep dice, or score or commit to a box")
        if throw:
            raise RuleError("nothing is thrown when a box is chosen: give no throw")
        if not self.dice:
            raise RuleError("a turn begins with a throw of all dice: keep none")
        self.sheet.index(action.box)
        if action.verb is Verb.COMMIT:
            return self._commit(action.box)
        if self.sheet.commit and self.committed != action.box:
            chosen = f"{self.committed} is the box of this turn" if self.committed else "commit to a box first"
            raise RuleError(f"{action.box} cannot be scored: {chosen}")
        card = self.card.with_score(action.box, self.dice, self.rolls_left)
        cards = (*self.cards[: self.player], card, *self.cards[self.player + 1 :])
        following = (self.player + 1) % len(cards)
        return SheetState(cards, following, rolls_left=cards[following].throws)

    @property
    def first(self) -> bool:
        """Whether the dice on the table are those of the first throw of the turn."""
        return bool(self.dice) and self.card.is_first(self.rolls_left)

    def _commit(self, box: str) -> "SheetState":
        if not self.sheet.commit or self.committed:
            raise RuleError(
                f"no box is committed to here: {'score it' if self.committed else 'keep dice or score a box'}"
            )
        if box not in (boxes := self.card.offered):
            raise RuleError(f"box {box} is filled: choose from {', '.join(boxes)}")
        return replace(self, committed=box)

    def _throw(self, keep: tuple[int, ...], throw: Sequence[int]) -> "SheetState":
        if not self.rolls_left:
            raise RuleError(f"all {self.card.throws} throws of the turn are made: score a box")
        if self.sheet.commit and self.dice and self.committed is None:
            raise RuleError("the box of this turn is chosen after the first throw: commit to one")
        if missing := Counter(keep) - Counter(self.dice):
            lacking = " ".join(map(str, missing.elements()))
            raise RuleError(f"{lacking} cannot be kept: on the table are {' '.join(map(str, self.dice)) or 'no dice'}")
        thrown = self.dice_left(keep)
        if not thrown:
            raise RuleError("you keep all dice and throw none: score a box")
        _check_faces(throw, thrown, self.sheet.sides, RuleError)
        return replace(self, dice=tuple(sorted((*keep, *throw))), rolls_left=self.rolls_left - 1)


@lru_cache(2**10)
def keeps(dice: tuple[int, ...]) -> tuple[Action, ...]:
    """Return every choice of dice to keep that leaves a die to throw, in the order that breaks ties."""
    kept = {tuple(sorted(some)) for size in range(len(dice)) for some in itertools.combinations(dice, size)}
    ordered = sorted(kept, key=lambda some: (len(some), some[::-1]), reverse=True)
    return tuple(Action(Verb.KEEP, some) for some in ordered)


def _check_faces(dice: Sequence[int], count: int, sides: int, error: type[PositionError] | type[RuleError]) -> None:
    shown = " ".join(map(str, dice[:10])) or "nothing"
    if len(dice) != count or not all(1 <= face <= sides for face in dice):
        named = "one die" if count == 1 else f"{count} dice"
        raise error(f"{shown} is not a throw of {named}: give {count} of the faces 1 to {sides}")
