"""The meaning of buttons while somebody chooses a move, and their descriptions, from a position's offer."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from hardware.panel import KEEPS, Button
from robot.games.actions import Mark, make_refusal
from robot.games.game import Offer, Position, Tally, Wish
from robot.language.names import name_player
from robot.saying import Saying, Value, chain_parts
from solver.action import Action, Verb

WISHES = {Button.NEW: Wish.TAKE_BACK, Button.HINT: Wish.HINT, Button.LEAVE: Wish.LEAVE}
"""The wishes that buttons stand for while somebody has to move."""
KEPT = {Button.HOLD: True, Button.ROLL: False}
"""Whether these buttons keep the die that people are asked about."""
ALONG = {Button.LEFT: -1, Button.RIGHT: 1}
"""How many dice these keys move along the row of dice."""
COUNTS = {Button.UP: 1, Button.RIGHT: 1, Button.DOWN: -1, Button.LEFT: -1}
"""How many dice these keys add to a throw."""
BOXES = {Button.UP: -1, Button.DOWN: 1, Button.ROLL: 1}
"""How many boxes these keys move along the list of boxes, which begins with the most points."""
WAYS = {Button.ROLL: 1, Button.RIGHT: 1, Button.DOWN: 1, Button.LEFT: -1, Button.UP: -1}
"""How many combinations these keys move along the list of those that may be shut."""


def begin_draft(position: Position, *, big: bool, enters: bool = False) -> Tally | None:
    """Return the first draft of a choice in several steps, None if one answer makes the choice.

    With only three `big` buttons people are asked about one die after another. `enters`: see Tally.
    """
    offer = position.offer
    if offer.most:
        return Tally(dice=1, asks=big)
    if offer.tiles:
        return Tally(tiles=offer.ways[0] if offer.ways and (big or len(offer.ways) == 1) else (), asks=big)
    if not offer.wells:
        return None
    if big:
        return _ask_next(offer, 0, offer.stay)
    if offer.dice or not offer.boxes:
        return Tally(offer.must, enters=enters)
    return _open(offer, Tally(enters=enters), next(iter(offer.boxes)))


def goes_back(position: Position, tally: Tally) -> bool:
    """Return whether NEW goes back in the draft; otherwise it asks to take the last choice back."""
    offer = position.offer
    return bool(offer.dice) if tally.box is not None else tally.asks and bool(_find_previous(offer, tally))


def mark_thing(position: Position, draft: Tally, mark: Mark) -> Tally:
    """Return the draft of a choice after a thing is marked. Raises IllegalAnswerError if it cannot be marked."""
    offer = position.offer
    match mark:
        case Mark("die", int(well)) if offer.wells:
            if well not in offer.dice:
                raise make_refusal("refused-well", well=well)
            return replace(draft, keep=_set(draft.keep, well, on=mark.on), box=None, points=0)
        case Mark("tile", int(tile)) if offer.tiles:
            if not offer.ways or tile not in offer.open:
                raise make_refusal("refused-tiles-not-open", tiles=str(tile))
            return replace(draft, tiles=_set(draft.tiles, tile, on=mark.on))
        case Mark("box", str(box)) if offer.wells and not offer.holds:
            if box not in offer.boxes:
                raise make_refusal("refused-box")
            return _open(offer, draft, box)
        case Mark("count", int(dice)) if offer.most:
            if not 1 <= dice <= offer.most:
                raise make_refusal("refused-dice", most=offer.most)
            return replace(draft, dice=dice)
    raise make_refusal("refused-answer")


def find_lamps(position: Position, tally: Tally) -> Collection[Button]:
    """Return the buttons whose lamps show the choice so far, or where nothing can be marked, those with a meaning."""
    offer = position.offer
    if tally.box is not None:
        places = {[*offer.named].index(tally.box)} & {*range(len(KEEPS))}
    elif offer.most:
        places = {(tally.dice - 1) % len(KEEPS)}
    elif offer.tiles:
        places = {place % len(KEEPS) for place, tile in enumerate(offer.tiles) if tile in tally.tiles}
    elif offer.wells:
        places = {well - 1 for well in (*offer.aside, *tally.keep)}
    else:
        return [*offer.acts]
    return [KEEPS[place] for place in sorted(places)]


def press(position: Position, tally: Tally, button: Button) -> Tally | Action | Wish | None:
    """Return the choice after a button was pressed, None if the button means nothing here.

    NEW, HINT and LEAVE are wishes. Where nothing can be marked, ROLL and HOLD act at once, and ENTER acts as ROLL.
    Dice: 1 to 6 mark the die in that well or remove its mark. ALL marks all dice that score. LEFT and RIGHT reach a
    die, which ENTER marks. ROLL, or ENTER with no die reached, throws the others. HOLD holds, or opens the first box.
    DOWN opens the first box, UP the last. Open box: UP and DOWN go to another box, ROLL to the next one, 1 to 6 to that
    box of the sheet; the first follows the last. HOLD, unless `enters`, and ENTER confirm. NEW goes back to the dice.
    Number of dice: 1 to 6 set it, HOLD adds six, the arrow keys add or take one, and one follows the most. ROLL and
    ENTER throw. Tiles: 1 to 6 mark that tile, the sixth after it, both or neither, in turn. ROLL and the arrow keys go
    through the combinations that may be shut. HOLD and ENTER shut the marked tiles.

    With only three big buttons people are asked about one die after the other: HOLD marks the die, ROLL does not, and
    NEW goes back by one die. After the last die, ROLL and HOLD act as above. But where no die is left to throw, only
    ROLL opens the boxes, so that HOLD alone never writes. For a number of dice, HOLD adds one.
    """
    offer = position.offer
    back = goes_back(position, tally)
    if tally.asks and tally.box is None:
        if button is Button.NEW and back:
            return replace(tally, well=_find_previous(offer, tally))
        if button in KEPT and tally.well in offer.dice:
            return _ask_next(offer, tally.well, _set(tally.keep, tally.well, on=KEPT[button]))
    if button in WISHES and not (button is Button.NEW and back):
        return WISHES[button]
    if offer.most:
        return _count(offer, tally, button)
    if offer.ways:
        return _press_tiles(offer, tally, button)
    if button in ALONG and offer.dice:
        return _reach(offer, tally, ALONG[button])
    if tally.box is not None:
        return _press_box(offer, tally, button)
    if offer.dice or offer.boxes:
        return _press_dice(offer, tally, button)
    if button is Button.HOLD and offer.holds:
        return Action(Verb.HOLD, wells=())
    meant = Button.ROLL if button is Button.ENTER else button
    return offer.acts[meant][0] if meant in offer.acts else tally if offer.wells or offer.tiles else None


def _count(offer: Offer, tally: Tally, button: Button) -> Tally | Action:
    if button in KEEPS:
        return replace(tally, dice=KEEPS.index(button) + 1)
    if button in {Button.ROLL, Button.ENTER}:
        return Action(Verb.ROLL, count=tally.dice)
    more = COUNTS | {Button.HOLD: 1 if tally.asks else len(KEEPS)}
    return replace(tally, dice=(tally.dice - 1 + more[button]) % offer.most + 1) if button in more else tally


def _press_tiles(offer: Offer, tally: Tally, button: Button) -> Tally | Action:
    if button in {Button.HOLD, Button.ENTER}:
        return Action(Verb.THROW, tiles=tally.tiles)
    if button in WAYS:
        return replace(tally, tiles=_step_way(offer.ways, tally.tiles, WAYS[button]))
    if button not in KEEPS:
        return tally
    ours = [tile for tile in offer.tiles[KEEPS.index(button) :: len(KEEPS)] if tile in offer.open]
    ways = [(), *((tile,) for tile in ours), *([tuple(ours)] if len(ours) > 1 else [])]
    others = {*tally.tiles} - {*ours}
    now = tuple(tile for tile in ours if tile in tally.tiles)
    return replace(tally, tiles=tuple(sorted(others | {*_step_way(ways, now, 1)})))


def _step_way(ways: Sequence[tuple[int, ...]], now: tuple[int, ...], step: int) -> tuple[int, ...]:
    """Return the way that is `step` further than the one chosen `now`; else the first, or the last for a step back."""
    at = ways.index(now) + step if now in ways else min(0, step)
    return ways[at % len(ways)]


def _reach(offer: Offer, tally: Tally, step: int) -> Tally:
    """Return the draft in which an arrow key has reached the next die."""
    wells = [*offer.dice]
    known = tally.box is None and tally.well in wells
    at = wells.index(tally.well) + step if known else min(0, step)
    return replace(tally, well=wells[at % len(wells)], box=None, points=0)


def _press_dice(offer: Offer, tally: Tally, button: Button) -> Tally | Action:
    if button is Button.ENTER:
        button = KEEPS[tally.well - 1] if tally.well else Button.ROLL
    if button in KEEPS:
        well = KEEPS.index(button) + 1
        return replace(tally, keep=_set(tally.keep, well, on=well not in tally.keep)) if well in offer.dice else tally
    if button is Button.ALL:
        return replace(tally, keep=offer.scoring or tally.keep)
    throws = offer.holds or len(tally.keep) < len(offer.dice)
    if button is Button.ROLL and throws:
        return Action(Verb.THROW, wells=tally.keep)
    if button is Button.HOLD and offer.holds:
        return Action(Verb.HOLD, wells=tally.keep)
    if not offer.boxes or button not in {*BOXES, Button.HOLD} or (button is Button.HOLD and tally.asks and not throws):
        return tally
    return _open(offer, tally, [*offer.boxes][-1 if button is Button.UP else 0])


def _press_box(offer: Offer, tally: Tally, button: Button) -> Tally | Action:
    boxes, box = [*offer.boxes], str(tally.box)
    if button is Button.HOLD and tally.enters:
        return Action(Verb.HOLD, wells=())
    if button in {Button.HOLD, Button.ENTER}:
        return Action(Verb.SCORE, box=box)
    if button is Button.NEW:
        return replace(tally, box=None, points=0)
    if button in BOXES:
        return _open(offer, tally, boxes[(boxes.index(box) + BOXES[button]) % len(boxes)])
    wanted = [*offer.named][KEEPS.index(button) :][:1] if button in KEEPS else []
    return _open(offer, tally, wanted[0] if {*wanted} & {*boxes} else box)


def _open(offer: Offer, tally: Tally, box: str) -> Tally:
    return replace(tally, box=box, points=offer.boxes[box], well=0)


def _set(things: Collection[int], thing: int, *, on: bool) -> tuple[int, ...]:
    return tuple(sorted({*things} | {thing} if on else {*things} - {thing}))


def _ask_next(offer: Offer, well: int, keep: tuple[int, ...]) -> Tally:
    """Return the draft that asks about the next die after this well. Its well is 0 after the last die."""
    passed = {*offer.stay} & {*keep}
    return Tally(keep, well=next((one for one in offer.dice if one > well and one not in passed), 0), asks=True)


def _find_previous(offer: Offer, tally: Tally) -> int:
    """Return the well of the die to which NEW goes back, 0 if it goes back to none."""
    return max((well for well in offer.dice if well < tally.well or not tally.well), default=0)


def choices(position: Position, name: str, tally: Tally, told: Tally | None) -> Saying:
    """Return every choice with its button, in sentences; `name` is the player's.

    `tally` is the choice so far. `told` is the choice that people heard before, None for a new question. For tiles, and
    where people are asked about one die after the other, only a new question says what the dice show. When a box is
    opened for the first time, all boxes are named, with the points of the dice there.
    """
    offer = position.offer
    first: Saying | None = None
    if tally.box is not None:
        first = _boxes_shown(offer, tally, told)
    elif (offer.dice or offer.boxes or offer.ways) and (told is None or not (tally.asks or offer.ways)):
        first = position.shows(tally)
    said = [*filter(None, [first]), *options(position, tally, told)]
    return Saying("choose", {"name": name_player(name), "options": chain_parts("sentences", said)})


def options(position: Position, tally: Tally, told: Tally | None = None) -> Iterator[Saying]:
    """Yield what each button does now, in sentences, as `choices` has them."""
    offer = position.offer
    if tally.box is not None:
        yield from _box_options(offer, tally)
        return
    if offer.most:
        yield Saying("press-throw-dice", {"dice": tally.dice or 1})
        yield from map(Saying, ("press-one-more",) if tally.asks else ("press-count", "press-six-more"))
        return
    if not (offer.dice or offer.boxes or offer.ways):
        yield from (saying for _, saying in offer.acts.values())
        return
    if offer.dice and not tally.asks:
        yield Saying("press-aside") if offer.holds else Saying("press-keep", {"dice": len(offer.wells)})
        if tally.well:
            yield Saying(f"press-enter-{'release' if tally.well in tally.keep else 'keep'}", {"well": tally.well})
    if not (tally.asks and tally.well):
        yield from position.ends(tally)
    if len(offer.ways) > 1:
        yield Saying("tiles-press-other")
    if offer.ways and not tally.asks and told is None:
        yield Saying("tiles-press-mark", {"last": offer.tiles[-1]})
    if tally.asks and tally.well:
        yield Saying("press-asked", {"well": tally.well, "face": offer.dice[tally.well]})
    if tally.asks and (before := _find_previous(offer, tally)):
        yield Saying("press-back", {"well": before})


def _boxes_shown(offer: Offer, tally: Tally, told: Tally | None) -> Saying:
    open_box: dict[str, Value] = {"box": offer.named[str(tally.box)], "points": tally.points}
    if told is not None and told.box is not None:
        return Saying("sentence", {"words": Saying("tally", open_box)})
    boxes = ((words, offer.boxes[box]) for box, words in offer.named.items() if box in offer.boxes)
    worth = tuple(Saying("box-points", {"box": words, "points": points}) for words, points in boxes)
    return Saying("sentence", {"words": Saying("choose-boxes", open_box | {"boxes": worth})})


def _box_options(offer: Offer, tally: Tally) -> Iterator[Saying]:
    boxes, box = [*offer.boxes], str(tally.box)
    confirm = f"press-{'enter-' * tally.enters}{'choose' if offer.commits else 'write'}"
    yield Saying(confirm, {"box": offer.named[box]})
    following = boxes[(boxes.index(box) + 1) % len(boxes)]
    if following != box:
        yield Saying("press-other-box" if tally.enters else "press-next-box", {"box": offer.named[following]})
    first = [(number, one) for number, one in enumerate([*offer.named][: len(KEEPS)], 1) if one in offer.boxes]
    if first and not tally.asks:
        names = tuple(offer.named[one] for _, one in first)
        yield Saying("press-number", {"count": len(first), "keys": tuple(key for key, _ in first), "boxes": names})
    if offer.dice:
        yield Saying("press-dice")
