/* The name of this build: at most 20 bytes. */
#ifndef VERSION_H
#define VERSION_H

#define VERSION "0.5.0"

#ifdef NO_WATCHDOG
#define FIRMWARE "pipsqueak-" VERSION "-nowd"
#else
#define FIRMWARE "pipsqueak-" VERSION
#endif

#endif
