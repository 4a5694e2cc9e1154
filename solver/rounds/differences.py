"""The differences of two choices of a turn: how often the turn succeeds, what is kept, and what comes later."""

from collections.abc import Iterator
from typing import NamedTuple

from solver.action import Action
from solver.reason import WORDLESS, Reason, Told, share_item
from solver.rounds.state import RoundState, TileState
from solver.rounds.turn_graph import BestTurn, Float, TurnGraph, thrown_value, turn_graph


class Prospect(NamedTuple):
    """What a choice brings: the kept points, the turn's points on average, and two chances.

    `success` is the chance that the turn reaches its aim, `stuck` that the next throw shuts nothing.
    """

    kept: int
    average: float
    success: float
    stuck: float


def weigh_turn(
    state: RoundState | TileState,
    play: BestTurn,
    aimed: Float | None,
    to_beat: int | None,
    actions: tuple[Action, Action],
    *,
    to_win: bool,
) -> Iterator[tuple[Reason, float]]:
    """Yield what the second, worse one of two actions loses, or gains (below 0), in a turn that follows `play`.

    `aimed` are the chances, at [place], that the turn beats the best score so far, `to_beat`, or counts at all; it is
    None if neither is known.
    """
    sign = 1 if state.rules.most else -1
    good, bad = (_prospect(state, play, aimed, action) for action in actions)
    told: dict[str, Told] = {} if to_beat is None else {"best": to_beat}
    yield from share_item("beats" if told else "counts", bad.success, good.success, told)
    yield from share_item("stuck", bad.stuck, good.stuck, sign=-1)
    lost = good.average - bad.average
    if to_win and (told or sign * lost <= 0):
        return  # mean points do not win
    items: dict[str, float] = {"kept": good.kept - bad.kept, "come": lost - good.kept + bad.kept}
    if isinstance(state, TileState) or (aimed is not None and to_win):
        items = {"turn": lost} if to_win else {}
    for key, points in sorted(items.items(), key=lambda one: -abs(one[1])):
        if abs(points) >= WORDLESS:
            yield Reason(f"part-{key}", {"points": abs(points)}), sign * points


def _prospect(state: RoundState | TileState, play: BestTurn, aimed: Float | None, action: Action) -> Prospect:
    rules, graph, sign = state.rules, turn_graph(state.rules, state.rules.die), 1 if state.rules.most else -1
    if action.count:
        roll = rules.turn.throws(state.place).index(action.count)
        roll += int(graph.roll[graph.place[state.place] - len(graph.scores)])
        outcomes = slice(int(graph.outcome[roll]), int(graph.outcome[roll + 1]))
        leads, average = graph.to[play.picked[0, outcomes]], thrown_value(graph, play, roll)[1]
        success = 0.0 if aimed is None else float(graph.chance[outcomes] @ aimed[leads])
        return Prospect(0, sign * average, success, _stuck(graph, roll, state.place))
    option = state.option(action.tiles or ()) if isinstance(state, TileState) else state.kept(action.keep or ())
    assert option is not None
    place = graph.place_of(option)
    assert place is not None
    average, success = float(play.points[0, place]), 0.0 if aimed is None else float(aimed[place])
    if option.then is None:
        return Prospect(option.score, sign * average, success, 0.0)
    if isinstance(state, RoundState):
        return Prospect(option.then[-1], sign * average, success, 0.0)
    roll = int(play.rolled[0, place - len(graph.scores)])
    return Prospect(0, sign * average, success, _stuck(graph, roll, option.then))


def _stuck(graph: TurnGraph, roll: int, tiles: tuple[int, ...]) -> float:
    """Return the chance that a throw ends the turn with these tiles open."""
    outcomes = slice(int(graph.outcome[roll]), int(graph.outcome[roll + 1]))
    ends = graph.to[graph.option[outcomes]] == graph.scores.index(sum(tiles)) if sum(tiles) in graph.scores else 0
    return float((graph.chance[outcomes] * ends).sum())
