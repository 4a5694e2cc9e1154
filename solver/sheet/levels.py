"""How well a robot plays score sheets, from child to perfect: the better an action, the likelier it is taken."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from solver.errors import UnknownNameError
from solver.law import Chance
from solver.sheet.advise import advise_state, bare_values
from solver.sheet.decide import SheetDecision, Values, weigh
from solver.sheet.dice import TIE
from solver.sheet.rules import SheetAction, SheetState
from solver.sheet.sheet import Sheet
from solver.sheet.tables import load_sheet
from solver.sheet.why import why_missed

# What gives away more than so many times the softness is never done.
REACH = 4


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays.

    An action that is worth d points less than the best is taken with a weight of exp(-d / softness), and never if d is
    more than four times the softness, in points. With a softness of 0 the best is always taken.
    """

    name: str
    softness: float


LEVELS = (
    Level("child", 6.0),
    Level("beginner", 4.0),
    Level("casual", 2.5),
    Level("strong", 1.0),
    Level("perfect", 0.0),
)


def find_level(name: str) -> Level:
    """Return the level called `name`. Raises UnknownNameError, which suggests the nearest name."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownNameError.of("level", name, [level.name for level in LEVELS])


def choice_chances(level: Level, options: Sequence[tuple[SheetAction, float]]) -> list[float]:
    """Return the chance that each of the options, best first, is taken at a level; they sum to 1."""
    best = options[0][1]
    if not level.softness:
        return [1.0] + [0.0] * (len(options) - 1)
    behind = [(best - value) / level.softness for _, value in options]
    weights = [math.exp(-steps) if steps <= REACH else 0.0 for steps in behind]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


class LevelPlayer:
    """Somebody who plays at a level, for points; `chance` is what the choices are drawn from, one number each.

    `values` are those of the sheet and the dice, `plain` those of the sheet without its bonus (see `advise_sheet`).
    """

    def __init__(self, level: Level, values: Values, chance: random.Random, plain: Values | None = None) -> None:
        self.name = level.name
        self._level = level
        self._values = values
        self._plain = plain
        self._chance = chance

    def act(self, state: SheetState) -> SheetAction:
        """Return what the player whose turn it is does, without a word on what it is worth."""
        options = weigh(self._values, state).options
        return options[self._drawn(options)][0]

    def decide(self, state: SheetState) -> SheetDecision:
        """Return what the player whose turn it is does, and what that gives away. Raises what `advise_state` raises."""
        options = weigh(self._values, state).options
        action, value = options[self._drawn(options)]
        if value >= options[0][1] - TIE:
            return advise_state(self._values, state, self._plain)
        return SheetDecision(action, value, options, why_missed(self.name, state, action, options))

    def _drawn(self, options: Sequence[tuple[SheetAction, float]]) -> int:
        if len(options) == 1 or not self._level.softness:
            return 0
        drawn = self._chance.random()
        for place, chance in enumerate(choice_chances(self._level, options)):
            drawn -= chance
            if drawn < 0:
                return place
        return 0


def level_player(
    name: str, sheet: Sheet, chance: random.Random, die: tuple[Chance, ...] | None = None, cache: Path | None = None
) -> LevelPlayer:
    """Return somebody who plays `sheet` at the level called `name`, with a `die`, fair if None.

    `cache` is where `load_sheet` looks. Raises UnknownNameError, LawError, and what `load_sheet` raises.
    """
    level = find_level(name)
    values = load_sheet(sheet, die, cache)
    return LevelPlayer(level, values, chance, bare_values(sheet, values.die, cache) if sheet.bonus else values)
