/* Opens an address in the user's browser. */
#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

#include <stdbool.h>

/* True if there is a desktop with a program that opens addresses. */
bool browser_exists(void);
/* Starts the browser with an address. It goes on when this program has ended. Returns false if the
 * browser cannot be started. */
bool browser_open(const char *address);

#endif
