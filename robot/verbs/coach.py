"""Coach people who play among themselves: keep their sheets or scores, and say what each choice costs."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from robot.coach.manners import Manner
from robot.errors import ScriptError
from robot.games.registry import PLAYED
from robot.verbs.options import add_json, add_played_rules, played_rules, print_json
from solver.errors import OptionError

if TYPE_CHECKING:
    from robot.coach.photographs import ReadPhoto
    from robot.coach.session import CoachSetting
    from vision.reader import Reader
    from vision.reading import Reading

MANNERS = [manner.value for manner in Manner]
STDIN = "-"
MORE = """\
A script has one JSON object a line:
  {"dice": [3,3,4,5,6]} or {"photo": "a.jpg"}     a throw: all dice, or those beside the dice that were kept
  {"keep": [3,3]}, {"box": "threes"}               a choice on a score sheet
  {"roll": true}, {"roll": 4}, {"hold": true}      a choice in Pig and its relatives; the number is for Hog
  {"undo": true}                                   the last line that counted is taken back
Each is answered by one line: {"player", "seat", "dice", "doubts", "action", "value", "options", "why", "over"} with
"sheet" or "scores", and {"error"} for a line that is not legal, which changes nothing.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"{', '.join(PLAYED)}, or a sheet of your own in a .toml"
    )
    parser.add_argument("--players", metavar="A,B", help="the names of those who play, in the order of their turns")
    parser.add_argument(
        "--manner",
        choices=MANNERS,
        help="open says what is best, after what a choice has cost, silent tells all at the end (default: open)",
    )
    parser.add_argument("--script", metavar="FILE", help="answer the lines of this file, - for stdin; needs --json")
    add_played_rules(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.script is None or not args.json:
        raise OptionError("a script is answered in JSON: write --script FILE --json")
    _answer_script(args.script, _setting(args))
    return 0


def _setting(args: argparse.Namespace) -> "CoachSetting":
    from robot.coach.session import CoachSetting, coached_game, names_from
    from robot.config import Folders

    if args.game is None:
        raise OptionError(f"name the game to coach: {', '.join(PLAYED)}")
    rules = played_rules(args)
    names = names_from(args.players, coached_game(args.game, rules, Folders.of_user().cache))
    return CoachSetting(args.game, rules, names, Manner(args.manner or Manner.OPEN.value))


def _answer_script(script: str, setting: "CoachSetting") -> None:
    from robot.coach.answers import ScriptedCoach
    from robot.coach.session import CoachSession
    from robot.config import Folders

    session = CoachSession(setting, Folders.of_user().cache)
    coach = ScriptedCoach(session, _photo_reader(Path(script).parent))
    for line in _script_lines(script):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        print_json(coach.answer(data))


def _script_lines(script: str) -> Iterator[str]:
    """Yield the lines of a script that are not empty. Raises ScriptError if it cannot be read."""
    try:
        with sys.stdin if script == STDIN else Path(script).open(encoding="utf-8") as lines:
            yield from (line for line in lines if line.strip())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise ScriptError(f"the script {script} cannot be read ({reason}): check its name") from error


def _photo_reader(beside: Path) -> "ReadPhoto":
    """Return what reads a picture; a name that is no file here is looked for in the folder `beside`."""
    from functools import cache

    @cache
    def reader() -> "Reader":
        from robot.app import make_reader

        return make_reader()

    def read(file: str) -> "Reading":
        from vision.pictures import load_picture

        path = Path(file)
        return reader().read(load_picture(path if path.exists() else beside / path))

    return read
