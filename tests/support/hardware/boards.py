"""Simulated boards and the host's end of their lines."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from hardware.clock import Clock, SystemClock, VirtualClock
from hardware.controller import connect
from hardware.crank import CrankController
from hardware.sim.board import SimulatedBoard
from hardware.sim.crank_core import Mechanics
from hardware.sim.lines import WireFaults
from hardware.sim.port import HostSide, SimulatedPort, VirtualLine
from hardware.transport import Trace


def controller_of(
    board: HostSide, line_clock: Clock, clock: Clock | None = None, *, seed: int = 0, trace: Trace | None = None
) -> CrankController:
    """Greet a board in this program. Time-outs are seconds of `line_clock`, motions of `clock` if that is another."""
    line = VirtualLine(board, line_clock)
    return connect(CrankController, line, clock or line_clock, line_clock, trace=trace, source=random.Random(seed))


@contextmanager
def board_at_port(
    mechanics: Mechanics, clock: Clock | None = None, faults: WireFaults | None = None, seed: int = 0
) -> Iterator[tuple[SimulatedBoard, SimulatedPort]]:
    """Let a board listen at a pseudo-terminal, its wire in real time."""
    board = SimulatedBoard(mechanics, clock or VirtualClock(), faults, seed, wire=SystemClock())
    with SimulatedPort(board) as port:
        yield board, port
