"""The steps of the guide, and checks that they agree with the assembly."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hardware.camera import KNOWN, height_for
from tools.cad import __file__ as cad_file
from tools.cad.assembly import Assembly
from tools.cad.controls import base_holes
from tools.cad.eye import ARM_BEFORE, post_for, strip_reach
from tools.cad.frame import APART, RIM
from tools.cad.levers import foot_gap
from tools.cad.lid import HOOK_FOOT, HOOK_OVER, MAGNET_ASIDE, REED_BEHIND, REED_BELOW
from tools.cad.machine_shape import END
from tools.cad.plan import MachinePlan
from tools.guide.cables import lengths

STEPS = Path(cad_file).with_name("steps.toml")
DIMENSION = re.compile(r"\{(\w+)\.(\w+)\}")
Vector3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class StepPicture:
    """The contents of a step's picture; steps.toml explains the fields."""

    view: tuple[float, float]
    shown: tuple[str, ...] | None = None
    hidden: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    pieces: int | None = None
    places: tuple[int, ...] | None = None
    named: tuple[str, ...] | None = None
    mark: tuple[str, ...] = ()
    fasteners: tuple[str, ...] | None = None
    near: tuple[str, ...] = ()
    cables: tuple[str, ...] = ()
    apart: dict[str, Vector3] = field(default_factory=dict)
    words: dict[str, Vector3] = field(default_factory=dict)
    arrows: tuple[tuple[float, ...], ...] = ()
    cut: tuple[float, ...] = ()
    out: float = 0.0
    fit: tuple[str, ...] = ()
    scale: float = 1.15
    moved: dict[str, float] = field(default_factory=dict)
    boxes: int = 1


@dataclass(frozen=True, slots=True)
class StepAct:
    """The actions of a step that one picture shows, and their parts and joints.

    `image` is a file in docs/build/img: a picture of the solids as `picture` says, or a sketch if `picture` is None.
    """

    do: tuple[str, ...]
    parts: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    picture: StepPicture | None = None
    image: str = ""


@dataclass(frozen=True, slots=True)
class GuideStep:
    """A step; `number` counts from 1 through all chapters.

    `picture` shows all new parts of the step. If the step has several acts, each act has its own picture.
    """

    number: int
    title: str
    minutes: int
    do: tuple[str, ...]
    check: str
    tools: tuple[str, ...]
    parts: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    stores: tuple[str, ...] = ()
    printed: str = ""
    one: int = 0
    picture: StepPicture | None = None
    acts: tuple[StepAct, ...] = ()

    def find_earlier(self, act: StepAct | None) -> tuple[StepAct, ...]:
        """Return the acts of the step before this one; none before None."""
        return self.acts[: self.acts.index(act)] if act else ()


@dataclass(frozen=True, slots=True)
class GuideChapter:
    """A page of the guide. `plays` are commands of games that can be played after it."""

    file: str
    title: str
    level: int
    intro: str
    steps: tuple[GuideStep, ...]
    plays: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        return sum(step.minutes for step in self.steps)


@dataclass(frozen=True, slots=True)
class BuildGuide:
    """All chapters, and the parts and joints of the assembly that no step needs."""

    chapters: tuple[GuideChapter, ...]
    spare: tuple[str, ...] = ()

    @property
    def steps(self) -> Iterator[GuideStep]:
        for chapter in self.chapters:
            yield from chapter.steps

    @property
    def levels(self) -> dict[str, int]:
        """The level that first uses each part."""
        return {name: chapter.level for chapter in self.chapters for step in chapter.steps for name in step.parts}

    def new_tools(self) -> dict[int, list[str]]:
        """Return the tools of each level that earlier levels did not need."""
        found: dict[int, list[str]] = {}
        for chapter in self.chapters:
            known = {"none", *(tool for tools in found.values() for tool in tools)}
            tools = {tool for step in chapter.steps for tool in step.tools} - known
            found[chapter.level] = sorted({*found.get(chapter.level, ()), *tools})
        return found

    def find_before(self, step: GuideStep) -> Iterator[GuideStep]:
        """Yield the steps before a step."""
        yield from (other for other in self.steps if other.number < step.number)


def read_guide(it: dict[str, Any], path: Path = STEPS) -> BuildGuide:
    """Return the guide in a file. Raises TypeError for an unknown field, KeyError for a missing one."""
    found = tomllib.loads(with_dimensions(path.read_text(encoding="utf-8"), it))
    number, chapters = 0, []
    for chapter in found["chapter"]:
        steps = []
        for entry in chapter.pop("step"):
            number += 1
            steps.append(read_step(number, entry))
        chapters.append(GuideChapter(**_tuples(chapter), steps=tuple(steps)))
    return BuildGuide(tuple(chapters), tuple(found["spare"]))


def with_dimensions(text: str, it: dict[str, Any]) -> str:
    """Return a text in which dimensions of machine.toml, and derived ones, replace words such as {camera.height}.

    Raises KeyError for an unknown word.
    """
    plan = MachinePlan(it, "cut")
    sees = {camera.name: height_for(camera.angle, it["camera"]["sees"]) for camera in KNOWN}
    heights = {
        "module3": it["camera"]["height"],
        "module2": round(sees["Camera Module 2"]),
        "hq": round(sees["High Quality Camera with a lens of 6 mm"]),
    }
    arm = it["profile"]["arm"]
    behind = arm - ARM_BEFORE + plan.middle[1] - it["profile"]["side"]
    words = it | {
        "drive": {"axle": round(plan.axle[1] - plan.floor, 1)},
        "height": heights,
        "post": {board: round(post_for(plan, board, height)) for board, height in heights.items()},
        "arm": {"before": ARM_BEFORE - plan.middle[1], "behind": behind},
        "shaft": {"length": plan.deep},
        "opening": {"shift": plan.layout.opening.left - plan.layout.lid.left + 1},
        "cable": lengths(plan),
        "bracket": {"axle": it["motor_bracket"]["axle"]},
        "hub": {"circle": it["flange_hub"]["holes"][0]},
        "blocks": {"apart": APART},
        "pieces": {"middle": round(strip_reach(plan), 1)},
        "film": {"long": plan.block.bottom - plan.block.top},
        "foot": {"gap": round(foot_gap(plan.layout), 1)},
        "hook": {"low": HOOK_FOOT[0], "high": HOOK_FOOT[1], "over": HOOK_OVER},
        "reed": {"below": REED_BELOW, "behind": REED_BEHIND, "aside": MAGNET_ASIDE},
        "holder": {
            "deep": it["servo"]["case"][2],
            "gap": plan.layout.columns[1] - plan.layout.columns[0] - it["sheet"]["small"],
        },
        "base": base_holes(plan),
        "tray_rim": {"away": it["tray"]["left"] - RIM[0] - plan.layout.opening.right},
        "support": {"high": round(plan.shaft[1] - END - plan.floor)},
    }
    return fill_in(text, words)


def fill_in(text: str, words: Mapping[str, Any]) -> str:
    """Return a text in which figures replace words such as {camera.height}. Raises KeyError for an unknown word."""
    return DIMENSION.sub(lambda found: f"{words[found[1]][found[2]]:g}", text)


def read_step(number: int, entry: dict[str, Any], prefix: str = "") -> GuideStep:
    """Return the step of an entry in a file; the names of its pictures begin with `prefix`."""
    acts = entry.pop("act", [])
    own = {name: entry.pop(name) for name in GuideStep.__dataclass_fields__ if name in entry}
    picture = StepPicture(**_tuples(entry)) if entry else None
    name = f"{prefix}step-{number:02}"
    if not acts:
        one = StepAct(tuple(own["do"]), tuple(own.get("parts", ())), tuple(own.get("joints", ())), picture)
        shown = replace(one, image=f"{name}.webp") if picture else one
        return GuideStep(number, **_tuples(own), picture=picture, acts=(shown,))
    made = tuple(_act(act, picture, f"{name}-{count}.webp") for count, act in enumerate(acts, 1))
    for what in ("parts", "joints"):
        own[what] = [*own.get(what, ()), *(it for act in made for it in getattr(act, what))]
    own["do"] = [sentence for act in made for sentence in act.do]
    return GuideStep(number, **_tuples(own), picture=picture, acts=made)


def _act(entry: dict[str, Any], shown: StepPicture | None, image: str) -> StepAct:
    """Return the act of an entry; its picture has the step's fields where the entry has none."""
    own: dict[str, Any] = {name: tuple(entry.pop(name)) for name in ("do", "parts", "joints") if name in entry}
    if drawn := entry.pop("image", ""):
        return StepAct(**own, image=drawn)
    if not entry.pop("picture", True):
        return StepAct(**own)
    picture = replace(shown, **_tuples(entry)) if shown else StepPicture(**_tuples(entry)) if entry else None
    return StepAct(**own, picture=picture, image=image if picture else "")


def _tuples(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}


def fasteners_of(machine: Assembly, step: GuideStep) -> Counter[str]:
    """Return the numbers of fasteners of each name in a step's joints."""
    return sum((machine.joints[joint] for joint in step.joints), Counter())


def disagreements(machine: Assembly, guide: BuildGuide) -> list[str]:
    """Describe each disagreement of guide and assembly."""
    faults = []
    parts = {part.name for part in machine.parts if part.make != "fastener"}
    known = parts | set(machine.joints)
    told = Counter(name for step in guide.steps for name in (*step.parts, *step.joints)) + Counter(guide.spare)
    # A joint may have the name of a part.
    both = parts & set(machine.joints)
    for name in sorted(known):
        wanted = 2 if name in both else 1
        if told[name] != wanted:
            faults.append(f"{name} comes in {told[name]} steps")
    faults += [f"the assembly has no {name}" for name in sorted(set(told) - known)]
    cables = lengths(machine.plan)
    for step in guide.steps:
        if not step.check.strip() or not step.do or not step.tools or step.minutes <= 0:
            faults.append(f"step {step.number} lacks a check, a tool, its minutes, or its actions")
        if (step.parts or step.joints) and step.picture is None:
            faults.append(f"step {step.number} has parts and no picture")
        seen = {name for other in guide.find_before(step) for name in other.parts}
        for act in step.acts:
            shown, seen = act.picture, {*seen, *act.parts}
            if not act.image and not all("`" in sentence for sentence in act.do):
                faults.append(f"step {step.number} lacks a picture, but does more than typing: {act.do[0]}")
            if shown is None:
                continue
            names = {
                *(shown.named or ()),
                *(shown.shown or ()),
                *shown.hidden,
                *(shown.only or ()),
                *shown.mark,
                *shown.fit,
            }
            faults += [f"step {step.number} shows {name}, which is not a part" for name in sorted(names - parts)]
            early = {*(shown.shown or ()), *shown.mark, *shown.fit} & parts - seen - set(step.parts)
            faults += [f"step {step.number} shows {name}, which is not built yet" for name in sorted(early)]
            faults += [f"step {step.number} shows no cable {name}" for name in shown.cables if name not in cables]
            faults += [f"step {step.number} moves {name}" for name in sorted({*shown.apart, *shown.near} - known)]
    return faults
