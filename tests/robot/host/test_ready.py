"""The real program on the simulated table, from an empty home until it is ready, and its clean end."""

import signal
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from robot.errors import AddressError
from tests.support.robot.programs import start_server, until_ready
from tests.support.robot.waiting import PATIENCE


@pytest.mark.check
def test_it_becomes_ready_on_the_simulated_table_and_ends_cleanly(tmp_path: Path) -> None:
    with start_server("serve", tmp_path) as (process, address):
        health = until_ready(address)
        assert health["status"] in {"ok", "warning"}, health
        assert [health["devices"][device]["state"] for device in ("board", "camera")] == ["ok", "ok"]
        assert health["phase"] == "idle"
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, said
        assert "Traceback" not in said


@pytest.mark.check
def test_a_table_that_is_served_at_one_address_is_on_its_own_screen_too(tmp_path: Path) -> None:
    with start_server("serve", tmp_path, "--host", "127.0.0.2") as (_, address):
        until_ready(address)
        port = address.rpartition(":")[2]
        assert address == f"http://127.0.0.2:{port}"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/new") as answer:
            assert answer.status == 200, "the kiosk is let in as the table's own screen"


def test_an_address_whose_port_is_taken_on_the_machine_itself_is_said() -> None:
    from robot.web.addresses import Place
    from robot.web.server import listen

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match=f"127.0.0.1 port {port} cannot be served .*: name another with --port"):
            listen(Place("127.0.0.2", port))
    for host, count in (("127.0.0.1", 1), ("localhost", 1), ("0.0.0.0", 2), ("127.0.0.2", 2)):
        sockets = listen(Place(host, 0))
        assert len(sockets) == count
        assert len({one.getsockname()[1] for one in sockets}) == 1
        for one in sockets:
            one.close()
