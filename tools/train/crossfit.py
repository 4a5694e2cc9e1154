"""`python -m tools.train.crossfit --out DIR`: evaluate each folder with a first net that has not seen it.

A net of the second look that was trained without a pair of folders is taken for them if it lies beside their first net,
as `second_look.onnx`; else the one that ships, which has seen all of them but `cup`.
"""

import json
import logging
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tools.train.__main__ import DRAWN, parse_options, stages, train_stages, training_options
from tools.train.batches import BatchRecipe, TrainingError
from tools.train.calibrate import FOLDER, Example, example, fit_first_look, save_model, trap, traps
from tools.train.labels import FITTED_ON, FOLDERS, labelled_files, load_pictures
from tools.train.options import UNFINISHED
from tools.train.wrong_labels import correct_evaluation, load_wrong_labels
from vision.errors import VisionError
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.report import card, write_report
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.merged_scales import Detections, image_pyramid, with_full_size
from vision.photograph.net import Floats, Net
from vision.photograph.reader import PictureDetections, decide, detect, look_again
from vision.photograph.second_look import SecondLook
from vision.pictures import Image, load_picture

FOLDS = (("nell", "damian"), ("aws", "matteo"), ("machine", "trays"), ())
"""Folders that are left out together. The last fold leaves out none: its net ships, and reads ``cup``."""

MOST_VIEWS = 16

log = logging.getLogger("crossfit")


def fold_folder(out: Path, fold: Iterable[str]) -> Path:
    """Return the folder of a fold's training."""
    return out / ("-".join(["without", *fold]) if fold else "all")


def detect_all(root: Path, weights: Path, folders: Iterable[str]) -> dict[str, PictureDetections]:
    """Return the detections of the net in ``weights`` in all pictures of these folders, cached beside the net."""
    seen: dict[str, PictureDetections] = {}
    for folder in folders:
        pictures = ((label.file, path) for label, path in labelled_files(root) if label.folder == folder)
        seen |= _cached(weights, folder, ((file, load_picture(path)) for file, path in pictures))
    return seen


def trap_examples(weights: Path) -> list[Example]:
    """Return the drawn traps with the detections of the net in ``weights``."""
    seen = _cached(weights, FOLDER, ((picture.file, image) for picture, image in traps()))
    return [trap(picture, seen[picture.file]) for picture, _ in traps()]


def _cached(weights: Path, name: str, pictures: Iterable[tuple[str, Image]]) -> dict[str, PictureDetections]:
    kept = weights.with_name(f"looks-{name}.npz")
    if not kept.is_file() or kept.stat().st_mtime < weights.stat().st_mtime:
        net = Net(weights)
        save_detections(kept, {file: detect(net, image)[0] for file, image in pictures})
    return load_detections(kept)


def save_detections(path: Path, seen: dict[str, PictureDetections]) -> None:
    """Write the detections in pictures to a file."""

    def wide(part: Floats) -> Floats:
        return np.pad(
            part, [(0, 0), (0, MOST_VIEWS - part.shape[1])] + [(0, 0)] * (part.ndim - 2), constant_values=np.nan
        )

    detections = [look.detections for look in seen.values()]
    np.savez_compressed(
        path,
        files=np.array(list(seen)),
        sizes=np.array([look.size for look in seen.values()]),
        scales=np.array([look.scale for look in seen.values()]),
        ends=np.cumsum([len(s) for s in detections]),
        faces=np.concatenate([np.stack([s.x, s.y, s.side], axis=-1) for s in detections]),
        heat=np.concatenate([wide(s.heat) for s in detections]),
        values=np.concatenate([wide(s.values) for s in detections]),
        down=np.concatenate([wide(s.down) for s in detections]),
        patterns=np.concatenate([s.patterns for s in detections]),
    )


def load_detections(path: Path) -> dict[str, PictureDetections]:
    """Return the detections that a file holds."""
    with np.load(path) as data:
        ends, faces = data["ends"], data["faces"]
        evidence = [data[name] for name in ("heat", "values", "down", "patterns")]
        seen = {}
        for n, file in enumerate(data["files"].tolist()):
            part = slice(0 if n == 0 else int(ends[n - 1]), int(ends[n]))
            x, y, side = faces[part].T
            width, height = data["sizes"][n].tolist()
            detections = Detections(x, y, side, *(rows[part] for rows in evidence))
            seen[file] = PictureDetections((width, height), float(data["scales"][n]), detections)
        return seen


def take_second_look(place: Path, fold: Sequence[str]) -> SecondLook:
    """Return the second look that lies beside the first net in ``place``, else the one that ships."""
    own = place / "second_look.onnx"
    if own.is_file():
        return SecondLook(own)
    if fold:
        log.warning("the second look that ships has seen %s: there is no %s", " and ".join(fold), own)
    return SecondLook()


def evaluate_folder(
    root: Path, seen: dict[str, PictureDetections], folder: str, second: SecondLook, model: ConfidenceModel
) -> Evaluation:
    """Return the evaluation of one folder."""
    outcomes = []
    for label, path in labelled_files(root):
        if label.folder == folder:
            look, image = seen[label.file], load_picture(path)
            sizes = with_full_size(image, image_pyramid(image))
            reading = decide(*look_again(look, sizes, second, model), sizes, model)
            outcomes.append(PictureResult(label, reading, look.size))
    return Evaluation(tuple(outcomes))


def cross_validate(root: Path, out: Path, folds: Iterable[tuple[str, ...]]) -> Evaluation:
    """Return the evaluation of all folders whose nets are trained; write the confidence model fitted on all."""
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
        raise TrainingError("model is fitted on two folders at least: train the nets that leave some out first")
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
    parser.add_argument("--judge", action="store_true", help="train nothing, judge what is there")
    options = parse_options(parser, arguments)
    cv2.setNumThreads(options.threads)
    left = options.minutes * 60
    for fold in () if options.judge else FOLDS:
        place = fold_folder(options.out, fold)
        if (place / "reader.onnx").is_file():
            continue
        recipe = BatchRecipe(options.photos, tuple(f for f in FOLDERS if f not in fold), options.seed)
        begin = time.monotonic()
        try:
            finished = train_stages(place, options.out / DRAWN, recipe, stages(options), left)
        except (VisionError, OSError) as error:
            log.error("%s", error)
            return 1
        left -= time.monotonic() - begin
        if not finished:
            return UNFINISHED
    try:
        judged = cross_validate(options.photos, options.out, FOLDS)
    except VisionError as error:
        log.error("%s", error)
        return 1
    mended = correct_evaluation(judged, load_wrong_labels())
    for name, evaluation in (("as labelled", judged), ("labels mended", mended)):
        for folder, score in (*evaluation.folders.items(), ("in all", evaluation.total)):
            log.info("%s, %s: %s", folder, name, json.dumps(score.to_json()))
    files = {label.file: path for label, path in labelled_files(options.photos)}
    page = write_report("folders left out", mended, partial(_load, files))
    (options.out / "report.html").write_text(page, encoding="utf-8")
    (options.out / "card.md").write_text(card(mended), encoding="utf-8")
    (options.out / "scores.json").write_text(json.dumps(mended.to_json(), indent=1) + "\n", encoding="utf-8")
    return 0


def _load(files: Mapping[str, Path], outcome: PictureResult) -> Image:
    return load_picture(files[outcome.label.file])


if __name__ == "__main__":
    sys.exit(main())
