"""Faults of accessibility that axe finds on a page."""

from typing import TYPE_CHECKING, Any

from tests.support.requirements import needs_package

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES = ("light", "dark")


def faults_of(page: "Page") -> list[str]:
    """Return everything that axe finds, however slight; skips where there is no axe."""
    needs_package("axe_playwright_python")
    from axe_playwright_python.sync_playwright import Axe

    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def in_both_themes(page: "Page") -> list[str]:
    """Return the same, of the page in light and in dark colours."""
    found: list[str] = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.locator(f":root[data-theme={theme}]").wait_for()
        found += [f"{theme}: {fault}" for fault in faults_of(page)]
    return found
