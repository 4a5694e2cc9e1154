"""The table as a service of systemd: units of the table and its screen, notifications, and the count of crashes."""

import grp
import json
import os
import pwd
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment, PackageLoader

from hardware.clock import Clock
from robot.errors import FileError
from robot.files import keep_file, write_whole
from robot.host.status import Phase, Status

GROUPS = ("dialout", "video", "gpio", "render", "input", "audio")
"""Groups that own the board's port, the camera, the pins and the sound, if the machine has them."""
BROWSERS = ("chromium", "chromium-browser")
SERVICE = "pipsqueak.service"
AGAIN = 75
"""The exit status of a table that has closed and needs a new start at once (EX_TEMPFAIL of sysexits.h)."""
DESCRIPTORS = 8192
"""The limit of open files and connections; the page takes at most some 500."""
WATCHDOG = 60
"""Seconds. The longest step of the game loop, some ten seconds, waits for a board that is silent after a throw."""
KIOSK, ENTRY = "pipsqueak-kiosk.service", "pipsqueak-kiosk.desktop"
OPTIONS = (
    "--kiosk",
    "--noerrdialogs",
    "--no-first-run",
    "--disable-session-crashed-bubble",
    "--disable-features=Translate",
    "--password-store=basic",
    "--incognito",
    "--ozone-platform-hint=auto",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--autoplay-policy=no-user-gesture-required",
)
START = (
    f"systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY; systemctl --user start --no-block {KIOSK}"
)
"""The command that a desktop runs when it has started."""


@dataclass(frozen=True, slots=True)
class UnitEnvironment:
    """The parts of a machine that units depend on. `config` is the user's folder for the settings of all programs."""

    user: str
    home: Path
    root: bool
    python: str
    browser: str
    cage: str | None
    groups: tuple[str, ...]
    environment: Mapping[str, str]
    config: Path
    raspi_config: bool = False

    @classmethod
    def here(cls) -> "UnitEnvironment":
        """Return those of this machine. With sudo, the user who called it runs the table."""
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
            shutil.which("raspi-config") is not None,
        )

    @property
    def units(self) -> Path:
        """The folder of the units: the system's for root, else the user's."""
        return Path("/etc/systemd/system") if self.root else self.config / "systemd" / "user"

    def make_folders(self) -> None:
        """Make the folders that the units name: systemd starts no service if a folder that it may write is missing.

        Raises:
            FileError: a folder cannot be made.

        """
        for name, path in self.environment.items():
            try:
                Path(path).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FileError(
                    f"{path} cannot be made for {self.user} ({error.strerror}): create it, or name another {name}"
                ) from error

    @contextmanager
    def as_user(self) -> Iterator[None]:
        """Act as the table's user in this context: read that user's settings, and leave no file that root owns."""
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


def quote(word: str) -> str:
    """Return a word quoted for the settings of a unit, with its percent signs escaped."""
    plain = word.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"' if plain != word or not plain or any(letter in word for letter in " \t'\"") else plain


def command_line(program: str, *words: str) -> str:
    """Return a command quoted for a unit. Only the dollars in `words` are escaped: systemd expands variables there."""
    return " ".join([quote(program), *(quote(word.replace("$", "$$")) for word in words)])


def install(machine: UnitEnvironment, words: Sequence[str], port: int, folder: Path | None = None) -> Iterator[str]:
    """Write all files, each whole or not at all; yield which ones were written, and what to do next.

    `words` follow `pipsqueak exhibit` in the service. With a `folder`, all files go there.

    Raises:
        FileError: the files cannot be written.

    """
    where = folder or machine.units
    try:
        files = {where / SERVICE: service(machine, words), **screen_files(machine, port, folder)}
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text.encode(errors="surrogateescape"))
    except (FileExistsError, NotADirectoryError) as error:
        raise FileError(f"{where} is not a folder and cannot be created: name another one with --install") from error
    except OSError as error:
        help_ = "start it with sudo, or as the user of the table" if machine.root else "correct its permissions"
        raise FileError(f"the units cannot be written to {where} ({error.strerror}): {help_}") from error
    yield from (f"written: {path}" for path in files)
    yield from _next_steps(machine)


def service(machine: UnitEnvironment, words: Sequence[str]) -> str:
    """Return the unit of the table itself."""
    command = command_line(machine.python, "-m", "robot", "exhibit", *words)
    return _unit(SERVICE, machine=machine, command=command, watchdog=WATCHDOG, descriptors=DESCRIPTORS, again=AGAIN)


def _unit(name: str, **values: object) -> str:
    """Render a template of this folder with these values. Units quote their values as systemd needs it."""
    units = Environment(  # noqa: S701  no page
        loader=PackageLoader("robot.exhibit", ""), trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    units.filters["quoted"] = quote
    return units.get_template(name).render(values)


def _next_steps(machine: UnitEnvironment) -> Iterator[str]:
    yield from screen_steps(machine)
    if machine.user == "root":
        yield "note: root would run the table and the browser: log in as the table's user, then run this with sudo"
    if machine.root:
        yield (
            "now: sudo systemctl daemon-reload && sudo systemctl set-default multi-user.target && "
            f"sudo systemctl enable {SERVICE} {KIOSK} && sudo reboot"
        )
    else:
        yield f"now: systemctl --user daemon-reload && systemctl --user enable --now {SERVICE}"
        yield f"and, so that it starts with the machine: sudo loginctl enable-linger {machine.user}"
        yield f"the page is shown whenever the desktop starts; to show it now: systemctl --user start {KIOSK}"
    yield "a read-only root and the partition for the journal: docs/exhibition.md"


def screen_files(machine: UnitEnvironment, port: int, folder: Path | None) -> dict[Path, str]:
    """Return the files that show the page on the table's screen, as text by path. They go into `folder` if given."""
    cage = [machine.cage or "/usr/bin/cage", "--"] if machine.root else []  # the bare screen has no desktop
    command = command_line(*cage, machine.browser, *OPTIONS)
    files = {(folder or machine.units) / KIOSK: _unit(KIOSK, machine=machine, port=port, command=command)}
    if machine.root:
        return files
    return files | {(folder or machine.config / "autostart") / ENTRY: _unit(ENTRY, start=START)}


def screen_steps(machine: UnitEnvironment) -> Iterator[str]:
    """Yield what else people must do to show the page after each start of the machine."""
    if not Path(machine.browser).exists():
        yield f"missing: {machine.browser}, without which no page is shown: sudo apt install chromium"
    if machine.root and machine.cage is None:
        yield "missing: cage, which shows the page without a desktop: sudo apt install cage"
    if machine.raspi_config and not machine.root:
        yield (
            "and, so that the desktop starts by itself and its screen stays on: "
            "sudo raspi-config nonint do_boot_behaviour B4 && sudo raspi-config nonint do_blanking 1"
        )


FAST = 90.0
"""A run that ends by itself within these seconds, with the pause before the next start, is a fast crash."""
ENOUGH = 3
"""After this many fast crashes in a row the machine does not move."""


def boot_id() -> str:
    """Return an identifier of this boot of the machine, empty if the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def since_boot() -> float:
    """Return the seconds since the machine was switched on. They do not depend on its clock's setting."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


@dataclass(slots=True)
class CrashBook:
    """The starts of crashed runs, in a file. `now` returns the seconds since the machine's boot.

    A new boot starts the count again, because a person has then seen the machine and switched it on. If the file cannot
    be written, nothing is counted.
    """

    path: Path
    now: Callable[[], float]
    boot: str

    def start(self) -> int:
        """Record a start, and return how many fast crashes came right before it."""
        now, starts = self.now(), self._load()[0]
        crashes = 0
        for sooner, later in reversed(list(pairwise([*starts, now]))):
            if not 0 <= later - sooner < FAST:
                break
            crashes += 1
        self._write([*starts[-ENOUGH:], now], self.why)
        return crashes

    @property
    def why(self) -> str:
        """The description of the last crash, empty if there is none."""
        return self._load()[1]

    def record(self, why: str) -> None:
        """Record the cause of this run's crash."""
        self._write(self._load()[0], why)

    def lasts(self) -> None:
        """Forget earlier crashes, once a run has lasted long enough."""
        self._write(self._load()[0][-1:], "")

    def end(self) -> None:
        """Record that this run has ended as intended."""
        self._write([], "")

    def _load(self) -> tuple[list[float], str]:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if kept["boot"] == self.boot:
                return [float(start) for start in kept["starts"]], str(kept["why"])
        except (OSError, ValueError, TypeError, KeyError):
            return [], ""
        return [], ""

    def _write(self, starts: list[float], why: str) -> None:
        with suppress(FileError):
            keep_file(self.path, json.dumps({"boot": self.boot, "starts": starts, "why": why}).encode())


@dataclass(slots=True)
class Notifier:
    """Sends messages to the socket of systemd that `environment` names, if it names one.

    If the socket is gone, it sends nothing, and the table goes on.
    """

    environment: Mapping[str, str]
    clock: Clock
    crashes: CrashBook | None = None
    _beaten: float | None = None
    _phase: Phase = Phase.STARTING
    _ready: bool = False

    @property
    def heard(self) -> bool:
        """Whether systemd has started this program and waits for its messages."""
        return self.environment.get("NOTIFY_SOCKET", "").startswith(("/", "@"))

    @property
    def watched(self) -> float | None:
        """The seconds after which systemd ends a silent program, None if it does not watch this one."""
        microseconds = self.environment.get("WATCHDOG_USEC", "")
        if self.environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
            return None
        return int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None

    def follow(self, status: Status) -> None:
        """Set the text of `systemctl status`, and report that the table is ready at the first change of its phase."""
        if status.phase is not self._phase:
            ready = "" if self._ready else "READY=1\n"
            self.send(f"{ready}STATUS={status.phase}")
            self._phase, self._ready = status.phase, True

    def tell_stop(self) -> None:
        self.send("STOPPING=1")

    def beat(self) -> None:
        """Report that the game loop runs: at each of its steps, at most four times in the watchdog's seconds."""
        watched, now = self.watched, self.clock.now()
        if watched is not None and (self._beaten is None or now - self._beaten >= watched / 4):
            self._beaten = now
            self.send("WATCHDOG=1")
        if self.crashes and now > FAST:
            self.crashes.lasts()
            self.crashes = None

    def send(self, words: str) -> None:
        if not self.heard:
            return
        address = self.environment["NOTIFY_SOCKET"]
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.connect("\0" + address[1:] if address.startswith("@") else address)
            sender.sendall(words.encode())
