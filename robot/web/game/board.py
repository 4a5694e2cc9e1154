"""The standing as the page draws it: a race track, or everybody's score sheet."""

from collections.abc import Sequence
from typing import Any

from robot.games.game import Position
from robot.games.views import NO_SCORE, PointsView, SheetView, score_words, track_points
from robot.language.names import plain
from robot.web.game.state import Shown
from robot.web.game.words import Words


def board_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return `kind` (race, sheet or none) and what belongs to it."""
    position = shown.position.view() if shown.position and shown.begun else None
    match position:
        case None:
            return {"kind": "none"}
        case SheetView():
            assert shown.position is not None
            turn = None if shown.position.over else shown.position.player
            return sheet_view(position, turn, shown.tally.box, words)
    return race_view(position)


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


def race_view(position: PointsView) -> dict[str, Any]:
    """Return every lane in parts of the whole track."""
    scores, pending, goal = position.scores, position.pending, position.goal
    ahead = [score + more for score, more in zip(scores, pending, strict=True)]
    full, words = track_points(position), score_words(position)
    lanes = [
        {
            "seat": seat,
            "score": score if words[seat] != NO_SCORE else NO_SCORE,
            "done": min(1.0, max(0.0, score / full)),
            "ahead": min(1.0, max(0.0, ahead[seat] / full)),
            "pending": pending[seat],
        }
        for seat, score in enumerate(scores)
    ]
    return {"kind": "race", "goal": goal, "lanes": lanes, "pending": max(pending)}


def sheet_view(position: SheetView, turn: int | None, chosen: str | None, words: Words) -> dict[str, Any]:
    """Return the rows of the sheet, with the score of the dice in each open box of the seat whose `turn` it is.

    `chosen` is the box that is chosen and not written yet.
    """
    sheet, cards, would = position.sheet, position.cards, position.boxes
    rows: list[dict[str, Any]] = []
    for place, box in enumerate(sheet.names):
        rows.append({"box": box, "title": words.box(position, box), "chosen": box == chosen, "cells": []})
        for seat, card in enumerate(cards):
            score = card.scores[place]
            offer = would.get(box) if seat == turn else None
            rows[-1]["cells"].append({"score": score, "would": offer if score is None else None})
        if sheet.bonus and sheet.upper and place == sheet.upper[-1]:
            sums = [str(card.bonus) if card.bonus else f"{card.upper}/{sheet.bonus_from}" for card in cards]
            rows.append({"sum": True, "title": words("bonus", points=sheet.bonus), "cells": sums})
    if sheet.extra:
        extras = [str(card.extras * sheet.extra) if card.extras else "" for card in cards]
        rows.append({"sum": True, "title": words("extra"), "cells": extras})
    rows.append({"sum": True, "total": True, "title": words("total"), "cells": [str(card.total) for card in cards]})
    return {"kind": "sheet", "rows": rows, "left": position.rolls_left}
