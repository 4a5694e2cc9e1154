// A position that people set up: a field for all that the game asks for.
import { means } from "/static/keys.js";
import { Face, Mark, Tiles } from "/static/parts.js";
import { ToldDice } from "/static/told_dice.js";

const EACH = ["scores", "blanks"];
const OWN = [...EACH, "cards", "dice", "aside", "tiles", "seated", "committed"]; // all others are one number

export const SetUp = {
  components: { Face, Mark, Tiles },
  mixins: [ToldDice],
  props: { form: Object, players: Array, words: Object, refusal: String },
  emits: ["set", "leave"],
  data() {
    const given = Object.fromEntries(this.form.fields.map((field) => [field.name, JSON.parse(JSON.stringify(field.value))]));
    if (given.dice) given.dice = Array.from({ length: this.form.dice }, (_, i) => given.dice[i] || null);
    return { given, turn: this.form.turn };
  },
  computed: {
    faces() {
      return this.given.dice;
    },
    titles() {
      return Object.fromEntries(this.form.fields.map((field) => [field.name, field.title]));
    },
    numbers() {
      return this.form.fields.filter((field) => !OWN.includes(field.name));
    },
    // What each player has: a row for each number, and for each box of the sheet.
    rows() {
      const rows = this.form.fields.filter((field) => EACH.includes(field.name)).map(({ name, title }) => ({ name, title, of: (seat) => [this.given[name], seat] }));
      return [...rows, ...this.form.rows.map(({ name, title }) => ({ name, title, of: (seat) => [this.given.cards[seat], name] }))];
    },
    tiles() {
      const field = this.form.fields.find((one) => one.name === "tiles");
      return field ? field.start.map((tile) => ({ tile, open: true })) : [];
    },
    shut() {
      return this.tiles.map((one) => one.tile).filter((tile) => !this.given.tiles.includes(tile));
    },
  },
  watch: {
    refusal() {
      this.$nextTick(() => this.$refs.refusal?.scrollIntoView({ block: "nearest" }));
    },
  },
  mounted() {
    this.$refs.title.focus();
  },
  methods: {
    // What counts where nothing is typed: with dice on the table all throws but the first are left.
    usual(field) {
      return field.blank ? field.start - this.given.dice.some(Boolean) : null;
    },
    put([where, key], typed) {
      where[key] = typed === "" ? null : Number(typed);
    },
    get([where, key]) {
      return where[key] ?? "";
    },
    clear() {
      this.faces.fill(null);
      if (this.given.aside) this.given.aside = [];
      this.chosen = 0;
    },
    turned(name, one) {
      const some = this.given[name];
      this.given[name] = (some.includes(one) ? some.filter((other) => other !== one) : [...some, one]).sort((a, b) => a - b);
    },
    send() {
      const position = {};
      for (const { name, blank } of this.form.fields) {
        const value = this.given[name];
        const filled = (one) => (one === null && !blank ? 0 : one);
        if (name === "cards") position.cards = value.map((card) => Object.fromEntries(Object.entries(card).filter(([, points]) => points !== null)));
        else if (name === "dice") position.dice = value.filter(Boolean);
        else if (EACH.includes(name)) position[name] = value.map(filled);
        else position[name] = OWN.includes(name) ? value : filled(value);
      }
      this.$emit("set", this.form.turns.length ? { ...position, player: this.turn + 1 } : position);
    },
    key(event) {
      if (!this.faces || !means(event)) return;
      if (/^[1-6]$/.test(event.key)) this.tap(Number(event.key));
      else if (event.key === "Backspace") this.clear();
    },
    label(die) {
      return this.words.die + " " + (die + 1) + ": " + (this.faces[die] || this.words.unknown);
    },
  },
  template: `
    <form class="set-up" novalidate @submit.prevent="send">
      <h1 ref="title" tabindex="-1">{{ words.coach_set_up }}</h1>
      <div class="set-left">
        <fieldset v-if="form.turns.length" class="card set-turn">
          <legend>{{ form.whose }}</legend>
          <label v-for="player in players" :key="player.seat" class="switch"><input type="radio" name="turn" :value="player.seat" v-model="turn" /><Mark :colour="player.colour" /><span>{{ player.name }}</span></label>
        </fieldset>
        <section v-if="faces" class="card set-dice" :aria-label="titles.dice">
          <div class="dice many">
            <div v-for="(face, i) in faces" :key="i" class="set-die">
              <button type="button" class="die" :class="{chosen: i === chosen}" :aria-pressed="String(i === chosen)" :aria-label="label(i)" @click="chosen = i"><Face :value="face || 0" /></button>
              <button v-if="given.aside" type="button" class="small" :aria-pressed="String(given.aside.includes(i + 1))" :aria-label="label(i) + ', ' + titles.aside" @click="turned('aside', i + 1)">{{ given.aside.includes(i + 1) ? "✓" : "" }}</button>
            </div>
          </div>
          <p v-if="given.aside" class="note" aria-hidden="true">✓ {{ titles.aside }}</p>
          <div class="faces" role="group" :aria-label="words.which_face">
            <button v-for="face in 6" :key="face" type="button" class="die" :aria-label="String(face)" @click="tap(face)"><Face :value="face" /></button>
          </div>
          <p class="act"><button type="button" class="small" @click="clear">{{ words.coach_clear }}</button></p>
        </section>
        <Tiles v-if="tiles.length" :tiles="tiles" :marked="shut" may :words="words" @tile="turned('tiles', $event)" />
        <fieldset v-if="given.seated" class="card set-turn">
          <legend>{{ titles.seated }}</legend>
          <label v-for="player in players" :key="player.seat" class="switch"><input type="checkbox" :checked="given.seated.includes(player.seat + 1)" @change="turned('seated', player.seat + 1)" /><Mark :colour="player.colour" /><span>{{ player.name }}</span></label>
        </fieldset>
        <div v-if="numbers.length || 'committed' in given" class="card set-numbers">
          <label v-for="field in numbers" :key="field.name"><span>{{ field.title }}</span>
            <input type="number" min="0" inputmode="numeric" :placeholder="usual(field)" :value="given[field.name]" @input="put([given, field.name], $event.target.value)" /></label>
          <label v-if="'committed' in given"><span>{{ titles.committed }}</span>
            <select v-model="given.committed"><option :value="null"></option><option v-for="row in form.rows" :key="row.name" :value="row.name">{{ row.title }}</option></select></label>
        </div>
      </div>
      <section class="sheet card set-sheet" tabindex="0" :aria-label="titles.cards || titles.scores">
        <table>
          <thead><tr>
            <th scope="col"><span class="unseen">{{ words.box }}</span></th>
            <th v-for="player in players" :key="player.seat" scope="col" :class="'seat-' + player.colour"><span class="sheet-name" :title="player.full"><Mark :colour="player.colour" /><span>{{ player.name }}</span></span></th>
          </tr></thead>
          <tbody><tr v-for="row in rows" :key="row.name">
            <th scope="row">{{ row.title }}</th>
            <td v-for="(player, seat) in players" :key="seat"><input type="number" min="0" inputmode="numeric" :aria-label="player.name + ', ' + row.title" :value="get(row.of(seat))" @input="put(row.of(seat), $event.target.value)" /></td>
          </tr></tbody>
        </table>
      </section>
      <p class="act set-act">
        <span v-if="refusal" ref="refusal" class="warning" role="alert">{{ refusal }}</span>
        <button class="big roll">{{ words.coach_weigh }}</button>
        <button type="button" class="small" @click="$emit('leave')">{{ words.cancel }}</button>
      </p>
    </form>`,
};
