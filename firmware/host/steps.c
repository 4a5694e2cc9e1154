/* Implements the queue of steps in virtual time. */
#include "host_port.h" /* host_port, host_port_step */

#include "../core/port.h" /* what is defined here */

#define PLACES 16

static struct stretch queue[PLACES];
static uint8_t first, count;
static uint64_t due; /* ticks times 65536 */
static bool running;
static uint16_t made;

void steps_begin(void)
{
    count = 0;
    running = false;
    made = 0;
}

bool steps_room(void)
{
    return count < PLACES;
}

void steps_queue(const struct stretch *stretch)
{
    queue[(first + count++) % PLACES] = *stretch;
    if (!running) {
        running = true;
        due = (host_port.now << 16) + stretch->interval;
    }
}

bool steps_idle(void)
{
    return !running;
}

uint16_t steps_drop(void)
{
    if (!count)
        return made;
    count = 1;
    return (uint16_t)(made + queue[first].steps);
}

void steps_halt(void)
{
    count = 0;
    running = false;
}

uint16_t steps_made(void)
{
    return made;
}

void steps_run(uint64_t tick)
{
    while (running && !host_port.stalled && due >> 16 <= tick) {
        struct stretch *stretch = &queue[first];

        made++;
        host_port_step(stretch->forward, due >> 16);
        stretch->interval += (uint32_t)stretch->more;
        if (!--stretch->steps) {
            first = (uint8_t)(first + 1) % PLACES;
            stretch = --count ? &queue[first] : 0;
        }
        if (stretch)
            due += stretch->interval;
        else
            running = false;
    }
}
