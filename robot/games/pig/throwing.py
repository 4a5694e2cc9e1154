"""Positions in which a player rolls or holds: what coins and pigs are taken for, and sentences for throws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from robot.games.game import Position
from robot.games.thrown import PIGS, faces_of, name_throw
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import Action
from solver.race.state import RaceState, RollOrHold
from solver.throw_distribution import Effect


@dataclass(frozen=True, slots=True)
class RollPosition(Position):
    """A position in which a player rolls or holds."""

    state: RollOrHold

    @property
    def rules(self) -> type[RaceState]:
        """The rules of a turn."""
        return self.state.thrown

    @property
    def dice(self) -> int:
        return self.rules.dice

    @property
    def wells(self) -> tuple[int, ...]:
        return () if self.rules.thing == PIGS else super(RollPosition, self).wells

    @property
    def help(self) -> tuple[str, ...]:
        return ("pigs", "scores") if self.rules.thing == PIGS else ("race", "scores", "photo")

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        return type(self)(self.state.apply(action, faces_of(self.rules, values) if values else ()))

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return the action, what the dice that it threw count as, and the position after it."""
        return action, faces_of(self.rules, values), self.after(action, values)

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        effect, gain = self.rules.judge(faces_of(self.rules, values))
        thrown: dict[str, Value] = {"name": actor(name), "values": name_throw(self.rules, values)}
        match effect:
            case Effect.ON:
                return Saying("pig-throw", thrown | {"total": self.after(action, values).at_risk})
            case Effect.BUST:
                return Saying("pig-throw-banked", thrown | {"gain": gain}) if gain else Saying("pig-throw-lost", thrown)
        return Saying("pig-throw-ruined", thrown)
