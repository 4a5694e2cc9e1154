"""The page about Python shows calls that print what stands below them."""

from tests.support.documents import check_python
from tests.support.repository import DOCS


def test_the_python_of_the_page_prints_what_stands_below_it() -> None:
    check_python((DOCS / "python.md").read_text(encoding="utf-8"))
