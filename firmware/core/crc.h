/* CRC-16/CCITT-FALSE, byte by byte. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h> /* uint16_t */

#define CRC_START 0xFFFFU

/* Return the CRC after one more byte. */
uint16_t crc_next(uint16_t crc, uint8_t byte);

#endif
