"""The host: games one after another, devices that are lost and found, people who leave."""

import io
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from hardware.errors import PanelError
from hardware.keyboard import KeyboardPanel
from hardware.panel import Button, Panel
from hardware.sim.scene import SceneFault
from robot.config import Config
from robot.errors import JournalError, PlayerError
from robot.events import Announced, Begun, Ended, Event, Read, Thrown
from robot.host import GameSetting, Host, Nobody
from robot.journal import Journal
from robot.status import Phase, Status
from robot.table import MachineTable, Table
from solver.errors import UnknownNameError
from tests.hardware.test_panels import Timed, timed
from tests.robot.booths import Booth, QuickBooth, QuickTable
from tests.robot.stubs import Listening

ROBOTS = ("robot", "robot:hold20")
START = datetime(2026, 5, 1, 10, tzinfo=UTC)


@dataclass
class Script:
    """A keeper who begins these games one after the other, then closes; `seen` is what it takes of every event."""

    settings: list[GameSetting]
    seen: Any = None
    left: list[bool] = field(default_factory=list)

    def idle(self, host: Host, pressed: Button | None) -> GameSetting | None:  # noqa: ARG002
        if not self.settings:
            host._closing = True
            return None
        return self.settings.pop(0)

    def heard(self, host: Host, event: Event) -> None:
        if self.seen:
            self.seen(host, event)

    def over(self, host: Host, setting: GameSetting, *, left: bool) -> None:  # noqa: ARG002
        self.left.append(left)


B = TypeVar("B", Booth, QuickBooth)


@dataclass
class Sitting(Generic[B]):
    booth: B
    journal: Path
    ear: Listening = field(default_factory=Listening)

    def host(self, *settings: GameSetting, seen: Any = None, panels: Any = (), **more: Any) -> tuple[Host, Script]:
        keeper = Script(list(settings), seen)
        host = Host(
            self.booth.open,
            self.journal,
            Config(),
            self.booth.clock,
            [self.ear],
            wall=lambda: START,
            keeper=keeper,
            panels=panels,
            **more,
        )
        return host, keeper

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.ear.events if isinstance(event, kind)]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting[Booth]]:
    with ExitStack() as stack:
        yield Sitting(Booth(stack), tmp_path / "journal.sqlite")


@pytest.fixture
def quick(tmp_path: Path) -> Sitting[QuickBooth]:
    return Sitting(QuickBooth(), tmp_path / "journal.sqlite")


def pig(*players: str, goal: int = 12) -> GameSetting:
    return GameSetting("pig", {"goal": goal}, players or ROBOTS, first="1")


def test_games_are_played_one_after_another_on_one_open_table(quick: Sitting[QuickBooth]) -> None:
    host, keeper = quick.host(pig(), pig())
    host.run()
    assert keeper.left == [False, False]
    assert len(quick.of(Ended)) == 2
    assert quick.booth.opened == 1
    assert host.status.phase is Phase.CLOSED
    assert host.status.status == "ok"
    with Journal(quick.journal) as journal:
        assert all(game.winners for game in journal.games())


@dataclass
class At:
    """Calls one thing at each of these throws, before its dice are read."""

    calls: dict[int, Any]

    def __call__(self, host: Host, event: Event) -> None:
        if isinstance(event, Thrown) and event.throw in self.calls:
            self.calls.pop(event.throw)(host)


def test_a_camera_that_is_lost_and_found_loses_no_throw(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    told: list[Status] = []

    def unplug(host: Host) -> None:
        booth.sim.switch(SceneFault.UNPLUGGED)
        booth.camera_there = False
        host.book.follow(told.append)

    host, keeper = sitting.host(pig(), seen=At({2: unplug}))
    again = []
    real = booth.open

    def open_later() -> Table:
        again.append(booth.clock.now())
        if len(again) == 4:
            booth.camera_there = True
            booth.sim.switch(SceneFault.UNPLUGGED, 0.0)
        return real()

    host._table._opener = open_later
    host.run()
    assert keeper.left == [False]
    waits = [round(later - sooner) for sooner, later in pairwise(again[1:])]
    assert waits == [2, 4], "it is looked for with back-off"
    lost = next(status for status in told if status.status == "fault")
    camera = lost.device("camera")
    assert camera
    assert camera.state == "fault"
    assert camera.remedy
    assert Phase.WAITING in {status.phase for status in told}
    assert host.status.status == "ok", "the error is replaced by itself"
    assert all(fault.over for fault in host.status.faults)
    throws = [event.throw for event in sitting.of(Read)]
    assert throws == list(range(1, len(throws) + 1))
    assert len(sitting.of(Begun)) == 2


def test_a_board_that_is_pulled_out_comes_back(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth

    def pull(host: Host) -> None:
        booth.board_there = False
        assert isinstance(host.table, MachineTable)
        host.table.controller._link.close()
        host.book.follow(plug)

    def plug(status: Status) -> None:
        board = status.device("board")
        booth.board_there = board is not None and board.tries == 2

    host, keeper = sitting.host(pig(), seen=At({2: pull}))
    host.run()
    assert keeper.left == [False]
    assert booth.opened == 3
    assert [fault.device for fault in host.status.faults] == ["board", "board"]
    assert host.status.status == "ok"


def test_an_open_lid_is_waited_for_and_the_emergency_stop_asks_for_a_button(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    panel = Timed([], clock=booth.clock)

    def released(status: Status) -> None:
        board = status.device("board")
        if board and board.state == "fault" and board.tries == 3:
            booth.board.close_lid()
            booth.board.release_estop()
        if board and board.tries == 6:
            panel.buttons, panel.times = [Button.NEW], [booth.clock.now()]

    def lid(host: Host) -> None:
        booth.board.open_lid()
        host.book.follow(released)

    tries: dict[str, int] = {}
    host, keeper = sitting.host(pig(goal=30), seen=At({2: lid, 4: lambda _: booth.board.press_estop()}), panels=[panel])

    def count(status: Status) -> None:
        board = status.device("board")
        if board and board.state == "fault":
            tries[board.what] = board.tries

    host.book.follow(count)
    host.run()
    assert keeper.left == [False]
    assert {what[-4:]: number for what, number in tries.items()} == {" LID": 3, "STOP": 6}


def test_a_game_left_alone_asks_and_then_ends_by_itself(quick: Sitting[QuickBooth]) -> None:
    panel = timed(quick.booth.clock, (5.0, Button.ROLL))
    host, keeper = quick.host(pig("you", "robot"), panels=[panel], alone=60.0)
    phases = []
    host.book.follow(lambda status: phases.append(status.phase))
    host.run()
    assert keeper.left == [True]
    assert Phase.ALONE in phases
    assert any("anybody here" in event.text for event in quick.of(Announced))
    assert 60 <= quick.booth.clock.now() <= 200
    with Journal(quick.journal) as journal:
        assert journal.unfinished() is None
        assert journal.games()[0].winners == ()


def test_a_press_in_the_last_seconds_goes_on_with_the_game_and_chooses_nothing(quick: Sitting[QuickBooth]) -> None:
    panel = timed(quick.booth.clock, (50.0, Button.ROLL))
    host, _ = quick.host(pig("you", "robot"), panels=[panel], alone=60.0)
    host.run()
    assert not quick.of(Thrown)
    assert quick.booth.clock.now() > 105


def test_a_game_that_is_ended_from_another_thread_is_over_and_one_that_is_begun_takes_its_place(
    quick: Sitting[QuickBooth],
) -> None:
    host, keeper = quick.host(
        pig(goal=100), pig(goal=100), seen=At({2: lambda host: host.end(), 3: lambda host: host.begin(pig(goal=11))})
    )
    host.run()
    assert keeper.left == [True, True, False]
    assert [event.position.state.goal for event in quick.of(Begun)] == [100, 100, 11]
    with pytest.raises(UnknownNameError):
        host.begin(GameSetting("chess"))
    with pytest.raises(PlayerError):
        host.begin(GameSetting("pig", {}, ("you",)))


def test_a_host_that_closes_leaves_its_game_to_be_resumed_and_the_motors_off(sitting: Sitting[Booth]) -> None:
    host, keeper = sitting.host(pig(goal=100), seen=At({3: lambda host: setattr(host, "_closing", True)}))
    host.run()
    assert keeper.left == []
    assert not any(
        sitting.booth.sim.sight(sitting.booth.clock.now()).exposure.__getattribute__(half) for half in ("left", "right")
    )
    with Journal(sitting.journal) as journal:
        unfinished = journal.unfinished()
    assert unfinished
    again = Sitting(QuickBooth(), sitting.journal, sitting.ear)
    host, keeper = again.host(GameSetting.of(unfinished))
    host.run()
    assert keeper.left == [False]
    throws = [event.throw for event in sitting.of(Read)]
    assert throws == list(range(1, len(throws) + 1))


def test_a_full_disk_keeps_the_game_waiting_until_there_is_room(quick: Sitting[QuickBooth]) -> None:
    denied = quick.journal.with_name("full")

    def fill(host: Host) -> None:
        quick.journal.parent.joinpath("full").mkdir()
        host.book.follow(emptied)
        raise JournalError("the journal cannot be used (disk full): free disk space")

    def emptied(status: Status) -> None:
        if status.phase is Phase.WAITING and denied.exists():
            journal = status.device("journal")
            assert journal
            assert journal.remedy == "free disk space"
            denied.rmdir()

    host, keeper = quick.host(pig(), seen=At({2: fill}))
    host.run()
    assert keeper.left == [False]
    assert not denied.exists()
    assert host.status.status == "ok"


def test_a_screen_that_fails_stops_no_game_and_comes_back(quick: Sitting[QuickBooth]) -> None:
    @dataclass
    class Screen:
        heard: int = 0

        def hear(self, event: Event) -> None:  # noqa: ARG002
            self.heard += 1
            if self.heard in {3, 4}:
                raise OSError(5, "Input/output error")

    screen, states = Screen(), []
    host, keeper = quick.host(pig(goal=30))
    host.listen(screen)
    host.book.follow(lambda status: states.append(status.status))
    host.run()
    assert keeper.left == [False]
    assert "warning" in states
    assert host.status.status == "ok"
    assert screen.heard > 5


def test_a_panel_that_goes_away_is_told_and_the_others_go_on(quick: Sitting[QuickBooth]) -> None:
    host, keeper = quick.host(pig("you", "robot"), panels=[KeyboardPanel(io.StringIO("r\n"))], alone=60.0)

    def broken() -> Iterator[Panel]:
        yield timed(quick.booth.clock, (20.0, Button.ROLL))
        raise PanelError("the panel's pins cannot be used")

    host.add_panels(broken())
    panel = host.status.device("panel")
    assert panel
    assert panel.state == "fault"
    host.run()
    assert quick.of(Thrown)
    told = host.status.device("panel")
    assert told
    assert "has ended" in told.what
    assert keeper.left == [True]


def test_health_is_json_with_a_remedy_for_every_fault(sitting: Sitting[Booth]) -> None:
    sitting.booth.camera_there = False
    host, _ = sitting.host()
    host.run()
    told = json.loads(json.dumps(host.status.to_json()))
    assert told["status"] == "fault"
    assert told["devices"]["camera"] == {
        "state": "fault",
        "since": "2026-05-01T10:00:00+00:00",
        "what": "there is no camera",
        "remedy": "connect it, or name another camera",
        "tries": 1,
    }
    assert told["faults"][0]["over"] is None
    assert told["game"] is None
    assert set(told["versions"]) >= {"pipsqueak", "python"}


def test_a_thread_plays_presses_and_ends(quick: Sitting[QuickBooth]) -> None:
    thrown = threading.Event()

    class Pushing:
        def hear(self, event: Event) -> None:
            if isinstance(event, Begun):
                host.clock.sleep(1.0)

        def stands(self, status: Status) -> None:
            if status.phase is Phase.PLAYING:
                thrown.set()

    host, _ = quick.host()
    host.keeper = Nobody()
    with host:
        host.listen(Pushing())
        host.book.follow(Pushing().stands)
        table = host.ask(lambda table: table).result(30)
        assert isinstance(table, QuickTable)
        host.begin(pig("you", "robot"))
        assert thrown.wait(30)
    host.wait()
    assert host.status.phase is Phase.CLOSED
    with Journal(quick.journal) as journal:
        assert journal.games()[0].ended is None
