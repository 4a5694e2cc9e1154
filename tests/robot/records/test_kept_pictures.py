"""Pictures that people keep, with the reading."""

import json
from pathlib import Path

import pytest

from robot.errors import RecordingError
from robot.records.kept_pictures import KeptPictures
from tests.support.robot.stubs import look
from vision.pictures import load_picture


def test_a_kept_picture_has_its_reading(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    kept, one, other = KeptPictures(folder), look(3, None), look(5)
    assert not folder.exists()
    told = kept.keep(one)
    assert kept.keep(one) == told, "two taps keep one picture"
    first = json.loads(told.read_text())
    assert first["values"] == [3, None]
    assert first["reading"] == one.reading.to_json()
    names = [f"0001-{light}.png" for light in one.exposures]
    assert first["pictures"] == names
    for name, image in zip(names, one.exposures.values(), strict=True):
        assert (load_picture(folder / name) == image).all()
    kept.keep(other)
    assert json.loads(KeptPictures(folder).keep(other).read_text())["values"] == [5]
    assert sorted(path.name for path in folder.glob("*.json")) == ["0001.json", "0002.json", "0003.json"]


def test_a_look_that_was_not_kept_is_kept_by_the_next_tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, one = KeptPictures(tmp_path), look(3)

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path), len(data))

    with monkeypatch.context() as patch:
        patch.setattr("robot.records.kept_pictures.write_whole", full)
        with pytest.raises(RecordingError, match="No space left on device"):
            kept.keep(one)
    assert list(tmp_path.iterdir()) == []
    assert json.loads(kept.keep(one).read_text())["values"] == [3]


def test_a_folder_that_cannot_be_made_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file")
    with pytest.raises(RecordingError, match=r"cannot be kept in .*: free some space"):
        KeptPictures(tmp_path / "pictures").keep(look(5))
