"""The pages of history and statistics."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from nicegui import background_tasks, run, ui
from nicegui.element import Element
from starlette.requests import Request

from robot.config import Folders
from robot.errors import ROOMS
from robot.language.names import call_bare
from robot.match.journal import Journal, JournalGame
from robot.match.players import names_of
from robot.match.standing import title_of
from robot.records.stats import Figures, find_standing
from robot.review.rating import Rating
from robot.review.summary import rate_players
from robot.review.summary_cache import await_shared
from robot.saying import Saying
from robot.web.game.card import card_view
from robot.web.game.choice import name_game
from robot.web.game.words import Words
from robot.web.pages.elements import card, link, table, tag
from robot.web.pages.frame import Visitor, open_page, show_missing, visitor
from robot.web.site import Site
from solver.apart import ApartCall
from solver.decision import Unit

MOST_GAMES = 200
"""The newest games that the history lists."""
MOST_PLAYERS, MOST_RATED = 30, 64
"""The most players that are listed, those with most games first; and the most ratings that are cached."""
CARD = (
    *("card-accounts", "card-better", "card-busy", "card-copy", "card-share", "card-told"),
    *("card-turned", "card-turns", "copied"),
)
"""Keys of the fixed texts of a game's card."""
ALWAYS_TOLD = ("games-begun", "throws")
"""Figures that are shown even if they are 0."""
T = TypeVar("T")
AT_ONCE = 0.3
"""Seconds for which the page waits for the count before it says that it counts."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One game in the list."""

    number: int
    begun: str
    title: str
    players: str
    end: str


def list_games(path: Path, words: Words) -> list[HistoryLine]:
    """Return the newest games of which there is something to tell, newest first. Raises JournalError."""
    with Journal(path) as journal:
        return [line_of(journal, game, words) for game in reversed(journal.games(newest=MOST_GAMES, listed=True))]


def line_of(journal: Journal, game: JournalGame, words: Words) -> HistoryLine:
    names = call_bare(names_of(game.players))
    won = tuple(names[seat] for seat in game.winners or ())
    if game.ended is None:
        end = words("unfinished")
    elif won and len(names) > 1:
        end = words("won-by", name=" ".join(won), names=tuple(map(words.name, won)))
    else:
        standing = find_standing(game, journal.log(game)) if len(names) == 1 and not won else None
        end = words("finished" if won or (standing and standing.position.over) else "abandoned")
    when = f"{datetime.fromisoformat(game.begun).astimezone():%Y-%m-%d %H:%M}"
    return HistoryLine(game.id, when, words.say(title_of(game)), ", ".join(map(words.name, names)), end)


def find_game(path: Path, number: int, words: Words) -> HistoryLine | None:
    """Return one game, None if the journal has no such game. Raises JournalError."""
    with Journal(path) as journal:
        return None if journal.begin_time(number) is None else line_of(journal, journal.game(number), words)


class PastCard(Element, component="../static/pastcard.js"):
    """The card of a past game, and its choices."""

    def __init__(self, who: Visitor, card: dict[str, Any]) -> None:
        super().__init__()
        self.props["card"] = card
        self.props["words"] = who.words.texts(CARD)


def add_past(site: Site) -> None:
    """Add the pages to the server."""

    @ui.page("/history", response_timeout=30)
    async def history(request: Request) -> None:
        who = visitor(site, request)
        try:
            games = await run.io_bound(list_games, site.folders.journal, who.words)
        except ROOMS as error:
            show_error(who, "/history", "history", error)
            return
        words = who.words
        with open_page(who, "/history", words("history")), tag("main", classes="past"):
            tag("h1", words("history"))
            with tag("section", classes="card"):
                if not games:
                    tag("p", words("no-games"), "empty")
                    return
                heads = [words(key) for key in ("game", "when", "players", "result")]
                rows = [(game.title, game.begun, game.players, game.end) for game in games]
                targets = [f"/history/{game.number}" for game in games]
                table(heads, rows, words("history"), targets=targets).classes("games-played")

    @ui.page("/history/{number:int}", response_timeout=30)
    async def one(request: Request, number: int) -> None:
        who = visitor(site, request)
        try:
            line = await run.io_bound(find_game, site.folders.journal, number, who.words)
        except ROOMS as error:
            show_error(who, "/history", "history", error)
            return
        if line is None:
            show_missing(who, "/history", "no-such-game")
            return
        words = who.words
        with open_page(who, "/history", words("history")), tag("main", classes="past"):
            tag("h1", line.title)
            tag("p", f"{line.begun} · {line.players} · {line.end}")
            with tag("section", aria_label=words("after")) as after:
                tag("p", words("thinking"), "empty")
            link(words("back-to-history"), "/history", "small")
        drawing = draw_later(
            who,
            after,
            await_shared(who.site.summaries.summary(number)),
            lambda game: PastCard(who, card_view(game, words, number, site.seats.colours(game.names))),
        )
        background_tasks.create(drawing, context=after)

    @ui.page("/statistics", response_timeout=30)
    async def statistics(request: Request, game: str = "") -> None:
        who = visitor(site, request)
        counted = asyncio.wrap_future(site.statistics.count())
        await asyncio.wait([counted], timeout=AT_ONCE)
        with open_page(who, "/statistics", who.words("statistics")), tag("main", classes="past"):
            tag("h1", who.words("statistics"))
            with tag("div") as section:
                tag("p", who.words("counting"), "empty", role="status")
        drawing = draw_later(who, section, counted, partial(draw, who, game))
        if counted.done():
            await drawing
        else:
            background_tasks.create(drawing, context=section)


async def draw_later(who: Visitor, section: Element, wanted: Awaitable[T], draw: Callable[[T], object]) -> None:
    """Await `wanted`, and draw it, or the error, in place of the section's elements."""
    try:
        show: Callable[[], object] = partial(draw, await wanted)
    except ROOMS as error:
        show = partial(warn, who, error)
    section.clear()
    with section:
        show()


def show_error(who: Visitor, path: str, title: str, error: Exception) -> None:
    with open_page(who, path, who.words(title)), tag("main", classes="past"):
        tag("h1", who.words(title))
        warn(who, error)


def warn(who: Visitor, error: Exception) -> None:
    tag("p", who.words.visitors_error(error), "warning", role="alert")


def draw(who: Visitor, chosen: str, counted: Figures) -> None:
    """Draw the figures: totals, the count of each face, the games played, and the mistakes in a chosen one."""
    words = who.words
    totals = {
        "games-begun": counted.games,
        "games-won": counted.finished,
        "games-left": counted.left,
        "throws": counted.throws,
        "people-won": counted.people_won,
        "robots-won": counted.robots_won,
        "throws-void": counted.void,
    }
    if chosen in counted.played:
        state = tuple((name, one.finished) for (name, game), one in counted.players.items() if game == chosen)
        title = f"{name_game(chosen, words)}: {words('ratings')}"
        with card(title).classes("lookback"), tag("div", classes="moments") as section:
            tag("p", words("thinking"), "empty", role="status")
        rated = asyncio.wrap_future(who.site.rates.submit(rate_apart, who.site.folders, chosen, state))
        background_tasks.create(draw_later(who, section, rated, partial(draw_ratings, who)), context=section)
    with tag("section", classes="card figures", aria_label=words("statistics")):
        for key, number in totals.items():
            if not number and key not in ALWAYS_TOLD:
                continue
            with tag("div"):
                tag("b", str(number))
                tag("span", words(key))
    if dice := sum(counted.faces.values()):
        with card(words("faces", dice=dice)):
            highest = max(counted.faces.values())
            with tag("div", classes="columns"):
                for face in range(1, 7):
                    count = counted.faces[face]
                    share = round(100 * count / dice, 1)
                    with tag("div"):
                        tag("span", words("percent", share=share))
                        tag("div", classes="bar", style=f"--part: {count / highest:.3f}", aria_hidden="true")
                        tag("b", str(face))
    if counted.played:
        with tag("section", classes="card"):
            tag("h2", words("played"))
            played = counted.played.most_common()
            rows = [(name_game(name, words), str(count)) for name, count in played]
            targets = [f"/statistics?game={quote(name)}" for name, _ in played]
            table((words("game"), words("games-begun")), rows, words("played"), numbers=1, targets=targets)
    if counted.players:
        with tag("section", classes="card"):
            tag("h2", words("players"))
            heads = [words(key) for key in ("name", "game", "games-begun", "won", "mean", "best")]
            table(heads, list(records(counted, words)), words("players"), numbers=4).classes("records")


@lru_cache(MOST_RATED)
def rate_apart(folders: Folders, game: str, _state: Hashable) -> Any:
    """Return the result of `rate_players` for the games of a name. Another process computes it once for each state."""
    return ApartCall(rate_players, folders.journal, game, folders.cache).run()


def draw_ratings(who: Visitor, rated: Mapping[tuple[str, Unit], Rating]) -> None:
    """Draw how well players chose in one game, those with most games first, and their mistakes by kind."""
    words = who.words
    for (name, _), rating in sorted(rated.items(), key=lambda one: -one[1].games)[:MOST_PLAYERS]:
        with tag("div", classes="account"):
            tag("h3", words.name(name))
            tag("p", words.language.sentence(rating.saying))
            with tag("ul"):
                for kind in rating.kind_sayings():
                    tag("li", words.language.sentence(kind))
    if not rated:
        tag("p", words.say(Saying("rating-none")), "empty")


def records(counted: Figures, words: Words) -> Iterator[tuple[str, ...]]:
    """Yield a row for each player and game, most games first."""
    for (name, game), record in sorted(counted.players.items(), key=lambda one: -one[1].games)[:MOST_PLAYERS]:
        mean = "–" if record.mean is None else words("number", number=round(record.mean, 1))
        best = "–" if record.best is None else str(record.best)
        yield words.name(name), name_game(game, words), str(record.games), str(record.won), mean, best
