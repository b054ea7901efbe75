/* Measures the cells of a grid: the clearance and the terrain of each centre, the moves that are
 * open for a point, and the limits that doors and obstacle classes impose.
 *
 * Two centres whose clearances add up to more than their distance see each other, because the two
 * discs cover the line between them. Only the other moves need a visibility check. Near a link, the
 * discs may cover ground of another layer, so every move is checked.
 *
 * Cost: see build.c. */
#include "base/error.h"
#include "build/blockers.h"
#include "build/grid/grid.h"
#include "geom/point.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "map/map.h"
#include <math.h>

/* Longer sides of a cell: more than sqrt(5); and of the smaller cell of a move in a quadtree, where
 * the larger one has at most four times its side and is at most its side away. */
static const double LONGEST_MOVE = 2.25, LONGEST_TREE_MOVE = 5.0;
static const double ROUNDING = 1e-3; /* m: more than rounding adds to clearances and lengths */

/* Shares of the whole work. */
static const double CENTRES_SHARE = 0.4, MOVES_SHARE = 0.8, LIMITS_SHARE = 0.95;

static wend_location centre_of(const grid_builder *b, uint32_t layer, uint32_t at) {
    return grid_centre_on(&b->parts, layer, b->parts.layers[layer].first + at);
}

/* ---- Centres --------------------------------------------------------------------------------- */

static uint32_t find_terrain(const grid_builder *b, uint32_t type) {
    uint32_t low = 0, high = b->parts.terrain_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = b->parts.terrains[middle] <= type;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    return low;
}

/* True if a link of the layer is nearer to a location than `distance`. */
static bool is_near_link(grid_builder *b, wend_location at, double distance) {
    if (b->space->link_count == 0) {
        return false;
    }
    wend_vec2 reach = {(float)distance, (float)distance};
    uint32_t count =
        finder_find(&b->links, at.layer, vec_sub(at.position, reach), vec_add(at.position, reach));
    bool near = false;
    for (uint32_t i = 0; i < count && !near; i++) {
        const cells_segment *link = &b->link_segments[b->links.found[i]];
        near = segment_point_distance(at.position, link->a, link->b) <= distance;
    }
    return near;
}

static void measure_centre(grid_builder *b, uint32_t layer, uint32_t at) {
    grid_square *square = &b->parts.squares[b->parts.layers[layer].first + at];
    wend_location centre = centre_of(b, layer, at);
    if (!wend_space_is_walkable(b->space, centre, 1)) {
        return;
    }
    square->flags = GRID_WALKABLE;
    square->clearance = wend_space_clearance(b->space, centre, WEND_GRID_MAX_CLEARANCE, 1);
    square->terrain = find_terrain(b, wend_space_terrain(b->space, centre));
    double longest = (b->parts.shape == WEND_GRID_QUADTREE ? LONGEST_TREE_MOVE : LONGEST_MOVE) *
                     grid_side(&b->parts, b->parts.layers[layer].first + at);
    double reach = fmax((double)square->clearance, longest) + ROUNDING;
    if (is_near_link(b, centre, reach)) {
        square->flags |= GRID_NEAR_LINK;
    }
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static bool is_walkable(const grid_builder *b, uint32_t square) {
    return square != GRID_NONE && (b->parts.squares[square].flags & GRID_WALKABLE);
}

bool grid_is_open(const grid_builder *b, wend_location from, uint32_t square, wend_location to,
                  uint32_t target) {
    const grid_square *a = &b->parts.squares[square], *c = &b->parts.squares[target];
    double length = wide_distance(from.position, to.position);
    bool near_link = ((a->flags | c->flags) & GRID_NEAR_LINK) != 0;
    if (!near_link && (double)a->clearance + (double)c->clearance > length + ROUNDING) {
        return true;
    }
    return wend_space_is_visible(b->space, from, to, 0.0F, 1);
}

static bool add_crossing(grid_builder *b, uint32_t square, uint32_t move, uint32_t target) {
    if (!memory_grow(&b->heap, (void **)&b->crossings, sizeof *b->crossings, &b->crossing_capacity,
                     b->crossing_count + 1)) {
        return false;
    }
    b->crossings[b->crossing_count++] = (grid_crossing){square, move, target};
    b->parts.squares[square].flags |= GRID_CROSSES;
    return true;
}

/* Adds one move of a square, if it is open. Returns false when out of memory. */
static bool add_move(grid_builder *b, uint32_t layer, uint32_t at, uint32_t move) {
    const grid_layer *box = &b->parts.layers[layer];
    uint32_t square = box->first + at;
    wend_location from = centre_of(b, layer, at);
    int64_t column = (int64_t)box->column + at % box->columns;
    int64_t row = (int64_t)box->row + at / box->columns;
    grid_lattice_step(&b->parts, move, &column, &row);
    wend_location to = {grid_lattice_centre(&b->parts, column, row), layer};
    if (b->parts.squares[square].flags & GRID_NEAR_LINK) {
        to.layer = wend_space_layer_after(b->space, from, to.position);
    }
    uint32_t target = grid_lattice_cell(&b->parts.layers[to.layer], column, row);
    if (!is_walkable(b, target) || !grid_is_open(b, from, square, to, target)) {
        return true;
    }
    b->parts.squares[square].moves |= (uint16_t)(1U << move);
    return to.layer == layer || add_crossing(b, square, move, target);
}

static bool add_moves(grid_builder *b, uint32_t layer, uint32_t at) {
    bool good = true;
    uint32_t moves = grid_move_count(&b->parts, b->parts.layers[layer].first + at, false);
    for (uint32_t move = 0; move < moves && good; move++) {
        good = add_move(b, layer, at, move);
    }
    return good;
}

wend_result grid_fill_squares(grid_builder *b) {
    watcher centres = watch_part(&b->progress, 0.0, CENTRES_SHARE);
    for (uint32_t l = 0; l < b->parts.layer_count; l++) {
        const grid_layer *box = &b->parts.layers[l];
        for (uint32_t i = 0; i < box->count; i++) {
            if (!watch_count(&centres, box->first + i, b->parts.square_count)) {
                return map_fail_cancelled(b->error);
            }
            measure_centre(b, l, i);
        }
    }
    return WEND_OK;
}

wend_result grid_find_moves(grid_builder *b) {
    if (b->parts.shape == WEND_GRID_QUADTREE) {
        return grid_find_tree_moves(b);
    }
    watcher moves = watch_part(&b->progress, CENTRES_SHARE, MOVES_SHARE);
    for (uint32_t l = 0; l < b->parts.layer_count; l++) {
        const grid_layer *box = &b->parts.layers[l];
        for (uint32_t i = 0; i < box->count; i++) {
            if (!watch_count(&moves, box->first + i, b->parts.square_count)) {
                return map_fail_cancelled(b->error);
            }
            if (is_walkable(b, box->first + i) && !add_moves(b, l, i)) {
                return error_no_memory(b->error, "a grid");
            }
        }
    }
    b->parts.crossings = b->crossings;
    b->parts.crossing_count = b->crossing_count;
    return WEND_OK;
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static blocker_part get_part(void *context, uint32_t index) {
    const grid_builder *b = context;
    wend_location centre = grid_centre(&b->parts, index);
    float reach = b->parts.squares[index].clearance;
    watcher limits = watch_part(&b->progress, MOVES_SHARE, LIMITS_SHARE);
    watch_count(&limits, index, b->parts.square_count);
    wend_vec2 margin = {reach, reach};
    return (blocker_part){centre, vec_sub(centre.position, margin),
                          vec_add(centre.position, margin)};
}

static double measure_clearance(void *context, uint32_t index, const blocker_wall *walls,
                                const uint32_t *near, uint32_t count) {
    const grid_builder *b = context;
    const grid_square *square = &b->parts.squares[index];
    wend_vec2 centre = grid_centre(&b->parts, index).position;
    double least = (double)square->clearance;
    for (uint32_t i = 0; i < count; i++) {
        least = fmin(least, segment_point_distance(centre, walls[near[i]].a, walls[near[i]].b));
    }
    return least < (double)square->clearance ? least : -1.0;
}

wend_result grid_find_limits(grid_builder *b) {
    blocker_parts squares = {b->parts.square_count, get_part, measure_clearance, b};
    blocker_task task = {b->space, b->def->doors, b->def->door_count, &b->kept, &b->heap};
    wend_result result = blockers_find_limits(&task, &squares, &b->parts.blocking, b->error);
    return result == WEND_OK && watch_is_cancelled(&b->progress) ? map_fail_cancelled(b->error)
                                                                 : result;
}
