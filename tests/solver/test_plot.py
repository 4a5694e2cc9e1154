"""Pictures of policies: the body's faces are right, every kind is drawn, and files are whole or not there."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from solver.errors import PlotError, UnknownNameError
from solver.plot import draw, faces, kinds_of, save
from solver.race.table import RaceTable
from solver.race.tables import load_table
from solver.race.views import hold_values
from solver.solo.exact import load_solitaire


@pytest.mark.parametrize(
    ("cells", "squares"), [([(0, 0, 0)], 6), ([(0, 0, 0), (1, 0, 0)], 10), ([(0, 0, 0), (2, 2, 2)], 12)]
)
def test_a_body_is_bounded_by_squares_between_it_and_what_is_outside(
    cells: list[tuple[int, int, int]], squares: int
) -> None:
    solid = np.zeros((3, 3, 3), np.bool_)
    for cell in cells:
        solid[cell] = True
    quads, normals = faces(solid)
    assert len(quads) == len(normals) == squares
    for quad, normal in zip(quads, normals, strict=True):
        middle = quad.mean(axis=0)
        inside, outside = (tuple(np.floor(middle - side * 0.5 * normal).astype(int)) for side in (1, -1))
        assert inside in cells
        assert outside not in cells
        assert np.allclose(np.ptp(quad, axis=0), 1 - abs(normal))


def test_faces_of_a_policy_enclose_its_volume() -> None:
    table = load_table("piglet")
    assert isinstance(table, RaceTable)
    mask = table.roll_mask()
    quads, normals = faces(mask)
    flux = np.einsum("ij,ij->", quads.mean(axis=1), normals) / 3
    assert flux == pytest.approx(mask.sum())


LIMITS = {"pig-reach": (100, 10), "pig-turns": (100, None), "think": (None, 5)}


@pytest.mark.parametrize("game", ["pig", "hog", *LIMITS])
def test_every_kind_is_drawn_and_saved_in_both_formats(game: str, tmp_path: Path) -> None:
    table = load_solitaire(game, *LIMITS[game], None) if game in LIMITS else load_table(game)
    for kind in kinds_of(table):
        figure = draw(table, kind)
        for suffix in (".png", ".svg"):
            path = tmp_path / f"{kind}{suffix}"
            save(figure, path)
            start = path.read_bytes()[:200]
            assert start.startswith(b"\x89PNG") if suffix == ".png" else b"<?xml" in start
    assert len(list(tmp_path.iterdir())) == 2 * len(kinds_of(table))


def test_without_matplotlib_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None; import robot.cli; sys.exit(robot.cli.main(['show', 'pig']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pip install 'pipsqueak[solve]'" in done.stderr


def test_sections_are_those_that_were_asked_for() -> None:
    figure = draw(load_table("pig"), "sections", (10, 90))
    assert [axes.get_title() for axes in figure.axes] == ["opponent at 10", "opponent at 90"]


def test_what_never_holds_holds_at_the_goal() -> None:
    table = load_table("pig")
    assert isinstance(table, RaceTable)
    values = hold_values(table)
    assert values[0, 99] == 100
    assert values[99, 0] == 1
    assert values[0, 0] == 21


def test_what_cannot_be_drawn_is_one_line(tmp_path: Path) -> None:
    table = load_table("pig")
    with pytest.raises(UnknownNameError, match="surface"):
        draw(table, "surfaces")
    with pytest.raises(PlotError, match="100"):
        draw(table, "sections", (100,))
    with pytest.raises(PlotError, match=r"\.svg"):
        save(draw(table, "win"), tmp_path / "win.gif")
    with pytest.raises(PlotError, match="nowhere"):
        save(draw(table, "win"), tmp_path / "nowhere" / "win.png")
    assert not list(tmp_path.iterdir())
