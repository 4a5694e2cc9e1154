"""What every solved game offers: options, a solution, and advice in a position."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, runtime_checkable

from solver.decision import Decision
from solver.errors import OptionError, PositionError
from solver.throw_distribution import Chance

WIN = "win probability of the player who begins"

Trace: TypeAlias = Callable[[int, float], None]
"""Hears of each sweep of value iteration its number and its largest change."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is to be played; None is the game's default.

    `goal` is in points, `turns` in turns, `die` the probability of each face from 1 up (for a coin: tails, heads),
    `sides` the number of faces of a fair die, `weights` how often each thing that is no die fell on each of its sides.
    On a score sheet `rule` is that of further Yahtzees; with `commit` boxes are chosen after a turn's first throw. In
    Risk `attackers` and `defenders` are armies, `chain` those of territories one after another, and `best_split` how
    many a defender spreads over `territories`. `cache` is a folder for what takes long to solve.
    """

    goal: int | None = None
    turns: int | None = None
    die: tuple[Chance, ...] | None = None
    weights: tuple[float, ...] | None = None
    sides: int | None = None
    attackers: int | None = None
    defenders: int | None = None
    chain: tuple[int, ...] | None = None
    best_split: int | None = None
    territories: int | None = None
    rule: str | None = None
    commit: bool | None = None
    cache: Path | None = None

    def only(self, game: str, taken: frozenset[str]) -> "Options":
        """Return the options if `game`, which takes those that are `taken`, takes them all, else raise OptionError."""
        for option in fields(self):
            if getattr(self, option.name) is not None and option.name not in taken:
                known = ", ".join(sorted(option_name(name) for name in taken - {"cache"})) or "none"
                raise OptionError(f"{game} takes no {option_name(option.name)}: leave it out (its options: {known})")
        return self


def option_name(option: str) -> str:
    """Return an option's name as people write it."""
    return option.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a game's beginning, and how it was found.

    `value` is in `unit`; `states` is how many positions were decided, `seconds` what that took without compilation.
    `policy_sha256` is the hash of the packed roll bits where the game has any; `extra` holds a game's other numbers.
    """

    game: str
    value: float
    unit: str
    states: int
    seconds: float
    policy_sha256: str | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def to_json(self) -> dict[str, Any]:
        """Return the solution as the command line prints it, all digits kept."""
        line = {
            "game": self.game,
            "value": self.value,
            "unit": self.unit,
            "states": self.states,
            "seconds": self.seconds,
        }
        if self.policy_sha256 is not None:
            line["policy_sha256"] = self.policy_sha256
        return line | dict(self.extra)


class Game(Protocol):
    """A game that is solved exactly.

    `position` names what `advise` is told, in order; what is in `defaults` may be left out. `options` names the options
    that it takes. `unit` says what `value` is.
    """

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def options(self) -> frozenset[str]: ...
    @property
    def position(self) -> tuple[str, ...]: ...
    @property
    def defaults(self) -> Mapping[str, Any]: ...

    def solve(self, options: Options) -> Solution:
        """Solve the game afresh. Raises SolverError."""
        ...

    def advise(self, options: Options, **position: Any) -> Decision:
        """Return the best action in a position, from a shipped table or a solution. Raises SolverError."""
        ...


@runtime_checkable
class SupportsIteration(Protocol):
    """A game that can be asked for plain value iteration."""

    def iterate(self, options: Options, trace: Trace) -> Solution:
        """Solve the game by plain value iteration. Raises SolverError; OptionError says why it makes no sense here."""
        ...


class PositionTable(Protocol):
    """What is known of all positions of a game; `goal` is in points, None for a game without."""

    @property
    def goal(self) -> int | None: ...


@runtime_checkable
class SupportsTable(Protocol):
    """A game of which all positions can be looked at."""

    def table(self, options: Options) -> PositionTable:
        """Return what is known of all positions. Raises SolverError."""
        ...


@runtime_checkable
class SupportsFile(Protocol):
    """A game whose table can be kept in a file."""

    def verify(self, options: Options) -> bool:
        """Return whether a table ships with these options; it agrees with a fresh solution, else raise TableError."""
        ...

    def keep(self, options: Options, folder: Path) -> None:
        """Write the table into a folder. Raises SolverError."""
        ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strategies beside each other: `lines` for scripts, all digits kept, and the table that people read."""

    lines: tuple[Mapping[str, Any], ...]
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@runtime_checkable
class SupportsComparison(Protocol):
    """A game whose strategies can be compared exactly."""

    def compare(self, options: Options, names: Sequence[str] | None = None) -> Comparison:
        """Compare the strategies called `names`, by default all. Raises SolverError."""
        ...


@runtime_checkable
class SupportsSimulation(Protocol):
    """A game that can be played many times over, fast."""

    def simulate(
        self, options: Options, strategy: str, games: int, seed: int, against: str | None = None
    ) -> Mapping[str, Any]:
        """Play so many games by a strategy, or by two in turn, and return the numbers of what came of them by name.

        The same seed brings the same dice. Raises SolverError.
        """
        ...


def complete_position(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position that is `given`, with the game's defaults.

    Raises PositionError for what is missing or what the game has not.
    """
    place = {**game.defaults, **given}
    if odd := sorted(place.keys() - set(game.position)):
        raise PositionError(f"a position of {game.name} has no {', '.join(odd)}: give {', '.join(game.position)}")
    if missing := [name for name in game.position if name not in place]:
        raise PositionError(f"a position of {game.name} needs {' and '.join(missing)}: give {', '.join(game.position)}")
    return place
