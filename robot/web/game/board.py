"""The parts of a view as pages draw them: lanes of a track, rows of a sheet, tiles, and who plays."""

from collections.abc import Sequence
from typing import Any

from robot.games.game import Position, Tally
from robot.games.views import NO_SCORE, ScoreSheet, Track, View
from robot.language.names import plain
from robot.web.game.words import Words


def board_view(position: Position | None, tally: Tally, words: Words, *, offers: bool = True) -> dict[str, Any]:
    """Return all parts of a position, those empty which it does not have; of no game all of them.

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
    sheet, cards, would = shown.sheet, shown.cards, position.offer.boxes if offers else {}
    found: list[dict[str, Any]] = []
    for place, box in enumerate(sheet.names):
        found.append({"box": box, "title": words.box(shown, box), "chosen": box == chosen, "cells": []})
        for seat, card in enumerate(cards):
            score = card.scores[place]
            offer = would.get(box) if seat == position.player else None
            found[-1]["cells"].append({"score": score, "would": offer if score is None else None})
        if factor := sheet.bonus_places.get(place):
            due = factor * sheet.bonus_from
            sums = [str(card.bonus_of(factor) or f"{card.upper_of(factor)}/{due}") for card in cards]
            found.append({"sum": True, "title": words("bonus", points=factor * sheet.bonus), "cells": sums})
    if sheet.extra:
        extras = [str(card.extras * sheet.extra) if card.extras else "" for card in cards]
        found.append({"sum": True, "title": words("extra"), "cells": extras})
    totals = [str(card.total) for card in cards]
    return [*found, {"sum": True, "total": True, "title": words("total"), "cells": totals}]
