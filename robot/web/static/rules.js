// The rules of a game in a dialog, each time that the server sends them.
import { Dice } from "/static/parts.js";

export const Rules = {
  components: { Dice },
  props: { rules: Object },
  mounted() {
    this.$el.showModal();
  },
  template: `
    <dialog class="card rules" aria-labelledby="rules-title">
      <div class="rules-head"><h2 id="rules-title">{{ rules.title }}</h2>
        <button class="small" autofocus @click="$el.close()">{{ words.close }}</button></div>
      <section v-for="part in rules.parts">
        <h3>{{ part.heading }}</h3>
        <ul><li v-for="sentence in part.sentences">{{ sentence }}</li></ul>
        <ul v-if="part.examples.length" class="rules-examples" :class="{named: part.examples.some((one) => one.name), drawn: part.examples.some((one) => one.dice.length)}">
          <li v-for="one in part.examples">
            <b v-if="one.name">{{ one.name }}</b>
            <Dice :dice="one.dice" />
            <span class="rules-brings">{{ one.brings }}</span>
          </li>
        </ul>
      </section>
    </dialog>`,
};
