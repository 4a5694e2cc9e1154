"""Who answers: seated phones for their own players, the table's screen for those without a phone."""

from robot.web.access.phone_seats import PhoneSeats, asked_of

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


def test_a_question_to_nobody_in_particular_is_for_all() -> None:
    names = ("Anna", "Ben", "robot")
    assert asked_of((1,), names) == ("Ben",)
    assert asked_of((), names) == names
    assert asked_of((7,), names) == names
