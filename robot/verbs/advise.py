"""Name the best action in a position, list the alternatives with their values, and explain the choice."""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot.coach.advice import NO_ADVICE, cost_saying
from robot.games.reasons import ORDER, decision_json, tell_decision
from robot.games.registry import doing_at
from robot.installation import spell_option
from robot.language import Language
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.terminal.progress import show_progress
from robot.terminal.waiting import print_notice
from robot.verbs.options import (
    add,
    add_help,
    add_rules,
    print_json,
    rules_taken,
    say,
    scores,
    solved_game,
    surroundings,
)
from solver.decision import ABOUT, CALLED, NOTHING, Decision, check_turn, in_hundred, known_digits
from solver.errors import OptionError, PositionError
from solver.game import LATER, Game
from solver.games import GAMES, OWN, find_game
from solver.notation import OPEN, Noted
from solver.units import Unit

if TYPE_CHECKING:
    from robot.coach.photographs import PhotoDice

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
BESIDES = frozenset({"others", "thrown_dice"})
"""Of these, what is no part of a position as a game knows it."""
DIGITS = frozenset({"dice", "kept", "tiles"})
"""These may be written without blanks, where a face has one digit."""
TEN = 10
SECOND = 2
ARMIES = 5
"""So many attack, and so many defend, where nobody says it."""
ACT = "advise"
RULES = (
    *("goal", "turns", "rule", "commit", "weights", "opening", "penalty", "last-round", "dice-of"),
    *("die", "die-counts", "sides"),
)
NOTED = "a position as one line, such as 30:45 +20 of pig; or give its parts by options"
PLACES = tuple(name for group in ASKED.values() for name in group if name not in BESIDES)
BEST = 5
"""This many alternatives are listed if not all are asked for."""


def takes(name: str) -> set[str]:
    """Return the options that a game takes."""
    game = find_game(name)
    parts = {*game.position}
    parts |= {"others"} if parts & {*LATER} else set()
    parts |= {"photo"} if game.seen else set()
    parts |= {"thrown_dice"} if {"dice", "me"} <= parts else set()
    return parts | rules_taken(ACT)(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}; or a score sheet in a TOML file")
    parser.add_argument("line", metavar="POSITION", nargs="*", help=NOTED)
    for title, options in ASKED.items():
        group = parser.add_argument_group(title)
        for name, (kind, words) in options.items():
            group.add_argument(spell_option(name), **kind, help=words)
    parser.add_argument(
        "--photo", metavar="PICTURE", help="read the dice in a picture: those of a sheet, or the last throw of a turn"
    )
    parser.add_argument("--all", action="store_true", help=f"list all alternatives (default: the best {BEST})")
    add_rules(parser, *RULES)
    add_help(parser, takes, [*(name for group in ASKED.values() for name in group), "photo"])
    add(parser, "language", "json")


def run(args: argparse.Namespace) -> int:
    name, *first = [args.game] if args.game.endswith(OWN) else args.game.split() or [""]
    args.line = [*first, *args.line]
    game = solved_game(args, name, ACT)
    given = {place: getattr(args, place) for place in PLACES if getattr(args, place) is not None}
    photo, assumed = None, list[Saying]()
    if args.line:
        if given or args.others or args.photo:
            raise OptionError("the position is given twice: give either its line or its parts")
        state = game.parse(" ".join(args.line))
    else:
        if photo := _complete(args, game, given):
            if not photo.sure:
                return _refuse_doubts(args, photo)
            from robot.verbs.advise_photo import photo_place

            given |= photo_place(args.photo, photo, game, given)
        state = game.read(_note(game, given))
        assumed += _tell_assumed(args, game, state)
    game.check_going(state)
    game = game.with_rules(state.noted)
    with show_progress(f"computing {game.name}"):
        decision = game.decide(state)
    check_turn(decision, getattr(state, "banked", 0), state.noted.turn)
    if args.json:
        known = known_digits(decision_json(decision, doing_at(decision.state)), ABOUT if decision.about else 0.0)
        print_json((photo.to_json() if photo else {}) | known)
    else:
        if photo:
            say(f"Read in {args.photo}: {' '.join(map(str, photo.values))}")
        language = surroundings(args)[1]
        if assumed:
            say(language.say(Saying("advise-assumed", {"assumed": ", ".join(map(language.say, assumed))})))
        _show(decision, language, None if args.all else BEST)
    return 0


def _complete(args: argparse.Namespace, game: Game, given: dict[str, Any]) -> "PhotoDice | None":
    """Put what the options say of a position into what is `given` as the game takes it; return what a photograph shows.

    Raises OptionError, PositionError, and VisionError.
    """
    if args.sheet and "sheet" in game.position:
        from robot.games.box_names import scores_text

        given["sheet"] = scores_text(game, args.sheet)
    if args.others:
        wanted = [place for place in game.position if place in LATER]
        few = len(wanted) if {*wanted} <= {*game.needs} else 2
        if wanted and not few <= len(args.others) <= len(wanted):
            number = f"{few}" if few == len(wanted) else f"{few} to {len(wanted)}"
            raise PositionError(f"--others are the scores of {number} players in {game.name}: give that many")
        given |= dict(zip(wanted or LATER, args.others, strict=False))
    if foreign := _options(place for place in given if place not in game.position):
        raise OptionError(f"{game.name} takes no {' and no '.join(foreign)}: leave it out")
    for place in DIGITS & given.keys() if game.faces < TEN else ():
        given[place] = _single(given[place])
    if args.photo is not None:
        from robot.verbs.advise_photo import photo_wanted, read_photo

        return read_photo(args.photo, photo_wanted(game, given, args.thrown_dice))
    if args.thrown_dice is not None:
        raise OptionError("--thrown-dice is for a --photo: leave it out")
    return None


def _note(game: Game, given: Mapping[str, Any]) -> Noted:
    """Return the position of which the options give the parts, as the words of a line. Raises PositionError."""
    later = [given[name] for name in LATER if name in given]
    if missing := _options(place for place in game.needs if place not in given):
        each = "for each" if len(missing) > 1 else "for it"
        raise PositionError(f"a position of {game.name} lacks {' and '.join(missing)}: give a number {each}")
    if "attackers" in game.position:
        ahead = given.get("chain") or (given.get("defenders", ARMIES),)
        armies = given.get("attackers", sum(ahead)) if "chain" in given else given.get("attackers", ARMIES) + 1
        if {"chain", "defenders"} <= given.keys():
            raise OptionError("a chain tells who defends: leave out either the defenders or the chain")
        return Noted(game.name, (str(armies), ",".join(map(str, ahead))))
    if "sheet" in game.position:
        scores = [given.get("sheet") or OPEN]
    elif "sharing" in game.position:  # each player has one turn
        if "sharing" in given and "rival" not in given:
            raise PositionError("players share the best score of the others: give --rival too")
        sharing = given.get("sharing", 1) if "rival" in given else 0
        scores = [str(given.get("rival"))] * sharing + [OPEN] * (1 + given.get("after", 0))
    else:
        either = "opponent" in game.position and "opponent" not in game.needs
        if either and (bool(later) == ("opponent" in given) or len(later) == 1):
            raise PositionError(f"a position of {game.name} needs --opponent, or --others with two scores or more")
        others = later or [given[name] for name in ("opponent", "rival") if name in given]
        scores = [str(score) for score in (given["me"], *others)]
    blanks = [given.get("blanks", 0), given.get("opponent_blanks", 0)]
    if second := given.get("seat") == SECOND:
        scores, blanks = scores[::-1], blanks[::-1]
    sits = "turn" in given and given["turn"] and "rival" in given
    marks = {
        "b": ":".join(map(str, blanks)) if any(blanks) else "",
        "n": ",".join(map(str, given.get("thrown", ()))),
        "k": "".join(map(str, given.get("kept", ()))),
        "o": ",".join(map(str, given.get("tiles", ()))),
        "r": str(given.get("rolls_left", "")),
        "l": str(given.get("left", "")),
        "s": "2" if sits else "",
    }
    turn = given.get("me" if "sharing" in game.position else "turn", 0)
    dice, box = tuple(given.get("dice", ())), given.get("committed", "")
    return Noted(game.name, tuple(scores), {}, int(second), turn, dice, {k: m for k, m in marks.items() if m}, box)


def _single(dice: Sequence[int]) -> list[int]:
    """Return the values of dice; one number may hold several of them."""
    return [int(digit) for word in dice for digit in (str(word) if word > 0 else [word])]


def _tell_assumed(args: argparse.Namespace, game: Game, state: Any) -> Iterator[Saying]:
    """Yield what of a place on a sheet nobody has given."""
    if "sheet" in game.position and not args.sheet:
        yield Saying("advise-empty")
    if "sheet" in game.position and args.rolls_left is None and state.dice:
        yield Saying("advise-left", {"left": state.rolls_left})


def _refuse_doubts(args: argparse.Namespace, photo: "PhotoDice") -> int:
    """Say which dice have no value, so that nothing can be advised."""
    from robot.language import english

    said = english().say(photo.doubts_told)
    why = f"in {args.photo} a value cannot be read ({said}): take another photo, or type what you see"
    if args.json:
        print_json({**photo.to_json(), **NO_ADVICE, "why": why})
    print_notice(why)
    return 1


def _options(places: Iterable[str]) -> list[str]:
    """Return the options that say these parts of a position, each once."""
    return [*dict.fromkeys(spell_option("others" if place in LATER else place) for place in places)]


def _show(decision: Decision, language: Language, most: int | None) -> None:
    """Print a decision in the numbers of people, with what each alternative costs unless a rule of thumb chose.

    At most `most` alternatives are listed, all if it is None.
    """
    doing, unit = doing_at(decision.state), decision.unit
    say(language.say(tell_decision(decision, doing)))
    every = decision.ranked()
    best, ranked = every[0][1], every[:most]
    if language.name == ENGLISH:  # which scripts read
        named = [_called(decision.words(action)) for action, _ in ranked]
    else:
        named = [language.say(doing(ORDER, action)) for action, _ in ranked]
    worth = [language.say(_worth(unit, value)) for _, value in ranked]
    wide, widest = max(map(len, named)), max(map(len, worth))
    for action, (_, value), told in zip(named, ranked, worth, strict=True):
        cost = abs(best - value)
        costs = "" if decision.by_rule or cost <= NOTHING else language.say(cost_saying(unit, cost))
        say(f"  {action:{wide}}  {told:>{widest}}  {costs}".rstrip())
    if more := len(every) - len(ranked):
        say(f"  {language.say(Saying('advise-more', {'more': more}))}")


def _called(action: str) -> str:
    """Return what people call an action."""
    return CALLED.get(action, action)


def _worth(unit: Unit, value: float) -> Saying:
    if unit is Unit.WINS:
        return Saying("advise-wins", {"worth": in_hundred(value)[0]})
    return Saying("advise-turns" if unit is Unit.TURNS else "advise-points", {"worth": round(value, 1)})
