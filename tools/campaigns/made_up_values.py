"""Values made up where no dice are: `python -m tools.campaigns made_up_values DIR ...`.

No picture below the folders may show dice; those smaller than 48 pixels and files that are no pictures are passed over.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from vision.errors import PictureError
from vision.evaluation.reliability import SURE
from vision.photograph.reader import PhotographReader
from vision.pictures import Image, load_picture

SMALLEST = 48


def pictures(folder: Path) -> Iterator[tuple[Path, Image]]:
    """Yield the pictures below a folder."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            image = load_picture(file)
        except PictureError:
            continue
        if min(image.shape[:2]) >= SMALLEST:
            yield file, image


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="a folder of pictures without dice")


def run(options: Namespace) -> Iterator[str]:
    """Yield, for each folder, in how many of its pictures a value is said, and which."""
    reader = PhotographReader()
    for folder in options.folders:
        seen, fooled, said = 0, 0, list[float]()
        for file, image in pictures(folder):
            values = [die for die in reader.read(image).dice if die.value is not None]
            seen, fooled, said = seen + 1, fooled + bool(values), said + [die.confidence for die in values]
            yield from (f"{file.relative_to(folder)}: {die.value} with {die.confidence:.3f}" for die in values)
        sure = sum(confidence >= SURE for confidence in said)
        yield f"{folder}: {fooled} of {seen} pictures with a value; {len(said)} values, {sure} with {SURE} or more"
