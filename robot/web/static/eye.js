// A phone as the table's camera: live where the browser allows it, else a photograph at a time.

const PAUSE = 100; // milliseconds between two pictures of a live camera, at least
const WIDTH = 1280;
const LONGEST = 1600; // pixels of a photograph's longer side: the table reads no more
const QUALITY = 0.85;
const FINE = 0.92;
const PATIENCE = 5000; // milliseconds for a picture to arrive: a network that is gone may say nothing
const ASK = "/camera/phone/ask";
const ASKS = 1000; // milliseconds between two looks whether the phone may be the camera
const LIVE = "live"; // what is remembered while this page is the camera, also when it is loaded again

export const Eye = {
  // `where` takes the pictures; with `photos` the phone sends photographs alone. What they are answered is emitted.
  props: { words: Object, secure: String, where: { type: String, default: "/camera/phone" }, photos: Boolean },
  emits: ["answered"],
  data() {
    const able = !this.photos && window.isSecureContext && !!navigator.mediaDevices;
    const insecure = !this.photos && !window.isSecureContext;
    return { stream: null, boxes: [], said: "", refused: !able, insecure, sending: false };
  },
  mounted() {
    document.addEventListener("visibilitychange", this.woke);
    if (!this.refused && sessionStorage.getItem(LIVE)) this.start();
  },
  unmounted() {
    document.removeEventListener("visibilitychange", this.woke);
    this.close();
  },
  methods: {
    async start() {
      if (this.starting || this.stream) return;
      this.starting = true;
      this.said = "";
      const wanted = { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } };
      try {
        this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
        await this.$nextTick();
        this.$refs.seen.srcObject = this.stream;
        await this.$refs.seen.play();
      } catch {
        this.close();
        sessionStorage.removeItem(LIVE);
        this.refused = true;
        this.said = this.words.phone_refused;
        return;
      } finally {
        this.starting = false;
      }
      sessionStorage.setItem(LIVE, "1");
      // What takes the camera away, another app for one, gives it back: then it is opened again.
      const stream = this.stream;
      stream.getTracks().forEach((track) => (track.onended = () => this.reopen()));
      this.hold();
      if (await this.allowed(stream)) this.send(stream);
      else if (this.stream === stream) this.denied();
    },
    // People at the table are asked once whether this phone may be the camera; then it waits for their answer.
    async allowed(stream) {
      let method = "POST";
      while (this.stream === stream) {
        const answer = await fetch(ASK, { method }).catch(() => null); // the page says itself that the table is out of reach
        if (answer) {
          method = "GET";
          this.said = answer.status === 204 ? "" : await answer.text();
          if (answer.status !== 202) return answer.ok;
        }
        await new Promise((done) => setTimeout(done, ASKS));
      }
      return false;
    },
    denied() {
      sessionStorage.removeItem(LIVE);
      this.close();
    },
    close() {
      this.stream?.getTracks().forEach((track) => track.stop());
      this.stream = null;
      this.lock?.release();
    },
    stop() {
      sessionStorage.removeItem(LIVE);
      this.close();
      fetch("/camera/phone/stop", { method: "POST" }).catch(() => {});
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
      if (document.hidden || this.refused || !sessionStorage.getItem(LIVE)) return;
      if (this.stream?.getTracks().every((track) => track.readyState === "live")) {
        this.hold();
        this.$refs.seen.play();
      } else this.reopen();
    },
    // The next picture leaves when the last one has arrived: a slow network gets fewer pictures, not late ones.
    async send(stream) {
      const canvas = document.createElement("canvas");
      while (this.stream === stream) {
        const video = this.$refs.seen;
        const begun = Date.now();
        if (video?.videoWidth && !document.hidden) {
          canvas.width = Math.min(WIDTH, video.videoWidth);
          canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
          canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
          const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
          const answer = this.stream === stream && (await this.post(this.where, picture, PATIENCE));
          this.boxes = answer?.ok ? (await answer.json()).boxes : [];
          if (answer?.status === 403) this.denied();
        }
        await new Promise((done) => setTimeout(done, Math.max(0, PAUSE - (Date.now() - begun))));
      }
    },
    async photograph(event) {
      const [file] = event.target.files;
      event.target.value = "";
      if (!file) return;
      this.sending = true;
      this.said = "";
      const answer = await this.post(this.where + "?photograph=1", await this.smaller(file));
      this.sending = false;
      if (answer) this.$emit("answered", answer);
    },
    // A photograph as small as it is read. What this browser cannot decode the table says in a line.
    async smaller(file) {
      try {
        const whole = await createImageBitmap(file);
        const by = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [Math.round(by * whole.width), Math.round(by * whole.height)];
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(whole, 0, 0, canvas.width, canvas.height);
        whole.close();
        return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", FINE))) || file;
      } catch {
        return file;
      }
    },
    async post(where, picture, patience) {
      try {
        const signal = patience && AbortSignal.timeout(patience);
        const answer = await fetch(where, { method: "POST", body: picture, signal });
        if (answer.status === 401) location.assign("/pair"); // this browser is not let in any more
        this.said = answer.ok ? "" : await answer.text();
        return answer;
      } catch {
        this.said = ""; // the page says itself that the table is out of reach
        return null;
      }
    },
  },
  template: `
    <div class="eye">
      <div v-show="stream" class="filmed" aria-hidden="true">
        <video ref="seen" muted playsinline></video>
        <span v-for="(box, i) in boxes" :key="i" class="seen" :class="{doubt: box.doubt}"
          :style="{left: 100 * box.x + '%', top: 100 * box.y + '%', width: 100 * box.w + '%', height: 100 * box.h + '%'}">
          <b>{{ box.value || '?' }}</b><i v-if="box.doubt">{{ words.doubts[box.doubt] }}</i>
        </span>
      </div>
      <button v-if="stream" class="small" @click="stop">{{ words.phone_stop }}</button>
      <button v-else-if="!refused" class="small" @click="start">{{ words.phone_live }}</button>
      <label v-if="!stream" class="small button" :aria-busy="String(sending)">{{ sending ? words.phone_reading : words.phone_photo }}
        <input type="file" class="unseen" accept="image/*" capture="environment" :disabled="sending" @change="photograph" />
      </label>
      <p v-if="said" role="alert">{{ said }}</p>
      <p v-if="insecure && secure" class="note">{{ words.phone_secure }} <a :href="secure">{{ secure }}</a></p>
      <p v-else-if="insecure" class="note">{{ words.phone_insecure }}</p>
    </div>`,
};
