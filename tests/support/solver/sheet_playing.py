"""Games of score sheets played through the rules, with dice out of a seeded source."""

import hashlib
import math
import random
from collections.abc import Callable

from solver.sheet.exact.table import plan_of
from solver.sheet.game.rules import Keep, Score, SheetAction, SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.decision_list import rolls_of
from solver.sheet.policy.evaluate import PolicyEvaluation, evaluate
from solver.sheet.policy.plays import Policy
from tests.support.solver.reference_states import moments, to_throw

Act = Callable[[SheetState], SheetAction]


def play(start: SheetState, act: Act, games: int, seed: int) -> list[int]:
    """Return the final scores of games for one."""
    rng = random.Random(seed)
    totals = []
    for _ in range(games):
        state = start
        while not state.over:
            action = act(state)
            state = state.apply(action, rng.choices(range(1, state.sheet.sides + 1), k=to_throw(state, action)))
        totals.append(state.card.total)
    return totals


def check_played(policy: Policy, act: Act, games: int, seed: int) -> PolicyEvaluation:
    """Check that games that are played have the mean and spread that are evaluated, within four standard errors."""
    found = evaluate(policy)
    scores = play(SheetState.start(policy.sheet), act, games, seed)
    mean = sum(scores) / games
    assert abs(mean - found.mean) < 4 * found.sd / math.sqrt(games)
    central = [float((s - found.mean) ** 2) for s in scores]
    fourth = sum(chance * (score - found.mean) ** 4 for score, chance in enumerate(found.scores))
    assert abs(sum(central) / games - found.sd**2) < 4 * math.sqrt((fourth - found.sd**4) / games)
    return found


def check_same(policy: Policy, act: Act, games: int, seed: int) -> None:
    """Check that rows of a policy say what `act` does, in all moments of games played at random."""
    import numpy as np

    sheet, plan, seen = policy.sheet, plan_of(policy.sheet), rolls_of(policy.sheet)
    for state in moments(sheet, games, seed):
        if not state.dice:
            continue
        filled, left = state.card.filled, state.rolls_left
        flag = int(plan.flags == 2 and state.card.joker_paid)
        play = next(policy.rows(np.array([filled]), np.array([flag])))
        total = 0
        if len(play.box) > 1:
            total = max(min(state.card.upper, plan.cap) - int(plan.begin[filled]), 0)
        roll = seen.lattice.roll_index(state.dice)
        action = act(state)
        if isinstance(action, Keep):
            assert play.keep[0, left, total, roll] == seen.lattice.index(action.dice), state
        else:
            assert isinstance(action, Score)
            assert not left or play.keep[0, left, total, roll] == seen.whole[roll], state
            assert play.box[total, roll] == sheet.index(action.box), state


def digest_of_decisions(sheet: Sheet, act: Act) -> str:
    """Return a short digest of what `act` does in all moments of six games played at random."""
    told = "\n".join(str(act(state)) for state in moments(sheet, 6, seed=21))
    return hashlib.sha256(told.encode()).hexdigest()[:8]
