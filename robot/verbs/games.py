"""List the games of the journal, the newest first, or give up one that is not finished."""

import argparse
from typing import TYPE_CHECKING

from robot.errors import JournalError
from robot.saying import Saying
from robot.verbs.options import add, count, print_json, say_all, surroundings

if TYPE_CHECKING:
    from robot.match.journal import Journal, JournalGame

LISTED = 20
"""This many games are listed unless all are asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help=f"list all games (default: the newest {LISTED})")
    which.add_argument("--discard", type=count, metavar="N", help="give up unfinished game N; its throws are kept")
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    from robot.match.journal import Journal
    from robot.match.players import names_of

    folders, language = surroundings(args)
    with Journal(folders.journal) as journal:
        if args.discard is not None:
            game = _discard(journal, args.discard)
            if not args.json:
                say_all([language.say(Saying("game-discarded", {"number": game.id}))])
                return 0
            games = [game]
        else:
            journal.end_untouched()
            games = journal.games(newest=-1 if args.all else LISTED)[::-1]
        for game in games:
            if args.json:
                told = {"number": game.id, "game": game.game, "players": list(game.players), "begun": game.begun}
                winners = game.winners and [names_of(game.players)[seat] for seat in game.winners]
                print_json(told | {"ended": game.ended, "winners": winners})
            else:
                say_all([language.say(_line(journal, game))])
    if not args.json:
        waits = any(game.ended is None for game in games)
        if waits or not games:
            say_all([language.say(Saying("games-how" if games else "games-none"))])
    return 0


def _line(journal: "Journal", game: "JournalGame") -> Saying:
    """Return a game in a line."""
    from robot.language.names import name_player
    from robot.match.players import names_of
    from robot.match.standing import describe_unfinished, which

    if game.ended is None:
        state = Saying("game-waits", {"throws": describe_unfinished(journal, game).throws})
    elif game.winners:
        state = Saying("game-won", {"names": tuple(name_player(names_of(game.players)[seat]) for seat in game.winners)})
    else:
        state = Saying("game-ended")
    return Saying("game-line", which(game) | {"state": state})


def _discard(journal: "Journal", number: int) -> "JournalGame":
    """End an unfinished game without a winner. Raises JournalError where it is over, or is being played."""
    game = journal.game(number)
    with journal.seat(game):
        game = journal.game(number)
        if game.ended is not None:
            raise JournalError(f"game {number} has ended: 'pipsqueak games' lists those that have not")
        journal.end(game, ())
    return journal.game(number)
