// The card of a past game, and below it the long look back.
import { EndCard, LookBack } from "/static/endcard.js";

export default {
  components: { EndCard, LookBack },
  props: { card: Object, words: Object },
  template: `<div class="pastcard"><EndCard :card="card" :words="words" /><LookBack :card="card" :words="words" /></div>`,
};
