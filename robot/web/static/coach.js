// A coached game: people tap what dice show, keep dice, write boxes, and hear what each choice costs.
import { Copy } from "/static/copied.js";
import { Focus } from "/static/focus.js";
import { Count, Die, Faces, Race, Sheet, Tiles } from "/static/parts.js";
import { Camera } from "/static/stage.js";
import { Rules } from "/static/rules.js";
import { SetUp } from "/static/set_up.js";
import { ToldDice, turn } from "/static/told_dice.js";
import { Words } from "/static/spoken.js";

const KEYS = { r: "roll", h: "hold" };
const REFUSED = 6000; // milliseconds for which a refusal is shown

export default {
  components: { Camera, Copy, Count, Die, Faces, Race, Rules, SetUp, Sheet, Tiles },
  mixins: [Focus, ToldDice, Words],
  props: { view: Object, words: Object, number: Number, camera: Boolean, live: Boolean, opens: Boolean, secure: String, setsUp: Boolean, refused: Object, rules: Object },
  emits: ["line", "rules"],
  data() {
    return { faces: [], keeps: [], shut: [], box: null, count: 1, refusal: "", sent: false, sets: this.setsUp, weighs: false, films: false, picture: null, daring: 9 };
  },
  watch: {
    view(now, before) {
      this.sent = false;
      if (now?.moment !== before?.moment) this.anew();
      if (this.weighs && now?.set_up && now.moment !== before?.moment) this.leave();
    },
    "refused.number"() {
      this.sent = this.weighs = false;
      this.refusal = this.refused.text;
      clearTimeout(this.timer);
      if (this.view && !this.sets) this.timer = setTimeout(() => (this.refusal = ""), REFUSED); // else it is all that there is to see
    },
  },
  computed: {
    wanted() {
      const { dial } = this.view.spread;
      return dial[this.daring] ?? dial.at(-1);
    },
    link() {
      return location.origin + "/coach?position=" + encodeURIComponent(this.view.line);
    },
    complete() {
      return this.faces.length > 0 && !this.faces.includes(null);
    },
    // The camera that watches the throws: the table's, or that of this browser.
    eye() {
      return { live: "/coach/" + this.number + "/watch", table: this.camera, wanted: this.faces.length > 0 && (this.camera || this.opens) };
    },
    empty() {
      return this.faces.every((face) => face === null);
    },
    beside() {
      return this.faces.length === this.view.due[0] ? this.view.kept : []; // a picture may show the kept dice, too
    },
    board() {
      return { ...this.view, rows: this.view.rows.map((row) => ({ ...row, chosen: row.box && row.box === this.box })) };
    },
    rest() {
      const rest = this.view.dice.length - this.keeps.length;
      return this.view.aside ? rest || this.view.rolls.length : rest; // who has set all aside throws all again
    },
    // What can be done with what the dice show. A key does the first of its kind.
    acts() {
      const { view, rest, box, shut } = this;
      const keep = (then) => ({ keep: this.keeps.map((die) => view.dice[die]), ...(view.aside && { then }) });
      const then = view.tiles.some((one) => one.open && !shut.includes(one.tile)) ? "throw" : "hold";
      return [
        view.throws && rest && !box && { kind: "roll", text: view.rolls[rest - 1], send: keep("throw") },
        view.count && { kind: "roll", text: view.rolls[this.count - 1], send: { throw: this.count } },
        view.shuts && { kind: "hold", text: this.words.coach_shut, send: { shut, then }, idle: !shut.length },
        box && { kind: "hold", text: view.writes[box], send: { score: box } },
        view.hold && { kind: "hold", text: view.hold, send: view.aside ? keep("hold") : "hold" },
        ...view.acts.map((act, i) => ({ kind: i ? "hold" : "roll", ...act })),
      ].filter(Boolean);
    },
  },
  mounted() {
    this.anew();
  },
  methods: {
    anew() {
      this.clear();
      this.keeps = [];
      this.shut = [];
      this.count = this.view?.count?.usual || 1;
      this.box = null;
      this.$refs.camera?.$refs.eye.forget();
    },
    weigh(position) {
      this.weighs = true; // what others do meanwhile does not close the form
      this.send({ position });
    },
    leave() {
      this.sets = this.weighs = false;
      this.refusal = "";
      scrollTo(0, 0);
      history.replaceState(null, "", "/coach/" + this.number);
    },
    // One line at a time: the coach may think about the last one.
    send(line) {
      if (this.sent) return;
      this.refusal = "";
      this.sent = true;
      this.$emit("line", { moment: this.view.moment, line });
    },
    clear() {
      this.faces = Array(this.view?.due[0] || 0).fill(null);
      this.chosen = 0;
      this.picture = null;
    },
    again() {
      this.clear();
      this.$refs.camera?.$refs.eye.press("again");
    },
    tell() {
      if (this.complete) this.send({ dice: [...this.faces] });
    },
    keep(die) {
      this.box = null;
      this.keeps = turn(this.keeps, die);
    },
    act(kind) {
      const act = this.acts.find((one) => one.kind === kind);
      if (act) this.send(act.send);
    },
    mark(tile) {
      this.shut = turn(this.shut, tile);
    },
    undo() {
      if (this.view.undo) this.send({ undo: true });
    },
    step(dice) {
      if (dice >= this.view.count.least && dice <= this.view.count.most) this.count = dice;
    },
    // What was read fills the dice, unless people say them already; a photograph is read anew. What is sure counts.
    watched({ number, moment, dice, sure, picture, photograph }) {
      if (picture) this.picture = picture;
      const landed = moment + " " + number;
      if (!dice || !(photograph || this.empty) || moment !== this.view?.moment || landed === this.landed) return;
      this.landed = landed;
      this.faces = this.faces.map((_, i) => dice[i] || null);
      this.chosen = Math.max(0, this.faces.indexOf(null));
      if (sure) this.tell();
    },
    key(event) {
      if (!this.view || this.sets) return;
      const digit = Number(event.key);
      const what = event.key.toLowerCase();
      if (digit >= 1 && digit <= 6 && this.faces.length) this.tap(digit);
      else if (digit >= 1 && digit <= this.view.dice.length && this.view.throws) this.keep(digit - 1);
      else if (this.view.shuts && this.view.tiles.some((one) => one.open && one.tile === digit)) this.mark(digit);
      else if (digit && this.view.count) this.step(digit);
      else if (what === "backspace" && this.faces.length) this.again();
      else if (what === "enter" && !event.target.closest("a, button")) this.complete ? this.tell() : this.box && this.act("hold");
      else if (KEYS[what]) this.act(KEYS[what]);
      else if (what === "u") this.undo();
      else if (what === "i") this.$emit("rules");
    },
  },
  template: `
    <main class="coach" :data-over="view?.over || null" :aria-busy="sent">
      <p v-if="refusal && !(view && sets)" class="warning refused" role="alert">{{ refusal }}</p>
      <p v-if="!view" class="empty" role="status">{{ words.thinking }}</p>
      <SetUp v-else-if="sets" :form="view.form" :players="view.players" :refusal @set="weigh" @leave="leave" />
      <template v-else>
        <div class="coach-left">
          <section class="now" aria-live="polite" aria-atomic="true">
            <p class="coach-title">{{ view.title }}</p>
            <h1>{{ view.whose }}</h1>
            <p v-if="view.todo && !(films && faces.length)" class="todo">{{ view.todo }}</p>
          </section>
          <section v-if="view.told.length" class="told" role="status" :aria-label="words.said">
            <p v-for="text in view.told" :key="text">{{ text }}</p>
          </section>
          <Camera v-if="view.form.dice && !view.over" v-show="faces.length" ref="camera" :class="{films}" :view="{ picture, films: live && !picture, missing: '' }" :live :eye :secure @films="films = $event" @seen="watched" />
          <section v-if="faces.length" class="dice many" :class="{six: faces.length + beside.length > 5}" :aria-label="words.dice">
            <Die v-for="face in beside" class="kept" :value="face" :note="words.kept" />
            <Die v-for="(face, i) in faces" :at="i + 1" :value="face" :says="view.pigs[face - 1]" :class="{chosen: i === chosen, named: view.pigs.length}" :pressed="i === chosen" @tap="chosen = i">
              <span v-if="view.pigs.length" class="pig-lie">{{ view.pigs[face - 1] || words.unknown }}</span>
            </Die>
            <p v-if="view.pending" class="pending"><span>{{ words.turn_total }}</span> <b>{{ view.pending }}</b></p>
          </section>
          <Faces v-if="faces.length" :lies="view.pigs" @say="tap" />
          <section v-if="view.dice.length && !faces.length" class="dice many" :class="{six: view.dice.length + view.beside.length > 5}" :aria-label="words.dice">
            <Die v-for="face in view.beside" class="aside" :value="face" :note="words.aside" />
            <Die v-for="(face, i) in view.dice" :at="i + 1" :value="face" :class="{kept: keeps.includes(i)}" :note="keeps.includes(i) ? (view.aside ? words.aside : words.kept) : ''"
              :pressed="view.throws ? keeps.includes(i) : null" @tap="keep(i)" />
          </section>
          <Tiles v-if="view.tiles.length" :tiles="view.tiles" :marked="shut" :may="view.shuts" @tile="mark" />
          <Count v-if="view.count" :dice="count" :least="view.count.least" :most="view.count.most" @count="step" />
          <section class="act" :aria-label="words.act">
            <button v-if="faces.length && films && empty" class="big hold" @click="$refs.camera.$refs.eye.press('lie')">{{ words.dice_lie }}</button>
            <button v-else-if="faces.length" class="big roll" :disabled="!complete" :data-sending="sent ? words.sending : null" @click="tell">{{ words.coach_counts }}</button>
            <button v-for="one in acts" :key="one.text" class="big" :class="one.kind" :disabled="one.idle" :data-sending="sent ? words.sending : null" @click="send(one.send)">{{ one.text }}</button>
            <button v-if="view.undo" class="small" @click="undo">{{ words.undo }}</button>
            <button v-if="faces.length" class="small" :disabled="empty" @click="again">{{ words.coach_clear }}</button>
          </section>
          <section v-if="view.best || view.why.length" class="card advice" :aria-label="words.coach_says">
            <h2 v-if="view.best" id="best">{{ view.best }}</h2>
            <p v-for="text in view.why">{{ text }}</p>
            <button v-if="view.best && view.does" class="small" aria-describedby="best" @click="send(view.does)">{{ words.coach_does }}</button>
            <ol v-if="view.next.length"><li v-for="text in view.next">{{ text }}</li></ol>
            <div v-if="view.spread" class="dial">
              <p class="bars" aria-hidden="true"><i v-for="(bar, i) in view.spread.bars" :class="{beyond: i >= wanted.beyond}" :style="{height: 100 * bar + '%'}"></i></p>
              <label>{{ words.coach_dial }} <input v-model.number="daring" type="range" min="0" :max="view.spread.dial.length - 1" /></label>
              <p aria-live="polite">{{ wanted.text }}</p>
            </div>
            <details v-if="view.choices.length" :key="view.moment" class="choices" :open="view.set_up">
              <summary>{{ words.coach_choices }}</summary>
              <div tabindex="0" role="region" :aria-label="words.coach_choices"><table>
                <tbody><tr v-for="one in view.choices"><th scope="row">{{ one.move }}</th><td>{{ one.worth }}</td><td>{{ one.cost }}</td></tr></tbody>
              </table></div>
            </details>
          </section>
          <section v-if="view.over" class="card coach-ending" :aria-label="words.coach_ending">
            <a :href="'/coach/' + number + '.svg'" target="_blank">
              <img class="summary-image" :src="'/coach/' + number + '.svg'" :alt="words.summary_image" /></a>
            <h2>{{ words.coach_ending }}</h2>
            <component :is="line.heading ? 'h3' : 'p'" v-for="line in view.ending">{{ line.text }}</component>
          </section>
        </div>
        <div class="coach-right">
          <Race v-if="view.lanes.length" :view="board" />
          <Sheet v-else :view="board" may @box="box = box === $event ? null : $event" />
          <p class="coach-links"><button class="quiet" @click="$emit('rules')">{{ words.rules }}</button>
            <Copy v-if="view.line" :text="link" :says="words.coach_link" />
            <button class="small" @click="sets = true">{{ words.coach_set_up }}</button>
            <a class="small" href="/coach">{{ words.coach_again }}</a></p>
        </div>
      </template>
      <Rules v-if="rules" :key="rules.number" :rules />
    </main>`,
};
