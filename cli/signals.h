/* SIGINT and SIGTERM end long work properly. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>

/* From now on the first signal stops the work: what is returned becomes its number. One that comes
 * later than a second after it ends the program at once; before that it counts as the same:
 * `timeout` sends it to the program and to its group. */
const volatile sig_atomic_t *signals_catch(void);

#endif
