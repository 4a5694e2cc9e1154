// How a phone sits down: under which name, and with which colour. Both are remembered.
import { Mark } from "/static/parts.js";

export const Sit = {
  components: { Mark },
  props: { seat: String, colour: Number, colours: Array },
  emits: ["sit"],
  data() {
    return { name: localStorage.getItem("name") || "", picked: null, open: false };
  },
  computed: {
    chosen() {
      const free = this.colours.filter((one) => !one.taken).map((one) => one.number);
      const wanted = [this.picked, Number(localStorage.getItem("colour") ?? -1)];
      return [...wanted, ...free].find((number) => free.includes(number)) ?? null;
    },
    coloured() {
      return this.words.seat_colour + ": " + this.colours.find((one) => one.number === this.chosen)?.name;
    },
  },
  mounted() {
    if (location.hash !== "#seat") return;
    history.replaceState(null, "", "/"); // who reloads the page later does not want to type
    if (!this.$el.closest(".playing")) this.$refs.name?.focus();
  },
  methods: {
    given() {
      localStorage.setItem("name", this.name.trim());
      if (this.chosen !== null) localStorage.setItem("colour", this.chosen);
      return { name: this.name, colour: this.chosen };
    },
  },
  template: `
    <form class="sit" @submit.prevent="$emit('sit', seat ? null : given())">
      <p v-if="seat" class="sits"><Mark v-if="colour !== null" :colour />{{ seat }}</p>
      <template v-else>
        <fieldset v-if="open" class="colours">
          <legend class="unseen">{{ words.seat_colour }}</legend>
          <button v-for="one in colours" type="button" class="quiet" :aria-pressed="chosen === one.number" :aria-label="one.name" :title="one.name" :disabled="one.taken" @click="picked = one.number; open = false"><Mark :colour="one.number" /></button>
        </fieldset>
        <button type="button" class="quiet" :aria-expanded="open" :aria-label="coloured" :title="coloured" @click="open = !open"><Mark v-if="chosen !== null" :colour="chosen" /></button>
        <label><span class="unseen">{{ words.seat_name }}</span><input ref="name" v-model="name" :maxlength="words.longest" :placeholder="words.seat_name" autocomplete="nickname" /></label>
      </template>
      <button class="small" :disabled="!seat && !name.trim()">{{ seat ? words.seat_get_up : words.seat_sit }}</button>
    </form>`,
};
