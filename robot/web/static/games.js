// The games as cards with pictures: five large ones, and all others by family, with a search.
import { Face } from "/static/parts.js";

// How many dice stand in each row of a picture, and how far each leans.
const ROWS = [[], [1], [2], [1, 2], [2, 2], [3, 2], [3, 3]];
const LEANS = [-8, 6, -4, 8, -6, 5];

// What else a picture has, 60 wide and 100 high. Closed outlines are filled.
export const MARKS = {
  curl: "M2 70C18 74 46 60 44 38C42 20 16 22 18 40C20 58 48 60 58 40",
  sheet: "M6 3h48v94H6zM14 20h20M14 36h20M14 52h20M14 68h20M14 84h20M40 20l4 4 6-9M40 52l4 4 6-9M40 84l4 4 6-9",
  heads: "M30 20a30 30 0 1 0 .1 0zM14 56C24 58 38 52 36 42C34 34 22 36 24 44C26 52 40 52 46 44",
  tails: "M30 20a30 30 0 1 0 .1 0zM31 34v32M31 34l-8 7",
  pig: "M8 50C8 30 40 28 48 38L56 34L53 44C60 46 60 56 53 58C50 64 46 66 45 66V76H37V68H22V76H14V66C10 62 8 58 8 50zM8 48C2 46 2 40 6 40M46 47h.1",
  back: "M8 52C8 72 40 74 48 64L56 68L53 58C60 56 60 46 53 44C50 38 46 36 45 36V26H37V34H22V26H14V36C10 40 8 44 8 52zM8 54C2 56 2 62 6 62M46 55h.1",
  person: "M30 18a14 14 0 1 0 .1 0zM8 88V74C8 46 52 46 52 74V88z",
  people: "M15 30a9 9 0 1 0 .1 0zM3 82V64C3 50 27 50 27 64V82zM45 40a9 9 0 1 0 .1 0zM33 82V74C33 60 57 60 57 74V82z",
  moon: "M38 20A30 30 0 1 0 58 66A26 26 0 0 1 38 20z",
  ship: "M4 66H56L46 84H14zM28 60V16L8 60zM34 60V26L52 60z",
  target: "M30 20a30 30 0 1 0 .1 0zM30 34a16 16 0 1 0 .1 0zM30 48a2 2 0 1 0 .1 0z",
  time: "M8 14H52M8 86H52M14 14C14 40 46 60 46 86M46 14C46 40 14 60 14 86",
  flag: "M12 92V10M12 12L54 26L12 44z",
};
const TILES = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => {
  const shut = number === 4 || number === 5;
  return { number, shut, at: `translate(${24.6 * number - 14} ${shut ? 62 : 30})` };
});

export const Picture = {
  components: { Face },
  props: { one: Object },
  computed: {
    // Dice stand in one row or two; what else there is stands to their right, and tiles alone.
    drawn() {
      const faces = this.one.picture.filter((word) => /^~?[1-6]$/.test(word));
      const others = this.one.picture.filter((word) => !faces.includes(word) && word !== "tiles");
      const rows = ROWS[faces.length];
      const size = rows.length > 1 ? 46 : 62;
      const step = size + 8;
      const wide = Math.max(0, ...rows) * step;
      const left = 120 - (wide + 72 * others.length) / 2;
      const dice = faces.map((word, i) => {
        const row = i < rows[0] ? 0 : 1;
        const x = left + wide / 2 + (i - row * rows[0] - (rows[row] - 1) / 2) * step;
        const y = 65 + (row - (rows.length - 1) / 2) * step;
        return { value: Number(word.at(-1)), pale: word[0] === "~", at: `translate(${x} ${y}) rotate(${LEANS[i]}) scale(${size / 100}) translate(-50 -50)` };
      });
      const marks = others.map((word, i) => ({ path: MARKS[word], word, at: `translate(${left + wide + 8 + 72 * i} 15)` }));
      const tiles = this.one.picture.includes("tiles") ? TILES : [];
      return { dice, marks, tiles };
    },
  },
  template: `
    <svg class="game-picture" :style="{'--tint': 'var(--tint-' + one.tint + ', var(--track))'}" viewBox="0 0 240 130" aria-hidden="true">
      <g v-for="die in drawn.dice" :class="{pale: die.pale}" :transform="die.at"><Face :value="die.value" width="100" height="100" /></g>
      <g v-for="mark in drawn.marks" class="game-mark" :transform="mark.at">
        <path v-if="mark.path" :d="mark.path" :class="{filled: mark.path.includes('z')}" /><text v-else x="30" y="66" text-anchor="middle">{{ mark.word }}</text></g>
      <g v-for="tile in drawn.tiles" class="game-tile" :class="{pale: tile.shut}" :transform="tile.at">
        <rect width="20" :height="tile.shut ? 38 : 70" rx="5" /><text x="10" y="25" text-anchor="middle">{{ tile.number }}</text></g>
    </svg>`,
};

// A link to the game's form, or what is chosen in it.
const Card = {
  components: { Picture },
  props: { one: Object, chosen: String },
  emits: ["choose"],
  template: `
    <component :is="chosen ? 'label' : 'a'" class="game" :class="{chosen: one.name === chosen}" :href="chosen ? null : '/new?game=' + one.name">
      <input v-if="chosen" type="radio" name="game" class="unseen" :value="one.name" :checked="one.name === chosen" @change="$emit('choose', one.name)" />
      <Picture :one /><b class="game-name">{{ one.title }}</b><span class="game-what">{{ one.what }}</span><span class="game-seats">{{ one.seats }}</span>
    </component>`,
};

export const GameCards = {
  components: { Card },
  props: { games: Array },
  template: `
    <section class="games" :aria-label="words.games">
      <p class="games-head"><b>{{ words.games }}</b> <a class="games-all" href="/new?all">{{ words.all_games }} {{ games.length }} ›</a></p>
      <div class="game-row"><Card v-for="one in games.filter((one) => one.large)" :one /></div>
    </section>`,
};

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

// The games of a form, and what the chosen one is: the large ones, or on demand all that a search finds by family.
export const Games = {
  components: { Card },
  props: { games: Array, modelValue: String },
  emits: ["update:modelValue", "rules"],
  data() {
    return { open: new URLSearchParams(location.search).has("all"), sought: "", tapped: false };
  },
  computed: {
    one() {
      return this.games.find((one) => one.name === this.modelValue);
    },
    rows() {
      const sought = plain(this.sought).split(/\s+/);
      const found = this.games.filter((one) => {
        const said = plain([one.title, one.name, one.what, one.family].join(" "));
        return this.open ? sought.every((word) => said.includes(word)) : one.large || one.name === this.modelValue;
      });
      const names = this.open ? [...new Set(found.map((one) => one.family))] : [""];
      return names.map((name) => ({ name, games: found.filter((one) => !name || one.family === name) }));
    },
  },
  watch: {
    modelValue: "see",
  },
  mounted() {
    this.see();
  },
  methods: {
    // Arrow keys go through the list; a tap ends it.
    choose(name) {
      if (this.tapped) this.open = false;
      this.$emit("update:modelValue", name);
    },
    async see() {
      await this.$nextTick();
      const card = this.$refs.games.querySelector(".game.chosen");
      if (card) card.parentElement.scrollLeft = card.offsetLeft - card.parentElement.offsetLeft - 40;
      if (this.tapped && document.activeElement === document.body) card?.firstElementChild.focus({ preventScroll: true });
    },
  },
  template: `
    <fieldset ref="games" class="games" :class="{all: open}" @pointerdown="tapped = true" @keydown="tapped = false">
      <legend class="unseen">{{ words.game }}</legend>
      <p class="games-head"><b aria-hidden="true">{{ words.game }}</b>
        <button type="button" class="games-all" :aria-expanded="open" @click="open = !open">{{ words.all_games }} {{ games.length }}<span aria-hidden="true">›</span></button></p>
      <input v-if="open" v-model="sought" type="search" :aria-label="words.games_search" :placeholder="words.games_search" autocomplete="off" />
      <p v-if="!rows.length" role="status">{{ words.games_none }}</p>
      <div v-for="row in rows" :key="row.name" class="family" :role="row.name ? 'group' : null" :aria-label="row.name || null">
        <h2 v-if="row.name" aria-hidden="true">{{ row.name }}</h2>
        <div class="game-row"><Card v-for="one in row.games" :key="one.name" :one :chosen="modelValue" @choose="choose" /></div>
      </div>
    </fieldset>
    <section v-if="!open" class="game-chosen" :aria-label="one.title">
      <div><h2>{{ one.title }}</h2><p>{{ one.what }}</p><p class="game-seats">{{ one.seats }}</p></div>
      <button type="button" class="small rules-open" @click="$emit('rules')">{{ words.rules }}</button>
    </section>`,
};
