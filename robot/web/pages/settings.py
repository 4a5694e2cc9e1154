"""The operator's settings: language, tempo, the phones' address, volume, what people may ask for; and a calibration."""

from functools import partial

from nicegui import ui
from nicegui.events import GenericEventArguments

from robot.app import calibration_of_table
from robot.config import AUTOMATIC, Tempo, keep
from robot.errors import ROOMS
from robot.games.game import Wish
from robot.match.permissions import KEYS
from robot.saying import Saying
from robot.web.access.auth import Role
from robot.web.pages.elements import button, tag
from robot.web.pages.frame import NAMES, Visitor

LOUDEST = 100
LINES = 4
"""The number of a calibration's last lines that are shown."""
TELLS = "(event) => emit(event.target.value)"
"""JavaScript that sends the value of a field."""
CHECKED = "(event) => emit(event.target.checked)"
"""JavaScript that sends whether a box is ticked."""


class Settings:
    """Language, tempo, address, volume, and what people may ask for, kept in config.toml as soon as it is set.

    What an option of the start gives applies until the table starts again, and is not kept: the option would win.
    """

    def __init__(self, who: Visitor) -> None:
        self._who, self._site, self._words = who, who.site, who.words

    def draw(self) -> None:
        words, heard = self._words, self._site.heard
        with tag("section", classes="card", aria_label=words("settings")):
            tag("h2", words("settings"))
            with tag("label", classes="setting"):
                tag("span", words("usual-language"))
                with tag("select").on("change", self._language, js_handler=TELLS):
                    for name in self._site.languages:
                        option = tag("option", NAMES.get(name, name), value=name)
                        if name == self._site.language:
                            option.props["selected"] = True
            with tag("label", classes="setting"):
                tag("span", words("tempo"))
                with tag("select").on("change", self._tempo, js_handler=TELLS):
                    for tempo in Tempo:
                        option = tag("option", words(f"tempo-{tempo}"), value=tempo.value)
                        if tempo is self._site.host.pacing.tempo:
                            option.props["selected"] = True
            for wish in Wish:
                with tag("label", classes="switch"):
                    box = tag("input", type="checkbox").on("change", partial(self._permit, wish), js_handler=CHECKED)
                    if wish in self._site.host.desk.permitted:
                        box.props["checked"] = True
                    tag("span", words(f"permit-{wish.value}"))
            if not self._site.doors.local:
                self._draw_names()
            if not heard:
                tag("p", words("no-voice"))
            else:
                with tag("label", classes="setting"):
                    tag("span", words("volume"))
                    tag("input", type="range", min="0", max=str(LOUDEST), step="5", value=str(heard[0].volume)).on(
                        "change", self._volume, js_handler=TELLS
                    )
                mute, muted = self._who.as_operator(self._mute), str(heard[0].muted).lower()
                self._mute_button = button(words("mute"), mute, aria_pressed=muted, classes="quiet")
            self._said = tag("p", " ", "said-now", role="status")

    def _draw_names(self) -> None:
        """Let the operator choose the address that phones are told to open."""
        site, words = self._site, self._words
        usual, *others = dict.fromkeys((*site.names(), *site.given, *filter(None, [site.name])))
        with tag("label", classes="setting"):
            tag("span", words("own-name"))
            with tag("select").on("change", self._name, js_handler=TELLS):
                for name in ("", usual, *others):
                    option = tag("option", name or words("own-name-found", address=usual), value=name)
                    if name == site.name:
                        option.props["selected"] = True

    def _keep(self, key: str, value: str | int | bool) -> bool:
        if self._who.operates() < Role.OPERATOR:
            return False
        if key in self._site.by_option:
            self._say(self._words("setting-until-restart", option=f"--{key}"))
            return True
        try:
            keep(self._site.folders, key, value)
        except ROOMS as error:
            self._say(self._words.error(error))
            return False
        self._say(self._words("kept-setting"))
        return True

    def _say(self, text: str) -> None:
        self._said.text = text  # type: ignore[attr-defined]

    def _language(self, event: GenericEventArguments) -> None:
        name = str(event.args)
        if name in self._site.languages and self._keep("language", name):
            self._site.language = name

    def _name(self, event: GenericEventArguments) -> None:
        name = str(event.args)
        if name in {"", *self._site.names(), *self._site.given} and self._keep("shown_name", name or AUTOMATIC):
            self._site.name = name
            self._site.changed()

    def _tempo(self, event: GenericEventArguments) -> None:
        name = str(event.args)
        if name in set(Tempo) and self._keep("tempo", name):
            self._site.host.pacing.tempo = Tempo(name)

    def _permit(self, wish: Wish, event: GenericEventArguments) -> None:
        if isinstance(event.args, bool) and self._keep(KEYS[wish], event.args):
            desk = self._site.host.desk
            desk.permitted = desk.permitted | {wish} if event.args else desk.permitted - {wish}

    def _volume(self, event: GenericEventArguments) -> None:
        volume = str(event.args)
        if volume.isdecimal() and int(volume) <= LOUDEST and self._keep("volume", int(volume)):
            for one in self._site.heard:
                one.volume = int(volume)

    def _mute(self) -> None:
        muted = not all(one.muted for one in self._site.heard)
        for one in self._site.heard:
            one.muted = muted
        self._mute_button.props["aria-pressed"] = str(muted).lower()
        self._mute_button.update()


class CalibrationCard:
    """The state of the camera's calibration, and a way to calibrate it again."""

    def __init__(self, who: Visitor) -> None:
        self._who, self._site, self._words = who, who.site, who.words
        self._calibrating, self._shown = who.site.calibrating, 0

    def draw(self) -> None:
        words, allowed = self._words, self._who.as_operator
        with tag("section", classes="card", aria_label=words("calibration")):
            tag("h2", words("calibration"))
            tag("p", self._state())
            with tag("div", classes="tests"):
                button(words("calibrate"), allowed(self._begin))
                button(words("calibrate-step"), allowed(self._calibrating.step))
                button(words("calibrate-stop"), allowed(self._calibrating.stop))
            self._progress = tag("p", words("calibrate-how"), "said-now", role="status")
        ui.timer(0.5, self._look)

    def _state(self) -> str:
        try:
            known = calibration_of_table(self._site.table)
        except ROOMS as error:
            return self._words.error(error)
        if known is None:
            return self._words("calibration-none")
        return self._words("calibration-of", made=known.made, off=round(known.residual, 2), views=known.views)

    def _look(self) -> None:
        if self._calibrating.said != self._shown:
            self._shown = self._calibrating.said
            lines = [self._words.line(line) for line in [*self._calibrating.lines][-LINES:]]
            self._progress.text = " · ".join(lines)  # type: ignore[attr-defined]

    def _begin(self) -> None:
        if self._calibrating.begin(self._who.language):
            self._calibrating.say(Saying("page-calibrate-begun"))
