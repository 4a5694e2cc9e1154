"""The net of the second look: pack photographs, train the net, judge it, export it, and show its crops.

A training makes the weights, second-look.pt, from a pack and rendered crops; a stopped training can continue.
"""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from robot.files import write_whole
from robot.installation import describe_error
from robot.verbs.options import count
from robot.verbs.parser import Parser
from solver.errors import MissingPackageError
from tools.train.batches import TrainingError
from tools.train.labels import FOLDERS, load_pictures
from tools.train.options import UNFINISHED, add_left_out, add_options, add_photographs, run_command, start_log

try:
    import torch

    from tools.second_look.atlas import Atlas, make_atlas
    from tools.second_look.judge import draw_crops, judge
    from tools.second_look.net import load_weights
    from tools.second_look.pack import PACK, name_pack, read_pack, write_pack
    from tools.second_look.patches import cut_patches
    from tools.second_look.renderer import PROPS, Renderer
    from tools.second_look.train import LAST_SEED, LookPlan, LookTraining, train
except ModuleNotFoundError as missing:
    sys.exit(describe_error(MissingPackageError("training needs", str(missing.name), "train")))

WHOLE = LookPlan(1, steps=6800, batch=1024, fresh=144, pool=65536)
"""A training from scratch; it takes some ten minutes on an accelerator, and days on two cores."""

FINE = LookPlan(1, steps=1000, batch=192, fresh=24, pool=4096, real=0.45, rate=3e-4, warm=30)
"""A training that continues finished weights on a processor; it takes at most a night on two cores."""

LONG = replace(WHOLE, steps=8000, real=0.4, rate=1.5e-3, ahead=8)
"""The same on an accelerator; it takes some nine minutes."""

SHOWN, SHOWN_SEED = (256, 192), 3_950_000_000
"""Rendered and real crops that show the range of each map for 8 bits, and the first seed of the rendered ones."""

ACROSS = 10
"""The number of crops in a row of the picture of `show`."""

log = logging.getLogger("second look")


def main(arguments: list[str] | None = None) -> int:
    options = _make_parser().parse_args(arguments)
    options.begun = time.monotonic()
    start_log()
    cv2.setNumThreads(1)
    torch.set_num_threads(options.threads)
    return run_command(options.run, options)


def _make_parser() -> argparse.ArgumentParser:
    parser = Parser("python -m tools.second_look", __doc__)
    verbs = parser.add_subparsers(required=True, metavar="pack, train, judge, export or show")

    def add_verb(name: str, run: Callable[[argparse.Namespace], int], what: str) -> argparse.ArgumentParser:
        verb = verbs.add_parser(name, help=what, description=what)
        verb.set_defaults(run=run)
        verb.add_argument("--threads", type=count, default=os.cpu_count() or 1)
        return verb

    pack = add_verb("pack", _pack, "write all parts of photographs that the other verbs need into one file")
    add_photographs(pack)
    add_left_out(pack)
    learn = add_verb("train", _train, "train a net and write its weights")
    add_options(learn)
    learn.add_argument("--start", type=Path, metavar="FILE", help="start with these weights instead of from scratch")
    steps = f"default {WHOLE.steps}, with --start {FINE.steps}; {LONG.steps} on an accelerator"
    learn.add_argument("--steps", type=count, help=steps)
    test = add_verb("judge", _judge, "print how many rendered crops pass a net")
    write = add_verb("export", _export, "write a net for ONNX Runtime")
    for verb in (test, write):
        verb.add_argument("weights", type=Path, metavar="WEIGHTS", help="a second-look.pt")
    for verb in (pack, learn, test, write):
        verb.add_argument("--pack", type=Path, default=PACK, metavar="FILE", help=f"default {PACK}")
    write.add_argument("net", type=Path, metavar="NET", help="the file to write")
    for verb in (learn, test):
        verb.add_argument(
            "--lean-on", action="append", choices=PROPS, help="what dice lean on and lie next to (default all)"
        )
    show = add_verb("show", _show, "write a picture of rendered crops on drawn grounds")
    show.add_argument("picture", type=Path, metavar="FILE", help="the JPEG to write")
    show.add_argument("--rows", type=count, default=4, help=f"of {ACROSS} crops each")
    show.add_argument("--seed", type=int, default=1)
    return parser


def _pack(options: argparse.Namespace) -> int:
    pictures = load_pictures(options.photos, [folder for folder in FOLDERS if folder not in options.leave_out])
    options.pack.parent.mkdir(parents=True, exist_ok=True)
    log.info("cutting grounds and patches from %d photographs", len(pictures))
    patches = cut_patches(pictures)
    write_pack(options.pack, make_atlas(pictures), patches)
    log.info("%d patches, %.1f MiB: %s", len(patches.values), options.pack.stat().st_size / 2**20, options.pack)
    return 0


def _train(options: argparse.Namespace) -> int:
    if not 0 <= options.seed <= LAST_SEED:
        raise TrainingError(f"--seed must be 0 to {LAST_SEED}, not {options.seed}: later crops judge nets")
    accelerated = torch.cuda.is_available()
    start = load_weights(options.start).state_dict() if options.start else None
    onward = LONG if accelerated else FINE
    base = onward if options.start else WHOLE
    atlas, patches = read_pack(options.pack)
    plan = replace(base, seed=options.seed, props=_read_props(options), pack=name_pack(options.pack))
    plan = replace(plan, steps=options.steps or plan.steps)
    options.out.mkdir(parents=True, exist_ok=True)
    if accelerated:
        log.info("training on %s", torch.cuda.get_device_name())
    else:
        log.info("training on the processor: on two cores it takes days from scratch, and at most a night with --start")
    trainee = LookTraining(
        plan, _make_renderer(options, atlas), patches, torch.device("cuda" if accelerated else "cpu")
    )
    if not trainee.load(options.out) and start:
        trainee.begin_with(start)
    log.info("%d steps of %d crops, %.1f %% of them done", plan.steps, plan.batch, 100 * trainee.progress)
    before, seconds = trainee.step, options.minutes * 60 - (time.monotonic() - options.begun)
    done = train(trainee, options.out, seconds, report=log.info)
    seen = f"{trainee.step} steps, {trainee.step * plan.batch:,} crops seen: {options.out / trainee.weights}"
    if not done:
        if trainee.step == before:
            raise TrainingError(f"--minutes ends before the first step, since {plan.pool} crops come first: give more")
        log.info("stopped at %.1f %% after %s; the same command goes on", 100 * trainee.progress, seen)
        return UNFINISHED
    log.info("finished after %s; 'export' writes the net for the reader", seen)
    return 0


def _read_props(options: argparse.Namespace) -> int:
    return sum(1 << PROPS.index(name) for name in set(options.lean_on or PROPS))


def _make_renderer(options: argparse.Namespace, atlas: Atlas) -> Renderer:
    return Renderer(atlas, accelerated=torch.cuda.is_available(), threads=options.threads)


def _judge(options: argparse.Namespace) -> int:
    net = load_weights(options.weights)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    atlas, _ = read_pack(options.pack)
    for name, share in judge(net, _make_renderer(options, atlas), device, _read_props(options)).items():
        print(f"{name}: {share:.3f}")
    return 0


def _export(options: argparse.Namespace) -> int:
    from tools.second_look.export import write_onnx  # a machine that only trains may lack ONNX

    net = load_weights(options.weights)
    atlas, patches = read_pack(options.pack)
    rendered = draw_crops(_make_renderer(options, atlas), SHOWN_SEED, SHOWN[0])
    write_onnx(net, options.net, np.concatenate([rendered, patches.draw_crops(SHOWN[1])]))
    return 0


def _show(options: argparse.Namespace) -> int:
    renderer = _make_renderer(options, make_atlas(()))
    crops = draw_crops(renderer, options.seed, ACROSS * options.rows)
    rows = crops.reshape(options.rows, ACROSS, *crops.shape[1:])
    picture = np.concatenate(np.concatenate(rows, axis=1), axis=1)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    write_whole(options.picture, data.tobytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
