/* Finds the nearest location with room for a disc, and random locations with room.
 *
 * Random locations: a triangle is chosen with a probability proportional to its area, and sampled
 * uniformly; the triangles cover the ground. With some map kinds, the triangles also cover ground
 * without room for the disc. Samples there are rejected, and the remaining samples are still
 * uniform. Trial t of location k uses the random bits (seed, k, t), so a location does not depend
 * on how many are requested. Cost: O(triangles) once. Each trial then costs O(log triangles), plus
 * a query on the space if samples can be rejected. */
#include <math.h>

#include <wend/random.h>

#include "base/error.h"
#include "query/query.h"

enum {
    MAX_TRIALS = 10000,     /* trials for one location */
    PURPOSE_WHICH = 0x71a1, /* purposes of random bits: to choose a triangle, and a point in it */
    PURPOSE_U,
    PURPOSE_V
};

wend_result wend_map_find_nearest(const wend_map *map, const wend_space *space,
                                  wend_location location, float radius, float distance,
                                  uint32_t classes, wend_map_query *query, bool *found,
                                  wend_location *out, wend_error *error) {
    WEND_ASSERT(found != NULL && out != NULL);
    query_memory m;
    query_call call;
    const query_kind *kind;
    if (!(distance >= 0.0F && distance <= 65536.0F)) {
        return error_set(error, WEND_ERROR_INVALID, "the distance is not within 0 and 65536 m");
    }
    wend_result result =
        query_begin(&m, map, space, query, radius, classes, &location, 1, &call, &kind, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_location nearest = location;
    search_outcome outcome = kind->find_nearest(&call, location, distance, &nearest);
    query_end(&m);
    if (outcome == SEARCH_NO_MEMORY) {
        return error_no_memory(error, "the query");
    }
    *found = outcome == SEARCH_FOUND;
    if (*found) {
        *out = nearest;
    }
    return WEND_OK;
}

/* ---- Random locations ------------------------------------------------------------------------ */

/* Covers the bounding box of the space on every layer with triangles. */
static bool cover_box(const query_call *call, query_triangles *out) {
    wend_vec2 low, high;
    if (!wend_space_bounds(call->view->space, &low, &high)) {
        return true;
    }
    const wend_vec2 box[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    bool good = true;
    for (uint32_t i = 0; i < wend_space_layer_count(call->view->space) && good; i++) {
        good = triangles_add(out, box, 4, i);
    }
    return good;
}

static double random_unit(uint64_t seed, uint64_t index, uint64_t trial, uint32_t purpose) {
    return (double)(wend_random_bits(seed, index, trial, purpose) >> 11) * 0x1p-53;
}

static bool has_room(const query_call *call, wend_location location) {
    const wend_space *space = call->view->space;
    uint32_t classes = call->view->classes;
    return wend_space_is_walkable(space, location, classes) &&
           (call->radius == 0.0F ||
            wend_space_clearance(space, location, call->radius, classes) >= call->radius);
}

/* Samples location number `index` for a seed. Returns false if none of the trials gave a location
 * with room. */
static bool sample(const query_call *call, const query_triangles *in, bool needs_check,
                   uint64_t seed, uint64_t index, wend_location *out) {
    bool found = false;
    for (uint64_t trial = 0; trial < MAX_TRIALS && !found; trial++) {
        *out = triangles_sample(in, random_unit(seed, index, trial, PURPOSE_WHICH),
                                random_unit(seed, index, trial, PURPOSE_U),
                                random_unit(seed, index, trial, PURPOSE_V));
        found = !needs_check || has_room(call, *out);
    }
    return found;
}

wend_result wend_map_sample(const wend_map *map, const wend_space *space, uint64_t seed,
                            float radius, uint32_t classes, wend_map_query *query,
                            wend_location *out, uint32_t count, uint32_t *written,
                            wend_error *error) {
    WEND_ASSERT(written != NULL && (out != NULL || count == 0));
    query_memory m;
    query_call call;
    const query_kind *kind;
    wend_result result =
        query_begin(&m, map, space, query, radius, classes, NULL, 0, &call, &kind, error);
    if (result != WEND_OK) {
        return result;
    }
    query_triangles ground = {.from = &m.query->empty.memory};
    bool covered = kind->cover != NULL;
    bool good = covered ? kind->cover(&call, &ground) : cover_box(&call, &ground);
    uint32_t done = 0;
    while (good && ground.count > 0 && done < count &&
           sample(&call, &ground, !covered || kind->covers_too_much, seed, done, &out[done])) {
        done++;
    }
    triangles_free(&ground);
    query_end(&m);
    if (!good) {
        return error_no_memory(error, "the query");
    }
    *written = done;
    return WEND_OK;
}
