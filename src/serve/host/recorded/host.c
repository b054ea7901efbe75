/* The host of a recorded trajectory: reads the file once, and shows any of its frames. Steps are
 * the numbers of frames in the file, from 0. */
#include "base/error.h"
#include "live/failure.h"
#include "serve/host/hosts.h"
#include "serve/host/recorded/recorded.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MOST_STEPS = 9e15; /* JSON numbers are exact up to here */

const tape_frame *recorded_frame(const recorded *r) {
    return &r->tape.frames[r->at];
}

double recorded_interval(const recorded *r) {
    uint32_t second = r->at > 0 ? r->at : 1;
    return second < r->tape.count ? r->tape.frames[second].time - r->tape.frames[second - 1].time
                                  : 0.0;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void show(recorded *r, uint32_t index) {
    r->crowd.is_current = r->crowd.is_current && index == r->at;
    r->at = index;
}

static wend_result answer_describe(recorded *r, const live_request *request, wend_error *error) {
    (void)request;
    (void)error;
    recorded_describe(r, &r->out);
    return WEND_OK;
}

static wend_result answer_state(recorded *r, const live_request *request, wend_error *error) {
    (void)request;
    return recorded_write_state(r, NULL, &r->out, error);
}

static wend_result answer_step(recorded *r, const live_request *request, wend_error *error) {
    uint32_t count = 1;
    wend_result result =
        live_has(request, "count")
            ? live_get_integer(request, "count", 0, WEND_MAX_LIVE_STEPS, &count, error)
            : WEND_OK;
    if (result != WEND_OK) {
        return result;
    }
    bool is_last = r->at + 1 == r->tape.count;
    uint32_t to = tape_find(&r->tape, recorded_frame(r)->number + count);
    bool stands = count > 0 && !is_last && to == r->at; /* fewer frames are kept than there were */
    show(r, stands ? r->at + 1 : to);
    return recorded_write_state(r, count > 0 && is_last ? "the recording ends here" : NULL, &r->out,
                                error);
}

static wend_result answer_seek(recorded *r, const live_request *request, wend_error *error) {
    double step = 0.0;
    wend_result result = live_get_number(request, "step", 0.0, MOST_STEPS, &step, error);
    if (result != WEND_OK) {
        return result;
    }
    show(r, tape_find(&r->tape, (uint64_t)floor(step)));
    return recorded_write_state(r, NULL, &r->out, error);
}

static wend_result answer_restart(recorded *r, const live_request *request, wend_error *error) {
    (void)request;
    show(r, 0);
    return recorded_write_state(r, NULL, &r->out, error);
}

static wend_result answer_pick(recorded *r, const live_request *request, wend_error *error) {
    static const double MOST = 1e4; /* m */
    wend_point at = {0.0, 0.0};
    uint32_t layer = 0, found = UINT32_MAX;
    double radius = 0.0;
    wend_result result = live_get_point(request, "at", &at, error);
    if (result == WEND_OK && live_has(request, "layer")) {
        result = live_get_integer(request, "layer", 0, 255, &layer, error);
    }
    if (result == WEND_OK) {
        result = live_get_number(request, "radius", 0.0, MOST, &radius, error);
    }
    const tape_frame *frame = recorded_frame(r);
    wend_vec2 local = wend_space_to_local(r->recording->space, at);
    for (uint32_t i = 0; i < frame->agent_count && result == WEND_OK; i++) {
        double x = (double)(frame->agents[i].at.x - local.x);
        double y = (double)(frame->agents[i].at.y - local.y);
        double distance = sqrt(x * x + y * y);
        bool is_nearer = found == UINT32_MAX ? distance <= radius : distance < radius;
        if (frame->agents[i].layer == layer && is_nearer) {
            found = i;
            radius = distance;
        }
    }
    if (found == UINT32_MAX) {
        live_write_null(&r->out, "slot");
    } else {
        uint32_t slot = frame->agents[found].slot;
        live_write_integer(&r->out, "slot", slot);
        live_write_key(&r->out, "key", r->tape.key_of[slot]);
    }
    return result;
}

static wend_result answer_entries(recorded *r, const live_request *request, wend_error *error) {
    (void)request;
    (void)error;
    live_begin_list(&r->out, "entries");
    live_end_list(&r->out);
    return WEND_OK;
}

static wend_result answer_request(recorded *r, const live_request *request, wend_error *error) {
    static const struct {
        const char *name;
        wend_result (*answer)(recorded *r, const live_request *request, wend_error *error);
    } messages[] = {{"describe", answer_describe}, {"state", answer_state},
                    {"step", answer_step},         {"seek", answer_seek},
                    {"restart", answer_restart},   {"pick", answer_pick},
                    {"entries", answer_entries}};
    char name[LIVE_MAX_KEY];
    wend_result result = live_get_text(request, "do", name, sizeof name, error);
    if (result != WEND_OK) {
        return result;
    }
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        if (strcmp(name, messages[i].name) == 0) {
            return messages[i].answer(r, request, error);
        }
    }
    return error_set(error, WEND_ERROR_NAME,
                     "'%s' needs a live world; this is a recorded trajectory, which can only be "
                     "replayed",
                     name);
}

static const char *answer(void *user, const char *message, size_t size, size_t *length) {
    recorded *r = user;
    wend_error error = {0};
    live_request request;
    live_writer_reset(&r->out);
    live_begin_object(&r->out, NULL);
    wend_result result = live_request_read(message, size, &request, &error);
    if (result == WEND_OK) {
        result = answer_request(r, &request, &error);
    }
    if (result == WEND_OK) {
        live_end_object(&r->out);
    } else {
        live_write_failure(&r->out, &error);
    }
    const char *text = live_writer_end(&r->out);
    *length = text != NULL ? r->out.size : 0;
    return text;
}

static const void *frame(void *user, uint32_t colouring, size_t *size) {
    return recorded_write_frame(user, colouring, size);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void destroy(void *user) {
    recorded *r = user;
    memory *heap = r->heap;
    recorded_crowd_free(&r->crowd, heap);
    tape_free(&r->tape);
    live_writer_free(&r->out);
    memory_free(heap, r->frame, r->frame_capacity);
    memory_free_text(heap, r->title);
    wend_trajectory_close(r->trajectory);
    memory_free(heap, r, sizeof *r);
}

/* Writes what a user must know of the frames. `damage` is NULL if the file is sound. */
static void write_note(recorded *r, const wend_error *damage) {
    char text[WEND_ERROR_MESSAGE_SIZE + WEND_ERROR_PATH_SIZE];
    if (damage != NULL) {
        snprintf(r->note, sizeof r->note, "%.470s; the frames before it are shown",
                 wend_error_text(damage, text, sizeof text));
    } else if (r->tape.spacing > 1) {
        snprintf(r->note, sizeof r->note,
                 "%s: its %" PRIu64 " frames need more than %d MB; one of every %" PRIu64
                 " is shown",
                 r->title, r->tape.total, TAPE_LIMIT >> 20, r->tape.spacing);
    }
}

/* Reads all frames. A file that is damaged after its first frame is shown up to there. */
static wend_result read_frames(recorded *r, const wend_server_run_def *def, wend_error *error) {
    wend_result result = WEND_OK;
    const wend_frame *next = NULL;
    for (;;) {
        result = wend_trajectory_next(r->trajectory, &next, error);
        if (result != WEND_OK || next == NULL) {
            break;
        }
        if (!tape_add(&r->tape, r->recording->space, next)) {
            return error_no_memory(error, "the frames of %s", def->trajectory);
        }
        if (def->cancel != NULL && *def->cancel != 0) {
            return error_set(error, WEND_ERROR_CANCELLED, "cancelled");
        }
        if (def->progress != NULL) {
            def->progress(def->user, wend_trajectory_progress(r->trajectory));
        }
    }
    if (r->tape.count == 0) {
        return result != WEND_OK ? result
                                 : error_set(error, WEND_ERROR_FORMAT,
                                             "%s: the trajectory has no frame", def->trajectory);
    }
    if (result == WEND_ERROR_MEMORY) {
        return result;
    }
    write_note(r, result != WEND_OK ? error : NULL);
    return WEND_OK;
}

wend_result host_of_trajectory(const wend_server_run_def *def, memory *heap, serve_host *out,
                               wend_error *given) {
    wend_error own, *error = given != NULL ? given : &own;
    recorded *r = memory_get_zeroed(heap, sizeof *r);
    if (r == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    r->heap = heap;
    live_writer_init(&r->out, heap);
    tape_init(&r->tape, heap, TAPE_LIMIT);
    const char *slash = strrchr(def->trajectory, '/');
    const char *name = slash != NULL ? slash + 1 : def->trajectory;
    r->title = memory_copy_text(heap, name);
    wend_result result = r->title == NULL
                             ? error_no_memory(error, "a trajectory")
                             : wend_trajectory_open(def->registry, def->trajectory,
                                                    &heap->allocator, &r->trajectory, error);
    if (result == WEND_OK) {
        r->recording = wend_trajectory_recording(r->trajectory);
        result = read_frames(r, def, error);
    }
    if (result != WEND_OK) {
        destroy(r);
        return result;
    }
    *out = (serve_host){r, answer, frame, destroy, r->note};
    return WEND_OK;
}
