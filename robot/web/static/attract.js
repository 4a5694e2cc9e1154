// While nobody plays: the robot's dare, the rules in pictures, and a code for phones.
import { Figure } from "/static/mind.js";
import { Face } from "/static/parts.js";

export const Scan = {
  props: { pair: Object },
  template: `
    <section class="attract-scan card">
      <div v-if="pair.wifi" class="scan"><img :src="pair.wifi.square" :alt="words.wifi_code" />
        <div><h2>{{ words.wifi_join }}</h2><p class="address">{{ pair.wifi.name }}</p></div></div>
      <div class="scan"><img :src="pair.square" :alt="words.phones_code" />
        <div><h2>{{ words.scan }}</h2><p class="code">{{ pair.code }}</p><p class="address">{{ pair.address }}</p></div></div>
    </section>`,
};

export const Attract = {
  components: { Face, Figure, Scan },
  props: { view: Object, pair: Object },
  template: `
    <aside class="attract-side" :aria-label="words.attract_title">
      <div class="dare">
        <Figure v-if="!view.players.length" :mood="view.mind.mood" :label="view.mind.feels" />
        <div class="dare-says"><component :is="view.wakes && !view.players.length ? 'h1' : 'p'" class="challenge">{{ view.attract.challenge }}</component>
          <p v-if="view.attract.best" class="best-today">{{ view.attract.best }}</p></div>
      </div>
      <section v-if="view.wakes" class="attract-rules card" :aria-label="view.attract.title">
        <h2>{{ view.attract.title }}</h2>
        <ul>
          <li v-for="one in view.attract.rules">
            <span class="rule-picture" aria-hidden="true"><Face v-for="die in one.dice" :value="die" /><b v-if="one.mark">{{ one.mark }}</b></span>
            <span>{{ one.text }}</span>
          </li>
        </ul>
      </section>
      <Scan v-if="pair" :pair />
    </aside>
    <section v-if="view.attract.winners.length" class="winners card" :aria-label="words.winners">
      <h2>{{ words.winners }}</h2>
      <ol><li v-for="one in view.attract.winners" role="img" :aria-label="one.label">{{ one.name }}<b v-if="one.wins > 1">× {{ one.wins }}</b></li></ol>
    </section>`,
};
