"""The standing as the page draws it: a race track, or everybody's score sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from robot.web.game.state import Shown
from robot.web.game.words import Words


def board_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return `kind` (race, sheet or none) and what belongs to it."""
    if shown.position is None or shown.begun is None:
        return {"kind": "none"}
    standing = shown.position.to_json()
    return sheet_view(shown, standing, words) if "cards" in standing else race_view(shown, standing)


def race_view(shown: Shown, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Return every lane in parts of the way to the goal; of a game without a goal, of what the leader has."""
    position: Any = shown.position
    scores: Sequence[int] = standing["scores"]
    pending: Sequence[int] = position.pending
    ahead = [score + more for score, more in zip(scores, pending, strict=True)]
    goal: int | None = position.goal
    full = goal or max(1, *ahead)
    lanes = [
        {
            "seat": seat,
            "score": score,
            "done": min(1.0, max(0.0, score / full)),
            "ahead": min(1.0, max(0.0, ahead[seat] / full)),
            "pending": pending[seat],
        }
        for seat, score in enumerate(scores)
    ]
    return {"kind": "race", "goal": goal, "lanes": lanes, "pending": max(pending)}


def sheet_view(shown: Shown, standing: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Return the rows of the sheet, with what the dice would score in each open box."""
    assert shown.position is not None
    position: Any = shown.position
    sheet, cards = position.state.sheet, position.state.cards
    turn = None if position.over else position.player
    would = dict(position.boxes) if position.faces and turn is not None else {}
    rows: list[dict[str, Any]] = []
    for place, box in enumerate(sheet.names):
        rows.append({"box": box, "title": words.box(box), "chosen": box == shown.tally.box, "cells": []})
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
    return {"kind": "sheet", "rows": rows, "left": standing["rolls_left"]}
