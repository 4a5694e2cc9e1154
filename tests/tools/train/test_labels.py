"""Top faces of labelled photographs, against the labels and against arithmetic."""

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.support.labelled import add_photograph
from tools.train.labels import FOLDERS, LabelledFace, face_in, faces_of, labelled_files, load_pictures, measured_faces
from tools.train.labels import SHAPES as CONVERSIONS
from tools.train.wrong_labels import (
    WrongLabel,
    correct_boxes,
    correct_evaluation,
    correct_label,
    load_wrong_labels,
    main,
)
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.labels import Label, load_labels
from vision.reading import Box, Die, Reading


def test_a_face_lies_in_its_box() -> None:
    face = face_in((10, 20, 50, 60), 4, CONVERSIONS["aws"])
    assert (face.x, face.y, face.side) == pytest.approx((30, 37.6, 27.6))
    assert face.value == 4


def test_the_side_of_a_face_of_few_pips_comes_from_the_others() -> None:
    label = Label("matteo/1.jpg", "scene", (1, 4), (((0, 0, 8, 8), 1), ((50, 50, 80, 80), 4)), pips_only=True)
    one, four = faces_of(label, label.boxes or ())
    assert one.side == four.side == pytest.approx(37.5)
    assert (one.x, one.y) == (4, 4)


def test_crops_and_folders_that_are_not_asked_for_are_left_out(tmp_path: Path) -> None:
    for folder in ("nell", "aws"):
        add_photograph(tmp_path, f"{folder}/1.jpg", [2], [[10, 10, 40, 40, 2]])
    add_photograph(tmp_path, "cup/1.jpg", [3], kind="crop")
    add_photograph(tmp_path, "damian/1.jpg", [3])
    nothing = tmp_path / "none.jsonl"
    found = load_pictures(tmp_path, ("nell", "cup", "damian"), measured=nothing, wrong=())
    assert [picture.file for picture in found] == ["nell/1.jpg"]
    assert found[0].faces[0].value == 2


def test_measured_faces_win_and_wrong_labels_are_mended(tmp_path: Path) -> None:
    boxes = [[10, 10, 40, 40, 2], [60, 10, 90, 40, 3], [110, 10, 140, 40, 3]]
    for number in (1, 2):
        add_photograph(tmp_path, f"nell/{number}.jpg", [2, 3, 3], boxes)
    measured = tmp_path / "faces.jsonl"
    measured.write_text(json.dumps({"file": "nell/1.jpg", "faces": [[25, 24, 20, 6]]}))
    wrong = [WrongLabel("nell/2.jpg", (60, 10, 90, 40), 3, 5), WrongLabel("nell/2.jpg", (110, 10, 140, 40), 3, None)]
    first, second = load_pictures(tmp_path, measured=measured, wrong=wrong)
    assert first.faces == (LabelledFace(25, 24, 20, 6),)
    assert [face.value for face in second.faces] == [2, 5]
    assert second.ignore == ((110, 10, 140, 40),)


def test_the_border_of_a_folder_whose_cut_dice_are_unlabelled_is_unknown(tmp_path: Path) -> None:
    add_photograph(tmp_path, "aws/1.jpg", [2], [[80, 30, 120, 70, 2]], np.full((100, 200, 3), 90, np.uint8))
    (picture,) = load_pictures(tmp_path, measured=tmp_path / "none.jsonl", wrong=())
    unknown = np.zeros((100, 200), bool)
    for x0, y0, x1, y1 in picture.ignore:
        unknown[max(0, round(y0)) : round(y1), max(0, round(x0)) : round(x1)] = True
    assert unknown[:28].all()
    assert unknown[72:].all()
    assert unknown[:, :28].all()
    assert unknown[:, 172:].all()
    assert not unknown[29:71, 29:171].any()


def test_every_photograph_is_measured_and_its_faces_agree_with_its_mended_label(photos: Path) -> None:
    known, wrong = measured_faces(), load_wrong_labels()
    for label in load_labels(photos):
        if label.kind != "scene":
            continue
        boxes, _ = correct_boxes(label.file, label.boxes or (), wrong)
        values = label.values if label.boxes is None else [value for _, value in boxes]
        assert Counter(face.value for face in known[label.file]) == Counter(values), label.file
        for face, ((x0, y0, x1, y1), _) in zip(known[label.file] if boxes else (), boxes, strict=True):
            size = math.sqrt((x1 - x0) * (y1 - y0))
            assert abs(face.x - (x0 + x1) / 2) < 0.45 * (x1 - x0) + 3, label.file
            assert abs(face.y - (y0 + y1) / 2) < 0.45 * (y1 - y0) + 3, label.file
            assert label.pips_only or 0.5 < face.side / size < 1, label.file


def test_nothing_is_trained_on_the_folder_without_a_licence() -> None:
    assert "cup" not in FOLDERS


@pytest.mark.check
def test_every_folder_of_the_photographs_is_loaded(photos: Path) -> None:
    assert {picture.folder for picture in load_pictures(photos)} == set(FOLDERS)


BOXED: Box = (10, 10, 40, 40)
ELSEWHERE: Box = (50, 10, 80, 40)
BESIDE: Box = (85, 10, 99, 40)


@pytest.mark.parametrize(
    ("error", "boxes", "void"),
    [
        (WrongLabel("a.jpg", BOXED, 2, 3), ((BOXED, 3), (ELSEWHERE, 4)), ()),
        (WrongLabel("b.jpg", ELSEWHERE, 4, 5), ((BOXED, 2), (ELSEWHERE, 4)), ()),
        (WrongLabel("a.jpg", BOXED, 2, None), ((ELSEWHERE, 4),), (BOXED,)),
        (WrongLabel("a.jpg", BESIDE, None, 6), ((BOXED, 2), (ELSEWHERE, 4), (BESIDE, 6)), ()),
        (WrongLabel("a.jpg", BOXED, 3, 2), ((BOXED, 2), (ELSEWHERE, 4)), ()),
    ],
    ids=["value", "other picture", "no die", "die without a box", "mended upstream"],
)
def test_boxes_are_put_right(error: WrongLabel, boxes: tuple[object, ...], void: tuple[Box, ...]) -> None:
    assert correct_boxes("a.jpg", [(BOXED, 2), (ELSEWHERE, 4)], [error]) == (boxes, void)


def test_readings_are_scored_against_corrected_labels() -> None:
    label = Label("a.jpg", "scene", (2, 4), ((BOXED, 2), (ELSEWHERE, 4)), pips_only=True)
    dice = Die(3, 0.99, BOXED, 0.0), Die(5, 0.99, ELSEWHERE, 0.0)
    read = Evaluation((PictureResult(label, Reading(dice), (100, 50)),))
    errors = [WrongLabel("a.jpg", BOXED, 2, 3), WrongLabel("a.jpg", ELSEWHERE, 4, None)]
    corrected = correct_evaluation(read, errors)
    assert (read.total.wrong, corrected.total.wrong, corrected.total.right) == (1, 0, 1)
    assert correct_label(label, [WrongLabel("b.jpg", BOXED, 2, 3)]) == label


def test_each_entry_of_the_list_says_something_else_than_the_label() -> None:
    entries = load_wrong_labels()
    assert max(Counter((entry.file, entry.box) for entry in entries).values()) == 1
    for entry in entries:
        assert entry.labelled != entry.there
        assert {entry.labelled, entry.there} <= {None, 1, 2, 3, 4, 5, 6}
        assert entry.box[0] < entry.box[2]
        assert entry.box[1] < entry.box[3]


def test_the_list_fits_the_photographs(photos: Path) -> None:
    boxes = {label.file: label.boxes or () for label, _ in labelled_files(photos)}
    for entry in load_wrong_labels():
        if entry.labelled is not None:
            assert (entry.box, entry.labelled) in boxes[entry.file]
            continue
        x, y = (entry.box[0] + entry.box[2]) / 2, (entry.box[1] + entry.box[3]) / 2
        assert not any(b[0] < x < b[2] and b[1] < y < b[3] for b, _ in boxes[entry.file])


@pytest.mark.parametrize(
    ("named", "said"), [(False, "required: DIR"), (True, "give a folder that holds a labels.jsonl")]
)
def test_a_card_without_photographs_is_refused(
    named: bool, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "none")] if named else [])
    assert said in f"{ended.value}{capsys.readouterr().err}"


def test_about_one_label_in_two_hundred_of_nell_is_wrong(photos: Path) -> None:
    dice = sum(len(label.boxes or ()) for label in load_labels(photos) if label.folder == "nell")
    wrong = sum(entry.file.startswith("nell/") for entry in load_wrong_labels())
    assert 1 / 400 < wrong / dice < 1 / 100
