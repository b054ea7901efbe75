/* Lets SIGINT and SIGTERM end long work cleanly. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>

/* Catches signals from now on. The first signal sets the returned variable to its number, which
 * stops the work. A second signal ends the program at once if it comes more than a second later.
 * Within that second it counts as the same signal, because `timeout` sends it to the program and to
 * its group. */
const volatile sig_atomic_t *signals_catch(void);

#endif
