"""A game of one's own from a TOML file: the one that is shipped, and what is refused."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet, read_sheet
from solver.sheet.game.sheet import (
    Box,
    Conversion,
    Joker,
    Pays,
    Sheet,
    chance,
    groups,
    number,
    some_faces,
    straight,
    sum_of,
)

DOCS = Path(__file__).parents[4] / "docs"
SHIPPED = DOCS / "own-game.toml"

WHOLE = """
name = "mine"
[[box]]
name = "ones"
kind = "number"
face = 1
"""


def with_box(**keys: str) -> str:
    """Return a game with one more box, its keys written as TOML values."""
    return WHOLE + "[[box]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def test_the_shipped_game_is_the_sheet_that_it_describes() -> None:
    assert read_sheet(SHIPPED) == Sheet(
        name="quick-four",
        rule="forced",
        boxes=(
            number("ones", 1),
            number("twos", 2),
            number("threes", 3),
            number("fours", 4),
            number("fives", 5),
            number("sixes", 6),
            groups("two-pairs", 2, 2, pays=Pays.OWN),
            straight("straight", 4, 25),
            groups("four-alike", 4, pays=40),
            chance("chance"),
        ),
        bonus=20,
        bonus_from=42,
        extra=50,
        joker=Joker.FORCED,
        throws=2,
        dice=4,
    )


def test_every_key_of_the_shipped_game_is_described() -> None:
    page = (DOCS / "own-game.md").read_text(encoding="utf-8")
    game = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    for key in {*game, *game["bonus"], *(key for box in game["box"] for key in box)} - {"box"}:
        assert f"`{key}`" in page or f"`[{key}]`" in page, key


def test_what_is_left_out_is_as_in_yahtzee() -> None:
    assert parse_sheet(WHOLE) == Sheet("mine", "plain", (number("ones", 1),))


@pytest.mark.parametrize(
    ("keys", "box"),
    [
        ({"kind": '"groups"', "groups": "[2, 3]", "pays": "25"}, groups("new", 3, 2, pays=25)),
        ({"kind": '"groups"', "groups": "[3]", "pays": '"all"'}, groups("new", 3, pays=Pays.ALL)),
        ({"kind": '"straight"', "length": "4", "pays": "30"}, straight("new", 4, 30)),
        ({"kind": '"straight"', "length": "5", "start": "2", "pays": "20"}, straight("new", 5, 20, 2)),
        ({"kind": '"chance"'}, chance("new")),
        ({"kind": '"chance"', "plus": "20"}, replace(chance("new"), plus=20)),
        ({"kind": '"straight"', "length": "5", "pays": '"all"'}, straight("new", 5, Pays.ALL)),
        ({"kind": '"faces"', "faces": "[5, 1, 3]", "pays": "20"}, some_faces("new", 1, 3, 5, pays=20)),
        ({"kind": '"sum"', "total": "13", "pays": "26"}, sum_of("new", 13, 26)),
        (
            {"kind": '"groups"', "groups": "[2]", "total": "13", "pays": "50", "first": "5"},
            replace(groups("new", 2, pays=50, total=13), first=5),
        ),
        (
            {"kind": '"groups"', "groups": "[2, 2]", "pays": '"own"', "same": "true"},
            groups("new", 2, 2, pays=Pays.OWN, same=True),
        ),
    ],
)
def test_each_kind_of_box_is_read(keys: dict[str, str], box: Box) -> None:
    assert parse_sheet(with_box(name='"new"', **keys)).boxes[1] == box


def test_boxes_are_repeated_by_column_and_by_how_often_they_are_filled() -> None:
    read = parse_sheet("columns = [1, 3]\nsaves = true\n" + with_box(name='"any"', kind='"chance"', times="2"))
    assert read.names == ("ones", "any", "any-2", "ones-x3", "any-x3", "any-x3-2")
    assert [box.factor for box in read.boxes] == [1, 1, 1, 3, 3, 3]
    assert [box.again for box in read.boxes] == [False, False, True, False, False, True]
    assert (read.columns, read.saves, read.boxes[3].score((1, 1, 2, 3, 4))) == ((1, 3), True, 6)


def test_what_boxes_and_all_points_are_converted_to_is_read() -> None:
    convert = "{points = 2, from = 20}"
    read = parse_sheet("totals = [[0, -2], [9, 1]]\n" + with_box(**NEW, kind='"chance"', times="2", convert=convert))
    assert read.converts == (Conversion(("new", "new-2"), 2, 20),)
    assert read.totals == ((0, -2), (9, 1))


NEW = {"name": '"new"'}
GROUPS = {**NEW, "kind": '"groups"'}


@pytest.mark.parametrize(
    ("text", "error", "advice"),
    [
        ("name = ", OptionError, "this is not TOML"),
        ("name = 'mine'\nname = 'yours'", OptionError, "this is not TOML"),
        ("x = " + "[" * 5000, OptionError, "this is not TOML"),
        ("", OptionError, "the game has no name: give it one"),
        ("name = 'mine'", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = []", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = 3", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = [3]", OptionError, "box 1 is not a table"),
        ("name = 'mine'\nbox = [{}]", OptionError, "box 1 has no name"),
        ("name = 'mine'\nbox = [{name = 'ones'}]", OptionError, "box ones has no kind: give one of number, groups"),
        ("name = 'Mine Own'", OptionError, "'Mine Own' is not a name"),
        ("name = 3", OptionError, "3 is not a name"),
        (f"name = '{'a' * 1000}'", OptionError, "is not a name"),
        (f"throw = 3\n{WHOLE}", UnknownNameError, "unknown key 'throw': did you mean throws?"),
        (f"throws = 0\n{WHOLE}", OptionError, "throws = 0 of the game is impossible: give a whole number from 1 to 10"),
        (f"throws = 3.0\n{WHOLE}", OptionError, "throws = 3.0 of the game is impossible"),
        (f"throws = true\n{WHOLE}", OptionError, "throws = True of the game is impossible"),
        (f"dice = '5'\n{WHOLE}", OptionError, "dice = '5' of the game is impossible"),
        (f"dice = 21\n{WHOLE}", OptionError, "give a whole number from 1 to 20"),
        (f"sides = 1\n{WHOLE}", OptionError, "give a whole number from 2 to 100"),
        (f"dice = 9\nsides = 20\n{WHOLE}", OptionError, "9d20 can be kept in 10,015,005 ways"),
        (f"joker = 'force'\n{WHOLE}", UnknownNameError, "unknown joker 'force': did you mean forced?"),
        (f"joker = 3\n{WHOLE}", UnknownNameError, "unknown joker '3': known are none, free, forced"),
        (f"joker = 'forced'\n{WHOLE}", OptionError, "need one box that pays points for 5 alike"),
        (f"extra = 100\n{WHOLE}", OptionError, "need one box that pays points for 5 alike"),
        (f"extra = -1\n{WHOLE}", OptionError, "extra = -1 of the game is impossible"),
        (f"commit = 'yes'\n{WHOLE}", OptionError, "commit is true or false"),
        (f"bonus = 35\n{WHOLE}", OptionError, "bonus is not a table"),
        (f"bonus = {{}}\n{WHOLE}", OptionError, "the bonus has no points"),
        (f"bonus = {{points = 35}}\n{WHOLE}", OptionError, "the bonus has no from"),
        (f"bonus = {{points = 35, at = 63}}\n{WHOLE}", UnknownNameError, "unknown key of bonus 'at'"),
        (
            f"bonus = {{points = 35, from = 6}}\n{WHOLE}",
            OptionError,
            "a bonus from 6 cannot be reached: the upper boxes",
        ),
        (with_box(name='"ones"', kind='"chance"'), OptionError, "two boxes are called ones: give each its own name"),
        (with_box(name='"bonuses"', kind='"chance"'), OptionError, "bonuses is not a name for a box"),
        (
            with_box(**NEW, kind='"strait"'),
            UnknownNameError,
            "unknown kind of box new 'strait': did you mean straight?",
        ),
        (with_box(**NEW, kind="3"), UnknownNameError, "unknown kind of box new '3'"),
        (with_box(**NEW, kind='"chance"', pays="3"), UnknownNameError, "unknown key of box new 'pays'"),
        (with_box(nam='"new"', kind='"chance"'), UnknownNameError, "'nam': did you mean name?"),
        (with_box(**NEW, kind='"number"'), OptionError, "box new has no face"),
        (with_box(**NEW, kind='"number"', face="7"), OptionError, "box new never scores with 5d6: no die shows 7"),
        (with_box(**NEW, kind='"straight"', pays="30"), OptionError, "box new has no length"),
        (with_box(**NEW, kind='"straight"', length="4"), OptionError, "box new has no pays"),
        (
            with_box(**NEW, kind='"straight"', length="4", pays='"own"'),
            OptionError,
            "pays = 'own' of box new is impossible: give 1 to 1000 points, or \"all\" for the sum of all dice",
        ),
        (with_box(**NEW, kind='"straight"', length="6", pays="9"), OptionError, "box new never scores with 5d6"),
        (with_box(**NEW, kind='"straight"', length="1", pays="9"), OptionError, "length = 1 of box new is impossible"),
        (with_box(**GROUPS, pays="9"), OptionError, "groups of box new are how many dice are alike"),
        (with_box(**GROUPS, groups="3", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[0]", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[]", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[3, 3]", pays="9"), OptionError, "box new never scores with 5d6: it needs 6 dice"),
        (with_box(**GROUPS, groups="[3]"), OptionError, "box new has no pays: give 1 to 1000 points, or"),
        (with_box(**GROUPS, groups="[3]", pays="0"), OptionError, "box new never scores, it pays 0 points"),
        (with_box(**GROUPS, groups="[3]", pays="[3]"), OptionError, "pays = [3] of box new is impossible"),
        (with_box(**GROUPS, groups="[2]", pays="9", total="31"), OptionError, "never scores with 5d6: the dice sum to"),
        (with_box(**GROUPS, groups="[5]", pays="9", total="13"), OptionError, "no such dice sum to 13"),
        (with_box(**GROUPS, groups="[2]", pays="9", same="1"), OptionError, "same of box new is true or false"),
        (with_box(**GROUPS, groups="[1, 1, 1, 1, 1]", pays="9", same="true"), OptionError, "give 4 at most"),
        (
            "dice = 20\nsides = 9\n" + with_box(**GROUPS, groups="[2]", pays="9", total="40"),
            OptionError,
            "ways, too many",
        ),
        (with_box(**NEW, kind='"sum"', pays="9"), OptionError, "box new has no total"),
        (with_box(**NEW, kind='"faces"', pays="9"), OptionError, "give a list such as [1, 3, 5]"),
        (with_box(**NEW, kind='"faces"', faces="[1, 7]", pays="9"), OptionError, "it needs 2 dice that show up to 7"),
        (with_box(**NEW, kind='"chance"', first="-1"), OptionError, "first = -1 of box new is impossible"),
        (with_box(**NEW, kind='"chance"', times="11"), OptionError, "times = 11 of box new is impossible"),
        (
            with_box(**NEW, kind='"chance"', times="2") + with_box(name='"new-2"', kind='"chance"').replace(WHOLE, ""),
            OptionError,
            "two boxes are called new-2",
        ),
        (with_box(**NEW, kind='"chance"', convert="4"), OptionError, "convert of box new is not a table"),
        (with_box(**NEW, kind='"chance"', convert="{}"), OptionError, "convert of box new has no points"),
        (with_box(**NEW, kind='"chance"', convert="{points = 1, from = 2, each = true}"), OptionError, "from and each"),
        (
            with_box(**NEW, kind='"chance"', times="2", convert="{points = 1, from = 61}"),
            OptionError,
            "new is converted from 61 points, and holds 60 at most",
        ),
        (with_box(**GROUPS, groups="[3]", pays="9", plus="2"), OptionError, "plus is for a sum of dice"),
        (with_box(name='"saved"', kind='"chance"'), OptionError, "saved is not a name for a box"),
        (f"saves = 1\n{WHOLE}", OptionError, "saves is true or false"),
        (f"columns = [2, 3]\n{WHOLE}", OptionError, "columns are the factors of columns, the first one 1"),
        (f"columns = []\n{WHOLE}", OptionError, "give a list as [1, 2, 3]"),
        (f"totals = [3]\n{WHOLE}", OptionError, "give a list of pairs such as [[0, -2], [300, -1]]"),
        (f"totals = [[3, 1], [2, 1]]\n{WHOLE}", OptionError, "the points rising: give them in order"),
    ],
)
def test_what_describes_no_game_is_refused_in_one_line(text: str, error: type[SolverError], advice: str) -> None:
    with pytest.raises(error, match=re.escape(advice)) as refusal:
        parse_sheet(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


def many_boxes(count: int, heading: str = "") -> str:
    boxes = "".join(f'[[box]]\nname = "chance-{place}"\nkind = "chance"\n' for place in range(count))
    return f"{heading}name = 'many'\n{boxes}"


@pytest.mark.parametrize(
    ("count", "advice"),
    [
        (61, "61 boxes are too many, with 2e+18 ways to fill them: give 60 at most"),
        (2000, "2000 boxes are too many, with 5e+300 ways to fill them"),
    ],
)
def test_more_boxes_than_anybody_fills_are_refused(count: int, advice: str) -> None:
    with pytest.raises(OptionError, match=re.escape(advice)) as refusal:
        parse_sheet(many_boxes(count))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "error", "advice"),
    [
        (b"\xff\xfe", OptionError, "game.toml is not text in UTF-8"),
        (b"x" * 100_001, OptionError, "game.toml has 100,001 bytes and is no game"),
        (b"nam = 3", UnknownNameError, "game.toml: unknown key 'nam': did you mean name?"),
        (b"name = 3", OptionError, "game.toml: 3 is not a name"),
        (None, OptionError, "game.toml cannot be read (No such file or directory)"),
    ],
)
def test_a_file_that_holds_no_game_is_refused_by_its_name(
    tmp_path: Path, content: bytes | None, error: type[SolverError], advice: str
) -> None:
    path = tmp_path / "game.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=re.escape(advice)) as refusal:
        read_sheet(path)
    assert "\n" not in str(refusal.value)


def test_a_folder_holds_no_game(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="Is a directory"):
        read_sheet(tmp_path)


def test_a_served_generala_pays_what_the_page_says_and_does_not_end_the_game() -> None:
    sheet, page = read_sheet(DOCS / "sheets" / "generala.toml"), (DOCS / "own-game.md").read_text(encoding="utf-8")
    said = " ".join(page.split())
    served = Card.blank(sheet).with_score("generala", (4, 4, 4, 4, 4), sheet.throws - 1)
    assert f"it pays {served.written} points in its box instead, 250 more than later ones, and the game goes on" in said
    assert served.written == 250 + Card.blank(sheet).points("generala", (4, 4, 4, 4, 4))
    assert len(served.offered) == 10
    twice = Card.blank(sheet).points("doble-generala", (4, 4, 4, 4, 4), first=True)
    assert f"In the box doble generala the same dice score {twice}," in said
