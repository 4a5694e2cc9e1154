"""What the tests of hosts share: policies that follow a script, and a sitting at a table that can be opened again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from robot.config import Config
from robot.host.host import Host, IdlePolicy
from robot.match.events import Event, Thrown
from robot.match.questions import Reply
from robot.match.seats import GameSetting
from tests.support.robot.booths import Booth, QuickBooth
from tests.support.robot.stubs import Listening

ROBOTS = ("robot", "robot:hold20")
START = datetime(2026, 5, 1, 10, tzinfo=UTC)


@dataclass
class Script(IdlePolicy):
    """A policy that begins these games one after the other, then closes; `seen` is what it takes of every event."""

    settings: list[GameSetting]
    seen: Any = None
    left: list[bool] = field(default_factory=list)

    def idle(self, host: Host, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        if not self.settings:
            host._closing = True
            return None
        return self.settings.pop(0)

    def heard(self, host: Host, event: Event) -> None:
        if self.seen:
            self.seen(host, event)


B = TypeVar("B", Booth, QuickBooth)


@dataclass
class Sitting(Generic[B]):
    booth: B
    journal: Path
    ear: Listening = field(default_factory=Listening)

    def host(self, *settings: GameSetting, seen: Any = None, panels: Any = (), **more: Any) -> tuple[Host, Script]:
        policy = Script(list(settings), seen)
        host = Host(
            self.booth.open,
            self.journal,
            Config(tempo="fast"),
            self.booth.clock,
            [self.ear],
            wall=lambda: START,
            policy=policy,
            panels=panels,
            **more,
        )
        host.when_over(lambda _, left: policy.left.append(left))
        return host, policy

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.ear.events if isinstance(event, kind)]


@dataclass
class At:
    """Calls one thing at each of these throws, before its dice are read."""

    calls: dict[int, Any]

    def __call__(self, host: Host, event: Event) -> None:
        if isinstance(event, Thrown) and event.throw in self.calls:
            self.calls.pop(event.throw)(host)


def pig(*players: str, goal: int = 12) -> GameSetting:
    return GameSetting("pig", {"goal": goal}, players or ROBOTS, first="1")


def at_once(work: Callable[[], None]) -> None:
    """Do what others do later."""
    work()
