"""The driver and the simulated board over a bad line, with resets: nothing twice, no false belief."""

from dataclasses import replace

import pytest

from hardware.clock import VirtualClock
from hardware.sim.board import SimulatedBoard
from tests.support.hardware.boards import controller_of
from tests.support.hardware.campaign import NOISE, run_campaign
from tests.support.hardware.mechanics import RecordingMechanics


class WatchedBoard(SimulatedBoard):
    """A board that says what was done to it."""

    resets = stopped = 0

    def __init__(self, seed: int) -> None:
        self.mechanics = RecordingMechanics()
        super().__init__(self.mechanics, VirtualClock(), replace(NOISE, reset=0.004), seed)

    def reset(self, cause: str = "external") -> None:
        self.resets += 1
        super().reset(cause)

    @property
    def shakes(self) -> int:
        return len(self.mechanics.shaken)

    @property
    def moves(self) -> int:
        return self.shakes + len(self.mechanics.homes)

    def note_stops(self, *_: object) -> None:
        self.stopped = len(self.mechanics.stops)

    def check(self, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
        assert len(self.mechanics.stops) == self.stopped
        assert self.mechanics.clamped == wells or verb != "clamp"
        assert self.mechanics.lights == lights or verb != "lights"


@pytest.mark.parametrize(
    ("seed", "commands", "resets"),
    [(11, 1_000, 1), *(pytest.param(seed, 20_000, 201, marks=pytest.mark.soak) for seed in range(4))],
)
def test_campaign(seed: int, commands: int, resets: int) -> None:
    board = WatchedBoard(seed)
    with controller_of(board, board._clock, seed=seed) as controller:
        run_campaign(controller, board, board.note_stops, commands, seed=seed, resets=resets)
