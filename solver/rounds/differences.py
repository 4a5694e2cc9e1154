"""By what two choices of a turn differ: which scores it comes to, what is kept, and what is to come."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.action import Action
from solver.reason import WORDLESS, Reason, Told, share_item
from solver.rounds.state import RoundState, TileState
from solver.rounds.turn_graph import BestTurn, Float, TurnGraph, compute_score_chances, turn_graph
from solver.rounds.turns import KeepingTurn

NAMED = 0.2
"""Turns that draw level are named if they are at least this share of the turns that beat a score."""


class Prospect(NamedTuple):
    """What a choice promises: points that are kept, those that come and those of the turn on average, and chances.

    `chances` are those of the scores of the turn, at [score], the worst first; `stuck` is that the next throw shuts
    nothing.
    """

    kept: int
    come: float
    turn: float
    chances: Float
    stuck: float


def weigh_turn(
    state: RoundState | TileState, play: BestTurn, to_beat: int | None, actions: tuple[Action, Action], *, to_win: bool
) -> Iterator[tuple[Reason, float]]:
    """Yield what the second, worse one of two actions loses, or gains (below 0), in a turn that follows `play`.

    `to_beat` is the best score so far, None where nobody has one.
    """
    rules, scores = state.rules, turn_graph(state.rules, state.rules.die).scores
    good, bad = (_prospect(state, play, action) for action in actions)
    sign, needs = 1 if rules.most else -1, isinstance(rules.turn, KeepingTurn) and bool(rules.turn.needs)
    place = scores.index(to_beat or 0) if needs or to_beat is not None else len(scores)
    told: dict[str, Told] = {"best": to_beat} if to_beat or (to_beat is not None and not needs) else {}
    beaten, other = (float(one.chances[place + 1 :].sum()) for one in (bad, good))
    yield from share_item("beats" if told else "counts", beaten, other, told)
    level, equal = (float(one.chances[place : place + 1].sum()) for one in (bad, good))
    if told and abs(equal - level) >= NAMED * abs(other - beaten):
        yield from share_item("level", level, equal, told)
    yield from share_item("stuck", bad.stuck, good.stuck, sign=-1)
    if to_win and to_beat is not None:
        return  # mean points do not win
    if to_win and sign * (good.turn - bad.turn) < WORDLESS:
        tail, best = (one.chances[::-1].cumsum()[::-1] for one in (bad, good))
        most = int(np.argmax(best - tail))
        yield from share_item("reach", float(tail[most]), float(best[most]), {"least": scores[most]})
        return
    items: dict[str, tuple[float, float]] = {"kept": (bad.kept, good.kept), "come": (bad.come, good.come)}
    if isinstance(state, TileState) or (needs and to_win):
        items = {"turn": (bad.turn, good.turn)} if to_win else {}
    for key, (mine, better) in sorted(items.items(), key=lambda one: -abs(one[1][1] - one[1][0])):
        if abs(better - mine) >= WORDLESS and round(better, 1) != round(mine, 1):
            low = Reason(f"part-low-{key}", {"points": mine, "other": better})
            yield Reason(f"part-{key}", {"points": abs(better - mine)}) if rules.most else low, sign * (better - mine)


def _prospect(state: RoundState | TileState, play: BestTurn, action: Action) -> Prospect:
    graph, rolled, then = turn_graph(state.rules, state.rules.die), play.rolled.copy(), state.place
    first, kept = len(graph.scores), 0
    if action.count:
        place = graph.place[then]
        rolled[0, place - first] = graph.roll[place - first] + state.rules.turn.throws(then).index(action.count)
    else:
        option = state.option(action.tiles or ()) if isinstance(state, TileState) else state.get_keep(action.keep or ())
        assert option is not None
        found = graph.place_of(option)
        assert found is not None
        place, then = found, option.then or ()
        kept = then[-1] if then else option.score
    (chances,) = compute_score_chances(graph, play.picked, rolled, place)
    stuck = _stuck_chance(graph, int(rolled[0, place - first]), then) if isinstance(state, TileState) and then else 0.0
    turn = round(float(chances @ graph.scores), 9)
    return Prospect(kept, turn - kept, turn, chances, stuck)


def _stuck_chance(graph: TurnGraph, roll: int, tiles: tuple[int, ...]) -> float:
    """Return the chance that a throw ends the turn with these tiles open."""
    outcomes = slice(int(graph.outcome[roll]), int(graph.outcome[roll + 1]))
    ends = graph.to[graph.option[outcomes]] == graph.scores.index(sum(tiles)) if sum(tiles) in graph.scores else 0
    return float((graph.chance[outcomes] * ends).sum())
