"""Draw the study of the shake from tools/shaking/results.json into docs/img, and its tables into docs/shake.md.

python -m tools.draw.shake; `python -m tools.shaking report CACHE` makes the file.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from robot.files import write_whole
from tools.draw import DOCS, IMAGES
from tools.draw.drawing import Chart, Drawing, Style
from tools.shaking import RESULTS

PAGE = DOCS / "shake.md"
BLUE, ORANGE, GREY = "#1f5fbf", "#d9822b", "#777777"
FACES = ("#1f5fbf", "#2e8b57", "#d9822b", "#c62828", "#8e44ad", "#444444")
LEAST_P, MOST_COCKED = 0.001, 0.02
HARDEST = "bounce - 0.2"

Figures = Mapping[str, Any]


def read_figures() -> Figures:
    """Return the results of the study."""
    found: Figures = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def draw_seconds(figures: Figures) -> Drawing:
    """Draw the quality of throws by the length of the shake."""
    tried = _of_the_chosen_kind(figures)
    sheet = Drawing(980, 330, "Throws by seconds of shaking")
    seconds = [entry["program"]["seconds"] for entry in tried]
    wide = (min(seconds) - 0.06, max(seconds) + 0.06)
    ticks = [tenth / 10 for tenth in range(1, 30) if wide[0] < tenth / 10 < wide[1]]
    shares = Chart(sheet, (60, 40, 330, 270), wide, (0.1, 0.28))
    shares.axes("faces of before", "seconds of shaking", ticks, [(v / 100, f"{v} %") for v in (10, 15, 20, 25)])
    shares.limit(1 / 6)
    for name, colour, y in (("repeated", BLUE, 60), ("opposite", ORANGE, 76)):
        errors = [entry["error"] for entry in tried]
        shares.points([(s, entry[name]) for s, entry in zip(seconds, tried, strict=True)], colour, errors)
        sheet.text((322, y), name, anchor="end", colour=colour, bold=True)
    hard = sorted((entry["shaken"], entry) for entry in figures["vary"] if entry["name"] == HARDEST)
    shares.points([(s, entry["repeated"]) for s, entry in hard], GREY, [entry["error"] for _, entry in hard])
    sheet.text((322, 92), f"repeated, {HARDEST}", anchor="end", colour=GREY, bold=True)
    chances = Chart(sheet, (400, 40, 640, 270), wide, (0.0005, 1.0), powers=True)
    marks = [(v, f"{v:g}") for v in (0.001, 0.01, 0.1, 1.0)]
    chances.axes("least p of chi-square", "seconds of shaking", ticks, marks)
    chances.limit(LEAST_P)
    for name, text, colour, y in (("face_p", "of 6 wells", BLUE, 60), ("neighbour_p", "of 7 pairs", ORANGE, 76)):
        least = [(s, max(0.0005, min(entry[name]))) for s, entry in zip(seconds, tried, strict=True)]
        chances.points(least, colour)
        sheet.text((632, y), text, anchor="end", colour=colour, bold=True)
    cocked = Chart(sheet, (700, 40, 950, 270), wide, (0.0, 0.025))
    cocked.axes("cocked dice", "seconds of shaking", ticks, [(v / 1000, f"{v / 10:g} %") for v in range(0, 26, 5)])
    cocked.limit(MOST_COCKED)
    cocked.points([(s, entry["cocked"]) for s, entry in zip(seconds, tried, strict=True)], BLUE)
    return sheet


def draw_way(figures: Figures) -> Drawing:
    """Draw the path of a die through one throw, coloured by the face that is up."""
    way: Sequence[Sequence[float]] = figures["way"]
    sheet = Drawing(980, 360, "One die in one throw")
    last = way[-1][0]
    ticks = [tenth / 5 for tenth in range(20) if tenth / 5 <= last]
    height = Chart(sheet, (60, 40, 950, 220), (0.0, last), (0.0, 42.0))
    title = "height of its middle above the floor, in the colour of the face that looks up"
    height.axes(title, "", ticks, [(v, f"{v} mm") for v in (0, 8, 20, 30, 42)])
    for face, moments in itertools.groupby(itertools.pairwise(way), lambda pair: int(pair[1][3])):
        pairs = list(moments)
        points = [pairs[0][0], *(pair[1] for pair in pairs)]
        sheet.line(*(height.at((t, z)) for t, _, z, _ in points), style=Style(FACES[face - 1], width=2.0))
    for face, colour in enumerate(FACES, 1):
        sheet.text((800 + 25 * face, 30), str(face), anchor="middle", colour=colour, bold=True, size=13)
    tilt = Chart(sheet, (60, 260, 950, 320), (0.0, last), (0.0, 12.0))
    tilt.axes("tilt of the wells", "seconds", ticks, [(0, "0°"), (6, "6°"), (12, "12°")])
    sheet.line(*(tilt.at((t, lean)) for t, lean, _, _ in way), style=Style(GREY, width=1.6))
    return sheet


def drawings(figures: Figures) -> dict[str, Drawing]:
    """Return every drawing by the name of its file."""
    return {"shake-seconds": draw_seconds(figures), "shake-die": draw_way(figures)}


def tables(figures: Figures) -> dict[str, str]:
    """Return the page's tables by their names."""
    head = "repeated | opposite | least p, wells / pairs | cocked | a throw, at most |"
    tried = [f"| Hz | seconds | ramp | rock | torque | throws | {head}", f"|{' --- |' * 11}"]
    for entry in figures["search"]:
        program = entry["program"]
        numbers = f"{program['frequency']:g} | {program['seconds']:g} | {program['ramp']:g} | {program['rock']:g}°"
        tried.append(f"| {numbers} | {100 * entry['torque']:.0f} % | {_row(entry)} |")
    found = [f"| seed | throws | {head}", f"|{' --- |' * 7}"]
    confirmed = figures["confirm"]
    found += [f"| {seed} | {_row(entry)} |" for seed, entry in confirmed["seeds"].items()]
    found.append(f"| **all** | {_row(confirmed['all'])} |")
    other = [f"| variant | shaken | throws | {head} kept dice that changed |", f"|{' --- |' * 9}"]
    for entry in figures["vary"]:
        kept, changed = entry["keeps"]
        other.append(f"| {entry['name']} | {entry['shaken']:g} s | {_row(entry)} | {changed} of {kept} |")
    return {
        "torque": _torques(figures["torque"]),
        "search": "\n".join(tried),
        "confirm": "\n".join(found),
        "vary": "\n".join(other),
    }


def _torques(figures: Figures) -> str:
    """Return the table of the torque that shakes need, by frequency and on worse machines."""
    modules = ("TMC2209", "A4988")
    lines = [
        "| shake | machine | " + " | ".join(f"{name}: torque, margin" for name in modules) + " |",
        "| --- | --- | --- | --- |",
    ]
    rows = [(f"{entry['rate']:g} Hz", "as taken", entry["shares"]) for entry in figures["rates"]]
    rows += [("the default", name, shares) for name, shares in figures["worse"].items()]
    for shake, machine, shares in rows:
        lines.append(
            f"| {shake} | {machine} | {' | '.join(f'{100 * share:.0f} %, {1 / share:.2f}' for share in shares)} |"
        )
    return "\n".join(lines)


def with_tables(page: str, figures: Figures) -> str:
    """Return the page with its tables put into their places."""
    for name, table in tables(figures).items():
        before, _, rest = page.partition(f"<!-- {name} -->")
        page = f"{before}<!-- {name} -->\n\n{table}\n\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return page


def _of_the_chosen_kind(figures: Figures) -> list[Figures]:
    """Return the shakes that differ from the chosen one only in length, shortest first."""
    chosen = figures["chosen"]
    alike = [
        entry
        for entry in figures["search"]
        if all(entry["program"][name] == chosen[name] for name in ("frequency", "stroke", "rock", "ramp"))
    ]
    return sorted(alike, key=lambda entry: float(entry["program"]["seconds"]))


def _row(entry: Figures) -> str:
    shares = []
    for name in ("repeated", "opposite"):
        away = (entry[name] - 1 / 6) / entry["error"]
        shares.append(f"{100 * entry[name]:.2f} % ({away:+.1f})")
    least = f"{min(entry['face_p']):.3f} / {min(entry['neighbour_p']):.3f}"
    times = f"{entry['seconds']:.2f} s, {entry['longest']:.2f} s"
    return f"{entry['throws']:,} | {' | '.join(shares)} | {least} | {100 * entry['cocked']:.2f} % | {times}"


if __name__ == "__main__":
    drawn = read_figures()
    for name, drawing in drawings(drawn).items():
        drawing.save(IMAGES / f"{name}.svg")
    write_whole(PAGE, with_tables(PAGE.read_text(encoding="utf-8"), drawn).encode())
