/* Writes replies and events: a small function for each field, called in the order of the dictionary. */
#include "replies.h" /* what is defined here */

#include "dictionary_text.h" /* DICTIONARY_CRC, DICTIONARY_TEXT, which the build makes */
#include "faults.h"         /* faults_latched, faults_lowest */
#include "levers.h"         /* levers_down */
#include "lid.h"            /* lid_open */
#include "lights.h"         /* lights */
#include "memory.h"         /* memory.last */
#include "motion.h"         /* motion_state and the rest */
#include "port.h"           /* port_send, the switches */
#include "settings.h"       /* settings */
#include "version.h"        /* FIRMWARE */

#define GETTER(type, line, key) static type line##_##key(const struct values *values __attribute__((unused)))

static struct text passing;
static uint16_t boot;
static uint8_t cause;

/* The name of the build, followed by the marker by which a HEX file is recognised. */
static FLASH char version[] = FIRMWARE "\0" FIRMWARE " " DICTIONARY_TEXT;

_Static_assert(sizeof FIRMWARE <= 20 + 1, "the contract gives it 20 bytes");

GETTER(uint16_t, hello, last) { return memory.last; }
GETTER(uint8_t, hello, protocol) { return PROTOCOL; }
GETTER(uint16_t, hello, dictionary) { return DICTIONARY_CRC; }
GETTER(FLASH char *, hello, firmware) { return version; }
GETTER(FLASH char *, hello, reset) { return word_at(reset_words, cause); }

GETTER(FLASH char *, stat, state) { return word_at(state_words, faults_latched() ? STATE_fault : motion_state()); }
GETTER(uint16_t, stat, shakes) { return motion_shakes(); }
GETTER(uint8_t, stat, faults) { return faults_latched(); }

GETTER(uint8_t, clear, faults) { return faults_latched(); }

#ifdef BOXES
GETTER(uint16_t, knock, shakes) { return motion_shakes(); }
#else
struct pair {
    uint8_t left, right;
};

GETTER(uint8_t, stat, homed) { return motion_homed(); }
GETTER(uint8_t, stat, clamp) { return levers_down(); }
GETTER(struct pair, stat, light) { return (struct pair){lights.left, lights.right}; }
GETTER(uint8_t, stat, lid) { return !lid_open(); }
GETTER(uint8_t, stat, estop) { return port_estop(); }

GETTER(uint16_t, shake, shakes) { return motion_shakes(); }

/* Return the index of the lever that `set` reports: the first for all. */
static uint8_t reported_lever(const struct values *values)
{
    uint8_t lever = (uint8_t)VALUE(values, set, lever, lever);

    return lever ? (uint8_t)(lever - 1) : 0;
}

GETTER(uint32_t, set, lever) { return VALUE(values, set, lever, lever); }
GETTER(uint16_t, set, open) { return settings.open[reported_lever(values)]; }
GETTER(uint16_t, set, closed) { return settings.closed[reported_lever(values)]; }
GETTER(uint16_t, set, swing) { return settings.swing; }
GETTER(uint16_t, set, idle) { return settings.idle; }
GETTER(uint16_t, set, crawl) { return settings.crawl; }

static void put_pair(struct pair pair)
{
    text_number(pair.left);
    text_character(',');
    text_number(pair.right);
}
#endif

#define PUT_number text_number
#define PUT_flag text_number
#define PUT_microsecond text_number
#define PUT_millisecond text_number
#define PUT_step_hertz text_number
#define PUT_digits text_digits
#define PUT_hex text_hex
#define PUT_word text_words
#define PUT_pair put_pair

static void put_fields(uint8_t verb, const struct values *values)
{
#define FIELD(line, key, unit)              \
    if (verb == VERB_##line) {              \
        text_key(TEXT(#key));               \
        PUT_##unit(line##_##key(values));   \
    }
#include "../commands.def"
}

static void put_ranges(uint8_t verb)
{
    for (uint8_t key = values_first(verb); key < KEYS && keys[key].verb == verb; key++) {
        text_key(word_at(key_words, key));
        if (keys[key].unit == UNIT_word) {
            text_words(TEXT("word"));
            continue;
        }
        text_number(keys[key].least);
        text_words(TEXT(".."));
        text_number(keys[key].most);
    }
}

static void put_verbs(void)
{
    text_key(TEXT("verbs"));
    for (uint8_t verb = 0; verb < VERBS; verb++) {
        if (verb)
            text_character(',');
        text_words(word_at(verb_words, verb));
    }
}

static void put_boot(void)
{
    text_key(TEXT("boot"));
    text_number(boot);
}

void replies_reset(uint16_t number, uint8_t why)
{
    boot = number;
    cause = why;
}

struct text *replies_passing(void)
{
    return &passing;
}

uint16_t replies_boot(void)
{
    return boot;
}

void replies_ok(struct text *text, uint16_t seq, const struct values *values)
{
    text_begin(text);
    text_words(TEXT("ok "));
    text_number(seq);
    put_boot();
    put_fields(values->verb, values);
    if (values->verb == VERB_help) {
        if (VALUE(values, help, verb, verb) == KEEP)
            put_verbs();
        else
            put_ranges((uint8_t)VALUE(values, help, verb, verb));
    }
    text_seal();
}

void replies_err(struct text *text, uint16_t seq, uint8_t code, uint8_t key)
{
    text_begin(text);
    text_words(TEXT("err "));
    text_number(seq);
    text_key(TEXT("code"));
    text_words(word_at(code_words, (uint8_t)(code - 1)));
    put_boot();
    if ((code == CODE_KEY || code == CODE_RANGE) && key != NO_KEY) {
        text_key(TEXT("key"));
        text_words(word_at(key_words, key));
    } else if (code == CODE_FAULT) {
        text_key(TEXT("fault"));
        text_number(faults_lowest());
    } else if (code == CODE_BUSY) {
        text_key(TEXT("state"));
        text_words(word_at(state_words, motion_state()));
    }
    text_seal();
}

void replies_event(uint8_t event, uint8_t what)
{
    text_begin(&passing);
    text_words(TEXT("evt "));
    text_words(word_at(event_words, event));
    put_boot();
    switch (event) {
    case EVENT_boot:
        text_key(TEXT("reset"));
        text_words(word_at(reset_words, cause));
        break;
    case EVENT_done:
        text_key(TEXT("verb"));
        text_words(word_at(verb_words, what));
        text_key(TEXT("shakes"));
        text_number(motion_shakes());
        break;
    case EVENT_fault:
        text_key(TEXT("fault"));
        text_number(what);
        break;
    case EVENT_stat:
        put_fields(VERB_stat, 0);
        break;
    }
    text_seal();
    replies_send(&passing);
}

void replies_send(const struct text *text)
{
    port_send(text->bytes, text->length);
}
