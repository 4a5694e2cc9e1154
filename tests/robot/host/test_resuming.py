"""Games that were interrupted: offered as long as nobody plays, gone on with, or left for good."""

from pathlib import Path

import pytest

from hardware.panel import Button
from robot.errors import AnswerRefusedError
from robot.host.host import Host
from robot.host.policy import ResumePolicy
from robot.match.events import Announced, Begun, Ended
from robot.match.journal import Journal, JournalGame, Occasion
from robot.match.questions import InterruptedGame, Question
from robot.records.stats import counted
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, pig
from tests.support.robot.stubs import PushedPanel
from tests.support.robot.waiting import PATIENCE, until


@pytest.fixture
def quick(tmp_path: Path) -> Sitting[QuickBooth]:
    return Sitting(QuickBooth(), tmp_path / "journal.sqlite")


def interrupted(path: Path, goal: int, *players: str) -> JournalGame:
    """Enter a game in which one throw counted and another one was only meant."""
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": goal}, players or ("robot", "robot:hold20"), None)
        journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
        journal.write(game, "reading", 1, values=[6])
        journal.write(game, "intention", 2, action="roll", keep={}, wells=[2])
    return game


def resuming(quick: Sitting[QuickBooth], *panels: PushedPanel) -> Host:
    host, _ = quick.host(panels=panels)
    host.policy = ResumePolicy()
    return host


def number_offered(host: Host) -> int:
    return host.status.offer.id if host.status.offer else 0


def asked(host: Host) -> Question:
    until(lambda: host.desk.question)
    question = host.desk.question
    assert question
    return question


@pytest.mark.parametrize("button", [Button.ROLL, Button.HOLD])
def test_one_button_goes_on_with_a_game_that_was_interrupted(quick: Sitting[QuickBooth], button: Button) -> None:
    game, panel = interrupted(quick.journal, 12), PushedPanel()
    with resuming(quick, panel) as host:
        until(lambda: number_offered(host))
        told = host.status.to_json()["offer"]
        assert told == {"id": game.id, "title": "Pig to 12"}
        for other in (Button.NEW, Button.HINT, Button.KEEP1):
            panel.push(other)
        until(lambda: not panel.pushed)
        assert not quick.of(Begun)
        panel.push(button)
        until(lambda: quick.of(Ended))
        until(lambda: host.status.game is None)
    assert quick.of(Announced)[0].saying.key == "interrupted"
    assert quick.of(Begun)[0].position.to_json() == {"scores": [0, 0], "turn_total": 6}
    assert host.status.offer is None
    with Journal(quick.journal) as journal:
        assert len(journal.games()) == 1
        kinds = [entry.kind for entry in journal.log(game) if entry.kind != "sitting"]
        assert kinds[:4] == ["intention", "reading", "intention", "void"]


def test_no_button_is_named_where_there_is_none(quick: Sitting[QuickBooth]) -> None:
    interrupted(quick.journal, 12)
    with resuming(quick) as host:
        until(lambda: number_offered(host))
        until(lambda: quick.of(Announced))
    assert quick.of(Announced)[0].saying.key == "interrupted-page"


def test_who_leaves_it_is_offered_the_one_before(quick: Sitting[QuickBooth]) -> None:
    games, panel = [interrupted(quick.journal, goal) for goal in (12, 13)], PushedPanel()
    with resuming(quick, panel) as host:
        until(lambda: number_offered(host) == games[1].id)
        panel.push(Button.LEAVE)
        until(lambda: number_offered(host) == games[0].id)
        panel.push(Button.LEAVE)
        until(lambda: host.status.offer is None)
    assert not quick.of(Begun)
    with Journal(quick.journal) as journal:
        assert [journal.game(game.id).winners for game in games] == [(), ()]


def test_any_of_the_interrupted_games_is_resumed_or_ended_by_its_number(quick: Sitting[QuickBooth]) -> None:
    games = [interrupted(quick.journal, goal) for goal in (11, 12, 13)]
    with resuming(quick) as host:
        until(lambda: [offer.id for offer in host.status.offers] == [game.id for game in reversed(games)])
        question = asked(host)
        with pytest.raises(AnswerRefusedError):
            host.desk.answer(question.number, InterruptedGame(games[2].id + 1, goes_on=False), near=True)
        host.desk.answer(question.number, InterruptedGame(games[1].id, goes_on=False), near=True)
        until(lambda: [offer.id for offer in host.status.offers] == [games[2].id, games[0].id])
        until(lambda: asked(host).number != question.number)
        host.desk.answer(asked(host).number, InterruptedGame(games[0].id, goes_on=True), near=False)
        until(lambda: quick.of(Ended))
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11]
    with Journal(quick.journal) as journal:
        assert journal.game(games[1].id).winners == ()
        assert journal.all_unfinished() == [games[2]]


def test_a_game_that_was_interrupted_before_its_first_throw_ends(quick: Sitting[QuickBooth]) -> None:
    game = interrupted(quick.journal, 12)
    with Journal(quick.journal) as journal:
        untouched = journal.begin("pig", {"goal": 12}, ("you:Anna", "you:Ben"), None)
        journal.write(untouched, "sitting")
    with resuming(quick) as host:
        until(lambda: number_offered(host) == game.id)
        assert len(host.status.offers) == 1
    with Journal(quick.journal) as journal:
        ended = journal.game(untouched.id)
        assert ended.winners == ()
        assert counted(ended, journal.log(ended)).left == 0, "nobody has left a game that has not begun"


def test_who_begins_another_game_is_offered_it_again_afterwards(quick: Sitting[QuickBooth]) -> None:
    game = interrupted(quick.journal, 12, "you", "robot")
    with resuming(quick) as host:
        until(lambda: number_offered(host))
        seen: list[int] = []
        host.book.follow(lambda status: seen.append(status.offer.id if status.offer else 0))
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Ended) and host.status.offer)
    assert {0, game.id} == set(seen)
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11]


def test_what_robots_played_in_attract_mode_is_nobodys_game(quick: Sitting[QuickBooth]) -> None:
    games = [interrupted(quick.journal, goal) for goal in (11, 12)]
    with Journal(quick.journal) as journal:
        journal.write(games[0], "sitting", occasion=Occasion.ATTRACT)
        journal.write(games[1], "sitting", occasion=Occasion.VISITORS)
        assert journal.unfinished() == games[1]
    with resuming(quick) as host:
        until(lambda: number_offered(host) == games[1].id)
        assert [offer.id for offer in host.status.offers] == [games[1].id]


def test_a_game_that_another_program_plays_or_nobody_can_make_is_not_offered(quick: Sitting[QuickBooth]) -> None:
    game = interrupted(quick.journal, 12)
    panel = PushedPanel()
    with Journal(quick.journal) as journal, journal.seat(game), resuming(quick, panel) as host:
        until(lambda: host.status.phase == "idle")
        panel.push(Button.ROLL)
        panel.push(Button.LEAVE)
        until(lambda: not panel.pushed)
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Ended))
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11]
    with Journal(quick.journal) as journal:
        assert journal.game(game.id).ended is None
        journal.end(game, ())
        unknown = journal.begin("no-game", {}, ("robot",), None)
        journal.write(unknown, "intention", 1, action="roll", keep={}, wells=[2])
    with resuming(quick) as host:
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Ended)[1:])
    assert host.status.offer is None
