/* Lets SIGINT and SIGTERM end long work in an orderly manner. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>

/* Until signals_catch is called, SIGINT and SIGTERM end the program with status 130 or 143. For
 * work that has not yet written anything, such as reading a scenario. */
void signals_exit_at_once(void);

/* Catches signals from now on. Returns a variable that the first signal sets to its own number;
 * this stops the work. A second signal ends the program at once if it arrives more than a second
 * later. Within that second, it counts as the same signal, because `timeout` sends its signal both
 * to the program and to the program's group. */
const volatile sig_atomic_t *signals_catch(void);

#endif
