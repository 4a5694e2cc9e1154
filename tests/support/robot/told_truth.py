"""What a voice said in a game, beside what was so: every sentence is known, and right at the moment it was heard."""

import copy
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot.games.pig.race import RacePosition
from robot.games.sheet.position import SheetPosition
from robot.language import english
from robot.match.events import Asked, Begun, Booked, Closed, Decided, Ended, Event, Hinted, Looked, Read, Tallied
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.questions import ChooseMove
from robot.saying import Saying

ROUNDED_TWICE = 0.551
"""How far a number may be off that was rounded to a decimal for the eye and then to a whole one for the ear."""
ANNOUNCED = re.compile(
    r"NEW u asks to take .* back|NEW held down (?:question mark|twice)"
    r"|Press NEW u to take that back|Nothing can be taken back"
    r"|The die (?:in well 5 )?is cocked lay it flat then press 1 to 6 for what it shows"
)
"""What says nothing of the standing."""
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence that was played to its end."""

    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key that the player pressed."""

    key: str


Moment = Heard | Key | Event | Entry


class NotedJournal(Journal):
    """A journal that notes what it holds as soon as it holds it."""

    noted: Callable[[Entry], None]

    def add(self, game: JournalGame, *entries: Entry) -> None:
        Journal.add(self, game, *entries)
        for entry in entries:
            self.noted(entry)


@dataclass
class ToldTruth:
    """Checks the moments of one game, in their order, in English. `check` counts what it has confirmed."""

    names: tuple[str, ...] = ()
    looks: list[tuple[int | None, ...]] = field(default_factory=list)
    kept: tuple[int, ...] = ()
    last: Event | None = None
    decided: Decided | Hinted | None = None
    position: Any = None
    tally: Any = None
    asked: Any = None
    unsaid: "deque[tuple[str, ToldTruth]]" = field(default_factory=deque)
    readings: int = 0
    questions: int = 0
    told: Any = None
    first: bool = True

    def check(self, moments: Sequence[Moment]) -> None:
        """Raise AssertionError where a sentence is wrong, or a reading, a question or a change was not said."""
        for moment in moments:
            match moment:
                case Heard(text):
                    self._heard(text)
                case Key(key):
                    assert not self.unsaid, f"before {key}: not said: {[kind for kind, _ in self.unsaid]}"
                case Entry(kind="intention"):
                    self.looks = []
                case Entry(kind="reading", data=data):
                    self._counts(tuple(data["values"]))
                case Entry():
                    pass
                case _:
                    self._happened(moment)
        assert not self.unsaid, self.unsaid

    def _counts(self, values: tuple[int, ...]) -> None:
        """A reading is in the journal: it must have been heard, but for dice that people were asked for."""
        self.readings += 1
        assert self.looks, "a reading counts that nobody heard"
        assert all(seen in {None, value} for seen, value in zip(self.looks[-1], values, strict=True))
        assert not self.unsaid, self.unsaid

    def _happened(self, event: Event) -> None:
        match event:
            case Begun():
                self.names, self.position = event.players, event.position
                self._expect("begins")
            case Looked(look=look):
                self.looks.append(look.values)
                self._expect("reads" if None not in look.values else "cannot read")
            case Read() | Booked():
                self.last, self.position = event, event.position
                self.tally = None
                self._expect("throws" if isinstance(event, Read) else "books")
            case Ended():
                self._expect("end")
            case Decided() | Hinted():
                self.decided = event
                if event.decision is not None:
                    self._expect("hint" if isinstance(event, Hinted) else "decides")
            case Tallied(tally=tally):
                self.tally = tally
                if isinstance(self.asked, ChooseMove):
                    self._asks()
            case Asked(question=question):
                self.asked, self.told = question.topic, None
                if isinstance(self.asked, ChooseMove):
                    self.questions += 1
                    self._asks()
            case Closed():
                self.asked = None

    def _asks(self) -> None:
        """Expect a sentence of choices, with all boxes if the last one had none."""
        self.first = self.told is None or self.told.box is None
        self.told = self.tally
        self._expect("choices")

    def _expect(self, kind: str) -> None:
        """Expect a sentence about what is so now; when it is heard, the game may have gone on."""
        self.unsaid.append((kind, copy.copy(self)))

    def _heard(self, text: str) -> None:
        if ANNOUNCED.match(text):
            return
        assert self.unsaid, f"nobody knows whether this is so: {text}"
        kind, then = self.unsaid.popleft()
        assert then._kind(text) == kind, (text, kind)

    def _kind(self, text: str) -> str:
        """Return what a sentence says, having compared it with what is so."""
        if re.fullmatch(r"A game of .+ begins .+", text):
            assert text.endswith(" against ".join(map(called, self.names))), text
            return "begins"
        if found := re.fullmatch(r"The camera reads ([\d ]+)", text):
            assert numbers(found[1]) == list(self.looks[-1]), text
            return "reads"
        if text.startswith("The camera cannot read a value"):
            assert None in self.looks[-1]
            return "cannot read"
        if text.startswith("Hint "):
            self._numbers_are_known(text)
            return "hint"
        if isinstance(self.position, SheetPosition):
            return self._of_sheet(text)
        return self._of_pig(text)

    def _of_pig(self, text: str) -> str:
        last, position = self.last, self.position
        assert isinstance(position, RacePosition)
        if isinstance(self.asked, ChooseMove) and " ROLL r " in text:
            total = position.state.turn_total
            name = called(self.names[position.player])
            wins = " and wins" if position.scores[position.player] + total >= position.state.goal else ""
            assert text == f"{name} ROLL r throws" + (f" HOLD h banks {total}{wins}" if total else "")
            return "choices"
        if found := re.fullmatch(
            r"(.+) throws (\d)(?: turn total (\d+)| the turn total is lost)(?: (.+) is next)?", text
        ):
            assert isinstance(last, Read)
            assert (found[1], int(found[2])) == (called(self.names[last.player]), last.values[0]), text
            assert int(found[3] or 0) == position.state.turn_total
            self._next(found[4])
            return "throws"
        if found := re.fullmatch(r"(.+) holds and banks (\d+) The score is (\d+) (\d+)(?: (.+) is next)?", text):
            assert isinstance(last, Booked)
            assert found[1] == called(self.names[last.player])
            assert int(found[2]) == last.before.to_json()["turn_total"]
            assert [int(found[3]), int(found[4])] == list(position.scores), text
            self._next(found[5])
            return "books"
        if found := re.fullmatch(r"(.+) wins (\d+) (\d+) after (\d+) throws?", text):
            assert found[1] == called(self.names[position.winners[0]])
            assert [int(found[2]), int(found[3])] == list(position.scores)
            assert int(found[4]) == self.readings
            return "end"
        self._numbers_are_known(text)
        return "decides"

    def _of_sheet(self, text: str) -> str:
        last, position = self.last, self.position
        if isinstance(self.asked, ChooseMove) and re.search(r"(ROLL r|HOLD h) ", text):
            assert text == self._sheet_choices(position), self._sheet_choices(position)
            return "choices"
        thrown = r"(.+) throws ([\d ]+?)(?: beside ([\d ]+))? (\d) throws? left(?: (.+) is next)?"
        if found := re.fullmatch(thrown, text):
            assert isinstance(last, Read)
            keep = last.move.keep or {}
            values = dict(zip(last.before.wells_for(last.move), last.values, strict=True))
            assert found[1] == called(self.names[last.player])
            assert numbers(found[2]) == [value for well, value in values.items() if well not in keep]
            assert numbers(found[3] or "") == [values[well] for well in sorted(keep)]
            assert int(found[4]) == position.state.rolls_left
            self._next(found[5])
            return "throws"
        scored = r"(.+) scores (\d+) in (.+?)(?: and (\d+) for a further Yahtzee)? and has (\d+)(?: (.+) is next)?"
        if found := re.fullmatch(scored, text):
            assert isinstance(last, Booked)
            (box,) = last.move.action.values()
            card = position.state.cards[last.player]
            assert found[1] == called(self.names[last.player])
            assert found[3] == words(box)
            assert int(found[2]) == dict(zip(card.sheet.names, card.scores, strict=True))[box]
            assert int(found[5]) == card.total
            self._next(found[6])
            return "books"
        if found := re.search(r"after (\d+) throws?$", text):
            assert int(found[1]) == self.readings
            totals = [card.total for card in position.state.cards]
            assert numbers(text)[:-1] == totals, (text, totals)
            return "end"
        self._numbers_are_known(text)
        return "decides"

    def _sheet_choices(self, position: SheetPosition) -> str:
        """Return the sentence that names every legal answer, by the rules and the keys that the manual gives."""
        start, wells, tally = f"{called(self.names[position.player])} ", position.wells, self.tally
        if not position.faces:
            return f"{start}ROLL r throws {len(wells)} dice"
        if tally is None or tally.box is None:
            kept = [face for well, face in zip(wells, position.faces, strict=True) if tally and well in tally.keep]
            said = f"{start}The dice show {row(position.faces)}" + (f" Kept are {row(kept)}" if kept else "")
            said += f" 1 to {len(wells)} keep a die or let it go"
            left = len(wells) - len(kept)
            said += f" ROLL r throws {left} {'die' if left == 1 else 'dice'}" if left else ""
            return f"{said} HOLD h goes to the boxes"
        open_boxes = sorted(position.boxes, key=lambda box: -position.boxes[box])  # of as many points as on the sheet
        if self.first:
            listed = [f"{words(box)} {points}" for box, points in position.boxes.items()]
            said = f"{start}The dice would score {listing(listed)}"
            said += f" Selected is {words(tally.box)} with {tally.points}"
        else:
            said = f"{start}{words(tally.box)} would score {tally.points}"
        assert tally.points == position.boxes[tally.box]
        said += f" HOLD h writes {words(tally.box)}"
        if len(open_boxes) > 1:
            said += f" ROLL r goes on to {words(open_boxes[(open_boxes.index(tally.box) + 1) % len(open_boxes)])}"
        keys = [number for number, box in enumerate(position.state.sheet.names[:6], 1) if box in open_boxes]
        if keys:
            names = [words(position.state.sheet.names[key - 1]) for key in keys]
            said += f" {listing(list(map(str, keys)))} {'goes' if len(keys) == 1 else 'go'} to {listing(names)}"
        return said + (" NEW u goes back to the dice" if position.throws else "")

    def _next(self, name: str | None) -> None:
        if name is not None:
            assert name == called(self.names[self.position.player])

    def _numbers_are_known(self, text: str) -> None:
        """A reason's numbers are worths of the options, rounded, or points and faces of the position."""
        assert self.decided is not None, text
        assert self.decided.decision is not None, text
        known = self.decided.decision.to_json()
        options = known["options"]
        worths = list(options.values()) if isinstance(options, dict) else [option["value"] for option in options]
        allowed = {"100"} if "of 100 games" in text else set()
        before: Any = self.decided.position
        if isinstance(before, SheetPosition):
            allowed |= {*map(str, before.faces), *map(str, before.boxes.values() if before.faces else ())}
        else:
            allowed |= {str(before.state.turn_total), *NUMBER.findall(" ".join(self.names))}
            allowed |= {str(score + before.state.turn_total) for score in before.scores}
        for number in set(NUMBER.findall(text)) - allowed:
            off = min(abs(float(number) - each) for worth in worths for each in (worth, 100 * worth))
            assert off <= ROUNDED_TWICE, (text, worths)


def called(name: str) -> str:
    """Return how the voice speaks of a player: without colons, of a robot by how it plays."""
    return name.replace(":", " ").replace("hold20", "holds at 20")


def words(box: str) -> str:
    return english().say(Saying(f"box-{box}"))


def row(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", text)]


def listing(parts: Sequence[str]) -> str:
    """Return parts as a list is heard, without its commas."""
    return parts[0] if len(parts) == 1 else f"{' '.join(parts[:-1])} and {parts[-1]}"
