"""The rules of games of one round for people."""

from collections.abc import Iterator

from robot.games.rulebook import Rulebook, RuleExample
from robot.saying import Saying, Value
from solver.action import in_row
from solver.rounds.rules import RoundRules
from solver.rounds.turns import KeepingTurn, TargetsTurn, TilesTurn


def round_rulebook(title: Saying, rules: RoundRules) -> Rulebook:
    """Return the rules of a game of one round."""
    turn, best = rules.turn, "most" if rules.most else "least"
    at_once = (Saying("rules-tiles-at-once"),) if rules.wins_at_once is not None else ()
    wins = (Saying(f"rules-round-{best}"), Saying(f"rules-round-shared-{best}"), *at_once)
    if isinstance(turn, TilesTurn):
        return Rulebook(title, tuple(_shuts(turn)), (Saying("rules-tiles-sum"),), wins, tuple(_shut_examples(turn)))
    if isinstance(turn, TargetsTurn):
        return Rulebook(title, tuple(_aims(turn)), (Saying("rules-targets-hit"),), wins, tuple(_hit_examples(turn)))
    return Rulebook(title, tuple(_does(turn)), tuple(_scores(turn)), wins, tuple(_examples(turn)))


def _shuts(turn: TilesTurn) -> Iterator[Saying]:
    yield Saying("rules-round-turn")
    yield Saying("rules-tiles-open", {"tiles": in_row(turn.tiles)})
    yield Saying("rules-aside-throw", {"dice": turn.dice})
    yield Saying("rules-tiles-shut")
    must = "-must" * turn.one_die_must
    if turn.dice > 1 and turn.one_die_shut is not None:
        yield Saying(f"rules-tiles-one-shut{must}", {"tiles": in_row(turn.one_die_shut)})
    if turn.dice > 1 and turn.one_die_sum:
        yield Saying(f"rules-tiles-one-sum{must}", {"sum": turn.one_die_sum})
    yield Saying("rules-tiles-end")


def _aims(turn: TargetsTurn) -> Iterator[Saying]:
    yield Saying("rules-targets", {"rounds": len(turn.targets), "targets": in_row(turn.targets)})
    yield Saying("rules-targets-throw", {"dice": turn.dice})


def _shut_examples(turn: TilesTurn) -> Iterator[RuleExample]:
    """Yield some throws, each with tiles that it may shut while all are open, and the number of other ways."""
    for face in (1, 3, 6):
        dice = (face,) * turn.dice
        ways = [option.choice for option in turn.options(turn.tiles, turn.see(dice)) if option.choice]
        if ways:
            told: dict[str, Value] = {"tiles": in_row(ways[0]), "more": len(ways) - 1}
            yield RuleExample(dice, sum(dice), Saying("rules-tiles-shuts", told))


def _hit_examples(turn: TargetsTurn) -> Iterator[RuleExample]:
    """Yield a throw that hits the first target, and one for the last."""
    for target in dict.fromkeys((turn.targets[0], turn.targets[-1])):
        more, left = divmod(target, turn.dice)
        dice = tuple(more + (place < left) for place in range(turn.dice))
        yield RuleExample(dice, target, Saying("rules-targets-hits", {"target": target, "points": target}))


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
    """Yield what each kept die scores in addition to the needed ones."""
    for face, points in enumerate(turn.points, 1):
        yield RuleExample((face,), points, Saying("rules-adds", {"points": points}))
