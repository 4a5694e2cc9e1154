"""What is told of a game by sentences alone."""

from collections.abc import Sequence
from dataclasses import replace

from robot.games.actions import Mark
from robot.games.dialog import mark_thing
from robot.games.game import Move, Position, Tally
from robot.games.named_moves import HOLD, ROLL
from robot.games.registry import make_game
from robot.language import Language
from robot.match.events import Asked, Begun, Confirming, Event, Looked, Tallied, Thrown
from robot.match.narration import Narration, Weight
from robot.match.questions import DICE_LIE, ChooseMove, Question
from tests.support.robot.stubs import look
from vision.reading import Die, Reading

ENGLISH = Language()


def tell(narration: Narration, *events: Event) -> list[str]:
    """Return what is told of events."""
    return [ENGLISH.say(told.saying) for event in events for told in narration.tell(event)]


def begun(game: str, position: Position, throws: int) -> Begun:
    made = make_game(game, {})
    return Begun(made.name, made.title, made.rules, ("Ann", "Ben"), (True, True), position, throws, 1)


def after(game: str, moves: Sequence[tuple[Move, tuple[int, ...]]]) -> Position:
    position: Position = make_game(game, {}).begin(2)
    for move, values in moves:
        position = position.after(move, values)
    return position


def test_a_game_that_goes_on_tells_how_it_stands() -> None:
    pig = after("pig", [(ROLL, (6,)), (HOLD, ()), (ROLL, (4,))])
    assert tell(Narration(), begun("pig", pig, 2))[1:] == ["The score is 6 : 0, and the turn total is 4."]
    yahtzee = after("yahtzee", [(Move({"keep": []}, {}), (1, 2, 3, 4, 6)), (Move({"score": "chance"}), ())])
    assert tell(Narration(), begun("yahtzee", yahtzee, 1))[1:] == ["The score is 16 : 0."]


def test_a_look_at_kept_dice_alone_is_no_reading() -> None:
    narration = Narration()
    assert tell(narration, Thrown(0, 2, (1, 2)), Looked(2, 1, look(3, 3))) == []
    assert tell(narration, Looked(2, 2, look(3, 3, 5, 1, 6))) == ["The camera reads 3 3 5 1 6."]
    people_s_own = replace(look(4), wells=())
    assert tell(narration, Thrown(0, 1, ()), Looked(1, 1, people_s_own)) == ["The camera reads 4."]
    assert tell(narration, Looked(2, 3, look(3, None)))[0].startswith("The camera cannot read a value")


def test_dice_without_wells_that_have_no_value_are_told_by_their_places() -> None:
    boxes = (4.0, 4.0, 10.0, 10.0), (28.0, 4.0, 34.0, 10.0), (15.0, 15.0, 21.0, 21.0)
    dice = (
        Die(None, 0.4, boxes[0], 0.0, doubt="leans"),
        Die(None, 0.4, boxes[1], 0.0, doubt="blur"),
        Die(5, 0.99, boxes[2], 0.0),
    )
    seen = replace(look(), reading=Reading(dice), dice=dice)
    assert tell(Narration(), Looked(1, 1, seen)) == [
        "The die near the top left leans: lay it flat; the die near the top right is blurred."
    ]


def test_dice_that_were_not_read_are_unknown_and_no_silence() -> None:
    (told,) = Narration().tell(Confirming(0, 1, (3, None, 5), 1))
    assert ENGLISH.say(told.saying) == "read 3, unknown and 5; die 2 is selected."
    assert told.weight is Weight.READING


def test_a_question_without_an_announcement_names_its_button() -> None:
    assert tell(Narration(), Asked(Question(1, DICE_LIE))) == ["HOLD (h) says that the dice lie there."]


def test_the_number_of_dice_in_hog_and_the_early_box_of_hooligan_are_told() -> None:
    hog = make_game("hog", {}).begin(2)
    narration = Narration()
    said = tell(narration, begun("hog", hog, 0), Asked(Question(1, ChooseMove(hog), ("Anna",))))
    choices = "Ann: ROLL (r) throws 1 die. 1 to 6 choose how many dice. HOLD (h) adds 6 dice."
    assert said[1] == choices
    made = make_game("hooligan", {"commit": True})
    position = made.begin(2).after(Move({"keep": []}, {}), (1, 2, 3, 4, 6))
    narration = Narration()
    tell(narration, begun("hooligan", position, 0), Asked(Question(1, ChooseMove(position), ("Anna",))))
    box = next(iter(position.boxes))
    (line,) = tell(narration, Tallied(0, mark_thing(position, Tally(), Mark("box", box)), position))
    assert "HOLD (h) chooses" in line
    assert "NEW" not in line, "no throw is left without a box"
