"""Random placement of the dice of a drawn scene: scattered, touching in rows, blocks and clumps, stacked, leaning."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.train.camera import PinholeCamera


@dataclass(frozen=True, slots=True)
class DiePlacement:
    """The place of a die on the table (x, y), the height of its foot, its size, and its spin and lean in radians."""

    x: float
    y: float
    size: float = 1.0
    spin: float = 0.0
    foot: float = 0.0
    lean: float = 0.0
    towards: float = 0.0


def layout(rng: np.random.Generator, camera: PinholeCamera, size: int, side: float) -> list[DiePlacement]:
    """Return the placements of the dice of one scene in a crop of ``size``; some may lie outside."""
    room = (size / side) ** 2
    most = max(1, min(22, round(room * 0.3)))
    count = min(most, 1 + int(rng.geometric(0.22)) - (rng.random() < 0.4))
    kind = rng.random()
    if kind < 0.45 or count == 1:
        poses = _scattered(rng, camera, size, count)
    elif kind < 0.72:
        poses = _clump(rng, camera, size, count)
    else:
        poses = _block(rng, camera, size, count)
    if rng.random() < 0.12:
        poses = _stacked(rng, poses)
    return _some_leaning(rng, poses) if rng.random() < 0.4 else poses


def _place(rng: np.random.Generator, camera: PinholeCamera, size: int, margin: float = 0.04) -> tuple[float, float]:
    pixel = rng.uniform(margin, 1 - margin, 2) * size
    x, y, _ = camera.on_table(pixel[None])[0].tolist()
    return x, y


def _scattered(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    poses: list[DiePlacement] = []
    mixed = rng.random() < 0.2
    for _ in range(count * 3):
        x, y = _place(rng, camera, size)
        large = float(rng.uniform(0.65, 1.4)) if mixed else 1.0
        pose = DiePlacement(x, y, large, float(rng.uniform(0, 2 * math.pi)))
        if len(poses) < count and not any(_overlap(pose, other) for other in poses):
            poses.append(pose)
    return poses


def _clump(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    """Return dice that touch, each with a random turn or that of its neighbour."""
    x, y = _place(rng, camera, size, 0.2)
    poses = [DiePlacement(x, y, 1.0, float(rng.uniform(0, 2 * math.pi)))]
    gap = float(rng.choice([0.0, 0.02, 0.1]))
    for _ in range(count * 3):
        if len(poses) >= count:
            break
        by = poses[int(rng.integers(len(poses)))]
        spin = by.spin if rng.random() < 0.5 else float(rng.uniform(0, 2 * math.pi))
        quarter = rng.random() < 0.5
        angle = by.spin + math.pi / 2 * int(rng.integers(4)) if quarter else float(rng.uniform(0, 2 * math.pi))
        for far in np.arange(1.0, 1.5, 0.04).tolist():
            reach = far + gap
            pose = DiePlacement(by.x + reach * math.cos(angle), by.y + reach * math.sin(angle), 1.0, spin)
            if not any(_overlap(pose, other) for other in poses):
                poses.append(pose)
                break
    return poses


def _block(rng: np.random.Generator, camera: PinholeCamera, size: int, count: int) -> list[DiePlacement]:
    """Return dice in rows and blocks, edge to edge or with a gap, as people lay them out."""
    x, y = _place(rng, camera, size, 0.25)
    columns = count if rng.random() < 0.45 else max(1, round(math.sqrt(count) * float(rng.uniform(0.7, 1.6))))
    pitch = 1 + float(rng.choice([0.0, 0.03, float(rng.uniform(0.05, 0.5))]))
    turn, loose = float(rng.uniform(0, math.pi)), float(rng.choice([0.0, 0.02, 0.08]))
    c, s = math.cos(turn), math.sin(turn)
    poses: list[DiePlacement] = []
    for n in range(count):
        u, v = (n % columns) * pitch, (n // columns) * pitch
        u, v = u + float(rng.normal(0, loose)), v + float(rng.normal(0, loose))
        pose = DiePlacement(x + c * u - s * v, y + s * u + c * v, 1.0, turn + float(rng.normal(0, loose)))
        if not any(_overlap(pose, other, 0.04) for other in poses):
            poses.append(pose)
    return poses


def _stacked(rng: np.random.Generator, poses: list[DiePlacement]) -> list[DiePlacement]:
    below = poses[int(rng.integers(len(poses)))]
    x, y = below.x + float(rng.normal(0, 0.12)), below.y + float(rng.normal(0, 0.12))
    return [*poses, replace(below, x=x, y=y, foot=below.size, spin=float(rng.uniform(0, 2 * math.pi)))]


def _some_leaning(rng: np.random.Generator, poses: list[DiePlacement]) -> list[DiePlacement]:
    """Return the dice of which one leans, or some."""
    if rng.random() < 0.5:
        one = int(rng.integers(len(poses)))
        return [_leaning(rng, pose) if n == one else pose for n, pose in enumerate(poses)]
    return [_leaning(rng, pose) if rng.random() < 0.4 else pose for pose in poses]


def _leaning(rng: np.random.Generator, pose: DiePlacement) -> DiePlacement:
    return replace(pose, lean=math.radians(float(rng.uniform(4, 55))), towards=float(rng.uniform(0, 2 * math.pi)))


def _overlap(one: DiePlacement, other: DiePlacement, slack: float = 0.01) -> bool:
    """Return whether the feet of two dice overlap by more than ``slack``: no line along an edge separates them."""
    apart = math.hypot(one.x - other.x, one.y - other.y)
    if apart > 0.7072 * (one.size + other.size):
        return False
    corners = [_corners(pose) for pose in (one, other)]
    for pose in (one, other):
        for angle in (pose.spin, pose.spin + math.pi / 2):
            way = np.array([math.cos(angle), math.sin(angle)])
            first, second = corners[0] @ way, corners[1] @ way
            if first.max() < second.min() + slack or second.max() < first.min() + slack:
                return False
    return True


def _corners(pose: DiePlacement) -> NDArray[np.float64]:
    angles = pose.spin + math.pi / 4 + np.arange(4) * math.pi / 2
    reach = pose.size * math.sqrt(0.5)
    return np.column_stack([pose.x + reach * np.cos(angles), pose.y + reach * np.sin(angles)])
