/* Reads and writes the EEPROM, which survives a loss of power. */
#include <avr/eeprom.h> /* eeprom_read_byte, eeprom_update_byte */

#include "../core/port.h" /* what is defined here */

uint8_t port_recall(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void port_keep(uint16_t address, uint8_t value)
{
    eeprom_update_byte((uint8_t *)address, value);
    eeprom_busy_wait();
}
