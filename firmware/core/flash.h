/* Constants in flash only on the AVR, which has little RAM; ordinary constants on a host. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __FLASH
#define FLASH const __flash
#else
#define FLASH const
#endif

/* A string constant in flash. */
#define TEXT(string)                          \
    (__extension__({                          \
        static FLASH char in_flash[] = string; \
        &in_flash[0];                         \
    }))

#endif
