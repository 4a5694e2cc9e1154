"""How fast the binary is, measured in simulated cycles."""

import random

import numpy as np
import pytest

from hardware.twin.runner import CLOCK, EventKind
from tests.support.firmware.binary_bench import MS, US, BinaryBench
from tests.support.firmware.probed_runner import BYTE_CYCLES, Counters
from tests.support.firmware.servo_pins import at_pin

pytestmark = pytest.mark.check

ANSWER = 5 * MS
LAST_STEP, LAST_STEP_OF_LID = 1 * MS, 20 * MS
JITTER = 5 * US
PULSE = 15 * US
HANDLER = 30 * US
DRIVER_PULSE, DRIVER_SETUP = 1.9 * US, 0.65 * US
"""What a DRV8825 asks of STEP, high and low, and of DIR before it: more than an A4988 or a TMC2209 does."""
QUESTIONS = [
    "ping",
    "stat",
    "hello",
    "help",
    "help verb=shake",
    "help verb=help",
    "light left=100 right=0",
    "light left=37 right=99",
    "set",
    "set lever=6 open=1111 closed=2222 swing=999 idle=60000 crawl=4000",
    "set lever=0 open=1000 closed=1800 swing=300 idle=2000 crawl=800",
    "clear fault=8",
    "shake rate=100 stroke=24 rock=60 ms=1500 ramp=200",
    "shake rate=120 stroke=24 rock=110 ms=5000 ramp=2501",
    "clamp wells=123456",
    "clamp wells=654321",
    "home",
    "nonsense",
    "shake  " + " " * 80 + "  rate=121",
]


def assert_kept_up(counters: Counters) -> None:
    """Check what has to hold of every stretch of time."""
    assert counters.unread == 0, "a byte was unread when the second after it had arrived"
    assert counters.lost == 0
    assert max(counters.longest) <= HANDLER, [cycles / US for cycles in counters.longest]
    assert counters.baud == pytest.approx(115200, rel=0.025)


def test_a_reply_starts_within_5_ms_at_rest(bench: BinaryBench) -> None:
    bench.home()
    talk = [line for line in QUESTIONS if line.split()[0] not in {"home", "clamp"} and "ms=1500" not in line]
    assert bench.longest_wait(3 * talk, random.Random(1)) < ANSWER
    assert_kept_up(bench.runner.counters())


@pytest.mark.parametrize("motion", ["shake ms=5000 rate=120 ramp=50 rock=0", "shake ms=5000 rate=100 stroke=10"])
def test_a_reply_starts_within_5_ms_while_shaking(bench: BinaryBench, motion: str) -> None:
    bench.begin_shaking(motion)
    bench.run(0.2)
    bench.runner.counters()
    source = random.Random(2)
    assert bench.longest_wait(source.choices(QUESTIONS, k=100), source) < ANSWER
    assert bench.stat()["state"] == "shaking"
    assert_kept_up(bench.runner.counters())


def test_an_event_in_the_way_puts_a_reply_off_by_what_is_left_of_it(bench: BinaryBench) -> None:
    """The line carries one thing at a time, so the 5 ms count from where it is free, or from the end of the line."""
    bench.begin_shaking()
    source = random.Random(4)
    waits, off = [], []
    for _ in range(60):
        bench.run(source.uniform(0.03, 0.04))
        since = bench.now
        bench.send("?")
        bench.run(source.uniform(0, 0.014))
        end = bench.send(f"{source.choice(QUESTIONS)}\n")
        bench.run((end - bench.now) / CLOCK + 0.04)
        event, reply = sorted(bench.lines(since), key=lambda sent: sent.text[:3] != "evt")
        assert event.text.startswith("evt stat")
        assert not reply.text.startswith("evt")
        left = max(0, event.end - end) if event.begin < reply.begin else 0
        waits.append(reply.begin - end - left)
        off.append(reply.begin - end)
    assert max(waits) < ANSWER
    assert max(off) > ANSWER, "no event was in the way"
    assert max(off) < ANSWER + 120 * BYTE_CYCLES
    assert bench.stat()["state"] == "shaking"
    assert_kept_up(bench.runner.counters())


def test_a_reply_starts_within_5_ms_while_homing_and_clamping(bench: BinaryBench) -> None:
    source = random.Random(3)
    bench.crank.place = 30
    bench.ask("hello")
    bench.ask("set crawl=100 swing=1000")
    bench.ask("home")
    assert bench.longest_wait(source.choices(QUESTIONS, k=15), source) < ANSWER
    assert bench.stat()["state"] == "homing"
    bench.until_idle()
    bench.ask("clamp wells=123456")
    assert bench.longest_wait(source.choices(QUESTIONS, k=15), source) < ANSWER
    assert bench.stat()["state"] == "clamping"
    assert_kept_up(bench.runner.counters())


@pytest.mark.parametrize("motion", ["home", "shake ms=5000 rate=120 ramp=50", "shake ms=5000 rate=80 stroke=8"])
@pytest.mark.parametrize("stop", ["byte", "byte inside a line", "byte in a flood", "lid", "estop"])
def test_the_last_step_follows_a_stop_within_1_ms_and_an_open_lid_within_20(motion: str, stop: str) -> None:
    source = random.Random(f"{motion} {stop}")
    for _ in range(4):
        with BinaryBench() as bench:
            bench.home()
            bench.crank.place = 700
            bench.ask(motion)
            bench.run(source.uniform(0.05, 0.4))
            if stop == "byte in a flood":
                bench.send("stat\n" * 30)
            if stop in {"lid", "estop"}:
                end = bench.now
                bench.crank.lid_closed, bench.crank.estop = stop != "lid", stop == "estop"
            else:
                end = bench.send("shake ms=4!" if stop == "byte inside a line" else "!")
            bench.run((end - bench.now) / CLOCK)
            bench.run(0.4 if stop == "byte in a flood" else 0.05)
            steps = bench.steps()
            assert len(steps) > 50
            assert steps[-1] - end < (LAST_STEP_OF_LID if stop == "lid" else LAST_STEP), (steps[-1] - end) / MS
            number = {"lid": "3", "estop": "2"}.get(stop, "1")
            assert (bench.stat()["state"], bench.stat()["faults"]) == ("fault", number)
            assert len(bench.steps()) == len(steps)


@pytest.mark.parametrize("rate", [20, 55, 100, 120])
def test_step_intervals_at_cruise_are_even(bench: BinaryBench, rate: int) -> None:
    bench.home()
    bench.ask(f"shake rate={rate} ms=1500 ramp=200 rock=0")
    begin = bench.now
    while bench.now < begin + 1.4 * CLOCK:
        bench.send("light left=50 right=50\nstat\nhelp verb=shake\n")
        bench.run(0.045)
    steps = bench.steps(begin)
    cruise = np.diff(steps[(steps > begin + 0.3 * CLOCK) & (steps < begin + 1.2 * CLOCK)])
    assert cruise.mean() == pytest.approx(CLOCK / (rate / 10 * 1600), rel=1e-4)
    assert len(cruise) > 0.85 * rate * 160
    assert np.abs(cruise - cruise.mean()).max() < JITTER
    assert_kept_up(bench.runner.counters())


def test_pulses_of_servos_are_as_long_as_they_were_set(bench: BinaryBench) -> None:
    bench.home()
    wanted = {}
    for lever in range(1, 7):
        wanted[lever] = (500 + 137 * lever, 2500 - 151 * lever)
        assert bench.ask(f"set lever={lever} open={wanted[lever][0]} closed={wanted[lever][1]}").startswith("ok")
    bench.ask("clamp wells=246")
    bench.until_idle()
    since = bench.now
    bench.ask("shake ms=1000 rate=120 ramp=50")
    for _ in range(20):
        bench.send("stat\nlight left=10 right=90\n")
        bench.run(0.05)
    pulses = bench.events(EventKind.SERVO, since + 25 * MS)
    assert set(pulses["which"].tolist()) >= {2, 4, 6}
    for lever in map(int, np.unique(pulses["which"])):
        mine = pulses[pulses["which"] == lever]
        assert np.abs(mine["more"].astype(float) - at_pin(lever, wanted[lever][lever % 2 == 0]) * US).max() < PULSE, (
            lever
        )
        assert np.abs(np.diff(mine["cycle"].astype(float)) - 20 * MS).max() < 3 * MS
    assert_kept_up(bench.runner.counters())


def test_no_byte_stays_unread_with_both_directions_full(bench: BinaryBench) -> None:
    """The host waits for no answer and the board always has one to give, while all moves."""
    bench.begin_shaking()
    bench.run(0.2)
    since = bench.now
    end = bench.send("stat\n" * 5000)
    bench.run((end - bench.now) / CLOCK)
    sent = bench.events(EventKind.SENT, since)
    assert len(sent) * BYTE_CYCLES > 0.7 * (end - since), "the board was to send at the same time"
    counters = bench.runner.counters()
    assert counters.received >= 25_000
    assert_kept_up(counters)
    bench.run(0.5)
    bench.send("\n")  # ends the line that lost its own end
    assert bench.ask("stat").startswith("ok 0 ")
    assert_kept_up(bench.runner.counters())


def test_lights_are_steady_at_their_ends_and_dimmed_faster_than_20_khz(bench: BinaryBench) -> None:
    for left, right in [(100, 0), (0, 100), (50, 1), (99, 73), (100, 100), (0, 0)]:
        bench.ask(f"light left={left} right={right}")
        bench.run(0.005)
        for which, percent in enumerate((left, right)):
            changes = bench.events(EventKind.LIGHT)
            mine = changes[changes["which"] == which]
            value, hertz = (int(mine["value"][-1]), int(mine["more"][-1])) if len(mine) else (0, 0)
            assert value == pytest.approx(10 * percent, abs=5)
            assert hertz == 0 if percent in {0, 100} else hertz >= 20_000


def test_steps_are_long_enough_for_the_driver(bench: BinaryBench) -> None:
    bench.home()
    for program in ("rate=120 ms=1000 ramp=50", "rate=120 stroke=6 ms=1000"):
        bench.ask(f"shake {program}")
        bench.until_idle()
    counters = bench.runner.counters()
    assert min(counters.shortest_high, counters.shortest_low) >= DRIVER_PULSE
    assert counters.shortest_setup >= DRIVER_SETUP
    assert bench.crank.place % 1600 == 0


def test_a_step_that_a_stop_cuts_short_is_long_enough_too(bench: BinaryBench) -> None:
    source, shortest = random.Random(9), []
    bench.home()
    for _ in range(40):
        bench.ask("shake rate=120 ms=1000 ramp=50 rock=0")
        bench.run(source.uniform(0.06, 0.08))
        bench.runner.counters()
        end = bench.send("!")
        bench.run((end - bench.now) / CLOCK + 0.01)
        shortest.append(bench.runner.counters().shortest_high)
        bench.ask("clear fault=1")
        bench.home()
    assert min(shortest) < 6 * US, "no stop has cut a step"
    assert min(shortest) >= DRIVER_PULSE
