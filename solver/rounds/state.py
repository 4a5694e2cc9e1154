"""The state of a round of several players, and its moves: dice kept, tiles shut, or throws for targets."""

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.action import FIRST, ROLL, Action, Verb
from solver.errors import RuleError
from solver.notation import OPEN, Noted, Written
from solver.rounds.rules import RoundRules
from solver.rounds.turn_graph import throw_chances
from solver.rounds.turns import KeepingTurn, Position, TargetsTurn, TilesTurn, TurnOption
from solver.throw_distribution import FACES


def check_dice(thrown: Sequence[int], number: int) -> None:
    """Raise RuleError unless this many dice are thrown, with values that dice have."""
    if len(thrown) != number or not all(1 <= value <= FACES for value in thrown):
        raise RuleError(f"{number} dice are thrown: give that many values of 1 to {FACES}")


@dataclass(frozen=True, slots=True)
class RoundStanding(Written):
    """A round with the `rules`, in which each player has one turn, in order; `results` are their scores, None before.

    `place` is the position of the turn before the last throw, and `dice` the last throw, in any order, () before the
    first throw. The round ends early with a score that wins at once.
    """

    rules: RoundRules
    results: tuple[int | None, ...]
    place: Position
    dice: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: RoundRules, players: int) -> Self:
        return cls(rules, (None,) * players, rules.turn.start)

    @property
    def over(self) -> bool:
        at_once = self.rules.wins_at_once
        return None not in self.results or (at_once is not None and at_once in self.results)

    @property
    def player(self) -> int:
        """The seat whose turn it is; when the round is over, the seat of the last turn."""
        played = sum(score is not None for score in self.results)
        return played - 1 if self.over else played

    @property
    def noted(self) -> Noted:
        """The state as the words of a line: the scores, the dice, and where the turn stands."""
        scores = tuple(OPEN if score is None else str(score) for score in self.results)
        return Noted(self.rules.name, scores, dice=self.dice, marks={} if self.over else self.marks)

    @property
    def marks(self) -> Mapping[str, str]:
        """The words of a line for the standing of the turn, without the dice."""
        return {}

    @property
    def best(self) -> int | None:
        """The best score so far, None if nobody has one."""
        return max((score for score in self.results if score is not None), key=self.rules.worth, default=None)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score, () while the round is on."""
        best = self.best
        return tuple(seat for seat, score in enumerate(self.results) if score == best) if self.over else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores, 0 for those who have none yet."""
        return tuple(score or 0 for score in self.results)

    def check_open(self) -> None:
        if self.over:
            raise RuleError("the round is over: begin another one")

    def end_turn(self, score: int) -> Self:
        """Return the standing after the turn has ended with a score."""
        results = list(self.results)
        results[self.player] = score
        return replace(self, results=tuple(results), place=self.rules.turn.start, dice=())


def verb_of(option: TurnOption) -> Verb:
    """Return what follows the choice of an option: a throw, or the end of the turn."""
    return Verb.HOLD if option.then is None else Verb.THROW


class RoundFault(enum.Enum):
    """Why an action is not legal, and its English text."""

    THROW_FIRST = "the dice are not thrown yet: throw them first"
    MISSING = "the thrown dice do not show {dice}: keep only what they show"
    FEW = "keep at least {keep}, then throw the others"
    ORDER = "{needs} must be kept in this order, at once, and before other dice: keep them so"
    TOGETHER = "the other dice must all be kept or all be thrown: keep all or none of them"
    ALL_KEPT = "no die is left to throw: hold"
    SOME_LEFT = "only a player who keeps all dice can hold: throw the others"


@dataclass(frozen=True, slots=True)
class RoundState(RoundStanding):
    """A round in which dice are kept. A throw that leaves no choice but to end the turn ends it at once."""

    @property
    def keeping(self) -> KeepingTurn:
        assert isinstance(self.rules.turn, KeepingTurn), "only there dice are kept"
        return self.rules.turn

    @property
    def marks(self) -> Mapping[str, str]:
        """Dice equivalent to those kept before, and the throws left if they can run out."""
        turn = self.keeping
        throws, left, *_ = self.place
        same = (
            kept
            for kept in combinations_with_replacement(range(1, FACES + 1), turn.dice - left)
            if turn.can_keep(kept) and turn.position(kept, throws) == self.place
        )
        usual = not turn.counts_throws or self.throws_left == turn.most_throws - bool(self.dice)
        return {"k": "".join(map(str, next(same))), "r": "" if usual else str(self.throws_left)}

    @property
    def turn(self) -> int:
        """The points of the dice kept so far in this turn."""
        return self.place[3]

    @property
    def throws_left(self) -> int:
        """How many more throws the turn has."""
        return self.place[0] - bool(self.dice)

    def get_keep(self, keep: Sequence[int]) -> TurnOption | None:
        """Return the option of keeping these dice, None if they cannot be kept."""
        return self._keeps.get(tuple(sorted(keep)))

    def total(self, keep: Sequence[int]) -> int:
        """Return the points of the turn after keeping dice of these values, a legal choice."""
        option = self.get_keep(keep) if self.dice else None
        if option is None:
            return self.turn
        return option.score if option.then is None else option.then[3]

    def dice_left(self, keep: Sequence[int]) -> int:
        """Return how many dice the player throws after keeping these."""
        return self.keeping.throws(self.place)[0] - len(keep)

    def wins(self, keep: Sequence[int]) -> bool:
        """Return whether a player who keeps these dice and holds wins."""
        action = Action(Verb.HOLD, tuple(sorted(keep)))
        if len(self.results) == 1 or self.fault(action):
            return False
        return self.apply(action).winners == (self.player,)

    def fault(self, action: Action) -> RoundFault | None:
        if not self.dice:
            return None if action == FIRST else RoundFault.THROW_FIRST
        keep = action.keep or ()
        if Counter(keep) - Counter(self.dice):
            return RoundFault.MISSING
        if len(keep) < self.keeping.keep:
            return RoundFault.FEW
        option = self.get_keep(keep)
        if option is None:
            return RoundFault.ORDER if self.keeping.needs_more(self.place, self.dice) else RoundFault.TOGETHER
        if action.throws:
            return RoundFault.ALL_KEPT if option.then is None else None
        return None if option.then is None else RoundFault.SOME_LEFT

    def legal_actions(self) -> tuple[Action, ...]:
        """Return all legal actions, those that keep fewer dice first."""
        if self.over or not self.dice:
            return () if self.over else (FIRST,)
        return tuple(Action(verb_of(option), keep) for keep, option in self._keeps.items())

    @property
    def _keeps(self) -> Mapping[tuple[int, ...], TurnOption]:
        return self.keeping.keeps(self.place, tuple(sorted(self.dice)))

    def apply(self, action: Action, thrown: Sequence[int] = ()) -> "RoundState":
        """Return the state after an action; a throw comes with the values of the dice.

        Raises RuleError for an action that is not legal and for a wrong number of dice.
        """
        self.check_open()
        if fault := self.fault(action):
            raise RuleError(fault.value.format(**fault_words(self, action)))
        option = self.get_keep(action.keep or ()) if self.dice else None
        if option is not None and option.then is None:
            return self.end_turn(option.score)
        place = self.place if option is None or option.then is None else option.then
        (number,) = self.keeping.throws(place)
        check_dice(thrown, number)
        options = self.keeping.options(place, tuple(sorted(thrown)))
        if len(options) == 1 and options[0].then is None:
            return self.end_turn(options[0].score)
        return replace(self, place=place, dice=tuple(thrown))


def fault_words(state: RoundState, action: Action) -> dict[str, str | int]:
    """Return the values for a fault's text: dice that were not thrown, how many to keep at least, and the needs."""
    missing = sorted((Counter(action.keep or ()) - Counter(state.dice)).elements())
    needs = ", ".join(map(str, state.keeping.needs))
    return {"dice": " ".join(map(str, missing)), "keep": state.keeping.keep, "needs": needs}


class TileFault(enum.Enum):
    """Why an action is not legal, and its English text."""

    THROW_FIRST = "the dice are not thrown yet: throw them first"
    SHUT_FIRST = "first shut tiles that sum to {sum}"
    NUMBER = "you cannot throw that many dice here: throw {dice}"
    NOTHING = "the dice sum to {sum}: shut tiles that sum to it"
    NOT_OPEN = "{tiles} cannot be shut: shut open tiles, each once"
    SUM = "{tiles} sum to {marked}: shut tiles that sum to {sum}"


@dataclass(frozen=True, slots=True)
class TileState(RoundStanding):
    """A round in which tiles are shut. A throw after which no tile can be shut ends the turn at once."""

    @property
    def tiles(self) -> TilesTurn:
        assert isinstance(self.rules.turn, TilesTurn), "only there tiles are shut"
        return self.rules.turn

    @property
    def marks(self) -> Mapping[str, str]:
        return {"o": "" if self.place == self.tiles.start else ",".join(map(str, self.place))}

    @property
    def open(self) -> tuple[int, ...]:
        """The open tiles of the player whose turn it is, in rising order; () when the round is over."""
        return () if self.over else self.place

    @property
    def turn(self) -> int:
        """The sum of the open tiles, which the turn scores if it ends now; 0 when the round is over."""
        return sum(self.open)

    @property
    def throws(self) -> tuple[int, ...]:
        """How many dice the player may throw now: all of them first, () if tiles have to be shut."""
        return () if self.over or self.dice else self.tiles.throws(self.place)

    @property
    def options(self) -> tuple[TurnOption, ...]:
        """The sets of tiles that may be shut, the fewest and largest tiles first; () before a throw."""
        return tuple(self.tiles.options(self.place, self.tiles.see(self.dice))) if self.dice and not self.over else ()

    def option(self, tiles: Sequence[int]) -> TurnOption | None:
        """Return the option of shutting these tiles, None if they cannot be shut."""
        return next((one for one in self.options if one.choice == tuple(sorted(tiles))), None)

    def shut(self, tiles: Sequence[int]) -> Action:
        rest = {*self.place} - {*tiles}
        return Action(Verb.THROW if rest else Verb.HOLD, tiles=tuple(sorted(tiles)))

    def fault(self, action: Action) -> TileFault | None:
        if action.tiles is None:
            if self.dice:
                return TileFault.SHUT_FIRST
            return None if action in self.legal_actions() else TileFault.NUMBER
        if not self.dice:
            return TileFault.THROW_FIRST
        if len({*action.tiles}) < len(action.tiles) or not {*action.tiles} <= {*self.place}:
            return TileFault.NOT_OPEN
        if not action.tiles:
            return TileFault.NOTHING
        if sum(action.tiles) != sum(self.dice) or action != self.shut(action.tiles):
            return TileFault.SUM
        return None

    def legal_actions(self) -> tuple[Action, ...]:
        if self.dice:
            return tuple(self.shut(option.choice) for option in self.options)
        return tuple(Action(Verb.THROW, count=dice) for dice in self.throws)

    def apply(self, action: Action, thrown: Sequence[int] = ()) -> "TileState":
        """Return the state after an action; a throw comes with the values of the dice.

        Raises RuleError for an action that is not legal and for a wrong number of dice.
        """
        self.check_open()
        if fault := self.fault(action):
            raise RuleError(fault.value.format(**fault_numbers(self, action)))
        if action.tiles is None:
            check_dice(thrown, action.count)
            fallen = replace(self, dice=tuple(thrown))
            ended = fallen.options[0]
            return fallen.end_turn(ended.score) if not ended.choice else fallen
        option = self.option(action.tiles)
        assert option is not None, "it is legal"
        if option.then is None:
            return self.end_turn(option.score)
        return replace(self, place=option.then, dice=())


def fault_numbers(state: TileState, action: Action) -> dict[str, str | int]:
    """Return the values for a fault's text: tiles and their sum, the sum of the dice, and how many dice to throw."""
    tiles = action.tiles or ()
    return {
        "tiles": " ".join(map(str, tiles)),
        "marked": sum(tiles),
        "sum": sum(state.dice),
        "dice": " or ".join(map(str, state.throws)),
    }


@dataclass(frozen=True, slots=True)
class TargetState(Written):
    """A game with the `rules` in which all players throw for one target after the other: `scores` and throws made.

    `thrown` counts the throws of all players together.
    """

    rules: RoundRules
    scores: tuple[int, ...]
    thrown: int = 0

    @property
    def targets(self) -> TargetsTurn:
        assert isinstance(self.rules.turn, TargetsTurn), "only there targets are thrown for"
        return self.rules.turn

    @property
    def noted(self) -> Noted:
        """The state as the words of a line: the points, and how many throws all players have made."""
        scores = tuple(map(str, self.scores))
        return Noted(self.rules.name, scores, marks={"t": str(self.thrown) if self.thrown else ""})

    @property
    def round(self) -> int:
        """Which round this is, from 0; when the game is over, the number of rounds."""
        return self.thrown // len(self.scores)

    @property
    def target(self) -> int:
        """The sum that scores now; the game is not over."""
        return self.targets.targets[self.round]

    @property
    def player(self) -> int:
        return self.thrown % len(self.scores) if not self.over else len(self.scores) - 1

    @property
    def over(self) -> bool:
        return self.round >= len(self.targets.targets)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points, () while the game is on."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores)) if self.over else ()

    def targets_left(self, seat: int) -> tuple[int, ...]:
        """Return the targets that a player still throws for."""
        return self.targets.targets[self.round + (seat < self.thrown % len(self.scores)) :]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the throw, () if the game is over."""
        return () if self.over else (ROLL,)

    def apply(self, action: Action, thrown: Sequence[int] = ()) -> "TargetState":
        """Return the state after a throw of all dice. Raises RuleError for another action, and if the game is over."""
        if action != ROLL:
            raise RuleError(f"{action} is not a move here: throw")
        if self.over:
            raise RuleError("the game is over: begin another one")
        check_dice(thrown, self.targets.dice)
        gain = self.target if sum(thrown) == self.target else 0
        scores = (*self.scores[: self.player], self.scores[self.player] + gain, *self.scores[self.player + 1 :])
        return replace(self, scores=scores, thrown=self.thrown + 1)


def target_points(state: TargetState, seat: int) -> NDArray[np.float64]:
    """Return the chance of each final score of a player, at [points], as far as the targets go."""
    hits = throw_chances(state.rules, state.rules.die, state.targets.dice)
    chances = np.zeros(sum(state.targets.targets) + 1)
    chances[state.scores[seat]] = 1.0
    for target in state.targets_left(seat):
        hit = hits.get((target,), 0.0)
        missed = chances * (1.0 - hit)
        missed[target:] += chances[: len(chances) - target] * hit
        chances = missed
    return chances


def target_chances(state: TargetState) -> tuple[float, ...]:
    """Return everybody's chance to win; players with equal scores share the win.

    With k others who tie, a player has 1 / (k + 1) of a win. That is the integral of u^k over u from 0 to 1, so for
    each score the product of (chance of less + u * chance of as much) over the others is integrated.
    """
    finals = [target_points(state, seat) for seat in range(len(state.scores))]
    seats = []
    for seat, mine in enumerate(finals):
        product = np.ones((1, len(mine)))
        for other, theirs in enumerate(finals):
            if other != seat:
                longer = np.zeros((len(product) + 1, len(mine)))
                longer[:-1] += product * (theirs.cumsum() - theirs)
                longer[1:] += product * theirs
                product = longer
        share = (product / np.arange(1, len(product) + 1)[:, None]).sum(axis=0)
        seats.append(float(mine @ share))
    return tuple(seats)


def expected_points(state: TargetState, seat: int) -> float:
    """Return the points that a player will have at the end, on average."""
    finals = target_points(state, seat)
    return float(finals @ np.arange(len(finals)))
