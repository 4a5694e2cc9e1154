"""Tables without dice, which record what the board asks of them."""

from collections.abc import Iterable, Sequence

from hardware.sim.table import SimulatedTable


class RecordingMechanics(SimulatedTable):
    """Keeps every shake as (start, seconds), and the last state of all else; it has no dice."""

    def __init__(self) -> None:
        self.shaken: list[tuple[float, float]] = []
        self.stops: list[float] = []
        self.homes: list[float] = []
        self.clamped: frozenset[int] = frozenset()
        self.pulses: tuple[float, ...] = ()
        self.lights = (False, False)

    def seek(self, start: float | None = None) -> tuple[float, bool]:  # noqa: ARG002
        return 0.8, True

    def home(self, at: float | None = None) -> None:
        self.homes.append(at or 0.0)

    def shake(self, start: float | None = None, seconds: float = 0.0, rate: float = 0.0) -> bool:  # noqa: ARG002
        self.shaken.append((start or 0.0, seconds))
        return True

    def stop(self, at: float | None = None) -> None:
        self.stops.append(at or 0.0)

    def clamp(self, wells: Iterable[int], at: float | None = None, pulses: Sequence[float] | None = None) -> None:  # noqa: ARG002
        self.clamped, self.pulses = frozenset(wells), tuple(pulses or ())

    def light(self, left: bool, right: bool, at: float | None = None) -> None:  # noqa: ARG002
        self.lights = (left, right)


class RecordingBoxes(SimulatedTable):
    """Keeps every knock as (wells, start, seconds), and when one was cut short; it has no dice."""

    def __init__(self) -> None:
        self.knocks: list[tuple[frozenset[int], float, float]] = []
        self.stops: list[float] = []

    def knock(self, wells: frozenset[int], start: float, seconds: float) -> None:
        self.knocks.append((wells, start, seconds))

    def stop(self, at: float | None = None) -> None:
        self.stops.append(at or 0.0)
