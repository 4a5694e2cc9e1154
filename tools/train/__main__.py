"""`python -m tools.train --out DIR`: train the net and write it as ONNX; a stopped training continues."""

import argparse
import logging
import math
import os
import sys
from pathlib import Path

from tools.train.batches import BatchRecipe
from tools.train.labels import FOLDERS
from vision.errors import VisionError

try:
    from tools.train.export import write_onnx
    from tools.train.train import Training, TrainingPlan, train, use_threads
except ModuleNotFoundError as missing:
    sys.exit(f"training needs {missing.name}: pip install -e '.[train]' -c constraints.txt")

STEPS = 4500

UNFINISHED = 3
"""Exit code of a training that --minutes stopped: the same command continues it."""

log = logging.getLogger("train")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and the net")
    parser.add_argument(
        "--photos", type=Path, default=Path(os.environ.get("PIPSQUEAK_PHOTOS", "../shared/dice-photos"))
    )
    parser.add_argument("--leave-out", action="append", default=[], choices=FOLDERS, help="train without it")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"how long in all (default {STEPS})")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop then; the same command goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="besides the process that makes batches")
    parser.add_argument("--drawn", type=float, default=0.45)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    use_threads(options.threads)
    folders = tuple(folder for folder in FOLDERS if folder not in options.leave_out)
    recipe = BatchRecipe(options.photos, folders, options.seed, drawn=options.drawn)
    trainee = Training(TrainingPlan(recipe, options.steps))
    try:
        trainee.load(options.out)
        finished = train(trainee, options.out, options.minutes * 60, report=log.info)
    except VisionError as error:
        log.error("%s", error)
        return 1
    write_onnx(trainee.mean, options.out / "reader.onnx")
    return 0 if finished else UNFINISHED


if __name__ == "__main__":
    sys.exit(main())
