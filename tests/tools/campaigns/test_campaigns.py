"""The command of the campaigns knows each by its name."""

import pytest

from tests.support.repository import REPOSITORY
from tools.campaigns.__main__ import CAMPAIGNS, main


def test_every_campaign_has_what_the_command_runs() -> None:
    for name in CAMPAIGNS:
        text = (REPOSITORY / f"tools/campaigns/{name}.py").read_text(encoding="utf-8")
        assert "\ndef add_options(parser: ArgumentParser) -> None:\n" in text, name
        assert "\ndef run(options: Namespace) -> Iterator[str]:\n" in text, name


def test_a_campaign_that_is_not_there_is_told_from_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["weather"]) == 2
    assert capsys.readouterr().err == f"name one of the campaigns: {', '.join(CAMPAIGNS)}\n"
