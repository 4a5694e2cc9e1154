"""What policies do between games: countdown, attract mode, visitors, quiet hours, safe mode, interrupted games."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from time import tzset
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.controller import fault_error
from hardware.crank import CrankStat, crank_of
from hardware.dictionary import FaultNumber
from hardware.errors import Failure, NoReplyError
from hardware.panel import Button
from robot.config import Config
from robot.errors import RefusedError, UnsettledError, UsageError, VoidThrowError
from robot.host.host import Host
from robot.host.policy import QuietHours, ResumePolicy, SafePolicy, ThrowLimit
from robot.host.preload import StrategyPreload
from robot.host.status import Phase, Status
from robot.match.events import Announced, Asked, Begun, Ended, Event, Read, Thrown
from robot.match.journal import Journal, JournalGame, Occasion
from robot.match.players import is_person
from robot.match.questions import PREPARING, InterruptedGame, Question
from robot.match.seats import GameSetting
from robot.records.stats import count_game
from robot.saying import Saying
from robot.table.table import MachineTable, Observer, Table
from tests.support.hardware.failures import raises
from tests.support.hardware.timed_panel import Timed, script
from tests.support.robot.booths import Booth, QuickBooth
from tests.support.robot.exhibition import MORNING, Hall, nobody
from tests.support.robot.hosts import Sitting, folders_in, pig
from tests.support.robot.stubs import Hearing, PushedPanel
from tests.support.robot.waiting import PATIENCE, until


def press(*presses: tuple[float, Button]) -> Timed:
    return script(VirtualClock(), *presses)


def test_the_robot_plays_by_itself_after_thirty_seconds_and_explains_the_machine(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 600.0, nobody())
    hall.run()
    seconds = [status.seconds for _, status in hall.states if status.phase is Phase.COUNTDOWN]
    assert list(dict.fromkeys(seconds)) == list(range(30, 0, -1))
    assert 30 <= hall.times(Begun)[0] < 31
    told = next(status for _, status in hall.states if status.phase is Phase.COUNTDOWN).to_json()
    assert "plays by itself in 30 s" in told["message"]
    keys = [event.saying.key for _, event in hall.events if isinstance(event, Announced)]
    assert keys[0] == "attract"
    assert len({key for key in keys if key.startswith("explain-")}) >= 4


@pytest.mark.parametrize("occasion", [*Occasion, None])
def test_an_exhibition_goes_on_with_its_own_interrupted_game_alone(tmp_path: Path, occasion: Occasion | None) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = journal.begin("pig", {"goal": 17}, ("you:Anna", "robot"), None)
        said: dict[str, Any] = {"occasion": occasion} if occasion else {}
        journal.write(game, "sitting", **said)
        journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
        journal.write(game, "reading", 1, values=[6])
    hall = Hall(tmp_path, 5.0, nobody())
    hall.run()
    begun = [event.rules["goal"] for _, event in hall.events if isinstance(event, Begun)]
    assert begun == ([17] if occasion else [])
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.game(game.id).ended is None
        assert journal.list_unfinished() == [game]


@pytest.mark.parametrize("at", [35.0, 37.3, 41.7])
def test_any_button_begins_a_game_within_three_seconds(tmp_path: Path, at: float) -> None:
    for button in (Button.ROLL, Button.NEW, Button.KEEP4):
        hall = Hall(tmp_path / button, 50.0, press((at, button)))
        hall.run()
        begun = [when for when, event in hall.events if isinstance(event, Begun) and event.people[0]]
        assert begun
        assert at <= begun[0] <= at + 3


def begun_by_people(hall: Hall) -> list[float]:
    return [at for at, event in hall.events if isinstance(event, Begun) and event.people[0]]


def test_a_press_while_robots_are_made_ready_begins_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Future[None]] = []

    def make(_: StrategyPreload, _rules: Any, players: tuple[str, ...], **_more: Any) -> Future[None]:
        made.append(Future())
        if any(map(is_person, players)):
            made[-1].set_result(None)
        else:
            hall.press()
        return made[-1]

    def end(event: Event) -> None:
        if isinstance(event, Asked) and event.question.topic is PREPARING:
            made[-1].set_result(None)

    monkeypatch.setattr(StrategyPreload, "make", make)
    hall = Hall(tmp_path, 33.0, nobody(), listeners=[Hearing(end)])
    hall.run()
    assert begun_by_people(hall)


@dataclass
class FailingBooth(QuickBooth):
    """A booth whose first throw fails; in it somebody presses."""

    fails: list[Exception] = field(default_factory=list)
    press: Callable[[], None] = lambda: None

    def open(self) -> Table:
        table = super().open()
        throw = table.throw

        def fail(wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
            values = throw(wells, keep, observer)
            if self.fails:
                self.press()
                raise self.fails.pop()
            return values

        table.throw = fail  # type: ignore[method-assign]
        return table


def fail(folder: Path, error: Exception) -> Hall:
    booth = FailingBooth(fails=[error])
    hall = Hall(folder, 50.0, nobody(), booth=booth)
    booth.press = hall.press
    hall.run()
    return hall


@pytest.mark.parametrize(
    "error",
    [
        Failure.CAMERA_LOST.error("the camera is gone"),
        Failure.CAMERA_FROZEN.error("the camera repeats itself"),
        Failure.PORT_LOST.error("the board is gone"),
        NoReplyError("the board does not answer"),
        fault_error(FaultNumber.JAM),
        VoidThrowError(Saying("void-unknown")),
        UnsettledError("the die is cocked and nobody is here"),
    ],
    ids=str,
)
def test_a_press_in_a_throw_of_attract_mode_that_fails_begins_a_game(tmp_path: Path, error: Exception) -> None:
    assert len(begun_by_people(fail(tmp_path, error))) == 1


def test_a_press_before_an_emergency_stop_in_attract_mode_does_not_say_that_hands_are_away(tmp_path: Path) -> None:
    hall = fail(tmp_path, fault_error(FaultNumber.ESTOP))
    assert hall.host._table.stopped
    assert not begun_by_people(hall)


@pytest.mark.parametrize("phase", [Phase.ATTRACT, Phase.RESTING])
def test_a_job_that_waits_comes_before_the_next_game_of_attract_mode(tmp_path: Path, phase: Phase) -> None:
    times: list[float] = []

    def note(_: Table | None = None) -> None:
        times.append(hall.booth.clock.now())

    def ask(status: Status) -> None:
        if status.game and status.phase is phase and not times:
            note()
            hall.host.ask(note)

    hall = Hall(tmp_path, 60.0, nobody(), {"pace": ThrowLimit(4)}, followers=[ask])
    hall.run()
    asked, done = times
    assert done - asked < 2


def test_a_press_before_an_emergency_stop_in_a_job_does_not_say_that_hands_are_away(tmp_path: Path) -> None:
    def stop(_: Table) -> None:
        hall.press()
        raise fault_error(FaultNumber.ESTOP)

    def ask(status: Status) -> None:
        if status.phase is Phase.COUNTDOWN and not asked:
            asked.append(hall.host.ask(stop))

    asked: list[Future[None]] = []
    hall = Hall(tmp_path, 10.0, nobody(), followers=[ask])
    hall.run()
    assert hall.host._table.stopped
    assert not begun_by_people(hall)


def test_a_visitor_who_leaves_ends_the_game_and_the_robot_goes_on_by_itself(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 150.0, press((5.0, Button.ROLL), (6.0, Button.ROLL)))
    hall.run()
    order = [phase for phase in hall.phases() if phase is not Phase.IDLE]
    assert [phase for phase, before in zip(order, [None, *order], strict=False) if phase is not before] == [
        Phase.STARTING,
        Phase.COUNTDOWN,
        Phase.PLAYING,
        Phase.ALONE,
        Phase.PLAYING,
        Phase.COUNTDOWN,
        Phase.ATTRACT,
        Phase.CLOSED,
    ]
    with Journal(tmp_path / "journal.sqlite") as journal:
        visited, *attract = journal.games()
    assert visited.winners == ()
    assert attract[-1].ended is None


def test_quiet_hours_move_nothing_and_say_until_when(tmp_path: Path) -> None:
    quiet = QuietHours(time(10, 1), time(10, 3))
    hall = Hall(tmp_path, 240.0, press((100.0, Button.ROLL)), {"quiet": quiet})
    hall.run()
    answered = [at for at, event in hall.events if isinstance(event, Announced) and event.saying.key == "quiet"]
    assert [round(at) for at in answered] == [100]
    assert not [at for at in hall.times(Thrown) if 63 <= at < 180]
    assert [at for at in hall.times(Thrown) if at > 180]
    told = [status for at, status in hall.states if status.phase is Phase.QUIET]
    assert told[0].message
    assert told[0].message.values["until"] == "10:03"


def test_quiet_hours_power_nothing(tmp_path: Path) -> None:
    """The table is a simulated one, with its board; at ten and eight seconds the quiet hours begin."""
    stats: list[CrankStat] = []

    def look(status: Status) -> None:
        table = hall.host.table
        if status.phase in {Phase.ATTRACT, Phase.QUIET} and isinstance(table, MachineTable):
            stats.append(crank_of(table.controller).stat())

    with closing(Booth()) as booth:
        show = {"quiet": QuietHours(time(10, 0, 8), time(10, 5)), "countdown": 1.0}
        hall = Hall(tmp_path, 12.0, nobody(), show, booth=booth, followers=[look])
        hall.run()
        assert hall.times(Thrown)
        assert stats[-1].at_rest, "the board is asked again and again, so it does not rest by itself yet"
        assert (stats[-1].left, stats[-1].right) == (0, 0)


def test_people_who_play_on_into_quiet_hours_are_left_in_peace_and_no_other_game_begins(tmp_path: Path) -> None:
    refused: list[str] = []

    def wish(event: Event) -> None:
        if isinstance(event, Thrown):
            assert hall.host.begin(pig(goal=11)).result(PATIENCE)
        elif isinstance(event, Read) and (wanted := hall.host.status.wish):
            hall.host.agree(wanted.number)

    def wish_late(status: Status) -> None:
        if status.phase is Phase.ALONE and not refused:
            with pytest.raises(RefusedError, match="quiet hours") as error:
                hall.host.begin(pig(goal=11))
            refused.append(error.value.saying.key)

    quiet, panel = QuietHours(time(10, 1), time(10, 5)), press((25.0, Button.ROLL), (59.5, Button.ROLL))
    hall = Hall(tmp_path, 250.0, panel, {"quiet": quiet}, listeners=[Hearing(wish)], followers=[wish_late])
    hall.run()
    assert len(hall.times(Begun)) == 1
    assert [at for at in hall.times(Read) if at > 60]
    assert [event.saying.key for _, event in hall.events if isinstance(event, Announced)].count("quiet") == 1
    assert refused == ["quiet"]


def test_a_clock_that_jumps_neither_ends_the_day_nor_shortens_a_wait(tmp_path: Path) -> None:
    jumps = {20.0: timedelta(hours=-30), 40.0: timedelta(days=400), 41.0: timedelta(hours=-3)}
    hall = Hall(tmp_path, 60.0, nobody(), {"quiet": QuietHours(time(11), time(12))}, jumps=jumps)
    hall.run()
    assert 30 <= hall.times(Begun)[0] < 31
    assert hall.phases()[-1] is Phase.CLOSED


def test_an_hour_has_no_more_throws_than_allowed_and_attract_mode_leaves_half_to_people(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 3700.0, nobody(), {"pace": ThrowLimit(20)})
    hall.run()
    hours = Counter(int(at // 3600) for at in hall.times(Thrown))
    assert hours[0] == 10
    assert 0 < hours[1] <= 10


def test_people_wait_when_the_machine_has_thrown_enough(tmp_path: Path) -> None:
    presses = [(1.0 + 4 * number, Button.ROLL if number % 2 else Button.HOLD) for number in range(60)]
    hall = Hall(tmp_path, 400.0, press(*presses), {"pace": ThrowLimit(10)})
    hall.run()
    assert len(hall.times(Thrown)) == 10
    assert any(event.saying.key == "rests" for _, event in hall.events if isinstance(event, Announced))
    assert Phase.RESTING in hall.phases()


@pytest.mark.parametrize(("stays", "begins"), [(True, 1), (False, 0)])
def test_who_presses_while_the_machine_rests_plays_after_it(tmp_path: Path, *, stays: bool, begins: int) -> None:
    limit = ThrowLimit(1)
    limit.count_throw(-3560.0 if stays else -3500.0)  # so that the rest ends after 40 or 100 seconds
    hall = Hall(tmp_path, 160.0, press((15.0, Button.ROLL)), {"pace": limit})
    hall.run()
    begun = begun_by_people(hall)
    assert len(begun) == begins
    assert all(40 <= at < 42 for at in begun)
    resting = [at for at, status in hall.states if status.message and status.message.key == "resting"]
    assert 15 <= resting[0] < 16
    assert resting[-1] < 46


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as away:
        away.setenv("TZ", "Europe/Berlin")
        tzset()
        yield
    tzset()


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize("hours", ["22:00-09:30", "18:00-24:00", "00:30-02:30", "23:00-02:00", "01:00-03:00"])
@pytest.mark.parametrize("begin", ["2027-03-27 17:00", "2027-06-01 17:00", "2027-10-30 17:00"])
def test_quiet_hours_end_when_they_say_also_where_the_clocks_change(hours: str, begin: str) -> None:
    quiet, start = QuietHours.of(hours), datetime.fromisoformat(begin).astimezone(UTC)
    left = [quiet.seconds_left((start + timedelta(minutes=10 * step)).astimezone()) for step in range(6 * 24)]
    ends = {hours[6:].replace("24", "00")} | ({"03:00"} if "03-27" in begin else set())  # no clock shows 02:00 then
    for step, seconds in enumerate(left):
        until = start + timedelta(minutes=10 * step, seconds=seconds)
        assert seconds == 0 or f"{until.astimezone():%H:%M}" in ends
        rest = left[step:][: round(seconds / 600) + 1]
        assert all(rest[:-1])
        assert rest[-1] == 0 or len(left) <= step + round(seconds / 600)
    assert any(left)


@pytest.mark.parametrize("wrong", ["22", "25:00-07:00", "a-b", "-", "22:00Z-09:00", "22:00-09:00+02:00", "00:00-24:00"])
def test_quiet_hours_that_mean_nothing_are_refused(wrong: str) -> None:
    assert QuietHours.of("").seconds_left(MORNING) == 0
    with pytest.raises(UsageError, match="22:00-09:30"):
        QuietHours.of(wrong)


def test_the_throws_of_an_hour_are_limited() -> None:
    pace = ThrowLimit(2)
    assert pace.rest(0.0) == 0
    pace.count_throw(0.0)
    pace.count_throw(100.0)
    assert pace.rest(100.0) == 3500
    assert pace.rest(3600.0) == 0
    assert ThrowLimit(0).rest(5.0) == 0
    once = ThrowLimit(1)
    once.count_throw(0.1)
    assert once.rest(3600.1 - 1e-9) == 0, "a wait too short for a clock of floats would never end"


def test_safe_mode_opens_no_board_plays_no_game_and_says_what_to_do(tmp_path: Path) -> None:
    clock = VirtualClock()
    safe = SafePolicy("MemoryError: no more")
    host = Host(
        safe.open_table,
        folders_in(tmp_path),
        Config(tempo="fast"),
        clock,
        wall=lambda: MORNING,
        policy=safe,
        beat=lambda: setattr(host, "_closing", clock.now() > 60),
    )
    host.panels.add(script(clock, (5.0, Button.ROLL)))
    told: list[Status] = []
    host.book.follow(told.append)
    host.run()
    safe_ones = [status for status in told if status.phase is Phase.SAFE]
    assert safe_ones
    health = safe_ones[-1].to_json()
    assert health["status"] == "fault"
    assert "MemoryError" in health["message"]
    assert "off and on" in health["message"]
    assert not any(status.game for status in told)
    assert not (tmp_path / "journal.sqlite").exists()
    host.book.change(phase=Phase.SAFE)
    with pytest.raises(RefusedError):
        host.begin(GameSetting("pig"))
    with raises(Failure.SAFE_MODE):
        safe.open_table()


def interrupt(path: Path, goal: int, *players: str) -> JournalGame:
    """Enter a game in which one throw counted and another one was only meant. A person has left it to a robot."""
    with Journal(path) as journal:
        game = journal.begin("pig", {"goal": goal}, players or ("you", "robot:hold20"), None)
        if not players:
            journal.write(game, "leave", seat=0)
        journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
        journal.write(game, "reading", 1, values=[6])
        journal.write(game, "intention", 2, action="roll", keep={}, wells=[2])
    return game


def make_host(quick: Sitting[QuickBooth], *panels: PushedPanel) -> Host:
    host, _ = quick.host(panels=panels)
    host.policy = ResumePolicy()
    return host


def number_offered(host: Host) -> int:
    return host.status.offer.id if host.status.offer else 0


def ask(host: Host) -> Question:
    until(lambda: host.desk.question)
    question = host.desk.question
    assert question
    return question


@pytest.mark.parametrize("button", [Button.ROLL, Button.HOLD])
def test_one_button_goes_on_with_a_game_that_was_interrupted(quick: Sitting[QuickBooth], button: Button) -> None:
    game, panel = interrupt(quick.journal, 12), PushedPanel()
    with make_host(quick, panel) as host:
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
        kinds = [entry.kind for entry in journal.log(game) if entry.kind not in {"sitting", "leave"}]
        assert kinds[:4] == ["intention", "reading", "intention", "void"]


def test_no_button_is_named_where_there_is_none(quick: Sitting[QuickBooth]) -> None:
    interrupt(quick.journal, 12)
    with make_host(quick) as host:
        until(lambda: number_offered(host))
        until(lambda: quick.of(Announced))
    assert quick.of(Announced)[0].saying.key == "interrupted-page"


def test_who_leaves_it_is_offered_the_one_before(quick: Sitting[QuickBooth]) -> None:
    games, panel = [interrupt(quick.journal, goal) for goal in (12, 13)], PushedPanel()
    with make_host(quick, panel) as host:
        until(lambda: number_offered(host) == games[1].id)
        panel.push(Button.LEAVE)
        until(lambda: number_offered(host) == games[0].id)
        panel.push(Button.LEAVE)
        until(lambda: host.status.offer is None)
    assert not quick.of(Begun)
    with Journal(quick.journal) as journal:
        assert [journal.game(game.id).winners for game in games] == [(), ()]


def test_any_of_the_interrupted_games_is_resumed_or_ended_by_its_number(quick: Sitting[QuickBooth]) -> None:
    games = [interrupt(quick.journal, goal) for goal in (11, 12, 13)]
    with make_host(quick) as host:
        until(lambda: [offer.id for offer in host.status.offers] == [game.id for game in reversed(games)])
        question = ask(host)
        with pytest.raises(RefusedError):
            host.desk.answer(question.number, InterruptedGame(games[2].id + 1, goes_on=False), near=True)
        host.desk.answer(question.number, InterruptedGame(games[1].id, goes_on=False), near=True)
        until(lambda: [offer.id for offer in host.status.offers] == [games[2].id, games[0].id])
        until(lambda: ask(host).number != question.number)
        host.desk.answer(ask(host).number, InterruptedGame(games[0].id, goes_on=True), near=False)
        until(lambda: quick.of(Ended))
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11]
    with Journal(quick.journal) as journal:
        assert journal.game(games[1].id).winners == ()
        assert journal.list_unfinished() == [games[2]]


def test_a_game_that_was_interrupted_before_its_first_throw_ends(quick: Sitting[QuickBooth]) -> None:
    game = interrupt(quick.journal, 12)
    with Journal(quick.journal) as journal:
        untouched = journal.begin("pig", {"goal": 12}, ("you:Anna", "you:Ben"), None)
        journal.write(untouched, "sitting")
    with make_host(quick) as host:
        until(lambda: number_offered(host) == game.id)
        assert len(host.status.offers) == 1
    with Journal(quick.journal) as journal:
        ended = journal.game(untouched.id)
        assert ended.winners == ()
        assert count_game(ended, journal.log(ended)).left == 0, "nobody has left a game that has not begun"


def test_who_begins_another_game_is_offered_it_again_afterwards(quick: Sitting[QuickBooth]) -> None:
    game = interrupt(quick.journal, 12, "you", "robot")
    with make_host(quick) as host:
        until(lambda: number_offered(host))
        seen: list[int] = []
        host.book.follow(lambda status: seen.append(status.offer.id if status.offer else 0))
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Ended) and host.status.offer)
    assert {0, game.id} == set(seen)
    assert [event.rules["goal"] for event in quick.of(Begun)] == [11]


def test_what_robots_play_by_themselves_is_nobodys_game(quick: Sitting[QuickBooth]) -> None:
    shown, cut = (interrupt(quick.journal, goal, "robot", "robot:hold20") for goal in (11, 12))
    somebodys = interrupt(quick.journal, 13)
    with Journal(quick.journal) as journal:
        journal.write(shown, "sitting", occasion=Occasion.ATTRACT)
        assert journal.list_unfinished() == [somebodys]
    with make_host(quick) as host:
        until(lambda: number_offered(host) == somebodys.id)
        assert [offer.id for offer in host.status.offers] == [somebodys.id]
    with Journal(quick.journal) as journal:
        assert [journal.game(game.id).winners for game in (shown, cut)] == [None, ()], "an exhibition goes on"


def test_a_game_that_another_program_plays_or_nobody_can_make_is_not_offered(quick: Sitting[QuickBooth]) -> None:
    game = interrupt(quick.journal, 12)
    panel = PushedPanel()
    with Journal(quick.journal) as journal, journal.seat(game), make_host(quick, panel) as host:
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
    with make_host(quick) as host:
        assert host.begin(pig(goal=11)).result(PATIENCE)
        until(lambda: quick.of(Ended)[1:])
    assert host.status.offer is None
