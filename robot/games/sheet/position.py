"""Where a score-sheet game stands: the solver's state, and which die lies in which well."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.panel import Button
from robot.games.actions import THROW, Action, make_refusal
from robot.games.box_names import box_saying
from robot.games.game import Move, Offer, Tally, in_row
from robot.games.kept_dice import KeptDice
from robot.games.views import SheetView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.decision import NOTHING, in_hundred
from solver.errors import MissingNumbaError, RuleError
from solver.sheet.coach.advise import bonus_chance, turn_aims
from solver.sheet.game.card import BONUSES, SAVED, Card, read_card
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState, action_json
from solver.sheet.game.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SheetPosition(KeptDice):
    """The solver's state with the table's side of it: any dice may be kept for the next throw."""

    state: SheetState

    @property
    def dice(self) -> int:
        return self.state.sheet.dice

    @property
    def winners(self) -> tuple[int, ...]:
        return self.state.winners

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(card.total for card in self.state.cards)

    def read(self, action: Any) -> SheetAction:
        return read_action(action)

    def stays(self, action: Any) -> tuple[bool, ...]:
        keep = self.move(read_action(action)).keep
        return () if keep is None or not self.faces else tuple(well in keep for well in self.wells)

    def doing(self, manner: str, action: Any) -> Saying:
        return doing_sheet(manner, self.state, read_action(action))

    @property
    def boxes(self) -> Mapping[str, int]:
        """What the dice would score in each box that may be chosen now, in the order of the sheet."""
        chosen = [action.box for action in self.state.legal_actions() if not isinstance(action, Keep)]
        return {box: self.state.card.points(box, self.state.dice, first=self.state.first) for box in chosen}

    @property
    def throws(self) -> bool:
        """Whether dice may be thrown now."""
        return any(isinstance(action, Keep) for action in self.state.legal_actions())

    @property
    def ordered(self) -> tuple[str, ...]:
        """The boxes that may be chosen now, by the points of the dice, the most first; then as on the sheet."""
        boxes = self.boxes
        return tuple(sorted(boxes, key=lambda box: -boxes[box]))

    @property
    def offer(self) -> Offer:
        boxes, sheet, throws = self.boxes if self.faces else {}, self.state.sheet, self.throws
        throw = Action(THROW, ()), Saying("key-throw-dice", {"dice": len(self.wells)})
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

    def find_move(self, action: Action) -> Move:
        match action:
            case Action("throw", wells=tuple(wells)):
                for well in wells:
                    if well not in self.wells or not self.faces:
                        raise make_refusal("refused-well", well=well)
                if not self.throws or len({*wells}) == len(self.wells):
                    raise make_refusal("refused-throw")
                return self.keep({*wells})
            case Action("throw", faces=tuple(dice)):
                return self._keep_faces(dice)
            case Action("throw", count=None) if not self.faces:
                return self._keep_faces(())
            case Action("throw"):
                raise make_refusal("coach-refused-roll")
            case Action("write", box=box):
                return self._write(box)
        raise make_refusal("coach-refused-here")

    def _keep_faces(self, dice: Sequence[int]) -> Move:
        if not self.faces and dice:
            raise make_refusal("coach-refused-throw-first")
        if not self.throws or (self.faces and len(dice) == len(self.wells)):
            raise make_refusal("refused-throw")
        if Counter(dice) - Counter(self.faces):
            raise make_refusal("coach-refused-keep", kept=in_row(dice), dice=in_row(self.faces))
        return self.move(Keep(tuple(sorted(dice))))

    def _write(self, box: str) -> Move:
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

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the first throw of a turn, however many dice are told. Raises IllegalAnswerError at any other."""
        if self.faces:
            raise make_refusal("coach-refused-choose-first")
        return self._keep_faces(())

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "keep", "box", "sheets", "photo")

    @property
    def written(self) -> int:
        return self.state.card.total

    @property
    def rule_reason(self) -> Saying:
        return Saying("coach-why-priced")

    def coach_reasons(self, action: Any, value: float, cache: Path | None, /) -> Iterator[Saying] | None:
        if not self.state.sheet.tabled:
            return None
        return explain_best(self.state, read_action(action), value, cache)

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
            yield Saying("key-throw-dice", {"dice": others})
        if self.boxes:
            yield Saying("key-boxes" if others else "key-boxes-only")

    def view(self) -> SheetView:
        state = self.state
        boxes = {} if self.over or not self.faces else self.boxes
        throws = not self.over and self.throws
        parts = self.wells, self.faces, boxes, throws, state.rolls_left, state.committed
        return SheetView(state.sheet, state.cards, *parts)

    def keep(self, wells: Collection[int]) -> Move:
        """Return the move that keeps the dice in these wells and throws the others."""
        shown = dict(zip(self.wells, self.faces, strict=True)) if self.faces else {}
        keep = {well: shown[well] for well in sorted(wells)}
        return Move(action_json(Keep(tuple(sorted(keep.values())))), keep)

    def move(self, action: SheetAction) -> Move:
        """Return the move of an action; of dice alike those stay that stayed before, then those in the first wells."""
        if not isinstance(action, Keep):
            return Move(action_json(action))
        return self.keep(self.wells_of(action.dice))

    def move_of(self, action: Any) -> Move:
        return self.move(read_action(action))

    def book(self, box: str) -> Move:
        """Return the move that chooses a box, to write it or to commit to it."""
        return self.move(Commit(box) if self._commits(box) else Score(box))

    def _commits(self, box: str) -> bool:
        return Commit(box) in self.state.legal_actions()

    def to_json(self) -> dict[str, Any]:
        standing: dict[str, Any] = {"dice": list(self.faces), "rolls_left": self.state.rolls_left}
        if self.state.sheet.commit:
            standing["committed"] = self.state.committed
        standing["cards"] = [card_json(card) for card in self.state.cards]
        return standing | {"totals": [card.total for card in self.state.cards]}

    def booking(self, move: Move) -> dict[str, Any]:
        action = read_action(move.action)
        (kind,) = move.action
        line: dict[str, Any] = {"event": kind, "player": self.player + 1, "action": move.action}
        if isinstance(action, Score):
            points, extra = self._points(action.box)
            line |= {"points": points} | ({"extra": extra} if extra else {})
        return line

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        return KeptDice.result(self, names) | {"cards": [card_json(card) for card in self.state.cards]}

    def name_move(self, move: Move) -> Saying:
        match read_action(move.action):
            case Keep(dice):
                return Saying("the-throw-kept", {"kept": in_row(dice)}) if dice else Saying("the-throw")
            case Score(box) | Commit(box):
                return box_saying(self.state.sheet, box)

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        keep = move.keep or {}
        thrown = [value for well, value in zip(self.wells, values, strict=True) if well not in keep]
        arguments = {"name": actor(name), "thrown": in_row(thrown), "left": self.state.rolls_left - 1}
        if not keep:
            return Saying("sheet-throw", arguments)
        return Saying("sheet-throw-beside", arguments | {"kept": in_row(keep.values())})

    def describe_booking(self, name: str, move: Move) -> Saying:
        action = read_action(move.action)
        box = self.name_move(move)
        if not isinstance(action, Score):
            return Saying("sheet-choose", {"name": actor(name), "box": box})
        points, extra = self._points(action.box)
        total = self.after(move).state.cards[self.player].total
        arguments = {"name": actor(name), "points": points, "box": box, "total": total}
        return Saying("sheet-score-extra", arguments | {"extra": extra}) if extra else Saying("sheet-score", arguments)

    def _points(self, box: str) -> tuple[int, int]:
        """Return what the dice write in a box, and what is paid besides for a further Yahtzee."""
        card = self.state.card
        after = card.with_score(box, self.state.dice, self.state.rolls_left)
        return after.scores[card.sheet.index(box)] or 0, (after.extras - card.extras) * card.sheet.extra


def doing_sheet(manner: str, state: SheetState, action: SheetAction) -> Saying:
    """Return an action in words.

    The `manner` is "do" for an order, "me" for what the robot says that it does, and "doing" for the subject of a
    sentence.
    """
    match action:
        case Keep(()):
            return Saying(f"{manner}-throw-all")
        case Keep(dice):
            return Saying(f"{manner}-keep", {"dice": in_row(dice)})
        case Commit(box):
            return Saying(f"{manner}-choose", {"box": box_saying(state.sheet, box)})
        case Score(box):
            score = state.card.points(box, state.dice, first=state.first)
            named = {"box": box_saying(state.sheet, box)}
            return Saying(f"{manner}-score", {**named, "points": score}) if score else Saying(f"{manner}-zero", named)


def read_action(data: Mapping[str, Any]) -> SheetAction:
    """Return the action that `action_json` wrote as this. Raises RuleError for anything else."""
    match data:
        case {"keep": [*dice]}:
            return Keep(tuple(dice))
        case {"score": str(box)}:
            return Score(box)
        case {"commit": str(box)}:
            return Commit(box)
    raise RuleError(f"{data!r} is not an action of a score-sheet game: keep dice, or score or commit to a box")


def card_json(card: Card) -> dict[str, int]:
    """Return what is written on a card, by box; `bonuses` counts further Yahtzees that were paid, `saved` throws."""
    named = zip(card.sheet.names, card.scores, strict=True)
    written = {name: score for name, score in named if score is not None}
    counted = {BONUSES: card.extras, SAVED: card.saved}
    return written | {name: count for name, count in counted.items() if count}


def card_of(sheet: Sheet, written: Mapping[str, int]) -> Card:
    """Return the card that `card_json` wrote as this. Raises what `read_card` raises."""
    return read_card(sheet, ",".join(f"{name}={score}" for name, score in written.items()))


def explain_best(state: SheetState, action: SheetAction, value: float, cache: Path | None) -> Iterator[Saying]:
    """Yield what the best action brings: points now and later, boxes that it aims at, and the chance of the bonus.

    `value` is what it is worth in points still to come. Tables that are solved are kept in `cache`. Raises SolverError.
    """
    match action:
        case Score(box):
            points = state.card.points(box, state.dice, first=state.first)
            yield Saying("coach-why-box", {"points": points, "later": _people(value - points)})
        case Keep() | Commit():
            aims = tuple(
                Saying("coach-aim", {"share": in_hundred(chance)[0], "box": box_saying(state.sheet, box)})
                for box, chance in turn_aims(state, action, cache)
            )
            if aims:
                yield Saying("coach-why-keep", {"aims": aims})
    if state.sheet.bonus and not state.card.bonus:
        try:
            chance = bonus_chance(state, action, cache)
        except MissingNumbaError:
            return
        if chance > NOTHING:
            yield Saying("coach-bonus", {"share": in_hundred(min(chance, 1.0))[0]})


def _people(points: float) -> float:
    """Return expected points as people say them: whole ones from ten on, else with one decimal."""
    return round(points) if points >= 10 else round(points, 1)
