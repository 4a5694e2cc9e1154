"""Train the net and write it as ONNX: `python -m tools.train --out DIR`. A stopped training can continue."""

import argparse
import logging
import sys
import time
from dataclasses import replace
from pathlib import Path

from robot.installation import describe_error
from robot.verbs.options import count
from robot.verbs.parser import Parser
from solver.errors import MissingPackageError
from tools.train.batches import BatchRecipe
from tools.train.labels import FOLDERS
from tools.train.options import UNFINISHED, add_left_out, add_options, add_photographs, run_command, start_log

try:
    import torch

    from tools.train.export import write_onnx
    from tools.train.train import Training, TrainingPlan, train
    from tools.train.trainee import read_state
except ModuleNotFoundError as missing:
    sys.exit(describe_error(MissingPackageError("training needs", str(missing.name), "train")))

DRAWN = "drawn"
"""Folder of the first stage, a training only on drawn scenes."""

DRAWN_STEPS, STEPS = 2200, 2400
"""Steps of the first stage, and of the second stage, which adds photographs."""

log = logging.getLogger("train")


def main(arguments: list[str] | None = None) -> int:
    parser = training_options("python -m tools.train", __doc__)
    add_left_out(parser)
    parser.add_argument("--drawn", type=float, default=0.45)
    return run_command(_run, parse_options(parser, arguments))


def _run(options: argparse.Namespace) -> int:
    folders = tuple(folder for folder in FOLDERS if folder not in options.leave_out)
    recipe = BatchRecipe(options.photos, folders, options.seed, drawn=options.drawn)
    if train_stages(options.out, options.out / DRAWN, recipe, stages(options), options.minutes * 60):
        return 0
    log.info("stopped: the same command goes on")
    return UNFINISHED


def training_options(command: str, what: str | None) -> argparse.ArgumentParser:
    """Return a parser for the options of all trainings."""
    parser = Parser(command, what)
    add_options(parser)
    add_photographs(parser)
    parser.add_argument("--steps", type=count, default=STEPS, help=f"of the second stage (default {STEPS})")
    parser.add_argument("--drawn-steps", type=count, default=DRAWN_STEPS, help=f"of the first (default {DRAWN_STEPS})")
    parser.add_argument("--threads", type=count, default=2, help="in addition to the process that makes batches")
    return parser


def parse_options(parser: argparse.ArgumentParser, arguments: list[str] | None) -> argparse.Namespace:
    """Parse the options, start the log, and set the number of threads."""
    options = parser.parse_args(arguments)
    start_log()
    torch.set_num_threads(options.threads)
    return options


def stages(options: argparse.Namespace) -> tuple[int, int]:
    """Return the steps of both stages."""
    return options.drawn_steps, options.steps


def train_stages(place: Path, drawn: Path, recipe: BatchRecipe, steps: tuple[int, int], seconds: float) -> bool:
    """Train the net of ``recipe`` in ``place`` for at most ``seconds``, and write it; return whether it is finished.

    It begins with the net in ``drawn``, which is trained on drawn scenes first if it is missing.
    """
    begin = time.monotonic()
    for folder in (place, drawn):
        folder.mkdir(parents=True, exist_ok=True)
    first = Training(TrainingPlan(replace(recipe, folders=(), drawn=1.0), steps[0]))
    first.load(drawn)
    if first.step < steps[0] and not train(first, drawn, seconds, report=log.info):
        return False
    second = Training(TrainingPlan(recipe, steps[1]))
    if not second.load(place):
        second.begin_with(read_state(drawn / Training.checkpoint)["mean"])
    if second.step < steps[1] and not train(second, place, seconds - time.monotonic() + begin, report=log.info):
        return False
    write_onnx(second.mean, place / "reader.onnx")
    return True


if __name__ == "__main__":
    sys.exit(main())
