"""Name the best action in a position, list the alternatives with their values, and explain the choice."""

import argparse
from typing import TYPE_CHECKING, Any

from robot.coach.advice import NO_ADVICE, cost_saying, tell_choice
from robot.games.reasons import ORDER, decision_json, tell_decision, tell_dial, tell_worths
from robot.games.registry import find_doing
from robot.language import Language, english
from robot.language.language import ENGLISH
from robot.saying import Saying
from robot.terminal.waiting import print_notice, show_progress
from robot.verbs.options import (
    add,
    add_help,
    add_rules,
    load_game,
    print_json,
    rule_finder,
    say,
    say_all,
    surroundings,
)
from solver.action import Action
from solver.decision import ABOUT, CALLED, NOTHING, Decision, Unit, check_turn, known_digits
from solver.errors import OptionError
from solver.games import GAMES, OWN, find_game
from solver.notation import read_move
from solver.spread import Spread

if TYPE_CHECKING:
    from robot.coach.photographs import PhotoDice

ACT = "advise"
RULES = ("goal", "turns", "rule", "last-round", "die")
NOTED = "the scores, then the turn total, dice and so on, such as 30:45 +20 in Pig (default: the start of the game)"
CHOSEN = "say what this choice costs and why: 33> keeps 3 3, h holds, r throws, fours scores that box"
BEST = 5
"""The number of alternatives that are listed without --all."""


def takes(name: str) -> dict[str, str]:
    """Return the options that a game takes."""
    game = find_game(name)
    parts = {"photo": game.seen > 0, "thrown_dice": game.sets_aside, "spread": game.spread is not None and game.tabled}
    return {part: "" for part, taken in parts.items() if taken} | rule_finder(ACT)(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}; or the .toml file of your own")
    parser.add_argument("line", metavar="POSITION", nargs="*", default=[], help=NOTED)
    seen = "read the dice in a picture: all dice of a sheet game, or the last throw of a turn"
    parser.add_argument("--photo", metavar="PICTURE", help=seen)
    set_aside = "with --photo, how many dice were thrown, if some had been set aside"
    parser.add_argument("--thrown-dice", type=int, metavar="N", help=set_aside)
    parser.add_argument("--all", action="store_true", help=f"list all alternatives (default: the best {BEST})")
    spread = "with dice, show how far final points spread, and what best reaches high points (slow the first time)"
    parser.add_argument("--spread", action="store_true", help=spread)
    parser.add_argument("--chosen", metavar="MOVE", help=CHOSEN)
    add_rules(parser, *RULES)
    add_help(parser, takes, ["photo", "thrown_dice", "spread"])
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    name, *first = [args.game] if args.game.endswith(OWN) else args.game.split() or [""]
    args.line = [*first, *args.line]
    game = load_game(args, name, ACT)
    line = " ".join(args.line) or str(game.start())
    photo = None
    if args.photo is not None:
        from robot.verbs.advise_photo import add_photo, count_photo_dice, read_photo

        noted = game.note(line)
        photo = read_photo(args.photo, count_photo_dice(game, noted, args.thrown_dice))
        if not photo.sure:
            return _refuse_doubts(args, photo)
        line = str(add_photo(args.photo, photo, game, noted))
    elif args.thrown_dice is not None:
        raise OptionError("--thrown-dice is for a --photo: leave it out")
    state = game.parse(line)
    game.check_going(state)
    game = game.with_rules(state.noted)
    with show_progress(f"computing {game.name}"):
        decision = game.decide(state)
        spread = game.spread(decision) if args.spread and game.spread else None
    if args.spread and spread is None and decision.unit is not Unit.WINS:  # chances to win show the spread already
        dice = "give its dice too, or " if game.spread and not state.noted.dice else ""
        raise OptionError(f"the spread of points is unknown for this position of {game.name}: {dice}leave out --spread")
    if args.chosen is not None and not all(isinstance(action, Action) for action in state.legal_actions()):
        raise OptionError(f"the cost of choices is unknown in {game.name}: leave out --chosen")
    chosen = None if args.chosen is None else read_move(state, args.chosen)[0]
    check_turn(decision, getattr(state, "banked", 0), state.noted.turn)
    if args.json:
        known = known_digits(decision_json(decision, find_doing(decision.state)), ABOUT if decision.about else 0.0)
        told = {} if chosen is None else {"chosen": _choice_json(decision, chosen)}
        print_json((photo.to_json() if photo else {}) | known | told | (spread.to_json() if spread else {}))
    else:
        if photo:
            say(f"Read in {args.photo}: {' '.join(map(str, photo.values))}")
        language = surroundings(args)[1]
        _show(decision, language, None if args.all else BEST, spread)
        if spread:
            say_all(map(language.say, tell_dial(spread, find_doing(decision.state))))
        if chosen is not None:
            say_all(map(language.sentence, tell_choice(decision, find_doing(decision.state), chosen)))
    return 0


def _choice_json(decision: Decision, chosen: Action) -> dict[str, Any]:
    """Return the choice, its cost (None if a rule of thumb decides), and the reason in English."""
    cost = None if decision.by_rule else max(0.0, decision.loss(chosen))
    why = " ".join(map(english().sentence, tell_choice(decision, find_doing(decision.state), chosen)))
    return {"action": chosen.to_json(), "cost": cost, "why": why}


def _refuse_doubts(args: argparse.Namespace, photo: "PhotoDice") -> int:
    """Say which dice have no value, which makes advice impossible; return exit status 1."""
    said = english().say(photo.doubts_told)
    why = f"in {args.photo} a value cannot be read ({said}): take another photo, or type what you see"
    if args.json:
        print_json({**photo.to_json(), **NO_ADVICE, "why": why})
    print_notice(why)
    return 1


def _show(decision: Decision, language: Language, most: int | None, spread: Spread | None) -> None:
    """Print a decision in rounded numbers, with the cost of each alternative unless a rule of thumb chose.

    List at most `most` alternatives, or all if it is None.
    """
    doing, unit = find_doing(decision.state), decision.unit
    say(language.say(tell_decision(decision, doing)))
    every = decision.rank()
    best, ranked = every[0][1], every[:most]
    if language.name == ENGLISH:  # scripts read these words
        named = [CALLED.get(word, word) for word in (decision.words(action) for action, _ in ranked)]
    else:
        named = [language.say(doing(ORDER, action)) for action, _ in ranked]
    far = {action: f" ± {spread.sd(action):.0f}" for action in spread.finals} if spread else {}
    worths = map(language.say, tell_worths(decision, [value for _, value in ranked], "advise-wins"))
    worth = [one + far.get(action, "") for (action, _), one in zip(ranked, worths, strict=True)]
    wide, widest = max(map(len, named)), max(map(len, worth))
    for action, (_, value), told in zip(named, ranked, worth, strict=True):
        cost = abs(best - value)
        costs = "" if decision.by_rule or cost <= NOTHING else language.say(cost_saying(unit, cost))
        say(f"  {action:{wide}}  {told:>{widest}}  {costs}".rstrip())
    if more := len(every) - len(ranked):
        say(f"  {language.say(Saying('advise-more', {'more': more}))}")
