"""Score sheets at the table: wells, announcements and rules; people play with the buttons and take back."""

import random
from typing import Any

import pytest

from hardware.errors import PanelLeftError
from hardware.panel import Button
from robot.games.game import Tally, Wish
from robot.games.reasons import OWN, tell_decision, tell_reason
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.games.views import box_saying, card_saying
from robot.language import Language, english, languages
from robot.match.events import Announced, Booked, Decided, Event, Read, Tallied, Undone, event_json
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.people import PeopleAtTheDesk
from robot.match.players import Person
from robot.match.standing import Standing
from robot.saying import Saying
from solver.action import Action
from solver.errors import DistributionError, OptionError, PositionError, RuleError
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from tests.support.repository import DOCS
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Listening, Pressing, choose, desk_of, drawing_robot, look
from tests.support.solver.acts import commit, keep, score

OWN_GAME = DOCS / "own-game.toml"


def position_of(faces: tuple[int, ...], kept: tuple[int, ...] = (), rolls_left: int = 1) -> SheetPosition:
    state = SheetState.start(find_sheet("yahtzee"))
    state = SheetState(state.cards, 0, tuple(sorted(faces)), rolls_left)
    return SheetPosition(state, faces, kept)


YAHTZEE = make_game("yahtzee", {})

FULL = dict.fromkeys(("ones", "twos", "threes", "fives", "sixes", "three-of-a-kind", "full-house"), 0)


def standing_of(*dice: int, rolls_left: int = 2, written: dict[str, int] | None = None) -> SheetPosition:
    position = YAHTZEE.position({"cards": [written or {}], "dice": list(dice), "rolls_left": rolls_left}, 0)
    assert isinstance(position, SheetPosition)
    return position


def play(journal: Journal, keys: str, players: tuple[str, ...], patience: float = 0.0) -> tuple[Match, list[Event]]:
    """Play a new game of Yahtzee until all keys are pressed; robots do anything that is legal."""
    game = journal.begin("yahtzee", {"rule": "forced"}, players, None)
    desk = desk_of(Pressing.of(keys))
    seats = [
        Person(spec.removeprefix("you:"), desk) if spec.startswith("you") else drawing_robot(spec, 1)
        for spec in players
    ]
    listening = Listening()
    desk.notify = listening.hear
    match = match_of(game, seats, [listening], desk, patience=patience)
    with pytest.raises(PanelLeftError):
        match.play(journal, DrawnTable(random.Random(4)))
    standing = Standing.of(YAHTZEE.begin(len(players)), journal.log(game))
    assert standing.position == match._position, "the journal tells what was played"
    return match, listening.events


def say(events: list[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Announced))


def test_a_tie_is_shared() -> None:
    sheet = find_sheet("hooligan")
    game = make_game("hooligan", {})
    written = dict.fromkeys(sheet.names, 0)
    standing = {"cards": [written | {"ones": 3}, written | {"ones": 3}, written | {"ones": 1}]}
    position = game.position(standing | {"dice": [], "rolls_left": 3}, 0)
    assert position.winners == (0, 1)
    names = ("Anna", "Ben", "robot")
    assert position.result(names) | {"cards": None} == {
        "winner": None,
        "seat": None,
        "winners": ["Anna", "Ben"],
        "scores": [3, 3, 1],
        "cards": None,
    }
    assert english().say(position.describe_end(names, 9)) == "Anna and Ben share the win 3 : 3 : 1 after 9 throws."


def test_dice_that_stayed_stay_where_they_are_alike_and_else_the_first_wells_are_taken() -> None:
    assert position_of((3, 4, 3, 3, 6)).with_wells(keep(3, 3)).wells == (1, 3)
    assert position_of((3, 4, 3, 3, 6), kept=(4, 5)).with_wells(keep(3, 3)).wells == (1, 4)
    assert position_of((3, 4, 3, 3, 6), kept=(3, 4)).with_wells(keep(3, 3, 6)).wells == (3, 4, 5)
    with pytest.raises(RuleError):
        position_of((3, 4, 3, 3, 6)).with_wells(keep(5))


def test_a_further_yahtzee_is_announced_with_what_it_pays() -> None:
    game = make_game("yahtzee", {})
    written = {"yahtzee": 50, "fours": 4}
    position = game.position({"cards": [written], "dice": [4, 4, 4, 4, 4], "rolls_left": 0}, 0)
    move = position.with_wells(score("full-house"))
    line = position.booking(move)
    assert (line["points"], line["extra"]) == (25, 100)
    assert english().say(position.describe_booking("Anna", move)) == (
        "Anna scores 25 in the full house and 100 for a further Yahtzee, and has 179."
    )
    assert position.after(move).to_json()["cards"][0]["bonuses"] == 1


def test_rules_that_a_game_has_not_are_refused() -> None:
    many = OWN_GAME.read_text(encoding="utf-8").replace("dice = 4", "dice = 4\nsides = 8")
    with pytest.raises(DistributionError, match="4d8"):
        make_game("quick-four", {"toml": many})
    with pytest.raises(OptionError, match="own file"):
        make_game("quick-four", {"toml": OWN_GAME.read_text(encoding="utf-8"), "rule": "free"})
    with pytest.raises(PositionError):
        make_game("yahtzee", {}).begin(9)


def test_titles_say_what_is_played() -> None:
    games: dict[str, tuple[str, dict[str, Any]]] = {
        "Yahtzee": ("yahtzee", {}),
        "Yahtzee by the free rule": ("yahtzee", {"rule": "free"}),
        "Kniffel": ("kniffel", {}),
        "Hooligan with the box chosen first": ("hooligan", {"commit": True}),
    }
    for title, (name, rules) in games.items():
        assert english().say(make_game(name, rules).title) == title


@pytest.mark.parametrize("language", languages())
def test_five_alike_is_a_kniffel_in_kniffel(language: str) -> None:
    for game in ("kniffel", "yahtzee"):
        sheet = find_sheet(game)
        said = [Language(language).say(name(sheet, "yahtzee")) for name in (card_saying, box_saying)]
        assert all(game == "yahtzee" or "kniffel" in words.lower() for words in said)
        assert all(language != "en" or game in words.lower() for words in said)


def press(position: SheetPosition, *keys: str) -> SheetPosition:
    """Return the position after what people choose with each of these keys."""
    for some in keys:
        action = choose(position, some)[0]
        assert isinstance(action, Action)
        position = position.after(action)
    return position


HANDFUL, HOUSE = (3, 5, 3, 1, 3), (4, 4, 4, 2, 2)
EARLY = make_game("hooligan", {"commit": True}).position(
    {"cards": [{}], "dice": [2, 2, 3, 2, 5], "rolls_left": 2, "committed": None}, 0
)
THREW = standing_of(*HANDFUL).after(keep(3, 3, wells=(1, 3)), (3, 6, 3, 3, 2))


@pytest.mark.parametrize(
    ("position", "keys", "action"),
    [
        (YAHTZEE.begin(1), "h135r", keep(wells=())),
        (THREW, "4r", keep(3, 3, 3, wells=(1, 3, 4))),  # what was kept stays kept until it is let go
        (THREW, "1r", keep(3, wells=(3,))),
        (standing_of(*HOUSE, written=FULL), "h4h", score("fours")),
        (standing_of(*HOUSE, written=FULL), "h3h", score("chance")),  # threes are filled
        (standing_of(*HOUSE, written=FULL), "1hn2r", keep(4, 4, wells=(1, 2))),  # NEW goes back to the dice
        (standing_of(2, 3, 4, 5, 6), "12345rh", score("large-straight")),  # five dice kept cannot be thrown
        (standing_of(2, 3, 4, 5, 6, rolls_left=0), "h", score("large-straight")),
        (standing_of(2, 3, 4, 5, 6, rolls_left=0), "n", Wish.TAKE_BACK),
        (EARLY, "rh", commit("fives")),  # the next by points
        (press(EARLY, "rh"), "3r", keep(3, wells=(3,))),
        (press(EARLY, "rh"), "hh", score("fives")),
    ],
)
def test_buttons_choose(position: SheetPosition, keys: str, action: Action | Wish) -> None:
    assert choose(position, keys)[0] == action


def test_small_buttons_keep_and_let_go_and_their_lamps_are_the_tally() -> None:
    assert not any(choose(YAHTZEE.begin(1), "h135r")[2].lit)
    move, shown, panel = choose(standing_of(*HANDFUL), "1 2 3 2 6 r")
    assert move == keep(3, 3, wells=(1, 3))
    assert [tally.keep for tally in shown] == [(), (1,), (1, 2), (1, 2, 3), (1, 3), (1, 3)]
    assert set(panel.lit[-1]) == {Button.KEEP1, Button.KEEP3}
    assert panel._lamps == ()


def test_after_a_hint_the_choice_goes_on_from_where_it_was_and_after_a_move_it_starts_again() -> None:
    position, person = standing_of(*HANDFUL), Person("Anna", desk_of(Pressing.of("13? 5h4? nr 5r")))
    choices = [person.choose(position, lambda _: None) for _ in range(4)]
    moves = [keep(3, 3, 3, wells=(1, 3, 5)), keep(3, wells=(5,))]
    assert [one if isinstance(one, Wish) else one.action for one in choices] == [Wish.HINT, Wish.HINT, *moves]


def test_hold_goes_to_the_boxes_and_roll_steps_through_those_that_are_open() -> None:
    move, shown, _ = choose(standing_of(*HOUSE, written=FULL), "h r r r r r r h")
    names = [tally.box for tally in shown if tally.box]
    assert names == ["chance", "fours", "four-of-a-kind", "small-straight", "large-straight", "yahtzee", "chance"]
    assert [tally.points for tally in shown if tally.box] == [16, 12, 0, 0, 0, 0, 16]
    assert move == score("chance")
    assert [tally.box for tally in choose(EARLY, "rh")[1]] == ["twos", "fives"]
    assert choose(press(EARLY, "rh"), "hh")[1][-1] == Tally((), "fives", 5)


def test_a_box_booked_by_mistake_is_taken_back_before_the_robot_throws(journal: Journal) -> None:
    match, events = play(journal, "r h h n h r h r", ("you:Anna", "robot"), patience=1.0)
    undone = [event for event in events if isinstance(event, Undone)]
    booked = [event for event in events if isinstance(event, Booked) and event.player == 0]
    assert len(undone) == 1
    assert undone[0].position == booked[0].before
    assert undone[0].agreed == (1,)
    assert [event.action for event in booked] != [booked[0].action] * 2
    kinds = [entry.kind for entry in journal.log(match.enter(journal))]
    assert kinds[:6] == ["sitting", "intention", "reading", "booking", "undo", "booking"]
    assert event_json(undone[0])["agreed"] == [2]


@pytest.mark.parametrize(
    ("keys", "players", "patience", "words"),
    [
        ("r h h r n", ("you:Anna", "robot"), 1.0, ("the last choice was made by robot",)),
        ("r n", ("you:Anna", "robot"), 0.0, ("dice have been thrown since, and robot does not agree",)),
        ("r h h n r", ("you:Anna", "you:Ben"), 0.0, ("Anna asks to take back", "it stands")),
        ("n r", ("you",), 0.0, ("no choice has been made yet",)),
    ],
)
def test_a_choice_stands_unless_all_agree(
    journal: Journal, keys: str, players: tuple[str, ...], patience: float, words: tuple[str, ...]
) -> None:
    _, events = play(journal, keys, players, patience=patience)
    assert not any(isinstance(event, Undone) for event in events)
    assert all(one in say(events) for one in words)


def test_people_agree_among_themselves_also_after_a_throw(journal: Journal) -> None:
    match, events = play(journal, "r 1 r n h h 2 r", ("you:Anna", "you:Ben", "you:Cleo"))
    (undone,) = [event for event in events if isinstance(event, Undone)]
    reads = [event for event in events if isinstance(event, Read)]
    assert undone.position == reads[0].position
    assert "Ben: press HOLD (h) to agree" in say(events)
    assert "Cleo: press HOLD (h) to agree" in say(events)
    assert [entry.kind for entry in journal.log(match.enter(journal))].count("reading") == 3
    assert [event.throw for event in reads] == [1, 2, 3]
    assert reads[2].before == reads[0].position
    assert match._standing.throws == 3


def test_alone_a_throw_stands_and_a_box_does_not(journal: Journal) -> None:
    _, events = play(journal, "r n h h n h", ("you",))
    assert "nobody is there to agree" in say(events)
    (undone,) = [event for event in events if isinstance(event, Undone)]
    assert undone.agreed == ()


def test_undo_after_undo_goes_back_through_the_game(journal: Journal) -> None:
    match, events = play(journal, "r h h r h h n h n h n h n h", ("you:Anna", "you:Ben"))
    assert len([event for event in events if isinstance(event, Undone)]) == 4
    assert match._position == YAHTZEE.begin(2)


def test_a_hold_of_pig_is_taken_back_too(journal: Journal) -> None:
    game = journal.begin("pig", {"goal": 100}, ("you", "robot"), None)
    desk = desk_of(Pressing.of("r h n r"))
    listening = Listening()
    with pytest.raises(PanelLeftError):
        match_of(game, (), [listening], desk, patience=1.0).play(journal, DrawnTable(random.Random(4)))
    moves = [event for event in listening.events if isinstance(event, Read | Booked | Undone)]
    assert [type(event) for event in moves[:4]] == [Read, Booked, Undone, Read]
    assert moves[2].position == moves[0].position


def test_a_tally_is_an_event_but_not_journaled(journal: Journal) -> None:
    match, events = play(journal, "r 1 3 r", ("you",))
    tallies = [[*event_json(event)["wells"]] for event in events if isinstance(event, Tallied)]
    assert tallies[:4] == [[], [], [1], [1, 3]]
    assert {entry.kind for entry in journal.log(match.enter(journal))} == {"sitting", "intention", "reading"}
    assert any(isinstance(event, Decided) for event in events)


def test_people_say_which_die_in_which_well_and_set_dice_right() -> None:
    announced: list[Saying] = []
    people = PeopleAtTheDesk(desk_of(Pressing.of("h4 r h")), lambda saying, _: announced.append(saying))
    target = Saying("well-shows", {"well": 2, "face": 3})
    assert people.value(1, look(3, None, 3, 3, 3)) == 4
    assert people.ask_to_correct(target) is False
    assert people.ask_to_correct(target) is True
    said = [english().say(saying) for saying in announced]
    assert said[0].startswith("The die in well 2 is cocked")
    assert "Make well 2 show 3" in said[1]


def test_no_buttons_are_eaten_where_nobody_waits(journal: Journal) -> None:
    _, events = play(journal, "r h h r", ("you:Anna", "robot"), patience=0.0)
    throws: list[Any] = [event for event in events if isinstance(event, Read) and event.player == 0]
    assert len(throws) == 2


def test_arrow_keys_reach_dice_and_enter_keeps_and_throws() -> None:
    position = standing_of(3, 5, 3, 1, 3)
    assert choose(YAHTZEE.begin(1), "<>.")[0] == keep(wells=())
    assert choose(position, ".")[0] == keep(wells=())
    move, shown, _ = choose(position, ">.>>.<<<..vn.")
    assert move == keep(3, 3, wells=(1, 3))
    assert [tally.well for tally in shown] == [0, 1, 1, 2, 3, 3, 2, 1, 5, 5, 5, 0, 0]


def test_arrow_keys_go_through_the_boxes_by_their_points_and_on_beyond_both_ends() -> None:
    position = standing_of(3, 5, 3, 1, 3)
    assert (*position.offer.boxes,)[:4] == ("three-of-a-kind", "chance", "threes", "fives")
    assert [position.boxes[box] for box in (*position.offer.boxes,)] == sorted(position.boxes.values(), reverse=True)
    move, shown, _ = choose(position, "v^vvv^.")
    last = (*position.offer.boxes,)[-1]
    assert move == score("chance")
    assert [tally.box for tally in shown] == [None, "three-of-a-kind", last, *(*position.offer.boxes,)[:3], "chance"]
    assert choose(position, "^.")[0] == score(last)
    assert choose(position, "v>.v<v.")[0] == score((*position.offer.boxes,)[0])


def test_without_a_throw_left_the_arrow_keys_stay_among_the_boxes() -> None:
    position = standing_of(3, 5, 3, 1, 3, rolls_left=0)
    assert choose(position, "<>^.")[0] == score((*position.offer.boxes,)[-1])


CARD = {"ones": 3, "sixes": 18, "yahtzee": 50}


@pytest.mark.parametrize(
    ("language", "other", "said"),
    [
        (
            "en",
            keep(3, 4, 5, 6),
            (
                "Keep 3 3 for threes (55 %) or the full house (10 %): keeping 3 4 5 6 would cost 0.1 points, "
                "because it loses 2.8 by further Yahtzees and 1.8 of the bonus, and gains 2.3 by fewer turns below "
                "average (69 instead of 97 %) and 2.2 in the large straight (31 instead of 3 %)."
            ),
        ),
        (
            "de",
            keep(3, 4, 5, 6),
            (
                "Die 3 3 behalten für „Dreier“ (55 %) oder „Full House“ (10 %): 3 4 5 6 zu behalten würde 0,1 "
                "Punkte kosten, denn das verliert 2,8 durch weitere Yahtzees und 1,8 vom Bonus und gewinnt 2,3 durch "
                "weniger Züge unter dem Schnitt (69 statt 97 %) und 2,2 bei „Große Straße“ (31 statt 3 %)."
            ),
        ),
        (
            "es",
            keep(3, 4, 5, 6),
            (
                "Guardar 3 3 para «Treses» (55 %) o «Full» (10 %): guardar 3 4 5 6 costaría 0,1 puntos, "
                "porque pierde 2,8 por otros Yahtzees y 1,8 de la prima y gana 2,3 por menos turnos por debajo de la "
                "media (69 en vez de 97 %) y 2,2 en «Escalera mayor» (31 en vez de 3 %)."
            ),
        ),
        (
            "en",
            score("threes"),
            (
                "Keep 3 3 for threes (55 %) or the full house (10 %): scoring 6 in threes would cost 13.8 "
                "points, because it loses 6.6 of the bonus, 4.2 by a turn below average and 2.8 by further Yahtzees."
            ),
        ),
    ],
)
def test_a_choice_is_told_what_it_loses_and_gains(language: str, other: Action, said: str) -> None:
    position = standing_of(3, 3, 4, 5, 6, written=CARD)
    _, decision = YAHTZEE.robot("", None).decide(position)
    told = decision.reason_for(decision.action, other)
    assert Language(language).say(tell_reason(told, position.tell)) == said
    assert (decision.reason == told) is (other == keep(3, 4, 5, 6)), "the best for another box"


@pytest.mark.parametrize(
    ("strategy", "written", "dice", "own"),
    [
        (
            "yahtzees-only",
            {},
            (1, 2, 3, 4, 5),
            (
                "I keep 5 for fives (20 %) or chance (14 %), because the rule is “the most frequent "
                "number whose upper box is open; of several, the highest”: that loses 5.9 in the large straight (7 "
                "instead of 100 %), 4.9 by more turns below average (84 instead of 0 %) and 1.6 of the bonus, and "
                "gains 0.8 in Yahtzee (1 instead of 0 %). It is worth 11.6 points less than scoring 40 in the "
                "large straight."
            ),
        ),
        (
            "",
            {"yahtzee": 0, "fours": 12},
            (4,) * 5,
            (
                "I take 40 points in the large straight as a joker at once: keeping 4 4 4 4 would cost 3.2 points, "
                "because it loses 5.6 in the large straight (25 instead of 100 %), and gains 2.2 in four of a kind (75 "
                "instead of 0 %)."
            ),
        ),
    ],
)
def test_a_robot_says_what_it_aims_at_and_what_it_misses(
    strategy: str, written: dict[str, int], dice: tuple[int, ...], own: str
) -> None:
    position = standing_of(*dice, written=written)
    _, decision = YAHTZEE.robot(strategy, None).decide(position)
    assert english().say(tell_decision(decision, position.tell, OWN)) == own
