// The form of a new game: which one, who plays, and how well the robots do.
import { Goal, Named } from "/static/form_parts.js";
import { Chosen, Games, MARKS } from "/static/games.js";
import { Figure } from "/static/mind.js";
import { Mark } from "/static/parts.js";
import { Rules } from "/static/rules.js";

const USUAL = "casual"; // a robot that people can beat
const MOODS = { child: "glad", beginner: "looks", casual: "rests", strong: "sure", perfect: "thinks", win: "torn" };

export default {
  components: { Chosen, Figure, Games, Goal, Mark, Named, Rules },
  props: { games: Array, words: Object, busy: String, refused: String, seated: Array, last: Array, colours: Array, waits: String, rules: Object, first: String },
  emits: ["begin", "forget", "named", "rules"],
  data() {
    const name = this.games.some((game) => game.name === this.first) ? this.first : this.games[0].name;
    const goal = this.games.find((game) => game.name === name).goal;
    return { MOODS, PERSON: MARKS.person, name, goal, begins: "", hand: this.last.some((seat) => seat.kind === "hand"), seats: this.places() };
  },
  created() {
    this.fit();
  },
  computed: {
    game() {
      return this.games.find((game) => game.name === this.name);
    },
    people() {
      return this.seats.filter((seat) => seat.kind !== "robot").length;
    },
    asksFirst() {
      return this.game.hand && this.people > 0 && this.seats.length > 1; // what has no dice is not thrown for
    },
    // Several people throw for it, and one person begins, as long as nobody chooses.
    beginner() {
      return this.begins || (this.people > 1 ? "thrown" : "1");
    },
    names() {
      return this.seats.map((seat) => (seat.kind === "robot" ? "" : seat.name));
    },
  },
  watch: {
    names(now) {
      this.$emit("named", now);
    },
    name() {
      this.goal = this.game.goal;
      this.fit();
    },
  },
  methods: {
    // The robots of a game have its levels, and as many play as can.
    fit() {
      while (this.seats.length < this.game.least) this.add("robot");
      this.seats.splice(this.game.most);
      for (const seat of this.seats) if (!this.game.levels.some((level) => level.name === seat.level)) seat.level = USUAL;
    },
    add(kind) {
      this.seats.push({ kind, name: "", level: USUAL });
    },
    // Those play again who have just played, if nobody else sits; one person alone plays against the robot.
    places() {
      const before = this.last.map((seat) => seat.name);
      if (before.length && this.seated.every((name) => before.includes(name))) return this.last.map((seat) => ({ ...seat }));
      const people = (this.seated.length ? this.seated : [""]).map((name) => ({ kind: "you", name, level: USUAL, listed: name }));
      return people.length > 1 ? people : [...people, { kind: "robot", name: "", level: USUAL }];
    },
    begin() {
      const person = this.hand && this.game.hand ? "hand" : "you";
      const players = this.seats.map((seat) => (seat.kind === "robot" ? seat : { ...seat, kind: person }));
      this.$emit("begin", { game: this.name, goal: this.goal, first: this.asksFirst ? this.beginner : "", players });
    },
  },
  template: `
    <main class="new">
      <h1>{{ words.begin }}</h1>
      <section v-if="waits" class="offer card">
        <p role="status">{{ waits }}</p>
        <button class="small" @click="$emit('forget')">{{ words.cancel }}</button>
      </section>
      <p v-if="busy" class="warning" role="status">{{ busy }}</p>
      <form novalidate @submit.prevent="begin">
        <Games v-model="name" :games="games" :words="words" />
        <Chosen :one="game" :words="words" @rules="$emit('rules', { game: name, goal })" />
        <div class="setup">
          <fieldset class="seats">
            <legend class="unseen">{{ words.players }}</legend>
            <div v-for="(seat, i) in seats" :key="i" class="seat" role="group" :aria-label="words.player + ' ' + (i + 1)">
              <p v-if="seat.kind === 'robot'" class="named"><Mark :colour="colours[i] ?? i" /><b>{{ words.robot }}</b></p>
              <Named v-else v-model="seat.name" :colour="colours[i] ?? i" :words="words" />
              <button v-if="seat.kind !== 'robot' && i" type="button" class="quiet as-robot" :aria-label="words.robot" @click="seat.kind = 'robot'"><Figure mood="rests" :label="words.robot" /></button>
              <button v-if="seats.length > game.least" type="button" class="quiet" :aria-label="words.remove + ' ' + (i + 1)" @click="seats.splice(i, 1)">✕</button>
              <div v-if="seat.kind === 'robot'" class="levels" role="radiogroup" :aria-label="words.level">
                <label v-for="level in game.levels" :key="level.name" class="level" :class="{chosen: level.name === seat.level}">
                  <input v-model="seat.level" type="radio" class="unseen" :name="'level' + i" :value="level.name" /><Figure :mood="MOODS[level.name]" aria-hidden="true" />{{ level.title }}</label>
                <button type="button" class="level" @click="seat.kind = 'you'"><svg viewBox="0 0 60 100" aria-hidden="true"><path :d="PERSON" /></svg>{{ words.person }}</button>
              </div>
            </div>
          </fieldset>
          <details class="more">
            <summary>{{ words.more_choices }}</summary>
            <Goal v-model="goal" :game="game" :words="words" />
            <label v-if="asksFirst" class="goal"><span>{{ words.first }}</span>
              <select :value="beginner" @change="begins = $event.target.value"><option value="thrown">{{ words.first_thrown }}</option><option value="1">{{ words.first_named }}</option></select>
            </label>
            <label v-if="game.hand && people" class="switch"><input v-model="hand" type="checkbox" />{{ words.by_hand }}</label>
            <label class="switch"><input type="checkbox" :checked="seats[0].kind === 'robot'" @change="seats[0].kind = $event.target.checked ? 'robot' : 'you'" />{{ words.robots_alone }}</label>
            <p v-if="seats.length < game.most" class="adds">
              <button type="button" class="small" @click="add('you')">{{ words.add_player }}</button>
              <button type="button" class="small" @click="add('robot')">{{ words.add_robot }}</button>
            </p>
          </details>
          <div class="act">
            <p v-if="refused" class="warning" role="alert">{{ refused }}</p>
            <button class="big roll">{{ words.begin }}</button>
          </div>
        </div>
      </form>
      <Rules v-if="rules" :rules="rules" :words="words" />
    </main>`,
};
