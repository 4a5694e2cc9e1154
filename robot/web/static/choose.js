// The form of a new game, with robots or with the coach.
import { Games, MARKS } from "/static/games.js";
import { Figure } from "/static/mind.js";
import { Mark } from "/static/parts.js";
import { Rules } from "/static/rules.js";
import { Words } from "/static/spoken.js";

const MOODS = { child: "glad", beginner: "looks", casual: "rests", strong: "sure", perfect: "thinks", win: "torn" };

export default {
  components: { Figure, Games, Mark, Rules },
  mixins: [Words],
  props: { games: Array, words: Object, busy: String, refused: String, seated: Array, last: Array, colours: Array, rules: Object, first: String, usual: String, manners: Array },
  emits: ["begin", "named", "rules"],
  data() {
    const name = this.games.some((game) => game.name === this.first) ? this.first : this.games[0].name;
    const hand = this.last.some((seat) => seat.kind === "hand");
    return { MOODS, PERSON: MARKS.person, name, goal: null, hand, begins: "", manner: this.manners?.[0].name, seats: this.places() };
  },
  computed: {
    game() {
      return this.games.find((game) => game.name === this.name);
    },
    people() {
      return this.seats.filter((seat) => seat.kind !== "robot").length;
    },
    asksFirst() {
      return !this.manners && this.game.hand && this.people > 0 && this.seats.length > 1; // what has no dice is not thrown for
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
    name: {
      immediate: true,
      handler() {
        this.goal = this.game.goal;
        this.fit();
      },
    },
  },
  methods: {
    // The robots of a game have its levels, and as many play as can.
    fit() {
      while (this.seats.length < this.game.least) this.add(this.manners ? "you" : "robot");
      this.seats.splice(this.game.most);
      for (const seat of this.seats) if (!this.game.levels.some((level) => level.name === seat.level)) seat.level = this.usual;
    },
    add(kind) {
      this.seats.push({ kind, name: "", level: this.usual });
    },
    // Those play again who have just played, if nobody else sits; one person alone plays against the robot.
    places() {
      const before = this.last.map((seat) => seat.name);
      if (before.length && this.seated.every((name) => before.includes(name))) return this.last.map((seat) => ({ ...seat }));
      const people = (this.seated.length ? this.seated : [""]).map((name) => ({ kind: "you", name, level: this.usual, listed: name }));
      return people.length > 1 || this.manners ? people : [...people, { kind: "robot", name: "", level: this.usual }];
    },
    // A position that is set up is weighed, which the coach does alone when it is open.
    coach(setUp) {
      const manner = setUp ? this.manners[0].name : this.manner;
      this.$emit("begin", { game: this.name, goal: this.goal, manner, players: this.names, set_up: setUp });
    },
    begin() {
      if (this.manners) return this.coach(false);
      const person = this.hand && this.game.hand ? "hand" : "you";
      const players = this.seats.map((seat) => (seat.kind === "robot" ? seat : { ...seat, kind: person }));
      this.$emit("begin", { game: this.name, goal: this.goal, first: this.asksFirst ? this.beginner : "", players });
    },
  },
  template: `
    <main class="new">
      <h1>{{ words.begin }}</h1>
      <p v-if="busy" class="warning" role="status">{{ busy }}</p>
      <form novalidate @submit.prevent="begin">
        <Games v-model="name" :games @rules="$emit('rules', { game: name, goal })" />
        <div class="setup">
          <fieldset class="seats">
            <legend class="unseen">{{ words.players }}</legend>
            <div v-for="(seat, i) in seats" class="seat" role="group" :aria-label="words.player + ' ' + (i + 1)">
              <p v-if="seat.kind === 'robot'" class="named"><Mark :colour="colours[i] ?? i" /><b>{{ words.robot }}</b></p>
              <label v-else class="named"><Mark :colour="colours[i] ?? i" /><span class="unseen">{{ words.name }}</span>
                <input v-model="seat.name" maxlength="200" :placeholder="words.name" autocomplete="off" /></label>
              <button v-if="seat.kind !== 'robot' && i && !manners" type="button" class="quiet as-robot" :aria-label="words.robot" @click="seat.kind = 'robot'"><Figure mood="rests" :label="words.robot" /></button>
              <button v-if="seats.length > game.least" type="button" class="quiet" :aria-label="words.remove + ' ' + (i + 1)" @click="seats.splice(i, 1)">✕</button>
              <div v-if="seat.kind === 'robot'" class="levels" role="radiogroup" :aria-label="words.level">
                <label v-for="level in game.levels" :key="level.name" class="level" :class="{chosen: level.name === seat.level}">
                  <input v-model="seat.level" type="radio" class="unseen" :name="'level' + i" :value="level.name" /><Figure :mood="MOODS[level.name]" aria-hidden="true" />{{ level.title }}</label>
                <button type="button" class="level" @click="seat.kind = 'you'"><svg viewBox="0 0 60 100" aria-hidden="true"><path :d="PERSON" /></svg>{{ words.person }}</button>
              </div>
            </div>
          </fieldset>
          <p class="note">{{ words.note || game.note }}</p>
          <details class="more">
            <summary>{{ words.more_choices }}</summary>
            <label v-if="game.goal" class="goal"><span>{{ words.goal }}</span>
              <input v-model.number="goal" type="number" :min="game.goal_step" :step="game.goal_step" :max="game.most_goal" inputmode="numeric" /></label>
            <label v-if="asksFirst" class="goal"><span>{{ words.first }}</span>
              <select :value="beginner" @change="begins = $event.target.value"><option value="thrown">{{ words.first_thrown }}</option><option value="1">{{ words.first_named }}</option></select>
            </label>
            <label v-if="game.hand && people && !manners" class="switch"><input v-model="hand" type="checkbox" />{{ words.by_hand }}</label>
            <label v-if="!manners" class="switch"><input type="checkbox" :checked="seats[0].kind === 'robot'" @change="seats[0].kind = $event.target.checked ? 'robot' : 'you'" />{{ words.robots_alone }}</label>
            <p v-if="seats.length < game.most" class="adds">
              <button type="button" class="small" @click="add('you')">{{ words.add_player }}</button>
              <button v-if="!manners" type="button" class="small" @click="add('robot')">{{ words.add_robot }}</button>
            </p>
            <template v-if="manners">
              <fieldset>
                <legend>{{ words.coach_manner }}</legend>
                <label v-for="one in manners" class="switch"><input v-model="manner" type="radio" name="manner" :value="one.name" /><span><b>{{ one.title }}</b> {{ one.means }}</span></label>
              </fieldset>
              <button type="button" class="small" @click="coach(true)">{{ words.coach_set_up }}</button>
            </template>
          </details>
          <div class="act">
            <p v-if="refused" class="warning" role="alert">{{ refused }}</p>
            <button class="big roll">{{ words.begin }}</button>
          </div>
        </div>
      </form>
      <Rules v-if="rules" :key="rules.number" :rules />
    </main>`,
};
