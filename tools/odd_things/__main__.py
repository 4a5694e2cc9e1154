"""Odd things that are no readable dice, photographed: `python -m tools.odd_things OUT --count 220 --seed 1`.

Writes pictures and a labels.jsonl for `pipsqueak evaluate OUT`: all are of the kind `empty`, so that nothing or a doubt
is right and a value is wrong. The same seed gives the same bytes. It is drawn by another hand than
what a reader is trained on.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from tools.odd_things.photo import filed
from tools.odd_things.scenes import KINDS, photographs


def write(folder: Path, seed: int, count: int) -> None:
    """Write the pictures and their labels; the labels last, when all pictures are there."""
    lines = []
    for number, (name, picture) in enumerate(photographs(seed, count)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(filed(np.random.default_rng((seed, number, 0xF11E)), picture))
        label = {"file": name, "kind": "empty", "values": [], "boxes": [], "box_means": "whole die"}
        size = {"width": picture.shape[1], "height": picture.shape[0]}
        lines.append(json.dumps({**label, **size, "label_origin": "rendered", "source": f"seed {seed}"}))
    beside = folder / "labels.jsonl.part"
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(folder / "labels.jsonl")


def main() -> None:
    """Write the test set that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="OUT", help="a folder to write into")
    parser.add_argument("--count", type=int, default=10 * len(KINDS), metavar="N", help="pictures (default ten a kind)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other pictures (default 1)")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    write(args.folder, args.seed, args.count)


if __name__ == "__main__":
    main()
