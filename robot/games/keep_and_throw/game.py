"""Keep-and-throw games at the table: Ten Thousand, Farkle, and the dice game of Kingdom Come."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from robot.games.game import OWN, TableGame, check_rules
from robot.games.kept_dice import AsidePosition, format_kept
from robot.games.last_round import Raced, winning_rules
from robot.games.reasons import Robot
from robot.games.rulebook import Rulebook, RuleExample
from robot.games.thrown import read_dice
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import Action, in_row
from solver.decision import Decision
from solver.keep_and_throw.crowd import MOST_PLAYERS, crowd_table
from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.keep_table import load_keep, ships
from solver.keep_and_throw.player import KeepEvaluator, KeepValues, keep_player
from solver.keep_and_throw.rules import BLANKS, MOST_STEPS, KeepRules, find_rules, format_rules, parse_rules, read_rules
from solver.keep_and_throw.state import KeepFault, KeepState, faulty_dice
from solver.keep_and_throw.strategies import KNOWN, OPTIMAL
from solver.throw_distribution import FACES, Chance, Laws

REFUSED = {fault: f"refused-aside-{fault.name.lower().replace('_', '-')}" for fault in KeepFault}
"""The messages that say why dice cannot be set aside so."""


@dataclass(frozen=True, slots=True)
class KeepPosition(Raced, AsidePosition):
    """A position of a keep-and-throw game."""

    state: KeepState

    @property
    def dice(self) -> int:
        return self.state.rules.dice

    @property
    def remark(self) -> Saying | None:
        """What else people should know: the points that a first hold needs, or that a penalty is near."""
        rules, state = self.state.rules, self.state
        if self.over:
            return None
        if last := super(KeepPosition, self).remark:
            return last
        if rules.penalty and state.blanks[self.player] == BLANKS - 1:
            return Saying("aside-penalty-next", {"penalty": rules.penalty})
        if rules.opening > rules.step and not state.banked:
            return Saying("aside-opening", {"opening": rules.opening})
        return None

    def fault_of(self, action: Action) -> Saying | None:
        """Return why an action is not legal, None if it is."""
        fault = self.state.fault(action)
        if fault is None:
            return None
        values: dict[str, Value] = {"opening": self.state.rules.opening}
        values["left"] = self.state.dice_left(action.keep or ())
        values["dice"] = in_row(faulty_dice(self.state, action.keep or ()))
        if fault is KeepFault.SCORELESS and (more := self._find_lacking(action.keep or ())):
            return Saying("refused-aside-incomplete", values | {"more": in_row(more)})
        return Saying(REFUSED[fault], values)

    def _find_lacking(self, keep: Sequence[int]) -> tuple[int, ...]:
        """Return the fewest dice of this throw that make all dice in `keep` score, () if none do."""
        marked, keeps = Counter(keep), [Counter(action.keep or ()) for action in self.state.legal_actions()]
        lacking = [whole - marked for whole in keeps if marked <= whole]
        return tuple(sorted(min(lacking, key=Counter.total, default=Counter[int]()).elements()))

    @property
    def all_aside(self) -> tuple[int, ...]:
        """The fewest dice of the last throw that score the most together; () if none can be set aside."""
        keeps = {action.keep or () for action in self.state.legal_actions()}
        return max(keeps, key=lambda keep: (self.state.rules.points(keep), -len(keep)), default=())

    def to_json(self) -> dict[str, Any]:
        standing = {"scores": list(self.scores), "turn_total": self.state.turn, "dice": list(self.faces)}
        standing["aside"] = list(self.aside)
        return standing | ({"blanks": list(self.state.blanks)} if self.state.rules.penalty else {})

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        thrown = self.read_thrown(self.with_wells(action), values)
        after, total = self.after(action, values), self.state.total(action.keep or ())
        told: dict[str, Value] = {"name": name_actor(name), "thrown": in_row(sorted(thrown)), "total": total}
        key = "aside-keep-throw" if action.keep else "aside-throw"
        if after.player == self.player:
            return Saying(key, told | {"kept": format_kept(action)})
        lost = self.scores[self.player] - after.scores[self.player]
        if lost or (self.state.rules.penalty and self.state.blanks[self.player] == BLANKS - 1):
            told |= {"penalty": lost, "scores": after.score_words}
            return Saying(f"{key}-penalty", told | {"kept": format_kept(action)})
        return Saying(f"{key}-lost", told | {"kept": format_kept(action)})


POSITIONS = {KeepState: KeepPosition}
ALIKE = 3
"""This many equal dice are listed for each face. More of them score a multiple."""


def aside_rulebook(title: Saying, rules: KeepRules) -> Rulebook:
    """Return the rules of a game in which dice that score are set aside."""
    again = "rules-aside-all-forced" if rules.dice in rules.throw_on else "rules-aside-all"
    does = (
        Saying("rules-turns"),
        Saying("rules-aside-throw", {"dice": rules.dice}),
        *map(Saying, ("rules-aside-keep", "rules-aside-then", again, "rules-aside-lost", "rules-hold")),
    )
    wins = winning_rules(rules.goal, rules.last_round)
    return Rulebook(title, does, tuple(_scores(rules)), wins, tuple(_examples(rules)))


def _scores(rules: KeepRules) -> Iterator[Saying]:
    if multiples := _multiples(rules):
        parts = (Saying("rules-aside-multiple", {"size": size, "times": times}) for size, times in multiples.items())
        yield Saying("rules-aside-times", {"parts": tuple(parts)})
    if rules.opening > rules.step:
        yield Saying("rules-aside-opening", {"opening": rules.opening})
    if rules.throw_on:
        yield Saying("rules-aside-forced", {"left": " / ".join(map(str, rules.throw_on))})
    if rules.penalty:
        yield Saying("rules-aside-penalty", {"penalty": rules.penalty})


def _multiples(rules: KeepRules) -> Mapping[int, int]:
    """Return the factors on the points of three equal dice, by the number of equal dice, if all faces share them."""
    found = {}
    for size in range(ALIKE + 1, rules.dice + 1):
        faces = range(1, FACES + 1)
        three, more = ([rules.points((face,) * count) for face in faces] for count in (ALIKE, size))
        named = any(sum(one.counts) == max(one.counts) == size for one in rules.combinations)
        if named and all(three) and len({(many / few) for many, few in zip(more, three, strict=True)}) == 1:
            found[size] = more[0] // three[0]
    return found


def _examples(rules: KeepRules) -> Iterator[RuleExample]:
    """Yield what scores, the fewest dice first; only one of throws that differ only in their faces, such as pairs."""
    multiples = _multiples(rules)
    shapes: dict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
    for one in sorted(rules.combinations):
        dice = tuple(face for face in range(1, FACES + 1) for _ in range(one.counts[face - 1]))
        if rules.points(dice) == one.points and not (_are_alike(dice) and len(dice) in multiples):
            shapes[len(dice), *sorted(one.counts)].append(dice)
    for shape in sorted(shapes):
        throws = sorted(shapes[shape])
        for dice in throws if _are_alike(throws[0]) or max(shape[1:]) == 1 else throws[len(throws) // 2 :][:1]:
            points = rules.points(dice)
            yield RuleExample(dice, points, Saying("rules-adds", {"points": points}))


def _are_alike(dice: Sequence[int]) -> bool:
    return len(set(dice)) == 1


@dataclass(frozen=True, slots=True)
class KeepTableGame(TableGame[KeepPosition]):
    """A game by the rules `played`.

    Each seat has dice with the chances in `laws`. The dice of the player whose turn it is lie in the wells, the first
    one in well 1.
    """

    played: KeepRules = field(kw_only=True)
    laws: tuple[Laws, Laws] = field(kw_only=True)

    @property
    def seats(self) -> range:
        """Two players if there is a penalty or dice that differ: such games are only solved for two."""
        return range(2, 1 + (2 if self.fewer_by else MOST_PLAYERS))

    @property
    def fewer_by(self) -> str:
        return "a penalty" if self.played.penalty else "dice that differ" if self.apart or self.exchanges else ""

    @property
    def goal_step(self) -> int:
        return self.played.step

    @property
    def most_goal(self) -> int:
        return self.played.step * MOST_STEPS

    @property
    def rulebook(self) -> Rulebook:
        return aside_rulebook(self.title, self.played)

    def solver_game(self, _players: int, /) -> KeepGame:
        dice_of = read_dice(self.rules["dice_of"]) if "dice_of" in self.rules else None
        return KeepGame(self.name, self.played).with_options(die=self.die, dice_of=dice_of, cache=self.folder)

    def begin(self, players: int, /) -> KeepPosition:
        return KeepPosition(KeepState(self.played, (0,) * players, blanks=(0,) * players), apart=self.apart)

    def position(self, standing: Mapping[str, Any], player: int) -> KeepPosition:
        scores = tuple(standing["scores"])
        blanks = tuple(standing.get("blanks", (0,) * len(scores)))
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        total = standing["turn_total"]
        free = tuple(well for well in self.wells if well not in aside) if self.apart and aside else ()
        state = KeepState(self.played, scores, player, total, thrown, blanks, free)
        return KeepPosition(state, faces, aside, self.apart)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        chosen = strategy or OPTIMAL
        keep_player(chosen, self._values(self.seats[-1]), chance)

        def weigh(position: KeepPosition) -> Decision:
            return keep_player(chosen, self._values(len(position.scores)), chance).decide(position.state)

        return Robot(weigh)

    def takes_long(self, players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return players > 2 or not ships(self.played, self.laws)

    def evaluators(self, players: int, /) -> tuple[KeepEvaluator]:
        """Return the evaluator of moves by chances to win, approximate for more than two players."""
        return (KeepEvaluator(self._values(players)),)

    def approximates(self, players: int, /) -> bool:
        return players > 2

    @property
    def well_known(self) -> tuple[str, ...]:
        return KNOWN

    def law_at(self, seat: int, well: int) -> tuple[Chance, ...]:
        return self.laws[min(seat, 1)][well - 1]

    def differ(self, seat: int) -> bool:
        return len(set(self.laws[min(seat, 1)])) > 1

    @property
    def exchanges(self) -> bool:
        """Whether each player has their own dice, so that the dice in the wells change with the turn."""
        return self.laws[0] != self.laws[1]

    def _values(self, players: int) -> KeepValues:
        if players > 2:
            return crowd_table(self.played, self.laws)
        return load_keep(self.played, self.laws, self.folder)


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the rules of a game in a TOML file; raises OptionError."""
    played = read_rules(path)
    return played.name, format_rules(played)


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> KeepTableGame:
    """Return a game by its rules `goal`, `opening`, `penalty` and `last_round`, or `toml`, a custom game's file.

    `die` holds the chances of all dice, `dice_of` those of each die of a seat. Raises OptionError, or DistributionError
    for impossible dice.
    """
    die = check_rules(name, rules, {"goal", "opening", "penalty", "last_round", "die", "dice_of", OWN})
    bare = parse_rules(rules[OWN]) if OWN in rules else find_rules(name)
    limits = ("goal", "opening", "penalty", "last_round")
    played = bare.change(**{rule: rules.get(rule) for rule in limits})
    given = {rule: getattr(played, rule) for rule in limits}
    settled = {rule: value for rule, value in given.items() if value or rule == "goal"}
    dice_of = read_dice(rules["dice_of"]) if "dice_of" in rules else None
    laws = KeepGame(played.name, played).with_options(die=die, dice_of=dice_of).laws
    kept = {rule: rules[rule] for rule in ("die", "dice_of", OWN) if rule in rules}
    return KeepTableGame(played.name, settled | kept, die, folder, played=played, laws=laws)
