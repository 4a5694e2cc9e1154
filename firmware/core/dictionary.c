/* Holds the tables of the dictionary and finds words in them. */
#include "dictionary.h" /* what is defined here */

FLASH struct key keys[KEYS] = {
#define KEY(verb, key, unit, least, most, standard) {VERB_##verb, UNIT_##unit, least, most, standard},
#include "../commands.def"
};

FLASH uint8_t verb_kinds[VERBS] = {
#define VERB(verb, kind) kind,
#include "../commands.def"
};

FLASH char verb_words[] =
#define VERB(verb, kind) #verb "\0"
#include "../commands.def"
    ;

FLASH char key_words[] =
#define KEY(verb, key, unit, least, most, standard) #key "\0"
#include "../commands.def"
    ;

FLASH char state_words[] =
#define STATE(name) #name "\0"
#include "../commands.def"
    ;

FLASH char code_words[] =
#define CODE(name) #name "\0"
#include "../commands.def"
    ;

FLASH char event_words[] =
#define EVENT(kind) #kind "\0"
#include "../commands.def"
    ;

FLASH char reset_words[] =
#define RESET(cause) #cause "\0"
#include "../commands.def"
    ;

bool word_is(FLASH char *word, const char *text)
{
    while (*word && *word == *text) {
        word++;
        text++;
    }
    return *word == *text;
}

int8_t word_find(FLASH char *list, const char *text)
{
    for (int8_t place = 0; *list; place++) {
        if (word_is(list, text))
            return place;
        list = word_at(list, 1);
    }
    return -1;
}

FLASH char *word_at(FLASH char *list, uint8_t place)
{
    while (place--)
        while (*list++)
            ;
    return list;
}
