"""The page for addresses that have none."""

from fastapi import Response
from nicegui import Client, core, ui
from starlette.requests import Request

from robot.web.pages.elements import tag
from robot.web.pages.frame import Visitor, framed, visitor
from robot.web.site import Site


def missing(who: Visitor, path: str, key: str) -> None:
    """Say, with status 404, that something does not exist."""
    ui.context.client.status_code = 404
    said = who.words(key)
    with framed(who, path, said), tag("main", classes="past"):
        tag("h1", said)


def add_missing(site: Site) -> None:
    """Show this page, and not NiceGUI's, at every address that has none."""

    @core.app.exception_handler(404)
    async def not_found(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:
            missing(visitor(site, request), "", "no-such-page")
            return client.build_response(request, 404)
