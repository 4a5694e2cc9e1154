"""The summary of a game: who won, chances, best and worst choices, turning points, luck and skill, and all turns."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from robot.games.game import OWN, Position, TableGame
from robot.games.reasons import percent, tell_reason
from robot.games.views import Ranked
from robot.language import Language, english, one_line
from robot.language.names import YOU, is_robot, name_actor, name_player, name_record
from robot.match.journal import Journal
from robot.match.standing import Step, line_of
from robot.records.stats import points_of
from robot.review.past_games import PastGame, from_journal, review_past
from robot.review.rating import Rating
from robot.saying import Saying, Value
from solver.action import Action, in_row
from solver.decision import ABOUT, NOTHING, Unit, in_hundred, known_digits
from solver.errors import SolverError
from solver.reason import explain_safely
from solver.review import DIGITS, Review, ReviewedMove, Swing
from solver.review import PlayerReview as Account

UNTOLD = frozenset({OWN, "die", "dice_of"})
"""The rules that a line cannot express: with them it would describe another game."""


def tell_position(position: Position, rules: Mapping[str, Any]) -> str:
    """Return a position as a line that can be parsed, "" if it is over or no line expresses its rules."""
    return "" if position.over or UNTOLD & rules.keys() else str(position.state)


def points(number: float) -> Saying:
    """Return a message with expected points."""
    return Saying("points", {"points": number})


def percent_points(difference: float) -> Saying:
    """Return a message with a difference of two chances (each 0 to 1) in percentage points."""
    return Saying("percent-points", {"share": round(100 * difference, 1)})


@dataclass(frozen=True, slots=True)
class ShownAction:
    """What somebody did or could have done, in words. `kept` says which dice on the table stay, () if none can."""

    words: Saying
    kept: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnChoice:
    """One choice. On a sheet, `dice` (1 to 6) are those to choose from; with `fell`, those thrown after the choice.

    `best` is the better choice and `cost` its loss, in points or, with `in_wins`, in chances to win. They are None and
    0 if the choice was the best, or was not evaluated.
    """

    dice: tuple[int, ...]
    done: ShownAction
    fell: bool = False
    best: ShownAction | None = None
    cost: float = 0.0
    in_wins: bool = False


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A turn: the player's seat, the number of the turn, its choices in order, and the player's points after it."""

    player: int
    turn: int
    choices: tuple[DrawnChoice, ...]
    points: int


def turns_of(past: PastGame, scores: Sequence[Sequence[int]], found: Review | None) -> tuple[DrawnTurn, ...]:
    """Return the turns of a game in order; () for a game without turns, in which all play at once.

    `scores` are everybody's points at each position.
    """
    positions = past.positions
    if not positions[0].by_turns:
        return ()
    counts = [0] * len(past.names)
    turns: list[DrawnTurn] = []
    opened: list[DrawnChoice] = []
    choices = {choice.place: choice for choice in choices_of(past, found)}
    for place, made in enumerate(past.steps):
        before, after = made.before, positions[place + 1]
        if opened and before.goes_on:  # the same throw goes on
            opened[-1] = replace(opened[-1], dice=opened[-1].dice + made.values)
        else:
            opened += _choices(made, choices.get(place))
        if after.over or after.player != before.player or after.begins:
            seat = before.player
            counts[seat] += 1
            turns.append(DrawnTurn(seat, counts[seat], tuple(opened), scores[place + 1][seat]))
            opened = []
    if opened:
        seat = past.steps[-1].before.player
        turns.append(DrawnTurn(seat, counts[seat] + 1, tuple(opened), scores[-1][seat]))
    return tuple(turns)


@dataclass(frozen=True, slots=True)
class PastChoice:
    """A reviewed choice of a past game: the index of its first move (`place`), and the index `after` its last move."""

    past: PastGame
    place: int
    after: int
    play: ReviewedMove

    @property
    def position(self) -> Position:
        return self.past.steps[self.place].before

    @property
    def swing(self) -> Swing | None:
        """The change of chances to win, if they were computed, else of points."""
        return self.play.wins or self.play.points

    def give_values(self, **values: Value) -> dict[str, Value]:
        """Return the values of a message: who chose, in which turn, and `values`."""
        return {"name": name_player(self.past.names[self.play.player]), "turn": self.play.turn, **values}

    def show(self, saying: Saying, better: tuple[bool, ...] = (), why: Saying | None = None) -> "ToldChoice":
        """Return the choice in a sentence and as drawn dice."""
        kept = show_action(self.position, self.play.action).kept
        return ToldChoice(self.play.player, saying, dice_of_turn(self.past, self.place), kept, better, why)

    @property
    def cost(self) -> Saying:
        """The message of what the choice cost, and which one was better."""
        assert self.swing, "the choice has a cost"
        told = self.give_values(best=self.position.tell("doing", self.swing.best))
        told |= {"move": self.position.tell("doing", self.play.action)}
        cost = percent_points(self.swing.loss) if self.play.wins else points(self.swing.loss)
        return Saying(f"after-cost-{'wins' if self.play.wins else 'points'}", told | {"cost": cost})


def choices_of(past: PastGame, found: Review | None) -> list[PastChoice]:
    """Return the reviewed choices of a game; the other moves continue a throw."""
    begun = [place for place, step in enumerate(past.steps) if not step.before.goes_on]
    places = zip(begun, [*begun[1:], len(past.steps)], found.plays if found else (), strict=False)
    return [PastChoice(past, place, after, play) for place, after, play in places]


def show_action(position: Position, action: Action) -> ShownAction:
    """Return an action at a position in words, and with the dice that stay."""
    return ShownAction(position.tell("do", action), position.stays(action.bare))


def dice_of_turn(past: PastGame, place: int) -> tuple[int, ...]:
    """Return the dice on which move number `place`, from 0, was based: those on the table, or of the turn so far."""
    steps, position = past.steps, past.steps[place].before
    chosen_from = position.choosable
    if chosen_from is not None:
        return chosen_from
    first = place
    while first and steps[first - 1].before.player == position.player and not steps[first].before.begins:
        first -= 1
    return tuple(value for made in steps[first:place] for value in made.values)


def _choices(made: Step, choice: PastChoice | None) -> Iterator[DrawnChoice]:
    before = made.before
    chosen_from = before.choosable
    if chosen_from == ():
        return  # the first throw of a turn is not a choice
    faces = made.values if chosen_from is None else chosen_from
    in_wins = bool(choice and choice.play.wins)
    drawn = DrawnChoice(faces, show_action(before, made.action), chosen_from is None, in_wins=in_wins)
    if choice and (swing := choice.swing) and swing.loss > NOTHING:
        drawn = replace(drawn, best=show_action(before, swing.best), cost=swing.loss)
    yield drawn


TOLD = 4
"""The most turning points in a summary."""
LEAST_LEAP = 0.01
"""The smallest change of a chance that decides a game; also, for estimated chances, that makes a turning point."""
COSTLY = 2
"""The highest number of costly choices of each player in a summary."""
TWO = 2
"""The number of players for a headline with both scores."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point: the number of moves after which a player's chance had changed, and what was done.

    `leap` is the change, -1 to 1; `change` says from what to what. `dice` are those that were thrown or chosen from.
    `kept` says of each die whether it stayed, () if no dice are kept.
    """

    place: int
    player: int
    saying: Saying
    leap: float
    change: tuple[Saying, Saying]
    dice: tuple[int, ...]
    kept: tuple[bool, ...] = ()


class Decider(NamedTuple):
    """The throw that raised the winner's chance most: the index of the position after it, its dice, and the change."""

    place: int
    dice: tuple[int, ...]
    change: tuple[Saying, Saying]


def find_decider(
    chances: Sequence[Sequence[float] | None], winners: Sequence[int], thrown: Mapping[int, tuple[int, ...]]
) -> Decider | None:
    """Return the throw that decided a game; None if it is unknown, or without a single winner.

    `chances` are everybody's at each position; `thrown` are the dice of each throw by the index of the position after
    it.
    """
    if len(winners) != 1 or not thrown:
        return None
    known = {
        place: (before[winners[0]], after[winners[0]])
        for place in thrown
        if place < len(chances) and (before := chances[place - 1]) and (after := chances[place])
    }
    place = max(known, key=lambda one: known[one][1] - known[one][0], default=0)
    if not place or known[place][1] - known[place][0] < LEAST_LEAP:
        return None
    first, last = (Saying("page-percent", {"share": share}) for share in in_hundred(*known[place]))
    return Decider(place, thrown[place], (first, last))


@dataclass(frozen=True, slots=True)
class ToldChoice:
    """A choice in one sentence, with the `dice` on which it was based.

    `done` and `better` say of each die whether it stayed, and whether it had better stayed; they are () if no dice are
    kept, or nothing was better. `why` says why something was better.
    """

    player: int
    saying: Saying
    dice: tuple[int, ...]
    done: tuple[bool, ...] = ()
    better: tuple[bool, ...] = ()
    why: Saying | None = None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of a game, its players in the order of their turns.

    `headline` says in few words who won, None while the game is on. `best` is the right choice that mattered most, and
    `worst` the costliest choice, None if there is none; if people play, both are theirs. `turns` are all turns. `begun`
    is the local time at which a game of the journal began. `decider` is the throw that decided the game. `record` is
    the game's name among records, "" for a game with a goal, in which points do not measure a player.

    `scores[move]` are everybody's points after that many moves, `curve[move]` everybody's chances to win then; `curve`
    is () if they are unknown. `accounts` are luck and skill of each player, in chances to win or, with `in_points`, in
    points; () if they were not evaluated. `costly` are the costliest choices of each player; `chose` says who had any
    choice. A curve may be `estimated` or `approximate`. `ranking` is the final one, () while the game is on. `line` is
    the whole game as one line of text. `ratings` say how well each player chose, () if that is unknown.
    """

    title: Saying
    names: tuple[str, ...]
    end: Saying | None
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    curve: tuple[tuple[float, ...], ...]
    turnings: tuple[TurningPoint, ...]
    costly: tuple[tuple[Saying, ...], ...]
    chose: tuple[bool, ...]
    accounts: tuple[Account, ...]
    in_points: bool
    estimated: bool = False
    approximate: bool = False
    headline: Saying | None = None
    best: ToldChoice | None = None
    worst: ToldChoice | None = None
    turns: tuple[DrawnTurn, ...] = ()
    begun: datetime | None = None
    ranking: tuple[Ranked, ...] = ()
    line: str = ""
    decider: Decider | None = None
    record: str = ""
    ratings: tuple[Rating, ...] = ()

    @property
    def note(self) -> str:
        """The quality of the curve: `estimated`, `approximate`, "" if exact; `estimated-points` without a curve."""
        about = "approximate" if self.curve else "estimated-points"
        return "estimated" if self.estimated else about if self.approximate else ""

    @property
    def order(self) -> Sequence[Ranked]:
        """The players as ranked; in order of play without ranks if the game is not over or has one player."""
        if len(self.names) > 1 and self.ranking:
            return self.ranking
        return [Ranked(0, seat, str(points)) for seat, points in enumerate(self.scores[-1] or [""] * len(self.names))]

    @property
    def heights(self) -> Sequence[Sequence[float]]:
        """Everybody's chance after each move; if unknown, everybody's points as a share of the most, 0 to 1."""
        if self.curve:
            return self.curve
        most = max((points for scores in self.scores for points in scores), default=0) or 1
        return [[points / most for points in scores] for scores in self.scores]

    @property
    def account_sayings(self) -> list[list[Saying]]:
        """Luck, skill, rating and costliest kind of mistake of each player, and if several play, what others did."""
        parts = zip(self.accounts, self.ratings, self.chose, strict=True)
        return [[*self._tell(one, chose=chose), *more.sayings()] for one, more, chose in parts]

    @property
    def account_lines(self) -> Iterator[Saying]:
        """The sayings of `account_sayings`, each with the player's name."""
        for name, told in zip(self.names, self.account_sayings, strict=False):
            yield from (Saying("account-of", {"name": name_player(name), "what": what}) for what in told)

    def _tell(self, account: Account, *, chose: bool) -> Iterator[Saying]:
        if self.in_points and not self.approximate:  # before a game's end, what perfect play would expect
            expected: dict[str, Value] = {"start": points(account.start), "end": round(account.end)}
            yield Saying("account-expected" if self.end else "account-expected-open", expected)
        if chose:
            yield self._amount("luck", account.luck)
            yield self._amount("skill", -account.lost)
        if len(self.names) > 1 and not self.in_points:
            yield self._amount("others", account.others)

    def _amount(self, what: str, gained: float) -> Saying:
        """Return a message of a gain or loss, in chances to win or in points."""
        number = round(gained if self.in_points else 100 * gained, 1)
        amount = Saying("account-points" if self.in_points else "account-games", {"number": abs(number)})
        side = "better" if number > 0 else "worse" if number < 0 else "even"
        return Saying(f"account-{what}", {"side": side, "amount": amount})

    def sayings(self, more: str = "") -> Iterator[Saying]:
        """Yield the lines of the summary; with `more`, the command that tells the rest, fewer, and last the result."""
        result = [self.headline or Saying("after-unfinished")]
        if len(self.names) > TWO:  # the headline has both scores of two
            ranks = ({**one._asdict(), "name": name_player(self.names[one.seat])} for one in self.ranking)
            result += [Saying("after-rank", values) for values in ranks]
        yield from () if more else result
        if self.best:
            yield Saying("after-best", {"words": self.best.saying})
        if self.worst:
            yield Saying("after-worst", {"words": self.worst.saying})
            if self.worst.why and not more:
                yield Saying("after-why", {**self.worst.saying.values, "words": self.worst.why})
        yield from (turning.saying for turning in self.turnings)
        if self.note:
            yield Saying(f"after-{self.note}")
        if more:
            yield from (Saying("after-more", {"command": more}), *result)
            return
        yield from self.account_lines
        yield from (one for costly in self.costly for one in costly if not self.worst or one != self.worst.saying)

    def to_json(self) -> dict[str, Any]:
        """Return the summary as JSON, with the sentences in English."""
        said, off = english().say, ABOUT if self.note else 0.0
        return {
            "title": said(self.title),
            "players": list(self.names),
            "winners": [seat + 1 for seat in self.winners],
            "headline": self.headline and said(self.headline),
            "best": self.best and said(self.best.saying),
            "worst": self.worst and said(self.worst.saying),
            "end": self.end and said(self.end),
            "scores": [list(scores) for scores in self.scores],
            "curve": known_digits([list(chances) for chances in self.curve], off),
            "estimated": bool(self.note),
            "turning_points": [{"move": one.place, "told": said(one.saying)} for one in self.turnings],
            "costliest": [list(map(said, costly)) for costly in self.costly],
            "accounts": [account.to_json() for account in self.accounts],
            "unit": "points" if self.in_points else "wins",
            "ratings": [rating.to_json() for rating in self.ratings],
        }


def summary_lines(after: GameSummary, language: Language, more: str = "") -> list[str]:
    """Return the summary in lines, each beginning with a capital. For `more` see `GameSummary.sayings`."""
    return [one_line(language.sentence(saying)) for saying in after.sayings(more)]


def after_game(journal: Journal, number: int, cache: Path, *, wins: bool = True) -> GameSummary:
    """Return the summary of game `number` of the journal.

    With `wins`, compute chances to win for a score sheet too: this needs numba, and takes minutes the first time.
    Without it, estimate them if that was prepared. A game that is not over is summarised as far as it went.

    Raises:
        JournalError: the journal has no such game.
        SolverError: this program cannot play the game.

    """
    past = from_journal(journal, number, cache)
    return summarise(past, review_past(past, wins=wins))


def summarise(past: PastGame, found: Review | None) -> GameSummary:
    """Return the summary of a past game; `found` is its review, None if it has none."""
    position, positions = past.position, past.positions
    weighed = found is not None and bool(found.curve)
    curve = _weigh_curve(past, found) if found and weighed else _curve(past.game, positions)
    in_points = found is not None and not found.wins
    scores, seats = tuple(map(points_of, positions)), range(len(past.names))
    thrown = {place: made.values for place, made in enumerate(past.steps, 1) if made.values}
    return GameSummary(
        title=past.game.title,
        names=past.names,
        end=position.describe_end(past.names, past.throws) if position.over else None,
        winners=position.winners,
        scores=scores,
        curve=curve,
        turnings=explain_safely(lambda: tuple(_find_turning(found, curve, past)), ()) if found else (),
        costly=explain_safely(lambda: tuple(_list_costly(found, past)), ()) if found else (),
        chose=tuple(any(play.player == seat for play in found.plays) for seat in seats) if found else (),
        accounts=(found.points if in_points else found.wins) if found else (),
        in_points=in_points,
        estimated=bool(curve) and not weighed and past.game.estimates,
        approximate=past.game.approximates(len(past.names)),
        headline=_headline(position, past.names, scores[-1], past.throws) if position.over else None,
        best=explain_safely(lambda: _find_best(past, found), None) if found else None,
        worst=explain_safely(lambda: _find_worst(past, found), None) if found else None,
        turns=turns_of(past, scores, found),
        begun=past.begun,
        ranking=position.ranking if position.over else (),
        decider=find_decider(curve, position.winners if len(past.names) > 1 else (), thrown),
        record=past.game.name if position.goal is None else "",
        ratings=rate(past, found),
        line="" if UNTOLD & past.game.rules.keys() else explain_safely(lambda: line_of(past.steps, position), ""),
    )


def rate(past: PastGame, found: Review | None) -> tuple[Rating, ...]:
    """Return how well each player of a past game chose, () without a review, or if its points are estimates."""
    if found is None or (found.about and not found.wins):
        return ()
    units = [one.unit for one in past.game.evaluators(len(past.names))]
    unit = Unit.WINS if found.wins else next(one for one in units if one is not Unit.WINS)
    ratings = tuple(Rating(unit) for _ in past.names)
    for choice in choices_of(past, found):
        seat, swing = choice.play.player, choice.swing
        if swing and choice.position.chooses and choice.place < past.left.get(seat, len(past.steps)):
            ratings[seat].add(choice.position, swing.best, choice.play.action, swing.loss)
    return ratings


def rate_players(path: Path, game: str, cache: Path) -> dict[tuple[str, Unit], Rating]:
    """Return how well everybody chose in a journal's finished games with this name, by player and unit of costs.

    The costs of sheets are points. Raises JournalError, SolverError.
    """
    whole: dict[tuple[str, Unit], Rating] = {}
    with Journal(path) as journal:
        for entry in journal.games():
            past = from_journal(journal, entry.id, cache) if entry.game == game and entry.ended else None
            if past and past.position.over:
                for name, one in zip(past.names, rate(past, review_past(past, wins=False)), strict=False):
                    rating = whole.setdefault((name_record(name), one.unit), Rating(one.unit, 0))
                    rating.games, rating.costs = rating.games + 1, rating.costs + one.costs
                    for kind, costs in one.kinds.items():
                        rating.kinds[kind] = rating.kinds.get(kind, []) + costs
    return whole


def _headline(position: Position, names: Sequence[str], scores: Sequence[int], throws: int) -> Saying:
    """Return in few words who won, and the points."""
    if len(position.winners) != 1 or len(names) == 1 or len(scores) != len(names):
        return position.describe_end(names, throws)
    (winner,) = position.winners
    part: dict[str, Value] = {"name": name_actor(names[winner]), "own": scores[winner]}
    loser = 1 - winner
    if len(names) > TWO or scores[loser] is None:  # who shuts the box may win before the other player throws
        return Saying("endcard-wins-many", part)
    key = "endcard-wins-yours" if names[loser] == YOU else "endcard-wins"
    return Saying(key, part | {"other": scores[loser]})


def _people(names: Sequence[str]) -> frozenset[int]:
    """Return the seats of people, all seats if only robots play."""
    seats = range(len(names))
    return frozenset(seat for seat in seats if not is_robot(names[seat])) or frozenset(seats)


def _find_worst(past: PastGame, found: Review) -> ToldChoice | None:
    seats = _people(past.names)
    choice = next((one for one in _rank_costs(found, past) if one.play.player in seats), None)
    if choice is None:
        return None
    assert choice.swing, "the choice has a cost"
    why = explain_safely(lambda: _why_better(choice), None)
    return choice.show(choice.cost, show_action(choice.position, choice.swing.best).kept, why)


def _why_better(choice: PastChoice) -> Saying | None:
    """Return why the best action was better than the chosen one, None if the robot's strategy does not agree."""
    swing, decision = choice.swing, choice.past.game.robot("", None).decide(choice.position)[1]
    if swing is None or decision.loss(swing.best) >= decision.loss(choice.play.action.bare):
        return None
    return tell_reason(decision.reason_for(swing.best, choice.play.action.bare), choice.position.tell)


def _find_best(past: PastGame, found: Review) -> ToldChoice | None:
    """Return the right choice whose best alternative would have cost most, None if there is none."""
    right = None
    with suppress(SolverError):
        right = max(_find_right(past, found), key=lambda one: (one[0], -one[1].place), default=None)
    if right is None:
        return None
    margin, choice, other, unit = right
    doing = choice.position.tell
    told = choice.give_values(move=doing("doing", choice.play.action), next=doing("doing", other))
    if unit is Unit.WINS:
        return choice.show(Saying("after-best-wins", told | {"margin": percent_points(margin)}))
    return choice.show(Saying("after-best-points", told | {"margin": points(margin)}))


def _find_right(past: PastGame, found: Review) -> Iterator[tuple[float, PastChoice, Action, Unit]]:
    """Yield people's right choices: margin over the best action of another kind, choice, that action, and unit."""
    seats, robot = _people(past.names), past.game.robot("", None)
    for choice in choices_of(past, found):
        swing, position = choice.swing, choice.position
        if choice.play.player not in seats or swing is None or swing.loss > NOTHING or not position.chooses:
            continue
        decision = robot.decide(position)[1]
        other = decision.instead(choice.play.action.bare).rival
        if not decision.unit.fewer and other and (margin := decision.loss(other)) > NOTHING:
            yield margin, choice, other, decision.unit


def _curve(game: TableGame[Any], positions: Sequence[Position]) -> tuple[tuple[float, ...], ...]:
    """Return the chances in all positions, () if any is unknown."""
    try:
        curve = tuple(tuple(game.chances(position)) for position in positions)
    except SolverError:
        return ()
    return curve if all(curve) else ()


def _weigh_curve(past: PastGame, found: Review) -> tuple[tuple[float, ...], ...]:
    """Return a review's chances in all positions: they change with the last move of a choice."""
    curve = [found.curve[0]]
    for choice, chances in zip(choices_of(past, found), found.curve[1:], strict=True):
        curve += [*[curve[-1]] * (choice.after - choice.place - 1), chances]
    return (*curve, *[curve[-1]] * (1 + len(past.steps) - len(curve)))


def _find_turning(found: Review, curve: Sequence[Sequence[float]], past: PastGame) -> Iterator[TurningPoint]:
    """Yield the choices that changed their player's chance most, computed or estimated, in the order of the game."""
    choices = choices_of(past, found)
    if found.wins or not curve:
        told = set(map(id, found.turning_points(TOLD)))
        for choice in choices:
            if (swing := choice.play.wins) and id(choice.play) in told:
                threw = abs(swing.luck) >= abs(swing.loss)
                change = (swing.chosen, swing.after) if threw else (swing.before, swing.chosen)
                yield _make_turning(choice, change, threw=threw)
        return
    moved = [curve[one.after][one.play.player] - curve[one.place][one.play.player] for one in choices]
    largest = sorted(range(len(moved)), key=lambda number: -round(abs(moved[number]), DIGITS))[:TOLD]
    for number in sorted(number for number in largest if abs(moved[number]) >= LEAST_LEAP):
        choice, play = choices[number], choices[number].play
        threw = bool(play.throw) and (play.points is None or abs(play.points.luck) >= abs(play.points.loss))
        change = curve[choice.place][play.player], curve[choice.after][play.player]
        yield _make_turning(choice, change, threw=threw)


def _make_turning(choice: PastChoice, change: tuple[float, float], *, threw: bool) -> TurningPoint:
    """Return a choice as a turning point, by what somebody `threw` or else chose."""
    (first, last), play = percent(*change), choice.play
    told = choice.give_values(start=first, end=last)
    if threw:
        saying = Saying("after-threw", told | {"dice": in_row(play.throw)})
    else:
        saying = Saying("after-chose", told | {"move": choice.position.tell("doing", play.action)})
    chosen = choice.show(saying)
    dice, kept = (play.throw, ()) if threw else (chosen.dice, chosen.done)
    return TurningPoint(choice.after, play.player, saying, change[1] - change[0], (first, last), tuple(dice), kept)


def _list_costly(found: Review, past: PastGame) -> Iterator[tuple[Saying, ...]]:
    for seat in range(len(past.names)):
        yield tuple(choice.cost for choice in _rank_costs(found, past, COSTLY, seat))


def _rank_costs(found: Review, past: PastGame, most: int | None = None, seat: int | None = None) -> list[PastChoice]:
    """Return the choices that cost most, highest cost first, of the player in `seat` or, if None, of everybody."""
    choices = {id(one.play): one for one in choices_of(past, found)}
    return [choices[id(play)] for play in found.costliest(most, seat, to_win=bool(found.wins))]
