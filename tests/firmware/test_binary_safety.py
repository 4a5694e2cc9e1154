"""What keeps fingers and machine whole, on the binary: switches, faults, leases and limits."""

import random

import pytest

from hardware.twin.runner import CLOCK
from tests.support.firmware.binary_bench import MS, US, BinaryBench

pytestmark = pytest.mark.check

NUMBERS = {"estop": 2, "lid": 3}
LAST_STEP = {"estop": 1 * MS, "lid": 20 * MS}
"""The most cycles from a switch that opens to the last step."""


def open_switch(bench: BinaryBench, name: str, *, is_open: bool = True) -> None:
    if name == "lid":
        bench.crank.lid_closed = not is_open
    else:
        bench.crank.estop = is_open


def knock(bench: BinaryBench, name: str, seconds: float) -> None:
    """Let a contact be open for so long."""
    open_switch(bench, name)
    bench.run(seconds)
    open_switch(bench, name, is_open=False)


STATES: dict[str, tuple[list[str], float]] = {
    "unhomed": (["hello"], 0),
    "homing": (["hello", "home"], 0.1),
    "idle": ([], 0),
    "shaking": (["shake ms=5000"], 0.4),
    "swinging": (["shake ms=5000 stroke=12"], 0.4),
    "rocking": (["shake ms=300 ramp=50 rock=110"], 0.5),
    "clamping": (["set swing=1000", "clamp wells=246"], 0.4),
    "stopped": (["!"], 0),
    "both faults": (["!"], 0),
}
"""The lines that bring a board to a state, and the seconds after them; one that does not say hello is homed before."""


def bring(bench: BinaryBench, state: str) -> None:
    lines, seconds = STATES[state]
    if "hello" not in lines:
        bench.home()
    for line in lines:
        bench.ask(line)
    bench.run(seconds)
    for name, number in NUMBERS.items() if state == "both faults" else ():
        knock(bench, name, 0.01)
        bench.run(0.01)
        bench.ask(f"clear fault={number}")


@pytest.mark.parametrize("name", list(NUMBERS))
@pytest.mark.parametrize("state", STATES)
def test_lid_and_estop_stop_any_state_and_latch(bench: BinaryBench, state: str, name: str) -> None:
    number = NUMBERS[name]
    bring(bench, state)
    before = bench.stat()
    since = bench.now
    open_switch(bench, name)
    bench.run(0.02)
    assert [sent.text for sent in bench.lines(since)] == [f"evt fault boot=1 fault={number}"]
    assert not len(bench.steps(since + LAST_STEP[name]))
    bench.run(0.025)  # until each servo has had another pulse
    widths = bench.crank.servo_us
    stat = bench.stat()
    assert (stat["state"], str(number) in stat["faults"], stat[name]) == ("fault", True, "10"[name == "lid"])
    moved = before["state"] not in {"idle", "fault"}
    assert stat["homed"] == ("0" if moved or name == "estop" else before["homed"])
    assert bench.ask(f"clear fault={number}") == "err 0 code=CAUSE boot=1"
    assert bench.ask("home").startswith("err 0 code=FAULT boot=1 fault=")
    bench.run(0.4)
    assert all(us is None or us == width for us, width in zip(bench.crank.servo_us, widths, strict=True))
    open_switch(bench, name, is_open=False)
    bench.run(0.02)
    assert bench.stat()["faults"] == stat["faults"], "a latched fault goes by clear alone"
    for fault in stat["faults"]:
        assert bench.ask(f"clear fault={fault}").startswith("ok 0 boot=1 faults=")
    bench.home()
    assert not bench.lines(since)[0].text.startswith("evt boot")


def test_a_stop_that_is_pressed_for_an_instant_is_caught(bench: BinaryBench) -> None:
    bring(bench, "shaking")
    knock(bench, "estop", 0.00002)
    since = bench.now
    bench.run(0.3)
    assert not len(bench.steps(since + MS))
    assert bench.stat()["faults"] == "2"


def test_a_lid_whose_contact_is_knocked_open_is_not_open(bench: BinaryBench) -> None:
    source = random.Random(44)
    knocks = [0.0002, 0.003, 0.005, *(source.uniform(0.0001, 0.003) for _ in range(120))]
    bench.home()
    bench.ask("shake ms=5000")
    for open_seconds in knocks:
        knock(bench, "lid", open_seconds)
        bench.run(source.choice((0.00005, 0.0002, 0.0009, 0.004, 0.03)))
    stat = bench.stat()
    assert (stat["state"], stat["lid"], stat["faults"]) == ("shaking", "1", "0")
    assert bench.until_idle()["homed"] == "1"


@pytest.mark.parametrize(("open_seconds", "touches"), [(0.0025, 0.00002), (0.007, 0.00002), (0.007, 0.009)])
def test_a_lid_that_only_touches_again_and_again_is_open(
    bench: BinaryBench, open_seconds: float, touches: float
) -> None:
    bring(bench, "shaking")
    for _ in range(8):
        knock(bench, "lid", open_seconds)
        bench.run(touches)
    assert bench.stat()["faults"] == "3"


@pytest.mark.parametrize("state", ["shaking", "swinging", "rocking", "homing"])
def test_a_lid_that_opens_bouncing_stops_the_crank_in_time(state: str) -> None:
    """The time counts from the last bounce."""
    source = random.Random(45)
    for _ in range(5):
        with BinaryBench() as bench:
            bring(bench, state)
            bench.run(source.uniform(0, 0.01))
            for _ in range(source.randrange(4)):
                knock(bench, "lid", source.uniform(0.0001, 0.003))
                bench.run(source.uniform(0.0001, 0.003))
            open_switch(bench, "lid")
            since = bench.now
            bench.run(0.1)
            assert len(bench.steps(since)), "the lid is not yet taken for open"
            assert not len(bench.steps(since + LAST_STEP["lid"] // 2))
            assert bench.stat()["faults"] == "3"


@pytest.mark.parametrize("name", list(NUMBERS))
def test_a_switch_that_is_open_when_the_board_starts_is_a_fault(bench: BinaryBench, name: str) -> None:
    open_switch(bench, name)
    bench.reset()
    assert bench.stat()["faults"] == str(NUMBERS[name])
    open_switch(bench, name, is_open=False)
    assert bench.ask(f"clear fault={NUMBERS[name]}") == "ok 0 boot=2 faults=0"


@pytest.mark.parametrize("words", ["ms=5000", "ms=5000 stroke=20"])
def test_a_motion_ends_with_its_lease(bench: BinaryBench, words: str) -> None:
    bench.home()
    bench.hello()
    assert bench.command(f"shake {words}").startswith("ok")
    since = bench.now
    bench.run(2.5)
    assert 1.48 * CLOCK < bench.steps(since)[-1] - since < 1.52 * CLOCK
    assert bench.stat()["faults"] == "5"


def test_any_valid_frame_renews_the_lease(bench: BinaryBench) -> None:
    bench.home()
    bench.hello()
    bench.command("shake ms=5000 rock=0")
    for _ in range(4):
        bench.run(1.3)
        assert bench.ask("@1 60000 ping") == "err 60000 code=SEQ boot=1"
    bench.run(0.3)
    assert bench.stat() | {"state": "idle", "homed": "1", "faults": "0"} == bench.stat()
    bench.command("shake ms=5000 rock=0")
    since = bench.now
    for _ in range(14):  # none of these is a valid frame of this board
        bench.send("@1 3 ping*0000\n@7 3 ping*F7C1\nping\nstat\n")
        bench.run(0.1)
    bench.run(0.2)
    assert bench.stat()["faults"] == "5"
    assert 1.48 * CLOCK < bench.steps(since)[-1] - since < 1.52 * CLOCK


@pytest.mark.parametrize("edge", ["step", "pulse"])
def test_a_timer_that_fails_holds_no_interrupt_and_is_a_fault(bench: BinaryBench, edge: str) -> None:
    bench.begin_shaking()
    bench.run(0.2)
    bench.runner.counters()
    bench.runner.fail_timer(edge)
    since = bench.now
    bench.run(0.1)
    assert [sent.text for sent in bench.lines(since)] == ["evt fault boot=1 fault=6"]
    assert not len(bench.steps(since + 21 * MS)), "a servo has its edges every 20 ms"
    assert max(bench.runner.counters().longest) < 100 * US
    assert bench.stat()["homed"] == "0"
    bench.reset()
    bench.home()


def test_a_board_without_milliseconds_is_reset(bench: BinaryBench) -> None:
    """Without them it would see no open lid, and shake on."""
    bench.begin_shaking()
    bench.run(0.2)
    bench.runner.fail_timer("millisecond")
    since = bench.now
    bench.run(0.6)
    assert bench.lines(since)[-1].text == "evt boot boot=2 reset=watchdog"
    assert not len(bench.steps(since + 520 * MS))
    assert not bench.board.enabled


def test_at_rest_only_the_emergency_stop_takes_current_and_place(bench: BinaryBench) -> None:
    bench.home()
    had = []
    for fault in (1, 3, 2):
        bench.crank.lid_closed, bench.crank.estop = fault != 3, fault == 2
        if fault == 1:
            bench.send("!")
        bench.run(0.5)
        stat = bench.stat()
        had.append((stat["faults"], stat["homed"], bench.board.enabled))
        bench.crank.lid_closed, bench.crank.estop = True, False
        bench.run(0.1)
        assert bench.ask(f"clear fault={fault}") == "ok 0 boot=1 faults=0"
    assert had == [("1", "1", True), ("3", "1", True), ("2", "0", False)]


def test_levers_that_are_cut_short_take_the_current_off_too(bench: BinaryBench) -> None:
    bring(bench, "clamping")
    had = [bench.board.enabled]
    bench.send("!")
    for wait in (0.15, 0.1):
        bench.run(wait)
        had.append(bench.board.enabled)
    assert had == [True, True, False]
    assert bench.stat()["homed"] == "0"
