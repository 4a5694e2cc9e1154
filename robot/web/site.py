"""The state that the pages share: the game, access control, languages, and the open pages."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from hardware.camera import Frame
from hardware.pushed import PushedCamera
from robot.app import ReaderLoadedAhead, controller_kind
from robot.config import HANDS, Folders
from robot.errors import ROOMS, RefusedError
from robot.games.registry import make_game
from robot.host.host import Host
from robot.host.status import Phase, RequestNow, Status
from robot.language import Language, languages
from robot.language.names import clean_name, read_name
from robot.match.journal import Journal
from robot.match.players import is_person, name_in, names_of
from robot.match.questions import ANYBODY_THERE, TRY_AGAIN, WAKE_UP, EnterDice, GoOn, PlainAnswer, Topic
from robot.match.seats import GameSetting, rematch
from robot.records.feed import Feed
from robot.records.kept_pictures import KeptPictures
from robot.records.stats import DayCount, Statistics, Today
from robot.review.summary_cache import SummaryCache
from robot.saying import Saying
from robot.table.hands import HandsTable
from robot.table.look import Image, cut_of_wells
from robot.table.table import MachineTable, Table
from robot.voice.voice import Voice
from robot.web.access import AccessControl, Password
from robot.web.addresses import Place
from robot.web.coach.desk import CoachDesk, CoachEyes
from robot.web.connections import Connections
from robot.web.feed_streams import FeedStreams
from robot.web.game.attract import attract_view
from robot.web.game.picture import Album, ThrowPictures
from robot.web.game.state import GamePhase, Shown, ViewState
from robot.web.game.view import view
from robot.web.game.win_chances import LiveWinChances
from robot.web.game.words import Words
from robot.web.live_pictures import LivePictures, SharedCamera
from robot.web.phones import Phones
from robot.web.seats import COLOURS, Browser, PhoneSeats
from robot.web.upkeep import SelftestRun
from robot.web.uploads import Uploads
from vision.reading import Die

WAKES = (Phase.COUNTDOWN, Phase.ATTRACT, Phase.RESTING)
"""The phases in which a request for the table begins a game."""
MOST_NAMES = 100
"""The most names in a form; ours send fewer."""
STILL = (Phase.QUIET, Phase.SAFE)
"""The phases in which no game can begin."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The data of pages in addition to their host.

    `table` and `camera` are their names on the command line; the default is the configured table. The operator sets the
    volume of the `voice`, and reads the day's `report`, which can raise RobotError. `offer` is the game that a press of
    a button begins, None if people choose one. Options on the command line set `by_option`, now and at the next start.
    """

    table: str | None = None
    camera: str | None = None
    voice: Voice | None = None
    report: Callable[[], Sequence[Saying]] | None = None
    offer: GameSetting | None = None
    by_option: frozenset[str] = frozenset()


NO_OPTIONS = SiteOptions()


class Site:
    """The pages of one host at a place. They follow its games."""

    def __init__(self, host: Host, folders: Folders, place: Place, options: SiteOptions = NO_OPTIONS) -> None:
        config = host.config
        self.host, self.folders, self.place, self.camera = host, folders, place, options.camera
        self.voice, self.report, self.offer = options.voice, options.report, options.offer
        self.by_option, self.table = options.by_option, options.table or config.table
        self.language = config.language
        """The language of the table's own screen and of phones without a known one, unless people choose another."""
        self.languages = languages(folders.languages)  # read once, so that visitors cannot make us open files
        self.doors = AccessControl(
            Password(folders.config / "operator.json"), time.monotonic, local=place.local, feed_key=config.feed_key
        )
        self.stage = ViewState(self.refresh, lambda: game.id if (game := host.status.game) else None)
        self.feed = Feed(folders.journal, lambda: self.stage.game)
        self.streams = FeedStreams(self.feed)
        self.judge = LiveWinChances(folders.cache, self.refresh)
        self.seats = PhoneSeats()
        self.phones = Phones(host, self.stage, self.doors, self.seats, self.offer)
        self.statistics = Statistics(folders.journal, folders.cache)
        self.summaries = SummaryCache(folders.journal, folders.cache)
        self.rates = ThreadPoolExecutor(1, "ratings")
        self.kept, self.album, self.uploads = KeptPictures(folders.pictures), Album(), Uploads()
        self.throw_pictures = ThrowPictures()
        self.coach, self.coach_eyes = CoachDesk(folders), CoachEyes(ReaderLoadedAhead)
        self.coach_pages: dict[int, set[Callable[[], Awaitable[None]]]] = {}
        """The functions that draw the pages of a coached game, by the game's number."""
        self.machine, self.trials = config.machine, controller_kind(config.machine).TRIALS
        """The kind of machine, and the operator's tests of it."""
        self.selftest = SelftestRun(host, folders, self.table)
        self.connections = Connections(time.monotonic)
        self.live = LivePictures(self.spectacle, lambda: self.throws)
        """The live picture on the pages of a game."""
        self.whole = LivePictures(self.glance, lambda: self.throws)
        """The live picture of the whole camera."""
        self.watchers: set[Callable[[], None]] = set()
        """The functions that draw the pages of the game."""
        self.restart: Callable[[], None] = lambda: None
        self.ends = asyncio.Event()
        self.today, self._days = Today(), DayCount(folders.journal, host.book.wall)
        self._counted: object = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._due = False
        self._views: dict[tuple[str, bool], dict[str, Any]] = {}
        self._words: dict[str, Words] = {}
        self._on = host.status.game
        self._last: GameSetting | None = None
        self._welcomed: int | None = None
        self.doors.renewed.add(self.refresh)
        host.desk.refusal_at_panel = self.phones.refusal_at_panel
        host.book.follow(self._follow)
        host.call_when_over(self._record_end)
        host.listen(self.stage, "page")
        host.listen(self.judge, "page")
        host.listen(self.throw_pictures, "page")
        host.listen(self.feed, "feed")

    def _follow(self, status: Status) -> None:
        if status.game is None and self._on is not None:
            self.stage.leave(self._on.id)
            self.feed.stir(self._on.id)
        self._on = status.game
        self.refresh()

    def close(self) -> None:
        """Stop the threads of the pages."""
        for part in (self.judge, self.summaries, self.coach, self.coach_eyes, self.feed):
            part.close()
        self.rates.shutdown()

    def address(self) -> str:
        """Return the address that phones are told to open."""
        return self.place.address(self.host.config.told_name)

    def plain_address(self) -> str | None:
        """Return the address over plain HTTP next to HTTPS, None if there is none."""
        return self.place.plain_address(self.host.config.told_name)

    def secure_address(self) -> str:
        """Return the address over HTTPS, "" without HTTPS."""
        return self.address() if self.plain_address() else ""

    def pairing_address(self) -> str:
        """Return the address that lets in a phone that scans it."""
        return f"{self.address()}/pair?code={self.doors.secret}"

    def words(self, name: str | None) -> Words:
        """Return the texts of a language by name, or those of the default language."""
        if name not in self.languages:
            name = self.language
        if name not in self._words:
            self._words[name] = Words(Language(name, self.folders.languages, self.machine))
        return self._words[name]

    def phone_camera(self) -> PushedCamera | None:
        """Return the table's camera if it is a phone and the table is open, else None."""
        table = self.host.table
        return table.pushed if isinstance(table, HandsTable) else None

    @property
    def awaits_dice(self) -> bool:
        """Whether people throw their own dice now, so that a photograph of them counts."""
        table = self.host.table
        return isinstance(table, HandsTable) and table.awaits

    def look_at(self, time: float) -> bool:
        """Read the photograph of this time instead of an earlier one, even if people are asked about the earlier dice.

        Return whether it has been read, or is not needed any more. Call this again until then.
        """
        table, question = self.host.table, self.host.desk.question
        if not isinstance(table, HandsTable) or not table.awaits or not table.live or table.live.has_seen(time):
            return True
        # a person who takes a photograph is here
        answers = {EnterDice.kind: PlainAnswer.LOOK_AGAIN, ANYBODY_THERE.kind: PlainAnswer.HERE}
        if question and (answer := answers.get(question.topic.kind)):
            with suppress(RefusedError):  # somebody answered the question meanwhile
                self.host.desk.answer(question.number, answer, near=False)
        return False

    @property
    def shared_camera(self) -> SharedCamera | None:
        """The camera whose pictures can be shown live, None if there is none. For any thread."""
        table = self.host.table
        camera = table.camera if isinstance(table, MachineTable | HandsTable) else None
        return camera if isinstance(camera, SharedCamera) else None

    def glance(self, apart: float) -> Frame | None:
        """Return the camera's present frame, at most one in `apart` seconds; None if there is none.

        For any thread.
        """
        table, camera = self.host.table, self.shared_camera
        with suppress(*ROOMS):
            frame = camera.glance(apart) if camera else None
            return table.live.with_values(frame) if frame and isinstance(table, HandsTable) and table.live else frame
        return None

    def find_phone_dice(self, time: float) -> tuple[Die, ...]:
        """Return the dice as known at the time of a phone's live picture. For any thread."""
        table = self.host.table
        return table.live.find_known(time) if isinstance(table, HandsTable) and table.live else ()

    def spectacle(self, apart: float) -> Frame | None:
        """Return a frame for a game's live picture: the machine if another camera shows it, else the dice.

        At most one in `apart` seconds; None if there is none. For any thread.
        """
        table = self.host.table
        if isinstance(table, MachineTable) and isinstance(table.onlooker, SharedCamera):
            with suppress(*ROOMS):
                return table.onlooker.glance(apart)
            return None
        return Frame(self._crop(table, frame.image), frame.time) if (frame := self.glance(apart)) else None

    def _crop(self, table: Table | None, image: Image) -> Image:
        """Return the wells if the machine throws, else the whole picture, because dice can lie anywhere."""
        shown = self.stage.now
        if not isinstance(table, MachineTable) or (shown.look and not shown.look.wells):
            return image
        if shown.seen is None and (part := cut_of_wells(image, table.reader.plate)) is not None:
            self.stage.show_part(part)
        left, top, right, bottom = self.stage.now.seen or (0, 0, *image.shape[1::-1])
        cut = image[top:bottom, left:right]
        return cut if cut.size else image

    @property
    def throws(self) -> bool:
        """Whether a throw is being made."""
        return self.stage.now.phase is GamePhase.THROWING

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Draw the pages in this loop from now on."""
        self._loop = loop

    def end(self) -> None:
        """Stop drawing, and end live streams."""
        self._loop = None
        self.ends.set()

    def refresh(self) -> None:
        """Let every page draw the present state. For any thread, as often as needed."""
        if (loop := self._loop) is not None and not self._due:
            self._due = True
            with suppress(RuntimeError):  # the loop ended between these two lines
                loop.call_soon_threadsafe(self._draw)

    def _record_end(self, setting: GameSetting, left: bool) -> None:
        """Record the game that people have played to its end."""
        self._last, self._counted = None if left or setting.attract else setting, None
        self.refresh()

    def rematch(self, browser: Browser) -> GameSetting | None:
        """Return the finished game, to be played again, None if this browser has not played in it.

        The table's own screen has not once it has welcomed others.
        """
        ended, last, game = self.stage.now.ended, self._last, self.stage.game
        now = self.host.status.game
        if ended is None or last is None or not last.resume or last.resume.id != game or (now and now.id != game):
            return None
        plays = self.seats.name_of(browser.key) in ended.players or (browser.key and browser.key == last.by)
        if self._welcomed == game if browser.table else not plays:
            return None
        return rematch(last, ended.players[ended.position.ranking[-1].seat])

    def unnamed_winner(self, browser: Browser) -> int | None:
        """Return the seat of a person without a name who has just won at this browser, None if there is none.

        Only the table's own screen asks for a name: at a phone people play under their names.
        """
        again, ended = self.rematch(browser), self.stage.now.ended
        if again is None or ended is None or not browser.table or len(ended.position.winners) != 1:
            return None
        (won,) = ended.position.winners
        spec = again.players[names_of(again.players).index(ended.players[won])]
        counts = not all(map(is_person, again.players))  # only wins against a robot count for today
        return won if counts and is_person(spec) and not name_in(spec) else None

    def name_winner(self, browser: Browser, given: str) -> None:
        """Write the name of a nameless winner into the journal and onto the page. This can block on a slow disk.

        Raises RefusedError if no winner waits for a name, or the name is invalid, and JournalError.
        """
        name, won, last = read_name(given), self.unnamed_winner(browser), self._last
        if won is None or last is None or last.resume is None or not name:
            raise RefusedError(Saying("refused-late"))
        ended = self.stage.now.ended
        assert ended, "it has a winner"
        seat = names_of(last.players).index(ended.players[won])
        with Journal(self.folders.journal) as journal:
            game = journal.rename_player(last.resume, seat, name)
        self.statistics.recount(game.id)
        self._last, self._counted = replace(last, players=game.players, resume=game), None
        self.stage.rename(game.id, dict(zip(names_of(last.players), names_of(game.players), strict=True)))

    def welcome(self, game: object) -> None:
        """Show on the table's own screen that anybody may play, if this game is over and others can come."""
        others = (self.offer or not self.doors.local) and not self.host.status.game
        if others and game == self.stage.game and self.stage.now.phase is GamePhase.OVER:
            self._welcomed = self.stage.game
            self.refresh()

    def view(self, language: str, *, near: bool = False) -> dict[str, Any]:
        """Return the JSON of a page in this language, `near` the table or on a phone."""
        shown = self.stage.now
        welcomes = near and shown.phase is GamePhase.OVER and self._welcomed == self.stage.game
        if welcomes:
            shown = Shown(shown.number, shown.question, pictures=shown.pictures, seen=shown.seen)
        key = language, welcomes
        if key not in self._views:
            words, status = self.words(language), self.host.status
            note, panel = self.judge.note, self.host.config.has_buttons
            chances = self.judge.chances(shown.trail)
            drawn = view(shown, words, chances, note=note, panel=panel)
            if drawn["picture"]:
                drawn["picture"]["name"] = self.album.name(drawn["picture"]["number"])
            drawn |= self.throw_pictures.view(shown, chances, words)
            drawn["players"] = self.paint(drawn["players"])
            drawn["result"] = self.paint(drawn["result"])
            drawn["films"] = self.shared_camera is not None
            drawn["lingers"] = self.host.pacing.waits.reading
            if not drawn["films"] and drawn["stage"] == "shake":
                drawn["stage"] = ""
            if isinstance(table := self.host.table, HandsTable) and not table.live:
                drawn["missing"] = None  # without a camera there is nothing to read
            drawn |= {"game": self.stage.game, "attract": self._attract(status, words, shown)}
            self._views[key] = drawn | machine(status, shown.topic, words)
        return self._views[key]

    def _attract(self, status: Status, words: Words, shown: Shown) -> dict[str, Any] | None:
        """Return the JSON of the table's own screen while nobody plays, None while somebody plays."""
        wakes = shown.topic is WAKE_UP and status.phase in WAKES
        watched = shown.phase is GamePhase.OVER and status.phase is not Phase.RESTING  # people still look at their game
        idle = status.phase in {Phase.STARTING, Phase.IDLE} and shown.phase is GamePhase.IDLE and not shown.first
        if not (wakes and not watched) and not idle:
            return None
        self._count_today(status)
        offer = self.offer or GameSetting("pig")
        return attract_view(make_game(offer.game, offer.rules), self.today, words, quick=self.table != HANDS)

    def _count_today(self, status: Status) -> None:
        """If a game may have ended, count today's games in another thread, and then draw the pages again."""
        key = status.phase, status.game and status.game.id, self.host.book.wall().date()
        if key == self._counted or self._loop is None:
            return
        self._counted = key

        def count() -> None:
            with suppress(*ROOMS):  # the page of statistics reports the journal's error
                self.today = self._days.count()
            self.refresh()

        self._loop.run_in_executor(None, count)

    def paint(self, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the players of a view with their colours."""
        seated = sorted(players, key=lambda player: int(player["seat"]))
        colours = self.seats.colours([player["full"] for player in seated])
        return [player | {"colour": colours[player["seat"]]} for player in players]

    def colours_for(self, names: Any) -> list[int]:
        """Return the colours of a form's players, and of seats that may be added; a nameless player is "".

        If the list holds anything but names, only the colours of empty seats are returned.
        """
        known = isinstance(names, list | tuple) and all(isinstance(name, str) for name in names)
        given = [clean_name(name) for name in names[:MOST_NAMES]] if known else []
        return list(self.seats.colours((*given, *[""] * (COLOURS - len(given)))))

    def _draw(self) -> None:
        self._due = False
        self.phones.note_game()
        self._views.clear()
        self.live.stir()
        self.whole.stir()
        for show in tuple(self.watchers):
            show()


def notice(status: Status, words: Words) -> str:
    """Return the machine's message. Only the operator's page gives the reason of a crash."""
    if status.phase is Phase.SAFE:
        return words("safe")
    return words.say(status.message) if status.message else ""


def describe_wish(wish: RequestNow, words: Words) -> str:
    """Return a text on what a requested game waits for: the players of the present game, or its own robots."""
    return words("wish-waits" if wish.ready else "wish-preparing", title=words.say(wish.title))


def machine(status: Status, topic: Topic | None, words: Words) -> dict[str, Any]:
    """Return the JSON on the machine: its faults with remedies, and what it waits for."""
    offers = status.offers if isinstance(topic, GoOn) else ()
    stopped = any(device.stopped and device.state == "fault" for device in status.devices)
    return {
        "offers": [{"number": o.id, "text": words("offer", **o.line.values).replace("-", "-\u2060")} for o in offers],
        "troubles": [words.tell_visitors(device) for device in status.devices if device.state == "fault"],
        "notice": notice(status, words),
        "wakes": topic is WAKE_UP and status.phase in WAKES,
        "still": status.phase in STILL,
        "waits": words("hands-away" if stopped else "try-again") if topic is TRY_AGAIN else "",
        "alone": topic is ANYBODY_THERE,
    }
