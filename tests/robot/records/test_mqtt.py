"""The feed at an MQTT broker: what is said under which topic, and that no fault of a broker disturbs a game."""

import json
import random
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from robot.config import Config, Folders, read_broker
from robot.doctor import examine
from robot.errors import RobotError
from robot.match.journal import Journal
from robot.records import mqtt
from robot.records.feed import Feed
from robot.records.mqtt import MqttPublisher, check_broker
from robot.table.choice import TableChoice
from robot.verbs.options import broker_address
from robot.web.addresses import Place
from robot.web.server import publish
from robot.web.site import Site
from tests.support.requirements import needs_package
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, pig
from tests.support.robot.journaled import play
from tests.support.robot.mqtt_broker import Broker, broker
from tests.support.robot.programs import free_port
from tests.support.robot.waiting import until

LOGIN = ("table", "three-six-nine")


@pytest.mark.parametrize(
    ("text", "place", "secure", "topic"),
    [
        ("mqtt://broker.lan", "broker.lan:1883", False, "pipsqueak"),
        ("mqtts://broker.lan/", "broker.lan:8883", True, "pipsqueak"),
        ("mqtt://10.0.0.2:1999/dice/hall-1", "10.0.0.2:1999", False, "dice/hall-1"),
        ("mqtt://[fe80::1]:5", "[fe80::1]:5", False, "pipsqueak"),
    ],
)
def test_an_address_says_host_port_and_topic(text: str, place: str, secure: bool, topic: str) -> None:
    found = read_broker(text)
    assert found
    assert (found.place, found.secure, found.topic) == (place, secure, topic)
    assert read_broker("") is None


@pytest.mark.parametrize(
    "text",
    [
        "broker.lan",
        "http://broker.lan",
        "mqtt://",
        "mqtt://a:99999",
        "mqtt://a/#",
        "mqtt://a/+/b",
        "mqtt://a?b",
        "mqtt://a,b",
    ],
)
def test_what_is_no_address_is_told_in_a_line(text: str) -> None:
    with pytest.raises(
        ArgumentTypeError, match=f"^'{re.escape(text)}' is not an MQTT broker: give one such as mqtt://"
    ):
        broker_address(text)


def test_a_password_is_not_taken_from_the_command_line() -> None:
    with pytest.raises(ValueError, match="give mqtt_name and mqtt_password"):
        read_broker("mqtt://me:secret@broker.lan")


def test_a_missing_package_is_told_in_a_line_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "paho", None)
    config, told = Config(mqtt="mqtt://127.0.0.1"), list[str]()
    site = site_of(tmp_path, config)
    with ExitStack() as stack:
        assert config.broker
        publish(site, config.broker, told.append, stack)
    site.close()
    assert "add EXTRA=mqtt" in told[0] or "[mqtt]" in told[0]
    device = site.host.status.device("mqtt")
    assert device
    assert (device.state, device.key, site.host.status.status) == ("warning", "fault-missing-paho", "warning")


def site_of(folder: Path, config: Config, *games: object) -> Site:
    folders = Folders(folder, folder, folder)
    host, _ = Sitting(QuickBooth(), folders.journal).host(*games)  # type: ignore[arg-type]
    host.config = config
    return Site(host, folders, config, Place("127.0.0.1", 0))


@dataclass
class Told:
    """What a publisher said of its broker."""

    faults: list[RobotError] = field(default_factory=list)
    clear: int = 0

    def cleared(self) -> None:
        self.clear += 1


@dataclass
class Publishing:
    """A feed that is published, and its journal."""

    folder: Path
    port: int
    login: tuple[str, str] = LOGIN
    told: Told = field(default_factory=Told)

    def __enter__(self) -> "Publishing":
        config = Config(mqtt=f"mqtt://127.0.0.1:{self.port}/dice", mqtt_name=self.login[0], mqtt_password=self.login[1])
        path = self.folder / "journal.sqlite"
        self.journal, self.feed = Journal(path), Feed(path, lambda: None)
        assert config.broker
        self.publisher = MqttPublisher(self.feed, config.broker, config, self.told.faults.append, self.told.cleared)
        return self

    def __exit__(self, *_: object) -> None:
        self.feed.close()
        self.publisher.close()
        self.journal.close()

    def play(self, seed: int) -> None:
        self.feed.stir(play(self.journal, random.Random(seed)).id)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_package("paho")
    monkeypatch.setattr(mqtt, "LONGEST_PAUSE", 1)


@pytest.fixture
def served() -> Iterator[Broker]:
    with broker(login=LOGIN) as one:
        yield one


def lines(one: Broker) -> list[str]:
    """Return what came under the topics of lines, in order."""
    others = {"dice/status"}
    return [message.payload for message in tuple(one.messages) if message.topic not in others and message.payload]


@pytest.mark.check
@pytest.mark.usefixtures("quick")
def test_each_line_comes_once_below_its_kind_and_the_newest_state_is_retained(tmp_path: Path, served: Broker) -> None:
    served.retained |= {"dice/game": "of a program that was killed"}
    with Publishing(tmp_path, served.port) as one:
        until(lambda: served.retained == {"dice/status": "online"})
        one.play(1)
        until(lambda: one.feed.after(0)[0][-1:] and len(lines(served)) == len(one.feed.after(0)[0]))
        sent = one.feed.after(0)[0]
        assert lines(served) == [line.text for line in sent]
        for line in sent:
            assert line.text in served.payloads(f"dice/{line.kind}")
        assert {message.topic for message in served.messages if message.retain} == {
            "dice/status",
            "dice/game",
            "dice/reading",
        }
        assert json.loads(served.retained["dice/game"])["winners"]
        readings = [line.text for line in sent if line.kind == "reading"]
        assert served.retained["dice/reading"] == readings[-1]
    assert served.retained == {"dice/status": "offline"}, "no name of a player stays"
    assert (one.told.faults, one.told.clear) == ([], 1)


@pytest.mark.check
@pytest.mark.usefixtures("quick")
def test_what_came_while_the_broker_was_away_is_published_when_it_is_back(tmp_path: Path) -> None:
    port = free_port()
    with Publishing(tmp_path, port) as one:
        until(lambda: one.told.faults)
        assert "cannot be reached" in str(one.told.faults[0])
        one.play(1)
        with broker(port, LOGIN) as first:
            until(lambda: "1.end" in {line.id for line in one.feed.after(0)[0]} and lines(first))
            until(lambda: len(lines(first)) == len(one.feed.after(0)[0]))
            assert one.told.clear == 1
            before = len(one.told.faults)
            first.drop()
            until(lambda: len(one.told.faults) > before)
            until(lambda: first.retained["dice/status"] == "offline")  # the will
        sent = len(one.feed.after(0)[0])
        one.play(2)
        until(lambda: len(one.feed.after(0)[0]) > sent)
        with broker(port, LOGIN) as second:
            new = [line.text for line in one.feed.after(0)[0][sent:]]
            until(lambda: lines(second)[-len(new) :] == new)
            retained = [line.text for line in one.feed.after(0)[0][:sent] if line.kind in mqtt.RETAINED]
            assert {*lines(second)[: -len(new)]} <= {*retained}, "a new broker is told the state, then what is new"


@pytest.mark.check
@pytest.mark.usefixtures("quick")
def test_a_wrong_password_is_told_once_and_tried_again(tmp_path: Path, served: Broker) -> None:
    with Publishing(tmp_path, served.port, ("table", "wrong")) as one:
        until(lambda: served.refused >= 2)
        one.play(1)
        assert {str(error).partition(" (")[0] for error in one.told.faults} == {
            f"the MQTT broker 127.0.0.1:{served.port} refuses this table"
        }
        served.login = ("table", "wrong")
        until(lambda: len(lines(served)) == len(one.feed.after(0)[0]) > 0)


@pytest.mark.check
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("trouble", ["absent", "silent", "wrong"])
def test_no_broker_disturbs_a_game(tmp_path: Path, served: Broker, trouble: str) -> None:
    served.silent = trouble == "silent"
    port = free_port() if trouble == "absent" else served.port
    config = Config(mqtt=f"mqtt://127.0.0.1:{port}", mqtt_name="nobody" if trouble == "wrong" else "")
    site, told = site_of(tmp_path, config, pig(), pig()), list[str]()
    with ExitStack() as stack:
        assert config.broker
        publish(site, config.broker, told.append, stack)
        stack.callback(site.close)
        site.host.run()
    with Journal(Folders(tmp_path, tmp_path, tmp_path).journal) as journal:
        assert all(game.winners for game in journal.games())
    assert len(told) == 1


@pytest.mark.check
@pytest.mark.usefixtures("quick")
def test_the_doctor_says_what_is_wrong_with_a_broker(
    tmp_path: Path, served: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt, "PATIENCE", 0.5)

    def found(port: int, name: str, password: str) -> str:
        config = Config(mqtt=f"mqtt://127.0.0.1:{port}", mqtt_name=name, mqtt_password=password)
        assert config.broker
        try:
            return check_broker(config.broker, config)
        except RobotError as error:
            return str(error)

    assert "lets the table in" in found(served.port, *LOGIN)
    assert "refuses this table" in found(served.port, "table", "wrong")
    assert "(Connection refused): start it" in found(free_port(), *LOGIN)
    served.silent = True
    assert "(it does not answer)" in found(served.port, *LOGIN)
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text(f'mqtt = "mqtt://127.0.0.1:{served.port}"\n')
    findings = {finding.device: finding for finding in examine(TableChoice(table="hands"))}
    assert findings["mqtt"].state == "fault"
