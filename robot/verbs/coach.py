"""Coach people who play among themselves: keep their sheets or scores, and say what each choice costs."""

import argparse
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from robot.coach.lines import Manner, PositionLine
from robot.config import Folders
from robot.errors import FileError
from robot.games.registry import PLAYED, table_name
from robot.language import english, one_line
from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow, print_notice
from robot.verbs.options import (
    LAST_PLAYED,
    add,
    add_picture,
    add_table_rules,
    collect_rules,
    count,
    game_of,
    print_json,
    read_typed,
    say_all,
    surroundings,
)
from solver.decision import ABOUT, known_digits
from solver.errors import OptionError
from solver.notation import Noted

if TYPE_CHECKING:
    from robot.coach.photographs import ReadPhoto
    from robot.coach.session import CoachSetting
    from robot.table.look import Look

MANNERS = [manner.value for manner in Manner]
STDIN = "-"
SLOWLY = Saying("slow-game")
MORE = """\
A script has one line of JSON for each:
  {"dice": [3,3,4,5,6]} or {"photo": "a.jpg"}     a throw: all dice, or only those that were not kept
  {"keep": [3,3]}, {"score": "threes"}             a choice on a score sheet
  {"keep": [1,1,5], "then": "hold"}                a choice where dice are set aside: "hold" or "throw"
  {"shut": [4,5]}, {"throw": 1}                    a choice in Shut the Box: tiles, or how many dice
  "roll", "4", "hold"                              a choice in Pig and its relatives; the number is for Hog
  {"position": {"scores": [40,60], "player": 1}}   how the game stands; the rest is as at the beginning
  {"position": "40:60 +12 p2"}                     the same as one line
  {"undo": true}                                   take back the last line that counted
The answer to each is one line: {"player", "seat", "dice", "doubts", "action", "value", "options", "why", "over"} with
"sheet" or "scores", or {"error"} for an illegal line, which changes nothing but makes the exit status 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog, parser.formatter_class = MORE, argparse.RawDescriptionHelpFormatter
    known = f"{', '.join(PLAYED)}, or the .toml file of your own game (default: list the unfinished sessions)"
    parser.add_argument("game", metavar="GAME", nargs="?", help=known)
    parser.add_argument("--players", metavar="A,B", help="the names of the players, in the order of their turns")
    says = "open: say what is best; after: say what each choice has cost; silent: say all at the end (default: open)"
    parser.add_argument("--manner", choices=MANNERS, help=says)
    begin = "begin with this position, such as 'pig 30:45 +20' (default: the start of the game)"
    parser.add_argument("--from", dest="start", metavar="POSITION", help=begin)
    saved = "continue session N (default: the one saved last)"
    parser.add_argument("--resume", type=count, nargs="?", const=LAST_PLAYED, metavar="N", help=saved)
    parser.add_argument("--script", metavar="FILE", help="answer the lines of this file, - for stdin; needs --json")
    add_table_rules(parser)
    add_picture(parser)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    if args.start is not None and args.game is None and args.resume is None:
        args.game = table_name(Noted.read(args.start).game)
    asked = [args.game is not None, args.resume is not None]
    if all(asked):
        raise OptionError("give a game, or --resume N without one")
    if args.script is not None:
        if args.game is None or not args.json:
            raise OptionError("a script is answered in JSON: write 'pipsqueak coach GAME --script FILE --json'")
        if args.picture or args.language:
            raise OptionError("a script takes no --picture or --language: leave it out")
        return _answer_script(args.script, _setting(args), args.start)
    if not any(asked):
        _list_sessions(args)
    elif args.json:
        raise OptionError("--json is for --script, and for the list of sessions: leave it out to type your dice")
    else:
        _talk(args)
    return 0


def _list_sessions(args: argparse.Namespace) -> None:
    """List all unfinished sessions; report unusable ones on stderr."""
    from robot.coach.kept import KeptSession, SessionFolder

    folders, language = surroundings(args)
    found = list(SessionFolder(folders.coach, folders.cache).find_unfinished())
    listed = [kept for kept in found if isinstance(kept, KeptSession)]
    for error in found:
        if not isinstance(error, KeptSession):
            print_notice(str(error))
    if args.json:
        for kept in listed:
            print_json(kept.to_json())
        return
    sayings = [kept.saying for kept in listed] or [Saying("coach-none-kept")]
    say_all(one_line(language.say(saying)) for saying in sayings)


def _talk(args: argparse.Namespace) -> None:
    """Talk with people in plain lines until the game is over or they leave."""
    from robot.coach.dialogue import CoachDialogue
    from robot.coach.kept import SessionFolder

    folders, language = surroundings(args)
    sessions = SessionFolder(folders.coach, folders.cache)
    if args.resume is not None:
        if collect_rules(args) or args.players or args.start:
            raise OptionError("--resume takes players, rules and position from the session: leave them out")
        opened = sessions.open(args.resume or sessions.find_last(), Manner(args.manner) if args.manner else None)
    else:
        opened = sessions.begin(_setting(args))
    with opened as kept:
        session = kept.session
        if args.start:
            session.hear(PositionLine(args.start))
        talk = CoachDialogue(session, language, _photo_reader(Path()), kept.save, cache=folders.cache)
        with notice_if_slow(language.say(SLOWLY)):
            say_all(talk.begin())
        while not session.position.over and not talk.left:
            typed = read_typed(talk.prompt)
            with notice_if_slow(language.say(SLOWLY)):
                say_all(talk.answer(typed))
        over = session.position.over
        if args.picture:
            say_all(talk.draw(args.picture) if over else talk.say(Saying("coach-picture-later")))
        if not over and session.lines and kept.path.is_file():
            say_all(talk.say(Saying("coach-session-kept", {"number": kept.number})))


def _setting(args: argparse.Namespace) -> "CoachSetting":
    from robot.coach.session import CoachSetting, make_coached, names_from, usual_names

    game, rules = game_of(args)
    if args.start:
        noted = Noted.read(args.start if args.start.split()[:1] == [game] else f"{game} {args.start}")
        rules = noted.options() | rules
        args.players = args.players or ",".join(usual_names(len(noted.scores)))
    names = names_from(args.players, make_coached(game, rules, Folders.of_user().cache))
    return CoachSetting(game, rules, names, Manner(args.manner or Manner.OPEN.value))


def _answer_script(script: str, setting: "CoachSetting", start: str | None) -> int:
    """Answer each line of a script; return 1 if one was illegal, else 0."""
    from robot.coach.answers import ScriptedCoach
    from robot.coach.session import CoachSession

    session = CoachSession(setting, Folders.of_user().cache)
    if start:
        session.hear(PositionLine(start))
    coach = ScriptedCoach(session, _photo_reader(Path(script).parent))
    about = ABOUT if session.game.approximates(len(session.names)) else 0.0
    with notice_if_slow(english().say(SLOWLY)):
        session.advice(session.position)
    status = 0
    for line in _script_lines(script):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        answer = coach.answer(data)
        status |= "error" in answer
        print_json(known_digits(answer, about))
    return status


def _script_lines(script: str) -> Iterator[str]:
    """Yield the lines of a script that are not empty. Raises FileError if it cannot be read."""
    try:
        with sys.stdin if script == STDIN else Path(script).open(encoding="utf-8") as lines:
            yield from (line for line in lines if line.strip())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise FileError(f"the script {script} cannot be read ({reason}): check its name") from error


def _photo_reader(beside: Path) -> "ReadPhoto":
    """Return a function that reads the dice in a picture file, which it also looks for in the folder `beside`."""
    from robot.app import make_reader
    from robot.table.look import look_at
    from vision.errors import MissingPictureError
    from vision.pictures import load_picture

    reader = cache(make_reader)

    def read(file: str) -> "Look":
        try:
            image = load_picture(file)
        except MissingPictureError:
            image = load_picture(beside / file)
        return look_at(image, reader().read(image))

    return read
