/* The dictionary of the wire as constants and tables, generated from commands.def. */
#ifndef DICTIONARY_H
#define DICTIONARY_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t, uint32_t */

#include "flash.h"   /* FLASH */
#include "machine.h" /* STROKE and the rest, which the build makes from hardware/machine.toml */

enum {
#define NUMBER(name, value) name = value,
#include "../commands.def"
};

enum { TALK, QUIET, MOTION, OFF };

enum {
#define VERB(verb, kind) VERB_##verb,
#include "../commands.def"
    VERBS
};

enum {
#define KEY(verb, key, unit, least, most, standard) KEY_##verb##_##key,
#include "../commands.def"
    KEYS
};

enum {
#define STATE(name) STATE_##name,
#include "../commands.def"
    STATES
};

enum {
    ACCEPTED,
#define CODE(name) CODE_##name,
#include "../commands.def"
};

enum {
#define FAULT(number, name) FAULT_##name = number,
#include "../commands.def"
};

enum {
#define EVENT(kind) EVENT_##kind,
#include "../commands.def"
};

enum {
#define RESET(cause) RESET_##cause,
#include "../commands.def"
};

/* Units; all but the last two are plain integers. */
enum {
    UNIT_number,
    UNIT_decihertz = UNIT_number,
    UNIT_millimetre = UNIT_number,
    UNIT_decidegree = UNIT_number,
    UNIT_millisecond = UNIT_number,
    UNIT_microsecond = UNIT_number,
    UNIT_percent = UNIT_number,
    UNIT_step_hertz = UNIT_number,
    UNIT_digits,
    UNIT_word
};

/* A fault as a bit: bit 0 for fault 1. */
#define FAULT_BIT(fault) ((uint8_t)(1U << ((fault) - 1)))

#define MUST UINT32_C(0xFFFFFFFF)
#define KEEP UINT32_C(0xFFFFFFFE)
#define VERB_KEYS 6 /* most keys of any verb */

struct key {
    uint8_t verb;
    uint8_t unit;
    uint32_t least;
    uint32_t most;
    uint32_t standard;
};

extern FLASH struct key keys[KEYS];
extern FLASH uint8_t verb_kinds[VERBS];

/* Words one after another, each ended by 0, and another 0 at the end. */
extern FLASH char verb_words[];
extern FLASH char key_words[];
extern FLASH char state_words[];
extern FLASH char code_words[];
extern FLASH char event_words[];
extern FLASH char reset_words[];

bool word_is(FLASH char *word, const char *text);

/* Return the index of a word in a list, or -1. */
int8_t word_find(FLASH char *list, const char *text);

/* Return the word at an index of a list. */
FLASH char *word_at(FLASH char *list, uint8_t place);

#endif
