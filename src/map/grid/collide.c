/* Answers whether a disc collides with walls, and what a location is like.
 *
 * A location at the distance d from the centre of its cell, which has the clearance c, has itself a
 * clearance of at least c - d and at most c + d. This decides most discs; the state of the cell
 * decides most points. The walls decide the others, with exact predicates. Near links, discs may
 * see other layers, so the walls decide there too. The same holds for cells that obstacle classes
 * other than 0 can limit, if such classes are asked for.
 *
 * Cost: O(1), on a quadtree O(log cells), or a query of the walls. */
#include <math.h>

#include "base/error.h"
#include "geom/point.h"
#include "geom/polygon.h"
#include "map/grid/grid.h"
#include "map/map.h"

static const double ROUNDING = 1e-3; /* m: more than the rounding of clearances and distances */

typedef enum verdict { FREE, COLLIDES, UNDECIDED } verdict;

/* True if obstacle classes other than 0 are among `classes` and in the space. */
static bool has_other_classes(const grid *map, uint32_t classes) {
    bool others = false;
    for (uint32_t i = 0; i < map->blocking.blocker_count && !others; i++) {
        uint32_t obstacle_class = map->blocking.blockers[i].obstacle_class;
        others = obstacle_class != 0 && (classes >> obstacle_class & 1U);
    }
    return others;
}

/* Decides about a disc by the clearance of the cell's centre. */
static verdict judge_disc(const grid *map, uint32_t square, wend_location location, double radius,
                          bool others) {
    const grid_square *at = &map->squares[square];
    if (!(at->flags & GRID_WALKABLE) || (at->flags & GRID_NEAR_LINK) ||
        (others && (at->flags & GRID_BLOCKABLE))) {
        return UNDECIDED;
    }
    double clearance = (double)at->clearance;
    double away =
        wide_distance(location.position, grid_centre_on(map, location.layer, square).position);
    if (clearance - away > radius + ROUNDING) {
        return FREE;
    }
    bool is_exact = at->clearance < WEND_GRID_MAX_CLEARANCE;
    return is_exact && clearance + away < radius - ROUNDING ? COLLIDES : UNDECIDED;
}

/* Decides whether a point is walkable by the state of its cell. */
static verdict judge_point(const grid *map, uint32_t square, wend_location location, bool others) {
    wend_vec2 corners[GRID_MAX_CORNERS];
    wend_grid_state state = grid_state(map, square);
    if (state == WEND_GRID_MIXED || (state == WEND_GRID_FREE && others)) {
        return UNDECIDED;
    }
    /* The corners are rounded, so a point beside them may be outside the cell. */
    uint32_t count = grid_outline(map, location.layer, square, corners);
    if (polygon_contains(corners, count, location.position) < 0) {
        return UNDECIDED;
    }
    return state == WEND_GRID_FREE ? FREE : COLLIDES;
}

static const grid *data_for(const wend_map *map, const wend_space *space, wend_location location) {
    WEND_ASSERT(map != NULL && grid_of(map) != NULL && space != NULL);
    WEND_ASSERT(location.layer < wend_space_layer_count(space) && isfinite(location.position.x) &&
                isfinite(location.position.y));
    WEND_ASSERT(map->space_hash == wend_space_hash(space));
    return grid_of(map);
}

/* Decides by the grid, as far as it can. */
static verdict judge(const grid *map, wend_location location, double radius, uint32_t classes) {
    uint32_t square = grid_locate(map, location);
    if (square == GRID_NONE) {
        return UNDECIDED;
    }
    bool others = has_other_classes(map, classes);
    verdict disc = judge_disc(map, square, location, radius, others);
    if (disc != UNDECIDED) {
        return disc;
    }
    verdict point = judge_point(map, square, location, others);
    return point == FREE && radius > 0.0 ? UNDECIDED : point;
}

bool wend_grid_collides(const wend_map *map, const wend_space *space, wend_location location,
                        float radius, uint32_t classes) {
    WEND_ASSERT(radius >= 0.0F);
    verdict known = judge(data_for(map, space, location), location, (double)radius, classes);
    if (known != UNDECIDED) {
        return known == COLLIDES;
    }
    return !wend_space_is_walkable(space, location, classes) ||
           (radius > 0.0F && !wend_space_is_visible(space, location, location, radius, classes));
}

wend_grid_value wend_grid_value_at(const wend_map *map, const wend_space *space,
                                   wend_location location, uint32_t classes, const float *weights,
                                   uint32_t weight_count) {
    WEND_ASSERT(weights != NULL || weight_count == 0);
    const grid *g = data_for(map, space, location);
    uint32_t square = grid_locate(g, location);
    wend_grid_value value = {.square = square,
                             .state =
                                 square == GRID_NONE ? WEND_GRID_BLOCKED : grid_state(g, square),
                             .walkable = !wend_grid_collides(map, space, location, 0.0F, classes),
                             .terrain = wend_space_terrain(space, location),
                             .weight = INFINITY};
    if (value.walkable) {
        value.clearance = wend_space_clearance(space, location, WEND_GRID_MAX_CLEARANCE, classes);
        value.weight = value.terrain < weight_count ? weights[value.terrain] : 1.0F;
    }
    return value;
}
