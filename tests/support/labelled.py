"""Folders of labelled photographs, as the training reads them."""

import json
from pathlib import Path

import cv2
import numpy as np

from vision.pictures import Image

GREY = np.full((240, 320, 3), 90, np.uint8)


def add_photograph(
    root: Path,
    file: str,
    values: list[int],
    boxes: list[list[int]] | None = None,
    image: Image = GREY,
    *,
    kind: str = "scene",
) -> None:
    """Write a picture and its label; each box of a whole die is x0, y0, x1, y1 and its value."""
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(root / file), image)
    label = {"file": file, "kind": kind, "values": values, "boxes": boxes, "box_means": "whole die"}
    with (root / "labels.jsonl").open("a", encoding="utf-8") as labels:
        labels.write(json.dumps(label) + "\n")
