"""Named strategies for score sheets: how they play, their exact results, and what was published about them.

They are those of Glenn, "An Optimal Strategy for Yahtzee" (CS-TR-0002, Loyola College in Maryland, 2006): three go by
lists of steps, three play each turn best by a guess of what is left of the game. What the source leaves open is chosen
so that its figures are met; docs/strategies.md has the choices and what each is worth.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.action import Action
from solver.decision import Decision
from solver.errors import UnknownNameError
from solver.progress import track_steps
from solver.reason import Reason
from solver.rule_card import CARD, find_card
from solver.sheet.coach.advise import decide
from solver.sheet.coach.decide import weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import Policy, SheetTable, check_sides, plan_of
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Sheet
from solver.sheet.policy.decision_list import (
    ANY_TALLY,
    LARGE,
    SMALL,
    DecisionList,
    DecisionRule,
    most_points,
    run,
    scores_in,
    tally,
    upper_box,
    whole,
)
from solver.sheet.policy.guess import Guess, box_moments, hardest_first, in_order, part_values
from solver.throw_distribution import Chance

Die: TypeAlias = tuple[Chance, ...]
Floats: TypeAlias = NDArray[np.float64]
Steps: TypeAlias = tuple[DecisionRule, ...]

# What each box brings on average under optimal play by the free rule, in the order of the sheet.
MEANS = (1.881, 5.282, 8.569, 12.158, 15.687, 19.189, 21.661, 13.098, 22.592, 29.461, 32.711, 16.868, 22.009)

OPEN_TALLY, ONE_LESS = tally(0), tally(1)
STRAIGHTS = (
    whole("large", lambda at: at.find_scoring(LARGE)),
    run(lambda at: at.find_scoring(SMALL) & at.free(LARGE)),
    whole("small", lambda at: at.find_scoring(SMALL)),
)


def greedy(sheet: Sheet, die: Die) -> Guess:
    """Return the player who wants most points from this turn and guesses that nothing comes after it."""
    order = hardest_first(sheet, die)
    bare = in_order(sheet, order)
    plan = plan_of(bare)
    return Guess(sheet, SheetTable(bare, die, np.zeros((1 << plan.boxes, plan.flags, 1))), order, "turn")


def heuristic(sheet: Sheet, die: Die, cache: Path | None = None) -> Guess:
    """Return the player who guesses that each open box brings its mean under optimal play, plus `upper_bonus`.

    Those means are evaluated, which needs numba, but for Yahtzee with fair dice; `cache` is where tables are kept.
    """
    masks = np.arange(1 << len(sheet.boxes))
    open_boxes = (masks[:, None] >> np.arange(len(sheet.boxes)) & 1) == 0
    return _guess(sheet, die, open_boxes @ np.array(_means(sheet, die, cache)))


def better_heuristic(sheet: Sheet, die: Die) -> Guess:
    """Return the player who guesses that upper and lower boxes are played best, each for themselves."""
    return _guess(sheet, die, part_values(sheet, die, sheet.upper) + part_values(sheet, die, sheet.lower))


def upper_bonus(sheet: Sheet, die: Die) -> Floats:
    """Return the bonus times a normal estimate of the chance to make it [masks of filled boxes, totals below the cap].

    What an upper box will hold has mean and variance of a turn played for it alone, and they add. The estimate is 0
    where the open boxes cannot hold enough.
    """
    plan = plan_of(sheet)
    moments = {place: box_moments(sheet, die, place) for place in sheet.upper}
    bonus = np.zeros((1 << plan.boxes, plan.cap))
    for mask in range(1 << plan.boxes):
        left = [place for place in sheet.upper if not mask >> place & 1]
        most = sum(int(plan.rise[plan.first[place] : plan.first[place + 1]].max()) for place in left)
        mean, variance = (sum(moments[place][i] for place in left) for i in range(2))
        for total in range(max(plan.cap - most, 0), plan.cap):
            bonus[mask, total] = plan.bonus * _normal_tail(plan.cap - total - mean, variance)
    return bonus


def _normal_tail(above: float, variance: float) -> float:
    """Return the chance of a normal number to exceed its mean by so much."""
    return math.erfc(above / math.sqrt(2 * variance)) / 2 if variance else float(above <= 0)


def _guess(sheet: Sheet, die: Die, later: Floats) -> Guess:
    plan = plan_of(sheet)
    values = np.repeat(later[:, None, None], plan.cap + 1, axis=2)
    values[:, 0, : plan.cap] += upper_bonus(sheet, die)
    table = SheetTable(sheet, die, np.repeat(values, plan.flags, axis=1))
    return Guess.of_table(table, "guess")


def _means(sheet: Sheet, die: Die, cache: Path | None) -> tuple[float, ...]:
    yahtzee = find_sheet("yahtzee", "free")
    fair = len(set(die)) == 1
    if fair and sheet.boxes == yahtzee.boxes and sheet.joker is not Joker.NONE and sheet.extra == yahtzee.extra:
        return MEANS
    from solver.sheet.policy.evaluate import evaluate

    return tuple(evaluate(Guess.of_table(load_sheet(sheet, die, cache)), die).box_moments()[0].tolist())


OPTIMAL = "optimal"
# Guesses are made for every set of boxes.
MOST_GUESSED = 15


class SheetPlayer(Policy, Protocol):
    """A policy that can also be asked for one decision and the rule behind it."""

    def act(self, state: SheetState) -> tuple[Action, Reason]: ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a strategy is made for a sheet and a die, how it breaks ties, and where it can play.

    `published` are mean and standard deviation that its source gives, for Yahtzee with 100 for each further Yahtzee.
    """

    make: Callable[[Sheet, Die, Path | None], SheetPlayer]
    tie_rule: str
    plays: Callable[[Sheet], bool]
    published: tuple[float | None, float | None] = (None, None)


def _is_yahtzee(sheet: Sheet) -> bool:
    yahtzee = find_sheet("yahtzee")
    return sheet.boxes == yahtzee.boxes and sheet.throws == yahtzee.throws and not sheet.commit


def _has_yahtzee(sheet: Sheet) -> bool:
    return sheet.yahtzee is not None and bool(sheet.upper) and not sheet.commit


def _is_guessed(sheet: Sheet) -> bool:
    return len(sheet.boxes) <= MOST_GUESSED


def _play_by_lists(keeps: Steps, *scores: DecisionRule) -> Callable[[Sheet, Die, Path | None], DecisionList]:
    """Return what makes a player who keeps by a list, and scores by another one, and then where most points are."""
    return lambda sheet, die, _: DecisionList(sheet, keeps, (*scores, most_points(hardest_first(sheet, die))))


_KEEPS = "of equal keeps more dice, then higher faces"
_FIRST = f"scoring before keeping; {_KEEPS}; of equal boxes the first on the sheet"
_HARDER = "of equal boxes the harder one, which fewer turns played for it score in, of these the last on the sheet"
_TALLY = "of numbers shown equally often the highest with an open upper box, else the highest"
_CARD_TIES = "the first step of the card that applies; of boxes equally above par the first on the sheet"


# The best, and those of Glenn from the worst up. Yahtzees-only keeps the number shown most often, whatever
# the sheet asks for; the next one does not break a straight that can be scored; the rational one has an eye on the
# upper boxes too, when keeping and when scoring.
STRATEGIES: Mapping[str, Recipe] = MappingProxyType(
    {
        OPTIMAL: Recipe(
            lambda sheet, die, cache: Guess.of_table(load_sheet(sheet, die, cache)),
            _FIRST,
            lambda _: True,
            (254.59, 59.61),
        ),
        "yahtzees-only": Recipe(
            _play_by_lists((OPEN_TALLY, ANY_TALLY)), f"{_TALLY}; {_HARDER}", _has_yahtzee, (171.52, 68.17)
        ),
        "yahtzees-and-straights": Recipe(
            _play_by_lists((*STRAIGHTS, OPEN_TALLY, ANY_TALLY)), f"{_TALLY}; {_HARDER}", _is_yahtzee, (202.51, 65.90)
        ),
        "greedy": Recipe(
            lambda sheet, die, _: greedy(sheet, die), f"{_HARDER}; {_KEEPS}", lambda _: True, (218.05, 46.87)
        ),
        "rational-yahtzees": Recipe(
            _play_by_lists((*STRAIGHTS, OPEN_TALLY, ONE_LESS, ANY_TALLY), scores_in("yahtzee"), upper_box(3)),
            f"{_TALLY}; {_HARDER}",
            _is_yahtzee,
            (219.86, 65.99),
        ),
        "heuristic": Recipe(heuristic, _FIRST, _is_guessed, (240.67, 60.90)),
        "better-heuristic": Recipe(
            lambda sheet, die, _: better_heuristic(sheet, die), _FIRST, _is_guessed, (244.87, 57.39)
        ),
    }
)


def find_recipe(name: str, sheet: Sheet) -> Recipe | None:
    """Return how the strategy called `name` is made, which may be a rule card; None if none of `sheet` is called so."""
    recipe = STRATEGIES.get(name)
    if recipe is None and (card := find_card("yahtzee", name)):
        from solver.sheet.policy.card_rules import card_list

        recipe = Recipe(lambda sheet, _, __: card_list(sheet, card), _CARD_TIES, _is_yahtzee)
    return recipe if recipe and recipe.plays(sheet) else None


def decide_by(player: SheetPlayer, values: SheetTable, state: SheetState) -> Decision:
    """Return what a player does whose turn it is, with every option valued for best play afterwards by `values`.

    Raises PositionError for a state on another sheet.
    """
    weighed = weigh(values, state)
    if not state.dice:
        return decide(values, weighed)
    action, step = player.act(state)
    return decide(values, weighed, action, Reason("rule-step", {"step": step}))


def sheet_strategy(name: str, sheet: Sheet, die: Die | None = None, cache: Path | None = None) -> SheetPlayer:
    """Return the strategy called `name` for `sheet` with a `die`, fair if None; `cache` is where `load_sheet` looks.

    Raises UnknownNameError for a name that the sheet has not, DistributionError, and what `load_sheet` raises.
    """
    die = check_sides(sheet, die)
    if (recipe := find_recipe(name, sheet)) is None:
        raise UnknownNameError.of(f"strategy of {sheet.name}", name, strategies_for(sheet))
    return recipe.make(sheet, die, cache)


def strategies_for(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the strategies that can play `sheet`."""
    names = tuple(name for name, recipe in STRATEGIES.items() if recipe.plays(sheet))
    return (*names, CARD) if find_recipe(CARD, sheet) else names


def rate_sheet(
    sheet: Sheet, die: Die | None = None, names: Sequence[str] | None = None, cache: Path | None = None
) -> list[dict[str, Any]]:
    """Return what strategies called `names` bring, exactly, as the command line prints it, with all digits.

    Without names it is all that can play `sheet`, with a `die`, fair if None. Published figures stand beside those for
    Yahtzee with fair dice and 100 for each further one. Raises UnknownNameError,
    DistributionError, MissingNumbaError and what `load_sheet` raises.
    """
    from solver.sheet.policy.evaluate import evaluate

    fair = len(set(check_sides(sheet, die))) == 1
    known = fair and _is_yahtzee(sheet) and sheet.extra == find_sheet("yahtzee").extra
    strategies = {name: sheet_strategy(name, sheet, die, cache) for name in names or strategies_for(sheet)}
    rated = []
    for name, strategy in track_steps([*strategies.items()]):
        found, recipe = evaluate(strategy, die), find_recipe(name, sheet)
        assert recipe is not None
        mean, sd = recipe.published if known else (None, None)
        rated.append(
            {
                "strategy": name,
                "mean": found.mean,
                "sd": found.sd,
                "bonus_probability": found.bonus_probability,
                "yahtzee_probability": found.yahtzee_probability,
                "yahtzees_mean": found.yahtzees_mean,
                "yahtzees_sd": found.yahtzees_sd,
                "published_mean": mean,
                "published_sd": sd,
                "tie_rule": recipe.tie_rule,
            }
        )
    return rated
