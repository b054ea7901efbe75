/* library/load.h: libraries that are loaded when they are first needed.
 *
 * A command should not wait for libraries that it does not call: cairo alone brings 20 others. So
 * the kit is not linked with its large libraries. library/<name>.inl lists the functions of a
 * library that the kit calls, and library/<name>.h replaces each call by a call through a pointer,
 * which library_load fills. To call one more function, add its line to the list; without the line,
 * the tool does not link. With the CMake option WEND_LOAD_ON_DEMAND=OFF the kit is linked with the
 * libraries, and library_load does nothing. */
#ifndef LIBRARY_LOAD_H
#define LIBRARY_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

typedef struct library {
    const char *file;    /* the name that the dynamic linker searches for; NULL if it is linked */
    const char *purpose; /* the start of the message if it cannot be loaded: "... need NAME" */
    const char *const *names; /* of its functions */
    uint32_t count;
    void *functions; /* `count` pointers to functions */
    atomic_bool is_loaded;
} library;

/* Loads a library unless it is loaded already. Call it before the first call of any function of the
 * library; it is cheap. Any thread may call it. Fails with WEND_ERROR_IO if the library or one of
 * its functions is missing. The library stays loaded. */
wend_result library_load(library *l, wend_error *error);

#endif
