"""Players as the command line names them."""

from robot.language.names import is_robot
from robot.match.players import names_of, specs_of


def test_names_lose_what_nobody_sees_where_they_enter() -> None:
    specs = specs_of("you:\x1b[31mAnna\r\nB , hand:\u202eEve\u2029\tX,robot ,you:\u200b")
    assert specs == ("you:[31mAnna B", "hand:Eve X", "robot", "you:")
    assert names_of(specs) == ("[31mAnna B", "Eve X", "robot", "you")
    assert specs_of("you:Zoë 👩\u200d🚀") == ("you:Zoë 👩\u200d🚀",)


def test_a_person_who_is_called_like_a_robot_is_none() -> None:
    names = names_of(("you:robot:optimal", "robot:optimal", "hand:robot"))
    assert len(set(names)) == 3
    assert [is_robot(name) for name in names] == [False, True, False]
