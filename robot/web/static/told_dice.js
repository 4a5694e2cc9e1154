// Dice whose values people say: by taps on the faces, and by a picture that is read. `faces` are theirs, null while unknown.
import { letters } from "/static/keys.js";

export const ToldDice = {
  data() {
    return { chosen: 0, picture: null, said: "" };
  },
  computed: {
    // The picture that was read last; where its dice are those that are asked for, it shows what people say of them.
    seen() {
      if (!this.picture?.due) return this.picture;
      const boxes = this.picture.boxes.map((box, i) => {
        const value = this.faces[i];
        return { ...box, value, doubt: value ? null : box.doubt, asked: !value && i === this.chosen };
      });
      return { ...this.picture, boxes };
    },
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
    // Whether a key is for the dice, and neither for a field nor for a dialog.
    means(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !letters(event)) return false;
      return !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !document.querySelector("dialog[open]");
    },
  },
};
