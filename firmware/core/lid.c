/* Takes the lid for open once its contact has been open for a while, with touches too short to mean that it is shut. */
#include "lid.h" /* what is defined here */

#include <stdint.h> /* uint8_t */

#include "dictionary.h" /* LID_MS */
#include "port.h"       /* port_lid_contact */

#define OPEN (2 * LID_MS)

static volatile uint8_t count; /* up by 2 in a ms in which the contact was open, down by 1 in one in which it touched */

void lid_reset(void)
{
    count = port_lid_contact() ? 0 : OPEN;
}

bool lid_tick(void)
{
    if (port_lid_contact()) {
        if (count)
            count--;
        return false;
    }
    if (lid_open())
        return false;
    count = (uint8_t)(count + 2 < OPEN ? count + 2 : OPEN);
    return lid_open();
}

bool lid_open(void)
{
    return count == OPEN;
}
