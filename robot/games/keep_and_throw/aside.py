"""Where a game stands in which dice are set aside: the solver's state, and which die lies in which well."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeVar

from robot.errors import IllegalAnswerError
from robot.games.choices import (
    HoldDice,
    HoldFaces,
    KeepDice,
    KeepFaces,
    MarkDie,
    MoveStep,
    TakeAction,
    ThrowDice,
    ToldChoice,
    refused,
)
from robot.games.dialogs import DieByDie, choose
from robot.games.game import Move, Tally
from robot.games.pig.raced import Raced, RaceLike
from robot.games.pig.throwing import WELLS, format_scores
from robot.games.table_position import due_in_wells, fill_wells, in_row, wells_words
from robot.games.views import KeepView, MarkedDice
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.aside import HOLD, THROW, KeepAction, read_keep_action
from solver.errors import RuleError

ASKED = ("key-asked-roll", "key-asked-hold", "key-asked-hold-wins")
"""The messages of what people with three big buttons alone do with the dice that they have marked."""


def kept_words(action: KeepAction) -> str | Saying:
    """Return the dice that an action sets aside as text, with their wells where it names them."""
    kept = in_row(action.keep)
    return Saying("dice-in-wells", {"dice": kept, "wells": wells_words(action.dice)}) if action.dice else kept


class AsideState(RaceLike, Protocol):
    """The solver's state of such a game."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that were thrown last, () before the first throw of a turn."""

    @property
    def turn(self) -> int:
        """The points of the turn so far."""

    def total(self, keep: Sequence[int], /) -> int:
        """Return the points of the turn after dice of these values are set aside."""

    def left(self, keep: Sequence[int], /) -> int:
        """Return how many dice are thrown after these are set aside."""

    def wins(self, keep: Sequence[int], /) -> bool:
        """Return whether who sets these dice aside wins by holding."""

    def legal_actions(self) -> tuple[KeepAction, ...]: ...

    def apply(self, action: KeepAction, thrown: Sequence[int] = (), /) -> Self: ...


A = TypeVar("A", bound=AsideState)


@dataclass(frozen=True, slots=True)
class AsidePosition(Raced[A]):
    """The solver's state with the table's side of it.

    `faces` are what all wells show, in their order, () before the first throw of a turn; the wells `aside` hold dice
    that were set aside before the last throw. With dice `apart`, a player has some that differ, and actions name those
    in the wells that are set aside.
    """

    faces: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    apart: bool = False

    @property
    @abstractmethod
    def dice(self) -> int:
        """How many dice it plays with."""

    @property
    def wells(self) -> tuple[int, ...]:
        """The wells of all dice."""
        return WELLS[: self.dice]

    @property
    def free(self) -> dict[int, int]:
        """What the wells show whose dice were thrown last: dice can be set aside there."""
        shown = zip(self.wells, self.faces, strict=False)
        return {well: face for well, face in shown if well not in self.aside}

    @property
    def begins(self) -> bool:
        return not self.faces

    @property
    def chooses(self) -> bool:
        return not self.over and bool(self.faces)

    @property
    def choosable(self) -> tuple[int, ...]:
        return tuple(self.free.values())

    def stays(self, action: Any) -> tuple[bool, ...]:
        kept = self.set_aside(read_keep_action(action))
        return tuple(well in kept for well in self.free)

    def doing(self, manner: str, action: Any) -> Saying:
        return doing_aside(manner, self.state, read_keep_action(action))

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        return self.faces or tuple(thrown)

    @property
    def forced(self) -> Move | None:
        return None

    @property
    def pending(self) -> tuple[int, ...]:
        """What each player stands to lose."""
        return tuple(self.state.turn * (seat == self.player) for seat in range(len(self.scores)))

    @property
    @abstractmethod
    def remark(self) -> Saying | None:
        """What else people should know."""

    @property
    @abstractmethod
    def all_aside(self) -> tuple[int, ...]:
        """The dice thrown last that somebody sets aside who says nothing but to hold, () if there are none."""

    @abstractmethod
    def fault_of(self, action: KeepAction) -> Saying | None:
        """Return why an action is not legal, None if it is."""

    @abstractmethod
    def view(self) -> KeepView: ...

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...

    @abstractmethod
    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying: ...

    @property
    def score_words(self) -> str:
        """The scores as text."""
        return format_scores(self.scores)

    @property
    def draft(self) -> Tally:
        """Return what a choice begins with: the dice that must be set aside, where there is no choice."""
        keeps = {action.keep for action in self.state.legal_actions()}
        return Tally(self.wells_of(keeps.pop())) if len(keeps) == 1 else Tally()

    @property
    def die_by_die(self) -> DieByDie:
        """How people with three big buttons alone mark dice."""
        return DieByDie(tuple(self.free), tuple(self.free.values()))

    @property
    def asking(self) -> Tally:
        return self.die_by_die.begun(())

    def drafted(self, draft: Tally, step: MoveStep) -> Tally:
        """Mark a die as one to set aside, or take the mark away."""
        match step:
            case MarkDie(well, kept):
                if well not in self.free:
                    raise refused("refused-well", well=well)
                others = {*draft.keep} - {well}
                return replace(draft, keep=tuple(sorted(others | {well} if kept else others)))
        raise refused("refused-answer")

    def chosen(self, choice: ToldChoice) -> Move:
        match choice:
            case KeepDice(wells):
                return self._legal(wells, THROW)
            case HoldDice(wells):
                return self._legal(wells, HOLD)
            case KeepFaces(dice):
                return self._of_faces(dice, THROW)
            case HoldFaces(dice):
                return self._of_faces(dice, HOLD)
            case ThrowDice(None) if not self.faces:
                return self._of_faces((), THROW)
            case ThrowDice() | TakeAction():
                raise refused("coach-refused-aside")
        raise refused("coach-refused-here")

    def _of_faces(self, dice: Sequence[int], then: str) -> Move:
        action = KeepAction(tuple(sorted(dice)), then)
        if fault := self.fault_of(action):
            raise IllegalAnswerError(fault)
        return self.move(action)

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the first throw of a turn, however many dice are told. Raises IllegalAnswerError at any other."""
        return self._of_faces((), THROW)

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice may be told now, with those that are kept or without; () where dice are chosen first."""
        return due_in_wells(self.wells, pending) if pending or not self.faces else ()

    def in_wells(self, move: Move, dice: Sequence[int]) -> tuple[int, ...]:
        return fill_wells(self.wells, move, dice)

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "aside", "scores", "photo")

    @property
    def asks_first(self) -> str:
        return "coach-refused-aside"

    def wins_now(self, action: Any) -> bool:
        return self.state.wins(read_keep_action(action).keep)

    def told(self) -> Saying | None:
        if self.begins:
            return None
        return Saying("coach-dice-aside", {"dice": in_row(self.free.values()), "total": self.state.turn})

    def meant(self, wells: Collection[int], then: str) -> KeepAction:
        """Return the action that sets the dice in these wells aside."""
        free = self.free
        meant = sorted(well for well in wells if well in free)
        return KeepAction(tuple(sorted(free[well] for well in meant)), then, tuple(meant) if self.apart else ())

    def fault(self, wells: Collection[int], then: str) -> Saying | None:
        """Return why these dice cannot be set aside to throw or to hold, None if they can."""
        return self.fault_of(self.meant(wells, then))

    def marked(self, wells: Collection[int], /) -> MarkedDice:
        keep = self.meant(wells, THROW).keep
        no_throw, no_hold = (self.fault(wells, then) for then in (THROW, HOLD))
        total, left = (0, 0) if no_throw and no_hold else (self.state.total(keep), self.state.left(keep))
        return MarkedDice(keep, total, left, no_throw, no_hold)

    def _legal(self, wells: Collection[int], then: str) -> Move:
        for well in wells:
            if well not in self.free and well not in self.aside:
                raise refused("refused-well", well=well)
        if fault := self.fault(wells, then):
            raise IllegalAnswerError(fault)
        return self._move(self.meant(wells, then), [well for well in wells if well in self.free])

    def move(self, action: KeepAction) -> Move:
        """Return the move of an action; of dice alike those in the first wells are set aside. Raises RuleError."""
        return self._move(action, self.set_aside(action))

    def set_aside(self, action: KeepAction) -> tuple[int, ...]:
        """Return the wells whose dice an action sets aside: the first ones that show so, unless it names them.

        Raises RuleError.
        """
        return action.dice or self.wells_of(action.keep)

    def _move(self, action: KeepAction, wells: Collection[int]) -> Move:
        action = replace(action, dice=tuple(sorted(wells))) if self.apart else action
        if action.then == HOLD:
            return Move(action.to_json())
        stay = [*self.aside, *wells]
        if len(stay) == len(self.wells):  # all six are set aside, so that all six are thrown again
            stay = []
        return Move(action.to_json(), {well: self.faces[self.wells.index(well)] for well in sorted(stay)})

    def wells_of(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return the first wells that show these values among the dice thrown last. Raises RuleError."""
        wanted = Counter(dice)
        wells = []
        for well, face in self.free.items():
            if wanted[face]:
                wanted[face] -= 1
                wells.append(well)
        if wanted.total():
            raise RuleError(f"{in_row(dice)} cannot be set aside: the dice show {in_row(self.free.values())}")
        return tuple(wells)

    def wells_for(self, _move: Move, /) -> tuple[int, ...]:  # dice that are set aside are looked at too
        return self.wells

    def after(self, move: Move, values: Sequence[int] = ()) -> Self:
        action = read_keep_action(move.action)
        if action.then == HOLD:
            return self._with(self.state.apply(action))
        keep = move.keep or {}
        thrown = tuple(value for well, value in zip(self.wells, values, strict=True) if well not in keep)
        state = self.state.apply(action, thrown)
        return self._with(state, tuple(values), tuple(sorted(keep))) if state.dice else self._with(state)

    def _with(self, state: A, faces: tuple[int, ...] = (), aside: tuple[int, ...] = ()) -> Self:
        return replace(self, state=state, faces=faces, aside=aside)

    def replayed(self, written: Any, values: Sequence[int]) -> tuple[KeepAction, tuple[int, ...], Self]:
        """Return an action that was `written` as JSON, the dice that it threw, and the position after it.

        `values` are what all wells showed then. Where dice are alike nobody has written which of them were set aside:
        then those in the first wells were, and what was thrown lies in the others.
        """
        action = read_keep_action(written)
        move = self.move(action)
        keep = move.keep or {}
        thrown = tuple(values)
        if keep:
            fallen = (Counter(values) - Counter(keep.values())).elements()
            thrown = self.thrown_by(move, values) if action.dice else tuple(fallen)
        fresh = iter(thrown)
        shown = tuple(keep[well] if well in keep else next(fresh) for well in self.wells) if thrown else ()
        return action, thrown, self.after(move, shown)

    def thrown_by(self, move: Move, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice that a move has thrown, of what all wells showed after it."""
        return tuple(value for well, value in zip(self.wells, values, strict=True) if well not in (move.keep or {}))

    def booking(self, move: Move) -> dict[str, Any]:
        action = read_keep_action(move.action)
        banked = self.state.total(action.keep)
        return {"event": HOLD, "player": self.player + 1, "action": move.action, "banked": banked}

    def name_move(self, move: Move) -> Saying:
        action = read_keep_action(move.action)
        if action.then == HOLD:
            return Saying("the-hold")
        return Saying("the-throw-kept", {"kept": kept_words(action)}) if action.keep else Saying("the-throw")

    def describe_booking(self, name: str, move: Move) -> Saying:
        action = read_keep_action(move.action)
        told: dict[str, Value] = {"name": actor(name), "banked": self.state.total(action.keep)}
        return Saying("aside-hold", told | {"kept": kept_words(action), "scores": self.after(move).score_words})

    def choices(self, name: str, tally: Tally, told: Tally | None) -> Saying:
        """Return what the dice show and which are marked, and what the buttons do.

        Where people are asked about one die after the other, all dice are named for the first one alone.
        """
        if not self.faces:
            return choose(name, [Saying("press-throw-dice", {"dice": len(self.wells)})])
        dice = None if tally.asks and told is not None else self._dice_words(tally)
        return choose(name, list(self._asked(tally) if tally.asks else self._pressed(tally)), dice)

    def _dice_words(self, tally: Tally) -> Saying:
        shown: dict[str, Value] = {"dice": in_row(sorted(self.free.values()))}
        marked = self.meant(tally.keep, THROW).keep
        return Saying("dice-show-aside", shown | {"kept": in_row(marked)}) if marked else Saying("dice-show", shown)

    def _pressed(self, tally: Tally) -> Iterator[Saying]:
        yield Saying("press-aside")
        if tally.well:
            yield Saying(
                "press-enter-release" if tally.well in tally.keep else "press-enter-keep", {"well": tally.well}
            )
        yield from self.offered(tally, "press-throw-dice", "press-bank", "press-bank-wins")

    def _asked(self, tally: Tally) -> Iterator[Saying]:
        if not tally.well:
            yield from self.offered(tally, "press-throw-dice", "press-bank", "press-bank-wins")
        yield from self.die_by_die.sentences(tally)

    def goes_back(self, draft: Tally) -> bool:
        return self.die_by_die.goes_back(draft)

    def keys(self, tally: Tally) -> tuple[Saying, ...]:
        """Return which keys throw and hold, why they cannot, and which mark dice."""
        if not self.faces:
            return (Saying("key-throw-dice", {"dice": len(self.wells)}),)
        if tally.asks:
            offered = () if tally.well else tuple(self.offered(tally, *ASKED))
            return (*offered, *self.die_by_die.keys(tally))
        reached = tally.well in self.free
        told = list(self.offered(tally, "key-roll-dice" if reached else "key-throw-dice", "key-hold", "key-hold-wins"))
        if reached:
            told.append(Saying("key-release" if tally.well in tally.keep else "key-keep", {"well": tally.well}))
        return (*told, Saying("key-aside"), Saying("key-reach"))

    def offered(self, tally: Tally, throw: str, hold: str, wins: str) -> Iterator[Saying]:
        """Yield by these messages what ROLL and HOLD do with the dice that are marked, or else why they do nothing."""
        marked = self.marked(tally.keep)
        if marked.no_throw is None:
            yield Saying(throw, {"dice": marked.left})
        if marked.no_hold is None:
            yield Saying(wins if self.state.wins(marked.dice) else hold, {"banked": marked.total})
        if marked.dice and marked.no_throw and marked.no_hold:
            yield marked.no_throw


def doing_aside(manner: str, state: AsideState, action: KeepAction) -> Saying:
    """Return an action in words.

    The `manner` is "do" for an order, "me" for what the robot says that it does, and "doing" for the subject of a
    sentence.
    """
    if not action.keep:
        return Saying(f"{manner}-throw-all")
    kept = {"dice": kept_words(action)}
    if action.then == HOLD:
        return Saying(f"{manner}-aside-hold", {**kept, "banked": state.total(action.keep)})
    return Saying(f"{manner}-aside-throw", {**kept, "left": state.left(action.keep)})
