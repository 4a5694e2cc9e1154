"""The command of the benchmarks runs each of them by its name."""

import pytest

from tests.support.repository import REPOSITORY
from tools.bench.__main__ import BENCHES, ROOMS, main


def test_every_benchmark_has_what_the_command_runs() -> None:
    texts = {room: (REPOSITORY / f"tools/bench/{room}.py").read_text(encoding="utf-8") for room in ROOMS}
    assert len(BENCHES) == sum(map(len, ROOMS.values())) > 10
    assert [bench for bench, room in BENCHES.items() if f"\ndef {bench}() -> Iterator[str]:" not in texts[room]] == []


def test_a_benchmark_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "solver", "weather"])
    assert main() == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"no benchmark weather: known are {', '.join(sorted(BENCHES))}\n"


@pytest.mark.check
def test_a_benchmark_prints_its_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "rounds"])
    assert main() == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading == "rounds:"
    assert lines
    assert all(line.startswith("  ") for line in lines)
