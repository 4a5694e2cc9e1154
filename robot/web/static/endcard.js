// The card of a game that is over, to keep and to share, and all its choices as rows of dice.
import { Face, Mark } from "/static/parts.js";

const MOST = 10; // dice of a choice that are drawn: the last ones

const Dice = {
  components: { Face },
  props: { dice: Array, kept: Array },
  computed: {
    shown() {
      const kept = (place) => !!this.kept[place];
      return this.dice.map((face, place) => ({ face, kept: kept(place) })).slice(-MOST);
    },
    label() {
      return this.shown.map((die) => die.face + (die.kept ? "✓" : "")).join(" ");
    },
  },
  template: `
    <span class="card-dice" role="img" :aria-label="label">
      <span v-for="(die, i) in shown" :key="i" :class="{kept: die.kept}"><Face :value="die.face" /></span>
    </span>`,
};

export const EndCard = {
  components: { Dice, Mark },
  props: { card: Object, words: Object, told: Boolean }, // told: the page says already who won
  data() {
    return { busy: false, copied: false, failed: false };
  },
  computed: {
    ranked() {
      return this.card.order.map((one) => ({ ...one, ...this.card.players[one.seat] }));
    },
  },
  methods: {
    line(seat) {
      const step = this.card.curve.length > 1 ? 100 / (this.card.curve.length - 1) : 0;
      return this.card.curve.map((moment, i) => (i * step).toFixed(2) + "," + (40 - 40 * moment[seat]).toFixed(2)).join(" ");
    },
    copy(event) {
      const text = Object.assign(document.createElement("textarea"), { value: this.card.line, style: "position: fixed" });
      document.body.append(text);
      text.select();
      this.copied = document.execCommand("copy"); // navigator.clipboard wants HTTPS
      text.remove();
      event.target.focus();
    },
    // A phone hands the picture to whatever shares pictures there; elsewhere it is saved.
    async share() {
      this.busy = true;
      this.failed = false;
      const name = "pipsqueak-" + this.card.number + ".svg";
      try {
        const answer = await fetch("/history/" + this.card.number + ".svg");
        if (!answer.ok) throw new Error(answer.statusText);
        const file = new File([await answer.blob()], name, { type: "image/svg+xml" });
        if (navigator.canShare?.({ files: [file] })) {
          await navigator.share({ files: [file], title: this.card.headline }).catch(() => {}); // people may think again
        } else {
          const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
          link.click();
          setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        }
      } catch {
        this.failed = true;
      } finally {
        this.busy = false;
      }
    },
  },
  template: `
    <section class="endcard card" :aria-label="card.headline">
      <h2 :class="told ? 'unseen' : 'endcard-won'">{{ card.headline }}</h2>
      <p class="endcard-game">{{ card.game }}</p>
      <ol v-if="!told" class="endcard-players">
        <li v-for="one in ranked" :key="one.seat" :class="['seat-' + one.colour, {won: one.won}]" :title="one.full">
          <b v-if="one.place">{{ one.place }}.</b><Mark :colour="one.colour" /><span>{{ one.name }}</span><strong v-if="one.points">{{ one.points }}</strong>
        </li>
      </ol>
      <figure v-if="card.curve.length > 2">
        <figcaption>{{ card.label }}</figcaption>
        <svg class="trail" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
          <line class="trail-middle" x1="0" y1="20" x2="100" y2="20" />
          <polyline v-for="(player, seat) in card.players" :key="seat" :class="'seat-' + player.colour" :points="line(seat)" />
        </svg>
        <p v-if="card.note" class="note">{{ card.note }}</p>
      </figure>
      <div v-for="one in card.told" :key="one.kind" class="endcard-choice" :class="one.kind">
        <h3>{{ one.heading }}</h3>
        <p v-if="one.dice.length" class="endcard-dice"><Dice :dice="one.dice" :kept="one.done" />
          <template v-if="one.better.length"><span aria-hidden="true">→</span><span class="unseen">{{ words.card_better }}</span><Dice :dice="one.dice" :kept="one.better" /></template></p>
        <p>{{ one.text }}</p>
      </div>
      <button type="button" class="small share" :disabled="busy" @click="share">{{ words.card_share }}</button>
      <button v-if="card.line" type="button" class="small share" @click="copy">{{ copied ? words.card_copied : words.card_copy }}</button>
      <p v-if="failed" role="alert">{{ words.card_busy }}</p>
    </section>`,
};

export const LookBack = {
  components: { Dice, Mark },
  props: { card: Object, words: Object },
  template: `
    <section v-if="card.turns.length" class="lookback card" :aria-label="words.card_turns">
      <h2>{{ words.card_turns }}</h2>
      <ul v-if="card.accounts.length" class="accounts"><li v-for="text in card.accounts" :key="text">{{ text }}</li></ul>
      <ol class="turns">
        <li v-for="(turn, i) in card.turns" :key="i" :class="'seat-' + card.players[turn.seat].colour">
          <p class="turn-who"><Mark :colour="card.players[turn.seat].colour" /><span>{{ card.players[turn.seat].name }}</span> <span class="turn-number">{{ turn.title }}</span> <strong>{{ turn.points }}</strong></p>
          <ul class="turn-choices">
            <li v-for="(one, k) in turn.choices" :key="k" :class="{missed: one.best}">
              <Dice v-if="one.dice.length" :dice="one.dice" :kept="one.kept" /><span v-if="one.text" class="turn-did">{{ one.text }}</span>
              <span v-if="one.best" class="turn-best"><strong>{{ one.cost }}</strong> {{ words.card_better }}
                <Dice v-if="one.best.kept.length" :dice="one.dice" :kept="one.best.kept" /><span v-if="one.best.text">{{ one.best.text }}</span></span>
            </li>
          </ul>
        </li>
      </ol>
    </section>`,
};
