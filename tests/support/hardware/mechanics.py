"""Mechanics without dice, which record what the board asks of them."""


class RecordingMechanics:
    """Implements Mechanics: keeps every shake as (start, seconds), and the last state of all else."""

    def __init__(self) -> None:
        self.shakes: list[tuple[float, float]] = []
        self.stops: list[float] = []
        self.homes: list[float] = []
        self.clamped: frozenset[int] = frozenset()
        self.pulses: tuple[int, ...] = ()
        self.lights = (False, False)

    def seek(self, start: float) -> tuple[float, bool]:  # noqa: ARG002
        return 0.8, True

    def home(self, at: float) -> None:
        self.homes.append(at)

    def shake(self, start: float, seconds: float, rate: float) -> bool:  # noqa: ARG002
        self.shakes.append((start, seconds))
        return True

    def stop(self, at: float) -> None:
        self.stops.append(at)

    def clamp(self, wells: frozenset[int], at: float, pulses: tuple[int, ...]) -> None:  # noqa: ARG002
        self.clamped, self.pulses = wells, pulses

    def light(self, left: bool, right: bool, at: float) -> None:  # noqa: ARG002
        self.lights = (left, right)


class RecordingBoxes:
    """Implements BoxMechanics: keeps every knock as (wells, start, seconds), and when one was cut short."""

    def __init__(self) -> None:
        self.knocks: list[tuple[frozenset[int], float, float]] = []
        self.stops: list[float] = []

    def knock(self, wells: frozenset[int], start: float, seconds: float) -> None:
        self.knocks.append((wells, start, seconds))

    def stop(self, at: float) -> None:
        self.stops.append(at)
