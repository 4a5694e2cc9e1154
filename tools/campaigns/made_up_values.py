"""Values made up where no dice are: `python -m tools.campaigns.made_up_values DIR ...`.

No picture below the folders may show dice; those smaller than 48 pixels and files that are no pictures are passed over.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2

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


def main() -> None:
    """Print, for each folder, in how many of its pictures a value is said, and which."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="a folder of pictures without dice")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = PhotographReader()
    for folder in args.folders:
        seen, fooled, said = 0, 0, list[float]()
        for file, image in pictures(folder):
            values = [(die.value, die.confidence) for die in reader.read(image).dice if die.value is not None]
            seen, fooled, said = seen + 1, fooled + bool(values), said + [confidence for _, confidence in values]
            for value, confidence in values:
                print(f"{file.relative_to(folder)}: {value} with {confidence:.3f}")
        sure = sum(confidence >= SURE for confidence in said)
        print(f"{folder}: {fooled} of {seen} pictures with a value; {len(said)} values, {sure} with {SURE} or more")


if __name__ == "__main__":
    main()
