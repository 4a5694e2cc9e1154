"""What takes time at a table: a game, a robot's turn, an answer to a press, the pages of the past."""

import cProfile
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from hardware.clock import Clock, SystemClock, VirtualClock
from hardware.closing import Closing
from hardware.panel import Button
from robot.app import open_table, tables
from robot.config import Config
from robot.games.actions import HOLD, THROW, Action
from robot.games.game import Position
from robot.games.registry import make_game
from robot.host.host import Host, IdlePolicy
from robot.language import Language
from robot.match.events import Asked, Begun, Booked, Closed, Decided, Event, Looked, Read
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.match.questions import ChooseMove, Reply
from robot.match.seats import GameSetting
from robot.records.recording import Recorder
from robot.records.stats import Statistics
from robot.table.choice import TableChoice
from robot.web.game.words import Words
from robot.web.pages.history import list_games, tell_game
from tests.support.robot.booths import Booth
from tests.support.robot.journaled import play as play_journaled
from tools.bench.timing import figure, times

PLAYERS = ("robot:optimal", "robot:hold20")
SEED = 12
HELP_LIMIT = 0.5
FAST_LIMIT = 30.0
MEAN_THROWS = 73
PARTS = {
    "drawing the table's pictures": ("sim/camera.py", "frame"),
    "reading them": ("table/reader.py", "read"),
    "telling whether dice lie still": ("settle.py", "still"),
    "writing the recording": ("recording.py", "hear"),
    "the serial link": ("controller.py", "_command"),
    "the journal": ("journal.py", "add"),
    "deciding": ("players.py", "choose"),
}


def robot() -> Iterator[str]:
    """Yield where the time of a game goes: the simulated table runs as fast as it can, so all of it is work."""
    command = [sys.executable, "-m", "robot", "--help"]
    start = times(lambda: subprocess.run(command, check=True, capture_output=True) for _ in range(7))
    yield figure("pipsqueak --help (median)", start.median, "the limit", HELP_LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        throws = recorded_game(Path(folder) / "plain")
        seconds = time.perf_counter() - began
        yield figure(
            f"{MEAN_THROWS} throws with --fast --record, from a game of {throws}",
            seconds * MEAN_THROWS / throws,
            "the limit",
            FAST_LIMIT,
        )
        profile = cProfile.Profile()
        profile.runcall(recorded_game, Path(folder) / "profiled")
    calls = {
        (entry.code.co_filename, entry.code.co_name): entry
        for entry in profile.getstats()
        if not isinstance(entry.code, str)
    }
    total = calls[(__file__, "recorded_game")].totaltime
    for part, (file, function) in PARTS.items():
        spent = [entry.totaltime for (path, name), entry in calls.items() if path.endswith(file) and name == function]
        if not spent:
            raise LookupError(f"no {function} of {file} was called: correct the table of parts")
        yield f"  {part:<56} {sum(spent) / total:>9.1%} of the game's time"


def recorded_game(folder: Path) -> int:
    """Play one recorded game and return its throws."""
    table = open_table(TableChoice(seed=SEED, speed=None).resolve(Config()))
    try:
        with Journal(folder / "journal.sqlite") as journal, Recorder(folder / "recording") as recorder:
            players = [make_player(name, make_game("pig", {}), None) for name in PLAYERS]
            begun = journal.begin("pig", {"goal": 100}, PLAYERS, SEED)
            Match(begun, make_game("pig", {}), players, table, journal, [recorder]).play()
            return sum(entry.kind == "reading" for entry in journal.log(begun))
    finally:
        table.close()


TURN_LIMIT, PRESS_LIMIT = 20.0, 0.3
TURNS, PRESSES = 30, 12
SETTING = GameSetting("pig", {"goal": 100}, ("you", "robot:optimal"), first="1")


@dataclass
class Hasty(Closing):
    """A person who throws once, then holds; a listener and a panel. `turns` are the seconds that the robot took."""

    clock: Clock
    turns: list[float] = field(default_factory=list)
    _position: Position | None = None
    _wants: Button | None = None
    _since: float | None = None

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun | Read | Booked):
            self._stands(event.position)

    def _stands(self, position: Position) -> None:
        robot = not position.over and position.player == 1
        if self._since is not None and not robot:
            self.turns.append(self.clock.now() - self._since)
            self._since = None
        if robot and self._since is None:
            self._since = self.clock.now()
        self._position = position

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002  the panels ask again
        wants, self._wants = self._wants, None
        return wants

    def forget(self, but: Collection[Button] = ()) -> None:  # noqa: ARG002
        """Be asked from now on: a press that came before is none."""
        if self._position is not None and not self._position.over and self._position.player == 0:
            self._wants = Button.HOLD if self._position.to_json()["turn_total"] else Button.ROLL

    def lamps(self, lit: Collection[Button]) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass
class Games(IdlePolicy):
    """A keeper who begins one game after another until the robot had its turns."""

    person: Hasty

    def idle(self, host: Host, reply: Reply | None) -> GameSetting | None:  # noqa: ARG002
        return SETTING

    def heard(self, host: Host, event: Event) -> None:  # noqa: ARG002
        assert isinstance(host, Host)
        if len(self.person.turns) >= TURNS:
            host._closing = True


def turns() -> Iterator[str]:
    """Yield how long people wait for a robot's turn at the table's own pace, and for an answer to a press."""
    taken = robot_turns()
    what = f"a robot's turn of Pig on the drawn table's clock, mean of {len(taken)}"
    yield figure(what, statistics.fmean(taken), "the limit, the person's moment to regret included", TURN_LIMIT)
    yield figure("  the longest", max(taken), "the limit of the mean", TURN_LIMIT)
    delays = answers()
    what = f"a press to the first word of an answer, median of {len(delays)}"
    yield figure(what, statistics.median(delays), "", PRESS_LIMIT)
    yield figure("  the slowest", max(delays), "the limit", PRESS_LIMIT)


def now() -> datetime:
    return datetime.now(UTC)


def robot_turns() -> list[float]:
    """Return the seconds of a robot's turns, from the person's hold or loss to its own."""
    with tempfile.TemporaryDirectory() as folder:
        clock = VirtualClock()
        person = Hasty(clock)
        journal, policy = Path(folder) / "journal.sqlite", Games(person)
        Host(Booth(clock).open, journal, Config(), clock, [person], wall=now, panels=[person], policy=policy).run()
        return person.turns


class Watch:
    """A listener that notes when something was said last, and when people are asked again."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, Event]] = []
        self.asked = threading.Event()
        self.question = 0

    def hear(self, event: Event) -> None:
        if not isinstance(event, Looked | Asked | Closed):
            self.heard.append((time.monotonic(), event))
        if isinstance(event, Asked) and isinstance(event.question.topic, ChooseMove):
            self.question = event.question.number
            self.asked.set()


def answers() -> list[float]:
    """Return the seconds from a press, at the table's real pace, until screens and voice receive it."""
    delays: list[float] = []
    choice = TableChoice(table="sim", seed=4).resolve(Config())
    with tempfile.TemporaryDirectory() as folder, tables(choice) as opened:
        watch, journal = Watch(), Path(folder) / "journal.sqlite"
        with Host(opened, journal, Config(), SystemClock(), [watch], wall=now, policy=IdlePolicy()) as host:
            host.begin(SETTING)
            while len(delays) < PRESSES:
                watch.asked.wait(60)
                watch.asked.clear()
                time.sleep(0.3)  # the person looks
                position = [event.position for _, event in watch.heard if isinstance(event, Begun | Read | Booked)][-1]
                before, begun = len(watch.heard), time.monotonic()
                held = len(delays) % 2 and position.to_json()["turn_total"]
                host.desk.answer(watch.question, Action(HOLD if held else THROW))
                while len(watch.heard) == before:
                    time.sleep(0.001)
                at, event = watch.heard[before]
                assert isinstance(event, Decided)
                delays.append(at - begun)
    return delays


PAST_LIMIT = 0.1
"""Seconds in which a page of a past game is to be ready."""
PAST_GAMES = 10_000
DIFFERENT = 100
PAST_TRIES = 5
"""Of each row, of which the median is printed."""
COPIES = (
    "INSERT INTO games SELECT ?1, game, rules, players, seed, begun, ended, winners, first FROM games WHERE id = ?2",
    "INSERT INTO log SELECT ?1, number, kind, throw, data, at FROM log WHERE game = ?2",
)


def past() -> Iterator[str]:
    """Yield what pages of the past take with ten thousand games of Pig in the journal, all in processor time."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = fill(folder / "journal.sqlite")
        counted, words = Statistics(path, folder), Words(Language("en"))
        first = times([counted.figures], time.process_time)
        yield f"{f'the first count of {PAST_GAMES:,} games':<58} {first.best:>8.3g} s   in a thread of its own"
        tasks: dict[str, Callable[[], object]] = {
            "statistics": lambda: after_another_game(path, counted),
            "history": lambda: list_games(path, words),
            "one game told again": lambda: tell_game(path, 7, words),
        }
        for what, task in tasks.items():
            taken = times([task] * PAST_TRIES, time.process_time).median
            yield figure(f"{what}, of {PAST_GAMES:,} games (median)", taken, "the limit", PAST_LIMIT)


def fill(path: Path) -> Path:
    """Make a journal of games of Pig to 100, most of them copies of the first ones."""
    with Journal(path) as journal:
        for seed in range(DIFFERENT):
            play_journaled(journal, random.Random(seed), goal=100, ends=seed > 0)
        with journal._transaction():
            for number in range(DIFFERENT + 1, PAST_GAMES + 1):
                for copy in COPIES:
                    journal._db.execute(copy, (number, 2 + number % (DIFFERENT - 1)))
    return path


def after_another_game(path: Path, counted: Statistics) -> None:
    with Journal(path) as journal:
        play_journaled(journal, random.Random(4), ends=False)
    counted.figures()
