"""The codec of the driver against the vectors, against the board's own codec, and against noise."""

from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import Failure
from hardware.sim import lines as far
from hardware.wire import Event, Reply, crc16, decode_line, encode_command, integer
from tests.support.firmware.vectors import vectors
from tests.support.hardware.failures import raises

words = st.text(f"{ascii_lowercase}_", min_size=1, max_size=12)
values = st.one_of(st.integers(0, 999_999), st.text(f"{digits}{ascii_letters}.,_/+-", min_size=1, max_size=12))
keys = st.dictionaries(words, values, max_size=3)
replies = st.builds(
    lambda seq, boot, code, keys: (
        (f"err {seq} code={code}" if code else f"ok {seq}")
        + f" boot={boot}"
        + "".join(f" {key}={value}" for key, value in keys.items()),
        Reply(not code, seq, boot, code or None, {key: str(value) for key, value in keys.items()}),
    ),
    st.integers(0, 65535),
    st.integers(1, 65535),
    st.one_of(st.just(""), st.text(f"{ascii_uppercase}_", min_size=1, max_size=12)),
    st.dictionaries(words.filter(lambda word: word not in {"code", "boot"}), values, max_size=3),
)


@pytest.mark.parametrize("vector", vectors("crc"), ids=lambda vector: repr(vector["text"]))
def test_crc_vectors(vector: dict[str, Any]) -> None:
    assert f"{crc16(vector['text'].encode('ascii')):04X}" == vector["crc"]
    assert f"{far.checksum(vector['text']):04X}" == vector["crc"]


@pytest.mark.parametrize("vector", vectors("reply"), ids=lambda vector: str(vector["name"]))
def test_reply_vectors(vector: dict[str, Any]) -> None:
    line = vector["line"].encode("latin-1")
    if "event" in vector:
        assert decode_line(line) == Event(vector["event"], vector["boot"], vector["keys"])
    elif vector["ok"] is None:
        with raises(Failure.LINE):
            decode_line(line)
    else:
        assert decode_line(line) == Reply(vector["ok"], vector["seq"], vector["boot"], vector["code"], vector["keys"])


@given(st.integers(0, 65535), st.integers(1, 65535), words, keys)
def test_commands_arrive_as_they_were_sent(boot: int, seq: int, verb: str, keys: dict[str, int | str]) -> None:
    line = encode_command(boot, seq, verb, keys)
    parsed = far.parse(line[:-1].decode("ascii"))
    assert line.endswith(b"\n")
    assert parsed is not None
    assert (parsed.framed, parsed.boot, parsed.seq, parsed.verb) == (True, boot, seq, verb)
    assert parsed.words == tuple(f"{key}={value}" for key, value in keys.items())


@given(replies)
def test_replies_arrive_as_they_were_sent(sent: tuple[str, Reply]) -> None:
    text, reply = sent
    assert decode_line(far.seal(text)[:-1]) == reply


@given(replies, st.data())
def test_no_spoilt_reply_is_believed(sent: tuple[str, Reply], data: st.DataObject) -> None:
    line = bytearray(far.seal(sent[0])[:-1])
    start = data.draw(st.integers(0, len(line) * 8 - 1))
    width = data.draw(st.integers(1, 16))
    burst = data.draw(st.integers(0, 2**width - 1)) | 1
    number = int.from_bytes(line) ^ (burst << start)
    spoilt = number.to_bytes(len(line) + 2)[-len(line) :]
    if same_but_for_the_case_of_the_crc(spoilt, bytes(line)):
        return
    with raises(Failure.LINE):
        decode_line(spoilt)


@given(st.integers(1, 65535), words, keys, st.data())
def test_no_spoilt_command_is_believed(seq: int, verb: str, keys: dict[str, int | str], data: st.DataObject) -> None:
    line = encode_command(7, seq, verb, keys)[:-1]
    place = data.draw(st.integers(0, len(line) - 1))
    bit = data.draw(st.integers(0, 6))
    spoilt = line[:place] + bytes([line[place] ^ (1 << bit)]) + line[place + 1 :]
    if all(0x20 <= byte <= 0x7E for byte in spoilt) and not same_but_for_the_case_of_the_crc(spoilt, line):
        assert far.parse(spoilt.decode("ascii")) is None


def same_but_for_the_case_of_the_crc(one: bytes, other: bytes) -> bool:
    return one[:-4] == other[:-4] and one[-4:].upper() == other[-4:].upper()


@given(st.binary(max_size=130))
def test_rubbish_is_refused_by_name(data: bytes) -> None:
    with raises(Failure.LINE):
        decode_line(data)


@pytest.mark.parametrize(
    ("boot", "seq", "verb", "keys"),
    [
        (-1, 1, "ping", {}),
        (65536, 1, "ping", {}),
        (1, 0, "ping", {}),
        (1, 65536, "ping", {}),
        (1, 1, "Ping", {}),
        (1, 1, "", {}),
        (1, 1, "ping\n", {}),
        (1, 1, "a" * 13, {}),
        (1, 1, "ping", {"A": 1}),
        (1, 1, "ping", {"a": -1}),
        (1, 1, "ping", {"a": 1_000_000}),
        (1, 1, "ping", {"a": "!"}),
        (1, 1, "ping", {"a": ""}),
        (1, 1, "ping", {"a": "x" * 110}),
    ],
)
def test_what_the_wire_cannot_carry(boot: int, seq: int, verb: str, keys: dict[str, int | str]) -> None:
    with raises(Failure.LINE):
        encode_command(boot, seq, verb, keys)


def test_integers() -> None:
    assert [integer(text) for text in ("0", "7", "999999")] == [0, 7, 999_999]
    for text in ("", "00", "07", "+1", "-1", "1.0", "1000000", "٣", " 1", "1\n"):
        with raises(Failure.LINE):
            integer(text)
