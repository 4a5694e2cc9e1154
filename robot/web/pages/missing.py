"""The pages for addresses that have none, and for pages that cannot be made."""

import logging

from fastapi import FastAPI, Response
from nicegui import Client, core, ui
from starlette.requests import Request

from robot.web.pages.elements import link, tag
from robot.web.pages.frame import Visitor, framed, visitor
from robot.web.site import Site

_log = logging.getLogger(__name__)


def missing(who: Visitor, path: str, key: str) -> None:
    """Say, with status 404, that something does not exist."""
    ui.context.client.status_code = 404
    said = who.words(key)
    with framed(who, path, said), tag("main", classes="past"):
        tag("h1", said)
        link(who.words("play"), "/", "small")


def failed(who: Visitor) -> None:
    """Say that something went wrong, and what to do; the log alone says what it was."""
    said = who.words("failed")
    with framed(who, "", said), tag("main", classes="past"):
        tag("h1", said)
        tag("p", who.words("failed-todo"))
        link(who.words("play"), "/", "small")


def add_missing(app: FastAPI, site: Site) -> None:
    """Show these pages, and not NiceGUI's or plain English words, wherever there is no page or it fails."""

    @core.app.exception_handler(404)
    async def not_found(request: Request, _: Exception) -> Response:
        with Client(ui.page(""), request=request) as client:
            missing(visitor(site, request), "", "no-such-page")
            return client.build_response(request, 404)

    @app.exception_handler(Exception)
    @core.app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        _log.error("%s cannot be shown", request.url.path, exc_info=error)
        with Client(ui.page(""), request=request) as client:
            failed(visitor(site, request))
            return client.build_response(request, 500)
