/* Takes the lid for open once its contact has been open for a while: a knock opens the contact for a moment. */
#include "lid.h" /* what is defined here */

#include <stdint.h> /* uint8_t */

#include "dictionary.h" /* LID_MS */
#include "port.h"       /* port_lid_contact */

static volatile uint8_t open; /* ms for which the contact has been open, LID_MS at most */

void lid_reset(void)
{
    open = port_lid_contact() ? 0 : LID_MS;
}

bool lid_tick(void)
{
    if (port_lid_contact())
        open = 0;
    else if (!lid_open())
        return ++open == LID_MS;
    return false;
}

bool lid_open(void)
{
    return open == LID_MS;
}
