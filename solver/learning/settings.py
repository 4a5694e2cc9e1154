"""What a learner is told: the method, its numbers, and how long it learns."""

from dataclasses import dataclass, fields

from solver.errors import OptionError, UnknownNameError

VALUE_ITERATION = "value-iteration"
POLICY_ITERATION = "policy-iteration"
MONTE_CARLO = "monte-carlo"
TD = "td"
PLAYING = (MONTE_CARLO, TD, "sarsa", "q-learning", "expected-sarsa")
"""The methods that play, each at its number in `solver.learning.graph`."""
METHODS = (VALUE_ITERATION, POLICY_ITERATION, *PLAYING)

RANGES: dict[str, tuple[float, float]] = {
    "epsilon": (0.0, 1.0),
    "gamma": (1e-6, 1.0),
    "alpha": (1e-6, 1.0),
    "trace": (0.0, 1.0),
    "tolerance": (0.0, 1.0),
    "episodes": (1, 100_000_000),
}
"""The least and the largest number of a setting; the game says what values can be."""
PLAYED = frozenset({"epsilon", "gamma", "alpha", "start_value", "episodes", "exploring"})
TAKEN: dict[str, frozenset[str]] = {
    **dict.fromkeys(PLAYING, PLAYED | {"trace"}),
    MONTE_CARLO: PLAYED,
    VALUE_ITERATION: frozenset({"gamma", "tolerance"}),
    POLICY_ITERATION: frozenset(),
}
"""Which settings each method takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningSettings:
    """The numbers of a learner; None takes the usual one.

    `epsilon` is the share of actions that are explored, 0 to 1 (0.1). `gamma` is the discount of a step, above 0 to 1
    (1). `alpha` is the size of a step, above 0 to 1; without it Monte Carlo takes means, the others the visits to the
    power of -0.8. `trace` is lambda, 0 to 1 (0.8; at 0 the only reward, at the end of a game, moves back one step a
    game). `start_value` is the value that states begin with, any that the game can have (an equal share of the win; 0
    alone). `tolerance` ends value iteration: the first sweep that changes no value by more is the last, 0 to 1 (1e-14);
    Neller and Presser call it epsilon. `episodes` is how many games are played (100,000). `exploring` begins each of
    them in a state drawn by chance.
    """

    epsilon: float | None = None
    gamma: float | None = None
    alpha: float | None = None
    trace: float | None = None
    start_value: float | None = None
    tolerance: float | None = None
    episodes: int | None = None
    exploring: bool | None = None

    def list_given(self) -> tuple[str, ...]:
        """Return the names of the settings that are not the usual ones."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) is not None)

    def check_for(self, method: str) -> None:
        """Raise UnknownNameError for an unknown method, OptionError for a number outside its range or not taken."""
        if method not in METHODS:
            raise UnknownNameError.of("method", method, METHODS)
        for name in self.list_given():
            number = getattr(self, name)
            if name not in TAKEN[method]:
                known = ", ".join(f"{{{one}}}" for one in sorted(TAKEN[method])) or "no settings"
                raise OptionError(f"{method} takes no {{{name}}}", do=f"leave it out (it takes {known})")
            least, most = RANGES.get(name, (number, number))
            if not least <= number <= most:
                span = f"give a number from {least:g} to {most:,.0f}"
                raise OptionError(f"{{{name}}} {number:g} is out of range", do=span)

    def choose_for(self, method: str) -> "LearningSettings":
        """Return those of the settings that the method takes."""
        return LearningSettings(**{name: getattr(self, name) for name in self.list_given() if name in TAKEN[method]})
