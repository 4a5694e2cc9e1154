// The games as cards, family by family: in a form one of them is chosen, on the table's own screen each leads to its form.
import { Face } from "/static/parts.js";

const Families = {
  props: { games: Array },
  computed: {
    families() {
      return [...new Set(this.games.map((one) => one.family))].map((name) => ({
        name,
        games: this.games.filter((one) => one.family === name),
      }));
    },
  },
  template: `
    <div v-for="family in families" :key="family.name" class="family" role="group" :aria-label="family.name">
      <h3 aria-hidden="true">{{ family.name }}</h3>
      <div class="family-games"><slot v-for="one in family.games" :key="one.name" :one="one" /></div>
    </div>`,
};

const Card = {
  components: { Face },
  props: { one: Object },
  template: `
    <span class="game-name">{{ one.title }}</span>
    <span class="game-what">{{ one.what }}</span>
    <span class="game-foot">
      <span class="game-seats">{{ one.seats }} · {{ one.lasts }}</span>
      <span v-if="one.dice.length" class="game-dice" aria-hidden="true"><Face v-for="(die, i) in one.dice" :key="i" :value="die" /></span>
    </span>`,
};

export const Games = {
  components: { Card, Families },
  props: { games: Array, words: Object, modelValue: String },
  emits: ["update:modelValue", "rules"],
  data() {
    return { open: false };
  },
  methods: {
    choose(name) {
      this.open = false;
      this.$emit("update:modelValue", name);
    },
  },
  template: `
    <fieldset class="card games" :class="{folded: !open}">
      <legend>{{ words.game }}</legend>
      <Families v-slot="{ one }" :games="games">
        <label class="game" :class="{chosen: one.name === modelValue}">
          <input type="radio" name="game" :value="one.name" :checked="one.name === modelValue" @change="choose(one.name)" />
          <Card :one="one" />
        </label>
      </Families>
      <p class="game-tools">
        <button type="button" class="small games-open" :aria-expanded="String(open)" @click="open = !open">{{ words.other_games }}</button>
        <button type="button" class="small rules-open" @click="$emit('rules')">{{ words.rules }}</button>
      </p>
    </fieldset>`,
};

export const GameCards = {
  components: { Card, Families },
  props: { games: Array },
  template: `
    <div class="games">
      <Families v-slot="{ one }" :games="games"><a class="game" :href="'/new?game=' + one.name"><Card :one="one" /></a></Families>
    </div>`,
};
