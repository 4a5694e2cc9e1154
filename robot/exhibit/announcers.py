"""Listeners of the exhibition: systemd, the crash book, the day's report."""

from dataclasses import dataclass

from hardware.clock import Clock
from robot.exhibit.crashes import FAST, CrashBook
from robot.exhibit.day_book import DayBook
from robot.exhibit.notify import Notifier
from robot.host.host import Host, HostPolicy
from robot.host.status import Phase, Status
from robot.match.events import Event
from robot.match.questions import Reply
from robot.match.seats import GameSetting
from robot.saying import Saying


@dataclass(slots=True)
class ReportedPolicy:
    """A policy whose games are noted in the day's book, and counted in its report as soon as they are over."""

    policy: HostPolicy[Host]
    book: DayBook

    def idle(self, host: Host, reply: Reply | None) -> GameSetting | None:
        return self.policy.idle(host, reply)

    def still(self) -> Saying | None:
        return self.policy.still()

    def heard(self, host: Host, event: Event) -> None:
        self.policy.heard(host, event)

    def over(self, host: Host, setting: GameSetting, *, left: bool) -> None:
        self.policy.over(host, setting, left=left)
        self.book.over(setting, left=left)
        self.book.report()


@dataclass(slots=True)
class WatchdogBeat:
    """The watchdog call of the game loop, made at every step."""

    notifier: Notifier
    crashes: CrashBook
    clock: Clock
    _young: bool = True

    def __call__(self) -> None:
        self.notifier.beat()
        if self._young and self.clock.now() > FAST:
            self._young = False
            self.crashes.lasts()


@dataclass(slots=True)
class SystemdStatus:
    """Follows the status for systemd: ready as soon as the devices were tried, and then what is going on."""

    notifier: Notifier
    _phase: Phase = Phase.STARTING
    _ready: bool = False

    def follow(self, status: Status) -> None:
        if status.phase is self._phase:
            return
        self._phase = status.phase
        if self._ready:
            self.notifier.status(status.phase)
        else:
            self._ready = True
            self.notifier.ready(status.phase)
