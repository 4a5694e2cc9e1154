"""How many can sit down to a game."""

from typing import Any

from robot.errors import PlayerError
from robot.games.game import TableGame


def check_seats(players: int, rules: TableGame[Any]) -> None:
    """Raise PlayerError unless so many can play the game."""
    seats = rules.seats
    if players not in seats:
        few, most = seats.start, seats.stop - 1
        number = f"{most}" if few == most else f"{few} to {most}"
        named = "1 player is" if players == 1 else f"{players} players are"
        raise PlayerError(f"{named} named and this game is for {number}: write --players A,B")
