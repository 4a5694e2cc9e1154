"""Commands over a line that loses, spoils, repeats and delays: none is done twice, none believed that was not so."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from hardware.crank import CrankController, ShakeProgram
from hardware.errors import OutcomeUnknownError
from hardware.sim.lines import WireFaults

NOISE = WireFaults(drop=0.05, corrupt=0.05, duplicate=0.05, late=0.05)
VERBS = {"lights": 34, "stat": 34, "clamp": 12, "home": 5, "shake": 15}
"""So often each is given, in a hundred."""
SHAKE = ShakeProgram(seconds=0.3, ramp=0.05, rock=0.0)


class Witness(Protocol):
    """What really happened at a board: how often it was reset, shakes that began, and other motions."""

    @property
    def resets(self) -> int: ...

    @property
    def shakes(self) -> int: ...

    @property
    def moves(self) -> int: ...

    def check(self, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
        """Assert that what the command asked for is so."""


def run_campaign(
    controller: CrankController,
    there: Witness,
    disturb: Callable[[int, random.Random], None],
    commands: int,
    *,
    seed: int,
    resets: int,
) -> None:
    """Give random commands, among them each verb, and hold what the driver believes against what the machine did.

    `disturb` is called before each, with its number. Of so many `resets` at the least the driver has to tell.
    """
    tally, source, told = Counter[str](), random.Random(seed), 0
    for number in range(commands):
        (verb,) = source.choices(list(VERBS), tuple(VERBS.values()))
        wells = frozenset(source.sample(range(1, 7), source.randrange(7)))
        lights = (source.random() < 0.5, source.random() < 0.5)
        disturb(number, source)
        shakes, before, moves, unknown = there.shakes, there.resets, there.moves, ""
        try:
            if verb in {"shake", "home"} and not controller.stat().homed:
                controller.home()
                moves = there.moves
            give(controller, verb, wells, lights)
        except OutcomeUnknownError as error:
            unknown = str(error)
        if unknown:
            assert there.resets > told or "noise" in unknown, f"{unknown}, but nothing had happened"
            assert there.shakes - shakes <= (verb == "shake")
            tally["noise" if "noise" in unknown else "reset"] += 1
            told = find_resets_told(controller)
            continue
        tally[verb] += 1
        # what is believed is so, unless a reset came after it, which the next command will tell
        assert there.shakes - shakes == (verb == "shake")
        assert there.moves > moves or verb not in {"home", "shake"}
        if there.resets == before:
            there.check(verb, wells, lights)
    print(dict(sorted(tally.items())))
    assert min(tally[verb] for verb in VERBS) > 0
    assert tally["reset"] >= resets


def give(controller: CrankController, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
    match verb:
        case "shake":
            controller.shake(SHAKE)
        case "clamp":
            controller.clamp(wells)
        case "lights":
            controller.lights(*lights)
        case "home":
            controller.home()
        case _:
            controller.stat()


def find_resets_told(controller: CrankController) -> int:
    """Return how many resets the host knows of: the board began with boot number 1."""
    while True:
        try:
            return controller.hello().boot - 1
        except OutcomeUnknownError:
            continue
