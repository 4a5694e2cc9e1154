"""The lid's contact bounces where the lid is knocked, for 3 ms at most, and a board takes no burst for an open lid."""

import random

import pytest

from hardware.crank import CrankController, ShakeProgram
from hardware.dimensions import dimensions
from hardware.errors import FaultError
from hardware.link import Link
from hardware.twin.board import Line, Lockstep
from hardware.twin.lid import DELAY, HARD, LONGEST, SHORTEST, Lid
from hardware.twin.machine import Machine
from hardware.twin.model import TICK
from hardware.twin.runner import CLOCK, EventKind, Events
from tests.support.firmware.binary_bench import make_runner
from tests.support.requirements import needs_package

KNOCK = 0.5
"""When a lid here is knocked, in seconds."""
STOPPED = 0.02
"""Seconds in which a lid that is opened stops the crank."""


def changes(seed: int, *, impulse: float = 0.0, push: float = 0.0) -> list[float]:
    """Return when the contact of a closed lid changes that gets an impulse or a jerk of the rocker at KNOCK."""
    lid, found = Lid(dimensions(), seed), [0.0]
    for tick in range(1, round(1.0 / TICK)):
        now = tick * TICK
        struck = abs(now - KNOCK) < TICK / 2
        lid.tick(now, TICK, push if abs(now - KNOCK) < 0.01 else 0.0, impulse if struck else 0.0)
        while (edge := lid.next_change(found[-1])) <= now + TICK:
            assert lid.touches(edge - 1e-9) != lid.touches(edge + 1e-9)
            found.append(edge)
    assert lid.touches(1.0)
    return found[1:]


def bursts(edges: list[float]) -> list[list[float]]:
    """Return the changes by bursts."""
    found: list[list[float]] = []
    for edge in edges:
        if found and edge - found[-1][0] <= LONGEST:
            found[-1].append(edge)
        else:
            found.append([edge])
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_knock_is_a_burst_of_01_to_3_ms_that_depends_on_the_seed_alone(seed: int) -> None:
    edges = changes(seed, impulse=2 * HARD)
    assert edges == changes(seed, impulse=2 * HARD) != changes(seed + 20, impulse=2 * HARD)
    assert edges[0] == pytest.approx(KNOCK + DELAY)
    for burst in bursts(edges):
        assert len(burst) % 2 == 0, "it touches again"
        assert SHORTEST <= burst[-1] - burst[0] <= LONGEST


def test_a_lid_at_rest_or_hardly_knocked_keeps_its_contact() -> None:
    assert changes(1) == []
    assert changes(1, impulse=HARD / 2) == []
    assert changes(1, push=-100.0) == [], "less than gravity"


def test_a_rocker_that_drops_away_under_its_lid_knocks_it_as_well() -> None:
    assert changes(1, push=-400.0)


def test_people_open_and_close_it_at_once() -> None:
    lid = Lid(dimensions(), 1)
    lid.closed = False
    assert not lid.touches(0.1)
    lid.tick(0.2, TICK, 0.0, 2 * HARD)
    assert not lid.touches(0.2 + DELAY)
    lid.closed = True
    assert lid.touches(0.3)


class ShakenTwin:
    """The binary with its machine, at home, and the cycles of its steps and of the contact's changes."""

    def __init__(self, seed: int) -> None:
        self.machine = Machine(dimensions(), seed)
        self.last_step = 0
        self.line = Line(Lockstep(make_runner(), self.machine, listen=self._hear))
        self.host = CrankController(Link(self.line, self.line, random.Random(1)), self.line)
        self.host.home()

    def _hear(self, events: Events) -> None:
        steps = events[events["kind"] == EventKind.STEP]
        if len(steps):
            self.last_step = int(steps["cycle"][-1])


@pytest.mark.check
@pytest.mark.parametrize("seed", [1, 2])
def test_a_shake_bounces_the_contact_and_the_board_goes_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_package("mujoco")
    opened: list[float] = []
    sense = Lockstep._sense

    def note(board: Lockstep) -> None:
        if not board.machine.lid_closed:
            opened.append(board.time)
        sense(board)

    monkeypatch.setattr(Lockstep, "_sense", note)
    twin = ShakenTwin(seed)
    with twin.line:
        for _ in range(2):
            twin.host.shake()
        assert twin.host.stat().faults == frozenset()
    assert len(opened) > 20


@pytest.mark.check
@pytest.mark.parametrize("after", [0.5, 0.507, 0.9])
def test_a_lid_that_is_opened_in_a_shake_stops_the_crank_within_20_ms(after: float) -> None:
    needs_package("mujoco")
    twin = ShakenTwin(3)
    with twin.line:
        start, opened = twin.line.now(), 0.0

        def look() -> None:
            nonlocal opened
            if not opened and twin.line.now() - start > after:
                twin.machine.lid_closed = False
                opened = twin.line.now()

        with pytest.raises(FaultError, match="fault 3"):
            twin.host.shake(ShakeProgram(), look)
        assert 0 < twin.last_step / CLOCK - opened < STOPPED
        assert not twin.host.stat().lid_closed
