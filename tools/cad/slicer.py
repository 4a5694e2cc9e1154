"""PrusaSlicer from Debian: whether a printed part can be sliced, and its grams and hours."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "prusa-slicer"
SETTINGS = {
    "layer-height": "0.2",
    "first-layer-height": "0.2",
    "nozzle-diameter": "0.4",
    "filament-diameter": "1.75",
    "filament-density": "1.24",
    "perimeters": "3",
    "fill-density": "20%",
    "fill-pattern": "grid",
    "temperature": "210",
    "bed-temperature": "60",
}
"""A common printer of PLA; no supports."""
GRAMS = re.compile(r"^; (?:total )?filament used \[g\] = ([\d.]+)", re.MULTILINE)
TIME = re.compile(r"^; estimated printing time \(normal mode\) = (.+)$", re.MULTILINE)
SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


class SlicerMissingError(RuntimeError):
    """PrusaSlicer is not installed."""


@dataclass(frozen=True, slots=True)
class Sliced:
    """What one piece takes."""

    grams: float
    hours: float


def wanted() -> bool:
    """Return whether parts are to be sliced. Raises SlicerMissingError where a build server lacks the program."""
    if shutil.which(PROGRAM):
        return True
    if os.environ.get("CI") == "true":
        raise SlicerMissingError("prusa-slicer is not installed: make system")
    return False


def sliced(stl: Path, bed: tuple[float, float], cache: Path) -> Sliced:
    """Slice a part. Raises ValueError with the slicer's words if that fails; kept in `cache` by content."""
    digest = hashlib.sha256(stl.read_bytes() + repr((sorted(SETTINGS.items()), bed)).encode()).hexdigest()[:24]
    kept = cache / f"{digest}.txt"
    if not kept.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            out = Path(folder) / "part.gcode"
            command = [
                PROGRAM,
                "--export-gcode",
                "--output",
                str(out),
                "--bed-shape",
                _shape(bed),
                "--center",
                _middle(bed),
            ]
            command += [f"--{name}={value}" for name, value in SETTINGS.items()]
            home = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8"}
            done = subprocess.run([*command, str(stl)], capture_output=True, text=True, check=False, env=home)
            if done.returncode or not out.is_file():
                lines = [line for line in (done.stderr + done.stdout).splitlines() if line and "[trace]" not in line]
                raise ValueError(f"{stl.name} cannot be sliced: {lines[-1] if lines else 'no word of why'}")
            text = out.read_text(encoding="utf-8", errors="replace")
            found = [line for pattern in (GRAMS, TIME) for line in [pattern.search(text)] if line]
            (Path(folder) / "kept").write_text("\n".join(match[1] for match in found), encoding="utf-8")
            (Path(folder) / "kept").replace(kept)
    grams, _, time = kept.read_text(encoding="utf-8").partition("\n")
    seconds = sum(int(count) * SECONDS[unit] for count, unit in re.findall(r"(\d+)([dhms])", time))
    return Sliced(float(grams), seconds / 3600)


def _shape(bed: tuple[float, float]) -> str:
    return f"0x0,{bed[0]:g}x0,{bed[0]:g}x{bed[1]:g},0x{bed[1]:g}"


def _middle(bed: tuple[float, float]) -> str:
    return f"{bed[0] / 2:g},{bed[1] / 2:g}"
