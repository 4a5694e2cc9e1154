"""Draw docs/img/table.jpg, the simulated table as its camera sees it: python docs/draw_table.py [FILE]."""

import sys
from pathlib import Path

import cv2

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.table import SimulatedTable

SEED, SHAKES, FREE_DICE = 2026, 3, 5


def main(file: Path) -> None:
    """Throw a few times, keep one die, put some in the tray, and take the picture."""
    clock = VirtualClock()
    table = SimulatedTable(SEED, clock, dimensions())
    table.light(True, True)
    table.put_in_tray(FREE_DICE, throw=4)
    with SimulatedCamera(table, clock) as camera:
        for _ in range(SHAKES):
            table.shake()
            clock.sleep(3.0)
        table.clamp([5])
        good, data = cv2.imencode(".jpg", camera.frame(after=clock.now()).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    if not good:
        sys.exit("the picture cannot be packed as JPEG")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "img" / "table.jpg")
