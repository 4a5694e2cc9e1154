"""What strategies of score sheets do in all moments of games that are played at random."""

import hashlib
from collections.abc import Callable

import numpy as np

from solver.action import Action, Verb
from solver.sheet.exact.table import Policy, plan_of
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.decision_list import rolls_of
from tests.support.solver.reference_states import moments

Act = Callable[[SheetState], Action]


def check_same(policy: Policy, act: Act, games: int, seed: int) -> None:
    """Check that rows of a policy say what `act` does, in all moments of games played at random."""
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
        if action.keep is not None:
            assert play.keep[0, left, total, roll] == seen.lattice.index(action.keep), state
        else:
            assert action.verb is Verb.SCORE
            assert not left or play.keep[0, left, total, roll] == seen.whole[roll], state
            assert play.box[total, roll] == sheet.index(action.box), state


def digest_of_decisions(sheet: Sheet, act: Act) -> str:
    """Return a short digest of what `act` does in all moments of six games played at random."""
    done = map(act, moments(sheet, 6, seed=21))
    told = "\n".join(f"Score(box='{one.box}')" if one.box else f"Keep(dice={one.keep})" for one in done)
    return hashlib.sha256(told.encode()).hexdigest()[:8]
