"""The rules of a round for people, written from the rules that the solver plays by."""

from collections.abc import Iterator

from robot.games.rulebook import Rulebook, RuleExample
from robot.saying import Saying, Value
from solver.rounds.keeping import KeepingTurn
from solver.rounds.rules import RoundRules


def round_rulebook(title: Saying, rules: RoundRules) -> Rulebook:
    """Return the rules of a game of one round."""
    turn, best = rules.turn, "most" if rules.most else "least"
    assert isinstance(turn, KeepingTurn), "the others are not played at the table"
    wins = (Saying(f"rules-round-{best}"), Saying(f"rules-round-shared-{best}"))
    return Rulebook(title, tuple(_does(turn)), tuple(_scores(turn)), wins, tuple(_examples(turn)))


def _does(turn: KeepingTurn) -> Iterator[Saying]:
    yield Saying("rules-round-turn")
    told: dict[str, Value] = {"dice": turn.dice, "throws": turn.most_throws, "keep": turn.keep}
    if turn.counts_throws:
        yield Saying("rules-sheet-throw", told)
    else:
        yield Saying("rules-aside-throw", told)
    if turn.in_order:
        yield Saying("rules-round-order", {"needs": _needs(turn)})
    elif turn.keep:
        yield Saying("rules-round-keep", told)
    else:
        yield Saying("rules-round-free")
    if turn.together:
        yield Saying("rules-round-together")
    yield Saying("rules-round-stays")


def _scores(turn: KeepingTurn) -> Iterator[Saying]:
    if turn.needs:
        yield Saying("rules-round-needs", {"needs": _needs(turn)})
    yield Saying("rules-round-others" if turn.needs else "rules-round-sum")


def _needs(turn: KeepingTurn) -> tuple[str, ...]:
    return tuple(map(str, turn.needs))


def _examples(turn: KeepingTurn) -> Iterator[RuleExample]:
    """Yield what each kept die scores beside those that are needed."""
    for face, points in enumerate(turn.points, 1):
        yield RuleExample((face,), points, Saying("rules-adds", {"points": points}))
