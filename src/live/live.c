/* Creates and destroys live worlds, and answers messages: reads a request, calls the function of
 * its message, and turns a failure into an answer. */
#include "live/live.h"
#include "base/def.h"
#include "base/error.h"
#include "base/text.h"
#include "live/failure.h"
#include <stdio.h>
#include <string.h>

void wend_live_def_init(wend_live_def *def, size_t size) {
    const wend_live_def defaults = {
        .threads = 1, .kernel = WEND_KERNEL_AUTO, .history_bytes = (size_t)64 << 20};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* Fills a live world, which is zeroed but for its memory, from a def. */
static wend_result make(wend_live *live, const wend_live_def *def, wend_error *error) {
    const wend_allocator *allocator = &live->memory.allocator;
    live_writer_init(&live->out, &live->memory);
    live->history.budget = def->history_bytes;
    live->bundle = def->bundle;
    live->def = wend_default_world_def();
    live->def.registry = def->registry;
    live->def.threads = def->threads;
    live->def.kernel = def->kernel;
    live->def.allocator = def->allocator;
    if (def->registry == NULL) {
        wend_result result = wend_registry_create(allocator, &live->own_registry, error);
        if (result != WEND_OK) {
            return result;
        }
        live->def.registry = live->own_registry;
    }
    return live_restart(live, 0, error);
}

wend_result wend_live_create(const wend_live_def *given, wend_live **out, wend_error *error) {
    wend_live_def def;
    WEND_ASSERT(given != NULL && out != NULL);
    wend_result result = DEF_READ(live, given, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def.bundle != NULL);
    wend_live *live = memory_allocate(&def.allocator, sizeof *live);
    if (live == NULL) {
        return error_no_memory(error, "a live world");
    }
    memset(live, 0, sizeof *live);
    memory_init(&live->memory, &def.allocator);
    result = make(live, &def, error);
    if (result != WEND_OK) {
        wend_live_destroy(live);
        return result;
    }
    *out = live;
    return WEND_OK;
}

void wend_live_destroy(wend_live *live) {
    if (live == NULL) {
        return;
    }
    wend_allocator allocator = live->memory.allocator;
    live_writer_free(&live->out);
    live_history_free(&live->history, &live->memory);
    live_crowd_free(&live->crowd, &live->memory);
    memory_free(&live->memory, live->placed, live->placed_capacity * sizeof *live->placed);
    memory_free(&live->memory, live->frame, live->frame_capacity);
    memory_free(&live->memory, live->counts.goal_arrivals,
                live->counts.goal_count * sizeof *live->counts.goal_arrivals);
    if (!live->is_attached) {
        wend_world_destroy(live->world);
    }
    wend_registry_destroy(live->own_registry);
    memory_release(&allocator, live, sizeof *live);
}

wend_world *wend_live_world(wend_live *live) {
    return live->world;
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Checks that a message knows all keys of a request. */
static wend_result check_keys(const live_message *message, const live_request *request,
                              wend_error *error) {
    size_t known = 0;
    while (message->keys != NULL && message->keys[known] != NULL) {
        known++;
    }
    for (uint32_t i = 0; i < request->count; i++) {
        const char *key = request->members[i].key;
        bool found = strcmp(key, "do") == 0 || strcmp(key, "id") == 0;
        for (size_t k = 0; k < known && !found; k++) {
            found = strcmp(key, message->keys[k]) == 0;
        }
        char hint[256];
        if (!found) {
            return error_set(error, WEND_ERROR_NAME, "the message '%s' has no key '%s'%s",
                             message->name, key,
                             text_suggest(key, message->keys, known, hint, sizeof hint));
        }
    }
    return WEND_OK;
}

static wend_result find_message(const live_request *request, const live_message **out,
                                wend_error *error) {
    enum { MOST_NAMES = 64 };
    char name[LIVE_MAX_KEY], hint[512];
    wend_result result = live_get_text(request, "do", name, sizeof name, error);
    if (result != WEND_OK) {
        return result;
    }
    *out = live_message_find(name);
    if (*out != NULL) {
        return check_keys(*out, request, error);
    }
    const char *names[MOST_NAMES];
    uint32_t count = 0;
    for (; count < live_message_count() && count < MOST_NAMES; count++) {
        names[count] = live_message_at(count)->name;
    }
    return error_set(error, WEND_ERROR_NAME, "unknown message '%s'%s", name,
                     text_suggest(name, names, count, hint, sizeof hint));
}

static wend_result answer(wend_live *live, const char *text, size_t size, wend_error *error) {
    if (size > WEND_MAX_LIVE_MESSAGE) {
        return error_set(error, WEND_ERROR_LIMIT, "a message has at most %d bytes, found %zu",
                         WEND_MAX_LIVE_MESSAGE, size);
    }
    live_request request;
    const live_message *message = NULL;
    wend_result result = live_request_read(text, size, &request, error);
    if (result == WEND_OK) {
        result = find_message(&request, &message, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (message->changes && live->queued >= LIVE_MAX_QUEUED) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "there are too many changes since the last step; make a step first");
    }
    if (live->is_attached && (message->changes || message->moves)) {
        return error_set(
            error, WEND_ERROR_INVALID,
            "'%s' is refused: this run goes on by itself, and viewers do not change it",
            message->name);
    }
    live_begin_object(&live->out, NULL);
    result = message->answer(live, &request, &live->out, error);
    if (result != WEND_OK) {
        return result;
    }
    live_end_object(&live->out);
    live->changes += message->changes;
    live->queued += message->changes;
    return live->out.failed ? error_no_memory(error, "an answer") : WEND_OK;
}

const char *wend_live_answer(wend_live *live, const char *message, size_t size, size_t *length) {
    wend_error error = {0};
    live_writer_reset(&live->out);
    wend_result result = answer(live, message, size, &error);
    if (result != WEND_OK) {
        live_write_failure(&live->out, &error);
    }
    const char *text = live_writer_end(&live->out);
    if (length != NULL) {
        *length = text != NULL ? live->out.size : 0;
    }
    return text;
}
