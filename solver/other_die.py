"""What another die means for a game for two: exact chances with it, by play for a fair die and by play for this one."""

from dataclasses import asdict, dataclass
from typing import Any

from solver.errors import DistributionError, OptionError
from solver.race.evaluate import turns_of, win_rates
from solver.race.race_table import load_table
from solver.race.rules import TWO_PLAYER_GAMES, rules_of
from solver.throw_distribution import Chance


@dataclass(frozen=True, slots=True)
class DiePlay:
    """Chances in a game for two in which both players throw the same die, in [0, 1].

    `fair_die` is the chance of who begins where the die is fair and both play best. With this die, `blind` is the
    chance of who begins where both play as with a fair one, `knowing` where both play best for it. `edge` is what play
    for this die wins above one half against play for a fair one, over both seats.
    """

    game: str
    fair_die: float
    blind: float
    knowing: float
    edge: float

    def to_json(self) -> dict[str, Any]:
        """Return the chances as a report keeps them."""
        return asdict(self)


def six_sided() -> tuple[str, ...]:
    """Return the names of the games for two that are played with dice of six faces."""
    return tuple(name for name, rules in TWO_PLAYER_GAMES.items() if rules.thing in {"die", "dice"})


def play_with(game: str, die: tuple[Chance, ...]) -> DiePlay:
    """Return what a die of six faces with these chances means for `game`.

    Raises UnknownNameError, OptionError for a game without such dice, DistributionError, TableError or
    MissingNumbaError.
    """
    if game not in six_sided():
        rules_of(game)
        raise OptionError(f"{game} is not played with dice of six faces: choose from {', '.join(six_sided())}")
    usual, known = load_table(game), load_table(game, None, die)
    blind, knowing = turns_of("optimal", usual, known), turns_of("optimal", known)
    try:
        against, usually = win_rates(knowing, blind), win_rates(blind, blind)
    except ZeroDivisionError as error:
        raise DistributionError(
            f"with this die a game of {game} by play for a fair one need not end: give other chances"
        ) from error
    edge = float(against[0, 0, 0] + against[1, 0, 0]) / 2 - 0.5
    return DiePlay(game, usual.value, float(usually[0, 0, 0]), known.value, edge)
