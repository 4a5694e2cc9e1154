"""Files that nobody should hand to a reader of dice: an answer or one line, no crash, no value that is made up."""

import json
import os
import resource
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as PillowImage
from pillow_heif import from_pillow

from hardware.dimensions import dimensions
from tests.support.vision.drawn_dice import DrawnDie, draw
from tests.support.vision.picture_files import (
    ADOBE,
    GREY,
    GREY_ALPHA,
    PALETTE,
    RGB,
    RGBA,
    blank_png,
    break_file,
    cmyk_jpeg,
    exif,
    jpeg_with,
    png,
    turn_upright,
    webp_with,
)
from vision import pictures
from vision.errors import PictureError
from vision.pictures import Image, check_image, load_picture
from vision.reader import Reader
from vision.reading import Reading
from vision.table.plate import Plate

READER = Reader(Plate.from_dimensions(dimensions()))

RNG = np.random.default_rng(8)
SCENE = RNG.integers(0, 256, (3, 4, 3), dtype=np.uint8).repeat(10, axis=0).repeat(10, axis=1)
SEEN = np.ascontiguousarray(SCENE[..., ::-1])
OPAQUE = np.where(np.arange(40) < 20, 0, 255).astype(np.uint8)[None].repeat(30, axis=0)
ON_WHITE = np.where(OPAQUE[..., None] > 0, SCENE, 255).astype(np.uint8)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "picture"


def wide(pixels: np.ndarray) -> np.ndarray:
    return pixels.astype(np.uint16) * 257


TRANSPARENT = {
    "RGBA": png(np.dstack([SEEN, OPAQUE]), RGBA),
    "RGBA 16": png(wide(np.dstack([SEEN, OPAQUE])), RGBA),
    "WebP": cv2.imencode(".webp", np.dstack([SCENE, OPAQUE]), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes(),
}


@pytest.mark.parametrize("kind", TRANSPARENT)
def test_what_is_transparent_is_white(file: Path, kind: str) -> None:
    file.write_bytes(TRANSPARENT[kind])
    assert np.array_equal(load_picture(file), ON_WHITE)


def test_grey_pictures_and_palettes_may_be_transparent_too(file: Path) -> None:
    for pixels in (np.dstack([SEEN[..., 0], OPAQUE]), wide(np.dstack([SEEN[..., 0], OPAQUE]))):
        file.write_bytes(png(pixels, GREY_ALPHA))
        assert np.array_equal(load_picture(file)[:, 20:, 1], SEEN[:, 20:, 0])
        assert (load_picture(file)[:, :20] == 255).all()
    colours = [(b"PLTE", bytes([10, 20, 30, 200, 100, 50]))]
    for more, left in (((), [30, 20, 10]), (((b"tRNS", b"\0"),), [255, 255, 255])):
        file.write_bytes(png((OPAQUE > 0).astype(np.uint8), PALETTE, [*colours, *more]))
        assert load_picture(file)[0, [0, -1]].tolist() == [left, [50, 100, 200]]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_format_is_turned_as_exif_says(file: Path, orientation: int) -> None:
    chunks = [(b"eXIf", exif(orientation))]
    lossless = cv2.imencode(".webp", SCENE, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    plain = [
        png(SEEN, RGB, chunks),
        webp_with(lossless, exif(orientation)),
        webp_with(lossless, b"Exif\0\0" + exif(orientation)),
    ]
    for data in plain:
        file.write_bytes(data)
        assert np.array_equal(load_picture(file), turn_upright(SCENE, orientation))
    file.write_bytes(png(np.dstack([SEEN, OPAQUE]), RGBA, chunks))
    assert np.array_equal(load_picture(file), turn_upright(ON_WHITE, orientation))
    jpeg = cv2.imencode(".jpg", cv2.GaussianBlur(SCENE, (0, 0), 4))[1].tobytes()
    file.write_bytes(jpeg)
    upright = load_picture(file)
    file.write_bytes(jpeg_with(jpeg, exif(orientation, "<")))
    assert float(np.abs(load_picture(file).astype(int) - turn_upright(upright, orientation)).mean()) < 1


@pytest.mark.parametrize(
    "block",
    [
        *(exif(n) for n in (0, 9, 65535)),
        exif(6)[:-9],
        b"",
        b"II*\0\xff\xff\xff\xff",
        exif(6).replace(b"MM\0*", b"XX\0*"),
    ],
)
def test_nonsense_in_exif_turns_nothing(file: Path, block: bytes) -> None:
    file.write_bytes(jpeg_with(cv2.imencode(".jpg", SCENE)[1].tobytes(), block))
    assert load_picture(file).shape == (30, 40, 3)
    file.write_bytes(png(SEEN, RGB, [(b"eXIf", block)]))
    assert np.array_equal(load_picture(file), SCENE)


@pytest.mark.parametrize(("marker", "invert"), [(ADOBE, False), (b"", True)])
def test_cmyk_is_seen_in_its_colours(file: Path, marker: bytes, invert: bool) -> None:
    even = RNG.integers(0, 256, (2, 2, 3), dtype=np.uint8).repeat(16, axis=0).repeat(16, axis=1)
    # Inverted, cyan's plane is the red that is left, and black's is full where there is none.
    planes = [even[..., 2], even[..., 1], even[..., 0], np.full((32, 32), 255, np.uint8)]
    file.write_bytes(cmyk_jpeg([255 - plane if invert else plane for plane in planes], marker))
    assert float(np.abs(load_picture(file).astype(int) - even).mean()) < 3


def test_grey_levels_of_many_bits_are_refused(file: Path) -> None:
    file.write_bytes(png(wide(SEEN[..., 0]), GREY))
    with pytest.raises(PictureError, match="more than 8 bits"):
        load_picture(file)


def test_heic_is_read(file: Path) -> None:
    from_pillow(PillowImage.fromarray(SEEN)).save(file, quality=95)
    assert file.read_bytes()[4:12] == b"ftypheic"
    assert float(np.abs(load_picture(file).astype(int) - SCENE).mean()) < 20


@pytest.mark.parametrize("brand", [b"avif", b"mif1", b"msf1"])
def test_avif_is_known_by_any_of_its_brands(file: Path, brand: bytes) -> None:
    PillowImage.fromarray(SEEN).save(file, "AVIF", quality=95)
    data = file.read_bytes()
    assert b"avif" in data[16 : int.from_bytes(data[:4])]
    file.write_bytes(data[:8] + brand + data[12:])
    assert float(np.abs(load_picture(file).astype(int) - SCENE).mean()) < 20


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_what_is_larger_than_any_reader_needs_is_halved(file: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PIXELS", 80)
    file.write_bytes(cv2.imencode(kind, SCENE)[1].tobytes())
    image = load_picture(file)
    assert image.shape == (8, 10, 3)
    assert float(np.abs(image.astype(int) - cv2.resize(SCENE, (10, 8), interpolation=cv2.INTER_AREA)).mean()) < 8


def test_a_wrong_checksum_is_told(file: Path) -> None:
    data = png(SEEN, RGB)
    at = data.index(b"IEND") - 6
    file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(PictureError, match="damaged"):
        load_picture(file)


@pytest.mark.parametrize("kind", [".webp", ".png", ".gif", ".avif"])
def test_of_a_moving_picture_the_first_is_seen(file: Path, kind: str) -> None:
    film = cv2.Animation()
    film.frames = [np.dstack([even, np.full((30, 40), 255, np.uint8)]) for even in (SCENE, 255 - SCENE)]
    film.durations = [100, 100]
    done, data = cv2.imencodeanimation(kind, film)
    assert done
    file.write_bytes(data.tobytes())
    assert float(np.abs(load_picture(file).astype(int) - SCENE).mean()) < 25


def test_damage_within_a_jpeg_is_told_and_nothing_else(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    jpeg = cv2.imencode(".jpg", grounds(1))[1].tobytes()
    scan = jpeg.index(b"\xff\xda") + 14
    refused = 0
    for at in range(scan, len(jpeg) - 2, 97):
        file.write_bytes(jpeg[:at] + bytes([jpeg[at] ^ 0x5A]) + jpeg[at + 1 : -300] + b"\xff\xd9")
        refused += answer_or_line(file) is None
    assert refused > 10
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("spare", "sound"), [(3, True), (40, False)])
def test_a_few_bytes_too_many_are_no_damage(file: Path, spare: int, sound: bool) -> None:
    jpeg = cv2.imencode(".jpg", SCENE)[1].tobytes()
    file.write_bytes(jpeg[:-2] + b"\x11" * spare + jpeg[-2:])
    assert (answer_or_line(file) is not None) == sound


@pytest.mark.parametrize("first", [True, False])
def test_a_second_size_does_not_hide_the_first(file: Path, first: bool) -> None:
    jpeg = cv2.imencode(".jpg", SCENE)[1].tobytes()
    at = jpeg.index(b"\xff\xc0")
    frame = jpeg[at : at + 19]
    huge = frame[:5] + struct.pack(">HH", 20_000, 20_000) + frame[9:]
    file.write_bytes(jpeg[:at] + (huge + frame if first else frame + huge) + jpeg[at + 19 :])
    assert picture_or_line(file) is None


@pytest.mark.parametrize("name", ["two\nlines.jpg", "tab\t.jpg", "\udcff.jpg", "\u202egpj.jpg", "bell\a.jpg"])
def test_odd_names_are_told_in_one_line_that_can_be_printed(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    path.write_bytes(b"text")
    with pytest.raises(PictureError) as other:
        load_picture(path)
    assert str(caught.value).isprintable()
    assert str(other.value).isprintable()
    assert str(other.value).isascii()


def test_a_file_without_rights_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file.write_bytes(b"x")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PictureError, match="Permission denied"):
        load_picture(file)


def test_a_large_file_that_is_no_picture_is_not_taken_into_memory(file: Path) -> None:
    with file.open("wb") as sparse:
        sparse.write(b"no picture")
        sparse.truncate(200_000_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(PictureError):
        load_picture(file)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    with file.open("ab") as sparse:
        sparse.truncate(300_000_000)
    with pytest.raises(PictureError, match="bytes"):
        load_picture(file)


# A child's resource usage begins with what its parent held; the peak in /proc is the program's own, in kB.
READ_AND_TELL_PEAK = """
import sys
from pathlib import Path
from robot.cli import main
code = main(sys.argv[1:])
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
sys.exit(code)
"""


def test_twenty_thousand_pixels_square_take_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(blank_png(20_000, 20_000))
    words = [sys.executable, "-c", READ_AND_TELL_PEAK, "read", "--json", str(path)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "20000 x 20000" in run.stderr
    answer, peak = run.stdout.splitlines()
    assert "error" in json.loads(answer)
    assert int(peak) < 400_000


def grounds(seed: int, size: tuple[int, int] = (160, 120)) -> np.ndarray:
    """Return a picture without dice: clouds, boards, letters and cards."""
    random = np.random.default_rng(seed)
    coarse = random.integers(60, 200, (5, 7, 3), dtype=np.uint8)
    image = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    for x in range(0, size[0], 22):
        cv2.line(image, (x, 0), (x + 5, size[1]), (60, 80, 90), 1, cv2.LINE_AA)
    cv2.putText(image, "Roll: 6 5", (12, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 30), 2, cv2.LINE_AA)
    cv2.rectangle(image, (90, 70), (140, 112), (240, 240, 240), -1)
    return image


def dice(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    lying = [
        DrawnDie(
            int(random.integers(1, 7)), 40 + 80 * n, float(random.uniform(45, 75)), 44, float(random.uniform(0, 90))
        )
        for n in range(2)
    ]
    return draw(lying, (160, 120), seed=seed)


def picture_or_line(path: Path) -> Image | None:
    """Return the picture in a file, None where one line says why not."""
    try:
        return load_picture(path)
    except PictureError as error:
        said = str(error)
    assert said.isprintable()
    return None


def answer_or_line(path: Path) -> Reading | None:
    """Return what is read, None where one line says why not."""
    image = picture_or_line(path)
    return None if image is None else READER.read(image)


def files_of(image: np.ndarray) -> list[bytes]:
    seen = np.ascontiguousarray(image[..., ::-1])
    progressive = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 90]
    written = [cv2.imencode(kind, image)[1].tobytes() for kind in (".jpg", ".png", ".webp", ".bmp", ".avif")]
    return [
        *written,
        cv2.imencode(".jpg", image, progressive)[1].tobytes(),
        png(wide(seen), RGB, [(b"eXIf", exif(6))]),
        png(np.dstack([seen, np.full(seen.shape[:2], 200, np.uint8)]), RGBA),
    ]


def soak(path: Path, tries: int, seed: int, read_each: int) -> Counter[str]:
    """Load broken files and read one of so many; count what was loaded, refused, read, and read where nothing is."""
    random = np.random.default_rng(seed)
    counted = Counter[str]()
    bare, played = files_of(grounds(seed)), files_of(dice(seed))
    for n in range(tries):
        source = bare if n % 2 else played
        which, other = (int(v) for v in random.integers(0, len(source), 2))
        path.write_bytes(break_file(source[which], source[other], random))
        image = picture_or_line(path)
        if image is None:
            counted["refused"] += 1
            continue
        check_image(image)
        counted["loaded"] += 1
        if n % read_each < 2:  # one that shows dice and one that does not
            counted["read"] += 1
            counted["made up"] += bool(READER.read(image).values and n % 2)
    return counted


def test_broken_files_are_an_answer_or_one_line(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    counted = soak(file, 300, seed=1, read_each=20)
    assert min(counted["loaded"], counted["refused"]) > 40
    # What is left of a file may show anything, spots in squares too: hardly ever, and never what is not there.
    assert counted["made up"] <= counted["read"] / 25
    assert capfd.readouterr().err == ""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_broken_files_are_an_answer_or_a_line(file: Path, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    counted = soak(file, 1000, seed, read_each=10)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert capfd.readouterr().err == ""
    with capfd.disabled():
        print(f"seed {seed}: {dict(counted)}, {grown} MB more, process {os.getpid()}", flush=True)
    assert counted["made up"] <= counted["read"] / 25
    assert grown < 400
