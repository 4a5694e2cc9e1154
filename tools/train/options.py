"""Options of all trainings."""

import logging
import math
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from tools.train.labels import FOLDERS
from vision.errors import VisionError

UNFINISHED = 3
"""Exit status of a training that was stopped; the same command continues it."""

PHOTOGRAPHS = Path(os.environ.get("PIPSQUEAK_PHOTOS", "../shared/dice-photos"))


def add_options(parser: ArgumentParser) -> None:
    """Add the options of all trainings."""
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and nets")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after that; the same command goes on")
    parser.add_argument("--seed", type=int, default=1)


def add_photographs(parser: ArgumentParser) -> None:
    """Add the option for the folder of photographs."""
    parser.add_argument("--photos", type=Path, default=PHOTOGRAPHS, help="labelled photographs")


def add_left_out(parser: ArgumentParser) -> None:
    """Add the option for leaving out folders of photographs."""
    parser.add_argument("--leave-out", action="append", default=[], choices=FOLDERS, help="train without this folder")


def start_log() -> None:
    """Log to standard error, with the time in each line."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)


def run_command(command: Callable[[Namespace], int], options: Namespace) -> int:
    """Run a command and return its exit status; log a user's errors and Ctrl-C as one line."""
    try:
        return command(options)
    except (VisionError, OSError) as error:
        logging.getLogger("train").error("%s", error)
    except KeyboardInterrupt:
        logging.getLogger("train").error("stopped")
    return 1
