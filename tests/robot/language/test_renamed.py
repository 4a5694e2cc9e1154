"""Nothing is told from the key of a message: games and exhibitions go on alike when every message is renamed."""

import functools
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import ast

from hardware.clock import VirtualClock
from hardware.controller import fault_error
from hardware.dictionary import FaultNumber
from hardware.errors import Failure
from hardware.panel import KEEPS, Button
from robot.language import Language, english, language
from robot.match.events import Asked, Event, Written, event_json
from robot.saying import Saying
from robot.web.game.state import ViewState
from robot.web.game.view import view
from robot.web.game.words import FAULT, Words
from robot.web.site import machine
from tests.support.hardware.timed_panel import timed
from tests.support.robot.booths import TroubledBooth
from tests.support.robot.exhibition import Hall
from tests.support.robot.talk import TALKS, Talk

RENAMED = "renamed-"
NAMED = re.compile(r"(?<=\{ )[a-z][a-z0-9-]*(?= \})")
"""A message that another one names."""
SECONDS = 420.0
MOST = 4
"""So often each kind of event is noted of a game, which takes most of the time."""


def renamed(key: str) -> str:
    """Return another name, which tells nothing of the one before; the key of a failure is what tells it from others."""
    return key if key.startswith((RENAMED, FAULT)) else RENAMED + hashlib.sha256(key.encode()).hexdigest()[:12]


@contextmanager
def renaming(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rename all messages, in the files and wherever one is made."""
    make, parse, knows = Saying.__init__, language._parsed.__wrapped__, Language.knows
    read = language._messages.__wrapped__

    def other(self: Saying, key: str, *parts: Any, **named: Any) -> None:
        make(self, renamed(key), *parts, **named)

    def parsed(path: Path, changed: int) -> ast.Resource:
        resource = parse(path, changed)
        for entry in resource.body:
            if isinstance(entry, ast.Message):
                entry.id.name = renamed(entry.id.name)
        return resource

    def messages(name: str, files: tuple[tuple[Path, int], ...]) -> Any:
        found = read(name, files)
        found._sources = {
            renamed(key): renamed(key) + NAMED.sub(lambda named: renamed(named[0]), text[len(key) :])
            for key, text in found._sources.items()
        }
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Saying, "__init__", other)
        patched.setattr(language, "_parsed", functools.lru_cache(parsed))
        patched.setattr(language, "_messages", functools.lru_cache(messages))
        patched.setattr(Language, "knows", lambda self, key: knows(self, renamed(key)))
        english.cache_clear()
        yield
    english.cache_clear()


class NotingListener:
    """A listener that notes what anybody sees or reads of a game, for each kind of event `most` times at most."""

    def __init__(self, names: Sequence[str], most: float = math.inf) -> None:
        self.lines: list[str] = []
        self.most = most
        self.heard: Counter[tuple[type[Event], str]] = Counter()
        self.stage = ViewState()
        self.words = [Words(Language(name)) for name in names]
        self.hall: Hall | None = None

    def hear(self, event: Event) -> None:
        self.stage.hear(event)
        kind = type(event), event.question.topic.kind if isinstance(event, Asked) else ""
        self.heard[kind] += 1
        if self.heard[kind] > self.most:
            return
        if isinstance(event, Written):
            self.note(event_json(event))
        if isinstance(event, Asked):
            self.note({"asked": event.question.topic.kind, "number": event.question.number})
        for words in self.words:
            self.note(view(self.stage.now, words, [None]))
            if self.hall:
                self.note(machine(self.hall.host.status, self.stage.now.topic, words))
                self.note(self.hall.host.status.to_json())

    def note(self, seen: dict[str, Any]) -> None:
        self.lines.append(json.dumps(seen, default=str))


def seen_of(talks: Sequence[Talk], folder: Path, names: Sequence[str]) -> list[str]:
    """Return all that is seen of these games in these languages."""
    lines = []
    for talk in talks:
        noting = NotingListener(names, MOST)
        talk.play(folder, noting)
        lines += noting.lines
    return lines


def two_talked(folder: Path, names: Sequence[str]) -> list[str]:
    """Return all that is seen of a race, with doubts, and of a sheet."""
    return seen_of((TALKS[2], TALKS[7]), folder, names)


def talked(folder: Path, names: Sequence[str]) -> list[str]:
    """Return all that is seen of one game of each kind."""
    return seen_of(TALKS, folder, names)


TROUBLES = (
    ("camera", Failure.CAMERA_LOST.error("the camera was unplugged"), 30.0, 40.0),
    ("stop", fault_error(FaultNumber.ESTOP), 200.0, 300.0),
)
"""What is wrong at an exhibition, from which second to which."""


@dataclass
class TroubledHall(Hall):
    """An exhibition at which devices are lost, and the emergency stop is pressed."""

    booth: TroubledBooth = field(default_factory=TroubledBooth)

    def beat(self) -> None:
        super().beat()
        now = self.booth.clock.now()
        self.booth.troubles = {name: error for name, error, begins, ends in TROUBLES if begins <= now < ends}


def exhibited(folder: Path, names: Sequence[str]) -> list[str]:
    """Return all that is seen at an exhibition to which people come."""
    presses = [(5.0, Button.ROLL), (9.0, Button.HINT), (12.0, Button.ROLL), (16.0, Button.HOLD), (17.0, Button.NEW)]
    presses += [(20.0 + 3 * number, Button.HOLD if number % 3 else Button.ROLL) for number in range(20)]
    presses += [(100.0, Button.LEAVE), (102.0, Button.HOLD), (150.0, KEEPS[2]), (330.0, Button.NEW)]
    noting = NotingListener(names)
    hall = TroubledHall(folder, SECONDS, timed(VirtualClock(), *presses), listeners=[noting], day_book=True)
    noting.hall = hall
    hall.run()
    (day,) = (folder / "exhibition").glob("*.json")
    return [*noting.lines, *day.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("plays", "names"),
    [
        (two_talked, ["en"]),
        pytest.param(talked, ["en", "de"], marks=pytest.mark.check),
        pytest.param(exhibited, ["en", "de"], marks=pytest.mark.check),
    ],
)
def test_all_is_the_same_when_every_message_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plays: Any, names: list[str]
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    plain = plays(before, names)
    assert len(plain) > 50
    with renaming(monkeypatch):
        assert Saying("ask-value").key.startswith(RENAMED)
        others = plays(after, names)
    for line, other in zip(plain, others, strict=True):
        assert line == other
    assert not any(RENAMED in line for line in plain)
