/* Decides which frame is the next one and which is a repetition, so that each is carried out once. */
#include "memory.h" /* what is defined here */

#include "dictionary.h" /* SEQ_MAX */

struct memory memory;

void memory_reset(void)
{
    memory.last = 0;
    memory.reply.length = 0;
}

enum turn memory_turn(uint16_t seq, uint16_t crc)
{
    uint16_t next = memory.last == SEQ_MAX ? 1 : (uint16_t)(memory.last + 1);

    if (seq == memory.last && crc == memory.crc)
        return REPEATED;
    return seq == next ? NEXT : OUT_OF_TURN;
}

void memory_take(uint16_t seq, uint16_t crc)
{
    memory.last = seq;
    memory.crc = crc;
}
