"""The policies of an exhibition: countdown, attract mode, games for people who press a button, and rest; safe mode."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NoReturn

from robot.errors import GameLeftError, SafeModeError
from robot.exhibit.day_book import DayBook
from robot.exhibit.limits import QuietHours, ThrowLimit
from robot.host.hosted_game import won
from robot.host.policy import HostPolicy, IdlePolicy, PolicyHost
from robot.host.status import Phase
from robot.match.events import Begun, Booked, Decided, Event, Read, Thrown
from robot.match.questions import Reply
from robot.match.seats import GameSetting
from robot.saying import Saying

COUNTDOWN = 30.0
"""Seconds without people after which the robot plays by itself."""
READING = 3.0
"""Seconds for people to read a decision of attract mode before anything moves."""
LECTURE = ("explain-eye", "explain-light", "explain-doubt", "explain-chance", "explain-levers", "explain-journal")
"""What attract mode explains about the machine, one after each turn."""
UNSAID = "the cause is unknown; see 'journalctl -u pipsqueak'"
"""Said in safe mode where no crash has left its cause."""


@dataclass(slots=True)
class ExhibitPolicy:
    """Lets people play `offer` and plays `attract` by itself when nobody has pressed a button for a while.

    In quiet hours nothing moves; within any hour the dice are thrown as often as `pace` allows, and no more. `wall`
    returns the time of day: where it jumps, quiet hours begin or end, and nothing else happens.
    """

    offer: GameSetting
    attract: GameSetting
    wall: Callable[[], datetime]
    quiet: QuietHours = field(default_factory=QuietHours)
    pace: ThrowLimit = field(default_factory=ThrowLimit)
    countdown: float = COUNTDOWN
    first: Callable[[], None] = field(default=lambda: None)
    """Is called once, as soon as something may move."""
    _people_at: float | None = None
    _begun: bool = False
    _wanted: bool = False
    _explained: int = 0

    def idle(self, host: PolicyHost, reply: Reply | None) -> GameSetting | None:
        """Return the game to play now, or None; then the status says what the table waits for, and how long."""
        now = host.clock.now()
        wanted, self._wanted = self._wanted or reply is not None, False
        if wanted or self._people_at is None:
            self._people_at = now
        if left := self.quiet.seconds_left(self.wall()):
            if host.status.phase is not Phase.QUIET:
                host.rest()
            return self._wait(host, Phase.QUIET, "quiet", left)
        if not self._begun:
            self._begun = True
            self.first()
            if interrupted := host.unfinished():
                return interrupted
        if wanted:
            rest = self.pace.rest(now)
            return self._wait(host, Phase.RESTING, "resting", rest) if rest else self.offer
        if (left := self._people_at + self.countdown - now) > 0:
            return self._wait(host, Phase.COUNTDOWN, "countdown", left)
        if rest := self.pace.rest(now, attract=True):
            return self._wait(host, Phase.RESTING, "resting-press", rest)
        return self.attract

    def still(self) -> Saying | None:
        """Return that these are quiet hours and how long they last, None outside them."""
        left = self.quiet.seconds_left(self.wall())
        return waiting("quiet", left) if left else None

    def heard(self, host: PolicyHost, event: Event) -> None:
        """Give people time to read, the machine its rest, and the table to people who press a button."""
        if isinstance(event, Thrown):
            self.pace.thrown(host.clock.now())
        attract = host.status.phase is Phase.ATTRACT
        if attract and not won(event):
            self._explain(host, event)
        if isinstance(event, Decided) and event.move.keep is not None:
            self._rest(host, attract=attract)

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:  # noqa: ARG002
        """Restart the countdown, except between two games that nobody watched."""
        if not setting.attract:
            self._people_at = host.clock.now()

    def _explain(self, host: PolicyHost, event: Event) -> None:
        if isinstance(event, Begun):
            host.announce(Saying("attract"))
        elif isinstance(event, Booked | Read) and event.position.player != event.player:
            host.announce(Saying(LECTURE[self._explained % len(LECTURE)]))
            self._explained += 1
        if self.still():
            raise GameLeftError("quiet hours begin")
        self._look_for_people(host, READING if isinstance(event, Decided) else 0.0)

    def _look_for_people(self, host: PolicyHost, seconds: float) -> None:
        if host.wanted(seconds):
            self._wanted = True
            raise GameLeftError("somebody wants to play")

    def _rest(self, host: PolicyHost, *, attract: bool) -> None:
        """Wait until the dice may be thrown again; this is announced once, and people may leave meanwhile."""
        phase, announced = host.status.phase, False
        while rest := self.pace.rest(host.clock.now(), attract=attract):
            if not announced and not attract:
                host.announce(Saying("rests", {"minutes": math.ceil(rest / 60)}))
            announced = True
            host.book.change(phase=Phase.RESTING, seconds=math.ceil(rest))
            if attract:
                self._look_for_people(host, min(rest, 1.0))
            else:
                host.pause(min(rest, 1.0))
        if announced:
            host.book.change(phase=phase, seconds=None)

    @staticmethod
    def _wait(host: PolicyHost, phase: Phase, key: str, seconds: float) -> None:
        host.book.change(phase=phase, message=waiting(key, seconds), seconds=math.ceil(seconds))


def waiting(key: str, seconds: float) -> Saying:
    """Return the message for a wait of so many seconds."""
    left = math.ceil(seconds)
    return Saying(key, {"seconds": left, "minutes": math.ceil(left / 60)})


class SafePolicy(IdlePolicy):
    """Plays nothing; `why` describes the crashes. The board is not opened, so its lease keeps the motors off."""

    def __init__(self, why: str) -> None:
        self.why = why or UNSAID

    def open_table(self) -> NoReturn:
        raise SafeModeError(
            f"the motors stay off after fast crashes ({self.why}): fix the cause, then switch the machine off and on"
        )

    def idle(self, host: PolicyHost, _reply: Reply | None, /) -> GameSetting | None:
        host.book.change(phase=Phase.SAFE, message=self.still())
        return None

    def still(self) -> Saying:
        return Saying("safe-mode", {"what": self.why})


@dataclass(slots=True)
class ReportedPolicy:
    """A policy whose games are noted in the day's book, and counted in its report as soon as they are over."""

    policy: HostPolicy
    book: DayBook

    def idle(self, host: PolicyHost, reply: Reply | None) -> GameSetting | None:
        return self.policy.idle(host, reply)

    def still(self) -> Saying | None:
        return self.policy.still()

    def heard(self, host: PolicyHost, event: Event) -> None:
        self.policy.heard(host, event)

    def over(self, host: PolicyHost, setting: GameSetting, *, left: bool) -> None:
        self.policy.over(host, setting, left=left)
        self.book.over(setting, left=left)
        self.book.report()
