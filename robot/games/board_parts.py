"""Parts that the boards of several games share: colours, names, the values read, and the frame of the screen."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from rich.text import Text

from robot.games.dice import PippedDie
from robot.games.game import Tally
from robot.games.views import DiceRow, View
from robot.language import Language, english
from robot.language.lines import UNBROKEN, keep_together, wrap_text
from robot.language.names import name_actor, name_player
from robot.saying import Saying, Value
from robot.table.doubts import dice_in_doubt, tell_each_doubt
from robot.table.look import Look, locate_doubts
from vision.reading import PLAIN

COLOURS = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00", "#0072B2", "#999999", "#FFFFFF", "#A6761D")
"""One for each seat. The first eight are the palette of Okabe and Ito, which colour-blind people can distinguish."""
LINES_KEPT = 12
MESSAGE_SHARE = 3
"""Messages take at most one in this many lines of the window. A longer reason takes more."""
GAP = 2
"""Columns between two parts side by side."""
KEY_SHARE = 2
"""The keys take at most one in this many lines of the window."""


@dataclass(slots=True)
class BoardScene:
    """The contents of a live view. `reason` is why the robot makes its move, a hint, or what people are asked.

    `said` are the last sentences. All text is in `language`. `values` are those of the last throw, None where not known
    yet. `chosen` is the number, from 1, of the die that people set now, 0 while they enter none. `keys` says in words
    which keys work now. `unseen` is the key of what stands there until the camera has looked.
    """

    names: tuple[str, ...] = ()
    people: tuple[bool, ...] = ()
    position: Any = None
    look: Look | None = None
    tally: Tally = field(default_factory=Tally)
    reason: str = ""
    said: deque[str] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    values: tuple[int | None, ...] = ()
    chosen: int = 0
    keys: tuple[Saying, ...] = ()
    unseen: str = "not-looked"
    language: Language = field(default_factory=english)

    def say(self, key: str, **values: Value) -> str:
        """Return a message of the screen in its language."""
        return self.language.say(Saying(key, values))

    @property
    def view(self) -> View:
        """The view of the position, which screens draw."""
        view: View = self.position.view()
        return view

    @property
    def playing(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        return None if self.position.over else self.position.player

    @property
    def full_names(self) -> list[str]:
        """The players' names as people say them."""
        return [full_name(name, self.language) for name in self.names]

    @property
    def dice(self) -> list[PippedDie]:
        """The dice: in their wells, with the word for those that stay, or as they were thrown last or are entered."""
        view, tally, enters = self.view, self.tally, self.chosen > 0
        row, many = view.dice or DiceRow((0,)), enters and len(self.values) > 1
        numbered = enumerate(self.values, 1)
        thrown = [PippedDie(face, str(die) * many, reached=many and die == self.chosen) for die, face in numbered]
        if not row.faces and not view.sheet:
            return thrown or [PippedDie(None, blank=True)] * len(row.wells)
        drawn, stay, entered = [], {*tally.keep, *row.aside * (not enters)}, iter(thrown * enters)
        for well in row.wells:
            label = self.say("aside" if self.position.offer.holds else "kept") if well in stay else str(well)
            lies = PippedDie(row.shown.get(well), label, well in stay, tally.well == well, not row.faces)
            drawn.append(lies if well in stay else next(entered, lies))
        return drawn


def full_name(name: str, language: Language) -> str:
    """Return a player's name as people say it."""
    spoken = name_player(name)
    return spoken if isinstance(spoken, str) else language.say(spoken)


def turn_of(scene: BoardScene) -> Saying:
    """Return whose turn it is."""
    return Saying("turn-of", {"name": name_actor(scene.names[scene.position.player])})


def title_lines(scene: BoardScene, title: Saying, turn: str, width: int) -> list[Text]:
    """Return what is played and whose turn it is, in one line if both fit."""
    plays, position = scene.say("plays", title=title), scene.position
    now = Text(turn) if position.over else Text(f"▶ {turn}", f"bold {COLOURS[position.player]}")
    line = Text.assemble((plays, "bold"), "  ", now)
    return [line] if line.cell_len <= width else [*wrap_text(Text(plays, "bold"), width), *wrap_text(now, width)]


def key_lines(scene: BoardScene, width: int) -> list[Text]:
    """Return all keys that work now, in words."""
    said = Text(style="cyan")
    for key in scene.keys:
        words = keep_together(scene.language.say(key), width)
        names, colon, does = words.partition(":")
        said.append("  " if said else "").append(names, "bold" if colon else "").append(colon + does)
    return wrap_text(said, width)


def read_values(scene: BoardScene) -> Text:
    """Return in words which values the camera saw, and how sure it is."""
    look = scene.look
    if look is None:
        return Text(scene.say(scene.unseen), "dim")
    line = Text(f"{scene.say('camera-says')} " if look.dice else "")
    values = []
    for die in look.dice:
        if die and die.value:
            sure = "" if die.confidence >= PLAIN else scene.say("sure-to", percent=round(100 * die.confidence, 1))
            values.append(Text.assemble((str(die.value), "bold"), f"{UNBROKEN}{sure}" if sure else ""))
    line.append_text(Text(", ").join(values))
    tell = dice_in_doubt if look.wells else tell_each_doubt
    for told in tell(locate_doubts(look)):
        line.append(f" {scene.say('no-value-die', die=told)} ", "bold")
    return line


def _last_said(said: Sequence[str], width: int, room: int) -> list[Text]:
    """Return the last sentences that fit into `room` lines. The last one is cut if it does not fit."""
    lines: list[Text] = []
    for one in reversed(said):
        more = wrap_text(Text(one, "dim"), width)
        if lines and len(lines) + len(more) > room:
            break
        lines = [*more, *lines]
    return lines[: max(0, room)]


def whole_frame(
    scene: BoardScene, size: tuple[int, int], above: Sequence[Text], least: int, body: Callable[[int], Sequence[Text]]
) -> list[Text]:
    """Return the lines of a window of this size (columns, lines): those `above`, the body, messages and keys.

    `body` draws into the number of lines that it gets. `least` lines are enough for all that matters; the reason takes
    some of them, up to half of the free lines, where it would be cut. It stands where it was said.
    """
    width, height = size
    keys = key_lines(scene, width)[: max(1, height // KEY_SHARE)]
    free = max(0, height - len(above) - len(keys))
    reason = wrap_text(Text(scene.reason, "bold"), width) if scene.reason else []
    room = max(min(len(reason), free // 2), min(free - least, max(len(reason), height // MESSAGE_SHARE)))
    said, left = [*scene.said], room - len(reason)
    at = len(said) - said[::-1].index(scene.reason) - 1 if scene.reason in said else len(said)
    after = _last_said(said[at + 1 :], width, left)
    messages = [*_last_said(said[:at], width, left - len(after)), *reason[:room], *after]
    lines = body(free - len(messages))[: free - len(messages)]
    filler = [Text()] * (free - len(messages) - len(lines))
    whole = [*above, *lines, *filler, *messages, *keys][:height]
    for line in whole:
        line.truncate(width, overflow="crop")
    return whole


def place_beside(left: Sequence[Text], width: int, right: Sequence[Text]) -> list[Text]:
    """Return the `left` lines, `width` columns wide, with the `right` lines next to them."""
    pairs = zip_longest(left, right, fillvalue=Text())
    return [pad_line(one, width + GAP * bool(other)).append_text(other) for one, other in pairs]


def pad_line(line: Text, width: int) -> Text:
    """Return a copy of a line with blanks up to `width` columns."""
    return Text().append_text(line).append(" " * max(0, width - line.cell_len))
