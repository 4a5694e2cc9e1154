"""Summarise the games in the journal: wins, points, throws and faces; or for one game, how well each player chose."""

import argparse
import json
from typing import TYPE_CHECKING

from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, game_of, print_json, say_all, surroundings
from solver.decision import count_in_words, write_share

if TYPE_CHECKING:
    from robot.records.stats import Figures, Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "say how well people chose in the finished games of this name, and list their mistakes by kind"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders
    from robot.language import capitalize, english
    from robot.language.names import LONGEST_NAME, name_player
    from robot.records.stats import Statistics

    if args.game:
        return _show_ratings(args)
    folders = Folders.of_user()
    found = Statistics(folders.journal, folders.cache).figures()
    if args.json:
        print(json.dumps(found.to_json()))
        return 0
    games = count_in_words(found.games, "game", "games")
    ended = f"{found.finished} finished, {found.left} abandoned{tell_unfinished(found)}"
    lines = [f"{games}, {ended}; won by people {found.people_won}, by robots {found.robots_won}"]
    again = f"{found.void} made again" if found.void else ""
    back = f"{found.undone} taken back" if found.undone else ""
    more = ", ".join(filter(None, [again, back]))
    lines.append("; ".join(filter(None, [count_in_words(found.throws, "throw", "throws"), more])))
    if dice := sum(found.faces.values()):
        shares = (f"{face}: {found.faces[face]} ({write_share(found.faces[face] / dice)})" for face in range(1, 7))
        lines.append(f"faces {', '.join(shares)}")
    told = {key: record for key, record in found.players.items() if record.finished}
    for (name, game), record in sorted(told.items()):
        spoken = name_player(name)
        who = spoken[:LONGEST_NAME] if isinstance(spoken, str) else english().say(spoken)
        line = f"{capitalize(who)}, {game}: {record.won} won of {record.finished} finished"
        line += f", {record.left} abandoned{tell_unfinished(record)}"
        if (mean := record.mean) is not None:
            line += f", best {record.best}, on average {mean:.1f}"
        lines.append(line)
    if silent := len(found.players) - len(told):
        lines.append(
            f"{silent} {'record' if silent == 1 else 'records'} of players without a finished game: --json lists them"
        )
    say_all(lines)
    return 0


def _show_ratings(args: argparse.Namespace) -> int:
    """Print how well the players chose in the games of one name."""
    from robot.language.names import name_player
    from robot.review.summary import rate_players

    folders, language = surroundings(args)
    with notice_if_slow(language.say(Saying("slow-journal"))):
        found = rate_players(folders.journal, game_of(args)[0], folders.cache)
    rated = sorted(found.items(), key=lambda one: one[0][0])
    if args.json:
        print_json([{"name": name} | rating.to_json() for (name, _), rating in rated])
        return 0
    for (name, _), rating in rated:
        say_all([language.sentence(Saying("account-of", {"name": name_player(name), "what": rating.saying}))])
        say_all(f"  {language.say(kind)}" for kind in rating.kind_sayings())
    if not rated:
        say_all([language.say(Saying("rating-none"))])
    return 0


def tell_unfinished(of: "Figures | Record") -> str:
    """Return the number of unfinished games in words, "" if there are none."""
    count = of.games - of.finished - of.left
    return f", {count} unfinished" if count else ""
