"""What every table has that is served for long: panels, corrections, a limit for its recordings, a voice."""

from collections.abc import Callable
from contextlib import ExitStack

from robot.config import Folders
from robot.host.host import Host
from robot.host.running import hosting
from robot.host.thinning import Thinning
from robot.language import Language
from robot.panels import open_panels
from robot.records.corrections import Corrections
from robot.records.thinning import Limits
from robot.records.wall_clock import ClockJudge
from robot.voice.voice import Audible, open_sounds, open_voice


def furnish(
    host: Host, folders: Folders, language: Language, notify: Callable[[str], None], stack: ExitStack
) -> tuple[Audible, ...]:
    """Let a host that has not begun have all this, as its configuration says, until `stack` ends.

    Returns what is heard at the table: the voice and the sounds, as far as there are any.

    Raises:
        RobotError: the folders are being restored, or names taken out of them.

    """
    stack.enter_context(hosting(folders))
    host.add_panels(open_panels(host.config))
    host.listen(Corrections(folders.corrections, notify), "corrections")
    judge = ClockJudge(folders).judge
    stack.enter_context(Thinning(folders.recordings, Limits.of(host.config), judge, host.book, notify))
    heard: list[Audible] = []
    if voice := open_voice(host.config, folders, language, notify):
        host.listen(stack.enter_context(voice), "voice")
        heard.append(voice)
    if sounds := open_sounds(host.config, folders, notify):
        host.listen(stack.enter_context(sounds), "sounds")
        heard.append(sounds)
    host.book.clear("voice", "ok" if voice else "absent")
    return tuple(heard)
