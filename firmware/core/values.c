/* Parses keys and values of a command, and checks them against the table. */
#include "values.h" /* what is defined here */

#include <stdbool.h> /* bool */

#include "line.h" /* line_word, line_integer */

uint8_t values_first(uint8_t verb)
{
    uint8_t key = 0;

    while (key < KEYS && keys[key].verb != verb)
        key++;
    return key;
}

/* Return the index of a word among the keys of a verb, or -1. */
static int8_t place_of(uint8_t verb, uint8_t first, const char *word)
{
    for (uint8_t key = first; key < KEYS && keys[key].verb == verb; key++)
        if (word_is(word_at(key_words, key), word))
            return (int8_t)(key - first);
    return -1;
}

/* Whether the digits are wells in increasing order. */
static bool rising(uint32_t value)
{
    uint8_t above = WELLS + 1;

    for (; value; value /= 10) {
        uint8_t digit = (uint8_t)(value % 10);

        if (digit < 1 || digit >= above)
            return false;
        above = digit;
    }
    return true;
}

#ifdef BOXES
/* Return how many digits a number has. */
static uint8_t length_of(uint32_t number)
{
    uint8_t digits = 0;

    for (; number; number /= 10)
        digits++;
    return digits;
}
#endif

static bool in_range(uint8_t key, const char *word, uint32_t *value)
{
    if (keys[key].unit == UNIT_word) {
        int8_t place = word_find(verb_words, word);

        *value = (uint8_t)place;
        return place >= 0;
    }
    if (!line_integer(word, value) || *value < keys[key].least || *value > keys[key].most)
        return false;
    return keys[key].unit != UNIT_digits || rising(*value);
}

uint8_t values_read(struct values *values, char *rest)
{
    const char *words[VERB_KEYS] = {0};
    uint8_t first = values_first(values->verb);
    char *word;

    while ((word = line_word(&rest))) {
        char *value = word;
        int8_t place;

        while (*value && *value != '=')
            value++;
        if (!*value)
            return CODE_KEY;
        *value++ = 0;
        place = place_of(values->verb, first, word);
        if (place < 0 || words[place])
            return CODE_KEY;
        words[place] = value;
    }
    for (uint8_t key = first; key < KEYS && keys[key].verb == values->verb; key++)
        if (keys[key].standard == MUST && !words[key - first]) {
            values->key = key;
            return CODE_KEY;
        }
    for (uint8_t key = first; key < KEYS && keys[key].verb == values->verb; key++) {
        uint8_t place = (uint8_t)(key - first);

        values->of[place] = keys[key].standard;
        if (words[place] && !in_range(key, words[place], &values->of[place])) {
            values->key = key;
            return CODE_RANGE;
        }
    }
#ifdef BOXES
    if (values->verb == VERB_knock && length_of(VALUE(values, knock, wells, wells))
            * (VALUE(values, knock, wells, length) + APART) > VALUE(values, knock, wells, gap)) {
        values->key = KEY_knock_gap;
        return CODE_RANGE;
    }
#else
    if (values->verb == VERB_shake && 2 * VALUE(values, shake, rate, ramp) > VALUE(values, shake, rate, ms)) {
        values->key = KEY_shake_ramp;
        return CODE_RANGE;
    }
#endif
    return ACCEPTED;
}
