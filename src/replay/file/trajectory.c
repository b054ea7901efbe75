/* Opens a trajectory file with the input that its extension selects, and reads the file frame by
 * frame: the functions wend_trajectory_*. */
#include "replay/file/trajectory.h"
#include "base/error.h"
#include "base/memory.h"
#include "record/file/params.h"
#include "replay/inputs.h"
#include <string.h>

struct wend_trajectory {
    memory heap;
    const wend_input *input;
    void *state, *params; /* of the sizes that the input specifies, but at least one byte each */
    wend_recording recording;
    wend_frame frame;
    bool begun, ended;
};

static size_t at_least_one(size_t size) {
    return size > 0 ? size : 1;
}

static wend_result begin(wend_trajectory *t, const char *path, trajectory_fill *fill,
                         const void *user, wend_error *error) {
    const wend_input *input = t->input;
    t->state = memory_get_zeroed(&t->heap, at_least_one(input->state_size));
    t->params = memory_get_zeroed(&t->heap, at_least_one(input->entry.params_size));
    if (t->state == NULL || t->params == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    if (fill != NULL) {
        fill(user, &input->entry, t->params);
    } else {
        params_set_defaults(&input->entry, t->params);
    }
    t->begun = true;
    wend_result result = input->begin(t->state, t->params, input->entry.user, path,
                                      &t->heap.allocator, &t->recording, error);
    t->recording.allocator = t->heap.allocator;
    return result;
}

wend_result trajectory_open(const wend_registry *registry, const char *path, trajectory_fill *fill,
                            const void *user, const wend_allocator *allocator,
                            wend_trajectory **out, wend_error *error) {
    WEND_ASSERT(registry != NULL && path != NULL && out != NULL);
    wend_error ignored;
    wend_error *filled = error != NULL ? error : &ignored;
    const wend_input *input = inputs_find(registry, path, filled);
    if (input == NULL) {
        return WEND_ERROR_NAME;
    }
    wend_trajectory *t = memory_allocate(allocator, sizeof *t);
    if (t == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    memset(t, 0, sizeof *t);
    memory_init(&t->heap, allocator);
    t->input = input;
    wend_result result = begin(t, path, fill, user, filled);
    if (result != WEND_OK) {
        wend_trajectory_close(t);
        return result;
    }
    *out = t;
    return WEND_OK;
}

wend_result wend_trajectory_open(const wend_registry *registry, const char *path,
                                 const wend_allocator *allocator, wend_trajectory **out,
                                 wend_error *error) {
    return trajectory_open(registry, path, NULL, NULL, allocator, out, error);
}

void wend_trajectory_close(wend_trajectory *trajectory) {
    wend_trajectory *t = trajectory;
    if (t == NULL) {
        return;
    }
    if (t->begun) {
        t->input->end(t->state);
    }
    memory_free(&t->heap, t->state, at_least_one(t->input->state_size));
    memory_free(&t->heap, t->params, at_least_one(t->input->entry.params_size));
    wend_allocator allocator = t->heap.allocator;
    memory_release(&allocator, t, sizeof *t);
}

const wend_recording *wend_trajectory_recording(const wend_trajectory *trajectory) {
    WEND_ASSERT(trajectory != NULL);
    return &trajectory->recording;
}

wend_result wend_trajectory_next(wend_trajectory *trajectory, const wend_frame **frame,
                                 wend_error *error) {
    WEND_ASSERT(trajectory != NULL && frame != NULL);
    wend_trajectory *t = trajectory;
    wend_error ignored;
    bool more = !t->ended;
    memset(&t->frame, 0, sizeof t->frame);
    wend_result result = WEND_OK;
    if (more) {
        result = t->input->frame(t->state, &t->frame, &more, error != NULL ? error : &ignored);
    }
    t->ended = result != WEND_OK || !more;
    if (result == WEND_OK) {
        *frame = more ? &t->frame : NULL;
    }
    return result;
}

double wend_trajectory_progress(const wend_trajectory *trajectory) {
    WEND_ASSERT(trajectory != NULL);
    return trajectory->input->done != NULL ? trajectory->input->done(trajectory->state) : 0.0;
}
