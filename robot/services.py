"""The services of a long-running host: panels, corrections, a limit of recordings, and a voice."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from hardware.closing import Closing
from robot.app import panel_openers
from robot.config import Config, Folders
from robot.errors import RecordingError
from robot.host.host import Host
from robot.host.running import hold_host_lock
from robot.host.status import StatusBook
from robot.language import Language
from robot.records.kept_pictures import Corrections
from robot.records.recording import thin
from robot.records.wall_clock import DAY, is_synchronised
from robot.voice.voice import Voice, open_voice

HOUR = 3600.0
DEVICE = "recording"
"""The name under which the status reports that recordings cannot be deleted."""


def start_services(
    host: Host, folders: Folders, language: Language, notify: Callable[[str], None], stack: ExitStack
) -> Voice | None:
    """Give a host that has not begun these services, by its configuration, until `stack` ends.

    Return the voice, None if there is none.

    Raises:
        RobotError: another program is restoring the folders, or removing names from them.

    """
    stack.enter_context(hold_host_lock(folders))
    stack.callback(host.panels.close)  # also if the host never runs
    host.add_panels(panel_openers(host.config))
    host.listen(Corrections(folders.corrections, notify), "corrections")
    stack.enter_context(Thinning(folders.recordings, host.config, host.book, notify))
    if voice := open_voice(host.config, folders, language, notify):
        host.listen(stack.enter_context(voice), "voice")
    host.book.clear("voice", "ok" if voice else "absent")
    return voice


class Thinning(Closing):
    """Deletes old recordings in `folder` now and every day until it is closed, in a thread of its own.

    `config` limits their days and gigabytes. Until a time server has confirmed the clock, it tries again every hour: a
    Pi gets its time after it has started. It tells `notify` what it has deleted. `book` lists a failure until a try
    succeeds.
    """

    def __init__(
        self, folder: Path, config: Config, book: StatusBook, notify: Callable[[str], None], *, every: float = DAY
    ) -> None:
        self._folder, self._config = folder, config
        self._book, self._tell, self._every = book, notify, every
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="thinning", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop deleting recordings. Repeating this is harmless."""
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        limits = self._config
        while not self._ends.is_set():
            sure = is_synchronised()
            try:
                for thinned in thin(self._folder, limits.recordings_gigabytes, limits.recordings_days):
                    self._tell(thinned)
                    if self._ends.is_set():
                        return
            except RecordingError as error:
                self._book.fault(DEVICE, error, "warning")
            else:
                if self._book.now.device(DEVICE):
                    self._book.clear(DEVICE)
            self._ends.wait(self._every if sure else min(self._every, HOUR))
