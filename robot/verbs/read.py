"""Read the dice in pictures; with --labels, compare the readings with the labels of a folder."""

import argparse
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from robot.errors import RecordingError, UsageError
from robot.installation import describe_error
from robot.terminal.waiting import print_notice
from robot.verbs.options import add, count, make_folder, print_json, say
from vision.errors import printable_path

if TYPE_CHECKING:
    from robot.table.look import Look
    from vision.pictures import Image
    from vision.reading import Reading

MORE = """\
Each picture gets a line with the values of its dice, and why dice are in doubt. With --json the line is
  {"file", "milliseconds", "dice": [{"value", "confidence", "box", "angle", "well", "doubt"}, ...], "scene": [...]}
where value is null for a die in doubt, and box is x0, y0, x1, y1 in pixels of the picture as a person sees it
(a picture of more than 50 million pixels is read at half its width and height, to which its boxes refer).
A file that cannot be read gets one line on stderr, with --json also {"file", "error"}. The other files are still read,
and the exit status is 1.

With --labels, PICTURE is one folder. Its labels.jsonl has a line for each picture, for example
  {"file": "a/1.jpg", "kind": "scene", "values": [3, 5], "boxes": [[10, 12, 58, 60, 3], [90, 15, 140, 66, 5]]}
where file is a path below the folder, and kind is scene, crop (one die fills the picture) or empty (no die). A box is
x0, y0, x1, y1 in pixels of the picture as a person sees it, and the value; boxes is null if only values are known. With
"box_means": "pips of top face" a box holds the pips alone. The figures are grouped by the first folder of the paths.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help="a picture file")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--annotate", type=Path, metavar="DIR", help="draw the readings on copies of the pictures in DIR")
    what.add_argument("--labels", action="store_true", help="compare with the labels of a folder, the only PICTURE")
    parser.add_argument("--jobs", type=count, metavar="N", help="with --labels, processes (default: one a core)")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.labels:
        from robot.verbs.read_labels import compare

        return compare(args)
    if args.jobs:
        raise UsageError("--jobs is for --labels: add it, or leave it out")
    from robot.app import make_reader
    from robot.table.look import look_at
    from vision.errors import VisionError
    from vision.pictures import load_picture

    if args.annotate:
        make_folder(args.annotate)
    reader = make_reader()
    failed = False
    for name in args.pictures:
        try:
            image = load_picture(Path(name))
        except VisionError as error:
            failed = True
            if args.json:
                print_json({"file": name, "error": describe_error(error)})
            print_notice(describe_error(error))
            continue
        begun = time.perf_counter()
        reading = reader.read(image)
        milliseconds = round(1000 * (time.perf_counter() - begun), 1)
        if args.json:
            print_json({"file": name, "milliseconds": milliseconds, **reading.to_json()})
        else:
            say(f"{printable_path(name)}: {describe(look_at(image, reading))}")
        if args.annotate:
            _annotate(_free_name(args.annotate, Path(name).stem), image, reading)
    return 1 if failed else 0


def describe(look: "Look") -> str:
    """Return what is read in a picture as one line."""
    from robot.table.look import locate_doubts

    reading = look.reading
    words = " ".join(str(value) for value in reading.values) or "no die read"
    notes = ", ".join(dict.fromkeys(f"{note.what} {note.well}" if note.well else note.what for note in reading.scene))
    doubts = locate_doubts(look, look.whole)
    unlit = not reading.dice and any(note.what == "dark" for note in reading.scene)
    if doubts or unlit:
        from robot.language import english
        from robot.table.doubts import remedy, tell_doubts

        if doubts:
            words += f"; {english().say(tell_doubts(doubts))}"
        if unlit:
            notes += f": {english().say(remedy('dark'))}"
    return f"{words}; {'' if unlit else 'also seen: '}{notes}" if notes else words


def explain_doubts(doubts: Iterable[str]) -> dict[str, str]:
    """Return for each of these doubts, in English, why a die has no value and what to do."""
    from robot.language import english
    from robot.table.doubts import tell_doubts

    return {doubt: english().say(tell_doubts([(doubt, None)])) for doubt in dict.fromkeys(doubts)}


def _free_name(folder: Path, stem: str) -> Path:
    """Return a new file name for a picture called `stem`. An existing file may be the picture itself."""
    path, count = folder / f"{stem}.jpg", 1
    while os.path.lexists(path):
        count += 1
        path = folder / f"{stem}-{count}.jpg"
    return path


def _annotate(path: Path, image: "Image", reading: "Reading") -> None:
    from robot.files import write_picture
    from vision.annotate import add_captions, annotate

    told = explain_doubts(die.doubt for die in reading.doubtful if die.doubt)
    captions = [f"{doubt}: {words}" for doubt, words in told.items()]
    try:
        write_picture(path, add_captions(annotate(image, reading), captions))
    except OSError as error:
        raise RecordingError(
            f"{printable_path(path)} cannot be written ({error.strerror}): name another folder"
        ) from error
    print_notice(f"the reading is drawn in {printable_path(path)}")
