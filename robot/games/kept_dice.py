"""Where a game stands in which dice are kept in their wells while the others are thrown again."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from robot.games.actions import make_refusal
from robot.games.game import Position
from robot.games.thrown import WELLS
from robot.games.views import DiceRow, View
from solver.action import Action, in_row
from solver.errors import RuleError


@dataclass(frozen=True, slots=True)
class KeptDice(Position):
    """The solver's state with the table's side of it.

    `faces` are what all wells show, in their order, () before the first throw of a turn; the wells `aside` kept their
    dice in the last throw.
    """

    faces: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()

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
        """What the wells show whose dice can be kept now."""
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
        """Return what screens draw of it, with the dice in their wells."""
        return replace(Position.view(self), dice=DiceRow(self.wells, () if self.over else self.faces, self.aside))

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        return self.faces or tuple(thrown)

    def due(self, pending: Action | None) -> tuple[int, ...]:
        """Return how many dice may be told now, with those that are kept or without; () where something is chosen."""
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
        """Return what all wells show, of which some keep their dice and the others have thrown ones."""
        fresh = iter(thrown)
        return tuple(kept[well] if well in kept else next(fresh, 0) for well in self.wells)

    def wells_for(self, _action: Action, /) -> tuple[int, ...]:  # dice that are kept are looked at too
        return self.wells

    def wells_of(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return wells that show these values: of dice alike those that were kept before, then the first ones.

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

    def thrown_by(self, action: Action, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice that an action has thrown, of what all wells showed after it."""
        return tuple(value for well, value in zip(self.wells, values, strict=True) if well not in (action.wells or ()))

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        done = self.with_wells(action)
        if not done.throws:
            state = self.state.apply(done)
            return replace(self, state=state) if state.dice else replace(self, state=state, faces=(), aside=())
        state = self.state.apply(done.bare, self.thrown_by(done, values))
        faces, aside = (tuple(values), done.wells or ()) if state.dice else ((), ())
        return replace(self, state=state, faces=faces, aside=aside)

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return an action as the rules know it, the dice that it threw, and the position after it.

        `values` are what all wells showed then. Nobody has written which of dice alike were kept: then those that
        `with_wells` keeps were, and what was thrown lies in the others.
        """
        done = self.with_wells(action.bare)
        if not done.throws:
            return done, (), self.after(done)
        thrown = self.fell(done, values)
        return done.bare, thrown, self.after(done, self._fill_wells(self.find_kept(done), thrown))

    def fell(self, action: Action, values: Sequence[int]) -> tuple[int, ...]:
        """Return the dice that an action has thrown, of what all wells showed in any order."""
        return tuple((Counter(values) - Counter(self.find_kept(action).values())).elements())
