"""Print the rules of a game: what you do, what scores, how you win. Without a game, list the games."""

import argparse

from robot.games.registry import PLAYED, make_game
from robot.language import Language
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.verbs.options import (
    PLAY,
    add,
    add_help,
    add_output,
    add_rules,
    collect_rules,
    game_of,
    limit,
    print_json,
    rule_finder,
    say_all,
    write_output,
)
from solver.errors import OptionError
from solver.rule_card import cards_of

MOST_WORDS = 999


def takes(name: str) -> dict[str, str]:
    """Return the options that a game takes: only some have rule cards."""
    return dict.fromkeys(("card", "page") if cards_of(name) else (), "") | rule_finder(PLAY)(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = f"{', '.join(PLAYED)}, or the .toml file of your own game"
    parser.add_argument("game", metavar="GAME", nargs="?", help=known)
    add_rules(parser, "goal", "turns", "rule", "last-round")
    add_help(parser, takes, ("card", "page"))
    card = "print a rule card, rules of thumb to learn by heart: the longest, or the longest of at most N words"
    parser.add_argument("--card", nargs="?", type=limit(1, MOST_WORDS, int), const=MOST_WORDS, metavar="N", help=card)
    add_output(parser, "--page", help="write the rule card as an .html page to print")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from robot.config import Folders, load

    folders = Folders.of_user()
    usual = ENGLISH if args.json else load(folders).language
    language = Language(args.language or usual, folders.languages)
    if args.card is not None or args.page is not None:
        _print_card(args, language)
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
    wide = max(map(len, titles))
    say_all([language.say(Saying("rules-games")), *(f"  {name:{wide}}  {title}" for name, title in titles.items())])


def _print_rules(args: argparse.Namespace, language: Language) -> None:
    from robot.terminal.screens import rule_lines

    name, rules = game_of(args)
    book = make_game(name, rules).rulebook
    if args.json:
        print_json({"game": name, **book.to_json(language)})
        return
    say_all(rule_lines(book, language))


def _print_card(args: argparse.Namespace, language: Language) -> None:
    from robot.games.rule_card import CardInWords

    if args.game is None or collect_rules(args):
        raise OptionError("a rule card is for a game with its default rules: leave out all rules")
    told = CardInWords(make_game(args.game, {}), language, args.card)
    if args.page is not None:
        write_output(args.page, told.page().encode())
    elif args.json:
        print_json({"game": args.game, **told.to_json()})
    else:
        say_all(told.lines())
