"""Evaluate each folder with a first net that was not trained on it: `python -m tools.train.crossfit --out DIR`.

If a net of the second look that was trained without a pair of folders is next to their first net, as
`second_look.onnx`, it is used for them; else the shipped one is used, which was trained on all folders but `cup`.
"""

import argparse
import json
import logging
import sys
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import cv2

from robot.files import write_whole
from tools.train.__main__ import DRAWN, parse_options, stages, train_stages, training_options
from tools.train.batches import BatchRecipe, TrainingError
from tools.train.calibrate import Example, example, fit_first_look, save_model, trap, traps
from tools.train.card import card
from tools.train.labels import FITTED_ON, FOLDERS, labelled_files, load_pictures
from tools.train.options import UNFINISHED, run_command
from tools.train.wrong_labels import correct_evaluation, load_wrong_labels
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.merged_scales import add_full_size, image_pyramid
from vision.photograph.net import Net
from vision.photograph.reader import PictureDetections, decide, detect, look_again
from vision.photograph.second_look import SecondLook
from vision.pictures import load_picture

FOLDS = (("nell", "damian"), ("aws", "matteo"), ("machine", "trays"), ())
"""Folders that are left out together. The last fold leaves out none: its net is shipped, and reads ``cup``."""

log = logging.getLogger("crossfit")


def fold_folder(out: Path, fold: Iterable[str]) -> Path:
    """Return the folder of a fold's training."""
    return out / ("-".join(["without", *fold]) if fold else "all")


def detect_all(root: Path, weights: Path, folders: Collection[str]) -> dict[str, PictureDetections]:
    """Return the detections, by the net in ``weights``, in all pictures of these folders, by file."""
    net = Net(weights)
    files = [(label.file, path) for label, path in labelled_files(root) if label.folder in folders]
    return {file: detect(net, load_picture(path))[0] for file, path in files}


def trap_examples(weights: Path) -> list[Example]:
    """Return the drawn traps with the detections of the net in ``weights``."""
    net = Net(weights)
    return [trap(picture, detect(net, image)[0]) for picture, image in traps()]


def take_second_look(place: Path, fold: Sequence[str]) -> SecondLook:
    """Return the second look next to the first net in ``place``, or else the shipped one."""
    own = place / "second_look.onnx"
    if own.is_file():
        return SecondLook(own)
    if fold:
        log.warning("the shipped second look was trained on %s: there is no %s", " and ".join(fold), own)
    return SecondLook()


def evaluate_folder(
    root: Path, seen: dict[str, PictureDetections], folder: str, second: SecondLook, model: ConfidenceModel
) -> Evaluation:
    """Return the evaluation of one folder."""
    outcomes = []
    for label, path in labelled_files(root):
        if label.folder == folder:
            look, image = seen[label.file], load_picture(path)
            sizes = add_full_size(image, image_pyramid(image))
            reading = decide(*look_again(look, sizes, second, model), sizes, model)
            outcomes.append(PictureResult(label, reading, look.size))
    return Evaluation(tuple(outcomes))


def cross_validate(root: Path, out: Path, folds: Iterable[tuple[str, ...]]) -> Evaluation:
    """Return the evaluation of all folders with trained nets; write the confidence model that is fitted to all."""
    seen: dict[str, PictureDetections] = {}
    seconds: dict[str, SecondLook] = {}
    for fold in folds:
        place, folders = fold_folder(out, fold), fold or ("cup",)
        if (place / "reader.onnx").is_file():
            log.info("looking at %s", ", ".join(folders))
            seen |= detect_all(root, place / "reader.onnx", folders)
            seconds |= dict.fromkeys(folders, take_second_look(place, fold))
    pictures = [picture for picture in load_pictures(root, FITTED_ON) if picture.file in seen]
    examples = [example(picture, seen[picture.file]) for picture in pictures]
    if len({e.picture.folder for e in examples}) < 2:
        raise TrainingError("the model is fitted to at least two folders: train nets that leave some out first")
    final = fold_folder(out, ()) / "reader.onnx"
    drawn = trap_examples(final) if final.is_file() else []
    outcomes: tuple[PictureResult, ...] = ()
    shipped = ConfidenceModel.load()
    for folder in sorted({Path(file).parts[0] for file in seen}):
        model = fit_first_look([e for e in examples if e.picture.folder != folder], shipped, drawn)
        outcomes += evaluate_folder(root, seen, folder, seconds[folder], model).outcomes
    save_model(fit_first_look(examples, shipped, drawn), out / "confidence_model.json")
    return Evaluation(outcomes)


def main(arguments: list[str] | None = None) -> int:
    parser = training_options("python -m tools.train.crossfit", __doc__)
    parser.add_argument("--judge", action="store_true", help="only judge the nets that are there")
    options = parse_options(parser, arguments)
    cv2.setNumThreads(options.threads)
    return run_command(_run, options)


def _run(options: argparse.Namespace) -> int:
    left = options.minutes * 60
    for fold in () if options.judge else FOLDS:
        place = fold_folder(options.out, fold)
        if (place / "reader.onnx").is_file():
            continue
        recipe = BatchRecipe(options.photos, tuple(f for f in FOLDERS if f not in fold), options.seed)
        begin = time.monotonic()
        if not train_stages(place, options.out / DRAWN, recipe, stages(options), left):
            log.info("stopped: the same command goes on")
            return UNFINISHED
        left -= time.monotonic() - begin
    judged = cross_validate(options.photos, options.out, FOLDS)
    mended = correct_evaluation(judged, load_wrong_labels())
    for name, evaluation in (("as labelled", judged), ("labels mended", mended)):
        for folder, score in (*evaluation.folders.items(), ("in all", evaluation.total)):
            log.info("%s, %s: %s", folder, name, json.dumps(score.to_json()))
    scores = json.dumps(mended.to_json(), indent=1) + "\n"
    for name, text in (("card.md", card(mended)), ("scores.json", scores)):
        write_whole(options.out / name, text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
