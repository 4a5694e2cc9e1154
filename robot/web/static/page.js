// Colours and language of every page; runs before anything is drawn.
(() => {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const theme = localStorage.getItem("theme") || (dark.matches ? "dark" : "light");
    root.dataset.theme = theme;
    root.style.colorScheme = theme;
  };
  dark.addEventListener("change", paint);
  paint();
  const show = (button) => {
    const muted = localStorage.getItem("muted") ?? button.dataset.usual;
    button.ariaPressed = button.matches(".keys") ? localStorage.getItem("keys") !== "off" : muted !== "true";
  };
  document.addEventListener("DOMContentLoaded", () => {
    const shown = () => document.querySelectorAll(":is(.mute, .keys):not([aria-pressed])").forEach(show);
    shown();
    new MutationObserver(shown).observe(document.body, { childList: true, subtree: true });
    // A phone that has scanned the table's code needs no further tap. The link would let in anybody who sees it.
    const scanned = document.querySelector("form[data-scanned]");
    if (scanned) history.replaceState(null, "", location.pathname);
    scanned?.requestSubmit();
  });
  // On a narrow window one button shows and hides the pages and tools.
  const unfold = (open) => document.querySelector(".head > .menu")?.setAttribute("aria-expanded", String(open));
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector(".menu[aria-expanded=true]");
    if (event.key !== "Escape" || !menu) return;
    unfold(false);
    menu.focus();
  });
  document.addEventListener("click", (event) => {
    const menu = event.target.closest(".menu");
    if (menu || !event.target.closest("#more :is(.mute, .keys, .theme)")) unfold(menu?.ariaExpanded === "false");
    const button = event.target.closest(".mute, .keys");
    if (button) {
      const on = button.ariaPressed === "true";
      if (button.matches(".keys")) localStorage.setItem("keys", on ? "off" : "on");
      else localStorage.setItem("muted", on);
      show(button);
    }
    if (!event.target.closest(".theme")) return;
    localStorage.setItem("theme", root.dataset.theme === "dark" ? "light" : "dark");
    paint();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.closest(".language")) return;
    const back = encodeURIComponent(location.pathname + location.search);
    location.assign("/language/" + encodeURIComponent(event.target.value) + "?back=" + back);
  });
})();

// A page that has lost the table asks now and then whether this browser is still let in: if not, it pairs again.
const ASKS = 3000; // milliseconds
setInterval(async () => {
  const popup = document.querySelector("#popup");
  if (popup && window.socket && !window.socket.connected) popup.ariaHidden = "false"; // NiceGUI tells this only of a page that was connected
  if (!popup || popup.ariaHidden === "true") return;
  const answer = await fetch("/here", { cache: "no-store" }).catch(() => null); // the table is out of reach
  if (answer?.status === 401) location.assign("/pair");
}, ASKS);

// In which language the page is, and what it says where NiceGUI would say in English that the connection is lost.
function configure({ language, lost, seeking }) {
  document.documentElement.lang = language;
  document.addEventListener("DOMContentLoaded", () => {
    // NiceGUI reloads a page that it cannot connect in time: without a network the browser would show one of its own.
    window.socket?.once("connect", () => {
      window.socket.off("connect_error");
      window.socket.on("connect_error", (error) => error.message === "Implicit handshake failed" && location.reload());
    });
    document.querySelector("#popup").replaceChildren(
      ...[lost, seeking].map((text) => Object.assign(document.createElement("span"), { textContent: text })),
    );
  });
}
