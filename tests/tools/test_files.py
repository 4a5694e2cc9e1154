"""The files to build the machines from: each can be read by what it is made for, and all are in the archive."""

import io
import re
import subprocess
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.support.requirements import needs, needs_package

pytestmark = pytest.mark.check
for package in ("build123d", "ezdxf", "lib3mf", "playwright", "rectpack", "shapely", "trimesh"):
    needs_package(package)

import lib3mf  # noqa: E402
import shapely  # noqa: E402
import trimesh  # noqa: E402

from tests.support.repository import REPOSITORY  # noqa: E402
from tools.board.perfboard import Perfboard  # noqa: E402
from tools.cad.files import MadeMachine  # noqa: E402
from tools.cad.listing import count_in_list, count_in_step  # noqa: E402
from tools.cad.plates import APART, SETTINGS, plates, write_plate  # noqa: E402
from tools.cad.sheets import Line, read_cuts  # noqa: E402
from tools.cad.slicer import describe_print  # noqa: E402
from tools.files import FIRMWARE, pack_files, write_evening  # noqa: E402
from tools.zips import zip_of  # noqa: E402

BUILD = REPOSITORY / "docs" / "build"


@pytest.fixture(scope="module")
def archive(kit: Path) -> dict[str, bytes]:
    needs("chromium-headless-shell")
    return pack(kit)


def pack(made: Path) -> dict[str, bytes]:
    with ThreadPoolExecutor(1) as pool:  # the tests' own thread may have the loop of another test's browser
        return pool.submit(pack_files, made).result()


def names(archive: dict[str, bytes], pattern: str) -> list[str]:
    found = [name for name in archive if re.fullmatch(pattern, name)]
    assert found, pattern
    return found


def test_every_print_is_closed_and_lies_on_the_bed(archive: dict[str, bytes], machines: dict[str, MadeMachine]) -> None:
    for name in names(archive, r".*/print/.*\.stl"):
        mesh = trimesh.load_mesh(io.BytesIO(archive[name]), file_type="stl")
        assert mesh.is_watertight, name
        assert mesh.is_winding_consistent, name
        assert mesh.volume > 0, name
        assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-3), name
    for folder, machine in machines.items():
        for part in machine.parts:
            assert (f"{folder}/print/{part.file}.stl" in archive) == (part.make == "print")


def read_plate(data: bytes) -> list[tuple[str, np.ndarray]]:
    """Return name and corners (2, 3) of the box around each piece on a plate."""
    model = lib3mf.Wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.ReadFromBuffer(data)
    found, items = [], model.GetBuildItems()
    while items.MoveNext():
        item = items.GetCurrent()
        mesh = model.GetMeshObjectByID(item.GetObjectResourceID())
        assert mesh.IsManifoldAndOriented()
        matrix = np.array([list(row) for row in item.GetObjectTransform().Fields])
        points = np.array([list(vertex.Coordinates) for vertex in mesh.GetVertices()]) @ matrix[:3] + matrix[3]
        found.append((mesh.GetName(), np.array([points.min(axis=0), points.max(axis=0)])))
    return found


def test_plates_hold_every_print_apart_and_inside_the_bed(
    archive: dict[str, bytes], machines: dict[str, MadeMachine]
) -> None:
    for folder, machine in machines.items():
        laid = Counter[str]()
        for name in names(archive, rf"{folder}/plates/[^/]*\.3mf"):
            pieces = read_plate(archive[name])
            laid += Counter(piece for piece, _ in pieces)
            for number, (piece, (low, high)) in enumerate(pieces):
                assert (low > [APART - 0.01, APART - 0.01, -0.001]).all(), (name, piece)
                assert (high < np.subtract(machine.bed, (APART - 1, APART - 1, 0))).all(), (name, piece)
                for other, (least, most) in pieces[:number]:
                    away = np.maximum(least - high, low - most)[:2].max()
                    assert away > APART - 1, (name, piece, other)
        assert laid == Counter({part.name: part.quantity for part in machine.parts if part.make == "print"})
    with zipfile.ZipFile(io.BytesIO(archive["crank/plates/PETG-1.3mf"])) as plate:
        settings = plate.read(SETTINGS).decode()
    wanted = {"fill_density": "100%", "layer_height": "0.2", "perimeters": "3", "support_material": "0"}
    for key, value in wanted.items():
        assert f'key="{key}" value="{value}"' in settings


def measure_area(lines: list[Line]) -> tuple[float, float]:
    """Return the area within closed lines, of which the inner ones bound holes, and the length of all."""
    faces = [shapely.Polygon(line) for line in lines]
    holes = [any(other.contains(face) for other in faces if other is not face) for face in faces]
    area = sum(-face.area if hole else face.area for face, hole in zip(faces, holes, strict=True))
    return area, sum(face.length for face in faces)


def test_cut_files_differ_by_half_of_the_kerf(kit: Path, machines: dict[str, MadeMachine]) -> None:
    for folder, machine in machines.items():
        cut = sorted((kit / folder / "cut" / "kerf-0").iterdir())
        area = 0.0
        for path in cut:
            lines, wider = (read_cuts(kit / folder / "cut" / name / path.name) for name in ("kerf-0", "kerf-0.15"))
            assert len(lines) == len(wider)
            (bare, length), (grown, _) = measure_area(lines), measure_area(wider)
            assert (grown - bare) / length == pytest.approx(0.075, rel=0.02), path
            area += bare
        parts = [part for part in machine.parts if part.make == "cut"]
        whole = sum(part.outline.area * (part.quantity + part.spare) for part in parts)
        assert area == pytest.approx(whole, rel=1e-3)


def test_lists_and_assembly_name_every_part(kit: Path, machines: dict[str, MadeMachine]) -> None:
    for folder, machine in machines.items():
        parts = Counter({part.name: part.quantity for part in machine.parts})
        listed = (kit / folder / "parts.csv").read_text(encoding="utf-8")
        assert count_in_list(listed) == parts
        assert count_in_step(kit / folder / "assembly.step") == parts
        told = (kit / folder / "prints.md").read_text(encoding="utf-8")
        rows = [line.split(" | ")[:4] for line in told.splitlines() if ".stl | " in line]
        assert rows == [
            [f"| {part.file}.stl", str(part.quantity), part.material, describe_print(part)]
            for part in machine.parts
            if part.make == "print"
        ]


def test_the_guide_is_one_pdf_with_numbered_pictures_and_cable_labels(
    archive: dict[str, bytes], tmp_path: Path
) -> None:
    needs("pdfinfo")
    path = tmp_path / "guide.pdf"
    path.write_bytes(archive["guide.pdf"])
    told = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    count = int(re.findall(r"Pages: +(\d+)", told)[0])
    assert count > 50
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    pages = [page for page in BUILD.glob("*.md") if page.parent == BUILD]
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    shown = sum(len(re.findall(r"^!\[", page, re.MULTILINE)) for page in texts.values())
    assert [int(number) for number in re.findall(r"Picture (\d+): ", text)] == list(range(1, shown + 1))
    for name, page in texts.items():
        assert page.splitlines()[0].removeprefix("# ") in text, name
    labels = text[text.index("Labels for the cables") :]
    for cable in Perfboard().cables:
        assert labels.count(cable.name) >= 4, cable.name


def test_the_archive_says_what_is_what(archive: dict[str, bytes]) -> None:
    text = archive["README.txt"].decode()
    sections = re.split(r"^(\S+/)$", text, flags=re.MULTILINE)
    told = dict(zip(sections[1::2], sections[2::2], strict=True))
    for name in archive.keys() - {"README.txt"}:
        folder = next((it for it in sorted(told, key=len, reverse=True) if name.startswith(it)), "")
        place = name.removeprefix(folder).partition("/")[0]
        assert re.search(rf"^    {place}\b", told[folder], re.MULTILINE) if folder else place in text, name
    for kind, name in FIRMWARE.items():
        assert archive[f"{kind}/firmware/{name}"] == (REPOSITORY / "hardware" / "firmware" / name).read_bytes()
    assert archive["crank/board/pipsqueak-shield.zip"] == (BUILD / "pipsqueak-shield.zip").read_bytes()


def test_what_lies_ready_to_print_is_of_the_present_boxes(kit: Path, tmp_path: Path) -> None:
    remedy = "make the evening's files again: make files"
    write_evening(kit / "boxes", tmp_path)
    kept, now = (
        {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        for folder in (BUILD / "evening", tmp_path)
    )
    assert kept.keys() == now.keys(), remedy
    assert sum(path.stat().st_size for path in kept.values()) < 2_000_000
    for name in kept:
        old, new = kept[name], now[name]
        if name.endswith(".stl"):
            one, other = trimesh.load_mesh(old), trimesh.load_mesh(new)
            assert (one.volume, one.area) == pytest.approx((other.volume, other.area), rel=1e-3), f"{name}: {remedy}"
            assert one.bounds == pytest.approx(other.bounds, abs=0.01), f"{name}: {remedy}"
        elif name.endswith(".3mf"):
            pairs = zip(read_plate(old.read_bytes()), read_plate(new.read_bytes()), strict=True)
            for (part, corners), (present, others) in pairs:
                assert part == present, f"{name}: {remedy}"
                assert corners == pytest.approx(others, abs=0.01), f"{name}: {remedy}"
        elif name.endswith(".dxf"):
            areas = [measure_area(read_cuts(path))[0] for path in (old, new)]
            assert areas[0] == pytest.approx(areas[1], rel=1e-3), f"{name}: {remedy}"
        else:
            assert old.read_bytes() == new.read_bytes(), f"{name}: {remedy}"


def test_equal_files_give_equal_archives(
    archive: dict[str, bytes], kit: Path, machines: dict[str, MadeMachine]
) -> None:
    assert zip_of(pack(kit)) == zip_of(archive)
    crank = machines["crank"]
    again = {f"crank/plates/{plate.file}.3mf": write_plate(plate) for plate in plates(crank.parts, crank.bed[:2])}
    assert again == {name: archive[name] for name in again}
