"""List the games in the journal, newest first, or give up unfinished ones."""

import argparse
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from robot.errors import JournalError
from robot.saying import Saying
from robot.verbs.options import add, count, print_json, say, surroundings

if TYPE_CHECKING:
    from robot.match.journal import Journal, JournalGame

ALL, EVERY = "all", 0
"""The word for the numbers of all games, and the number that it becomes."""
LISTED = 20
"""The number of games that are listed without --all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help=f"list all games (default: the newest {LISTED})")
    given_up = f"give up the unfinished games with these numbers, or {ALL}; their throws are kept"
    which.add_argument("--discard", type=_number, nargs="+", metavar="N", help=given_up)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.match.journal import Journal
    from robot.match.players import names_of

    folders, language = surroundings(args)
    with Journal(folders.journal) as journal:
        journal.end_abandoned()
        if args.discard:
            waiting = [game.id for game in journal.list_unfinished()]
            numbers = waiting if EVERY in args.discard else args.discard
            games: Iterable[JournalGame] = map(partial(_discard, journal), numbers)
        else:
            games = reversed(journal.games(newest=-1 if args.all else LISTED, listed=True))
        waits = []
        for game in games:
            waits.append(game.ended is None)
            if args.json:
                told = {"number": game.id, "game": game.game, "players": list(game.players), "begun": game.begun}
                winners = game.winners and [names_of(game.players)[seat] for seat in game.winners]
                print_json(told | {"ended": game.ended, "winners": winners})
            else:
                given_up = Saying("game-discarded", {"number": game.id})
                say(language.say(given_up if args.discard else _line(journal, game)))
    if not waits and not args.json:
        say(language.say(Saying("discard-none" if args.discard else "games-none")))
    elif any(waits) and not args.json:
        say(language.say(Saying("games-how")))
    return 0


def _line(journal: "Journal", game: "JournalGame") -> Saying:
    """Return a game as one line."""
    from robot.language.names import name_player
    from robot.match.players import names_of
    from robot.match.standing import count_throws, tell_game

    if game.ended is None:
        state = Saying("game-waits", {"throws": count_throws(journal, game)})
    elif game.winners:
        state = Saying("game-won", {"names": tuple(name_player(names_of(game.players)[seat]) for seat in game.winners)})
    else:
        state = Saying("game-ended")
    return Saying("game-line", tell_game(game) | {"state": state})


def _number(text: str) -> int:
    return EVERY if text == ALL else count(text)


def _discard(journal: "Journal", number: int) -> "JournalGame":
    """End an unfinished game without a winner. Raises JournalError if the game is over or being played."""
    game = journal.game(number)
    with journal.seat(game):
        game = journal.game(number)
        if game.ended is not None:
            raise JournalError(f"game {number} has ended: 'pipsqueak data games' lists those that have not")
        journal.end(game, ())
    return journal.game(number)
