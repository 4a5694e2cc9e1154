"""The JSON of a game for the page. It is computed once for each language, for all phones."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from robot.games.game import Offer, Position, Tally
from robot.games.views import LIES, NO_SCORE, DiceRow, ScoreSheet, Track, View
from robot.language import capitalize
from robot.language.names import call_bare, clean_name, is_robot, tell_level
from robot.match.events import Announced, Begun, Confirming, Decided, Ended, Event, Hinted
from robot.match.questions import ChooseMove, ConfirmDice, EnterLie, SettleDie
from robot.review.summary import tell_position
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from robot.web.game.buttons import buttons, find_refusable
from robot.web.game.headline import headline, moment_view, remark
from robot.web.game.mind import hint_view, mind_view, mood_of
from robot.web.game.picture import picture_view, stage_of
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from robot.web.input import to_json

LAST_SAID = 6


def view(
    shown: Shown, words: Words, chances: Sequence[tuple[float, ...] | None], *, note: str = "", panel: bool = False
) -> dict[str, Any]:
    """Return the JSON to draw; with a `panel` it says what the panel's buttons do.

    `chances` are the players' chances to win at each position of `shown.trail`, None where unknown, and `note` is the
    key of a remark about them.
    """
    given = buttons(shown, words)
    position, chooses = shown.position if shown.begun else None, isinstance(shown.topic, ChooseMove)
    offer = position.offer if position else Offer()
    labels = {name: text for name, (text, _) in given.items()}
    said = [event for event in shown.said if is_listed(event)][-LAST_SAID:]
    return {
        "number": shown.number,
        "question": {"number": shown.question.number, "kind": shown.question.topic.kind} if shown.question else None,
        "presses": shown.question is not None and shown.question.asks,
        "phase": shown.phase,
        "title": words.say(shown.begun.title) if shown.begun else "",
        **headline(shown, words, labels),
        "players": players(shown, words),
        "throw_off": throw_off_view(shown, words),
        "result": result_view(shown, words),
        "dice": dice(shown),
        "keeps": bool(offer.dice),
        "count": {"dice": shown.tally.dice or 1, "most": offer.most} if chooses and offer.most else None,
        "shuts": bool(offer.ways),
        "remark": remark(shown, words, panel=panel),
        "lies": [words.say(Saying(lie)) for lie in LIES] if isinstance(shown.topic, EnterLie) else [],
        "buttons": labels,
        "answers": find_refusable(shown) | {name: to_json(reply) for name, (_, reply) in given.items()},
        "said": [text for one in said[::-1] if (text := words.describe_lasting(one, shown.names))],
        "line": tell_position(position, shown.begun.rules) if position and shown.begun else "",
        "picture": picture_view(shown, shown.topic.die if isinstance(shown.topic, SettleDie) else None),
        "missing": tell_missing(shown, words.rename_buttons(labels)),
        "stage": stage_of(shown),
        "read": shown.read_picture,
        "chances": chances_view(chances, words, note),
        **board_view(position, shown.tally if chooses else replace(shown.tally, tiles=()), words),
        "mind": mind_view(shown, words),
        "last": words(f"last-{mood_of(shown)}") if shown.ended else "",
        "hint": hint_view(shown, words),
        "moment": moment_view(shown, words),
        "closes": shown.question.seconds if shown.question else None,
    }


def is_listed(event: Event) -> bool:
    """Return whether an event is in the list of what happened: the headline or the robot shows the others."""
    if isinstance(event, Announced):  # what to throw, and who begins, are headlines
        return event.about is not About.THROW and (event.throw_off is None or len(event.throw_off.left) > 1)
    return not isinstance(event, Begun | Ended | Decided | Hinted)


def tell_missing(shown: Shown, words: Words) -> str | None:
    """Return the reason why dice that people threw cannot be read yet, "" for none; None while they do not throw."""
    if shown.phase is not GamePhase.THROWING or not shown.by_hand:
        return None
    return words.describe(shown.missing, shown.names) if shown.missing else ""


def throw_off_view(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return all players with their dice during a throw-off; [] at other times."""
    if (found := shown.throw_off) is None:
        return []
    left, bares = found.left, call_bare(found.players)
    return [
        {
            "name": words.name(bare),
            "full": words.name(name) if is_robot(name) else clean_name(name[:1000]),
            "face": face,
            "rolls": seat in found.rolling,
            "due": seat in found.due,
            "out": seat not in left,
            "won": (seat,) == left,
        }
        for seat, (bare, name, face) in enumerate(zip(bares, found.players, found.faces, strict=True))
    ]


def players(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return all players, in the order of their seats."""
    position = shown.position
    if position is None or shown.begun is None:
        return []
    seated = zip(players_view(shown.names, position, words), shown.begun.players, shown.begun.people, strict=True)
    return [
        one
        | {"person": person, "level": words.say(tell_level(name))}
        | ({"full": words.name(name)} if is_robot(name) else {})
        for one, name, person in seated
    ]


def result_view(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return all players of a finished game, best first, with places and points; [] for a single player."""
    if shown.ended is None or len(shown.names) == 1:
        return []
    position, seated = shown.ended.position, players(shown, words)
    return [seated[seat] | {"place": place, "points": points} for place, seat, points in position.ranking]


def dice(shown: Shown) -> list[dict[str, Any]]:
    """Return the dice in the order of their wells: face, doubt, and whether each is kept or reached."""
    look, throwing = shown.look, shown.phase is GamePhase.THROWING
    if shown.confirming and (throwing or isinstance(shown.topic, ConfirmDice)):
        return view_confirmed(shown.confirming, look if shown.looked_at == shown.throw_number else None)
    drawn = shown.position.view() if shown.position else View()
    last = dict(zip(look.wells, look.values, strict=False)) if look else shown.begun.faces if shown.begun else {}
    row = drawn.dice or DiceRow(tuple(last))
    before = {} if drawn.sheet or row.wells != tuple(last) else last
    fresh = throwing and shown.looked_at == shown.throw_number and look is not None and look.wells  # not in the tray
    read = last if fresh else {}
    doubts = dict(zip(look.wells, look.doubts, strict=True)) if look and fresh else {}
    shows = {**(row.shown or before), **read}
    aside = () if throwing else row.aside
    return [
        {
            "well": well,
            "face": shows.get(well),
            "kept": well in shown.tally.keep,
            "chosen": well == shown.tally.well,
            "doubt": doubts.get(well),
            "rolls": throwing and not shown.by_hand and well not in shown.tally.keep and well not in read,
        }
        | ({"aside": True} if well in aside else {})
        for well in row.wells
    ]


def view_confirmed(event: Confirming, look: Look | None) -> list[dict[str, Any]]:
    """Return dice thrown by hand, from left to right, with the values that people have given so far.

    A die without a value has the doubt of the `look` at this throw, None if no camera has seen it.
    """
    doubts = dict(enumerate(look.doubts)) if look else {}
    return [
        {
            "well": place + 1,
            "face": value,
            "kept": False,
            "chosen": place == event.chosen,
            "doubt": None if value else doubts.get(place),
            "rolls": False,
        }
        for place, value in enumerate(event.values)
    ]


def chances_view(chances: Sequence[tuple[float, ...] | None], words: Words, note: str) -> dict[str, Any] | None:
    """Return the players' chances to win, now and earlier, with a `note` on how exact they are."""
    known = [one for one in chances if one]
    if not known:
        return None
    return {
        "now": [round(one, 4) for one in known[-1]],
        "words": [words("percent", share=round(100 * one)) for one in known[-1]],
        "note": words(note) if note else "",
        "trail": [[round(one, 3) for one in moment] for moment in known],
    }


def board_view(position: Position | None, tally: Tally, words: Words, *, offers: bool = True) -> dict[str, Any]:
    """Return all parts of a position. Parts that are missing are empty.

    `tally` is what is chosen and not done yet. With `offers`, the sheet says what the dice would score. `fills` is the
    box to which HOLD goes, as on the panel: the one that scores most.
    """
    view, boxes = position.view() if position else View(), position.offer.boxes if position else {}
    return {
        "fills": max(boxes, key=boxes.__getitem__, default=""),
        "lanes": lanes(view.track, falls=bool(view.tiles)) if view.track else [],
        "pending": max(view.track.pending) if view.track else 0,
        "pending_name": words("open-sum" if view.tiles else "turn-total"),
        "rows": rows(position, view.sheet, tally.box, words, offers=offers) if position and view.sheet else [],
        "tiles": [{"tile": tile, "open": known, "marked": tile in tally.tiles} for tile, known in view.tiles.items()],
    }


def players_view(names: Sequence[str], position: Position, words: Words) -> list[dict[str, Any]]:
    """Return all players, in the order of their seats."""
    return [
        {
            "name": words.name(name),
            "full": clean_name(name[:1000]),
            "seat": seat,
            "colour": seat,
            "turn": not position.over and position.player == seat,
            "won": seat in position.winners,
        }
        for seat, name in enumerate(names)
    ]


def lanes(track: Track, *, falls: bool = False) -> list[dict[str, Any]]:
    """Return every lane in parts of the whole track. With `falls`, a lane shows the lost points."""

    def part(points: int, *, known: bool) -> float:
        share = min(1.0, max(0.0, points / track.length))
        return 1.0 - share if falls and known else share

    return [
        {
            "seat": seat,
            "score": score if points != NO_SCORE else NO_SCORE,
            "done": part(score, known=points != NO_SCORE),
            "ahead": part(score + pending, known=points != NO_SCORE or pending > 0),
            "pending": pending,
        }
        for seat, (score, points, pending) in enumerate(zip(track.scores, track.points, track.pending, strict=True))
    ]


def rows(
    position: Position, shown: ScoreSheet, chosen: str | None, words: Words, *, offers: bool
) -> list[dict[str, Any]]:
    """Return the rows of the sheet, with the score of the dice in each open box of the player who moves.

    `chosen` is the box that is chosen and not written yet. `left` marks upper boxes and sums.
    """
    would, drawn = position.offer.boxes if offers else {}, []
    upper = {shown.sheet.names[place] for place in shown.sheet.upper}
    for row in shown.rows:
        line: dict[str, Any] = {"title": capitalize(words.say(row.label)), "left": not row.box or row.box in upper}
        if row.box:
            offer = [would.get(row.box) if seat == position.player else None for seat in range(len(row.cells))]
            pairs = zip(row.cells, offer, strict=True)
            cells = [{"score": score, "would": points if score is None else None} for score, points in pairs]
            line |= {"box": row.box, "chosen": row.box == chosen, "cells": cells}
        else:
            line |= {"sum": True, "cells": ["" if cell is None else str(cell) for cell in row.cells]}
        if row.box or any(line["cells"]):
            drawn.append(line | ({"total": True} if row.total else {}))
    return drawn
