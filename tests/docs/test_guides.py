"""The guides for adding a camera and a language lead to a picture and a sentence."""

import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.language import Language
from robot.saying import Saying
from tests.support.documents import copy_of_the_project, files_of, follow, run_copy
from tests.support.repository import REPOSITORY
from tests.support.robot.command import call

PAGE, CAMERA, LANGUAGE = "extend.md", "## Add a camera", "## Add a language"
PEOPLE = ("--players", "you:Ann,you:Ben", "--first", "1", "--fast", "--seed", "2")
"""Two people need no table of a solver, which takes long to compile."""


@pytest.mark.parametrize("chapter", ["## Add a game", CAMERA])
def test_what_a_guide_changes_is_there_and_what_comes_of_it_is_python(chapter: str, tmp_path: Path) -> None:
    for name in {name for language, name, _ in files_of(PAGE, chapter) if language == "diff"}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, tmp_path / name)
    before = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.*")}
    follow(PAGE, chapter, tmp_path)
    after = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.*")}
    assert len(after) > len(before) > 0
    for path, text in after.items():
        assert before.get(path) != text
        if path.suffix == ".py":
            compile(text, path, "exec")


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve a grey picture with one red pixel, and something that is no picture."""
    served = tmp_path / "served"
    served.mkdir()
    picture = np.full((72, 128, 3), 90, np.uint8)
    picture[5, 7] = (0, 0, 255)
    cv2.imwrite(str(served / "still.png"), picture)
    (served / "text.png").write_text("no picture")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(served))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


READ = """
import sys
from hardware.cameras import open_camera
from hardware.clock import VirtualClock
from hardware.errors import CameraError

address, clock = sys.argv[1], VirtualClock()
no_files = lambda path: None
with open_camera(f"still:{address}/still.png", clock, no_files) as camera:
    first = camera.frame()
    print(first.image.shape, first.image[5, 7].tolist(), camera.frame(after=first.time + 2.0).time > 2.0)
for name in ("text.png", "missing.png"):
    try:
        open_camera(f"still:{address}/{name}", clock, no_files)
    except CameraError as error:
        print(error.failure.name)
"""


def test_a_camera_that_was_added_is_opened_and_read(tmp_path: Path, address: str) -> None:
    folder = copy_of_the_project(tmp_path, "hardware", "forms")
    follow(PAGE, CAMERA, folder)
    said = run_copy(folder, "-c", READ, address)
    assert said.splitlines() == ["(72, 128, 3) [0, 0, 255] True", *["CAMERA_MISSING"] * 2]


@pytest.mark.check
def test_a_camera_that_was_added_is_recorded_from(tmp_path: Path, address: str) -> None:
    folder = copy_of_the_project(tmp_path, "robot", "hardware", "vision", "solver", "forms")
    follow(PAGE, CAMERA, folder)
    run_copy(
        folder, "-m", "robot", "record", "--looks=2", "--every=0.01", f"--camera=still:{address}/still.png", "kept"
    )
    assert len(list((folder / "kept").rglob("*.png"))) >= 2


def test_a_language_of_three_messages_is_spoken_and_the_rest_is_english(tmp_path: Path) -> None:
    follow(PAGE, LANGUAGE, tmp_path / "home" / "config")
    (_, _, text), *_ = files_of(PAGE, LANGUAGE)
    assert len(re.findall(r"^[a-z-]+ =", text, re.MULTILINE)) == 3
    title, *rest = call(tmp_path / "home", "rules", "pig", "--goal", "4", "--language", "nl").stdout.splitlines()
    assert title == "Pig tot 4"
    assert "What you do" in rest
    dutch = Language("nl", tmp_path / "home" / "config" / "languages")
    lost = Saying("pig-throw-lost", {"name": "Ann", "values": (1,)})
    assert dutch.say(lost) == "Ann gooit 1 en verliest de beurt."
    assert "pig-end" not in dutch.holes()
    assert "pig-hold" in dutch.holes()


@pytest.mark.check
def test_a_game_is_played_in_a_language_that_was_added(tmp_path: Path) -> None:
    follow(PAGE, LANGUAGE, tmp_path / "home" / "config")
    said = call(tmp_path / "home", "play", "pig", *PEOPLE, "--goal", "2", "--language", "nl", typed="r h\n" * 20).stdout
    assert "Pig tot 2" in said
    assert re.search(r"wint \d+ : \d+ na \d+ worp(en)?\.", said)
    assert " throws " in said
