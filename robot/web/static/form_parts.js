// What the forms of a new game have in common: the players' names, and the points that win.
import { Mark } from "/static/parts.js";

export const Named = {
  components: { Mark },
  props: { modelValue: String, colour: Number, words: Object },
  emits: ["update:modelValue"],
  template: `
    <label class="named"><Mark :colour="colour" /><span class="unseen">{{ words.name }}</span>
      <input :value="modelValue" maxlength="200" :placeholder="words.name" autocomplete="off" @input="$emit('update:modelValue', $event.target.value)" />
    </label>`,
};

export const Goal = {
  props: { modelValue: [Number, String], game: Object, words: Object },
  emits: ["update:modelValue"],
  template: `
    <label v-if="game.goal" class="goal"><span>{{ words.goal }}</span>
      <input :value="modelValue" type="number" :min="game.goal_step" :step="game.goal_step" :max="game.most_goal" inputmode="numeric"
        @input="$emit('update:modelValue', $event.target.value === '' ? '' : Number($event.target.value))" />
    </label>`,
};
