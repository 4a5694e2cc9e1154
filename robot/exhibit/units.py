"""The table as a service of systemd with a watchdog, and what is installed beside it for the screen."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from robot.errors import UnitError
from robot.exhibit.kiosk import KIOSK, screen_files, screen_steps
from robot.exhibit.unit_environment import UnitEnvironment
from robot.exhibit.unit_file import SERVICE, command_line, quoted, unit
from robot.files import write_all_whole

AGAIN = 75
"""The exit status of a table that has closed and is to be started again at once (EX_TEMPFAIL of sysexits.h)."""
DESCRIPTORS = 8192
"""Files and connections that may be open at a time; those of the page are limited to some 500."""
WATCHDOG = 60
"""Seconds: the longest step of the game loop is a board that is silent after a throw, some ten seconds."""
RUNTIME = "pipsqueak"
"""The folder below systemd's for programs that run: the service works there, and lgpio makes its pipes there."""
HARDENED = (
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
    "SystemCallFilter=~@privileged",
    "SystemCallFilter=adjtimex clock_adjtime clock_adjtime64",
    "SystemCallErrorNumber=EPERM",
    "UMask=0077",
)
"""What the program never needs.

It does need memory that can be run, for the code that numba compiles, and the calls that tell whether the clock can be
believed, which are among the privileged ones because others set it with them.
"""
HARDENED_SYSTEM = (
    "CapabilityBoundingSet=",
    "PrivateMounts=yes",
    "PrivateTmp=yes",
    "ProtectControlGroups=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "ProtectSystem=strict",
)
"""The same where only the system's manager can take it away.

No PrivateDevices or DeviceAllow, and no ProtectClock, which brings a DeviceAllow: board, camera, pins and sound have
devices of many names. No ProcSubset: /proc names the boot, and the model of the Pi.
"""


def install(machine: UnitEnvironment, words: Sequence[str], port: int, folder: Path | None = None) -> Iterator[str]:
    """Write all files, whole or none of them, and yield what was written and what to do next.

    `words` is what follows `pipsqueak exhibit` in the service. All files go into `folder` if there is one.

    Raises:
        UnitError: they cannot be written; nothing was changed.

    """
    where = folder or machine.units
    try:
        files = {where / SERVICE: service(machine, words), **screen_files(machine, port, folder)}
        for path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_all_whole({path: text.encode(errors="surrogateescape") for path, text in files.items()})
    except (FileExistsError, NotADirectoryError) as error:
        raise UnitError(f"{where} is not a folder and cannot be created: name another one with --install") from error
    except OSError as error:
        help_ = "start it with sudo, or as the user of the table" if machine.root else "correct its permissions"
        raise UnitError(f"the units cannot be written to {where} ({error.strerror}): {help_}") from error
    yield from (f"written: {path}" for path in files)
    yield from _next_steps(machine)


def service(machine: UnitEnvironment, words: Sequence[str]) -> str:
    """Return the unit of the table itself."""
    return unit(
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
                f"ExecStart={command_line(machine.python, '-m', 'robot', 'exhibit', *words)}",
                f"RuntimeDirectory={RUNTIME}",
                f"WorkingDirectory=%t/{RUNTIME}",
                f"Environment=LG_WD=%t/{RUNTIME}",
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
                *HARDENED,
                *(_of_system(machine) if machine.root else []),
            ],
            "Install": [f"WantedBy={'multi-user' if machine.root else 'default'}.target"],
        }
    )


def _of_system(machine: UnitEnvironment) -> list[str]:
    """Return what only a unit of the system says. The home may be missing, as that of a user who only runs services."""
    groups = [f"SupplementaryGroups={' '.join(machine.groups)}"] if machine.groups else []
    written = [f"-{machine.home}", *machine.environment.values()]
    return [
        f"User={machine.user}",
        *groups,
        *HARDENED_SYSTEM,
        f"ReadWritePaths={' '.join(map(quoted, written))}",
    ]


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
