/* Counts what tests cannot see from outside. */
#include "chip.h"

#define RAM_START 0x100
#define REGISTERS 32

struct counters counters;

static uint8_t painted[2048]; /* contents of the RAM at power-on */

void counters_clear(void)
{
    counters = (struct counters){ .shortest_high = UINT64_MAX, .shortest_low = UINT64_MAX,
                                  .shortest_setup = UINT64_MAX };
}

void counters_look(void)
{
    uint64_t run_length = 0;
    counters.untouched = 0;
    counters.baud = uart_baud();
    for (uint32_t place = 0; place < sizeof painted; place++) {
        run_length = chip->data[RAM_START + place] == painted[place] ? run_length + 1 : 0;
        if (run_length > counters.untouched)
            counters.untouched = run_length;
    }
}

/* Fill registers and RAM with noise, as at power-on. */
void counters_paint(uint32_t seed)
{
    for (uint32_t place = 0; place <= chip->ramend; place++) {
        seed = seed * 1664525u + 1013904223u;
        if (place < REGISTERS || place >= RAM_START)
            chip->data[place] = (uint8_t)(seed >> 24);
        if (place >= RAM_START)
            painted[place - RAM_START] = chip->data[place];
    }
}
