"""Commands over a line that loses, spoils, repeats and delays: none is done twice, none believed that was not so."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.clock import VirtualClock
from hardware.crank import CrankController, ShakeProgram
from hardware.errors import OutcomeUnknownError
from hardware.link import Link
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import WireFaults
from hardware.sim.port import VirtualLine
from tests.support.hardware.mechanics import RecordingMechanics

NOISE = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05, reset=0.004)


class WatchedBoard(SimulatedBoard):
    """A board whose resets are counted."""

    resets = 0

    def reset(self, cause: str = "external") -> None:
        self.resets += 1
        super().reset(cause)


class CountingTransport(VirtualLine):
    """A transport whose lines, repeats among them, are counted."""

    lines = 0

    def write(self, data: bytes) -> None:
        self.lines += 1
        super().write(data)


@contextmanager
def linked(
    faults: WireFaults, seed: int = 0
) -> Iterator[tuple[CrankController, WatchedBoard, RecordingMechanics, CountingTransport]]:
    clock, mechanics = VirtualClock(), RecordingMechanics()
    board = WatchedBoard(mechanics, clock, faults, seed)
    transport = CountingTransport(board, clock)
    link = Link(transport, clock, random.Random(seed))
    yield CrankController(link, clock), board, mechanics, transport
    link.close()


def resets_told(controller: CrankController) -> int:
    """Return how many resets the host knows of: the board began with boot number 1."""
    while True:
        try:
            return controller.hello().boot - 1
        except OutcomeUnknownError:
            continue


def campaign(commands: int, seed: int) -> Counter[str]:
    """Give random commands over the noise and check each outcome against what the mechanics recorded."""
    tally: Counter[str] = Counter()
    source = random.Random(seed)
    with linked(NOISE, seed) as (controller, board, mechanics, transport):
        told = 0
        for _ in range(commands):
            verb = source.choice(["shake", "shake", "clamp", "lights", "home"])
            shakes, stops, resets, homes = (
                len(mechanics.shakes),
                len(mechanics.stops),
                board.resets,
                len(mechanics.homes),
            )
            wells = frozenset(source.sample(range(1, 7), source.randrange(7)))
            lights = (source.random() < 0.5, source.random() < 0.5)
            try:
                if not controller.stat().homed:
                    controller.home()
                    homes = len(mechanics.homes) - 1
                match verb:
                    case "shake":
                        controller.shake(ShakeProgram(seconds=0.4))
                    case "clamp":
                        controller.clamp(wells)
                    case "lights":
                        controller.lights(*lights)
                    case _:
                        controller.home()
            except OutcomeUnknownError as error:
                unknown = str(error)
            else:
                unknown = ""
            if unknown:
                assert board.resets > told or "noise" in unknown, f"{unknown}, but nothing had happened"
                assert len(mechanics.shakes) - shakes <= (verb == "shake")
                tally["noise" if "noise" in unknown else "reset"] += 1
                told = resets_told(controller)
                continue
            tally[verb] += 1
            # what is believed is so, unless a reset came after it, which the next command will tell
            assert len(mechanics.shakes) - shakes == (verb == "shake")
            assert len(mechanics.homes) > homes or verb != "home"
            if board.resets == resets:
                assert len(mechanics.stops) == stops
                assert mechanics.clamped == wells or verb != "clamp"
                assert mechanics.lights == lights or verb != "lights"
        tally["lines"] = transport.lines
    return tally


def test_campaign() -> None:
    tally = campaign(250, seed=11)
    assert min(tally["shake"], tally["clamp"], tally["lights"], tally["home"], tally["reset"]) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_long_campaign(seed: int) -> None:
    tally = campaign(5_000, seed=seed)
    print(f"seed {seed}: {dict(sorted(tally.items()))}")
    assert tally["reset"] > 50
