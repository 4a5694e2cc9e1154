"""The simulated board of the machine of boxes: knocks, and coils that it lets grow no warmer than the real one does."""

from collections.abc import Callable, Iterator
from typing import Protocol

from hardware import dictionary as d
from hardware.dimensions import BOXES
from hardware.sim.core import BoardCore, Motion
from hardware.sim.lines import CommandLine, digits

MS = 0.001


class BoxMechanics(Protocol):
    """What the board moves. All times are the table's seconds, and may lie in the past at the call."""

    def knock(self, wells: frozenset[int], start: float, seconds: float) -> None:
        """Throw the dice in the boxes of these wells, from `start` on. Called once per knock of a host."""
        ...

    def stop(self, at: float) -> None:
        """Cut the present knock short: the dice of its boxes lie in new positions."""
        ...


class BoxCore(BoardCore[BoxMechanics]):
    """The board of the machine of boxes; see BoardCore."""

    KIND = BOXES

    def _start(self, now: float) -> None:
        self._pulses: list[tuple[float, int]] = []
        """When each pulse of the present knock that is still to come begins, and its well."""
        self._length = 0
        duty, self._began = self.words.machine["DUTY"], now
        self._most, self._cool_ms = duty // 2, 120_000 // duty + 1
        self._heat = dict.fromkeys(range(1, d.WELLS + 1), (self._most, 0))
        """For each well the ms of pulses from which its coil had not cooled, and how often it had cooled by then."""

    def _dues(self) -> Iterator[tuple[float, Callable[[float], None]]]:
        if self._pulses:
            yield self._pulses[0][0], self._pulse
        yield from super()._dues()

    def _warmth(self, well: int, at: float) -> tuple[int, int]:
        heat, cooled = self._heat[well]
        now = round((at - self._began) / MS) // self._cool_ms
        return max(0, heat - (now - cooled)), now

    def _pulse(self, at: float) -> None:
        well = self._pulses.pop(0)[1]
        heat, cooled = self._warmth(well, at)
        self._heat[well] = heat + self._length, cooled

    def _refuse(self, line: CommandLine, chosen: dict[str, int], now: float) -> str | None:
        if line.verb != "knock":
            return None
        warmer = chosen["count"] * chosen["length"]
        hot = any(self._warmth(int(well), now)[0] + warmer > self._most for well in str(chosen["wells"]))
        return "code=HOT" if hot else None

    def _move(self, line: CommandLine, chosen: dict[str, int], now: float) -> str:
        wells = [int(well) for well in str(chosen["wells"])]
        self._length, slot = chosen["length"], (chosen["length"] + self.words.machine["APART"]) * MS
        self._pulses = [
            (now + MS + number * chosen["gap"] * MS + place * slot, well)
            for number in range(chosen["count"])
            for place, well in enumerate(wells)
        ]
        self.shakes = (self.shakes + 1) % (d.SHAKES_MAX + 1)
        end = self._pulses[-1][0] + slot
        self._motion = Motion("knock", "knocking", end, line.framed, wells=frozenset(wells))
        self._mechanics.knock(self._motion.wells, now, end - now)
        return f"shakes={self.shakes}"

    def _cut(self, motion: Motion, at: float) -> None:  # noqa: ARG002
        self._pulses.clear()
        self._mechanics.stop(at)

    def _complete(self, motion: Motion, at: float) -> None:  # noqa: ARG002
        self._motion = None
        self._event("done", f"verb=knock shakes={self.shakes}")

    def _stat(self) -> str:
        return f"state={self._state()} shakes={self.shakes} faults={digits(self.latched)}"
