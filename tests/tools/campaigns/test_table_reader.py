"""Campaigns at small numbers: the simulated table at three noises, odd things, and live looks at drawn dice."""

import numpy as np
import pytest

from hardware.dimensions import BOXES
from hardware.sim.scene import SceneFault
from tests.support.vision.odd_scenes import COLOURS
from tools.campaigns.__main__ import main
from tools.campaigns.own_dice import CUT, FLAT, LEANS, LaidDie, LooksTally, describe_looks, find_outcome, judge
from tools.campaigns.table_reader import LIGHTS, ODD, SCENES, CampaignTable, CampaignTally, figures, tables
from vision.reading import Die


@pytest.mark.check
@pytest.mark.parametrize(
    ("kind", "seed", "throws", "paint", "most"),
    [
        *(("normal", seed, 10, "ivory", 1) for seed in (9000, 9001)),
        *(("rough", seed, 8, "ivory", 10) for seed in (9000, 9001)),
        *(("normal", 9400, 3, paint, 2) for paint in ("red", "green", "blue")),
        *((kind, 9701, 3, "ivory", most) for kind, most in (("glare", 12), ("dead-half", 6), ("glare-dead-half", 14))),
        *(("leaning", 9200, 2, paint, 12) for paint in COLOURS),
    ],
)
def test_no_die_is_read_wrong_and_few_are_doubted(kind: str, seed: int, throws: int, paint: str, most: int) -> None:
    tally = CampaignTable(kind, seed, throws, paint=paint).read()
    assert tally.seen == 6 * throws
    assert not tally.wrong
    assert tally.doubts.total() <= most
    assert kind != "normal" or paint != "ivory" or "missing" not in tally.doubts
    assert kind != "leaning" or tally.doubts.total() == tally.unsaid.total() == tally.seen


@pytest.mark.check
@pytest.mark.parametrize(("kind", "most"), [("normal", 1), ("rough", 24), ("leaning", 48)])
def test_no_die_in_a_box_is_read_wrong(kind: str, most: int) -> None:
    (table,) = tables(kind, 48, 9000, machine=BOXES)
    tally = table.read()
    assert (tally.seen, tally.wrong) == (48, ())
    assert tally.doubts.total() <= most


@pytest.mark.soak
def test_of_thousands_of_dice_in_boxes_none_is_read_wrong() -> None:
    total = CampaignTally()
    for table in tables("normal", 8000, 700_000, machine=BOXES):
        total += table.read()
    assert not total.wrong
    assert total.doubts.total() < 0.005 * total.seen


@pytest.mark.check
@pytest.mark.parametrize(("kind", "what"), [(kind, what) for kind, shown in SCENES.items() for what in shown])
def test_scenes_of_each_kind_leave_nothing_unsaid(kind: str, what: SceneFault | str | tuple[str, str]) -> None:
    seed, scenes = {"odd": (9100, 3), "tray": (9500, 2), "covered": (9600, 1)}[kind]
    tally = CampaignTable(kind, seed, scenes, LIGHTS["both" if kind == "odd" else "halves"], what=what).read()
    assert tally.seen == scenes
    assert not tally.wrong
    assert what != "flat" or not tally.doubts


def test_as_many_are_seen_as_asked_for_however_many_tables_it_takes() -> None:
    assert [table.throws for table in tables("normal", 6 * 40, 5)] == [15, 15, 10]
    assert [table.seed for table in tables("rough", 6 * 17 - 3, 5)] == [5, 6, 7]
    odd = list(tables("odd", 41, 5))
    assert [table.throws for table in odd] == [8, 8, 8, 8, 8, 1]
    assert [table.seed for table in odd] == [5, 5, 5, 5, 6, 6]
    assert {table.what for table in odd} == set(ODD)


def test_the_command_prints_what_was_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(CampaignTable, "read", lambda table: CampaignTally(table.throws, (f"WRONG {table.seed}",)))
    main(["table_reader", "normal", "--count", "120", "--seed", "9300"])
    wrong = ("WRONG 9300", "WRONG 9301")
    assert capsys.readouterr().out.splitlines() == [*wrong, *figures("normal", CampaignTally(20, wrong))]
    with pytest.raises(SystemExit):
        main(["table_reader", "normal", "--count", "0"])


READ = {value: Die(value, 0.99, (0.0, 0.0, 9.0, 9.0), 0.0) for value in range(1, 7)}
DOUBTED = Die(None, 0.3, (0.0, 0.0, 9.0, 9.0), 0.0, doubt="leans")


@pytest.mark.parametrize(
    ("kind", "said", "outcome"),
    [
        (FLAT, [READ[4]], "right"),
        (FLAT, [READ[4], READ[2]], "wrong"),
        (FLAT, [DOUBTED], "in doubt"),
        (FLAT, [], "unsaid"),
        (CUT, [READ[4]], "right"),
        (CUT, [READ[3]], "wrong"),
        (LEANS, [DOUBTED], "right"),
        (LEANS, [READ[4]], "wrong"),
        (LEANS, [], "unsaid"),
    ],
)
def test_what_is_said_of_a_die_has_one_outcome(kind: str, said: list[Die], outcome: str) -> None:
    assert find_outcome(LaidDie(4, kind, np.zeros(4), np.zeros(2)), said) == outcome


@pytest.mark.check
def test_looks_of_a_seed_are_counted_by_angle() -> None:
    total = LooksTally()
    for number in range(6):
        total.add(judge(7, number))
    assert total.looks.total() >= 6
    assert not any(" wrong " in line for line in total.lines)
    assert all(line.startswith(("20", "30", "40", "50", "  ")) for line in describe_looks(total))
