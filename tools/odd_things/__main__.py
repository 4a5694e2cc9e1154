"""Draw pictures of odd things without readable dice: `python -m tools.odd_things OUT --count 220 --seed 1`.

Writes pictures and a labels.jsonl for `pipsqueak read --labels OUT`. All are of the kind `empty`: a value is wrong, a
doubt is not. The same seed gives the same bytes. The drawing code shares nothing with that for training.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from robot.files import write_whole
from tools.odd_things.scenes import KINDS, encode_jpeg, photographs


def write(folder: Path, seed: int, count: int) -> None:
    """Write the pictures and then their labels."""
    lines = []
    for number, (name, picture) in enumerate(photographs(seed, count)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_jpeg(np.random.default_rng((seed, number, 0xF11E)), picture))
        label = {"file": name, "kind": "empty", "values": [], "boxes": [], "box_means": "whole die"}
        size = {"width": picture.shape[1], "height": picture.shape[0]}
        lines.append(json.dumps({**label, **size, "label_origin": "rendered", "source": f"seed {seed}"}))
    write_whole(folder / "labels.jsonl", ("\n".join(lines) + "\n").encode())


def main() -> None:
    """Write the test set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="OUT", help="a folder to write into")
    parser.add_argument("--count", type=int, default=10 * len(KINDS), metavar="N", help="pictures (default ten a kind)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the random numbers (default 1)")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    write(args.folder, args.seed, args.count)


if __name__ == "__main__":
    main()
