"""The operator's choice of table and camera."""

import difflib
import random
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from robot.config import HANDS, MACHINES, MADE_UP, PHONE, SIMULATED, TWIN, Config
from robot.errors import UsageError

AS_USUAL = 0.0
QUICK = 3.0
"""At this speed, a throw of the simulated table, 3 s of its own time, takes a second."""
NAMED = (*MADE_UP, HANDS)
"""The tables with names; others are called by the ports of their boards."""
LIVE = re.compile(f"{PHONE}|picamera|[0-9]+|/dev/.+")
"""The cameras that a later sitting can open again. A film or a folder begins anew; a stream may have a password."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table and its camera; None if the configuration decides.

    `table` is `sim`, `twin`, `hands` or the board's port. `camera` is an argument of `hardware.cameras.open_camera`; a
    folder of pictures or a recording needs no table. `machine` is the kind of machine.

    The simulated table and the twin have a `seed`, `faults`, a `speed` and a `sitting`. `speed` is the table's seconds
    in a second, None for as fast as possible, AS_USUAL for a throw a second at the simulated table and real time
    elsewhere. `sitting` is the number of earlier sittings of the game. `film` is a file for a film of the twin.
    """

    table: str | None = None
    camera: str | None = None
    seed: int | None = None
    speed: float | None = 1.0
    faults: str = ""
    sitting: int = 0
    film: Path | None = None
    machine: str | None = None

    @classmethod
    def read(cls, named: str | None, camera: str | None = None, *more: Any) -> "TableChoice":
        """Parse the choice of a table as people type it: after sim: or twin: come a kind of machine and faults."""
        table, mark, words = (named or "").partition(":")
        if not mark or table not in MADE_UP:
            return cls(named, camera, *more)
        parts = words.split(",")
        machine = next((part for part in parts if part in MACHINES), None)
        faults = ",".join(part for part in parts if part != machine)
        return replace(cls(table, camera, *more), faults=faults, machine=machine)

    @property
    def kept(self) -> dict[str, str]:
        """The `table` and the `camera` of a resolved choice that a later sitting opens again, for `read`."""
        if self.table is None:
            return {}
        camera = {"camera": self.camera} if self.camera and LIVE.fullmatch(self.camera) else {}
        return {"table": f"{self.table}:{self.machine}" if self.table in MADE_UP else self.table} | camera

    def resolve(self, config: Config) -> "TableChoice":
        """Return the complete choice; a port gets its stable name.

        Raises:
            UsageError: the parts do not go together, or there is no such table.

        """
        found = self.resolve_unseen(config)
        if found.table is not None:
            check_table(found.table)
        return found

    def resolve_unseen(self, config: Config) -> "TableChoice":
        """Return the complete choice even if no port matches, for reports on each device.

        Raises:
            UsageError: the parts do not go together, or no table can have such a name.

        """
        if self.machine is None:
            return replace(self, machine=config.machine).resolve_unseen(config)
        table = self.table or config.table
        _check_name(table, NAMED)
        camera = self.camera
        pictures = bool(camera) and Path(camera or "").is_dir()
        if self.speed == AS_USUAL:
            quick = table == SIMULATED and not pictures
            return replace(self, speed=QUICK if quick else 1.0).resolve_unseen(config)
        if (pictures or table not in MADE_UP) and (self.seed, self.speed, self.faults) != (None, 1.0, ""):
            raise UsageError(
                "--seed, --fast, --speed and faults are for the simulated table and the twin: leave them out"
            )
        if table != TWIN and self.film:
            raise UsageError("--film shows the twin: add --table twin")
        if camera == PHONE and table != HANDS:
            raise UsageError("a phone can be a camera only for your own dice: add --table hands")
        if table == HANDS and (self.table or not pictures):
            return replace(self, table=table)
        if pictures:
            if self.table is not None:
                raise UsageError(f"{camera} is a folder of pictures, which needs no table: leave out --table")
            return replace(self, table=None)
        if table not in MADE_UP:
            from hardware.ports import stable_name

            return replace(self, table=stable_name(table), camera=camera or config.camera)
        if camera is not None:
            raise UsageError(
                f"{camera} is not a folder of pictures, and the {MADE_UP[table]} has its own camera: "
                "name a folder, or the board's port with --table"
            )
        return replace(
            self, table=table, seed=random.SystemRandom().randrange(2**32) if self.seed is None else self.seed
        )


def check_table(table: str, named: Collection[str] = NAMED) -> None:
    """Raise UsageError unless a table is one of those `named`, or the path of one port."""
    _check_name(table, named)
    if "*" in table:  # the shell leaves the star if it finds no port
        from hardware.ports import make_port_error

        raise UsageError(str(make_port_error(table)))


def _check_name(table: str, named: Collection[str]) -> None:
    if table in named or "/" in table:
        return
    from hardware.ports import usb_ports

    ports = ", ".join(port.name for port in usb_ports()) or "the board's port, such as /dev/ttyACM0"
    raise UsageError(f"there is no table '{table[:80]}': give {', '.join(named)}, or {ports}")


def read_faults(text: str, chances: Collection[str], wells: Collection[str]) -> dict[str, str]:
    """Parse a list such as `drop=0.05,slipping-lever=25`; return the text after each name, "" if there is none.

    A name in `chances` takes a number from 0 to 1, a name in `wells` the digits of wells.

    Raises:
        UsageError: there is no such fault, or its text is invalid.

    """
    known, named = sorted({*chances, *wells}), {}
    for word in filter(None, text.split(",")):
        name, given, number = word.strip().partition("=")
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise UsageError(f"there is no fault '{name}': {hint}")
        if given and not number:
            raise UsageError(f"'{word}' has no value after '=': add one, or leave '=' out")
        if name in wells and not set(number) <= set("123456"):
            raise UsageError(f"wells are digits from 1 to 6, as in '{name}=25', not '{number}' as in '{word}'")
        if name in chances and number and not _chance(number):
            raise UsageError(f"the chance of a fault is a number from 0 to 1, not '{number}' as in '{word}'")
        named[name] = number
    return named


def _chance(number: str) -> bool:
    try:
        return 0 <= float(number) <= 1
    except ValueError:
        return False
