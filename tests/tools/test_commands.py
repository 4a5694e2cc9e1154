"""The commands of benchmarks and campaigns know each by its name."""

import pytest

from tests.support.repository import REPOSITORY
from tools.bench import __main__ as bench
from tools.campaigns import __main__ as campaigns


def text_of(module: str) -> str:
    return (REPOSITORY / f"tools/{module}.py").read_text(encoding="utf-8")


def test_every_benchmark_and_campaign_has_what_the_command_runs() -> None:
    assert len(bench.BENCHES) == sum(map(len, bench.ROOMS.values())) > 10
    for name, room in bench.BENCHES.items():
        assert f"\ndef {name}() -> Iterator[str]:" in text_of(f"bench/{room}"), name
    for name in campaigns.CAMPAIGNS:
        assert "\ndef add_options(parser: ArgumentParser) -> None:\n" in text_of(f"campaigns/{name}"), name
        assert "\ndef run(options: Namespace) -> Iterator[str]:\n" in text_of(f"campaigns/{name}"), name


def test_what_is_not_there_is_told_from_what_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "solver", "weather"])
    assert bench.main() == 2
    assert capsys.readouterr() == ("", f"no benchmark weather: known are {', '.join(sorted(bench.BENCHES))}\n")
    assert campaigns.main(["weather"]) == 2
    assert capsys.readouterr() == ("", f"name one of the campaigns: {', '.join(campaigns.CAMPAIGNS)}\n")


@pytest.mark.check
def test_a_benchmark_prints_its_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "rounds"])
    assert bench.main() == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading == "rounds:"
    assert lines
    assert all(line.startswith("  ") for line in lines)
