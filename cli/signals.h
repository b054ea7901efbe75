/* Lets SIGINT and SIGTERM end long work in an orderly manner. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>

/* Catches signals from now on. Returns a variable that the first signal sets to its own number;
 * this stops the work. A second signal ends the program at once if it arrives more than a second
 * later. Within that second, it counts as the same signal, because `timeout` sends its signal both
 * to the program and to the program's group. */
const volatile sig_atomic_t *signals_catch(void);

#endif
