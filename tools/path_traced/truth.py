"""What is true of a scene: a line of labels.jsonl, and one of poses.jsonl."""

from typing import Any

import numpy as np

from tools.odd_things.shapes import AXES
from tools.path_traced.layout import HEIGHT, WIDTH, TableLayout, seen_box

CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def label(scene: TableLayout, file: str, source: str) -> dict[str, Any]:
    """Return the line of labels.jsonl: a die that leans is an odd thing, which must be noticed and get no value."""
    upright = [[*box, die.value] for die, box in zip(scene.dice, _boxes(scene), strict=True) if not die.leans]
    odd = [
        {"what": "cocked", "box": box, "lean": round(die.lean, 1)}
        for die, box in zip(scene.dice, _boxes(scene), strict=True)
        if die.leans
    ]
    return {
        "file": file,
        "kind": "scene",
        "values": sorted(box[4] for box in upright),
        "boxes": upright,
        "box_means": "whole die",
        "odd": odd,
        "width": WIDTH,
        "height": HEIGHT,
        "label_origin": "rendered",
        "source": source,
    }


def poses(scene: TableLayout, file: str) -> dict[str, Any]:
    """Return the line of poses.jsonl.

    Each die has the `value` of its top face, whether it `leans` and by how many degrees (`lean`), its `box`, the
    corners of its `top` face, and the vector `up` from the middle of the bottom face to that of the top face; all
    lengths are in pixels.
    """
    dice = []
    for die, box in zip(scene.dice, _boxes(scene), strict=True):
        normal = die.turn @ AXES[die.top] * die.side / 2
        below, above = scene.view.pixels([die.centre - normal, die.centre + normal])
        top = scene.view.pixels(die.face(die.top, CORNERS))
        dice.append(
            {
                "value": die.value,
                "leans": die.leans,
                "lean": round(die.lean, 2),
                "box": box,
                "top": np.round(top, 2).tolist(),
                "up": np.round(above - below, 2).tolist(),
            }
        )
    return {"file": file, "dice": dice}


def _boxes(scene: TableLayout) -> list[list[float]]:
    return [np.round(seen_box(scene.view, die.body), 1).tolist() for die in scene.dice]
