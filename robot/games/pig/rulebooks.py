"""The rules of Pig and its relatives for people; every number comes from the solver's rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from robot.games.last_round import winning_rules
from robot.games.rulebook import Rulebook, RuleExample, list_numbered
from robot.games.thrown import COIN, PIGS, WELLS, faces_of, name_throw
from robot.games.views import LIES as SIDES
from robot.saying import Saying, Value
from solver.card import find_card
from solver.last_round import NONE
from solver.race.hog import DICE, MOST_DICE, HogState
from solver.race.race_file import ThrowRule
from solver.race.state import RaceState
from solver.simultaneous.states import SimultaneousState, SkunkState, ThinkHerdState
from solver.single.states import SinglePlayerState
from solver.throw_distribution import Effect

DIE = range(1, 7)
ENDS = {Effect.BUST: "rules-ends", Effect.RUIN: "rules-ruins"}
ROUND_ENDS = {Effect.BUST: "rules-round-ends", Effect.RUIN: "rules-round-ruins"}


def race_rulebook(
    title: Saying, kind: type[RaceState], goal: int, last_round: str = NONE, *, own: bool = False
) -> Rulebook:
    """Return the rules of a race to `goal`. Its form tells what scores if the race is `own` or has no messages."""
    scores = (() if own else _list_scores(kind.game, kind)) or tuple(_tell_throws(kind))
    wins = winning_rules(goal, last_round)
    return Rulebook(title, _tell_turn("rules-turns", kind), scores, wins, _examples(kind, ENDS))


def _tell_throws(kind: type[RaceState]) -> Iterator[Saying]:
    """Yield what throws do in a form. Rules that never apply, because earlier ones do, are left out."""
    form = kind.form
    throws = combinations_with_replacement(range(1, form.sides + 1), form.dice)
    deciding = {next((one for one in form.throws if one.fits(throw)), None) for throw in throws}
    told = [one for one in form.throws if one in deciding]
    for one in told:
        throw = _throws_of(kind, one)
        if one.effect is Effect.RUIN:
            yield Saying("rules-race-ruins", {"throw": throw})
        elif one.effect is Effect.BUST:
            yield Saying("rules-race-banks" if one.points else "rules-race-loses", {"throw": throw} | _points(one))
        elif one.points:
            yield Saying("rules-race-adds", {"throw": throw} | _points(one))
        else:
            yield Saying("rules-race-times", {"throw": throw, "times": one.times})
    if len(told) > 1:
        yield Saying("rules-race-first")
    if form.exact:
        yield Saying("rules-race-exact")
    yield Saying("rules-race-rest" if form.points else "rules-race-rest-sum")
    if form.points:
        each = enumerate(form.points, 1)
        parts = tuple(Saying("rules-race-side", {"side": _side(kind, side), "points": gain}) for side, gain in each)
        yield Saying("rules-race-sides", {"sides": parts})


def _points(one: ThrowRule) -> dict[str, Value]:
    return {"points": one.points} if one.points else {}


def _throws_of(kind: type[RaceState], one: ThrowRule) -> Saying:
    if one.sums:
        return Saying("rules-race-sum", {"sums": tuple(map(str, one.sums))})
    if isinstance(one.dice, str):
        groups = sorted(Counter(one.dice).values(), reverse=True)
        return Saying("rules-race-equal", {"groups": tuple(map(str, groups))})
    return Saying("rules-race-shows", {"dice": tuple(_side(kind, side) for side in one.dice)})


def _side(kind: type[RaceState], side: int) -> Saying | str:
    if kind.thing == PIGS:
        return Saying(SIDES[side - 1])
    if kind.faces == COIN:
        return Saying("rules-race-heads" if side == COIN else "rules-race-tails")
    return str(side)


def hog_rulebook(title: Saying, goal: int) -> Rulebook:
    """Return the rules of Hog to `goal`."""
    does = (
        Saying("rules-turns"),
        Saying("rules-hog-throw", {"most": MOST_DICE}),
        Saying("rules-hog-goes", {"wells": len(WELLS)}),
    )
    wins = (Saying("rules-win-goal", {"goal": goal}),)
    examples = tuple(map(_of_hog, find_card(HogState.game).examples))
    return Rulebook(title, does, tuple(list_numbered("rules-hog", {})), wins, examples)


def solo_rulebook(title: Saying, start: SinglePlayerState) -> Rulebook:
    """Return the rules of a one-player game that begins at `start`."""
    limits = {limit: most for limit in ("goal", "turns") if (most := getattr(start, limit)) is not None}
    kind, wins = start.thrown, (Saying(f"rules-win-{start.game}", limits),)
    return Rulebook(title, _tell_turn("rules-alone", kind), _list_scores(kind.game, kind), wins, _examples(kind, ENDS))


HERD = ("stand", "throw", "choose", "order", "sit", "end")
"""What players do in games in which a throw counts for all who stand, in the order of the rules."""


def herd_rulebook(title: Saying, kind: type[SimultaneousState], limits: Mapping[str, int]) -> Rulebook:
    """Return the rules of Swine Herd, Skunk or THINK, which ends by its `limits`: `goal` or `turns`."""
    thrown, game = kind.thrown, SkunkState.game if issubclass(kind, SkunkState) else kind.game
    does = tuple(Saying(f"rules-herd-{part}", {"dice": thrown.dice} if part == "throw" else {}) for part in HERD)
    shared = "rules-win-shared" if game == SkunkState.game else "rules-win-swine-herd-shared"
    wins = [Saying(f"rules-win-{game}", limits), Saying(shared)]
    wins += [Saying("rules-win-think")] if kind is ThinkHerdState else []
    return Rulebook(title, does, _list_scores(game, thrown), tuple(wins), _examples(thrown, ROUND_ENDS))


def _tell_turn(begins: str, kind: type[RaceState]) -> tuple[Saying, ...]:
    """Return what players do in a turn of rolling and holding, after the message `begins`."""
    throw = Saying(f"rules-throw-{kind.thing}", {"dice": kind.dice})
    beside = {PIGS: (Saying("rules-pigs"),), "coin": (Saying("rules-coin"),)}.get(kind.thing, ())
    return (Saying(begins), throw, *beside, Saying("rules-hold"))


def _list_scores(game: str, kind: type[RaceState]) -> tuple[Saying, ...]:
    gains = {place: kind.judge(faces)[1] for place, faces in find_card(game).gains.items()}
    return tuple(list_numbered(f"rules-{game}", gains))


def _examples(kind: type[RaceState], ends: Mapping[Effect, str]) -> tuple[RuleExample, ...]:
    throws = find_card(kind.game).examples if kind.thing == PIGS else _find_typical(kind)
    return tuple(_example(kind, throw, ends) for throw in throws)


def _find_typical(kind: type[RaceState]) -> list[tuple[int, ...]]:
    """Return one throw of each sort. Throws of a sort have the same effect and gain the same share of their sum."""
    sorts: dict[tuple[Effect, float], list[tuple[int, ...]]] = {}
    for throw in combinations_with_replacement(DIE, kind.dice):
        faces = faces_of(kind, throw)
        effect, gain = kind.judge(faces)
        sorts.setdefault((effect, gain / sum(faces)), []).append(throw)
    return [sorts[sort][len(sorts[sort]) // 2] for sort in sorted(sorts)]


def _example(kind: type[RaceState], throw: tuple[int, ...], ends: Mapping[Effect, str]) -> RuleExample:
    effect, gain = kind.judge(faces_of(kind, throw))
    shown = () if kind.thing == PIGS else throw
    called = name_throw(kind, throw)
    name = called if isinstance(called, Saying) else Saying("written", {"value": called}) if not shown else None
    if effect is Effect.ON:
        return RuleExample(shown, gain, Saying("rules-adds", {"points": gain}), name)
    ending = Saying("rules-ends-with", {"points": gain}) if gain else Saying(ends[effect])
    return RuleExample(shown, gain, ending, name)


def _of_hog(throw: tuple[int, ...]) -> RuleExample:
    gain = HogState().apply(DICE[len(throw) - 1], throw).scores[0]
    return RuleExample(throw, gain, Saying("rules-adds", {"points": gain}) if gain else Saying("rules-scores-nothing"))
