"""Nothing is told from the key of a message: games go on alike when every message is renamed."""

import functools
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import ast

from robot.language import Language, english, language
from robot.match.events import Asked, Event, Written, event_json
from robot.saying import Saying
from robot.web.game.state import ViewState
from robot.web.game.view import view
from robot.web.game.words import FAULT, Words
from tests.support.robot.talk import TALKS, Talk

RENAMED = "renamed-"
NAMED = re.compile(r"(?<=\{ )[a-z][a-z0-9-]*(?= \})")
"""A message that another one names."""
MOST = 4
"""So often each kind of event is noted of a game, which takes most of the time."""


def rename(key: str) -> str:
    """Return another name, which tells nothing of the one before; the key of a failure is what tells it from others."""
    return key if key.startswith((RENAMED, FAULT)) else RENAMED + hashlib.sha256(key.encode()).hexdigest()[:12]


@contextmanager
def rename_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rename all messages, in the files and wherever one is made."""
    make, parse, knows = Saying.__init__, language._parse.__wrapped__, Language.knows
    read = language._messages.__wrapped__

    def other(self: Saying, key: str, *parts: Any, **named: Any) -> None:
        make(self, rename(key), *parts, **named)

    def parse_changed(path: Path, changed: int) -> ast.Resource:
        resource = parse(path, changed)
        for entry in resource.body:
            if isinstance(entry, ast.Message):
                entry.id.name = rename(entry.id.name)
        return resource

    def messages(name: str, files: tuple[tuple[Path, int], ...]) -> Any:
        found = read(name, files)
        found._sources = {
            rename(key): rename(key) + NAMED.sub(lambda named: rename(named[0]), text[len(key) :])
            for key, text in found._sources.items()
        }
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Saying, "__init__", other)
        patched.setattr(language, "_parse", functools.lru_cache(parse_changed))
        patched.setattr(language, "_messages", functools.lru_cache(messages))
        patched.setattr(Language, "knows", lambda self, key: knows(self, rename(key)))
        english.cache_clear()
        yield
    english.cache_clear()


class NotingListener:
    """A listener that notes what anybody sees or reads of a game, for each kind of event `MOST` times at most."""

    def __init__(self, names: Sequence[str]) -> None:
        self.lines: list[str] = []
        self.heard: Counter[tuple[type[Event], str]] = Counter()
        self.stage = ViewState()
        self.words = [Words(Language(name)) for name in names]

    def hear(self, event: Event) -> None:
        self.stage.hear(event)
        kind = type(event), event.question.topic.kind if isinstance(event, Asked) else ""
        self.heard[kind] += 1
        if self.heard[kind] > MOST:
            return
        if isinstance(event, Written):
            self.note(event_json(event))
        if isinstance(event, Asked):
            self.note({"asked": event.question.topic.kind, "number": event.question.number})
        for words in self.words:
            self.note(view(self.stage.now, words, [None]))

    def note(self, seen: dict[str, Any]) -> None:
        self.lines.append(json.dumps(seen, default=str))


def seen_of(talks: Sequence[Talk], folder: Path, names: Sequence[str]) -> list[str]:
    """Return all that is seen of these games in these languages."""
    folder.mkdir()
    lines = []
    for talk in talks:
        noting = NotingListener(names)
        talk.play(folder, noting)
        lines += noting.lines
    return lines


@pytest.mark.parametrize(
    ("talks", "names"),  # first a race, with doubts, and a sheet
    [((TALKS[2], TALKS[7]), ["en"]), pytest.param(TALKS, ["en", "de"], marks=pytest.mark.check)],
)
def test_all_is_the_same_when_every_message_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talks: Sequence[Talk], names: list[str]
) -> None:
    plain = seen_of(talks, tmp_path / "before", names)
    assert len(plain) > 50
    with rename_all(monkeypatch):
        assert Saying("ask-value").key.startswith(RENAMED)
        others = seen_of(talks, tmp_path / "after", names)
    for line, other in zip(plain, others, strict=True):
        assert line == other
    assert not any(RENAMED in line for line in plain)
