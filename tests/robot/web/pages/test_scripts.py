"""The scripts of the pages: they stay small, say nothing that the server does not give, and make no markup of text."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from robot.language import languages
from robot.web.pages.coach import BeginCoached, CoachedGame
from robot.web.pages.game import Choose, Play
from tests.support.repository import REPOSITORY
from tests.support.robot.pages import Pages, hosted, pages_of

OWN = REPOSITORY / "robot" / "web" / "static"
MOST_BYTES = 120_000
MARKUP = re.compile(r"v-html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
IMPORT = re.compile(r'import \{([^}]+)\} from "/static/(\w+\.js)"')
OF_TABLES = {"phone_secure", "phone_insecure", "picture_keep", "well"}
"""Words of the camera's picture that are said at a table alone, and not in coached games."""
COMPONENTS = (
    ("play.js", "/", Play),
    ("choose.js", "/new", Choose),
    ("coach_begin.js", "/coach", BeginCoached),
    ("coach.js", "/coach/1", CoachedGame),
)


def text_of(script: str, names: set[str] | None = None) -> str:
    """Return a script, of another one's imports what they name, and so on."""
    text = (OWN / script).read_text(encoding="utf-8")
    own = text
    if names is not None:
        head, *parts = re.split(r"^export (?:const|function) (?=\w)", text, flags=re.MULTILINE)
        own = head + "".join(part for part in parts if re.split(r"\W", part, maxsplit=1)[0] in names)
    used = [(name.strip(), found[2]) for found in IMPORT.finditer(text) for name in found[1].split(",")]
    return own + "".join(text_of(path, {name}) for name, path in used if len(re.findall(rf"\b{name}\b", own)) > 1)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("scripts")
    with hosted(folder) as host, pages_of(host, folder) as served:
        page = served.table.open("/coach")
        page.does(page.the(BeginCoached), "begin", {"game": "pig", "goal": 10, "manner": "open", "players": ["A", "B"]})
        yield served


def test_the_scripts_of_the_page_stay_small_and_make_no_markup_of_what_they_are_told() -> None:
    scripts = [*Path(OWN).glob("*.js")]
    assert sum(one.stat().st_size for one in scripts) < MOST_BYTES
    assert [one.name for one in scripts if MARKUP.search(one.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("script", "path", "kind"), COMPONENTS)
def test_a_script_says_only_what_it_is_given_and_sends_what_is_listened_to(
    pages: Pages, script: str, path: str, kind: type[Play | Choose | BeginCoached | CoachedGame]
) -> None:
    element = pages.table.open(path).the(kind)
    wanted = set(re.findall(r"\bwords\.(\w+)", text_of(script)))
    assert len(wanted) > 5
    lacks = wanted - {*element.props["words"]}
    assert lacks <= (OF_TABLES if kind is CoachedGame else set()), "words that the server does not give"
    own = (OWN / script).read_text(encoding="utf-8")
    sends = set(re.findall(r"\$emit\(['\"](\w+)", own))
    heard = {listener.type for listener in element._event_listeners.values()}
    emits, props = (
        set(re.findall(r"(?:^|[\s\"{])(\w+)[\":]", found[1]))
        for found in (re.search(r"emits: \[(.*?)\]", own), re.search(r"props: \{(.*?)\}", own, re.DOTALL))
        if found
    )
    assert sends == heard == emits
    assert {*element.props} <= props, "what no script takes"


def test_the_keys_of_the_table_s_screen_have_words_in_every_language(pages: Pages) -> None:
    wanted = set(re.findall(r"words\.(touch_\w+)", (OWN / "touch.js").read_text(encoding="utf-8")))
    for language in languages():
        browser = pages.table
        browser.ask(f"/language/{language}")
        html = browser.open("/new").answer.text
        assert all(f"{word}&#34;: " in html or f"{word}&quot;: " in html for word in wanted), language
