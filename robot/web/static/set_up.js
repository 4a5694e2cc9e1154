// A position that people set up: a field for all that the game asks for.
import { Die, Faces, Sheet, Tiles, Who } from "/static/parts.js";
import { ToldDice, turn } from "/static/told_dice.js";

const EACH = ["scores", "blanks"];
const OWN = [...EACH, "cards", "dice", "aside", "tiles", "seated", "committed"]; // all others are one number

export const SetUp = {
  components: { Die, Faces, Sheet, Tiles, Who },
  mixins: [ToldDice],
  props: { form: Object, players: Array, refusal: String },
  emits: ["set", "leave"],
  data() {
    const given = Object.fromEntries(JSON.parse(JSON.stringify(this.form.fields)).map((field) => [field.name, field.value]));
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
    // What each player has: fields with a number for each, and the boxes of the sheet.
    rows() {
      const rows = [...this.form.fields.filter((field) => EACH.includes(field.name)), ...this.form.rows];
      return rows.map((row) => ({ ...row, cells: this.players.map(() => ({})) }));
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
    clear() {
      this.faces.fill(null);
      if (this.given.aside) this.given.aside = [];
      this.chosen = 0;
    },
    turned(name, one) {
      this.given[name] = turn(this.given[name], one).sort((a, b) => a - b);
    },
    send() {
      const position = {};
      for (const { name, blank } of this.form.fields) {
        const value = this.given[name];
        const filled = (one) => (typeof one === "number" ? one : blank ? null : 0);
        if (name === "cards") position.cards = value.map((card) => Object.fromEntries(Object.entries(card).filter(([, points]) => typeof points === "number")));
        else if (name === "dice") position.dice = value.filter(Boolean);
        else if (EACH.includes(name)) position[name] = value.map(filled);
        else position[name] = OWN.includes(name) ? value : filled(value);
      }
      this.$emit("set", this.form.turns.length ? { ...position, player: this.turn + 1 } : position);
    },
    key(event) {
      if (!this.faces) return;
      if (/^[1-6]$/.test(event.key)) this.tap(Number(event.key));
      else if (event.key === "Backspace") this.clear();
    },
  },
  template: `
    <form class="set-up" novalidate @submit.prevent="send">
      <h1 ref="title" tabindex="-1">{{ words.coach_set_up }}</h1>
      <div class="set-left">
        <fieldset v-if="form.turns.length" class="card set-turn">
          <legend>{{ form.whose }}</legend>
          <label v-for="player in players" class="switch"><input type="radio" name="turn" :value="player.seat" v-model="turn" /><Who :player /></label>
        </fieldset>
        <section v-if="faces" class="card set-dice" :aria-label="titles.dice">
          <div class="dice many">
            <div v-for="(face, i) in faces" class="set-die">
              <Die :at="i + 1" :value="face" :class="{chosen: i === chosen}" :pressed="i === chosen" @tap="chosen = i" />
              <button v-if="given.aside" type="button" class="small" :aria-pressed="given.aside.includes(i + 1)" :aria-label="words.die + ' ' + (i + 1) + ', ' + titles.aside" @click="turned('aside', i + 1)">{{ given.aside.includes(i + 1) ? "✓" : "" }}</button>
            </div>
          </div>
          <p v-if="given.aside" class="note" aria-hidden="true">✓ {{ titles.aside }}</p>
          <Faces @say="tap" />
          <p class="act"><button type="button" class="small" @click="clear">{{ words.coach_clear }}</button></p>
        </section>
        <Tiles v-if="tiles.length" :tiles :marked="shut" may @tile="turned('tiles', $event)" />
        <fieldset v-if="given.seated" class="card set-turn">
          <legend>{{ titles.seated }}</legend>
          <label v-for="player in players" class="switch"><input type="checkbox" :checked="given.seated.includes(player.seat + 1)" @change="turned('seated', player.seat + 1)" /><Who :player /></label>
        </fieldset>
        <div v-if="numbers.length || 'committed' in given" class="card set-numbers">
          <label v-for="field in numbers"><span>{{ field.title }}</span>
            <input type="number" min="0" inputmode="numeric" :placeholder="usual(field)" v-model.number="given[field.name]" /></label>
          <label v-if="'committed' in given"><span>{{ titles.committed }}</span>
            <select v-model="given.committed"><option :value="null"></option><option v-for="row in form.rows" :value="row.name">{{ row.title }}</option></select></label>
        </div>
      </div>
      <Sheet class="set-sheet" :view="{ players, rows }" :aria-label="titles.cards || titles.scores" v-slot="{ row, seat }">
        <input type="number" min="0" inputmode="numeric" :aria-label="players[seat].name + ', ' + row.title" v-model.number="(row.value ? given[row.name] : given.cards[seat])[row.value ? seat : row.name]" />
      </Sheet>
      <p class="act set-act">
        <span v-if="refusal" ref="refusal" class="warning" role="alert">{{ refusal }}</span>
        <button class="big roll">{{ words.coach_weigh }}</button>
        <button type="button" class="small" @click="$emit('leave')">{{ words.cancel }}</button>
      </p>
    </form>`,
};
