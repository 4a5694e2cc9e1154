"""What the look at how clear a face is costs and spares: `python -m tools.campaigns clarity PHOTOS --every 2`.

Each photograph is read by net and belief alone, and with that look; both are compared with the labels, mended.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from tools.campaigns.spoiled_photographs import FOLDERS
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.labels import load_known_errors, load_labels
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.net import Net
from vision.photograph.reader import decide, detect, look_again
from vision.photograph.second_look import SecondLook
from vision.pictures import load_picture


def read_both_ways(photos: Path, folder: str, every: int) -> tuple[Evaluation, Evaluation]:
    """Return how every so many photographs of a folder are read without the look and with it."""
    net, second, model = Net(), SecondLook(), ConfidenceModel.load()
    without: list[PictureResult] = []
    beside: list[PictureResult] = []
    for label in [label for label in load_labels(photos) if label.folder == folder][::every]:
        seen, sizes = detect(net, load_picture(photos / label.file))
        seen, judged = look_again(seen, sizes, second, model)
        without.append(PictureResult(label, decide(seen, judged, (), model), seen.size))
        beside.append(PictureResult(label, decide(seen, judged, sizes, model), seen.size))
    mended = load_known_errors()
    return Evaluation(tuple(without)).corrected(mended), Evaluation(tuple(beside)).corrected(mended)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("photos", type=Path, metavar="PHOTOS", help="the labelled photographs")
    parser.add_argument("--folders", default=",".join(FOLDERS), metavar="A,B", help="of these folders (default all)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take one picture in N (default 1)")


def run(options: Namespace) -> Iterator[str]:
    """Yield right and wrong values without the look and with it, for each folder."""
    for folder in options.folders.split(","):
        without, beside = (part.total for part in read_both_ways(options.photos, folder, options.every))
        wrong, left = without.said - without.correct, beside.said - beside.correct
        yield f"{folder}: {without.correct} right and {wrong} wrong values; with the look {beside.correct} and {left}"
