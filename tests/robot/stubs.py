"""Tables, cameras and listeners that stand in for the real ones where those are not what is tested."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from robot.events import Event
from robot.look import Look
from robot.table import Witness
from vision.reading import Die, Reading

BOX = (10.0, 10.0, 30.0, 30.0)


def look(*values: int | None) -> Look:
    """Return a look at dice in wells 1, 2, … with these values; None is a cocked die."""
    dice = tuple(
        Die(value, 0.999, BOX, 0.0, well) if value else Die(None, 0.4, BOX, 0.0, well, "cocked")
        for well, value in enumerate(values, 1)
    )
    return Look({"left": np.full((40, 40, 3), 90, np.uint8)}, Reading(dice), dice)


@dataclass
class DrawnTable:
    """A table whose dice come from a random source."""

    random: random.Random
    thrown: list[int] = field(default_factory=list)

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
        assert not keep
        values = tuple(self.random.randint(1, 6) for _ in wells)
        self.thrown += values
        witness.looked(look(*values))
        return values

    def close(self) -> None:
        pass


@dataclass
class Listening:
    """A listener that keeps what it heard."""

    events: list[Event] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        self.events.append(event)
