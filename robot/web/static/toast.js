// What somebody wants, with both answers alike. It lies over the picture, so that nothing moves for it.
export const SEEN = 300; // milliseconds for which people see what is asked before a tap can answer it

export const Toast = {
  props: { toast: Object },
  emits: ["answer"],
  data() {
    return { fresh: true };
  },
  mounted() {
    setTimeout(() => (this.fresh = false), SEEN);
  },
  template: `
    <section class="toast">
      <p role="status">{{ toast.text }}</p>
      <p v-if="toast.no">
        <button v-if="toast.yes" class="small" :aria-disabled="fresh || null" @click="$emit('answer', true)">{{ toast.yes }}</button>
        <button class="small" :aria-disabled="fresh || null" @click="$emit('answer', false)">{{ toast.no }}</button>
      </p>
    </section>`,
};
