"""Elements of pages: plain HTML, which keyboards, touch screens and screen readers support."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement


def tag(name: str, text: str = "", classes: str = "", **attributes: Any) -> Element:
    """Return an HTML element. In names of attributes `_` means `-`; a `_` at an end is dropped."""
    element = TextElement(tag=name, text=text) if text else Element(name)
    if classes:
        element.classes(classes)
    for key, value in attributes.items():
        element.props[key.strip("_").replace("_", "-")] = value
    return element


def button(text: str, pressed: Callable[..., Any], classes: str = "small", **attributes: Any) -> Element:
    """Return a button that calls `pressed`."""
    return tag("button", text, classes, type="button", **attributes).on("click", pressed, args=[])


def asking_button(text: str, question: str, cancel: str, pressed: Callable[[], Any]) -> Element:
    """Return a button that opens a question, and calls `pressed` when people confirm it."""

    def confirm() -> None:
        dialog.run_method("close")
        pressed()

    with tag("dialog", classes="card", aria_label=text) as dialog:
        tag("p", question)
        with tag("div", classes="tests"):
            button(cancel, lambda: dialog.run_method("close"), autofocus=True)
            button(text, confirm, "small sure")
    return button(text, lambda: dialog.run_method("showModal"))


def card(title: str) -> Element:
    """Return a card with a title. Elements that are made inside it come below the title."""
    section = tag("section", classes="card", aria_label=title)
    with section:
        tag("h2", title)
    return section


def select(options: Mapping[str, str], chosen: str, classes: str = "", **attributes: Any) -> Element:
    """Return a list from which people choose one of the `options`, which maps values to texts."""
    chooser = tag("select", classes=classes, **attributes)
    with chooser:
        for value, text in options.items():
            option = tag("option", text, value=value)
            if value == chosen:
                option.props["selected"] = True
    return chooser


def link(text: str, target: str, classes: str = "", **attributes: Any) -> Element:
    return tag("a", text, classes, href=target, **attributes)


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], label: str, numbers: int = 0, targets: Sequence[str] = ()
) -> Element:
    """Return a table. Its last `numbers` columns are right-aligned; first cells link to their row's target."""
    first_number = len(heads) - numbers
    frame = tag("div", classes="rows", tabindex="0", role="region", aria_label=label)
    with frame, tag("table"):
        with tag("thead"), tag("tr"):
            for place, head in enumerate(heads):
                tag("th", head or " ", "number" if place >= first_number else "", scope="col")
        with tag("tbody"):
            for number, row in enumerate(rows):
                with tag("tr"):
                    for place, cell in enumerate(row):
                        leads = targets and not place
                        kind = "number" if place >= first_number else ""
                        with tag("td", "" if leads else cell, kind, data_head=heads[place]):
                            if leads:
                                link(cell, targets[number])
    return frame
