"""Phones that come, leave, sleep and lose their Wi-Fi: no game of an exhibition is stuck, no form has who is away."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from robot.config import Config
from robot.host.host import GIVEN_UP, Host
from robot.host.policy import ExhibitPolicy
from robot.match.events import Begun, Decided, Event
from robot.match.seats import GameSetting
from robot.web.pages.game import Choose, Play
from tests.support.robot.booths import QuickBooth
from tests.support.robot.exhibition import MORNING
from tests.support.robot.hosts import folders_in
from tests.support.robot.pages import OpenPage, PageVisitor, pages_of

PHONES = 12
STUCK = 60.0 + GIVEN_UP
"""Seconds without a choice after which a game of people is stuck: nobody answers for a minute, and then it ends."""
KEPT = 30.0
"""Seconds for which the server keeps the page of a phone that it has lost."""
OFFER = GameSetting("pig", {"goal": 30}, ("you", "robot:hold20"), first="1")
ALONE = GameSetting("pig", {"goal": 30}, ("robot:hold20", "robot:hold20"), attract=True)
GAMES = ({"game": "pig", "goal": 30}, {"game": "piglet", "goal": 3}, {"game": "skunk"}, {"game": "hog", "goal": 40})


@dataclass
class Person:
    """Somebody with a phone, whose next deed is due at a time: what they do then, chance says."""

    hall: "Hall"
    name: str
    due: float = 0.0
    visitor: PageVisitor | None = None
    page: OpenPage | None = None
    connected: bool = False
    answered: object = None

    @property
    def plays(self) -> Play:
        assert self.page
        return self.page.the(Play)

    def act(self) -> float:
        """Do what comes next; return after how many seconds something else does."""
        chance = self.hall.chance
        if self.visitor is None:
            self.visitor = self.hall.pages.phone()
        if self.page is None:
            return self.open()
        if not self.connected:  # the Wi-Fi is back
            self.page.connect()
            self.connected = True
            return 1.0
        what = chance.random()
        if what < 0.01:
            return self.lose(chance.choice((3.0, 20.0, 200.0, 1500.0)))
        if what < 0.013:
            return self.lose(chance.uniform(300.0, 3000.0))  # the browser is closed
        return self.take_part()

    def open(self) -> float:
        assert self.visitor
        self.page = self.visitor.open()
        self.page.connect()
        self.connected = True
        if not self.plays.props["seat"]:
            self.page.does(self.plays, "tap", {"tap": 1, "sit": {"name": self.name, "colour": None}})
        return 2.0

    def lose(self, seconds: float) -> float:
        assert self.page
        self.connected, forgotten = False, seconds > KEPT
        self.page.disconnect(forgotten=forgotten)
        self.page = None if forgotten else self.page
        return seconds

    def take_part(self) -> float:
        """Answer what is asked, or begin a game where nobody plays, or want one where others do."""
        assert self.page
        chance, play, view = self.hall.chance, self.plays, self.plays.props["view"]
        if toast := play.props["toast"]:
            yes = "yes" in toast and chance.random() < 0.5
            if toast["no"]:
                number = toast.get("number", 0)
                self.page.does(play, "tap", {"toast": toast["kind"], "number": number, "yes": yes})
            return 3.0
        if (question := view["question"]) and play.props["mine"] and question["number"] != self.answered:
            if question["kind"] == "wake":
                return self.begin()
            self.answered = question["number"]
            given = [view["answers"][one] for one in ("roll", "hold") if one in view["answers"]]
            rarely = [view["answers"][one] for one in ("undo", "leave") if one in view["answers"]]
            some = rarely if rarely and (not given or chance.random() < 0.03) else given
            if some:
                self.page.does(play, "tap", {"question": question["number"], **chance.choice(some)})
            return chance.uniform(1.0, 4.0)
        if chance.random() < 0.002:
            return self.begin()
        return 2.0

    def begin(self) -> float:
        """Begin one of the games with the people of the form, as it stands there."""
        assert self.visitor
        form = self.visitor.open("/new")
        choose, chance = form.the(Choose), self.hall.chance
        seated, last = choose.props["seated"], [one["name"] for one in choose.props["last"]]
        if absent := {*seated} - self.hall.here():
            self.hall.faults.append(f"{self.name}'s form has {absent}, who are away")
        if seated and self.plays.props["seat"] and seated[0] != self.plays.props["seat"]:
            self.hall.faults.append(f"{self.name}'s form begins with {seated[0]}")
        people = [{"kind": "you", "name": one, "listed": one} for one in seated[: chance.randint(1, 3)]]
        robots = [{"kind": "robot", "name": "", "level": ""}] * max(chance.randint(0, 1), 2 - len(people))
        if last and chance.random() < 0.2:
            people, robots = choose.props["last"], []
        if people:
            form.does(choose, "begin", {**chance.choice(GAMES), "first": "1", "players": [*people, *robots]})
        return 5.0


@dataclass
class Hall:
    """An exhibition of a quick table, with phones, on one clock: people act between two steps of the game's loop."""

    folder: Path
    seed: int
    seconds: float
    booth: QuickBooth = field(default_factory=QuickBooth)
    faults: list[str] = field(default_factory=list)
    moved: float = 0.0
    games: int = 0

    def run(self) -> None:
        self.chance = random.Random(self.seed)
        clock = self.booth.clock
        show = ExhibitPolicy(OFFER, ALONE, self.wall, alone=60.0)
        folders, config = folders_in(self.folder), Config(tempo="fast")
        self.host = Host(self.booth.open, folders, config, clock, wall=self.wall, policy=show, beat=self.beat)
        self.host.listen(self)
        self.people = [
            Person(self, f"P{number}", self.chance.uniform(5.0, min(300.0, self.seconds / 4)))
            for number in range(1, PHONES + 1)
        ]
        self.second = 0.0
        with pages_of(self.host, self.folder, offer=OFFER) as self.pages:
            self.screen = self.pages.table.open()
            self.screen.connect()
            self.host.run()

    def wall(self) -> datetime:
        return MORNING + timedelta(seconds=self.booth.clock.now())

    def hear(self, event: Event) -> None:
        self.games += isinstance(event, Begun)
        if isinstance(event, Begun | Decided):
            self.moved = self.booth.clock.now()

    def here(self) -> set[str]:
        """Return the names of the phones that show the game."""
        return {one.plays.props["seat"] for one in self.people if one.connected and one.page}

    def beat(self) -> None:
        now = self.booth.clock.now()
        if now >= self.seconds or self.faults:
            self.host._closing = True
        if now < self.second + 1.0 or self.host._closing:
            return
        self.second = now
        self.pages.call(self.pages.site.phones.settle)
        for one in self.people:
            if one.due <= now:
                one.due = now + one.act()
        self.check(now)

    def check(self, now: float) -> None:
        """Look that a game goes on, and that somebody who is there can answer what is asked."""
        game, question = self.host.status.game, self.host.desk.question
        if game is None or not game.persons:
            self.moved = now
        elif now - self.moved > STUCK:
            self.faults.append(f"nothing has happened in game {game.id} for {now - self.moved:.0f} s: {question}")
        shown = [self.screen, *(one.page for one in self.people if one.connected and one.page)]
        browsers = [page.the(Play)._who.browser for page in shown]
        refusal = self.pages.site.phones.refusal
        if game and question and not [one for one in browsers if refusal(one, question) is None]:
            self.faults.append(f"nobody can answer {question} of game {game.id} {game.players}: {self.here()} are here")


@pytest.mark.parametrize(
    ("seed", "seconds"), [(1, 120.0), pytest.param(2, 8 * 3600.0, marks=pytest.mark.soak)], ids=["minutes", "a day"]
)
def test_no_game_is_stuck_and_no_form_has_absent_people(tmp_path: Path, seed: int, seconds: float) -> None:
    hall = Hall(tmp_path, seed, seconds)
    hall.run()
    print(f"{seconds / 3600:.1f} hours, {PHONES} phones, {hall.games} games")
    assert hall.faults == []
    assert hall.games > seconds / 240
