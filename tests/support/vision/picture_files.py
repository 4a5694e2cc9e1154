"""Picture files that OpenCV does not write, byte by byte, and ways to break any file."""

import struct
import zlib
from collections.abc import Sequence

import cv2
import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ADOBE = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6


def png(pixels: np.ndarray, colour: int, chunks: Sequence[tuple[bytes, bytes]] = ()) -> bytes:
    """Return a PNG of (h, w[, n]) samples of 8 or 16 bits, colours in the file's own order."""
    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8 * pixels.itemsize, colour, 0, 0, 0)
    wide = pixels.astype(pixels.dtype.newbyteorder(">"))
    rows = b"".join(b"\0" + row.tobytes() for row in wide)
    parts = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return SIGNATURE + b"".join(_chunk(*part) for part in parts)


def blank_png(width: int, height: int) -> bytes:
    """Return a whole black PNG of one bit a pixel: a few kilobytes, whatever its size."""
    packer = zlib.compressobj()
    row = bytes(1 + -(-width // 8))
    data = b"".join(packer.compress(row) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 1, GREY, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data + packer.flush()) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def exif(orientation: int, order: str = ">") -> bytes:
    """Return an EXIF block that tells nothing but an orientation, in the byte `order` of `struct`."""
    mark = b"MM\0*" if order == ">" else b"II*\0"
    return mark + struct.pack(f"{order}IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def jpeg_with(jpeg: bytes, block: bytes) -> bytes:
    """Return a JPEG with a block as its EXIF, or with what stands there in its place."""
    body = b"Exif\0\0" + block
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def turn_upright(image: np.ndarray, orientation: int) -> np.ndarray:
    """Return stored pixels (h, w, 3), turned upright. Source: TIFF 6.0, tag 274."""
    if orientation in {5, 6, 7, 8}:
        image = image.swapaxes(0, 1)
    if orientation in {3, 4, 7, 8}:
        image = image[::-1]
    if orientation in {2, 3, 6, 7}:
        image = image[:, ::-1]
    return image


def webp_with(lossless: bytes, block: bytes) -> bytes:
    """Return a WebP file of one plain chunk with an EXIF chunk behind it."""
    bits: int = struct.unpack_from("<I", lossless, 21)[0]
    sizes = (bits & 0x3FFF).to_bytes(3, "little") + (bits >> 14 & 0x3FFF).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + bytes([0x08, 0, 0, 0]) + sizes
    body += lossless[12:] + b"EXIF" + struct.pack("<I", len(block)) + block + b"\0" * (len(block) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def cmyk_jpeg(planes: Sequence[np.ndarray], marker: bytes = ADOBE) -> bytes:
    """Return a JPEG of four planes of ink, which are inverted where Adobe's marker stands, in scans of their own."""
    files = [cv2.imencode(".jpg", plane, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes() for plane in planes]
    height, width = planes[0].shape
    out = b"\xff\xd8" + marker
    frame = struct.pack(">BHHB", 8, height, width, 4) + b"".join(bytes([n, 0x11, 0]) for n in range(1, 5))
    for number, file in enumerate(files, 1):
        at = 2
        while file[at + 1] != 0xDA:
            end = at + 2 + struct.unpack_from(">H", file, at + 2)[0]
            if number == 1 and file[at + 1] in {0xDB, 0xC4}:
                out += file[at:end]
            at = end
        if number == 1:
            out += b"\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame
        scan = at + 2 + struct.unpack_from(">H", file, at + 2)[0]
        out += b"\xff\xda\0\x08\x01" + bytes([number, 0, 0, 63, 0]) + file[scan:-2]
    return out + b"\xff\xd9"


def break_file(data: bytes, other: bytes, random: np.random.Generator) -> bytes:
    """Return a file as mishaps leave it: bytes changed, lost, doubled or cut off, sizes blown up, two files mixed."""
    hurt = bytearray(data)
    for at in random.integers(0, len(hurt), random.integers(0, 10)).tolist():
        hurt[at] = int(random.integers(0, 256))
    at, length = int(random.integers(0, len(hurt))), int(random.integers(1, max(2, len(hurt) // 4)))
    match int(random.integers(0, 7)):
        case 0:
            return bytes(hurt[:at])
        case 1:
            return bytes(hurt[:at] + hurt[at + length :])
        case 2:
            return bytes(hurt[:at] + hurt[at : at + length] + hurt[at:])
        case 3:
            early = int(random.integers(2, min(200, len(hurt) - 4)))
            value = (0, 1, 255, 4096, 20_000, 65_535, 0x7FFFFFFF, 0xFFFFFFFF)[int(random.integers(0, 8))]
            order = "<" if random.random() < 0.5 else ">"
            hurt[early : early + 4] = struct.pack(order + "I", value)
            return bytes(hurt)
        case 4:
            return bytes(hurt[:at]) + other[min(at, len(other)) :]
        case 5:
            return bytes(hurt) + random.bytes(length)
        case _:
            return bytes(hurt)
