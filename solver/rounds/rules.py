"""The rules of a game of one round, as data: what a turn is, and which scores are better."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from forms.toml import Form, among, fill, flag, take, whole, wholes
from solver.card import list_games
from solver.errors import OptionError, UnknownNameError
from solver.rounds.turns import KeepingTurn, TargetsTurn, TilesTurn
from solver.rules_file import heading, parse_rules, read_rules, write_rules
from solver.throw_distribution import FACES, Chance, fair_die

ENGINE = "round"
SHIPPED = Path(__file__).with_name("rules")
SHIPPED_ROUNDS = list_games("rounds/rules")
"""The games whose rules ship."""
MOST_PLAYERS = 10
MOST_DICE = 6
MOST_THROWS = 6
MOST_TILES = 12
MOST_TARGETS = 20
MOST_POINTS = 1000
AIMS = ("most", "least")
TURNS = ("keep", "tiles", "targets")


@dataclass(frozen=True, slots=True)
class RoundRules:
    """The rules of a game in which each player has one turn.

    The best score wins, the most points if `most`, else the least. Players with the same best score share the win. A
    player who scores `wins_at_once` wins, and the round is over. `die` holds the chances of the faces of every die.
    """

    name: str
    turn: KeepingTurn | TilesTurn | TargetsTurn
    most: bool
    wins_at_once: int | None = None
    die: tuple[Chance, ...] = fair_die(FACES)

    def worth(self, score: int) -> int:
        """Return the score, its sign changed where fewer points are better."""
        return score if self.most else -score


@lru_cache
def find_round(name: str) -> RoundRules:
    """Return the rules that ship as `name`. Raises UnknownNameError."""
    if name not in SHIPPED_ROUNDS:
        raise UnknownNameError.of("game of one round", name, SHIPPED_ROUNDS)
    return read_round(SHIPPED / f"{name}.toml")


def format_round(rules: RoundRules) -> str:
    """Return the rules as the text of a TOML file that needs no other one; `parse_round` reads it."""
    turn = rules.turn
    keys: dict[str, Any] = {"engine": ENGINE, "name": rules.name, "dice": turn.dice}
    match turn:
        case KeepingTurn():
            keys |= {"turn": "keep", "aim": AIMS[not rules.most], "keep": turn.keep, "throws": turn.most_throws}
            keys |= {"points": turn.points, "needs": turn.needs, "in_order": turn.in_order, "together": turn.together}
        case TilesTurn():
            keys |= {"turn": "tiles", "tiles": turn.tiles, "one_die_sum": turn.one_die_sum}
            keys |= {"shut_wins": rules.wins_at_once is not None}
            keys |= {} if turn.one_die_shut is None else {"one_die_shut": turn.one_die_shut}
            keys |= {"one_die_must": True} if turn.one_die_must else {}
        case TargetsTurn():
            keys |= {"turn": "targets", "targets": turn.targets}
    return write_rules(keys)


def parse_round(text: str) -> RoundRules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    return parse_rules(text, _make_rules)


def read_round(path: Path) -> RoundRules:
    """Return the rules that a TOML file describes. Raises OptionError, which says what is wrong with it."""
    return read_rules(path, SHIPPED, _make_rules)


def _form(turn: str, dice: int) -> Form:
    """Return the form of a file for a turn of this kind with this many dice."""
    every = {**heading(ENGINE), "turn": among(TURNS), "dice": whole(1, MOST_DICE)}
    if turn == "targets":
        return {**every, "targets": wholes((1, MOST_TARGETS), (dice, FACES * dice))}
    if turn == "tiles":
        tiles = wholes((1, MOST_TILES), (1, MOST_POINTS))
        one_die = {"one_die_shut": tiles.usually(None), "one_die_sum": whole(0, MOST_POINTS).usually(0)}
        return {**every, "tiles": tiles, **one_die, "one_die_must": flag(), "shut_wins": flag()}
    return {
        **every,
        "aim": among(AIMS),
        "points": wholes((FACES, FACES), (0, MOST_POINTS)),
        "keep": whole(0, dice),
        "throws": whole(1, MOST_THROWS).usually(None),
        "needs": wholes((0, dice), (1, FACES)).usually(()),
        "in_order": flag(),
        "together": flag(),
    }


def _make_rules(written: Mapping[str, Any]) -> RoundRules:
    usual = _form("", 1)
    _, turn, dice = (take(written, key, usual[key]) for key in ("engine", "turn", "dice"))
    it = fill(_form(turn, dice), written)
    if turn == "targets":
        return RoundRules(it["name"], TargetsTurn(dice, it["targets"]), most=True)
    if turn == "tiles":
        tiles = _check_distinct("tiles", it["tiles"], it["tiles"])
        if max(tiles) > FACES * dice:
            raise OptionError(f"tile {max(tiles)} can never be shut: the largest sum of the dice is {FACES * dice}")
        shut = it["one_die_shut"]
        shut = shut and _check_distinct("one_die_shut", shut, tiles)
        return RoundRules(
            it["name"],
            TilesTurn(dice, tiles, shut, it["one_die_sum"], it["one_die_must"]),
            most=False,
            wins_at_once=0 if it["shut_wins"] else None,
        )
    most = it["aim"] == "most"
    return RoundRules(it["name"], _make_keeping(it, most), most=most)


def _make_keeping(it: Mapping[str, Any], most: bool) -> KeepingTurn:
    dice, keep, throws, needs = it["dice"], it["keep"], it["throws"], it["needs"]
    if throws is None and not keep:
        raise OptionError(f"throws is missing: write a whole number from 1 to {MOST_THROWS}")
    if needs and not most:
        raise OptionError("needs are only for games that the most points win: a turn without a needed die scores 0")
    if (it["in_order"] or it["together"]) and keep:
        raise OptionError(f"keep is {keep}: with in_order or together, write keep = 0")
    if it["in_order"] and not needs:
        raise OptionError("in_order is given without needs: write the faces that are needed")
    return KeepingTurn(
        dice, it["points"], keep, throws or -(-dice // keep), needs, it["in_order"], it["together"], most
    )


def _check_distinct(key: str, given: tuple[int, ...], among_these: tuple[int, ...]) -> tuple[int, ...]:
    numbers = tuple(sorted(given))
    if len(set(numbers)) != len(numbers) or not set(numbers) <= set(among_these):
        known = "" if given == among_these else f" of {', '.join(map(str, among_these))}"
        raise OptionError(f"{key} is {list(numbers)}: write each number{known} once")
    return numbers
