"""Whole games by the names of the accessibility tree alone, in which all stands that the page was given to show."""

import re
from collections import Counter
from typing import Any

import pytest

from tests.support.robot.browser import OVER, SHOWN, WAITS, Page, begin

pytestmark = pytest.mark.check
SERVED = {"seed": 11, "files": ["drawn"]}
"""Throws cost nothing."""
THING = re.compile(r'- \'?(\w+) "((?:[^"\\]|\\.)*)"')
"""The role and the name of a thing in a snapshot of the tree."""
ASKED = f"{SHOWN}.question?.number"
HOLD_AT = 20


def plain(text: object) -> str:
    return " ".join(str(text).split())


def look(page: Page) -> dict[str, Any]:
    """Return what the page shows at a choice, and compare all of it that matters with the tree."""
    view: dict[str, Any] = page.evaluate(SHOWN)
    snapshot = page.get_by_role("main").aria_snapshot()
    seen = Counter((role, plain(name)) for role, name in THING.findall(snapshot))
    buttons = [*view["buttons"].values()]
    kept = {die["well"]: ", kept" if die["kept"] else "" for die in view["dice"]}
    faces = [f"Die {die['well']}: {die['face'] or 'unknown'}{kept[die['well']]}" for die in view["dice"]]
    boxes = [row for row in view["rows"] if "box" in row]
    offered = [f"{row['title']}: {row['cells'][0]['would']}" for row in boxes if row["cells"][0]["would"] is not None]
    wanted = [("heading", view["whose"])]
    wanted += [("button", text) for text in (*buttons, *offered)]
    wanted += [
        ("button" if view["keeps"] and die["face"] else "img", name)
        for die, name in zip(view["dice"], faces, strict=True)
    ]
    for role, name in wanted:
        assert seen[role, plain(name)] == 1, f"{role} {name}\n{snapshot}"
    texts = plain(snapshot)
    assert plain(view["todo"]) in texts
    for row in boxes:
        if (score := row["cells"][0]["score"]) is not None:
            assert f'row "{row["title"]} {view["players"][0]["name"]}: {score}"' in texts
    for lane, player in zip(view["lanes"], view["players"], strict=False):  # a sheet has no lanes
        named = " ".join(filter(None, (player["name"], player["level"], str(lane["score"]))))
        assert named in texts.replace("text: ", ""), snapshot
    return view | {"offered": offered, "faces": faces, "named": buttons}


def press(page: Page, name: str) -> None:
    """Go to the button of this name as a screen reader does, and press it."""
    page.get_by_role("button", name=name, exact=True).press("Enter")


def answer(page: Page, name: str) -> None:
    """Press a button that answers the question, and wait for the next one or the end."""
    asked = page.evaluate(ASKED)
    press(page, name)
    page.wait_for_function(f"asked => {ASKED} !== asked", arg=asked)
    page.locator(f"{WAITS}, {OVER}").first.wait_for()


def test_a_race_is_played_in_the_tree(page: Page) -> None:
    begin(page, "Pig", "Anna", robots=1, goal=30)
    page.locator(WAITS).wait_for()
    choices = 0
    while not page.locator(OVER).count():
        view = look(page)
        hold = next((text for text in view["named"] if text.startswith("Hold")), "")
        answer(page, hold if view["pending"] >= HOLD_AT else "Throw")
        choices += 1
    assert choices > 4
    result = page.get_by_role("main").aria_snapshot()
    shown = page.evaluate(SHOWN)
    for row in shown["result"]:
        assert re.search(rf"{row['place']}\..*{row['name']}.*{row['points']}", plain(result))


def test_a_sheet_is_filled_in_the_tree(page: Page) -> None:
    begin(page, "Yahtzee", "Anna")
    page.locator(WAITS).wait_for()
    for turn in range(13):
        answer(page, look(page)["named"][0])
        view = look(page)
        if turn % 3 == 0:  # keep the first die, and throw the others
            press(page, view["faces"][0])
            page.get_by_role("button", name=f"{view['faces'][0]}, kept", exact=True).wait_for()
            answer(page, next(text for text in look(page)["named"] if text.startswith("Throw")))
            view = look(page)
        best = max(view["offered"], key=lambda name: int(name.rpartition(": ")[2]))
        press(page, best)
        answer(page, "Write {} ({})".format(*best.rsplit(": ", 1)))
    page.locator(OVER).wait_for()
    total = next(row for row in page.evaluate(SHOWN)["rows"] if row.get("total"))
    assert f'row "{total["title"]} {total["cells"][0]}"' in plain(page.get_by_role("main").aria_snapshot())
