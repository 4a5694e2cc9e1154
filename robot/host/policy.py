"""Policies that decide what happens between games at a host's table, and limits that reduce wear."""

import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from typing import NoReturn

from hardware.errors import Failure
from robot.errors import ROOMS, GameLeftError, UsageError
from robot.games.registry import make_game
from robot.host.host import Host, IdlePolicy
from robot.host.hosted_game import ends_game
from robot.host.status import Offer, Phase
from robot.match.events import Begun, Booked, Decided, Event, Read, Thrown
from robot.match.players import names_of
from robot.match.questions import InterruptedGame, PlainAnswer, Reply
from robot.match.seats import GameSetting
from robot.saying import Saying

COUNTDOWN = 30.0
"""Seconds without people after which the robot plays by itself."""
READING = 3.0
"""Seconds for people to read a decision of attract mode before anything moves."""
LECTURE = ("explain-eye", "explain-light", "explain-doubt", "explain-chance", "explain-levers", "explain-journal")
"""What attract mode explains about the machine, one after each turn."""
UNSAID = "the cause is unknown; see 'journalctl -u pipsqueak'"
"""What safe mode says if no crash has left its cause."""
HOUR = 3600.0
MINUTE = timedelta(minutes=1)
NOTHING = 1e-3
"""Waits shorter than this many seconds are skipped."""
FOR_PEOPLE = 0.5
"""The share of an hour's throws that attract mode leaves to people."""


class ResumePolicy(IdlePolicy):
    """A policy that offers the interrupted games while no game is on.

    People resume or end the newest game, or another one that they choose. If they begin a new game, the offer returns
    after it.
    """

    def __init__(self) -> None:
        self._looked = False
        self._offered: dict[int, GameSetting] = {}

    def choose_game(self, host: Host, reply: Reply | None) -> GameSetting | None:
        if not self._looked:
            self._looked = True
            self._offer(host)
        match reply:
            case PlainAnswer.YES | PlainAnswer.NO:
                offered, goes_on = next(iter(self._offered.values()), None), reply is PlainAnswer.YES
            case InterruptedGame(number, goes_on):
                offered = self._offered.get(number)
            case _:
                return None
        if offered is None or goes_on:
            # People asked for it, so that it is no attract game, even if only robots play.
            return offered and replace(offered, attract=False)
        host.give_up(offered)
        self._offer(host)  # at once: a question with the old offers would close as soon as people see it
        return None

    def note_end(self, _host: Host, _setting: GameSetting) -> None:
        self._looked = False

    def _offer(self, host: Host) -> None:
        """Offer the games that can go on, except those whose rules this program cannot make."""
        self._offered, offers = {}, []
        for game, saying in host.list_unfinished():
            with suppress(*ROOMS):
                title = make_game(game.game, game.rules).title
                offers.append(Offer(game.id, title, names_of(game.players), saying))
                self._offered[game.id] = GameSetting.of(game)
        host.book.change(offers=tuple(offers))
        if offers:
            key = "interrupted" if len(host.panels) else "interrupted-page"
            host.announce(Saying(key, {"title": offers[0].title}))


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The time from `begin` to `end` by this machine's clock, also across midnight; none if both are equal."""

    begin: time = time()
    end: time = time()

    @classmethod
    def of(cls, text: str) -> "QuietHours":
        """Parse "22:00-09:30", or "18:00-24:00" until midnight; "" means no quiet hours. Raises UsageError."""
        if not text:
            return cls()
        parts = [part.strip() for part in text.split("-")]
        try:
            begin, end = (time.fromisoformat("00:00" if part == "24:00" else part) for part in parts)
            if begin.tzinfo or end.tzinfo or (begin == end and "24:00" in parts):
                raise ValueError
        except ValueError:
            raise UsageError(
                f"write quiet hours such as 22:00-09:30, by this machine's clock, not '{text[:40]}'"
            ) from None
        return cls(begin, end)

    def seconds_left(self, now: datetime) -> float:
        """Return how many seconds of the quiet hours are left, 0 outside them. `now` has a time zone."""
        if not self._hold(now):
            return 0.0
        clock = now.astimezone().replace(tzinfo=None)
        end = datetime.combine(clock, self.end)
        end += timedelta(days=end <= clock)
        until = now + (end - clock)
        # If the clocks change before then, this is an hour too early or too late.
        until += max(end - until.astimezone().replace(tzinfo=None), timedelta())
        while until - MINUTE > now and not self._hold(until - MINUTE):
            until -= MINUTE
        return (until - now).total_seconds()

    def _hold(self, now: datetime) -> bool:
        clock = now.astimezone().time()
        if self.begin <= self.end:
            return self.begin <= clock < self.end
        return clock >= self.begin or clock < self.end


@dataclass(slots=True)
class ThrowLimit:
    """A limit of throws an hour, by the people's clock: at most `limit`; 0 means no limit."""

    limit: int = 0
    _thrown: deque[float] = field(default_factory=deque)

    def count_throw(self, now: float) -> None:
        """Count a throw."""
        if self.limit:
            self._thrown.append(now)

    def rest(self, now: float, *, attract: bool = False) -> float:
        """Return the seconds until another throw may be made.

        Attract mode leaves a share of the throws to people, and spreads its own over the hour.
        """
        if not self.limit:
            return 0.0
        while self._thrown and now - self._thrown[0] >= HOUR:
            self._thrown.popleft()
        most = max(1, round(self.limit * (1 - FOR_PEOPLE))) if attract else self.limit
        over = len(self._thrown) - most
        rest = self._thrown[over] + HOUR - now if over >= 0 else 0.0
        spread = self._thrown[-1] + HOUR / most - now if attract and self._thrown else 0.0
        longest = max(rest, spread)
        return longest if longest > NOTHING else 0.0


@dataclass(slots=True)
class ExhibitPolicy(IdlePolicy):
    """Lets people play `offer`; plays `attract` by itself when nobody has pressed a button for a while.

    In quiet hours nothing moves. `pace` limits the throws in any hour. `wall` returns the time of day; if it jumps,
    only quiet hours may begin or end.
    """

    offer: GameSetting
    attract: GameSetting
    wall: Callable[[], datetime]
    quiet: QuietHours = field(default_factory=QuietHours)
    pace: ThrowLimit = field(default_factory=ThrowLimit)
    countdown: float = COUNTDOWN
    alone: float | None = None
    _people_at: float | None = None
    _begun: bool = False
    _wanted: bool = False
    """Whether people have pressed a button for a game that has not begun yet, within the last countdown."""
    _explained: int = 0
    exhibits = True

    def choose_game(self, host: Host, reply: Reply | None) -> GameSetting | None:
        """Return the game to play now, or None; then the status says what the table waits for and how long."""
        now = host.clock.now()
        if reply is not None or self._people_at is None:
            self._people_at = now
        left = self._people_at + self.countdown - now
        self._wanted = reply is not None or (self._wanted and left > 0)
        if quiet := self.quiet.seconds_left(self.wall()):
            self._wanted = False
            told = self._quiet_for(quiet)
            if reply is not None:
                host.announce(told)
            host.book.change(phase=Phase.QUIET, message=told, seconds=math.ceil(quiet))
            return None
        if not self._begun:
            self._begun = True
            if interrupted := host.find_unfinished():
                return interrupted
        if self._wanted:
            rest = self.pace.rest(now)
            return self._wait(host, Phase.RESTING, "resting", rest) if rest else self.offer
        if left > 0:
            return self._wait(host, Phase.COUNTDOWN, "countdown", left)
        if rest := self.pace.rest(now, attract=True):
            return self._wait(host, Phase.RESTING, "resting-press", rest)
        return self.attract

    def find_refusal(self) -> Saying | None:
        """Return the message that quiet hours are on and until when, None outside them."""
        left = self.quiet.seconds_left(self.wall())
        return self._quiet_for(left) if left else None

    def _quiet_for(self, seconds: float) -> Saying:
        return tell_wait("quiet", seconds, until=f"{self.quiet.end:%H:%M}")

    def hear(self, host: Host, event: Event) -> None:
        """Give people time to read and the machine its rest; raise GameLeftError if somebody presses a button."""
        if isinstance(event, Thrown):
            self.pace.count_throw(host.clock.now())
        attract = host.status.phase is Phase.ATTRACT
        if attract and not ends_game(event):
            self._explain(host, event)
        if isinstance(event, Decided) and event.action.throws:
            self._rest(host, attract=attract)

    def note_end(self, host: Host, setting: GameSetting) -> None:
        """Restart the countdown, except after a game that the robot played by itself."""
        if not setting.attract:
            self._people_at, self._wanted = host.clock.now(), False

    def _explain(self, host: Host, event: Event) -> None:
        if isinstance(event, Begun):
            host.announce(Saying("attract"))
        elif isinstance(event, Booked | Read) and event.position.player != event.player:
            host.announce(Saying(LECTURE[self._explained % len(LECTURE)]))
            self._explained += 1
        if self.find_refusal():
            raise GameLeftError("quiet hours begin")
        self._look_for_people(host, READING if isinstance(event, Decided) else 0.0)

    def _look_for_people(self, host: Host, seconds: float) -> None:
        if self._wanted or host.is_wanted(seconds):
            raise GameLeftError("somebody wants to play")

    def _rest(self, host: Host, *, attract: bool) -> None:
        """Wait until the dice may be thrown again. Announce this once. People may leave meanwhile."""
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
    def _wait(host: Host, phase: Phase, key: str, seconds: float) -> None:
        host.book.change(phase=phase, message=tell_wait(key, seconds), seconds=math.ceil(seconds))


def tell_wait(key: str, seconds: float, **values: str) -> Saying:
    """Return message `key` with the time to wait in seconds and in minutes, both rounded up, and further values."""
    left = math.ceil(seconds)
    return Saying(key, {"seconds": left, "minutes": math.ceil(left / 60), **values})


class SafePolicy(IdlePolicy):
    """Plays nothing after crashes that `why` describes. The board stays closed, so that its motors stay off."""

    def __init__(self, why: str) -> None:
        self.why = why or UNSAID

    def open_table(self) -> NoReturn:
        raise Failure.SAFE_MODE.error(f"the motors stay off after fast crashes ({self.why})")

    def choose_game(self, host: Host, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        host.book.change(phase=Phase.SAFE, message=self.find_refusal())
        return None

    def find_refusal(self) -> Saying:
        return Saying("safe-mode", {"what": self.why})
