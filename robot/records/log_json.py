"""A game and the entries of its log as JSON for other programs, in `pipsqueak data export` and in the feed."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from robot.errors import ROOMS
from robot.games.game import Position
from robot.games.registry import make_game
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import names_of
from robot.match.standing import Standing, line_of
from robot.records.stats import find_standing

OWN_SEATS = frozenset({"player", "seat", "agreed"})
"""The keys of an entry whose values are seats in order of play, from 0. The JSON counts in `players`, from 1."""


def json_lines(journal: Journal) -> Iterator[str]:
    """Yield a line for each game and each of its entries, in order. Raises JournalError."""
    for game in journal.games():
        standing = find_standing(game, journal.log(game))  # None for a game that this program cannot play
        line = line_of(standing.steps, standing.position) if standing else None
        yield json.dumps(game_json(game) | {"line": line})
        turns = Turns(game)
        for number, at, entry in journal.history(game):
            yield json.dumps(entry_json(game, number, at, entry, turns.seat(entry, game)))


def game_json(game: JournalGame) -> dict[str, Any]:
    """Return a game as JSON. Its seats count from 1 in the order of `players`."""
    return {
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


def entry_json(game: JournalGame, number: int, at: str, entry: Entry, seat: int | None) -> dict[str, Any]:
    """Return an entry as JSON, with its number and its time; `seat` comes from `Turns`."""
    head = {"kind": entry.kind, "game": game.id, "number": number, "at": at}
    data = {name: value for name, value in entry.data.items() if name not in OWN_SEATS}
    if "agreed" in entry.data:
        data["agreed"] = [_place(other, game) + 1 for other in entry.data["agreed"]]
    return {**head, "seat": seat, "throw": entry.throw, **data}


class Turns:
    """Finds whose turn it is at each entry of a game's log. It takes the entries in order."""

    def __init__(self, game: JournalGame) -> None:
        self._standing: Standing | None = None
        with suppress(*ROOMS):  # this program cannot play it
            start: Position = make_game(game.game, game.rules).begin(len(game.players))
            self._standing = Standing(start)

    def seat(self, entry: Entry, game: JournalGame) -> int | None:
        """Return the place in `players`, from 1, of the player of the next entry.

        It is None after the end, and if this program cannot play the game. `game` says who begins.
        """
        if self._standing is None:
            return None
        seat = _whose(entry, self._standing.position, game)
        self._standing.apply(entry)
        return None if seat is None else seat + 1


def _whose(entry: Entry, before: Position, game: JournalGame) -> int | None:
    """Return the place in `players`, from 0, of the player of an entry, None after the end."""
    if entry.kind == "first":  # nobody has begun yet
        return int(entry.data["player"])
    turn = entry.data.get("player", entry.data.get("seat"))
    if turn is None:
        return None if before.over else _place(before.player, game)
    return _place(turn, game)


def _place(turn: int, game: JournalGame) -> int:
    """Return the place in `players`, from 0, of a player whose seat is `turn`, from 0, in order of play."""
    return (turn + (game.first or 0)) % len(game.players)
