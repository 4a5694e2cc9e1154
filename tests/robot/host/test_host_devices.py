"""The host's devices: lost, looked for with back-off, and found again without a restart."""

import io
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.crank import crank_of
from hardware.errors import Failure
from hardware.keyboard import KeyboardPanel
from hardware.panel import Button
from hardware.sim.scene import SceneFault
from hardware.usb_panel import UsbPanel
from robot.app import devices
from robot.config import Config
from robot.host.host import Host
from robot.host.status import Phase, Status, StatusBook
from robot.host.table_connection import CHECK_SECONDS, TableConnection
from robot.match.events import Asked, Begun, Booked, Event, Read
from robot.match.journal import Journal
from robot.match.questions import TRY_AGAIN, PlainAnswer
from robot.match.seats import GameSetting
from robot.table.choice import TableChoice
from robot.table.table import MachineTable, Table
from robot.web.game.state import ViewState
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.hardware.timed_panel import script
from tests.support.hardware.usb import FakePort, fake_usb
from tests.support.robot.booths import Booth, QuickBooth
from tests.support.robot.hosts import START, At, Sitting, pig
from tests.support.robot.stubs import Hearing, PushedPanel, Watching


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting[Booth]]:
    with closing(Booth()) as booth:
        yield Sitting(booth, tmp_path)


def test_a_camera_that_is_lost_and_found_loses_no_throw(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    told: list[Status] = []

    def unplug(host: Host) -> None:
        booth.sim.switch(SceneFault.UNPLUGGED)
        booth.camera_there = False
        host.book.follow(told.append)

    host, policy = sitting.host(pig(goal=2), seen=At({1: unplug}))
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
    assert policy.left == [False]
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

    host, policy = sitting.host(pig(goal=3), seen=At({1: pull}))
    stage = ViewState()
    host.listen(stage)
    host.run()
    assert policy.left == [False]
    assert booth.opened == 3
    begun = sitting.of(Begun)[0].position
    moved = [event.position for event in sitting.ear.events if isinstance(event, Read | Booked)]
    assert stage.now.trail == (begun, *moved), "what is shown of the game's course goes on"
    assert [fault.device for fault in host.status.faults] == ["board", "board"]
    assert host.status.status == "ok"


def test_usb_buttons_are_found_whenever_they_are_plugged_in_but_who_has_left_the_keyboard_stays_away(
    quick: Sitting[QuickBooth], tmp_path: Path
) -> None:
    host, _ = quick.host()
    pipe, keyboards = tmp_path / "encoder", [KeyboardPanel(io.StringIO("r\n"))]
    host.add_panels([keyboards.pop, partial(UsbPanel, quick.booth.clock, str(pipe))])
    assert host.panels.press(0.0) is Button.ROLL

    def state() -> str:
        quick.booth.clock.sleep(1.0)
        host.panels.press(0.0)
        host.beat()
        panel = host.status.device("panel")
        return panel.state if panel else ""

    assert state() == "warning"
    os.mkfifo(pipe)
    for _ in range(2):
        with pipe.open("r+b", buffering=0):
            assert state() == "ok"
        assert state() == "warning"
    assert [fault.what for fault in host.status.faults[:2]] == ["the USB buttons were unplugged"] * 2


@pytest.mark.parametrize(("thinks", "homes"), [(5.0, 1), (20.0, 2)])
def test_while_people_think_the_board_is_kept_awake_for_six_seconds(
    sitting: Sitting[Booth], monkeypatch: pytest.MonkeyPatch, thinks: float, homes: int
) -> None:
    booth = sitting.booth
    found: list[float] = []
    home = booth.sim.home

    def note(at: float) -> None:
        found.append(at)
        home(at)

    monkeypatch.setattr(booth.sim, "home", note)
    panel = script(booth.clock)

    def press_later(host: Host, event: Event) -> None:
        if isinstance(event, Asked):
            panel.times.append(booth.clock.now() + thinks)
            panel.buttons.append(Button.ROLL)
        if isinstance(event, Read):
            host._closing = len(sitting.of(Read)) == 2

    host, _ = sitting.host(pig("you", "you:Ben", goal=100), panels=[panel])
    host.listen(Hearing(partial(press_later, host)))
    host.run()
    assert len(found) == homes


def test_an_open_lid_is_waited_for(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    tries: list[int] = []

    def count(status: Status) -> None:
        board = status.device("board")
        if board and board.state == "fault":
            tries.append(board.tries)
            if board.tries == 3:
                booth.board.move(lid_closed=True)

    def lid(host: Host) -> None:
        booth.board.move(lid_closed=False)
        host.book.follow(count)

    host, policy = sitting.host(pig(goal=3), seen=At({1: lid}))
    host.run()
    assert policy.left == [False]
    assert max(tries) == 3
    assert {(fault.what, fault.remedy) for fault in host.status.faults} == {("the lid is open", "close it")}


def test_no_press_of_a_phone_goes_on_after_an_emergency_stop(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    tries: list[int] = []
    panel = PushedPanel()
    host, policy = sitting.host(pig(goal=3), seen=At({1: lambda _: stop()}), panels=[panel])

    def stop() -> None:
        booth.board.move(estop=True)
        panel.push(Button.ROLL)  # somebody leans on a button while the hand is still in there

    class Phone:
        def hear(self, event: Event) -> None:
            board = host.status.device("board")
            if isinstance(event, Asked) and event.question.topic is TRY_AGAIN and board:
                booth.board.move(estop=False)
                tries.append(board.tries)
                host.desk.answer(event.question.number, PlainAnswer.HERE, near=board.tries == 4)

    host.listen(Phone())
    host.run()
    assert policy.left == [False]
    assert tries == [1, 2, 3, 4]
    (fault,) = host.status.faults
    assert fault.what == "the emergency stop is pressed"
    assert fault.remedy.endswith("press a button at the table")


def test_a_press_at_the_moment_at_which_the_table_is_tried_counts(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    asked: list[int] = []
    pressed: list[Phase] = []

    class Person:
        def hear(self, event: Event) -> None:
            if isinstance(event, Asked) and event.question.topic is TRY_AGAIN:
                asked.append(event.question.number)

    def press(status: Status) -> None:
        board = status.device("board")
        if board and board.tries == 3 and not pressed:
            pressed.append(status.phase)
            booth.board.move(estop=False)
            host.desk.answer(asked[0], PlainAnswer.HERE, near=True)

    def stop(host: Host) -> None:
        booth.board.move(estop=True)
        host.book.follow(press)
        host.listen(Person())

    host, policy = sitting.host(pig(goal=3), seen=At({1: stop}))
    host.run()
    assert policy.left == [False]
    assert pressed == [Phase.WAITING]
    assert len(asked) == 1, "what people are asked stays there through tries that fail"


def test_between_games_too_the_emergency_stop_is_ended_at_the_table_alone(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    book = StatusBook(lambda: START)
    table = TableConnection(booth.open, book, booth.clock)
    table.use()
    booth.board.move(estop=True)
    booth.clock.sleep(CHECK_SECONDS)
    table.look_after()
    table.try_again(near=True)
    table.look_after()
    booth.board.move(estop=False)
    assert table.stopped, "a press while the stop is still pressed does not count"
    for _ in range(5):
        table.try_again(near=False)
        table.look_after()
        assert table.now is None
    table.try_again(near=True)
    table.look_after()
    assert table.now is not None
    table.close()


def lit(booth: Booth) -> tuple[bool, bool]:
    exposure = booth.sim.sight(booth.clock.now()).exposure
    return bool(exposure.left), bool(exposure.right)


def test_between_games_the_wells_are_lit_for_viewers_until_nothing_may_move(sitting: Sitting[Booth]) -> None:
    booth = sitting.booth
    table = TableConnection(booth.open, StatusBook(lambda: START), booth.clock)
    table.shine(lit=True)  # a table that is not open stays as it is
    table.use()
    assert lit(booth) == (False, False)
    table.shine(lit=True)
    assert lit(booth) == (True, True)
    table.shine(lit=False)
    assert lit(booth) == (False, False)
    table.shine(lit=True)
    assert lit(booth) == (True, True)
    table.close()


@pytest.mark.parametrize("lid_closed", [True, False])
def test_while_nothing_may_move_nothing_is_powered_whatever_lever_is_down_and_the_status_says_so(
    sitting: Sitting[Booth], lid_closed: bool
) -> None:
    booth, book = sitting.booth, StatusBook(lambda: START)
    table = TableConnection(booth.open, book, booth.clock)
    machine = table.use()
    assert isinstance(machine, MachineTable)
    controller = crank_of(machine.controller)
    controller.home()
    controller.clamp((1, 4))
    table.shine(lit=True)
    booth.board.move(lid_closed=lid_closed)
    booth.clock.sleep(1.0)
    table.look_after()
    table.shine(lit=False)
    stat = controller.stat()
    assert (stat.homed, stat.clamped, stat.left, stat.right) == (False, frozenset(), 0, 0)
    assert lit(booth) == (False, False)
    for _ in range(2):
        booth.clock.sleep(CHECK_SECONDS)
        table.look_after()
    board = book.now.device("board")
    assert board
    assert board.state == ("ok" if lid_closed else "fault")
    assert ("at rest" in board.what) == lid_closed
    assert [fault.what for fault in book.now.faults] == ([] if lid_closed else ["the lid is open"])
    booth.board.move(lid_closed=True)
    table.try_again(near=True)
    assert table.use().throw((1, 2), {}, Watching()) == booth.sim.truth()[:2]
    board = book.now.device("board")
    assert board
    assert not board.what
    table.close()


def test_a_host_that_closes_leaves_its_game_to_be_resumed_and_the_motors_off(sitting: Sitting[Booth]) -> None:
    host, policy = sitting.host(pig(goal=100), seen=At({3: lambda host: setattr(host, "_closing", True)}))
    host.run()
    assert policy.left == []
    assert lit(sitting.booth) == (False, False)
    left = sitting.booth.open()
    assert isinstance(left, MachineTable)
    assert left.controller.stat().at_rest
    left.close()
    with Journal(sitting.journal) as journal:
        (unfinished,) = journal.games()
    again = Sitting(QuickBooth(), sitting.folder, sitting.ear)
    host, policy = again.host(GameSetting.of(unfinished))
    host.run()
    assert policy.left == [False]
    throws = [event.throw for event in sitting.of(Read)]
    assert throws == list(range(1, len(throws) + 1))


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


UNO = "usb-Arduino_Uno_7573-if00"


@pytest.mark.usefixtures("home")
def test_the_table_goes_on_with_a_new_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usb = fake_usb(tmp_path, monkeypatch)
    with ExitStack() as stack:
        _, first = stack.enter_context(board_at_port(RecordingMechanics()))
        _, second = stack.enter_context(board_at_port(RecordingMechanics()))
        name = usb.plug(FakePort(first.name), UNO)
        choice = TableChoice(first.name, "0").resolve(Config())
        assert choice.table == name, "the name that stays"
        parts = devices(choice, stack)
        parts.controller().close()
        usb.unplug()
        first.close()
        with raises(Failure.PORT_MISSING):
            parts.controller()
        usb.plug(FakePort(second.name), UNO)
        with parts.controller() as controller:
            assert controller.stat().state == "idle"
