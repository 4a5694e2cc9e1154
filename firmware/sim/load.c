/* Loads a program into the chip: ELF, or HEX by its file name. */
#include "chip.h"

#include <simavr/sim_elf.h> /* ELF */
#include <simavr/sim_hex.h> /* HEX */
#include <stdio.h>          /* errors */
#include <stdlib.h>         /* exit */
#include <string.h>         /* the name's end */

void load_program(const char *program)
{
    size_t length = strlen(program);
    if (length > 4 && !strcmp(program + length - 4, ".hex")) {
        ihex_chunk_p chunks = NULL;
        int count = read_ihex_chunks(program, &chunks);
        for (int k = 0; k < count; k++) {
            if (chunks[k].baseaddr + chunks[k].size > chip->flashend + 1)
                exit(2);
            avr_loadcode(chip, chunks[k].data, chunks[k].size, chunks[k].baseaddr);
            chip->codeend = chunks[k].baseaddr + chunks[k].size;
        }
        if (count > 0)
            return;
    } else {
        static elf_firmware_t firmware;
        if (elf_read_firmware(program, &firmware) == 0 && firmware.flashsize) {
            avr_load_firmware(chip, &firmware);
            return;
        }
    }
    fprintf(stderr, "%s is no program for the board\n", program);
    exit(2);
}
