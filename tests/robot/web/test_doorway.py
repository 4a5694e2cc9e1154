"""What is served beside the pages, where something is wrong."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools import needs_package

needs_package("nicegui")

from fastapi import FastAPI  # noqa: E402
from fastapi.routing import APIRoute  # noqa: E402

from robot.web.doorway import add_doorway  # noqa: E402


@pytest.mark.parametrize("content", [b"", b"no journal at all" * 100])
def test_the_last_game_of_a_damaged_journal_leads_to_the_page_that_says_so(tmp_path: Path, content: bytes) -> None:
    journal = tmp_path / "journal.db"
    journal.write_bytes(content)
    site: Any = SimpleNamespace(folders=SimpleNamespace(journal=journal))
    app = FastAPI()
    add_doorway(app, site)
    last = next(route for route in app.routes if isinstance(route, APIRoute) and route.path == "/history/last")
    answer = last.endpoint()
    assert (answer.status_code, answer.headers["location"]) == (303, "/history")
