/* Answers queries on grids, as the planner `grid` does with any-angle moves and its own limit. All
 * terrain costs the same. The nearest location is the location itself if the disc has room there,
 * otherwise the nearest centre with room. Cost: for a path, one or two searches; for the nearest
 * location, the squares around it. */
#include <math.h>

#include "plan/grid/grid.h"
#include "query/kind.h"

enum { MAX_NODES = 4000000 /* search nodes before a greedy search takes over */ };

static bool find_ground(const query_call *call, grid_ground *out) {
    bool good = grid_ground_prepare(call->view, 0, grid_of(call->map), out);
    out->radius = call->radius;
    return good;
}

static search_outcome find_path(const query_call *call, const wend_path_def *def, query_path *out) {
    grid_ground ground;
    grid_path path;
    bool standing;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    const wend_region to = {.shape = WEND_SHAPE_POINT, .a = def->to.position};
    grid_query query = {.from = def->from,
                        .parts = &to,
                        .part_count = 1,
                        .layer = def->to.layer,
                        .margin = (double)def->tolerance + (double)call->radius,
                        .may_be_partial = def->may_be_partial,
                        .node_limit = MAX_NODES};
    search_outcome outcome = grid_find_path(&ground, &query, &standing, &path);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    query_add_point(out, def->from);
    for (uint32_t i = 0; i < path.count; i++) {
        query_add_point(out, path.points[i]);
    }
    out->info.status = path.partial ? WEND_PATH_PARTIAL : WEND_PATH_FOUND;
    out->info.unproven = path.unproven;
    return SEARCH_FOUND;
}

/* ---- The nearest location -------------------------------------------------------------------- */

typedef struct nearest_centre {
    const grid_ground *ground;
    double distance; /* m: to the nearest centre so far */
    uint32_t square;
} nearest_centre;

static bool try_square(void *context, const grid_near *near) {
    nearest_centre *n = context;
    bool nearer =
        near->distance < n->distance || (near->distance == n->distance && near->square < n->square);
    wend_location at = grid_centre(n->ground->map, near->square);
    if (nearer && grid_room(n->ground, at, n->ground->radius) >= n->ground->radius &&
        wend_space_is_walkable(n->ground->view->space, at, n->ground->view->classes)) {
        n->distance = near->distance;
        n->square = near->square;
    }
    return true;
}

static search_outcome find_nearest(const query_call *call, wend_location location, float distance,
                                   wend_location *out) {
    grid_ground ground;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    if (wend_space_is_walkable(call->view->space, location, call->view->classes) &&
        grid_room(&ground, location, call->radius) >= call->radius) {
        *out = location;
        return SEARCH_FOUND;
    }
    nearest_centre n = {&ground, (double)distance, GRID_NONE};
    grid_visit_near(ground.map, location, &n.distance, try_square, &n);
    if (n.square == GRID_NONE) {
        return SEARCH_NONE;
    }
    *out = grid_centre(ground.map, n.square);
    return SEARCH_FOUND;
}

const query_kind query_kind_grid = {
    .kind = "grid", .find_path = find_path, .find_nearest = find_nearest};
