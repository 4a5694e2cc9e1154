"""Value iteration between sweeps, and what it is told: when to stop, the discount, and the values to begin with."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.errors import OptionError

STILL = 1e-14
"""The usual tolerance: changes that are no larger are rounding."""
MOST_SWEEPS = 100_000
PROGRESS = 1e-3
"""The largest change makes progress if it falls by more than this fraction of itself."""
Spot: TypeAlias = tuple[int, ...]
Floats: TypeAlias = NDArray[np.float64]


class StartValues(NamedTuple):
    """The value that states begin with: `usual`, but for those that the file `origin` names in `given`.

    Each has one number, or as many as the game has players.
    """

    usual: float = 0.0
    given: Mapping[str, tuple[float, ...]] = MappingProxyType({})
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepSettings:
    """The settings of value iteration.

    Sweeping ends when no value changes by more than `tolerance`, from 0 to below 1. `gamma`, above 0 and up to 1,
    discounts each action: it draws what follows to an equal share of the win, and for one player what is still to come
    to 0 (Sutton and Barto, "Reinforcement Learning", second edition, 2018, chapter 4). Raises OptionError.
    """

    tolerance: float = STILL
    gamma: float = 1.0
    start: StartValues = field(default_factory=StartValues)

    def __post_init__(self) -> None:
        if not 0.0 <= self.tolerance < 1.0:
            raise OptionError(
                f"--tolerance {self.tolerance:g} is out of range: give a number from 0 to below 1, as 1e-6"
            )
        if not 0.0 < self.gamma <= 1.0:
            raise OptionError(f"--gamma {self.gamma:g} is out of range: give a number above 0 and up to 1")

    @property
    def fade(self) -> float:
        """The share of a value that an action draws to its rest: 0 without a discount."""
        return 1.0 - self.gamma


USUAL_SWEEPS = SweepSettings()


class States(Protocol):
    """The states of a game by their names, in an array of values."""

    @property
    def inside(self) -> NDArray[np.bool_]:
        """Which places of the array are those of states whose values are found by sweeps."""

    def find(self, name: str, /) -> Spot | None:
        """Return where the value of such a state stands, None for any other."""

    def names(self) -> Iterator[tuple[str, Spot]]:
        """Yield the name of each such state and where its value stands."""


@dataclass(frozen=True, slots=True)
class GridStates:
    """States that are numbers, as me=3 opponent=0 turn=5: one axis for each of the `fields`; `inside` says which."""

    fields: tuple[str, ...]
    inside: NDArray[np.bool_]

    def find(self, name: str) -> Spot | None:
        parts = [part.partition("=") for part in name.split()]
        numbers = {key: int(number) for key, _, number in parts if number.isascii() and number.isdigit()}
        if numbers.keys() != set(self.fields) or len(parts) != len(self.fields):
            return None
        spot = tuple(numbers[field] for field in self.fields)
        known = all(place < size for place, size in zip(spot, self.inside.shape, strict=True))
        return spot if known and self.inside[spot] else None

    def names(self) -> Iterator[tuple[str, Spot]]:
        for spot in np.argwhere(self.inside).tolist():
            yield " ".join(f"{field}={place}" for field, place in zip(self.fields, spot, strict=True)), tuple(spot)


@dataclass(frozen=True, slots=True)
class ValueRange:
    """What values of a game can be, from `least` to `most`, and how many `numbers` each state has.

    `sign` is -1 where the array counts below 0 what people count above it.
    """

    least: float = 0.0
    most: float = 1.0
    numbers: int = 1
    sign: float = 1.0

    def check(self, game: str, value: float) -> None:
        """Raise OptionError for a value that no state of `game` can have."""
        if not self.least <= value <= self.most:
            raise OptionError(
                f"a start value of {value:g} is impossible in {game}: "
                f"give numbers from {self.least:zg} to {self.most:,.0f}"
            )


def begin_values(game: str, values: Floats, states: States, start: StartValues, within: ValueRange) -> None:
    """Set the start values of all states that `states` names; `values` has a last axis where each has several numbers.

    Raises OptionError for values outside their range, and for a file that names no state or too few numbers.
    """
    within.check(game, start.usual)
    if start.usual:
        values[states.inside] = within.sign * start.usual
    for name, numbers in start.given.items():
        spot = states.find(name)
        if spot is None:
            known = next(states.names())[0]
            raise OptionError(f"{start.origin}: {game} has no state {name[:80]!r}: write states as '{known}'")
        if len(numbers) != within.numbers:
            raise OptionError(f"{start.origin}: the state {name[:80]!r} needs {within.numbers} numbers: give them")
        for number in numbers:
            within.check(game, number)
        values[spot] = np.reshape(within.sign * np.array(numbers), np.shape(values[spot]))


def value_lines(values: Floats, states: States, within: ValueRange) -> Iterator[str]:
    """Yield a line for each state, as `read_start` reads it, with all digits."""
    for name, spot in states.names():
        numbers = np.atleast_1d(within.sign * values[spot]).tolist()
        yield f"{name}\t{' '.join(repr(number) for number in numbers)}"


def read_start(text: str) -> StartValues:
    """Return the start values that `text` gives: a number, or the name of a file with a state and its value a line.

    A tab stands before the value, and a space between several; states that the file leaves out begin with 0. Raises
    OptionError.
    """
    try:
        return StartValues(float(text))
    except ValueError:
        pass
    try:
        lines = Path(text).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise OptionError(f"{text[:80]!r} is no start value: give a number, or a file that can be read") from None
    given: dict[str, tuple[float, ...]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, _, value = line.rpartition("\t")
        try:
            given[name.strip()] = tuple(map(float, value.split()))
        except ValueError:
            name = ""
        if not name.strip():
            raise OptionError(f"line {number} of {text}: write a state, a tab and its value, not {line[:60]!r}")
    if not given:
        raise OptionError(f"{text} names no state: write a state, a tab and its value in each line")
    return StartValues(0.0, MappingProxyType(given), text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueIteration:
    """The `values` of the game called `game` between sweeps, over its `states`, which are `named` and lie `within`.

    `sweep` sets every position to its better action by the current values, and returns the largest change; `value` is
    that of the beginning of the game, in `unit`, as it stands. `warm_up` compiles what a sweep needs, and `policy`
    returns the hash of the packed roll bits that the values lead to, None for a game without. Sweeping ends after
    `patience` sweeps without progress of the largest change; `unsettled` says why that can happen. Values begin as the
    `settings` say. Raises OptionError for start values that the game cannot have.
    """

    game: str
    unit: str
    states: int
    values: Floats
    named: States
    within: ValueRange
    settings: SweepSettings
    value: Callable[[], float]
    sweep: Callable[[], float]
    warm_up: Callable[[], object]
    policy: Callable[[], str | None]
    patience: int = MOST_SWEEPS
    unsettled: str = "the values still moved"

    def __post_init__(self) -> None:
        begin_values(self.game, self.values, self.named, self.settings.start, self.within)

    def lines(self) -> Iterator[str]:
        """Yield the value of each state in a line, as `read_start` reads it."""
        return value_lines(self.values, self.named, self.within)

    def sweeps(self) -> Iterator[tuple[int, float]]:
        """Sweep until no value changes by more than the tolerance; yield each sweep's number and its largest change."""
        least, waited = float("inf"), 0
        for sweep in range(1, MOST_SWEEPS):
            change = self.sweep()
            yield sweep, change
            waited = waited + 1 if change > (1.0 - PROGRESS) * least else 0
            least = min(least, change)
            if change <= self.settings.tolerance or waited >= self.patience:
                return
