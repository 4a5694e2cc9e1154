// A phone as the table's camera: live where the browser allows it, else a photograph at a time.

const PAUSE = 100; // milliseconds between two pictures of a live camera, at least
const WIDTH = 1280;
const QUALITY = 0.85;

export const Eye = {
  // `where` takes the pictures; with `photos` the phone sends photographs alone. What they are answered is emitted.
  props: { words: Object, where: { type: String, default: "/camera/phone" }, photos: Boolean },
  emits: ["answered"],
  data() {
    const refused = this.photos || !window.isSecureContext || !navigator.mediaDevices;
    return { stream: null, said: "", refused, sending: false };
  },
  unmounted() {
    this.stop();
  },
  methods: {
    async start() {
      this.said = "";
      const wanted = { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } };
      try {
        this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
      } catch {
        this.refused = true;
        this.said = this.words.phone_refused;
        return;
      }
      this.lock = await navigator.wakeLock?.request("screen").catch(() => null);
      await this.$nextTick();
      this.$refs.seen.srcObject = this.stream;
      await this.$refs.seen.play();
      this.send();
    },
    stop() {
      this.stream?.getTracks().forEach((track) => track.stop());
      this.stream = null;
      this.lock?.release();
    },
    // The next picture leaves when the last one has arrived: a slow network gets fewer pictures, not late ones.
    async send() {
      const canvas = document.createElement("canvas");
      while (this.stream) {
        const video = this.$refs.seen;
        const begun = Date.now();
        if (video?.videoWidth && !document.hidden) {
          canvas.width = Math.min(WIDTH, video.videoWidth);
          canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
          canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
          const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
          await this.post(this.where, picture);
        }
        await new Promise((done) => setTimeout(done, Math.max(0, PAUSE - (Date.now() - begun))));
      }
    },
    async photograph(event) {
      const [file] = event.target.files;
      event.target.value = "";
      if (!file) return;
      this.sending = true;
      const answer = await this.post(this.where + "?photograph=1", file);
      this.sending = false;
      if (answer) this.$emit("answered", answer);
    },
    async post(where, picture) {
      try {
        const answer = await fetch(where, { method: "POST", body: picture });
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
      <video v-show="stream" ref="seen" muted playsinline aria-hidden="true"></video>
      <button v-if="stream" class="small" @click="stop">{{ words.phone_stop }}</button>
      <button v-else-if="!refused" class="small" @click="start">{{ words.phone_live }}</button>
      <label v-if="!stream" class="small button" :aria-busy="String(sending)">{{ words.phone_photo }}
        <input type="file" class="unseen" accept="image/*" capture="environment" @change="photograph" />
      </label>
      <p v-if="said" role="alert">{{ said }}</p>
    </div>`,
};
