"""Augmentation: crops as cameras take them, in batches on the device of the tensors."""

import math
from functools import cache

import torch
from torch import Tensor
from torch.nn import functional

from tools.second_look.renderer import CROP, FACE

CHUNKS = 8
"""The number of parts of a batch; the crops of a part share blur, size and compression."""

LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)
"""Quantisation of JPEG at quality 50: ITU-T T.81, table K.1."""

CHROMA = ((17, 18, 24, 47), (18, 21, 26, 66), (24, 26, 56, 99), (47, 66, 99, 99))
"""The same for colour: ITU-T T.81, table K.2; all other values are 99."""


def draw_uniform(count: int, low: float, high: float, device: torch.device) -> Tensor:
    """Return uniform random numbers (count, 1, 1, 1) from `low` to `high`."""
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def choose(count: int, share: float, device: torch.device) -> Tensor:
    """Return a random choice (count, 1, 1, 1) of crops, each with the probability `share`."""
    return torch.rand(count, 1, 1, 1, device=device) < share


def blur(x: Tensor, sigma: float) -> Tensor:
    """Return pictures (n, c, h, w) after a Gaussian blur."""
    reach = max(1, math.ceil(2.5 * sigma))
    line = torch.arange(-reach, reach + 1, device=x.device, dtype=x.dtype)
    kernel = torch.exp(-line * line / (2 * sigma * sigma))
    kernel = kernel / kernel.sum()
    channels = x.shape[1]
    for shape, pad in (((1, 1, 1, -1), (reach, reach, 0, 0)), ((1, 1, -1, 1), (0, 0, reach, reach))):
        weights = kernel.view(shape).expand(channels, 1, -1, -1)
        x = functional.conv2d(functional.pad(x, pad, mode="replicate"), weights, groups=channels)
    return x


@cache
def _make_cosines(device: torch.device) -> Tensor:
    n = torch.arange(8, dtype=torch.float32)
    cosines = torch.cos(math.pi * (2 * n[None] + 1) * n[:, None] / 16) * 0.5
    cosines[0] *= math.sqrt(0.5)
    return cosines.to(device)


@cache
def _make_steps(quality: int, device: torch.device) -> tuple[Tensor, Tensor]:
    scale = 5000 / quality if quality < 50 else 200 - 2 * quality
    chroma = torch.full((8, 8), 99.0)
    chroma[:4, :4] = torch.tensor(CHROMA, dtype=torch.float32)
    luma = torch.tensor(LUMA, dtype=torch.float32)
    first, second = (((part * scale + 50) / 100).floor().clamp(1, 255).to(device) for part in (luma, chroma))
    return first, second


def _quantise(x: Tensor, steps: Tensor) -> Tensor:
    cosines = _make_cosines(x.device)
    count, height, width = x.shape
    blocks = (x - 128).view(count, height // 8, 8, width // 8, 8).permute(0, 1, 3, 2, 4)
    blocks = cosines @ blocks @ cosines.T
    blocks = torch.round(blocks / steps) * steps
    blocks = cosines.T @ blocks @ cosines
    return blocks.permute(0, 1, 3, 2, 4).reshape(count, height, width) + 128


def compress(x: Tensor, quality: int) -> Tensor:
    """Return RGB pictures (n, 3, h, w), 0 to 1, after JPEG; height and width are multiples of 16."""
    luma, chroma = _make_steps(quality, x.device)
    red, green, blue = (x * 255).unbind(1)
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = functional.avg_pool2d(torch.stack([128 + (blue - bright) * 0.564, 128 + (red - bright) * 0.713], 1), 2)
    bright = _quantise(bright, luma)
    count = len(x)
    colours = _quantise(colours.reshape(-1, *colours.shape[2:]), chroma).view(count, 2, *colours.shape[2:])
    bluish, reddish = (functional.interpolate(colours, scale_factor=2, mode="bilinear") - 128).unbind(1)
    out = [bright + 1.403 * reddish, bright - 0.344 * bluish - 0.714 * reddish, bright + 1.773 * bluish]
    return torch.stack(out, 1).clamp(0, 255) / 255


def develop(coded: Tensor) -> Tensor:
    """Return rendered crops (n, 3, h, w), uint8, as pictures, 0 to 1, after exposure, tone curve and gamma."""
    light = (coded.float() / 255) ** 2 * 4
    count, device = len(light), light.device
    levels = light.amax(1).flatten(1)[:, ::7]
    high = torch.quantile(levels, 0.97, dim=1).view(-1, 1, 1, 1).clamp(min=1e-3)
    middle = torch.quantile(levels, 0.5, dim=1).view(-1, 1, 1, 1).clamp(min=1e-3)
    share = draw_uniform(count, 0, 1, device)
    by_high = draw_uniform(count, 0.55, 1.25, device) / high
    by_middle = torch.minimum(draw_uniform(count, 0.1, 0.45, device) / middle, 3 / high)
    light = light * (share * by_high + (1 - share) * by_middle)
    film = light * (1 + light / 4) / (1 + light)  # Reinhard, 2002
    shown = torch.where(choose(count, 0.4, device), film, light.clamp(max=1)).clamp(1e-5, 1)
    return torch.as_tensor(shown ** (1 / draw_uniform(count, 1.7, 2.6, device)))


def photograph(x: Tensor) -> Tensor:
    """Return pictures (n, 3, CROP, CROP), 0 to 1, as random cameras show them; the batch must be in random order."""
    count, device = len(x), x.device
    x = expose(stick_tape(_veil(x)))
    x = x * (1 + (torch.rand(count, 3, 1, 1, device=device) - 0.5) * 0.24)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * draw_uniform(count, 0.75, 1.3, device) + mean + draw_uniform(count, -0.08, 0.08, device)
    grey = x.mean(1, keepdim=True)
    x = (grey + (x - grey) * draw_uniform(count, 0.6, 1.35, device) * ~choose(count, 0.1, device)).clamp(0, 1)
    x = torch.cat([_degrade(part) for part in x.chunk(CHUNKS)])
    strength = torch.rand(count, 1, 1, 1, device=device) ** 3 * 0.06 * choose(count, 0.6, device)
    return end_picture((x + torch.randn_like(x) * strength).clamp(0, 1))


def expose(x: Tensor) -> Tensor:
    """Return pictures (n, 3, h, w), 0 to 1, some of them dark, with a mean of 60 to 120 of 255, or overexposed."""
    count, device = len(x), x.device
    dim = (draw_uniform(count, 60, 120, device) / 255 / x.mean((1, 2, 3), keepdim=True).clamp(min=1e-3)).clamp(max=1)
    burnt = (x * draw_uniform(count, 1.3, 2.2, device)).clamp(max=1)
    which = draw_uniform(count, 0, 1, device)
    return torch.where(which < 0.2, x * dim, torch.where(which > 0.94, burnt, x))


def stick_tape(x: Tensor) -> Tensor:
    """Return pictures (n, 3, h, w), 0 to 1, some of them with a strip of clear tape."""
    count, device = len(x), x.device
    line = (torch.arange(CROP, device=device) * 2 + 1) / CROP - 1
    angle = draw_uniform(count, 0, math.pi, device)
    far = torch.cos(angle) * line.view(1, 1, 1, -1) + torch.sin(angle) * line.view(1, 1, -1, 1)
    far = (far - draw_uniform(count, -0.9, 0.9, device)).abs() - draw_uniform(count, 0.03, 0.5, device)
    streaks = functional.interpolate(torch.rand(count, 1, 3, 24, device=device), size=(CROP, CROP), mode="bilinear")
    film = draw_uniform(count, 0, 0.25, device) + streaks * draw_uniform(count, 0, 0.3, device)
    film = torch.where(far.abs() < 0.015, film + draw_uniform(count, -0.3, 0.3, device), film * (far < 0))
    return torch.where(choose(count, 0.06, device), (x + film * (0.9 - x)).clamp(0, 1), x)


def _degrade(x: Tensor) -> Tensor:
    """Blur, shrink, compress or sharpen pictures, all in the same way."""
    blurred, width, shrunk, factor, packed, quality = torch.rand(6).tolist()
    step = int(30 + 65 * quality)
    if blurred < 0.38:
        x = blur(x, 0.3 + 1.3 * width**2)
    if shrunk < 0.42:
        size = max(40, int(CROP / (1 + 1.6 * factor)))
        if packed < 0.4:
            size = size // 16 * 16
        small = functional.interpolate(x, size=(size, size), mode="bilinear", antialias=True)
        if packed < 0.4:
            small = compress(small.clamp(0, 1), step)
        x = functional.interpolate(small, size=(CROP, CROP), mode="bilinear" if width < 0.6 else "bicubic")
    elif packed < 0.5:
        x = compress(x.clamp(0, 1), step)
    if factor < 0.15:
        x = x + (x - blur(x, 1.0)) * (0.4 + quality)
    return x


def _veil(x: Tensor) -> Tensor:
    """Put some pictures behind reflecting glass or behind a grid."""
    count, device = len(x), x.device
    cloud = functional.interpolate(torch.rand(count, 1, 4, 4, device=device), size=(CROP, CROP), mode="bicubic")
    x = torch.where(choose(count, 0.06, device), x + cloud * draw_uniform(count, 0.1, 0.6, device) * (1 - x), x)
    line = torch.arange(CROP, device=device, dtype=torch.float32)
    pitch, wide = draw_uniform(count, 6, 40, device), draw_uniform(count, 1, 3, device)
    bars = (line.view(1, 1, 1, -1) + draw_uniform(count, 0, 40, device)) % pitch < wide
    crossed = (line.view(1, 1, -1, 1) + draw_uniform(count, 0, 40, device)) % pitch < wide
    grid = (bars | (crossed & choose(count, 0.6, device))) & choose(count, 0.05, device)
    return torch.where(grid, x * (1 - 0.7 * torch.rand(count, 1, 1, 1, device=device)), x)


def end_picture(x: Tensor) -> Tensor:
    """Let the picture end inside some crops, on one side or on all, as if a die were near its edge or filled it.

    Its last row or column is repeated. The picture may be turned in the crop.
    """
    count, device = len(x), x.device
    least, most = 0.55 * FACE * 2 / CROP, 0.95
    ends = torch.full((4, count), 2.0, device=device)
    for end in ends:
        some = choose(count, 0.06, device).view(-1)
        end[some] = draw_uniform(count, least, most, device).view(-1)[some]
    small = choose(count, 0.15, device).view(-1)
    largest = torch.where(choose(count, 0.5, device), 2 * FACE / CROP, most)  # half of these dice fill half the picture
    ends[:, small] = (least + (largest - least) * torch.rand(count, 1, 1, 1, device=device)).view(-1)[small]
    angle = torch.where(torch.rand(count, device=device) < 0.5, 0.0, torch.rand(count, device=device) * 2 * math.pi)
    c, s = torch.cos(angle).view(-1, 1, 1), torch.sin(angle).view(-1, 1, 1)
    line = (torch.arange(CROP, device=device) * 2 + 1) / CROP - 1
    right, down = line.view(1, 1, -1), line.view(1, -1, 1)
    left, out, above, below = (end.view(-1, 1, 1) for end in ends)
    u = torch.maximum(torch.minimum(c * right + s * down, out), -left)
    v = torch.maximum(torch.minimum(c * down - s * right, below), -above)
    grid = torch.stack([c * u - s * v, s * u + c * v], 3)
    ended = functional.grid_sample(x, grid, mode="nearest", padding_mode="border", align_corners=False)
    return torch.where((ends < 1).any(0).view(-1, 1, 1, 1), ended, x)


def repaint(x: Tensor) -> Tensor:
    """Return pictures (n, 3, h, w), some of them with red, green and blue exchanged: dice have all colours."""
    count, device = len(x), x.device
    order = torch.rand(count, 3, device=device).argsort(1)
    same = torch.rand(count, 1, device=device) < 0.7
    order = torch.where(same, torch.arange(3, device=device), order)
    return x.gather(1, order[:, :, None, None].expand_as(x))


def warp(x: Tensor) -> Tensor:
    """Return real patches (n, 3, p, p) as crops, randomly turned, scaled, moved and mirrored."""
    count, device, wide = len(x), x.device, x.shape[-1]
    anyhow = torch.rand(count, device=device) < 0.5
    angle = torch.where(anyhow, torch.randn(count, device=device) * 0.2, torch.rand(count, device=device) * 2 * math.pi)
    scale = torch.exp(torch.randn(count, device=device).clamp(-2.5, 2.5) * 0.09) * CROP / wide
    mirror = torch.where(torch.rand(count, device=device) < 0.5, 1.0, -1.0)
    moved = torch.randn(count, 2, device=device) * 0.06 * FACE * 2 / wide
    c, s = torch.cos(angle) * scale, torch.sin(angle) * scale
    rows = [torch.stack([c * mirror, -s, moved[:, 0]], 1), torch.stack([s * mirror, c, moved[:, 1]], 1)]
    grid = functional.affine_grid(torch.stack(rows, 1), (count, 3, CROP, CROP), align_corners=False)
    return functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
