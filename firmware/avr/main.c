/* Sets up the hardware, runs the core, and sleeps while there is nothing to do. */
#include <avr/interrupt.h> /* cli, sei */
#include <avr/io.h>        /* SMCR */
#include <avr/sleep.h>     /* sleep_cpu */

#include "../core/board.h"    /* board_begin and the rest */
#include "../core/boot_counter.h" /* boot_counter_next */
#include "../core/port.h"     /* port_sending */
#include "../boxes/coils.h"   /* coils_begin */
#include "lamps.h"            /* lamps_begin */
#include "reset.h"            /* reset_cause */
#include "servos.h"           /* servos_begin */
#include "steps.h"            /* steps_begin */
#include "switches.h"         /* switches_begin */
#include "ticks.h"            /* ticks_take */
#include "uart.h"             /* uart_begin and the rest */
#include "watchdog.h"         /* watchdog_begin, watchdog_kick */

static uint8_t behind; /* ms for which the core has not advanced yet */

static void set_up(void)
{
    bool kept;
    uint16_t boot;

#ifdef BOXES
    coils_begin();
#else
    steps_begin();
    lamps_begin();
    switches_begin();
    servos_begin();
#endif
    boot = boot_counter_next(&kept);
    uart_begin();
    board_begin(boot, kept, reset_cause());
    SMCR = 0; /* idle mode: all interrupt sources keep running */
    watchdog_begin();
    sei();
}

/* Any interrupt wakes it; none can occur between the last check and the sleep. */
static void rest(void)
{
    cli();
    behind = (uint8_t)(behind + ticks_take());
    if (!behind && (port_sending() || !uart_waits())) {
        SMCR = _BV(SE);
        sei();
        sleep_cpu();
        SMCR = 0;
    }
    sei();
}

int main(void)
{
    set_up();
    for (;;) {
        behind = (uint8_t)(behind + ticks_take());
        for (; behind; behind--) {
            watchdog_kick(); /* here, so that a board whose milliseconds end is reset, too */
            board_tick();
        }
        for (uint8_t asked = uart_questions(); asked; asked--)
            board_question();
        while (uart_waits() && !port_sending())
            board_byte(uart_take());
        if (!board_work())
            rest();
    }
}
