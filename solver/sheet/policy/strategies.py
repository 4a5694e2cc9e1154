"""Named strategies for score sheets: their decisions, their exact results, and what was published about them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.errors import UnknownNameError
from solver.explanation import sentence
from solver.sheet.coach.advise import advise_state
from solver.sheet.coach.decide import SheetDecision, weigh
from solver.sheet.coach.explain import action_words, why_missed
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import Plays, Policy, SheetTable, check_sides
from solver.sheet.game.dice import TIE
from solver.sheet.game.rules import SheetAction, SheetState
from solver.sheet.game.sheet import Sheet, find_sheet
from solver.sheet.policy.botzee import VERSIONS, botzee
from solver.sheet.policy.glenn import (
    better_heuristic,
    greedy,
    heuristic,
    rational_yahtzees,
    yahtzees_and_straights,
    yahtzees_only,
)
from solver.sheet.policy.guess import Guess
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.sheet.policy.evaluate import PolicyEvaluation

Die: TypeAlias = tuple[Chance, ...]

OPTIMAL = "optimal"
# Guesses are made for every set of boxes.
MOST_GUESSED = 15


class SheetPlayer(Policy, Protocol):
    """A policy that can also be asked for one decision and the rule behind it."""

    def act(self, state: SheetState) -> tuple[SheetAction, str]: ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a strategy is made for a sheet and a die, how it breaks ties, and where it can play.

    `published` are mean and standard deviation that its source gives, for Yahtzee with 100 for each further Yahtzee.
    """

    make: Callable[[Sheet, Die, Path | None], SheetPlayer]
    tie_rule: str
    plays: Callable[[Sheet], bool]
    published: tuple[float, float]


def _like_yahtzee(sheet: Sheet) -> bool:
    yahtzee = find_sheet("yahtzee")
    return sheet.boxes == yahtzee.boxes and sheet.throws == yahtzee.throws and not sheet.commit


def _with_yahtzee(sheet: Sheet) -> bool:
    return sheet.yahtzee is not None and bool(sheet.upper) and not sheet.commit


def _guessed(sheet: Sheet) -> bool:
    return len(sheet.boxes) <= MOST_GUESSED


def _optimal(sheet: Sheet, die: Die, cache: Path | None) -> Guess:
    return Guess.of_table(load_sheet(sheet, die, cache))


def _glenn(make: Callable[[Sheet, Die], SheetPlayer]) -> Callable[[Sheet, Die, Path | None], SheetPlayer]:
    return lambda sheet, die, _: make(sheet, die)


_KEEPS = "of equal keeps more dice, then higher faces"
_FIRST = f"scoring before keeping; {_KEEPS}; of equal boxes the first on the sheet"
_HARDER = "of equal boxes the harder one, which fewer turns played for it score in, of these the last on the sheet"
_TALLY = "of numbers shown equally often the highest with an open upper box, else the highest"
_LOWEST = "of numbers shown equally often the highest that the rule allows is kept; of several to score the lowest"


def _botzee(version: str) -> Recipe:
    return Recipe(lambda sheet, _, __: botzee(version, sheet), _LOWEST, _like_yahtzee, VERSIONS[version][2])


# The best, those of Glenn from the worst up, and Botzee's.
STRATEGIES: Mapping[str, Recipe] = MappingProxyType(
    {
        OPTIMAL: Recipe(_optimal, _FIRST, lambda _: True, (254.59, 59.61)),
        "yahtzees-only": Recipe(_glenn(yahtzees_only), f"{_TALLY}; {_HARDER}", _with_yahtzee, (171.52, 68.17)),
        "yahtzees-and-straights": Recipe(
            _glenn(yahtzees_and_straights), f"{_TALLY}; {_HARDER}", _like_yahtzee, (202.51, 65.90)
        ),
        "greedy": Recipe(_glenn(greedy), f"{_HARDER}; {_KEEPS}", lambda _: True, (218.05, 46.87)),
        "rational-yahtzees": Recipe(_glenn(rational_yahtzees), f"{_TALLY}; {_HARDER}", _like_yahtzee, (219.86, 65.99)),
        "heuristic": Recipe(heuristic, _FIRST, _guessed, (240.67, 60.90)),
        "better-heuristic": Recipe(_glenn(better_heuristic), _FIRST, _guessed, (244.87, 57.39)),
        **{f"botzee-{version}": _botzee(version) for version in VERSIONS},
    }
)


class SheetStrategy:
    """A named way of playing `sheet`: a `Policy` for `evaluate`, and a player who learns what its actions give away.

    `values` are asked for when the first decision is.
    """

    def __init__(self, name: str, player: SheetPlayer, values: Callable[[], SheetTable]) -> None:
        self.name = name
        self.sheet = player.sheet
        self._player = player
        self._values = values

    def rows(self, filled: NDArray[np.int64], flags: NDArray[np.int64]) -> Iterator[Plays]:
        """Yield what it does, as `evaluate` asks for it."""
        return self._player.rows(filled, flags)

    def act(self, state: SheetState) -> SheetAction:
        """Return what the player whose turn it is does, without its value."""
        return self._player.act(state)[0]

    def decide(self, state: SheetState) -> SheetDecision:
        """Return what the player whose turn it is does, with every option valued for best play afterwards.

        Raises PositionError for a full card and for one of another sheet, and what `load_sheet` raises.
        """
        values = self._values()
        if self.name == OPTIMAL or not state.dice:
            return advise_state(values, state)
        weighed = weigh(values, state)
        options = weighed.options
        action, rule = self._player.act(state)
        value = weighed.worth(action)
        lead = action_words(state.card, state.dice, action)

        def why() -> str:
            if value < options[0][1] - TIE:
                return why_missed(f"{self.name}, which goes by {rule},", state, action, options)
            return f"{lead}: {self.name} goes by {rule}, and nothing is worth more"

        return SheetDecision(action, value, options, sentence(lead, why))


def sheet_strategy(name: str, sheet: Sheet, die: Die | None = None, cache: Path | None = None) -> SheetStrategy:
    """Return the strategy called `name` for `sheet` with a `die`, fair if None; `cache` is where `load_sheet` looks.

    Raises UnknownNameError for a name that the sheet has not, DistributionError, and what `load_sheet` raises.
    """
    die = check_sides(sheet, die)
    if name not in (known := strategies_for(sheet)):
        raise UnknownNameError.of(f"strategy of {sheet.name}", name, known)

    def values() -> SheetTable:
        return load_sheet(sheet, die, cache)

    return SheetStrategy(name, STRATEGIES[name].make(sheet, die, cache), values)


def strategies_for(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the strategies that can play `sheet`."""
    return tuple(name for name, recipe in STRATEGIES.items() if recipe.plays(sheet))


class SheetRating(NamedTuple):
    """What a strategy brings, exactly, beside the mean and standard deviation that its source gives, if any."""

    strategy: str
    evaluation: "PolicyEvaluation"
    published: tuple[float, float] | None

    def to_json(self) -> dict[str, Any]:
        """Return the rating as the command line prints it, with all digits."""
        mean, sd = self.published or (None, None)
        return {
            "strategy": self.strategy,
            "mean": self.evaluation.mean,
            "sd": self.evaluation.sd,
            "bonus_probability": self.evaluation.bonus_probability,
            "yahtzee_probability": self.evaluation.yahtzee_probability,
            "published_mean": mean,
            "published_sd": sd,
            "tie_rule": STRATEGIES[self.strategy].tie_rule,
        }


def rate_sheet(
    sheet: Sheet, die: Die | None = None, names: Sequence[str] | None = None, cache: Path | None = None
) -> list[SheetRating]:
    """Evaluate the strategies called `names`, all that can play `sheet` if None, with a `die`, fair if None.

    Published figures stand beside those for Yahtzee with fair dice and 100 for each further one; they are simulated in
    Botzee's case. Raises UnknownNameError, DistributionError, MissingNumbaError and what `load_sheet` raises.
    """
    from solver.sheet.policy.evaluate import evaluate

    fair = len(set(check_sides(sheet, die))) == 1
    known = fair and _like_yahtzee(sheet) and sheet.extra == find_sheet("yahtzee").extra
    names = names or strategies_for(sheet)
    strategies = {name: sheet_strategy(name, sheet, die, cache) for name in names}
    return [
        SheetRating(name, evaluate(strategy, die), STRATEGIES[name].published if known else None)
        for name, strategy in strategies.items()
    ]
