"""Plays on the page by what its script sends, wherever its buttons are."""

from collections.abc import Mapping
from typing import Any

from robot.games.registry import make_game
from tests.support.robot.browser import OVER, Page

PLAY = "getElement(Number(document.querySelector('.play').id.slice(1)))"
CHOOSE = "form => getElement(Number(document.querySelector('main.new').id.slice(1))).$emit('begin', form)"
SENDS = """((play, what) => {
    if (!what.step) window.answered = play.view.question.number;
    play.send({ question: play.view.question.number, ...what });
})"""
"""Sends an answer, or a step towards it; to a question that was answered nothing more is said."""
STEP = f"""(holds) => {{
    const play = {PLAY}, {{ view }} = play, {{ question, answers }} = view;
    const now = question && [question.number, JSON.stringify([view.dice, view.rows, view.tiles])].join();
    if (!question || !play.mine || window.stepped === now || window.answered === question.number) return "";
    const send = (what) => {{
        window.stepped = now;
        {SENDS}(play, what);
    }};
    const may = (name) => view.buttons[name] && answers[name];
    const dice = view.dice.filter((die) => die.face && !die.aside);
    const box = view.rows.find((row) => row.cells.some((cell) => cell?.would !== null && cell?.would !== undefined));
    const sum = dice.reduce((all, die) => all + die.face, 0), tiles = view.tiles.filter((one) => one.open);
    const ways = tiles.length && !view.tiles.some((one) => one.marked) ? [...Array(2 ** tiles.length).keys()] : [];
    const chosen = (way) => tiles.filter((_, i) => way & (2 ** i)).map((one) => one.tile);
    const way = ways.map(chosen).find((some) => some.reduce((all, one) => all + one, 0) === sum);
    const other = (die, i) => die.kept !== Boolean(window.tries & (2 ** i));
    if (["lie", "value"].includes(question.kind)) send({{ answer: "shows", face: 1 }});
    else if (view.shuts && way) way.forEach((tile) => send({{ step: "tile", tile, shut: true }}));
    else if (view.keeps && !view.rows.length && !may("roll") && !may("hold")) {{
        if (!dice.some(other)) window.tries = (window.tries ?? 0) + 1;
        const {{ well, kept }} = dice.find(other);
        send({{ step: "mark", well, kept: !kept }});
    }} else if (holds && may("hold")) send(may("hold"));
    else if (box && (holds || !may("roll")) && !box.chosen) send({{ step: "open", box: box.box }});
    else if (may("roll") ?? may("hold")) send(play.meant(may("roll") ?? may("hold")));
    else return "";
    return question.kind;
}}"""
"""Answers the question of the page once, or takes a step towards that, as people could; "" where it asks nothing."""
SEND = f"""([name, what]) => {{
    const play = {PLAY}, asked = play?.view.question;
    const meant = name ? play?.view.answers[name] : what;
    if (!asked || !play.mine || !meant || window.answered === asked.number) return false;
    {SENDS}(play, name ? play.meant(meant) : meant);
    return true;
}}"""


def begin_as(page: Page, game: str, *players: str, goal: int | None = None, first: str = "1") -> None:
    """Begin a game for these players: a name, in capitals if thrown by hand, or robot:LEVEL; wait until it goes on."""
    wish(page, game, *players, goal=goal, first=first)
    page.wait_for_url("**/")
    page.wait_for_function(
        f"() => {{ const one = {PLAY}; return one?.view.players.length && !one.over && one.toast?.kind !== 'wish'; }}"
    )


def wish(page: Page, game: str, *players: str, goal: int | None = None, first: str = "1") -> None:
    """Send the form of a new game for as many of such players as can play it."""
    page.goto("/new")
    page.locator("main.new").wait_for()
    seats = []
    for one in players[: make_game(game, {}).seats.stop - 1]:
        kind, _, level = one.partition(":")
        by = "robot" if kind == "robot" else "hand" if one.isupper() else "you"
        seats.append({"kind": by, "name": "" if by == "robot" else one.title(), "level": level})
    page.evaluate(CHOOSE, {"game": game, "goal": goal, "first": first, "players": seats})


def step(page: Page, *, holds: bool = False) -> None:
    """Answer the next question of the page, or take one step towards that."""
    page.wait_for_function(STEP, arg=holds)


def tap(page: Page, name: str = "", what: Mapping[str, Any] | None = None) -> None:
    """Give the answer of this name, or this answer, to the next question that has it."""
    page.wait_for_function(SEND, arg=[name, what])


def until_asked(page: Page, condition: str = "view.question.kind === 'move'") -> None:
    """Wait until the page's own players are asked, and this is true of its `view`."""
    page.wait_for_function(
        f"() => {{ const {{ view, mine }} = {PLAY}; return view.question && mine && ({condition}); }}"
    )


def throw_until(page: Page, condition: str) -> None:
    """Throw, in turns that end as soon as they may, until a player of the page is asked for a move and this is true."""
    while True:
        until_asked(page, "view.question.kind === 'move' && view.question.number !== window.answered")
        if page.evaluate(f"() => {{ const {{ view }} = {PLAY}; return {condition}; }}"):
            return
        step(page, holds=True)


def play_to_end(page: Page) -> None:
    """Play for the page's own players until the game is over; turns end as soon as they may."""
    while not page.locator(OVER).count():
        page.wait_for_function(f"(holds) => document.querySelector('{OVER}') || ({STEP})(holds)", arg=True)
