"""Tables and what goes together; a throw on the simulated one: through wire, lens and reader, with every fault."""

from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.boxes import BoxController
from hardware.camera import Camera, Frame
from hardware.closing import Closing
from hardware.crank import CrankController, crank_of
from hardware.dimensions import BOXES
from hardware.errors import Failure, FaultError
from robot.app import SHAKES_A_SITTING, open_table
from robot.config import Config
from robot.errors import UnsettledError, UsageError, VoidThrowError
from robot.language import Language
from robot.table import table as machine_table
from robot.table.choice import AS_USUAL, TableChoice
from robot.table.hands import HandsTable
from robot.table.look import Look
from robot.table.table import REPEATS, MachineTable
from tests.support.hardware.failures import raises
from tests.support.robot.selftested import do_selftest
from tests.support.robot.stubs import Watching, look, machine_of
from vision.reading import Reading, SceneNote

SIX = (1, 2, 3, 4, 5, 6)


@contextmanager
def table_of(seed: int = 3, faults: str = "", sitting: int = 0, machine: str = "crank") -> Iterator[MachineTable]:
    choice = TableChoice(seed=seed, speed=None, faults=faults, sitting=sitting, machine=machine).resolve(Config())
    table = open_table(choice)
    assert isinstance(table, MachineTable)
    try:
        yield table
    finally:
        table.close()


def throws(count: int, seed: int = 3, faults: str = "", sitting: int = 0) -> list[tuple[int, ...]]:
    with table_of(seed, faults, sitting) as table:
        return [table.throw(SIX, {}, Watching()) for _ in range(count)]


@pytest.fixture(scope="module")
def first_throws() -> list[tuple[int, ...]]:
    """Return the first throws of a table on which nothing is wrong."""
    return throws(2)


class StutteringCamera(Closing):
    """A camera that hands out each of its pictures `times` times, each time with a later time."""

    def __init__(self, camera: Camera, times: int) -> None:
        self._camera, self._times = camera, times
        self._left, self._shown = 0, camera.frame()

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:
        frame = self._camera.frame(after, timeout)
        if not self._left:
            self._left, self._shown = self._times, frame
        self._left -= 1
        return Frame(self._shown.image, frame.time)

    def close(self) -> None:
        self._camera.close()


@pytest.mark.parametrize("name", ["simm", "tty", "entered", "ttyACM0"])
def test_a_word_that_is_no_table_is_refused_wherever_it_stands(name: str) -> None:
    for choice, config in ((TableChoice(name), Config()), (TableChoice(), Config(table=name))):
        with pytest.raises(UsageError, match=f"there is no table '{name}': give sim, twin, hands, or"):
            choice.resolve(config)
    assert TableChoice(f"./{name}").resolve(Config()).table == f"./{name}"


def test_a_simulated_table_is_quicker_than_a_real_one_unless_a_speed_is_asked_for(tmp_path: Path) -> None:
    for named, speed in (("sim", 3.0), ("sim:boxes,drop=0.5", 3.0), ("twin", 1.0), ("hands", 1.0), ("/dev/null", 1.0)):
        found = TableChoice.read(named, None, None, AS_USUAL).resolve(Config())
        assert (found.speed, found.machine) == (speed, "boxes" if "boxes" in named else "crank")
        assert found.faults == ("drop=0.5" if "drop" in named else "")
    assert TableChoice.read("sim", None, None, 1.0).resolve(Config()).speed == 1.0
    assert TableChoice.read(None, str(tmp_path), None, AS_USUAL).resolve(Config()).speed == 1.0


def test_a_star_that_the_shell_has_left_is_a_board_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.ports.usb_ports", list)
    monkeypatch.setattr("hardware.ports._processes", lambda: iter(()))
    choice = TableChoice("/dev/serial/by-id/*", "/dev/video9", machine="crank")
    with pytest.raises(UsageError, match=r"no port /dev/serial/by-id/\*; plug the board in"):
        choice.resolve(Config())
    assert choice.resolve_unseen(Config()) == choice, "the doctor tries the camera all the same"


def test_without_a_camera_nothing_is_opened() -> None:
    choice = TableChoice("hands").resolve(Config(camera="1"))
    assert (choice.table, choice.camera, choice.seed) == ("hands", None, None)
    assert choice.kept == {"table": "hands"} == TableChoice("hands", "rtsp://me:secret@camera").kept
    assert TableChoice("hands", "0").kept == {"table": "hands", "camera": "0"}
    table = open_table(choice)
    assert isinstance(table, HandsTable)
    assert table.camera is None
    table.close()


def test_a_phone_is_a_camera_of_this_table_alone() -> None:
    table = open_table(TableChoice("hands", "phone").resolve(Config()))
    assert isinstance(table, HandsTable)
    assert table.pushed is table.camera is not None
    table.close()
    with pytest.raises(UsageError, match="add --table hands"):
        TableChoice("sim", "phone").resolve(Config())


@pytest.mark.parametrize(
    "given", [TableChoice("hands", seed=3), TableChoice("hands", faults="glare"), TableChoice("hands", speed=2.0)]
)
def test_what_is_for_made_up_tables_is_refused(given: TableChoice) -> None:
    with pytest.raises(UsageError, match="leave them out"):
        given.resolve(Config())


@pytest.mark.check
def test_boxes_are_thrown_and_what_does_not_knock_or_has_no_lid_is_said() -> None:
    with table_of(4, "coil-dead=3,lid-off=2", machine="boxes") as table:
        watching = Watching(says=5)
        first = table.throw(SIX, {}, watching)
        assert watching.announcements == [
            "The die in well 2 lies in a box without a lid: lay the lid on its box and tape it down."
        ]
        second = table.throw(SIX, {}, watching)
        again = "The die in well 3 lies exactly as before the throw: thrown again."
        assert watching.announcements[1:] == [again] * machine_table.RESHAKES
        assert watching.questions == [2]
        assert second[2] == 5, "people say what it shows once they have thrown it"
        third = table.throw(SIX, dict(zip((1, 2), second, strict=False)), watching)
    assert third[:2] == second[:2]
    assert first[3:] != second[3:]


def test_another_seed_throws_other_dice(first_throws: list[tuple[int, ...]]) -> None:
    assert throws(1, seed=4) != first_throws[:1]


def test_a_later_sitting_throws_dice_that_nobody_has_seen(first_throws: list[tuple[int, ...]]) -> None:
    assert throws(1, sitting=1) != first_throws[:1]
    assert SHAKES_A_SITTING > 100_000


def test_the_same_seed_throws_the_same_dice_whatever_the_wire_does(first_throws: list[tuple[int, ...]]) -> None:
    assert throws(2, faults="drop=0.05,corrupt=0.05,duplicate=0.05,late=0.05") == first_throws


def test_a_look_holds_a_picture_under_each_half_of_the_light() -> None:
    with table_of() as table:
        watching = Watching()
        values = table.throw((2,), {}, watching)
    (look,) = watching.looks
    assert set(look.exposures) == {"left", "right"}
    assert look.values == values
    assert not (look.exposures["left"] == look.exposures["right"]).all()


def test_kept_dice_keep_their_faces_and_a_throw_takes_three_seconds_and_four_with_homing_or_kept_dice() -> None:
    took, thrown = list[float](), list[tuple[int, ...]]()
    with table_of() as table:
        keep: dict[int, int] = {}
        for number in range(3):
            began = table.clock.now()
            thrown.append(table.throw(SIX, keep, Watching()))
            took.append(table.clock.now() - began)
            keep = {well: thrown[-1][well - 1] for well in (1, 4, 6)} if number == 1 else {}
    before, after = thrown[1:]
    assert (after[0], after[3], after[5]) == (before[0], before[3], before[5])
    assert (after[1], after[2], after[4]) != (before[1], before[2], before[4])
    assert took[0] < 4.0
    assert took[1] < 3.0
    assert took[2] < 4.0


@pytest.mark.check
def test_one_box_throws_a_die_alone_and_a_game_of_more_dice_is_refused(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text("boxes = 1\n")
    choice = TableChoice("sim", None, 2, None, machine=BOXES).resolve(Config())
    with closing(open_table(choice)) as table:
        assert {len(table.throw((2,), {}, Watching())) for _ in range(3)} == {1}
        with pytest.raises(UnsettledError, match=r"throws 2 dice, but boxes = 1 in config.toml"):
            table.throw((1, 2), {}, Watching())
    results = do_selftest(machine=BOXES)
    assert [(result.step, result.state) for result in results] == [(name, "ok") for name in BoxController.STEPS]


def test_a_kept_die_that_changed_before_the_throw_is_announced_and_thrown_alone_until_it_is_right() -> None:
    with table_of(5) as table:
        first = table.throw(SIX, {}, Watching())
        keep = {2: first[1] % 6 + 1, 5: first[4]}
        watching = Watching()
        values = table.throw(SIX, keep, watching)
    assert (values[1], values[4]) == (keep[2], keep[5])
    assert watching.announcements[0] == f"The die in well 2 shows {first[1]} and must show {keep[2]}."
    assert not any("well 5" in text for text in watching.announcements)
    before_the_throw = next(number for number, look in enumerate(watching.looks) if look.values == (keep[2], keep[5]))
    assert before_the_throw > 1, "with this seed the first throw of the die alone is not enough"
    assert all(look.wells == (2, 5) for look in watching.looks[: before_the_throw + 1])
    assert all(look.wells == SIX for look in watching.looks[before_the_throw + 1 :])
    assert watching.targets[0] == f"well 2 show {keep[2]}"


def test_people_set_a_kept_die_right_by_hand() -> None:
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed=5)
        first = machine.throw(SIX, {}, Watching())
        target = first[2] % 6 + 1

        def lay() -> bool:
            table.clamp({1, 2, 4, 5, 6})
            while table.truth()[2] != target:
                table.shake()
                machine.clock.sleep(3.0)
            table.clamp(())
            return True

        watching = Watching(mends=lay)
        shakes = table.shakes
        values = machine.throw(SIX, {3: target, 4: first[3]}, watching)
        assert len(watching.targets) == 1
        assert table.shakes > shakes + 1
        assert (values[2], values[3]) == (target, first[3])
        assert values == table.truth()


def test_a_die_that_slips_under_its_lever_is_set_right_and_others_count(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed=9)
        first = machine.throw(SIX, {}, Watching())
        clamp = CrankController.clamp
        monkeypatch.setattr(CrankController, "clamp", lambda self, wells: clamp(self, set(wells) - {1}))
        watching = Watching()
        values = machine.throw(SIX, {1: first[0], 2: first[1]}, watching)
        thrown = next(look for look in watching.looks if look.wells == SIX)
        assert thrown.values[0] != first[0], "with this seed the loose die changes"
        assert "must show" in watching.announcements[0]
        assert values == (*first[:2], *thrown.values[2:])
        assert values == table.truth()


def test_levers_that_an_interrupted_throw_left_down_are_lifted_before_kept_dice_are_looked_at() -> None:
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed=5)
        first = machine.throw(SIX, {}, Watching())
        crank_of(machine.controller).clamp({1, 2})
        watching = Watching()
        values = machine.throw(SIX, {1: first[0], 2: first[1]}, watching)
        assert watching.looks[0].wells == (1, 2)
        assert watching.looks[0].values == first[:2] == values[:2]
        assert not watching.announcements
        assert table.truth() == values


def test_a_player_who_has_thought_for_minutes_throws_on_as_if_the_board_had_not_rested() -> None:
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed=5)
        first = machine.throw(SIX, {}, Watching())
        machine.clock.sleep(300.0)
        assert machine.controller.stat().at_rest
        watching, began = Watching(), machine.clock.now()
        values = machine.throw(SIX, {2: first[1], 5: first[4]}, watching)
        assert machine.clock.now() - began < 5.0
        assert not watching.announcements
        assert (values[1], values[4]) == (first[1], first[4])
        assert values == table.truth()


@pytest.mark.check
def test_a_cocked_die_is_announced_and_thrown_again_and_never_guessed() -> None:
    with table_of(faults="cocked=0.4") as table:
        for _ in range(8):
            watching = Watching(says=6)
            values = table.throw((2,), {}, watching)
            if watching.questions:
                assert watching.looks[-1].values == (None,)
                assert values == (6,)
            else:
                assert watching.looks[-1].values == values
            assert ("thrown again" in "".join(watching.announcements)) == (len(watching.looks) > 1)


def test_several_cocked_dice_are_announced_together_thrown_again_and_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_table, "RESHAKES", 1)  # looks at cocked dice take longest
    watching = Watching(says=6)
    with table_of(faults="cocked=1") as table:
        assert table.throw((2, 3), {}, watching) == (6, 6)
    assert watching.questions == [0, 1]
    assert {look.values for look in watching.looks} == {(None, None)}
    assert sum("thrown again" in said for said in watching.announcements) == 1
    assert watching.announcements[0] == "The die in well 2 is cocked and the die in well 3 is cocked: thrown again."


def test_kept_dice_stay_while_a_cocked_one_beside_them_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cocked, held = look(None, 4), list[set[int]]()

    def clamp(controller: CrankController, wells: Collection[int]) -> None:
        held.append(set(wells))
        lower(controller, wells)

    lower = CrankController.clamp
    monkeypatch.setattr(CrankController, "clamp", clamp)
    monkeypatch.setattr(
        MachineTable,
        "look",
        lambda _, wells: replace(cocked, dice=tuple(cocked.dice[well - 1] for well in wells), wells=tuple(wells)),
    )
    with table_of() as table:
        assert table.throw((1, 2), {2: 4}, Watching(says=6)) == (6, 4)
    others = set(SIX) - {1}
    assert [wells for wells in held if wells] == [{2}, {2}, others, others], "held while the crank comes home too"


@pytest.mark.parametrize("fault", ["dark", "hand"])
def test_what_cannot_be_read_is_asked(fault: str) -> None:
    with table_of(faults=fault) as table:
        watching = Watching(says=5)
        assert table.throw((2,), {}, watching) == (5,)
        assert watching.questions == [0]
        assert all(look.values == (None,) for look in watching.looks)
        assert not any("thrown again" in said for said in watching.announcements)


@pytest.mark.parametrize(
    ("faults", "wells", "keep", "words"),
    [
        ("foreign", SIX, {1: 4}, "well 1 show 4"),
        ("dark", (2,), {}, "the throw will be made again"),
        ("empty", (2,), {}, "is not there"),
    ],
)
def test_what_nobody_can_say_or_mend_ends_the_throw_in_words(
    faults: str, wells: tuple[int, ...], keep: dict[int, int], words: str
) -> None:
    with table_of(faults=faults) as table, pytest.raises(UnsettledError, match=words):
        table.throw(wells, keep, Watching())


def test_an_unplugged_camera_is_noticed() -> None:
    with table_of(faults="unplugged") as table, raises(Failure.CAMERA_LOST):
        table.throw((2,), {}, Watching())


def test_a_frozen_camera_is_noticed_within_three_tenths_of_a_second() -> None:
    with table_of(faults="frozen") as table:
        with raises(Failure.CAMERA_FROZEN):
            table.throw((2,), {}, Watching())
        began = table.clock.now()
        with raises(Failure.CAMERA_FROZEN):
            table.look((2,))
        assert table.clock.now() - began < 0.3


def test_a_camera_that_repeats_pictures_for_a_moment_is_not_frozen(first_throws: list[tuple[int, ...]]) -> None:
    with table_of() as table:
        table.camera = StutteringCamera(table.camera, REPEATS)
        assert table.throw(SIX, {}, Watching()) == first_throws[0]


def test_a_camera_that_repeats_pictures_for_longer_is_frozen() -> None:
    with table_of() as table:
        table.camera = StutteringCamera(table.camera, REPEATS + 1)
        with raises(Failure.CAMERA_FROZEN):
            table.look(SIX)


def test_a_late_camera_shows_the_dice_of_this_throw(first_throws: list[tuple[int, ...]]) -> None:
    assert throws(1, faults="late-frame") == first_throws[:1]


@pytest.mark.parametrize("fault", ["reset=0.008", "jam=0.5"])
def test_a_reset_or_a_jam_makes_the_throw_void_and_the_next_one_counts(fault: str) -> None:
    reasons, counts = set(), False
    with table_of(faults=fault) as table:
        for _ in range(8):
            watching = Watching()
            try:
                values = table.throw((2,), {}, watching)
            except VoidThrowError as error:
                reasons.add(Language("de").say(error.saying))
            else:
                assert watching.looks[-1].values == values
                if counts := bool(reasons):
                    break
    assert counts
    if fault.startswith("jam"):
        assert reasons == {"der Tisch hat mit Störung 7 angehalten: die Kurbel klemmt"}


def test_a_fault_that_people_must_mend_ends_the_throw() -> None:
    with table_of() as table:
        table.controller.stop()
        with pytest.raises(FaultError, match="STOPPED"):
            table.throw((2,), {}, Watching())


def test_closing_twice_is_harmless() -> None:
    with table_of() as table:
        table.close()


def test_a_missing_die_is_explained_by_its_own_well() -> None:
    scene = (SceneNote("foreign", 5), SceneNote("dark"))
    assert Look({}, Reading((), scene), (None, None), (2, 5)).doubts == ("dark", "foreign")
    assert Look({}, Reading((), scene[:1]), (None,), (2,)).doubts == ("empty-well",)
