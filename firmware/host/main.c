/* Runs the host build: reads a script from standard input, and prints what the board does. */
#include <stdint.h> /* uint8_t */
#include <stdio.h>  /* fgets, printf */
#include <stdlib.h> /* strtoul */
#include <string.h> /* memcpy, strcmp */

#include "../core/dictionary.h" /* reset_words */
#include "host_port.h"          /* the simulated hardware */

#define SCRIPT_BYTES 70000

static void hear(const char *bytes, uint8_t length)
{
    printf("> %.*s", length, bytes);
}

/* Parse hex digits, and return the number of bytes. */
static uint32_t read_hex(const char *hex, uint8_t *bytes, uint32_t most)
{
    char digits[3] = {0};
    uint32_t count = 0;

    for (; hex[0] && hex[1] && count < most; hex += 2) {
        memcpy(digits, hex, 2);
        bytes[count++] = (uint8_t)strtoul(digits, 0, 16);
    }
    return count;
}

#ifndef BOXES
static int switch_named(const char *name)
{
    return !strcmp(name, "open") ? SWITCH_OPEN : !strcmp(name, "closed") ? SWITCH_CLOSED : SWITCH_WORKS;
}
#endif

/* Carry out one line of the script, given without its newline. */
static void obey(char *line)
{
    static uint8_t bytes[SCRIPT_BYTES / 2];
    char *space = strchr(line, ' ');
    const char *rest = space ? space + 1 : "";
    long number = strtol(rest, 0, 10);

    if (space)
        *space = 0;
    if (!strcmp(line, "send"))
        host_port_receive(bytes, read_hex(rest, bytes, sizeof bytes));
    else if (!strcmp(line, "wait"))
        host_port_wait((uint32_t)number);
#ifndef BOXES
    else if (!strcmp(line, "lid"))
        host_port.lid_open = number;
    else if (!strcmp(line, "estop"))
        host_port.estop = number;
    else if (!strcmp(line, "switch"))
        host_port.home_switch = (enum home_switch)switch_named(rest);
    else if (!strcmp(line, "slip"))
        host_port_move((int32_t)number);
    else if (!strcmp(line, "jam"))
        host_port.jammed = number;
    else if (!strcmp(line, "stall"))
        host_port.stalled = number;
#endif
    else if (!strcmp(line, "worn"))
        host_port.worn = number;
    else if (!strcmp(line, "cut"))
        host_port.cut = (uint32_t)number;
    else if (!strcmp(line, "memory"))
        read_hex(rest, host_port.memory, MEMORY_BYTES);
    else if (!strcmp(line, "reset"))
        printf("reset %d\n", host_port_reset((uint8_t)word_find(reset_words, rest)));
    else if (!strcmp(line, "where"))
        printf("where %d %llu\n", host_port.place, (unsigned long long)host_port.now);
    else
        printf("unknown %s\n", line);
    host_port_look();
}

int main(int count, char **arguments)
{
    static char line[SCRIPT_BYTES];

    host_port_begin();
    host_port.hear = hear;
    if (count > 1 && !(host_port.steps = fopen(arguments[1], "w"))) {
        perror(arguments[1]);
        return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        obey(line);
        if (host_port.steps)
            fflush(host_port.steps);
        printf(".\n");
        fflush(stdout);
    }
    return 0;
}
