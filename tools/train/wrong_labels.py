"""Correct known errors in labels of photographs; `python -m tools.train.wrong_labels DIR` prints a folder's card."""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from robot.app import make_reader
from robot.installation import describe_error
from tools.train.card import card
from vision.errors import VisionError
from vision.evaluation.evaluate import Evaluation, evaluate
from vision.evaluation.labels import Label
from vision.reading import Box

WRONG_LABELS = Path(__file__).with_suffix(".jsonl")
"""The errors were found on contact sheets by labelled value, and where template matching read another value."""


@dataclass(frozen=True, slots=True)
class WrongLabel:
    """An error in labels.jsonl.

    `labelled` is the value in the label file, None if the die has no box there. `there` is the true value, None if the
    box does not show one die with one top face.
    """

    file: str
    box: Box
    labelled: int | None
    there: int | None


def load_wrong_labels() -> tuple[WrongLabel, ...]:
    """Return the project's list of wrong labels."""
    entries = map(json.loads, WRONG_LABELS.read_text(encoding="utf-8").splitlines())
    return tuple(WrongLabel(**entry | {"box": tuple(map(float, entry["box"]))}) for entry in entries)


def correct_boxes(
    file: str, boxes: Iterable[tuple[Box, int]], wrong: Iterable[WrongLabel]
) -> tuple[tuple[tuple[Box, int], ...], tuple[Box, ...]]:
    """Return the boxes of `file` with their true values, and the boxes without a readable die."""
    mine = {(w.box, w.labelled): w for w in wrong if w.file == file}
    mended, void = [], []
    for box, value in boxes:
        entry = mine.get((box, value))
        if entry is None:
            mended.append((box, value))
        elif entry.there is None:
            void.append(box)
        else:
            mended.append((box, entry.there))
    mended += [(w.box, w.there) for w in mine.values() if w.labelled is None and w.there is not None]
    return tuple(mended), tuple(void)


def correct_label(label: Label, wrong: Iterable[WrongLabel]) -> Label:
    """Return a label with its errors corrected; only labels with boxes have known errors."""
    mine = [error for error in wrong if error.file == label.file]
    if not mine or label.boxes is None:
        return label
    boxes, void = correct_boxes(label.file, label.boxes, mine)
    return replace(label, values=tuple(sorted(value for _, value in boxes)), boxes=boxes, void=label.void + void)


def correct_evaluation(evaluation: Evaluation, wrong: Iterable[WrongLabel]) -> Evaluation:
    """Return the same readings with corrected labels."""
    errors = tuple(wrong)
    return Evaluation(tuple(replace(one, label=correct_label(one.label, errors)) for one in evaluation.outcomes))


def main(arguments: list[str] | None = None) -> None:
    """Print the card of a folder with corrected labels."""
    parser = argparse.ArgumentParser(prog="python -m tools.train.wrong_labels", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="photographs with labels.jsonl")
    folder = parser.parse_args(arguments).folder
    try:
        print(card(correct_evaluation(evaluate(folder, make_reader), load_wrong_labels())), end="")
    except VisionError as error:
        sys.exit(describe_error(error))


if __name__ == "__main__":
    main()
