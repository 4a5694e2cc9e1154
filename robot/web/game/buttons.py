"""The texts of a page's buttons, and the answer of each."""

from collections.abc import Iterator, Mapping
from typing import Any

from hardware.panel import Button
from robot.games.game import Wish
from robot.match.questions import ChooseMove, ConfirmDice, Confirmed, PlainAnswer, Reply
from robot.web.game.state import Shown
from robot.web.game.words import Words
from robot.web.input import to_json
from solver.action import Action, Verb, in_row

PRESSED = {"roll": Button.ROLL, "hold": Button.HOLD, "undo": Button.NEW}
ANSWERS: Mapping[str, Mapping[str, str]] = {
    **{kind: {} for kind in ("value", "lie", "confirm", "enter")},
    "mend": {"hold": "mended", "roll": "let-throw"},
    "agree": {"hold": "agree", "roll": "disagree"},
    "regret": {"roll": "go-on", "hold": "go-on", "undo": "take-back"},
    "ready": {"hold": "dice-lie"},
    "lies": {"hold": "all-right", "undo": "enter-anew"},
    "leave": {"hold": "leave-sure", "roll": "stay"},
}
"""The buttons of each kind of question, with the keys of their texts. They answer like the panel's buttons."""
WISHES = {"undo": Wish.TAKE_BACK, "hint": Wish.HINT, "leave": Wish.LEAVE}
"""The buttons in addition to those of moves."""


def buttons(shown: Shown, words: Words) -> dict[str, tuple[str, Reply]]:
    """Return the buttons that work now, each with its text and its answer."""
    topic = shown.topic
    if isinstance(topic, ChooseMove):
        moves = {name: (text, reply) for name, text, reply in moves_of(shown, words)}
        assert shown.question, "a topic has a question"
        return moves | {name: (words(name), wish) for name, wish in WISHES.items() if wish in shown.question.wishes}
    if isinstance(topic, ConfirmDice):
        given: dict[str, tuple[str, Reply]] = {}
        if shown.confirming:  # an unset die is sent as 0, which is refused
            given["hold"] = words("all-right"), Confirmed(tuple(value or 0 for value in shown.confirming.values))
        return given | ({"undo": (words("look-again"), PlainAnswer.LOOK_AGAIN)} if topic.looks else {})
    if topic is None:
        return {}
    return {
        name: (words(key), reply)
        for name, key in ANSWERS.get(topic.kind, {}).items()
        if (reply := topic.buttons.get(PRESSED[name], topic.others))
    }


def find_refusable(shown: Shown) -> dict[str, Any]:
    """Return answers for keys without a button, because these dice cannot be set aside; their refusal says why."""
    position, wells = shown.position, shown.tally.keep
    if not isinstance(shown.topic, ChooseMove) or not position or not position.offer.holds or position.begins:
        return {}
    return {"roll": to_json(Action(Verb.THROW, wells=wells)), "hold": to_json(Action(Verb.HOLD, wells=wells))}


def moves_of(shown: Shown, words: Words) -> Iterator[tuple[str, str, Reply]]:
    """Yield the buttons of the legal moves: the name, the text, and the answer of each."""
    position, tally = shown.position, shown.tally
    assert position, "a move has a position"
    offer, view = position.offer, position.view()
    for button, (action, _) in offer.acts.items():
        dice = action.count or (len(offer.wells) if action.wells is not None else 0)
        text = words("roll", count=dice) if dice else words(f"button-{action}", total=position.pending[position.player])
        yield button.value, text, action
    if offer.most:
        dice = tally.dice or 1
        yield "roll", words("roll", count=dice), Action(Verb.ROLL, count=dice)
    if tally.tiles in offer.ways:
        yield "hold", words("button-shut", tiles=in_row(tally.tiles)), Action(Verb.THROW, tiles=tally.tiles)
    marked, rest = position.count_marked(tally.keep) if offer.dice else None, len(offer.dice) - len(tally.keep)
    if marked and not marked.no_throw:
        yield "roll", words("roll", count=marked.left), Action(Verb.THROW, wells=tally.keep)
    if marked and not marked.no_hold:
        yield "hold", words("button-hold", total=marked.total), Action(Verb.HOLD, wells=tally.keep)
    if offer.dice and not marked and rest:
        yield "roll", words("roll", count=rest), Action(Verb.THROW, wells=tally.keep)
    if tally.box is not None and view.sheet:
        box = words.box(view.sheet, tally.box)
        yield "hold", words("write", box=box, points=tally.points), Action(Verb.SCORE, box=tally.box)
