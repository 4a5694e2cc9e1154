"""The head of the page: in few words whose turn it is, and what to do now."""

from collections.abc import Mapping
from typing import Any

from robot.games.dialog import choices
from robot.games.game import Position
from robot.language import capitalize
from robot.language.names import YOU, tell_win
from robot.match.events import Announced
from robot.match.moments import MomentKind
from robot.match.questions import (
    AGREE_UNDO,
    DICE_LIE,
    LEAVE_GAME,
    REGRET_CHOICE,
    REGRET_HOLD,
    ChooseMove,
    ConfirmDice,
    EnterDice,
    EnterFace,
    EnterLie,
)
from robot.records.stats import points_of
from robot.saying import Saying
from robot.table.about import About
from robot.table.doubts import tell_doubts
from robot.table.look import locate_doubts
from robot.web.game.buttons import ANSWERS
from robot.web.game.mind import options_view
from robot.web.game.state import GamePhase, Shown
from robot.web.game.words import Words
from solver.action import STAND, in_row

SHORT = {topic.kind for topic in (AGREE_UNDO, ConfirmDice, EnterDice, EnterLie, LEAVE_GAME)}
"""Questions that the page's own buttons explain, because their announcements speak of the panel's buttons."""


def remark(shown: Shown, words: Words, *, panel: bool) -> str:
    """Return a remark: the turn or round, or what the panel's buttons do."""
    question = shown.question
    if question and isinstance(question.topic, ConfirmDice):
        if question.asks:
            return words.say(Saying("confirm-keys-big"))
        return words(f"{question.topic.kind}-keys") if panel else ""
    if shown.tally.asks and shown.position and isinstance(shown.topic, ChooseMove):
        name = shown.names[shown.position.player]
        pressed = choices(shown.position, name, shown.tally, shown.tally).values["options"]
        assert isinstance(pressed, Saying), "one saying describes all buttons"
        back = question and question.offers_back(shown.tally)
        return words.say(Saying("sentences", {"first": pressed, "rest": Saying("press-undo")}) if back else pressed)
    own = shown.position.remark if shown.position else None
    return capitalize(words.say(own)) if own else ""


def headline(shown: Shown, words: Words, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return the head of the page: whose turn it is, what to do now, and the tone.

    `own` replaces the name on the phone of a player: the player's `seat` and the `text`.
    """
    position, topic = shown.position, shown.topic
    if moment := moment_view(shown, words):
        own = None if moment["seat"] is None else own_words(f"moment-{moment['kind']}", moment["seat"], words)
        return {"whose": moment["title"], "own": own, "todo": moment["text"], "tone": moment["kind"]}
    counted = bool(shown.question and shown.question.asks) and isinstance(topic, EnterFace)
    named = words if counted else words.rename_buttons(labels)
    notice = named.describe(shown.notice, shown.names) if shown.notice else ""
    if shown.notice and shown.notice.about is About.LOST:
        notice = words("resumes")  # a fault is shown above as long as it lasts
    if topic is not None and topic.kind in ANSWERS and topic not in {REGRET_CHOICE, REGRET_HOLD, DICE_LIE}:
        values = (shown.confirming or topic).values if isinstance(topic, EnterDice) else ()
        asked = [one for one in shown.said if isinstance(one, Announced) and one.about is About.THROW]
        if isinstance(topic, EnterDice) and not topic.looks and None in values and asked:  # there is no camera
            whose = words.describe(asked[-1], shown.names)
            return {"whose": whose, "todo": words("todo-thrown", dice=len(values)), "tone": "you"}
        kind = ConfirmDice.kind if values and None not in values else topic.kind
        people = sum(shown.begun.people) if shown.begun else 0
        about = {"name": words.name(shown.mover), "pig": getattr(topic, "pig", 0), "people": people}
        what = words(f"todo-{kind}", **about) if topic.kind in SHORT and not counted else notice
        mend = tell_remedies(shown, words) if isinstance(topic, ConfirmDice) else ""
        return {"whose": words(f"ask-{kind}", **about), "todo": f"{mend} {what}".lstrip(), "tone": "doubt"}
    if shown.first:
        return {**first_headline(shown, words, notice), "tone": "wait"}
    if position is None:
        return {"whose": words("idle"), "todo": words("idle-todo"), "tone": "idle"}
    if shown.ended is not None or position.over:
        won, alone = position.winners, len(shown.names) == 1
        whose = tell_win(shown.names, won, points_of(position)[0], words.say)
        if shown.ended is None:  # its end follows
            return {"whose": whose, "todo": tell_last(shown, words), "tone": "wait"}
        own = own_words("wins", *won, words) if len(won) == 1 and not alone else None
        return {"whose": whose, "own": own, "todo": words.describe(shown.ended, shown.names) * alone, "tone": "over"}
    name = shown.names[position.player]
    whose = capitalize(words("turn", name=name, shown=words.name(name)))
    turn = {"whose": whose, "own": own_words("turn", position.player, words)}
    if isinstance(topic, ChooseMove):
        return turn | {"todo": todo(shown, words), "tone": "you"}
    if topic in {REGRET_CHOICE, REGRET_HOLD}:
        return turn | {"todo": words("todo-regret"), "tone": "wait"}
    return turn | {"todo": notice or reading(shown, words) or tell_doing(shown, words), "tone": "wait"}


def own_words(key: str, seat: int, words: Words) -> dict[str, Any]:
    """Return the text about a player on that player's own phone."""
    return {"seat": seat, "text": capitalize(words(key, name=YOU, shown=""))}


def first_headline(shown: Shown, words: Words, notice: str) -> dict[str, str]:
    """Return in few words the state of the throw-off, at its end who begins."""
    found, own = shown.throw_off, shown.notice and shown.notice.about is About.FIRST
    if found and own and len(found.left) == 1:
        return {"whose": notice, "todo": ""}
    if found and own and (found.tied or not found.values):
        notice = words("first-tie" if found.tied else "first-how")
    return {"whose": words("first"), "todo": notice or words("throwing")}


def tell_remedies(shown: Shown, words: Words) -> str:
    """Return what to do about dice of this throw without a value, "" if there are none or people have given values."""
    look, entered = shown.look, shown.confirming
    if look is None or shown.looked_at != shown.throw_number or (entered and None not in entered.values):
        return ""
    return words.say(tell_doubts(doubts, sentence=True)) if (doubts := locate_doubts(look)) else ""


def tell_doing(shown: Shown, words: Words) -> str:
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
    """Return the last event in a sentence."""
    return next((text for event in reversed(shown.said) if (text := words.describe(event, shown.names))), "")


def moment_view(shown: Shown, words: Words) -> dict[str, Any] | None:
    """Return the JSON of the moment that is shown, None without one or at the end, which has its own headline."""
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
    """Return the values that the camera has read in the present throw, "" until every die has a value."""
    look = shown.look if shown.looked_at == shown.throw_number else None
    if shown.phase is not GamePhase.THROWING or look is None or not look.reads_throw(shown.tally.keep):
        return ""
    return words.say(Saying("reads", {"values": " ".join(map(str, look.values))}))


def todo(shown: Shown, words: Words) -> str:
    """Return what a person can do now, given what is marked."""
    position, tally = shown.position, shown.tally
    assert position, "a move has a position"
    offer, sheet = position.offer, position.view().sheet
    if tally.box is not None and sheet:
        return words("todo-box", box=words.box(sheet, tally.box), points=tally.points)
    if tally.tiles in offer.ways:
        left = [tile for tile in offer.open if tile not in tally.tiles]
        return words("todo-shut-so", tiles=in_row(tally.tiles), left=in_row(left) or 0)
    marked = position.count_marked(tally.keep) if offer.holds and not position.begins else None
    if marked and not marked.dice and shown.notice and shown.notice.about is About.REFUSED:
        return words.describe(shown.notice, shown.names)
    if marked and marked.no_throw and marked.no_hold and marked.dice:
        return words.say(marked.no_throw)
    if marked and marked.dice:
        return words("todo-aside-so", dice=in_row(marked.dice), total=marked.total)
    return options_view(shown, words)["reason"] if shown.hinted else tell_choice(position, words)


def tell_choice(position: Position, words: Words) -> str:
    """Return what people can do in a position in which nothing is marked."""
    offer, sheet, total = position.offer, position.view().sheet, position.pending[position.player]
    acts = [action for action, _ in offer.acts.values()]
    if offer.most:
        return words("todo-count")
    if offer.ways:
        return words("todo-shut", sum=sum(position.choosable or ()))
    if offer.tiles:
        return words("todo-one-die" if len(acts) > 1 else "todo-first", dice=acts[0].count, count=acts[0].count)
    if offer.wells and position.begins:
        return words("todo-first", count=len(offer.wells))
    if offer.holds:
        return words("todo-round" if position.goal is None else "todo-aside")
    if sheet:
        return words("todo-keep", left=sheet.left) if offer.dice else words("todo-write")
    if STAND in acts:
        return words("todo-stand", total=total)
    if not total:
        return words("todo-roll")
    return words("todo-wins" if position.holding_wins else "todo-hold", total=total)
