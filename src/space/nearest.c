/* Finds the nearest walls to a point.
 *
 * For a small radius, the list of the point's cell (edge_table.c) is searched. Otherwise the cells
 * of the index (index.c) are searched in square rings around the point's cell, until the next ring
 * lies beyond the radius or, once `capacity` walls have been found, beyond the farthest of them.
 * Then, for each link within the radius, the layer across the link is searched in the same way,
 * with every wall clipped at the link's line.
 *
 * Distances are computed in double precision from the (clipped) wall and rounded to single
 * precision. Hits are ordered by rounded distance, then by index. A wall that is found more than
 * once is kept once, with its nearest part.
 *
 * Cost: proportional to the number of cells that are no farther away than the last wall found;
 * inserting a wall is linear in `capacity`. */
#include "base/error.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"

#include <math.h>

enum {
    MAX_BOX_CELLS = 9
}; /* a box of at most this many cells is searched without checking their distances */

typedef struct search {
    const wend_space *space;
    wend_vec2 position;
    float radius;        /* once `out` is full, shrinks to the largest distance in it */
    wend_vec2 low, high; /* bounding box of the disc with the initial radius */
    uint32_t classes;
    const space_edge *link; /* the link across which the search looks, or NULL */
    wend_wall_hit *out;
    uint32_t count, capacity;
} search;

static bool comes_before(const wend_wall_hit *one, const wend_wall_hit *two) {
    return one->distance != two->distance ? one->distance < two->distance : one->wall < two->wall;
}

/* Inserts the hit if it is among the nearest; the list stays sorted. */
static void insert_hit(search *s, const wend_wall_hit *hit) {
    uint32_t same = 0;
    while (same < s->count && s->out[same].wall != hit->wall) {
        ++same;
    }
    if (same < s->count) {
        if (s->out[same].distance <= hit->distance) {
            return;
        }
    } else if (s->count < s->capacity) {
        ++s->count;
    } else if (comes_before(&s->out[s->count - 1], hit)) {
        return;
    } else {
        same = s->count - 1;
    }
    uint32_t at = same;
    for (; at > 0 && comes_before(hit, &s->out[at - 1]); --at) {
        s->out[at] = s->out[at - 1];
    }
    s->out[at] = *hit;
    if (s->count == s->capacity) {
        s->radius = s->out[s->count - 1].distance;
    }
}

/* True if the edge's bounding box already shows that it is too far away. Evaluates all four
 * conditions, because a branch for each would often be mispredicted. */
static bool is_far(const search *s, const space_edge *e) {
    wend_vec2 low = vec_min(e->a, e->b), high = vec_max(e->a, e->b);
    return ((high.x < s->low.x) | (low.x > s->high.x) | (high.y < s->low.y) |
            (low.y > s->high.y)) != 0;
}

/* Makes the box slightly larger than the radius, so that rounding excludes nothing. */
static void set_box(search *s) {
    wend_vec2 p = s->position;
    float wide = s->radius * (1.0F + 1e-5F) + 1e-6F * (fabsf(p.x) + fabsf(p.y));
    s->low = (wend_vec2){p.x - wide, p.y - wide};
    s->high = (wend_vec2){p.x + wide, p.y + wide};
}

static void test_edge(search *s, const space_edge *e) {
    if (is_far(s, e) || e->link != SPACE_NONE || !space_class_on(e, s->classes)) {
        return;
    }
    wend_vec2 a = e->a, b = e->b;
    if (s->link != NULL && !segment_clip_left(s->link->b, s->link->a, &a, &b)) {
        return;
    }
    float distance = (float)segment_point_distance(s->position, a, b);
    if (distance <= s->radius) {
        wend_wall_hit hit = {.wall = e->wall,
                             .distance = distance,
                             .point = segment_closest(s->position, a, b),
                             .a = a,
                             .b = b};
        insert_hit(s, &hit);
    }
}

/* Returns a lower bound of the distance from the point to a cell, slightly smaller than the exact
 * distance. */
static double cell_distance(const space_grid *grid, wend_vec2 p, uint32_t column, uint32_t row) {
    double x = grid->low_x + column * grid->cell - (double)p.x;
    double y = grid->low_y + row * grid->cell - (double)p.y;
    double apart_x = space_max(space_max(x, -x - grid->cell), 0.0);
    double apart_y = space_max(space_max(y, -y - grid->cell), 0.0);
    return sqrt(apart_x * apart_x + apart_y * apart_y) * (1.0 - 1e-7) - 1e-6;
}

static void search_cell(search *s, const space_grid *grid, uint32_t column, uint32_t row) {
    uint32_t cell = row * grid->columns + column;
    uint32_t begin = grid->start[cell], end = grid->start[cell + 1];
    if (begin == end || cell_distance(grid, s->position, column, row) > (double)s->radius) {
        return;
    }
    for (uint32_t i = begin; i < end; ++i) {
        test_edge(s, &s->space->edges[grid->items[i]]);
    }
}

/* Searches the cells that are `ring` steps away from the cell (column, row). */
static void search_ring(search *s, const space_grid *grid, int64_t column, int64_t row,
                        int64_t ring) {
    int64_t columns = grid->columns, rows = grid->rows;
    int64_t first = column - ring > 0 ? column - ring : 0;
    int64_t last = column + ring < columns - 1 ? column + ring : columns - 1;
    int64_t low = row - ring, high = row + ring;
    for (int64_t j = low > 0 ? low : 0; j <= high && j < rows; ++j) {
        bool edge_row = j == low || j == high;
        if (edge_row) {
            for (int64_t i = first; i <= last; ++i) {
                search_cell(s, grid, (uint32_t)i, (uint32_t)j);
            }
            continue;
        }
        if (column - ring >= 0) {
            search_cell(s, grid, (uint32_t)(column - ring), (uint32_t)j);
        }
        if (column + ring < columns) {
            search_cell(s, grid, (uint32_t)(column + ring), (uint32_t)j);
        }
    }
}

/* Searches the box cell by cell. Returns false, without searching, if the box has too many cells.
 */
static bool search_box(search *s, const space_grid *grid) {
    uint32_t low = space_grid_cell(grid, s->low), high = space_grid_cell(grid, s->high);
    uint32_t columns = high % grid->columns - low % grid->columns + 1;
    uint32_t rows = high / grid->columns - low / grid->columns + 1;
    if (columns * (uint64_t)rows > MAX_BOX_CELLS) {
        return false;
    }
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t first = low + row * grid->columns;
        for (uint32_t i = grid->start[first]; i < grid->start[first + columns]; ++i) {
            test_edge(s, &s->space->edges[grid->items[i]]);
        }
    }
    return true;
}

static void search_layer(search *s, uint32_t layer, space_nearby nearby) {
    const space_grid *grid = &s->space->layers[layer].grid;
    if (nearby.clearance > s->radius) {
        return;
    }
    if (nearby.near != NULL && s->radius <= SPACE_LIST_RADIUS) {
        for (const uint32_t *edge = nearby.near; *edge != SPACE_NONE; ++edge) {
            test_edge(s, &s->space->edges[*edge]);
        }
        return;
    }
    if (search_box(s, grid)) {
        return;
    }
    uint32_t cell = space_grid_cell(grid, s->position);
    int64_t column = cell % grid->columns, row = cell / grid->columns;
    int64_t farthest = grid->columns > grid->rows ? grid->columns : grid->rows;
    for (int64_t ring = 0; ring <= farthest; ++ring) {
        /* Stops if all cells of this ring are farther away than the radius. */
        if ((double)(ring - 1) * grid->cell * (1.0 - 1e-7) > (double)s->radius) {
            return;
        }
        search_ring(s, grid, column, row, ring);
    }
}

uint32_t wend_space_find_walls(const wend_space *space, wend_location location, float radius,
                               uint32_t classes, wend_wall_hit *out, uint32_t capacity) {
    WEND_ASSERT(location.layer < space->layer_count && (out != NULL || capacity == 0));
    if (capacity == 0 || !space_in_domain(location.position)) {
        return 0;
    }
    float max_radius = space_clamp_radius(radius);
    search s = {.space = space,
                .position = location.position,
                .radius = max_radius,
                .classes = classes,
                .out = out,
                .capacity = capacity};
    space_nearby nearby = space_nearby_at(space, location.layer, location.position);
    if (nearby.clearance > max_radius) {
        return 0;
    }
    set_box(&s);
    search_layer(&s, location.layer, nearby);
    const space_layer *layer = &space->layers[location.layer];
    for (uint32_t i = 0; i < layer->link_count; ++i) {
        const space_edge *e = &space->edges[layer->link_edges[i]];
        bool in_reach = predicate_orient(e->a, e->b, s.position) >= 0 &&
                        predicate_point_distance(s.position, e->a, e->b, max_radius) <= 0;
        if (in_reach) {
            const wend_link *link = &space->links[e->link];
            bool left = link->left_layer == location.layer;
            uint32_t across = left ? link->right_layer : link->left_layer;
            s.link = e;
            search_layer(&s, across, space_nearby_at(space, across, s.position));
        }
    }
    return s.count;
}

wend_wall_hit wend_space_find_closest_wall(const wend_space *space, wend_location location,
                                           float radius, uint32_t classes) {
    wend_wall_hit hit = {.wall = WEND_NO_WALL, .distance = INFINITY};
    wend_space_find_walls(space, location, radius, classes, &hit, 1);
    return hit;
}

bool space_has_edge_within(const wend_space *space, uint32_t layer, wend_vec2 position,
                           float radius) {
    space_nearby nearby = space_nearby_at(space, layer, position);
    if (nearby.clearance > radius) {
        return false;
    }
    if (nearby.near == NULL || radius > SPACE_LIST_RADIUS) {
        return true;
    }
    search s = {.position = position, .radius = radius};
    set_box(&s);
    for (const uint32_t *edge = nearby.near; *edge != SPACE_NONE; ++edge) {
        const space_edge *e = &space->edges[*edge];
        if (!is_far(&s, e) && (float)segment_point_distance(position, e->a, e->b) <= radius) {
            return true;
        }
    }
    return false;
}

float wend_space_clearance(const wend_space *space, wend_location location, float limit,
                           uint32_t classes) {
    wend_wall_hit hit = wend_space_find_closest_wall(space, location, limit, classes);
    return hit.wall != WEND_NO_WALL ? hit.distance : limit;
}
