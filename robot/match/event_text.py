"""An event of a game as one sentence, before its translation."""

from collections.abc import Iterator

from robot.games.box_names import box_saying
from robot.games.views import SheetView
from robot.language.names import actor, called
from robot.match.events import (
    Announced,
    Asked,
    Begun,
    Booked,
    Closed,
    Confirming,
    Corrected,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Looked,
    Read,
    RulesWanted,
    Tallied,
    Thrown,
    Undone,
)
from robot.saying import Saying, chained
from robot.table.doubts import die_in_doubt
from robot.table.look import Look


def describe(event: Event, players: tuple[str, ...]) -> Saying | None:
    """Return an event as one sentence, None if there is nothing to say."""
    match event:
        case Begun():
            names = chained("versus", [called(name) for name in event.players])
            begun = {"title": event.title, "players": names}
            return Saying("goes-on", begun | {"throws": event.throws}) if event.throws else Saying("begin", begun)
        case Tallied(tally=tally, position=position):
            shown = position.view()
            if not tally.box or not isinstance(shown, SheetView):
                return None
            return Saying("tally", {"box": box_saying(shown.sheet, tally.box), "points": tally.points})
        case Decided(decision=decision):
            if decision is None:
                return None
            return Saying("decision", {"name": called(players[event.player]), "why": decision.own})
        case Hinted():
            return Saying("hint", {"why": event.decision.hint})
        case Left():
            return Saying("left", {"name": actor(event.name)})
        case Thrown(kept=kept, faces=faces):
            if not kept:
                return Saying("throw", {"throw": event.throw})
            if faces:
                return Saying("throw-beside", {"throw": event.throw, "faces": faces})
            return Saying("throw-keeping", {"throw": event.throw, "kept": len(kept), "wells": kept})
        case Looked():
            doubts = list(doubtful(event.look))
            return Saying("no-value", {"doubts": chained("also", doubts)}) if doubts else None
        case Confirming(values=values):
            return Saying("confirm", {"values": tuple(value or "?" for value in values), "chosen": event.chosen + 1})
        case Corrected():
            return Saying("corrected")
        case Announced():
            return event.saying
        case Read():
            return event.before.describe_throw(players[event.player], event.move, event.values)
        case Booked():
            return event.before.describe_booking(players[event.player], event.move)
        case Undone():
            move = event.position.name_move(event.move)
            return Saying("undone", {"name": actor(players[event.player]), "move": move})
        case Asked() | Closed() | RulesWanted():
            return None
        case Ended():
            return event.position.describe_end(event.players, event.throws)


def doubtful(look: Look) -> Iterator[Saying]:
    """Yield each die in doubt, with the reason."""
    for number, doubt in enumerate(look.doubts):
        if doubt:
            yield die_in_doubt(doubt, look.wells[number] if len(look.wells) > 1 else None)
