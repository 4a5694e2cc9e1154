"""What the tests of hosts share: policies that follow a script, and a sitting at a table that can be opened again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from robot.config import Config, Folders
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

    def choose_game(self, host: Host, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        if not self.settings:
            host._closing = True
            return None
        return self.settings.pop(0)

    def hear(self, host: Host, event: Event) -> None:
        if self.seen:
            self.seen(host, event)


def folders_in(folder: Path) -> Folders:
    """Return one folder for all files of a user."""
    return Folders(folder, folder, folder)


B = TypeVar("B", Booth, QuickBooth)


@dataclass
class Sitting(Generic[B]):
    """A host's table and its files in one `folder`, and what is heard of its games."""

    booth: B
    folder: Path
    ear: Listening = field(default_factory=Listening)

    @property
    def journal(self) -> Path:
        return folders_in(self.folder).journal

    def host(
        self, *settings: GameSetting, seen: Any = None, panels: Any = (), alone: float | None = None, **more: Any
    ) -> tuple[Host, Script]:
        policy = Script(list(settings), seen)
        policy.alone = alone
        fast = Config(tempo="fast")
        clock = self.booth.clock
        host = Host(self.booth.open, folders_in(self.folder), fast, clock, wall=lambda: START, policy=policy, **more)
        host.listen(self.ear)
        for panel in panels:
            host.panels.add(panel)
        host.call_when_over(lambda _, left: policy.left.append(left))
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
