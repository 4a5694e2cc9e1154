"""Simulated boards and the host's end of their lines."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from hardware.clock import Clock, SystemClock, VirtualClock
from hardware.controller import Driver, connect
from hardware.crank import CrankController
from hardware.dictionary import dictionary
from hardware.link import Link
from hardware.sim.board import HostSide, SimulatedBoard, VirtualLine
from hardware.sim.lines import WireFaults
from hardware.sim.table import SimulatedTable
from hardware.transport import Trace
from tests.support.hardware.pseudo_terminal import SimulatedPort


def driver_of(
    kind: type[Driver],
    board: HostSide,
    line_clock: Clock,
    clock: Clock | None = None,
    *,
    seed: int = 0,
    trace: Trace | None = None,
) -> Driver:
    """Greet a board in this program. Time-outs are seconds of `line_clock`, motions of `clock` if that is another."""
    line, words = VirtualLine(board, line_clock), dictionary(kind.KIND)
    return connect(kind, Link(line, line_clock, random.Random(seed), words=words, trace=trace), clock or line_clock)


controller_of = partial(driver_of, CrankController)


@contextmanager
def board_at_port(
    mechanics: SimulatedTable, clock: Clock | None = None, faults: WireFaults | None = None
) -> Iterator[tuple[SimulatedBoard, SimulatedPort]]:
    """Let a board listen at a pseudo-terminal, its wire in real time."""
    board = SimulatedBoard(mechanics, clock or VirtualClock(), faults, wire=SystemClock())
    with SimulatedPort(board) as port:
        yield board, port
