"""Mechanics that only write down what they are told, and the vectors of the wire."""

import json
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).parents[2] / "firmware"


class Ledger:
    """A table without dice: the shakes as (start, seconds), and what was told last of all else."""

    def __init__(self) -> None:
        self.shakes: list[tuple[float, float]] = []
        self.stops: list[float] = []
        self.homes: list[float] = []
        self.clamped: frozenset[int] = frozenset()
        self.lights = (False, False)

    def home(self, at: float) -> None:
        self.homes.append(at)

    def shake(self, start: float, seconds: float) -> None:
        self.shakes.append((start, seconds))

    def stop(self, at: float) -> None:
        self.stops.append(at)

    def clamp(self, wells: frozenset[int], at: float) -> None:  # noqa: ARG002
        self.clamped = wells

    def light(self, left: bool, right: bool, at: float) -> None:  # noqa: ARG002
        self.lights = (left, right)


def vectors(kind: str) -> list[dict[str, Any]]:
    """Return the vectors of one kind from firmware/vectors.jsonl."""
    lines = (FIRMWARE / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    return [vector for vector in map(json.loads, lines) if vector["kind"] == kind]
