"""Whole games by ear: a player gets the words of the voice alone, and each word is compared with the game.

They are games of Yahtzee, in which the voice has most to say, and in English: other languages fill the same places.
"""

import copy
import random
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.keyboard import KEYS
from hardware.panel import Button
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.language import Language, english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Asked, Begun, Booked, Closed, Decided, Ended, Event, Hinted, Looked, Read, Tallied
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.people import PATIENCE
from robot.match.players import make_player
from robot.match.questions import ChooseMove
from robot.saying import Saying
from robot.table.table import Observer
from robot.voice.synthesis import Sound, Sounds
from robot.voice.voice import Voice
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, PushedPanel, drawing_robot, look

WORDS = {
    "throw_dice": r"ROLL r throws (\d) (?:die|dice)",
    "keep": r"1 to (\d) keep a die or let it go",
    "dice": r"The dice show ((?:\d ?)+)(?:You keep ((?:\d ?)+))?",
    "boxes": r"HOLD h goes to the boxes",
    "worth": r"The dice would score (.+?) The selected box is (.+?) with (\d+)",
    "selected": r"Ann (.+?) would score (\d+)",
    "write": r"HOLD h writes (.+?)(?= ROLL r| NEW u| \d|$)",
    "following": r"ROLL r goes on to (.+?)(?= NEW u| \d|$)",
    "numbers": r"((?:\d (?:and )?)+)(?:go|goes) to (.+?)(?= NEW u|$)",
    "back": r"NEW u goes back to the dice",
    "shows": r"then press 1 to 6 for what it shows",
    "regret": r"Press NEW u to take that back or ROLL r to go on",
}
"""What the player listens for: patterns of whole parts of a sentence."""
PROMPTS = ("throw_dice", "boxes", "write", "shows", "regret")
"""What says what can be pressed."""
SEATS = ("you:Ann", "draw robot")


def finds(what: str, text: str) -> "re.Match[str] | None":
    return re.search(WORDS[what], text)


class HeardWords(Sounds):
    """Stands in for synthesis and loudspeaker: `hear` gets each sentence when it is played, its pieces in a row."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.hear, self._words = hear, ""

    def piece(self, words: str) -> Sound:  # noqa: ARG002
        return Sound(np.zeros(0, np.int16), 8000)

    def sentence(self, parts: Sequence[str]) -> Sound | None:
        self._words = re.sub(r"[.,:;](?= |$)", "", " ".join(parts))  # nobody hears a comma
        return self.piece(self._words) if parts else None

    def __call__(self, sound: Sound, volume: int) -> None:  # noqa: ARG002
        self.hear(self._words)


@dataclass
class EarPlayer:
    """Plays as Ann by what it hears. `chance` decides what it does where it may choose."""

    chance: random.Random
    prompt: str = ""
    wanted: str | None = None
    hinted: bool = False
    heard: list[str] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """Take one sentence."""
        self.heard.append(text)
        if any(finds(what, text) for what in PROMPTS):
            self.prompt = text

    def press(self) -> str:
        """Return the key that answers the last question that was heard. Raises AssertionError where none was."""
        text, self.prompt = self.prompt, ""
        assert text, f"nothing says what can be pressed: {self.heard[-3:]}"
        if finds("shows", text):
            self.prompt = text
            return "4"
        if finds("regret", text):
            return "r"
        if finds("write", text):
            return self._box(text)
        if finds("keep", text):
            return self._dice(text)
        if not self.hinted and self.chance.random() < 0.05:
            self.hinted = True
            return "?"
        self.hinted = False
        return "r"

    def _dice(self, text: str) -> str:
        """Keep what there is most of, die by die, then throw the others; now and then go to the boxes."""
        found = finds("dice", text)
        assert found is not None
        faces = found[1].split()
        kept = Counter((found[2] or "").split())
        often = Counter(faces).most_common(1)[0][0]
        if not kept and self.chance.random() < 0.1:
            return "h"
        wrong = [face for face in kept if face != often]
        if wrong:
            return str(faces.index(wrong[0]) + 1) if kept[wrong[0]] == faces.count(wrong[0]) else "h"
        if kept[often] < faces.count(often):
            places = [place for place, face in enumerate(faces, 1) if face == often]
            return str(places[kept[often]])
        return "r" if finds("throw_dice", text) else "h"

    def _box(self, text: str) -> str:
        """Step to the box that scores most, as all boxes were named, and write it; now and then go back."""
        listed = finds("worth", text)
        if listed:
            worth = dict(re.findall(r"(.+?) (\d+)(?: and | |$)", listed[1]))
            self.wanted = max(worth, key=lambda box: (int(worth[box]), box))
            now = listed[2]
            if finds("back", text) and self.chance.random() < 0.2:
                return "n"
        else:
            found = finds("selected", text)
            assert found is not None, text
            now = found[1]
        if now == self.wanted:
            return "h"
        assert finds("following", text), text
        numbers = finds("numbers", text)
        if numbers and self.wanted and self.chance.random() < 0.5:
            keys = re.findall(r"\d", numbers[1])
            boxes = numbers[2].split(" and ")
            spoken = [*boxes[0].split(), *boxes[1:]]
            if self.wanted in spoken:
                return str(keys[spoken.index(self.wanted)])
        return "r"


@dataclass
class EarPanel(PushedPanel):
    """The buttons under the player's fingers. It listens to the end before it presses one."""

    player: EarPlayer = field(kw_only=True)
    voice: Voice = field(kw_only=True)
    noted: Callable[[str], None] = field(kw_only=True)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        self.voice.settle()
        key = self.player.press()
        self.noted(key)
        return KEYS[key]


ROUNDED_TWICE = 0.551
"""How far a number may be off that was rounded to a decimal for the eye and then to a whole one for the ear."""
ANNOUNCED = re.compile(
    r"NEW u asks to take .* back|Hold NEW down (?:or press the question mark|twice)"
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
                    self._hear(text)
                case Key(key):
                    assert not self.unsaid, f"before {key}: not said: {[kind for kind, _ in self.unsaid]}"
                case Entry(kind="intention"):
                    self.looks = []
                case Entry(kind="reading", data=data):
                    self._counts(tuple(data["values"]))
                case Entry():
                    pass
                case _:
                    self._note(moment)
        assert not self.unsaid, self.unsaid

    def _counts(self, values: tuple[int, ...]) -> None:
        """A reading is in the journal: it must have been heard, but for dice that people were asked for."""
        self.readings += 1
        assert self.looks, "a reading counts that nobody heard"
        assert all(seen in {None, value} for seen, value in zip(self.looks[-1], values, strict=True))
        assert not self.unsaid, self.unsaid

    def _note(self, event: Event) -> None:
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

    def _hear(self, text: str) -> None:
        if ANNOUNCED.match(text):
            return
        assert self.unsaid, f"nobody knows whether this is so: {text}"
        kind, then = self.unsaid.popleft()
        assert then._kind(text) == kind, (text, kind)

    def _kind(self, text: str) -> str:
        """Return what a sentence says, having compared it with what is so."""
        if re.fullmatch(r"A game of .+ begins .+", text):
            assert text.endswith(" against ".join(map(call, self.names))), text
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
        return self._of_sheet(text)

    def _of_sheet(self, text: str) -> str:
        last, position = self.last, self.position
        if isinstance(self.asked, ChooseMove) and re.search(r"(ROLL r|HOLD h) ", text):
            assert text == self._sheet_choices(position), self._sheet_choices(position)
            return "choices"
        thrown = r"(.+?)(?: keeps ([\d ]+) and)? throws ([\d ]+?) (\d|no) throws? left(?: (.+) is next)?"
        if found := re.fullmatch(thrown, text):
            assert isinstance(last, Read)
            keep = last.before.find_kept(last.action)
            values = dict(zip(last.before.wells_for(last.action), last.values, strict=True))
            assert found[1] == call(self.names[last.player])
            assert numbers(found[3]) == [value for well, value in values.items() if well not in keep]
            assert numbers(found[2] or "") == [values[well] for well in sorted(keep)]
            assert found[4] == str(position.state.rolls_left or "no")
            self._next(found[5])
            return "throws"
        scored = r"(.+) scores (\d+) in (.+?)(?: and (\d+) for a further Yahtzee)? and has (\d+)(?: (.+) is next)?"
        if found := re.fullmatch(scored, text):
            assert isinstance(last, Booked)
            box = last.action.box
            card = position.state.cards[last.player]
            assert found[1] == call(self.names[last.player])
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
        start, wells, tally = f"{call(self.names[position.player])} ", position.wells, self.tally
        if not position.faces:
            return f"{start}ROLL r throws {len(wells)} dice"
        if tally is None or tally.box is None:
            kept = [face for well, face in zip(wells, position.faces, strict=True) if tally and well in tally.keep]
            said = f"{start}The dice show {row(position.faces)}" + (f" You keep {row(kept)}" if kept else "")
            said += f" 1 to {len(wells)} keep a die or let it go"
            left = len(wells) - len(kept)
            said += f" ROLL r throws {left} {'die' if left == 1 else 'dice'}" if left else ""
            return f"{said} HOLD h goes to the boxes"
        open_boxes = sorted(position.boxes, key=lambda box: -position.boxes[box])  # of as many points as on the sheet
        if self.first:
            listed = [f"{words(box)} {points}" for box, points in position.boxes.items()]
            said = f"{start}The dice would score {list_parts(listed)}"
            said += f" The selected box is {words(tally.box)} with {tally.points}"
        else:
            said = f"{start}{words(tally.box)} would score {tally.points}"
        assert tally.points == position.boxes[tally.box]
        said += f" HOLD h writes {words(tally.box)}"
        if len(open_boxes) > 1:
            said += f" ROLL r goes on to {words(open_boxes[(open_boxes.index(tally.box) + 1) % len(open_boxes)])}"
        keys = [number for number, box in enumerate(position.state.sheet.names[:6], 1) if box in open_boxes]
        if keys:
            names = [words(position.state.sheet.names[key - 1]) for key in keys]
            said += f" {list_parts(list(map(str, keys)))} {'goes' if len(keys) == 1 else 'go'} to {list_parts(names)}"
        return said + (" NEW u goes back to the dice" if position.throws else "")

    def _next(self, name: str | None) -> None:
        if name is not None:
            assert name == call(self.names[self.position.player])

    def _numbers_are_known(self, text: str) -> None:
        """A reason's numbers are worths of the options, rounded, or points and faces of the position."""
        assert self.decided is not None, text
        assert self.decided.decision is not None, text
        known = self.decided.decision.to_json()
        options = known["options"]
        worths = list(options.values()) if isinstance(options, dict) else [option["value"] for option in options]
        before: Any = self.decided.position
        allowed = {"100"} if "of 100 games" in text else set()
        allowed |= {*map(str, before.faces), *map(str, before.boxes.values() if before.faces else ())}
        for number in set(NUMBER.findall(text)) - allowed:
            off = min(abs(float(number) - each) for worth in worths for each in (worth, 100 * worth))
            assert off <= ROUNDED_TWICE, (text, worths)


def call(name: str) -> str:
    """Return how the voice speaks of a player: without colons."""
    return name.replace(":", " ")


def words(box: str) -> str:
    return english().say(Saying(f"box-{box}"))


def row(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", text)]


def list_parts(parts: Sequence[str]) -> str:
    """Return parts as a list is heard, without its commas."""
    return parts[0] if len(parts) == 1 else f"{' '.join(parts[:-1])} and {parts[-1]}"


class SometimesInDoubt(DrawnTable):
    """A table that asks people now and then what its last die shows."""

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        values = tuple(keep.get(well) or self.random.randint(1, 6) for well in wells)
        if wells[-1] in keep or self.random.random() < 0.9:
            observer.see(look(*values))
            return values
        unsure = look(*values[:-1], None)
        observer.see(unsure)
        return (*values[:-1], observer.ask_value(len(values) - 1, unsure) or 0)


class Ear:
    """A player by ear, for one game after the other with one voice."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.player = EarPlayer(random.Random(0))
        words = HeardWords(self._hear)
        self.voice = Voice(Language(), words, words, pytest.fail)

    def _hear(self, text: str) -> None:
        self.moments.append(Heard(text))
        self.player.hear(text)

    def hear(self, event: Event) -> None:
        """Note an event before the voice says it."""
        self.moments.append(event)
        self.voice.hear(event)

    def play(self, seed: int, folder: Path) -> None:
        """Play a whole game."""
        self.moments.clear()
        self.player = EarPlayer(random.Random(seed))
        panel = EarPanel(player=self.player, voice=self.voice, noted=lambda key: self.moments.append(Key(key)))
        desk = QuestionDesk(panel, VirtualClock(), self.hear)
        made, table = make_game("yahtzee", {}), SometimesInDoubt(random.Random(seed))
        players = [make_player("you:Ann", made, desk), drawing_robot("draw robot", seed)]
        with NotedJournal(folder / f"{seed}") as journal:
            journal.noted = self.moments.append
            game = journal.begin(made.name, made.rules, SEATS, seed)
            match_of(game, players, [self], desk, patience=PATIENCE).play(journal, table)
        self.voice.settle()


@pytest.mark.parametrize(
    ("games", "readings", "questions"),
    [
        (1, 15, 10),
        pytest.param(10, 300, 200, marks=pytest.mark.check),
        pytest.param(1000, 30_000, 20_000, marks=pytest.mark.soak),
    ],
)
def test_whole_games_are_played_by_ear(games: int, readings: int, questions: int, tmp_path: Path) -> None:
    ear, truths = Ear(), [ToldTruth() for _ in range(games)]
    with ear.voice:
        for seed, truth in enumerate(truths):
            ear.play(seed, tmp_path)
            truth.check(ear.moments)
    read, asked = sum(truth.readings for truth in truths), sum(truth.questions for truth in truths)
    print(f"\n{games} games by ear: {read} readings and {asked} questions, all heard and right")
    assert read > readings
    assert asked > questions
