async ({ targets, low, comes, goes, steady }, measure) => {
    const shown = mounted_app.elements[document.querySelector(".play").id.slice(1)].props;
    const settle = async (...given) => {
        Object.assign(shown, ...given);
        await mounted_app.$nextTick(); // what is measured needs no frame, which would be painted
        scrollTo(0, 0);
    };
    const place = (one) => ["left", "top", "width", "height"].map((side) => one.getBoundingClientRect()[side]);
    const all = () => [...document.querySelectorAll(targets)];
    const places = () => new Map(all().map((one) => [one.ariaLabel || one.innerText, place(one)]));
    const kind = ({ question, buttons, dice, rows }) =>
        String([question.kind, Object.keys(buttons), dice.length, rows.some((row) => row.chosen)]);
    const asked = window.moments.filter((one) => one.view.question && one.mine);
    const found = {}, stood = new Map();
    for (const moment of Object.values(Object.fromEntries(asked.map((one) => [kind(one.view), one])))) {
        await settle(goes, moment);
        const faults = measure({ targets, low }), before = places();
        for (const one of document.querySelectorAll(steady)) {
            const [was, now] = [stood.get(one.className) ?? place(one), place(one)];
            if (was.some((old, side) => Math.abs(old - now[side]) > 2)) faults.push("has moved: " + one.className);
            stood.set(one.className, was);
        }
        for (const [what, more] of Object.entries(comes)) {
            if (more.view?.todo && moment.view.question.kind !== "move") continue; // a toast has it already
            await settle(goes, more, { view: { ...moment.view, ...more.view } });
            for (const [name, now] of places()) {
                const moves = before.get(name)?.some((old, side) => Math.abs(old - now[side]) > 2);
                if (moves && more.view?.question !== null) faults.push(`${what} moves: ${name}`);
            }
            const worse = measure({ targets, low }).filter((one) => !faults.includes(one));
            faults.push(...worse.map((one) => `${what}: ${one}`));
        }
        if (faults.length) found[kind(moment.view)] = faults;
    }
    return found;
}
