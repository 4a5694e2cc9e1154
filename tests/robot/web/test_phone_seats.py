"""Who acts for whom: seated phones for their own players, the table's screen for those without a phone."""

import json

import pytest

from robot.web.seats import COLOURS, PALETTE, Browser, PhoneSeats

ANNA = ("Anna",)
TABLE = Browser(table=True)


def seated() -> PhoneSeats:
    """Return seats with two phones that are here."""
    seats = PhoneSeats()
    for token, name in (("a", "Anna"), ("b", "Ben")):
        seats.open(token)
        assert seats.sit(token, name)
    return seats


def test_an_unseated_phone_acts_for_nobody_and_the_table_for_all() -> None:
    seats = PhoneSeats()
    seats.open("a")
    assert not seats.plays_for(Browser("a"), "Anna")
    assert not seats.plays_for(Browser(), "Anna")
    assert seats.plays_for(TABLE, "Anna")
    assert seats.names == ()


def test_a_phone_that_is_away_keeps_its_seat_and_the_table_acts_for_it_meanwhile() -> None:
    seats = seated()
    assert not seats.plays_for(TABLE, "Anna")
    seats.close("a")
    assert seats.plays_for(TABLE, "Anna")
    assert seats.plays_for(Browser("a"), "Anna")
    seats.open("a")
    assert not seats.plays_for(TABLE, "Anna")


def test_the_seat_of_a_player_is_given_by_who_plays_for_that_player_and_by_nobody_else() -> None:
    seats = seated()
    seats.open("c")
    carla, camera = seats.ask("c", "Carla", 5), seats.ask("d")
    assert seats.ask("c", "Carla", 5) is carla, "who asks twice asks once"
    for browser in (Browser("a"), Browser("c"), Browser()):
        assert not any(seats.may_give(browser, one) for one in (carla, camera))
        seats.answer(browser, carla.number, give=True)
    assert seats.name_of("c") == ""
    seats.answer(TABLE, camera.number, give=True)
    seats.answer(TABLE, carla.number, give=True)
    assert (seats.name_of("c"), seats.colour_of("Carla"), seats.camera, seats.asking) == ("Carla", 5, "d", ())
    seats.answer(TABLE, seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == "", "Ben's phone is here: it is his seat to give"
    seats.answer(Browser("b"), seats.ask("d", "Ben").number, give=False)
    assert seats.asks("d") is None


def test_the_phone_that_began_the_game_gives_the_places_of_it_as_the_table_does() -> None:
    seats = seated()
    seats.begin(4, "a")
    seats.answer(Browser("a"), seats.ask("c").number, give=True)
    assert seats.camera == "c"
    seats.answer(Browser("a"), seats.ask("c", "Carla").number, give=True)
    assert seats.name_of("c") == "Carla"
    seats.answer(Browser("a"), seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == ""
    seats.close("b")
    seats.answer(Browser("a"), seats.ask("d", "Ben").number, give=True)
    assert seats.name_of("d") == "Ben"
    seats.begin(4, "")
    assert seats.hosts(Browser("a")), "the game goes on"
    seats.begin(5, "")
    assert not seats.hosts(Browser("a"))
    assert not seats.hosts(Browser())


def test_no_phone_gives_itself_the_seat_of_a_phone_that_is_away() -> None:
    seats = seated()
    seats.begin(4, "a")
    seats.close("b")
    seats.answer(Browser("a"), seats.ask("a", "Ben").number, give=True)
    assert (seats.name_of("a"), seats.name_of("b")) == ("Anna", "Ben")


def test_a_phone_that_shows_the_game_no_more_asks_for_nothing() -> None:
    seats = PhoneSeats()
    seats.open("c")
    seats.ask("c", "Carla")
    seats.close("c")
    assert seats.asking == ()


def test_seats_outlive_the_program_but_not_the_phones_that_are_known() -> None:
    seats, later = seated(), PhoneSeats()
    seats.sit("a", "Anna", 3)
    seats.begin(4, "b")
    seats.camera = "b"
    later.restore(json.loads(json.dumps(seats.to_json())))
    assert later.to_json() == seats.to_json()
    assert later.plays_for(TABLE, "Anna"), "its phone is not here yet"
    later.retain(["a"])
    assert (later.names, later.colour_of("Anna"), later.camera, later.hosts(Browser("b"))) == (ANNA, 3, "", False)


def test_a_name_has_one_phone_and_who_gets_up_leaves_it_free() -> None:
    seats = seated()
    assert not seats.sit("c", "Anna")
    assert seats.sit("a", "Anne")
    assert seats.names == ("Anne", "Ben")
    seats.leave("a")
    seats.leave("a")
    assert seats.sit("c", "Anne")
    assert seats.name_of("a") == ""


def test_a_new_phone_takes_over_a_name_only_when_the_old_one_has_no_open_page() -> None:
    seats = seated()
    seats.open("a")
    seats.close("a")
    assert not seats.sit("c", "Anna"), "one of its two pages is open still"
    assert seats.name_of("a") == "Anna"
    seats.close("a")
    seats.open("c")
    assert seats.sit("c", "Anna")
    assert (seats.name_of("a"), seats.name_of("c")) == ("", "Anna")
    seats.open("a")
    assert not seats.plays_for(Browser("a"), "Anna"), "the old phone watches now"
    assert not seats.sit("a", "Anna")


def test_players_have_the_colours_that_they_chose_and_all_others_different_ones() -> None:
    seats = seated()
    assert seats.sit("b", "Ben", 0)
    assert not seats.may_paint("Anna", 0), "Ben sits with it"
    assert seats.sit("a", "Anna", 0)
    assert seats.colour_of("Anna") is None
    assert seats.sit("a", "Anna", 3)
    assert seats.taken == {0, 3}
    assert seats.colours(("Anna", "Ben", "robot")) == (3, 0, 2)
    assert seats.colours(("robot", "Carla", "Ben", "Anna")) == (1, 2, 0, 3)
    others = ("robot", "Carla", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ida")
    assert sorted(seats.colours((*others, "Ben", "Anna"))) == [*range(COLOURS)]
    assert seats.colours(("Anna", "Anna")) == (3, 1)
    assert len(seats.colours(tuple(map(str, range(12))))) == 12, "more players than colours"


def test_a_colour_is_kept_for_who_gets_up_until_somebody_chooses_it() -> None:
    seats = seated()
    assert seats.sit("a", "Anna", 3)
    seats.close("a")
    assert seats.colours(ANNA) == (3,)
    seats.leave("a")
    assert seats.colours(ANNA) == (3,)
    assert seats.taken == frozenset()
    assert seats.sit("c", "Anna")
    assert seats.colour_of("Anna") == 3
    seats.leave("c")
    assert seats.sit("b", "Ben", 3)
    assert seats.colour_of("Anna") is None


@pytest.mark.parametrize("colour", [-1, COLOURS, PALETTE.index(None)])
def test_a_colour_that_nobody_can_choose_is_refused(colour: int) -> None:
    assert not seated().may_paint("Anna", colour)
