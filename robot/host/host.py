"""The host: games one after another on one table, whose devices are lost and found again meanwhile."""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

from hardware.clock import Clock
from hardware.closing import Closing
from hardware.errors import PanelError
from hardware.panel import Panel
from hardware.panels import Panels
from robot.config import Config
from robot.errors import ROOMS, GameLeftError, HostClosedError, JournalError, NotNowError
from robot.host.hosted_game import HostedGame, won
from robot.host.jobs import Jobs
from robot.host.policy import HostPolicy, IdlePolicy
from robot.host.preload import StrategyPreload
from robot.host.requests import GameRequests, not_now
from robot.host.safe_listener import SafeListener
from robot.host.status import Phase, Status, StatusBook
from robot.host.table_connection import TableConnection
from robot.host.versions import versions
from robot.host.vigil import HostVigil
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Begun, Event, Listener
from robot.match.journal import Journal
from robot.match.questions import GoOn, Topic, WakeUp
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.about import About
from robot.table.table import Table

__all__ = ["Host", "HostPolicy", "IdlePolicy", "Status"]

_log = logging.getLogger(__name__)
TICK = 0.25
"""Seconds between two looks at what is wanted while no game is on."""
Answer = TypeVar("Answer")


class Host(Closing):
    """Plays what it is told to, one game after another, in a thread of its own; used in a with-block.

    `open_table` is called again whenever a device was lost; `clock` is the people's time, `wall` tells the time of day.
    A game whose people are waited for longer than `alone` seconds ends by itself. `beat` is called whenever the game
    loop gets along. Tables that games solve are kept in `cache`; strategies that gamble draw by `seed`.
    """

    def __init__(
        self,
        open_table: Callable[[], Table],
        journal_path: Path,
        config: Config,
        clock: Clock,
        listeners: Sequence[Listener] = (),
        *,
        wall: Callable[[], datetime],
        panels: Sequence[Panel] = (),
        policy: "HostPolicy[Host] | None" = None,
        alone: float | None = None,
        beat: Callable[[], None] = lambda: None,
        cache: Path | None = None,
        seed: int = 0,
    ) -> None:
        self.config, self.clock = config, clock
        self.book = StatusBook(wall)
        self.panels = Panels(clock, *panels)
        self._journal_path, self._cache, self._seed = journal_path, cache, seed
        self._listeners: list[SafeListener] = []
        for listener in listeners:
            self.listen(listener)
        self.policy: HostPolicy[Host] = policy or IdlePolicy()
        self._alive = beat
        self._table = TableConnection(open_table, self.book, clock)
        self._played = 0
        self._maker = StrategyPreload()
        self._requests = GameRequests(self._maker, self.book)
        self._leave = self._closing = self._playing = False
        vigil = HostVigil(clock, self.book, self._heed_game, self._aside, alone, lambda: self._requests.asked)
        self.desk = QuestionDesk(self.panels, clock, self._publish, vigil)
        self._jobs = Jobs()
        self._thread = ThreadPoolExecutor(1, "host")
        self._life: Future[None] | None = None

    @property
    def status(self) -> Status:
        return self.book.now

    @property
    def table(self) -> Table | None:
        """The table while it is open and well; only the host's own thread may move it."""
        return self._table.now

    def begin(self, setting: GameSetting, *, near: bool = False) -> "Future[bool]":
        """Begin a game as soon as its robots are ready, which may take a minute. From any thread.

        One that is on is left then, at once if somebody asks who is `near` the table: otherwise people who play are
        asked whether they agree. The answer comes when all is ready, False if nobody wants that game any more.

        Raises, at once or by the answer:
            UnknownNameError, OptionError, GoalError, PlayerError: there is no such game or player.
            NotNowError: nothing moves in quiet hours and in safe mode, or who is not near wants another game than the
                table does.

        """
        if refused := self._not_now():
            raise refused
        return self._requests.ask(setting, setting.seating(self._cache).game, near=near)

    def know(self, setting: GameSetting) -> None:
        """Take it that the robots of this game were made before, in this program: it begins without another process."""
        self._maker.know(setting.seating(self._cache).game, setting.players)

    def forget(self, number: int | None = None, *, near: bool = True) -> None:
        """Let the game that is wanted next not be begun after all, or only the wish of this number. From any thread.

        Who is not `near` the table does not forget what is wanted there.
        """
        self._requests.forget(number, near=near)

    def agree(self, number: int) -> None:
        """Let the game that is on be left for the wish of this number, if it is ready. From any thread."""
        self._requests.agree(number)

    def add_panels(self, panels: Iterable[Panel]) -> None:
        """Let these panels take part; of one that cannot be used the status tells, and the others go on."""
        state: Literal["ok", "absent"] = "absent"
        try:
            for panel in panels:
                self.panels.add(panel)
                state = "ok"
        except PanelError as error:
            self.book.fault("panel", error)
        else:
            self.book.clear("panel", state)

    def unfinished(self) -> GameSetting | None:
        """Return the newest game that was interrupted and can go on. In the host's thread alone."""
        with suppress(JournalError), Journal(self._journal_path) as journal:
            game = journal.unfinished()
            self.book.clear("journal")  # one that cannot be used is told of as soon as a game needs it
            return GameSetting.of(game) if game else None
        return None

    def give_up(self, setting: GameSetting) -> None:
        """End a game that was interrupted, as one that nobody has won. In the host's thread alone."""
        if setting.resume:
            with suppress(JournalError), Journal(self._journal_path) as journal, journal.seat(setting.resume):
                journal.end(setting.resume, ())

    def end(self) -> None:
        """Leave the game that is on; the journal takes it as one that nobody has won. From any thread."""
        self._leave = True

    def listen(self, listener: Listener, name: str = "screen") -> None:
        """Let `listener` hear every event from now on, in the host's thread. From any thread.

        One that fails stops no game: the status tells so under its `name`, and it is tried again.
        """
        self._listeners.append(SafeListener(listener, name, self.book, self.clock))

    def ask(self, job: Callable[[Table], Answer]) -> "Future[Answer]":
        """Let the host's thread do something with the open table while no game is on. From any thread."""
        return self._jobs.ask(job)

    def lend(self, job: Callable[[], Answer]) -> "Future[Answer]":
        """Let the host's thread do something while it has let go of the table's devices and no game is on.

        The job calls `beat` again and again; afterwards the devices are opened anew. From any thread.
        """

        def alone(_: Table) -> Answer:
            self.book.change(message=Saying("lent"), seconds=None)
            try:
                with self._table.lent():
                    return job()
            finally:
                self.book.change(message=None)

        return self._jobs.ask(alone)

    def beat(self) -> None:
        """Say that the host's thread gets along. Raises HostClosedError. In the host's thread alone."""
        self._tick()
        if self._closing:
            raise HostClosedError("the host is closed")

    def __enter__(self) -> "Host":
        self._life = self._thread.submit(self.run)
        return self

    def wait(self) -> None:
        """Wait until the host has ended, by `close` or by an error, which is raised."""
        if self._life:
            self._life.result()

    def close(self) -> None:
        """Leave the game, so that it can be resumed, and the table safe; harmless when repeated."""
        self._closing = True
        self._thread.shutdown()

    def run(self) -> None:
        """Play until `close`: what the host's thread does."""
        try:
            self.book.change(versions=versions())
            self._table.look_after()
            self.book.change(phase=Phase.IDLE)
            with suppress(HostClosedError):
                while not self._closing:
                    self._between_games()
        except Exception:
            _log.exception("the host has failed")
            raise
        finally:
            self._closing = True
            self._table.close()
            self.desk.close()
            self.panels.close()
            self._jobs.cancel()
            self._requests.forget()
            self.book.change(phase=Phase.CLOSED, game=None, message=None, seconds=None)

    def wanted(self, seconds: float) -> bool:
        """Return whether somebody wants the table within so many seconds; raises what `heed` does.

        In the host's thread alone.
        """
        return self.desk.poll(WakeUp(), seconds) is not None

    def pause(self, seconds: float) -> None:
        """Let time go by; raises what `heed` does. In the host's thread alone."""
        self.desk.pause(seconds)

    def rest(self) -> None:
        """Put the table's lights out while nothing is going to move for long. In the host's thread alone."""
        self._table.rest()

    def heed(self) -> None:
        """Say that the game loop gets along, and raise what those want who wait for the game to end."""
        self.beat()
        self._spare()
        if asking := self._requests.told(self.book.now, self.clock.now()):
            self._aside(asking)
        if self.book.now.phase is Phase.WAITING:
            self._refuse()
        waited_for = self.book.now.phase is Phase.ATTRACT and bool(self._jobs)
        if self._leave or self._requests.ends(self.book.now) or waited_for:
            raise GameLeftError("the game is left")

    def announce(self, saying: Saying) -> None:
        """Tell people something. In the host's thread alone."""
        self._publish(Announced(saying))

    def _aside(self, saying: Saying) -> None:
        """Tell people something beside what they are asked."""
        self._publish(Announced(saying, About.ASIDE))

    def _heed_game(self) -> None:
        """Heed those who want a game to end, while one is on."""
        if self._playing:
            self.heed()

    def hear(self, event: Event) -> None:
        """Take an event of the game that is on."""
        self._publish(event)
        self.policy.heard(self, event)
        if not isinstance(event, Begun) and not won(event):
            self.heed()

    def _tick(self) -> None:
        self._alive()
        while self.panels.lost:
            self.book.fault("panel", self.panels.lost.pop(0), "warning")

    def _refuse(self) -> None:
        """Tell those who want the table why they do not get it."""
        while self._jobs and (fault := self._table.fault):
            self._jobs.refuse(fault)

    def _spare(self) -> None:
        """Let no game be wanted that may not be begun, and tell who waits for it."""
        if (refused := self._not_now()) and self._requests.refuse(refused):
            self._aside(refused.saying)

    def _not_now(self) -> NotNowError | None:
        why = self.policy.still()
        return not_now(why) if why else None

    def _publish(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener.hear(event)

    def _between_games(self) -> None:
        given = None if self._requests.waits else self.desk.poll(self._idle_topic(), TICK)
        self._tick()
        self._leave = False
        if given:
            self._table.pressed(near=given.near)
        self._spare()
        setting = self._requests.take() or self.policy.idle(self, given.reply if given else None)
        if setting:
            self._play(setting)
            return
        self._table.look_after()
        while self._jobs and (table := self._table.at_hand):
            if failed := self._jobs.do(table):
                self._table.lose(failed)
        self._refuse()

    def _idle_topic(self) -> Topic:
        """Return what is asked while nobody plays."""
        offer = self.book.now.offer
        return GoOn(offer.id) if offer else WakeUp()

    def _play(self, setting: GameSetting) -> None:
        self._played += 1
        if not setting.attract:
            self.desk.close()
        self.book.change(offer=None)
        chance = f"{self._seed} {self._played}"
        parts = self._table, self.desk, self.book, self, self._journal_path, self._cache, chance, self._maker
        game = HostedGame(setting, *parts)
        self._playing = True
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
            self._playing = False
            if not game.setting.attract:
                self.desk.close()
        self.book.change(phase=Phase.IDLE, game=None, message=None, seconds=None)
        self.policy.over(self, game.setting, left=not won)
