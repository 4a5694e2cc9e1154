"""Games of throwing on or stopping are played by their rules, and go on wherever they were interrupted."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from robot.errors import PlayerError
from robot.games.game import Move
from robot.games.pig.hog import throw_of
from robot.games.registry import make_game
from robot.language import english
from robot.match.events import Begun, Booked, Decided, Ended, Event, Read
from robot.match.journal import Journal, JournalGame
from robot.match.match import Match
from robot.match.players import Person, Player, RobotPlayer, make_player
from robot.match.seats import check_seats
from robot.match.standing import Standing
from robot.review.past_games import from_journal, review
from robot.table.table import Witness
from solver.errors import GoalError, OptionError, RuleError, UnknownNameError
from tests.support.robot.reviews import review_of
from tests.support.robot.stubs import Anything, DrawnTable, Listening, Pressing, desk_of

GAMES: list[tuple[str, dict[str, int], int]] = [
    ("pig", {"goal": 40}, 2),
    ("pig", {"goal": 30}, 3),
    ("pig", {"goal": 25}, 10),
    ("piglet", {}, 2),
    ("progressive-pig", {"goal": 40}, 2),
    ("two-dice-pig", {}, 2),
    ("big-pig", {"goal": 60}, 2),
    ("hog", {"goal": 60}, 2),
    ("pig-reach", {"goal": 60, "turns": 6}, 1),
    ("pig-score", {"turns": 4}, 1),
    ("pig-turns", {"goal": 40}, 1),
    ("think", {}, 1),
    ("swine-herd", {"goal": 40}, 3),
    ("skunk", {"turns": 4}, 4),
]
IDS = [f"{name}-{players}" for name, _, players in GAMES]


def match_of(journal: Journal, game: JournalGame, seed: int, *listeners: Any) -> Match:
    players: list[Player] = [
        RobotPlayer(name, Anything(random.Random(seed + seat))) for seat, name in enumerate(game.players)
    ]
    rules = make_game(game.game, game.rules)
    return Match(game, rules, players, DrawnTable(random.Random(seed)), journal, listeners)


def begin(journal: Journal, name: str, rules: Mapping[str, Any], players: int) -> JournalGame:
    names = tuple(f"robot {seat}" for seat in range(1, players + 1))
    return journal.begin(name, make_game(name, rules).rules, names, 1)


@dataclass
class RaceBookkeeper:
    """Keeps the score by the printed rules alone, and says when the game ought to be over."""

    name: str
    goal: int | None
    turns: int | None
    scores: list[int]
    at_risk: int = 0
    ended: int = 0
    seated: set[int] = field(default_factory=set)
    sits: set[int] = field(default_factory=set)
    said: int = 0
    thrown: list[int] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        assert not self.over or not isinstance(event, Decided | Read | Booked)
        match event:
            case Read() if self.name in {"swine-herd", "skunk"}:
                self.sit_down()
                self.read_together(event.values)
            case Read() if self.name == "hog":
                self.read_hog(event.player, int(event.move.action), event.values)
            case Read():
                self.read(event.player, event.values)
            case Booked(move=Move(action="hold")):
                self.scores[event.player] += self.at_risk
                self.end_turn()
            case Booked():
                self.said += 1
                self.sits |= {event.player} if event.move.action == "sit" else set()
                reached = self.goal and any(self.scores[seat] + self.at_risk >= self.goal for seat in self.sits)
                everybody = len(self.sits | self.seated) == len(self.scores)
                if self.said == len(self.scores) - len(self.seated) and (everybody or reached):
                    self.sit_down()
                    self.end_turn()
            case Ended():
                assert self.over
        if isinstance(event, Read | Booked):
            assert list(event.position.to_json()["scores"]) == self.scores

    @property
    def over(self) -> bool:
        if self.turns and self.ended >= self.turns:
            return True
        return self.goal is not None and max(self.scores) >= self.goal

    def end_turn(self) -> None:
        self.at_risk, self.ended, self.seated = 0, self.ended + 1, set()

    def sit_down(self) -> None:
        for seat in self.sits:
            self.scores[seat] += self.at_risk
        self.seated |= self.sits
        self.sits, self.said = set(), 0

    def read(self, player: int, values: tuple[int, ...]) -> None:
        gain, ends = points(self.name, values)
        if ends:
            self.scores[player] = 0 if gain is None else self.scores[player] + gain
            self.end_turn()
        else:
            self.at_risk += gain or 0

    def read_together(self, values: tuple[int, ...]) -> None:
        gain, ends = points("two-dice-pig" if self.name == "skunk" else "pig", values)
        if not ends:
            self.at_risk += gain or 0
            return
        if gain is None:
            self.scores = [score if seat in self.seated else 0 for seat, score in enumerate(self.scores)]
        self.end_turn()

    def read_hog(self, player: int, dice: int, values: tuple[int, ...]) -> None:
        self.thrown += values
        if 1 in self.thrown or len(self.thrown) == dice:
            self.scores[player] += 0 if 1 in self.thrown else sum(self.thrown)
            self.thrown = []
            self.ended += 1


def points(name: str, values: tuple[int, ...]) -> tuple[int | None, bool]:
    """Return what a throw brings, None for the loss of everything, and whether it ends the turn."""
    ones = values.count(1)
    if name == "piglet":
        return (0, True) if values[0] % 2 else (1, False)
    if name == "progressive-pig" and ones:
        return 1, True
    if name == "big-pig" and len(set(values)) == 1:
        return (25 if ones else 2 * sum(values)), False
    if ones == 2:
        return None, True
    return (0, True) if ones else (sum(values), False)


def keeper_of(name: str, rules: Mapping[str, Any], players: int) -> RaceBookkeeper:
    settled = make_game(name, rules).rules
    return RaceBookkeeper(name, settled.get("goal"), settled.get("turns"), [0] * players)


@pytest.mark.parametrize(("name", "rules", "players"), GAMES, ids=IDS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_by_the_printed_rules_whose_positions_come_back_from_json(
    journal: Journal, name: str, rules: dict[str, int], players: int, seed: int
) -> None:
    game = begin(journal, name, rules, players)
    keeper, heard = keeper_of(name, rules, players), Listening()
    winners = match_of(journal, game, seed, keeper, heard).play()
    assert isinstance(heard.events[-1], Ended)
    best = [seat for seat, score in enumerate(keeper.scores) if score == max(keeper.scores)]
    if players > 1 and name != "swine-herd":
        assert list(winners) == best
    if name == "swine-herd":
        assert list(winners) == [seat for seat, score in enumerate(keeper.scores) if score >= 40]
    if name == "pig-reach":
        assert winners == ((0,) if keeper.scores[0] >= 60 else ())
    assert journal.game(game.id).winners == winners
    made = make_game(name, rules)
    found = [event.position for event in heard.events if isinstance(event, Decided | Read | Booked)]
    assert len(found) > 4
    for position in found:
        if not position.over:
            assert made.position(position.to_json(), position.player) == position


class UnpluggedError(Exception):
    """The plug was pulled."""


@dataclass
class Unplugged(DrawnTable):
    """A table that dies at some throw, before it is read."""

    left: int = 5

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
        self.left -= 1
        if not self.left:
            raise UnpluggedError
        return super().throw(wells, keep, witness)


@pytest.mark.parametrize(("name", "rules", "players"), GAMES, ids=IDS)
def test_interrupted_at_every_fifth_throw_the_game_goes_on(
    journal: Journal, name: str, rules: dict[str, int], players: int
) -> None:
    game = begin(journal, name, rules, players)
    keeper = keeper_of(name, rules, players)
    throws: list[int] = []
    sittings = 0
    while journal.game(game.id).winners is None:
        sittings += 1
        heard = Listening()
        match = match_of(journal, game, sittings, keeper, heard)
        match.table = Unplugged(random.Random(sittings))
        try:
            match.play()
        except UnpluggedError:
            assert journal.unfinished() == game
        begun = heard.events[0]
        assert isinstance(begun, Begun)
        throws += [event.throw for event in heard.events if isinstance(event, Read)]
        assert sittings < 400
    assert throws == list(range(1, len(throws) + 1))
    assert sittings > 1
    standing = Standing.of(make_game(name, rules).begin(players), journal.log(game))
    assert standing.position.to_json()["scores"] == keeper.scores


def test_more_dice_than_wells_are_thrown_in_several_goes() -> None:
    start = make_game("hog", {}).begin(2)
    move = throw_of(14)
    assert start.wells_for(move) == (1, 2, 3, 4, 5, 6)
    second = start.after(move, (2, 3, 4, 5, 6, 6))
    assert second.forced == move
    assert second.player == 0
    third = second.after(move, (2, 2, 2, 2, 2, 2))
    assert third.wells_for(move) == (1, 2)
    done = third.after(move, (3, 4))
    assert (done.scores, done.player, done.forced) == ((45, 0), 1, None)
    with pytest.raises(RuleError):
        second.after(throw_of(3), (2, 2, 2))


def test_a_one_among_the_first_dice_of_hog_spares_the_others() -> None:
    start = make_game("hog", {}).begin(2)
    after = start.after(throw_of(30), (2, 3, 1, 5, 6, 6))
    assert (after.scores, after.player, after.forced) == ((0, 0), 1, None)
    assert "a 1" in english().say(start.describe_throw("Ann", throw_of(30), (2, 3, 1, 5, 6, 6)))


def test_all_goes_of_a_turn_of_hog_are_one_choice_in_its_review() -> None:
    game = make_game("hog", {"goal": 60})
    moves = [("8", (2, 3, 4, 5, 6, 6)), ("8", (2, 4)), ("2", (1, 3)), ("3", (5, 5, 2))]
    found = review_of(game, game.begin(2), moves)
    assert [(play.player, play.turn, play.action, play.throw) for play in found.plays] == [
        (0, 1, "8", (2, 3, 4, 5, 6, 6, 2, 4)),
        (1, 1, "2", (1, 3)),
        (0, 2, "3", (5, 5, 2)),
    ]


@pytest.mark.parametrize(("keys", "dice"), [("r", 1), ("4r", 4), ("4hr", 10), ("6hhhhr", 30), ("6hhhhhr", 6)])
def test_the_buttons_choose_how_many_dice_hog_throws(keys: str, dice: int) -> None:
    game, shown = make_game("hog", {}), Listening()
    person = Person("Ann", desk_of(Pressing.of(keys)), game.dialog())
    choice = person.choose(game.begin(2), shown.events.append)  # type: ignore[arg-type]
    assert getattr(choice, "move", None) == throw_of(dice)
    assert shown.events[-1].dice == dice  # type: ignore[union-attr]


def test_who_stands_is_asked_in_turn_and_the_next_round_begins_with_the_next() -> None:
    game = make_game("skunk", {"turns": 2})
    position = game.begin(3)
    throw = position.forced
    assert throw is not None
    position = position.after(throw, (3, 4))
    assert position.waiting == (0, 1, 2)
    stand, sit = position.moves
    position = position.after(stand).after(sit)
    assert (position.player, position.forced, position.scores) == (2, None, (0, 0, 0))
    position = position.after(stand)
    assert (position.forced, position.player) == (throw, 0)
    position = position.after(throw, (5, 5))
    assert (position.scores, position.state.round_total, position.waiting) == ((0, 7, 0), 17, (0, 2))
    position = position.after(sit).after(sit)
    assert (position.scores, position.round) == ((17, 7, 17), 1)
    assert position.after(throw, (2, 2)).waiting == (1, 2, 0)
    with pytest.raises(RuleError):
        position.after(sit)


@pytest.mark.parametrize(("name", "rules", "players"), GAMES, ids=IDS)
def test_robots_give_reasons_for_every_choice_that_is_theirs(
    journal: Journal, name: str, rules: dict[str, int], players: int
) -> None:
    made = make_game(name, rules)
    names = ("robot", "robot:casual", "robot:random")[:players] + ("robot:strong",) * (players - 3)
    seats = [make_player(spec, made, None, random.Random(seat)) for seat, spec in enumerate(names)]
    game, heard = journal.begin(name, made.rules, names, 3), Listening()
    Match(game, made, seats, DrawnTable(random.Random(3)), journal, [heard]).play()
    for event in heard.events:
        if isinstance(event, Decided) and event.position.forced is None:
            line = event.to_json()
            assert line["action"] == event.move.action
            assert line["value"] == line["options"][line["action"]]
            assert line["why"].endswith(".")
            if event.player == 0 and name != "pig-turns":
                assert line["value"] >= max(line["options"].values()) - 1e-9 or name in {"swine-herd", "skunk"}


@pytest.mark.parametrize("name", ["pig", "piglet", "progressive-pig", "two-dice-pig", "big-pig"])
def test_races_for_two_are_reviewed(journal: Journal, tmp_path: Path, name: str) -> None:
    game = begin(journal, name, {"goal": 12}, 2)
    (winner,) = match_of(journal, game, 5).play()
    found = review(from_journal(journal, None, tmp_path))
    assert found.curve[-1][winner] == 1.0
    made = make_game(name, {"goal": 12})
    assert found.curve[0] == pytest.approx(made.chances(made.begin(2)))


@pytest.mark.parametrize(
    ("name", "rules", "players"),
    [("pig", {"goal": 12}, 3), ("hog", {}, 2), ("pig-reach", {"goal": 20, "turns": 3}, 1), ("think", {}, 1)],
)
def test_reviews_take_luck_and_choices_apart(
    journal: Journal, tmp_path: Path, name: str, rules: dict[str, int], players: int
) -> None:
    heard = Listening()
    game = begin(journal, name, rules, players)
    match_of(journal, game, 2, heard).play()
    made = make_game(name, rules, tmp_path)
    past = from_journal(journal, None, tmp_path)
    found = review(past)
    assert len(found.plays) == len([e for e in heard.events if isinstance(e, Decided) and not e.position.forced])
    for play in found.plays:
        swing = play.wins or play.points
        assert swing is not None
        assert swing.loss >= -1e-9
    for standing in (*found.wins, *found.points):
        assert standing.end == pytest.approx(standing.start + standing.luck - standing.lost + standing.others)
    if players == 1:
        assert all(abs(standing.others) < 1e-9 for standing in (*found.wins, *found.points))
    ended = heard.events[-1]
    assert isinstance(ended, Ended)
    if found.curve:
        assert all(sum(chances) == pytest.approx(1) for chances in found.curve) or players == 1
        assert found.curve[0] == pytest.approx(made.chances(made.begin(players)))
        assert [seat for seat, chance in enumerate(found.curve[-1]) if chance == 1] == list(ended.position.winners)
    else:
        assert found.points[0].end == ended.to_json()["scores"][0]


def test_what_nobody_weighs_is_refused_in_one_line(journal: Journal, tmp_path: Path) -> None:
    match_of(journal, begin(journal, "skunk", {"turns": 1}, 2), 5).play()
    with pytest.raises(OptionError, match="cannot be reviewed yet"):
        review(from_journal(journal, None, tmp_path))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_chances_sum_to_one(players: int, tmp_path: Path) -> None:
    game = make_game("pig", {"goal": 20}, tmp_path)
    position = game.begin(players)
    while not position.over:
        assert sum(game.chances(position)) == pytest.approx(1)
        assert len(game.chances(position)) == players
        move = position.moves[-1]
        position = position.after(move, () if move.keep is None else (6,))
    assert game.chances(position)[position.winners[0]] == 1


def test_levels_are_weaker_one_after_the_other() -> None:
    from solver.race.evaluate import rate

    names = ["perfect", "strong", "casual", "beginner", "child"]
    won = {(each.first, each.second): each.win_first for each in rate("pig", names, 100)}
    against_child = [won[name, "child"] for name in names]
    assert against_child == sorted(against_child, reverse=True)
    assert won["child", "perfect"] < 0.2


def test_ten_play_pig_and_not_eleven() -> None:
    check_seats(10, make_game("pig", {}))
    with pytest.raises(PlayerError, match="11 players are named, but this game is for 2 to 10"):
        check_seats(11, make_game("pig", {}))


def test_games_refuse_what_they_do_not_know() -> None:
    with pytest.raises(OptionError, match="--turns"):
        make_game("pig", {"turns": 3})
    with pytest.raises(OptionError, match="--goal"):
        make_game("think", {"goal": 30})
    with pytest.raises(GoalError):
        make_game("hog", {"goal": 0})
    with pytest.raises(UnknownNameError, match="skunk"):
        make_game("skunks", {})
    with pytest.raises(UnknownNameError):
        make_game("think", {}).robot("childish", None)
    with pytest.raises(PlayerError, match="1 player is named, but this game is for 2 to 10"):
        check_seats(1, make_game("pig", {}))
