"""Pictures of the board as cameras with known lenses take them, for tests of calibrating."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import dimensions
from hardware.sim.hands import BoardDrawer, BoardPose, compute_held_poses
from hardware.sim.lens import CameraLens, Mounting
from vision.calibration.target import Seen, Target, find_board, find_lens
from vision.table.plate import Lens

DIMENSIONS = dimensions()
TARGET = Target.from_dimensions(DIMENSIONS)
SIZE = (1280, 720)
POSES = compute_held_poses(DIMENSIONS)


def true_lens(mounting: Mounting) -> Lens:
    """Return the lens of a camera as it was drawn."""
    drawn, (k1, k2, k3), (p1, p2) = CameraLens(DIMENSIONS, mounting), mounting.radial, mounting.tangential
    middle = float(drawn.middle[0]), float(drawn.middle[1])
    return Lens(SIZE, (drawn.focal, drawn.focal), middle, (k1, k2, p1, p2, k3))


def picture(mounting: Mounting, held: BoardPose, seed: int = 1) -> NDArray[np.uint8]:
    """Return a picture (720, 1280, 3) of the board over a dark desk."""
    image = np.full((720, 1280, 3), 40, np.uint8)
    drawer(mounting).draw_over(image, held, 1.0, (seed,))
    return image


@cache
def drawer(mounting: Mounting) -> BoardDrawer:
    return BoardDrawer(DIMENSIONS, CameraLens(DIMENSIONS, mounting))


@cache
def board_views(mounting: Mounting) -> tuple[Seen, ...]:
    """Return the board as it is seen in each of the poses in which it is held."""
    return tuple(find_board(picture(mounting, held, seed), TARGET) for seed, held in enumerate(POSES))


@cache
def solve_lens(mounting: Mounting) -> tuple[Lens, float]:
    return find_lens(board_views(mounting), SIZE)
