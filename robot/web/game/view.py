"""A moment of a game as the page draws it. The JSON is computed once a language, for all phones."""

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot.games.dialog import choices
from robot.games.game import Position, Wish, wells_words
from robot.games.reasons import ORDER, OWN, rank_options, tell_decision
from robot.games.views import (
    LIES,
    NO_SCORE,
    BoxView,
    HogView,
    KeepView,
    MarkedDice,
    PointsView,
    PositionView,
    RaceView,
    SheetView,
    ranking,
    score_words,
    track_points,
)
from robot.language import capitalize
from robot.language.names import YOU, plain
from robot.match.events import Confirming, Decided, Hinted
from robot.match.moments import MomentKind
from robot.match.questions import (
    AGREE_UNDO,
    CONFIRM_LIES,
    DICE_LIE,
    ENTER_LIE,
    LEAVE_GAME,
    MEND_DICE,
    REGRET_CHOICE,
    ChooseMove,
    ConfirmDice,
    Confirmed,
    EnterDice,
    PlainAnswer,
    Reply,
    SettleDie,
)
from robot.saying import Saying
from robot.table.about import About
from robot.table.doubts import tell_doubts
from robot.table.look import Look
from robot.table.look_picture import locate_doubts
from robot.web.game.picture import picture_view, stage_of
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from robot.web.input import to_json
from solver.action import STAND, Action, Verb, in_row
from solver.units import Unit

LAST_SAID = 6
NARROW = {Unit.WINS: 0.01, Unit.POINTS: 0.5, Unit.TURNS: 0.1, Unit.FEWEST: 0.1}
"""A choice is hard if the next best option is worth so little less."""
UNSURE = {topic.kind for topic in (SettleDie, MEND_DICE, ConfirmDice, EnterDice)}
"""What people are asked because the reader is in doubt."""
MOST_OPTIONS = 5
LEAST_BAR = 0.12
"""The shortest bar of a value in points, so that it can still be seen."""
YES, NO = PlainAnswer.YES, PlainAnswer.NO
SHORT = {topic.kind for topic in (AGREE_UNDO, ConfirmDice, EnterDice, ENTER_LIE, LEAVE_GAME)}
"""Questions that the page's own buttons explain. Their announcements speak of the panel's buttons."""
ANSWERS: Mapping[str, Mapping[str, tuple[str, Reply]]] = {
    SettleDie.kind: {},
    MEND_DICE.kind: {"hold": ("mended", YES), "roll": ("let-throw", NO)},
    AGREE_UNDO.kind: {"hold": ("agree", YES), "roll": ("disagree", NO)},
    REGRET_CHOICE.kind: {"roll": ("go-on", NO), "undo": ("take-back", YES)},
    DICE_LIE.kind: {"hold": ("dice-lie", YES)},
    ConfirmDice.kind: {"undo": ("look-again", PlainAnswer.LOOK_AGAIN)},
    EnterDice.kind: {"undo": ("look-again", PlainAnswer.LOOK_AGAIN)},
    ENTER_LIE.kind: {},
    CONFIRM_LIES.kind: {"hold": ("all-right", YES), "undo": ("enter-anew", NO)},
    LEAVE_GAME.kind: {"hold": ("leave-sure", YES), "roll": ("stay", NO)},
}
"""The buttons of a question, each with the key of its text and the answer that it gives."""
WISHES = {"undo": Wish.TAKE_BACK, "hint": Wish.HINT, "leave": Wish.LEAVE}
"""The buttons beside those of moves."""


def view(
    shown: Shown,
    words: Words,
    chances: Sequence[tuple[float, ...] | None],
    *,
    note: str = "",
    panel: bool = False,
) -> dict[str, Any]:
    """Return what to draw; with a `panel` also what its buttons do.

    `chances` are the players' chances to win at each position of `shown.trail`, None where unknown, and `note`
    is the key of what people should know of them.
    """
    given = buttons(shown, words)
    labels = {name: text for name, (text, _) in given.items()}
    said = [event for event in shown.said[-LAST_SAID:] if event is not shown.ended]  # the headline says that
    sentences = [text for event in said if (text := words.lasting(event, shown.names))]
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
        "keeps": isinstance(position := view_position(shown), SheetView | KeepView) and position.throws,
        "count": count(shown),
        "tiles": tiles(shown),
        "shuts": isinstance(position, BoxView) and position.shuts,
        "remark": remark(shown, words, panel=panel),
        "lies": [words.say(Saying(lie)) for lie in LIES] if shown.topic is ENTER_LIE else [],
        "buttons": labels,
        "answers": refusable(shown) | {name: to_json(reply) for name, (_, reply) in given.items()},
        "said": sentences[::-1],
        "picture": picture_view(shown, shown.topic.die if isinstance(shown.topic, SettleDie) else None),
        "stage": stage_of(shown),
        "read": shown.read_picture,
        "chances": chances_view(chances, words, note),
        **board_view(shown, words),
        "mind": mind_view(shown, words),
        "moment": moment_view(shown, words),
        "closes": shown.question.seconds if shown.question else None,
    }


def view_position(shown: Shown) -> PositionView | None:
    """Return the position as screens show it."""
    return shown.position.view() if shown.position else None


def count(shown: Shown) -> dict[str, int] | None:
    """Return how many dice are chosen to be thrown, and the most, if that is chosen now."""
    position = view_position(shown)
    if not isinstance(shown.topic, ChooseMove) or not isinstance(position, HogView):
        return None
    return {"dice": shown.tally.dice or 1, "most": position.most}


def tiles(shown: Shown) -> list[dict[str, Any]]:
    """Return the tiles that are shut in this game: which are open, and which are marked; [] in other games."""
    position = view_position(shown)
    if not isinstance(position, BoxView) or not position.open:
        return []
    marked = shown.tally.tiles if isinstance(shown.topic, ChooseMove) else ()
    return [{"tile": tile, "open": tile in position.open, "marked": tile in marked} for tile in position.tiles]


def remark(shown: Shown, words: Words, *, panel: bool) -> str:
    """Return a remark: which turn or round it is, or what the panel's buttons do."""
    question = shown.question
    if question and isinstance(question.topic, ConfirmDice):
        if question.asks:
            return words.say(Saying("confirm-keys-big"))
        return words(f"{question.topic.kind}-keys") if panel else ""
    if shown.tally.asks and shown.position and isinstance(shown.topic, ChooseMove):
        name = shown.names[shown.position.player]
        pressed = choices(shown.position, name, shown.tally, shown.tally).values["options"]
        assert isinstance(pressed, Saying), "all that the buttons do is one saying"
        back = question and question.offers_back(shown.tally)
        return words.say(Saying("sentences", {"first": pressed, "rest": Saying("press-undo")}) if back else pressed)
    position = view_position(shown)
    own = position.remark if isinstance(position, PointsView) else None
    return capitalize(words.say(own)) if own else ""


def headline(shown: Shown, words: Words, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return in few words whose turn it is and what to do now, and the tone.

    `own` is what the phone of a player reads in place of the name: the player's `seat` and the `text`.
    """
    position, topic = shown.position, shown.topic
    if moment := moment_view(shown, words):
        own = None if moment["seat"] is None else own_words(f"moment-{moment['kind']}", moment["seat"], words)
        return {"whose": moment["title"], "own": own, "todo": moment["text"], "tone": moment["kind"]}
    counted = (
        (isinstance(topic, SettleDie) or topic is ENTER_LIE) and shown.question is not None and shown.question.asks
    )
    named = words if counted else words.naming(labels)
    notice = named.describe(shown.notice, shown.names) if shown.notice else ""
    if shown.notice and shown.notice.about is About.LOST:
        notice = words("resumes")  # what is wrong stands above, for as long as it lasts
    if topic is not None and topic.kind in ANSWERS and topic is not REGRET_CHOICE:
        kind = ConfirmDice.kind if isinstance(topic, EnterDice) and None not in topic.values else topic.kind
        what = words(f"todo-{kind}") if topic.kind in SHORT and not counted else notice
        mend = tell_remedies(shown, words) if isinstance(topic, ConfirmDice) else ""
        return {"whose": words(f"ask-{kind}"), "todo": f"{mend} {what}".lstrip(), "tone": "doubt"}
    if shown.first:
        return {**first_headline(shown, words, notice), "tone": "wait"}
    if position is None:
        return {"whose": words("idle"), "todo": words("idle-todo"), "tone": "idle"}
    if shown.ended is not None:
        return {
            "whose": winner(shown, position, words),
            "own": own_words("wins", *position.winners, words) if len(position.winners) == 1 else None,
            "todo": words.describe(shown.ended, shown.names) if len(shown.names) == 1 else "",
            "tone": "over",
        }
    if position.over:  # its end follows
        return {"whose": winner(shown, position, words), "todo": tell_last(shown, words), "tone": "wait"}
    name = shown.names[position.player]
    whose = capitalize(words("turn", name=name, shown=words.name(name)))
    turn = {"whose": whose, "own": own_words("turn", position.player, words)}
    if isinstance(topic, ChooseMove):
        return turn | {"todo": todo(shown, words), "tone": "you"}
    if topic is REGRET_CHOICE:
        return turn | {"todo": words("todo-regret"), "tone": "wait"}
    return turn | {"todo": notice or reading(shown, words) or doing(shown, words), "tone": "wait"}


def own_words(key: str, seat: int, words: Words) -> dict[str, Any]:
    """Return what the phone of the player at a seat reads of them."""
    return {"seat": seat, "text": capitalize(words(key, name=YOU, shown=""))}


def first_headline(shown: Shown, words: Words, notice: str) -> dict[str, str]:
    """Return in few words how far the throw-off is; at its end who begins."""
    found, own = shown.throw_off, shown.notice and shown.notice.about is About.FIRST
    if found and own and len(found.left) == 1:
        return {"whose": notice, "todo": ""}
    if found and own and (found.tied or not found.values):
        notice = words("first-tie" if found.tied else "first-how")
    return {"whose": words("first"), "todo": notice or words("throwing")}


def throw_off_view(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return everybody with their die while it is thrown for who begins; [] at other times."""
    found = shown.throw_off
    if found is None:
        return []
    left = found.left
    return [
        {
            "name": words.name(name),
            "full": plain(name[:1000]),
            "face": face,
            "rolls": seat in found.rolling,
            "out": seat not in left,
            "won": (seat,) == left,
        }
        for seat, (name, face) in enumerate(zip(found.players, found.faces, strict=True))
    ]


def tell_remedies(shown: Shown, words: Words) -> str:
    """Return what to do about dice of this throw without a value, "" if nothing or people have said what they show."""
    look, entered = shown.look, shown.confirming
    if look is None or shown.looked_at != shown.throw_number or (entered and None not in entered.values):
        return ""
    doubts = locate_doubts(look)
    return words.say(tell_doubts(doubts, sentence=True)) if doubts else ""


def doing(shown: Shown, words: Words) -> str:
    """Return what the table does now, or what a robot has chosen to do."""
    if shown.phase is GamePhase.THROWING:
        return words("awaiting-throw" if shown.by_hand else "throwing")
    chosen = [option for option in options_view(shown, words)["options"] if option["chosen"]]
    if shown.phase is GamePhase.DECIDED and chosen:
        return words("does", move=" ".join([chosen[0]["text"], *map(str, chosen[0]["dice"])]))
    if shown.begun and shown.position and shown.begun.people[shown.position.player]:
        return tell_last(shown, words)  # their question follows
    return words("thinking")


def tell_last(shown: Shown, words: Words) -> str:
    """Return what has happened last, in a sentence."""
    return next((text for event in reversed(shown.said) if (text := words.describe(event, shown.names))), "")


def moment_view(shown: Shown, words: Words) -> dict[str, Any] | None:
    """Return the moment that is shown, None if there is none, or it is the end, which has its own headline."""
    moment = shown.moment
    if moment is None or moment.kind is MomentKind.WIN or not shown.said:
        return None
    name = shown.names[moment.seat] if moment.seat is not None else words("moment-all")
    return {
        "at": shown.moment_at,
        "kind": moment.kind,
        "seat": moment.seat,
        "lost": moment.lost,
        "title": capitalize(words(f"moment-{moment.kind}", name=name, shown=words.name(name))),
        "text": words.describe(shown.said[-1], shown.names),
    }


def reading(shown: Shown, words: Words) -> str:
    """Return what the camera reads of the throw that is under way, "" until every die of it has a value."""
    look = shown.look
    if shown.phase is not GamePhase.THROWING or shown.looked_at != shown.throw_number or look is None:
        return ""
    if not look.reads_throw(shown.tally.keep):
        return ""
    return words.say(Saying("reads", {"values": " ".join(map(str, look.values))}))


def winner(shown: Shown, position: Position, words: Words) -> str:
    names = [shown.names[seat] for seat in position.winners]
    if len(shown.names) == 1 or not names:
        return words("over")
    if len(names) == 1:
        return capitalize(words("wins", name=names[0], shown=words.name(names[0])))
    return words("shared", names=tuple(map(words.name, names)))


def todo(shown: Shown, words: Words) -> str:
    """Return what a person can do now."""
    position, tally = view_position(shown), shown.tally
    match position:
        case SheetView() if tally.box is not None:
            return words("todo-box", box=words.box(position, tally.box), points=tally.points)
        case SheetView(faces=()):
            return words("todo-first", count=len(position.wells))
        case SheetView(rolls_left=left):
            return words("todo-keep", left=left) if left else words("todo-write")
        case HogView() | None:
            return words("todo-count")
        case BoxView():
            return todo_tiles(position, tally.tiles, words)
        case KeepView(faces=()):
            return words("todo-first", count=len(position.wells))
        case KeepView():
            return todo_aside(shown, position, words)
    total = at_risk(shown, position)
    if STAND in position.actions:
        return words("todo-stand", total=total)
    if not total:
        return words("todo-roll")
    return words("todo-wins" if position.wins else "todo-hold", total=total)


def todo_aside(shown: Shown, position: KeepView, words: Words) -> str:
    """Return what the dice that are marked come to, or why they cannot be set aside."""
    marked = marked_dice(shown)
    if not marked.dice:
        if shown.notice and shown.notice.about is About.REFUSED:
            return words.describe(shown.notice, shown.names)
        return words("todo-round" if position.goal is None else "todo-aside")
    if marked.no_throw and marked.no_hold:
        return words.say(marked.no_throw)
    return words("todo-aside-so", dice=in_row(marked.dice), total=marked.total)


def marked_dice(shown: Shown) -> MarkedDice:
    """Return what the dice that are marked come to, in a game in which dice are set aside."""
    marked = shown.position.count_marked(shown.tally.keep) if shown.position else None
    assert marked is not None
    return marked


def todo_tiles(position: BoxView, marked: Sequence[int], words: Words) -> str:
    """Return how many dice can be thrown, or what the dice sum to, or which tiles stay open."""
    if len(position.numbers) > 1:
        return words("todo-one-die", dice=position.numbers[0])
    if not position.shuts:
        return words("todo-first", count=position.numbers[0])
    if sum(marked) != sum(position.faces):
        return words("todo-shut", sum=sum(position.faces))
    left = [tile for tile in position.open if tile not in marked]
    return words("todo-shut-so", tiles=in_row(marked), left=in_row(left) or 0)


def at_risk(shown: Shown, position: RaceView) -> int:
    """Return the points that the player whose turn it is may lose."""
    return position.pending[shown.position.player] if shown.position else 0


def wells_of(shown: Shown) -> Sequence[int]:
    """Return the wells of the game's dice, as far as its position or the last look shows them."""
    position = view_position(shown)
    if isinstance(position, SheetView | KeepView):
        return position.wells
    return shown.look.wells if shown.look else ()


def buttons(shown: Shown, words: Words) -> dict[str, tuple[str, Reply]]:
    """Return the buttons that mean something now: the text of each, and its answer."""
    topic = shown.topic
    if isinstance(topic, ChooseMove):
        moves = {name: (text, reply) for name, text, reply in moves_of(shown, words)}
        assert shown.question, "it has the topic"
        return moves | {name: (words(name), wish) for name, wish in WISHES.items() if wish in shown.question.wishes}
    given = ANSWERS.get(topic.kind, {}) if topic else {}
    if isinstance(topic, EnterDice) and not topic.looks:
        given = {}
    named = {name: (words(key), reply) for name, (key, reply) in given.items()}
    if isinstance(topic, ConfirmDice) and shown.confirming:
        said = tuple(value or 0 for value in shown.confirming.values)  # an unset die is sent as 0, which is refused
        return {"hold": (words("all-right"), Confirmed(said))} | named
    return named


def refusable(shown: Shown) -> dict[str, Any]:
    """Return the answers of keys that have no button because dice cannot be set aside so: the answer says why."""
    position = view_position(shown)
    if not isinstance(shown.topic, ChooseMove) or not isinstance(position, KeepView) or not position.throws:
        return {}
    wells = shown.tally.keep
    return {"roll": to_json(Action(Verb.THROW, wells=wells)), "hold": to_json(Action(Verb.HOLD, wells=wells))}


def moves_of(shown: Shown, words: Words) -> Iterator[tuple[str, str, Reply]]:
    """Yield the buttons of the legal moves: the name, the text, and the answer of each."""
    position, tally = view_position(shown), shown.tally
    match position:
        case RaceView():
            total = at_risk(shown, position)
            assert shown.position, "it is shown"
            for button, (action, _) in shown.position.offer.acts.items():
                yield button.value, words(f"button-{action}", total=total), action
        case HogView():
            dice = tally.dice or 1
            yield "roll", words("roll", count=dice), Action(Verb.ROLL, count=dice)
        case BoxView():
            for number, name in zip(position.numbers, ("roll", "hold"), strict=False):
                yield name, words("roll", count=number), Action(Verb.THROW, count=number)
            if position.shuts and sum(tally.tiles) == sum(position.faces):
                yield "hold", words("button-shut", tiles=in_row(tally.tiles)), Action(Verb.THROW, tiles=tally.tiles)
        case KeepView():
            marked, wells = marked_dice(shown), tally.keep
            if marked.no_throw is None:
                yield "roll", words("roll", count=marked.left), Action(Verb.THROW, wells=wells)
            if marked.no_hold is None:
                yield "hold", words("button-hold", total=marked.total), Action(Verb.HOLD, wells=wells)
        case SheetView():
            rest = len(position.wells) - len(tally.keep)
            if rest and position.throws:
                yield "roll", words("roll", count=rest), Action(Verb.THROW, wells=tally.keep)
            if tally.box is not None:
                box = words.box(position, tally.box)
                yield "hold", words("write", box=box, points=tally.points), Action(Verb.SCORE, box=tally.box)


def players(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return all players, in the order of their seats."""
    position = shown.position
    if position is None or shown.begun is None:
        return []
    seated = players_view(shown.names, position, words)
    return [one | {"person": shown.begun.people[one["seat"]]} for one in seated]


def result_view(shown: Shown, words: Words) -> list[dict[str, Any]]:
    """Return all players of a game that is over, best first, each with their place and points; [] for one alone."""
    if shown.ended is None or len(shown.names) == 1:
        return []
    position, seated = shown.ended.position, players(shown, words)
    ranked = ranking(position.view(), position.winners)
    return [seated[seat] | {"place": place, "points": points} for place, seat, points in ranked]


def dice(shown: Shown) -> list[dict[str, Any]]:
    """Return the dice in the order of their wells: the face of each, whether it is kept or reached, and its doubt."""
    look, throwing = shown.look, shown.phase is GamePhase.THROWING
    if throwing and shown.confirming:
        return view_confirmed(shown.confirming, look if shown.looked_at == shown.throw_number else None)
    position, wells = view_position(shown), wells_of(shown)
    faces: Sequence[int | None] = position.faces if isinstance(position, SheetView | KeepView) else ()
    if not faces and not isinstance(position, SheetView) and look is not None and look.wells == tuple(wells):
        faces = look.values
    fresh = throwing and shown.looked_at == shown.throw_number and look is not None and look.wells  # not in the tray
    read = dict(zip(look.wells, look.values, strict=True)) if look and fresh else {}
    doubts = dict(zip(look.wells, look.doubts, strict=True)) if look and fresh else {}
    shows = dict(zip(wells, faces, strict=False)) | read
    aside = position.aside if isinstance(position, KeepView) and not throwing else ()
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
        for well in wells
    ]


def view_confirmed(event: Confirming, look: Look | None) -> list[dict[str, Any]]:
    """Return dice thrown by hand, from left to right, with the values that people have given so far.

    A die without one has the doubt of the `look` at this throw, and none where no camera has seen it.
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
    """Return everybody's chance to win, now and earlier, with the note on how good they are."""
    known = [one for one in chances if one]
    if not known:
        return None
    return {
        "now": [round(one, 4) for one in known[-1]],
        "words": [words("percent", share=round(100 * one)) for one in known[-1]],
        "note": words(note) if note else "",
        "trail": [[round(one, 3) for one in moment] for moment in known],
    }


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
        if factor := sheet.bonus_places.get(place):
            due = factor * sheet.bonus_from
            sums = [str(card.bonus_of(factor) or f"{card.upper_of(factor)}/{due}") for card in cards]
            rows.append({"sum": True, "title": words("bonus", points=factor * sheet.bonus), "cells": sums})
    if sheet.extra:
        extras = [str(card.extras * sheet.extra) if card.extras else "" for card in cards]
        rows.append({"sum": True, "title": words("extra"), "cells": extras})
    rows.append({"sum": True, "total": True, "title": words("total"), "cells": [str(card.total) for card in cards]})
    return {"kind": "sheet", "rows": rows, "left": position.rolls_left}


class Mood(enum.StrEnum):
    """What the robot's face shows."""

    RESTS = "rests"
    LOOKS = "looks"
    THINKS = "thinks"
    SURE = "sure"
    TORN = "torn"
    GLAD = "glad"
    SORRY = "sorry"
    ASKS = "asks"


def mind_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the robot's mood with its name, and its last choice: number, reason and options, or those of a hint.

    `busy` says that the robot's choice is what matters now.
    """
    mood = mood_of(shown)
    busy = shown.phase is GamePhase.DECIDED or bool(shown.hinted)
    return {
        "mood": mood,
        "feels": words(f"mood-{mood}"),
        "at": shown.decided_at,
        "busy": busy and not shown.moment,
        **options_view(shown, words),
    }


def mood_of(shown: Shown) -> Mood:
    """Return what the robot's face shows of a moment of the game."""
    begun, position = shown.begun, shown.position
    if shown.topic and shown.topic.kind in UNSURE:
        return Mood.ASKS
    if begun is None or position is None:
        return Mood.LOOKS if shown.first else Mood.RESTS
    robots = {seat for seat, person in enumerate(begun.people) if not person}
    if shown.ended or (shown.moment and shown.moment.kind is MomentKind.WIN):
        return _at_the_end(robots, position.winners)
    if shown.moment:
        return _at(shown.moment.kind, by_robot=shown.moment.seat in robots)
    if shown.phase is GamePhase.THROWING:
        return Mood.LOOKS
    if shown.phase is GamePhase.DECIDED and shown.decided:
        return Mood.TORN if is_narrow(shown.decided) else Mood.SURE
    return Mood.THINKS if position.player in robots else Mood.RESTS


def is_narrow(decided: Decided) -> bool:
    """Return whether the best two options of a decision are worth nearly the same."""
    if decided.decision is None:
        return False
    values = [value for _, value in rank_options(decided.decision)]
    return len(values) > 1 and abs(values[0] - values[1]) < NARROW[decided.decision.unit]


def _at(kind: MomentKind, *, by_robot: bool) -> Mood:
    if kind is MomentKind.BUST:
        return Mood.SORRY
    return Mood.GLAD if by_robot or kind is MomentKind.ALIKE else Mood.LOOKS


def _at_the_end(robots: set[int], winners: tuple[int, ...]) -> Mood:
    if not robots or not winners:
        return Mood.RESTS
    return Mood.GLAD if robots & set(winners) else Mood.SORRY


def options_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the bars of the last hint, or else of the last decision with reasons.

    What a rule of thumb weighs by other things than points to come stands without numbers.
    """
    decided: Decided | Hinted | None = shown.hinted or shown.decided
    if decided is None or decided.decision is None:
        return {"options": [], "reason": "", "thinker": ""}
    name, ranked = shown.names[decided.player], rank_options(decided.decision)
    options = bars(ranked, decided.action.bare, shown, words, decided.decision.unit)
    if decided.decision.by_rule and decided.position.priced:
        options = [one | {"value": ""} for one in options]
    return {
        "options": options,
        "reason": words.say(tell_decision(decided.decision, decided.position.doing, ORDER if shown.hinted else OWN)),
        "thinker": words("hint-title") if shown.hinted else words.name(name),
    }


def bars(
    options: Sequence[tuple[Action, float]], chosen: Action, shown: Shown, words: Words, unit: Unit
) -> list[dict[str, Any]]:
    """Return at most `MOST_OPTIONS` bars of options, best first. The chosen option is always among them."""
    first = list(options[:MOST_OPTIONS])
    if chosen not in [action for action, _ in first]:
        first[-1:] = [pair for pair in options if pair[0] == chosen] or first[-1:]
    if not first:
        return []
    best, worst = first[0][1], first[-1][1]
    return [
        {
            "text": name_action(action, shown, words),
            "dice": list(action.keep or ()),
            "value": worth(value, words, unit),
            "width": round(value if unit is Unit.WINS else bar(value, best, worst), 3),
            "chosen": action == chosen,
        }
        for action, value in first
    ]


def worth(value: float, words: Words, unit: Unit) -> str:
    """Return a chance, or a number of points or turns, with its unit."""
    if unit is Unit.WINS:
        return words("percent", share=round(100 * value, 1))
    if unit is Unit.TURNS:
        return words("turns", turns=round(value, 2))
    return words("points", points=round(value, 2))


def bar(value: float, best: float, worst: float) -> float:
    """Return the length of a bar of points or turns: 1 for the best option, `LEAST_BAR` for the last."""
    return 1.0 if best == worst else LEAST_BAR + (1 - LEAST_BAR) * (value - worst) / (best - worst)


def name_action(action: Action, shown: Shown, words: Words) -> str:
    """Return what an action is called beside the dice that it keeps."""
    if action.keep and action.verb is not Verb.KEEP:
        wells = f" ({words.say(wells_words(action.dice))})" if action.dice else ""
        return words(f"do-aside-{action.verb}") + wells
    if action.keep is not None:
        return words("do-keep" if action.keep else "do-throw")
    if action.tiles is not None:
        return words("do-shut", tiles=in_row(action.tiles))
    if action.box and isinstance(sheet := view_position(shown), SheetView):
        return words.box(sheet, action.box)
    if action.count and action.verb is Verb.THROW:
        return words("do-throw-dice", dice=action.count)
    return capitalize(words("roll", count=action.count) if action.count else words(f"do-{action}"))
