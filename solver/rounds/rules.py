"""The rules of a game of one round, as data: what a turn is, and which scores are better."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.errors import OptionError, UnknownNameError
from solver.rounds.turns import KeepingTurn, TargetsTurn, TilesTurn
from solver.rules_file import check_keys, parse_rules, read_list, read_name, read_number, read_rules, write_rules
from solver.throw_distribution import FACES, Chance, fair_die

ENGINE = "round"
SHIPPED = Path(__file__).with_name("rules")
MOST_DICE = 6
MOST_THROWS = 6
MOST_TILES = 12
MOST_TARGETS = 20
MOST_POINTS = 1000
AIMS = ("most", "least")
ALL_KEYS = frozenset({"engine", "name", "base", "turn", "dice"})
TURN_KEYS = {
    "keep": frozenset({"aim", "points", "keep", "throws", "needs", "in_order", "together"}),
    "tiles": frozenset({"tiles", "one_die_shut", "one_die_sum", "shut_wins"}),
    "targets": frozenset({"targets"}),
}


@dataclass(frozen=True, slots=True)
class RoundRules:
    """The rules of a game in which each player has one turn.

    The best score wins, the most points if `most`, else the least. Players with the same best score share the win. Who
    scores `wins_at_once` wins, and the round is over. `die` holds the chances of the faces of every die.
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
def shipped_rounds() -> tuple[str, ...]:
    """Return the names of the games whose rules ship."""
    return tuple(path.stem for path in sorted(SHIPPED.glob("*.toml")))


@lru_cache
def find_round(name: str) -> RoundRules:
    """Return the rules that ship as `name`. Raises UnknownNameError."""
    if name not in shipped_rounds():
        raise UnknownNameError.of("game of one round", name, shipped_rounds())
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
        case TargetsTurn():
            keys |= {"turn": "targets", "targets": turn.targets}
    return write_rules(keys)


def parse_round(text: str) -> RoundRules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    return parse_rules(text, _described)


def read_round(path: Path) -> RoundRules:
    """Return the rules that a TOML file describes. Raises OptionError, which says what is wrong with it."""
    return read_rules(path, SHIPPED, _described)


def _described(written: Mapping[str, Any]) -> RoundRules:
    kind = written.get("turn")
    if kind not in TURN_KEYS:
        check_keys({"engine": written.get("engine")}, ALL_KEYS, ENGINE)
        raise OptionError(f"turn is {kind!r}: write one of {', '.join(TURN_KEYS)}")
    check_keys(written, ALL_KEYS | TURN_KEYS[kind], ENGINE)
    name, dice = read_name(written), read_number(written, "dice", None, 1, MOST_DICE)
    if kind == "targets":
        targets = read_list(written, "targets", None, (1, MOST_TARGETS), (dice, FACES * dice))
        return RoundRules(name, TargetsTurn(dice, targets), most=True)
    if kind == "tiles":
        tiles = _distinct(written, "tiles", None, MOST_TILES)
        if max(tiles) > FACES * dice:
            raise OptionError(f"tile {max(tiles)} can never be shut: {dice} dice sum to {FACES * dice} at most")
        turn = TilesTurn(
            dice,
            tiles,
            _distinct(written, "one_die_shut", tiles, MOST_TILES) if "one_die_shut" in written else None,
            read_number(written, "one_die_sum", 0, 0, MOST_POINTS),
        )
        return RoundRules(name, turn, most=False, wins_at_once=0 if _yes(written, "shut_wins") else None)
    aim = written.get("aim")
    if aim not in AIMS:
        raise OptionError(f"aim is {aim!r}: write {' or '.join(AIMS)}, the points that are best")
    return RoundRules(name, _keeping(written, dice, aim == "most"), most=aim == "most")


def _keeping(written: Mapping[str, Any], dice: int, most: bool) -> KeepingTurn:
    points = read_list(written, "points", None, (FACES, FACES), (0, MOST_POINTS))
    keep = read_number(written, "keep", None, 0, dice)
    throws = read_number(written, "throws", -(-dice // keep) if keep else None, 1, MOST_THROWS)
    needs = read_list(written, "needs", (), (0, dice), (1, FACES))
    in_order, together = _yes(written, "in_order"), _yes(written, "together")
    if needs and not most:
        raise OptionError("needs go with most points: a turn that lacks one scores 0, which is the least")
    if (in_order or together) and keep:
        raise OptionError(f"keep is {keep}: with in_order or together no number of dice must be kept, write keep = 0")
    if in_order and not needs:
        raise OptionError("in_order is given without needs: write the faces that are needed")
    return KeepingTurn(dice, points, keep, throws, needs, in_order, together, most)


def _yes(written: Mapping[str, Any], key: str) -> bool:
    value = written.get(key, False)
    if not isinstance(value, bool):
        raise OptionError(f"{key} is {value!r}: write true or false")
    return value


def _distinct(written: Mapping[str, Any], key: str, among: tuple[int, ...] | None, most: int) -> tuple[int, ...]:
    numbers = tuple(sorted(read_list(written, key, None, (1, most), (1, MOST_POINTS))))
    if len(set(numbers)) != len(numbers) or not set(numbers) <= set(among or numbers):
        known = "" if among is None else f" of {', '.join(map(str, among))}"
        raise OptionError(f"{key} is {list(numbers)}: write each number{known} once")
    return numbers
