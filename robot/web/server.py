"""The server: the table's host, the pages, and their access control."""

import asyncio
import ctypes
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime

import uvicorn
from fastapi import FastAPI

from hardware.clock import SystemClock
from robot.config import Config, Folders
from robot.errors import ROOMS, AddressError
from robot.host.host import Host
from robot.host.policy import ResumePolicy
from robot.host.status import Phase, Status
from robot.language import Language
from robot.services import start_services
from robot.table.hands import HandsTable
from robot.table.table import MachineTable, Table
from robot.terminal.letters import is_drawn_on
from robot.web.access import AccessMiddleware
from robot.web.addresses import EVERYWHERE, LOCAL, Place, code_lines, names_of_machine, wifi_text
from robot.web.connections import Connections, limit_protocols
from robot.web.live_pictures import SharedCamera, share_camera
from robot.web.routes import add_routes
from robot.web.seats import KeptPhones
from robot.web.site import NO_OPTIONS, Site, SiteOptions
from solver.apart import end_calls, solve_apart

_log = logging.getLogger(__name__)
GRACE = 1
"""Seconds for which the server waits for browsers at its end."""
BACKLOG = 128
"""Connections that may wait for each listener to accept them."""
TICK = 0.05
"""Seconds between two checks whether the servers have started, or should exit."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of mallopt, from glibc's malloc.h."""
PICTURE_BYTES = 2**18
"""Memory in pieces of this size or more returns to the system as soon as it is freed."""
LIBRARIES = ("engineio.server", "socketio.server")
"""The loggers of the libraries that receive pages' messages."""
MESSAGE_BYTES = 2**20
"""The longest message that the server accepts. Our pages send far shorter ones."""


def make_app(site: Site, place: Place) -> FastAPI:
    """Return the whole server with its access control."""
    from nicegui import core, ui

    from robot.web.pages.coach import add_coach
    from robot.web.pages.frame import add_heads, add_missing
    from robot.web.pages.game import add_pages
    from robot.web.pages.history import add_past
    from robot.web.pages.operator import add_operator

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        site.start(asyncio.get_running_loop())
        yield
        site.end()

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    add_routes(app, site)
    add_heads()
    add_pages(site)
    add_past(site)
    add_coach(app, site)
    add_operator(site)
    add_missing(app, site)
    ui.run_with(
        app,
        title="Pipsqueak",
        tailwind=False,
        show_welcome_message=False,
        binding_refresh_interval=None,
        reconnect_timeout=10.0,
    )
    core.sio.handlers["/"].pop("log", None)  # with it any browser could write into our log
    core.app.storage.max_tab_storage_age = 60.0  # else each tab that a browser names stays in memory for 30 days
    for name in LIBRARIES:
        logging.getLogger(name).handlers.clear()  # they write to stderr
    app.add_middleware(
        AccessMiddleware,
        doors=site.doors,
        names=names_of_machine(place.host, site.host.config.names),
        elsewhere=lambda: site.words(None)("foreign-name", address=site.address()),
    )
    return app


def share_cameras(opened: Callable[[], Table]) -> Callable[[], Table]:
    """Return a function that opens tables with shared cameras."""

    def open_shared() -> Table:
        table = opened()
        if isinstance(table, MachineTable):
            table.camera = share_camera(table.camera)
            table.devices.callback(table.camera.close)
            table.onlooker = make_onlooker(table)
        if isinstance(table, HandsTable) and table.live:
            table.live.camera = share_camera(table.live.camera)
        return table

    return open_shared


def make_onlooker(table: MachineTable) -> SharedCamera | None:
    """Return the camera that shows the machine to viewers, None if there is none or it fails: no game needs it."""
    if table.onlooker is None:
        return None
    shared = SharedCamera(table.onlooker)
    table.devices.callback(shared.close)
    try:
        shared.frame()  # slow set-up happens now, and not during a game
    except ROOMS:
        _log.exception("the machine cannot be shown")
        return None
    return shared


async def run(
    servers: Sequence[tuple[uvicorn.Server, list[socket.socket]]], begun: Callable[[], object], ends: asyncio.Event
) -> None:
    """Run all servers at their sockets until one of them should exit. The first one has the lifespan.

    `ends` is set before they wait for viewers of live pictures. `begun` is called when pages are served. Before that
    NiceGUI reads every object of the program. This breaks tuples that other threads make at that moment: CPython raises
    SystemError there.
    """
    serving: list[asyncio.Task[None]] = []
    try:
        for server, sockets in servers:
            serving.append(asyncio.create_task(server.serve(sockets)))
            while not server.started and not serving[-1].done():
                await asyncio.sleep(TICK)
        begun()
        while not any(server.should_exit for server, _ in servers) and not any(task.done() for task in serving):
            await asyncio.sleep(TICK)
    finally:
        ends.set()
        for server, _ in servers:
            server.should_exit = True
        await asyncio.gather(*serving)


def serve(
    opened: Callable[[], Table],
    folders: Folders,
    config: Config,
    place: Place,
    notify: Callable[[str], None],
    *,
    options: SiteOptions = NO_OPTIONS,
    devices: Mapping[str, str] | None = None,
) -> bool:
    """Serve the page of tables that `opened` opens until a signal ends the process. Afterwards every motor is off.

    Returns whether the server must start again. Raises what `serve_host` raises.
    """
    host = Host(
        share_cameras(opened),
        folders,
        config,
        SystemClock(),
        wall=lambda: datetime.now().astimezone(),
        policy=ResumePolicy(),
        devices=devices,
    )
    with ExitStack() as stack:
        language = Language(config.language, folders.languages, config.machine)
        voice = start_services(host, folders, language, notify, stack)
        return serve_host(host, folders, place, notify, options=replace(options, voice=voice))


def serve_host(
    host: Host, folders: Folders, place: Place, notify: Callable[[str], None], *, options: SiteOptions
) -> bool:
    """Start a host and serve its pages until a signal ends the process; return whether to start again.

    Raises:
        AddressError: the server cannot listen at `place`.
        Exception: the error that ended the host's thread.

    """
    with ExitStack() as stack:
        listening = [stack.enter_context(one) for one in listen(place)]
        place = replace(place, port=listening[0].getsockname()[1])
        plain = [stack.enter_context(one) for one in listen_beside(place)] if place.certificate else []
        if plain:
            place = replace(place, plain=plain[0].getsockname()[1])
        site = Site(host, folders, place, options)
        stack.callback(site.close)
        save_memory()
        served = Served(site, stack)
        served.add(place, listening)
        if plain:
            served.add(replace(place, certificate=None), plain)
        host.book.follow(served.follow)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, served.end)
        tell_address(site, notify)
        _log.info("the page is at %s, the table is %s", site.address(), site.table)
        served.run()
        _log.info("the page ends")
        host.close()
        host.wait()
        return served.again


class Served:
    """The servers of a site's pages, until `end`. `again` says that the program must start again.

    `stack` closes what it needs.
    """

    def __init__(self, site: Site, stack: ExitStack) -> None:
        self.again = False
        self._site, self._stack = site, stack
        self._app = make_app(site, site.place)
        self._servers: list[tuple[uvicorn.Server, list[socket.socket]]] = []
        site.restart = self.restart
        self._kept: KeptPhones | None = None
        if not site.place.local:
            writer = stack.enter_context(ThreadPoolExecutor(1, "phones"))
            self._kept = KeptPhones(site.folders.phones, site.doors, site.seats, site.host.book.wall, writer.submit)
            if site.folders.journal.is_file():  # a sitting belongs to the journal's games
                self._kept.restore()
            stack.callback(self._kept.keep)

    def add(self, place: Place, sockets: list[socket.socket]) -> None:
        """Add a server at these sockets, with the certificate of `place`. The first server has the lifespan."""
        first = not self._servers
        config = uvicorn_config(
            self._app, self._site.connections, place, self._tick if first else lambda: None, lifespan=first
        )
        self._servers.append((uvicorn.Server(config), sockets))

    def run(self) -> None:
        """Serve until the end."""
        with asyncio.Runner(loop_factory=self._servers[0][0].config.get_loop_factory()) as runner:
            runner.run(run(self._servers, self._begin, self._site.ends))
            end_calls()

    def end(self, *_: object) -> None:
        self._servers[0][0].should_exit = True

    def restart(self) -> None:
        self.again = True
        self.end()

    def follow(self, status: Status) -> None:
        if status.phase is Phase.CLOSED:
            self.end()

    def _begin(self) -> None:
        self._stack.enter_context(self._site.host)
        self._site.statistics.count()  # early, because the first count of an old journal takes long

    def _tick(self) -> None:
        self._site.phones.watch(self._site.phone_camera())
        if self._site.phones.settle():
            self._site.refresh()
        if self._kept:
            self._kept.keep()


def tell_address(site: Site, notify: Callable[[str], None]) -> None:
    """Say in the terminal how phones get in, with QR codes if it can draw them, then where the page is."""
    place, config, drawn = site.place, site.host.config, is_drawn_on(sys.stderr)
    if place.certificate:
        notify(
            "if a phone says that it does not know this page's certificate, choose to go on. "
            f"Its SHA-256 fingerprint is {place.certificate.fingerprint}"
        )
    if not place.local:
        if place.plain:
            notify(f"a phone that refuses the certificate takes photos instead, at {site.plain_address()}")
        notify("a phone plays when somebody sits down there with a name; the others watch")
        if wifi := wifi_text(config.wifi_name, config.wifi_password):
            notify(f"phones join the Wi-Fi {config.wifi_name}" + (" with the first code" if drawn else ""))
        for text in (wifi, site.pairing_address()):
            if drawn and text:
                sys.stderr.write("\n".join(code_lines(text)) + "\n")
    # In a window of 24 lines these remain below the code.
    notify(f"the page is at {site.address()}")
    if place.local:
        if place.plain:
            notify(f"http://{LOCAL}:{place.plain} needs no certificate")
        notify("Ctrl-C ends it; with --host 0.0.0.0 phones get in too")
    else:
        notify(f"phones are let in with the code {site.doors.code}")
        notify(f"on this machine open http://{LOCAL}:{place.plain or place.port}; Ctrl-C ends it")


def save_memory() -> None:
    """Keep memory small, because the program runs for months.

    Compiled code runs in another process, and the C library returns the memory of each picture at once. By default
    glibc keeps a heap for each thread, with up to 32 MB of freed pictures in it (M_ARENA_MAX and M_MMAP_THRESHOLD in
    mallopt(3)).
    """
    solve_apart()
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
        for parameter in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            mallopt(parameter, PICTURE_BYTES)
        mallopt(M_ARENA_MAX, 1)


def uvicorn_config(
    app: FastAPI,
    connections: Connections,
    place: Place,
    each_second: Callable[[], object] = lambda: None,
    *,
    lifespan: bool = True,
) -> uvicorn.Config:
    """Return uvicorn's configuration: connections are limited, and messages go to the log."""
    http, websocket = limit_protocols(connections)

    async def watch() -> None:
        connections.sweep()
        each_second()

    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        lifespan="auto" if lifespan else "off",
        ws_max_size=MESSAGE_BYTES,
        backlog=BACKLOG,
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # AccessMiddleware reads them
        callback_notify=watch,
        timeout_notify=0,  # once a second
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=place.certificate.file if place.certificate else None,
        ssl_keyfile=place.certificate.key if place.certificate else None,
    )


def begin_again() -> None:
    """Restart the program in the same process, with the same arguments."""
    os.execv(sys.executable, [sys.executable, "-m", "robot", *sys.argv[1:]])  # noqa: S606  no shell is asked


def listen(place: Place) -> list[socket.socket]:
    """Return sockets at `place` (port 0: any free port), and at this machine's own address for its screen.

    Strangers may fill the queue of the first socket, but not that of the second. Raises AddressError.
    """
    there = listen_at(place.host, place.port)
    name, port, *_ = there.getsockname()
    if name == LOCAL:
        return [there]
    # If two sockets share a port, Linux lets one listen at one address of the other, and prefers it there. The flag is
    # cleared again, so that nobody else can listen at the port.
    share(there, on=name in EVERYWHERE)
    try:
        here = listen_at(LOCAL, port, shared=name in EVERYWHERE)
    except AddressError:
        there.close()
        raise
    for one in (there, here):
        share(one, on=False)
    return [there, here]


def listen_beside(place: Place) -> list[socket.socket]:
    """Return sockets for plain HTTP next to HTTPS, at the next port or any free one. Raises AddressError."""
    try:
        return listen(replace(place, port=place.port + 1))
    except AddressError:
        return listen(replace(place, port=0))


def share(listening: socket.socket, *, on: bool) -> None:
    """Allow or forbid another socket of this user to listen at the same port."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, on)


def listen_at(host: str, port: int, *, shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    share(listening, on=shared)
    try:
        listening.bind((host, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        raise AddressError(
            f"{host} port {port} cannot be served ({getattr(error, 'strerror', error)}): "
            "name another with --port or --host"
        ) from error
    return listening
