"""Name the best action in a position, list the alternatives with their values, and explain the choice."""

import argparse
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from robot.games.reasons import decision_json, tell_decision
from robot.games.registry import doing_at
from robot.language import Language
from robot.terminal.progress import show_progress
from robot.terminal.waiting import announce, print_notice
from robot.verbs.options import add, add_rules, print_json, rules_of, say, scores, surroundings
from solver.decision import ABOUT, CALLED, NOTHING, Decision, check_turn, count_in_words, in_hundred, known_digits
from solver.errors import OptionError, PositionError
from solver.games import GAMES, find_game
from solver.units import Unit

if TYPE_CHECKING:
    from robot.coach.photographs import PhotoDice

LATER = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBER: dict[str, Any] = {"type": int, "metavar": "N"}
NUMBERS: dict[str, Any] = {"nargs": "+", "type": int, "metavar": "N"}
LIST: dict[str, Any] = {"type": scores, "metavar": "N,N,…"}
BLANKS = "turns in succession without points, of a game with a penalty:"
ASKED: Mapping[str, Mapping[str, tuple[dict[str, Any], str]]] = {
    "a position in a game of points": {
        "me": (NUMBER, "score of the player whose turn it is"),
        "opponent": (NUMBER, "the other player's score"),
        "turn": (NUMBER, "points of this turn so far"),
        "seat": ({"type": int, "choices": (1, 2)}, "whose turn it is, where the players' dice differ"),
        "left": (NUMBER, "turns that are left, this one included"),
        "rival": (NUMBER, "the best score of the others"),
        "sharing": (NUMBER, "how many of the others have it (default 1)"),
        "after": (NUMBER, "how many of the others throw later (default 0)"),
        "attackers": (NUMBER, "armies that can attack"),
        "defenders": (NUMBER, "armies that they attack"),
        "others": (LIST, "scores of two or more others, in the order of their turns"),
        **dict.fromkeys(LATER, (NUMBER, argparse.SUPPRESS)),
        "chain": (
            LIST,
            "armies of territories one after another; --attackers then counts all armies of the attacker",
        ),
    },
    "a position on a score sheet": {
        "dice": (NUMBERS, "dice on the table, such as 33456 or 3 3 4 5 6 (none: the turn begins)"),
        "rolls_left": (NUMBER, "throws that may still be made in this turn (default: all but the first)"),
        "sheet": (
            {"metavar": "BOX=N,…"},
            "boxes already written, such as ones=3,yahtzee=50,bonuses=1 (default: none)",
        ),
        "committed": ({"metavar": "BOX"}, "the box of this turn, where it is chosen early"),
    },
    "a position in a game in which dice are set aside": {
        "thrown": (LIST, "which of a player's dice were thrown, where these differ"),
        "thrown_dice": (NUMBER, "how many dice a --photo must show, if some have been set aside"),
        "blanks": (NUMBER, f"{BLANKS} of the player whose turn it is"),
        "opponent_blanks": (NUMBER, f"{BLANKS} of the other"),
    },
    "a position in a game in which each player has one turn": {
        "kept": (NUMBERS, "dice that were kept before (default: none)"),
        "tiles": (NUMBERS, "tiles that are open (default: all)"),
    },
}
"""What people can say of a position, by the groups of the help."""
BESIDES = frozenset({"chain", "others", "thrown_dice"})
"""Of these, what is no part of a position as a game knows it."""
PLACES = tuple(name for group in ASKED.values() for name in group if name not in BESIDES)
UNITS = {Unit.WINS: "games in 100", Unit.POINTS: "points", Unit.FEWEST: "points", Unit.TURNS: "turns"}
LEAST_SAID = 0.05
"""A smaller cost rounds to nothing."""
BEST = 5
"""This many alternatives are listed if not all are asked for."""
LONG = "a fraction that is too long to print"


class HelpOfGame(argparse.Action):
    """Print the help: of a position and of rules only what the game takes that is named before, else how to see it."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any) -> None:
        taken = set[str]()
        parser.usage = f"%(prog)s {namespace.game or 'GAME'} [OPTION …]"
        if namespace.game is None:
            parser.epilog = "'pipsqueak advise GAME --help' says how to give a position of that game, and its rules."
        else:
            game = find_game(namespace.game)
            parser._positionals._group_actions.clear()
            taken = {*game.position, *game.takes} | ({"die_counts"} if "die" in game.takes else set())
            taken |= {"others"} if taken & {*LATER} else set()
            taken |= {"thrown_dice"} if {"dice", "me"} <= taken else set()
            position, *others = parser._action_groups[2 : 2 + len(ASKED)]
            position.title = "the position"
            for group in others:
                position._group_actions += group._group_actions
                group._group_actions = []
        for group in parser._action_groups[2:]:
            for action in group._group_actions:
                if action.dest not in taken:
                    action.help = argparse.SUPPRESS
        parser.print_help()
        parser.exit()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser._optionals.conflict_handler = "resolve"  # this help takes the place of the usual one
    parser.add_argument("-h", "--help", action=HelpOfGame, nargs=0, help="show this help message and exit")
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}; or a score sheet in a TOML file")
    for title, options in ASKED.items():
        group = parser.add_argument_group(title)
        for name, (kind, words) in options.items():
            group.add_argument(_option(name), **kind, help=words)
    parser.add_argument(
        "--photo", metavar="PICTURE", help="read the dice in a picture: those of a sheet, or the last throw of a turn"
    )
    parser.add_argument("--all", action="store_true", help=f"list all alternatives (default: the best {BEST})")
    parser.add_argument(
        "--fractions", action="store_true", help="of a race: add values as fractions, where these are short"
    )
    add_rules(parser)
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    given = {place: getattr(args, place) for place in PLACES if getattr(args, place) is not None}
    if args.sheet and "sheet" in game.position:
        from robot.games.box_names import scores_text

        given["sheet"] = scores_text(game, rules_of(args, game), args.sheet)
    if args.others:
        wanted = [place for place in game.position if place in LATER]
        few = 2 if game.defaults.keys() & {*LATER} else len(wanted)
        if wanted and not few <= len(args.others) <= len(wanted):
            number = f"{few}" if few == len(wanted) else f"{few} to {len(wanted)}"
            raise PositionError(f"--others are the scores of {number} players in {game.name}: give that many")
        given |= dict(zip(wanted or LATER, args.others, strict=False))
    typed = dict(given)
    if foreign := _options(place for place in given if place not in game.position):
        raise OptionError(f"{game.name} takes no {' and no '.join(foreign)}: leave it out")
    rules = rules_of(args, game, chain=args.chain)
    photo = None
    if args.photo is not None:
        from robot.coach.place import photo_place, photo_wanted

        photo = _photographed(args.photo, photo_wanted(game, rules, given, args.thrown_dice))
        if not photo.sure:
            return _refuse_doubts(args, photo)
        given |= photo_place(args.photo, photo, game, given)
    elif args.thrown_dice is not None:
        raise OptionError("--thrown-dice is for a --photo: leave it out")
    given |= game.dice_place(rules, given)
    missing = _options(place for place in game.position if place not in given and place not in game.defaults)
    if missing:
        each = "for each" if len(missing) > 1 else "for it"
        raise PositionError(f"a position of {game.name} lacks {' and '.join(missing)}: give a number {each}")
    game.check_position(rules, **given)
    with show_progress(f"computing {game.name}"):
        fractions = game.fractions(rules, **given) if args.fractions else None
        announce(game, rules)
        decision = game.advise(rules, **given)
    check_turn(decision, given.get("me", 0), given.get("turn", 0))
    if args.json:
        told = (
            {} if fractions is None else {"fractions": {one: value and str(value) for one, value in fractions.items()}}
        )
        known = known_digits(decision_json(decision, doing_at(decision.state)), ABOUT if decision.about else 0.0)
        print_json((photo.to_json() if photo else {}) | known | told)
    else:
        if photo:
            say(f"Read in {args.photo}: {' '.join(map(str, photo.values))}")
        if assumed := game.describe_assumptions(typed, given):
            say(f"Not given, so assumed: {assumed}")
        _show(decision, surroundings(args)[1], None if args.all else BEST)
        for action, value in (fractions or {}).items():
            say(f"  {_called(action)} = {LONG if value is None else value}")
    return 0


def _photographed(file: str, wanted: int) -> "PhotoDice":
    """Return the dice in a picture. Raises VisionError, and PositionError for another number than is `wanted`."""
    from robot.app import make_reader
    from robot.coach.photographs import PhotoDice
    from robot.table.look import look_at
    from vision.pictures import load_picture

    image = load_picture(file)
    look = look_at(image, make_reader().read(image))
    photo = PhotoDice.of(look, look.whole)
    if photo.sure and len(photo.values) != wanted:
        seen = count_in_words(len(photo.values), "die is", "dice are")
        raise PositionError(
            f"in {file} {seen} seen, but the game throws {wanted}: take another photo, or type the dice"
        )
    return photo


def _refuse_doubts(args: argparse.Namespace, photo: "PhotoDice") -> int:
    """Say which dice have no value, so that nothing can be advised."""
    from robot.coach.advice import NOTHING as NO_ADVICE
    from robot.language import english

    said = english().say(photo.doubts_told)
    why = f"in {args.photo} a value cannot be read ({said}): take another photo, or type what you see"
    if args.json:
        print_json({**photo.to_json(), **NO_ADVICE, "why": why})
    print_notice(why)
    return 1


def _option(place: str) -> str:
    return f"--{place.replace('_', '-')}"


def _options(places: Iterable[str]) -> list[str]:
    """Return the options that say these parts of a position, each once."""
    return [*dict.fromkeys(_option("others" if place in LATER else place) for place in places)]


def _show(decision: Decision, language: Language, most: int | None) -> None:
    """Print a decision in the numbers of people, with what each alternative costs unless a rule of thumb chose.

    At most `most` alternatives are listed, all if it is None.
    """
    say(language.say(tell_decision(decision, doing_at(decision.state))))
    every = decision.ranked()
    best, ranked = every[0][1], [(_called(decision.words(action)), value) for action, value in every[:most]]
    wide = max(len(action) for action, _ in ranked)
    worth = [_worth(decision.unit, value) for _, value in ranked]
    widest = max(map(len, worth))
    for (action, value), number in zip(ranked, worth, strict=True):
        costs = "" if decision.by_rule else _cost(decision.unit, abs(best - value))
        say(f"  {action:{wide}}  {number:>{widest}} {UNITS[decision.unit]}  {costs}".rstrip())
    if more := len(every) - len(ranked):
        say(f"  {more} more: --all lists them")


def _called(action: str) -> str:
    """Return what people call an action."""
    return CALLED.get(action, action)


def _cost(unit: Unit, cost: float) -> str:
    """Return what an alternative costs, "" if it is as good as the best."""
    shown = 100 * cost if unit is Unit.WINS else cost
    return (
        "" if cost <= NOTHING else f"costs {f'{shown:.1f}' if shown >= LEAST_SAID else 'less than 0.1'} {UNITS[unit]}"
    )


def _worth(unit: Unit, value: float) -> str:
    return f"{in_hundred(value)[0]:g}" if unit is Unit.WINS else f"{value:.1f}"
