#include "support/mesh_checks.h"
#include <check.h>
#include <math.h>

double mesh_random(uint64_t *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double to_segment(double x, double y, wend_vec2 a, wend_vec2 b) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double t = ((x - (double)a.x) * dx + (y - (double)a.y) * dy) / (dx * dx + dy * dy);
    t = fmin(fmax(t, 0.0), 1.0);
    double u = x - ((double)a.x + t * dx), v = y - ((double)a.y + t * dy);
    return sqrt(u * u + v * v); /* most of the time is spent here, and hypot would be much slower */
}

static bool is_fixed(const wend_wall *wall, uint32_t layer) {
    return wall->layer == layer && wall->obstacle_class == 0;
}

static double distance_to_walls(const wend_space *space, double x, double y, uint32_t layer) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (is_fixed(&wall, layer)) {
            least = fmin(least, to_segment(x, y, wall.a, wall.b));
        }
    }
    return least;
}

double mesh_wall_distance(const wend_space *space, wend_vec2 at, uint32_t layer) {
    return distance_to_walls(space, (double)at.x, (double)at.y, layer);
}

/* Returns twice the area of the triangle a, b, (x, y). */
static double cross(wend_vec2 a, wend_vec2 b, double x, double y) {
    return ((double)b.x - (double)a.x) * (y - (double)a.y) -
           ((double)b.y - (double)a.y) * (x - (double)a.x);
}

static double polygon_area(const wend_navmesh_polygon *p) {
    double twice = 0.0;
    for (uint32_t i = 1; i + 1 < p->count; i++) {
        twice += cross(p->points[0], p->points[i], (double)p->points[i + 1].x,
                       (double)p->points[i + 1].y);
    }
    return twice / 2.0;
}

uint32_t mesh_count_polygons(const wend_map *map, uint32_t level, wend_vec2 at, uint32_t layer,
                             bool *doubtful) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
        bool inside = p.layer == layer;
        for (uint32_t k = 0; k < p.count && p.layer == layer; k++) {
            wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
            inside &= cross(a, b, (double)at.x, (double)at.y) > 0.0;
            *doubtful |= to_segment((double)at.x, (double)at.y, a, b) < 2e-5;
        }
        count += inside;
    }
    return count;
}

double mesh_area(const wend_map *map, uint32_t level) {
    double sum = 0.0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
        sum += polygon_area(&p);
    }
    return sum;
}

static double ring_area(const wend_ring *ring) {
    double twice = 0.0;
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        twice += (a.x - ring->points[0].x) * (b.y - ring->points[0].y) -
                 (a.y - ring->points[0].y) * (b.x - ring->points[0].x);
    }
    return fabs(twice) / 2.0;
}

double mesh_ground_area(const wend_space_def *def) {
    double sum = 0.0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            sum += ring_area(&layer->boundaries[i]);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            sum -= layer->solids[i].obstacle_class == 0 ? ring_area(&layer->solids[i].ring) : 0.0;
        }
    }
    return sum;
}

/* Checks of single edges and points call the Check library only on failure, because it also writes
 * passing assertions to a file. */

/* ---- Level 0 --------------------------------------------------------------------------------- */

static double outer_length(const wend_map *map, const wend_space *space, const char *what) {
    double sum = 0.0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 0, i);
        for (uint32_t k = 0; k < p.count; k++) {
            wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
            if (p.neighbours[k] != WEND_NO_POLYGON) {
                continue;
            }
            sum += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
            for (int s = 1; s < 4; s++) {
                double x = (double)a.x + ((double)b.x - (double)a.x) * s / 4.0;
                double y = (double)a.y + ((double)b.y - (double)a.y) * s / 4.0;
                double away = distance_to_walls(space, x, y, p.layer);
                if (!(away < 2e-5)) {
                    ck_abort_msg("%s: an outer edge runs %g m from all walls", what, away);
                }
            }
        }
    }
    return sum;
}

/* Returns the length of all walls. Open walls count twice, because they have ground on both sides.
 */
static double wall_length(const wend_space *space) {
    double sum = 0.0;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        double length =
            hypot((double)wall.b.x - (double)wall.a.x, (double)wall.b.y - (double)wall.a.y);
        sum += wall.obstacle_class != 0 ? 0.0 : wall.one_sided ? length : 2.0 * length;
    }
    return sum;
}

void mesh_check_ground(const wend_map *map, const wend_space *space, const wend_space_def *def,
                       uint64_t seed, const char *what) {
    double ground = mesh_ground_area(def), covered = mesh_area(map, 0);
    ck_assert_msg(fabs(ground - covered) <= 1e-6 * ground + 1e-9, "%s: covers %.9g of %.9g m2",
                  what, covered, ground);
    double outer = outer_length(map, space, what), walls = wall_length(space);
    ck_assert_msg(fabs(outer - walls) <= 1e-5 * walls + 1e-6,
                  "%s: outer edges of %.9g m, walls of %.9g m", what, outer, walls);
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(space, &low, &high));
    uint64_t state = seed;
    for (int i = 0; i < 60; i++) {
        wend_location location = {{low.x + (high.x - low.x) * (float)mesh_random(&state),
                                   low.y + (high.y - low.y) * (float)mesh_random(&state)},
                                  0};
        bool doubtful = false;
        uint32_t count = mesh_count_polygons(map, 0, location.position, 0, &doubtful);
        uint32_t expected = wend_space_is_walkable(space, location, 1) ? 1 : 0;
        ck_assert_msg(doubtful || count == expected, "%s: (%.9g, %.9g) is in %u polygons, not %u",
                      what, (double)location.position.x, (double)location.position.y, count,
                      expected);
    }
}

/* ---- Inset levels ---------------------------------------------------------------------------- */

static wend_vec2 point_in(const wend_navmesh_polygon *p, uint64_t *state) {
    double x = 0.0, y = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        double weight = pow(mesh_random(state), 4.0) + 1e-9;
        x += weight * (double)p->points[i].x;
        y += weight * (double)p->points[i].y;
        sum += weight;
    }
    return (wend_vec2){(float)(x / sum), (float)(y / sum)};
}

static void check_inside(const wend_map *map, uint32_t level, const wend_space *space,
                         uint64_t *state, const char *what) {
    double radius = (double)wend_navmesh_level_radius(map, level);
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
        for (int k = 0; k < 3; k++) {
            wend_vec2 at = point_in(&p, state);
            double away = mesh_wall_distance(space, at, p.layer);
            if (!(away >= radius - 1e-4)) {
                ck_abort_msg("%s: a place of the level %g is %g m from a wall", what, radius, away);
            }
        }
    }
}

void mesh_check_inset(const wend_map *map, uint32_t level, const wend_space *space, uint64_t seed,
                      const char *what) {
    double radius = (double)wend_navmesh_level_radius(map, level);
    uint64_t state = seed;
    check_inside(map, level, space, &state, what);
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(space, &low, &high));
    for (int i = 0; i < 200; i++) {
        wend_location location = {{low.x + (high.x - low.x) * (float)mesh_random(&state),
                                   low.y + (high.y - low.y) * (float)mesh_random(&state)},
                                  0};
        bool doubtful = false;
        double away = mesh_wall_distance(space, location.position, 0);
        uint32_t count = mesh_count_polygons(map, level, location.position, 0, &doubtful);
        bool free = wend_space_is_walkable(space, location, 1);
        if (!doubtful && (!free || away < radius - 1e-4)) {
            ck_assert_msg(count == 0, "%s: a place %g m from a wall is in the level %g", what, away,
                          radius);
        }
        if (!doubtful && free && away > radius + 1e-3) {
            ck_assert_msg(count == 1, "%s: a place %g m from a wall is in %u polygons of level %g",
                          what, away, count, radius);
        }
    }
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

static bool has_edge(const wend_navmesh_polygon *p, wend_vec2 a, wend_vec2 b, uint32_t neighbour) {
    bool found = false;
    for (uint32_t i = 0; i < p->count; i++) {
        wend_vec2 u = p->points[i], v = p->points[(i + 1) % p->count];
        found |=
            u.x == a.x && u.y == a.y && v.x == b.x && v.y == b.y && p->neighbours[i] == neighbour;
    }
    return found;
}

/* Checks that the polygon turns left after an edge, and that the neighbour across the edge lists
 * this polygon. */
static void check_edge(const wend_map *map, uint32_t level, uint32_t polygon, uint32_t edge,
                       const char *what) {
    wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, polygon);
    wend_vec2 a = p.points[edge], b = p.points[(edge + 1) % p.count];
    wend_vec2 c = p.points[(edge + 2) % p.count];
    if (!(cross(a, b, (double)c.x, (double)c.y) >= 0.0)) {
        ck_abort_msg("%s: a polygon that is not convex", what);
    }
    if (p.neighbours[edge] != WEND_NO_POLYGON) {
        wend_navmesh_polygon q = wend_navmesh_polygon_at(map, level, p.neighbours[edge]);
        if (!has_edge(&q, b, a, polygon)) {
            ck_abort_msg("%s: a neighbour that is none", what);
        }
    }
}

void mesh_check_neighbours(const wend_map *map, const char *what) {
    for (uint32_t level = 0; level < wend_navmesh_level_count(map); level++) {
        for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
            wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
            ck_assert_msg(polygon_area(&p) > 0.0, "%s: a polygon without area", what);
            for (uint32_t k = 0; k < p.count; k++) {
                check_edge(map, level, i, k, what);
            }
        }
    }
}
