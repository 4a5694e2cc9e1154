/* The host build as a program: a script on standard input, what the board does on standard output. */
#include <stdint.h> /* uint8_t */
#include <stdio.h>  /* fgets, printf */
#include <stdlib.h> /* strtoul */
#include <string.h> /* strcmp */

#include "../core/dictionary.h" /* reset_words */
#include "desk.h"               /* the desk */

#define SCRIPT_BYTES 70000

static void hear(const char *bytes, uint8_t length)
{
    printf("> %.*s", length, bytes);
}

static void send_hex(const char *hex)
{
    unsigned byte;

    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2) {
        uint8_t value = (uint8_t)byte;

        desk_receive(&value, 1);
    }
}

static void keep_hex(const char *hex)
{
    unsigned byte;

    for (unsigned place = 0; place < MEMORY_BYTES && sscanf(hex, "%2x", &byte) == 1; hex += 2)
        desk.memory[place++] = (uint8_t)byte;
}

static int switch_named(const char *name)
{
    return !strcmp(name, "open") ? SWITCH_OPEN : !strcmp(name, "closed") ? SWITCH_CLOSED : SWITCH_WORKS;
}

/* One line of the script, without its newline. */
static void obey(char *line)
{
    char *space = strchr(line, ' ');
    const char *rest = space ? space + 1 : "";
    long number = strtol(rest, 0, 10);

    if (space)
        *space = 0;
    if (!strcmp(line, "send"))
        send_hex(rest);
    else if (!strcmp(line, "wait"))
        desk_wait((uint32_t)number);
    else if (!strcmp(line, "lid"))
        desk.lid_open = number;
    else if (!strcmp(line, "estop"))
        desk.estop = number;
    else if (!strcmp(line, "switch"))
        desk.home_switch = (enum home_switch)switch_named(rest);
    else if (!strcmp(line, "slip"))
        desk_move((int32_t)number);
    else if (!strcmp(line, "jam"))
        desk.jammed = number;
    else if (!strcmp(line, "worn"))
        desk.worn = number;
    else if (!strcmp(line, "cut"))
        desk.cut = (uint32_t)number;
    else if (!strcmp(line, "memory"))
        keep_hex(rest);
    else if (!strcmp(line, "reset"))
        printf("reset %d\n", desk_reset((uint8_t)word_find(reset_words, rest)));
    else if (!strcmp(line, "where"))
        printf("where %d %llu\n", desk.place, (unsigned long long)desk.now);
    else
        printf("unknown %s\n", line);
    desk_look();
}

int main(int count, char **arguments)
{
    static char line[SCRIPT_BYTES];

    desk_begin();
    desk.hear = hear;
    if (count > 1 && !(desk.steps = fopen(arguments[1], "w"))) {
        perror(arguments[1]);
        return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        obey(line);
        printf(".\n");
        fflush(stdout);
        if (desk.steps)
            fflush(desk.steps);
    }
    return 0;
}
