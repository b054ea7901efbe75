/* The assertion handler. It has a file of its own so that wend-kit, built as a shared library,
 * links to this handler and not to a copy; a copy would not know the handler that the user has
 * set. */
#include <stdio.h>
#include <stdlib.h>

#include <wend/base.h>

static wend_assert_handler *current_handler;
static void *current_user;

void wend_set_assert_handler(wend_assert_handler *handler, void *user) {
    current_handler = handler;
    current_user = user;
}

void wend_assert_failed(const char *condition, const char *file, int line) {
    if (current_handler != NULL) {
        current_handler(condition, file, line, current_user);
    } else {
        fprintf(stderr, "wend: %s:%d: assertion failed: %s\n", file, line, condition);
    }
    abort();
}
