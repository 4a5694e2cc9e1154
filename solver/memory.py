"""How much memory the machine has to spare, asked of the operating system."""

import os
from pathlib import Path

MEMINFO = Path("/proc/meminfo")
GROUP = Path("/sys/fs/cgroup")
KIB = 1024


def spare_memory(meminfo: Path = MEMINFO, group: Path = GROUP) -> int:
    """Return how many bytes a program may still take without memory being swapped out.

    That is what the kernel calls available, and no more than the control group leaves that the program runs in. Where
    the system tells neither, it is all of its memory, and an address space where it does not tell that.
    """
    found = [_available(meminfo), _left_of(group / "memory.max", group / "memory.current")]
    told = [number for number in found if number is not None]
    return max(0, min(told)) if told else _whole()


def _available(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    number = next((line.split()[1] for line in lines if line.startswith("MemAvailable:")), "")
    return int(number) * KIB if number.isdigit() else None


def _left_of(limit: Path, used: Path) -> int | None:
    try:
        most, taken = (path.read_text(encoding="ascii").strip() for path in (limit, used))
    except (OSError, UnicodeDecodeError):
        return None
    return int(most) - int(taken) if most.isdigit() and taken.isdigit() else None


def _whole() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 1 << 62
