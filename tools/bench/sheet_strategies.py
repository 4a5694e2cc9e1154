"""What the strategies of score sheets bring, how long it takes to know, and what each choice of ours moves."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from solver.sheet.exact.plan import plan_of
from solver.sheet.exact.sheet_table import SheetTable
from solver.sheet.game.sheet import SHEETS, Sheet, find_sheet
from solver.sheet.policy import botzee, glenn
from solver.sheet.policy.decision_list import ANY_TALLY, DecisionList, DecisionRule, most_points, scores_in, upper_box
from solver.sheet.policy.evaluate import PolicyEvaluation, evaluate
from solver.sheet.policy.guess import Guess, hardest_first
from solver.sheet.policy.plays import Policy
from solver.sheet.policy.situation import NOT, Ints, Situation
from solver.sheet.policy.strategies import STRATEGIES, sheet_strategy, strategies_for
from solver.throw_distribution import fair_die
from tools.bench._figure import figure

LIMIT = 10.0
FAIR = fair_die(6)
FREE, FORCED, PLAIN = (find_sheet("yahtzee", rule) for rule in ("free", "forced", "plain"))
AS_LISTED = "three of a kind or of a number goes before a full house"


def run() -> Iterator[str]:
    """Yield the lines: times, figures beside the published ones, and alternatives to what we chose."""
    yield from evaluated()
    yield from alternatives()


def evaluated() -> Iterator[str]:
    """Yield what each strategy brings in each game, with the seconds of one core beside the limit."""
    for sheets in SHEETS.values():
        sheet = sheets[0]
        for name in strategies_for(sheet):
            strategy = sheet_strategy(name, sheet)
            evaluate(strategy)
            begun = time.process_time()
            found = evaluate(strategy)
            taken = time.process_time() - begun
            beside = f"{found.mean:.4f} / {found.sd:.4f}"
            if sheet == FORCED:
                beside += " (published {} / {})".format(*STRATEGIES[name].published)
            yield figure(f"{sheet.name}: {name} evaluated exactly", taken, beside, LIMIT)


def alternatives() -> Iterator[str]:
    """Yield what the other ways of filling what the sources leave open would bring."""
    for name, choice, policy in (*of_glenn(), *of_botzee()):
        found = evaluate(policy)
        mean, sd = STRATEGIES[name].published
        yield f"{name:<24} {choice:<66} {moments(found)}   published {mean} / {sd}"


def moments(found: PolicyEvaluation) -> str:
    """Return mean and standard deviation in short."""
    return f"{found.mean:7.2f} / {found.sd:.2f}"


Alternative = tuple[str, str, Policy]


def of_glenn() -> Iterator[Alternative]:
    """Yield alternatives to the choices for Glenn's strategies, by the free rule unless another is named."""
    ours = hardest_first(FREE, FAIR)
    lower = [place for place in ours if place not in FREE.upper]
    hard_low = (*lower[:-1], *FREE.upper, lower[-1])
    orders = {
        "chosen: equal boxes: the harder, sixes before ones": ours,
        "equal boxes: the harder, ones before sixes": hard_low,
        "equal boxes: the first on the sheet": tuple(range(13)),
        "equal boxes: the last on the sheet": tuple(range(12, -1, -1)),
        "equal boxes: the easier": ours[::-1],
    }
    makers: dict[str, Callable[[Sheet, tuple[int, ...]], Policy]] = {
        "yahtzees-only": lambda sheet, order: scored(glenn.yahtzees_only(sheet, FAIR), most_points(order)),
        "yahtzees-and-straights": lambda sheet, order: scored(
            glenn.yahtzees_and_straights(sheet, FAIR), most_points(order)
        ),
        "greedy": greedy,
    }
    for name, make in makers.items():
        for words, order in orders.items():
            yield name, words, make(FREE, order)
        yield name, "chosen, by the forced rule", make(FORCED, ours)
    yield from rational()
    yield from guessed()


def greedy(sheet: Sheet, order: tuple[int, ...]) -> Policy:
    """Return greedy play with equal boxes in an order."""
    made = glenn.greedy(sheet, FAIR)
    boxes = tuple(sheet.boxes[place] for place in order)
    return Guess(sheet, SheetTable(replace(made.table.sheet, boxes=boxes), FAIR, made.table.values), order, made.aim)


def scored(player: DecisionList, *scores: DecisionRule) -> DecisionList:
    """Return a player who scores by other steps."""
    return DecisionList(player.sheet, player.keeps, scores)


def rational() -> Iterator[Alternative]:
    """Yield other refinements of the player who is after Yahtzees."""
    name, ours = "rational-yahtzees", glenn.rational_yahtzees(FREE, FAIR)
    greedily = most_points(hardest_first(FREE, FAIR))
    yield name, "chosen: three or more of a number go to its upper box", ours
    yield name, "four or more go there", scored(ours, scores_in("yahtzee"), upper_box(4, ""), greedily)
    yield name, "scores as yahtzees-only", scored(ours, greedily)
    pairs = DecisionRule("", lambda at: np.where((at.seen.most == 3), glenn.TALLY_LESS_ONE.choose(at), NOT))
    keeps = tuple(pairs if step is glenn.TALLY_LESS_ONE else step for step in ours.keeps)
    yield name, "once less counts for pairs beside three alone", DecisionList(FREE, keeps, ours.scores)
    bare = tuple(step for step in ours.keeps if step not in glenn.STRAIGHTS)
    yield name, "breaks straights", DecisionList(FREE, bare, ours.scores)
    yield name, "chosen, by the forced rule", glenn.rational_yahtzees(FORCED, FAIR)


def guessed() -> Iterator[Alternative]:
    """Yield other guesses of the bonus: by the moments that the boxes have under optimal play."""
    for name, make in (("heuristic", glenn.heuristic), ("better-heuristic", glenn.better_heuristic)):
        yield name, "chosen: an upper box brings what a turn for it alone does", make(FREE, FAIR)
        yield name, "an upper box brings what it does under optimal play", optimally(make(FREE, FAIR))
        yield name, "chosen, by the forced rule", make(FORCED, FAIR)


def optimally(player: Guess) -> Guess:
    """Return a player who guesses the bonus by the moments that upper boxes have under optimal play."""
    sheet = player.sheet
    mean, sd = evaluate(sheet_strategy("optimal", sheet)).box_moments()
    masks = np.arange(1 << len(sheet.boxes))
    opened = (masks[:, None] >> np.array(sheet.upper) & 1) == 0
    means, variances = opened @ mean[list(sheet.upper)], opened @ sd[list(sheet.upper)] ** 2
    values = player.table.values.copy()
    values[:, :, :-1] += (tails(sheet, means, variances) - glenn.upper_bonus(sheet, FAIR))[:, None]
    return Guess(sheet, SheetTable(sheet, FAIR, values), player.order, player.aim)


def tails(sheet: Sheet, means: npt.NDArray[np.float64], variances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the bonus times the chance of a normal number to reach what lacks [masks, totals below the cap]."""
    plan = plan_of(sheet)
    bonus = np.zeros((len(means), plan.cap))
    reachable = glenn.upper_bonus(sheet, FAIR) > 0
    for mask, total in np.argwhere(reachable).tolist():
        lacks = plan.cap - total - float(means[mask])
        bonus[mask, total] = plan.bonus * math.erfc(lacks / math.sqrt(2 * float(variances[mask]))) / 2
    return bonus


def of_botzee() -> Iterator[Alternative]:
    """Yield alternatives to the choices for Botzee, by the forced rule unless another is named."""
    for version in botzee.VERSIONS:
        name, ours = f"botzee-{version}", botzee.botzee(version, FORCED)
        yield name, "chosen", ours
        yield name, "by the free rule", botzee.botzee(version, FREE)
        yield name, "without jokers and further Yahtzees", botzee.botzee(version, PLAIN)
        if version > "4.03":
            yield name, "of numbers to score the highest", swapped(ours, highest_scored)
            yield name, "any number, but only one that is shown", swapped(ours, shown_scored)
            yield name, AS_LISTED, scored(ours, *listed(ours.scores))
        if botzee.AIM in ours.keeps:
            keeps = tuple(step for step in ours.keeps if step is not botzee.AIM)
            yield name, "does not aim at the last box", DecisionList(FORCED, keeps, ours.scores)
    played = botzee.botzee("4.03", FORCED)
    low = DecisionRule("", lowest_tally)
    yield "botzee-4.03", "of numbers shown equally often the lowest", DecisionList(FORCED, (low,), played.scores)
    once = DecisionRule("", lambda at: np.where(at.left == 2, ANY_TALLY.choose(at), botzee.ALL.choose(at)))
    yield "botzee-4.03", "throws twice a turn", DecisionList(FORCED, (once,), played.scores)


def lowest_tally(at: Situation) -> Ints:
    """Return the keep of the lowest of the numbers shown most often."""
    face = (at.seen.counts == at.seen.most).argmax(axis=0)
    return np.broadcast_to(at.seen.of_face[face, np.arange(len(face))], (len(at.filled), len(face)))


def swapped(player: DecisionList, change: Callable[[DecisionRule], DecisionRule]) -> DecisionList:
    """Return a player with other steps to score numbers by."""
    return scored(player, *(change(step) for step in player.scores))


def highest_scored(step: DecisionRule) -> DecisionRule:
    """Return the step that scores the highest of several numbers in place of the lowest."""
    least = {botzee.TWO: 2, botzee.ANY_NUMBER: 0}.get(step)
    return step if least is None else DecisionRule(step.name, lambda at: at.highest(shown(at, least)))


def shown_scored(step: DecisionRule) -> DecisionRule:
    """Return the step that takes the lowest open number that is shown."""
    return upper_box(1, step.name) if step is botzee.ANY_NUMBER else step


def listed(scores: tuple[DecisionRule, ...]) -> list[DecisionRule]:
    """Return steps with the full house where the description names it: before three of a kind of any points."""
    full, three = scores[2], scores[3]
    rest = list(scores[3:])
    if botzee.THREE_OR_MORE in rest:
        rest.insert(rest.index(botzee.THREE_OR_MORE) + 1, full)
    else:
        rest[1:1] = [full, three]
    return [*scores[:2], *rest]


def shown(at: Situation, least: int) -> npt.NDArray[np.bool_]:
    """Return which upper boxes [sheets, boxes, rolls] may take a number that is shown so often."""
    upper = np.array(at.sheet.upper)
    allowed = at.points[:, upper] != NOT
    return np.asarray(allowed & (at.seen.counts >= least))
