"""Copy the sample photographs, their labels, and a recording, to try the reader and the strategies."""

import argparse
import shutil
from pathlib import Path

from robot.errors import FileError
from robot.verbs.options import say

SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("samples"), metavar="DIR", help="a new folder (default: samples)"
    )


def run(args: argparse.Namespace) -> int:
    try:
        shutil.copytree(SAMPLES, args.folder, copy_function=shutil.copyfile)
    except FileExistsError as error:
        raise FileError(f"{args.folder} is there already: name a new folder") from error
    except OSError as error:
        raise FileError(f"{args.folder} cannot be written ({error.strerror or error}): name another folder") from error
    say(f"{args.folder}/photographs: pictures of dice with labels; {args.folder}/threes: a recorded game of Threes")
    return 0
