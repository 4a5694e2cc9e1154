"""What every table has that is served for long: panels, corrections, a limit for its recordings, a voice."""

from collections.abc import Callable
from contextlib import ExitStack

from robot.config import Folders
from robot.host.host import Host
from robot.host.thinning import Thinning
from robot.language import Language
from robot.panels import open_panels
from robot.records.corrections import Corrections
from robot.records.thinning import Limits
from robot.voice.opening import open_sounds, open_voice
from robot.voice.voice import Voice


def furnish(
    host: Host, folders: Folders, language: Language, notify: Callable[[str], None], stack: ExitStack
) -> Voice | None:
    """Let a host that has not begun have all this, as its configuration says, until `stack` ends; return its voice."""
    host.add_panels(open_panels(host.config))
    host.listen(Corrections(folders.corrections, notify), "corrections")
    stack.enter_context(Thinning(folders.recordings, Limits.of(host.config), host.book, notify))
    voice = open_voice(host.config, folders, language, notify)
    if voice:
        host.listen(stack.enter_context(voice), "voice")
    if sounds := open_sounds(host.config, folders, notify):
        host.listen(stack.enter_context(sounds), "sounds")
    host.book.clear("voice", "ok" if voice else "absent")
    return voice
