"""The report of a study in words and charts: the answer, the plan, each die, and what it means for play."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.stats import beta

from robot.errors import FileError
from robot.fairness.document import Block, Grid, Heading, Paragraph, Rectangle, ReportChart, to_html, to_pdf
from robot.fairness.findings import DieFindings, StudyFindings
from robot.fairness.intervals import Extent
from robot.fairness.models import AXES, FIGURES
from robot.fairness.plan import WELLS
from robot.fairness.reading_law import FACES, UNREAD, Floats, fair_die
from robot.fairness.summary import rounded_up
from robot.fairness.wording import FigureWords, moment
from robot.files import write_all_whole
from robot.language import Language
from robot.saying import Saying, Value
from solver.errors import DistributionError, TableError
from solver.race.other_die import DiePlay, play_with, six_sided

DARK, BLUE, ORANGE = "#111111", "#0072B2", "#B35C00"
SMALL = 8.0


def within(box: Rectangle, left: float, bottom: float, width: float, height: float) -> Rectangle:
    """Return a part of a rectangle, given as shares of it."""
    return box[0] + left * box[2], box[1] + bottom * box[3], width * box[2], height * box[3]


def faces_chart(figure: Figure, box: Rectangle, found: Extent, worst: Extent | None, words: Sequence[str]) -> None:
    """Draw each face's interval.

    `words` are "face", "chance in %", "fair", "interval", "if all in doubt were one face", and the decimal mark.
    """
    face, chance, fair, interval, anywhere, mark = words
    axes = figure.add_axes(within(box, 0.08, 0.17, 0.9, 0.72))
    place = np.arange(1, FACES + 1)
    axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=1, label=fair)
    if worst is not None:
        ends = 100 * np.stack([worst.low[0], worst.high[0]])
        axes.vlines(place + 0.14, *ends, color=ORANGE, linewidth=1.2, linestyle=":")
        axes.plot(place + 0.14, ends[0], "v", color=ORANGE, markersize=5)
        axes.plot(place + 0.14, ends[1], "^", color=ORANGE, markersize=5, label=anywhere)
    middle = 100 * found.likeliest[0]
    reach = np.abs(100 * np.stack([found.low[0], found.high[0]]) - middle)
    axes.errorbar(place, middle, reach, fmt="o", color=BLUE, capsize=5, linewidth=2, markersize=6, label=interval)
    axes.set_xlim(0.5, FACES + 0.5)
    axes.set_xlabel(face, fontsize=SMALL)
    _finish(axes, chance, mark)
    axes.legend(fontsize=SMALL - 0.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)


def panels_chart(figure: Figure, box: Rectangle, counts: Floats, names: Sequence[str], words: Sequence[str]) -> None:
    """Draw the share of each face in groups of throws, `counts` of shape (groups, 7), each with a 95 % interval.

    The intervals are those of Clopper and Pearson, each alone. `words` are those of the groups, of a face and of the
    chance in percent, and the decimal mark.
    """
    group, face, chance, mark = words
    read = counts[:, :FACES].copy()
    total = read.sum(axis=1, keepdims=True)
    read[total[:, 0] == 0] = np.nan  # nothing was thrown there, so nothing is drawn
    total = np.maximum(total, 1)
    share, low, high = (
        100 * part
        for part in (
            read / total,
            np.where(read != 0, beta.ppf(0.025, read, total - read + 1), 0),
            np.where(read != total, beta.ppf(0.975, read + 1, total - read), 1),
        )
    )
    top = min(100.0, 1.05 * float(np.nanmax(high)))
    for number in range(FACES):
        row, column = divmod(number, 3)
        axes = figure.add_axes(within(box, 0.08 + 0.31 * column, 0.58 - 0.46 * row, 0.27, 0.33))
        axes.axhline(100 / FACES, color=DARK, linestyle="--", linewidth=0.8)
        reach = np.stack([share[:, number] - low[:, number], high[:, number] - share[:, number]])
        axes.errorbar(
            np.arange(1, len(read) + 1),
            share[:, number],
            np.maximum(reach, 0),
            fmt="o",
            color=BLUE,
            capsize=2,
            markersize=3,
        )
        axes.set_ylim(0, top)
        axes.set_title(f"{face} {number + 1}", fontsize=SMALL, pad=2)
        _finish(axes, chance if column == 0 else "", mark)
        axes.set_xticks(np.arange(1, len(read) + 1), names, fontsize=SMALL - 1)
        if row:
            axes.set_xlabel(group, fontsize=SMALL)


def _finish(axes: Axes, chance: str, mark: str) -> None:
    axes.set_ylabel(chance, fontsize=SMALL)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace(".", mark))
    axes.tick_params(labelsize=SMALL)
    axes.grid(axis="y", color="#cccccc", linewidth=0.5)
    axes.spines[["top", "right"]].set_visible(False)


@dataclass(frozen=True, slots=True)
class StudyReport:
    """A report on what was found, in a language; `plays` are the games of each die."""

    found: StudyFindings
    plays: tuple[tuple[DiePlay, ...], ...]
    language: Language

    @property
    def title(self) -> str:
        """What the report is about."""
        return self._say("report-title-study", dice=", ".join(self.found.plan.dice))

    def html(self) -> bytes:
        """Return the report as a web page."""
        return to_html(self.title, self.language.name, list(self.blocks()))

    def pdf(self) -> bytes:
        """Return the report as a PDF."""
        return to_pdf(
            self.title, list(self.blocks()), lambda page, pages: self._say("report-page", page=page, pages=pages)
        )

    def blocks(self) -> Iterator[Block]:
        """Return the report in no format yet."""
        found = self.found
        plan = found.plan
        yield Heading(self.title, 1)
        yield self._text(
            "report-place",
            "small",
            place=plan.place or "–",
            table=tuple(Saying("report-table", {"table": table}) for table in found.tables),
            first=moment(found.first),
            last=moment(found.last),
        )
        yield Heading(self._say("report-answer"))
        for die in found.dice:
            sentence = die.summary.saying
            one = len(found.dice) == 1
            yield Paragraph(
                self.language.say(
                    sentence if one else Saying("report-answer-die", {"die": die.name, "sentence": sentence})
                ),
                "answer",
            )
        if not found.whole:
            yield self._text("report-early")
        yield from self._plan()
        yield Heading(self._say("report-play"), page=True)
        for die, plays in zip(found.dice, self.plays, strict=True):
            yield from self._play(die, plays)
        yield self._text("report-play-words")
        for die in found.dice:
            yield Heading(self._say("report-die", die=die.name), page=True)
            yield from self._die(die)
        yield self._text("report-method", "small")

    def _plan(self) -> Iterator[Block]:
        found, plan = self.found, self.found.plan
        yield Heading(self._say("report-plan"))
        yield self._text("report-plan-asked", points=round(plan.points, 3))
        if plan.game:
            yield self._text("report-plan-cost", cost=100 * plan.cost, game=plan.game)
        level, power = 100 * plan.level, 100 * plan.power
        yield self._text("report-plan-throws", level=level, power=power, planned=plan.throws, made=found.throws)
        if plan.turn_every:
            yield self._text("report-plan-wells", turn=plan.turn_every)
        if plan.reader is None:
            yield self._text("report-plan-exact")
        else:
            yield self._text("report-plan-known", dice=sum(map(sum, plan.reader)))
        yield self._text("report-seal", "small", seal=found.seal, head=found.head)

    def _die(self, die: DieFindings) -> Iterator[Block]:
        summary = die.summary
        doubts = int(summary.counts[UNREAD])
        words = [self._say(f"report-{key}") for key in ("face", "chance", "fair", "interval", "anywhere")]
        words.append(self._words.mark)
        caption = self._say("report-faces-words", level=100 * (1 - summary.alpha))
        if doubts:
            caption += " " + self._say("report-faces-worst")
        worst = summary.worst if doubts else None
        yield ReportChart(caption, 2.7, partial(faces_chart, found=summary.faces, worst=worst, words=words))
        keys = ["face", "read", "likeliest", "interval", *(["anywhere"] if doubts else [])]
        rows = [
            [
                str(face + 1),
                str(int(summary.counts[face])),
                self._words.number(100 * summary.faces.likeliest[0, face]),
                self._words.percents(summary.faces.low[0, face], summary.faces.high[0, face]),
                *([self._words.percents(summary.worst.low[0, face], summary.worst.high[0, face])] if doubts else []),
            ]
            for face in range(FACES)
        ]
        unread = [self._say("report-doubt-row"), str(int(summary.counts[UNREAD])), *[""] * (len(keys) - 2)]
        yield Grid([self._say(f"report-{key}") for key in keys], [*rows, unread])
        effect = [self._words.number(part, 3) for part in (die.effect.likeliest, die.effect.low, die.effect.high)]
        yield self._text("report-effect", w=effect[0], low=effect[1], high=effect[2], level=100 * summary.level)
        power = 100 * self.found.plan.power
        if summary.seen is None:
            yield self._text("report-seen-none", power=power)
        else:
            yield self._text("report-seen", points=float(rounded_up(summary.seen)), power=power)
        yield from self._checks(die)
        names = [str(number + 1) for number in range(len(die.parts))]
        yield Heading(self._say("report-drift"), 3)
        axes = [self._say(f"report-{key}") for key in ("tenth", "face", "chance")]
        axes.append(self._words.mark)
        drawn = partial(panels_chart, counts=die.parts, names=names, words=axes)
        yield ReportChart(self._say("report-drift-words"), 3.6, drawn)
        if die.wells is not None:
            yield Heading(self._say("report-wells"), 3)
            axes = [self._say("report-well"), *axes[1:]]
            names = [str(well) for well in range(1, WELLS + 1)]
            drawn = partial(panels_chart, counts=die.wells, names=names, words=axes)
            yield ReportChart(self._say("report-wells-words"), 3.6, drawn)

    def _checks(self, die: DieFindings) -> Iterator[Block]:
        alpha = die.summary.alpha
        yield Heading(self._say("report-checks"), 3)
        head = [self._say(f"report-{key}") for key in ("question", "statistic", "freedom", "p", "p-together")]
        rows = [
            [
                self._say(f"report-check-{verdict.check.topic.value}"),
                self._words.number(verdict.check.statistic),
                str(verdict.check.freedom or "–"),
                self._words.p(verdict.check.p),
                self._words.p(verdict.together),
            ]
            for verdict in die.summary.verdicts
        ]
        yield Grid(head, rows)
        yield self._text("report-checks-words", level=100 * alpha, alpha=alpha)
        yield Heading(self._say("report-models"), 3)
        models = [
            [
                self._say(f"report-model-{model.model.value}"),
                self._words.number(model.statistic),
                str(model.freedom),
                self._words.p(model.p),
                self._words.p(together),
            ]
            for model, together in die.models
        ]
        yield Grid([self._say("report-model"), *head[1:]], models)
        yield self._text("report-models-words")
        fair = 100 * FIGURES @ fair_die()
        rows = [
            [
                name,
                self._words.number(fair[number]),
                self._words.number(100 * die.figures.likeliest[0, number]),
                self._words.percents(die.figures.low[0, number], die.figures.high[0, number]),
            ]
            for number, name in enumerate(self._figures())
        ]
        yield Grid([self._say(f"report-{key}") for key in ("figure", "figure-fair", "likeliest", "interval")], rows)

    def _figures(self) -> Iterator[str]:
        for face in range(1, AXES + 1):
            yield self._say("report-figure-half", one=FACES + 1 - face, other=face)
        for face in range(1, AXES + 1):
            yield self._say("report-figure-pair", one=face, other=FACES + 1 - face)
        yield self._say("report-figure-odd")

    def _play(self, die: DieFindings, plays: tuple[DiePlay, ...]) -> Iterator[Block]:
        yield self._text("report-play-die", die=die.name)
        head = [self._say(f"report-play-{key}") for key in ("game", "fair", "blind", "knowing", "edge")]
        rows = [
            [play.game, *(self._words.number(100 * part) for part in parts)]
            for play in plays
            for parts in [(play.fair_die, play.blind, play.knowing, play.edge)]
        ]
        if rows:
            yield Grid(head, rows)
        if missing := [game for game in six_sided() if game not in {play.game for play in plays}]:
            yield self._text("report-play-missing", games=tuple(missing))

    def _text(self, key: str, kind: str = "", **values: Value) -> Paragraph:
        return Paragraph(self._say(key, **values), kind)

    def _say(self, key: str, **values: Value) -> str:
        return self._words.say(key, **values)

    @property
    def _words(self) -> FigureWords:
        return FigureWords(self.language)


def plays_of(found: StudyFindings) -> tuple[tuple[DiePlay, ...], ...]:
    """Return what each die means for each game for two, at its likeliest chances.

    Games that cannot be computed with a die are left out, such as one that hardly ever falls otherwise than on a face
    that ends the turn. Raises MissingNumbaError.
    """
    return tuple(tuple(_plays_with(likeliest_chances(die))) for die in found.dice)


def _plays_with(chances: tuple[float, ...]) -> Iterator[DiePlay]:
    for game in six_sided():
        with suppress(DistributionError, TableError):
            yield play_with(game, chances)


def likeliest_chances(die: DieFindings) -> tuple[float, ...]:
    """Return the likeliest chances of a die's faces; they sum to 1, and none is 0."""
    chances = np.maximum(die.summary.faces.likeliest[0], 1e-4)
    return tuple(float(chance) for chance in chances / chances.sum())


def keep_reports(report: StudyReport, folder: Path) -> tuple[Path, Path]:
    """Write a report as HTML and PDF into a folder, both or none; return where. Raises FileError."""
    paths = folder / f"report-{report.language.name}.html", folder / f"report-{report.language.name}.pdf"
    try:
        write_all_whole({paths[0]: report.html(), paths[1]: report.pdf()})
    except OSError as error:
        raise FileError(
            f"{folder} cannot be written ({error.strerror}): free some space, then try again", key="fault-folder"
        ) from error
    return paths
