/* Lines for the fuzzer, from a seed. */
#ifndef FUZZ_GRAMMAR_H
#define FUZZ_GRAMMAR_H

#include <stdint.h> /* uint8_t, uint64_t */

#define FUZZ_LINE_BYTES 400

/* The line made last. */
struct fuzz_line {
    uint8_t bytes[FUZZ_LINE_BYTES];
    uint32_t length;
};

extern struct fuzz_line fuzz_line;

void fuzz_grammar_begin(uint64_t seed);

/* Return a random number below `below`; the only source of randomness. */
uint32_t draw(uint32_t below);

/* Make a line without its newline: a frame in turn or not, a typed line, or random bytes, mostly with a small error. */
void fuzz_grammar_make(void);

/* Make a valid frame that is in turn. */
void fuzz_grammar_make_frame(const char *command);

/* End the line with the only newline in it. */
void fuzz_grammar_end(void);

#endif
