"""The driver and the binary over a bad line, with resets: nothing twice, no false belief."""

import random

import pytest

from hardware.crank import CrankController
from hardware.link import Link
from hardware.twin.board import Line, Lockstep
from hardware.twin.runner import Cause
from tests.support.firmware.binary_bench import make_runner
from tests.support.firmware.crank_model import CLOSED, TURN, CrankModel
from tests.support.firmware.servo_pins import at_pin
from tests.support.hardware.campaign import NOISE, run_campaign

pytestmark = pytest.mark.check

SLICE_SECONDS = 1.0
"""The runner turns the crank itself, so nothing has to cross over step by step."""
RESETS = (Cause.POWER, Cause.EXTERNAL, Cause.BROWNOUT)
SETTLED = 0.05


class WatchedLine(Line):
    """A line to the binary that says what its machine did, and counts what is written to it, repeats among it."""

    lines = 0

    def __init__(self, seed: int) -> None:
        self.crank, runner = CrankModel(), make_runner()
        runner.turn_crank(self.crank.place, CLOSED, TURN)
        board = Lockstep(runner, self.crank, slice_seconds=SLICE_SECONDS, still_seconds=SLICE_SECONDS)
        super().__init__(board, NOISE, seed)

    def write(self, data: bytes) -> None:
        self.lines += 1
        super().write(data)

    @property
    def shakes(self) -> int:
        return len(self.crank.shakes)

    @property
    def moves(self) -> int:
        return self.crank.steps

    def check(self, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
        resets, crank = self.resets, self.crank
        self.sleep(SETTLED)
        if self.resets == resets:
            down = {well for well, us in enumerate(crank.servo_us, 1) if us and at_pin(well, round(us)) > 1700}
            assert down == wells or verb != "clamp"
            assert self.board.lights == lights or verb != "lights"
            at_home = abs((crank.place + TURN // 2) % TURN - TURN // 2) <= 4
            assert at_home or verb not in {"home", "shake"}


@pytest.mark.parametrize(
    ("seed", "commands", "a_reset_every", "resets"),
    [(21, 150, 20, 1), *(pytest.param(seed, 25_000, 1000, 10, marks=pytest.mark.soak) for seed in range(4))],
)
def test_campaign(seed: int, commands: int, a_reset_every: int, resets: int) -> None:
    with WatchedLine(seed) as line:

        def disturb(number: int, source: random.Random) -> None:
            if number % a_reset_every == a_reset_every - 1:
                line.reset_in(source.uniform(0, 0.8), source.choice(RESETS))

        controller = CrankController(Link(line, line, random.Random(seed)), line)
        controller.hello()
        run_campaign(controller, line, disturb, commands, seed=seed, resets=resets)
        print(line.lines, "lines")
