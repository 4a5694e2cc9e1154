// The games that were interrupted: each to resume, and at the table to end for good.
export const Offer = {
  props: { offers: Array, live: Boolean, resumes: Array, fresh: Boolean },
  emits: ["give"],
  data: () => ({ asked: 0 }), // the game that may end
  methods: {
    ends(game) {
      return this.words[game === this.asked ? "resume_sure" : "resume_not"];
    },
    end(game) {
      if (game === this.asked) this.$emit("give", { answer: "give-up", game });
      this.asked = game;
    },
  },
  template: `
    <section v-if="offers.length" class="offer card">
      <h2>{{ words.offers }}</h2>
      <p v-for="one in offers" :key="one.number"><span>{{ one.text }}</span>
        <button v-if="resumes.includes(one.number)" class="small" :aria-disabled="fresh || null" :aria-label="words.resume + ': ' + one.text" @click="$emit('give', { answer: 'resume', game: one.number })">{{ words.resume }}</button>
        <button v-if="live" class="small" :aria-disabled="fresh || null" :aria-label="ends(one.number) + ': ' + one.text" @click="end(one.number)">{{ ends(one.number) }}</button>
      </p>
    </section>`,
};
