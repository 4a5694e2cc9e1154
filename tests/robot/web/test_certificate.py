"""The table's own certificate: what it says, when it is kept and when it is made anew."""

import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from robot.errors import FileError
from robot.records.wall_clock import ClockTrust
from robot.web.certificate import DAYS, LEFT, certificate
from tests.support.robot.clocks import sound_clock

NAMES = ("localhost", "table.local", "192.168.1.7")
DAY = 86_400.0
NOW = sound_clock(datetime(2026, 5, 1, tzinfo=UTC).timestamp())


def test_a_certificate_names_the_machine_and_fits_its_key(tmp_path: Path) -> None:
    made = certificate(tmp_path / "new", NAMES, NOW)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(made.file, made.key)
    found = x509.load_pem_x509_certificate(made.file.read_bytes())
    known = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert known.get_values_for_type(x509.DNSName) == ["localhost", "table.local"]
    assert [str(one) for one in known.get_values_for_type(x509.IPAddress)] == ["192.168.1.7"]
    assert found.not_valid_after_utc - found.not_valid_before_utc == timedelta(days=DAYS)
    assert made.key.stat().st_mode & 0o77 == 0, "nobody else may read the key"
    assert len(made.fingerprint.split(":")) == 32


def test_a_certificate_is_kept_until_it_ends_or_the_machine_has_another_name(tmp_path: Path) -> None:
    first = certificate(tmp_path, NAMES, NOW)
    assert certificate(tmp_path, NAMES[:2], NOW) == first
    late = sound_clock(NOW.now + DAYS * DAY - LEFT.total_seconds())
    second = certificate(tmp_path, NAMES, late)
    assert second.fingerprint != first.fingerprint
    assert certificate(tmp_path, (*NAMES, "other.local"), late).fingerprint != second.fingerprint


def test_a_clock_that_is_wrong_replaces_no_certificate(tmp_path: Path) -> None:
    early = sound_clock(NOW.now - 900 * DAY)
    first = certificate(tmp_path, NAMES, replace(early, trust=ClockTrust.UNSYNCHRONISED))
    second = certificate(tmp_path, NAMES, NOW)
    assert second.fingerprint != first.fingerprint, "one that was made before the clock was set ends too early"
    for moment, trust in ((early, ClockTrust.BEHIND), (sound_clock(NOW.now + 900 * DAY), ClockTrust.AHEAD)):
        assert certificate(tmp_path, NAMES, replace(moment, trust=trust)) == second
    future = certificate(tmp_path, NAMES, sound_clock(NOW.now + 900 * DAY))
    assert certificate(tmp_path, NAMES, NOW).fingerprint != future.fingerprint, (
        "phones refuse one that is not yet valid"
    )


@pytest.mark.parametrize("name", ["page.crt", "page.key"])
def test_a_damaged_certificate_is_made_anew(tmp_path: Path, name: str) -> None:
    first = certificate(tmp_path, NAMES, NOW)
    (tmp_path / name).write_bytes(b"damaged")
    second = certificate(tmp_path, NAMES, NOW)
    assert second.fingerprint != first.fingerprint
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(second.file, second.key)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FileError, match="the certificate cannot be kept"):
        certificate(tmp_path / "file", NAMES, NOW)
