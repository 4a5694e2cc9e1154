"""Play a game at the table."""

import argparse
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from robot.config import HANDS, PHONE, Folders, load
from robot.errors import JournalError, UsageError
from robot.games.registry import PLAYED
from robot.language import Language
from robot.language.names import name_player
from robot.saying import Saying, chain_parts
from robot.terminal.waiting import print_notice
from robot.verbs.options import (
    LAST_PLAYED,
    LEVELS_ALONE,
    add,
    add_output,
    add_picture,
    add_simulated,
    add_table_rules,
    collect_rules,
    count,
    game_of,
    make_config,
    say,
    surroundings,
    table_choice,
)

if TYPE_CHECKING:
    from robot.match.seats import GameSetting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = f"{', '.join(PLAYED)}, or the .toml file of your own game (default: ask on a terminal)"
    parser.add_argument("game", metavar="GAME", nargs="?", help=known)
    who = "you, you:NAME, hand:NAME (throws dice by hand), robot (default: you,robot, or you alone)"
    parser.add_argument("--players", metavar="A,B", help=f"{who}, or robot:STRATEGY: {LEVELS_ALONE}")
    begins = "who begins: a player's number, or thrown (default: a throw decides between people; one person begins)"
    parser.add_argument("--first", metavar="WHO", help=begins)
    add_table_rules(parser)
    add_simulated(parser, fast=True)
    add_output(parser, "--film", help="film the twin into an .mp4 or a lossless .mkv, best with --fast")
    parser.add_argument("--record", type=Path, metavar="DIR", help="record pictures and decisions in a new folder")
    waits = "resume unfinished game N (default: the one played last)"
    parser.add_argument("--resume", type=count, nargs="?", const=LAST_PLAYED, metavar="N", help=waits)
    add_picture(parser)
    add(parser, "tempo")
    plain = "print plain lines for screen readers, as without a terminal: nothing printed changes later"
    parser.add_argument("--plain", action="store_true", help=plain)
    tutor = "warn of a costly choice before it counts, and ask once whether you keep it"
    parser.add_argument("--tutor", action="store_true", help=tutor)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.match.players import names_of
    from robot.match.seats import GameSetting, read_players

    resumes = args.resume is not None
    folders, language = surroundings(args)
    if args.game is None and not resumes and not args.json and sys.stdin.isatty() and sys.stdout.isatty():
        from robot.verbs.play_menu import ask_for_game, ask_for_players

        args.game = ask_for_game(language)
        args.players = args.players or ask_for_players(language, folders, args.game)
    if (args.game is None) != resumes:
        raise UsageError("name a game, as in 'pipsqueak play pig' ('pipsqueak rules' lists them), or only --resume")
    name, rules = game_of(args) if args.game else ("", collect_rules(args))
    if args.json and args.plain:
        raise UsageError("JSON is for programs and plain lines are for people: leave out --json or --plain")
    if resumes and (rules or (args.players, args.seed, args.first) != (None, None, None)):
        raise UsageError("--resume takes players, rules and seed from the journal: leave them out")
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if end != signal.SIGHUP or signal.getsignal(end) != signal.SIG_IGN:  # nohup ignores it
            signal.signal(end, signal.default_int_handler)
    first = "1" if args.json and args.first is None else args.first  # no throw-off in JSON
    if resumes:
        game, devices = _find_unfinished(folders, args.resume, language)
        if args.table is None and args.camera is None:
            usual = replace(table_choice(args), speed=1.0).resolve_unseen(make_config(args, folders)).kept
            args.table, args.camera = devices.get("table", load(folders).table), devices.get("camera")
            if not args.json and devices != usual:
                options = f"--table {args.table}" + (f" --camera {args.camera}" if args.camera else "")
                print_notice(language.say(Saying("resumed-with", {"options": options})))
    else:
        game = GameSetting(name, rules, read_players(args.players, name, rules), first=first)
    choice = replace(table_choice(args), film=args.film)
    if choice.camera == PHONE:
        raise UsageError(f"a phone needs the page: run 'pipsqueak serve --table {HANDS} --camera {PHONE}'")
    config = make_config(args, folders)
    if sys.stdout.isatty() and not args.json:
        seating = game.seating(None)
        versus = chain_parts("versus", [name_player(name) for name in names_of(seating.players)])
        say(language.say(Saying("soon", {"title": seating.game.title, "players": versus})))
    from robot.session import PlayPlan, sit_down  # slow to import, so first people read what comes

    plan = PlayPlan(game, choice, args.record, args.json, args.plain, args.picture, args.tutor)
    sit_down(plan, folders, config, print_notice)
    return 0


def _find_unfinished(folders: Folders, number: int, language: Language) -> "tuple[GameSetting, dict[str, str]]":
    """Return the unfinished game of this number, and what its last sitting entered. Raises JournalError."""
    from robot.match.journal import Journal
    from robot.match.seats import GameSetting

    with Journal(folders.journal) as journal:
        waiting = {game.id: game for game in journal.list_unfinished()}
        if not waiting and number == LAST_PLAYED:
            raise JournalError(language.say(Saying("play-none-waits")))
        if found := waiting.get(number or next(iter(waiting))):
            return GameSetting.of(found), journal.last_sitting(found)
        if journal.begin_time(number) is None:
            why = "missing"
        elif (game := journal.game(number)).ended:
            why = "ended"
        else:
            with journal.seat(game):  # raises JournalError if another program has the game
                why = "other"
    raise JournalError(language.say(Saying("play-not-waiting", {"number": str(number), "why": why})))
