// The robot's mind: a face with a few honest moods, its reason, and the options that it compared.
import drawn from "/static/drawn.js";
import { Dice } from "/static/parts.js";

export const Figure = {
  props: { mood: String, label: String },
  computed: {
    look() {
      return drawn.moods[this.mood] || drawn.moods.rests;
    },
  },
  template: `
    <svg class="figure" :class="'mood-' + mood" viewBox="0 0 100 104" role="img" :aria-label="label">
      <path class="figure-wire" d="M50 14V6" />
      <circle class="figure-light" cx="50" cy="5" r="5" />
      <rect v-for="x in [3, 87]" class="figure-ear" :x y="42" width="10" height="24" rx="4" />
      <rect class="figure-head" x="9" y="13" width="82" height="84" rx="20" />
      <path v-if="look.closed" class="figure-line" :d="look.closed" />
      <template v-else>
        <circle v-for="x in [36, 64]" class="figure-eye" :cx="x" cy="45" r="11" />
        <g class="figure-pupils" :style="{transform: 'translate(' + look.pupils[0] + 'px,' + look.pupils[1] + 'px)'}">
          <circle v-for="x in [36, 64]" :cx="x" cy="45" r="5" />
        </g>
      </template>
      <path v-if="look.brows" class="figure-line" :d="look.brows" />
      <path class="figure-mouth" :class="{open: look.mouth.endsWith('z')}" :d="look.mouth" />
      <g v-if="mood === 'thinks'" class="figure-dots"><circle v-for="dot in 3" :cx="38 + 6 * dot" cy="86" r="2" /></g>
      <text v-if="mood === 'asks'" class="figure-asks" x="50" y="91" text-anchor="middle">?</text>
    </svg>`,
};

export const Mind = {
  components: { Dice, Figure },
  props: { mind: Object, tone: String },
  computed: {
    // While a person chooses, the place is theirs: hints show their options.
    options() {
      return this.mind.busy || this.tone !== "you" ? this.mind.options : [];
    },
  },
  template: `
    <section class="mind card" :class="{open: options.length, busy: mind.busy, silent: !mind.thinker}" :aria-label="mind.thinker || words.figure">
      <Figure :mood="mind.mood" :label="mind.feels" />
      <div aria-live="polite">
        <h2 v-if="mind.thinker">{{ mind.thinker }}</h2>
        <p v-if="mind.reason" :key="mind.at" class="reason" :style="{'--long': mind.reason.length}">{{ mind.reason }}</p>
      </div>
      <ul v-if="options.length" class="options" :key="'options' + mind.at">
        <li v-for="option in options" :class="{chosen: option.chosen}">
          <span class="option-name">{{ option.text }}<Dice :dice="option.dice" /></span>
          <span class="option-bar" aria-hidden="true"><span :style="{width: (100 * option.width) + '%'}"></span></span>
          <span class="option-value">{{ option.value }}<span v-if="option.chosen" class="unseen"> {{ words.chosen }}</span></span>
        </li>
      </ul>
    </section>`,
};
