"""A coached game as the page draws it, and a picture of its dice: with a frame around each, and its value or doubt."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.lines import Manner
from robot.coach.photographs import PhotoDice
from robot.coach.positions import EACH, LEFT, PLAYER, PositionForm, title_of
from robot.coach.session import CoachSession, CoachStanding
from robot.coach.words import NEXT, advice_sayings, cost_saying, ending_sayings, heard_sayings, start_saying
from robot.games.views import LIES, BoxView, HogView, KeepView, PositionView, RaceView, SheetView
from robot.language import capitalize
from robot.saying import Saying
from robot.table.look import Look
from robot.table.look_picture import crop_shown, cut_of
from robot.web.game.picture import jpeg, place_box
from robot.web.game.view import players_view, race_view, sheet_view, worth
from robot.web.game.words import Words
from solver.action import HOLD, STAND

BEST, HEADING = "coach-best", "coach-worst"
"""The messages that become a heading, and a heading of a list."""
MOST_SLOTS = 2
"""So many numbers of dice may be due where it is known how many are thrown."""


def coach_view(session: CoachSession, heard: CoachStanding | None, words: Words, cache: Path) -> dict[str, Any]:
    """Return what to draw after a line that was `heard`, None without one. Raises SolverError."""
    standing = session.standing
    position, due = standing.position, standing.due
    seen, kept = position.view(), list[int]()
    if standing.pending:
        seen, kept = waiting(seen), list(position.find_kept(standing.pending).values())
    box = seen if isinstance(seen, BoxView) else None
    known = len(due) <= (1 if box else MOST_SLOTS)
    return {
        "title": words.say(session.game.title),
        "over": position.over,
        "players": players_view(session.names, position, words),
        **headline(session, seen, words),
        "due": list(due) if known else [],
        "count": None if known else {"most": due[-1], "least": due[0], "usual": box.numbers[0] if box else due[0]},
        "pigs": [words.say(Saying(lie)) for lie in LIES] if due and not session.game.wells else [],
        "kept": kept,
        **choice(seen, words),
        "tiles": [{"tile": tile, "open": tile in box.open} for tile in box.tiles] if box and box.open else [],
        "shuts": bool(box and box.shuts),
        "undo": bool(session.lines),
        "form": position_form(session, words),
        "set_up": session.set_up,
        "told": say_all(heard_sayings(session, heard), words) if heard else [],
        **advice(session, words, cache),
        "ending": ending(session, words) if position.over else [],
        **board(seen, None if position.over else position.player, words),
    }


def waiting(seen: PositionView) -> PositionView:
    """Return what screens show while a throw is due that was chosen: nothing else can be chosen."""
    match seen:
        case SheetView():
            return replace(seen, boxes={}, faces=(), throws=False)
        case RaceView():
            return replace(seen, actions=())
        case BoxView():
            return replace(seen, shuts=False)
        case KeepView():
            return replace(seen, faces=(), throws=False)
    return seen


def headline(session: CoachSession, seen: PositionView, words: Words) -> dict[str, str]:
    """Return whose turn it is, and what comes next."""
    standing = session.standing
    position = standing.position
    if position.over:
        return {"whose": words("over"), "todo": ""}
    name, turn = session.names[position.player], session.turn_of(position.player)
    known = words("coach-turn", name=words.name(name), turn=turn)
    whose = capitalize(known if session.whole else words("turn", name=name, shown=words.name(name)))
    return {
        "whose": whose,
        "todo": todo(seen, standing.due, words, chooses=position.chooses, wells=session.game.wells),
    }


def todo(seen: PositionView, due: Sequence[int], words: Words, *, chooses: bool, wells: Sequence[int]) -> str:
    """Return what people can do now; without `wells` they throw pigs."""
    match seen:
        case SheetView(rolls_left=left) if not due:
            return words("todo-keep", left=left) if seen.throws else words("todo-write")
        case BoxView() if not due:
            return words("todo-shut", sum=sum(seen.faces))
        case BoxView() if len(due) > 1:
            return words("todo-one-die", dice=seen.numbers[0])
        case KeepView() if not due:
            return words("todo-round" if seen.goal is None else "todo-aside")
        case HogView() if len(due) > MOST_SLOTS:
            return words("todo-count")
        case RaceView() if chooses and STAND in seen.actions:
            return words("todo-stand", total=max(seen.pending))
        case RaceView() if chooses and seen.actions:
            return words("coach-todo-again", total=max(seen.pending))
    throw = words("coach-todo-throw", count=due[0]) if wells else words("coach-todo-pigs")
    if isinstance(seen, RaceView) and seen.remark and not seen.risks:  # nothing else says which sum scores now
        return f"{capitalize(words.say(Saying('sentence', {'words': seen.remark})))} {throw}"
    return throw


def choice(seen: PositionView, words: Words) -> dict[str, Any]:
    """Return the dice that can be kept, and the texts of the buttons of moves that are legal."""
    part = {
        "dice": [],
        "beside": [],
        "throws": False,
        "aside": False,
        "hold": "",
        "rolls": [],
        "writes": {},
        "acts": [],
    }
    match seen:
        case SheetView():
            writes = {
                box: words("write", box=words.box(seen, box), points=points) for box, points in seen.boxes.items()
            }
            buttons = {"throws": seen.throws and bool(seen.faces), "rolls": rolls(len(seen.wells), words)}
            return part | buttons | {"dice": list(seen.faces), "writes": writes}
        case BoxView():
            return part | {"dice": list(seen.faces), "rolls": rolls(max(seen.numbers, default=0), words)}
        case KeepView():
            shown = dict(zip(seen.wells, seen.faces, strict=False))
            dice = [face for well, face in shown.items() if well not in seen.aside]
            buttons = {"throws": seen.throws, "aside": True, "rolls": rolls(len(seen.wells), words)}
            buttons["hold"] = words("coach-hold") if dice else ""
            return part | buttons | {"dice": dice, "beside": [shown[well] for well in seen.aside if well in shown]}
        case HogView():
            return part | {"rolls": rolls(seen.most, words)}
        case RaceView() if STAND in seen.actions:
            total = max(seen.pending)
            return part | {
                "acts": [{"text": words(f"button-{one}", total=total), "send": one.to_json()} for one in seen.actions]
            }
        case RaceView() if HOLD in seen.actions:
            return part | {"hold": words(f"button-{HOLD}", total=max(seen.pending))}
    return part


def rolls(most: int, words: Words) -> list[str]:
    """Return the texts of buttons that throw 1 die to `most` dice."""
    return [words("roll", count=count) for count in range(1, most + 1)]


def advice(session: CoachSession, words: Words, cache: Path) -> dict[str, Any]:
    """Return what is best with the line that reports it, why, and what the next choices cost.

    Nothing unless the coach is open.
    """
    position, standing = session.position, session.standing
    sayings: list[Saying] = []
    does = None
    found: CoachAdvice | None = None
    if session.setting.manner is Manner.OPEN and not position.over and not standing.pending:
        found = session.advice(position)
        if position.chooses:
            sayings, does = list(advice_sayings(found, cache)), found.action.to_json()
        elif position.begins and not found.by_rule:
            sayings = [start_saying(found, session.names[position.player])]
    return {
        "best": " ".join(say_all((one for one in sayings if one.key == BEST), words)),
        "does": does,
        "why": say_all((one for one in sayings if one.key not in {BEST, *NEXT}), words),
        "next": say_all((one for one in sayings if one.key in NEXT), words),
        "choices": choices(found, words) if found and position.chooses else [],
    }


def choices(found: CoachAdvice, words: Words) -> list[dict[str, Any]]:
    """Return all choices, best first: what each is worth as a number and in words, and what it costs."""
    return [
        {
            "move": capitalize(words.say(found.position.doing("do", action))),
            "value": value,
            "worth": worth(value, words, found.unit),
            "cost": "" if found.by_rule or not place else words.say(cost_saying(found.unit, found.cost(action))),
        }
        for place, (action, value) in enumerate(found.options)
    ]


def position_form(session: CoachSession, words: Words) -> dict[str, Any]:
    """Return what can be set of a position, filled with how the game stands, or with its beginning once it is over."""
    game, form = session.game, PositionForm(session.game, len(session.names))
    position = game.begin(form.players) if session.position.over else session.position
    now, shown = position.to_json(), position.view()
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
    if isinstance(shown, SheetView):
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
    """Return the look back, line by line; some are headings."""
    return [{"text": capitalize(words.say(one)), "heading": one.key == HEADING} for one in ending_sayings(session)]


def board(seen: PositionView, turn: int | None, words: Words) -> dict[str, Any]:
    """Return the sheets of everybody, or the race."""
    return sheet_view(seen, turn, None, words) if isinstance(seen, SheetView) else race_view(seen)


def say_all(sayings: Iterable[Saying], words: Words) -> list[str]:
    return [capitalize(words.say(saying)) for saying in sayings]


def tell_doubts(dice: PhotoDice, words: Words) -> str:
    """Return a sentence about the dice of a picture that are in doubt, "" where none is."""
    return words("coach-doubts", doubts=dice.doubts_told, count=len(dice.doubts)) if dice.doubts else ""


def seen_view(look: Look, dice: PhotoDice, said: str) -> dict[str, Any]:
    """Return the values of a throw that is due, how many dice are in doubt, what is `said` of it, and the picture.

    The picture holds itself, so that nothing of it is kept here. Its frames are in the order of the values, and of the
    doubts behind them.
    """
    cut = cut_of(look)
    rising = sorted(look.reading.dice, key=lambda die: (die.value is None, die.value or 0))
    picture = {
        "data": "data:image/jpeg;base64," + b64encode(jpeg(crop_shown(look))).decode(),
        "width": cut[2] - cut[0],
        "height": cut[3] - cut[1],
        "boxes": [{"value": die.value, "doubt": die.doubt} | place_box(die.box, cut) for die in rising],
    }
    return {"dice": list(dice.values), "doubts": len(dice.doubts), "said": said, "picture": picture}
