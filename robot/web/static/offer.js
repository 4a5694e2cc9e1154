// The games that were interrupted: the newest first, each to resume, and at the table to end for good.
export const Offer = {
  props: { offer: Object, words: Object, live: Boolean, resumes: Array, fresh: Boolean },
  emits: ["give"],
  template: `
    <section class="offer card">
      <p role="status">{{ offer.text }}</p>
      <button v-if="resumes.includes(offer.number)" class="small" :aria-disabled="fresh || null" @click="$emit('give', { answer: 'yes' })">{{ words.resume }}</button>
      <button v-if="live" class="small" :aria-disabled="fresh || null" @click="$emit('give', { answer: 'no' })">{{ words.resume_not }}</button>
      <ul v-if="offer.others.length" class="offers" :aria-label="words.offers">
        <li v-for="one in offer.others" :key="one.number"><span>{{ one.text }}</span>
          <button v-if="resumes.includes(one.number)" class="small" :aria-disabled="fresh || null" :aria-label="words.resume + ' ' + one.number" @click="$emit('give', { answer: 'resume', game: one.number })">{{ words.resume }}</button>
          <button v-if="live" class="small" :aria-disabled="fresh || null" :aria-label="words.resume_not + ' ' + one.number" @click="$emit('give', { answer: 'give-up', game: one.number })">{{ words.resume_not }}</button>
        </li>
      </ul>
    </section>`,
};
