"""The feed at an MQTT broker: each line as a message, the newest game and reading retained.

The protocol is MQTT 3.1.1 (OASIS Standard, 29 October 2014), spoken by Eclipse Paho.
"""

import importlib.util
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hardware.closing import Closing
from robot.config import Broker, Config
from robot.errors import RobotError
from robot.installation import install_command
from robot.records.feed import Feed

if TYPE_CHECKING:
    from paho.mqtt.client import Client

RETAINED = ("game", "reading")
"""The kinds of lines whose newest one the broker keeps for whoever subscribes later."""
STATUS, ONLINE, OFFLINE = "status", "online", "offline"
"""The topic that says whether the table is there, and what it says. The broker says the latter where it is lost."""
ONCE = 1
"""The quality of service: each message arrives at least once (section 4.3.2)."""
KEEPALIVE = 30
"""Seconds after which the broker is asked whether it is there."""
PATIENCE = 5.0
"""Seconds within which a broker must take a connection."""
FAREWELL = 2.0
"""Seconds within which it must take the last messages at the end."""
LONGEST_PAUSE = 60
"""Seconds between two tries at most."""


class MqttPublisher(Closing):
    """Publishes a feed at a broker, from the newest game's beginning, in threads of the feed and of Paho.

    Faults of the broker go to `fault`, and their end to `clear`. What came meanwhile is published when it is back.

    Raises:
        RobotError: the package for MQTT is not installed.

    """

    def __init__(
        self, feed: Feed, broker: Broker, config: Config, fault: Callable[[RobotError], None], clear: Callable[[], None]
    ) -> None:
        self._feed, self._broker = feed, broker
        self._fault, self._clear = fault, clear
        self._lock = threading.RLock()
        self._connected = self._closed = False
        self._at = feed.place("")
        self._retained = dict.fromkeys(RETAINED, "")
        self._client = client_of(broker, config)
        self._client.will_set(self._topic(STATUS), OFFLINE, ONCE, retain=True)
        self._client.on_connect = self._greeted
        self._client.on_connect_fail = lambda *_: self._fault(unreachable(broker))
        self._client.on_disconnect = self._lost
        self._client.reconnect_delay_set(1, LONGEST_PAUSE)
        self._client.connect_async(broker.host, broker.port, KEEPALIVE)
        self._client.loop_start()
        feed.follow(self._publish_new)

    def close(self) -> None:
        """Take back what the broker retains, and say that the table is gone. Repeating this is harmless."""
        with self._lock:
            there, self._closed = self._connected, True
            self._connected = False
            if there:
                for kind in RETAINED:
                    self._client.publish(self._topic(kind), "", ONCE, retain=True)
                last = self._client.publish(self._topic(STATUS), OFFLINE, ONCE, retain=True)
        if there:
            with suppress(RuntimeError, ValueError):  # the broker is lost now
                last.wait_for_publish(FAREWELL)
        self._client.disconnect()  # which ends Paho's thread; one that the broker keeps waiting ends with the program
        if there and last.is_published():
            self._client.loop_stop()

    def _topic(self, name: str) -> str:
        return f"{self._broker.topic}/{name}"

    def _greeted(self, _client: object, _userdata: object, _flags: object, reason: Any, _properties: object) -> None:
        """Begin, or go on, where the broker lets the table in. A broker that was restarted retains nothing."""
        if reason.is_failure:
            self._fault(login_error(self._broker, str(reason)))
            return
        with self._lock:
            if self._closed:
                return
            self._connected = True
            self._client.publish(self._topic(STATUS), ONLINE, ONCE, retain=True)
            for kind, text in self._retained.items():
                self._client.publish(self._topic(kind), text, ONCE, retain=True)
            self._publish_new()
        self._clear()

    def _lost(self, *_: object) -> None:
        with self._lock:
            was, self._connected = self._connected, False
        if was:
            self._fault(unreachable(self._broker))

    def _publish_new(self) -> None:
        with self._lock:
            if not self._connected:
                return
            lines, self._at = self._feed.after(self._at)
            for line in lines:
                kept = line.kind in RETAINED
                self._client.publish(self._topic(line.kind), line.text, ONCE, retain=kept)
                if kept:
                    self._retained[line.kind] = line.text


def client_of(broker: Broker, config: Config) -> "Client":
    """Return a client for a broker, not connected. Raises RobotError: the package is not installed."""
    if importlib.util.find_spec("paho") is None:
        raise RobotError(f"MQTT needs the package paho-mqtt: run '{install_command('paho')}'", key="fault-missing-paho")
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    client = Client(CallbackAPIVersion.VERSION2)
    client.suppress_exceptions = True
    client.connect_timeout = PATIENCE
    if config.mqtt_name:
        client.username_pw_set(config.mqtt_name, config.mqtt_password or None)
    if broker.secure:
        client.tls_set()
    return client


def unreachable(broker: Broker, why: str = "") -> RobotError:
    """Return the error of a broker that does not answer."""
    told = f" ({why})" if why else ""
    return RobotError(
        f"the MQTT broker {broker.place} cannot be reached{told}: start it, or correct mqtt in config.toml",
        key="fault-mqtt",
    )


def login_error(broker: Broker, why: str) -> RobotError:
    """Return the error of a broker that does not let the table in."""
    return RobotError(
        f"the MQTT broker {broker.place} refuses this table ({why}): "
        "correct mqtt_name and mqtt_password in config.toml",
        key="fault-mqtt-refused",
    )


def check_broker(broker: Broker, config: Config) -> str:
    """Connect once, and return in words that the broker lets the table in. Raises RobotError."""
    client, answers = client_of(broker, config), queue.SimpleQueue[Any]()
    client.on_connect = lambda _client, _userdata, _flags, reason, _properties: answers.put(reason)
    try:
        client.connect(broker.host, broker.port, KEEPALIVE)
        client.loop_start()
        reason = answers.get(timeout=PATIENCE)
    except OSError as error:
        raise unreachable(broker, error.strerror or str(error)) from error
    except queue.Empty:
        raise unreachable(broker, "it does not answer") from None
    finally:
        client.disconnect()
    if reason.is_failure:
        raise login_error(broker, str(reason))
    return f"the broker {broker.place} lets the table in; topics begin with {broker.topic}/"
