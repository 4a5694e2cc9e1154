// The table's own screen may have neither keyboard nor mouse: it shows keys for each text field that is tapped, and no
// pointer. The script's tag names the words of this language and is given to browsers on the machine itself alone.
(() => {
  const words = JSON.parse(document.currentScript.dataset.words);
  const STILL = 3000; // milliseconds after which a pointer that rests is gone
  const FIELDS = "input:is(:not([type]), [type=text], [type=password], [type=search], [type=number]), textarea";
  const DIGITS = "1234567890";
  const LETTERS = {
    en: ["qwertyuiop", "asdfghjkl", "zxcvbnm-"],
    de: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß-"],
    es: ["qwertyuiop", "asdfghjklñ", "zxcvbnm-"],
  };
  const ACCENTS = ["áàâãäåæçéèêë", "íìîïłñóòôõöø", "œśšßúùûüýžźż"];
  const SIGNS = ["-_.,:;!?'\"", "@#&%+*=/\\|", "()[]{}<>~$€"];
  const root = document.documentElement;
  let field = null, layer = "letters", upper = false;

  const make = (tag, what) => Object.assign(document.createElement(tag), what);
  const board = make("section", { className: "touch-keys", ariaLabel: words.touch_keys });

  // As a keyboard would, with the field's own limit.
  const put = (text) => document.execCommand("insertText", false, text);
  const erase = () => document.execCommand("delete");
  const done = () => {
    const form = field.form;
    const alone = form && form.querySelectorAll(FIELDS).length === 1;
    field.blur();
    if (alone) form.requestSubmit();
  };

  const key = (textContent, ariaLabel, onclick, className = "") => make("button", { type: "button", textContent, ariaLabel, onclick, className });
  const shifted = (text) => (upper && text.toUpperCase().length === text.length ? text.toUpperCase() : text);
  const letter = (text) => key(shifted(text), shifted(text), () => {
    put(shifted(text));
    if (upper) change(layer, false);
  });
  const letters = (text) => [...text].map(letter);
  const row = (...keys) => {
    const one = make("div");
    one.append(...keys);
    return one;
  };
  const change = (to, big) => {
    [layer, upper] = [to, big];
    draw();
  };
  const draw = () => {
    const back = key("⌫", words.touch_erase, erase, "wide");
    const enter = key("⏎", words.touch_done, done, "wide go");
    if (field.inputMode === "numeric" || field.type === "number") {
      board.replaceChildren(row(...letters(DIGITS), back, enter));
      return;
    }
    const lines = { letters: LETTERS[root.lang] ?? LETTERS.en, accents: ACCENTS, signs: SIGNS }[layer];
    const shift = key("⇧", words.touch_shift, () => change(layer, !upper), "wide");
    shift.ariaPressed = upper;
    const others = [["letters", "abc"], ["accents", "áßñ"], ["signs", "#+?"]].filter(([name]) => name !== layer);
    board.replaceChildren(
      row(...letters(DIGITS)),
      row(...letters(lines[0])),
      row(...letters(lines[1])),
      row(shift, ...letters(lines[2]), back),
      row(
        ...others.map(([name, shown]) => key(shown, words[`touch_${name}`], () => change(name, false), "wide")),
        key(" ", words.touch_space, () => put(" "), "space"),
        key("⌄", words.touch_close, () => field.blur(), "wide"),
        enter,
      ),
    );
  };

  const show = (target) => {
    if (field !== target) [field, layer, upper] = [target, "letters", target.type !== "password" && !target.value];
    draw();
    document.body.append(board);
    root.style.setProperty("--touch-keys", `${board.offsetHeight}px`);
    root.classList.add("typing");
    field.scrollIntoView({ block: "center" });
  };
  const hide = () => {
    board.remove();
    root.classList.remove("typing");
    field = null;
  };

  // What this window has seen of real devices; it stays true on the next page.
  const seen = (device) => sessionStorage.getItem(`touch-${device}`) !== null;
  const see = (device) => sessionStorage.setItem(`touch-${device}`, "seen");

  // The field keeps the focus while keys are tapped.
  board.addEventListener("pointerdown", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    // Some desktops turn a finger into a mouse, which presses without having moved.
    const finger = ["touch", "pen"].includes(event.pointerType) || !seen("mouse");
    if (event.isTrusted && event.target.matches(FIELDS) && finger && !seen("keyboard")) show(event.target);
  });
  document.addEventListener("focusout", (event) => {
    if (event.target === field && !board.contains(event.relatedTarget)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (!event.isTrusted || board.contains(event.target)) return;
    if (event.target.matches(FIELDS)) see("keyboard"); // elsewhere it may be a button of the table
    if (field) hide();
  });

  // A finger that a desktop turns into a mouse jumps and presses; a mouse moves on and on before it does.
  let moves = [], rest = 0;
  root.classList.add("still");
  document.addEventListener("pointerdown", () => {
    moves = [];
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    moves = [...moves.filter((when) => event.timeStamp - when < 500), event.timeStamp];
    if (moves.length < 4) return;
    see("mouse");
    root.classList.remove("still");
    clearTimeout(rest);
    rest = setTimeout(() => root.classList.add("still"), STILL);
  });
})();
