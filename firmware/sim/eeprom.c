/* Simulates the EEPROM: a write takes time, can be torn by a power cut, and fails in a worn cell. */
#include "chip.h"

#include <simavr/avr_eeprom.h> /* its cells */

enum { EERE_BIT = 1, EEPE_BIT = 2, EEMPE_BIT = 4 };
enum way { NOTHING, ERASED, HALF, OTHER }; /* contents of a cell after a torn write */

#define WRITE_CYCLES (CLOCK_HZ / 1000 * 34 / 10)

static avr_eeprom_t *eeprom;
static avr_io_write_t simavr_write;
static bool worn[EEPROM_BYTES];
static bool busy;
static uint32_t cut_after;
static uint8_t cut_way;

static avr_cycle_count_t on_ready(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    (void)param;
    busy = false;
    chip->data[R_EECR] &= (uint8_t)~EEPE_BIT;
    return 0;
}

static uint8_t torn(uint8_t old, uint8_t wanted)
{
    switch (cut_way) {
    case NOTHING:
        return old;
    case ERASED:
        return 0xFF;
    case HALF:
        return wanted | 0x5A; /* some bits are not yet programmed */
    default:
        return (uint8_t)(old ^ 0x11);
    }
}

static void write_control(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    if (busy) {
        chip->data[address] = (uint8_t)((value & ~(EERE_BIT | EEMPE_BIT)) | EEPE_BIT);
        return;
    }
    uint16_t place = (uint16_t)(chip->data[R_EEARL] | chip->data[R_EEARH] << 8) % EEPROM_BYTES;
    bool writes = value & EEPE_BIT && chip->data[address] & EEMPE_BIT;
    uint8_t old = eeprom->eeprom[place];
    simavr_write(avr, address, value, param);
    if (!writes)
        return;
    uint8_t mode = value >> 4 & 3;
    uint8_t wanted = mode == 1 ? 0xFF : mode == 2 ? old & chip->data[R_EEDR] : chip->data[R_EEDR];
    bool cut = cut_after && --cut_after == 0;
    eeprom->eeprom[place] = worn[place] ? old : cut ? torn(old, wanted) : wanted;
    emit(CELL, 0, eeprom->eeprom[place], place);
    if (cut) {
        chip_halt(1);
        return;
    }
    busy = true;
    chip->data[R_EECR] |= EEPE_BIT;
    avr_cycle_timer_register(chip, mode ? WRITE_CYCLES / 2 : WRITE_CYCLES, on_ready, NULL);
}

uint8_t *eeprom_cells(void)
{
    return eeprom->eeprom;
}

void eeprom_wear(uint16_t address)
{
    worn[address % EEPROM_BYTES] = true;
}

void eeprom_cut(uint32_t writes, uint8_t way)
{
    cut_after = writes;
    cut_way = way;
}

void eeprom_reset(void)
{
    busy = false;
}

void eeprom_make(void)
{
    eeprom = (avr_eeprom_t *)part("eeprom");
    simavr_write = chip->io[AVR_DATA_TO_IO(R_EECR)].w.c;
    chip->io[AVR_DATA_TO_IO(R_EECR)].w.c = write_control;
}
