"""What is wrong on a page, measured in the browser: sizes, places, and what is cut, broken, or lies on other things."""

from collections.abc import Mapping
from typing import Any

from tests.support.robot.browser import Page
from tests.support.robot.driven import PLAY

SIZES = ((360, 640), (360, 740), (820, 1180), (1280, 800), (1920, 1080))
"""Pixels of the windows for which the page is made."""
TARGETS = ", ".join(
    f".{part} button" for part in ("moves", "dice", "tiles", "faces", "lies", "count", "sheet", "toast")
)
"""What answers a question, or takes a step towards that."""
STEADY = ".picture, .hint, .watch"
"""What keeps its place through a whole game."""
WATCH = f"""() => {{
    const page = {PLAY};
    window.moments = [{{ view: page.view, mine: page.mine }}];
    page.$watch("view", (view) => window.moments.push({{ view, mine: page.mine }}));
}}"""
MEASURE = """({ targets, low }) => {
    const faults = new Set();
    const told = (one) => (one.ariaLabel || one.innerText || one.textContent || one.outerHTML).trim().slice(0, 50);
    const say = (what, one) => faults.add(what + ": " + told(one));
    const seen = { visibilityProperty: true, opacityProperty: true };
    const shown = (one) => one.checkVisibility(seen) && !one.closest(".unseen, .moment, .film, [inert]");
    const overlap = (a, b, start, end) => Math.min(a[end], b[end]) - Math.max(a[start], b[start]) > 2;
    for (const one of [...document.querySelectorAll(targets)].filter(shown)) {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        if (Math.min(width, height) < 43.5) say(`${width.toFixed()} x ${height.toFixed()}`, one);
        if (low && one.closest(low)) continue;
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) say("out of view", one);
        const spots = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
        const over = ([x, y]) => document.elementFromPoint(left + x * width, top + y * height);
        const cover = spots.map(over).find((other) => other && !one.contains(other) && !other.contains(one));
        if (cover) say(`covered by ${told(cover)}`, one);
    }
    const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const apart = (one) => one && (getComputedStyle(one).position === "static" ? apart(one.parentElement) : one);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || !shown(one) || one.closest("script, style, option, noscript, svg")) continue;
        const style = getComputedStyle(one), range = document.createRange();
        const whole = style.textOverflow === "ellipsis" && one.closest("[title], [aria-label]");
        if (style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1 && !whole) say("cut", one);
        if (/hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 2) say("cut below", one);
        for (const word of node.data.matchAll(/[^\\s\\-–—/·…\\u00ad]+/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = [...range.getClientRects()].map((line) => Math.round(line.top));
            if (new Set(lines).size > 1) say("broken word " + word[0], one);
        }
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, height } of range.getClientRects()) {
            const end = style.overflowX === "visible" ? right : Math.min(right, one.getBoundingClientRect().right);
            const letters = { left, right: end, top: top + 0.2 * height, bottom: bottom - 0.2 * height };
            const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(one);
            if (there) texts.push({ one, letters, apart: apart(one) });
        }
    }
    for (const [i, a] of texts.entries()) for (const b of texts.slice(i + 1)) {
        const both = a.one !== b.one && a.apart === b.apart && overlap(a.letters, b.letters, "left", "right");
        if (both && overlap(a.letters, b.letters, "top", "bottom")) say("lies on " + told(b.one), a.one);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");
    return [...faults];
}"""
"""All that is wrong in the window now; of what lies in `low` it may lie below the window."""
LOOK = f"""async ({{ targets, low, comes, goes }}) => {{
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const measure = {MEASURE};
    const settle = async (...given) => {{
        Object.assign(shown, ...given);
        for (let drawn = 0; drawn < 2; drawn += 1) await new Promise(requestAnimationFrame);
        scrollTo(0, 0);
    }};
    const place = (one) => ["left", "top", "width", "height"].map((side) => one.getBoundingClientRect()[side]);
    const all = () => [...document.querySelectorAll(targets)];
    const places = () => new Map(all().map((one) => [one.ariaLabel || one.innerText, place(one)]));
    const kind = ({{ question, buttons, dice, rows }}) =>
        String([question.kind, Object.keys(buttons), dice.length, rows.some((row) => row.chosen)]);
    const asked = window.moments.filter((one) => one.view.question && one.mine);
    const found = {{}}, stood = new Map();
    for (const moment of Object.values(Object.fromEntries(asked.map((one) => [kind(one.view), one])))) {{
        await settle(moment);
        const faults = measure({{ targets, low }}), before = places();
        for (const one of document.querySelectorAll("{STEADY}")) {{
            const [was, now] = [stood.get(one.className) ?? place(one), place(one)];
            if (was.some((old, side) => Math.abs(old - now[side]) > 2)) faults.push("has moved: " + one.className);
            stood.set(one.className, was);
        }}
        for (const [what, more] of Object.entries(comes)) {{
            if (more.view?.todo && moment.view.question.kind !== "move") continue; // a toast has it already
            await settle(more, {{ view: {{ ...moment.view, ...more.view }} }});
            for (const [name, now] of places()) {{
                const moves = before.get(name)?.some((old, side) => Math.abs(old - now[side]) > 2);
                if (moves) faults.push(`${{what}} moves: ${{name}}`);
            }}
            const worse = measure({{ targets, low }}).filter((one) => !faults.includes(one));
            faults.push(...worse.map((one) => `${{what}}: ${{one}}`));
            await settle(goes, moment);
        }}
        if (faults.length) found[kind(moment.view)] = faults;
    }}
    return found;
}}"""
"""All that is wrong at a question of the game that was watched, and when something comes in meanwhile, by question."""


def watch(page: Page) -> None:
    """Keep all moments of the game that the page shows from now on."""
    page.wait_for_function(f"() => document.querySelector('.play') && {PLAY}?.view.players.length")
    page.evaluate(WATCH)


def measure_questions(
    page: Page, low: str = "", comes: Mapping[str, Any] | None = None, goes: Mapping[str, Any] | None = None
) -> dict[str, list[str]]:
    """Return what is wrong at each kind of question of the game that a page has watched; it shows no more of the table.

    `comes` are properties that come in, by what they are, and `goes` are those as they were before. What lies in `low`
    may lie below the window.
    """
    page.evaluate("() => void window.socket.off('update')")
    given = {"targets": TARGETS, "low": low, "comes": comes or {}, "goes": goes or {}}
    found: dict[str, list[str]] = page.evaluate(LOOK, given)
    return found
