"""Throws of the physical machine in portions, each of which depends on its seed and number alone."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.twin.hand import Hand
from hardware.twin.machine import Machine
from hardware.twin.model import Surfaces, Touch
from tests.shaking.tally import LEANING, Throw

PORTION = 50
"""Throws of a portion: then the next machine is set up, so that a study can be broken off and taken up again."""


STANDARD = "as taken"


def _other(friction: float, bounce: float) -> Surfaces:
    """Return surfaces with so many times the friction, and so much more bounce, as those that are taken."""
    taken = Surfaces()
    touches = {
        name: Touch(friction * getattr(taken, name).friction, bounce + getattr(taken, name).bounce)
        for name in ("floor", "wall", "lid")
    }
    return Surfaces(**touches)


SURFACES = {
    STANDARD: Surfaces(),
    "smoother": _other(0.6, 0.0),
    "rougher": _other(1.6, 0.0),
    "softer": _other(1.0, -0.2),
    "harder": _other(1.0, 0.2),
}
"""What dice may really touch, by its name: nobody has measured it."""


def portion(
    program: ShakeProgram, seed: int, number: int, *, surfaces: str = STANDARD, throws: int = PORTION
) -> list[Throw]:
    """Return so many throws, one after another, of all six dice."""
    hand = _hand(seed, number, surfaces)
    machine, made = hand.machine, []
    for _ in range(throws):
        before, start = machine.truth, machine.time
        hand.shake(program)
        hand.settle()
        leaning = sum(die.pose.lean > LEANING for die in machine.level_dice)
        made.append(Throw(before, machine.truth, leaning, machine.time - start))
    return made


def keeps(program: ShakeProgram, seed: int, number: int, shakes: int = PORTION) -> tuple[int, int]:
    """Shake so often with half of the dice kept; return how many were kept, and how many of them changed face."""
    hand = _hand(seed, number)
    random = np.random.default_rng((seed, number))
    kept = changed = 0
    for _ in range(shakes):
        wells = sorted(int(well) for well in random.permutation(6)[:3] + 1)
        before = hand.machine.truth
        hand.clamp(wells)
        hand.shake(program)
        hand.clamp(())
        hand.settle()
        kept += len(wells)
        changed += sum(hand.machine.truth[well - 1] != before[well - 1] for well in wells)
    return kept, changed


def _hand(seed: int, number: int, surfaces: str = STANDARD) -> Hand:
    hand = Hand(Machine(dimensions(), seed * 1000 + number, surfaces=SURFACES[surfaces]))
    hand.home()
    hand.settle()
    return hand


class Notebook:
    """A file of lines, one for each portion, to which a study that was broken off goes back."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        self._known = {self._key(entry): entry for entry in map(json.loads, lines)}

    def throws(self, program: ShakeProgram, seed: int, count: int, surfaces: str = STANDARD) -> Iterator[Throw]:
        """Yield so many throws of a seed, worked out now where they are not known."""
        for number in range(count // PORTION):
            task: dict[str, Any] = {"what": surfaces, "program": asdict(program), "seed": seed, "number": number}
            entry = self._known.get(self._key(task))
            if entry is None:
                made = portion(program, seed, number, surfaces=surfaces)
                entry = task | {"throws": [[t.before, t.after, t.cocked, round(t.seconds, 4)] for t in made]}
                self._note(entry)
            yield from (Throw(tuple(a), tuple(b), c, s) for a, b, c, s in entry["throws"])

    def keeps(self, program: ShakeProgram, seed: int, least: int) -> tuple[int, int]:
        """Return how many dice were kept, at least so many, and how many of them changed face."""
        kept = changed = number = 0
        while kept < least:
            task: dict[str, Any] = {"what": "keeps", "program": asdict(program), "seed": seed, "number": number}
            entry = self._known.get(self._key(task))
            if entry is None:
                entry = task | {"kept": keeps(program, seed, number)}
                self._note(entry)
            kept, changed, number = kept + entry["kept"][0], changed + entry["kept"][1], number + 1
        return kept, changed

    def _note(self, entry: dict[str, Any]) -> None:
        self._known[self._key(entry)] = entry
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    @staticmethod
    def _key(entry: dict[str, Any]) -> str:
        return json.dumps([entry[name] for name in ("what", "program", "seed", "number")], sort_keys=True)
