"""How many can sit down to a game, and who of them begins."""

from collections.abc import Sequence
from typing import Any

from robot.errors import PlayerError
from robot.games.game import TableGame
from robot.match.players import is_person

THROWN = "thrown"


def check_seats(players: int, rules: TableGame[Any]) -> None:
    """Raise PlayerError unless so many can play the game."""
    seats = rules.seats
    if players not in seats:
        few, most = seats.start, seats.stop - 1
        number = f"{most}" if few == most else f"{few} to {most}"
        named = "1 player is" if players == 1 else f"{players} players are"
        raise PlayerError(f"{named} named and this game is for {number}: write --players A,B")


def who_begins(wanted: str | None, players: Sequence[str], rules: TableGame[Any], *, unattended: bool) -> int | None:
    """Return the place of the player who begins, None where it shall be thrown for.

    `wanted` is a place from 1 or `thrown`; None throws for it where people play, unless nobody shall be asked. Raises
    PlayerError.
    """
    if wanted is None:
        throws = any(map(is_person, players)) and len(players) > 1 and rules.wells and not unattended
        return None if throws else 0
    if wanted == THROWN and rules.wells:
        return None if len(players) > 1 else 0
    if wanted.isdecimal() and 1 <= int(wanted) <= len(players):
        return int(wanted) - 1
    thrown = f"{THROWN}, or " if rules.wells else ""
    raise PlayerError(f"--first {wanted!r} names nobody here: write {thrown}a number from 1 to {len(players)}")
