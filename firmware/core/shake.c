/* Plans the moves of a shake: whole turns or swings, then one slow swing that lays leaning dice flat. */
#include "shake.h" /* what is defined here */

#include <stdbool.h> /* bool */

#include "crank.h"      /* the moves */
#include "dictionary.h" /* ROCK_MS, and what machine.h has */
#include "linkage.h"    /* linkage_swing, linkage_tilt */
#include "port.h"       /* port_at_home */
#include "profile.h"    /* TICKS_PER_MS */

#define MIDDLE (TURN / 4) /* the middle of the stroke; home is one end */
#define MIDDLE_MS 150     /* the time to get there */
#define SETTLE_MS 10    /* for the switch to settle after the last step */
#define WATCHED (16 * MICROSTEPS) /* the last steps, during which the switch is checked */
/* Tolerances of the switch in steps. A motor slips by four full steps; rotor and switch lag as well. */
#define EARLY (2 * MICROSTEPS)
#define LATE (5 * MICROSTEPS / 2)

static enum { TURNS, OUT, SWINGS, BACK, ROCK_UP, ROCK_OVER, ROCK_DOWN, END } stage;
static struct program program;
static uint8_t swing, swings; /* half swings: planned ones, all */
static int16_t place;         /* steps from the middle at the end of the planned swings */
static uint16_t tilt;         /* steps */
static uint8_t wait;
static uint8_t turns, passes; /* whole turns: planned ones, and how often the switch has closed */
static bool closed;

void shake_begin(const struct program *chosen)
{
    program = *chosen;
    stage = program.stroke == STROKE ? TURNS : OUT;
    swing = 0;
    swings = (uint8_t)(((uint32_t)program.ms * program.rate + 4999) / 5000);
    place = 0;
    tilt = linkage_tilt(program.rock);
    wait = SETTLE_MS;
    turns = passes = 0;
    closed = true;
}

/* Plan whole turns: as many as last `ms`, ending at home. */
static void turn(void)
{
    uint32_t steady = (uint32_t)(program.ms - program.ramp); /* each ramp covers half the distance of full speed */
    uint32_t cruise = (10000 * TICKS_PER_MS / TURN << 8) / program.rate;

    turns = (uint8_t)((program.rate * steady + 9999) / 10000);
    crank_move(true, (uint32_t)turns * TURN, cruise,
               (uint16_t)((uint32_t)program.rate * program.ramp * (TURN / 2) / 10000));
}

/* Return the turning point of swing `next`; the amplitude rises and falls over `ramp`. */
static int16_t turning_point(uint8_t next)
{
    uint8_t rest = (uint8_t)(swings - next), edge = next < rest ? next : rest;
    uint32_t soft = edge * UINT32_C(5000), full = (uint32_t)program.rate * program.ramp;
    int16_t reach = (int16_t)linkage_swing(program.stroke);

    if (soft < full)
        reach = (int16_t)((uint16_t)reach * soft / full);
    return next & 1 ? reach : (int16_t)-reach;
}

static void swing_once(void)
{
    int16_t target = turning_point(++swing), way = (int16_t)(target - place);

    crank_move_timed(way > 0, (uint16_t)(way > 0 ? way : -way), 5000 * TICKS_PER_MS / program.rate);
    place = target;
}

/* A shake without rocking ends here. */
static void lay_flat(void)
{
    stage = tilt ? ROCK_UP : END;
}

void shake_plan(void)
{
    if (!crank_queued())
        return;
    switch (stage) {
    case TURNS:
        turn();
        lay_flat();
        break;
    case OUT:
        crank_move_timed(true, MIDDLE, MIDDLE_MS * TICKS_PER_MS);
        stage = SWINGS;
        break;
    case SWINGS:
        swing_once();
        if (swing == swings)
            stage = BACK;
        break;
    case BACK:
        crank_move_timed(false, MIDDLE, MIDDLE_MS * TICKS_PER_MS);
        lay_flat();
        break;
    case ROCK_UP:
        crank_move_timed(true, tilt, ROCK_MS / 4 * TICKS_PER_MS);
        stage = ROCK_OVER;
        break;
    case ROCK_OVER:
        crank_move_timed(false, (uint16_t)(2 * tilt), ROCK_MS / 2 * TICKS_PER_MS);
        stage = ROCK_DOWN;
        break;
    case ROCK_DOWN:
        crank_move_timed(true, tilt, ROCK_MS / 4 * TICKS_PER_MS);
        stage = END;
        break;
    case END:
        break;
    }
}

/* Whether the switch is in the state expected `left` steps before home. */
static bool as_expected(uint32_t left)
{
    if (left > WATCHED || left >= crank_length())
        return true;
    return port_at_home() ? left <= HOME_REACH + EARLY : left >= HOME_REACH - LATE;
}

/* A motor without the torque for a shake may stand at home all the time, and follow the slow swing nevertheless. */
static void count_passes(void)
{
    bool now = port_at_home();

    if (now && !closed && passes < UINT8_MAX)
        passes++;
    closed = now;
}

enum progress shake_tick(void)
{
    count_passes();
    if (stage != END)
        return MOVING;
    if (!crank_still())
        return as_expected(crank_left()) ? MOVING : LOST;
    if (--wait)
        return MOVING;
    return closed && 2 * passes >= turns ? ARRIVED : LOST;
}
