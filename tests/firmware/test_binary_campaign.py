"""Driver and binary over a line that loses, spoils, repeats and delays, with resets: nothing twice, no false belief."""

import random
from collections import Counter

import pytest

from hardware.crank import CrankController, ShakeProgram
from hardware.errors import OutcomeUnknownError
from hardware.link import Link
from hardware.sim.lines import WireFaults
from hardware.twin.board import Line, Lockstep
from hardware.twin.runner import Cause
from tests.support.firmware.binary_bench import make_runner
from tests.support.firmware.crank_model import CLOSED, TURN, CrankModel
from tests.support.firmware.servo_pins import at_pin

pytestmark = pytest.mark.check

NOISE = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05)
SLICE_SECONDS = 1.0
"""The runner turns the crank itself, so nothing has to cross over step by step."""
RESETS = (Cause.POWER, Cause.EXTERNAL, Cause.BROWNOUT)
VERBS = {"lights": 34, "stat": 34, "clamp": 12, "home": 5, "shake": 15}
"""So often each is given, in a hundred."""
SETTLED = 0.05


class CountingLine(Line):
    """A line whose writes, repeats among them, are counted."""

    lines = 0

    def write(self, data: bytes) -> None:
        self.lines += 1
        super().write(data)


def clamped(crank: CrankModel) -> frozenset[int]:
    """Return the wells whose levers' servos have been called down."""
    return frozenset(well for well, us in enumerate(crank.servo_us, 1) if us and at_pin(well, round(us)) > 1700)


def resets_told(controller: CrankController) -> int:
    """Return how many resets the host knows of: the board began with boot number 1."""
    while True:
        try:
            return controller.hello().boot - 1
        except OutcomeUnknownError:
            continue


def campaign(commands: int, seed: int, *, a_reset_every: int) -> Counter[str]:
    """Give random commands and hold what the driver believes against what the machine did."""
    tally: Counter[str] = Counter()
    source = random.Random(seed)
    crank, runner, found = CrankModel(), make_runner(), 0
    runner.turn_crank(crank.place, CLOSED, TURN)
    board = Lockstep(runner, crank, slice_seconds=SLICE_SECONDS, still_seconds=SLICE_SECONDS)
    with CountingLine(board, NOISE, seed) as line:
        controller = CrankController(Link(line, line, random.Random(seed)), line)
        controller.hello()
        for number in range(commands):
            (verb,) = source.choices(list(VERBS), tuple(VERBS.values()))
            wells = frozenset(source.sample(range(1, 7), source.randrange(7)))
            lights = (source.random() < 0.5, source.random() < 0.5)
            if number % a_reset_every == a_reset_every - 1:
                line.reset_in(source.uniform(0, 0.8), source.choice(RESETS))
            shakes, steps, resets, unknown = len(crank.shakes), crank.steps, line.resets, ""
            try:
                if verb in {"shake", "home"} and not controller.stat().homed:
                    controller.home()
                    shakes, steps = len(crank.shakes), crank.steps
                match verb:
                    case "shake":
                        controller.shake(ShakeProgram(seconds=0.3, ramp=0.05, rock=0.0))
                    case "clamp":
                        controller.clamp(wells)
                    case "lights":
                        controller.lights(*lights)
                    case "home":
                        controller.home()
                    case _:
                        controller.stat()
            except OutcomeUnknownError as error:
                unknown = str(error)
            shaken = len(crank.shakes) - shakes
            if unknown:
                assert line.resets > found or "noise" in unknown, f"{unknown}, but nothing had happened"
                assert shaken <= (verb == "shake")
                tally["noise" if "noise" in unknown else "reset"] += 1
                found = resets_told(controller)
                continue
            tally[verb] += 1
            # what is believed is so, unless a reset came after it, which the next command will tell
            assert shaken == (verb == "shake")
            line.sleep(SETTLED)
            if line.resets != resets:
                continue
            assert board.lights == lights or verb != "lights"
            assert clamped(crank) == wells or verb != "clamp"
            at_home = abs((crank.place + TURN // 2) % TURN - TURN // 2) <= 4
            assert (at_home and crank.steps > steps) or verb not in {"home", "shake"}
        tally["lines"] = line.lines
        tally["seconds"] = round(line.now())
    return tally


@pytest.mark.parametrize(
    ("seed", "commands", "a_reset_every", "resets"),
    [(21, 150, 20, 1), *(pytest.param(seed, 25_000, 1000, 10, marks=pytest.mark.soak) for seed in range(4))],
)
def test_campaign(seed: int, commands: int, a_reset_every: int, resets: int) -> None:
    tally = campaign(commands, seed, a_reset_every=a_reset_every)
    print(f"seed {seed}: {dict(sorted(tally.items()))}")
    assert min(tally["shake"], tally["clamp"], tally["lights"], tally["home"]) > 0
    assert tally["reset"] >= resets
