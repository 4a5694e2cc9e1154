"""What the player whose turn it is in a round has against the others."""

from solver.rounds.decide import Rivalry
from solver.rounds.standing import RoundStanding


def others_of(state: RoundStanding) -> Rivalry | None:
    """Return what the player whose turn it is has against the others, None for one player alone."""
    if len(state.results) == 1:
        return None
    best, players = state.best, len(state.results)
    sharing = 1 if best is None else state.results.count(best)
    return Rivalry(best, sharing, players - state.player - 1, players)
