/* Time that never goes back, for timeouts. */
#ifndef SERVE_CLOCK_H
#define SERVE_CLOCK_H

#include <stdint.h>

/* Returns milliseconds since some start. */
int64_t clock_ms(void);

#endif
