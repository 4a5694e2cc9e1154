/* Computes the CRC of the wire without a table. */
#include "crc.h" /* crc_next */

uint16_t crc_next(uint16_t crc, uint8_t byte)
{
    uint8_t mixed = (uint8_t)((crc >> 8) ^ byte);
    uint16_t folded;

    mixed ^= mixed >> 4;
    folded = mixed;
    return (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)(folded << 12) ^ (uint16_t)(folded << 5) ^ folded);
}
