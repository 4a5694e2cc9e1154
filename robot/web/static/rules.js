// The rules of a game in a dialog, which opens whenever the server sends them under a new number.
import { Face } from "/static/parts.js";

export const Rules = {
  components: { Face },
  props: { rules: Object, words: Object },
  watch: {
    "rules.number": "open",
  },
  mounted() {
    this.open();
  },
  methods: {
    open() {
      if (!this.$refs.dialog.open) this.$refs.dialog.showModal();
    },
  },
  template: `
    <dialog ref="dialog" class="card rules" aria-labelledby="rules-title">
      <div class="rules-head"><h2 id="rules-title">{{ rules.title }}</h2>
        <button type="button" class="small" autofocus @click="$refs.dialog.close()">{{ words.close }}</button></div>
      <section v-for="part in rules.parts" :key="part.heading">
        <h3>{{ part.heading }}</h3>
        <ul><li v-for="sentence in part.sentences" :key="sentence">{{ sentence }}</li></ul>
        <ul v-if="part.examples.length" class="rules-examples" :class="{named: part.examples.some((one) => one.name), drawn: part.examples.some((one) => one.dice.length)}">
          <li v-for="(one, i) in part.examples" :key="i">
            <b v-if="one.name">{{ one.name }}</b>
            <span v-if="one.dice.length" class="rules-dice" role="img" :aria-label="one.dice.join(' ')"><Face v-for="(die, d) in one.dice" :key="d" :value="die" /></span>
            <span class="rules-brings">{{ one.brings }}</span>
          </li>
        </ul>
      </section>
    </dialog>`,
};
