// The play page: whose turn it is, what to do now, the dice, and everything that explains them.
import { Camera, Chances, Face, Mark, Options, Race, Sheet } from "/static/parts.js";

const KEYS = { r: "roll", h: "hold", u: "undo", n: "undo", "?": "hint" };

export default {
  components: { Camera, Chances, Face, Mark, Options, Race, Sheet },
  props: { view: Object, words: Object, live: Boolean },
  emits: ["tap"],
  computed: {
    moves() {
      return this.view.question === "move";
    },
    main() {
      return ["roll", "hold"].filter((name) => this.view.buttons[name]);
    },
    side() {
      return ["undo", "hint", "leave"].filter((name) => this.view.buttons[name]);
    },
    still() {
      return this.view.alone || (this.view.still && this.view.kind === "none"); // a notice says all that matters now
    },
    asksFace() {
      return this.view.question === "value" || this.confirms; // of pigs each button has a name instead
    },
    confirms() {
      return this.view.question === "confirm";
    },
  },
  mounted() {
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    tap(what, more) {
      this.$emit("tap", { what, turn: this.view.turn, ...more });
    },
    tappable(die) {
      return this.confirms || (this.moves && die.face && this.view.keeps);
    },
    keep(die) {
      if (this.confirms) this.tap("choose", { die: die.well - 1 });
      else if (this.tappable(die)) this.tap("keep", { well: die.well, on: !die.kept });
    },
    say(face) {
      const chosen = this.view.dice.find((die) => die.chosen);
      if (this.confirms && chosen) this.tap("set", { die: chosen.well - 1, face });
      else this.tap("face", { face });
    },
    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (this.view.wakes || this.view.alone || (this.live && this.view.waits)) return this.wake(event);
      const digit = Number(event.key);
      const what = KEYS[event.key.toLowerCase()];
      if (this.asksFace && digit >= 1 && digit <= 6) this.say(digit);
      else if (digit >= 1 && digit <= this.view.lies.length) this.tap("face", { face: digit });
      else if (this.view.count && digit >= 1 && digit <= 6) this.tap("count", { count: digit });
      else if (digit) this.view.dice.filter((die) => die.well === digit).forEach(this.keep);
      else if (what && this.view.buttons[what]) this.tap(what);
    },
    wake(event) {
      const chosen = event.target.closest("a, button"); // there these two press what is chosen already
      if (event.key === "Enter" || event.key === " " ? !chosen : event.key.length === 1) this.tap("wake");
    },
    label(die) {
      const what = die.face ? String(die.face) : die.doubt ? this.words.doubts[die.doubt] : this.words.unknown;
      return this.words.die + " " + die.well + ": " + what + (die.kept ? ", " + this.words.kept : "");
    },
  },
  template: `
    <main class="play" :data-kind="view.kind" :data-tone="view.tone">
      <div class="top">
        <p v-for="trouble in view.troubles" :key="trouble" class="warning trouble" role="alert">{{ trouble }}</p>
        <component :is="still ? 'h1' : 'p'" v-if="view.notice" class="notice" role="status">{{ view.notice }}</component>
        <p v-if="view.alone || (live && view.waits)" class="act">
          <button class="big hold" @click="tap('wake')">{{ view.alone ? words.here : view.waits }}</button>
        </p>
        <section v-if="view.wish" class="wish card">
          <p role="status">{{ view.wish.text }}</p>
          <button v-if="live && view.wish.ready" class="small" @click="tap('agree', { wish: view.wish.number })">{{ words.wish_agree }}</button>
          <button v-if="live || !view.wish.near" class="small" @click="tap('forget', { wish: view.wish.number })">{{ words.wish_forget }}</button>
        </section>
        <section v-if="view.offer && !still" class="wish card">
          <p role="status">{{ view.offer.text }}</p>
          <button class="small" @click="tap('resume', { game: view.offer.number })">{{ words.resume }}</button>
          <button v-if="live" class="small" @click="tap('resume-not', { game: view.offer.number })">{{ words.resume_not }}</button>
        </section>
        <section v-if="!still" class="now" aria-live="polite" aria-atomic="true">
          <h1>{{ view.whose }}</h1>
          <p class="todo">{{ view.todo }}</p>
          <p v-if="view.remark" class="remark">{{ view.remark }}</p>
        </section>
      </div>
      <div class="first">
        <Race v-if="view.kind === 'race'" :view="view" :words="words" />
        <section v-if="view.dice.length" class="dice" :class="{many: view.dice.length > 1}" :aria-label="words.dice">
          <component :is="tappable(die) ? 'button' : 'span'" v-for="die in view.dice" :key="die.well" class="die"
            :class="{kept: die.kept, rolls: die.rolls, chosen: die.chosen, doubt: die.doubt && !die.face}" :aria-pressed="tappable(die) ? String(!!(die.kept || die.chosen)) : null"
            :role="tappable(die) ? null : 'img'" :aria-label="label(die)" @click="keep(die)">
            <Face :value="die.face || 0" /><span class="die-kept" aria-hidden="true">{{ die.kept ? words.kept : '' }}</span>
          </component>
          <p v-if="view.pending" class="pending"><span>{{ words.turn_total }}</span> <b>{{ view.pending }}</b></p>
        </section>
        <section v-if="view.count" class="count" :aria-label="words.dice">
          <button class="small" :disabled="view.count.dice < 2" :aria-label="words.fewer_dice" @click="tap('count', {count: view.count.dice - 1})">−</button>
          <output>{{ view.count.dice }}</output>
          <button class="small" :disabled="view.count.dice >= view.count.most" :aria-label="words.more_dice" @click="tap('count', {count: view.count.dice + 1})">+</button>
        </section>
        <section v-if="view.lies.length" class="lies" :aria-label="words.which_face">
          <button v-for="(lie, i) in view.lies" :key="lie" class="small" @click="tap('face', {face: i + 1})">{{ lie }}</button>
        </section>
        <section v-if="asksFace" class="faces" :aria-label="words.which_face">
          <button v-for="face in 6" :key="face" class="die" :aria-label="String(face)" @click="say(face)"><Face :value="face" /></button>
        </section>
        <section v-if="!view.alone && (main.length || side.length)" class="act" :aria-label="words.act">
          <button v-for="name in main" :key="name" class="big" :class="[name, {alone: main.length === 1}]" @click="tap(name)">{{ view.buttons[name] }}</button>
          <button v-for="name in side" :key="name" class="small" :class="name" @click="tap(name)">{{ view.buttons[name] }}</button>
        </section>
        <p v-if="(view.kind === 'none' && !still) || view.phase === 'over' || view.wakes" class="act">
          <button v-if="view.wakes" class="big roll" @click="tap('wake')">{{ words.play }}</button>
          <a v-if="view.phase === 'over'" class="big hold" href="/history/last">{{ words.look_back }}</a>
          <a class="big" :class="view.wakes ? 'hold' : 'roll'" href="/new">{{ words.new_game }}</a>
        </p>
        <Options :view="view" :words="words" />
      </div>
      <div v-if="view.kind === 'sheet'" class="second">
        <Sheet :view="view" :words="words" :may="moves" @box="(box) => tap('box', {box})" />
      </div>
      <div class="third">
        <Camera :view="view" :words="words" :live="live" />
        <Chances v-if="view.players.length" :view="view" :words="words" />
        <section v-if="view.said.length" class="said card" :aria-label="words.said">
          <h2>{{ words.said }}</h2>
          <ol><li v-for="(text, i) in view.said" :key="view.said.length - i + text">{{ text }}</li></ol>
        </section>
      </div>
    </main>`,
};
