"""Pictures of all games by their tables: what is best in every position, and what positions are worth.

The body of the states that roll is seen as in Neller and Presser, "Optimal Play of the Dice Game Pig", 2004.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log10
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
from matplotlib.colors import ListedColormap, LogNorm, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator, ScalarFormatter
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from numpy.typing import NDArray

from solver.errors import OptionError
from solver.game import PositionTable
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.views import least_totals
from solver.multiplayer.approximation import MultiplayerTable
from solver.multiplayer.three import ThreeTable
from solver.multiplayer.views import crowd_map
from solver.plot.pictures import (
    BODY,
    GRID,
    HOLD,
    REACHED,
    ROLL,
    TENTHS,
    Extent,
    Pictures,
    draw_lines,
    draw_maps,
    panels,
    scale_of,
    title,
)
from solver.policy_words import PolicyMap
from solver.race.race_table import HogTable, RaceTable, TwoPlayerTable
from solver.race.views import Mask, reachable
from solver.race.views import hold_map as race_map
from solver.risk.conquest import Battles, best_split, campaign
from solver.rounds.rating import RoundViews
from solver.sheet.pictures import draw_boxes, draw_first, draw_scores
from solver.sheet.views import SheetViews
from solver.simultaneous.strategy import SkunkTable, SwineHerdTable
from solver.simultaneous.views import swine_herd_map
from solver.single.exact import SinglePlayerTable
from solver.single.views import hold_map, plain_calls

RACES = "throws on until the goal is reached"
"""What is said of a hatched place in a map of turn totals at which to hold."""
SECTIONS = (0, 20, 40, 60, 80, 95)
LIGHT = (-0.18, -0.45, 0.87)
# As large as the labels allow.
ZOOM = 1.08
WORTH = {
    "pig-reach": ("the chance to reach the goal", "chance"),
    "pig-score": ("the points that the turns left bring", "points to come"),
    "pig-turns": ("how many turns it takes", "turns"),
    "think": ("the points that the turns left bring", "points to come"),
}
DIGITS = 9
# Parts of the goal that the last of three players has.
THIRDS = (0.0, 0.3, 0.5, 0.7)
NEXT_SCORES = "own score", "next player's score"
BEST_SCORES = "own score", "best other player's score"
# For points alone what is banked counts; in the last round it does so for the robot too.
SKUNK_BANKED = (0, 50, 100)
SKUNK_ME = 50
# Maps of dice that are left stand in this many rows, and each axis of one has this many parts.
ROWS = 2
FEW_TICKS = 2
ENDS = "hold only to win"
TOTALS = (50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Totals that the key of colours names."""
# A chain that can be held in many ways.
TOTAL, TERRITORIES = 30, 5
ARMIES = range(10, 61, 2)
LOSS_LINES = range(5, 30, 5)
SIDES = "attackers, without the one that stays behind", "defenders"
SELDOM = 5e-5
"""Scores that are rarer by every strategy are left out at the ends."""

Quads = NDArray[np.float64]
Drawn: TypeAlias = Literal["default", "steps-mid"]


def pictures_of(table: PositionTable, sections: Sequence[int] = ()) -> Pictures:
    """Return the pictures of the table of a game by kind.

    `sections` are the scores at which sections of a race are drawn, those of the opponent, and for three players of the
    last one; by default some from all over. Raises OptionError for scores outside the game, for sections of a game that
    has none, and for a table that nobody has drawn yet.
    """
    if type(table) not in _DRAWN:
        raise OptionError("this game has no pictures: choose another one, or print its lines with --text")
    if sections and not isinstance(table, RaceTable | ThreeTable):
        raise OptionError("this game has no sections at the scores of opponents: leave them out")
    for score in sections:
        if not 0 <= score < (table.goal or 0):
            raise OptionError(f"a section at a score of {score} lies outside the game: 0 to {(table.goal or 0) - 1}")

    def of(draw: Callable[..., None]) -> Callable[[Figure], None]:
        if sections and draw in _SECTIONED:
            return lambda figure: draw(figure, table, sections)
        return lambda figure: draw(figure, table)

    endless = isinstance(table, SinglePlayerTable) and table.turns is None
    drawn = _DRAWN[type(table)].items()
    return {kind: of(draw) for kind, draw in drawn if not (endless and draw is _alone_calls)}


def faces(solid: Mask) -> tuple[Quads, Quads]:
    """Return the squares between the cells of a body and what is outside: corners (n, 4, 3) and unit normals (n, 3).

    Cell (i, j, k) reaches from i to i + 1 and so on.
    """
    padded = np.pad(solid, 1)
    quads, normals = [], []
    for axis in range(3):
        for side in (0, 1):
            there = np.roll(padded, -1 if side else 1, axis)
            cells = np.argwhere(padded & ~there) - 1.0
            corners = np.zeros((4, 3))
            across, up = (axis + 1) % 3, (axis + 2) % 3
            corners[:, axis] = side
            corners[:, across] = (0, 1, 1, 0)
            corners[:, up] = (0, 0, 1, 1)
            quads.append(cells[:, None] + corners)
            normal = np.zeros(3)
            normal[axis] = 1 if side else -1
            normals.append(np.broadcast_to(normal, (len(cells), 3)))
    return np.concatenate(quads), np.concatenate(normals)


def _surface(figure: Figure, table: RaceTable) -> None:
    _body(figure, table, table.roll_mask(), BODY, "the body is where the player throws")


def _reachable(figure: Figure, table: RaceTable) -> None:
    mask = reachable(table) & table.roll_mask()
    _body(figure, table, mask, REACHED, "the states that the player can come to and throws in")


def _body(figure: Figure, table: RaceTable, mask: Mask, colour: str, what: str) -> None:
    axes = figure.add_subplot(projection="3d")
    quads, normals = faces(mask)
    shade = 0.55 + 0.45 * normals @ np.array(LIGHT)
    base = np.array(to_rgb(colour))
    body = Poly3DCollection(quads, facecolors=shade[:, None] * base, linewidths=0, antialiaseds=False)
    axes.add_collection3d(body)
    span = (0, table.goal)
    axes.set(xlim=span, ylim=span, zlim=(0, max(1.0, quads[..., 2].max(initial=0))))
    axes.set(xlabel="own score", ylabel="opponent's score", zlabel="turn total")
    axes.zaxis.set_rotate_label(False)
    axes.zaxis.label.set_rotation(90)
    axes.view_init(elev=24, azim=-125)
    axes.set_box_aspect(None, zoom=ZOOM)
    figure.suptitle(f"{_title_to(table)}: {what}")


def _sections(figure: Figure, table: RaceTable, sections: Sequence[int] = ()) -> None:
    chosen = sections or tuple(score for score in SECTIONS if score < table.goal)
    mask = table.roll_mask()
    colours = ListedColormap([HOLD, ROLL])
    for axes, score in zip(panels(figure, len(chosen), 3)[0], chosen, strict=True):
        axes.imshow(mask[:, score, :].T, origin="lower", cmap=colours, vmin=0, vmax=1, aspect="auto")
        axes.plot([0, table.goal], [table.goal, 0], color="black", linewidth=0.8, linestyle="--")
        axes.set(xlim=(-0.5, table.goal - 0.5), ylim=(-0.5, table.goal - 0.5))
        axes.set_title(f"opponent at {score}", fontsize=9)
    figure.supxlabel("own score")
    figure.supylabel("turn total")
    figure.suptitle(f"{_title_to(table)}: dark, the player throws; on the broken line holding wins")


def _race_hold(figure: Figure, table: RaceTable) -> None:
    maps = {f"{_title_to(table)}: the turn total at which to hold": _shown(race_map(table))}
    draw_maps(figure, maps, "turn total", hidden=RACES)


def _win(figure: Figure, table: TwoPlayerTable) -> None:
    maps = {f"{_title_to(table)}: chance to win at the start of a turn": table.turn_start}
    draw_maps(figure, maps, "chance to win", levels=TENTHS)


def _dice(figure: Figure, table: HogTable) -> None:
    counts = table.policy.reshape(table.goal, table.goal).astype(float)
    draw_maps(figure, {f"{_title_to(table)}: how many dice to throw": counts}, "dice")


def _shown(policy: PolicyMap) -> NDArray[np.float64]:
    """Return the numbers of a policy, those left out where a player goes on to the goal."""
    return np.ma.masked_where(~policy.have, policy.numbers.astype(float))


def _title_to(table: TwoPlayerTable) -> str:
    return f"{title(table.game)} to {table.goal}"


def _alone_hold(figure: Figure, table: SinglePlayerTable) -> None:
    policy, heading = hold_map(table), f"{_alone_title(table)}: the turn total at which to hold"
    if table.goal is not None and table.turns is None:
        holds = np.where(policy.have, policy.numbers, table.goal - np.arange(table.goal))
        _curve(figure, holds, heading, "turn total", "steps-mid")
    else:
        _by_turns(figure, _shown(policy), heading, "turn total")


def _alone_value(figure: Figure, table: SinglePlayerTable) -> None:
    what, unit = WORTH[table.game]
    heading = f"{_alone_title(table)}: {what}"
    scores = table.rolls.shape[1]
    if table.turns is None:
        _curve(figure, -table.start[0, :scores], heading, unit, "default")
    elif table.goal is not None:
        _by_turns(figure, table.start[1:, :scores], heading, unit, TENTHS)
    else:
        # Values that differ only by rounding must not look different.
        _by_turns(figure, np.round(table.start[1:, :scores] - np.arange(scores), DIGITS), heading, unit)


def _alone_calls(figure: Figure, table: SinglePlayerTable) -> None:
    calls = plain_calls(table)
    powers = np.full((table.turns or 0, 1 + max(score for _, score in calls)), np.nan)
    for (left, score), times in calls.items():
        powers[left - 1, score] = log10(times)
    heading = f"{_alone_title(table)}: how often plain recursion begins a turn"
    _by_turns(figure, np.ma.masked_invalid(powers), heading, "times, as a power of ten", hidden="never")


def _curve(figure: Figure, values: NDArray[np.float64], heading: str, unit: str, drawn: Drawn) -> None:
    axes = figure.add_subplot()
    axes.plot(values, color=ROLL, drawstyle=drawn)
    axes.set(xlabel="own score", ylabel=unit, title=heading, ylim=(0, None))
    axes.grid(alpha=GRID)


def _by_turns(
    figure: Figure,
    values: NDArray[np.float64],
    heading: str,
    unit: str,
    levels: Sequence[float] = (),
    *,
    hidden: str = RACES,
) -> None:
    """Draw values given at [turns left, score], from 1 turn up; `hidden` says what is hatched."""
    extent = (-0.5, values.shape[1] - 0.5, 0.5, len(values) + 0.5)
    labels = "turns left", "own score"
    draw_maps(figure, {heading: values}, unit, labels=labels, extent=extent, levels=levels, hidden=hidden)


def _alone_title(table: SinglePlayerTable) -> str:
    limits = (
        "" if table.goal is None else f" to {table.goal}",
        "" if table.turns is None else f" in {table.turns} turns",
    )
    return title(table.game) + "".join(limits)


def _three_hold(figure: Figure, table: ThreeTable, sections: Sequence[int] = ()) -> None:
    thirds = _thirds(table, sections)
    left = table.goal - np.arange(table.goal)[:, None]
    holds = [table.hold_values(third) for third in thirds]
    maps = [np.ma.masked_where(here >= left, here.astype(float)) for here in holds]
    _three_maps(figure, maps, thirds, "turn total")
    figure.suptitle(f"Pig for three to {table.goal}: the turn total at which to hold")


def _three_win(figure: Figure, table: ThreeTable, sections: Sequence[int] = ()) -> None:
    thirds = _thirds(table, sections)
    _three_maps(figure, [table.win[:, :, third, 0] for third in thirds], thirds, "chance to win", TENTHS)
    figure.suptitle(f"Pig for three to {table.goal}: chance to win at the start of a turn")


def _thirds(table: ThreeTable, sections: Sequence[int]) -> Sequence[int]:
    return sections or sorted({int(part * table.goal) for part in THIRDS})


def _three_maps(
    figure: Figure, maps: Sequence[NDArray[np.float64]], thirds: Sequence[int], unit: str, levels: Sequence[float] = ()
) -> None:
    """Colour numbers given at [own score, next player's score], one map for each of the last player's scores."""
    named = {f"last player at {third}": numbers for third, numbers in zip(thirds, maps, strict=True)}
    columns = 2 if len(maps) <= 4 else 3
    draw_maps(figure, named, unit, labels=NEXT_SCORES, columns=columns, levels=levels, hidden=RACES)


def _crowd_hold(figure: Figure, table: MultiplayerTable) -> None:
    axes = figure.add_subplot()
    policy = crowd_map(table)
    scores, others = (axis.scores for axis in policy.axes)
    axes.plot((0, table.goal), (table.goal, 0), color="black", linewidth=0.8, linestyle="--")
    holds = {f"all others at {score}": (scores, policy.numbers[:, place]) for place, score in enumerate(others)}
    draw_lines(axes, holds, marker="o")
    axes.set(xlabel="own score", ylabel="turn total at which to hold", ylim=(0, None))
    axes.set_title(f"{title(table.game)} to {table.goal}, approximately; on the broken line holding wins")


def _seats(figure: Figure, table: MultiplayerTable) -> None:
    axes = figure.add_subplot()
    seats = range(1, table.players + 1)
    bars = axes.bar(seats, table.plan(0, 0).chances, color=BODY, edgecolor="black")
    axes.bar_label(bars, fmt="%.3f")
    axes.axhline(1 / table.players, color="black", linewidth=0.8, linestyle="--")
    axes.set(xlabel="seat, in order of play", ylabel="chance to win", xticks=seats)
    axes.set_title(f"{title(table.game)} to {table.goal}, approximately; on the broken line all would win alike")


def _swine_herd_stand(figure: Figure, table: SwineHerdTable) -> None:
    maps = {f"Swine Herd to {table.goal}: how many points make the robot sit": _shown(swine_herd_map(table))}
    draw_maps(figure, maps, "points of the round", labels=BEST_SCORES, hidden="stands until the goal is reached")


def _swine_herd_lead(figure: Figure, table: SwineHerdTable) -> None:
    axes = figure.add_subplot()
    # Both scores so low that nobody is close to the goal.
    low = [score for score in range(table.goal) if score * 5 < table.goal * 4]
    pairs = [(low[-1] - n, 0) for n in range(len(low))] + [(0, n) for n in range(1, len(low))]
    leads = [rival - me for me, rival in pairs]
    robot = [table.stands_below(me, rival) for me, rival in pairs]
    points = [table.for_points()] * len(leads)
    draw_lines(axes, {"the robot": (leads, robot), "for points alone": (leads, points)}, drawstyle="steps-mid")
    axes.set(xlabel="how far the best other player is ahead", ylabel="points of the round that make a player sit")
    axes.set(ylim=(0, None), title=f"Swine Herd to {table.goal}, before anybody is close to the goal")


def _skunk_lead(figure: Figure, table: SkunkTable) -> None:
    before = {table.rounds: "before the last round"} if table.rounds > 1 else {}
    rounds = before | {1: "in the last round"}
    every, _ = panels(figure, len(rounds), len(rounds))
    leads = range(-SKUNK_ME, SKUNK_ME + 1)
    for axes, (left, when) in zip(every, rounds.items(), strict=True):
        robot = [table.stands_below(SKUNK_ME, SKUNK_ME + lead, left) for lead in leads]
        lines = {f"the robot, with {SKUNK_ME} banked": (leads, robot)} | {
            f"for points alone, with {me} banked": (leads, [table.for_points(me, left)] * len(leads))
            for me in SKUNK_BANKED
        }
        draw_lines(axes, lines, size=8, drawstyle="steps-mid")
        axes.set(xlabel="how far the best other player is ahead", title=when)
    for axes in every[1:]:
        axes.legend().remove()
    every[0].set(ylim=(0, None), ylabel="points of the round that make a player sit")
    figure.suptitle(f"Skunk over {table.rounds} round{'s' * (table.rounds > 1)}")


def _keep_hold(figure: Figure, table: KeepTable) -> None:
    goal, step, dice = table.rules.goal, table.rules.step, table.rules.dice
    least = least_totals(table)
    never = least >= (table.steps - np.arange(table.steps))[:, None, None]
    totals = np.ma.masked_array(least * step, never).astype(np.float64)
    shown = scale_of(totals)
    scale = LogNorm(max(step, shown.vmin or 0), shown.vmax)
    maps = {"1 die left" if left == 1 else f"{left} dice left": totals[:, :, left - 1] for left in range(1, dice + 1)}
    axes, bar = draw_maps(
        figure, maps, "turn total", columns=-(-dice // ROWS), scale=scale, extent=(0, goal, 0, goal), hidden=ENDS
    )
    for axis in (axis for place in axes for axis in (place.xaxis, place.yaxis)):
        axis.set_major_locator(MaxNLocator(FEW_TICKS))
    bar.locator = FixedLocator([total for total in TOTALS if step <= total <= (shown.vmax or 0)])
    bar.formatter = ScalarFormatter()
    bar.minorlocator = NullLocator()
    bar.update_ticks()
    figure.suptitle(f"{title(table.rules.name)} to {goal:,}: hold from this turn total on")


def _keep_win(figure: Figure, table: KeepTable) -> None:
    goal = table.rules.goal
    heading = f"{title(table.rules.name)} to {goal:,}: chance to win at the start of a turn"
    draw_maps(figure, {heading: table.start[0][0, 0]}, "chance to win", extent=(0, goal, 0, goal))


def _battle(figure: Figure, table: Battles) -> None:
    maps = {"Risk: the attacker's chance to win a battle; on the broken line both are as many": table.win[1:, 1:]}
    (axes,), _ = draw_maps(figure, maps, "chance to win", labels=SIDES, extent=_armies(table), levels=TENTHS)
    defenders = table.win.shape[1]
    axes.plot((0.5, defenders - 0.5), (0.5, defenders - 0.5), color="white", linewidth=1.5, linestyle="--")
    axes.set(xlim=_armies(table)[:2], ylim=_armies(table)[2:], aspect="equal")


def _losses(figure: Figure, table: Battles) -> None:
    sides = {"the attacker loses": table.attacker_losses, "the defender loses": table.defender_losses}
    maps = {what: losses[1:, 1:] for what, losses in sides.items()}
    draw_maps(figure, maps, "armies", labels=SIDES, extent=_armies(table), levels=LOSS_LINES)
    figure.suptitle("Risk: armies that a battle costs on average")


def _split(figure: Figure, table: Battles) -> None:  # noqa: ARG001 - it shows a chain
    chances, more = figure.subplots(2, 1, sharex=True)
    best = [best_split(armies, TOTAL, TERRITORIES)[1].value for armies in ARMIES]
    spare = TOTAL - TERRITORIES + 1
    ones = (1,) * (TERRITORIES - 1)
    named = (
        ("best against as many", best_split(TOTAL, TOTAL, TERRITORIES)[0]),
        ("even", (TOTAL // TERRITORIES,) * TERRITORIES),
        ("all behind", (*ones, spare)),
        ("all in front", (spare, *ones)),
    )
    wins = {
        f"{name}: {', '.join(map(str, split))}": [campaign(armies, split).value for armies in ARMIES]
        for name, split in named
    }
    draw_lines(chances, {label: (ARMIES, taken) for label, taken in wins.items()}, size=9)
    lost = {label: (ARMIES, np.subtract(taken, best)) for label, taken in wins.items()}
    draw_lines(more, lost)
    more.legend().remove()
    chances.set_ylabel("attacker takes all")
    chances.set_title(f"Risk: {TOTAL} armies split over {TERRITORIES} territories, nearest first")
    more.set(xlabel="attacking armies, the one that stays behind counted", ylabel="… more often than need be")


def _armies(table: Battles) -> Extent:
    attackers, defenders = table.win.shape
    return 0.5, defenders - 0.5, 0.5, attackers - 0.5


def _round_scores(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    scores, lines = np.array(views.scores), {}
    for name, chances in views.chances.items():
        reached = chances[::-1].cumsum()[::-1] if views.most else chances.cumsum()
        lines[f"{name}: {chances @ scores:.2f} on average"] = scores, 100 * reached
    draw_lines(axes, lines, drawstyle="steps-pre" if views.most else "steps-post")
    better = "more" if views.most else "less"
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score", ylabel=f"turns in 100 that score so much or {better}")
    axes.set_title(f"{title(views.game)}: what a turn scores")


def _round_win(figure: Figure, views: RoundViews) -> None:
    axes = figure.add_subplot()
    chances = {"who plays to win": views.answers, "who plays for points": views.for_points}
    draw_lines(axes, {label: (views.scores, 100 * wins) for label, wins in chances.items()}, marker=".")
    axes.set(xlim=_ends(views), ylim=(0, 100), xlabel="score of the first", ylabel="games in 100 that the second wins")
    axes.set_title(f"{title(views.game)} for two: a tie is half a win")


def _ends(views: RoundViews) -> tuple[float, float]:
    """Return the lowest and the highest score that a picture shows."""
    likeliest = np.max([*views.chances.values()], axis=0)
    shown = np.array(views.scores)[likeliest > SELDOM]
    return shown[0] - 0.5, shown[-1] + 0.5


_DRAWN: Mapping[type, Mapping[str, Callable[..., None]]] = MappingProxyType(
    {
        RaceTable: {
            "surface": _surface,
            "sections": _sections,
            "hold": _race_hold,
            "win": _win,
            "reachable": _reachable,
        },
        HogTable: {"dice": _dice, "win": _win},
        SinglePlayerTable: {"hold": _alone_hold, "value": _alone_value, "calls": _alone_calls},
        ThreeTable: {"hold": _three_hold, "win": _three_win},
        MultiplayerTable: {"hold": _crowd_hold, "seats": _seats},
        SwineHerdTable: {"stand": _swine_herd_stand, "lead": _swine_herd_lead},
        SkunkTable: {"lead": _skunk_lead},
        KeepTable: {"hold": _keep_hold, "win": _keep_win},
        Battles: {"battle": _battle, "losses": _losses, "split": _split},
        RoundViews: {"scores": _round_scores, "win": _round_win},
        SheetViews: {"scores": draw_scores, "boxes": draw_boxes, "first": draw_first},
    }
)
_SECTIONED = (_sections, _three_hold, _three_win)
