// The moments of a game: what is seen and heard when somebody busts, leads or wins, or all dice are alike.

const SPARKS = 60; // pieces of paper that fall when a game is won

// Plays a sound where the page's head says so; a browser that nobody has touched yet may refuse, and then the moment is only seen.
export function sound(kind) {
  if (document.querySelector(".mute[aria-pressed=true]")) new Audio("/sounds/" + kind + ".wav").play().catch(() => {});
}

export const Moment = {
  props: { kind: String, lost: Number },
  data() {
    const spark = (i) => ({ left: (i * 61.8) % 100, wait: (i % 12) / 12, turn: (i * 97) % 360, colour: i % 6 });
    return { sparks: Array.from({ length: SPARKS }, (_, i) => spark(i)) };
  },
  template: `
    <div class="moment" :class="kind" aria-hidden="true">
      <span class="sweep"></span>
      <span v-if="lost" class="lost">−{{ lost }}</span>
      <template v-if="kind === 'win' || kind === 'alike'">
        <span v-for="spark in sparks" class="spark" :class="'seat-' + spark.colour"
          :style="{left: spark.left + '%', animationDelay: 0.5 * spark.wait + 's', '--turn': spark.turn + 'deg'}"></span>
      </template>
    </div>`,
};
