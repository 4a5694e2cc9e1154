"""A game of one's own from a TOML file: the one that is shipped, and what is refused."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from solver.errors import OptionError
from solver.sheet.game.card import Card
from solver.sheet.game.custom_sheet import parse_sheet, read_sheet
from solver.sheet.game.sheet import Box, Conversion, Joker, Pays, Sheet
from tests.support.solver.boxes import chance, groups, number, some_faces, straight, sum_of

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
    ("text", "advice"),
    [
        ("name = ", "the text is not TOML"),
        ("x = " + "[" * 5000, "the text is not TOML"),
        ("", "name is missing: write a name of up to 30 lower-case letters"),
        ("name = 'mine'", "box is missing: write [[box]] and its keys"),
        ("name = 'mine'\nbox = [{}]", "in box 1 kind is missing: write one of number, groups"),
        ("name = 'Mine Own'", "name is 'Mine Own': write a name"),
        (f"name = '{'a' * 1000}'", "name is 'aaa"),
        (f"throw = 3\n{WHOLE}", "throw is unknown: the keys are bonus, box"),
        (f"throws = 0\n{WHOLE}", "throws is 0: write a whole number from 1 to 10"),
        (f"dice = 9\nsides = 20\n{WHOLE}", "9d20 can be kept in 10,015,005 ways"),
        (f"joker = 3\n{WHOLE}", "joker is 3: write one of none, free, forced"),
        (f"joker = 'forced'\n{WHOLE}", "need one box that pays points for 5 alike"),
        (f"commit = 'yes'\n{WHOLE}", "commit is 'yes': write true or false"),
        (f"bonus = {{points = 35, at = 63}}\n{WHOLE}", "in bonus at is unknown: the keys are from, points"),
        (f"bonus = {{points = 35, from = 6}}\n{WHOLE}", "a bonus from 6 cannot be reached: give at most"),
        (with_box(name='"ones"', kind='"chance"'), "two boxes are called ones: give each a different name"),
        (with_box(name='"bonuses"', kind='"chance"'), "bonuses cannot be the name of a box"),
        (with_box(name='"saved"', kind='"chance"'), "saved cannot be the name of a box"),
        (with_box(**NEW, kind='"strait"'), "in box 2 kind is 'strait': write one of number, groups, straight"),
        (with_box(**NEW, kind='"chance"', pays="3"), "in box 2 pays is unknown: the keys are convert, first"),
        (with_box(**NEW, kind='"number"'), "in box 2 face is missing"),
        (with_box(**NEW, kind='"number"', face="7"), "box new never scores with 5d6: ask for other dice in it"),
        (
            with_box(**NEW, kind='"straight"', length="4", pays='"own"'),
            "pays is 'own': write a whole number from 1 to 1000, or \"all\" for the sum of all dice",
        ),
        (with_box(**GROUPS, groups="[0]", pays="9"), "groups is [0]: write a list of 1 to 20 whole numbers"),
        (with_box(**GROUPS, groups="[3]"), "pays is missing: write a whole number from 1 to 1000, or"),
        (with_box(**GROUPS, groups="[5]", pays="9", total="13"), "box new never scores"),
        (with_box(**GROUPS, groups="[1, 1, 1, 1, 1]", pays="9", same="true"), "at most 4 groups"),
        ("dice = 20\nsides = 9\n" + with_box(**GROUPS, groups="[2]", pays="9", total="40"), "ways, too many"),
        (
            with_box(**NEW, kind='"chance"', times="2") + with_box(name='"new-2"', kind='"chance"').replace(WHOLE, ""),
            "two boxes are called new-2",
        ),
        (with_box(**NEW, kind='"chance"', convert="{points = 1, from = 2, each = true}"), "from and each"),
        (
            with_box(**NEW, kind='"chance"', times="2", convert="{points = 1, from = 61}"),
            "new is converted from 61 points: give at most 60",
        ),
        (with_box(**GROUPS, groups="[3]", pays="9", plus="2"), "plus is for a sum of dice"),
        (f"columns = [2, 3]\n{WHOLE}", "columns is [2, 3]: write the factors of columns, rising from 1"),
        (f"totals = [3]\n{WHOLE}", "write a list of 0 to 1000 pairs such as [[0, -2], [300, -1]]"),
        (f"totals = [[3, 1], [2, 1]]\n{WHOLE}", "give them by rising points"),
        (
            "name = 'many'\n" + "".join(f"[[box]]\nname = 'a-{n}'\nkind = 'chance'\n" for n in range(61)),
            "61 boxes are too many, with 2e+18 ways to fill them: give 60 at most",
        ),
    ],
)
def test_what_describes_no_game_is_refused_in_one_line(text: str, advice: str) -> None:
    with pytest.raises(OptionError, match=re.escape(advice)) as refusal:
        parse_sheet(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (b"\xff\xfe", "game.toml is not text in UTF-8"),
        (b"x" * 100_001, "game.toml has 100,001 bytes: give at most 100,000"),
        (b"nam = 3", "game.toml nam is unknown: the keys are"),
        (None, "game.toml cannot be read (No such file or directory)"),
    ],
)
def test_a_file_that_holds_no_game_is_refused_by_its_name(tmp_path: Path, content: bytes | None, advice: str) -> None:
    path = tmp_path / "game.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(OptionError, match=re.escape(advice)) as refusal:
        read_sheet(path)
    assert "\n" not in str(refusal.value)


def test_a_served_generala_pays_what_the_page_says_and_does_not_end_the_game() -> None:
    sheet, page = read_sheet(DOCS / "sheets" / "generala.toml"), (DOCS / "own-game.md").read_text(encoding="utf-8")
    said = " ".join(page.split())
    served = Card.blank(sheet).with_score("generala", (4, 4, 4, 4, 4), sheet.throws - 1)
    assert f"it pays {served.written} points in its box instead, 250 more than later ones, and the game goes on" in said
    assert served.written == 250 + Card.blank(sheet).points("generala", (4, 4, 4, 4, 4))
    assert len(served.offered) == 10
    twice = Card.blank(sheet).points("doble-generala", (4, 4, 4, 4, 4), first=True)
    assert f"In the box doble generala the same dice score {twice}," in said
