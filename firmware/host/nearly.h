/* Lines that are nearly right, from a seed. */
#ifndef NEARLY_H
#define NEARLY_H

#include <stdint.h> /* uint8_t, uint64_t */

#define NEARLY_BYTES 400

/* The line that was made last. */
struct nearly {
    uint8_t bytes[NEARLY_BYTES];
    uint32_t length;
};

extern struct nearly nearly;

void nearly_begin(uint64_t seed);

/* A number below another one; all chance is drawn here. */
uint32_t draw(uint32_t below);

/* Make a line without its newline: a frame in turn or not, a typed line, or rubbish, mostly a little wrong. */
void nearly_make(void);

/* Make a frame that is right and in turn. */
void nearly_make_frame(const char *command);

/* End the line with the only newline in it. */
void nearly_end(void);

#endif
