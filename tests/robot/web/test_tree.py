"""Whole games in the browser's accessibility tree alone, and all that stands there compared with the journal."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from robot.games.box_names import card_saying
from robot.games.game import Position
from robot.games.pig.race import RacePosition
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.language import english
from robot.language.names import for_people
from robot.match.journal import Journal
from robot.match.standing import Standing
from solver.sheet.game.sheet import Sheet
from tests.support.robot.browser import Served, serving, windows
from tests.support.robot.tree_player import ACT, DICE, RACE, SAID, SHEET, TreePlayer, TreeSight, lanes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WISHES = ["Hint", "Leave"]
"""What Anna may ask for at every choice. What was thrown is never taken back: a robot plays too, or nobody does."""
NAMES = ("Anna", "Robot")
GOAL, SHORT = 100, 30
"""Points that win in Pig, and in its short games, in which the same is shown and asked as in long ones."""
TITLES = {"pig": "Pig to 100", "yahtzee": "Yahtzee"}


@dataclass(frozen=True, slots=True)
class AnnasChoice:
    """A position in which Anna chose, and what was thrown last, None if nothing was."""

    position: Any
    values: tuple[int, ...] | None
    said: str


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator[Served]:  # noqa: ARG001  or skip
    """Return the page of a table whose dice are drawn, so that throws cost nothing."""
    folder = tmp_path_factory.mktemp("drawn")
    (folder / "drawn").touch()
    with serving(folder, seed=11) as one:
        yield one


def choices_of(served: Served, game: str, goal: int) -> tuple[list[AnnasChoice], Position]:
    """Return all choices of Anna in the last game of the journal, and the last position."""
    made = make_game(game, {"goal": goal} if game == "pig" else {})
    with Journal(served.folder / "home" / "data" / "journal.sqlite") as journal:
        played = journal.games()[-1]
        log = journal.log(played)
    standing = Standing.of(made.begin(len(played.players)), ())
    found: list[AnnasChoice] = []
    values: tuple[int, ...] | None = None
    said = ""
    for entry in log:
        before, steps = standing.position, len(standing.steps)
        standing.apply(entry)
        if len(standing.steps) == steps:
            continue
        move = standing.steps[-1].move
        if before.player == 0:
            found.append(AnnasChoice(before, values, said))
        values = tuple(entry.data["values"]) if entry.kind == "reading" else values
        name = played.players[before.player].removeprefix("you:")
        told = before.describe_throw(name, move, values or ()) if entry.kind == "reading" else None
        said = english().say(for_people(told or before.describe_booking(name, move)))
    return found, standing.position


def compare(sights: list[TreeSight], choices: list[AnnasChoice]) -> None:
    """Compare what was seen at each choice with what was so."""
    assert len(sights) == len(choices)
    for sight, choice in zip(sights, choices, strict=True):
        assert sight.whose == "Anna’s turn"
        said = sight.names("StaticText", SAID)[1:]
        assert not choice.said or choice.said[:1].upper() + choice.said[1:] == said[0]
        if isinstance(choice.position, SheetPosition):
            compare_sheet(sight, choice.position)
        else:
            compare_race(sight, choice)


def compare_race(sight: TreeSight, choice: AnnasChoice) -> None:
    position = choice.position
    assert isinstance(position, RacePosition)
    total = position.state.turn_total
    track: list[str] = []
    for seat, score in enumerate(position.scores):
        track += [NAMES[seat], str(score), *([f"+{total}"] if total and seat == 0 else [])]
    assert sight.names("StaticText", RACE) == track
    assert sight.names("button", ACT) == ["Throw", *([f"Hold {total}"] if total else []), *WISHES]
    todo = f"Throw again, or hold the {total} you have." if total else "Throw the dice."
    if total and position.scores[0] + total >= position.state.goal:
        todo = f"Hold your {total} now, and you win."
    assert todo in sight.names("StaticText")
    if choice.values:
        assert sight.names("image", DICE) == [f"Die 1: {choice.values[0]}"]
        assert (["This turn", str(total)] if total else []) == sight.names("StaticText", DICE)


def compare_sheet(sight: TreeSight, position: SheetPosition) -> None:
    card, titles = (
        position.state.cards[0],
        {box: title(position.state.sheet, box) for box in position.state.sheet.names},
    )
    dice = [f"Die {well}: {face}" for well, face in zip(position.wells, position.faces, strict=False)]
    kept = [
        name + (", kept" if well in position.aside else "") for well, name in zip(position.wells, dice, strict=False)
    ]
    open_boxes = {titles[box]: points for box, points in position.boxes.items()} if position.faces else {}
    write = [name for name in sight.names("button", ACT) if name.startswith("Write")]
    throw = [name for name in sight.names("button", ACT) if name.startswith("Throw")]
    written = not position.faces and any(score is not None for score in card.scores)
    assert sight.names("button", ACT) == [*throw, *write, *(["Undo"] if written else []), *WISHES]
    assert sight.names("button", SHEET) == [f"{box}: {points}" for box, points in open_boxes.items()]
    cells = sight.cells()
    for box, score in zip(position.state.sheet.names, card.scores, strict=True):
        offer = f"{titles[box]}: {open_boxes[titles[box]]}" if titles[box] in open_boxes else ""
        assert cells[titles[box]] == [offer if score is None else str(score)]
    assert cells["Total"] == [str(card.total)]
    left = position.state.rolls_left
    if not position.faces:
        assert sight.names("image", DICE) == [f"Die {well}: unknown" for well in position.wells]
        assert (throw, write) == (["Throw 5 dice"], [])
    elif left:
        assert sight.names("button", DICE) == kept
        others = len(position.wells) - len(position.aside)
        assert throw == ([f"Throw {others} {'die' if others == 1 else 'dice'}"] if others else [])
        assert write == []
        todo = f"Tap the dice to keep, or choose a box. {'One throw' if left == 1 else f'{left} throws'} left."
        assert todo in sight.names("StaticText")
    else:
        assert sight.names("image", DICE) == dice, "dice cannot be kept when no throw is left"
        best = titles[next(iter(position.offer.boxes))]
        assert (throw, write) == ([], [f"Write {best} ({open_boxes[best]})"])


def title(sheet: Sheet, box: str) -> str:
    said = english().say(card_saying(sheet, box))
    return said[:1].upper() + said[1:]


def play(browser: "Browser", served: Served, game: str, games: int, goal: int, *, keeps: float = 0.25) -> int:
    """Play so many whole games and compare all that was seen; return how many choices there were.

    On a sheet there are choices with every number of throws left, and with dice that were kept.
    """
    choices = 0
    left: set[int] = set()
    kept = 0
    for page in windows(browser, served.address, 1280, 800):
        player = TreePlayer(page, random.Random(games), goal, keeps)
        for _ in range(games):
            player.begin(TITLES[game], alone=game == "yahtzee")
            end = player.play()
            asked, position = choices_of(served, game, goal)
            assert position.over
            compare(player.sights, asked)
            choices += len(asked)
            sheets = [choice.position for choice in asked if isinstance(choice.position, SheetPosition)]
            left |= {sheet.state.rolls_left for sheet in sheets}
            kept += sum(bool(sheet.aside) for sheet in sheets)
            if isinstance(position, SheetPosition):
                assert end.cells()["Total"] == [str(position.state.cards[0].total)]
            else:
                assert isinstance(position, RacePosition)
                assert lanes(end) == list(position.scores)
                assert end.whose == f"{NAMES[position.winners[0]]} wins!"
    assert game != "yahtzee" or (left == {0, 1, 2, 3} and kept)
    return choices


@pytest.mark.check
@pytest.mark.parametrize(("game", "goal"), [("pig", SHORT), ("yahtzee", GOAL)])
def test_a_whole_game_is_played_in_the_tree_and_all_that_stands_there_is_so(
    browser: "Browser", drawn: Served, game: str, goal: int
) -> None:
    assert play(browser, drawn, game, 1, goal, keeps=0.4) > 15 * goal // GOAL


@pytest.mark.soak
@pytest.mark.parametrize("games", [20, 1000])
@pytest.mark.parametrize("game", TITLES)
def test_many_whole_games_are_played_in_the_tree_and_all_that_stands_there_is_so(
    browser: "Browser", drawn: Served, game: str, games: int
) -> None:
    choices = play(browser, drawn, game, games, GOAL)
    print(f"\n{games} games of {game} in the accessibility tree: {choices} choices, all there and right")
    assert choices > 15 * games
