"""Draw the pictures of the digital twin into docs/img: python -m tools.draw.twin."""

import numpy as np
from numpy.typing import NDArray

from hardware.clock import VirtualClock
from hardware.controller import connect
from hardware.dimensions import dimensions
from hardware.sim.lens import Mounting
from hardware.sim.port import VirtualLine
from hardware.sim.table import Sight
from hardware.twin.film import FilmWriter, Samples
from hardware.twin.gl import choose_painter
from hardware.twin.runner import built_runner
from hardware.twin.sight_history import MachineScene
from hardware.twin.twin import Twin
from robot.app import BUILD
from robot.config import Folders
from robot.files import write_picture
from tools.draw import IMAGES

SEED = 12
PARTS = (430, 80, 900, 620)
"""The part of the picture that shows the block: left, top, right, bottom."""


def main() -> None:
    """Throw the dice twice, the second time with two of them kept, and save the best moments."""
    taken: list[tuple[Sight, Samples]] = []
    painter, _ = choose_painter()
    clock, eye = VirtualClock(), painter(dimensions(), Mounting.seeded(BUILD), 1.0)

    def keep(sight: Sight, samples: Samples) -> None:
        taken.append((sight, samples))

    runner = built_runner(Folders.of_user().cache)
    with (
        FilmWriter(None, eye) as reel,
        Twin(dimensions(), SEED, clock, runner, show=keep) as twin,
        connect(VirtualLine(twin.board, clock), clock, clock) as host,
    ):
        clock.sleep(2.0)
        host.lights(left=True, right=True)
        host.home()
        host.shake()
        clock.sleep(0.6)
        twin.board.catch_up()
        still = len(taken) - 1
        host.lights(left=True, right=False)
        clock.sleep(0.2)
        host.lights(left=True, right=True)
        host.clamp({2, 4})
        host.shake()
        clock.sleep(0.4)
        twin.board.catch_up()
        write("twin.jpg", np.concatenate([picture_of(reel, taken[-1][0]), reel.strip(taken[-1][1])]))
        moments = [place for place, (sight, _) in enumerate(taken) if isinstance(sight.scene, MachineScene)]
        leaning = max(moments, key=lambda place: tilt_of(taken[place][0]))
        flying = max(moments, key=lambda place: tilt_of(taken[place][0]) * (place > leaning + 3))
        write("twin-throw.jpg", row([picture_of(reel, taken[place][0]) for place in (still, leaning, flying, -1)]))


def tilt_of(sight: Sight) -> float:
    """Return the tilt of the block times its light."""
    assert isinstance(sight.scene, MachineScene)
    return sight.scene.tilt * (sight.exposure.left + sight.exposure.right)


def picture_of(reel: FilmWriter, sight: Sight) -> NDArray[np.uint8]:
    return reel.painter.picture(sight.scene, sight.exposure, sight.seed)


def row(pictures: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the block of each picture, side by side."""
    left, top, right, bottom = PARTS
    gap = np.full((bottom - top, 6, 3), 255, np.uint8)
    cut = [part for picture in pictures for part in (picture[top:bottom, left:right], gap)][:-1]
    return np.concatenate(cut, axis=1)


def write(name: str, picture: NDArray[np.uint8]) -> None:
    write_picture(IMAGES / name, picture)


if __name__ == "__main__":
    main()
