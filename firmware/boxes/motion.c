/* Knocks: pulses of one coil after another, so few and so short that none grows too hot, whatever is asked. */
#include "../core/motion.h" /* what is defined here */

#include "../core/dictionary.h" /* the machine's numbers */
#include "../core/pending.h"    /* pending_done */
#include "../core/port.h"       /* port_pulse */
#include "../core/session.h"    /* session_lease_lost */

/* A coil may be on for HEAT_MOST at once and for 1 in COOL_MS milliseconds: for no more than DUTY in any minute. */
#define HEAT_MOST (DUTY / 2)
#define COOL_MS (2 * 60000L / DUTY + 1)

_Static_assert(HEAT_MOST + 60000L / COOL_MS <= DUTY, "a minute's pulses and what cools in it");
_Static_assert(PULSE_MOST <= 250, "the timer that guards a pulse counts no further");
_Static_assert(COOL_MS <= 255, "counted in a byte");

static uint8_t state;
static bool leased;
static uint16_t shakes;
static uint8_t wells;      /* that are knocked */
static uint8_t count;      /* rounds that are left, the present one included */
static uint16_t length, gap;
static uint8_t next;       /* whose turn it is in this round; WELLS: all have had theirs */
static uint16_t since;     /* ms since this round began */
static uint16_t pause;     /* ms until the next pulse */
static uint16_t heat[WELLS]; /* ms of pulses from which a coil has not cooled yet */
static uint8_t cooling;      /* ms until all are a little cooler */

/* How long the coils were on before a reset is not known, so they are taken for hot. */
void motion_reset(void)
{
    motion_cut(true);
    shakes = 0;
    cooling = COOL_MS;
    for (uint8_t well = 0; well < WELLS; well++)
        heat[well] = HEAT_MOST;
}

bool motion_bears(const struct values *values)
{
    uint8_t asked = wells_of(VALUE(values, knock, wells, wells));
    uint32_t warmer = VALUE(values, knock, wells, count) * VALUE(values, knock, wells, length);

    for (uint8_t well = 0; well < WELLS; well++)
        if (asked >> well & 1 && heat[well] + warmer > HEAT_MOST)
            return false;
    return true;
}

static void begin_round(void)
{
    next = 0;
    since = 0;
}

void motion_knock(bool framed, const struct values *values)
{
    state = STATE_knocking;
    leased = framed;
    shakes++;
    wells = wells_of(VALUE(values, knock, wells, wells));
    count = (uint8_t)VALUE(values, knock, wells, count);
    length = (uint16_t)VALUE(values, knock, wells, length);
    gap = (uint16_t)VALUE(values, knock, wells, gap);
    pause = 0;
    begin_round();
}

uint8_t motion_state(void)
{
    return state;
}

uint16_t motion_shakes(void)
{
    return shakes;
}

void motion_cut(bool forget)
{
    (void)forget;
    state = STATE_idle;
    port_pulse(0, 0);
}

static void cool(void)
{
    if (--cooling)
        return;
    cooling = COOL_MS;
    for (uint8_t well = 0; well < WELLS; well++)
        if (heat[well])
            heat[well]--;
}

static void pulse(void)
{
    heat[next] = (uint16_t)(heat[next] + length);
    pause = (uint16_t)(length + APART);
    port_pulse(next, (uint8_t)length);
    next++;
}

enum progress motion_tick(void)
{
    cool();
    if (state == STATE_idle)
        return MOVING;
    if (next == WELLS && since >= gap && count > 1) {
        count--;
        begin_round();
    }
    since++;
    if (pause && --pause)
        return MOVING;
    while (next < WELLS && !(wells >> next & 1))
        next++;
    if (next < WELLS)
        pulse();
    else if (count == 1)
        return ARRIVED;
    return MOVING;
}

uint8_t motion_conclude(enum progress progress)
{
    if (state == STATE_idle)
        return 0;
    if (progress == ARRIVED) {
        state = STATE_idle;
        pending_done(VERB_knock);
        return 0;
    }
    return leased && session_lease_lost() ? FAULT_LEASE : 0;
}

bool motion_plan(void)
{
    return false;
}
