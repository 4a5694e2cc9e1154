import { Keys } from "/static/keys.js";

// What was chosen is chosen no more, and what was not is.
export function turn(chosen, one) {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
}

// Dice whose values people say: by taps on the faces. `faces` are theirs, null while unknown.
export const ToldDice = {
  mixins: [Keys],
  data() {
    return { chosen: 0 };
  },
  methods: {
    tap(face) {
      this.faces[this.chosen] = face;
      const open = this.faces.indexOf(null);
      if (open >= 0) this.chosen = open;
      else if (this.chosen < this.faces.length - 1) this.chosen += 1;
    },
  },
};
