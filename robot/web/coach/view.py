"""The JSON of a coached game for the page, and of a picture of its dice with their frames, values and doubts."""

from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from robot.coach.advice import CoachAdvice, cost_saying
from robot.coach.positions import EACH, LEFT, PLAYER, PositionForm, title_of
from robot.coach.session import CoachSession, CoachStanding
from robot.coach.words import NEXT, advice_sayings, end_sayings, line_sayings
from robot.games.game import Offer, Position, Tally
from robot.games.reasons import tell_reach, tell_worths
from robot.games.views import LIES, DiceRow
from robot.language import capitalize
from robot.language.names import tell_win
from robot.records.stats import points_of
from robot.review.summary import tell_position
from robot.saying import Saying
from robot.table.look import crop_shown, cut_of, look_at
from robot.web.coach.watch import WatchedThrow
from robot.web.game.headline import tell_choice
from robot.web.game.picture import frame_dice, jpeg
from robot.web.game.view import board_view, players_view
from robot.web.game.words import Words
from solver.action import HOLD, STAND
from solver.spread import Spread

HEADING = "coach-worst"
"""The message that is the heading of a list."""
MOST_SLOTS = 2
"""The most numbers of dice that can be due while the throw counts as known."""


def coach_view(session: CoachSession, heard: CoachStanding | None, words: Words, cache: Path) -> dict[str, Any]:
    """Return the JSON to draw after the line whose standing is `heard`, None without a line. Raises SolverError."""
    standing = session.standing
    position, due, pending = standing.position, standing.due, standing.pending
    offer = Offer() if pending else position.offer  # no other choice is legal while a chosen throw is due
    known, least = count_due(session), due[0] if due else 0
    count = {"most": due[-1], "least": least, "usual": usual_count(position) or least} if due and not known else None
    return {
        "title": words.say(session.game.title),
        "over": position.over,
        "players": players_view(session.names, position, words),
        **headline(session, offer, words),
        "due": list(known),
        "count": count,
        "pigs": [words.say(Saying(lie)) for lie in LIES] if due and not session.game.wells else [],
        "kept": list(position.find_kept(pending).values()) if pending else [],
        **choice(position, offer, words),
        "shuts": bool(offer.ways),
        "undo": bool(session.lines),
        "form": position_form(session, words),
        "set_up": session.set_up,
        "line": tell_position(position, session.game.rules),
        "told": say_all(line_sayings(session, heard, cache), words) if heard else [],
        **advice(session, words, cache),
        "ending": ending(session, words) if position.over else [],
        **board_view(position, Tally(), words, offers=not pending),
    }


def count_due(session: CoachSession) -> tuple[int, ...]:
    """Return the possible numbers of dice of the next throw, () if people choose how many they throw."""
    due = session.standing.due
    return due if len(due) <= (1 if usual_count(session.position) else MOST_SLOTS) else ()


def usual_count(position: Position) -> int:
    """Return the usual number of dice if people choose how many they throw, else 0."""
    return next((act.count for act, _ in position.offer.acts.values()), 0)


def due_throw(session: CoachSession) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of dice that a camera waits for, and the faces that stay; None for pigs or without a throw."""
    due, pending = count_due(session), session.standing.pending
    if not due or not session.game.wells:
        return None
    return due[0], tuple(session.position.find_kept(pending).values()) if pending else ()


def headline(session: CoachSession, offer: Offer, words: Words) -> dict[str, str]:
    """Return whose turn it is, and what comes next."""
    position = session.standing.position
    if position.over:
        return {"whose": tell_win(session.names, position.winners, points_of(position)[0], words.say), "todo": ""}
    name, turn = session.names[position.player], session.turn_of(position.player)
    known = words("coach-turn", name=words.name(name), turn=turn)
    whose = capitalize(known if session.whole else words("turn", name=name, shown=words.name(name)))
    return {"whose": whose, "todo": todo(session, offer, words)}


def todo(session: CoachSession, offer: Offer, words: Words) -> str:
    """Return what people can do now."""
    position, due = session.standing.position, session.standing.due
    acts = [action for action, _ in offer.acts.values()]
    if not due or len(due) > MOST_SLOTS or (len(due) > 1 and offer.tiles) or (position.chooses and STAND in acts):
        return tell_choice(position, words)
    if position.chooses and HOLD in acts:
        return words("coach-todo-again", total=max(position.pending))
    throw = words("coach-todo-throw", count=due[0]) if session.game.wells else words("coach-todo-pigs")
    known = position.describe() if position.begins else None  # such as the sum that scores now
    return f"{capitalize(words.say(known))} {throw}" if known else throw


def choice(position: Position, offer: Offer, words: Words) -> dict[str, Any]:
    """Return the dice that can be kept, and the texts of the buttons of moves that are legal."""
    view, acts = position.view(), [action for action, _ in offer.acts.values()]
    row, total = view.dice if view.dice and offer != Offer() else DiceRow(()), max(position.pending)
    most = offer.most or len(offer.wells) or max((action.count for action in acts), default=0)
    hold = "coach-hold" if offer.holds and offer.dice else f"button-{HOLD}" if HOLD in acts else ""
    return {
        "dice": [face for well, face in row.shown.items() if well not in row.aside],
        "beside": [row.shown[well] for well in row.aside if row.faces],
        "throws": bool(offer.dice),
        "aside": offer.holds,
        "hold": words(hold, total=total) if hold else "",
        "rolls": [words("roll", count=count) for count in range(1, most + 1)],
        "writes": {
            box: words("write", box=words.box(view.sheet, box), points=points)
            for box, points in offer.boxes.items()
            if view.sheet
        },
        "acts": [{"text": words(f"button-{one}", total=total), "send": one.to_json()} for one in acts if STAND in acts],
    }


def advice(session: CoachSession, words: Words, cache: Path) -> dict[str, Any]:
    """Return what is best with the line that reports it, why, and what the next choices cost.

    Nothing unless the coach is open.
    """
    position, found = session.position, session.open_advice()
    sayings = list(advice_sayings(found, session.names[position.player], cache)) if found else []
    chooses = found if position.chooses else None
    weigh = session.game.solver_game(len(session.names)).spread if session.game.prepared else None
    spread = weigh(chooses.decision) if chooses and weigh else None
    return {
        "best": " ".join(say_all(sayings[: bool(chooses)], words)),
        "does": chooses.action.to_json() if chooses else None,
        "why": say_all((one for one in sayings[bool(chooses) :] if one.key not in NEXT), words),
        "next": say_all((one for one in sayings if one.key in NEXT), words),
        "choices": choices(chooses, words, spread) if chooses else [],
        "spread": spread_view(spread, position, words) if spread else None,
    }


def spread_view(spread: Spread, position: Position, words: Words) -> dict[str, Any]:
    """Return the curve of final points after the best choice, and the best choices to reach a number of points.

    Bars are parts of the highest bar, 0 to 1. Choices go from safe to bold; `beyond` is their first bar.
    """
    first, wide, bars = spread.curve
    dial = [
        {"beyond": (one.points - first) / wide, "text": words.say(tell_reach(one, position.tell))}
        for one in spread.dial
    ]
    return {"bars": [bar / max(bars) for bar in bars], "dial": dial}


def choices(found: CoachAdvice, words: Words, spread: Spread | None) -> list[dict[str, Any]]:
    """Return all choices, best first, with the value of each as a number and in words, and its cost."""
    decision, far = found.decision, {action: spread.sd(action) for action in spread.finals} if spread else {}
    ranked = decision.rank()
    told = map(words.say, tell_worths(decision, [value for _, value in ranked], "page-worth"))
    return [
        {
            "move": capitalize(words.say(found.position.tell("do", action))),
            "value": value,
            "worth": worth + (f" ± {far[action]:.0f}" if action in far else ""),
            "cost": "" if found.by_rule or not place else words.say(cost_saying(decision.unit, found.cost(action))),
        }
        for place, ((action, value), worth) in enumerate(zip(ranked, told, strict=True))
    ]


def position_form(session: CoachSession, words: Words) -> dict[str, Any]:
    """Return the form for a position, filled with the game's standing, or with its beginning once it is over."""
    game, form = session.game, PositionForm(session.game, len(session.names))
    position = game.begin(form.players) if session.position.over else session.position
    now, shown = position.to_json(), position.view().sheet
    fields = [
        {
            "name": field,
            "title": capitalize(words.say(title_of(field))),
            "value": None if field in LEFT and position.begins else now[field],
            "blank": field in LEFT or (field in EACH and start[0] is None),
            "start": start,
        }
        for field, start in form.fields.items()
    ]
    rows = []
    if shown:
        rows = [{"name": box, "title": words.box(shown, box)} for box in shown.sheet.names]
        rows += [{"name": name, "title": words.say(title_of(name))} for name in shown.counted]
    return {
        "fields": fields,
        "rows": rows,
        "dice": len(game.wells),
        "turns": list(form.turns),
        "turn": position.player,
        "whose": words.say(title_of(PLAYER)),
    }


def ending(session: CoachSession, words: Words) -> list[dict[str, Any]]:
    """Return the review of a finished game, line by line; some lines are headings."""
    return [{"text": capitalize(words.say(one)), "heading": one.key == HEADING} for one in end_sayings(session)]


def say_all(sayings: Iterable[Saying], words: Words) -> list[str]:
    return [capitalize(words.say(saying)) for saying in sayings]


def watched_view(seen: WatchedThrow, words: Words, *, shows: bool) -> dict[str, Any]:
    """Return the JSON of a watched throw with the boxes of its dice. With `shows`, it includes the picture as data.

    The server does not keep the picture.
    """
    hold = words("coach-counts" if seen.picture and seen.picture.single else "dice-lie")
    told = words.rename_buttons({"hold": hold}).say(seen.said) if seen.said else ""
    view: dict[str, Any] = {"number": seen.number, "boxes": [], "said": capitalize(told)}
    if seen.due and seen.look:
        view |= {"moment": seen.due.moment, "dice": list(seen.look.values), "sure": seen.sure}
    if seen.picture:
        look = seen.look or look_at(seen.picture.image, seen.picture.reading.reading)
        view["boxes"] = frame_dice([one.die for one in seen.picture.reading.dice], look.whole)["boxes"]
        if shows:
            data = "data:image/jpeg;base64," + b64encode(jpeg(crop_shown(look))).decode()
            dice = sorted(look.reading.dice, key=lambda die: die.box)
            view["picture"] = {"data": data} | frame_dice(dice, cut_of(look))
    return view
