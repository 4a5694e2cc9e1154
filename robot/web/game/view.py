"""A moment of a game as the page draws it: JSON that is worked out once a language, however many phones watch."""

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.panel import Button
from robot.games.game import Move, Position
from robot.games.throwing import LIES
from robot.language.names import plain
from robot.match.events import Confirming
from robot.saying import Saying
from robot.web.game.board import board_view
from robot.web.game.options import options_view
from robot.web.game.picture import picture_view
from robot.web.game.state import Phase, Shown
from robot.web.game.words import Words, begun
from solver.race.hog import MOST_DICE

LAST_SAID = 6
QUESTIONS = {
    "ask-value": "value",
    "ask-value-well": "value",
    "ask-mend": "mend",
    "ask-regret": "regret",
    "ask-agree": "agree",
    "ask-confirm": "confirm",
    "ask-lie": "lie",
    "ask-lies": "lies",
    "ask-leave": "leave",
    "ask-leave-alone": "leave",
}
"""What people are asked, by the key of the announcement that asks it."""
FIRST = "first-"
"""How the keys of announcements begin while it is thrown for who begins."""
SHORT = ("regret", "agree", "confirm", "lie", "leave")
"""Questions that the page's own buttons make clear; what is announced speaks of the panel's."""
TRAY = ("tray-", "ask-ready")
"""How the keys of announcements begin while people throw by hand, who may say at any time that their dice lie there."""
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "value": {},
    "mend": {"hold": "mended", "roll": "let-throw"},
    "agree": {"hold": "agree", "roll": "disagree"},
    "regret": {"roll": "go-on", "undo": "take-back"},
    "ready": {"hold": "dice-lie"},
    "confirm": {"hold": "all-right", "undo": "look-again"},
    "lie": {},
    "lies": {"hold": "all-right", "undo": "enter-anew"},
    "leave": {"hold": "leave-sure", "roll": "stay"},
}
"""The buttons of a question, with the keys of what stands on them."""


def view(
    shown: Shown, words: Words, chances: Sequence[tuple[float, ...] | None], *, estimated: bool = False
) -> dict[str, Any]:
    """Return what to draw.

    `chances` are those of the players to win at each position of `shown.trail`, None where unknown; they may be
    `estimated`.
    """
    question = question_of(shown)
    told = [text for event in shown.said[-LAST_SAID:] if (text := words.tell(event, shown.names))]
    asked = asking(shown, question)
    return {
        "number": shown.number,
        "turn": shown.turn,
        "phase": shown.phase,
        "question": question,
        "title": words.say(shown.begun.title) if shown.begun else "",
        **headline(shown, question, words),
        "players": players(shown, words),
        "dice": dice(shown),
        "keeps": hasattr(shown.position, "boxes"),
        "count": count(shown, question),
        "remark": remark(shown, question, words),
        "lies": [words.say(Saying(lie)) for lie in LIES] if question == "lie" else [],
        "buttons": buttons(shown, question, words),
        "said": told[::-1],
        "picture": picture_view(shown, asked),
        "chances": chances_view(chances, words, estimated=estimated),
        **board_view(shown, words),
        **options_view(shown, words),
    }


def count(shown: Shown, question: str | None) -> dict[str, int] | None:
    """Return how many dice would be thrown, and how many at most, where that is chosen now."""
    if question != "move" or not shown.tally.dice:
        return None
    return {"dice": shown.tally.dice, "most": MOST_DICE}


def remark(shown: Shown, question: str | None, words: Words) -> str:
    """Return what else people should know: which turn or round it is, or what the buttons do beside the page."""
    if question == "confirm":
        return words("confirm-keys")
    said = getattr(shown.position, "remark", None)
    return begun(words.say(said)) if said else ""


def question_of(shown: Shown) -> str | None:
    """Return what people are asked, None while they can only watch.

    `move` is for the one whose turn it is; the others are the keys of `ANSWERS`.
    """
    if shown.notice_key.startswith(TRAY):
        return "ready"
    if not shown.waits:
        return None
    asked = QUESTIONS.get(shown.notice_key)
    return asked or ("move" if shown.phase is Phase.CHOOSING and shown.person else None)


def asking(shown: Shown, question: str | None) -> int | None:
    """Return the place among the dice of the look of the one that people are asked about."""
    if question != "value" or shown.look is None or shown.notice is None:
        return None
    well = shown.notice.saying.values.get("well")
    return shown.look.wells.index(well) if well in shown.look.wells else 0


def headline(shown: Shown, question: str | None, words: Words) -> dict[str, Any]:
    """Return whose turn it is and what to do now, in few words, and the tone of it."""
    position, notice = shown.position, words.tell(shown.notice, shown.names) if shown.notice else ""
    if shown.notice_key.startswith(FIRST):
        return {"whose": words("first"), "todo": notice, "tone": "wait"}
    if question in ANSWERS:
        told = words(f"todo-{question}") if question in SHORT else notice
        return {"whose": words(f"ask-{question}"), "todo": told, "tone": "doubt"}
    if position is None:
        return {"whose": words("idle"), "todo": words("idle-todo"), "tone": "idle"}
    if shown.ended is not None:
        return {"whose": winner(shown, position, words), "todo": words.tell(shown.ended, shown.names), "tone": "over"}
    name = shown.names[position.player]
    whose = begun(words("turn", name=name, shown=words.name(name)))
    if question == "move":
        return {"whose": whose, "todo": todo(shown, position, words), "tone": "you"}
    waits = "throwing" if shown.phase is Phase.THROWING else "thinking"
    return {"whose": whose, "todo": notice or words(waits), "tone": "wait"}


def winner(shown: Shown, position: Position, words: Words) -> str:
    names = [shown.names[seat] for seat in position.winners]
    if len(shown.names) == 1 or not names:
        return words("over")
    if len(names) == 1:
        return begun(words("wins", name=names[0], shown=words.name(names[0])))
    return words("shared", names=tuple(map(words.name, names)))


def todo(shown: Shown, position: Any, words: Words) -> str:
    """Return what a person can do now."""
    if shown.tally.box is not None:
        return words("todo-box", box=words.box(shown.tally.box), points=shown.tally.points)
    if hasattr(position, "boxes"):
        if not position.faces:
            return words("todo-first", count=len(wells_of(shown)))
        left = int(position.state.rolls_left)
        return words("todo-keep", left=left) if left else words("todo-write")
    if not hasattr(position, "buttons"):
        return words("todo-count")
    stands = any(move.action == "stand" for move in position.buttons.values())
    total = position.pending[position.player]
    if stands:
        return words("todo-stand", total=total)
    return words("todo-hold", total=total) if total else words("todo-roll")


def wells_of(shown: Shown) -> Sequence[int]:
    """Return the wells that the game plays with, as far as its position or the last look tells."""
    wells: Sequence[int] | None = getattr(shown.position, "wells", None)
    return wells or (shown.look.wells if shown.look else ())


def buttons(shown: Shown, question: str | None, words: Words) -> dict[str, str]:
    """Return what stands on the buttons that mean something now."""
    position: Any = shown.position
    if question != "move" or position is None:
        return {name: words(key) for name, key in ANSWERS.get(question or "", {}).items()}
    aside = {name: words(name) for name in ("undo", "hint", "leave")}
    if not hasattr(position, "boxes"):
        legal: Mapping[Button, Move] | None = getattr(position, "buttons", None)
        if legal is None:
            return {"roll": words("roll", count=shown.tally.dice or 1)} | aside
        return {button.value: named(move, position, words) for button, move in legal.items()} | aside
    rest = len(wells_of(shown)) - len(shown.tally.keep)
    throw = {"roll": words("roll", count=rest)} if rest and position.throws else {}
    if shown.tally.box is None:
        return throw | aside
    return throw | {"hold": words("write", box=words.box(shown.tally.box), points=shown.tally.points)} | aside


def named(move: Move, position: Any, words: Words) -> str:
    """Return what stands on the button of a move of a game that has one for each."""
    return words(f"button-{move.action}", total=position.pending[position.player])


def players(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return everybody at the table, in the order of their seats."""
    position = shown.position
    if position is None or shown.begun is None:
        return []
    return [
        {
            "name": words.name(name),
            "full": plain(name[:1000]),
            "seat": seat,
            "person": shown.begun.people[seat],
            "turn": not position.over and position.player == seat,
            "won": seat in position.winners,
        }
        for seat, name in enumerate(shown.names)
    ]


def dice(shown: Shown) -> list[dict[str, Any]]:
    """Return the dice in the order of their wells: what they show, whether they stay, and why one is in doubt."""
    look, throwing = shown.look, shown.phase is Phase.THROWING
    if throwing and shown.confirming:
        return confirmed(shown.confirming)
    wells = wells_of(shown)
    faces: Sequence[int | None] = getattr(shown.position, "faces", ())
    if not hasattr(shown.position, "faces") and look is not None and look.wells == tuple(wells):
        faces = look.values
    fresh = throwing and shown.looked_at == shown.throw_number and look is not None and look.wells  # none in the tray
    seen = dict(zip(look.wells, look.values, strict=True)) if look and fresh else {}
    doubts = dict(zip(look.wells, look.doubts, strict=True)) if look and fresh else {}
    shows = dict(zip(wells, faces, strict=False)) | seen
    return [
        {
            "well": well,
            "face": shows.get(well),
            "kept": well in shown.tally.keep,
            "doubt": doubts.get(well),
            "rolls": throwing and well not in shown.tally.keep and well not in seen,
        }
        for well in wells
    ]


def confirmed(event: Confirming) -> list[dict[str, Any]]:
    """Return dice that were thrown by hand, from the left to the right, as people say so far."""
    return [
        {
            "well": place + 1,
            "face": value,
            "kept": False,
            "chosen": place == event.chosen,
            "doubt": None if value else "pattern",
            "rolls": False,
        }
        for place, value in enumerate(event.values)
    ]


def chances_view(
    chances: Sequence[tuple[float, ...] | None], words: Words, *, estimated: bool
) -> dict[str, Any] | None:
    """Return everybody's chance to win now, and how it went; of estimates, what they are based on."""
    known = [one for one in chances if one]
    if not known:
        return None
    return {
        "now": [round(one, 4) for one in known[-1]],
        "words": [words("percent", share=round(100 * one)) for one in known[-1]],
        "note": words("estimated") if estimated else "",
        "trail": [[round(one, 3) for one in moment] for moment in known],
    }
