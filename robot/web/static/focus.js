// Keeps the focus on a page that draws itself again, also when what was pressed is gone.

const NEXT = [".act .big", ".act .roll", ".faces button", ".lies button", ".act button:not(.rules-open, .more)", ".act a", "h1"];

export const Focus = {
  beforeUpdate() {
    const held = document.activeElement;
    this.held = this.$el.contains(held) ? held : null;
  },
  updated() {
    if (this.held && !this.held.isConnected && document.activeElement === document.body) this.hand(this.held);
    else if (this.parked && this.parked === document.activeElement && this.held === this.parked) this.hand(this.parked);
  },
  methods: {
    // The same button by its name, else the first of what can be done; the headline waits for that.
    hand(from) {
      const like = from.dataset.at && `button[data-at="${CSS.escape(from.dataset.at)}"]`;
      const found = [like, ...NEXT].map((what) => what && this.$el.querySelector(what)).find((one) => one && !one.disabled);
      this.parked = found?.tagName === "H1" ? found : null;
      if (this.parked) found.tabIndex = -1;
      found?.focus({ preventScroll: true });
    },
  },
};
