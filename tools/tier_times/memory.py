"""The memory of a process and of all that it has started."""

from pathlib import Path

PROCESSES = Path("/proc")


def tree_kilobytes(root: int, processes: Path = PROCESSES) -> int:
    """Return the memory that a process and its descendants hold: each page once, what others share by its part (PSS).

    Processes that end meanwhile count nothing.
    """
    children: dict[int, list[int]] = {}
    for stat in processes.glob("[0-9]*/stat"):
        if (fields := _read(stat).rpartition(") ")[2].split()) and len(fields) > 1:
            children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    total, waiting = 0, [root]
    while waiting:
        one = waiting.pop()
        waiting += children.get(one, [])
        sizes = dict(line.split(":") for line in _read(processes / str(one) / "smaps_rollup").splitlines()[1:])
        total += int(sizes.get("Pss", "0").split()[0])
    return total


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
