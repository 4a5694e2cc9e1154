"""GET /health alone, for a machine on which the page is not installed."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from robot.errors import AddressError
from robot.host.status import StatusBook


@contextmanager
def health_port(address: str, port: int, book: StatusBook) -> Iterator[int]:
    """Answer with the status in `book` as JSON, meanwhile; return the port that is listened on.

    Raises:
        AddressError: the port is in use, or there is no such address.

    """

    class HealthResponse(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path.partition("?")[0] == "/health"
            body = json.dumps(book.now.to_json() if found else {"error": "only /health is served"}).encode()
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
            """Keep a monitor's questions to ourselves."""

    class HealthServer(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        daemon_threads = True

    try:
        server = HealthServer((address, port), HealthResponse)
    except (OSError, OverflowError) as error:
        raise AddressError(
            f"{address} port {port} cannot be served ({error}): name another with --port or --host"
        ) from error
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), name="health", daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
