// Small parts of the page: dice, marks, the race, the sheet and chances.
import drawn from "/static/drawn.js";

export const Face = {
  props: { value: Number },
  computed: {
    pips() {
      return drawn.pips[this.value] || [];
    },
  },
  template: `
    <svg class="face" viewBox="0 0 100 100" aria-hidden="true">
      <rect class="face-side" x="3" y="3" width="94" height="94" rx="20" />
      <circle v-for="[x, y] in pips" class="face-pip" :cx="x" :cy="y" r="9.5" />
      <text v-if="!pips.length" class="face-unknown" x="50" y="68" text-anchor="middle">?</text>
    </svg>`,
};

// A button that is pressed or not; a picture where `pressed` is null.
export const Tap = {
  props: { pressed: { type: Boolean, default: null } },
  emits: ["tap"],
  template: `
    <component :is="pressed === null ? 'span' : 'button'" :type="pressed === null ? null : 'button'" :role="pressed === null ? 'img' : null" :aria-pressed="pressed"
      @click="pressed === null || $emit('tap')"><slot /></component>`,
};

// A die on the table: where it lies, what it shows, in words if its number does not say it, and what becomes of it.
export const Die = {
  components: { Face, Tap },
  props: { at: Number, value: Number, says: String, note: String },
  computed: {
    label() {
      const what = [this.words.die, this.at].filter(Boolean).join(" ") + ": " + (this.says || this.value || this.words.unknown);
      return this.note ? what + ", " + this.note : what;
    },
  },
  template: `
    <Tap class="die" :aria-label="label"><slot><Face :value="value || 0" /></slot><span v-if="note" class="die-kept" aria-hidden="true">{{ note }}</span></Tap>`,
};

// What people say that a die shows: one of six faces, or of pigs how it lies.
export const Faces = {
  components: { Face },
  props: { lies: Array, fresh: Boolean },
  emits: ["say"],
  computed: {
    named() {
      return this.lies?.length > 0;
    },
  },
  template: `
    <section :class="named ? 'lies' : 'faces'" :aria-label="words.which_face">
      <button v-for="(one, i) in named ? lies : 6" type="button" :class="named ? 'small' : 'die'" :aria-disabled="fresh || null" :aria-label="one" @click="$emit('say', i + 1)">
        <template v-if="named">{{ one }}</template><Face v-else :value="one" /></button>
    </section>`,
};

// With how many dice people throw.
export const Count = {
  props: { dice: Number, least: Number, most: Number },
  emits: ["count"],
  template: `
    <section class="count" :aria-label="words.dice">
      <button class="small" :disabled="dice <= least" :aria-label="words.fewer_dice" @click="$emit('count', dice - 1)">−</button>
      <output>{{ dice }}</output>
      <button class="small" :disabled="dice >= most" :aria-label="words.more_dice" @click="$emit('count', dice + 1)">+</button>
    </section>`,
};

export const Mark = {
  props: { colour: Number },
  computed: {
    path() {
      return drawn.marks[this.colour % drawn.marks.length];
    },
  },
  template: `<svg class="mark" :class="'seat-' + colour" viewBox="0 0 24 24" aria-hidden="true"><path :d="path" /></svg>`,
};

// A player's mark and name, and the level of a robot.
export const Who = {
  components: { Mark },
  props: { player: Object },
  template: `<span :title="player.full"><Mark :colour="player.colour" /><span>{{ player.name }}</span><small v-if="player.level" class="level-chip">{{ player.level }}</small></span>`,
};

export const Race = {
  components: { Mark, Who },
  props: { view: Object },
  template: `
    <section class="race" :aria-label="words.race">
      <ol class="lanes" :class="{many: view.lanes.length > 3}">
        <li v-for="lane in view.lanes" class="lane" :class="['seat-' + view.players[lane.seat].colour, {turn: view.players[lane.seat].turn}]">
          <Who class="lane-name" :player="view.players[lane.seat]" />
          <span class="lane-score">{{ lane.score }}<span v-if="lane.pending && !view.tiles.length" class="lane-pending"> +{{ lane.pending }}</span></span>
          <span class="lane-track" aria-hidden="true">
            <span class="lane-ahead" :style="{width: 100 * lane.ahead + '%'}"></span>
            <span class="lane-done" :style="{width: 100 * lane.done + '%'}"></span>
            <span class="lane-runner" :style="{'--at': 100 * lane.ahead + '%'}"><Mark :colour="view.players[lane.seat].colour" /></span>
          </span>
        </li>
      </ol>
    </section>`,
};

const TWO = 18; // the most rows of a sheet that has two columns

export const Sheet = {
  components: { Mark, Tap, Who },
  props: { view: Object, may: Boolean, seat: Number },
  emits: ["box"],
  computed: {
    // The upper boxes and the sums are one column, the others the second; boxes of which that makes long ones go on in the next.
    columns() {
      const rows = this.view.rows.filter((row) => !row.total);
      const left = rows.filter((row) => row.left).length, most = Math.max(left, rows.length - left);
      const apart = rows.length <= TWO && 3 * most <= 2 * rows.length;
      return { apart, lines: apart ? most : Math.ceil(rows.length / (rows.length > TWO ? 3 : 2)) };
    },
  },
  methods: {
    // A whole row is tapped, since the number in it is small.
    offered(row) {
      return this.may && !row.sum && row.cells.some((cell) => cell.score === null && cell.would !== null);
    },
  },
  template: `
    <section class="sheet card" :class="{many: view.players.length > 3, apart: columns.apart}" :style="{'--lines': columns.lines, '--others': view.players.length > 3 ? 0 : view.players.length - 1 - seat}" tabindex="0" :aria-label="words.sheet">
      <table>
        <thead><tr>
          <th scope="col"><span class="unseen">{{ words.box }}</span></th>
          <th v-for="player in view.players" scope="col" :class="['seat-' + player.colour, {turn: player.turn}]"><Who class="sheet-name" :player /></th>
        </tr></thead>
        <tbody>
          <tr v-for="row in view.rows" :class="{chosen: row.chosen, sum: row.sum, left: row.left, total: row.total, offered: offered(row), hinted: row.box && row.box === view.hint?.box}" @click="offered(row) && $emit('box', row.box)">
            <th scope="row">{{ row.title }}</th>
            <td v-for="(cell, i) in row.cells" :class="['seat-' + view.players[i].colour, {turn: view.players[i].turn, own: i === seat}]" :aria-label="cell.score != null ? view.players[i].name + ': ' + cell.score : null">
              <slot :row :seat="i"><template v-if="row.sum || cell.score !== null"><Mark :colour="view.players[i].colour" />{{ row.sum ? cell : cell.score }}</template>
              <Tap v-else-if="cell.would !== null" class="would" :class="{chosen: row.chosen}" :pressed="may ? !!row.chosen : null"
                :aria-label="row.title + ': ' + cell.would" :data-at="row.box">{{ cell.would ? "+" + cell.would : "–" }}</Tap></slot>
            </td>
          </tr>
        </tbody>
      </table>
    </section>`,
};

// Everybody's chances from moment to moment, and the moments that changed them most.
export const Trail = {
  props: { trail: Array, players: Array, turned: Array },
  methods: {
    at(place) {
      return (100 * place) / (this.trail.length - 1);
    },
    line(seat) {
      return this.trail.map((moment, i) => this.at(i) + "," + (40 - 40 * moment[seat])).join(" ");
    },
  },
  template: `
    <svg class="trail" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <line class="trail-middle" x1="0" y1="20" x2="100" y2="20" />
      <line v-for="one in turned" class="trail-turned" :x1="at(one.place)" y1="0" :x2="at(one.place)" y2="40" />
      <polyline v-for="(player, seat) in players" :class="'seat-' + player.colour" :points="line(seat)" />
    </svg>`,
};

export const Chances = {
  components: { Trail, Who },
  props: { view: Object },
  template: `
    <section v-if="view.chances" class="chances card" :aria-label="words.chances">
      <h2>{{ words.chances }}</h2>
      <ul>
        <li v-for="(chance, seat) in view.chances.now" :class="'seat-' + view.players[seat].colour">
          <Who class="chance-name" :player="view.players[seat]" />
          <span class="chance-words">{{ view.chances.words[seat] }}</span>
          <span class="chance-bar" aria-hidden="true"><span :style="{width: (100 * chance) + '%'}"></span></span>
        </li>
      </ul>
      <Trail v-if="view.chances.trail.length > 2" :trail="view.chances.trail" :players="view.players" />
      <p v-if="view.chances.note" class="note">{{ view.chances.note }}</p>
    </section>`,
};

// The tiles of a box: open ones can be marked to shut them, as far as people may.
export const Tiles = {
  components: { Tap },
  props: { tiles: Array, marked: Array, hinted: Array, may: Boolean },
  emits: ["tile"],
  methods: {
    label(one) {
      return this.words.tile + " " + one.tile + ": " + (one.open && !this.marked.includes(one.tile) ? this.words.open : this.words.shut);
    },
  },
  template: `
    <section class="tiles" :style="{'--tiles': tiles.length}" :aria-label="words.tiles">
      <Tap v-for="one in tiles" class="tile" :class="{shut: !one.open, marked: marked.includes(one.tile), hinted: hinted?.includes(one.tile)}"
        :pressed="may && one.open ? marked.includes(one.tile) : null" :aria-label="label(one)" @tap="$emit('tile', one.tile)">{{ one.tile }}</Tap>
    </section>`,
};

// Everybody's die while it is thrown for who begins.
export const ThrowOff = {
  components: { Die },
  props: { players: Array },
  template: `
    <ol class="throw-off" :class="{many: players.length > 3}" :aria-label="words.first">
      <li v-for="player in players" :class="{due: player.due, out: player.out, won: player.won}" :aria-current="player.due || null" :title="player.full">
        <Die :value="player.face" :class="{rolls: player.rolls, kept: player.won}" />
        <span class="throw-off-name">{{ player.name }}</span>
      </li>
    </ol>`,
};

const MOST = 10; // dice of a choice that are drawn: the last ones

// The dice of a choice or an example, those that are kept underlined.
export const Dice = {
  components: { Face },
  props: { dice: Array, kept: Array },
  computed: {
    shown() {
      return this.dice.map((face, place) => ({ face, kept: this.kept?.[place] })).slice(-MOST);
    },
    label() {
      return this.shown.map((die) => die.face + (die.kept ? "✓" : "")).join(" ");
    },
  },
  template: `
    <span v-if="shown.length" class="card-dice" role="img" :aria-label="label">
      <span v-for="die in shown" :class="{kept: die.kept}"><Face :value="die.face" /></span>
    </span>`,
};

// Everybody's place at the end of a game: the points of two beside each other, those of more in rows.
export const Result = {
  components: { Who },
  props: { rows: Array },
  template: `
    <ol class="result" :class="{two: rows.length === 2, many: rows.length > 4}" :aria-label="words.result">
      <li v-for="row in rows" :class="['seat-' + row.colour, {won: row.won}]">
        <b class="result-place">{{ row.place }}.</b><Who class="result-name" :player="row" /><strong>{{ row.points }}</strong>
      </li>
    </ol>`,
};
