"""The parts of a view as pages draw them: lanes of a track, rows of a sheet, tiles, and who plays."""

from collections.abc import Sequence
from typing import Any

from robot.games.game import Position, Tally
from robot.games.views import NO_SCORE, ScoreSheet, Track, View
from robot.language import capitalize
from robot.language.names import plain
from robot.web.game.words import Words


def board_view(position: Position | None, tally: Tally, words: Words, *, offers: bool = True) -> dict[str, Any]:
    """Return all parts of a position; those that it does not have are empty, and without a position all are.

    `tally` is what is chosen and not done yet. The sheet says what the dice would score if it `offers` that.
    """
    view = position.view() if position else View()
    return {
        "lanes": lanes(view.track) if view.track else [],
        "pending": max(view.track.pending) if view.track else 0,
        "rows": rows(position, view.sheet, tally.box, words, offers=offers) if position and view.sheet else [],
        "tiles": [{"tile": tile, "open": known, "marked": tile in tally.tiles} for tile, known in view.tiles.items()],
    }


def players_view(names: Sequence[str], position: Position, words: Words) -> list[dict[str, Any]]:
    """Return all players, in the order of their seats."""
    return [
        {
            "name": words.name(name),
            "full": plain(name[:1000]),
            "seat": seat,
            "colour": seat,
            "turn": not position.over and position.player == seat,
            "won": seat in position.winners,
        }
        for seat, name in enumerate(names)
    ]


def lanes(track: Track) -> list[dict[str, Any]]:
    """Return every lane in parts of the whole track."""
    return [
        {
            "seat": seat,
            "score": score if track.points[seat] != NO_SCORE else NO_SCORE,
            "done": min(1.0, max(0.0, score / track.length)),
            "ahead": min(1.0, max(0.0, (score + track.pending[seat]) / track.length)),
            "pending": track.pending[seat],
        }
        for seat, score in enumerate(track.scores)
    ]


def rows(
    position: Position, shown: ScoreSheet, chosen: str | None, words: Words, *, offers: bool
) -> list[dict[str, Any]]:
    """Return the rows of the sheet, with the score of the dice in each open box of the seat whose turn it is.

    `chosen` is the box that is chosen and not written yet.
    """
    would, drawn = position.offer.boxes if offers else {}, []
    for row in shown.rows:
        line: dict[str, Any] = {"title": capitalize(words.say(row.label))}
        if row.box:
            offer = [would.get(row.box) if seat == position.player else None for seat in range(len(row.cells))]
            pairs = zip(row.cells, offer, strict=True)
            cells = [{"score": score, "would": points if score is None else None} for score, points in pairs]
            line |= {"box": row.box, "chosen": row.box == chosen, "cells": cells}
        else:
            line |= {"sum": True, "cells": ["" if cell is None else str(cell) for cell in row.cells]}
        drawn.append(line | ({"total": True} if row.total else {}))
    return drawn
