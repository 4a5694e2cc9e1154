"""The interface of games for the table: positions, robots, and words and pictures for people."""

import enum
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from hardware.panel import Button
from robot.games.actions import FACES, make_refusal
from robot.games.reasons import Robot, tell_plainly
from robot.games.rulebook import Rulebook, RuleExample, list_numbered
from robot.games.thrown import read_die, wells_for
from robot.games.views import NO_SCORE, MarkedDice, Ranked, Track, View
from robot.language import english
from robot.language.names import name_actor, name_player
from robot.saying import Saying, Value
from solver.action import HOLD, ROLL, SIT, Action, in_row
from solver.card import Card, find_card
from solver.decision import Decision
from solver.errors import OptionError
from solver.goal import MOST_GOAL
from solver.levels import LEVELS, gambles
from solver.throw_distribution import Chance, fair_die

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from solver.evaluator import Evaluator
    from solver.game import Game

OWN = "toml"
"""The rule that holds the text of a custom game's file. Such a game may have any name."""

RULE_PARTS = ("does", "scores", "wins")
ENDS = (HOLD, SIT)
"""The actions of the button HOLD."""

HUNDRED = 100

P = TypeVar("P", bound="Position")


def check_rules(name: str, rules: Mapping[str, Any], known: Collection[str]) -> tuple[Chance, ...] | None:
    """Return the die in the `rules` for the game called `name`, None for the usual die.

    Raises OptionError for a rule that is not `known` to the game, DistributionError for an impossible die.
    """
    for other in rules.keys() - known:
        raise OptionError(f"{name} has no {{{other}}}", do="leave it out")
    return read_die(rules["die"]) if "die" in rules else None


class Wish(enum.Enum):
    """A wish that people can have instead of a move."""

    TAKE_BACK = "take-back"
    HINT = "hint"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Tally:
    """The draft of a choice that a person has not confirmed yet.

    `keep` are the wells whose dice would stay in a throw. `box` is the box that would be written instead, for `points`.
    `dice` is the number of dice to throw, where people choose it. `tiles` would be shut, in ascending order. `well` is
    that of the die which the arrow keys have reached, 0 for none. With `asks`, people have only three big buttons and
    are asked about one die after the other, whose well is `well`. With `enters` (a keyboard) only ENTER confirms a box.
    """

    keep: tuple[int, ...] = ()
    box: str | None = None
    points: int = 0
    dice: int = 0
    tiles: tuple[int, ...] = ()
    well: int = 0
    asks: bool = False
    enters: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """What people can mark and do in a position. A game leaves unneeded fields empty.

    `acts` maps buttons to what they do at once, each with its message. Where people choose how many dice they throw,
    `most` is the largest number. Where dice are kept, `wells` are those of all dice, and `dice` maps the wells of dice
    that can be marked now to their faces. Of them the dice in the wells `must` are marked at first, and people with
    only three big buttons are not asked about those that `stay` from before. Dice in the wells `aside` are marked for
    good. Those in the wells `scoring` bring the most points together. With `holds`, people who mark dice can hold, too.
    `boxes` maps boxes that can be chosen to the points of the dice there, the most first. The small buttons go to the
    first of all boxes, which are in `named`. With `commits`, a box is chosen early. Of all `tiles`, the `open` ones can
    be marked, and `ways` are the combinations that can be shut.
    """

    acts: Mapping[Button, tuple[Action, Saying]] = field(default_factory=dict)
    most: int = 0
    wells: tuple[int, ...] = ()
    dice: Mapping[int, int] = field(default_factory=dict)
    must: tuple[int, ...] = ()
    stay: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    scoring: tuple[int, ...] = ()
    holds: bool = False
    boxes: Mapping[str, int] = field(default_factory=dict)
    named: Mapping[str, Saying] = field(default_factory=dict)
    commits: bool = False
    tiles: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Position(ABC):
    """A position of a game: the solver's `state` as the table sees it. It never changes.

    The position before an action describes it. At the table, an action says which wells keep their dice. The defaults
    are for a game in which players throw all dice again and again, or hold: each action has a button, and one answer
    makes the choice.
    """

    state: Any
    by_turns: ClassVar[bool] = True
    """Whether players take their turns one after the other."""
    asks_first: ClassVar[str] = "coach-refused-choose-first"
    """The message for people who enter dice before they have chosen."""
    priced: ClassVar[bool] = False
    """Whether a rule of thumb weighs actions here by something other than points to come."""
    help: ClassVar[tuple[str, ...]] = ("scores",)
    """What people may type to a coach beside dice, as the ends of message keys."""
    end: ClassVar[str] = "sheet-end"
    """The message for a game with a single winner."""

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 0."""
        seat: int = self.state.player
        return seat

    @property
    def over(self) -> bool:
        over: bool = self.state.over
        return over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, more than one if they share the win; () while the game goes on."""
        return tuple(sorted(self.state.winners))

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points."""
        return tuple(self.state.scores)

    @property
    def points(self) -> tuple[str, ...]:
        """Everybody's points as text, a dash for those who have none yet."""
        scoreless = self.scoreless
        return tuple(NO_SCORE if seat in scoreless else str(score) for seat, score in enumerate(self.scores))

    @property
    def score_words(self) -> str:
        """Everybody's points in one text."""
        return " : ".join(self.points)

    @property
    def ranked(self) -> tuple[int, ...]:
        """Everybody's safe points. They are negative where the fewest win, so that more are better."""
        return tuple(-score if self.fewest else score for score in self.scores)

    @property
    def ranking(self) -> tuple[Ranked, ...]:
        """All players of a game that is over, best first: winners, then by points; equal ones share a place."""
        order, points = [(seat in self.winners, points) for seat, points in enumerate(self.ranked)], self.points
        rows = (Ranked(1 + sum(other > own for other in order), seat, points[seat]) for seat, own in enumerate(order))
        return tuple(sorted(rows))

    @property
    def goal(self) -> int | None:
        """The points to reach, None in a game without a goal."""
        goal: int | None = getattr(self.state, "goal", None)
        return goal

    @property
    def at_risk(self) -> int:
        """The points of the turn, which its player may lose."""
        points: int = getattr(self.state, "turn_total", 0)
        return points

    @property
    def pending(self) -> tuple[int, ...]:
        """What each player stands to lose."""
        return tuple(self.at_risk * (seat == self.player) for seat in range(len(self.scores)))

    @property
    def dice(self) -> int:
        """How many dice the game plays with."""
        return 1

    @property
    def wells(self) -> tuple[int, ...]:
        """The wells of all dice; () for things that people throw next to the table."""
        return wells_for(self.dice)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions; those that continue the turn come first."""
        return tuple(self.state.legal_actions())

    @property
    def begins(self) -> bool:
        """Whether the next throw is the first of a turn, so that there is nothing to lose yet."""
        return not self.at_risk

    @property
    def chooses(self) -> bool:
        """Whether people choose here between actions of different value."""
        return len(self.actions) > 1

    @property
    def goes_on(self) -> bool:
        """Whether the next throw belongs to an earlier choice."""
        return False

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""
        return False

    @property
    def scoreless(self) -> tuple[int, ...]:
        """The seats that have no score yet."""
        return ()

    @property
    def risks(self) -> bool:
        """Whether a throw can cost points."""
        return not self.fewest

    @property
    def holding_wins(self) -> bool:
        """Whether the player wins by holding now."""
        if HOLD not in self.actions:
            return False
        held = self.after(HOLD)
        return held.over and self.player in held.winners

    @property
    def length(self) -> int:
        """The length of the track in points: the goal, or else the next multiple of 100 that holds all points."""
        most = max(score + more for score, more in zip(self.scores, self.pending, strict=True))
        return self.goal or max(1, -(-most // HUNDRED)) * HUNDRED

    @property
    def choosable(self) -> tuple[int, ...] | None:
        """The dice from which people choose, () before the first throw of a turn, None where they choose no dice."""
        return None

    def stays(self, _action: Action, /) -> tuple[bool, ...]:
        """Return which of the choosable dice stay with an action; () where no dice are chosen."""
        return ()

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        """Return the dice on the table after a move that has `thrown` some."""
        row = self.view().dice
        return (row.faces if row else ()) or tuple(thrown)

    def tell(self, manner: str, action: Action) -> Saying:
        """Return an action in words: "do" is for an order, "me" for the robot's own action, "doing" for a subject."""
        return tell_plainly(manner, action)

    def count_marked(self, _wells: Collection[int], /) -> MarkedDice | None:
        """Return the result of setting the dice in these wells aside; None in games that set none aside."""
        return None

    @property
    def dice_help(self) -> tuple[str, ...]:
        """How people tell a coach what they threw, as the ends of message keys."""
        return ("dice", "photo")

    @property
    def written(self) -> int:
        """The player's points that count in addition to the value of the position."""
        return 0

    def coach_reasons(self, _actions: Sequence[Action], _cache: "Path | None", /) -> "Iterator[Saying]":
        """Yield what the coach adds to the reason for an action, or for a worse and a better one.

        Tables that are solved for it are kept in the folder. Raises SolverError.
        """
        yield from ()

    @property
    def remark(self) -> Saying | None:
        """The round, or what else people should know about the standing."""
        return None

    def describe(self) -> Saying | None:
        """Return a sentence about the table before a choice, None if none is needed."""
        return None

    def choose_throw(self, _dice: int, /) -> Action:
        """Return the action that throws this many `dice`, without further choices.

        Raises IllegalAnswerError if the player has to choose something first.
        """
        if not self.find_due(None):
            raise make_refusal(self.asks_first)
        return self.find_move(ROLL)

    def find_due(self, pending: Action | None) -> tuple[int, ...]:
        """Return how many dice people may enter now, after a `pending` action or without one; () if none.

        Kept dice may be entered or left out.
        """
        return (len(self.wells_for(pending or self.find_move(ROLL))),)

    def find_kept(self, _action: Action, /) -> Mapping[int, int]:
        """Return the wells whose dice stay with an action, with the faces that they must show."""
        return {}

    def in_wells(self, _action: Action, dice: Sequence[int], /) -> tuple[int, ...]:
        """Return what all wells of an action show, from its dice in any order. Raises IllegalAnswerError."""
        return tuple(dice)

    @property
    def forced(self) -> Action | None:
        """The throw that comes next without anybody's choice, or None if somebody chooses."""
        return None

    def wells_for(self, _action: Action, /) -> tuple[int, ...]:
        """Return the wells of the dice in a throw, kept ones too, in the order of the throw's values."""
        return wells_for(self.dice)

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        """Return the position after an action. For a throw, `values` are those of its wells, in their order.

        Raises RuleError if the rules forbid it.
        """
        return type(self)(self.state.apply(action, tuple(values)))

    def at(self, state: Any, /) -> Self:
        """Return the position of another state of this game. The wells of its dice are unknown."""
        return replace(self, state=state)

    def with_wells(self, action: Action, /) -> Action:
        """Return an action of the rules with the wells whose dice stay. Raises RuleError."""
        return action

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Any, tuple[int, ...], Self]:
        """Return an action as in the rules (None for a part of one), the dice that it threw, and the next position.

        `values` are those of all wells after the action.
        """
        return action, tuple(values), self.after(action, values)

    @property
    def offer(self) -> Offer:
        """What people can mark and do here."""
        buttons = ((Button.HOLD if one in ENDS else Button.ROLL, one) for one in self.actions)
        return Offer({button: (one, self.name_button(one)) for button, one in buttons})

    def name_button(self, action: Action) -> Saying:
        """Return what people are told that the button of an action does."""
        if action.throws:
            return Saying("press-throw")
        return Saying("press-bank-wins" if self.holding_wins else "press-bank", {"banked": self.at_risk})

    def ends(self, _tally: Tally, /) -> "Iterator[Saying]":
        """Yield what ROLL and HOLD do with the marked dice, or why they do nothing."""
        yield from ()

    def shows(self, _tally: Tally, /) -> Saying:
        """Return what the dice show, and which of them are marked."""
        return Saying("dice-show", {"dice": in_row(self.choosable or ())})

    def find_move(self, action: Action) -> Action:
        """Return the legal action that people choose, with its wells. Raises IllegalAnswerError, with the reason."""
        if action != Action(action.verb):
            raise make_refusal("coach-refused-here")
        if action not in self.actions:
            raise make_refusal("coach-refused-hold" if action == HOLD and not self.over else "refused-move")
        return action

    def view(self) -> View:
        """Return the view that screens draw: everybody's points on a track."""
        track = Track(self.points, self.scores, self.pending, self.length)
        return View(track, remark=self.remark)

    def to_json(self) -> dict[str, Any]:
        """Return the standing as JSON, as far as everybody may know it."""
        return {"scores": list(self.scores), "turn_total": self.at_risk}

    def booking(self, action: Action) -> dict[str, Any]:
        """Return the event of an action that throws nothing, its name first."""
        return {"event": str(action), "player": self.player + 1, "banked": self.at_risk}

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        """Return who has won (`winner`, or None if several share) and the `scores`."""
        alone = self.winners[0] if len(self.winners) == 1 else None
        return {
            "winner": None if alone is None else names[alone],
            "seat": None if alone is None else alone + 1,
            "winners": [names[seat] for seat in self.winners],
            "scores": list(self.scores),
        }

    def name_move(self, action: Action, /) -> Saying:
        """Return the name of an action, as in "takes back the hold"."""
        return Saying(f"the-{action}")

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        """Return one sentence for a throw that counts; `name` is the player's."""
        total = self.after(action, values).at_risk
        told: dict[str, Value] = {"name": name_actor(name), "values": tuple(values)}
        return Saying("pig-throw", told | {"total": total}) if total else Saying("pig-throw-lost", told)

    def describe_booking(self, name: str, action: Action) -> Saying:
        """Return one sentence for an action that throws nothing."""
        told: dict[str, Value] = {"name": name_actor(name), "banked": self.at_risk}
        return Saying("pig-hold", told | {"scores": self.after(action).score_words})

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        """Return one sentence for the end of the game."""
        told: dict[str, Value] = {"scores": self.score_words, "throws": throws}
        if len(names) == 1:
            return Saying("sheet-end-alone", {"name": name_actor(names[0]), "points": self.scores[0], "throws": throws})
        if len(self.winners) == 1:
            return Saying(self.end, told | {"name": name_actor(names[self.winners[0]])})
        return Saying("sheet-end-shared", told | {"names": tuple(name_player(names[seat]) for seat in self.winners)})


def wells_words(wells: Sequence[int]) -> Saying:
    """Return wells by their numbers, as in "wells 2 4"."""
    return Saying("wells-named", {"count": len(wells), "wells": in_row(wells)})


@dataclass(frozen=True, slots=True)
class TableGame(ABC, Generic[P]):
    """A game with its rules settled, ready for players.

    The command line and the journal know it by its `name`. Its `rules` are JSON; the name and the rules are enough to
    make it again. `die` holds the chances of the faces of the table's die if they are known; robots then play for this
    die. `folder` holds what takes long to solve. The costs of choices are known in a game that is `reviewable`.
    """

    positions: ClassVar[type[Any]] = Position
    reviewable: ClassVar[bool] = True
    estimates: ClassVar[bool] = False
    """Whether its chances to win are estimates from a table that is computed once and then kept."""
    levels: ClassVar[tuple[str, ...]] = tuple(LEVELS)
    """The levels of its robots that people can choose; the best is `perfect`. () if there are none."""

    name: str
    rules: Mapping[str, Any]
    die: tuple[Chance, ...] | None = None
    folder: "Path | None" = None

    @property
    def goal(self) -> int:
        """The points to reach, in a game with a goal in its rules."""
        goal: int = self.rules["goal"]
        return goal

    @property
    def title(self) -> Saying:
        """The title for people, as in "A game of Pig to 100"."""
        if OWN not in self.rules and english().knows(f"title-{self.name}"):
            return Saying(f"title-{self.name}", self.rules)
        words: dict[str, Value] = {"words": self.name.replace("-", " ").title()}
        goal = self.rules.get("goal")
        return Saying("title-own-goal", words | {"goal": goal}) if goal else Saying("title-own", words)

    @property
    @abstractmethod
    def seats(self) -> range:
        """The possible numbers of players."""

    @property
    def fewer_by(self) -> str:
        """The rule that lets fewer people play than usual, in words; "" if there is none."""
        return ""

    @property
    def card(self) -> Card | None:
        """The card that people see when they choose a game; None for a custom game."""
        return None if OWN in self.rules else find_card(self.name)

    @property
    def rulebook(self) -> Rulebook:
        """The rules for people: the game's own sentences, and the throws of its card as examples."""
        does, scores, wins = (tuple(list_numbered(f"rules-{self.name}-{part}", {})) for part in RULE_PARTS)
        examples = self.card.examples if self.card else ()
        return Rulebook(self.title, does, scores, wins, tuple(map(self._example, examples)))

    def _example(self, dice: tuple[int, ...]) -> RuleExample:
        position = self.begin(self.seats[0])
        for place in range(0, len(dice), position.dice):
            position = position.after(ROLL, dice[place : place + position.dice])
        points = position.at_risk
        brings = Saying("rules-adds", {"points": points}) if points else Saying("rules-scores-nothing")
        return RuleExample(dice, points, brings)

    @property
    def wells(self) -> tuple[int, ...]:
        """The wells of the game's dice; () for things that people throw next to the table."""
        return self.begin(self.seats[0]).wells

    def solver_game(self, _players: int, /) -> "Game":
        """Return the solver's game for this many players. Raises SolverError."""
        from solver.games import find_game

        return find_game(self.name, **{**self.rules, "die": self.die})

    def begin(self, players: int, /) -> P:
        """Return the first position."""
        position: P = self.positions(self.solver_game(players).start(players))
        return position

    def position(self, standing: Mapping[str, Any], player: int, /) -> P:
        """Return the position of a standing that `to_json` wrote."""
        scores, turn_total = tuple(standing["scores"]), standing["turn_total"]
        state = replace(self.begin(len(scores)).state, scores=scores, player=player, turn_total=turn_total)
        position: P = self.positions(state)
        return position

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        """Return a robot with this strategy, or with the best one for "". Strategies that gamble draw from `chance`.

        Raises UnknownNameError.
        """
        from solver.race.strategies import OPTIMAL, NamedStrategy

        named = NamedStrategy(strategy or OPTIMAL, chance)

        def weigh(position: P) -> Decision:
            best, mine = self.decide(position), position.player
            if getattr(position.state, "to_beat", None) is not None:
                return best  # all levels play the last turn of a game best
            others = [score for seat, score in enumerate(position.scores) if seat != mine]
            other = max(others, default=0)
            return named.choose(best, position.scores[mine], position.at_risk, other, position.goal)

        return Robot(weigh)

    def decide(self, position: P) -> Decision:
        """Return the best decision. Raises SolverError."""
        return self.solver_game(len(position.scores)).decide(position.state)

    def gambles(self, strategy: str, /) -> bool:
        """Return whether a strategy draws its choices at random."""
        return gambles(strategy)

    @property
    def goal_step(self) -> int:
        """Each goal is a multiple of this number."""
        return 1

    @property
    def most_goal(self) -> int:
        """The highest possible goal."""
        return MOST_GOAL

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:
        """Return whether robots with these strategies may need long at first on a machine, with this many players."""
        return False

    @property
    def exchanges(self) -> bool:
        """Whether each player has their own dice, so that the dice in the wells change with the turn."""
        return False

    def differ(self, _seat: int, /) -> bool:
        """Return whether a seat's dice differ from each other, so that it matters which of them are set aside."""
        return False

    @property
    def apart(self) -> bool:
        """Whether any player has dice that differ, so that their values alone do not say what was thrown."""
        return any(map(self.differ, range(2)))

    def law_at(self, _seat: int, _well: int, /) -> tuple[Chance, ...]:
        """Return the chances of the faces, from 1 up, of the die that a seat throws in a well."""
        return self.die or fair_die(len(FACES))

    def end_value(self, end: P, /) -> float:
        """Return the result of a one-player game at its end, in points or in the unit of the game's value."""
        return end.scores[0]

    @property
    def well_known(self) -> tuple[str, ...]:
        """The strategies that are compared by default."""
        return ("optimal", *(level for level in reversed(self.levels) if LEVELS.get(level)))

    def evaluators(self, players: int, /) -> "Sequence[Evaluator[Any]]":
        """Return the evaluators of moves for this many players: in points, in chances to win, or both.

        Raises OptionError for a game that cannot be reviewed, SolverError.
        """
        game = self.solver_game(players) if self.reviewable else None
        if game is None or game.values is None:
            raise OptionError(f"games of {self.name} cannot be reviewed yet: choose another game")
        return (game.values(),)

    def chances(self, position: P, /) -> tuple[float, ...]:
        """Return each player's chance to win, () if unknown. Raises SolverError."""
        (values,) = self.evaluators(len(position.scores))
        return values.worth(position.state)

    def approximates(self, _players: int, /) -> bool:
        """Return whether the values for this many players are approximate."""
        return False

    @property
    def prepared(self) -> bool:
        """Whether `chances` are known before the end of a game. Estimates are, once `prepare` has been called."""
        return True

    def prepare(self) -> None:
        """Compute the table for estimates of chances, in a minute of one core. Raises SolverError."""
