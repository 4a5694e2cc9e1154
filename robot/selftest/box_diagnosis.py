"""From knocks to what is wrong with boxes, their coils and wires: pure functions, which know nothing of devices."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from robot.selftest.diagnosis import Trouble

MOST_KNOCKS = 6
"""Knocks of a box until its die shows another face: one that is thrown well shows the same so often once in 46,656."""


@dataclass(frozen=True, slots=True)
class KnockMeasure:
    """What came of one box's knocks: how many were `made`, and how many moved the die of each box (1 to 6).

    `turned` tells whether its own die showed another face in the end.
    """

    made: int
    moved: Mapping[int, int]
    turned: bool

    @property
    def others(self) -> Collection[int]:
        """The boxes whose dice most knocks moved, in order, whichever of them was to knock."""
        return sorted(well for well, times in self.moved.items() if 2 * times > self.made)


def of_knocks(knocks: Mapping[int, KnockMeasure]) -> tuple[Trouble, ...]:
    """Return what is wrong with the coils of these boxes and with their wires."""
    return tuple(_of_knocks(knocks))


def _of_knocks(knocks: Mapping[int, KnockMeasure]) -> Iterator[Trouble]:
    for well, measure in knocks.items():
        own = measure.moved.get(well, 0)
        others = tuple(other for other in measure.others if other != well)
        if others:
            other = others[0]
            back = knocks.get(other)
            if own or len(others) > 1 or back is None or back.others != [well]:
                yield Trouble("knock-astray", ("knock-astray",), {"well": well, "wells": others})
            elif well < other:
                yield Trouble("knocks-swapped", ("coils-swapped",), {"one": well, "other": other})
        elif not own:
            yield Trouble("knock-dead", ("coil-dead",), {"well": well, "knocks": measure.made})
        elif own < measure.made or not measure.turned:
            values = {"well": well, "knocks": measure.made, "times": own}
            yield Trouble("knock-weak", ("coil-weak",), values)
