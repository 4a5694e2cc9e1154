"""Dice are laid into their wells by a table's hands or by people, and what people did beforehand counts once."""

from dataclasses import dataclass, field

from robot.fairness.laying import BEFOREHAND, BY_HANDS, BY_PEOPLE, DiceLaying


@dataclass(slots=True)
class DiceLayer:
    """Hands that take down where they laid dice."""

    laid: list[tuple[int, ...]] = field(default_factory=list)

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        self.laid.append(wells)


def nobody(prompt: str) -> str | None:
    raise AssertionError(f"nobody is asked: {prompt}")


def test_hands_of_the_table_lay_dice_and_nobody_is_asked() -> None:
    hands = DiceLayer()
    assert DiceLaying(nobody, hands=hands).laid((2, 3), "lay") == BY_HANDS
    assert hands.laid == [(2, 3)]


def test_what_people_did_beforehand_counts_once_and_for_these_wells_alone() -> None:
    asked: list[str] = []

    def answered(prompt: str) -> str | None:
        asked.append(prompt)
        return "" if len(asked) < 3 else None

    laying = DiceLaying(answered, (1, 2))
    assert laying.laid((1, 2), "first") == BEFOREHAND
    assert laying.laid((1, 2), "again") == BY_PEOPLE
    assert DiceLaying(answered, (1, 2)).laid((2, 3), "other") == BY_PEOPLE
    assert laying.laid((2, 3), "gone") == ""
    assert asked == ["again", "other", "gone"]
