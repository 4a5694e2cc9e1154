"""What a learner is told: the method, its numbers, and how long it learns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from solver.errors import OptionError, UnknownNameError
from solver.sweeping import STILL, StartValues, SweepSettings

VALUE_ITERATION = "value-iteration"
POLICY_ITERATION = "policy-iteration"
MONTE_CARLO = "monte-carlo"
TD = "td"
SARSA = "sarsa"
Q_LEARNING = "q-learning"
EXPECTED_SARSA = "expected-sarsa"
SWEEPING = (VALUE_ITERATION, POLICY_ITERATION)
PLAYING = (MONTE_CARLO, TD, SARSA, Q_LEARNING, EXPECTED_SARSA)
METHODS = (*SWEEPING, *PLAYING)
WITHOUT_A_MODEL = (MONTE_CARLO, SARSA, Q_LEARNING, EXPECTED_SARSA)

EPISODES = 100_000
MOST_EPISODES = 100_000_000
EPSILON = 0.1
# Without traces the only reward, at the end of a game, moves back one step a game.
TRACE = 0.8
BEGIN = 0.5

Check = Callable[[float], bool]


def _share(number: float) -> bool:
    return 0.0 <= number <= 1.0


def _positive_share(number: float) -> bool:
    return 0.0 < number <= 1.0


RANGES: dict[str, tuple[Check, str]] = {
    "epsilon": (_share, "from 0 to 1"),
    "gamma": (_positive_share, "above 0 and up to 1"),
    "alpha": (_positive_share, "above 0 and up to 1"),
    "trace": (_share, "from 0 to 1"),
    "start_value": (_share, "from 0 to 1"),
    "tolerance": (lambda number: 0.0 <= number < 1.0, "from 0 to below 1"),
    "episodes": (lambda number: 1 <= number <= MOST_EPISODES, f"from 1 to {MOST_EPISODES:,}"),
}
WRITTEN = {"trace": "lambda", "start_value": "start-value", "exploring": "exploring-starts"}
TAKEN = {
    VALUE_ITERATION: {"tolerance", "gamma", "start_value"},
    POLICY_ITERATION: set[str](),
    MONTE_CARLO: {"epsilon", "gamma", "alpha", "start_value", "episodes", "exploring"},
} | {
    method: {"epsilon", "gamma", "alpha", "trace", "start_value", "episodes", "exploring"}
    for method in (TD, SARSA, Q_LEARNING, EXPECTED_SARSA)
}
"""Which settings each method takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningSettings:
    """The numbers of a learner; None takes the usual one.

    `epsilon` is the share of actions that are explored, 0 to 1 (0.1). `gamma` is the discount of a step, above 0 to 1
    (1). `alpha` is the size of a step, above 0 to 1; without it Monte Carlo takes means, the others the visits to the
    power of -0.8. `tolerance` is the largest change after which value iteration ends, 0 to below 1 (1e-14).
    `trace` is lambda, 0 to 1 (0.8). `start_value` is the win probability that states begin with, 0 to 1
    (0.5); for value iteration any value of the game (0), or `StartValues` from a file. `episodes` is how many games
    are played (100,000). `exploring` begins each of them in a state drawn by chance.
    """

    epsilon: float | None = None
    gamma: float | None = None
    alpha: float | None = None
    trace: float | None = None
    tolerance: float | None = None
    start_value: float | StartValues | None = None
    episodes: int | None = None
    exploring: bool | None = None

    def given(self) -> tuple[str, ...]:
        """Return the names of the settings that are not the usual ones."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) is not None)

    @property
    def start(self) -> StartValues:
        """The values that states begin with, 0 where none are given."""
        given = self.start_value
        return given if isinstance(given, StartValues) else StartValues(given or 0.0)

    def sweeps(self) -> SweepSettings:
        """Return what value iteration is told."""
        tolerance = STILL if self.tolerance is None else self.tolerance
        return SweepSettings(tolerance=tolerance, gamma=1.0 if self.gamma is None else self.gamma, start=self.start)

    def check(self) -> None:
        """Raise OptionError for a number outside its range, and for a file, which value iteration alone takes."""
        if self.start.given:
            raise OptionError("--start-value FILE is for value-iteration: give a number, or --method value-iteration")
        self._check(RANGES)

    def _check(self, names: Iterable[str]) -> None:
        for name in names:
            fits, words = RANGES[name]
            number = self.start.usual if name == "start_value" else getattr(self, name)
            if number is not None and not fits(number):
                raise OptionError(f"--{format_option(name)} {number:g} is out of range: give a number {words}")

    def check_for(self, method: str) -> None:
        """Raise UnknownNameError for an unknown method, OptionError for a number outside its range or not taken."""
        if method not in METHODS:
            raise UnknownNameError.of("method", method, METHODS)
        if method == VALUE_ITERATION:  # the game says which values its states can begin with
            self._check(RANGES.keys() - {"start_value"})
        elif "start_value" in TAKEN[method]:
            self.check()
        else:
            self._check(RANGES.keys() - {"start_value"})
        for name in self.given():
            if name not in TAKEN[method]:
                known = ", ".join(f"--{format_option(one)}" for one in sorted(TAKEN[method])) or "no settings"
                raise OptionError(f"{method} takes no --{format_option(name)}: leave it out (it takes {known})")

    def taken_by(self, method: str) -> "LearningSettings":
        """Return those of the settings that the method takes."""
        return LearningSettings(**{name: getattr(self, name) for name in self.given() if name in TAKEN[method]})


def format_option(name: str) -> str:
    return WRITTEN.get(name, name)
