"""The addresses and names by which phones reach the table, their QR codes, the Wi-Fi, and the certificate."""

import re
import socket
import ssl
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from cryptography import x509
from ifaddr import IP, Adapter

from robot.cli import main
from robot.config import Config, Folders, keep
from robot.errors import FileError
from robot.terminal.waiting import print_notice
from robot.web import addresses
from robot.web.addresses import (
    BLACK_ON_WHITE,
    HALVES,
    HOME_SUFFIXES,
    RESET,
    Place,
    code_lines,
    code_picture,
    code_svg,
    names_of_machine,
    own_address,
    sort_addresses,
    wifi_text,
)
from robot.web.certificate import DAYS, LEFT, certificate
from robot.web.pages.frame import pairing_view
from robot.web.server import tell_address

WLAN, CABLE, DOCKER = ("wlan0", "10.42.0.1"), ("eth0", "192.168.1.5"), ("docker0", "172.17.0.1")

ALONE, TUNNEL, LOOP = ("eth0", "169.254.7.7"), ("wg0", "10.8.0.2"), ("lo", "127.0.0.1")


@pytest.fixture
def hot_spot(monkeypatch: pytest.MonkeyPatch) -> list[Adapter]:
    """Let this machine have these interfaces, without a default route."""
    adapters = [
        Adapter(name, name, [IP(("fe80::1", 0, 2), 64, name), IP(address, 24, name)]) for name, address in (LOOP, WLAN)
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(addresses, "find_routed_address", lambda: None)
    monkeypatch.setattr(socket, "gethostname", lambda: "Pipsqueak.example.org")
    return adapters


ADDRESS = "https://192.168.178.23:8080/pair?code=123456"
NAMES = ("localhost", "table.local", "192.168.1.7")
NOW = datetime(2026, 5, 1, tzinfo=UTC)

certified = partial(certificate, plausible=True)


@pytest.mark.parametrize(
    ("found", "routed", "first"),
    [
        ([LOOP, DOCKER, ALONE, WLAN], None, WLAN),  # a hot spot of its own
        ([LOOP, CABLE, WLAN], None, WLAN),
        ([LOOP, WLAN, CABLE], CABLE[1], CABLE),  # those who joined the hot spot reach this one too
        ([LOOP, CABLE, TUNNEL], TUNNEL[1], CABLE),  # everything goes through a private tunnel
        ([LOOP, DOCKER, ("br-4f2a8c901d3e", "172.18.0.1"), ("br0", "192.168.4.1")], None, ("br0", "192.168.4.1")),
        ([LOOP, DOCKER, ALONE], None, ALONE),
        ([("eth0", "9.9.9.9"), CABLE], None, CABLE),
    ],
)
def test_phones_share_the_address(found: list[tuple[str, str]], routed: str | None, first: tuple[str, str]) -> None:
    assert sort_addresses(found, routed)[0] == first[1]
    assert LOOP[1] not in sort_addresses(found, routed)


def test_a_hot_spot_and_a_machine_without_a_network_have_addresses_that_phones_open(hot_spot: list[Adapter]) -> None:
    place = Place("0.0.0.0", 8080)
    assert place.address() == "http://10.42.0.1:8080"
    assert place.address("dice.lan") == "http://dice.lan:8080"
    assert Place("127.0.0.1", 8080).address("dice.lan") == "http://127.0.0.1:8080", "nobody else reaches it"
    hot_spot.pop()
    assert own_address() == "Pipsqueak.local"
    assert place.names() == ("Pipsqueak.local",)


@pytest.mark.usefixtures("hot_spot")
def test_a_machine_has_its_name_under_what_home_networks_add_and_under_nothing_else() -> None:
    names = names_of_machine("0.0.0.0", ("dice.example",))
    assert {f"pipsqueak{suffix}" for suffix in HOME_SUFFIXES} | {"pipsqueak", "dice.example", "localhost"} < {*names}
    assert {"pipsqueak.fritz.box", "pipsqueak.home.arpa"} < {*names}
    assert not {"evil.lan", "pipsqueak.evil.lan", "pipsqueak.example.com", "fritz.box", "lan"} & {*names}


@pytest.mark.parametrize("name", ["Dice", 'a;b,c:d"e\\', "Caffè 5;T:WEP"])
def test_a_phone_reads_name_and_password_of_a_wifi_whatever_is_in_them(name: str) -> None:
    text = wifi_text(name, f"{name};P:x")
    found = re.fullmatch(r"WIFI:T:WPA;S:((?:[^\\;]|\\.)*);P:((?:[^\\;]|\\.)*);;", text)
    assert found
    assert [re.sub(r"\\(.)", r"\1", part) for part in found.groups()] == [name, f"{name};P:x"]
    assert wifi_text("Open", "") == "WIFI:T:nopass;S:Open;;"
    assert wifi_text("", "") == ""


def stub_site(place: Place, **config: Any) -> Any:
    """Return what a site tells about itself in the terminal and on the table's screen."""
    return SimpleNamespace(
        place=place,
        address=place.address,
        pairing_address=lambda: f"{place.address()}/pair?code={'x' * 22}",
        doors=SimpleNamespace(code="123456"),
        host=SimpleNamespace(config=Config(**config)),
    )


def test_the_tables_screen_shows_a_code_of_the_wifi_where_there_is_one() -> None:
    assert pairing_view(stub_site(Place("0.0.0.0", 80)))["wifi"] is None
    joined = pairing_view(stub_site(Place("0.0.0.0", 80), wifi_name="Dice", wifi_password="threesixnine"))["wifi"]
    assert joined == {"name": "Dice", "square": code_picture("WIFI:T:WPA;S:Dice;P:threesixnine;;")}


def test_a_terminal_of_24_lines_shows_the_code_and_below_it_what_else_one_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("robot.web.server.is_drawn_on", lambda _: True)
    tell_address(stub_site(Place("192.168.178.123", 8080)), print_notice)
    lines = capsys.readouterr().err.splitlines()[-23:]
    assert [line.startswith(BLACK_ON_WHITE) for line in lines] == [*[True] * 20, *[False] * 3]
    assert "the page is at http://192.168.178.123:8080" in lines[-3]
    assert "phones are let in with the code 123456" in lines[-2]
    assert "on this machine open http://127.0.0.1:8080; Ctrl-C ends it" in lines[-1]
    tell_address(stub_site(Place("127.0.0.1", 8080)), print_notice)
    assert "Ctrl-C ends it; with --host 0.0.0.0 phones get in too\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("shown", "names", "told"),
    [
        ("", "", ""),
        ("", "pi.lan,dice.lan", "pi.lan"),
        ("10.42.0.1", "pi.lan", "10.42.0.1"),
        ("Automatic", "pi.lan", ""),
    ],
)
def test_phones_are_told_the_name_that_is_to_be_shown_or_the_first(shown: str, names: str, told: str) -> None:
    config = Config(shown_name=shown, name=names)
    assert config.told_name == told
    assert {*config.names} == {*filter(None, [*names.split(","), told])}


def test_certificates_name_addresses(hot_spot: list[Adapter], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named: set[str] = set()

    def make(_folder: Path, names: tuple[str, ...], _clock: object, **_: object) -> None:
        named.update(names)
        raise FileError("far enough", key="fault-folder")

    hot_spot.append(Adapter(CABLE[0], CABLE[0], [IP(CABLE[1], 24, CABLE[0])]))
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    monkeypatch.setattr("robot.web.certificate.certificate", make)
    keep(Folders.of_user(), "name", "dice.lan")
    assert main(["serve", "--https", "--host", "0.0.0.0"]) == 1
    assert {WLAN[1], CABLE[1], LOOP[1], "dice.lan", "pipsqueak.local"} <= named


def test_a_phone_reads_the_code_of_a_terminal_and_of_a_page() -> None:
    modules = {letter: halves for halves, letter in HALVES.items()}
    rows: list[list[bool]] = []
    for line in code_lines(ADDRESS):
        letters = line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET)
        rows.extend([modules[letter][half] for letter in letters] for half in (0, 1))
    svg = code_svg(ADDRESS)
    dots = np.zeros([int(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])] * 2, bool)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1", svg):
        dots[int(y), int(x)] = True
    for dark in (np.array(rows), dots):
        picture = np.pad(np.kron(np.where(dark, 0, 255), np.ones((8, 8))), 40, constant_values=255).astype(np.uint8)
        assert cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0] == ADDRESS


def test_a_certificate_names_the_machine_and_fits_its_key(tmp_path: Path) -> None:
    made = certified(tmp_path / "new", NAMES, NOW)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(made.file, made.key)
    found = x509.load_pem_x509_certificate(made.file.read_bytes())
    known = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert known.get_values_for_type(x509.DNSName) == ["localhost", "table.local"]
    assert [str(one) for one in known.get_values_for_type(x509.IPAddress)] == ["192.168.1.7"]
    assert found.not_valid_after_utc - found.not_valid_before_utc == timedelta(days=DAYS)
    assert made.key.stat().st_mode & 0o77 == 0, "nobody else may read the key"
    assert len(made.fingerprint.split(":")) == 32


def test_a_certificate_is_kept_until_it_ends_or_the_machine_has_another_name(tmp_path: Path) -> None:
    first = certified(tmp_path, NAMES, NOW)
    assert certified(tmp_path, NAMES[:2], NOW) == first
    late = NOW + timedelta(days=DAYS) - LEFT
    second = certified(tmp_path, NAMES, late)
    assert second.fingerprint != first.fingerprint
    assert certified(tmp_path, (*NAMES, "other.local"), late).fingerprint != second.fingerprint


def test_a_clock_that_is_wrong_replaces_no_certificate(tmp_path: Path) -> None:
    early, far = NOW - timedelta(days=900), NOW + timedelta(days=900)
    first = certified(tmp_path, NAMES, early, plausible=False)
    second = certified(tmp_path, NAMES, NOW)
    assert second.fingerprint != first.fingerprint, "one that was made before the clock was set ends too early"
    for moment in (early, far):
        assert certified(tmp_path, NAMES, moment, plausible=False) == second
    future = certified(tmp_path, NAMES, far)
    assert certified(tmp_path, NAMES, NOW).fingerprint != future.fingerprint, "phones refuse one that is not yet valid"


@pytest.mark.parametrize("name", ["page.crt", "page.key"])
def test_a_damaged_certificate_is_made_anew(tmp_path: Path, name: str) -> None:
    first = certified(tmp_path, NAMES, NOW)
    (tmp_path / name).write_bytes(b"damaged")
    second = certified(tmp_path, NAMES, NOW)
    assert second.fingerprint != first.fingerprint
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(second.file, second.key)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="key cannot be written"):
        certified(tmp_path / "file", NAMES, NOW)
