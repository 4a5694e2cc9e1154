"""Options and checks that several verbs share."""

import argparse
import difflib

from solver.errors import UnknownNameError

GAMES = ("pig",)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer in JSON, one object a line")


def add_devices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="TABLE", help="sim, or the board's serial port (default: as configured)")
    parser.add_argument(
        "--camera", metavar="CAMERA", help="picamera, a camera's number, a film, or a folder of pictures to play from"
    )


def check_game(name: str) -> None:
    """Raise UnknownNameError with the nearest name unless `name` is a game."""
    if name not in GAMES:
        near = difflib.get_close_matches(name, GAMES, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"the games are: {', '.join(GAMES)}"
        raise UnknownNameError(f"there is no game '{name}': {hint}")


def seed(text: str) -> int:
    """Read a seed, 0 to 2**63 - 1; raise ValueError, which argparse tells."""
    number = int(text)
    if not 0 <= number < 2**63:
        raise ValueError
    return number


def speed(text: str) -> float:
    """Read a speed, 0.1 to 20: faster, and the work of drawing and reading would outlast the board's patience."""
    number = float(text)
    if not 0.1 <= number <= 20:
        raise ValueError
    return number
