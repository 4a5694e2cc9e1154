"""The machine that is to run the table: its user, its programs, and where its units belong."""

import grp
import os
import pwd
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from robot.errors import UnitError

GROUPS = ("dialout", "video", "gpio", "render", "input", "audio")
"""Groups that own the board's port, the camera, the pins and the sound, if the machine has them."""
BROWSERS = ("chromium", "chromium-browser")


@dataclass(frozen=True, slots=True)
class UnitEnvironment:
    """What the units depend on. `config` is the folder of the user's settings, those of other programs too."""

    user: str
    home: Path
    root: bool
    python: str
    browser: str
    cage: str | None
    groups: tuple[str, ...]
    environment: Mapping[str, str]
    config: Path
    labwc: bool = False
    raspi_config: bool = False

    @classmethod
    def here(cls) -> "UnitEnvironment":
        """Return this machine; with sudo, the table is run by the user who called it."""
        root = os.geteuid() == 0
        caller = os.environ.get("SUDO_USER", "") if root else ""
        known = pwd.getpwnam(caller) if caller else pwd.getpwuid(os.geteuid())
        home = Path(known.pw_dir)
        there = {group.gr_name for group in grp.getgrall()}
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        config = None if root else os.environ.get("XDG_CONFIG_HOME")
        return cls(
            known.pw_name,
            home,
            root,
            sys.executable,
            found or f"/usr/bin/{BROWSERS[0]}",
            shutil.which("cage"),
            tuple(group for group in GROUPS if group in there),
            {name: str(Path(os.environ[name]).absolute()) for name in ("PIPSQUEAK_HOME",) if os.environ.get(name)},
            Path(config) if config else home / ".config",
            shutil.which("labwc") is not None,
            shutil.which("raspi-config") is not None,
        )

    @property
    def units(self) -> Path:
        """Where the units belong: to the system for root, else to the user."""
        return Path("/etc/systemd/system") if self.root else self.config / "systemd" / "user"

    def make_folders(self) -> None:
        """Make the folders that the units name: systemd starts no service that may write to one that is missing.

        Raises:
            UnitError: one cannot be made.

        """
        for name, path in self.environment.items():
            try:
                Path(path).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UnitError(
                    f"{path} cannot be made for {self.user} ({error.strerror}): make it, or name another {name}"
                ) from error

    @contextmanager
    def as_user(self) -> Iterator[None]:
        """Do meanwhile as the table's user: see that user's settings, and leave no file of root's there."""
        if not self.root or self.user == "root":
            yield
            return
        known, groups, before = pwd.getpwnam(self.user), os.getgroups(), dict(os.environ)
        for name in [name for name in os.environ if name.startswith("XDG_")]:
            del os.environ[name]
        os.environ["HOME"] = known.pw_dir
        os.initgroups(known.pw_name, known.pw_gid)
        os.setegid(known.pw_gid)
        os.seteuid(known.pw_uid)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.setgroups(groups)
            os.environ.clear()
            os.environ.update(before)
