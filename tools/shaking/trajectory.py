"""Records the path of one die through a throw, for a drawing."""

from collections.abc import Sequence

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.twin.machine import NO_PULSES, Machine
from hardware.twin.servos import Pulses
from tools.shaking.motion import MotionDriver

EVERY = 0.004

Moment = tuple[float, float, float, int]


class TracedMachine(Machine):
    """A machine that records the path of the die in `well`."""

    def __init__(self, seed: int, well: int) -> None:
        super().__init__(dimensions(), seed)
        self.well = well
        self.way: list[Moment] = []

    def advance(
        self,
        seconds: float,
        steps: int | Sequence[tuple[float, int]] = 0,
        servo_us: Pulses = NO_PULSES,
        enabled: bool = False,
    ) -> None:
        """Advance in pieces of at most EVERY seconds; see Machine.advance."""
        pieces = max(1, round(seconds / EVERY))
        ahead = [] if isinstance(steps, int) else list(steps)
        for piece in range(pieces):
            begin, end = seconds * piece / pieces, seconds * (piece + 1) / pieces
            now = [(when - begin, way) for when, way in ahead if begin <= when < end]
            super().advance(end - begin, now, servo_us, enabled)
            die = next(die for die in self.level_dice if die.well == self.well)
            height = die.pose.middle[2] - self.dimensions["wells"]["floor"]
            self.way.append((self.time, self.tilt, height, die.pose.up))


def die_trajectory(program: ShakeProgram, seed: int, well: int, rest: float) -> list[Moment]:
    """Return moments of a throw and some rest after it.

    Each has the seconds from the start, the tilt of the wells in degrees, the height of the die's centre above their
    floor in mm, and the face that is up.
    """
    machine = TracedMachine(seed, well)
    driver = MotionDriver(machine)
    driver.home()
    driver.settle()
    machine.way.clear()
    start = machine.time
    driver.shake(program)
    machine.advance(rest, enabled=True)
    return [(round(t - start, 4), round(tilt, 2), round(height, 2), up) for t, tilt, height, up in machine.way]
