"""The guide in docs/build, its parts, prices and pictures are those of the assembly."""

import base64
import dataclasses
import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.support.requirements import browser_program, needs_package
from tests.support.robot.waiting import PATIENCE

for package in ("build123d", "ezdxf", "rectpack", "trimesh"):
    needs_package(package)

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

import build123d as cad  # noqa: E402
import trimesh  # noqa: E402

from hardware.dimensions import BOXES, dimensions  # noqa: E402
from tools.board.perfboard import Perfboard  # noqa: E402
from tools.cad.assembly import Assembly, assemble  # noqa: E402
from tools.cad.boxes import BoxesAssembly  # noqa: E402
from tools.cad.controls import BASE, RECESS  # noqa: E402
from tools.cad.frame import FEET  # noqa: E402
from tools.guide import render  # noqa: E402
from tools.guide.__main__ import FOLDER  # noqa: E402
from tools.guide.cables import CableRoute, lengths  # noqa: E402
from tools.guide.costs import LEVELS, Costs, read_prices  # noqa: E402
from tools.guide.evening import ONE, SIX, EveningGuide, evening_drawings, evening_pictures, read_evening  # noqa: E402
from tools.guide.model import VIEWER, viewer  # noqa: E402
from tools.guide.pages import PrintedWay, guide_pages  # noqa: E402
from tools.guide.pictures import SIZE, Meshes, draw_act  # noqa: E402
from tools.guide.reach import check_hatch, check_reach  # noqa: E402
from tools.guide.sketches import draw_sketches  # noqa: E402
from tools.guide.steps import (  # noqa: E402
    STEPS,
    BuildGuide,
    GuideStep,
    disagreements,
    fasteners_of,
    read_guide,
    with_dimensions,
)
from tools.guide.wiring import GROUND_PIN, GROUNDS, HEADER, POWER, draw_header, panel_names  # noqa: E402

pytestmark = pytest.mark.check

REMEDY = "make the guide again: make guide"
LARGEST_PICTURE, LARGEST_MODEL, LARGEST_PAGE, LARGEST_SCRIPT = 60_000, 2_000_000, 800_000, 15_000
MOST_ACTS, MOST_WORDS, MOST_STEPS = 3, 60, 15
"""Sentences and words beside a picture, and steps of an evening, at most."""
UNLIKE = 4.0
"""Mean difference in grey levels between a picture and its WebP."""


@pytest.fixture(scope="module")
def guide() -> BuildGuide:
    return read_guide(dimensions())


@pytest.fixture(scope="module")
def costs(machine: Assembly, guide: BuildGuide) -> Costs:
    return Costs(machine, guide, read_prices())


@pytest.fixture(scope="module")
def evening() -> EveningGuide:
    return read_evening(BoxesAssembly(dimensions(BOXES)))


def with_step(guide: BuildGuide, number: int, **changes: object) -> BuildGuide:
    """Return the guide with another step of this number, whose acts have its new picture."""

    def change(step: GuideStep) -> GuideStep:
        new = dataclasses.replace(step, **changes)  # type: ignore[arg-type]
        acts = [dataclasses.replace(act, picture=new.picture) for act in step.acts]
        return dataclasses.replace(new, acts=tuple(acts)) if "picture" in changes else new

    chapters = tuple(
        dataclasses.replace(
            chapter, steps=tuple(change(step) if step.number == number else step for step in chapter.steps)
        )
        for chapter in guide.chapters
    )
    return dataclasses.replace(guide, chapters=chapters)


def step_with(guide: BuildGuide, part: str) -> GuideStep:
    return next(step for step in guide.steps if part in step.parts)


def test_each_part_and_joint_comes_in_one_step(machine: Assembly, guide: BuildGuide) -> None:
    assert disagreements(machine, guide) == []
    pieces = sum((fasteners_of(machine, step) for step in guide.steps), Counter[str]())
    pieces += Counter({name: machine.find(name).quantity for step in guide.steps for name in step.parts})
    assert pieces == Counter({part.name: part.quantity for part in machine.parts})


def test_what_is_wrong_with_a_step_is_told(machine: Assembly, guide: BuildGuide) -> None:
    step = step_with(guide, "post")
    assert step.picture is not None
    without = with_step(guide, step.number, parts=("wall behind", "flagpole"), check=" ")
    assert disagreements(machine, without) == [
        "post comes in 0 steps",
        "the assembly has no flagpole",
        f"step {step.number} lacks a check, a tool, its minutes, or its actions",
        *(
            f"step {later.number} shows post, which is not built yet"
            for later in guide.steps
            for act in later.acts
            if act.picture and "post" in {*(act.picture.shown or ()), *act.picture.fit}
        ),
    ]
    twice = with_step(guide, step.number, joints=(*step.joints, "arm to post"))
    assert disagreements(machine, twice) == ["arm to post comes in 2 steps"]
    early = dataclasses.replace(step.picture, shown=("camera",))
    assert set(disagreements(machine, with_step(guide, step.number, picture=early))) == {
        f"step {step.number} shows camera, which is not built yet"
    }


def test_each_act_has_a_picture_of_its_own(guide: BuildGuide, evening: EveningGuide) -> None:
    steps = [*guide.steps, *evening.guide.steps]
    images = Counter(act.image for step in steps for act in step.acts if act.image)
    assert [name for name, count in images.items() if count > 1] == []
    crowded = {
        step.title
        for step in steps
        for act in step.acts
        if act.image and (len(act.do) > MOST_ACTS or len(" ".join(act.do).split()) > MOST_WORDS)
    }
    assert not crowded, "give each act of a step a picture of its own"


def test_an_act_without_a_picture_is_typing_alone(machine: Assembly, guide: BuildGuide) -> None:
    step = next(step for step in guide.steps if not step.acts[0].image)
    acts = (dataclasses.replace(step.acts[0], do=("Type `make`.", "Hang the camera.")),)
    assert disagreements(machine, with_step(guide, step.number, acts=acts)) == [
        f"step {step.number} lacks a picture, but does more than typing: Type `make`."
    ]


def test_a_word_that_no_step_has_is_refused(tmp_path: Path) -> None:
    changed = tmp_path / "steps.toml"
    changed.write_text(STEPS.read_text(encoding="utf-8").replace("minutes = 30", "minuets = 30", 1), encoding="utf-8")
    with pytest.raises(TypeError, match="minuets"):
        read_guide(dimensions(), changed)


def test_steps_tell_the_dimensions_of_the_machine() -> None:
    it = dimensions()
    it["camera"]["height"] = 351.0
    checks = [step.check for step in read_guide(it).steps]
    assert any("The lens is 351 mm above the plate" in check for check in checks)


def test_everything_that_is_bought_has_a_price(machine: Assembly, guide: BuildGuide, costs: Costs) -> None:
    assert list(costs.faults()) == []
    prices = read_prices()
    short = dataclasses.replace(prices, items=tuple(item for item in prices.items if item.name != "PLA"))
    faults = list(Costs(machine, guide, short).faults())
    assert any("box block" in fault for fault in faults)
    bare = dataclasses.replace(prices, items=tuple(item for item in prices.items if "servo" not in item.covers))
    assert "servo is covered by 0 items" in list(Costs(machine, guide, bare).faults())


def test_no_copy_s_price_stands_beside_a_maker_s_name(machine: Assembly, guide: BuildGuide) -> None:
    prices = read_prices()
    bare = (dataclasses.replace(item, price_of="", branded=None) for item in prices.items)
    faults = list(Costs(machine, guide, dataclasses.replace(prices, items=tuple(bare))).faults())
    assert "the price of emergency stop, 22 mm is not XB5AS8444's" in faults
    assert "the price of supply 24 V, 3 A is not Mean Well's" in faults
    for item in prices.items:
        if item.branded:
            assert item.branded[1] > item.price / item.pack, item.name
            assert f"by its maker: {item.branded[0]}, {item.branded[1]:.2f} €" in item.alternatives
    used = " ".join(f"{item.price_of} {item.branded}" for item in prices.items)
    assert [maker for maker in prices.makers if maker not in used] == []


def test_costs_of_the_levels(guide: BuildGuide, costs: Costs) -> None:
    assert 0 < costs.total(1) < 5
    assert costs.total(1) < costs.total(3) < 255
    for level in LEVELS:
        assert costs.total(level, packs=True) >= costs.total(level)
        paid = f"{costs.total(level, packs=True):.0f} € plus"
        assert paid in (FOLDER / "README.md").read_text(encoding="utf-8"), REMEDY
    other = [item for item in costs.prices.items if item.instead]
    assert {"board to order", "USB encoder with cables"} < {item.name for item in other}
    counted = sum(costs.cost(item, 3) for item in costs.prices.items if item not in other)
    assert costs.total(3, beside=True) == pytest.approx(counted)
    assert costs.minutes(3) == sum(step.minutes for step in guide.steps)


def test_the_committed_pages_are_the_script_s(
    machine: Assembly, guide: BuildGuide, costs: Costs, evening: EveningGuide
) -> None:
    printed = PrintedWay(machine, assemble("print"), guide, costs)
    assert printed.faults() == []
    replaced = [part.name for parts, _ in printed.find_replacements() for part in parts]
    still = [part.name for part in printed.printed.parts if part.make == "cut"]
    assert sorted(replaced + still) == sorted(part.name for part in machine.parts if part.make == "cut")
    without = with_step(guide, step_with(guide, "long wall").number, printed="")
    assert len(PrintedWay(machine, printed.printed, without, costs).faults()) == 1
    pages = guide_pages(costs, Perfboard(), printed, evening)
    for name, text in pages.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: {REMEDY}"
    assert {path.name for path in FOLDER.glob("*.md")} == {name for name in pages if name.endswith(".md")}


def test_an_evening_is_short_and_cheap(evening: EveningGuide) -> None:
    steps = list(evening.guide.steps)
    assert len(steps) <= MOST_STEPS
    assert all(step.check and step.tools and 0 < step.one <= step.minutes for step in steps)
    assert all(act.image for step in steps for act in step.acts)
    for count, (most_euros, most_minutes) in {SIX: (70, 4 * 60), ONE: (30, 2 * 60)}.items():
        assert evening.minutes(count) <= most_minutes
        assert all(20 < evening.total(count, way) <= most_euros for way in ("card", "print"))
    assert all(len(item["sources"]) == 2 and item["matters"] for item in evening.items)
    page = (FOLDER / "evening.md").read_text(encoding="utf-8")
    assert all(f"| signal {well} | A{well - 1} of the Nano" in page for well in range(1, 7))


def test_a_picture_of_an_evening_shows_its_boxes(evening: EveningGuide) -> None:
    name, draw = next(iter(evening_pictures(evening)))
    kept = cv2.imread(str(FOLDER / "img" / name))
    assert kept is not None
    assert float(np.mean(cv2.absdiff(kept, draw()))) < UNLIKE, REMEDY


def test_each_picture_is_small_and_shown(guide: BuildGuide) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md"))
    images = {path.name for path in (FOLDER / "img").iterdir()}
    assert images == set(re.findall(r"\]\(img/([\w.-]+)\)", text))
    assert images >= {act.image for step in guide.steps for act in step.acts if act.image}
    for name in images:
        path = FOLDER / "img" / name
        if path.suffix == ".svg":
            continue
        assert path.stat().st_size < LARGEST_PICTURE, name
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (SIZE[1], SIZE[0], 3)


def unlikeness(machine: Assembly, guide: BuildGuide, part: str) -> float:
    """Return how far the committed picture of the step that brings a part is from what is drawn now."""
    step = step_with(guide, part)
    kept = cv2.imread(str(FOLDER / "img" / step.acts[0].image))
    assert kept is not None
    return float(np.mean(cv2.absdiff(kept, draw_act(machine, guide, step, step.acts[0], Meshes()))))


@pytest.mark.parametrize("part", ["box block", "cheek block", "flange bearing"])
def test_a_step_s_picture_shows_the_assembly(machine: Assembly, guide: BuildGuide, part: str) -> None:
    assert unlikeness(machine, guide, part) < UNLIKE, REMEDY


def test_a_step_seen_from_another_side_is_another_picture(machine: Assembly, guide: BuildGuide) -> None:
    step = step_with(guide, "box block")
    assert step.picture is not None
    turned = dataclasses.replace(step.picture, view=(step.picture.view[0] + 40, step.picture.view[1]))
    assert unlikeness(machine, with_step(guide, step.number, picture=turned), "box block") > UNLIKE


def test_a_picture_is_kept_while_somebody_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "KEPT", tmp_path)
    view = render.FarView(0.0, 90.0, (0.0, 0.0, 0.0), 1.0)
    corners, triangle = np.array([[0.0, 0, 0], [9, 0, 0], [0, 9, 0]]), np.array([[0, 1, 2]], np.int32)
    red, clear = (render.ColouredSolid(corners, triangle, (200.0, 0.0, 0.0), seen) for seen in (False, True))
    first, _ = render.load_or_render([red], view, (20, 20))
    render.load_or_render([clear], view, (20, 20))
    for path in tmp_path.iterdir():
        os.utime(path, (1000, 1000))
    assert np.array_equal(render.load_or_render([red], view, (20, 20))[0], first)
    render.delete_unused(2000)
    (left,) = tmp_path.iterdir()
    assert left.stat().st_mtime > 2000


def test_the_model_has_every_piece(machine: Assembly) -> None:
    path = FOLDER / "machine.glb"
    assert path.stat().st_size < LARGEST_MODEL
    scene = trimesh.load(path)
    names = Counter(scene.graph[node][1] for node in scene.graph.nodes_geometry)
    assert names == Counter({part.name: part.quantity for part in machine.parts}), REMEDY
    low, high = scene.bounds
    below = FEET[1] - RECESS[1] + BASE[2] + FEET[1]
    assert high[2] - low[2] == pytest.approx(machine.plan.post_top + 20 - machine.plan.desk + below, abs=1)


def test_the_view_needs_no_network(machine: Assembly, guide: BuildGuide) -> None:
    page = (FOLDER / "machine.html").read_text(encoding="utf-8")
    model = (FOLDER / "machine.glb").read_bytes()
    assert page == viewer(model, machine, guide), REMEDY
    assert len(page) < LARGEST_PAGE
    encoded = base64.b64encode(model).decode()
    assert page.count(encoded) == 1
    assert VIEWER.stat().st_size < LARGEST_SCRIPT
    assert not re.search(r"https?:|//\w|import|fetch|src=|href=", page.replace(encoded, ""))


def test_the_view_shows_the_machine_and_its_steps(guide: BuildGuide, tmp_path: Path, playwright: "Playwright") -> None:
    errors: list[str] = []
    shot = tmp_path / "shot.png"

    def colours() -> int:
        page.screenshot(path=shot)
        picture = cv2.imread(str(shot))
        assert picture is not None
        return len(np.unique(picture[:, 450:].reshape(-1, 3), axis=0))

    browser = playwright.chromium.launch(
        executable_path=browser_program(), args=["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
    )
    page = browser.new_page(viewport={"width": 900, "height": 500})
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(1000 * PATIENCE)
    page.goto((FOLDER / "machine.html").as_uri())
    page.wait_for_function("document.getElementById('title').textContent !== ''")
    whole = colours()
    page.evaluate("$('step').value = 1; $('step').dispatchEvent(new Event('input'))")
    first = next(step for step in guide.steps if step.picture)
    page.wait_for_function(f"document.getElementById('title').textContent.startsWith('{first.number}. ')")
    assert 1 < colours() < whole
    browser.close()
    assert errors == []


def test_the_post_brings_each_camera_to_its_height() -> None:
    it = dimensions()
    assert with_dimensions("{post.module3} {height.module3}", it) == "560 340"
    # Camera Module 2 sees 440 mm from 365 mm, and its lens is as far from the mount as that of Module 3.
    assert with_dimensions("{post.module2} {height.module2}", it) == "585 365"
    # The lens of the High Quality Camera hangs 36 mm below that place.
    assert with_dimensions("{post.hq} {height.hq}", it) == "676 420"
    with pytest.raises(KeyError):
        with_dimensions("{post.module9}", it)


def test_there_is_wire_and_lead_for_every_cable(machine: Assembly) -> None:
    metres, board = lengths(machine.plan), Perfboard()
    items = {item.name: item for item in read_prices().items}
    single = [cable for cable in board.cables if cable.size == "0.25 mm²" and cable.route]
    thin = sum(metres[cable.route] * len(cable.pins) for cable in single)
    panel = metres["panel"] * (len(panel_names()) + 1)
    assert thin + panel < sum(amount for _, amount in items["wire 0.25 mm²"].needs)
    thick = sum(metres[cable.route] * len(cable.pins) for cable in board.cables if cable.size == "0.75 mm²")
    assert thick < sum(amount for _, amount in items["wire 0.75 mm²"].needs)
    # A servo has 25 cm of its own, and an extension lead of 1 m.
    assert max(metres["servos behind"], metres["servos in front"]) < 1.25


def test_a_cable_is_longer_than_its_way() -> None:
    straight = CableRoute("", ((0, 0, 0), (300, 0, 0), (300, 400, 0)), (0, 0, 0))
    assert straight.metres == 1.0  # 700 mm, 15 % more, and 100 mm
    vertices, triangles = straight.solid()
    mesh = trimesh.Trimesh(vertices, triangles)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(700 * 8 / 2 * np.sin(np.pi / 4) * 1.6**2, rel=0.01)


def test_the_committed_drawings_are_the_script_s() -> None:
    drawn = draw_sketches() | {"header.svg": draw_header()} | evening_drawings(dimensions(BOXES))
    for name, sheet in drawn.items():
        assert (FOLDER / "img" / name).read_text(encoding="utf-8") == sheet.svg(), f"{name}: {REMEDY}"


def test_the_header_s_pins_are_used_once() -> None:
    numbers = [HEADER[pin] for _, pin in panel_names()]
    assert len({*numbers, GROUND_PIN, *GROUNDS, *POWER}) == len(numbers) + len({*GROUNDS, *POWER})
    assert {*numbers, *GROUNDS, *POWER} <= set(range(1, 41))


def test_parts_that_are_made_cost_what_their_material_costs(machine: Assembly, costs: Costs) -> None:
    made = [part for part in machine.parts if part.make in ("cut", "print")]
    bought = [item for item in costs.prices.items if item.prints or item.sheets]
    assert sum(map(costs.part_cost, made)) == pytest.approx(sum(costs.cost(item, 3) for item in bought))


def test_a_saw_has_every_drill(machine: Assembly, guide: BuildGuide) -> None:
    step = next(step for step in guide.steps if step.title == "Cut the sheets")
    drills = set(map(float, re.findall(r"\b\d+(?:\.\d+)?(?=,|\)| and| mm)", step.tools[0])))
    for part in machine.parts:
        if part.make == "cut":
            for edge in part.outline.edges():
                wide = 2 * edge.radius if edge.geom_type == cad.GeomType.CIRCLE else 0.0
                if 0 < wide < 100:
                    assert any(wide - 0.3 <= drill <= wide + 0.2 for drill in drills), (part.name, wide)


def test_a_key_reaches_every_screw_in_its_step(machine: Assembly, guide: BuildGuide) -> None:
    assert list(check_reach(machine, guide)) == []
    # Once the mount hangs below the arm, the arm covers two of the screws of its standoffs.
    camera = step_with(guide, "camera")
    hang = next(step for step in guide.steps if "camera's mount to arm" in step.joints)
    late = with_step(guide, camera.number, joints=("camera to mount",))
    late = with_step(late, hang.number, joints=(*hang.joints, "standoffs to mount"))
    words = f"step {hang.number}: arm is in the way of a screw ISO 4762 M3x6 of standoffs to mount"
    assert list(check_reach(machine, late)) == [words] * 2


def test_motor_and_hub_are_reached_through_the_hatch(machine: Assembly) -> None:
    assert list(check_hatch(machine)) == []
    wall = machine.find("wall in front")
    places = tuple(dataclasses.replace(it, location=cad.Location((120, 0, 0)) * it.location) for it in wall.places)
    parts = tuple(dataclasses.replace(it, places=places) if it is wall else it for it in machine.parts)
    found = set(check_hatch(dataclasses.replace(machine, parts=parts)))
    screws = ("screw ISO 4762 M3x8 of motor to bracket", "set screw M3x4 of hub to motor's shaft")
    assert found >= {f"wall in front is in the way of a {screw}" for screw in screws}
