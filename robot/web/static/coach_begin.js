// The form of a new coached game: which one, who plays, and how the coach speaks.
import { Goal, Named } from "/static/form_parts.js";
import { Chosen, Games } from "/static/games.js";
import { Rules } from "/static/rules.js";

export default {
  components: { Chosen, Games, Goal, Named, Rules },
  props: { games: Array, manners: Array, words: Object, seated: Array, colours: Array, refused: String, rules: Object },
  emits: ["begin", "named", "rules"],
  data() {
    const name = "yahtzee";
    const people = this.seated.length ? [...this.seated] : [""];
    return { name, goal: null, manner: this.manners[0].name, people };
  },
  computed: {
    game() {
      return this.games.find((game) => game.name === this.name);
    },
  },
  watch: {
    people: {
      deep: true,
      handler(now) {
        this.$emit("named", [...now]);
      },
    },
    name() {
      this.goal = this.game.goal;
      while (this.people.length < this.game.least) this.people.push("");
      this.people.splice(this.game.most);
    },
  },
  methods: {
    // A position that is set up is weighed, which the coach does alone when it is open.
    begin(setUp) {
      const manner = setUp ? this.manners[0].name : this.manner;
      this.$emit("begin", { game: this.name, goal: this.goal, manner, players: this.people, set_up: setUp });
    },
  },
  template: `
    <main class="new">
      <h1>{{ words.coach_begin }}</h1>
      <form novalidate @submit.prevent="begin(false)">
        <Games v-model="name" :games="games" :words="words" />
        <Chosen :one="game" :words="words" @rules="$emit('rules', { game: name, goal })" />
        <div class="setup">
          <fieldset class="seats">
            <legend class="unseen">{{ words.players }}</legend>
            <div v-for="(_, i) in people" :key="i" class="seat" role="group" :aria-label="words.player + ' ' + (i + 1)">
              <Named v-model="people[i]" :colour="colours[i] ?? i" :words="words" />
              <button v-if="people.length > game.least" type="button" class="quiet" :aria-label="words.remove + ' ' + (i + 1)" @click="people.splice(i, 1)">✕</button>
            </div>
            <button v-if="people.length < game.most" type="button" class="small" @click="people.push('')">{{ words.add_player }}</button>
          </fieldset>
          <details class="more">
            <summary>{{ words.more_choices }}</summary>
            <Goal v-model="goal" :game="game" :words="words" />
            <fieldset class="manners">
              <legend>{{ words.coach_manner }}</legend>
              <label v-for="one in manners" :key="one.name" class="switch"><input v-model="manner" type="radio" name="manner" :value="one.name" /><span><b>{{ one.title }}</b> {{ one.means }}</span></label>
            </fieldset>
            <button type="button" class="small" @click="begin(true)">{{ words.coach_set_up }}</button>
          </details>
          <div class="act">
            <p v-if="refused" class="warning" role="alert">{{ refused }}</p>
            <button class="big roll">{{ words.coach_begin }}</button>
          </div>
        </div>
      </form>
      <Rules v-if="rules" :rules="rules" :words="words" />
    </main>`,
};
