"""Pictures: the body's faces are right, every kind of every game is drawn, and files are whole or not there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from robot.installation import install_command
from solver.errors import OptionError
from solver.games import find_game
from solver.layout import Views
from solver.plot.pictures import SUFFIXES, draw, faces, save
from solver.race.race_table import load_race
from solver.sheet.games import SheetGame


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
    mask = load_race("piglet").roll_mask()
    quads, normals = faces(mask)
    flux = np.einsum("ij,ij->", quads.mean(axis=1), normals) / 3
    assert flux == pytest.approx(mask.sum())


def shown_of(game: str, **options: Any) -> Views:
    views = find_game(game, **options).views
    assert views is not None
    return views()


DRAWN = [
    ("pig", {"goal": 20}),
    ("hog", {}),
    ("pig-reach", {}),
    ("pig-turns", {}),
    ("think", {}),
    ("pig-three", {"goal": 20}),
    ("pig-five", {"goal": 20}),
]


@pytest.mark.parametrize(("game", "options"), [("pig", {"goal": 8}), *DRAWN[2:4]])
def test_pictures_show_what_they_are_about(game: str, options: dict[str, Any]) -> None:
    for view in shown_of(game, **options).kinds.values():
        assert all(axes.has_data() for axes in draw(view()).axes)


SMALL = [
    *((game, {"goal": 1}) for game in ("pig", "hog", "pig-reach", "pig-turns", "pig-three", "pig-ten")),
    ("pig", {"goal": 2}),
    ("pig-three", {"goal": 2}),
    ("pig-reach", {"goal": 2, "turns": 1}),
    ("pig-score", {"turns": 1}),
]


@pytest.mark.parametrize(
    ("game", "options"),
    [one if one[0] == "hog" else pytest.param(*one, marks=pytest.mark.check) for one in (*DRAWN, *SMALL)],
)
def test_every_kind_is_drawn_and_both_formats_are_saved(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    views = shown_of(game, **options)
    assert views.goal == (None if game in {"think", "pig-score"} else options.get("goal", 100))
    # Every kind in one of the formats, and the first one, which has the body of a race, in both.
    formats = [(kind, SUFFIXES[place % 2]) for place, kind in enumerate(views.kinds)]
    for kind, suffix in [(next(iter(views.kinds)), SUFFIXES[1]), *formats]:
        path = tmp_path / f"{kind}{suffix}"
        save(draw(views.kinds[kind]()), path)
        start = path.read_bytes()[:200]
        assert start.startswith(b"\x89PNG") if suffix == ".png" else b"<?xml" in start
    assert len(list(tmp_path.iterdir())) == len(views.kinds) + 1


def show(views: Views, kind: str, panel: int = 0) -> "np.ma.MaskedArray[tuple[int, ...], np.dtype[np.float64]]":
    """Return the numbers that a map colours; those that are hatched are masked."""
    return np.ma.asarray(draw(views.kinds[kind]()).axes[panel].images[0].get_array())


def test_the_map_of_holds_hatches_where_the_player_races() -> None:
    table = load_race("pig")
    holds = show(shown_of("pig"), "hold")
    for me, opponent in ((0, 0), (0, 99), (70, 20), (99, 0)):
        rolls = [table.rolls(me, opponent, turn) for turn in range(100 - me)]
        assert np.ma.getmaskarray(holds)[me, opponent] == all(rolls)
        assert all(rolls) or holds[me, opponent] == rolls.index(False)


def test_a_map_has_a_colour_bar_where_numbers_are_shown() -> None:
    assert len(draw(shown_of("pig", goal=20).kinds["hold"]()).axes) == 1
    assert len(draw(shown_of("pig").kinds["hold"]()).axes) == 2


def test_a_solitaire_is_hatched_where_it_races_and_told_to_the_end() -> None:
    reach, score = shown_of("pig-reach"), shown_of("pig-score")
    holds = show(reach, "hold")
    # The last column is the last turn.
    assert np.ma.getmaskarray(holds)[:, -1].all()
    assert not np.ma.getmaskarray(holds)[0, 0]
    assert (show(score, "hold") == 20).all()


def test_a_round_has_a_line_of_all_scores_for_each_strategy() -> None:
    (axes,) = draw(shown_of("threes").kinds["scores"]()).axes
    assert [str(line.get_label()).partition(":")[0] for line in axes.lines] == ["optimal", "greedy"]
    for line in axes.lines:
        assert np.sum(line.get_ydata()) == pytest.approx(100, abs=0.1)


def test_labels_of_a_map_stand_at_the_middle_of_its_cells() -> None:
    first, last = draw(shown_of("pig-four", goal=20).kinds["hold"]()).axes[0].get_ylim()
    assert (first, last) == (-1, 19)
    assert draw(shown_of("think", turns=3).kinds["hold"]()).axes[0].get_xlim() == (3.5, 0.5)


def test_without_matplotlib_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None; import robot.cli; sys.exit(robot.cli.main(['show', 'pig']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"run '{install_command('matplotlib')}'" in done.stderr


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    figure = draw(shown_of("hog", goal=5).kinds["win"]())
    with pytest.raises(OptionError, match=r"\.svg"):
        save(figure, tmp_path / "win.gif")
    with pytest.raises(OptionError, match="nowhere"):
        save(figure, tmp_path / "nowhere" / "win.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.check
def test_scores_stand_in_order_of_their_means() -> None:
    game = SheetGame("hooligan")
    (axes,) = draw(game.views().kinds["scores"]()).axes
    told = [re.fullmatch(r"(.*): (.*) ± (.*)", str(line.get_label())) for line in axes.lines]
    found = [(one[1], float(one[2]), float(one[3])) for one in told if one]
    rated = {line["strategy"]: line for line in game.compare().lines}
    for (name, mean, sd), line in zip(found, axes.lines, strict=True):
        assert (mean, sd) == pytest.approx((rated[name]["mean"], rated[name]["sd"]), abs=0.051)
        assert np.sum(line.get_ydata()) == pytest.approx(100, abs=0.1)
    assert [mean for _, mean, _ in found] == sorted((mean for _, mean, _ in found), reverse=True)
    assert len(found) > 2
