"""The rules of a keep-and-throw game for people, written from the rules that the solver plays by."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from robot.games.rulebook import Rulebook, RuleExample
from robot.saying import Saying
from solver.keep_and_throw.rules import FACES, KeepRules

ALIKE = 3
"""Equal dice that are listed for every face; more of them score a multiple of these."""


def aside_rulebook(title: Saying, rules: KeepRules) -> Rulebook:
    """Return the rules of a game in which dice that score are set aside."""
    does = (
        Saying("rules-turns"),
        Saying("rules-aside-throw", {"dice": rules.dice}),
        *map(Saying, ("rules-aside-keep", "rules-aside-then", "rules-aside-all", "rules-aside-lost", "rules-hold")),
    )
    wins = (Saying("rules-win-goal", {"goal": rules.goal}),)
    return Rulebook(title, does, tuple(_scores(rules)), wins, tuple(_examples(rules)))


def _scores(rules: KeepRules) -> Iterator[Saying]:
    if multiples := _multiples(rules):
        parts = (Saying("rules-aside-multiple", {"size": size, "times": times}) for size, times in multiples.items())
        yield Saying("rules-aside-times", {"parts": tuple(parts)})
    if rules.opening > rules.step:
        yield Saying("rules-aside-opening", {"opening": rules.opening})
    if rules.penalty:
        yield Saying("rules-aside-penalty", {"penalty": rules.penalty})


def _multiples(rules: KeepRules) -> Mapping[int, int]:
    """Return how many times the points of three equal dice more of them score, by how many: only what faces share."""
    found = {}
    for size in range(ALIKE + 1, rules.dice + 1):
        faces = range(1, FACES + 1)
        three, more = ([rules.points((face,) * count) for face in faces] for count in (ALIKE, size))
        named = any(sum(one.counts) == max(one.counts) == size for one in rules.combinations)
        if named and all(three) and len({(many / few) for many, few in zip(more, three, strict=True)}) == 1:
            found[size] = more[0] // three[0]
    return found


def _examples(rules: KeepRules) -> Iterator[RuleExample]:
    """Yield what scores, the fewest dice first; of throws that differ in their faces alone, such as pairs, one."""
    multiples = _multiples(rules)
    shapes: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for one in sorted(rules.combinations):
        dice = tuple(face for face in range(1, FACES + 1) for _ in range(one.counts[face - 1]))
        if rules.points(dice) == one.points and not (_alike(dice) and len(dice) in multiples):
            shapes[len(dice), *sorted(one.counts)].append(dice)
    for shape in sorted(shapes):
        throws = sorted(shapes[shape])
        for dice in throws if _alike(throws[0]) or max(shape[1:]) == 1 else throws[len(throws) // 2 :][:1]:
            points = rules.points(dice)
            yield RuleExample(dice, points, Saying("rules-adds", {"points": points}))


def _alike(dice: Sequence[int]) -> bool:
    return len(set(dice)) == 1
