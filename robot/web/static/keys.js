// Whether a key is for the game: neither for a field, a dialog or the browser, nor a letter that is switched off in the page's head.

function means(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return false;
  if (event.key.length === 1 && event.key !== " " && localStorage.getItem("keys") === "off") return false;
  return !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !document.querySelector("dialog[open]");
}

// What hears keys as long as it is on the page.
export const Keys = {
  created() {
    this.heard = (event) => means(event) && this.key(event);
    window.addEventListener("keydown", this.heard);
  },
  unmounted() {
    window.removeEventListener("keydown", this.heard);
  },
};
