"""The shares of crops that a net takes for flat dice."""

import math

import numpy as np
import torch
from numpy.typing import NDArray

from tools.second_look.augment import develop, photograph
from tools.second_look.net import SecondLookNet
from tools.second_look.renderer import ALL_PROPS, FAMILIES, FLAT, LEANS, OTHER, PROPS, Renderer
from vision.photograph.second_look import BELOW, KINDS, VALUES

SEED, COUNT = 3_900_000_000, 4096
"""The first seed and the number of the crops that judge a net; trainings use smaller seeds."""

PASSING = 0.97
"""The share of the flat dice that pass; it sets the threshold."""

LEANINGS = ((8, 15), (15, 25), (25, 46))
"""Ranges of the leaning angle in degrees."""


def draw_crops(renderer: Renderer, seed: int, count: int) -> NDArray[np.uint8]:
    """Return rendered crops (count, CROP, CROP, 3), BGR, as cameras take them."""
    torch.manual_seed(0)
    coded = torch.from_numpy(renderer.render(seed, count).images).permute(0, 3, 1, 2)
    shown = torch.cat([photograph(develop(part)) for part in coded.split(64)])
    return np.ascontiguousarray((shown * 255).round().to(torch.uint8).permute(0, 2, 3, 1).numpy()[..., ::-1])


def judge(
    net: SecondLookNet, renderer: Renderer, device: torch.device, props: int = ALL_PROPS, count: int = COUNT
) -> dict[str, float]:
    """Return the shares of other crops that pass as flat dice if ``PASSING`` of the flat dice pass; and errors.

    The keys name groups of crops: leaning dice by angle and by support, and the families of other things. Groups
    without a crop are left out. ``props`` are bits of ``PROPS``.
    """
    crops = renderer.render(SEED, count, props)
    torch.manual_seed(0)
    net = net.eval().to(device)
    with torch.no_grad():
        parts = torch.from_numpy(crops.images).to(device).permute(0, 3, 1, 2).split(512)
        said = torch.cat([net(develop(part)).float().cpu() for part in parts])
    out, truths = said.numpy(), crops.truths
    flatness, kind = said[:, KINDS].softmax(1)[:, FLAT].numpy(), truths["kind"]
    flat, leaning, other = kind == FLAT, kind == LEANS, kind == OTHER
    passing = flatness > np.quantile(flatness[flat], 1 - PASSING)
    groups = {"leaning": leaning, "other": other}
    for low, high in LEANINGS:
        groups[f"leaning by {low} to {high} degrees"] = leaning & (truths["lean"] >= low) & (truths["lean"] < high)
    groups |= {f"leaning on: {name}": leaning & (truths["prop"] == prop) for prop, name in enumerate(PROPS)}
    groups |= {name: other & (truths["family"] == family) for family, name in enumerate(FAMILIES)}
    found = {name: float(passing[rows].mean()) for name, rows in groups.items() if rows.any()}
    found["wrong values of flat dice"] = float((out[flat][:, VALUES].argmax(1) + 1 != truths["value"][flat]).mean())
    off = np.linalg.norm(out[:, BELOW] - truths["below"], axis=1)[truths["has_geometry"] > 0]
    return found | {"median error of below, in sides": float(np.median(off)) if len(off) else math.nan}
