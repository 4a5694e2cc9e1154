// The games that were interrupted: the newest first, each to resume, and at the table to end for good.
export const Offer = {
  props: { offers: Array, live: Boolean, resumes: Array, fresh: Boolean },
  emits: ["give"],
  template: `
    <section v-if="offers.length" class="offer card">
      <h2>{{ words.offers }}</h2>
      <p v-for="one in offers" :key="one.number"><span>{{ one.text }}</span>
        <button v-if="resumes.includes(one.number)" class="small" :aria-disabled="fresh || null" :aria-label="words.resume + ': ' + one.text" @click="$emit('give', { answer: 'resume', game: one.number })">{{ words.resume }}</button>
        <button v-if="live" class="small" :aria-disabled="fresh || null" :aria-label="words.resume_not + ': ' + one.text" @click="$emit('give', { answer: 'give-up', game: one.number })">{{ words.resume_not }}</button>
      </p>
    </section>`,
};
