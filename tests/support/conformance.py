"""What the conformance suite asks of a game: one table of games with their rules, and one function for each role.

A role that becomes the same for all games needs no function here any more.
"""

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from math import prod
from random import Random
from tempfile import NamedTemporaryFile
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.panel import KEEPS, Button
from robot.errors import IllegalAnswerError
from robot.games import dialog
from robot.games.game import OWN, Offer, Position, TableGame, Tally
from robot.games.keep_and_throw.game import KeepTableGame
from robot.games.pig.hog import HogPosition
from robot.games.registry import PLAYED, make_game
from robot.games.thrown import law_of, read_dice, read_die
from robot.language import Language
from robot.match.events import Asked, Begun, Tallied
from robot.match.questions import ChooseMove, Question
from robot.match.standing import Step
from robot.saying import Saying
from robot.web.game.state import ViewState
from solver.action import ROLL, Action, Verb
from solver.games import Game, find_game
from solver.race.rules import RACES
from tests.support.own_games import own_game
from tests.support.repository import DOCS
from tests.support.solver.reference_keep import SMALL as SMALL_ASIDE

LOADED = "1/10,1/10,1/5,1/5,1/5,1/5"
FAIR = (1 / 6,) * 6
UNLIKE = "1=1/6,1/6,1/6,1/6,1/6,1/6;3/8,1/8,1/8,1/8,1/8,1/8;0,2/8,1/8,1/8,3/8,1/8"
SMALL_SHEET = own_game("two-boxes")
SMALL_RULES = own_game("many-rules")
SMALL_UNSOLVED = own_game("unsolved")
SMALL_ROUND = own_game("two-or-three")
SMALL_TILES = 'engine = "round"\nname = "twelve"\nturn = "tiles"\ndice = 2\ntiles = [1, 2, 3, 7, 8, 9, 10, 11, 12]'
SMALL_TARGETS = 'engine = "round"\nname = "lucky"\nturn = "targets"\ndice = 2\ntargets = [7, 11, 2]'
SMALL_RACE = own_game("sevens")
BIG = (Button.HOLD, Button.ROLL, Button.NEW)
SMALL = (Button.HOLD, Button.ROLL, Button.NEW, *KEEPS)
CROWDS = {3: "three", 4: "four", 5: "five"}
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve")


@dataclass(frozen=True)
class GameCase:
    """A game by the name and the `rules` that the journal holds, for so many players, the fewest if 0."""

    name: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 0

    @property
    def id(self) -> str:
        given = (rule if rule in {"toml", "dice_of", "die"} else f"{rule}={self.rules[rule]}" for rule in self.rules)
        return " ".join([self.name, *given, *([f"for {self.seats}"] if self.seats else [])])

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def game(self) -> TableGame[Any]:
        """The game at the table."""
        return make_table_game(self)

    @property
    def players(self) -> int:
        return self.seats or self.game.seats.start

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]


OF_FILES = {name: (DOCS / "sheets" / f"{name}.toml").read_text(encoding="utf-8") for name in ("generala", "balut")}
"""Sheets of the docs, all of whose tests wait for `make check`."""

CASES = (
    *map(GameCase, PLAYED),
    GameCase("pig", {"goal": 37}),
    GameCase("pig", {"goal": 20}, 3),
    GameCase("pig", {"goal": 25}, 5),
    *(GameCase(name, {"die": LOADED}) for name in ("pig", "piglet", "two-dice-pig", "pass-the-pigs", "hog")),
    GameCase("pig", {"goal": 20, "die": LOADED}, 3),
    *(GameCase(name, {"die": LOADED}) for name in ("pig-score", "think", "swine-herd", "skunk", "chicago")),
    *(GameCase(name, {"die": LOADED}, 2) for name in ("ship-captain-crew", "shut-the-box")),
    GameCase("sevens", {"toml": SMALL_RACE}),
    GameCase("sevens", {"toml": SMALL_RACE, "goal": 25, "die": LOADED}),
    GameCase("pig-reach", {"goal": 30, "turns": 3}),
    GameCase("swine-herd", {"goal": 40}, 3),
    GameCase("skunk", {"turns": 3}, 4),
    GameCase("think", {"turns": 3}, 3),
    GameCase("farkle", {"goal": 1000, "opening": 300}),
    GameCase("farkle", {"goal": 1000, "die": LOADED}),
    GameCase("small", {"toml": SMALL_ASIDE}),
    GameCase("small", {"toml": SMALL_ASIDE, "dice_of": UNLIKE}),
    GameCase("small", {"toml": SMALL_ASIDE, "goal": 200, "opening": 100, "penalty": 100}),
    GameCase("small", {"toml": SMALL_ASIDE, "goal": 300, "last_round": "all"}),
    GameCase("pig", {"goal": 30, "last_round": "second"}),
    GameCase("kingdom-come", {"goal": 600}, 3),
    GameCase("small", {"toml": SMALL_ASIDE, "goal": 300, "last_round": "all"}, 4),
    *(GameCase(name, {}, 2) for name in ("threes", "ship-captain-crew", "shut-the-box", "chicago-high")),
    GameCase("chicago", {}, 3),
    *(GameCase(name, {"toml": text}, 2)
      for name, text in (("two-or-three", SMALL_ROUND), ("twelve", SMALL_TILES), ("lucky", SMALL_TARGETS))),
    *(GameCase("yahtzee", {"rule": rule}) for rule in ("free", "plain")),
    GameCase("yahtzee", {}, 2),
    GameCase("hooligan", {"commit": True}),
    GameCase("two-boxes", {"toml": SMALL_SHEET}),
    GameCase("two-boxes", {"toml": SMALL_SHEET, "die": LOADED}, 2),
    GameCase("quick-four", {"toml": (DOCS / "own-game.toml").read_text(encoding="utf-8")}),
    *(GameCase(name, {"toml": text}, 2) for name, text in OF_FILES.items()),
    GameCase("many-rules", {"toml": SMALL_RULES}, 2),
    GameCase("unsolved", {"toml": SMALL_UNSOLVED}, 2),
)  # fmt: skip
"""Every game that the table plays, and games with every rule that there is, also of files of each engine."""
SLOW = ("kniffel", "yatzy", "midnight", "yahtzee rule=plain")
"""Games whose tables are first solved, or take long to load."""


def find_solved(case: GameCase) -> Game:
    """Return a game as the solver has it."""
    rules = dict(case.rules)
    name = f"pig-{CROWDS[case.seats]}" if case.name == "pig" and case.seats in CROWDS else case.name
    if text := rules.pop(OWN, ""):
        with NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            game = find_game(file.name)
    else:
        game = find_game(name)
    readers = {"die": read_die, "dice_of": read_dice}
    given: dict[str, Any] = {rule: readers[rule](value) if rule in readers else value for rule, value in rules.items()}
    if "die" in given and name in RACES:
        die = law_of(RACES[name], given.pop("die"))
        given |= {"weights" if "weights" in game.takes else "die": die}
    players = case.seats if "players" in game.find_taken("learn") else 0
    return game.with_options(**given, players=players or None)


def each(*but: GameCase, slow: Container[str] = ()) -> pytest.MarkDecorator:
    """Return the mark of a test that is run for each game, for the slow ones by `make check`."""
    late = {case.id for case in CASES if case.id in slow or case.name in OF_FILES}
    marks = pytest.mark.check
    cases = [pytest.param(one, id=one.id, marks=marks if one.id in late else ()) for one in CASES if one not in but]
    return pytest.mark.parametrize("case", cases)


@lru_cache(None)
def make_table_game(case: GameCase) -> TableGame[Any]:
    return make_game(case.name, case.rules)


class RandomMove(Step):
    """A step of a game that was played at random."""

    @property
    def after(self) -> Any:
        return self.before.after(self.action, self.values)


@lru_cache(64)
def random_game(case: GameCase, seed: int = 0) -> tuple[RandomMove, ...]:
    """Return a whole game in which everybody does anything that is legal."""
    chance, position, found = Random(f"{case.id} {seed}"), case.game.begin(case.players), list[RandomMove]()
    while not position.over:
        move = chance.choice(list_legal(position))
        keep: Mapping[int, int] = position.find_kept(move)
        values: tuple[int, ...] = ()
        if move.throws:
            laws = zip(position.wells_for(move), laws_of(case, position, move), strict=True)
            values = tuple(keep.get(well) or chance.choices(range(1, 7), law)[0] for well, law in laws)
        found.append(RandomMove(position, move, values))
        position = position.after(move, values)
    return tuple(found)


def choices(case: GameCase, most: int) -> list[Any]:
    """Return at most so many positions of a random game in which somebody can choose: late ones, which take less."""
    found = [made.before for made in random_game(case) if len(list_legal(made.before)) > 1]
    late = found if len(found) <= most else found[len(found) // 2 :]
    return late if len(late) <= most else Random(case.id).sample(late, most)


def list_legal(position: Any) -> tuple[Action, ...]:
    """Return all moves that the rules allow; of dice alike, which of them are meant makes no difference."""
    if position.over:
        return ()
    if position.forced is not None:
        return (position.forced,)
    actions = position.actions
    return tuple(position.with_wells(one) for action in actions for one in _with_dice(position, action))


def _with_dice(position: Any, action: Action) -> Iterator[Action]:
    """Yield an action for every set of dice that it may mean, where dice differ."""
    if not getattr(position, "apart", False):
        yield action
        return
    for wells in combinations(position.free, len(action.keep or ())):
        if sorted(position.free[well] for well in wells) == sorted(action.keep or ()):
            yield replace(action, dice=wells)


def laws_of(case: GameCase, position: Any, move: Action) -> list[Sequence[float]]:
    """Return the chances of the faces of each die that a move is about, by its well."""
    wells = position.wells_for(move)
    if case.name in RACES and RACES[case.name].faces == len(FAIR):
        usual: Sequence[Any] = RACES[case.name].die()
    else:
        usual = FAIR
    if "die" in case.rules:
        usual = read_die(case.rules["die"])
    if isinstance(case.game, KeepTableGame):
        return [[*map(float, case.game.laws[min(position.player, 1)][well - 1])] for well in wells]
    return [[*map(float, usual)] for _ in wells]


def falls(case: GameCase, position: Any, move: Action) -> list[tuple[float, tuple[int, ...]]]:
    """Return every way in which a move's dice can fall, with its chance; dice that are kept stay."""
    keep = position.find_kept(move)
    if not move.throws:
        return [(1.0, ())]
    laws = zip(position.wells_for(move), laws_of(case, position, move), strict=True)
    each = [[(1.0, keep[well])] if well in keep else [*zip(law, range(1, 7), strict=True)] for well, law in laws]
    return [(prod(chance for chance, _ in one), tuple(face for _, face in one)) for one in product(*each)]


def number_of_falls(position: Any, move: Action) -> int:
    """Return in how many ways a move's dice can fall."""
    return int(6 ** (len(position.wells_for(move)) - len(position.find_kept(move)))) if move.throws else 1


def list_pressable(position: Any, buttons: Sequence[Button]) -> set[Action]:
    """Return the moves that can be chosen by these buttons alone, whatever is pressed before."""
    drafts = [dialog.begin_draft(position, big=buttons == BIG) or Tally()]
    known, chosen = {*drafts}, set[Action]()
    offers: Any = SimpleNamespace(offer=position.offer)  # all that a press asks of a position, found once
    for draft in drafts:  # which grows
        for button in buttons:
            after = dialog.press(offers, draft, button)
            if isinstance(after, Action):
                chosen.add(after)
            elif isinstance(after, Tally) and after not in known:
                known.add(after)
                drafts.append(after)
    found = set[Action]()
    for choice in chosen:
        with suppress(IllegalAnswerError):
            found.add(position.find_move(choice).bare)
    return found


def list_offered(offer: Offer) -> Iterator[Action]:
    """Yield all that can be marked and done by an offer, some of which is not legal."""
    yield from (action for action, _ in offer.acts.values())
    yield from (Action(Verb.ROLL, count=count) for count in range(1, offer.most + 1))
    yield from (Action(Verb.SCORE, box=box) for box in offer.boxes)
    yield from (Action(Verb.THROW, tiles=tiles) for tiles in offer.ways)
    for marked in range(len(offer.dice) + 1) if offer.dice else ():
        for wells in combinations(offer.dice, marked):
            verbs = (Verb.THROW, Verb.HOLD) if offer.holds else (Verb.THROW,)
            yield from (Action(verb, wells=wells) for verb in verbs)


def choice_of(position: Any, move: Action) -> Action:
    """Return the answer that chooses a move; a throw for which nobody is asked is told to the coach all the same."""
    choice = _answers(position).get(move.bare)
    assert choice, f"nothing that is offered is {move}"
    return choice


@lru_cache(8)
def _answers(position: Any) -> dict[Action, Action]:
    """Return the first answer that chooses each move."""
    found: dict[Action, Action] = {}
    for action in (*list_offered(position.offer), ROLL):
        with suppress(IllegalAnswerError):
            found.setdefault(position.find_move(action).bare, action)
    return found


def steps_to(position: Any, choice: Action) -> Iterator[dict[str, Any]]:
    """Yield what a page sends that prepares an answer step by step, from the draft with which the question begins."""
    draft = dialog.begin_draft(position, big=False) or Tally()
    if choice.count and position.offer.most:
        yield {"step": "count", "dice": choice.count}
    tiles = choice.tiles or ()
    for tile in {*tiles} ^ {*draft.tiles}:
        yield {"step": "tile", "tile": tile, "shut": tile in tiles}
    wells = draft.keep if choice.wells is None else choice.wells
    for well in {*wells} ^ {*draft.keep}:
        yield {"step": "mark", "well": well, "kept": well in wells}
    if choice.box:
        yield {"step": "open", "box": choice.box}


def type_move(position: Any, move: Action, language: Language) -> str:
    """Return a move as people type it to a coach."""
    if move.box:
        return language.say(position.offer.named[move.box])
    if move.keep is not None:
        dice = "".join(map(str, move.keep))
        return f"{dice} h" if move.verb is Verb.HOLD else f"k {dice}".strip()
    if move.tiles is not None:
        return " ".join(map(str, move.tiles))
    if move.count:
        return f"r {move.count}"
    return "r" if move.verb in {Verb.ROLL, Verb.STAND} else "h"


def list_dice(case: GameCase) -> Iterator[tuple[RandomMove, tuple[int, ...]]]:
    """Yield the moves of a random game and all dice that each throws: more than the wells hold are told at once."""
    moves = random_game(case)
    for place, one in enumerate(moves):
        if one.before.forced is not None and isinstance(one.before, HogPosition):
            continue
        dice = list(one.values)
        for more in moves[place + 1 :]:
            if not isinstance(more.before, HogPosition) or more.before.forced is None:
                break
            dice += more.values
        if isinstance(one.before, HogPosition):  # dice that need not be thrown after a 1
            dice += [1] * (one.action.count - len(dice))
        if keep := one.action.wells:
            dice = [die for well, die in zip(one.before.wells_for(one.action), dice, strict=True) if well not in keep]
        yield one, tuple(dice)


def sayings(case: GameCase) -> Iterator[tuple[Position, Saying]]:
    """Yield all that is said of a random game, and where."""
    moves, names = random_game(case), case.names
    for one in moves:
        position, name = one.before, names[one.before.player]
        yield position, position.name_move(one.action)
        if not one.action.throws:
            yield position, position.describe_booking(name, one.action)
        else:
            yield position, position.describe_throw(name, one.action, one.values)
        if position.remark is not None:
            yield position, position.remark
        if position.forced is None:
            for draft in {dialog.begin_draft(position, big=big) or Tally() for big in (False, True)}:
                yield position, dialog.choices(position, name, draft, None)
                yield position, dialog.choices(position, name, draft, draft)
    yield moves[-1].after, moves[-1].after.describe_end(names, len(moves))


def set_stage(case: GameCase, position: Any) -> ViewState:
    """Return what is shown of a game in which somebody is asked for a move."""
    stage, topic, people = ViewState(), ChooseMove(position), (True,) * case.players
    stage.hear(Begun(case.name, case.game.title, case.game.rules, case.names, people, position, 0, 1))
    if draft := dialog.begin_draft(position, big=False):
        stage.hear(Tallied(position.player, draft, position))
    stage.hear(Asked(Question(1, topic, wishes=topic.wishes)))
    return stage


def same_standing(case: GameCase, position: Any) -> bool:
    """Return whether what everybody may know of a standing gives the same position again."""
    return bool(restore(case, position) == position)


def restore(case: GameCase, position: Any) -> Any:
    """Return the position that the JSON of a standing gives."""
    return case.game.position(json.loads(json.dumps(position.to_json())), position.player)
