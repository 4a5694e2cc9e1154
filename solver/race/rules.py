"""The races by name: Pig and the others whose rules ship, and custom ones."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, cast

from solver.card import find_card, list_games
from solver.errors import look_up
from solver.race.race_file import SHIPPED, RaceRules, read_race
from solver.race.state import RaceState

RaceName: TypeAlias = str | type[RaceState]
"""The name of a shipped race, or the rules of a custom one, since others may have the same name."""


@lru_cache(None)
def race_of(form: RaceRules, rules: str = "") -> type[RaceState]:
    """Return the class of a race's states; the same rules have the same class.

    `rules` is the text that tables of a shipped race have.
    """

    def reduce(state: RaceState) -> tuple[Any, ...]:
        return _rebuild, (form, rules, {one.name: getattr(state, one.name) for one in fields(state)})

    held = {"__module__": __name__, "__annotations__": {"goal": int}, "goal": form.goal, "form": form}
    held["__reduce__"] = reduce  # no module has the class by its name
    name = f"{form.name.title().replace('-', '')}State"
    made = type(name, (RaceState,), held | ({"rules": rules} if rules else {}))
    return cast(type[RaceState], dataclass(frozen=True, slots=True)(made))


def _rebuild(form: RaceRules, rules: str, values: Mapping[str, Any]) -> RaceState:
    """Return a state that another process has pickled."""
    return race_of(form, rules)(**values)


def own_race(path: Path) -> type[RaceState]:
    """Return the class of states of the race that a TOML file describes. Raises OptionError."""
    return race_of(read_race(path))


RACES = {name: race_of(read_race(SHIPPED / f"{name}.toml"), find_card(name).rules) for name in list_games("race/rules")}
"""The races that ship, by their names."""
PigState, TwoDicePigState = RACES["pig"], RACES["two-dice-pig"]


def race_rules(game: RaceName) -> type[RaceState]:
    """Return the rules of a game in which players roll or hold. Raises UnknownNameError with the nearest name."""
    return look_up("race", game, RACES) if isinstance(game, str) else game
