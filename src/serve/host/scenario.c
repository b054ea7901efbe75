/* The host of a live world. */
#include "scenario/scenario.h"
#include "base/error.h"
#include "base/watch.h"
#include "run/describe.h"
#include "serve/host/bundled.h"

static const char *answer(void *user, const char *message, size_t size, size_t *length) {
    bundled *b = user;
    return wend_live_answer(b->live, message, size, length);
}

static const void *frame(void *user, uint32_t colouring, size_t *size) {
    bundled *b = user;
    return wend_live_frame(b->live, colouring, size);
}

static void destroy(void *user) {
    bundled *b = user;
    bundled_free(b);
    memory_free(b->heap, b, sizeof *b);
}

/* Makes the world of a scenario, as a run does. */
static wend_result make_world(const wend_server_run_def *def, memory *heap, wend_world **out,
                              wend_error *error) {
    wend_world_def world =
        scenario_world_def(def->scenario, def->registry, def->threads, &heap->allocator);
    world.kernel = def->kernel;
    watcher progress = {def->progress, def->user, def->cancel, 0.0, 1.0, NULL};
    scenario_ids none = {NULL};
    return scenario_make_world(def->scenario, &world, &progress, out, &none, error);
}

/* Makes the live world from a world of the scenario. */
static wend_result make_live(const wend_server_run_def *def, wend_world *world, memory *heap,
                             bundled *out, wend_error *error) {
    memory_arena arena;
    wend_recording recording = {.scenario = NULL};
    wend_frame first = {.world = world};
    arena_init(&arena, heap);
    wend_result result = describe_scenario(def->scenario, &arena, &recording)
                             ? bundled_create(def, 0, &recording, &first, heap, out, error)
                             : error_no_memory(error, "a live world");
    arena_free(&arena);
    return result;
}

wend_result host_of_scenario(const wend_server_run_def *def, memory *heap, serve_host *out,
                             wend_error *error) {
    wend_world *world = NULL;
    bundled *b = memory_get_zeroed(heap, sizeof *b);
    if (b == NULL) {
        return error_no_memory(error, "a live world");
    }
    wend_result result = make_world(def, heap, &world, error);
    if (result == WEND_OK) {
        result = make_live(def, world, heap, b, error);
    }
    wend_world_destroy(world);
    if (result != WEND_OK) {
        memory_free(heap, b, sizeof *b);
        return result;
    }
    *out = (serve_host){b, answer, frame, destroy, ""};
    return WEND_OK;
}
