(() => {
    const current = () => getElement(Number(document.querySelector(".play").id.slice(1)));
    // Sends an answer, or a step towards it; to a question that was answered nothing more is said.
    const sends = (play, what) => {
        if (!what.step) window.answered = play.view.question.number;
        play.send({ question: play.view.question.number, ...what });
    };
    // Answers the question of the page once, or takes a step towards that, as people could; "" where it asks nothing.
    const step = (holds) => {
        const play = current(), { view } = play, { question, answers } = view;
        const now = question && [question.number, JSON.stringify([view.dice, view.rows, view.tiles])].join();
        if (!question || !play.mine || window.stepped === now || window.answered === question.number) return "";
        const send = (what) => {
            window.stepped = now;
            sends(play, what);
        };
        const may = (name) => view.buttons[name] && answers[name];
        const dice = view.dice.filter((die) => die.face && !die.aside);
        const box = view.rows.find((row) => row.cells.some((cell) => (cell?.would ?? null) !== null));
        const sum = dice.reduce((all, die) => all + die.face, 0), tiles = view.tiles.filter((one) => one.open);
        const ways = tiles.length && !view.tiles.some((one) => one.marked) ? [...Array(2 ** tiles.length).keys()] : [];
        const chosen = (way) => tiles.filter((_, i) => way & (2 ** i)).map((one) => one.tile);
        const way = ways.map(chosen).find((some) => some.reduce((all, one) => all + one, 0) === sum);
        const other = (die, i) => die.kept !== Boolean(window.tries & (2 ** i));
        if (["lie", "value"].includes(question.kind)) send({ answer: "shows", face: 1 });
        else if (view.shuts && way) way.forEach((tile) => send({ step: "tile", tile, shut: true }));
        else if (view.keeps && !view.rows.length && !may("roll") && !may("hold")) {
            if (!dice.some(other)) window.tries = (window.tries ?? 0) + 1;
            const { well, kept } = dice.find(other);
            send({ step: "mark", well, kept: !kept });
        } else if (holds && may("hold")) send(may("hold"));
        else if (box && (holds || !may("roll")) && !box.chosen) send({ step: "open", box: box.box });
        else if (may("roll") ?? may("hold")) send(play.meant(may("roll") ?? may("hold")));
        else return "";
        return question.kind;
    };
    const send = ([name, what]) => {
        const play = current(), asked = play?.view.question;
        const meant = name ? play?.view.answers[name] : what;
        if (!asked || !play.mine || !meant || window.answered === asked.number) return false;
        sends(play, name ? play.meant(meant) : meant);
        return true;
    };
    return { step, send };
})()
