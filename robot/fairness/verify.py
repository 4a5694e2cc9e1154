"""A study computed again from its log, and its readings from the pictures that were kept."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from robot.errors import FileError
from robot.fairness.findings import findings_of
from robot.fairness.log import IN_DOUBT, LogEvent, LogRow, StudyRecord, read_log_and_torn
from robot.fairness.plan import StudyPlan, read_plan
from robot.fairness.report import StudyReport, plays_of
from robot.fairness.run import picture_path
from robot.fairness.throwing import cell
from robot.language import Language
from robot.saying import Saying
from robot.table.look import Image, Look
from vision.paths import printable_path
from vision.reading import Reading

CHARTS = re.compile(r"<svg.*?</svg>", re.DOTALL)
LIGHTS = ("left", "right")
MOVED = f"{IN_DOUBT}moving"
"""A doubt that came from pictures before those that were kept."""
LONGEST = 100
"""Letters of a line that differs."""

ReadTable = Callable[[Image, Image], Reading]
"""Reads the table from its picture in the light from the left and the one from the right."""


@dataclass(frozen=True, slots=True)
class StudyCheck:
    """A study that is verified; `folder` holds plan, log and pictures."""

    folder: Path
    plan: StudyPlan
    seal: str
    record: StudyRecord
    torn: str

    @classmethod
    def of(cls, folder: Path) -> "StudyCheck":
        """Read a study. Raises UsageError, and FileError where plan or log were changed."""
        plan, seal = read_plan(folder)
        record, torn = read_log_and_torn(folder, plan, seal)
        return cls(folder, plan, seal, record, torn)

    @property
    def begun(self) -> bool:
        """Whether the log tells more than the seal of the plan."""
        return len(self.record.rows) > 1

    def ending(self) -> Iterator[Saying]:
        """Say whether the log has the end of a study."""
        if self.torn:
            yield Saying("study-torn", {"throws": self.record.throws})
        elif self.begun and self.record.rows[-1].event is not LogEvent.STOPPED:
            yield Saying("study-unended", {"throws": self.record.throws, "planned": self.plan.throws})

    def report(self, path: Path, languages: Path) -> Iterator[Saying]:
        """Say what a report in HTML says otherwise than the log; `languages` are people's own. Raises FileError."""
        named = printable_path(path)
        try:
            kept = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"{named} cannot be read: name the .html of a report", key="fault-folder") from error
        spoken = re.search(r'<html lang="([\w-]{1,20})">', kept)
        if spoken is None:
            raise FileError(f"{named} is no report of a study in HTML: name the .html of a report", key="fault-folder")
        if self.record.head not in kept or self.seal not in kept:
            yield Saying("study-other-state", {"file": named})
            return
        found = findings_of(self.plan, self.seal, self.record)
        language = Language(spoken[1], languages).on_screens()
        page = StudyReport(found, plays_of(found), language).html().decode()
        if kept == page:
            return
        told, computed = (CHARTS.sub("", text).split("\n") for text in (kept, page))
        for one, other in zip(told, computed, strict=False):
            if one != other:
                said = {"file": named, "said": _differs(one, other), "computed": _differs(other, one)}
                yield Saying("study-differs", said)
                return
        yield Saying("study-drawn", {"file": named})

    def pictures(self, read: ReadTable | None) -> Iterator[Saying]:
        """Say which pictures are missing or changed, and which of them `read` reads otherwise than the log says."""
        for row in self.record.rows:
            images = {}
            for light, digest in (row.pictures or {}).items():
                path = picture_path(self.folder, digest)
                data = path.read_bytes() if path.is_file() else b""
                if sha256(data).hexdigest() != digest:
                    key = "study-picture-changed" if data else "study-picture-missing"
                    yield Saying(key, {"throw": row.throw, "file": printable_path(path)})
                else:
                    images[light] = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            if read is not None and set(images) == set(LIGHTS):
                yield from self._reread(row, read(images["left"], images["right"]))

    def _reread(self, row: LogRow, reading: Reading) -> Iterator[Saying]:
        look = Look({}, reading, tuple(reading.well(well) for well in row.wells), row.wells)
        cells = tuple(map(cell, look.values, look.doubts))
        for name, said, seen in zip(self.plan.dice, row.cells, cells, strict=True):
            if said not in {seen, MOVED}:
                yield Saying("study-reread", {"throw": row.throw, "die": name, "said": said, "seen": seen})


def _differs(text: str, other: str) -> str:
    """Return the words of a line from which on they are others."""
    said, told = (" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in (text, other))
    if said == told:
        return text[:LONGEST]
    same = next((place for place, pair in enumerate(zip(said, told, strict=False)) if pair[0] != pair[1]), 0)
    begin = said.rfind(" ", 0, max(same - LONGEST // 2, 0)) + 1
    return said[begin : same + LONGEST // 2]
