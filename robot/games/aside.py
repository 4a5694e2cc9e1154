"""Where a game stands in which dice are set aside: the solver's state, and which die lies in which well."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import Action, make_refusal
from robot.games.game import Move, Offer, Tally, format_scores, in_row, wells_words
from robot.games.kept_dice import KeptDice
from robot.games.views import MarkedDice
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.aside import HOLD, THROW, KeepAction, read_keep_action
from solver.evaluator import State


def format_kept(action: KeepAction) -> str | Saying:
    """Return the dice that an action sets aside as text, with their wells where it names them."""
    kept = in_row(action.keep)
    return Saying("dice-in-wells", {"dice": kept, "wells": wells_words(action.dice)}) if action.dice else kept


class AsideState(State, Protocol):
    """The solver's state of such a game."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that were thrown last, () before the first throw of a turn."""

    @property
    def turn(self) -> int:
        """The points of the turn so far."""

    def total(self, keep: Sequence[int], /) -> int:
        """Return the points of the turn after dice of these values are set aside."""

    def dice_left(self, keep: Sequence[int], /) -> int:
        """Return how many dice are thrown after these are set aside."""

    def wins(self, keep: Sequence[int], /) -> bool:
        """Return whether who sets these dice aside wins by holding."""

    def legal_actions(self) -> tuple[KeepAction, ...]: ...

    def apply(self, action: KeepAction, thrown: Sequence[int] = (), /) -> Self: ...


@dataclass(frozen=True, slots=True)
class AsidePosition(KeptDice):
    """A position in which dice that lie aside stay there for the rest of the turn.

    With dice `apart`, a player has some that differ, and actions name those in the wells that are set aside.
    """

    state: AsideState
    apart: bool = False

    @property
    def free(self) -> dict[int, int]:
        """What the wells show whose dice were thrown last: dice can be set aside there."""
        shown = zip(self.wells, self.faces, strict=False)
        return {well: face for well, face in shown if well not in self.aside}

    def read(self, action: Any) -> KeepAction:
        return read_keep_action(action)

    def stays(self, action: Any) -> tuple[bool, ...]:
        kept = self.set_aside(read_keep_action(action))
        return tuple(well in kept for well in self.free)

    def doing(self, manner: str, action: Any) -> Saying:
        return doing_aside(manner, self.state, read_keep_action(action))

    @property
    def at_risk(self) -> int:
        return self.state.turn

    @abstractmethod
    def fault_of(self, action: KeepAction) -> Saying | None:
        """Return why an action is not legal, None if it is."""

    @property
    def score_words(self) -> str:
        """The scores as text."""
        return format_scores(self.scores)

    @property
    def offer(self) -> Offer:
        """What people can mark and do: at first the dice are marked that must be set aside, if there is no choice."""
        keeps = {action.keep for action in self.state.legal_actions()}
        return Offer(
            acts={}
            if self.faces
            else {Button.ROLL: (Action(THROW, ()), Saying("key-throw-dice", {"dice": self.dice}))},
            wells=self.wells,
            dice=self.free,
            must=self.wells_of(keeps.pop()) if len(keeps) == 1 else (),
            aside=self.aside,
            scoring=self.wells_of(self.all_aside),
            holds=True,
        )

    def find_move(self, action: Action) -> Move:
        match action:
            case Action("throw" | "hold" as then, wells=tuple(wells)):
                return self._legal({*wells}, then)
            case Action("throw" | "hold" as then, faces=tuple(dice)):
                return self._of_faces(dice, then)
            case Action("throw", count=None) if not self.faces:
                return self._of_faces((), THROW)
            case Action("throw" | "hold" | "stand" | "sit"):
                raise make_refusal("coach-refused-aside")
        raise make_refusal("coach-refused-here")

    def _of_faces(self, dice: Sequence[int], then: str) -> Move:
        action = KeepAction(tuple(sorted(dice)), then)
        if fault := self.fault_of(action):
            raise IllegalAnswerError(fault)
        return self.move(action)

    def choose_throw(self, _dice: int, /) -> Move:
        """Return the first throw of a turn, however many dice are told. Raises IllegalAnswerError at any other."""
        return self._of_faces((), THROW)

    @property
    def help(self) -> tuple[str, ...]:
        return ("dice", "aside", "scores", "photo")

    @property
    def asks_first(self) -> str:
        return "coach-refused-aside"

    def wins_now(self, action: Any) -> bool:
        done = read_keep_action(action)
        return done.then == HOLD and self.state.wins(done.keep)

    def describe(self) -> Saying | None:
        if self.begins:
            return None
        return Saying("coach-dice-aside", {"dice": in_row(self.free.values()), "total": self.state.turn})

    def make_action(self, wells: Collection[int], then: str) -> KeepAction:
        """Return the action that sets the dice in these wells aside."""
        free = self.free
        meant = sorted(well for well in wells if well in free)
        return KeepAction(tuple(sorted(free[well] for well in meant)), then, tuple(meant) if self.apart else ())

    def fault(self, wells: Collection[int], then: str) -> Saying | None:
        """Return why these dice cannot be set aside to throw or to hold, None if they can."""
        return self.fault_of(self.make_action(wells, then))

    def count_marked(self, wells: Collection[int], /) -> MarkedDice:
        keep = self.make_action(wells, THROW).keep
        no_throw, no_hold = (self.fault(wells, then) for then in (THROW, HOLD))
        total, left = (0, 0) if no_throw and no_hold else (self.state.total(keep), self.state.dice_left(keep))
        return MarkedDice(keep, total, left, no_throw, no_hold)

    def _legal(self, wells: Collection[int], then: str) -> Move:
        for well in wells:
            if well not in self.free and well not in self.aside:
                raise make_refusal("refused-well", well=well)
        if fault := self.fault(wells, then):
            raise IllegalAnswerError(fault)
        return self._move(self.make_action(wells, then), [well for well in wells if well in self.free])

    def move(self, action: KeepAction) -> Move:
        """Return the move of an action; of dice alike those in the first wells are set aside. Raises RuleError."""
        return self._move(action, self.set_aside(action))

    def move_of(self, action: Any) -> Move:
        return self.move(read_keep_action(action))

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

    def fell(self, move: Move, values: Sequence[int]) -> tuple[int, ...]:
        return self.thrown_by(move, values) if self.apart or not move.keep else KeptDice.fell(self, move, values)

    def booking(self, move: Move) -> dict[str, Any]:
        action = read_keep_action(move.action)
        banked = self.state.total(action.keep)
        return {"event": HOLD, "player": self.player + 1, "action": move.action, "banked": banked}

    def name_move(self, move: Move) -> Saying:
        action = read_keep_action(move.action)
        if action.then == HOLD:
            return Saying("the-hold")
        return Saying("the-throw-kept", {"kept": format_kept(action)}) if action.keep else Saying("the-throw")

    def describe_booking(self, name: str, move: Move) -> Saying:
        action = read_keep_action(move.action)
        told: dict[str, Value] = {"name": actor(name), "banked": self.state.total(action.keep)}
        return Saying("aside-hold", told | {"kept": format_kept(action), "scores": self.after(move).score_words})

    def shows(self, tally: Tally) -> Saying:
        shown: dict[str, Value] = {"dice": in_row(sorted(self.free.values()))}
        marked = self.make_action(tally.keep, THROW).keep
        return Saying("dice-show-aside", shown | {"kept": in_row(marked)}) if marked else Saying("dice-show", shown)

    def ends(self, tally: Tally) -> Iterator[Saying]:
        marked = self.count_marked(tally.keep)
        if marked.no_throw is None:
            yield Saying("key-throw-dice", {"dice": marked.left})
        if marked.no_hold is None:
            yield Saying("key-hold-wins" if self.state.wins(marked.dice) else "key-hold", {"banked": marked.total})
        if marked.dice and marked.no_throw and marked.no_hold:
            yield marked.no_throw


def doing_aside(manner: str, state: AsideState, action: KeepAction) -> Saying:
    """Return an action in words.

    The `manner` is "do" for an order, "me" for what the robot says that it does, and "doing" for the subject of a
    sentence.
    """
    if not action.keep:
        return Saying(f"{manner}-throw-all")
    kept = {"dice": format_kept(action)}
    if action.then == HOLD:
        return Saying(f"{manner}-aside-hold", {**kept, "banked": state.total(action.keep)})
    return Saying(f"{manner}-aside-throw", {**kept, "left": state.dice_left(action.keep)})
