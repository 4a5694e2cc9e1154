"""What may stand in config.toml, and what is said of what may not."""

import json
from pathlib import Path

import pytest

from hardware.dimensions import KINDS
from robot.cli import main
from robot.config import MACHINES, SECRETS, Config, Folders, keep, load
from robot.errors import UsageError


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    (tmp_path / "config").mkdir()
    return Folders(tmp_path / "config", tmp_path / "data", tmp_path / "cache")


def write(folders: Folders, text: str) -> Folders:
    (folders.config / "config.toml").write_text(text, encoding="utf-8")
    return folders


def test_the_camera_is_left_to_the_calibration_unless_its_settings_are_fixed(folders: Folders) -> None:
    assert load(folders) == Config()
    assert Config().exposure_milliseconds is None
    text = "exposure_milliseconds = 12\ngain = 1.5\nred_gain = 2\nblue_gain = 1.75\nfocus_dioptres = 3.1\n"
    config = load(write(folders, text))
    assert (config.exposure_milliseconds, config.gain, config.red_gain) == (12.0, 1.5, 2.0)
    assert (config.blue_gain, config.focus_dioptres) == (1.75, 3.1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("exposure_milliseconds = 0", "write a number from 0.1 to 30"),
        ("gain = 0.5", "write a number from 1 to 16"),
        ("focus_dioptres = true", "write a number"),
        ('gain = "2"', "write a number"),
        ("volume = 101", "write a whole number from 0 to 100"),
        ('tempo = "slow"', "write one of calm, brisk, fast"),
        ("tempo = 1", "write one of calm"),
        ("language = 'fr'", "'fr': choose en, de, es, or run 'pipsqueak data config set language en'"),
        ("volume = 10.5", "write a whole number"),
        ("panel = 1", "write true or false"),
        (f"exposure_milliseconds = {10**400}", "write a number"),
        ("exposure = 8", "exposure is unknown: the keys are blue_gain"),
        ("name = 'http://dice.lan'", "write a machine's name"),
        ("shown_name = 'http://dice.lan'", "write a machine's name"),
        ("shown_name = 'dice.lan, pi.lan'", "and all others in name"),
        (f"wifi_name = '{'ä' * 17}'", "write at most 32 bytes"),
        ("wifi_password = '1234567'\nwifi_name = 'Dice'", "8 to 63 characters"),
        ("wifi_password = '12345678'", "without wifi_name: write both"),
        ("feed_key = 'short'", "8 to 200 letters"),
    ],
)
def test_what_may_not_stand_there_is_reported_with_its_key(line: str, words: str, folders: Folders) -> None:
    with pytest.raises(UsageError) as raised:
        load(write(folders, line))
    assert words in str(raised.value)
    assert line.split(maxsplit=1)[0] in str(raised.value)
    assert "config.toml" in str(raised.value)
    assert "'short'" not in str(raised.value), "nobody prints a key"
    assert "\n" not in str(raised.value)


def test_one_setting_is_changed_and_comments_stay(folders: Folders) -> None:
    write(folders, "# the table\ngain = 2.0\nvolume = 30  # at night\n")
    keep(folders, "volume", 50)
    keep(folders, "language", "de")
    path = folders.config / "config.toml"
    assert path.read_text() == '# the table\ngain = 2.0\nvolume = 50  # at night\nlanguage = "de"\n'
    path.write_text("camera = [", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        keep(folders, "volume", 5)


@pytest.mark.parametrize("secret", ["dice-3-6-9", ""])
def test_keys_and_passwords_are_set_and_never_printed(
    secret: str, folders: Folders, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(folders.config.parent))
    write(folders, "".join(f"{key} = '{secret}'\n" for key in SECRETS) + "wifi_name = 'Dice'\n")
    said = "set" if secret else ""
    assert main(["data", "config"]) == 0
    assert {f'{key} = "{said}"' for key in SECRETS} <= {*(lines := capsys.readouterr().out).splitlines()}
    assert "dice-3-6-9" not in lines
    assert main(["data", "config", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {told[key] for key in SECRETS} == {said}
    assert load(folders).wifi_password == secret


def test_settings_that_have_gone_are_read_over_and_one_line_says_so(
    folders: Folders, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folders, "mqtt = 'mqtt://broker.lan'\ntalk = false\nvolume = 30\n")
    assert load(folders) == load(folders) == Config(volume=30)
    (said,) = capsys.readouterr().err.splitlines()
    assert said.endswith("holds settings that no longer exist: remove mqtt, talk")


def test_every_kind_of_machine_can_be_configured(tmp_path: Path) -> None:
    assert MACHINES == KINDS
    folders = Folders(tmp_path, tmp_path, tmp_path)
    for kind in KINDS:
        (tmp_path / "config.toml").write_text(f'machine = "{kind}"\n')
        assert load(folders).machine == kind
    (tmp_path / "config.toml").write_text('machine = "drum"\n')
    with pytest.raises(UsageError, match="machine is 'drum': write crank or boxes"):
        load(folders)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("language fr", "there is no language 'fr': choose en, de, es"),
        ("tempo quick", "pipsqueak: tempo is 'quick': write one of calm, brisk, fast"),
        ("volume 300", "volume is 300: write a whole number from 0 to 100"),
        ("volume loud", "volume is 'loud': write"),
        ("voice yes", "voice is 'yes': write true or false"),
        ("machine drum", "machine is 'drum': write crank or boxes"),
        ("wifi_password secret-word", "without wifi_name: write both"),
        ("volum 3", "unknown setting 'volum': did you mean volume?"),
        ("volume", "'set KEY VALUE', 'reset KEY' or nothing after"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_a_line_and_nothing_is_written(
    words: str, said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "config", "set", *words.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert not home.exists()


def test_a_setting_is_set_and_all_are_printed_with_where_they_come_from(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("volume 40", "voice true", "gain 2", "machine boxes", "name pi.lan", "tempo fast", "boxes 2"):
        assert main(["data", "config", "set", *words.split()]) == 0
    assert main(["data", "config", "reset", "tempo", "boxes"]) == 0
    assert main(["data", "config", "reset", "volume", "unknown"]) == 2, "nothing is reset if one name is wrong"
    assert load(Folders.of_user()) == Config(volume=40, voice=True, gain=2.0, machine="boxes", name="pi.lan")
    capsys.readouterr()
    assert main(["data", "config"]) == 0
    told = capsys.readouterr()
    assert str(home / "config" / "config.toml") in told.err
    lines = told.out.splitlines()
    assert {"volume = 40", 'table = "sim"  # default', 'language = "en"  # as LANG says'} <= {*lines}


@pytest.mark.parametrize(
    ("names", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES"}, "es"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale_where_none_is_set(
    names: dict[str, str], language: str, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert load(folders).language == language
    write(folders, "language = 'es'\n")
    assert load(folders).language == "es"
