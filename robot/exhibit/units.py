"""The units of systemd: the table as a service with a watchdog, and a browser that shows its page."""

import grp
import os
import pwd
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot.errors import UnitError
from robot.files import write_all_whole

SERVICE, KIOSK = "pipsqueak.service", "pipsqueak-kiosk.service"
GROUPS = ("dialout", "video", "gpio", "render", "input")
"""Groups that own the board's port, the camera and the pins, if the machine has them."""
BROWSERS = ("chromium", "chromium-browser")
AGAIN = 75
"""The exit status of a table that has closed and is to be started again at once (EX_TEMPFAIL of sysexits.h)."""
DESCRIPTORS = 8192
"""Files and connections that may be open at a time; those of the page are limited to some 500."""
WATCHDOG = 60
"""Seconds: the longest step of the game loop is a board that is silent after a throw, some ten seconds."""
KIOSK_OPTIONS = (
    "--kiosk",
    "--noerrdialogs",
    "--no-first-run",
    "--disable-session-crashed-bubble",
    "--disable-features=Translate",
    "--password-store=basic",
    "--incognito",
)


@dataclass(frozen=True, slots=True)
class UnitEnvironment:
    """What the units depend on: user, Python, browser and display."""

    user: str
    home: Path
    root: bool
    python: str
    browser: str
    cage: str | None
    groups: tuple[str, ...]
    environment: Mapping[str, str]

    @classmethod
    def here(cls) -> "UnitEnvironment":
        """Return this machine; with sudo, the table is run by the user who called it."""
        root = os.geteuid() == 0
        caller = os.environ.get("SUDO_USER", "") if root else ""
        known = pwd.getpwnam(caller) if caller else pwd.getpwuid(os.geteuid())
        there = {group.gr_name for group in grp.getgrall()}
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        kept = {name: os.environ[name] for name in ("PIPSQUEAK_HOME",) if name in os.environ}
        return cls(
            known.pw_name,
            Path(known.pw_dir),
            root,
            sys.executable,
            found or f"/usr/bin/{BROWSERS[0]}",
            shutil.which("cage"),
            tuple(group for group in GROUPS if group in there),
            kept,
        )

    @property
    def folder(self) -> Path:
        """Where the units belong: to the system for root, else to the user."""
        if self.root:
            return Path("/etc/systemd/system")
        config = os.environ.get("XDG_CONFIG_HOME")
        return (Path(config) if config else self.home / ".config") / "systemd" / "user"


def install(machine: UnitEnvironment, words: Sequence[str], port: int, folder: Path | None = None) -> Iterator[str]:
    """Write both units, whole or not at all, and yield what was written and what to do next.

    `words` is what follows `pipsqueak exhibit` in the service.

    Raises:
        UnitError: they cannot be written; nothing was changed.

    """
    where = folder or machine.folder
    units = {where / SERVICE: service(machine, words), where / KIOSK: kiosk(machine, port)}
    try:
        where.mkdir(parents=True, exist_ok=True)
        write_all_whole({path: unit.encode() for path, unit in units.items()})
    except (FileExistsError, NotADirectoryError) as error:
        raise UnitError(f"{where} is not a folder and cannot be created: name another one with --install") from error
    except OSError as error:
        help_ = "start it with sudo, or as the user of the table" if machine.root else "correct its permissions"
        raise UnitError(f"the units cannot be written to {where} ({error.strerror}): {help_}") from error
    yield from (f"written: {path}" for path in units)
    yield from _next_steps(machine)


def service(machine: UnitEnvironment, words: Sequence[str]) -> str:
    """Return the unit of the table itself."""
    command = [machine.python, "-m", "robot", "exhibit", *words]
    return _unit(
        {
            "Unit": [
                "Description=Pipsqueak, the table that plays dice by itself",
                "StartLimitIntervalSec=600",
                "StartLimitBurst=8",
                *(f"RequiresMountsFor={quoted(path)}" for path in machine.environment.values()),
            ],
            "Service": [
                "Type=notify",
                "NotifyAccess=main",
                f"ExecStart={' '.join(map(quoted, command))}",
                *(f"Environment={quoted(f'{name}={value}')}" for name, value in machine.environment.items()),
                "Environment=PYTHONUNBUFFERED=1",
                f"WatchdogSec={WATCHDOG}",
                "TimeoutStartSec=300",
                "TimeoutStopSec=30",
                f"LimitNOFILE={DESCRIPTORS}",
                "Restart=on-failure",
                f"RestartForceExitStatus={AGAIN}",
                f"SuccessExitStatus={AGAIN}",
                "RestartSec=2",
                "KillMode=mixed",
                *(_of_system(machine) if machine.root else []),
            ],
            "Install": [f"WantedBy={'multi-user' if machine.root else 'default'}.target"],
        }
    )


def kiosk(machine: UnitEnvironment, port: int) -> str:
    """Return the unit of the browser: on the desktop of the user, or for root on the bare screen by cage."""
    page = f"http://127.0.0.1:{port}/"
    browser = [machine.browser, *KIOSK_OPTIONS, "--user-data-dir=%t/pipsqueak-kiosk", page]
    cage = machine.cage or "/usr/bin/cage"
    command = " ".join([*([cage, "--"] if machine.root else []), *map(quoted_but_specifiers, browser)])
    desk = "graphical-session.target"
    return _unit(
        {
            "Unit": [
                "Description=Pipsqueak's page on the table's screen",
                f"ConditionFileIsExecutable={machine.browser}",
                *(
                    [
                        f"Wants={SERVICE} dbus.socket systemd-logind.service",
                        f"After={SERVICE} dbus.socket systemd-logind.service systemd-user-sessions.service",
                        "After=getty@tty1.service",
                        "Conflicts=getty@tty1.service",
                        "ConditionPathExists=/dev/tty0",
                    ]
                    if machine.root
                    else [f"PartOf={desk}", f"After={desk} {SERVICE}", f"Wants={SERVICE}"]
                ),
                "StartLimitIntervalSec=0",
            ],
            "Service": [
                f"ExecStart={command}",
                "RuntimeDirectory=pipsqueak-kiosk",
                "Restart=always",
                "RestartSec=3",
                *(_on_the_bare_screen(machine) if machine.root else []),
            ],
            "Install": [f"WantedBy={'multi-user.target' if machine.root else desk}"],
        }
    )


def _of_system(machine: UnitEnvironment) -> list[str]:
    groups = [f"SupplementaryGroups={' '.join(machine.groups)}"] if machine.groups else []
    return [f"User={machine.user}", *groups, "ProtectSystem=full", "NoNewPrivileges=yes", "PrivateTmp=yes"]


def _on_the_bare_screen(machine: UnitEnvironment) -> list[str]:
    return [
        f"User={machine.user}",
        "PAMName=login",
        "TTYPath=/dev/tty1",
        "TTYReset=yes",
        "TTYVHangup=yes",
        "TTYVTDisallocate=yes",
        "StandardInput=tty-fail",
        "StandardOutput=journal",
        "UtmpIdentifier=tty1",
        "UtmpMode=user",
    ]


def _unit(sections: Mapping[str, Sequence[str]]) -> str:
    return "\n".join(f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


def quoted(word: str) -> str:
    """Return a word as a unit's command line takes it, its percent signs and dollars meaning themselves."""
    return quoted_but_specifiers(word.replace("%", "%%"))


def quoted_but_specifiers(word: str) -> str:
    """Return a word as a unit's command line takes it, its percent signs being systemd's."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{plain}"' if plain != word or not plain or any(letter in word for letter in " \t'\"") else plain


def _next_steps(machine: UnitEnvironment) -> Iterator[str]:
    if not Path(machine.browser).exists():
        yield f"missing: {machine.browser}, without which no page is shown: sudo apt install chromium"
    if machine.root and machine.cage is None:
        yield "missing: cage, which shows the page without a desktop: sudo apt install cage"
    if machine.user == "root":
        yield "note: root would run the table and the browser: log in as the table's user, then run this with sudo"
    scope = "" if machine.root else " --user"
    yield f"now: systemctl{scope} daemon-reload && systemctl{scope} enable --now {SERVICE} {KIOSK}"
    if not machine.root:
        yield f"and, so that it starts with the machine: sudo loginctl enable-linger {machine.user}"
    yield "a read-only root and the partition for the journal: docs/exhibition.md"
