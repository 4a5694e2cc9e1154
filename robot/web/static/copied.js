// A button that copies a text for people to paste, and says so.
export const Copy = {
  props: { text: String, says: String },
  data() {
    return { copied: null };
  },
  methods: {
    copy(event) {
      const area = Object.assign(document.createElement("textarea"), { value: this.text, style: "position: fixed" });
      document.body.append(area);
      area.select();
      if (document.execCommand("copy")) this.copied = this.text; // navigator.clipboard wants HTTPS
      area.remove();
      event.target.focus();
    },
  },
  template: `<button class="small" @click="copy">{{ copied === text ? words.copied : says }}</button>`,
};
