"""The pack: the parts of photographs that a training needs, in one file that can be copied to another machine."""

import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from robot.files import replace_whole
from tools.second_look.atlas import DRAWN, Atlas, draw_textures
from tools.second_look.patches import Patches
from tools.second_look.renderer import BUILT
from tools.train.batches import TrainingError

PACK = BUILT / "second-look" / "pack.npz"

QUALITY = 84
"""WebP's quality, 1 to 100."""


def write_pack(path: Path, atlas: Atlas, patches: Patches) -> None:
    """Write a pack: the pictures of an atlas and of patches as WebP, and the rest as arrays."""
    parts: dict[str, NDArray[Any]] = {"glyphs": atlas.glyphs, "values": patches.values, "weights": patches.weights}
    for name, images in (("grounds", atlas.textures[DRAWN:]), ("patches", patches.images)):
        coded = [cv2.imencode(".webp", image[..., ::-1], [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1] for image in images]
        parts[f"{name}_bytes"] = np.concatenate([np.empty(0, np.uint8), *coded])
        parts[f"{name}_sizes"] = np.array([len(one) for one in coded], np.int64)
    with replace_whole(path) as beside, beside.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **parts)


def read_pack(path: Path) -> tuple[Atlas, Patches]:
    """Return the atlas and patches of a pack; drawn textures are drawn again. Raises TrainingError."""
    try:
        with np.load(path) as pack:
            parts = {name: pack[name] for name in pack.files}
        grounds, images = (_decode(parts[f"{name}_bytes"], parts[f"{name}_sizes"]) for name in ("grounds", "patches"))
        atlas = Atlas(np.stack([*draw_textures(), *grounds]), parts["glyphs"])
        return atlas, Patches(np.stack(images), parts["values"], parts["weights"])
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, cv2.error) as error:
        raise TrainingError(
            f"{path} is not a pack: 'python -m tools.second_look pack' makes one from photographs"
        ) from error


def name_pack(path: Path) -> str:
    """Return a hash that identifies a pack."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def _decode(data: NDArray[np.uint8], sizes: NDArray[np.int64]) -> list[NDArray[np.uint8]]:
    """Return pictures (side, side, 3), RGB."""
    parts = np.split(data, np.cumsum(sizes))[:-1]
    with ThreadPoolExecutor() as several:
        return [*several.map(lambda part: np.asarray(cv2.imdecode(part, cv2.IMREAD_COLOR), np.uint8)[..., ::-1], parts)]
