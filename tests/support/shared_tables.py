"""The workers of a test run share the simulated tables without dice: one draws a table, all map its file into memory.

Many cases look at the same few machines through the same few cameras. A drawn table takes half a second and 50 MB.
"""

import fcntl
import hashlib
import mmap
import pickle
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from hardware.sim import render
from hardware.sim.lens import Mounting
from hardware.sim.render import EmptyTable

Draw = Callable[[Mounting, str], EmptyTable]

MOST = 6
"""Tables in files. Others are drawn where they are needed."""


def share_tables(folder: Path) -> None:
    """Let this process keep its drawn tables in a folder of this test run, and find those of others there."""
    draw = render.draw_empty_table.__wrapped__

    def draw_shared(mounting: Mounting, dimensions: str) -> EmptyTable:
        return share_table(folder, draw, mounting, dimensions)

    render.draw_empty_table = lru_cache(maxsize=render.KEPT_TABLES)(draw_shared)


def share_table(folder: Path, draw: Draw, mounting: Mounting, dimensions: str) -> EmptyTable:
    """Return a table out of the folder, or draw it and keep it there while there is room."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{hashlib.sha256(f'{mounting} {dimensions}'.encode()).hexdigest()[:16]}.table"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a worker that needs the same table waits for it
        if not path.exists():
            table = draw(mounting, dimensions)
            if len(list(folder.glob("*.table"))) >= MOST:
                return table
            keep(table, path)
    return map_table(path)


def keep(table: EmptyTable, path: Path) -> None:
    """Write a table's arrays one after the other into a file beside the table's own."""
    arrays: list[pickle.PickleBuffer] = []
    rest = pickle.dumps(table, protocol=5, buffer_callback=arrays.append)
    with path.with_suffix(".arrays").open("wb") as file:
        for array in arrays:
            file.write(array.raw())
    path.write_bytes(pickle.dumps((rest, [array.raw().nbytes for array in arrays])))


def map_table(path: Path) -> EmptyTable:
    """Return the table of a file, with arrays that lie in the file beside it and cannot be written to."""
    rest, sizes = pickle.loads(path.read_bytes())
    with path.with_suffix(".arrays").open("rb") as file:
        arrays = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    parts = [arrays[end - size : end] for size, end in zip(sizes, accumulate(sizes), strict=True)]
    table = pickle.loads(rest, buffers=parts)
    assert isinstance(table, EmptyTable)
    return table
