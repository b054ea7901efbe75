/* Loads shared libraries and looks up their functions. */
#include "library/load.h"
#include "base/error.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static wend_result find_functions(library *l, void *handle, wend_error *error) {
    for (uint32_t i = 0; i < l->count; i++) {
        void *found = dlsym(handle, l->names[i]);
        if (found == NULL) {
            return error_set(error, WEND_ERROR_IO,
                             "%s, but %s has no function %s: install a newer version of it",
                             l->purpose, l->file, l->names[i]);
        }
        memcpy((char *)l->functions + i * sizeof found, &found, sizeof found);
    }
    return WEND_OK;
}

static wend_result load(library *l, wend_error *error) {
    void *handle = dlopen(l->file, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        return error_set(error, WEND_ERROR_IO, "%s, which cannot be loaded: %s", l->purpose,
                         reason != NULL ? reason : l->file);
    }
    wend_result result = find_functions(l, handle, error);
    if (result != WEND_OK) {
        dlclose(handle);
    }
    return result;
}

wend_result library_load(library *l, wend_error *error) {
    if (l->file == NULL || atomic_load_explicit(&l->is_loaded, memory_order_acquire)) {
        return WEND_OK;
    }
    pthread_mutex_lock(&one_at_a_time);
    wend_result result = WEND_OK;
    if (!atomic_load_explicit(&l->is_loaded, memory_order_relaxed)) {
        result = load(l, error);
        atomic_store_explicit(&l->is_loaded, result == WEND_OK, memory_order_release);
    }
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}
