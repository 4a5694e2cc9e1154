"""Write the firmware to the table's board, and check that the board answers with it."""

import argparse
import sys
import time
from contextlib import suppress
from functools import partial

from robot.config import MACHINES
from robot.errors import UsageError
from robot.files import keep_file
from robot.terminal.waiting import print_notice
from robot.verbs.options import say

MORE = """\
If a board does not answer as the board of this table, the command says what answers, and asks before it overwrites
the program. It does the same for the other kind of machine, unless --machine names a kind. Without a terminal, --force
is needed. The program that was on such a board is kept in a HEX file.

Without --port, the port is that of the configured table, or else the only USB serial port. Without --board, both
bootloaders are tried, first at 115200 baud (Uno, newer Nano), then at 57600 (old Nano). brltty and ModemManager take
ports of boards: 'pipsqueak doctor' lists the ports, and says what to do if one of these programs runs.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    parser.add_argument("--port", metavar="PORT", help="the board's serial port, as in /dev/serial/by-id")
    parser.add_argument("--board", choices=("uno", "nano", "nano-old"), help="the kind of board (default: find out)")
    parser.add_argument("--force", action="store_true", help="overwrite any other program without asking")
    parser.add_argument("--machine", choices=MACHINES, help="the kind of machine (default: as configured)")


def run(args: argparse.Namespace) -> int:
    from hardware.clock import SystemClock
    from hardware.flash import PAGE, find_foreign_program, flash
    from hardware.ports import find_port, stable_name
    from robot.config import MADE_UP, Folders, load

    config = load(Folders.of_user())
    configured, machine = config.table, args.machine or config.machine
    port = stable_name(args.port or configured) if args.port or configured not in MADE_UP else find_port()
    kept = None
    if foreign := find_foreign_program(port, machine, SystemClock(), any_kind=args.machine is not None):
        if not (args.force or _confirm(foreign)):
            raise UsageError(f"{foreign}; nothing was written: name another --port, or overwrite it with --force")
        kept = Folders.of_user().data / "firmware" / time.strftime("%Y-%m-%d-%H-%M-%S.hex")
        print_notice(f"its program will be kept in {kept}: {PAGE} says how to put it back")
    done = flash(
        port, args.board, SystemClock(), print_notice, partial(keep_file, kept) if kept else None, machine=machine
    )
    firmware, hello = done.firmware, done.hello
    say(
        f"firmware {firmware.version} ({firmware.size:,} bytes) is on the board at {port}, which answers: "
        f"protocol {hello.protocol}, dictionary {hello.dictionary}, boot number {hello.boot}"
    )
    if not firmware.watchdog:
        print_notice(
            f"this build has no watchdog, because the old Nano bootloader hangs with one: {PAGE} describes Optiboot"
        )
    return 0


def _confirm(foreign: str) -> bool:
    """Ask people whether to overwrite a foreign board, and return the answer; without a terminal, it is False."""
    from rich.console import Console
    from rich.prompt import Confirm
    from rich.text import Text

    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    question = Text(f"{foreign}. Write the firmware over its program, which is kept in a file?")
    with suppress(EOFError):
        return Confirm.ask(question, console=Console(stderr=True), default=False)
    return False
