/* Computes the step intervals of a move in closed form. */
#include "profile.h" /* what is defined here */

#define MOST_TICKS UINT32_C(65000) /* the longest interval, 32.5 ms */
#define CHUNK_TICKS (4 * TICKS_PER_MS)
#define MOST_CHUNK 32

uint16_t square_root(uint32_t square)
{
    uint32_t root = 0;

    for (uint32_t bit = UINT32_C(1) << 30; bit; bit >>= 2) {
        uint32_t trial = root + bit;

        root >>= 1;
        if (square >= trial) {
            square -= trial;
            root += bit;
        }
    }
    return (uint16_t)root;
}

/* Return the interval, times 65536, between `halves` - 1 and `halves` + 1 half steps from rest. */
static uint32_t interval_at(const struct profile *profile, uint32_t halves)
{
    uint32_t ramp = (uint32_t)profile->ramp << 18;
    uint8_t twice = halves == 1; /* the first step takes 2 * cruise * sqrt(ramp), the others the time at their middle */
    uint32_t ratio = twice ? ramp : ramp / halves * 2;
    uint8_t fine = ratio < UINT32_C(1) << 24 ? 3 : 0;
    uint16_t root = square_root(ratio << (2 * fine)); /* of ramp / n, times 512 or 4096 */
    uint32_t rough = (profile->cruise >> 8) * root << twice;

    if (rough >= MOST_TICKS << (9 + fine))
        return MOST_TICKS << 16;
    if (rough >= UINT32_C(1) << 23)
        return rough << (7 - fine);
    return (profile->cruise * root << twice) >> (1 + fine);
}

void profile_begin(struct profile *profile, bool forward, uint32_t steps, uint32_t cruise, uint16_t ramp)
{
    uint32_t chunk;

    if (cruise > MOST_TICKS << 8)
        cruise = MOST_TICKS << 8;
    chunk = (CHUNK_TICKS << 8) / cruise;
    profile->forward = forward;
    profile->steps = steps;
    profile->done = 0;
    profile->cruise = cruise;
    profile->ramp = ramp;
    profile->chunk = (uint8_t)(chunk < 1 ? 1 : chunk > MOST_CHUNK ? MOST_CHUNK : chunk);
}

void profile_begin_timed(struct profile *profile, bool forward, uint16_t steps, uint32_t ticks)
{
    uint16_t ramp = steps / 6; /* each ramp takes a quarter of the time and covers half the distance of full speed */

    profile_begin(profile, forward, steps, steps ? (ticks << 8) / (steps + 2U * ramp) : 1, ramp);
}

bool profile_next(struct profile *profile, struct stretch *stretch)
{
    uint32_t done = profile->done, ahead = profile->steps - done;
    uint32_t first, last, steps;

    if (!ahead)
        return false;
    if (done < profile->ramp && done < ahead) {
        uint32_t room = (ahead - done + 1) / 2; /* where the ramps meet before full speed */

        steps = done / 4 + 1;
        if (steps > room)
            steps = room;
        if (steps > profile->ramp - done)
            steps = profile->ramp - done;
        if (steps > 255)
            steps = 255;
        first = 2 * done + 1;
        last = first + 2 * (steps - 1);
    } else if (ahead > profile->ramp) {
        steps = ahead - profile->ramp;
        if (steps > profile->chunk)
            steps = profile->chunk;
        first = last = 0;
    } else {
        steps = ahead / 5 + 1;
        if (steps > 255)
            steps = 255;
        first = 2 * ahead - 1;
        last = first - 2 * (steps - 1);
    }
    profile->done += steps;
    stretch->steps = (uint8_t)steps;
    stretch->forward = profile->forward;
    stretch->interval = first ? interval_at(profile, first) : profile->cruise << 8;
    stretch->more = 0;
    if (steps > 1 && first)
        stretch->more = (int32_t)(interval_at(profile, last) - stretch->interval) / (int32_t)(steps - 1);
    return true;
}

void profile_brake(struct profile *profile, uint16_t dropped, uint16_t least)
{
    uint32_t ahead, left = profile->steps - profile->done;

    profile->done -= dropped;
    ahead = profile->done < profile->ramp ? profile->done : profile->ramp;
    if (ahead > left + dropped)
        ahead = left + dropped;
    profile->steps = profile->done + (ahead < least ? least : ahead);
}
