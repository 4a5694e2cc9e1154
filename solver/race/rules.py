"""The games for two players by name, with their rules and their dice."""

from solver.errors import UnknownNameError
from solver.race.hog import HogState
from solver.race.pass_the_pigs import PassThePigsState
from solver.race.pig import BigPigState, PigletState, PigState, ProgressivePigState, TwoDicePigState
from solver.race.state import RaceState, TwoPlayerState

_RACES: tuple[type[RaceState], ...] = (
    PigState,
    PigletState,
    ProgressivePigState,
    TwoDicePigState,
    BigPigState,
    PassThePigsState,
)
RACES = {rules.game: rules for rules in _RACES}
TWO_PLAYER_GAMES: dict[str, type[TwoPlayerState]] = {**RACES, HogState.game: HogState}


def race_rules(game: str) -> type[RaceState]:
    """Return the rules of a game in which players roll or hold. Raises UnknownNameError with the nearest name."""
    try:
        return RACES[game]
    except KeyError:
        raise UnknownNameError.of("race", game, RACES) from None


def rules_of(game: str) -> type[TwoPlayerState]:
    """Return the rules of a game for two. Raises UnknownNameError, which suggests the nearest name."""
    try:
        return TWO_PLAYER_GAMES[game]
    except KeyError:
        raise UnknownNameError.of("game for two", game, TWO_PLAYER_GAMES) from None
