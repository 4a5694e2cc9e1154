"""Faults of accessibility that axe finds on a page."""

from typing import TYPE_CHECKING, Any

from tests.support.requirements import needs_package

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES = ("light", "dark")


def in_both_themes(page: "Page") -> list[str]:
    """Return everything that axe finds on a page in light and dark colours; skips where there is no axe."""
    needs_package("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    found: list[str] = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.locator(f":root[data-theme={theme}]").wait_for()
        faults: list[dict[str, Any]] = Axe().run(page).response["violations"]
        found += [f"{theme}: {one['id']}: {node['html'][:120]}" for one in faults for node in one["nodes"]]
    return found
