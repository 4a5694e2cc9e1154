"""The certificate for HTTPS, which this machine makes and signs itself.

Browsers open a phone's camera only on pages over HTTPS. No authority knows a table in a home network, so a phone asks
once whether it may trust the table.
"""

import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from robot.files import keep_file

DAYS = 397
"""How long a certificate is valid. Phones refuse longer ones."""
LEFT = timedelta(days=30)
"""A certificate that is valid for less time is replaced."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a certificate and its key, and the SHA-256 fingerprint that phones show."""

    file: Path
    key: Path
    fingerprint: str


def certificate(folder: Path, names: Collection[str], now: datetime, *, plausible: bool) -> Certificate:
    """Return the certificate in `folder` for this machine's `names` and addresses; make one if none fits.

    A certificate that phones trust is replaced for its dates only if the clock's time `now` is `plausible`.

    Raises FileError if it cannot be written.
    """
    file, key = folder / "page.crt", folder / "page.key"
    found = _load(file, key, names, now, plausible=plausible)
    if found is None:
        found = _create(file, key, names, now)
    return Certificate(file, key, found.fingerprint(hashes.SHA256()).hex(":").upper())


def _load(file: Path, key: Path, names: Collection[str], now: datetime, *, plausible: bool) -> x509.Certificate | None:
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), None)
        known = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return None
    fits = private.public_key() == found.public_key() and {*_alternatives(names)} <= {*known}
    valid = found.not_valid_before_utc <= now < found.not_valid_after_utc - LEFT
    return found if fits and (valid or not plausible) else None


def _create(file: Path, key: Path, names: Collection[str], now: datetime) -> x509.Certificate:
    private = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Pipsqueak")])
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    keep_file(key, secret, mode=0o600)
    keep_file(file, made.public_bytes(serialization.Encoding.PEM))
    return made


def _alternatives(names: Collection[str]) -> list[x509.GeneralName]:
    return [_alternative(name) for name in dict.fromkeys(names)]


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
