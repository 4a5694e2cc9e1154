"""The journal for other programs: every game and every entry, as JSON Lines or as CSV."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from robot.errors import ROOMS
from robot.games.game import Position
from robot.games.registry import make_game
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import names_of
from robot.match.standing import Standing

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
        line = {
            "kind": "game",
            "game": game.id,
            "name": game.game,
            "rules": game.rules,
            "players": list(names_of(game.players)),
            "seats": list(game.players),
            "seed": game.seed,
            "begun": game.begun,
            "ended": game.ended,
            "first": None if game.first is None else game.first + 1,
            "winners": None if game.winners is None else [seat + 1 for seat in game.winners],
        }
        yield json.dumps(line)
        for number, at, entry, seat in _entries(journal, game):
            head = {"kind": entry.kind, "game": game.id, "number": number, "at": at}
            data = {name: value for name, value in entry.data.items() if name not in {"player", "seat", "agreed"}}
            if "agreed" in entry.data:
                data["agreed"] = [_named(other, game) + 1 for other in entry.data["agreed"]]
            yield json.dumps({**head, "seat": seat, "throw": entry.throw, **data})


def comma_lines(journal: Journal) -> Iterator[str]:
    """Yield the lines of a table with one row an entry, the names of its columns first. Raises JournalError.

    Several values in a cell have blanks between them; actions and rules are JSON.
    """
    yield _row(dict(zip(COLUMNS, COLUMNS, strict=True)))
    for game in journal.games():
        names = names_of(game.players)
        rules = json.dumps({rule: value for rule, value in game.rules.items() if rule != "toml"})
        for number, at, entry, seat in _entries(journal, game):
            data = entry.data
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


def _entries(journal: Journal, game: JournalGame) -> Iterator[tuple[int, str, Entry, int | None]]:
    """Yield a game's entries, with their numbers and times, and whose turn it was: the place in `players`, from 1."""
    standing: Standing | None = None
    try:
        start: Position = make_game(game.game, game.rules).begin(len(game.players))
        standing = Standing(start)
    except ROOMS:
        pass
    for number, at, entry in journal.history(game):
        seat = None
        if standing is not None:
            seat = _whose(entry, standing.position, game)
            standing.apply(entry)
        yield number, at, entry, None if seat is None else seat + 1


def _whose(entry: Entry, before: Position, game: JournalGame) -> int | None:
    """Return the place in `players`, from 0, of the player of an entry, None after the end."""
    if entry.kind == "first":  # nobody has begun yet
        return int(entry.data["player"])
    turn = entry.data.get("player", entry.data.get("seat"))
    if turn is None:
        return None if before.over else _named(before.player, game)
    return _named(turn, game)


def _named(turn: int, game: JournalGame) -> int:
    """Return the place in `players` of the one whose turn is number `turn` from the one who begins."""
    return (turn + (game.first or 0)) % len(game.players)


def _row(cells: Mapping[str, Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([_cell(cells[column]) for column in COLUMNS])
    return out.getvalue()


def _cell(value: Any) -> str:
    text = " ".join(str(value).splitlines())
    return f"'{text}" if isinstance(value, str) and text.lstrip().startswith(FORMULAS) else text


def _blanks(values: Any) -> str:
    return " ".join(map(str, values or ()))
