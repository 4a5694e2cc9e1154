({ targets, low }) => {
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
    const frame = (one) => one && (/hidden|clip/.test(getComputedStyle(one).overflowY) ? one : frame(one.parentElement));
    const apart = (one) => one && (getComputedStyle(one).position === "static" ? apart(one.parentElement) : one);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const one = node.parentElement;
        if (!node.data.trim() || !shown(one) || one.closest("script, style, option, noscript, svg")) continue;
        const style = getComputedStyle(one), range = document.createRange();
        const whole = style.textOverflow === "ellipsis" && one.closest("[title], [aria-label]");
        if (style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1 && !whole) say("cut", one);
        if (/hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 2) say("cut below", one);
        for (const word of node.data.matchAll(/[^\s\-–—/·…\u00ad]+/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = [...range.getClientRects()].map((line) => Math.round(line.top));
            if (new Set(lines).size > 1) say("broken word " + word[0], one);
        }
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, height } of range.getClientRects()) {
            const end = style.overflowX === "visible" ? right : Math.min(right, one.getBoundingClientRect().right);
            const letters = { left, right: end, top: top + 0.2 * height, bottom: bottom - 0.2 * height };
            const within = frame(one.parentElement)?.getBoundingClientRect();
            const cut = within && [within.top, within.bottom].some((edge) => letters.top < edge - 1 && letters.bottom > edge + 1);
            if (cut) say("cut by its frame", one);
            const there = () => document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(one);
            texts.push({ one, letters, there, apart: apart(one) });
        }
    }
    for (const [i, a] of texts.entries()) for (const b of texts.slice(i + 1)) {
        const both = a.one !== b.one && a.apart === b.apart && overlap(a.letters, b.letters, "left", "right");
        const lies = both && overlap(a.letters, b.letters, "top", "bottom") && a.there() && b.there();
        if (lies) say("lies on " + told(b.one), a.one);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");
    return [...faults];
}
