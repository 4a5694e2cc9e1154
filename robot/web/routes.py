"""Routes in addition to the pages: pairing, the operator's sign-in, pictures, the machine's health."""

import asyncio
import logging
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Depends, FastAPI
from jinja2 import Environment
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.staticfiles import StaticFiles

from robot.config import HANDS
from robot.errors import FileError, RecordingError, UploadError
from robot.language.names import YOU, is_robot
from robot.review.drawn import draw_face
from robot.review.summary import GameSummary
from robot.review.summary_cache import await_shared
from robot.review.summary_image import draw_svg
from robot.web.access import (
    COOKIE,
    FEED,
    LETTERS,
    STATUS,
    Role,
    SignInResult,
    address_of,
    cookie_name,
    is_secure,
    token_of,
)
from robot.web.feed_streams import TOO_MANY
from robot.web.game.picture import frame_dice, jpeg
from robot.web.live_pictures import LivePictures
from robot.web.pages.frame import LANGUAGE, NAMES, Visitor, await_answer, touch_words, visitor
from robot.web.site import Site
from robot.web.uploads import picture_of, refuse
from vision.errors import VisionError

_log = logging.getLogger(__name__)
FORM_BYTES = 4096
SEAT = "/#seat"
"""The play page with the form for a phone's seat."""
WEEK, YEAR = 7 * 24 * 3600, 365 * 24 * 3600
LIVE_PATIENCE = 0.25
"""Seconds between two checks whether the viewer of a live picture may still watch."""
LOOK_SECONDS = 0.03
"""Seconds between two checks whether a photograph has been read."""
STATIC = files("robot.web") / "static"
DOOR = Environment(autoescape=True).from_string((STATIC / "door.html").read_text(encoding="utf-8"))
FACE = draw_face("dares", "#A84300", 0, 0, 100)
BLACK = jpeg(np.zeros((9, 16, 3), np.uint8))


async def site_of(request: Request) -> Site:
    """Return the site whose server gets the request."""
    site: Site = request.app.state.site
    return site


async def visitor_of(request: Request) -> Visitor:
    """Return the visitor of a request."""
    return visitor(await site_of(request), request)


TheSite = Annotated[Site, Depends(site_of)]
Who = Annotated[Visitor, Depends(visitor_of)]
router = APIRouter()


def add_routes(app: FastAPI, site: Site) -> None:
    """Add the routes to the server."""
    app.state.site = site
    app.mount("/static", StaticFiles(directory=str(STATIC)))
    app.mount("/sounds", StaticFiles(packages=[("robot.voice", "sounds")]))
    app.include_router(router)


def door(who: Visitor, kind: str, answer: SignInResult | None = None, said: str = "") -> Response:
    """Return a sign-in page, which needs no script."""
    words, request = who.words, who.request
    said = said or (words(f"{kind}-{answer}") if answer else "")
    html = DOOR.render(
        words=words,
        kind=kind,
        said=said,
        code=request.query_params.get("code", "") if kind == "pair" else "",
        languages={name: NAMES.get(name, name) for name in who.site.languages},
        letters=f"{LETTERS}.css",
        touch=touch_words(words) if who.near else "",
        face=FACE,
    )
    return HTMLResponse(html, STATUS[answer] if answer else 200)


def let_in(request: Request, token: str, target: str) -> Response:
    return set_cookie(request, RedirectResponse(target, 303), (COOKIE, token), WEEK, samesite="strict")


@router.get("/health")
def health(site: TheSite) -> Response:
    return JSONResponse(site.host.status.to_json(), headers={"cache-control": "no-store"})


@router.get(FEED)
def feed(request: Request, who: Who) -> Response:
    """Stream the journal's new lines to a program; with the key also to pages of other sites."""
    streams, keyed = who.site.streams, request.state.keyed
    if streams.full:
        return Response(TOO_MANY, 503)
    last = request.headers.get("last-event-id", "")
    told = streams.stream(last, lambda: keyed or who.role > Role.STRANGER, who.site.ends)
    headers = {"cache-control": "no-store"} | ({"access-control-allow-origin": "*"} if keyed else {})
    return StreamingResponse(told, media_type="text/event-stream", headers=headers)


@router.get("/language/{name}")
def choose_language(request: Request, site: TheSite, name: str, back: str = "/") -> Response:
    own = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    chosen = LANGUAGE, site.words(name).language.name
    return set_cookie(request, RedirectResponse(own, 303), chosen, YEAR, samesite="lax")


@router.get("/pair")
def pair(request: Request, who: Who) -> Response:
    if request.state.role == Role.GUEST and request.query_params.get("code"):  # a phone that scans twice stays itself
        return RedirectResponse(SEAT, 303)
    return door(who, "pair")


@router.get("/old")
def tell_needs(who: Who) -> Response:
    """Say what the pages need. A browser that cannot show them comes here."""
    return door(who, "old")


@router.post("/pair")
async def sign_in_phone(request: Request, who: Who) -> Response:
    answer, token = who.site.doors.pair(await field(request, "code"), address_of(request))
    _log.info("a phone at %s asks to be let in: %s", address_of(request), answer)
    return let_in(request, token, SEAT) if answer is SignInResult.RIGHT else door(who, "pair", answer)


@router.get("/enter")
def enter(request: Request, who: Who) -> Response:
    if who.site.doors.password.is_set:
        return door(who, "enter")
    return door(who, "choose" if request.state.role >= Role.TABLE else "unset")


@router.post("/enter")
async def sign_in_operator(request: Request, who: Who) -> Response:
    doors, password = who.site.doors, await field(request, "password")
    if not doors.password.is_set:
        if request.state.role < Role.TABLE:
            return door(who, "unset")
        try:
            chosen = await asyncio.to_thread(doors.password.choose, password)
        except FileError as error:
            return door(who, "choose", SignInResult.WRONG, who.words.error(error))
        if not chosen:
            return door(who, "choose", SignInResult.WRONG)
    answer, token = await asyncio.to_thread(doors.enter, password, address_of(request))
    _log.info("the operator signs in at %s: %s", address_of(request), answer)
    return let_in(request, token, "/operator") if answer is SignInResult.RIGHT else door(who, "enter", answer)


@router.post("/leave")
def leave(request: Request, site: TheSite) -> Response:
    site.doors.leave(token_of(request))
    _log.info("the operator signs out at %s", address_of(request))
    return RedirectResponse("/", 303)


@router.get("/history/{number:int}/best")
async def best(who: Who, number: int) -> Response:
    """Return a text on the best score of a game's only player, after the game's review."""

    async def answer() -> Response:
        told = await tell_best(who, await await_shared(who.site.summaries.summary(number)))
        return Response(told, media_type="text/plain")

    return await await_answer(who.site, answer())


async def tell_best(who: Visitor, after: GameSummary) -> str:
    """Return how a single player's points compare with all that this person has scored here, or ""."""
    (name, *others), words = after.names, who.words
    if others or not after.end or not after.record or name == YOU or is_robot(name):
        return ""
    known = (await await_shared(who.site.statistics.count())).players.get((name, after.record))
    if known is None or known.best is None or known.scored < 2:
        return ""
    key = "best-now" if known.best == after.scores[-1][0] else "best-so-far"
    return words(key, name=words.name(name), best=known.best)


@router.get("/history/{number:int}.svg")
async def summary_image(who: Who, number: int) -> Response:
    """Return the picture of a game, with the colours that its players have on the page."""

    async def draw() -> Response:
        after = await await_shared(who.site.summaries.summary(number))
        svg = draw_svg(after, who.words.language, who.site.seats.colours(after.names))
        return Response(svg, media_type="image/svg+xml")

    return await await_answer(who.site, draw())


@router.get("/camera/live")
def live(who: Who, whole: str = "") -> Response:
    if who.role < Role.TABLE:
        return Response(status_code=403)
    pictures = who.site.whole if whole else who.site.live
    return StreamingResponse(film(who, pictures), media_type="multipart/x-mixed-replace; boundary=picture")


@router.post("/camera/phone")
async def take_picture(request: Request, who: Who, photograph: str = "") -> Response:
    """Take a picture from a phone that is the table's camera; answer with one line if it is refused.

    The answer to the live camera is the boxes of the known dice, for the phone's own screen.
    """
    site, phones = who.site, who.site.phones
    camera = site.phone_camera()
    if who.acts() < Role.GUEST:
        return Response(status_code=403)
    if camera is None or (photograph and not site.awaits_dice):
        return Response(who.words("phone-not-asked"), 409)
    if not (phones.may_photograph(who.browser) if photograph else phones.may_film(who.browser)):
        return Response(who.words("phone-others" if photograph else "phone-denied"), 403)
    try:
        async with site.uploads.receive(request, who.browser.key) as data:
            image = await asyncio.to_thread(picture_of, data)
    except (UploadError, VisionError) as error:
        return refuse(error, who.words)
    time = camera.push(image, photograph=bool(photograph))
    while photograph and not site.look_at(time) and not site.ends.is_set():
        await asyncio.sleep(LOOK_SECONDS)
    if photograph:
        return Response(status_code=204)
    whole = (0, 0, image.shape[1], image.shape[0])
    return JSONResponse(frame_dice(site.find_phone_dice(time), whole))


@router.post("/camera/phone/stop")
async def stop_camera(who: Who) -> Response:
    """Record that a phone is no longer the live camera, or withdraws its request."""
    site = who.site
    site.seats.withdraw(who.browser.key)
    if who.acts() >= Role.GUEST and site.phones.may_film(who.browser) and (camera := site.phone_camera()):
        camera.stop()
    site.refresh()
    return Response(status_code=204)


@router.post("/camera/phone/ask")
@router.get("/camera/phone/ask")
async def ask_for_camera(request: Request, who: Who) -> Response:
    """Let a phone request to be the table's camera (POST), and check whether it is (GET).

    Status 204 means yes, 202 that people at the table are asked, 403 that they refused.
    """
    site = who.site
    if who.acts() < Role.GUEST:
        return Response(status_code=403)
    if request.method == "POST":
        site.phones.ask_for_camera(who.browser)
        site.refresh()
    if site.phones.may_film(who.browser):
        return Response(status_code=204)
    asked = site.seats.find_request(who.browser.key)
    return Response(who.words("phone-asks"), 202) if asked else Response(who.words("phone-denied"), 403)


@router.get("/here")
def here() -> Response:
    """Answer a page that has lost its connection: a page without access gets 401, as for all other requests."""
    return Response(status_code=204)


@router.post("/camera/{name}/keep")
async def keep_picture(who: Who, name: str) -> Response:
    """Save the picture that pages show under this name."""
    site, shown = who.site, who.site.stage.now
    if who.acts() < Role.GUEST:
        return Response(status_code=403)
    if site.table != HANDS or shown.look is None or name != site.album.name(shown.pictures):
        return Response(who.words("picture-gone"), 409)
    try:
        kept = await asyncio.to_thread(site.kept.keep, shown.look)
    except RecordingError as error:
        return Response(who.words.visitors_error(error), 507)
    return Response(who.words("picture-kept", name=kept.stem))


@router.get("/selftest/{name}")
def selftest(request: Request, site: TheSite, name: str) -> Response:
    """Return the report of a self-test as a download, with its own pictures and styles."""
    if request.state.role < Role.OPERATOR:
        return Response(status_code=403)
    if (path := site.selftest.report(name)) is None:
        return Response(status_code=404)
    headers = {"content-disposition": f'attachment; filename="{path.name}"'}
    return Response(path.read_bytes(), media_type="text/html", headers=headers)


@router.get("/camera/{name}.jpg")
def picture(site: TheSite, name: str) -> Response:
    data = site.throw_pictures.jpeg(name) or site.album.jpeg(site.stage.now, name)
    if data is None:
        return Response(status_code=404)
    return Response(data, media_type="image/jpeg", headers={"cache-control": "private, max-age=600"})


def set_cookie(
    request: Request, answer: Response, named: tuple[str, str], seconds: int, *, samesite: Literal["lax", "strict"]
) -> Response:
    """Return an answer with a cookie; `named` is its name and value. A cookie set over HTTPS is only for HTTPS."""
    name, value = named
    secure = is_secure(request)
    answer.set_cookie(cookie_name(request, name), value, seconds, httponly=True, samesite=samesite, secure=secure)
    return answer


async def film(who: Visitor, pictures: LivePictures) -> AsyncIterator[bytes]:
    """Yield live pictures until the server ends; repeat the last one once if no next one comes.

    A browser that may no longer watch gets one black picture, which replaces the last one.
    """
    number, last = 0, b""
    with pictures.watch():
        while not who.site.ends.is_set():
            if who.role < Role.TABLE:
                yield part(BLACK)
                return
            if (picture := await pictures.await_next(number, LIVE_PATIENCE)) is not None:
                number = picture.number
                last = part(picture.jpeg, f"X-Frame: {number}\r\nX-Time: {picture.time:.3f}\r\n".encode())
                yield last
            elif last:  # browsers show a picture when the next one begins
                yield last
                last = b""


def part(data: bytes, headers: bytes = b"") -> bytes:
    """Return a picture as one part of a multipart stream."""
    length = b"Content-Length: %d\r\n" % len(data)
    return b"--picture\r\nContent-Type: image/jpeg\r\n" + headers + length + b"\r\n" + data + b"\r\n"


async def field(request: Request, name: str) -> str:
    """Return one field of a form, "" if the form is too long to be ours."""
    if int(request.headers.get("content-length") or FORM_BYTES + 1) > FORM_BYTES:
        return ""
    try:
        return str((await request.form()).get(name, ""))
    except ClientDisconnect:
        return ""
