"""What a solved game offers: its options, its solution, advice in a position, and what only some have."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from solver.decision import Decision
from solver.errors import OptionError, PositionError
from solver.layout import Layout, Views
from solver.options import GameOptions, refuse_options
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.process.model import AnyModel

CAPPED = "pig-score and think (points at risk) and hog (dice)"
"""The games that `--cap` is for, and what it is of."""
WIN = "win probability of the player who begins"


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


class PositionTable(Protocol):
    """Everything that is known about all positions of a game; `goal` is in points, None for a game without a goal."""

    @property
    def goal(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strategies compared: `lines` for scripts, with all digits, and a table with a title for people."""

    lines: tuple[Mapping[str, Any], ...]
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnOutcomes:
    """How one turn ends: `chances` gives each possible score, rising, with its probability; often 0 is a lost turn.

    `player` says who plays so, and `more` what else is known, both as the command line prints them.
    """

    player: Mapping[str, Any]
    chances: Mapping[int, float]
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean score in points."""
        return sum(score * chance for score, chance in self.chances.items())

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as the command line prints them, all digits kept; scores are keys."""
        chances = {str(score): chance for score, chance in self.chances.items()}
        return {**self.player, "outcomes": chances, "mean": self.mean, **self.more}


class Game(ABC):
    """A game that is solved, and what else it offers; it raises OptionError for what it does not offer.

    `takes` are the names of the options that it takes. `position` names what describes a position, in order; what is in
    `defaults` may be left out. `unit` is the unit of the game's value. `strategies` are the forms of the names of those
    that it compares, and `turns` is how a turn may be played whose outcomes it knows, both in words and empty where
    there are none. So many `learners` play in the environment that `model` makes, 0 where others make it or nobody
    does.
    """

    name: str
    unit: str
    takes: frozenset[str] = frozenset()
    position: tuple[str, ...]
    defaults: Mapping[str, Any]
    strategies: str = ""
    turns: str = ""
    learners: int = 0

    @abstractmethod
    def solve(self, options: GameOptions) -> Solution:
        """Solve the game afresh. Raises SolverError."""

    def most_cap(self, _options: GameOptions, /) -> int:
        """Return the highest cap that a game without bounds can be solved with. Raises OptionError for others."""
        raise OptionError(f"{self.name} has bounds of its own: leave out --cap, which is for {CAPPED}")

    def solve_capped(self, options: GameOptions, cap: int, /) -> Solution:  # noqa: ARG002 - for those that have caps
        """Solve a game without bounds as if nobody went beyond a cap. Raises SolverError."""
        return self.solve(options)

    @abstractmethod
    def advise(self, options: GameOptions, **position: Any) -> Decision:
        """Return the best action in a position, from a shipped table or a solution. Raises SolverError."""

    def model(self, _options: GameOptions, /) -> "AnyModel":
        """Return the game as a decision process. Raises SolverError."""
        raise OptionError(f"{self.name} is not solved exactly, so it has no environment: choose another game")

    def table(self, _options: GameOptions, /) -> PositionTable:
        """Return everything that is known about all positions. Raises SolverError."""
        raise OptionError(f"{self.name} has no table: 'pipsqueak advise' says what is best in a position")

    def views(self, _options: GameOptions, /) -> Views:
        """Return what pictures show of the game. Raises SolverError."""
        raise OptionError(f"{self.name} has no pictures: 'pipsqueak advise' says what is best in a position")

    def verify(self, _options: GameOptions, /) -> bool:
        """Return whether a table ships with these options. Raises TableError if a fresh solution differs from it."""
        return False

    def text(self, _options: GameOptions, /) -> Layout:
        """Return what is printed of the game: what is best at scores from all over. Raises SolverError."""
        raise self._lineless("--text")

    def lines(self, _options: GameOptions, _me: int, _opponent: int, /) -> Iterator[str]:
        """Yield lines that say where to hold at the scores of two players. Raises SolverError."""
        raise self._lineless("--line")

    def all_lines(self, _options: GameOptions, /) -> Iterator[str]:
        """Yield such lines for all scores. Raises SolverError."""
        raise self._lineless("--all")

    def _lineless(self, option: str) -> OptionError:
        return OptionError(f"{self.name} has no such lines to print: leave out {option}")

    def compare(self, _options: GameOptions, _names: Sequence[str] | None = None, /) -> Comparison:
        """Compare the strategies with these names exactly, by default all. Raises SolverError."""
        raise OptionError(
            f"{self.name} has no strategies to compare: choose a race for two, a game that sets dice aside, a score "
            "sheet, or a game of one turn"
        )

    def simulate(
        self, _options: GameOptions, _strategy: str, _games: int, _seed: int, _against: str | None = None, /
    ) -> Mapping[str, Any]:
        """Play that many `games` by a strategy, or by two in turn, and return the results by name.

        The same seed gives the same dice. Raises SolverError.
        """
        raise OptionError(f"{self.name} is not simulated: 'pipsqueak rate' and 'pipsqueak solve' compute it exactly")

    def outcomes(
        self, _die: tuple[Chance, ...] | None, _strategy: str | None = None, _hold: int | None = None, /
    ) -> TurnOutcomes:
        """Return the scores of one turn by a strategy, or of Pig if it is held at a total. Raises SolverError."""
        raise OptionError(
            f"no outcomes of one turn of {self.name} are known: "
            "name pig, a game of one round, or one that sets dice aside"
        )

    def announcement(self, _options: GameOptions, /, *, anew: bool = False) -> str | None:  # noqa: ARG002 - for the others
        """Return in words how many states, how much memory and time, None where it takes little. Raises SolverError.

        Unless it is solved `anew`, a game whose solution is kept takes little.
        """
        return None

    def count_edges(self, _options: GameOptions, /) -> int:
        """Return how many actions and falls of dice lead between states at least, about; 0 where nobody has counted."""
        return 0

    def check_position(self, _options: GameOptions, /, **_position: Any) -> None:  # noqa: B027 - most know nothing
        """Raise SolverError for a position that `advise` refuses, where that is known before anything is solved."""

    def dice_place(self, _options: GameOptions, _given: Mapping[str, Any], /) -> dict[str, Any]:
        """Return the dice of a position that is given, which people may write without blanks, and what they say of it.

        Raises SolverError.
        """
        return {}

    def photo_dice(self, _options: GameOptions, _given: Mapping[str, Any], thrown: int | None, /) -> int:
        """Return how many dice a photograph must show: as many as were `thrown`, where that can be any number.

        `given` is what else is known of the position. Raises OptionError where no photograph can be taken.
        """
        raise OptionError(f"{self.name} takes no {'--photo' if thrown is None else '--thrown-dice'}: leave it out")

    def describe_assumptions(self, _given: Mapping[str, Any], _place: Mapping[str, Any], /) -> str:
        """Return in words what of a whole position nobody has given, where that is worth saying."""
        return ""

    def fractions(self, _options: GameOptions, /, **_position: Any) -> dict[str, Fraction | None]:
        """Return what each action is worth as a fraction, None where it is long, in a position that `advise` takes.

        Raises SolverError.
        """
        raise OptionError(f"{self.name} is not a race of rolling and holding: leave out --fractions")


def raise_cap(game: Game, options: GameOptions, cap: int) -> Solution:
    """Return the solution with a cap; `raised` in `extra` holds what the value gains with each cap that is doubled.

    The cap is doubled until that adds nothing more, or up to the most. Raises SolverError.
    """
    most = game.most_cap(options)
    if not 1 <= cap <= most:
        raise OptionError(f"{game.name} takes no cap of {cap}: give 1 to {most}")
    solution = game.solve_capped(options, cap)
    values = [solution.value]
    raised: dict[int, float] = {}
    while 2 * cap <= most and (len(values) == 1 or values[-1] != values[-2]):
        cap *= 2
        values.append(game.solve_capped(options, cap).value)
        raised[cap] = values[-1] - solution.value
    return replace(solution, extra=MappingProxyType({**solution.extra, "raised": raised}))


def read_options(game: Game, **given: Any) -> GameOptions:
    """Return the options that are `given` for `game`; None leaves an option out.

    Raises OptionError for an option that the game does not take.
    """
    chosen = {name: choice for name, choice in given.items() if choice is not None}
    refuse_options(game.name, chosen, game.takes)
    return GameOptions(**chosen)


def single_dice(dice: Sequence[int]) -> list[int]:
    """Return the values of dice; one number may hold several of them."""
    return [int(digit) for word in dice for digit in (str(word) if word > 0 else [word])]


def complete_position(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position that is `given`, completed by the game's defaults.

    Raises PositionError for what is missing and for what the game does not have.
    """
    place = {**game.defaults, **given}
    if odd := sorted(place.keys() - set(game.position)):
        raise PositionError(f"a position of {game.name} has no {', '.join(odd)}: give {', '.join(game.position)}")
    if missing := [name for name in game.position if name not in place]:
        raise PositionError(f"a position of {game.name} needs {' and '.join(missing)}: give {', '.join(game.position)}")
    return place
