"""The table's screen: a browser without frames, and what starts it on a desktop or on the bare screen."""

from collections.abc import Iterator
from pathlib import Path

from robot.exhibit.unit_environment import UnitEnvironment
from robot.exhibit.unit_file import SERVICE, command_line, unit

KIOSK, ENTRY = "pipsqueak-kiosk.service", "pipsqueak-kiosk.desktop"
LABWC = "labwc-autostart"
"""What labwc's file is called among files that are written for inspection."""
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
"""What a desktop runs when it has started. It may run it twice: a unit that has started is not started again."""


def screen_files(machine: UnitEnvironment, port: int, folder: Path | None) -> dict[Path, str]:
    """Return the files that show the page on the table's screen, in their own places or all in `folder`."""
    files = {(folder or machine.units) / KIOSK: _browser(machine, port)}
    if machine.root:
        return files
    files[folder / ENTRY if folder else machine.config / "autostart" / ENTRY] = _entry()
    if machine.labwc:
        autostart = machine.config / "labwc" / "autostart"
        files[folder / LABWC if folder else autostart] = _with_start(autostart)
    return files


def screen_steps(machine: UnitEnvironment) -> Iterator[str]:
    """Yield what else people must do so that the page is shown after each start of the machine."""
    if not Path(machine.browser).exists():
        yield f"missing: {machine.browser}, without which no page is shown: sudo apt install chromium"
    if machine.root and machine.cage is None:
        yield "missing: cage, which shows the page without a desktop: sudo apt install cage"
    if machine.raspi_config and not machine.root:
        yield (
            "and, so that the desktop starts by itself and its screen stays on: "
            "sudo raspi-config nonint do_boot_behaviour B4 && sudo raspi-config nonint do_blanking 1"
        )


def _browser(machine: UnitEnvironment, port: int) -> str:
    """Return the unit of the browser: on the desktop of the user, or for root on the bare screen by cage.

    A desktop's unit is started by the desktop itself: Raspberry Pi OS does not reach graphical-session.target.
    """
    page = f"http://127.0.0.1:{port}/"
    cage = [machine.cage or "/usr/bin/cage", "--"] if machine.root else []
    command = f"{command_line(*cage, machine.browser, *OPTIONS)} --user-data-dir=%t/pipsqueak-kiosk {page}"
    return unit(
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
                    else [f"Wants={SERVICE}", f"After={SERVICE}"]
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
            **({"Install": ["WantedBy=multi-user.target"]} if machine.root else {}),
        }
    )


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


def _entry() -> str:
    """Return the entry that desktops look for in ~/.config/autostart."""
    return unit(
        {
            "Desktop Entry": [
                "Type=Application",
                "Name=Pipsqueak",
                "Comment=The page on the table's screen",
                f'Exec=sh -c "{START}"',
                "Terminal=false",
                "NoDisplay=true",
            ]
        }
    )


def _with_start(autostart: Path) -> str:
    """Return labwc's own list of what it starts, with the page at its end.

    On Raspberry Pi OS it runs this beside the system's list, which runs the entries of ~/.config/autostart; elsewhere
    it runs one list alone, and no entries.
    """
    there = autostart.read_text(errors="surrogateescape") if autostart.is_file() else ""
    if START in there:
        return there
    return f"{there}\n{START}\n" if there and not there.endswith("\n") else f"{there}{START}\n"
