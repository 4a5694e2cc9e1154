// A coached game: people tap what their dice show, keep dice, write boxes, and hear what each choice costs.
import { copyText } from "/static/copied.js";
import { Focus } from "/static/focus.js";
import { means } from "/static/keys.js";
import { Face, Race, Sheet, Tiles } from "/static/parts.js";
import { Camera } from "/static/stage.js";
import { Rules } from "/static/rules.js";
import { SetUp } from "/static/set_up.js";
import { ToldDice } from "/static/told_dice.js";

const REFUSED = 6000; // milliseconds for which a refusal is shown

export default {
  components: { Camera, Face, Race, Rules, SetUp, Sheet, Tiles },
  mixins: [Focus, ToldDice],
  props: { view: Object, words: Object, number: Number, camera: Boolean, live: Boolean, opens: Boolean, secure: String, setsUp: Boolean, refused: Object, rules: Object },
  emits: ["line", "rules"],
  data() {
    return { faces: [], keeps: [], shut: [], box: null, count: 1, refusal: "", sent: false, sets: this.setsUp, weighs: false, films: false, picture: null, linked: "", daring: 9 };
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
      const dial = this.view.spread.dial;
      return dial[Math.min(this.daring, dial.length - 1)];
    },
    complete() {
      return this.faces.length > 0 && !this.faces.includes(null);
    },
    // The camera that watches the throws: the table's, or that of this browser.
    eye() {
      const wanted = this.faces.length > 0 && (this.camera || this.opens);
      return { live: "/coach/" + this.number + "/watch", table: this.camera, wanted };
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
  },
  mounted() {
    this.anew();
  },
  methods: {
    anew() {
      this.faces = Array(this.view?.due[0] || 0).fill(null);
      this.chosen = 0;
      this.keeps = [];
      this.shut = [];
      this.count = this.view?.count?.usual || 1;
      this.box = null;
      this.picture = null;
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
    // One line at a time: the coach may think about the last one, and what people see is not true any more.
    send(line) {
      if (this.sent) return;
      this.refusal = "";
      this.sent = true;
      this.$emit("line", { moment: this.view.moment, line });
    },
    clear() {
      this.faces = Array(this.view.due[0] || 0).fill(null);
      this.chosen = 0;
      this.picture = null;
      this.$refs.camera?.$refs.eye.press("again");
    },
    tell() {
      if (this.complete) this.send({ dice: [...this.faces] });
    },
    keep(die) {
      this.box = null;
      this.keeps = this.keeps.includes(die) ? this.keeps.filter((one) => one !== die) : [...this.keeps, die];
    },
    write() {
      if (this.box) this.send({ score: this.box });
    },
    roll() {
      if (this.view.acts.length) return this.send(this.view.acts[0].send);
      if (this.view.count) this.send({ throw: this.count });
      else if (this.view.throws && this.rest) this.send(this.view.aside ? { keep: this.kept(), then: "throw" } : { keep: this.kept() });
    },
    kept() {
      return this.keeps.map((die) => this.view.dice[die]);
    },
    mark(tile) {
      this.shut = this.shut.includes(tile) ? this.shut.filter((one) => one !== tile) : [...this.shut, tile];
    },
    hold() {
      if (this.view.acts.length) return this.send(this.view.acts[1].send);
      const open = this.view.tiles.some((one) => one.open && !this.shut.includes(one.tile));
      if (this.view.shuts) return this.send({ shut: this.shut, then: open ? "throw" : "hold" });
      if (this.view.aside && this.view.hold) this.send({ keep: this.kept(), then: "hold" });
      else if (this.view.hold) this.send("hold");
      else this.write();
    },
    link(event) {
      const address = location.origin + "/coach?position=" + encodeURIComponent(this.view.line);
      if (copyText(address, event.target)) this.linked = this.view.line;
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
      if (!this.view || this.sets || !means(event)) return;
      const digit = Number(event.key);
      const what = event.key.toLowerCase();
      if (digit >= 1 && digit <= 6 && this.faces.length) this.tap(digit);
      else if (digit >= 1 && digit <= this.view.dice.length && this.view.throws) this.keep(digit - 1);
      else if (this.view.shuts && this.view.tiles.some((one) => one.open && one.tile === digit)) this.mark(digit);
      else if (digit && this.view.count) this.step(digit);
      else if (what === "backspace" && this.faces.length) this.clear();
      else if (what === "enter" && !event.target.closest("a, button")) this.complete ? this.tell() : this.write();
      else if (what === "r") this.roll();
      else if (what === "h") this.hold();
      else if (what === "u") this.undo();
      else if (what === "i") this.$emit("rules");
    },
    named(face) {
      return face ? this.view.pigs[face - 1] || String(face) : this.words.unknown;
    },
    label(die, face, kept) {
      return this.words.die + " " + (die + 1) + ": " + this.named(face) + (kept ? ", " + this.words.kept : "");
    },
  },
  template: `
    <main class="coach" :data-kind="view && (view.rows.length ? 'sheet' : 'race')" :data-over="view?.over || null" :aria-busy="String(sent)">
      <p v-if="refusal && !(view && sets)" class="warning refused" role="alert">{{ refusal }}</p>
      <p v-if="!view" class="empty" role="status">{{ words.thinking }}</p>
      <SetUp v-else-if="sets" :form="view.form" :players="view.players" :words="words" :refusal="refusal" @set="weigh" @leave="leave" />
      <template v-else>
        <div class="coach-left">
          <section class="now" aria-live="polite" aria-atomic="true">
            <p class="coach-title">{{ view.title }}</p>
            <h1>{{ view.whose }}</h1>
            <p v-if="view.todo" class="todo">{{ view.todo }}</p>
          </section>
          <section v-if="view.told.length" class="told" role="status" :aria-label="words.said">
            <p v-for="text in view.told" :key="text">{{ text }}</p>
          </section>
          <Camera v-if="view.form.dice && !view.over" v-show="faces.length" ref="camera" :view="{ picture, films: live && !picture, missing: '' }" :words="words" :watching="live && !picture"
            stage="" :eye="eye" :secure="secure" @films="films = $event" @seen="watched" />
          <section v-if="faces.length" class="dice many" :aria-label="words.dice">
            <span v-for="(face, i) in beside" :key="'kept' + i" class="die kept" role="img" :aria-label="words.die + ': ' + face + ', ' + words.kept">
              <Face :value="face" /><span class="die-kept" aria-hidden="true">{{ words.kept }}</span>
            </span>
            <button v-for="(face, i) in faces" :key="i" type="button" class="die" :class="{chosen: i === chosen, named: view.pigs.length}"
              :aria-pressed="String(i === chosen)" :aria-label="label(i, face)" @click="chosen = i">
              <span v-if="view.pigs.length" class="pig-lie">{{ named(face) }}</span><Face v-else :value="face || 0" />
              <span v-if="beside.length" class="die-kept" aria-hidden="true"></span>
            </button>
            <p v-if="view.pending" class="pending"><span>{{ words.turn_total }}</span> <b>{{ view.pending }}</b></p>
          </section>
          <section v-if="faces.length && view.pigs.length" class="lies" :aria-label="words.which_face">
            <button v-for="(lie, i) in view.pigs" :key="lie" type="button" class="small" @click="tap(i + 1)">{{ lie }}</button>
          </section>
          <section v-else-if="faces.length" class="faces" :aria-label="words.which_face">
            <button v-for="face in 6" :key="face" type="button" class="die" :aria-label="String(face)" @click="tap(face)"><Face :value="face" /></button>
          </section>
          <section v-if="view.dice.length && !faces.length" class="dice many" :aria-label="words.dice">
            <span v-for="(face, i) in view.beside" :key="'aside' + i" class="die aside" role="img" :aria-label="words.die + ': ' + face + ', ' + words.aside">
              <Face :value="face" /><span class="die-kept" aria-hidden="true">{{ words.aside }}</span>
            </span>
            <component :is="view.throws ? 'button' : 'span'" v-for="(face, i) in view.dice" :key="i" class="die" :class="{kept: keeps.includes(i)}"
              :aria-pressed="view.throws ? String(keeps.includes(i)) : null" :role="view.throws ? null : 'img'" :aria-label="label(i, face, keeps.includes(i))" @click="view.throws && keep(i)">
              <Face :value="face" /><span class="die-kept" aria-hidden="true">{{ !keeps.includes(i) ? '' : view.aside ? words.aside : words.kept }}</span>
            </component>
          </section>
          <Tiles v-if="view.tiles.length" :tiles="view.tiles" :marked="shut" :may="view.shuts" :words="words" @tile="mark" />
          <section v-if="view.count" class="count" :aria-label="words.dice">
            <button type="button" class="small" :disabled="count <= view.count.least" :aria-label="words.fewer_dice" @click="step(count - 1)">−</button>
            <output>{{ count }}</output>
            <button type="button" class="small" :disabled="count >= view.count.most" :aria-label="words.more_dice" @click="step(count + 1)">+</button>
          </section>
          <section class="act" :aria-label="words.act" :data-sending="sent ? words.sending : null">
            <button v-if="faces.length && films && empty" type="button" class="big hold" @click="$refs.camera.$refs.eye.press('lie')">{{ words.dice_lie }}</button>
            <button v-else-if="faces.length" type="button" class="big roll" :disabled="!complete" @click="tell">{{ words.coach_counts }}</button>
            <button v-if="view.throws && rest && !box" type="button" class="big roll" @click="roll">{{ view.rolls[rest - 1] }}</button>
            <button v-if="view.count" type="button" class="big roll" @click="roll">{{ view.rolls[count - 1] }}</button>
            <button v-if="view.shuts" type="button" class="big hold" :disabled="!shut.length" @click="hold">{{ words.coach_shut }}</button>
            <button v-if="box" type="button" class="big hold" @click="write">{{ view.writes[box] }}</button>
            <button v-if="view.hold" type="button" class="big hold" @click="hold">{{ view.hold }}</button>
            <button v-for="(act, i) in view.acts" type="button" class="big" :class="i ? 'hold' : 'roll'" @click="send(act.send)">{{ act.text }}</button>
            <button v-if="view.undo" type="button" class="small" @click="undo">{{ words.undo }}</button>
            <button v-if="faces.length" type="button" class="small" :disabled="empty" @click="clear">{{ words.coach_clear }}</button>
          </section>
          <section v-if="view.best || view.why.length" class="card advice" :aria-label="words.coach_says">
            <div v-if="view.best" class="best"><h2 id="best">{{ view.best }}</h2>
              <button v-if="view.does" type="button" class="small" aria-describedby="best" @click="send(view.does)">{{ words.coach_does }}</button></div>
            <p v-for="text in view.why" :key="text">{{ text }}</p>
            <ol v-if="view.next.length"><li v-for="text in view.next" :key="text">{{ text }}</li></ol>
            <div v-if="view.spread" class="dial">
              <svg :viewBox="'0 0 ' + view.spread.bars.length + ' 10'" preserveAspectRatio="none" aria-hidden="true">
                <rect v-for="(bar, i) in view.spread.bars" :key="i" :x="i" :y="10 - 10 * bar" width="0.9" :height="10 * bar" :class="{beyond: view.spread.first + i * view.spread.wide >= wanted.points}" /></svg>
              <label>{{ words.coach_dial }} <input v-model.number="daring" type="range" min="0" :max="view.spread.dial.length - 1" /></label>
              <p aria-live="polite">{{ wanted.text }}</p>
            </div>
            <details v-if="view.choices.length" :key="view.moment" class="choices" :open="view.set_up">
              <summary>{{ words.coach_choices }}</summary>
              <div tabindex="0" role="region" :aria-label="words.coach_choices"><table>
                <tbody><tr v-for="one in view.choices" :key="one.move"><th scope="row">{{ one.move }}</th><td>{{ one.worth }}</td><td>{{ one.cost }}</td></tr></tbody>
              </table></div>
            </details>
          </section>
          <section v-if="view.over" class="card ending" :aria-label="words.coach_ending">
            <h2>{{ words.coach_ending }}</h2>
            <component :is="line.heading ? 'h3' : 'p'" v-for="(line, i) in view.ending" :key="i">{{ line.text }}</component>
            <a :href="'/coach/' + number + '.svg'" target="_blank">
              <img class="summary-image" :src="'/coach/' + number + '.svg'" :alt="words.summary_image" /></a>
          </section>
        </div>
        <div class="coach-right">
          <Race v-if="view.lanes.length" :view="board" :words="words" />
          <Sheet v-else :view="board" :words="words" may @box="box = box === $event ? null : $event" />
          <p class="coach-links"><button type="button" class="quiet" @click="$emit('rules')">{{ words.rules }}</button>
            <button v-if="view.line" type="button" class="small" @click="link">{{ linked === view.line ? words.coach_linked : words.coach_link }}</button>
            <button type="button" class="small" @click="sets = true">{{ words.coach_set_up }}</button>
            <a class="small" href="/coach">{{ words.coach_again }}</a></p>
        </div>
      </template>
      <Rules v-if="rules" :rules="rules" :words="words" />
    </main>`,
};
