// Small parts of the page: a die, a player's mark, the race, the sheet and chances.

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
      <circle v-for="(pip, i) in pips" :key="i" class="face-pip" :cx="pip[0]" :cy="pip[1]" r="9.5" />
      <text v-if="!pips.length" class="face-unknown" x="50" y="68" text-anchor="middle">?</text>
    </svg>`,
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
  template: `<Mark :colour="player.colour" /><span>{{ player.name }}</span><small v-if="player.level" class="level-chip">{{ player.level }}</small>`,
};

export const Race = {
  components: { Mark, Who },
  props: { view: Object, words: Object },
  template: `
    <section class="race" :aria-label="words.race">
      <ol class="lanes" :class="{many: view.lanes.length > 3}">
        <li v-for="lane in view.lanes" :key="lane.seat" class="lane" :class="['seat-' + view.players[lane.seat].colour, {turn: view.players[lane.seat].turn}]">
          <span class="lane-name" :title="view.players[lane.seat].full"><Who :player="view.players[lane.seat]" /></span>
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
  components: { Mark, Who },
  props: { view: Object, words: Object, may: Boolean, seat: Number },
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
    gain(cell) {
      return cell.would ? "+" + cell.would : "–";
    },
  },
  template: `
    <section class="sheet card" :class="{many: view.players.length > 3, apart: columns.apart}" :style="{'--lines': columns.lines, '--others': view.players.length > 3 ? 0 : view.players.length - 1 - seat}" tabindex="0" :aria-label="words.sheet">
      <table>
        <thead><tr>
          <th scope="col"><span class="unseen">{{ words.box }}</span></th>
          <th v-for="player in view.players" :key="player.seat" scope="col" :class="['seat-' + player.colour, {turn: player.turn}]">
            <span class="sheet-name" :title="player.full"><Who :player="player" /></span>
          </th>
        </tr></thead>
        <tbody>
          <tr v-for="row in view.rows" :key="row.title" :class="{chosen: row.chosen, sum: row.sum, left: row.left, total: row.total, offered: offered(row), hinted: row.box && row.box === view.hint?.box}" @click="offered(row) && $emit('box', row.box)">
            <th scope="row">{{ row.title }}</th>
            <td v-for="(cell, i) in row.cells" :key="i" :class="['seat-' + view.players[i].colour, {turn: view.players[i].turn, own: i === seat}]" :aria-label="cell.score != null ? view.players[i].name + ': ' + cell.score : null">
              <template v-if="row.sum">{{ cell }}</template>
              <template v-else-if="cell.score !== null"><Mark :colour="view.players[i].colour" />{{ cell.score }}</template>
              <button v-else-if="cell.would !== null && may" class="would" :class="{chosen: row.chosen}" :aria-pressed="String(!!row.chosen)"
                :aria-label="row.title + ': ' + cell.would" :data-at="row.box">{{ gain(cell) }}</button>
              <span v-else-if="cell.would !== null" class="would">{{ gain(cell) }}</span>
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
      return this.trail.map((moment, i) => this.at(i).toFixed(2) + "," + (40 - 40 * moment[seat]).toFixed(2)).join(" ");
    },
  },
  template: `
    <svg class="trail" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
      <line class="trail-middle" x1="0" y1="20" x2="100" y2="20" />
      <line v-for="one in turned" :key="one.place" class="trail-turned" :x1="at(one.place)" y1="0" :x2="at(one.place)" y2="40" />
      <polyline v-for="(player, seat) in players" :key="seat" :class="'seat-' + player.colour" :points="line(seat)" />
    </svg>`,
};

export const Chances = {
  components: { Trail, Who },
  props: { view: Object, words: Object },
  template: `
    <section v-if="view.chances" class="chances card" :aria-label="words.chances">
      <h2>{{ words.chances }}</h2>
      <ul>
        <li v-for="(chance, seat) in view.chances.now" :key="seat" :class="'seat-' + view.players[seat].colour">
          <span class="chance-name" :title="view.players[seat].full"><Who :player="view.players[seat]" /></span>
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
  props: { tiles: Array, marked: Array, hinted: Array, may: Boolean, words: Object },
  emits: ["tile"],
  methods: {
    label(one) {
      return this.words.tile + " " + one.tile + ": " + (one.open && !this.marked.includes(one.tile) ? this.words.open : this.words.shut);
    },
  },
  template: `
    <section class="tiles" :style="{'--tiles': tiles.length}" :aria-label="words.tiles">
      <component :is="may && one.open ? 'button' : 'span'" v-for="one in tiles" :key="one.tile" class="tile" :type="may && one.open ? 'button' : null"
        :class="{shut: !one.open, marked: marked.includes(one.tile), hinted: hinted?.includes(one.tile)}" :role="may && one.open ? null : 'img'"
        :aria-pressed="may && one.open ? String(marked.includes(one.tile)) : null" :aria-label="label(one)" @click="may && one.open && $emit('tile', one.tile)">{{ one.tile }}</component>
    </section>`,
};

// Everybody's die while it is thrown for who begins.
export const ThrowOff = {
  components: { Face },
  props: { players: Array, words: Object },
  template: `
    <ol class="throw-off" :class="{many: players.length > 3}" :aria-label="words.first">
      <li v-for="(player, i) in players" :key="i" :class="{rolls: player.rolls, out: player.out, won: player.won}" :title="player.full">
        <span class="die" :class="{rolls: player.rolls, kept: player.won}" role="img" :aria-label="player.face ? String(player.face) : words.unknown"><Face :value="player.face || 0" /></span>
        <span class="throw-off-name">{{ player.name }}</span>
      </li>
    </ol>`,
};

// Everybody's place at the end of a game: the points of two beside each other, those of more in rows.
export const Result = {
  components: { Mark },
  props: { rows: Array, words: Object },
  template: `
    <ol class="result" :class="{two: rows.length === 2, many: rows.length > 4}" :aria-label="words.result">
      <li v-for="row in rows" :key="row.seat" :class="['seat-' + row.colour, {won: row.won}]" :title="row.full">
        <b class="result-place">{{ row.place }}.</b><Mark :colour="row.colour" /><span class="result-name">{{ row.name }}</span><strong>{{ row.points }}</strong>
      </li>
    </ol>`,
};
