/* steer/solve/walls/lanes.h: computes the wall planes of eight agents at once, for simple cases.
 * This is the SIMD version of the most common case of planes.c. It performs the same operations in
 * the same order, so the results are the same bit for bit. A file that includes this header defines
 * LANES_AVX2 or LANES_QUADS.
 *
 * Eight consecutive agents are near the same few walls: their lists (space/edge_table.c) are
 * merged, and each wall is tested for all of them. An agent without a wall within reach is
 * finished, and so is an agent with a single wall that it walks beside (is_beside_wall in cone.c).
 * All other cases are left to wall_planes: corners, several walls, walls in contact, links,
 * obstacles of the overlay.
 *
 * Cost: about 50 operations for eight agents, and 40 for each wall. */
#ifndef STEER_SOLVE_WALLS_LANES_H
#define STEER_SOLVE_WALLS_LANES_H

#include "geom/lanes.h"
#include "space/space.h"
#include "step/internals.h"
#include "step/skin.h"

enum { WALL_LANES_EDGES = 24 }; /* largest number of edges in all lists together */

/* m: a wall that is not on an agent's list is farther away than this, even after rounding. */
static const float wall_lanes_reach = SPACE_LIST_RADIUS - 0.01F;

/* Eight agents on one layer, and their wall planes. */
typedef struct wall_lanes {
    const wend_view *view;
    uint32_t layer;
    uint32_t edge_count;
    uint32_t edges[WALL_LANES_EDGES]; /* edges that may be near some of the agents */
    lanes x, y, speed_squared;
    lanes radius; /* radius of each agent, including the skin */
    lanes reach, rate;
    lanes near;      /* mask of the lanes that must search their lists */
    lanes given;     /* mask of the lanes that have a plane */
    lanes left;      /* mask of the lanes that are left to wall_planes */
    lanes nx, ny, c; /* the planes: normals and offsets */
} wall_lanes;

/* The SIMD version of skin_at. */
static inline lanes skins_at(lanes x, lanes y) {
    lanes sign = lanes_set_bits(0x80000000U);
    lanes largest = lanes_max(lanes_without(sign, x), lanes_without(sign, y));
    return lanes_max(lanes_mul(largest, lanes_set(SKIN_SHARE)), lanes_set(SKIN_LEAST));
}

/* Adds the edges of a list. Returns false if there is not enough space. */
static inline bool add_list(wall_lanes *w, const uint32_t *list) {
    for (; *list != SPACE_NONE; list++) {
        uint32_t i = 0;
        while (i < w->edge_count && w->edges[i] != *list) {
            i++;
        }
        if (i == WALL_LANES_EDGES) {
            return false;
        }
        w->edges[i] = *list;
        w->edge_count += i == w->edge_count;
    }
    return true;
}

/* Returns the lower bounds that space_nearby_at gives for positions outside the table. */
static inline lanes distance_outside(const wall_lanes *w, const space_edge_table *f) {
    lanes zero = lanes_zero();
    lanes x =
        lanes_max(lanes_sub(lanes_set(f->low_x), w->x), lanes_sub(w->x, lanes_set(f->high_x)));
    lanes y =
        lanes_max(lanes_sub(lanes_set(f->low_y), w->y), lanes_sub(w->y, lanes_set(f->high_y)));
    x = lanes_max(x, zero);
    y = lanes_max(y, zero);
    return lanes_mul(lanes_set(0.99999F), lanes_sqrt(lanes_dot(x, y, x, y)));
}

/* The SIMD version of space_nearby_at: finds the lower bounds on the clearance, and the lists.
 * Returns the lanes inside the table. */
static inline uint32_t look_up_cells(const wall_lanes *w, const space_edge_table *f, lanes *free,
                                     uint32_t lists[LANES]) {
    lanes base_x = lanes_set(f->base_x), base_y = lanes_set(f->base_y), half = lanes_set(0.5F);
    lanes cell = lanes_set(f->cell), inverse = lanes_set(f->inverse), one = lanes_set(1.0F);
    lanes column = lanes_truncate(lanes_mul(lanes_sub(w->x, base_x), inverse));
    lanes row = lanes_truncate(lanes_mul(lanes_sub(w->y, base_y), inverse));
    lanes above = lanes_and(lanes_less_equal(one, column), lanes_less_equal(one, row));
    lanes below = lanes_and(lanes_less_equal(column, lanes_set((float)f->columns)),
                            lanes_less_equal(row, lanes_set((float)f->rows)));
    lanes inside = lanes_and(above, below);
    lanes x = lanes_sub(w->x, lanes_add(base_x, lanes_mul(lanes_add(column, half), cell)));
    lanes y = lanes_sub(w->y, lanes_add(base_y, lanes_mul(lanes_add(row, half), cell)));
    column = lanes_and(inside, lanes_sub(column, one));
    row = lanes_and(inside, lanes_sub(row, one));
    uint32_t cells[LANES], inside_table = lanes_bits(inside);
    float distance[LANES];
    /* There are fewer than 2^24 cells, so floats represent their numbers exactly. */
    lanes_store_truncated(cells, lanes_add(lanes_mul(row, lanes_set((float)f->columns)), column));
    for (uint32_t i = 0; i < LANES; i++) {
        const space_cell *at = &f->cells[cells[i]];
        distance[i] = at->distance;
        lists[i] = at->first;
    }
    lanes bound = lanes_sub(lanes_load(distance), lanes_sqrt(lanes_dot(x, y, x, y)));
    bound = lanes_max(bound, lanes_zero());
    *free = inside_table == LANES_ALL ? bound : lanes_select(inside, distance_outside(w, f), bound);
    return inside_table;
}

/* Finds the lanes that are near walls, and the walls near them. */
static inline void find_edges(wall_lanes *w, uint32_t used) {
    const space_edge_table *f = &w->view->space->layers[w->layer].edge_table;
    w->near = w->left = w->given = lanes_zero();
    w->nx = w->ny = w->c = lanes_zero();
    w->edge_count = 0;
    if (f->columns == 0) {
        return;
    }
    lanes free;
    uint32_t lists[LANES], last = SPACE_NONE, inside_table = look_up_cells(w, f, &free, lists);
    uint32_t bits = lanes_bits(lanes_less_equal(free, w->reach)) & used;
    uint32_t within_lists =
        lanes_bits(lanes_less_equal(w->reach, lanes_set(wall_lanes_reach))) & inside_table;
    uint32_t scalar = bits & ~within_lists;
    for (uint32_t more = bits & within_lists; more; more &= more - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(more), list = lists[lane];
        if (list == SPACE_NONE || (list != last && !add_list(w, &f->near[list]))) {
            scalar |= 1U << lane;
        } else {
            last = list;
        }
    }
    w->left = lanes_mask(scalar);
    w->near = lanes_mask(bits & ~scalar);
}

/* An edge relative to each agent: its start and direction, the squared distance of its nearest
 * point (as distance_squared in near.c), and how far the wall extends on either side of the agent.
 */
typedef struct lane_edge {
    lanes ax, ay, ex, ey;
    lanes distance_squared;
    lanes least; /* distance from the agent's projection onto the line to the nearer end */
} lane_edge;

static inline lane_edge measure_edge(const wall_lanes *w, const space_edge *edge, space_line line) {
    lanes ex = lanes_set(line.along.x), ey = lanes_set(line.along.y);
    lanes ax = lanes_sub(lanes_set(edge->a.x), w->x), ay = lanes_sub(lanes_set(edge->a.y), w->y);
    lanes bx = lanes_sub(lanes_set(edge->b.x), w->x), by = lanes_sub(lanes_set(edge->b.y), w->y);
    lanes foot = lanes_negative(lanes_dot(ax, ay, ex, ey));
    lanes at_a = lanes_less_equal(foot, lanes_zero());
    lanes at_b = lanes_less_equal(lanes_set(line.length), foot);
    lanes x = lanes_add(ax, lanes_mul(ex, foot)), y = lanes_add(ay, lanes_mul(ey, foot));
    x = lanes_select(at_a, lanes_select(at_b, x, bx), ax);
    y = lanes_select(at_a, lanes_select(at_b, y, by), ay);
    lanes least = lanes_min(foot, lanes_dot(bx, by, ex, ey));
    return (lane_edge){ax, ay, ex, ey, lanes_dot(x, y, x, y), least};
}

/* Returns a mask of the agents to the right of an edge: the opposite of faces_agent in near.c. */
static inline lanes behind_edge(const lane_edge *edge) {
    return lanes_less(lanes_zero(),
                      lanes_sub(lanes_mul(edge->ex, edge->ay), lanes_mul(edge->ey, edge->ax)));
}

/* The SIMD version of wall_cone_plane, for the agents in the mask `within`. */
static inline void add_plane(wall_lanes *w, const lane_edge *edge, lanes within) {
    lanes ax = edge->ax, ay = edge->ay, ex = edge->ex, ey = edge->ey;
    lanes touched = lanes_less_equal(edge->distance_squared, lanes_mul(w->radius, w->radius));
    lanes least = lanes_mul(edge->least, w->rate);
    lanes fast = lanes_mul(lanes_set(1.001F), w->speed_squared);
    lanes between_ends =
        lanes_and(lanes_less(lanes_zero(), least), lanes_less(fast, lanes_mul(least, least)));
    lanes simple = lanes_without(lanes_or(touched, w->given), between_ends);
    w->left = lanes_or(w->left, lanes_without(simple, within));
    lanes flipped = behind_edge(edge);
    lanes nx = lanes_select(flipped, lanes_negative(ey), ey);
    lanes ny = lanes_select(flipped, ex, lanes_negative(ex));
    lanes c = lanes_add(lanes_dot(nx, ny, lanes_mul(ax, w->rate), lanes_mul(ay, w->rate)),
                        lanes_mul(w->radius, w->rate));
    w->nx = lanes_select(within, w->nx, nx);
    w->ny = lanes_select(within, w->ny, ny);
    w->c = lanes_select(within, w->c, c);
    w->given = lanes_or(w->given, within);
}

static inline void test_edge(wall_lanes *w, const space_edge *edge) {
    bool is_link = edge->link != SPACE_NONE;
    space_line line =
        is_link ? space_line_of(edge->a, edge->b) : space_wall_line(w->view->space, edge->wall);
    if (!space_class_on(edge, w->view->classes)) {
        return;
    }
    lane_edge measured = measure_edge(w, edge, line);
    lanes close = lanes_less_equal(measured.distance_squared, lanes_mul(w->reach, w->reach));
    lanes within = lanes_and(w->near, close);
    if (edge->one_sided && !is_link) {
        within = lanes_without(behind_edge(&measured), within);
    }
    if (is_link) {
        w->left = lanes_or(w->left, within);
    } else if (lanes_any(within)) {
        add_plane(w, &measured, within);
    }
}

/* Finds the planes of the lanes in `used` that are not in `left`. The fields x, y, speed_squared,
 * radius, reach and rate must be set. */
static inline void find_wall_planes(wall_lanes *w, uint32_t used) {
    find_edges(w, used);
    for (uint32_t i = 0; i < w->edge_count; i++) {
        test_edge(w, space_edge_at(w->view->space, w->edges[i]));
    }
}

#endif
