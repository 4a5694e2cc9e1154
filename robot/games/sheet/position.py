"""Where a score-sheet game stands: the solver's state, and which die lies in which well."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from robot.games.box_names import box_saying
from robot.games.choices import (
    KeepDice,
    KeepFaces,
    MarkDie,
    MoveStep,
    OpenBox,
    ThrowDice,
    ToldChoice,
    WriteBox,
    refused,
)
from robot.games.dialogs import DieByDie, choose
from robot.games.game import Move, Tally
from robot.games.pig.raced import describe_points_end, winners_json
from robot.games.table_position import TablePosition, due_in_wells, fill_wells, in_row
from robot.games.views import SheetView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.errors import RuleError
from solver.sheet.game.card import BONUSES, Card, read_card
from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState, action_json
from solver.sheet.game.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SheetPosition(TablePosition):
    """The solver's state with the table's side of it.

    `faces` are what `wells` show, in their order, () before the first throw of a turn; `kept` are the wells that kept
    their dice in the last throw.
    """

    state: SheetState
    wells: tuple[int, ...]
    faces: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return self.state.player

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        return self.state.winners

    @property
    def forced(self) -> Move | None:
        return None

    @property
    def begins(self) -> bool:
        return not self.faces

    @property
    def chooses(self) -> bool:
        return not self.over and bool(self.faces)

    @property
    def choosable(self) -> tuple[int, ...]:
        return self.faces

    def stays(self, action: Any) -> tuple[bool, ...]:
        keep = self.move(read_action(action)).keep
        return () if keep is None or not self.faces else tuple(well in keep for well in self.wells)

    def doing(self, manner: str, action: Any) -> Saying:
        return doing_sheet(manner, self.state, read_action(action))

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        return self.faces or tuple(thrown)

    @property
    def boxes(self) -> Mapping[str, int]:
        """What the dice would score in each box that may be chosen now, in the order of the sheet."""
        chosen = [action.box for action in self.state.legal_actions() if not isinstance(action, Keep)]
        return {box: self.state.card.points(box, self.state.dice) for box in chosen}

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
    def dearest(self) -> str:
        """The box in which the dice score most, the first of several."""
        return self.ordered[0]

    def opened(self, draft: Tally, box: str) -> Tally:
        """Return the draft of a choice in which this box is open, which may be chosen now."""
        return replace(draft, box=box, points=self.boxes[box], well=0)

    @property
    def die_by_die(self) -> DieByDie:
        """How people with three big buttons alone mark dice."""
        return DieByDie(self.wells if self.throws and self.faces else (), self.faces, self.kept)

    @property
    def draft(self) -> Tally:
        return Tally(self.kept) if self.throws else self.opened(Tally(), self.dearest)

    @property
    def asking(self) -> Tally:
        return self.die_by_die.begun(self.kept if self.throws else ())

    def goes_back(self, draft: Tally) -> bool:
        return bool(self.throws) if draft.box is not None else self.die_by_die.goes_back(draft)

    def drafted(self, draft: Tally, step: MoveStep) -> Tally:
        """Mark or unmark a die, which closes the box that is open; or open a box."""
        match step:
            case MarkDie(well, kept):
                if not self.throws or not self.faces or well not in self.wells:
                    raise refused("refused-well", well=well)
                others = {*draft.keep} - {well}
                return replace(back_on_dice(draft), keep=tuple(sorted(others | {well} if kept else others)))
            case OpenBox(box) if box in self.boxes:
                return self.opened(draft, box)
            case OpenBox():
                raise refused("refused-box")
        raise refused("refused-answer")

    def chosen(self, choice: ToldChoice) -> Move:
        match choice:
            case KeepDice(wells):
                for well in wells:
                    if well not in self.wells or not self.faces:
                        raise refused("refused-well", well=well)
                if not self.throws or len({*wells}) == len(self.wells):
                    raise refused("refused-throw")
                return self.keep({*wells})
            case KeepFaces(dice):
                return self._keep_faces(dice)
            case ThrowDice(None) if not self.faces:
                return self._keep_faces(())
            case ThrowDice():
                raise refused("coach-refused-roll")
            case WriteBox(box):
                return self._write(box)
        raise refused("coach-refused-here")

    def _keep_faces(self, dice: Sequence[int]) -> Move:
        if not self.faces and dice:
            raise refused("coach-refused-throw-first")
        if not self.throws or (self.faces and len(dice) == len(self.wells)):
            raise refused("refused-throw")
        if Counter(dice) - Counter(self.faces):
            raise refused("coach-refused-keep", kept=in_row(dice), dice=in_row(self.faces))
        return self.move(Keep(tuple(sorted(dice))))

    def _write(self, box: str) -> Move:
        if not self.faces:
            raise refused("coach-refused-throw-first")
        sheet = self.state.sheet
        if box in self.boxes:
            return self.book(box)
        legal = tuple(box_saying(sheet, name) for name in self.boxes)
        if not legal:
            raise refused("refused-box")
        named = box_saying(sheet, box) if box in sheet.names else box[:40]
        raise refused("coach-refused-box", box=named, legal=Saying("coach-list", {"parts": legal}))

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the first throw of a turn, however many dice are told. Raises IllegalAnswerError at any other."""
        if self.faces:
            raise refused("coach-refused-choose-first")
        return self._keep_faces(())

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice may be told now, with those that are kept or without; () where something is chosen."""
        return due_in_wells(self.wells, pending) if pending or not self.faces else ()

    def in_wells(self, move: Move, dice: Sequence[int]) -> tuple[int, ...]:
        return fill_wells(self.wells, move, dice)

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "keep", "box", "sheets", "photo")

    @property
    def written(self) -> int:
        return self.state.card.total

    def coach_reasons(self, action: Any, value: float, cache: Path | None, /) -> Iterator[Saying]:
        from robot.games.sheet.explain_best import explain_best

        return explain_best(self.state, read_action(action), value, cache)

    def told(self) -> Saying | None:
        if self.begins:
            return None
        return Saying("coach-dice", {"dice": in_row(self.faces), "left": self.state.rolls_left})

    def choices(self, name: str, tally: Tally, told: Tally | None) -> Saying:
        """Return what the dice show and which are kept, or what the open box would score, and what the buttons do.

        When a box is opened for the first time, all boxes are named with what the dice would score there. Where people
        are asked about one die after the other, all dice are named for the first one alone.
        """
        if not self.faces:
            return choose(name, [Saying("press-throw-dice", {"dice": len(self.wells)})])
        if tally.box is None:
            dice = None if tally.asks and told is not None else self._dice_words(tally)
            return choose(name, list(self._asked(tally) if tally.asks else self._on_dice(tally)), dice)
        named = {box: box_saying(self.state.sheet, box) for box in self.boxes}
        arguments: dict[str, Value] = {"box": named[tally.box], "points": tally.points}
        if told is not None and told.box is not None:
            first = Saying("tally", arguments)
        else:
            worth = [Saying("box-points", {"box": named[box], "points": points}) for box, points in self.boxes.items()]
            first = Saying("choose-boxes", arguments | {"boxes": tuple(worth)})
        return choose(name, list(self._on_boxes(tally, named)), Saying("sentence", {"words": first}))

    def _dice_words(self, tally: Tally) -> Saying:
        arguments: dict[str, Value] = {"dice": in_row(self.faces)}
        kept = [face for well, face in zip(self.wells, self.faces, strict=True) if well in tally.keep]
        return Saying("dice-show-kept", arguments | {"kept": in_row(kept)}) if kept else Saying("dice-show", arguments)

    def _on_dice(self, tally: Tally) -> Iterator[Saying]:
        yield Saying("press-keep", {"dice": len(self.wells)})
        if tally.well:
            key = "press-enter-release" if tally.well in tally.keep else "press-enter-keep"
            yield Saying(key, {"well": tally.well})
        if others := len(self.wells) - len(tally.keep):
            yield Saying("press-throw-dice", {"dice": others})
        if self.boxes:
            yield Saying("press-boxes")

    def _asked(self, tally: Tally) -> Iterator[Saying]:
        others = (len(self.wells) - len(tally.keep)) * self.throws
        if others and not tally.well:
            yield Saying("press-throw-dice", {"dice": others})
        if self.boxes and not tally.well:
            yield Saying("press-boxes" if others else "press-boxes-roll")
        yield from self.die_by_die.sentences(tally)

    def _on_boxes(self, tally: Tally, named: Mapping[str, Saying]) -> Iterator[Saying]:
        box = str(tally.box)
        yield Saying("press-choose" if self._commits(box) else "press-write", {"box": named[box]})
        order = self.ordered
        following = order[(order.index(box) + 1) % len(order)]
        if following != box:
            yield Saying("press-next-box", {"box": named[following]})
        by_number = [(key, named[one]) for key, one in enumerate(self.state.sheet.names[:6], 1) if one in named]
        if by_number and not tally.asks:
            keys, boxes = zip(*by_number, strict=True)
            yield Saying("press-number", {"count": len(keys), "keys": keys, "boxes": boxes})
        if self.throws:
            yield Saying("press-dice")

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
        wanted = Counter(action.dice)
        shown = zip(self.wells, self.faces, strict=False)
        keep: list[int] = []
        for well, face in sorted(shown, key=lambda one: (one[0] not in self.kept, one[0])):
            if wanted[face]:
                wanted[face] -= 1
                keep.append(well)
        if wanted.total():
            raise RuleError(f"{in_row(action.dice)} cannot be kept: the wells show {self.faces}")
        return self.keep(keep)

    def book(self, box: str) -> Move:
        """Return the move that chooses a box, to write it or to commit to it."""
        return self.move(Commit(box) if self._commits(box) else Score(box))

    def _commits(self, box: str) -> bool:
        return Commit(box) in self.state.legal_actions()

    def wells_for(self, _move: Move, /) -> tuple[int, ...]:  # kept dice are looked at too
        return self.wells

    def after(self, move: Move, values: Sequence[int] = ()) -> "SheetPosition":
        action = read_action(move.action)
        if not isinstance(action, Keep):
            state = self.state.apply(action)
            return replace(self, state=state) if state.dice else SheetPosition(state, self.wells)
        keep = move.keep or {}
        thrown = tuple(value for well, value in zip(self.wells, values, strict=True) if well not in keep)
        return SheetPosition(self.state.apply(action, thrown), self.wells, tuple(values), tuple(sorted(keep)))

    def replayed(self, written: Any, values: Sequence[int]) -> tuple[SheetAction, tuple[int, ...], "SheetPosition"]:
        """Return the solver's action, the dice that it threw, and the position after it.

        `values` are what all wells showed then; of dice alike those count as kept that `move` keeps.
        """
        action = read_action(written)
        move = self.move(action)
        if not isinstance(action, Keep):
            return action, (), self.after(move)
        keep, thrown = move.keep or {}, tuple((Counter(values) - Counter(action.dice)).elements())
        fresh = iter(thrown)
        shown = tuple(keep[well] if well in keep else next(fresh, 0) for well in self.wells)
        return action, thrown, self.after(move, shown)

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
        return winners_json(self.winners, names) | {
            "scores": [card.total for card in self.state.cards],
            "cards": [card_json(card) for card in self.state.cards],
        }

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

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        return describe_points_end(names, self.winners, [card.total for card in self.state.cards], throws)

    def _points(self, box: str) -> tuple[int, int]:
        """Return what the dice write in a box, and what is paid besides for a further Yahtzee."""
        card = self.state.card
        after = card.with_score(box, self.state.dice)
        return card.points(box, self.state.dice), (after.extras - card.extras) * card.sheet.extra


def back_on_dice(draft: Tally) -> Tally:
    """Return the draft with no box open."""
    return replace(draft, box=None, points=0)


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
            score = state.card.points(box, state.dice)
            named = {"box": box_saying(state.sheet, box)}
            return Saying(f"{manner}-score", {**named, "points": score}) if score else Saying(f"{manner}-zero", named)


def read_action(data: Mapping[str, Any]) -> SheetAction:
    """Return the action of which `action_json` gave this. Raises RuleError for anything else."""
    match data:
        case {"keep": [*dice]}:
            return Keep(tuple(dice))
        case {"score": str(box)}:
            return Score(box)
        case {"commit": str(box)}:
            return Commit(box)
    raise RuleError(f"{data!r} is not an action of a score-sheet game: keep dice, or score or commit to a box")


def card_json(card: Card) -> dict[str, int]:
    """Return what is written on a card, by box; `bonuses` counts further Yahtzees that were paid."""
    named = zip(card.sheet.names, card.scores, strict=True)
    written = {name: score for name, score in named if score is not None}
    return written | ({BONUSES: card.extras} if card.extras else {})


def card_of(sheet: Sheet, written: Mapping[str, int]) -> Card:
    """Return the card of which `card_json` gave this. Raises what `read_card` raises."""
    return read_card(sheet, ",".join(f"{name}={score}" for name, score in written.items()))
