"""Pictures of dice that were read wrong or not at all, kept with the truth for the reader's next training."""

import json
from collections.abc import Callable
from pathlib import Path

from robot.files import write_picture, write_whole
from robot.match.events import Corrected, Event
from robot.table.look import Look
from vision.evaluation.labels import LABELS

MARGIN = 24
"""Pixels of ground around the dice that are kept too; the wells, of which nobody said anything, are farther away."""

Box = tuple[int, int, int, int]


class Corrections:
    """A listener that keeps the tray of every throw by hand that people corrected: a picture a light, and one label.

    `folder` is made when it is needed, its labels are what `vision.evaluation.labels` reads. What cannot be written is
    reported to `notify`, once until there is room again; the game goes on.
    """

    def __init__(self, folder: Path, notify: Callable[[str], None]) -> None:
        self._folder, self._notify = folder, notify
        self._failed = False

    def hear(self, event: Event) -> None:
        if not isinstance(event, Corrected) or not event.look.dice:
            return
        try:
            self._keep(event.look, event.values)
        except OSError as error:
            failed, self._failed = self._failed, True
            if failed:
                return
            self._notify(f"the correction cannot be saved in {self._folder} ({error.strerror}): free some space")
        else:
            self._failed = False

    def _keep(self, look: Look, values: tuple[int, ...]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        first = next(iter(look.exposures.values()))
        left, top, right, bottom = _around(look, first.shape[1], first.shape[0])
        number = 1 + sum(1 for _ in self._folder.glob("*-1.png"))
        names = [f"{number:04d}-{exposure}.png" for exposure in range(1, len(look.exposures) + 1)]
        for name, image in zip(names, look.exposures.values(), strict=True):
            write_picture(self._folder / name, image[top:bottom, left:right])
        boxes: list[list[float]] | None = None
        seen = [die for die in look.dice if die]
        if len(values) == len(look.dice) == len(seen):
            shift = (left, top, left, top)
            boxes = [
                [*(round(side - by, 1) for side, by in zip(die.box, shift, strict=True)), value]
                for die, value in zip(seen, values, strict=True)
            ]
        label = {"file": names[0], "kind": "scene", "values": sorted(values), "boxes": boxes, "more": names[1:]}
        labels = self._folder / LABELS
        before = labels.read_text(encoding="utf-8") if labels.exists() else ""
        write_whole(labels, f"{before}{json.dumps(label)}\n".encode())


def _around(look: Look, width: int, height: int) -> Box:
    """Return left, top, right and bottom of the part of the picture that holds the dice."""
    boxes = [die.box for die in look.dice if die]
    left, top = (max(0, int(min(box[side] for box in boxes)) - MARGIN) for side in (0, 1))
    right = min(width, int(max(box[2] for box in boxes)) + MARGIN)
    return left, top, right, min(height, int(max(box[3] for box in boxes)) + MARGIN)
