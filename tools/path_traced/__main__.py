"""Render scenes of dice of which some lean: `python -m tools.path_traced OUT --count 40 --seed 1`.

Writes pictures, a labels.jsonl for `pipsqueak evaluate OUT`, and a poses.jsonl. Upright dice have a value; a die that
leans on something must get none, and is labelled as odd. Needs the package bpy (Blender); one thread does the work.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tools.odd_things.view import Floats
from tools.path_traced.layout import TableLayout, layouts
from tools.path_traced.looks import SceneLook, scene_look
from tools.path_traced.photo import exposed
from tools.path_traced.truth import label, poses

COUNT, SEED, SHARE, SAMPLES = 40, 1, 0.125, 9
QUALITY = 93


def write(folder: Path, seed: int, count: int, share: float, samples: int) -> None:
    """Write so many pictures, and then their labels and poses."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[dict[str, Any]]] = {"labels.jsonl": [], "poses.jsonl": []}
    for number, scene in enumerate(layouts(seed, count, share)):
        name = f"{number:05}.jpg"
        random = np.random.default_rng((seed, number, 0x1007))
        folded = any(prop.kind == "fold" for prop in scene.props)
        look = scene_look(random, len(scene.dice), len(scene.props), folded=folded)
        picture = exposed(random, _light_of(scene, look, samples, number))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        (folder / name).write_bytes(data.tobytes())
        lines["labels.jsonl"].append(label(scene, name, f"seed {seed}"))
        lines["poses.jsonl"].append(poses(scene, name))
        print(f"{name}: {len(scene.dice)} dice, {sum(die.leans for die in scene.dice)} lean", flush=True)
    for file, entries in lines.items():
        beside = folder / f"{file}.part"
        beside.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
        beside.replace(folder / file)


def _light_of(scene: TableLayout, look: SceneLook, samples: int, number: int) -> Floats:
    from tools.path_traced.render import rendered

    return rendered(scene, look, samples, number)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="OUT", help="a folder to write into")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"pictures (default {COUNT})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"another seed, others (default {SEED})")
    parser.add_argument(
        "--share", type=float, default=SHARE, metavar="P", help=f"share of the dice that lean (default {SHARE})"
    )
    parser.add_argument(
        "--samples", type=int, default=SAMPLES, metavar="N", help=f"light paths for a pixel (default {SAMPLES})"
    )
    args = parser.parse_args()
    try:
        write(args.folder, args.seed, args.count, args.share, args.samples)
    except ModuleNotFoundError as error:
        sys.exit(f"rendering needs {error.name}: pip install -e '.[train]' -c constraints.txt")


if __name__ == "__main__":
    main()
