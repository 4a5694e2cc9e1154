// A past game: the picture to share, what changed the game most, luck and skill, and every choice.
import { Share } from "/static/endcard.js";
import { Dice, Trail, Who } from "/static/parts.js";
import { Copy } from "/static/copied.js";
import { Words } from "/static/spoken.js";

// A throw or a choice with its dice: what it changed, and what would have been better.
const Told = {
  components: { Dice },
  props: { one: Object, label: String },
  template: `
    <div class="turning">
      <h3 aria-level="2">{{ one.heading }}</h3>
      <p v-if="one.dice.length" class="turning-dice"><Dice :dice="one.dice" :kept="one.done" />
        <template v-if="one.better.length"><span>{{ words.card_better }}</span><Dice :dice="one.dice" :kept="one.better" /></template></p>
      <p v-if="one.change">{{ label }} <strong>{{ one.change }}</strong></p>
      <p v-if="one.text">{{ one.text }}</p>
    </div>`,
};

export default {
  components: { Copy, Dice, Share, Told, Trail, Who },
  mixins: [Words],
  props: { card: Object, words: Object },
  template: `
    <div class="pastcard">
      <section class="endcard" :aria-label="card.headline">
        <img :src="'/history/' + card.number + '.svg'" :alt="card.headline + '. ' + card.score" width="1080" height="1350" />
        <p><Share :number="card.number" :title="card.headline" ready />
          <Copy v-if="card.line" :text="card.line" :says="words.card_copy" /></p>
      </section>
      <div class="lookback">
        <section v-if="card.turned.length || card.curve.length > 2" class="card" :aria-label="words.card_turned">
          <h2>{{ card.turned.length ? words.card_turned : card.label }}</h2>
          <div class="moments"><Told v-for="one in card.turned" :one :label="card.label" /></div>
          <template v-if="card.curve.length > 2">
            <ul class="trail-names"><li v-for="player in card.players"><Who :player /></li></ul>
            <Trail :trail="card.curve" :players="card.players" :turned="card.turned" />
          </template>
          <p v-if="card.note" class="note">{{ card.note }}</p>
        </section>
        <details v-if="card.told.length" class="card" :open="!card.turned.length">
          <summary>{{ words.card_told }}</summary>
          <div class="moments"><Told v-for="one in card.told" :class="one.kind" :one /></div>
        </details>
        <details v-if="card.accounts.length" class="card">
          <summary>{{ words.card_accounts }}</summary>
          <div class="moments">
            <div v-for="(told, seat) in card.accounts" class="account">
              <h3><Who :player="card.players[seat]" /></h3>
              <ul><li v-for="text in told">{{ text }}</li></ul>
            </div>
          </div>
        </details>
        <details v-if="card.turns.length" class="card">
          <summary>{{ words.card_turns }}</summary>
          <ol class="turns">
            <li v-for="turn in card.turns" :class="'seat-' + card.players[turn.seat].colour">
              <p class="turn-who"><Who class="chance-name" :player="card.players[turn.seat]" /> <span class="turn-number">{{ turn.title }}</span> <strong>{{ turn.points }}</strong></p>
              <ul class="turn-choices">
                <li v-for="one in turn.choices" :class="{missed: one.best}">
                  <Dice :dice="one.dice" :kept="one.kept" /><span v-if="one.text">{{ one.text }}</span>
                  <span v-if="one.best"><strong>{{ one.cost }}</strong> {{ words.card_better }}
                    <Dice v-if="one.best.kept.length" :dice="one.dice" :kept="one.best.kept" /><span v-if="one.best.text">{{ one.best.text }}</span></span>
                </li>
              </ul>
            </li>
          </ol>
        </details>
      </div>
    </div>`,
};
