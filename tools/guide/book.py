"""The guide in docs/build as one PDF made by Chromium, with numbered pictures and a page of cable labels."""

import base64
import re
from io import BytesIO
from pathlib import Path

from markdown_it import MarkdownIt
from PIL import Image

from tools.draw.pages import chromium
from tools.guide import render_page

QUALITY = 85
"""JPEG's quality of the pictures: a PDF cannot contain WebP."""
LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
PICTURE = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" /></p>')
LABELLED = re.compile(r"^\| (?:cable|wire) \| (.*?) \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", re.MULTILINE)
MADE = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}[^)]*\)")


def pages_of(folder: Path) -> list[Path]:
    """Return the guide's pages in the order in which the first page lists them."""
    listed = (folder / "README.md").read_text(encoding="utf-8").partition("\n## Pages\n")[2]
    named = re.findall(r"\]\(([\w/.-]+\.md)\)", listed)
    return [folder / name for name in dict.fromkeys(("README.md", *named)) if not name.startswith("..")]


def cable_labels(texts: list[str]) -> list[tuple[str, str]]:
    """Return the texts of the labels: name and aim of each row in the tables of cables and wires."""
    found = []
    for head, table in (match for text in texts for match in LABELLED.findall(text)):
        for row in table.splitlines():
            name, aim = row.strip("| ").split(" | ")[:2]
            found.append((name, f"{head}: {aim}"))
    return found


def guide_html(folder: Path) -> str:
    """Return the guide as one page of HTML that includes its pictures."""
    markdown = MarkdownIt("commonmark").enable("table")
    pages, count, texts, bodies = pages_of(folder), 0, [], []
    names = {page.name for page in pages}

    def show(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        path, words = (folder / found[1]).resolve(), found[2]
        return f'<figure><img src="{_picture(path)}"><figcaption>Picture {count}: {words}</figcaption></figure>'

    def link(found: re.Match[str]) -> str:
        name = found[1].partition("#")[0]
        return f'<a href="#{name}">{found[2]}</a>' if name in names else found[2]

    for page in pages:
        texts.append(page.read_text(encoding="utf-8"))
        body = LINK.sub(link, PICTURE.sub(show, markdown.render(texts[-1])))
        bodies.append(f'<section id="{page.name}">{body}</section>')
    return render_page("book.html", bodies=bodies, labels=cable_labels(texts))


def _picture(path: Path) -> str:
    """Return a picture as a data URL."""
    kind, data = "svg+xml", path.read_bytes()
    if path.suffix != ".svg":
        coded = BytesIO()
        with Image.open(path) as picture:
            picture.convert("RGB").save(coded, "JPEG", quality=QUALITY)
        kind, data = "jpeg", coded.getvalue()
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def guide_pdf(folder: Path) -> bytes:
    """Return the guide as a PDF of A4 with an outline; the same guide gives the same bytes."""
    with chromium() as browser:
        page = browser.new_page()
        page.set_content(guide_html(folder), wait_until="load")
        made = page.pdf(prefer_css_page_size=True, outline=True, tagged=True)
    return MADE.sub(lambda found: b"/%b (D:20000101000000+00'00')" % found[1], made)
