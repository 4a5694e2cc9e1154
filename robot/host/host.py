"""The host of a table: it plays games one after another, and reconnects devices that are lost."""

import logging
import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import PanelError, PanelLeftError
from hardware.panel import Panel, Panels
from robot.config import Config, Folders, Tempo
from robot.errors import ROOMS, GameLeftError, HostClosedError, JournalError, RefusedError
from robot.host.hosted_game import HostedGame, ends_game
from robot.host.preload import StrategyPreload
from robot.host.requests import GameRequests, make_not_now
from robot.host.status import Phase, Status, StatusBook, versions
from robot.host.table_connection import BACK_OFF, TableConnection
from robot.match.desk.question_desk import QuestionDesk, WaitPolicy
from robot.match.events import Announced, Begun, Decided, Ended, Event, Listener
from robot.match.journal import Journal, JournalGame, Occasion
from robot.match.match import list_permitted
from robot.match.moments import Pacing
from robot.match.questions import WAKE_UP, GoOn, Reply
from robot.match.seats import GameSetting
from robot.match.standing import unfinished_games
from robot.saying import Saying
from robot.table.about import About
from robot.table.table import Table

GIVEN_UP = 60.0
"""If another person requests a game and the players do not answer for so many seconds, their game ends."""
LAST_CALL = 15.0
"""So many seconds before an abandoned game ends, the host asks whether anybody is there."""
_log = logging.getLogger(__name__)
PANEL_SECONDS = 0.5
"""Seconds between two tries to open a missing panel."""
TICK = 0.25
"""Seconds between two checks for requests while no game is on."""
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Jobs:
    """Jobs that any thread adds and the host's thread does. It skips a job whose future was cancelled."""

    _asked: deque[tuple[Future[Any], Callable[[Table], Any]]] = field(default_factory=deque)

    def __bool__(self) -> bool:
        while self._asked and self._asked[0][0].cancelled():
            self._asked.popleft()
        return bool(self._asked)

    def ask(self, job: Callable[[Table], Answer]) -> "Future[Answer]":
        """Add a job; return the future of its result. Call this from any thread."""
        answer: Future[Answer] = Future()
        self._asked.append((answer, job))
        return answer

    def do(self, table: Table) -> Exception | None:
        """Do the next job with `table`; return the table's error, if it failed."""
        answer, job = self._asked.popleft()
        if not answer.set_running_or_notify_cancel():
            return None
        try:
            answer.set_result(job(table))
        except ROOMS as error:
            answer.set_exception(error)
            return error
        return None

    def refuse(self, fault: Exception) -> None:
        """Let the next job fail with the fault that prevents it."""
        answer, _ = self._asked.popleft()
        if answer.set_running_or_notify_cancel():
            answer.set_exception(fault)

    def cancel(self) -> None:
        """Cancel all jobs, so that nobody waits for them any longer."""
        while self._asked:
            self._asked.popleft()[0].cancel()


class SafeListener:
    """Passes events to a listener, and reports its failures in the book under `name`."""

    def __init__(self, listener: Listener, name: str, book: StatusBook, clock: Clock) -> None:
        self._listener, self._name, self._book, self._clock = listener, name, book, clock
        self._tries = 0
        self._again_at = clock.now()

    def hear(self, event: Event) -> None:
        if self._clock.now() < self._again_at:
            return
        try:
            self._listener.hear(event)
        except (OSError, *ROOMS) as error:
            self._book.fault(self._name, error, "warning")
            self._again_at = self._clock.now() + BACK_OFF[min(self._tries, len(BACK_OFF) - 1)]
            self._tries += 1
        else:
            if self._tries:
                self._book.clear(self._name)
            self._tries = 0


class HostWaitPolicy(WaitPolicy):
    """The wait policy of a host's desk: a game waits for people no longer than the host's policy allows.

    In the last seconds the desk asks whether anybody is there. Once another game is requested, it waits a minute.
    """

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._before: Status | None = None

    def check(self) -> None:
        if self._host.plays:
            self._host.check()

    def seconds_left(self, since: float) -> float | None:
        """Return the seconds that are left to answer, None while it is too early to call people.

        Raises GameLeftError when the time is over.
        """
        now, asked, alone = self._host.clock.now(), self._host.requests.asked, self._host.policy.alone
        if asked is not None and now - max(since, asked) >= GIVEN_UP:
            raise GameLeftError("nobody answers, and another game is wanted")
        if alone is None or now - since < alone - LAST_CALL:
            return None
        if now - since >= alone:
            raise GameLeftError("nobody is here any more")
        return alone - (now - since)

    def call_people(self, left: float, *, first: bool) -> None:
        book = self._host.book
        if first:
            self._before = book.now
            self._host.announce(Saying("alone", {"seconds": round(LAST_CALL)}), About.ASIDE)
        seconds = math.ceil(left)
        book.change(phase=Phase.ALONE, message=Saying("alone", {"seconds": seconds}), seconds=seconds)

    def stop_calling(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._host.book.change(phase=before.phase, message=before.message, seconds=None)


class IdlePolicy:
    """Decides what happens between games, and may end a game. This class does nothing: people begin all games.

    The host's thread calls its methods. A game ends by itself when nobody answers for `alone` seconds. If `exhibits`,
    the journal marks the games as played at an exhibition.
    """

    alone: float | None = None
    exhibits = False

    def choose_game(self, host: "Host", reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        """Return the game to play now, or None. The host calls this a few times a second while no game is on.

        `reply` is the answer to the open question that came since the last call, None if nobody answered.
        """
        return None

    def find_refusal(self) -> Saying | None:
        """Return why no game may begin now, None if one may. Call this from any thread."""
        return None

    def hear(self, host: "Host", event: Event) -> None:
        """Receive an event of the game that is on; raise GameLeftError to leave the game."""

    def note_end(self, host: "Host", setting: GameSetting) -> None:
        """Note that a game is over or was left."""


class Host(Closing):
    """Plays the requested games one after another in a thread of its own. Use it in a with-block.

    The host calls `open_table` again after each loss of a device. `clock` is the people's time, `wall` returns the time
    of day. `policy` decides what happens between games. The game loop calls `beat` at each step. `seed` seeds random
    strategies. The journal keeps `devices`, so that a game can go on at the same table.
    """

    def __init__(
        self,
        open_table: Callable[[], Table],
        folders: Folders,
        config: Config,
        clock: Clock,
        *,
        wall: Callable[[], datetime],
        policy: IdlePolicy | None = None,
        beat: Callable[[], None] = lambda: None,
        seed: int = 0,
        devices: Mapping[str, str] | None = None,
    ) -> None:
        self.config, self.clock, self.policy = config, clock, policy or IdlePolicy()
        self.book, self.panels = StatusBook(wall), Panels(clock)
        self._openers: dict[int, Callable[[], Panel]] = {}
        self._absent: dict[Callable[[], Panel], str] = {}
        self._look_at = clock.now()
        self._folders, self._seed, self._played, self._alive = folders, seed, 0, beat
        self._devices = devices or {}
        self._listeners: list[SafeListener] = []
        self._told_of_games: list[Callable[[GameSetting, bool], None]] = []
        self.pacing = Pacing(Tempo(config.tempo), self._hold)
        self._table = TableConnection(open_table, self.book, clock, self._forget_presses)
        self._maker = StrategyPreload()
        self.requests = GameRequests(self._maker, self.book)
        self._leave = self._closing = False
        self._game: HostedGame | None = None
        self.desk = QuestionDesk(
            self.panels,
            clock,
            self._publish,
            HostWaitPolicy(self),
            small_buttons=config.small_buttons,
            permitted=list_permitted(config),
        )
        self._jobs = Jobs()
        self._thread = ThreadPoolExecutor(1, "host")
        self._life: Future[None] | None = None

    @property
    def status(self) -> Status:
        return self.book.now

    @property
    def table(self) -> Table | None:
        """The table while it is open and without faults. Only the host's thread may move it."""
        return self._table.now

    def begin(self, setting: GameSetting, *, near: bool = False) -> "Future[bool]":
        """Request a game. It begins when its robots are ready, which may take a minute. Call this from any thread.

        The game that is on then ends. If the request comes from `near` the table, it ends at once; otherwise the host
        asks the players first. The future is True when the robots are ready, and False if the request was withdrawn.

        Raises, at once or in the future:
            UnknownNameError, OptionError, UsageError: there is no such game or player.
            RefusedError: nothing moves in quiet hours and in safe mode; or the request comes from elsewhere, and people
                at the table have requested another game.

        """
        if refused := self._find_refusal():
            raise refused
        return self.requests.ask(setting, setting.seating(self._folders.cache).game, near=near)

    def know(self, setting: GameSetting) -> None:
        """Note that this program has made this game's robots before. They then need no process of their own."""
        self._maker.know(setting.seating(self._folders.cache).game, setting.players)

    def forget(self, number: int | None = None, *, near: bool = True) -> None:
        """Withdraw the request for the next game, or only the request with this number. Call this from any thread.

        A request from the table can be withdrawn only `near` the table.
        """
        self.requests.forget(number, near=near)

    def agree(self, number: int) -> None:
        """Let the game that is on end for the request with this number, if that is ready. Call this from any thread."""
        self.requests.agree(number)

    def add_panels(self, openers: Iterable[Callable[[], Panel]]) -> None:
        """Add panels. Each takes part as soon as it can be opened, and again after it was lost.

        The status warns of a missing panel. Call this before the host begins.
        """
        self._absent |= dict.fromkeys(openers, "")
        self._look_for_panels()

    def _look_for_panels(self) -> None:
        self._look_at = self.clock.now() + PANEL_SECONDS
        for opener, said in tuple(self._absent.items()):
            try:
                panel = opener()
            except PanelError as error:
                self._absent[opener] = str(error)
                if str(error) != said:
                    self.book.fault("panel", error, "warning")
            else:
                del self._absent[opener]
                self._openers[id(panel)] = opener
                self.panels.add(panel)
        if not self._absent:
            self.book.clear("panel", "ok" if len(self.panels) else "absent")

    def find_unfinished(self) -> GameSetting | None:
        """Return the newest interrupted game of an exhibition, if it can go on. Call this in the host's thread.

        End the games that were interrupted before their first throw.
        """
        game = self._ask_journal(Journal.find_exhibited)
        return GameSetting.of(game) if game else None

    def list_unfinished(self) -> list[tuple[JournalGame, Saying]]:
        """Return the interrupted games that can go on, newest first, with their texts. Call this in the host's thread.

        End the games that were interrupted before their first throw.
        """
        return self._ask_journal(unfinished_games) or []

    def _ask_journal(self, ask: Callable[[Journal], Answer]) -> Answer | None:
        """End abandoned games, and return what `ask` finds in the journal; None if the journal cannot be used."""
        with suppress(JournalError), Journal(self._folders.journal) as journal:
            journal.end_abandoned()
            answer = ask(journal)
            self.book.clear("journal")  # a later game reports a journal that cannot be used
            return answer
        return None

    def give_up(self, setting: GameSetting) -> None:
        """End an interrupted game without a winner. Call this in the host's thread."""
        if setting.resume:
            with suppress(JournalError), Journal(self._folders.journal) as journal, journal.seat(setting.resume):
                journal.end(setting.resume, ())

    def end(self) -> None:
        """Leave the game that is on; the journal records no winner. Call this from any thread."""
        self._leave = True

    def listen(self, listener: Listener, name: str = "screen") -> None:
        """Let `listener` hear every event from now on, in the host's thread. Call this from any thread.

        A failure of the listener stops no game. The status reports it under `name`, and the host tries again later.
        """
        self._listeners.append(SafeListener(listener, name, self.book, self.clock))

    def ask(self, job: Callable[[Table], Answer]) -> "Future[Answer]":
        """Run a job with the open table in the host's thread while no game is on. Call this from any thread."""
        return self._jobs.ask(job)

    def call_when_over(self, tell: Callable[[GameSetting, bool], None]) -> None:
        """Call `tell` in the host's thread with each game that is over, and with whether people left it."""
        self._told_of_games.append(tell)

    def reopen(self) -> None:
        """Close the table, and open it again with the present calibration. Call this in the host's thread."""
        self._table.reopen()

    def beat(self) -> None:
        """Report that the host's thread is alive. Raises HostClosedError. Call this in the host's thread."""
        self._tick()
        if self._closing:
            raise HostClosedError("the host is closed")

    def __enter__(self) -> "Host":
        self._life = self._thread.submit(self.run)
        return self

    def wait(self) -> None:
        """Wait until the host has ended. Raises the error that ended it, if there was one."""
        if self._life:
            self._life.result()

    def close(self) -> None:
        """Stop the game so that it can be resumed, and leave the table safe. Repeating this is harmless."""
        self._closing = True
        self._thread.shutdown()

    def run(self) -> None:
        """Play until `close`. This runs in the host's thread."""
        try:
            self.book.change(versions=versions())
            self._table.look_after()
            self.book.change(phase=Phase.IDLE)
            with suppress(HostClosedError):
                while not self._closing:
                    self._idle()
        except Exception:
            _log.exception("the host has failed")
            raise
        finally:
            self._closing = True
            self._table.close()
            self.desk.close()
            self.panels.close()
            self._jobs.cancel()
            self.requests.forget()
            self.book.change(phase=Phase.CLOSED, game=None, message=None, seconds=None)

    def is_wanted(self, seconds: float) -> bool:
        """Wait up to `seconds`; return whether somebody wants the table. Their answer stays at the desk.

        Raises what `check` raises. Call this in the host's thread.
        """
        return self.desk.is_answered(WAKE_UP, seconds)

    def pause(self, seconds: float) -> None:
        """Let time pass; raises what `check` raises. Call this in the host's thread."""
        self.desk.pause(seconds)

    def check(self) -> None:
        """Report that the game loop is alive. Raises GameLeftError if the game is to end now."""
        self.beat()
        self._spare()
        if asking := self.requests.ask_players(self.book.now, self.clock.now()):
            self.announce(asking, About.ASIDE)
        if self.book.now.phase is Phase.WAITING:
            self._refuse()
        waited_for = self._game is not None and self._game.setting.attract and bool(self._jobs)
        if self._leave or self.requests.ends(self.book.now) or waited_for:
            raise GameLeftError("the game is left")

    @property
    def plays(self) -> bool:
        """Whether a game is on."""
        return self._game is not None

    def announce(self, saying: Saying, about: About = About.GAME) -> None:
        """Announce something; ASIDE replaces no open question. Call this in the host's thread."""
        self._publish(Announced(saying, about))

    def hear(self, event: Event) -> None:
        """Take an event of the game that is on."""
        if isinstance(event, Ended) and self._game:
            self._end_game(self._game.setting, left=False)
        self._publish(event)
        self.pacing.hear(event)
        self.policy.hear(self, event)
        booking = isinstance(event, Decided) and not event.action.throws  # Booked follows at once
        if not booking and not isinstance(event, Begun) and not ends_game(event):
            self.check()

    def _hold(self, seconds: float) -> None:
        """Give people time to look. A request to end the game takes effect right afterwards."""
        with suppress(GameLeftError, HostClosedError):
            self.pause(seconds)

    def _tick(self) -> None:
        self._alive()
        while self.panels.lost:
            panel, error = self.panels.lost.pop(0)
            self.book.fault("panel", error, "warning")
            if (opener := self._openers.pop(id(panel), None)) and not isinstance(error, PanelLeftError):
                self._absent[opener] = str(error)
        if self._absent and self.clock.now() >= self._look_at:
            self._look_for_panels()

    def _refuse(self) -> None:
        """Tell those who wait for the table which fault prevents it."""
        while self._jobs and (fault := self._table.fault):
            self._jobs.refuse(fault)

    def _spare(self) -> None:
        """Refuse the request for a game that may not begin now, and tell those who wait for it."""
        if (refused := self._find_refusal()) and self.requests.refuse(refused):
            self.announce(refused.saying, About.ASIDE)

    def _find_refusal(self) -> RefusedError | None:
        why = self.policy.find_refusal()
        return make_not_now(why) if why else None

    def _publish(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener.hear(event)

    def _forget_presses(self) -> None:
        """Drop answers and presses from before an emergency stop: they do not confirm that hands are away."""
        self.desk.close()
        self.desk.panel.forget()

    def _idle(self) -> None:
        offers = tuple(one.id for one in self.book.now.offers)
        topic = GoOn(offers[0], offers) if offers else WAKE_UP
        given = None if self.requests.waits else self.desk.poll(topic, TICK)
        self._tick()
        self._leave = False
        if given:
            self._table.try_again(near=given.near)
        self._spare()
        setting = self.requests.take() or self.policy.choose_game(self, given.reply if given else None)
        if setting and setting.attract and self._jobs:  # jobs go first: nobody waits for an attract game
            self.give_up(setting)
        elif setting:
            self._play(setting)
            return
        self._table.look_after()
        self._table.shine(lit=self.policy.find_refusal() is None)
        while self._jobs and (table := self._table.at_hand):
            if failed := self._jobs.do(table):
                self._table.lose(failed)
        self._refuse()

    def _play(self, setting: GameSetting) -> None:
        self._played += 1
        if not setting.attract:
            self.desk.close()
        self.book.change(offers=())
        chance = f"{self._seed} {self._played}"
        parts = self._table, self.desk, self.book, self, self._folders, chance, self._maker
        occasion = Occasion.ATTRACT if setting.attract else Occasion.VISITORS
        game = HostedGame(setting, *parts, occasion if self.policy.exhibits else None, self._devices)
        self._game = game
        self.pacing.change(brisk=setting.brisk)
        try:
            won = game.play()
        except HostClosedError:
            raise
        except ROOMS as error:
            self.book.fault("game", error)
            won = False
        else:
            self.book.clear("game")
        finally:
            self._game = None
            if not game.setting.attract:
                self.desk.close()
        self.book.change(phase=Phase.IDLE, game=None, message=None, seconds=None)
        self.policy.note_end(self, game.setting)
        if not won:
            self._end_game(game.setting, left=True)

    def _end_game(self, setting: GameSetting, *, left: bool) -> None:
        """Report that a game is over. People may look at its end a little longer and request another game."""
        self._game = None
        for tell in self._told_of_games:
            tell(setting, left)
