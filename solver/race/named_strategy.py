"""Named strategies for any game in which a turn goes on or ends: what each does, and what that gives away."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.explanation import sentence
from solver.race.state import Action
from solver.race.strategies import FORMS, HOLD_AT, KNOWN, LEVELS, HoldAt, RaceOrPace, careless_rate

OPTIMAL = "optimal"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A player's position: `me` banked, the best `other`, `turn` at risk, and the `goal` where the game has one."""

    me: int
    turn: int
    other: int = 0
    goal: int | None = None


class NamedStrategy:
    """The strategy called `name`, which starts from the best decision that the caller has found.

    The names are those of races; race-or-pace is for games with a goal. `numbers` writes what actions are worth.
    Raises UnknownNameError.
    """

    def __init__(self, name: str, numbers: Callable[..., list[str]], chance: random.Random | None) -> None:
        if not (name in KNOWN or name in LEVELS or HOLD_AT.fullmatch(name) or careless_rate(name) is not None):
            raise UnknownNameError.of("strategy", name, (*KNOWN, *LEVELS), FORMS)
        self.name = name
        self._numbers = numbers
        self._chance = chance

    def choose(self, best: Decision, place: TurnPosition) -> Decision:
        """Return what this strategy does; the first of the options throws on, the second ends the turn.

        A turn's first throw and a hold that reaches the goal are never missed. Raises OptionError where chance is
        needed and missing, or for race-or-pace without a goal.
        """
        wins = place.goal is not None and place.me + place.turn >= place.goal
        if self.name == OPTIMAL or place.turn == 0 or wins:
            return best
        goes, ends = best.options
        rolls, reason = self._rolls(best.action == goes, place)
        action, other = (goes, ends) if rolls else (ends, goes)

        def why() -> str:
            mine, theirs = self._numbers(best.options[action], best.options[other])
            beside = "which is best here" if action == best.action else f"and {other} would be better"
            return f"{action.capitalize()}: {self.name} {reason}, {beside}; {action} is worth {mine}, {other} {theirs}"

        return replace(best, action=action, value=best.options[action], why=sentence(action, why))

    def _rolls(self, best: bool, place: TurnPosition) -> tuple[bool, str]:
        if self.name == RANDOM:
            return self._draw() < 0.5, "tossed a coin"
        rate = careless_rate(self.name)
        if rate is not None:
            slips = rate > 0 and self._draw() < rate
            return best is not slips, "slips" if slips else "looks closely"
        if held := HOLD_AT.fullmatch(self.name):
            rule: HoldAt | RaceOrPace = HoldAt(int(held[1]))
        elif place.goal is None:
            raise OptionError(f"{self.name} is for games with a goal: choose another strategy")
        else:
            rule = RaceOrPace(place.goal)
        rolls = bool(rule.rolls(place.me, place.other, place.turn))
        return rolls, rule.reason(place.me, place.other, place.turn, Action.ROLL if rolls else Action.HOLD)

    def _draw(self) -> float:
        if self._chance is None:
            raise OptionError(f"{self.name} needs a source of chance: give it one")
        return self._chance.random()


def gambles(name: str) -> bool:
    """Return whether the strategy called `name` decides at random."""
    return name == RANDOM or bool(careless_rate(name))
