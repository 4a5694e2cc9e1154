"""Print the rules of a game: what one does, what scores, how one wins. Without a game, list the games."""

import argparse
from importlib import import_module

from robot.errors import UsageError
from robot.games.known_dice import read_given_die
from robot.games.registry import PLAYED, make_game
from robot.language import Language
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add, add_table_rules, collect_rules, columns, game_of, print_json, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = f"{', '.join(PLAYED)}, or a game of your own in a .toml"
    parser.add_argument("game", metavar="GAME", nargs="?", help=known)
    add_table_rules(parser)
    told = "describe it as a Markov decision process: counts of states, actions, transitions, rewards, discount, cycles"
    parser.add_argument("--process", action="store_true", help=told)
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders, load

    folders = Folders.of_user()
    usual = ENGLISH if args.json else load(folders).language
    language = Language(args.language or usual, folders.languages)
    if args.process:
        _print_process(args)
    elif args.game is None:
        _list_games(language, json=args.json)
    else:
        _print_rules(args, language)
    return 0


def _list_games(language: Language, *, json: bool) -> None:
    titles = {name: language.say(make_game(name, {}).title) for name in PLAYED}
    if json:
        for name, title in titles.items():
            print_json({"game": name, "title": title})
        return
    say(language.say(Saying("rules-games")))
    wide = max(map(len, titles))
    for name, title in titles.items():
        say(f"  {name:{wide}}  {title}")


def _print_process(args: argparse.Namespace) -> None:
    """Print a solved game as a decision process. Raises UsageError without a game, SolverError for one without."""
    from solver.game import read_options
    from solver.games import find_game

    if args.game is None:
        raise UsageError("--process describes one game: name it, as in 'pipsqueak rules pig --goal 10 --process'")
    given = collect_rules(args)
    if "dice_of" in given:
        raise UsageError("--process takes no --dice-of: leave it out")
    game = find_game(args.game)
    options = read_options(game, **given | {"die": read_given_die(given)})
    import_module("solver.jit")  # which says what to install
    with notice_if_slow(f"the states of {game.name} are written down first"):
        from solver.environments.description import describe_process, process_json, process_lines
        from solver.environments.models.registry import model_of

        described = describe_process(model_of(game, options))
    if args.json:
        print_json({"game": game.name, **process_json(described)})
        return
    title = " ".join([game.name, *(f"with {name.replace('_', ' ')} {value}" for name, value in given.items())])
    for line in process_lines(described, title, game.unit):
        say(line)


def _print_rules(args: argparse.Namespace, language: Language) -> None:
    from robot.terminal.screens import rule_lines

    name, rules = game_of(args)
    book = make_game(name, rules).rulebook
    if args.json:
        print_json({"game": name, **book.to_json(language)})
        return
    for line in rule_lines(book, language, columns()):
        say(line)
