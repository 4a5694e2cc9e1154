"""The commands of the page on exhibitions update a table, take it back, and update it again."""

import re
import subprocess
from pathlib import Path

from tests.support.repository import DOCS


def commands(heading: str) -> str:
    """Return the commands of git that follow `heading` on the page, one a line."""
    text = (DOCS / "exhibition.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^\*\*{heading}\*\*[^\n]*\n\n((?:    .*\n)+)", text, re.MULTILINE)
    return "\n".join(line.strip().removesuffix("&& make pi") for line in block.splitlines() if "git " in line)


def test_a_table_that_went_back_can_be_updated_again(tmp_path: Path) -> None:
    begin = """
    git init -q -b main new && git clone -q new table 2>&1
    for _ in 1 2; do git -C new commit -q --allow-empty -m more; git -C table pull -q; done
    git -C new commit -q --allow-empty -m newest
    cd table
    """
    update, back = commands("To update a table"), commands("To go back")
    heads = "git rev-parse HEAD"
    said = subprocess.run(
        ["/bin/bash", "-ec", "\n".join((begin, heads, update, heads, back, heads, update, heads))],
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(tmp_path),
            **{f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    shown = [line for line in said.stdout.splitlines() if re.fullmatch(r"[0-9a-f]{40}", line)]
    assert [shown[0] == one for one in shown] == [True, False, True, False]
    assert shown[1] == shown[3]
