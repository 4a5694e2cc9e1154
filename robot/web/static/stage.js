// The camera's picture: live while dice are thrown, then the last look. Its place is the same through a whole game.
import { Eye, Frames } from "/static/eye.js";
import { reach } from "/static/reach.js";

const WATCHING = "watching"; // what is remembered: "no" once live pictures were turned off here
const LOOKS = 200; // milliseconds after which it is looked again at the live picture, and whether there may be one

export const Camera = {
  components: { Eye, Frames },
  // Its stage is "shake" while it shows the live picture, "read" while what was read just now, "" while the last look.
  // `eye` are the properties of the phone or computer that can be the camera, null for none.
  props: { view: Object, live: Boolean, keeps: Boolean, eye: Object, secure: String },
  emits: ["films", "seen"],
  data() {
    return {
      acting: "", watching: false, seenRead: this.view.read, readAt: 0,
      own: false, boxes: [], picture: this.view.picture, gone: false, loaded: "", filmed: 0, kept: "",
    };
  },
  watch: {
    "view.stage": { immediate: true, handler: "restage" },
    "view.read": "restage",
    "view.picture"(now) {
      // As long as a reading is shown, a look at the dice that stay in the next throw is not.
      if (this.stage !== "read" || this.view.stage !== "shake") this.picture = now;
    },
    src() {
      this.gone = false;
      this.kept = "";
    },
    stage() {
      this.picture = this.view.picture;
    },
  },
  computed: {
    stage() {
      return this.acting === "shake" && !this.watching ? "" : this.acting;
    },
    src() {
      return this.picture && (this.picture.data || "/camera/" + this.picture.name + ".jpg");
    },
    // The live picture stays below the picture of a look until that has come.
    films() {
      return this.watching && this.view.films && (this.stage === "shake" || !this.picture || (this.late && (this.stage === "read" || this.filmed > 0)));
    },
    late() {
      return this.loaded !== this.src && !this.gone;
    },
    // The last look stays until the first live picture has come, so that the place is never black.
    still() {
      return this.picture && !(this.watching && this.stage === "shake" && this.filmed);
    },
    ratio() {
      if (this.still || !this.filmed) return this.picture ? this.picture.width / this.picture.height : null;
      return this.filmed;
    },
  },
  mounted() {
    this.looking = setInterval(this.look, LOOKS);
    this.look();
    addEventListener("load", this.look, { once: true });
  },
  unmounted() {
    clearInterval(this.looking);
    clearTimeout(this.next);
  },
  methods: {
    // A reading is shown as long as the tempo says, also where the next throw begins at once.
    restage() {
      const { stage, read } = this.view;
      if (read !== this.seenRead) {
        this.seenRead = read;
        this.readAt = Date.now();
        this.acting = "read";
      }
      clearTimeout(this.next);
      const left = stage === "read" ? 0 : this.readAt + 1000 * this.view.lingers - Date.now();
      if (this.acting === "read" && left > 0) this.next = setTimeout(() => (this.acting = this.view.stage), left);
      else this.acting = stage;
    },
    // A picture that never ends would keep the page loading.
    look() {
      this.watching = document.readyState === "complete" && this.live && !document.hidden && localStorage.getItem(WATCHING) !== "no";
      this.measure();
    },
    watch() {
      localStorage.setItem(WATCHING, this.watching ? "no" : "yes");
      this.look();
    },
    async keep() {
      const answer = await reach("/camera/" + this.picture.name + "/keep", { method: "POST" });
      this.kept = answer ? await answer.text() : "";
    },
    said(box) {
      const what = box.value || this.words.doubts[box.doubt] || "?";
      return box.well ? this.words.well + " " + box.well + ": " + what : what;
    },
    film(stream) {
      this.own = !!stream && stream !== "table";
      this.$emit("films", !!stream);
    },
    // A film may change its shape: the wells are cut out as soon as they are lit. Only its first picture is an event.
    measure() {
      const film = this.$refs.film;
      if (film) this.filmed = film.naturalHeight && film.naturalWidth / film.naturalHeight;
    },
    // Without this the browser goes on loading a film that nobody sees.
    stop(node) {
      node.el.removeAttribute("src");
      this.filmed = 0;
    },
  },
  template: `
    <section class="camera card" :data-stage="stage" :class="{deciding: picture?.deciding}" :aria-label="words.camera">
      <h2 class="unseen">{{ words.camera }}</h2>
      <button v-if="live && (view.films || still) && !picture?.deciding" class="quiet watch" :aria-pressed="watching" @click="watch">{{ words.live }}</button>
      <figure v-show="!own" class="picture">
        <slot v-if="!still && !filmed" name="unseen"><p class="empty" /></slot>
        <div v-if="films || still" class="shown" :style="ratio ? {'--ratio': ratio} : null">
          <img v-if="films" v-show="filmed" ref="film" class="film" src="/camera/live" :alt="words.live" @load="measure" @vue:before-unmount="stop" />
          <Frames v-if="films && !still && filmed" :boxes />
          <template v-if="still">
            <img v-show="!gone" :src :alt="words.read + ' ' + picture.boxes.map(said).join(', ')"
              @error="gone = true" @load="gone = false; loaded = src" />
            <Frames v-if="!films && !late" :key="src" :boxes="picture.boxes" />
          </template>
        </div>
      </figure>
      <p v-if="keeps && still && !gone && view.missing == null && !picture.deciding" class="keeps">
        <button class="quiet" @click="keep"><span role="status">{{ kept || words.picture_keep }}</span></button>
      </p>
      <Eye v-if="eye" ref="eye" :secure :awaits="view.missing != null" v-bind="eye" @films="film" @seen="boxes = $event.boxes; $emit('seen', $event)" v-slot="{ line }">
        <p v-if="line || view.missing != null" class="missing" role="status">{{ line || view.missing }}</p>
      </Eye>
      <p v-else-if="view.missing != null" class="missing" role="status">{{ view.missing }}</p>
      <slot />
    </section>`,
};
