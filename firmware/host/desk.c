/* The desk: what the host build's core asks for, without any hardware. */
#include "desk.h" /* what is defined here */

#include <string.h> /* memset */

#include "../core/board.h"      /* board_begin and the rest */
#include "../core/bootring.h"   /* bootring_next */
#include "../core/crank.h"      /* TURN */
#include "../core/dictionary.h" /* the FAULT_ numbers */
#include "../core/port.h"       /* what is defined here, too */
#include "../core/profile.h"    /* TICKS_PER_MS */

struct desk desk;

#define REACH 44 /* steps to either side of home where the home switch closes */
#define SLACK 9  /* steps past either edge before it opens again */

static bool powerless;

void desk_begin(void)
{
    memset(&desk, 0, sizeof desk);
    memset(desk.memory, 0xFF, sizeof desk.memory);
    desk.place = 700;
}

bool desk_reset(uint8_t cause)
{
    bool kept;
    uint16_t boot;

    steps_begin();
    powerless = false;
    boot = bootring_next(&kept);
    desk.cut = 0;
    if (powerless)
        return false;
    board_begin(boot, kept, cause);
    desk_look();
    return true;
}

void desk_look(void)
{
    while (board_work())
        ;
}

void desk_receive(const uint8_t *bytes, uint32_t length)
{
    while (length--) {
        if (*bytes == STAT_BYTE)
            board_question();
        else
            board_byte(*bytes);
        bytes++;
        desk_look();
    }
}

void desk_wait(uint32_t ms)
{
    while (ms--) {
        steps_run(desk.now + TICKS_PER_MS);
        desk.now += TICKS_PER_MS;
        board_tick();
        desk_look();
    }
}

/* Let the home switch be where the crank is. */
static void sense(void)
{
    int32_t reach = desk.closed ? REACH + SLACK : REACH;
    int32_t past = ((desk.place + reach) % TURN + TURN) % TURN;

    desk.closed = past <= 2 * reach;
}

void desk_move(int32_t steps)
{
    desk.place += steps;
    sense();
}

void desk_step(bool forward, uint64_t tick)
{
    if (!desk.jammed)
        desk_move(forward ? 1 : -1);
    if (desk.steps)
        fprintf(desk.steps, "%llu %c\n", (unsigned long long)tick, forward ? '+' : '-');
}

bool port_sending(void)
{
    return false;
}

void port_send(const char *bytes, uint8_t length)
{
    if (desk.hear)
        desk.hear(bytes, length);
}

bool port_at_home(void)
{
    return desk.home_switch == SWITCH_CLOSED || (desk.home_switch == SWITCH_WORKS && desk.closed);
}

bool port_lid_open(void)
{
    return desk.lid_open;
}

bool port_estop(void)
{
    return desk.estop;
}

uint8_t port_tripped(void)
{
    return 0;
}

void port_light(uint8_t left, uint8_t right)
{
    if (!desk.quiet)
        printf("light %u %u\n", left, right);
}

void port_lever(uint8_t lever, uint16_t pulse)
{
    if (!desk.quiet)
        printf("lever %u %u %llu\n", lever + 1U, pulse, (unsigned long long)desk.now);
}

void port_current(bool on)
{
    if (!desk.quiet)
        printf("current %u\n", on);
}

void port_lamp(bool lit)
{
    if (!desk.quiet)
        printf("lamp %u\n", lit);
}

uint8_t port_recall(uint16_t address)
{
    return desk.memory[address];
}

void port_keep(uint16_t address, uint8_t value)
{
    if (powerless || desk.worn)
        return;
    if (desk.cut && !--desk.cut) {
        /* the cell is half erased when the power goes */
        value = (uint8_t)(desk.memory[address] | (value ^ 0x5A));
        powerless = true;
    }
    desk.memory[address] = value;
}
