"""What strategies of score sheets do in all moments of games that are played at random."""

import hashlib

import numpy as np

from solver.action import Verb
from solver.sheet.exact.table import plan_of
from solver.sheet.policy.decision_list import rolls_of
from solver.sheet.policy.strategies import SheetPlayer
from tests.support.solver.reference_states import moments


def check_same(policy: SheetPlayer, games: int, seed: int) -> None:
    """Check that rows of a policy say what it does in all moments of games played at random."""
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
        action, _ = policy.act(state)
        if action.keep is not None:
            assert play.keep[0, left, total, roll] == seen.lattice.index(action.keep), state
        else:
            assert action.verb is Verb.SCORE
            assert not left or play.keep[0, left, total, roll] == seen.whole[roll], state
            assert play.box[total, roll] == sheet.index(action.box), state


def digest_of_decisions(policy: SheetPlayer) -> str:
    """Return a short digest of what a policy does in all moments of six games played at random."""
    done = (policy.act(state)[0] for state in moments(policy.sheet, 6, seed=21))
    told = "\n".join(f"Score(box='{one.box}')" if one.box else f"Keep(dice={one.keep})" for one in done)
    return hashlib.sha256(told.encode()).hexdigest()[:8]
