// The play page: whose turn it is, what to do now, the dice, and everything that explains them.
import { Attract } from "/static/attract.js";
import { Copy } from "/static/copied.js";
import { Ending } from "/static/endcard.js";
import { Focus } from "/static/focus.js";
import { GameCards } from "/static/games.js";
import { Keys } from "/static/keys.js";
import { Figure, Mind } from "/static/mind.js";
import { Moment, sound } from "/static/moments.js";
import { Offer } from "/static/offer.js";
import { Chances, Count, Die, Face, Faces, Mark, Race, Sheet, ThrowOff, Tiles } from "/static/parts.js";
import { Rules } from "/static/rules.js";
import { Sit } from "/static/sit.js";
import { Camera } from "/static/stage.js";
import { SEEN, Toast } from "/static/toast.js";
import { Words } from "/static/spoken.js";

const AWAITED = 1000; // milliseconds in which a step that was made here goes before what the page shows
const VIBRATION = 120; // milliseconds, when a phone's own player is to choose
const WELCOMES = 60000; // milliseconds without a tap after which the table leaves a game that is over
const STAYS = ["pointerdown", "keydown", "wheel"]; // what says that somebody still looks at it
const LOOKED = "looked"; // what remembers through a reload at which game somebody looked last, and when
const REFUSED = 5000; // milliseconds for which a refusal is shown
const SLOW = 500; // milliseconds without an answer after which a pressed button says that it is sending
const LASTS = 60000; // milliseconds for which a tap that the table does not have is sent again
const UNSENT = "unsent"; // what remembers through a reload which taps the table does not have
const CONSENTS = ["agree", "leave"]; // the questions that lie over the picture
const LEAST = 0.25; // the smallest part to which letters shrink that have no room
const LARGER = [0.4, 0.2, 0.1, 0.05]; // what is added as long as they have room
const BIG = { roll: "roll", hold: "hold", undo: "new" }; // what the panel calls its big buttons
const KEYS = { r: "roll", h: "hold", u: "undo", n: "undo", "?": "hint" };

// A countdown changes each second and is told once: its numbers do not count.
const uncounted = (text) => text.replace(/\d+/g, "");

// Where a step is made: at a die or a tile.
const placeOf = ({ well, tile }) => well ?? "tile" + tile;

export default {
  components: { Attract, Camera, Chances, Copy, Count, Die, Ending, Face, Faces, Figure, GameCards, Mark, Mind, Moment, Offer, Race, Rules, Sheet, Sit, ThrowOff, Tiles, Toast },
  mixins: [Focus, Keys, Words],
  props: {
    view: Object, words: Object, live: Boolean, keeps: Boolean, eye: Object, secure: String, mine: Boolean, seat: String,
    colour: Number, colours: Array, refused: Object, rules: Object, pair: Object, games: Array,
    mover: Boolean, away: String, again: Boolean, names: Boolean, resumes: Array, toast: Object, taken: Number,
  },
  emits: ["tap", "rules", "winner"],
  data() {
    return { steps: {}, taps: JSON.parse(sessionStorage.getItem(UNSENT) || "[]"), pressed: null, slow: false, refusal: "", fresh: false, typed: [], unfolded: false, leaf: null, tellings: 0, told: this.view.notice,
      old: this.view.tone === "over" ? this.view.game : null };
  },
  watch: {
    view(now, before) {
      if (now.question?.number !== before.question?.number) this.asked();
      this.tellings += this.newly(now.said, before.said);
      if (uncounted(now.notice) !== uncounted(this.told)) this.told = now.notice;
      for (const one of [...now.dice, ...now.tiles]) {
        const { name, value } = this.steps[placeOf(one)] || {};
        if (name && one[name] === value) delete this.steps[placeOf(one)];
      }
    },
    turn(now) {
      if (now) navigator.vibrate?.(VIBRATION);
    },
    over: { handler: "linger", immediate: true },
    // A page that is opened during a moment shows it, and a moment is heard once.
    "moment.at"(now) {
      if (now) sound(this.moment.kind);
    },
    refused(now, before) {
      if (now.number === before?.number) return;
      this.steps = {};
      this.tell(now.text);
    },
    taken(now) {
      this.keepTaps(this.taps.filter((tap) => tap.tap > now));
    },
  },
  computed: {
    kind() {
      return this.view.question?.kind;
    },
    plays() {
      return this.view.players.length > 0;
    },
    board() {
      return this.view.rows.length ? "sheet" : this.view.lanes.length ? "race" : "none";
    },
    moment() {
      if (!this.over) return this.view.moment;
      const people = this.view.players.some((player) => player.won && player.person); // else there is nothing to shower
      return people && this.over !== this.old ? { at: "over", kind: "win", lost: 0 } : null;
    },
    // Nobody plays: people are invited.
    calls() {
      return this.view.attract && !this.over;
    },
    // One tap begins a game for a person who sits at a phone, or sits down with it.
    begins() {
      return this.calls && (this.mine || this.seat === "") && (this.view.attract.what || !this.wakes);
    },
    wakes() {
      return this.view.wakes && this.mine;
    },
    over() {
      return this.view.tone === "over" ? this.view.game : null;
    },
    acts() {
      const { players, moment } = this.view;
      if (this.over) return players.filter((player) => player.won);
      if (moment) return players.filter((player) => player.seat === moment.seat);
      return this.kind === "agree" ? [] : players.filter((player) => player.turn); // the others agree
    },
    // A phone says "your turn" to the one whose phone it is.
    whose() {
      const meant = this.view.players.find((player) => player.seat === this.view.own?.seat);
      return this.seat && meant?.full === this.seat ? this.view.own.text : this.view.whose;
    },
    moves() {
      return this.kind === "move";
    },
    main() {
      if (!this.mine || this.kind === "regret" || CONSENTS.includes(this.kind)) return [];
      return ["roll", "hold"].filter((name) => this.view.buttons[name]);
    },
    // Whether both large buttons may come while this question is open: then each has a place from the beginning.
    both() {
      const asked = this.mine && this.moves && this.view.phase === "choosing";
      return this.main.length > 1 || (asked && this.view.keeps);
    },
    side() {
      const names = this.kind === "regret" ? ["undo", "roll", "hold"] : ["undo", "hint", "leave"];
      const may = (name) => (this.moves && name === "undo" ? this.mover : this.mine); // a choice is taken back by who made it
      return names.filter(may).filter((name) => this.view.buttons[name]);
    },
    // What lies over the picture: the question whether players agree or leave comes first.
    wanted() {
      if (!this.mine || !CONSENTS.includes(this.kind)) return this.toast;
      return { number: this.view.question.number, text: this.view.todo, yes: this.view.buttons.hold, no: this.view.buttons.roll };
    },
    totals() {
      return this.view.rows.find((row) => row.total)?.cells || [];
    },
    // Whose boxes a phone shows: the chosen ones, else those of the present player.
    whom() {
      return this.leaf ?? Math.max(0, this.view.players.findIndex((player) => player.turn));
    },
    still() {
      return this.view.alone || (this.view.still && !this.plays); // a notice says all that matters now
    },
    turn() {
      return this.mine && this.seat && this.moves ? this.view.question.number : 0;
    },
    asksFace() {
      return this.mine && (this.confirms || ["value", "ready", "lie"].includes(this.kind));
    },
    marked() {
      return this.view.tiles.filter((one) => this.shown(one, "marked")).map((one) => one.tile);
    },
    shuts() {
      return this.mine && this.moves && this.view.shuts;
    },
    confirms() {
      return this.kind === "confirm" || this.kind === "enter";
    },
  },
  mounted() {
    this.asked();
    STAYS.forEach((name) => addEventListener(name, this.linger));
    this.$nextTick(() => window.socket.on("connect", this.resend)); // the frame opens the socket after this
    addEventListener("resize", this.fit);
    document.fonts.ready.then(this.fit);
  },
  updated() {
    this.fit();
  },
  methods: {
    // Long sentences have smaller letters, so that nothing below them moves.
    fit() {
      const now = this.$refs.now;
      const fits = (part) => {
        now.style.setProperty("--fit", part);
        return now.scrollHeight <= now.clientHeight && now.scrollWidth <= now.clientWidth;
      };
      if (!now || fits(1)) return;
      let part = LEAST;
      for (const more of LARGER) if (fits(part + more)) part += more;
      fits(part);
    },
    // After a game the table's own screen invites others, where nobody has tapped for a minute, reloads or not.
    linger(tapped) {
      clearTimeout(this.leaving);
      const game = this.over;
      if (!game || !this.live) return;
      const [known, when] = (sessionStorage.getItem(LOOKED) || "").split(" ").map(Number);
      const looked = tapped.type || known !== game ? Date.now() : when;
      sessionStorage.setItem(LOOKED, game + " " + looked);
      this.leaving = setTimeout(() => this.send({ welcome: game }), looked + WELCOMES - Date.now());
    },
    asked() {
      this.steps = {};
      if (this.kind === "enter") this.typed.forEach((face, i) => this.set(this.view.dice[i], face));
      else this.typed = [];
      this.leaf = null;
      this.unfolded = false;
      this.fresh = true;
      clearTimeout(this.seen);
      this.seen = setTimeout(() => (this.fresh = false), SEEN);
    },
    // How many sentences are new: a screen reader says these alone.
    newly(said, before) {
      let count = 0;
      while (!said.slice(count).every((text, i) => text === before[i])) count += 1;
      return count;
    },
    // A tap in the first moment was meant for what stood in this place before. Keys have no place.
    early(event) {
      this.pressed = event.target.closest("button");
      if (event.detail && event.target.closest("[aria-disabled]")) event.stopPropagation();
    },
    // The button by which people take back is there as long as its ring is not empty.
    closes(name) {
      return name === "undo" && this.kind === "regret" && this.view.closes;
    },
    // Each tap is kept until the table has it, which counts it once.
    send(what) {
      const tap = { tap: Math.max(this.taken, ...this.taps.map((one) => one.tap)) + 1, at: Date.now(), ...what };
      const pressed = this.pressed;
      this.keepTaps([...this.taps, tap]);
      this.$emit("tap", tap);
      setTimeout(() => {
        if (!this.taps.includes(tap)) return;
        this.slow = true;
        pressed?.setAttribute("data-sending", this.words.sending);
      }, SLOW);
    },
    reply(what) {
      const question = this.view.question?.number;
      if (question) this.send({ question, ...what });
    },
    keepTaps(taps) {
      this.taps = taps;
      sessionStorage.setItem(UNSENT, JSON.stringify(taps));
      if (taps.length) return;
      this.slow = false;
      document.querySelectorAll("[data-sending]").forEach((one) => delete one.dataset.sending);
    },
    // What was tapped without a connection is sent once there is one, as long as it is asked.
    resend() {
      const lasts = (tap) => Date.now() - tap.at < LASTS && (!tap.question || tap.question === this.view.question?.number);
      if (!this.taps.every(lasts)) this.tell(this.words.unsent);
      this.keepTaps(this.taps.filter(lasts));
      this.taps.forEach((tap) => this.$emit("tap", tap));
    },
    tell(text) {
      this.refusal = text;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.refusal = ""), REFUSED);
    },
    answer(name) {
      this.give(this.view.answers[name]);
    },
    give(answer) {
      const number = this.view.question?.number;
      if (this.taps.some((tap) => tap.question === number && !tap.step)) return; // a finger that taps twice gives one answer
      this.reply(this.meant(answer));
    },
    // A die or a tile, as the step that was made here will show it.
    shown(one, name) {
      const step = this.steps[placeOf(one)];
      const lasts = step?.name === name && (this.taps.length || Date.now() - step.at < AWAITED);
      return lasts ? step.value : one[name];
    },
    take(one, name, value, step) {
      this.steps[placeOf(one)] = { name, value, at: Date.now() };
      this.reply(step);
    },
    // An answer is what the page shows, with the steps made here that it does not show yet.
    meant(answer) {
      const kept = this.view.dice.filter((die) => this.shown(die, "kept"));
      if (answer.act?.wells) return { act: { ...answer.act, wells: kept.map((die) => die.well) } };
      if (answer.act?.shut) return { act: { shut: this.marked } };
      if (answer.answer !== "confirm") return answer;
      return { ...answer, values: answer.values.map((face, die) => this.shown({ well: die + 1, face }, "face")) };
    },
    tappable(die) {
      return this.mine && (this.confirms || (this.moves && die.face && !die.aside && this.view.keeps));
    },
    keep(die) {
      if (this.confirms) {
        this.typed = [];
        this.reply({ step: "pick", die: die.well - 1 });
      } else if (this.tappable(die)) {
        const kept = !this.shown(die, "kept");
        this.take(die, "kept", kept, { step: "mark", well: die.well, kept });
      }
    },
    shut(tile) {
      const shut = !this.marked.includes(tile);
      this.take({ tile }, "marked", shut, { step: "tile", tile, shut });
    },
    say(face) {
      if (this.kind === "ready" || (this.typed.length && this.typed.length < this.view.dice.length)) return this.type(face);
      const chosen = this.view.dice.find((die) => die.chosen);
      const open = this.view.dice.find((die) => !this.shown(die, "face"));
      if (this.confirms && chosen) this.set(this.shown({ well: chosen.well }, "face") ? open || chosen : chosen, face);
      else this.give({ answer: "shows", face });
    },
    set(die, face) {
      this.take(die, "face", face, { step: "set", die: die.well - 1, face });
    },
    // Who types while a throw is awaited says that the dice lie there, and what they show, from the first to the last.
    type(face) {
      this.typed.push(face);
      if (this.confirms) this.set(this.view.dice[this.typed.length - 1], face);
      else if (this.typed.length === 1) this.answer("hold");
    },
    count(dice) {
      this.reply({ step: "count", dice });
    },
    open(box) {
      this.reply({ step: "open", box });
    },
    settle(yes) {
      const { kind, number } = this.wanted;
      if (kind) this.send({ toast: kind, number, yes });
      else this.answer(yes ? "hold" : "roll");
    },
    here() {
      this.give({ answer: "here" });
    },
    // While nobody plays, the whole screen is one button.
    tapped(event) {
      if (this.live && this.calls && this.view.wakes && !this.fresh && !event.target.closest("a, button, input, label, dialog")) this.here();
    },
    key(event) {
      const { view } = this;
      if ((this.mine && (view.wakes || view.alone)) || (this.live && view.waits)) return this.woken(event);
      const digit = Number(event.key);
      const what = KEYS[event.key.toLowerCase()];
      if (this.asksFace && digit >= 1 && digit <= (view.lies.length || 6)) this.say(digit);
      else if (digit >= 1 && digit <= view.count?.most) this.count(digit);
      else if (this.shuts && view.tiles.some((one) => one.open && one.tile === digit)) this.shut(digit);
      else if (digit) view.dice.filter((die) => die.well === digit).forEach(this.keep);
      else if (event.key.toLowerCase() === "i" && this.plays) this.$emit("rules");
      else if (this.live && view.presses && BIG[what]) this.reply({ press: BIG[what] });
      else if (what && view.answers[what]) this.answer(what);
      else if (what === "hold" && this.moves && this.mine && view.fills) this.open(view.fills);
    },
    woken(event) {
      const chosen = event.target.closest("a, button"); // there these two press what is chosen already
      if (event.key === "Enter" || event.key === " " ? !chosen : event.key.length === 1) this.here();
    },
  },
  template: `
    <main class="play" :class="{attract: calls && view.wakes, welcome: calls && !view.wakes, playing: (plays || view.throw_off.length) && !over && !calls, hinting: view.hint, over}" :style="{'--long': (view.troubles[0] || view.todo).length}" :aria-label="view.title" :data-kind="board" :data-tone="view.tone" @click.capture="early" @click="tapped">
      <div class="top" style="--place: top">
        <div class="alerts">
          <p v-for="trouble in view.troubles" :key="trouble" class="warning trouble" role="alert">{{ trouble }}</p>
          <component :is="still ? 'h1' : 'p'" v-if="view.notice" class="notice">{{ view.notice }}</component>
        </div>
        <p class="unseen" role="status">{{ slow ? words.sending : told }}</p>
        <p v-if="(view.alone && mine) || (live && view.waits)" class="act">
          <button class="big hold" :aria-disabled="fresh || null" @click="here">{{ view.alone ? words.here : view.waits }}</button>
        </p>
        <p v-if="refusal" class="warning refused" role="alert">{{ refusal }}</p>
        <section v-if="!still" ref="now" class="now" aria-live="polite" aria-atomic="true"
          :class="acts.length === 1 ? 'seat-' + acts[0].colour : ''">
          <p class="played" aria-hidden="true">{{ view.title }}</p>
          <h1 :key="acts.map((player) => player.seat).join()"><Mark v-for="player in acts" :colour="player.colour" />{{ whose }}{{ " " }}<small v-for="player in acts.filter((one) => one.level && !over)" class="level-chip">{{ player.level }}</small></h1>
          <p v-if="totals.length && !over" class="totals">
            <button v-for="(total, seat) in totals" :class="'seat-' + view.players[seat].colour" :aria-pressed="seat === whom"
              :aria-label="words.sheet + ': ' + view.players[seat].full + ', ' + total" @click="leaf = seat"><Mark :colour="view.players[seat].colour" />{{ total }}</button>
          </p>
          <p v-if="view.todo && wanted?.text !== view.todo" class="todo">{{ confirms && !mine ? words.elsewhere : view.todo }}</p>
          <p v-if="away" class="remark">{{ away }}</p>
          <p v-if="view.remark" class="remark">{{ view.remark }}</p>
        </section>
        <Offer v-if="!still && !over" :offers="view.offers" :live :resumes :fresh @give="give" />
      </div>
      <Ending v-if="over" :key="over" :view :again :wakes :names :pair
        @again="send({ again: true })" @here="here" @winner="$emit('winner', $event)"><Toast v-if="wanted" :key="wanted.kind + wanted.number" :toast="wanted" @answer="settle" />
        <Offer v-if="!still" :offers="view.offers" :live :resumes :fresh @give="give" /></Ending>
      <Camera v-else :view :live :keeps :eye :secure>
        <Toast v-if="wanted" :key="wanted.kind + wanted.number" :toast="wanted" @answer="settle" />
        <template #unseen>
          <p v-if="calls && !plays" class="hero-dice"><Face v-for="die in [5, 1, 6]" :value="die" /></p>
          <p v-else class="empty"><Figure :mood="view.mind.mood" :label="view.mind.feels" />{{ words.nothing_seen }}</p>
        </template>
      </Camera>
      <div class="first" style="--place: first">
        <ThrowOff v-if="view.throw_off.length" :players="view.throw_off" />
        <Race v-if="view.lanes.length && !over" :view />
        <section v-if="view.dice.length && !over" class="dice" :class="{many: view.dice.length > 1, six: view.dice.length > 5}" :aria-label="words.dice">
          <Die v-for="die in view.dice" :key="die.well" :at="die.well" :value="die.face" :says="die.face ? '' : words.doubts[die.doubt]" :note="die.aside ? words.aside : die.kept ? words.kept : ''" :data-at="'die ' + die.well"
            :class="{kept: die.kept, hinted: view.hint?.wells.includes(die.well), aside: die.aside, rolls: die.rolls, chosen: die.chosen, doubt: die.doubt && !die.face}"
            :pressed="tappable(die) ? !!(die.kept || (confirms && die.chosen)) : null" @tap="keep(die)" />
          <p v-if="view.pending" class="pending"><span>{{ view.pending_name }}</span> <b>{{ view.pending }}</b></p>
        </section>
        <Tiles v-if="view.tiles.length && !over" :tiles="view.tiles" :marked :hinted="view.hint?.tiles" :may="shuts" @tile="shut" />
        <Count v-if="view.count && mine" v-bind="view.count" :least="1" @count="count" />
        <Faces v-if="asksFace" :lies="view.lies" :fresh="fresh && !typed.length" @say="say" />
        <section v-if="(plays || main.length) && !over && !view.alone" class="act moves" :class="{unfolded, both, choosing: moves}" :aria-label="words.act">
          <button v-for="name in main" :key="name" class="big" :data-at="name" :style="{'--at': name}" :class="[name, {hinted: view.hint?.button === name}]" :aria-disabled="fresh || null" @click="answer(name)">{{ view.buttons[name] }}</button>
          <button v-for="name in side" :key="name" class="small" :data-at="name" :style="{'--at': name}" :class="[name, {closing: closes(name)}]" :aria-disabled="fresh || null" @click="answer(name)">
            <svg v-if="closes(name)" :key="view.question.number" class="ring" :style="{'--closes': view.closes + 's'}" viewBox="0 0 40 40" aria-hidden="true">
              <circle cx="20" cy="20" r="16" /><circle class="ring-left" cx="20" cy="20" r="16" pathLength="100" />
            </svg>{{ view.buttons[name] }}</button>
          <button v-if="plays" class="small rules-open" style="--at: rules" @click="$emit('rules')">{{ words.rules }}</button>
          <button v-if="plays" class="small more" style="--at: more" :aria-label="words.more" :aria-expanded="unfolded" @click="unfolded = !unfolded">⋯</button>
        </section>
        <div v-if="!over && ((!plays && !still && !view.throw_off.length) || view.wakes)" class="act">
          <Sit v-if="calls && seat === ''" ref="sit" :seat :colour :colours @sit="send({ sit: $event })" />
          <button v-if="wakes" class="big roll" :aria-disabled="fresh || null" @click="here">{{ words.play }}</button>
          <button v-if="begins" class="big quick" :class="wakes ? 'hold' : 'roll'" :aria-disabled="fresh || null" :disabled="!view.question" @click="give({ quick: true, ...$refs.sit?.given() })">{{ view.attract.begin }}<small v-if="view.attract.what">{{ view.attract.what }}</small></button>
          <a v-if="calls && !view.wakes" class="big hold own" href="/coach">{{ words.own_dice }}</a>
          <a v-else class="big" :class="begins || wakes ? 'hold' : 'roll'" href="/new">{{ view.wakes ? words.other_games : words.new_game }}</a>
        </div>
      </div>
      <Attract v-if="calls" :view :pair />
      <GameCards v-if="calls && !view.wakes" :games />
      <div v-if="view.rows.length" class="second" style="--place: second">
        <Sheet :view :may="moves && mine && view.players[whom].turn" :seat="whom" @box="open" />
      </div>
      <div class="third" style="--place: third">
        <Mind v-if="plays && !over" :mind="view.mind" :tone="view.tone" />
        <Chances v-if="view.players.length && !over" :view />
        <section v-if="view.said.length" class="said card" :aria-label="words.said">
          <h2>{{ words.said }}</h2><Copy v-if="view.line" :text="view.line" :says="words.copy" />
          <ol aria-live="polite" aria-relevant="additions"><li v-for="(text, i) in view.said" :key="tellings - i">{{ text }}</li></ol>
        </section>
        <Sit v-if="seat || (seat === '' && !calls)" class="card" :seat :colour :colours @sit="send({ sit: $event })" />
      </div>
      <Moment v-if="moment" :key="moment.at" :kind="moment.kind" :lost="moment.lost" />
      <Rules v-if="rules" :key="rules.number" :rules />
    </main>`,
};
