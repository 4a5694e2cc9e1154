"""The crank's motions in the host build: how many steps, how fast, how soft, and where they end."""

import itertools
import math
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from tests.support.firmware.build import build
from tests.support.firmware.host_board import TICKS_PER_SECOND, TURN, HostBoard
from tests.support.firmware.simulated_board import LID_WAIT_MS

pytestmark = pytest.mark.check

MIDDLE = 400
"""Steps from home to the middle of the stroke."""
STROKE = 24.0
TILT = 11.5
ROCK_SECONDS = 0.4
FASTEST_HOMING = 3200


def test_the_firmware_knows_this_machine() -> None:
    machine = dimensions()
    text = build("machine.h").read_text(encoding="ascii")
    defined = dict(re.findall(r"#define (\w+) (\d+)$", text, re.MULTILINE))
    assert int(defined["TURN"]) == TURN == machine["crank"]["steps"]
    assert int(defined["HOME_REACH"]) == int(machine["crank"]["switch"] / 2 / 360 * TURN)
    assert int(defined["STROKE"]) == STROKE == 2 * machine["crank"]["radius"]
    tilt = math.degrees(math.asin(STROKE / machine["rocker"]["across"]))
    assert int(defined["TILT"]) / 10 == TILT == pytest.approx(tilt, abs=0.05)


def shaken(host: HostBoard, program: str) -> NDArray[np.int64]:
    """Shake, and return the steps of it: their ticks and +1 or -1."""
    before = len(host.steps())
    assert host.ask(f"shake {program}").startswith("ok")
    ended = [line for line in host.wait(6500) if line.startswith("evt")]
    assert ended[0].startswith("evt done"), ended
    assert (host.place() + 1) % TURN <= 2, "it stands where it stood"
    return host.steps()[before:]


def speeds(steps: NDArray[np.int64], seconds: float = 0.004) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return moments, and the mean speeds (steps a second) over so many seconds around them."""
    times = steps[:, 0] / TICKS_PER_SECOND
    places = np.cumsum(steps[:, 1])
    at = np.arange(times[0], times[-1], seconds)
    return at[:-1] + seconds / 2, np.diff(np.interp(at, times, places)) / seconds


@pytest.mark.parametrize(
    ("rate", "ms", "ramp"),
    [(100, 1500, 200), (120, 5000, 50), (20, 300, 150), (20, 3000, 1000), (73, 1234, 321), (119, 2000, 1000)],
)
def test_whole_turns(host: HostBoard, rate: int, ms: int, ramp: int) -> None:
    host.home()
    steps = shaken(host, f"rate={rate} ms={ms} ramp={ramp} rock=0")
    full = rate * TURN / 10
    turns = math.ceil(rate / 10 * (ms - ramp) / 1000)
    assert steps[:, 1].tolist() == [1] * (turns * TURN)
    seconds = (steps[-1, 0] - steps[0, 0]) / TICKS_PER_SECOND
    assert seconds == pytest.approx(turns * TURN / full + ramp / 1000, rel=0.02)
    assert -0.03 < seconds - ms / 1000 < 10 / rate, (
        "never shorter than asked, but for its first step, nor by a turn longer"
    )
    intervals = np.diff(steps[:, 0]) / TICKS_PER_SECOND
    soft = round(full * ramp / 2000)
    cruise = intervals[soft : len(steps) - soft - 1]
    assert np.abs(cruise - 1 / full).max() < 1e-6
    assert cruise.mean() == pytest.approx(1 / full, rel=1e-4)
    assert intervals.min() > 1 / full - 1e-6
    at, speed = speeds(steps, max(0.004, ramp / 40_000))
    soft_parts = np.abs(np.diff(speed) / np.diff(at))[2:-3]
    assert soft_parts.max() < 1.15 * full / (ramp / 1000) + 500


def test_a_ramp_is_that_of_constant_acceleration(host: HostBoard) -> None:
    host.home()
    steps = shaken(host, "rate=100 ms=1500 ramp=200 rock=0")
    count = np.arange(1, 1601)
    exact = 2 * np.sqrt(1600 * count) / 16000
    up = (steps[:1600, 0] - steps[0, 0]) / TICKS_PER_SECOND + exact[0]
    assert np.abs(up - exact).max() < 0.001
    intervals = np.diff(steps[:, 0])
    stop = intervals[::-1][1:1600]
    assert np.abs(intervals[:1599] / stop - 1).max() < 0.06, "it stops as it starts"


@pytest.mark.parametrize(
    ("rate", "stroke", "ms", "ramp"), [(100, 12, 1500, 200), (120, 23, 1000, 50), (30, 4, 2000, 400)]
)
def test_swings_about_the_middle(host: HostBoard, rate: int, stroke: int, ms: int, ramp: int) -> None:
    host.home()
    whole = shaken(host, f"rate={rate} stroke={stroke} ms={ms} ramp={ramp} rock=0")
    assert whole[:MIDDLE, 1].tolist() == [1] * MIDDLE
    assert whole[-MIDDLE:, 1].tolist() == [-1] * MIDDLE
    steps = whole[MIDDLE:-MIDDLE]
    places = np.cumsum(steps[:, 1])
    reach = TURN / (2 * math.pi) * math.asin(stroke / STROKE)
    assert places.max() == pytest.approx(reach, abs=1)
    assert places.min() == pytest.approx(-reach, abs=1)
    assert places[-1] == 0
    turning = np.flatnonzero(np.diff(steps[:, 1]))
    assert len(turning) == math.ceil(ms * rate / 5000) - 1
    half = np.diff(steps[turning, 0]) / TICKS_PER_SECOND
    assert half == pytest.approx(5 / rate, rel=0.1)
    seconds = (steps[-1, 0] - steps[0, 0]) / TICKS_PER_SECOND
    assert seconds == pytest.approx((len(turning) + 1) * 5 / rate, rel=0.02)
    peaks = np.abs(places[turning])
    assert (np.diff(peaks[: max(1, round(ramp * rate / 5000))]) > 0).all(), "a soft start"
    _, speed = speeds(steps, 0.002)
    assert np.abs(speed).max() < 1.05 * 2 * reach / (5 / rate) * 4 / 3


@pytest.mark.parametrize("rock", [1, 10, 60, 110])
def test_one_slow_swing_lays_dice_flat(host: HostBoard, rock: int) -> None:
    host.home()
    steps = shaken(host, f"rate=100 ms=500 ramp=100 rock={rock}")
    swing = steps[4 * TURN :]
    places = np.cumsum(swing[:, 1])
    reach = TURN / math.pi * math.asin(math.sqrt(rock / 10 / TILT))
    assert (places.max(), -places.min()) == (pytest.approx(reach, abs=1), pytest.approx(reach, abs=1))
    assert places[0] == 1, "up first"
    assert places[-1] == 0
    seconds = (swing[-1, 0] - steps[4 * TURN - 1, 0]) / TICKS_PER_SECOND
    assert seconds == pytest.approx(ROCK_SECONDS, rel=0.03)


@pytest.mark.parametrize("crawl", [100, 800, 4000])
def test_home_is_found_from_anywhere(host: HostBoard, crawl: int) -> None:
    host.ask("hello")
    host.ask(f"set crawl={crawl}")
    for start in range(0, TURN, 97):
        host.do(f"slip {start - host.place() % TURN}")
        before = len(host.steps())
        assert host.ask("home").startswith("ok")
        assert host.wait(3500) == ["evt done boot=1 verb=home shakes=0"]
        assert 0 <= (host.place() + 1) % TURN <= 2 + crawl / 1000
        _, speed = speeds(host.steps()[before:])
        assert np.abs(speed).max() < 1.05 * max(FASTEST_HOMING, crawl)


def test_home_again_from_home_goes_nowhere_far(host: HostBoard) -> None:
    host.home()
    place, before = host.place(), len(host.steps())
    host.home()
    assert host.place() == pytest.approx(place, abs=1)
    assert len(host.steps()) - before < 300


@pytest.mark.parametrize("switch", ["open", "closed"])
def test_a_home_switch_that_does_not_work_is_a_fault(host: HostBoard, switch: str) -> None:
    host.ask("hello")
    host.do(f"switch {switch}")
    host.ask("home")
    assert host.wait(3000) == ["evt fault boot=1 fault=4"]
    assert "homed=0" in host.ask("stat")
    assert not host.is_powered()
    host.do("switch works")
    host.ask("clear fault=4")
    host.home()


@pytest.mark.parametrize("program", ["rock=0", "rock=60", "stroke=10 rock=0"])
@pytest.mark.parametrize(
    ("trouble", "homed"),
    [
        *((f"slip {steps}", 0) for steps in (-32, -64, -800, 32)),
        *((f"slip {steps}", 1) for steps in (-14, 12)),
        ("jam 1", 0),
    ],
)
def test_a_crank_that_slipped_or_jams_is_found_to_have(host: HostBoard, program: str, trouble: str, homed: int) -> None:
    host.home()
    host.ask(f"shake {program}")
    host.wait(500)
    host.do(trouble)
    assert host.wait(2500) == ["evt done boot=1 verb=shake shakes=1" if homed else "evt fault boot=1 fault=7"]
    assert f"homed={homed} shakes=1" in host.ask("stat")


@pytest.mark.parametrize(("motion", "limit"), [("home", 8000), ("shake ms=300 ramp=50", 1800), ("shake ms=5000", 6500)])
def test_a_motion_that_takes_too_long_is_a_fault(host: HostBoard, motion: str, limit: int) -> None:
    host.home()
    host.do("stall 1")
    host.ask(motion)
    assert host.wait(limit - 1) == []
    assert host.wait(1) == ["evt fault boot=1 fault=6"]


@pytest.mark.parametrize(("stop", "fault"), [("send 21", 1), ("estop 1", 2), ("lid 1", 3)])
def test_no_step_after_a_stop(host: HostBoard, stop: str, fault: int) -> None:
    host.home()
    for motion, wait in itertools.product(["home", "shake", "shake stroke=8"], [1, 30, 77, 120]):
        host.ask(motion)
        host.wait(wait)
        host.do(stop)
        host.wait(LID_WAIT_MS if stop == "lid 1" else 0)
        before = len(host.steps())
        assert host.is_powered(), "a motor with current stands sooner"
        host.wait(1000)
        assert len(host.steps()) == before
        assert not host.is_powered()
        assert host.is_lit()
        assert "state=fault homed=0" in host.ask("stat")
        host.lid(True)
        host.estop(False)
        assert host.ask(f"clear fault={fault}") == "ok 0 boot=1 faults=0"
        assert not host.is_lit()
        host.home()
