// The end of a game: points, the throw that decided it, what to do next, and the picture to share.
import { Scan } from "/static/attract.js";
import { encode } from "/static/eye.js";
import { Figure } from "/static/mind.js";
import { Dice, Result } from "/static/parts.js";
import { reach } from "/static/reach.js";
import { Camera } from "/static/stage.js";

const BUSY = 10000; // milliseconds after which it is asked again for what is not known yet

// Makes a PNG of the game's SVG as soon as it is there, so that a tap can hand it on at once.
export const Share = {
  props: { number: Number, title: String, ready: Boolean },
  data() {
    return { busy: false, failed: false, made: null };
  },
  watch: {
    ready: {
      immediate: true,
      handler(now) {
        if (now) this.made = this.make().catch(() => null);
      },
    },
  },
  methods: {
    async make() {
      const answer = await fetch("/history/" + this.number + ".svg");
      if (!answer.ok) throw new Error(answer.statusText);
      const image = Object.assign(new Image(), { src: URL.createObjectURL(await answer.blob()) });
      await image.decode();
      const data = await encode(image, image.naturalWidth, image.naturalHeight);
      URL.revokeObjectURL(image.src);
      return new File([data], "pipsqueak-" + this.number + ".png", { type: "image/png" });
    },
    // A phone hands the picture to whatever shares pictures there; elsewhere it is saved.
    async share() {
      this.busy = true;
      this.failed = false;
      try {
        const file = (await this.made) || (await this.make());
        if (navigator.canShare?.({ files: [file] })) {
          await navigator.share({ files: [file], title: this.title }).catch(() => {}); // people may think again
        } else {
          const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
          link.click();
          setTimeout(() => URL.revokeObjectURL(link.href), BUSY);
        }
      } catch {
        this.failed = true;
      } finally {
        this.busy = false;
      }
    },
  },
  template: `
    <button class="small share" :aria-disabled="busy || null" @click="busy || share()">{{ words.card_share }}</button>
    <p v-if="failed" class="warning" role="alert">{{ words.card_busy }}</p>`,
};

export const Ending = {
  components: { Camera, Dice, Figure, Result, Scan, Share },
  props: { view: Object, again: Boolean, wakes: Boolean, names: Boolean, pair: Object },
  emits: ["again", "here", "winner"],
  data() {
    return { best: null, winner: "" }; // the best is known as soon as the game has been reviewed
  },
  mounted() {
    this.review();
  },
  unmounted() {
    clearTimeout(this.later);
  },
  methods: {
    async review() {
      const answer = await reach("/history/" + this.view.game + "/best");
      if (answer?.ok) this.best = await answer.text();
      else if (!answer || answer.status === 503) this.later = setTimeout(this.review, BUSY);
    },
  },
  template: `
    <section class="ending" :aria-label="words.result">
      <slot />
      <Result v-if="view.result.length" :rows="view.result" />
      <p v-if="best" class="best-ever" role="status">{{ best }}</p>
      <div class="decided card">
        <Camera v-if="view.picture?.deciding" :view />
        <Dice v-else-if="view.decided" :dice="view.decided.dice" />
        <p v-if="view.decided" class="decision">{{ view.decided.decided_by }}<strong>{{ view.decided.change }}</strong><small>{{ view.decided.chance_of }}</small></p>
        <p class="last-word"><Figure :mood="view.mind.mood" :label="view.mind.feels" />{{ view.last }}</p>
      </div>
      <Scan v-if="pair" :pair />
      <form v-if="names" class="card sit winner" @submit.prevent="$emit('winner', winner)">
        <label><span>{{ words.winner_name }}</span><input v-model="winner" :maxlength="words.longest" autocomplete="off" /></label>
        <button class="small" :disabled="!winner.trim()">{{ words.winner_write }}</button>
      </form>
      <div class="act">
        <button v-if="again" class="big roll" @click="$emit('again')">{{ words.again }}</button>
        <button v-else-if="wakes" class="big roll" @click="$emit('here')">{{ words.play }}</button>
        <a class="big" :class="again || wakes ? 'hold' : 'roll'" href="/new">{{ words.another_game }}</a>
        <Share :number="view.game" :title="view.whose" :ready="best !== null" />
        <a class="small" :href="'/history/' + view.game">{{ words.look_back }}</a>
      </div>
    </section>`,
};
