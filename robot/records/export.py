"""The journal for other programs: every game and every entry, as JSON Lines."""

import json
from collections.abc import Iterator

from robot.match.journal import Journal
from robot.match.standing import line_of
from robot.records.log_json import Turns, entry_json, game_json
from robot.records.stats import find_standing


def json_lines(journal: Journal) -> Iterator[str]:
    """Yield a line for every game and one for each of its entries, in order. Raises JournalError."""
    for game in journal.games():
        standing = find_standing(game, journal.log(game))  # None for a game that this program cannot play
        line = line_of(standing.steps, standing.position) if standing else None
        yield json.dumps(game_json(game) | {"line": line})
        turns = Turns(game)
        for number, at, entry in journal.history(game):
            yield json.dumps(entry_json(game, number, at, entry, turns.seat(entry, game)))
