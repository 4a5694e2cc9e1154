"""The bridge from the feed to MQTT that a page shows: what it publishes, without a broker."""

import io
import json
import re
import sys
import time
import urllib.request
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

import pytest

from robot.records.feed import FeedLine
from robot.web.feed_streams import event_bytes
from tests.support.repository import DOCS

KINDS = "game", "sitting", "reading"
LINES = [json.dumps({"kind": kind, "players": ["Ärne"]}) for kind in KINDS]


class Ended(Exception):  # noqa: N818  it is no error
    """The bridge waits before it connects again."""


class Client:
    """Takes Paho's place, and keeps what is published."""

    def __init__(self, _version: object) -> None:
        self.published: list[tuple[str, str, bool]] = []

    def connect_async(self, _host: str) -> None:
        pass

    def loop_start(self) -> None:
        pass

    def publish(self, topic: str, text: bytes, qos: int, *, retain: bool) -> None:
        assert qos == 1
        self.published.append((topic, text.decode(), retain))


def end(_seconds: float) -> NoReturn:
    raise Ended


def test_the_bridge_publishes_each_line_of_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = SimpleNamespace(VERSION2=2)
    modules: dict[str, dict[str, Any]] = {"client": {"Client": Client}, "enums": {"CallbackAPIVersion": versions}}
    for name, holds in modules.items():
        module = ModuleType(f"paho.mqtt.{name}")
        vars(module).update(holds)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    events = b"".join(event_bytes(FeedLine("1.1", kind, text)) for kind, text in zip(KINDS, LINES, strict=True))
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **_more: io.BytesIO(b": still here\n\n" + events))
    monkeypatch.setattr(time, "sleep", end)
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / "feed.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    with pytest.raises(Ended):
        exec(program, names)
    kept = [(f"pipsqueak/{kind}", text, kind != "sitting") for kind, text in zip(KINDS, LINES, strict=True)]
    assert names["client"].published == kept
