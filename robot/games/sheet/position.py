"""Positions of score-sheet games: the solver's state, and which die lies in which well."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hardware.panel import Button
from robot.games.actions import make_refusal
from robot.games.game import Offer, Tally
from robot.games.kept_dice import KeptDice
from robot.games.reasons import BOX
from robot.games.views import DiceRow, ScoreSheet, View, box_saying
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import Action, Verb, in_row
from solver.decision import in_hundred
from solver.errors import MissingNumbaError, OptionError
from solver.sheet.coach.advise import bonus_chance
from solver.sheet.game.card import BONUSES, SAVED, Card, read_card
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SheetPosition(KeptDice):
    """A position of a score-sheet game. Any dice may be kept for the next throw."""

    state: SheetState
    help: ClassVar = ("keep", "box", "sheets")
    priced: ClassVar = True
    risks: ClassVar = False

    @property
    def dice(self) -> int:
        return self.state.sheet.dice

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(card.total for card in self.state.cards)

    def stays(self, action: Action) -> tuple[bool, ...]:
        kept = self.with_wells(action).wells
        return () if kept is None or not self.faces else tuple(well in kept for well in self.wells)

    def tell(self, manner: str, action: Action) -> Saying:
        if manner == BOX:
            return box_saying(self.state.sheet, action.box)
        if action.keep is not None:
            dice = in_row(action.keep)
            return Saying(f"{manner}-keep", {"dice": dice}) if dice else Saying(f"{manner}-throw-all")
        named: dict[str, Value] = {"box": box_saying(self.state.sheet, action.box)}
        if action.verb is Verb.COMMIT:
            return Saying(f"{manner}-choose", named)
        points = self.state.card.points(action.box, self.state.dice, first=self.state.first)
        return Saying(f"{manner}-score", named | {"points": points}) if points else Saying(f"{manner}-zero", named)

    @property
    def boxes(self) -> Mapping[str, int]:
        """The points of the dice in each box that may be chosen now, in the order of the sheet."""
        chosen = [action.box for action in self.state.legal_actions() if action.box]
        return {box: self.state.card.points(box, self.state.dice, first=self.state.first) for box in chosen}

    @property
    def throws(self) -> bool:
        """Whether dice may be thrown now."""
        return any(action.throws for action in self.state.legal_actions())

    @property
    def offer(self) -> Offer:
        boxes, sheet, throws = self.boxes if self.faces else {}, self.state.sheet, self.throws
        throw = Action(Verb.THROW, wells=()), Saying("press-throw-dice", {"dice": len(self.wells)})
        return Offer(
            acts={} if self.faces else {Button.ROLL: throw},
            wells=self.wells,
            dice=self.free if throws else {},
            must=self.aside,
            stay=self.aside if throws else (),
            boxes={box: boxes[box] for box in sorted(boxes, key=lambda box: -boxes[box])},
            named={box: box_saying(sheet, box) for box in sheet.names},
            commits=bool(boxes) and self._commits(next(iter(boxes))),
        )

    def find_move(self, action: Action) -> Action:
        match action:
            case Action(Verb.THROW, keep=None, wells=tuple(wells)):
                for well in wells:
                    if well not in self.wells or not self.faces:
                        raise make_refusal("refused-well", well=well)
                if not self.throws or len({*wells}) == len(self.wells):
                    raise make_refusal("refused-throw")
                return self.keep({*wells})
            case Action(Verb.KEEP | Verb.THROW, keep=tuple(dice)):
                return self._keep_faces(dice)
            case Action(Verb.ROLL, count=0) if not self.faces:
                return self._keep_faces(())
            case Action(Verb.ROLL | Verb.THROW, tiles=None):
                raise make_refusal("coach-refused-roll")
            case Action(Verb.SCORE | Verb.COMMIT, box=box):
                return self._write(box)
            case Action(Verb.HOLD, wells=()):
                raise make_refusal("refused-hold-box")
        raise make_refusal("coach-refused-here")

    def _keep_faces(self, dice: Sequence[int]) -> Action:
        if not self.faces and dice:
            raise make_refusal("coach-refused-throw-first")
        if not self.throws or (self.faces and len(dice) == len(self.wells)):
            raise make_refusal("refused-throw")
        if Counter(dice) - Counter(self.faces):
            raise make_refusal("coach-refused-keep", kept=in_row(dice), dice=in_row(self.faces))
        return self.keep(self.wells_of(dice))

    def _write(self, box: str) -> Action:
        if not self.faces:
            raise make_refusal("coach-refused-throw-first")
        sheet = self.state.sheet
        if box in self.boxes:
            return self.book(box)
        legal = tuple(box_saying(sheet, name) for name in self.boxes)
        if not legal:
            raise make_refusal("refused-box")
        named = box_saying(sheet, box) if box in sheet.names else box[:40]
        raise make_refusal("coach-refused-box", box=named, legal=Saying("coach-list", {"parts": legal}))

    @property
    def written(self) -> int:
        return self.state.card.total

    def coach_reasons(self, actions: Sequence[Action], cache: Path | None, /) -> Iterator[Saying]:
        """Yield the chance of the bonus unless it is settled. The table for it is kept in `cache`."""
        if not (self.state.sheet.tabled and self.state.sheet.bonus) or self.state.card.bonus:
            return
        try:
            chances = [round(bonus_chance(self.state, action.bare, cache), 9) for action in actions]
        except (MissingNumbaError, OptionError):
            return
        match in_hundred(*chances):
            case [share] if share:
                yield Saying("coach-bonus", {"share": share})
            case [share, other] if round(share) != round(other):
                yield Saying("coach-bonus-instead", {"share": share, "other": other})

    def describe(self) -> Saying | None:
        if self.begins:
            return None
        return Saying("coach-dice", {"dice": in_row(self.faces), "left": self.state.rolls_left})

    def shows(self, tally: Tally) -> Saying:
        shown: dict[str, Value] = {"dice": in_row(self.faces)}
        kept = [face for well, face in zip(self.wells, self.faces, strict=True) if well in tally.keep]
        return Saying("dice-show-kept", shown | {"kept": in_row(kept)}) if kept else Saying("dice-show", shown)

    def ends(self, tally: Tally) -> Iterator[Saying]:
        others = (len(self.wells) - len(tally.keep)) * self.throws
        if others:
            yield Saying("press-throw-dice", {"dice": others})
        if self.boxes:
            yield Saying("press-boxes-roll" if tally.asks and not others else "press-boxes")

    def view(self) -> View:
        state = self.state
        sheet = ScoreSheet(state.sheet, state.cards, state.rolls_left, state.committed)
        return View(dice=DiceRow(self.wells, self.faces), sheet=sheet)

    def keep(self, wells: Collection[int]) -> Action:
        """Return the action that keeps the dice in these wells and throws the others."""
        free = self.free
        return Action(Verb.KEEP, tuple(sorted(free[well] for well in wells)), wells=tuple(sorted(wells)))

    def with_wells(self, action: Action) -> Action:
        """Return an action with its wells. Of equal dice, those kept before stay, then those in the first wells.

        Raises RuleError.
        """
        placed = action.keep is None or action.wells is not None
        return action if placed else self.keep(self.wells_of(action.keep or ()))

    def book(self, box: str) -> Action:
        """Return the action that chooses a box, to write it or to commit to it."""
        return Action(Verb.COMMIT if self._commits(box) else Verb.SCORE, box=box)

    def _commits(self, box: str) -> bool:
        return Action(Verb.COMMIT, box=box) in self.state.legal_actions()

    def to_json(self) -> dict[str, Any]:
        standing: dict[str, Any] = {"dice": list(self.faces), "rolls_left": self.state.rolls_left}
        if self.state.sheet.commit:
            standing["committed"] = self.state.committed
        standing["cards"] = [card_json(card) for card in self.state.cards]
        return standing | {"totals": [card.total for card in self.state.cards]}

    def booking(self, action: Action) -> dict[str, Any]:
        line: dict[str, Any] = {"event": str(action.verb), "player": self.player + 1, "action": action.to_json()}
        if action.verb is Verb.SCORE:
            points, extra = self._points(action.box)
            line |= {"points": points} | ({"extra": extra} if extra else {})
        return line

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        return KeptDice.result(self, names) | {"cards": [card_json(card) for card in self.state.cards]}

    def name_move(self, action: Action) -> Saying:
        if action.box:
            return box_saying(self.state.sheet, action.box)
        return Saying("the-throw-kept", {"kept": in_row(action.keep)}) if action.keep else Saying("the-throw")

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        keep, thrown = self.find_kept(action), self.read_thrown(action, values)
        arguments = {"name": name_actor(name), "thrown": in_row(thrown), "left": self.state.rolls_left - 1}
        if not keep:
            return Saying("sheet-throw", arguments)
        return Saying("sheet-throw-beside", arguments | {"kept": in_row(keep.values())})

    def describe_booking(self, name: str, action: Action) -> Saying:
        box = self.name_move(action)
        if action.verb is not Verb.SCORE:
            return Saying("sheet-choose", {"name": name_actor(name), "box": box})
        points, extra = self._points(action.box)
        total = self.after(action).state.cards[self.player].total
        arguments = {"name": name_actor(name), "points": points, "box": box, "total": total}
        return Saying("sheet-score-extra", arguments | {"extra": extra}) if extra else Saying("sheet-score", arguments)

    def _points(self, box: str) -> tuple[int, int]:
        """Return the points of the dice in a box, and the extra points for a further Yahtzee."""
        card = self.state.card
        after = card.with_score(box, self.state.dice, self.state.rolls_left)
        return after.scores[card.sheet.index(box)] or 0, (after.extras - card.extras) * card.sheet.extra


def card_json(card: Card) -> dict[str, int]:
    """Return the points on a card, by box. `bonuses` counts further Yahtzees that were paid, `saved` saved throws."""
    named = zip(card.sheet.names, card.scores, strict=True)
    written = {name: score for name, score in named if score is not None}
    counted = {BONUSES: card.extras, SAVED: card.saved}
    return written | {name: count for name, count in counted.items() if count}


def card_of(sheet: Sheet, written: Mapping[str, int]) -> Card:
    """Return the card that `card_json` wrote as `written`. Raises what `read_card` raises."""
    return read_card(sheet, ",".join(f"{name}={score}" for name, score in written.items()))
