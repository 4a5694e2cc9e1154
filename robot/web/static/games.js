// The games of a form: one of them is chosen, and its rules can be read.

export const Games = {
  props: { games: Array, words: Object, modelValue: String },
  emits: ["update:modelValue", "rules"],
  template: `
    <fieldset class="card games">
      <legend>{{ words.game }}</legend>
      <label v-for="one in games" :key="one.name" class="game" :class="{chosen: one.name === modelValue}">
        <input type="radio" name="game" :value="one.name" :checked="one.name === modelValue" @change="$emit('update:modelValue', one.name)" />
        <span class="game-name">{{ one.title }}</span><span class="game-seats">{{ one.seats }}</span>
      </label>
      <button type="button" class="small rules-open" @click="$emit('rules')">{{ words.rules }}</button>
    </fieldset>`,
};
