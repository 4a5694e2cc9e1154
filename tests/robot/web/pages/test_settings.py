"""What the operator sets is kept, unless an option of the start would win again."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Never

import pytest

from tests.support.requirements import needs_package

needs_package("nicegui")

from robot.cli import main  # noqa: E402
from robot.config import Config, Folders, load  # noqa: E402
from robot.errors import FolderError  # noqa: E402
from robot.web import server  # noqa: E402
from robot.web.access.auth import Role  # noqa: E402
from robot.web.pages.settings import Settings  # noqa: E402


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the operator's settings of a table that was started with --language."""
    site: Any = SimpleNamespace(
        folders=Folders(tmp_path, tmp_path, tmp_path),
        languages=("en", "de"),
        language="de",
        host=SimpleNamespace(pacing=SimpleNamespace(tempo="calm")),
        by_option=frozenset({"language"}),
    )
    words: Any = lambda key, **facts: f"{key} {facts.get('option', '')}".strip()  # noqa: E731
    settings = Settings(SimpleNamespace(site=site, words=words, operates=lambda: Role.OPERATOR))  # type: ignore[arg-type]
    settings._said = SimpleNamespace(text="")  # type: ignore[assignment]
    return settings


def picked(value: str) -> Any:
    return SimpleNamespace(args=value)


def test_what_an_option_gives_is_set_until_the_next_start_and_said_to_be_no_more(settings: Settings) -> None:
    settings._language(picked("en"))
    assert settings._site.language == "en"
    assert settings._said.text == "setting-until-restart --language"  # type: ignore[attr-defined]
    assert load(settings._site.folders) == Config()


def test_what_no_option_gives_is_kept(settings: Settings) -> None:
    settings._tempo(picked("brisk"))
    assert settings._site.host.pacing.tempo == "brisk"
    assert settings._said.text == "kept-setting"  # type: ignore[attr-defined]
    assert load(settings._site.folders) == Config(tempo="brisk")


@pytest.mark.parametrize("verb", ["serve", "exhibit"])
@pytest.mark.parametrize(
    ("words", "given"), [(["--language=de"], {"language"}), (["--tempo=fast"], {"tempo"}), ([], set())]
)
def test_the_page_knows_the_options_of_the_start(
    verb: str, words: list[str], given: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def made(*_: object, by_option: object, **__: object) -> Never:
        told.append(by_option)
        raise FolderError("far enough")

    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    monkeypatch.setattr(server, "make_site", made)
    assert main([verb, "--table=sim", "--port=0", *words]) == 1
    assert told == [given]
