// Dice whose values people say: by taps on the faces. `faces` are theirs, null while unknown.
export const ToldDice = {
  data() {
    return { chosen: 0 };
  },
  mounted() {
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
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
