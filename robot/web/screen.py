"""The table's own screen. The status warns while no page is open on it."""

from nicegui import Client

from robot.errors import DisplayLostError
from robot.host.status import StatusBook

NAME = "screen"


class OwnScreen:
    """Counts the pages that are open on the table's own screen. Before the first one there is no warning."""

    def __init__(self, book: StatusBook) -> None:
        self._book = book
        self._open = 0

    @property
    def shows(self) -> bool:
        """Whether a page is open. From any thread."""
        return self._open > 0

    def follow(self, client: Client) -> None:
        """Count a page from its connection to its end, which comes some seconds after the browser has closed it."""
        here = False

        def came() -> None:
            nonlocal here
            if not here:
                here = True
                self.came()

        def went() -> None:
            if here:
                self.went()

        client.on_connect(came)
        client.on_delete(went)

    def came(self) -> None:
        self._open += 1
        self._book.clear(NAME)

    def went(self) -> None:
        self._open -= 1
        if not self._open:
            lost = DisplayLostError(
                "the table's screen shows no page any more: see to its cable and its browser", key="fault-screen-lost"
            )
            self._book.fault(NAME, lost, "warning")
