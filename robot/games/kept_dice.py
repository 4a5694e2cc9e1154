"""Positions in which dice are kept in their wells, or set aside for good, while the others are thrown."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hardware.panel import Button
from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal
from robot.games.game import Offer, Position, Tally, wells_words
from robot.games.views import DiceRow, MarkedDice, View
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import FIRST, HOLD, Action, Verb, in_row
from solver.errors import RuleError
from solver.notation import read_dice

if TYPE_CHECKING:
    from solver.keep_and_throw.state import KeepState
    from solver.rounds.state import RoundState


@dataclass(frozen=True, slots=True)
class KeptDice(Position):
    """A position in which dice are kept in their wells.

    `faces` are those in all wells, in their order, () before the first throw of a turn. The wells `aside` kept their
    dice in the last throw.
    """

    faces: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()

    @property
    def wells(self) -> tuple[int, ...]:
        """The wells of all dice."""
        return tuple(range(1, self.dice + 1))

    @property
    def free(self) -> dict[int, int]:
        """The faces of the dice that can be kept now, by their wells."""
        return dict(zip(self.wells, self.faces, strict=False))

    @property
    def begins(self) -> bool:
        return not self.faces

    @property
    def chooses(self) -> bool:
        return not self.over and bool(self.faces)

    @property
    def choosable(self) -> tuple[int, ...]:
        return tuple(self.free.values())

    def view(self) -> View:
        """Return the view that screens draw, with the dice in their wells."""
        return replace(Position.view(self), dice=DiceRow(self.wells, () if self.over else self.faces, self.aside))

    def find_due(self, pending: Action | None) -> tuple[int, ...]:
        """Return how many dice people may enter now, with kept ones or without; () where they have to choose."""
        if self.faces and not pending:
            return ()
        kept = len(pending.wells or ()) if pending else 0
        return (len(self.wells) - kept, len(self.wells)) if kept else (len(self.wells),)

    def find_kept(self, action: Action) -> Mapping[int, int]:
        shown = dict(zip(self.wells, self.faces, strict=False))
        return {well: shown[well] for well in action.wells or ()}

    def in_wells(self, action: Action, dice: Sequence[int], /) -> tuple[int, ...]:
        kept, fallen = self.find_kept(action), list(dice)
        if len(dice) == len(self.wells):
            for face in kept.values():
                if face not in fallen:
                    raise make_refusal("coach-refused-kept", kept=in_row(kept.values()), dice=in_row(dice))
                fallen.remove(face)
        return self._fill_wells(kept, fallen)

    def _fill_wells(self, kept: Mapping[int, int], thrown: Iterable[int]) -> tuple[int, ...]:
        """Return the faces in all wells: the `kept` ones in theirs, and `thrown` ones in the others."""
        fresh = iter(thrown)
        return tuple(kept[well] if well in kept else next(fresh, 0) for well in self.wells)

    def wells_for(self, _action: Action, /) -> tuple[int, ...]:  # the camera reads kept dice too
        return self.wells

    def wells_of(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return wells that show these values: of equal dice, those kept before, then those in the first wells.

        Raises RuleError.
        """
        wanted, wells = Counter(dice), []
        for well, face in sorted(self.free.items(), key=lambda one: (one[0] not in self.aside, one[0])):
            if wanted[face]:
                wanted[face] -= 1
                wells.append(well)
        if wanted.total():
            raise RuleError(f"{in_row(dice)} cannot be kept: the dice show {in_row(self.free.values())}")
        return tuple(sorted(wells))

    def read_thrown(self, action: Action, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice that an action has thrown, from the values of all wells after it."""
        return tuple(value for well, value in zip(self.wells, values, strict=True) if well not in (action.wells or ()))

    def at(self, state: Any, /) -> Self:
        lie = self.dice - len(state.dice) if state.dice else 0
        kept = (*read_dice(state.noted.marks.get("k", "")), *(0,) * lie)[:lie]  # 0 is an unknown face
        return replace(self, state=state, faces=(*kept, *state.dice) if state.dice else (), aside=self.wells[:lie])

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        done = self.with_wells(action)
        if not done.throws:
            state = self.state.apply(done)
            return replace(self, state=state) if state.dice else replace(self, state=state, faces=(), aside=())
        state = self.state.apply(done.bare, self.read_thrown(done, values))
        faces, aside = (tuple(values), done.wells or ()) if state.dice else ((), ())
        return replace(self, state=state, faces=faces, aside=aside)

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return an action as in the rules, the dice that it threw, and the position after it.

        `values` are those of all wells after the action. No record says which of several equal dice were kept. This
        takes those that `with_wells` keeps, and puts the thrown dice into the other wells.
        """
        done = self.with_wells(action.bare)
        if not done.throws:
            return done, (), self.after(done)
        thrown = self.pick_thrown(done, values)
        return done.bare, thrown, self.after(done, self._fill_wells(self.find_kept(done), thrown))

    def pick_thrown(self, action: Action, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice that an action has thrown, from the values of all wells in any order."""
        return tuple((Counter(values) - Counter(self.find_kept(action).values())).elements())


def format_kept(action: Action) -> str | Saying:
    """Return the dice that an action sets aside as text, with their wells if it names them."""
    kept = in_row(action.keep or ())
    return Saying("dice-in-wells", {"dice": kept, "wells": wells_words(action.dice)}) if action.dice else kept


@dataclass(frozen=True, slots=True)
class AsidePosition(KeptDice):
    """A position in which dice set aside stay there for the rest of the turn.

    With `apart`, a player's dice differ, and actions name the wells of the dice that they set aside.
    """

    state: "KeepState | RoundState"
    apart: bool = False
    help: ClassVar = ("aside", "scores")
    asks_first: ClassVar = "coach-refused-aside"

    @property
    def free(self) -> dict[int, int]:
        """The faces of the dice thrown last, by their wells. These dice can be set aside."""
        shown = zip(self.wells, self.faces, strict=False)
        return {well: face for well, face in shown if well not in self.aside}

    def stays(self, action: Action) -> tuple[bool, ...]:
        kept = self.set_aside(action)
        return tuple(well in kept for well in self.free)

    def tell(self, manner: str, action: Action) -> Saying:
        if not action.keep:
            return Saying(f"{manner}-throw-all")
        kept: dict[str, Value] = {"dice": format_kept(action)}
        if action.verb is Verb.HOLD:
            return Saying(f"{manner}-aside-hold", kept | {"banked": self.state.total(action.keep)})
        return Saying(f"{manner}-aside-throw", kept | {"left": self.state.dice_left(action.keep)})

    @property
    def at_risk(self) -> int:
        return self.state.turn

    @abstractmethod
    def fault_of(self, action: Action) -> Saying | None:
        """Return why an action is not legal, None if it is."""

    @property
    @abstractmethod
    def all_aside(self) -> tuple[int, ...]:
        """The dice that are set aside if a player only says to hold, () if there are none."""

    @property
    def offer(self) -> Offer:
        """What people can mark and do. If they have no choice of dice, the dice to set aside are marked at first."""
        keeps = {action.keep or () for action in self.state.legal_actions()}
        return Offer(
            acts={}
            if self.faces
            else {Button.ROLL: (Action(Verb.THROW, wells=()), Saying("press-throw-dice", {"dice": self.dice}))},
            wells=self.wells,
            dice=self.free,
            must=self.wells_of(keeps.pop()) if len(keeps) == 1 else (),
            aside=self.aside,
            scoring=self.wells_of(self.all_aside),
            holds=True,
        )

    def find_move(self, action: Action) -> Action:
        match action:
            case Action(Verb.THROW | Verb.HOLD as then, keep=None, wells=tuple(wells)):
                return self._legal({*wells}, then)
            case Action(Verb.KEEP | Verb.THROW | Verb.HOLD, keep=tuple(dice)):
                return self._of_faces(
                    Action(Verb.HOLD if action.verb is Verb.HOLD else Verb.THROW, tuple(sorted(dice)))
                )
            case Action(Verb.ROLL, count=0) if not self.faces:
                return self._of_faces(FIRST)
            case Action(Verb.SCORE | Verb.COMMIT) | Action(tiles=tuple()):
                raise make_refusal("coach-refused-here")
        raise make_refusal("coach-refused-aside")

    def _of_faces(self, action: Action) -> Action:
        if fault := self.fault_of(action):
            raise IllegalAnswerError(fault)
        return self.with_wells(action)

    def describe(self) -> Saying | None:
        if self.begins:
            return None
        return Saying("coach-dice-aside", {"dice": in_row(self.free.values()), "total": self.state.turn})

    def make_action(self, wells: Collection[int], then: Verb) -> Action:
        """Return the action that sets the dice in these wells aside."""
        free = self.free
        meant = sorted(well for well in wells if well in free)
        return Action(then, tuple(sorted(free[well] for well in meant)), tuple(meant) if self.apart else ())

    def fault(self, wells: Collection[int], then: Verb) -> Saying | None:
        """Return why these dice cannot be set aside to throw or to hold, None if they can."""
        return self.fault_of(self.make_action(wells, then))

    def count_marked(self, wells: Collection[int], /) -> MarkedDice:
        keep = self.make_action(wells, Verb.THROW).keep or ()
        no_throw, no_hold = (self.fault(wells, then) for then in (Verb.THROW, Verb.HOLD))
        total, left = (0, 0) if no_throw and no_hold else (self.state.total(keep), self.state.dice_left(keep))
        return MarkedDice(keep, total, left, no_throw, no_hold)

    def _legal(self, wells: Collection[int], then: Verb) -> Action:
        for well in wells:
            if well not in self.free and well not in self.aside:
                raise make_refusal("refused-well", well=well)
        if fault := self.fault(wells, then):
            raise IllegalAnswerError(fault)
        return self._place(self.make_action(wells, then), [well for well in wells if well in self.free])

    def with_wells(self, action: Action) -> Action:
        """Return an action with its wells. Of equal dice, it sets those in the first wells aside. Raises RuleError."""
        return action if action.wells is not None else self._place(action, self.set_aside(action))

    def set_aside(self, action: Action) -> tuple[int, ...]:
        """Return the wells of the dice that an action sets aside: the first with these faces, unless it names them.

        Raises RuleError.
        """
        return action.dice or self.wells_of(action.keep or ())

    def _place(self, action: Action, wells: Collection[int]) -> Action:
        action = replace(action, dice=tuple(sorted(wells))) if self.apart else action
        if not action.throws:
            return action
        stay = sorted([*self.aside, *wells])
        every = len(stay) == len(self.wells)  # all six are set aside, so that all six are thrown again
        return replace(action, wells=() if every else tuple(stay))

    def pick_thrown(self, action: Action, values: Sequence[int]) -> tuple[int, ...]:
        whole = self.apart or not action.wells
        return self.read_thrown(action, values) if whole else KeptDice.pick_thrown(self, action, values)

    def booking(self, action: Action) -> dict[str, Any]:
        banked = self.state.total(action.keep or ())
        return {"event": str(HOLD), "player": self.player + 1, "action": action.to_json(), "banked": banked}

    def name_move(self, action: Action) -> Saying:
        if action.verb is Verb.HOLD:
            return Saying("the-hold")
        return Saying("the-throw-kept", {"kept": format_kept(action)}) if action.keep else Saying("the-throw")

    def describe_booking(self, name: str, action: Action) -> Saying:
        told: dict[str, Value] = {"name": name_actor(name), "banked": self.state.total(action.keep or ())}
        return Saying("aside-hold", told | {"kept": format_kept(action), "scores": self.after(action).score_words})

    def shows(self, tally: Tally) -> Saying:
        shown: dict[str, Value] = {"dice": in_row(sorted(self.free.values()))}
        marked = self.make_action(tally.keep, Verb.THROW).keep
        return Saying("dice-show-aside", shown | {"kept": in_row(marked)}) if marked else Saying("dice-show", shown)

    def ends(self, tally: Tally) -> Iterator[Saying]:
        marked = self.count_marked(tally.keep)
        if marked.no_throw is None:
            yield Saying("press-throw-dice", {"dice": marked.left})
        if marked.no_hold is None:
            yield Saying("press-bank-wins" if self.state.wins(marked.dice) else "press-bank", {"banked": marked.total})
        if marked.dice and marked.no_throw and marked.no_hold:
            yield marked.no_throw
