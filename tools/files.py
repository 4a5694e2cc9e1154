"""Pack all files for builders into build/pipsqueak-files.zip: make files, or python -m tools.files."""

import shutil
import sys
from pathlib import Path

from hardware.dimensions import BOXES, CRANK, KINDS
from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError
from tools.cad.__main__ import OUT, ROOT
from tools.zips import zip_of

GUIDE, HEX = ROOT / "docs" / "build", ROOT / "hardware" / "firmware"
EVENING = GUIDE / "evening"
ARCHIVE = ROOT / "build" / "pipsqueak-files.zip"
FIRMWARE = {CRANK: "pipsqueak.hex", BOXES: "pipsqueak-boxes.hex"}
BOARD = "pipsqueak-shield.zip"


def pack_files(made: Path, guide: Path = GUIDE) -> dict[str, bytes]:
    """Return the archive's files by name: the machines' files from a folder, firmware, guide, and a README."""
    from tools.guide import render_page
    from tools.guide.book import guide_pdf

    files = {
        path.relative_to(made).as_posix(): path.read_bytes()
        for kind in KINDS
        for path in (made / kind).rglob("*")
        if path.is_file() and path.name != "checks.json"
    }
    for kind, name in FIRMWARE.items():
        files[f"{kind}/firmware/{name}"] = (HEX / name).read_bytes()
    files[f"{CRANK}/board/{BOARD}"] = (guide / BOARD).read_bytes()
    files |= {"guide.pdf": guide_pdf(guide), "LICENSE.txt": (ROOT / "LICENSE").read_bytes()}
    return files | {"README.txt": render_page("files.txt", names=sorted(files)).encode()}


def write_evening(boxes: Path, out: Path) -> None:
    """Copy the files of the machine of boxes, and write a README about printing them."""
    from tools.guide import render_page

    shutil.rmtree(out, ignore_errors=True)
    for pattern in ("print/*.stl", "plates/*.3mf", "cut/kerf-0/*.dxf", "*.pdf"):
        for path in sorted(boxes.glob(pattern)):
            kept = out / path.relative_to(boxes).as_posix().replace("/kerf-0", "")
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, kept)
    table = (boxes / "prints.md").read_text(encoding="utf-8").partition("\n\n")[2]
    write_whole(out / "README.md", render_page("evening-files.md", table=table).encode())


def main() -> int:
    """Write the archive from the files that `make cad` made, and copy the files for an evening into docs/build."""
    if not (OUT / CRANK).is_dir():
        sys.exit("pipsqueak: build/machine has no files of the machines: make files")
    if not shutil.which("chromium-headless-shell"):
        sys.exit("pipsqueak: chromium-headless-shell, which makes the guide's PDF, is not installed: make system")
    try:
        write_evening(OUT / BOXES, EVENING)
        files = pack_files(OUT)
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("the archive needs", str(error.name), "check")))
    archived = zip_of({f"pipsqueak-files/{name}": data for name, data in files.items()})
    write_whole(ARCHIVE, archived)
    print(f"{ARCHIVE.relative_to(ROOT)}: {len(files)} files, {len(archived) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
