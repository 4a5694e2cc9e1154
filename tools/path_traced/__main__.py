"""Render scenes of dice, some of which lean: `python -m tools.path_traced OUT --count 40 --seed 1`.

Writes pictures, a labels.jsonl for `pipsqueak read --labels OUT`, and a poses.jsonl. Upright dice have a value; a
leaning die must not get one, and is labelled as odd. It needs the package bpy (Blender) and uses one thread.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError
from tools.odd_things.solids import AXES
from tools.odd_things.view import Floats
from tools.path_traced.layout import HEIGHT, WIDTH, TableLayout, layouts, measure_box
from tools.path_traced.looks import SceneLook, scene_look


def expose_picture(random: np.random.Generator, light: Floats) -> NDArray[np.uint8]:
    """Return linear light (h, w, 3) as a photograph (h, w, 3), both blue, green, red."""
    seen = np.maximum(light, 0)
    middling = float(np.exp(np.log(seen.mean(axis=2) + 1e-4).mean()))
    bright = float(np.quantile(seen, 0.985))
    grey_world = seen.mean(axis=(0, 1)) / max(float(seen.mean()), 1e-6)
    seen = seen / (grey_world ** float(random.uniform(0, 0.5))).astype(np.float32)
    seen *= np.float32(min(0.24 / middling, 1.15 / bright) * 2 ** random.normal(0, 0.25))
    noise = float(random.choice([0.002, 0.005, 0.012]))
    grain = cv2.GaussianBlur(random.standard_normal(seen.shape, np.float32), (0, 0), 0.6)
    seen += np.asarray(grain, np.float32) * 2 * noise * np.sqrt(seen + 0.02)
    seen = np.maximum(seen, 0)
    knee = np.where(seen < 0.7, seen, 0.7 + 0.3 * np.tanh((seen - 0.7) / 0.42))
    shown = np.clip(knee, 0, 1) ** (1 / 2.2)
    contrast = float(random.uniform(0, 0.35))
    shown = shown + contrast * (shown**2 * (3 - 2 * shown) - shown)
    if random.random() < 0.5:
        shown = shown + float(random.uniform(0.2, 0.6)) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
    return np.asarray(np.round(255 * np.clip(shown, 0, 1)), np.uint8)


CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def label(scene: TableLayout, file: str, source: str) -> dict[str, Any]:
    """Return the line of labels.jsonl. A leaning die is odd: it must be noticed and must not get a value."""
    upright = [[*box, die.value] for die, box in zip(scene.dice, _boxes(scene), strict=True) if not die.leans]
    odd = [
        {"what": "cocked", "box": box, "lean": round(die.lean, 1)}
        for die, box in zip(scene.dice, _boxes(scene), strict=True)
        if die.leans
    ]
    return {
        "file": file,
        "kind": "scene",
        "values": sorted(box[4] for box in upright),
        "boxes": upright,
        "box_means": "whole die",
        "odd": odd,
        "width": WIDTH,
        "height": HEIGHT,
        "label_origin": "rendered",
        "source": source,
    }


def poses(scene: TableLayout, file: str) -> dict[str, Any]:
    """Return the line of poses.jsonl, with lengths in pixels.

    Each die has the `value` of its top face, whether it `leans`, its angle `lean` in degrees, its `box`, the corners of
    its `top` face, and the vector `up` from the middle of the bottom face to that of the top face.
    """
    dice = []
    for die, box in zip(scene.dice, _boxes(scene), strict=True):
        normal = die.turn @ AXES[die.top] * die.side / 2
        below, above = scene.view.pixels([die.centre - normal, die.centre + normal])
        top = scene.view.pixels(die.face(die.top, CORNERS))
        dice.append(
            {
                "value": die.value,
                "leans": die.leans,
                "lean": round(die.lean, 2),
                "box": box,
                "top": np.round(top, 2).tolist(),
                "up": np.round(above - below, 2).tolist(),
            }
        )
    return {"file": file, "dice": dice}


def _boxes(scene: TableLayout) -> list[list[float]]:
    return [np.round(measure_box(scene.view, die.body), 1).tolist() for die in scene.dice]


COUNT, SEED, SHARE, SAMPLES = 40, 1, 0.125, 9
QUALITY = 93


def write(folder: Path, seed: int, count: int, share: float, samples: int) -> None:
    """Write `count` pictures, and then their labels and poses."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[dict[str, Any]]] = {"labels.jsonl": [], "poses.jsonl": []}
    for number, scene in enumerate(layouts(seed, count, share)):
        name = f"{number:05}.jpg"
        random = np.random.default_rng((seed, number, 0x1007))
        folded = any(prop.kind == "fold" for prop in scene.props)
        look = scene_look(random, len(scene.dice), len(scene.props), folded=folded)
        picture = expose_picture(random, _light_of(scene, look, samples, number))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        (folder / name).write_bytes(data.tobytes())
        lines["labels.jsonl"].append(label(scene, name, f"seed {seed}"))
        lines["poses.jsonl"].append(poses(scene, name))
        print(f"{name}: {len(scene.dice)} dice, {sum(die.leans for die in scene.dice)} lean", flush=True)
    for file, entries in lines.items():
        write_whole(folder / file, "".join(json.dumps(entry) + "\n" for entry in entries).encode())


def _light_of(scene: TableLayout, look: SceneLook, samples: int, number: int) -> Floats:
    from tools.path_traced.render import render_scene

    return render_scene(scene, look, samples, number)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="OUT", help="a folder to write into")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"pictures (default {COUNT})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"seed of the scenes (default {SEED})")
    parser.add_argument(
        "--share", type=float, default=SHARE, metavar="P", help=f"share of the dice that lean (default {SHARE})"
    )
    parser.add_argument(
        "--samples", type=int, default=SAMPLES, metavar="N", help=f"light paths per pixel (default {SAMPLES})"
    )
    args = parser.parse_args()
    try:
        write(args.folder, args.seed, args.count, args.share, args.samples)
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("rendering needs", str(error.name), "train")))


if __name__ == "__main__":
    main()
