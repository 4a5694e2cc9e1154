"""Who answers: seated phones for their own players, the table's screen for those without a phone."""

import pytest

from robot.web.access.phone_seats import COLOURS, PALETTE, PhoneSeats, asked_of

ANNA, BEN = ("Anna",), ("Ben",)


def seated() -> PhoneSeats:
    """Return seats with two phones that are here."""
    seats = PhoneSeats()
    for token, name in (("a", "Anna"), ("b", "Ben")):
        seats.opened(token)
        assert seats.sit(token, name)
    return seats


def test_while_nobody_sits_everybody_answers() -> None:
    seats = PhoneSeats()
    assert seats.may_answer("a", ANNA, table=False)
    assert seats.may_answer(None, ANNA, table=True)
    assert seats.names == ()


def test_a_phone_answers_for_its_own_player_and_who_watches_for_nobody() -> None:
    seats = seated()
    assert seats.may_answer("a", ANNA, table=False)
    assert not seats.may_answer("a", BEN, table=False)
    assert seats.may_answer("b", ("Anna", "Ben"), table=False)
    assert not seats.may_answer("c", ANNA, table=False)
    assert not seats.may_answer(None, ANNA, table=False)


def test_the_table_answers_for_those_without_a_phone_and_for_phones_that_are_away() -> None:
    seats = seated()
    assert not seats.may_answer(None, ANNA, table=True)
    assert seats.may_answer(None, ("Carla",), table=True)
    assert seats.may_answer(None, ("Anna", "Carla"), table=True)
    seats.closed("a")
    assert seats.may_answer(None, ANNA, table=True)
    assert seats.may_answer("a", ANNA, table=False), "it keeps its seat"
    seats.opened("a")
    assert not seats.may_answer(None, ANNA, table=True)


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
    seats.opened("a")
    seats.closed("a")
    assert not seats.sit("c", "Anna"), "one of its two pages is open still"
    assert seats.name_of("a") == "Anna"
    seats.closed("a")
    seats.opened("c")
    assert seats.sit("c", "Anna")
    assert (seats.name_of("a"), seats.name_of("c")) == ("", "Anna")
    seats.opened("a")
    assert not seats.may_answer("a", ANNA, table=False), "the old phone watches now"
    assert not seats.sit("a", "Anna")


def test_players_have_the_colours_that_they_chose_and_all_others_different_ones() -> None:
    seats = seated()
    assert seats.paint("Ben", 0)
    assert not seats.paint("Anna", 0), "Ben sits with it"
    assert seats.paint("Anna", 3)
    assert seats.taken == {0, 3}
    assert seats.colours(("Anna", "Ben", "robot")) == (3, 0, 2)
    assert seats.colours(("robot", "Carla", "Ben", "Anna")) == (1, 2, 0, 3)
    others = ("robot", "Carla", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Ida")
    assert sorted(seats.colours((*others, "Ben", "Anna"))) == [*range(COLOURS)]
    assert seats.colours(("Anna", "Anna")) == (3, 1)
    assert len(seats.colours(tuple(map(str, range(12))))) == 12, "more players than colours"


def test_a_colour_is_kept_for_who_gets_up_until_somebody_chooses_it() -> None:
    seats = seated()
    assert seats.paint("Anna", 3)
    seats.closed("a")
    assert seats.colours(ANNA) == (3,)
    seats.leave("a")
    assert seats.colours(ANNA) == (3,)
    assert seats.taken == frozenset()
    assert seats.sit("c", "Anna")
    assert seats.colour_of("Anna") == 3
    seats.leave("c")
    assert seats.paint("Ben", 3)
    assert seats.colour_of("Anna") is None


@pytest.mark.parametrize("colour", [-1, COLOURS, PALETTE.index(None)])
def test_a_colour_that_nobody_can_choose_is_refused(colour: int) -> None:
    assert not seated().paint("Anna", colour)


def test_a_question_to_nobody_in_particular_is_for_all() -> None:
    names = ("Anna", "Ben", "robot")
    assert asked_of((1,), names) == ("Ben",)
    assert asked_of((), names) == names
    assert asked_of((7,), names) == names
