"""The settings of a print, and PrusaSlicer, which checks that it can be sliced and estimates its grams and hours."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.cad.part import CadPart

PROGRAM = "prusa-slicer"
LAYER = 0.2
FILAMENTS = {"PLA": (1.24, 210, 60), "PETG": (1.27, 240, 80)}
"""Of each printed material: g per cm³, and temperatures of nozzle and bed in °C, on a common printer."""
GRAMS = re.compile(r"^; (?:total )?filament used \[g\] = ([\d.]+)", re.MULTILINE)
TIME = re.compile(r"^; estimated printing time \(normal mode\) = (.+)$", re.MULTILINE)
SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


class SlicerMissingError(RuntimeError):
    """PrusaSlicer is not installed."""


@dataclass(frozen=True, slots=True)
class Sliced:
    """The filament in grams and the hours that one piece takes."""

    grams: float
    hours: float


def is_installed() -> bool:
    """Return whether PrusaSlicer is installed. Raises SlicerMissingError if it is missing on a build server."""
    if shutil.which(PROGRAM):
        return True
    if os.environ.get("CI") == "true":
        raise SlicerMissingError("prusa-slicer is not installed: make system")
    return False


def settings_of(part: CadPart) -> dict[str, str]:
    """Return the slicer's settings for a print that do not depend on the printer."""
    return {
        "layer_height": f"{LAYER:g}",
        "perimeters": f"{part.walls}",
        "fill_density": f"{part.infill}%",
        "fill_pattern": "rectilinear" if part.infill == 100 else "grid",
        "support_material": "0",
    }


def _settings_on(part: CadPart, bed: tuple[float, float]) -> dict[str, str]:
    """Return all settings for a print on a common printer with a bed of this width and depth in mm."""
    density, nozzle, warm = FILAMENTS[part.material.partition(",")[0]]
    wide, deep = (f"{side:g}" for side in bed)
    return settings_of(part) | {
        "bed_shape": f"0x0,{wide}x0,{wide}x{deep},0x{deep}",
        "first_layer_height": f"{LAYER:g}",
        "nozzle_diameter": "0.4",
        "filament_diameter": "1.75",
        "filament_density": f"{density:g}",
        "temperature": f"{nozzle}",
        "bed_temperature": f"{warm}",
    }


def describe_print(part: CadPart) -> str:
    """Return a description of how a part is printed."""
    _, nozzle, warm = FILAMENTS[part.material.partition(",")[0]]
    way = f"layers of {LAYER:g} mm, {part.walls} walls, {part.infill} % infill, no supports"
    return f"{way}, nozzle {nozzle} °C, bed {warm} °C"


def slice_part(stl: Path, part: CadPart, bed: tuple[float, float], cache: Path) -> Sliced:
    """Slice a part; the result is cached in `cache`. Raises ValueError with the slicer's message if that fails."""
    settings = _settings_on(part, bed)
    digest = hashlib.sha256(stl.read_bytes() + repr(sorted(settings.items())).encode()).hexdigest()[:24]
    kept = cache / f"{digest}.txt"
    if not kept.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            out = Path(folder) / "part.gcode"
            command = [PROGRAM, "--export-gcode", "--output", str(out), "--center", f"{bed[0] / 2:g},{bed[1] / 2:g}"]
            command += [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
            home = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8"}
            done = subprocess.run([*command, str(stl)], capture_output=True, text=True, check=False, env=home)
            if done.returncode or not out.is_file():
                lines = [line for line in (done.stderr + done.stdout).splitlines() if line and "[trace]" not in line]
                raise ValueError(f"{stl.name} cannot be sliced: {lines[-1] if lines else 'the slicer gave no reason'}")
            text = out.read_text(encoding="utf-8", errors="replace")
            found = [line for pattern in (GRAMS, TIME) for line in [pattern.search(text)] if line]
            (Path(folder) / "kept").write_text("\n".join(match[1] for match in found), encoding="utf-8")
            (Path(folder) / "kept").replace(kept)
    grams, _, time = kept.read_text(encoding="utf-8").partition("\n")
    seconds = sum(int(count) * SECONDS[unit] for count, unit in re.findall(r"(\d+)([dhms])", time))
    return Sliced(float(grams), seconds / 3600)
