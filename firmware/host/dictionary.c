/* Prints protocol version and CRC of the dictionary as a header (see PROTOCOL.md, "Dictionary"). */
#include <stdio.h> /* printf */

#include "../core/crc.h" /* crc_next */
#include "machine.h"     /* MACHINE_ENTRIES, which the build makes from hardware/machine.toml */

static const char dictionary[] =
#define NUMBER(a, b) "NUMBER(" #a "," #b ")\n"
#define VERB(a, b) "VERB(" #a "," #b ")\n"
#define KEY(a, b, c, d, e, f) "KEY(" #a "," #b "," #c "," #d "," #e "," #f ")\n"
#define FIELD(a, b, c) "FIELD(" #a "," #b "," #c ")\n"
#define SETTING(a, b) "SETTING(" #a "," #b ")\n"
#define STATE(a) "STATE(" #a ")\n"
#define CODE(a) "CODE(" #a ")\n"
#define FAULT(a, b) "FAULT(" #a "," #b ")\n"
#define EVENT(a) "EVENT(" #a ")\n"
#define RESET(a) "RESET(" #a ")\n"
#include "../commands.def"
    MACHINE_ENTRIES;

enum {
#define NUMBER(name, value) value_of_##name = value,
#include "../commands.def"
    protocol = value_of_PROTOCOL
};

int main(void)
{
    unsigned short crc = CRC_START;

    for (const char *at = dictionary; *at; at++)
        crc = crc_next(crc, (unsigned char)*at);
    printf("/* Made from commands.def and machine.toml. */\n#define DICTIONARY_CRC 0x%04X\n", crc);
    printf("#define DICTIONARY_TEXT \"protocol %d dictionary %04X\"\n", protocol, crc);
    return 0;
}
