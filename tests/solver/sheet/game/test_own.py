"""A game of one's own from a TOML file: the one that is shipped, and what is refused."""

import re
import tomllib
from pathlib import Path

import pytest

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.sheet.game.custom_sheet import FACES_A_SECOND, parse_sheet, read_sheet, size_of
from solver.sheet.game.sheet import Box, Joker, Pays, Sheet, chance, find_sheet, groups, number, straight

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
    ],
)
def test_each_kind_of_box_is_read(keys: dict[str, str], box: Box) -> None:
    assert parse_sheet(with_box(name='"new"', **keys)).boxes[1] == box


NEW = {"name": '"new"'}
GROUPS = {**NEW, "kind": '"groups"'}


@pytest.mark.parametrize(
    ("text", "error", "advice"),
    [
        ("name = ", OptionError, "this is no TOML"),
        ("name = 'mine'\nname = 'yours'", OptionError, "this is no TOML"),
        ("x = " + "[" * 5000, OptionError, "this is no TOML"),
        ("", OptionError, "the game has no name: give it one"),
        ("name = 'mine'", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = []", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = 3", OptionError, "the game has no boxes"),
        ("name = 'mine'\nbox = [3]", OptionError, "box 1 is no table"),
        ("name = 'mine'\nbox = [{}]", OptionError, "box 1 has no name"),
        ("name = 'mine'\nbox = [{name = 'ones'}]", OptionError, "box ones has no kind: give one of number, groups"),
        ("name = 'Mine Own'", OptionError, "'Mine Own' is no name"),
        ("name = 3", OptionError, "3 is no name"),
        (f"name = '{'a' * 1000}'", OptionError, "is no name"),
        (WHOLE.replace("mine", "yahtzee"), OptionError, "yahtzee is a game already: choose another name"),
        (f"throw = 3\n{WHOLE}", UnknownNameError, "unknown key 'throw': did you mean throws?"),
        (f"throws = 0\n{WHOLE}", OptionError, "throws = 0 of the game cannot be: give a whole number from 1 to 10"),
        (f"throws = 3.0\n{WHOLE}", OptionError, "throws = 3.0 of the game cannot be"),
        (f"throws = true\n{WHOLE}", OptionError, "throws = True of the game cannot be"),
        (f"dice = '5'\n{WHOLE}", OptionError, "dice = '5' of the game cannot be"),
        (f"dice = 21\n{WHOLE}", OptionError, "give a whole number from 1 to 20"),
        (f"sides = 1\n{WHOLE}", OptionError, "give a whole number from 2 to 100"),
        (f"dice = 9\nsides = 20\n{WHOLE}", OptionError, "9d20 can be kept in 10,015,005 ways"),
        (f"joker = 'force'\n{WHOLE}", UnknownNameError, "unknown joker 'force': did you mean forced?"),
        (f"joker = 3\n{WHOLE}", UnknownNameError, "unknown joker '3': known are none, free, forced"),
        (f"joker = 'forced'\n{WHOLE}", OptionError, "need one box that pays points for 5 alike"),
        (f"extra = 100\n{WHOLE}", OptionError, "need one box that pays points for 5 alike"),
        (f"extra = -1\n{WHOLE}", OptionError, "extra = -1 of the game cannot be"),
        (f"commit = 'yes'\n{WHOLE}", OptionError, "commit is true or false"),
        (f"bonus = 35\n{WHOLE}", OptionError, "bonus is no table"),
        (f"bonus = {{}}\n{WHOLE}", OptionError, "the bonus has no points"),
        (f"bonus = {{points = 35}}\n{WHOLE}", OptionError, "the bonus has no from"),
        (f"bonus = {{points = 35, at = 63}}\n{WHOLE}", UnknownNameError, "unknown key of bonus 'at'"),
        (
            f"bonus = {{points = 35, from = 6}}\n{WHOLE}",
            OptionError,
            "a bonus from 6 cannot be reached: the upper boxes",
        ),
        (with_box(name='"ones"', kind='"chance"'), OptionError, "two boxes are called ones: give each its own name"),
        (with_box(name='"bonuses"', kind='"chance"'), OptionError, "bonuses is no name for a box"),
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
            with_box(**NEW, kind='"straight"', length="4", pays='"all"'),
            OptionError,
            "pays = 'all' of box new cannot be",
        ),
        (with_box(**NEW, kind='"straight"', length="6", pays="9"), OptionError, "box new never scores with 5d6"),
        (with_box(**NEW, kind='"straight"', length="1", pays="9"), OptionError, "length = 1 of box new cannot be"),
        (with_box(**GROUPS, pays="9"), OptionError, "groups of box new are how many dice are alike"),
        (with_box(**GROUPS, groups="3", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[0]", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[]", pays="9"), OptionError, "give a list such as [3, 2]"),
        (with_box(**GROUPS, groups="[3, 3]", pays="9"), OptionError, "box new never scores with 5d6: it needs 6 dice"),
        (with_box(**GROUPS, groups="[3]"), OptionError, 'box new pays 1 to 1000 points, "all" dice or its "own"'),
        (with_box(**GROUPS, groups="[3]", pays="0"), OptionError, "box new never scores, it pays 0 points"),
        (with_box(**GROUPS, groups="[3]", pays="[3]"), OptionError, "give pays as one of these"),
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
    ("text", "advice"),
    [
        (many_boxes(29), "many is too large: 536,870,912 states would need 39 GB of memory and about 55 minutes"),
        (many_boxes(22, "dice = 8\nsides = 8\n"), "4,194,304 states would need 302 MB of memory and about 18 minutes"),
        (many_boxes(31), "31 boxes are too many, with 2e+09 ways to fill them: give 30 at most"),
        (many_boxes(2000), "2000 boxes are too many, with 5e+300 ways to fill them"),
    ],
)
def test_a_game_too_large_is_told_with_what_it_would_need(text: str, advice: str) -> None:
    with pytest.raises(OptionError, match=re.escape(advice)) as refusal:
        parse_sheet(text)
    assert "\n" not in str(refusal.value)


def test_a_size_counts_the_states() -> None:
    assert size_of(find_sheet("yahtzee"))[0] == 2**13 * 64 * 2
    assert size_of(find_sheet("yatzy"))[0] == 2**15 * 64
    assert size_of(find_sheet("hooligan")) == (2**7, 2**7 * 39 * 8, 2**7 * 8 * 3 * 1260 / FACES_A_SECOND)


@pytest.mark.parametrize(
    ("content", "error", "advice"),
    [
        (b"\xff\xfe", OptionError, "game.toml is no text in UTF-8"),
        (b"x" * 100_001, OptionError, "game.toml has 100,001 bytes and is no game"),
        (b"nam = 3", UnknownNameError, "game.toml: unknown key 'nam': did you mean name?"),
        (b"name = 3", OptionError, "game.toml: 3 is no name"),
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
