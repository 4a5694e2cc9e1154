// The form of a new game: which one, who plays, and how well the robots do.
import { Chosen, Games } from "/static/games.js";
import { Mark } from "/static/parts.js";
import { Rules } from "/static/rules.js";

export default {
  components: { Chosen, Games, Mark, Rules },
  props: { games: Array, words: Object, busy: String, refused: String, seated: Array, last: Array, colours: Array, waits: String, rules: Object, first: String },
  emits: ["begin", "forget", "named", "rules"],
  data() {
    return {
      name: this.games[0].name,
      goal: this.games[0].goal,
      begins: "",
      seats: this.places(),
    };
  },
  mounted() {
    if (this.games.some((game) => game.name === this.first)) this.name = this.first;
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
    ready() {
      return this.seats.length >= this.game.least && this.seats.length <= this.game.most;
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
    fit() {
      while (this.seats.length < this.game.least) this.seats.push({ kind: "robot", name: "", level: "" });
      this.seats.splice(this.game.most);
      for (const seat of this.seats) if (!this.game.levels.some((level) => level.name === seat.level)) seat.level = "";
    },
    // Those play again who have just played, if nobody else sits; one person alone plays against the robot.
    places() {
      const before = this.last.map((seat) => seat.name);
      if (before.length && this.seated.every((name) => before.includes(name))) return this.last.map((seat) => ({ ...seat }));
      const people = (this.seated.length ? this.seated : [""]).map((name) => ({ kind: "you", name, level: "", listed: name }));
      return people.length > 1 ? people : [...people, { kind: "robot", name: "", level: "" }];
    },
    begin() {
      if (this.ready) this.$emit("begin", { game: this.name, goal: this.goal, first: this.asksFirst ? this.beginner : "", players: this.seats });
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
        <fieldset class="card seats">
          <legend>{{ words.players }}</legend>
          <div v-for="(seat, i) in seats" :key="i" class="seat" role="group" :aria-label="words.player + ' ' + (i + 1)">
            <Mark :colour="colours[i] ?? i" />
            <label><span class="unseen">{{ words.kind }}</span>
              <select v-model="seat.kind">
                <option value="you">{{ words.by_machine }}</option>
                <option v-if="game.hand" value="hand">{{ words.by_hand }}</option>
                <option value="robot">{{ words.robot }}</option>
              </select>
            </label>
            <label v-if="seat.kind === 'robot'"><span class="unseen">{{ words.level }}</span>
              <select v-model="seat.level"><option v-for="level in game.levels" :key="level.name" :value="level.name">{{ level.title }}</option></select>
            </label>
            <label v-else><span class="unseen">{{ words.name }}</span>
              <input v-model="seat.name" maxlength="200" :placeholder="words.name" autocomplete="off" />
            </label>
            <button v-if="seats.length > game.least" type="button" class="quiet" :aria-label="words.remove + ' ' + (i + 1)" @click="seats.splice(i, 1)">✕</button>
          </div>
          <button v-if="seats.length < game.most" type="button" class="small" @click="seats.push({kind: 'you', name: '', level: ''})">{{ words.add_player }}</button>
        </fieldset>
        <div v-if="game.goal || asksFirst" class="card goal">
          <label v-if="game.goal"><span>{{ words.goal }}</span>
            <input v-model.number="goal" type="number" :min="game.goal_step" :step="game.goal_step" :max="game.most_goal" inputmode="numeric" />
          </label>
          <label v-if="asksFirst"><span>{{ words.first }}</span>
            <select :value="beginner" @change="begins = $event.target.value"><option value="thrown">{{ words.first_thrown }}</option><option value="1">{{ words.first_named }}</option></select>
          </label>
        </div>
        <div class="act">
          <p v-if="refused" class="warning" role="alert">{{ refused }}</p>
          <button class="big roll" :disabled="!ready">{{ words.begin }}</button>
        </div>
      </form>
      <Rules v-if="rules" :rules="rules" :words="words" />
    </main>`,
};
