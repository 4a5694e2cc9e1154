/* Stores the boot number in a ring of cells. A power cut at any moment leaves the old number or the new one intact. */
#include "boot_counter.h" /* what is defined here */

#include "crc.h"        /* crc_next */
#include "dictionary.h" /* BOOT_MAX */
#include "port.h"       /* port_recall, port_keep */

#define CELLS 256
#define TRIES 8 /* cells to try before the memory counts as worn */
#define ERASED 0xFF

enum { LOW, HIGH, CHECK, CELL_BYTES };

/* A check of seven bits: an erased byte is never valid. */
static uint8_t check_of(uint16_t number)
{
    uint16_t crc = crc_next(crc_next(CRC_START, (uint8_t)number), (uint8_t)(number >> 8));

    return crc & 0x7F;
}

static uint16_t address_of(uint16_t cell)
{
    return (uint16_t)(cell * CELL_BYTES);
}

/* Return the number in a cell, or 0 if it holds none. */
static uint16_t recall(uint16_t cell)
{
    uint16_t address = address_of(cell);
    uint16_t number = (uint16_t)(port_recall(address + HIGH) << 8 | port_recall(address + LOW));

    return port_recall(address + CHECK) == check_of(number) ? number : 0;
}

/* The check is erased first and written last: in between, the cell is invalid. */
static bool keep(uint16_t cell, uint16_t number)
{
    uint16_t address = address_of(cell);

    port_keep(address + CHECK, ERASED);
    port_keep(address + LOW, (uint8_t)number);
    port_keep(address + HIGH, (uint8_t)(number >> 8));
    port_keep(address + CHECK, check_of(number));
    return recall(cell) == number;
}

uint16_t boot_counter_next(bool *kept)
{
    uint16_t newest = 0, at = CELLS - 1, number;

    for (uint16_t cell = 0; cell < CELLS; cell++) {
        uint16_t found = recall(cell);

        /* numbers wrap around: the newer of two is less than half a cycle ahead */
        if (found && (!newest || (int16_t)(found - newest) > 0)) {
            newest = found;
            at = cell;
        }
    }
    number = newest == BOOT_MAX ? 1 : (uint16_t)(newest + 1);
    *kept = false;
    for (uint8_t tries = 0; tries < TRIES && !*kept; tries++) {
        at = (uint16_t)(at + 1) % CELLS;
        *kept = keep(at, number);
    }
    return number;
}
