// The moments of a game: what is seen and heard when somebody busts, leads or wins, or all dice are alike.

// Plays a sound where the page's head says so; a browser that nobody has touched yet may refuse.
export function sound(kind) {
  if (document.querySelector(".mute[aria-pressed=true]")) new Audio("/sounds/" + kind + ".wav").play().catch(() => {});
}

export const Moment = {
  props: { kind: String, lost: Number },
  template: `
    <div class="moment" :class="kind" aria-hidden="true">
      <span class="sweep"></span>
      <span v-if="lost" class="lost">−{{ lost }}</span>
      <span v-for="i in kind === 'win' || kind === 'alike' ? 60 : 0" class="spark" :class="'seat-' + (i % 6)"
        :style="{left: (i * 61.8) % 100 + '%', animationDelay: (i % 12) / 24 + 's', '--turn': (i * 97) % 360 + 'deg'}"></span>
    </div>`,
};
