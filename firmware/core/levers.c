/* Swings the levers slowly, one after another; holds those that are down, and lets go of those that are up and idle. */
#include "levers.h" /* what is defined here */

#include "port.h"     /* port_lever */
#include "settings.h" /* settings */

#define FRAME_MS 20  /* period of the pulses */
#define APART 2      /* frames between the starts of two levers, so that their currents do not peak together */
#define REST_FRAMES 2 /* for a lever to come to rest after its last change of pulse */
#define MIRROR 3000 /* microseconds: a pulse and its mirror image together */

static uint16_t pulses[WELLS]; /* microseconds before they are mirrored, 0 for none */
static uint16_t strides[WELLS]; /* largest change of a pulse in a frame */
static uint8_t wanted, down;   /* wells */
static uint8_t late;           /* wells whose levers were not in place when the motion began */
static bool moving;
static uint8_t frame;   /* frames since the motion began */
static uint8_t resting; /* frames since the last pulse changed */
static uint8_t part;    /* ms of the frame */
static uint16_t idle;   /* ms until levers that are up are let go, 0 for never */

/* All servos lie alike, so that to press those of one row turn the other way: they get mirrored pulses. */
static void give(uint8_t lever, uint16_t pulse)
{
    pulses[lever] = pulse;
    if (pulse && MIRRORED_LEVERS >> lever & 1)
        pulse = MIRROR - pulse;
    port_lever(lever, pulse);
}

void levers_release(void)
{
    for (uint8_t lever = 0; lever < WELLS; lever++)
        give(lever, 0);
    wanted = down = 0;
    moving = false;
    idle = 0;
}

static uint16_t goal(uint8_t lever)
{
    return wanted >> lever & 1 ? settings.closed[lever] : settings.open[lever];
}

/* A lever without pulses is taken to be up. */
static uint16_t place(uint8_t lever)
{
    return pulses[lever] ? pulses[lever] : settings.open[lever];
}

static uint16_t between(uint16_t one, uint16_t other)
{
    return one > other ? one - other : other - one;
}

/* A lever goes from end to end in `swing`. One that is beyond its ends after a change of settings takes no longer. */
static uint16_t stride(uint8_t lever)
{
    uint16_t whole = between(settings.open[lever], settings.closed[lever]);
    uint16_t way = between(place(lever), goal(lever));

    if (whole < way)
        whole = way;
    return (uint16_t)(((uint32_t)whole * FRAME_MS + settings.swing - 1) / settings.swing);
}

/* Those without pulses stay so with `powered`. */
static void begin(uint8_t wells, bool powered)
{
    wanted = wells;
    down &= wells;
    moving = true;
    frame = resting = part = 0;
    late = 0;
    idle = 0;
    for (uint8_t lever = 0; lever < WELLS; lever++) {
        strides[lever] = stride(lever);
        if (pulses[lever] ? pulses[lever] != goal(lever) : !powered)
            late = (uint8_t)(late | 1U << lever);
    }
}

void levers_begin(uint8_t wells)
{
    begin(wells, false);
}

bool levers_lift(void)
{
    begin(0, true);
    return late;
}

/* Levers that have not arrived are held in place. */
void levers_halt(void)
{
    if (!moving)
        return;
    moving = false;
    idle = settings.idle;
    for (uint8_t lever = 0; lever < WELLS; lever++)
        if (pulses[lever] != goal(lever))
            wanted = (uint8_t)(wanted | 1U << lever);
}

uint8_t levers_down(void)
{
    return down;
}

/* Move a lever nearer to its goal. One without pulses may lie anywhere: its first pulse lifts it. */
static void swing(uint8_t lever)
{
    uint16_t from = place(lever), to = goal(lever), most = strides[lever];

    if (!pulses[lever])
        to = from;
    else if (from == to)
        return;
    if (from < to)
        to = to - from > most ? from + most : to;
    else
        to = from - to > most ? from - most : to;
    give(lever, to);
}

static bool next_frame(void)
{
    uint8_t turn = 0;
    bool changed = false;

    for (uint8_t lever = 0; lever < WELLS; lever++) {
        if (!(late >> lever & 1))
            continue;
        changed |= pulses[lever] != goal(lever);
        if (frame >= turn)
            swing(lever);
        turn = (uint8_t)(turn + APART);
    }
    frame++;
    resting = changed ? 0 : (uint8_t)(resting + 1);
    return resting <= REST_FRAMES;
}

static void let_go(void)
{
    for (uint8_t lever = 0; lever < WELLS; lever++)
        if (!(wanted >> lever & 1))
            give(lever, 0);
}

bool levers_tick(void)
{
    if (idle && !--idle)
        let_go();
    if (!moving)
        return false;
    if (++part < FRAME_MS)
        return true;
    part = 0;
    moving = next_frame();
    if (!moving) {
        down = wanted;
        idle = settings.idle;
    }
    return moving;
}
