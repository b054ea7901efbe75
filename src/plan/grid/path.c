/* Finds paths on a grid in both directions alike, and around obstacles that stand still.
 *
 * An any-angle search from A to B may find another path than one from B to A. Paths between two
 * locations are therefore always searched from the location that comes first by layer, x and y. If
 * no path is found, the search is repeated from the start, because only that can end near the goal.
 *
 * Cost: one search; one more if there is no path, and one more if an obstacle blocks the path. */
#include "plan/grid/grid.h"

#include "geom/vec.h"
#include "step/internals.h"
#include "step/standing.h"

static bool comes_before(wend_location a, wend_location b) {
    return a.layer != b.layer             ? a.layer < b.layer
           : a.position.x != b.position.x ? a.position.x < b.position.x
                                          : a.position.y < b.position.y;
}

static search_outcome find(const grid_ground *ground, const grid_query *query, grid_path *out) {
    search_outcome outcome = grid_search(ground, query, out);
    if (outcome == SEARCH_FOUND && (query->moves == GRID_MOVES_ANY_ANGLE || out->unproven)) {
        grid_smooth(ground, query->from, out);
    }
    return outcome;
}

/* Turns a path from `to` to the start into one from the start to `to`. */
static void reverse(grid_path *path, wend_location to) {
    uint32_t turning = path->count - 1; /* without the last point, which is the start */
    for (uint32_t i = 0; i < turning / 2; i++) {
        wend_location other = path->points[turning - 1 - i];
        path->points[turning - 1 - i] = path->points[i];
        path->points[i] = other;
    }
    path->points[turning] = to;
}

static search_outcome find_both_ways(const grid_ground *ground, const grid_query *query,
                                     grid_path *out) {
    wend_location to = {query->parts[0].a, query->layer};
    bool turns = query->part_count == 1 && query->parts[0].shape == WEND_SHAPE_POINT &&
                 !query->leaves && query->layer < ground->map->layer_count &&
                 comes_before(to, query->from);
    if (!turns) {
        return find(ground, query, out);
    }
    const wend_region start = {.shape = WEND_SHAPE_POINT, .a = query->from.position};
    grid_query back = *query;
    back.from = to;
    back.parts = &start;
    back.layer = query->from.layer;
    back.may_be_partial = false;
    search_outcome outcome = find(ground, &back, out);
    if (outcome == SEARCH_FOUND) {
        reverse(out, to);
    }
    return outcome == SEARCH_NONE && query->may_be_partial ? find(ground, query, out) : outcome;
}

/* True if no obstacle that stands still blocks a path. */
static bool is_clear(const grid_ground *ground, wend_location from, const grid_path *path) {
    bool clear = true;
    for (uint32_t i = 0; i < path->count && clear; i++) {
        uint32_t ends = (i == 0 ? (uint32_t)STANDING_AT_START : 0U) |
                        (i + 1 == path->count ? (uint32_t)STANDING_AT_END : 0U);
        clear =
            standing_is_clear(ground->view, from, path->points[i], (double)ground->radius, ends);
        from = path->points[i];
    }
    return clear;
}

search_outcome grid_find_path(const grid_ground *ground, const grid_query *query, bool *standing,
                              grid_path *out) {
    search_outcome outcome = find_both_ways(ground, query, out);
    *standing = false;
    if (ground->view->internals->overlay->standing_count == 0 || outcome != SEARCH_FOUND ||
        is_clear(ground, query->from, out)) {
        return outcome;
    }
    *standing = true;
    grid_ground around = *ground;
    around.around_standing = true;
    grid_query complete = *query;
    complete.may_be_partial = false;
    bool was_partial = out->partial;
    outcome = find_both_ways(&around, &complete, out);
    if (outcome == SEARCH_NONE) {
        outcome = find_both_ways(ground, query, out);
        out->partial = true;
    }
    out->partial = out->partial || was_partial;
    return outcome;
}
