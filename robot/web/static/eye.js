// A phone as the table's camera: live where the browser allows it, else a photograph at a time.
import { reach } from "/static/reach.js";

const PAUSE = 100; // milliseconds between two pictures of a live camera, at least
const WIDTH = 1280;
const LONGEST = 1600; // pixels of a photograph's longer side: the table reads no more
const EDGE = 0.14; // the part of a picture's height or, twice, its width, within which no word has room beyond a die's frame
const [LIVE, FINE] = [0.85, 0.92]; // the quality of JPEG pictures
const PATIENCE = 5000; // milliseconds for a picture to arrive: a network that is gone may say nothing
const ASKS = 1000; // milliseconds between two looks whether the phone may be the camera
const [ON, OFF] = ["1", "no"]; // what is remembered: that this page is the camera, also when it is loaded again, or that people stopped it
const PAGE = Math.random(); // by which the table tells windows of one browser apart
const TABLE = "table"; // stands for the table's camera in place of a stream of this browser's

// The dice of a picture: a frame on each, with its value, or why it has none.
export const Frames = {
  props: { boxes: Array },
  data() {
    return { EDGE };
  },
  methods: {
    // A reason that many dice share is told beside the picture: on each of them it would hide the others.
    isNamed(box) {
      return box.doubt && this.boxes.filter((one) => one.doubt === box.doubt).length < 3;
    },
  },
  template: `
    <span v-for="(box, i) in boxes" class="seen" :class="{doubt: box.doubt, asked: box.asked, high: box.y < EDGE, deep: box.y + box.h > 1 - EDGE, left: box.x < 2 * EDGE, right: box.x + box.w > 1 - 2 * EDGE}" aria-hidden="true"
      :style="{left: 100 * box.x + '%', top: 100 * box.y + '%', width: 100 * box.w + '%', height: 100 * box.h + '%', '--turn': i}">
      <b>{{ box.value || '?' }}</b><i v-if="isNamed(box)">{{ words.doubts[box.doubt] }}</i>
    </span>`,
};

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// The file of a picture in this size, a PNG where it has no `quality`.
export function encode(source, width, height, quality) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas.convertToBlob(quality && { type: "image/jpeg", quality });
}

export const Eye = {
  components: { Frames },
  // `live` takes the pictures; where it `asks`, people at the table allow that. With `table` the table's own camera watches.
  // It opens by itself once it is `wanted`, and has buttons while it `awaits` dice.
  props: { secure: String, live: String, asks: Boolean, table: Boolean, wanted: Boolean, awaits: Boolean },
  emits: ["seen", "films"],
  data() {
    const refused = !this.table && !navigator.mediaDevices;
    return { stream: null, boxes: [], said: "", told: "", refused, insecure: refused && !window.isSecureContext, sending: false, ratio: null, number: 0 };
  },
  watch: {
    wanted: {
      immediate: true,
      handler(now) {
        if (now && !this.refused && this.kept() !== OFF) this.$nextTick(() => this.start(true));
      },
    },
    stream(now) {
      this.$emit("films", now);
    },
    awaits(now) {
      if (!now) this.forget();
    },
  },
  mounted() {
    document.addEventListener("visibilitychange", this.woke);
    if (!this.refused && this.kept() === ON) this.start();
  },
  unmounted() {
    document.removeEventListener("visibilitychange", this.woke);
    this.close();
  },
  methods: {
    kept() {
      return sessionStorage.getItem("live " + this.live);
    },
    keep(what) {
      sessionStorage.setItem("live " + this.live, what);
    },
    async start(unasked) {
      if (this.starting || this.stream) return;
      this.said = "";
      this.begins = true;
      if (this.table) return this.send((this.stream = TABLE));
      this.starting = true;
      const wanted = { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } };
      try {
        this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
        await this.$nextTick();
        this.$refs.seen.srcObject = this.stream;
        await this.$refs.seen.play();
      } catch (error) {
        this.denied();
        this.refused = true;
        if (!unasked || error.name !== "NotFoundError") this.said = this.words.phone_refused;
        return;
      } finally {
        this.starting = false;
      }
      this.keep(ON);
      // What takes the camera away, another app for one, gives it back: then it is opened again.
      const stream = this.stream;
      stream.getTracks().forEach((track) => (track.onended = () => this.reopen()));
      this.hold();
      if (!this.asks || (await this.allowed(stream))) this.send(stream);
      else if (this.stream === stream) this.denied();
    },
    // People at the table are asked once whether this phone may be the camera; then it waits for their answer.
    async allowed(stream) {
      let method = "POST";
      while (this.stream === stream) {
        const answer = await reach("/camera/phone/ask", { method });
        if (answer) {
          method = "GET";
          this.said = answer.status === 204 ? "" : await answer.text();
          if (answer.status !== 202) return answer.ok;
        }
        await wait(ASKS);
      }
      return false;
    },
    denied() {
      this.keep("");
      this.close();
    },
    close() {
      if (this.stream !== TABLE) this.stream?.getTracks().forEach((track) => track.stop());
      this.stream = null;
      this.told = "";
      this.lock?.release();
    },
    stop() {
      this.keep(OFF);
      this.close();
      if (this.asks) reach("/camera/phone/stop", { method: "POST" });
    },
    reopen() {
      this.close();
      if (!document.hidden) this.start();
    },
    async hold() {
      this.lock = await navigator.wakeLock?.request("screen").catch(() => null);
    },
    // A phone that slept has let the screen's lock go, and may have closed its camera.
    woke() {
      if (document.hidden || this.refused || this.table || this.kept() !== ON) return;
      if (this.stream?.getTracks().every((track) => track.readyState === "live")) {
        this.hold();
        this.$refs.seen.play();
      } else this.reopen();
    },
    // The next picture leaves when the last one has arrived: a slow network gets fewer pictures, not late ones.
    async send(stream) {
      while (this.stream === stream) {
        const begun = Date.now();
        const picture = stream === TABLE || (await this.drawn());
        if (picture && !document.hidden && this.stream === stream) {
          const { begins, pressed } = this;
          const told = { begin: begins ? 1 : "", press: pressed || "", seen: this.number, page: PAGE };
          this.begins = this.pressed = null;
          const answer = await this.post(this.live + "?" + new URLSearchParams(told), stream === TABLE ? null : picture, PATIENCE);
          if (!answer?.ok) [this.begins, this.pressed] = [begins, this.pressed || pressed];
          if (this.stream === stream) this.hear(answer?.ok ? await answer.json() : { boxes: [] });
          if (answer?.status === 403) this.denied();
        }
        await wait(begun + PAUSE - Date.now());
      }
    },
    // What the camera sees now, null before its first picture.
    drawn() {
      const video = this.$refs.seen;
      if (!video?.videoWidth || document.hidden) return null;
      this.ratio = video.videoWidth / video.videoHeight;
      const width = Math.min(WIDTH, video.videoWidth);
      return encode(video, width, Math.round(width / this.ratio), LIVE);
    },
    hear(seen) {
      this.boxes = seen.boxes;
      this.told = seen.said || "";
      this.number = seen.number ?? this.number;
      this.$emit("seen", seen);
    },
    // What was told of a throw is no more true once another one is due.
    forget() {
      this.said = this.told = "";
      this.boxes = [];
    },
    // What people press is told with the next picture.
    press(what) {
      this.pressed = what;
    },
    async photograph(event) {
      const [file] = event.target.files;
      event.target.value = "";
      if (!file) return;
      this.sending = true;
      this.said = "";
      const answer = await this.post(this.live + "?photograph=1&page=" + PAGE, await this.smaller(file));
      this.sending = false;
      if (answer?.status === 200) this.hear({ ...(await answer.json()), photograph: true });
    },
    // A photograph as small as it is read. What this browser cannot decode the table says in a line.
    async smaller(file) {
      try {
        const whole = await createImageBitmap(file);
        const by = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
        return await encode(whole, Math.round(by * whole.width), Math.round(by * whole.height), FINE);
      } catch {
        return file;
      }
    },
    async post(where, body, patience) {
      const answer = await reach(where, { method: "POST", body, signal: patience && AbortSignal.timeout(patience) });
      if (answer?.status === 401) location.assign("/pair"); // this browser is not let in any more
      this.said = answer && !answer.ok ? await answer.text() : "";
      return answer;
    },
  },
  template: `
    <div class="eye">
      <figure v-show="stream && stream !== 'table'" class="picture" aria-hidden="true">
        <div class="shown" :style="ratio ? {'--ratio': ratio} : null"><video ref="seen" muted playsinline></video><Frames v-if="stream" :boxes /></div>
      </figure>
      <button v-if="stream && stream !== 'table'" class="quiet watch" :aria-label="words.phone_stop" :title="words.phone_stop" @click="stop">✕</button>
      <slot :line="said || told" />
      <div v-if="awaits && !stream" class="eye-tools">
        <button v-if="!refused" class="small" @click="start()">{{ words.phone_live }}</button>
        <label class="small" :aria-busy="sending">{{ sending ? words.phone_reading : words.phone_photo }}
          <input type="file" class="unseen" accept="image/*" capture="environment" :disabled="sending" @change="photograph" />
        </label>
      </div>
      <p v-if="awaits && insecure && !number" class="note">{{ secure ? words.phone_secure : words.phone_insecure }} <a :href="secure">{{ secure }}</a></p>
    </div>`,
};
