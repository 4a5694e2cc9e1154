"""The journal for other programs: every game and every entry, as JSON Lines or as CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from robot.match.journal import Journal
from robot.match.players import names_of
from robot.match.standing import line_of
from robot.records.log_json import Turns, entry_json, game_json
from robot.records.stats import find_standing

COLUMNS = (
    "game",
    "number",
    "at",
    "name",
    "rules",
    "players",
    "seat",
    "player",
    "kind",
    "throw",
    "action",
    "kept",
    "wells",
    "values",
    "reason",
)
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins with one of these for a formula; a player can have any name."""


def json_lines(journal: Journal) -> Iterator[str]:
    """Yield a line for every game and one for each of its entries, in order. Raises JournalError."""
    for game in journal.games():
        standing = find_standing(game, journal.log(game))  # None for a game that this program cannot play
        line = line_of(standing.steps, standing.position) if standing else None
        yield json.dumps(game_json(game) | {"line": line})
        turns = Turns(game)
        for number, at, entry in journal.history(game):
            yield json.dumps(entry_json(game, number, at, entry, turns.seat(entry, game)))


def comma_lines(journal: Journal) -> Iterator[str]:
    """Yield the lines of a table with one row an entry, the names of its columns first. Raises JournalError.

    Several values in a cell have blanks between them; actions and rules are JSON.
    """
    yield _row(dict(zip(COLUMNS, COLUMNS, strict=True)))
    for game in journal.games():
        names = names_of(game.players)
        rules = json.dumps({rule: value for rule, value in game.rules.items() if rule != "toml"})
        turns = Turns(game)
        for number, at, entry in journal.history(game):
            data, seat = entry.data, turns.seat(entry, game)
            yield _row(
                {
                    "game": game.id,
                    "number": number,
                    "at": at,
                    "name": game.game,
                    "rules": rules,
                    "players": " / ".join(names),
                    "seat": seat or "",
                    "player": names[seat - 1] if seat else "",
                    "kind": entry.kind,
                    "throw": entry.throw or "",
                    "action": json.dumps(data["action"]) if "action" in data else "",
                    "kept": " ".join(sorted(data.get("keep") or ())),
                    "wells": _blanks(data.get("wells")),
                    "values": _blanks(data.get("values")) or data.get("value", ""),
                    "reason": data.get("reason", ""),
                }
            )


def _row(cells: Mapping[str, Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([_cell(cells[column]) for column in COLUMNS])
    return out.getvalue()


def _cell(value: Any) -> str:
    text = " ".join(str(value).splitlines())
    return f"'{text}" if isinstance(value, str) and text.lstrip().startswith(FORMULAS) else text


def _blanks(values: Any) -> str:
    return " ".join(map(str, values or ()))
