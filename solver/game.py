"""What a solved game offers: its options, its solution, advice in a position, and capabilities that only some have."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from solver.decision import Decision
from solver.errors import OptionError, PositionError
from solver.options import GameOptions

WIN = "win probability of the player who begins"

O = TypeVar("O", bound=GameOptions)  # noqa: E741 - the options of a game
O_contra = TypeVar("O_contra", bound=GameOptions, contravariant=True)

Trace: TypeAlias = Callable[[int, float], None]
"""A function that is called after each sweep of value iteration, with its number and its largest change."""

Pictures: TypeAlias = Mapping[str, Callable[[Any], None]]
"""Functions that draw into a matplotlib figure, by the kind of picture."""


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
        """Return the solution as the command line prints it, with all digits."""
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


class Game(Protocol[O]):
    """A game that is solved exactly.

    `options_type` holds the options that the game takes. `position` names what describes a position, in order; what is
    in `defaults` may be left out. `unit` is the unit of the game's value.
    """

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def options_type(self) -> type[O]: ...
    @property
    def position(self) -> tuple[str, ...]: ...
    @property
    def defaults(self) -> Mapping[str, Any]: ...

    def solve(self, options: O) -> Solution:
        """Solve the game afresh. Raises SolverError."""
        ...

    def advise(self, options: O, **position: Any) -> Decision:
        """Return the best action in a position, from a shipped table or a solution. Raises SolverError."""
        ...


AnyGame: TypeAlias = Game[Any]


@runtime_checkable
class SupportsIteration(Protocol[O_contra]):
    """A game that can be solved by plain value iteration."""

    def iterate(self, options: O_contra, trace: Trace) -> Solution:
        """Solve the game by plain value iteration. Raises SolverError."""
        ...


@runtime_checkable
class ExcludesIteration(Protocol):
    """A game for which plain value iteration makes no sense; `no_iteration` says why, and what to do instead."""

    @property
    def no_iteration(self) -> str: ...


def check_iteration(game: AnyGame) -> SupportsIteration[Any]:
    """Return the game if it supports plain value iteration, else raise OptionError, which says why it does not."""
    if isinstance(game, SupportsIteration):
        return game
    reason = f"{game.name} is not iterated plainly: leave out --method"
    raise OptionError(game.no_iteration if isinstance(game, ExcludesIteration) else reason)


class PositionTable(Protocol):
    """Everything that is known about all positions of a game; `goal` is in points, None for a game without a goal."""

    @property
    def goal(self) -> int | None: ...


@runtime_checkable
class SupportsTable(Protocol[O_contra]):
    """A game whose positions can be tabulated and drawn."""

    def table(self, options: O_contra) -> PositionTable:
        """Return everything that is known about all positions. Raises SolverError."""
        ...

    def pictures(self, table: Any, sections: Sequence[int] = ()) -> Pictures:
        """Return the pictures of a table of this game; `sections` are the scores at which sections are drawn.

        These are scores of the opponent, and for three players of the last one. Raises MissingPackageError, and
        OptionError for scores outside the game and for sections of a game that has none.
        """
        ...


@runtime_checkable
class SupportsFile(Protocol[O_contra]):
    """A game whose table can be saved in a file."""

    def verify(self, options: O_contra) -> bool:
        """Return whether a table ships with these options. Raises TableError if a fresh solution differs from it."""
        ...

    def keep(self, options: O_contra, folder: Path) -> None:
        """Write the table into a folder. Raises SolverError."""
        ...


@runtime_checkable
class SupportsText(Protocol[O_contra]):
    """A game whose policy can be printed as a table."""

    def text(self, options: O_contra, width: int | None = None, /) -> Iterator[str]:
        """Yield the lines of tables that say what is best at scores from all over. Raises SolverError.

        Scores are left out of a table for which `width` columns are too few.
        """
        ...


@runtime_checkable
class SupportsLines(Protocol[O_contra]):
    """A game of which lines say where to hold at the scores of two players."""

    def lines(self, options: O_contra, me: int, opponent: int) -> Iterator[str]:
        """Yield lines that say it at these scores. Raises SolverError."""
        ...


@runtime_checkable
class SupportsAllLines(Protocol[O_contra]):
    """A game of which such lines can be printed for all scores."""

    def all_lines(self, options: O_contra) -> Iterator[str]:
        """Yield the lines for all scores. Raises SolverError."""
        ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strategies compared: `lines` for scripts, with all digits, and a table with a title for people."""

    lines: tuple[Mapping[str, Any], ...]
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@runtime_checkable
class SupportsComparison(Protocol[O_contra]):
    """A game whose strategies can be compared exactly."""

    def compare(self, options: O_contra, names: Sequence[str] | None = None) -> Comparison:
        """Compare the strategies called `names`, by default all. Raises SolverError."""
        ...


@runtime_checkable
class SupportsSimulation(Protocol[O_contra]):
    """A game of which many games can be simulated fast."""

    def simulate(
        self, options: O_contra, strategy: str, games: int, seed: int, against: str | None = None
    ) -> Mapping[str, Any]:
        """Play `games` games by a strategy, or by two in turn, and return the results by name.

        The same seed gives the same dice. Raises SolverError.
        """
        ...


@runtime_checkable
class AnnouncesEffort(Protocol[O_contra]):
    """A game whose solution may take so much that people are told before it starts."""

    def announcement(self, options: O_contra, *, anew: bool = False) -> str | None:
        """Return in words how many states, how much memory and time, None where it takes little. Raises SolverError.

        Unless it is solved `anew`, a game whose solution is kept takes little.
        """
        ...


@runtime_checkable
class TakesDice(Protocol[O_contra]):
    """A game whose positions hold dice, which people may write without blanks."""

    def dice_place(self, options: O_contra, given: Mapping[str, Any], /) -> dict[str, Any]:
        """Return the dice of a position that is `given`, taken apart, and what they say of it. Raises SolverError."""
        ...


@runtime_checkable
class ReadsPhotos(Protocol[O_contra]):
    """A game whose positions hold dice, which a photograph may show."""

    def photo_dice(self, options: O_contra, given: Mapping[str, Any], thrown: int | None, /) -> int:
        """Return how many dice a photograph must show: as many as were `thrown`, where that can be any number.

        `given` is what else is known of the position. Raises OptionError where no photograph can be taken.
        """
        ...


def single_dice(dice: Sequence[int]) -> list[int]:
    """Return the values of dice of which several may be written as one number."""
    return [int(digit) for word in dice for digit in (str(word) if word > 0 else [word])]


def complete_position(game: AnyGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position that is `given`, completed by the game's defaults.

    Raises PositionError for what is missing and for what the game does not have.
    """
    place = {**game.defaults, **given}
    if odd := sorted(place.keys() - set(game.position)):
        raise PositionError(f"a position of {game.name} has no {', '.join(odd)}: give {', '.join(game.position)}")
    if missing := [name for name in game.position if name not in place]:
        raise PositionError(f"a position of {game.name} needs {' and '.join(missing)}: give {', '.join(game.position)}")
    return place


def refuse_sections(sections: Sequence[int]) -> None:
    """Raise OptionError if `sections` are asked for, in a game whose pictures have none."""
    if sections:
        raise OptionError("this game has no sections at the scores of opponents: leave them out")


def check_sections(sections: Sequence[int], goal: int) -> None:
    """Raise OptionError for a section at a score outside a game to `goal`."""
    for score in sections:
        if not 0 <= score < goal:
            raise OptionError(f"a section at a score of {score} lies outside the game: 0 to {goal - 1}")
