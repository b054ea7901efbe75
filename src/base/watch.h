/* base/watch.h: progress of long work, and its cancellation.
 *
 * A watch covers a range of the whole work; watch_part makes one for a part. Long loops call
 * watch_report and stop when it returns false. A loop that stops returns any failure:
 * the function that began the work then reports WEND_ERROR_CANCELLED, because `cancel` stays set.
 */
#ifndef BASE_WATCH_H
#define BASE_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct watch {
    void (*progress)(void *user, double done); /* may be NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* may be NULL */
    double from, to;                     /* the range of the whole work that this watch covers */
    double *latest; /* the last share reported; later reports are never below it. NULL: no limit */
} watcher;

/* True if the caller has cancelled the work. `w` may be NULL. */
static inline bool watch_is_cancelled(const watcher *w) {
    return w != NULL && w->cancel != NULL && *w->cancel != 0;
}

/* Reports that a share of the watched work is done, 0 to 1. Returns false if the work was
 * cancelled, even by the progress callback itself. `w` may be NULL. */
static inline bool watch_report(const watcher *w, double share) {
    if (w != NULL && w->progress != NULL && !watch_is_cancelled(w)) {
        double done = w->from + (w->to - w->from) * share;
        if (w->latest != NULL) {
            done = done > *w->latest ? done : *w->latest;
            *w->latest = done;
        }
        w->progress(w->user, done);
    }
    return !watch_is_cancelled(w);
}

/* Like watch_report after `done` of `count` equal items, but calls the progress callback only for
 * every 4096th item. */
static inline bool watch_count(const watcher *w, uint32_t done, uint32_t count) {
    return done % 4096 != 0 || watch_report(w, (double)done / count);
}

/* Returns a watch for the part of the work between two shares of it. */
static inline watcher watch_part(const watcher *w, double from, double to) {
    watcher part = {NULL, NULL, NULL, 0.0, 1.0, NULL};
    if (w != NULL) {
        part = *w;
        part.from = w->from + (w->to - w->from) * from;
        part.to = w->from + (w->to - w->from) * to;
    }
    return part;
}

#endif
