"""Make a release in build/release: wheel, sdist, the machines' archive, and notes. Run it with make release.

It is built from the last commit. Then the wheel is installed into a new environment and tried there: it plays a game,
replays the shipped recording, and reads the sample photographs.
"""

import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

from robot.installation import VERSION
from tools.cad.__main__ import ROOT
from tools.files import ARCHIVE

OUT = ROOT / "build" / "release"
TRIED = (
    "play pig --players robot:optimal,robot:hold20 --seed 3 --fast",
    "data samples",
    "replay samples/threes",
    "read --labels samples/photographs",
)
"""The commands that must work after `pip install`, in this order."""


def build(kind: str, tree: Path, into: Path) -> Path:
    """Build a `wheel` or an `sdist` of the project in `tree` like pip, but with the installed setuptools."""
    into.mkdir(exist_ok=True)
    before = {*into.iterdir()}
    words = f"from setuptools import build_meta; build_meta.build_{kind}({str(into)!r})"
    subprocess.run([sys.executable, "-c", words], cwd=tree, check=True, capture_output=True)
    (made,) = {*into.iterdir()} - before
    return made


def notes_of(changelog: str, version: str) -> str:
    """Return the change log's text for a version, without its heading. Raises ValueError if there is none."""
    found = re.search(rf"(?ms)^## \[{re.escape(version)}\] - [^\n]*\n(.*?)(?=^## \[|\Z)", changelog)
    if not found or not found[1].strip():
        raise ValueError(f"CHANGELOG.md has no text for {version}: give its changes the heading [{version}] and a date")
    return found[1].strip() + "\n"


def try_wheel(wheel: Path, constraints: Path, folder: Path) -> None:
    """Install a wheel into a new environment in `folder`, and run TRIED there. Raises CalledProcessError."""
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    words = ["--quiet", "--constraint", str(constraints), str(wheel)]
    subprocess.run([programs / "python", "-m", "pip", "install", *words], cwd=folder, check=True)
    for line in TRIED:
        home = {"PIPSQUEAK_HOME": str(folder / "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        subprocess.run([programs / "pipsqueak", *line.split()], cwd=folder, env=home, check=True, capture_output=True)


def git(*words: str) -> bytes:
    command = ["/usr/bin/env", "git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


def main() -> int:
    """Make a release of the last commit, and try it."""
    if git("status", "--porcelain"):
        sys.exit("pipsqueak: some files are not committed: commit them, or put them aside with 'git stash -u'")
    if not ARCHIVE.is_file():
        sys.exit(f"pipsqueak: {ARCHIVE.relative_to(ROOT)} is missing: make files")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        with tarfile.open(fileobj=io.BytesIO(git("archive", "HEAD"))) as packed:
            packed.extractall(tree, filter="data")
        try:
            notes = notes_of((tree / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
            build("sdist", tree, OUT)
            try_wheel(build("wheel", tree, OUT), tree / "constraints.txt", Path(scratch))
        except ValueError as error:
            sys.exit(f"pipsqueak: {error}")
        except subprocess.CalledProcessError as error:
            told = (error.stderr or b"").decode().strip().splitlines()[-1:]
            sys.exit(f"pipsqueak: {' '.join(map(str, error.cmd))} failed: {''.join(told)}")
    (OUT / f"notes-{VERSION}.md").write_text(notes, encoding="utf-8")
    shutil.copy(ARCHIVE, OUT / f"pipsqueak-files-{VERSION}.zip")
    for path in sorted(OUT.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
