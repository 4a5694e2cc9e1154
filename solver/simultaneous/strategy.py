"""How the robot plays Swine Herd and Skunk: by rules of thumb, compared with play for points alone.

These games are unsolved: all players decide at once, and a player who copies the others ties with them. For points
alone a player stands while another throw gains on average. Against others who do that, standing a little longer wins
more often, less so when ahead and more so when behind, as "end race or keep pace" does in Pig (Neller and Presser,
"Practical Play of the Dice Game Pig", 2010). The numbers were found by playing against hold-at-n and that rule; the
benchmark prints them.
"""

from functools import lru_cache

from solver.action import SIT, STAND
from solver.decision import Decision, Unit
from solver.errors import PositionError
from solver.goal import check_goal, check_scores
from solver.race.state import TIE
from solver.reason import Reason
from solver.simultaneous.states import SimultaneousState
from solver.single.exact import load_solitaire
from solver.single.states import check_turns
from solver.throw_distribution import Chance

SWINE_HERD_STANDS_BELOW = 26
SWINE_HERD_PACE = 3
SKUNK_STANDS_BELOW = 27
SKUNK_PACE = 7
SKUNK_ROUNDS = 5
BEGINS = Reason("rule-begins")


def swine_herd_decision(
    me: int, rival: int, turn: int, goal: int = 100, die: tuple[Chance, ...] | None = None
) -> Decision:
    """Return what the robot does in Swine Herd with `me` points banked, the best other `rival`, and `turn` at risk.

    Sit if that reaches the goal; stand to the end once anybody has four fifths of it; else stand below 26 points plus a
    third of the rival's lead. Options are the robot's expected points after this round, if played for points alone.
    Raises OptionError or PositionError.
    """
    check_goal(goal)
    check_scores(goal, me, rival)
    worth = _worth("pig-score", 1, me, turn, die, ruinable=False)
    mark = swine_herd_mark(me, rival)
    if turn == 0:
        return _decide(worth, BEGINS, stands=True)
    if me + turn >= goal:
        return _decide(worth, Reason("rule-reached", {"me": me, "turn": turn, "sum": me + turn}), stands=False)
    if swine_herd_races(me, rival, goal):
        return _decide(worth, Reason("rule-late"), stands=True)
    return _decide(worth, _tell_mark(turn, mark, rival - me), stands=turn < mark)


def skunk_decision(
    me: int, rival: int, turn: int, left: int = SKUNK_ROUNDS, die: tuple[Chance, ...] | None = None
) -> Decision:
    """Return what the robot does in Skunk with `left` rounds, this one counted, `me` banked and `turn` at risk.

    `rival` is what the best other player has, with the round's points if still standing. In the last round stand as
    long as sitting leaves no more than the rival's points, and else while another throw gains on average; before, stand
    below 27 points and a seventh of what the rival is ahead of `me` and `turn` together. Options are own points at the
    end, expected, if played for points alone, as in THINK. Raises OptionError or PositionError.
    """
    check_turns(left)
    if min(me, rival) < 0:
        raise PositionError("scores cannot be negative: give points from 0 up")
    worth = stand, sit = _worth("think", left, me, turn, die, ruinable=True)
    if turn == 0:
        return _decide(worth, BEGINS, stands=True)
    if left > 1:
        mark = skunk_mark(me + turn, rival)
        return _decide(worth, _tell_mark(turn, mark, rival - me - turn), stands=turn < mark)
    if me + turn <= rival:
        return _decide(worth, Reason("rule-last-behind", {"sum": me + turn, "rival": rival}), stands=True)
    reason = Reason("rule-last-ahead", {"sum": me + turn, "rival": rival})
    return _decide(worth, reason, stands=stand - sit > TIE * max(1.0, sit))


def swine_herd_mark(me: int, rival: int) -> int:
    """Return the points below which the robot stands in Swine Herd before anybody is close to the goal."""
    return SWINE_HERD_STANDS_BELOW + round((rival - me) / SWINE_HERD_PACE)


def swine_herd_races(me: int, rival: int, goal: int) -> bool:
    """Return whether somebody is so close to the goal that the robot stands until it gets there."""
    return max(me, rival) * 5 >= goal * 4


def skunk_mark(me: int, rival: int) -> int:
    """Return the points below which the robot stands in Skunk before the last round.

    Both `me` and `rival` are points with those of the round, where these are at risk.
    """
    return SKUNK_STANDS_BELOW + round((rival - me) / SKUNK_PACE)


def stance(state: SimultaneousState, player: int, die: tuple[Chance, ...] | None = None) -> Decision:
    """Return the action of the robot as `player`, who stands. Raises PositionError if `player` sits."""
    if player not in state.standing:
        standing = ", ".join(map(str, state.standing)) or "none"
        raise PositionError(f"player {player} sits: ask for a standing player, {standing}")
    me, up = state.scores[player], state.round_total
    others = [(score, other in state.standing) for other, score in enumerate(state.scores) if other != player]
    if state.goal is not None:
        return swine_herd_decision(me, max(score for score, _ in others), up, state.goal, die)
    left = (state.rounds or 0) - state.taken
    return skunk_decision(me, max(score + up * stands for score, stands in others), up, left, die)


@lru_cache(4096)
def _worth(
    game: str, left: int, me: int, turn: int, die: tuple[Chance, ...] | None, *, ruinable: bool
) -> tuple[float, float]:
    if turn < 0:
        raise PositionError(f"{turn} points at risk are outside the game: give points from 0 up")
    table = load_solitaire(game, None, left, die)
    if not ruinable:
        # Without ruin a round brings the same from any score.
        table.check(0, turn)
        stand, sit = table.weigh(left, 0, turn)
        return stand + me, sit + me
    table.check(me, turn)
    return table.weigh(left, me, turn)


def _tell_mark(turn: int, mark: int, behind: int) -> Reason:
    place = "behind" if behind > 0 else "ahead" if behind else "level"
    return Reason(f"rule-{place}", {"up": turn, "points": mark, "by": abs(behind)})


def _decide(worth: tuple[float, float], rule: Reason, *, stands: bool) -> Decision:
    action, options = STAND if stands else SIT, dict(zip((STAND, SIT), worth, strict=True))
    return Decision(action, options[action], options, by_rule=True, unit=Unit.POINTS, rule=rule)
