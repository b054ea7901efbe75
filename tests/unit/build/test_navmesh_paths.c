/* Navigation meshes: what doors, switched obstacles and free-standing walls block, where links
 * lead, how wide portals are, and which input is refused. */
/* cost: 6 */
#include "map/navmesh/navmesh.h"
#include "support/kit/maps.h"
#include "support/mesh_checks.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOLIDS = 16, MOST_WALLS = 4 };

static wend_error error;

/* ---- Spaces ---------------------------------------------------------------------------------- */

/* A layer of boxes and lines, all rotated by the same angle. */
typedef struct plan {
    wend_point points[64][12];
    wend_ring boundary;
    wend_solid_def solids[MOST_SOLIDS];
    wend_open_wall_def walls[MOST_WALLS];
    wend_layer_def layer;
    wend_space_def def;
    uint32_t used;
    double angle;
} plan;

static wend_point turned(double angle, double x, double y) {
    return (wend_point){x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)};
}

static const wend_point *box(plan *p, double x, double y, double u, double v) {
    wend_point *points = p->points[p->used++];
    points[0] = turned(p->angle, x, y);
    points[1] = turned(p->angle, u, y);
    points[2] = turned(p->angle, u, v);
    points[3] = turned(p->angle, x, v);
    return points;
}

static const wend_point *line(plan *p, double x, double y, double u, double v) {
    wend_point *points = p->points[p->used++];
    points[0] = turned(p->angle, x, y);
    points[1] = turned(p->angle, u, v);
    return points;
}

static void begin(plan *p, double angle, double wide, double tall) {
    memset(p, 0, sizeof *p);
    p->angle = angle;
    p->boundary = (wend_ring){box(p, 0.0, 0.0, wide, tall), 4};
    p->layer = (wend_layer_def){.boundaries = &p->boundary,
                                .boundary_count = 1,
                                .solids = p->solids,
                                .open_walls = p->walls};
    p->def = wend_default_space_def();
    p->def.layers = &p->layer;
    p->def.layer_count = 1;
    p->def.class_count = 4;
}

static void add_solid(plan *p, const wend_point *points, uint32_t obstacle_class) {
    p->solids[p->layer.solid_count++] = (wend_solid_def){{points, 4}, obstacle_class};
}

static void add_wall(plan *p, const wend_point *points, uint32_t obstacle_class) {
    p->walls[p->layer.open_wall_count++] = (wend_open_wall_def){points, 2, obstacle_class};
}

static wend_map *build(const wend_navmesh_def *def) {
    wend_map *map = maps_navmesh(def);
    mesh_check_neighbours(map, "built");
    return map;
}

static const double two_radii[] = {0.25, 0.4};

static wend_map *build_plan(const plan *p, const wend_obstacle_def *doors, uint32_t door_count) {
    wend_space *space = maps_space(&p->def);
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.space_def = &p->def;
    def.radii = two_radii;
    def.radius_count = 2;
    def.doors = doors;
    def.door_count = door_count;
    wend_map *map = build(&def);
    wend_space_release(space);
    return map;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static uint32_t polygon_at(const wend_map *map, uint32_t level, wend_point at, uint32_t layer) {
    wend_location location = {{(float)at.x, (float)at.y}, layer};
    return wend_navmesh_locate(map, level, location);
}

/* True if a path leads from one location to another while some blockers are closed. */
static bool has_path(const wend_map *map, uint32_t level, wend_location from, wend_location to,
                     uint32_t closed) {
    const navmesh *mesh = navmesh_of(map);
    const navmesh_level *in = &mesh->levels[level];
    uint32_t first = wend_navmesh_locate(map, level, from);
    uint32_t last = wend_navmesh_locate(map, level, to);
    ck_assert_msg(first != WEND_NO_POLYGON && last != WEND_NO_POLYGON, "a place off the mesh");
    uint32_t *stack = calloc(in->corner_count + 1, sizeof *stack), count = 0;
    bool *seen = calloc(in->polygon_count, sizeof *seen);
    stack[count++] = first;
    seen[first] = true;
    while (count > 0) {
        const navmesh_polygon *polygon = &in->polygons[stack[--count]];
        for (uint32_t i = 0; i < polygon->count; i++) {
            uint32_t next = in->neighbours[polygon->first + i];
            bool open = next != NAVMESH_NONE && !seen[next];
            const navmesh_set *set = open ? &mesh->sets[in->polygons[next].set] : NULL;
            for (uint32_t k = 0; open && k < set->count; k++) {
                open &= ((closed >> mesh->members[set->first + k]) & 1U) == 0;
            }
            if (open) {
                seen[next] = true;
                stack[count++] = next;
            }
        }
    }
    bool reached = seen[last];
    free(stack);
    free(seen);
    return reached;
}

static wend_location make_location(double angle, double x, double y) {
    wend_point p = turned(angle, x, y);
    return (wend_location){{(float)p.x, (float)p.y}, 0};
}

static void check_paths(const wend_map *map, double angle, uint32_t closed, bool expected,
                        const char *what) {
    for (uint32_t level = 0; level < wend_navmesh_level_count(map); level++) {
        bool found = has_path(map, level, make_location(angle, 1.0, 2.5),
                              make_location(angle, 9.0, 2.5), closed);
        ck_assert_msg(found == expected, "%s, turned by %g, level %u: %s", what, angle, level,
                      found ? "open" : "closed");
    }
}

/* Makes two rooms with a gap of 1 m between them. */
static void begin_rooms(plan *p, double angle) {
    static const double outline[12][2] = {{0, 0},  {4.9, 0}, {4.9, 2}, {5.1, 2}, {5.1, 0}, {10, 0},
                                          {10, 5}, {5.1, 5}, {5.1, 3}, {4.9, 3}, {4.9, 5}, {0, 5}};
    begin(p, angle, 10.0, 5.0);
    for (int i = 0; i < 12; i++) {
        p->points[0][i] = turned(angle, outline[i][0], outline[i][1]);
    }
    p->boundary.count = 12;
}

START_TEST(closed_doors_block_paths) {
    for (int i = 0; i < 60; i++) {
        double angle = i * 0.11;
        plan p;
        begin_rooms(&p, angle);
        wend_obstacle_def doors[3];
        for (int k = 0; k < 3; k++) {
            doors[k] = wend_default_obstacle_def();
            doors[k].point_count = 2;
        }
        doors[0].points = line(&p, 5.0, 2.0, 5.0, 3.0);
        doors[1].kind = WEND_OBSTACLE_MOVING;
        doors[1].points = box(&p, 4.0, 1.0, 6.0, 4.0);
        doors[2].points = line(&p, 2.0, 1.0, 3.0, 4.0); /* agents can walk around it */
        wend_map *map = build_plan(&p, doors, 3);
        ck_assert_uint_eq(navmesh_of(map)->blocking.blocker_count, 2);
        check_paths(map, angle, 0, true, "doors open");
        check_paths(map, angle, 1, false, "the door shut");
        check_paths(map, angle, 2, true, "the other door shut");
        wend_map_release(map);
    }
}
END_TEST

/* A door covers all points that are nearer to it than the radius, but no point that is farther away
 * than the radius plus 1 mm. */
START_TEST(doors_block_everything_within_the_radius) {
    plan p;
    begin_rooms(&p, 0.3);
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = line(&p, 2.0, 1.5, 2.5, 3.5);
    door.point_count = 2;
    wend_map *map = build_plan(&p, &door, 1);
    uint64_t state = 4;
    for (int i = 0; i < 4000; i++) {
        double x = 1.0 + 2.5 * mesh_random(&state), y = 0.9 + 3.2 * mesh_random(&state);
        double t = fmin(fmax(((x - 2.0) * 0.5 + (y - 1.5) * 2.0) / 4.25, 0.0), 1.0);
        double away = hypot(x - 2.0 - 0.5 * t, y - 1.5 - 2.0 * t);
        wend_location at = make_location(0.3, x, y);
        for (uint32_t level = 1; level < 3; level++) {
            double radius = two_radii[level - 1];
            uint32_t found = wend_navmesh_locate(map, level, at);
            ck_assert_uint_ne(found, WEND_NO_POLYGON);
            bool covered = wend_navmesh_polygon_at(map, level, found).blockable;
            ck_assert_msg(covered || away >= radius, "%g m from a door", away);
            ck_assert_msg(!covered || away <= radius + 1e-3, "%g m from a door", away);
        }
    }
    wend_map_release(map);
}
END_TEST

START_TEST(enabled_classes_block_paths) {
    for (int i = 0; i < 30; i++) {
        double angle = i * 0.17;
        plan p;
        begin_rooms(&p, angle);
        add_solid(&p, box(&p, 4.0, 1.8, 4.95, 3.2), 1); /* extends into the walls */
        add_wall(&p, line(&p, 6.0, -0.5, 6.0, 5.5), 2);
        add_solid(&p, box(&p, 8.0, 1.0, 8.2, 2.0), 3);
        wend_map *map = build_plan(&p, NULL, 0);
        ck_assert_uint_eq(navmesh_of(map)->blocking.blocker_count, 3);
        check_paths(map, angle, 0, true, "all off");
        check_paths(map, angle, 1, false, "the solid");
        check_paths(map, angle, 2, false, "the line");
        check_paths(map, angle, 4, true, "what stands aside");
        wend_map_release(map);
    }
}
END_TEST

START_TEST(free_standing_walls_block_paths) {
    for (int i = 0; i < 30; i++) {
        double angle = i * 0.17;
        plan p;
        begin(&p, angle, 10.0, 5.0);
        double end = i % 2 == 0 ? 5.5 : 3.0; /* wall across the whole room, or with a gap */
        add_wall(&p, line(&p, 5.0, -0.5, 5.0, end), 0);
        add_solid(&p, box(&p, 4.0, 1.0, 6.0, 2.0), 1); /* crosses the wall */
        wend_map *map = build_plan(&p, NULL, 0);
        check_paths(map, angle, 0, i % 2 == 1, "an open wall");
        ck_assert_double_eq_tol(mesh_area(map, 0), 50.0, 1e-4);
        wend_map_release(map);
    }
}
END_TEST

/* A wall along the edge of a switched obstacle stays a wall. */
START_TEST(walls_along_switchable_obstacles_still_block_paths) {
    plan p;
    begin(&p, 0.0, 10.0, 5.0);
    add_wall(&p, line(&p, 5.0, 0.0, 5.0, 5.0), 0);
    add_solid(&p, box(&p, 5.0, 0.0, 6.0, 5.0), 1);
    wend_map *map = build_plan(&p, NULL, 0);
    check_paths(map, 0.0, 0, false, "a wall at an edge");
    ck_assert(has_path(map, 0, make_location(0.0, 5.5, 2.5), make_location(0.0, 9.0, 2.5), 0));
    wend_map_release(map);
}
END_TEST

/* ---- Links ----------------------------------------------------------------------------------- */

/* Two rooms, each on its own layer, that share a side 4 m long. A link joins the layers in the
 * middle of that side. */
typedef struct floors {
    wend_point outer[2][8];
    wend_ring boundaries[2];
    wend_layer_def layers[2];
    wend_link_def link;
    wend_space_def def;
} floors;

static void make_floors(floors *f, double angle, double width, double depth) {
    double low = 2.0 - width / 2.0, high = 2.0 + width / 2.0;
    const double left[8][2] = {{0, 0}, {4, 0}, {4, low}, {4, high}, {4, 4}, {0, 4}};
    const double right[8][2] = {{4, 0}, {4 + depth, 0}, {4 + depth, 4},
                                {4, 4}, {4, high},      {4, low}};
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 6; i++) {
        f->outer[0][i] = turned(angle, left[i][0], left[i][1]);
        f->outer[1][i] = turned(angle, right[i][0], right[i][1]);
    }
    for (int i = 0; i < 2; i++) {
        f->boundaries[i] = (wend_ring){f->outer[i], 6};
        f->layers[i] = (wend_layer_def){.boundaries = &f->boundaries[i], .boundary_count = 1};
    }
    f->link = (wend_link_def){turned(angle, 4, low), turned(angle, 4, high), 0, 1};
    f->def = wend_default_space_def();
    f->def.layers = f->layers;
    f->def.layer_count = 2;
    f->def.links = &f->link;
    f->def.link_count = 1;
}

/* Returns the total length (m) of the edges on layer 0 that join polygons of different layers. */
static double joined_length(const wend_map *map, uint32_t level) {
    double sum = 0.0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
        for (uint32_t k = 0; k < p.count && p.layer == 0; k++) {
            if (p.neighbours[k] != WEND_NO_POLYGON &&
                wend_navmesh_polygon_at(map, level, p.neighbours[k]).layer != 0) {
                wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
                sum += hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
            }
        }
    }
    return sum;
}

START_TEST(links_join_layers) {
    for (int i = 0; i < 40; i++) {
        double angle = i * 0.16, width = i % 3 == 0 ? 2.0 : 1.037;
        floors f;
        make_floors(&f, angle, width, 4.0);
        wend_space *space = maps_space(&f.def);
        wend_obstacle_def door = wend_default_obstacle_def();
        wend_point across[2] = {turned(angle, 3.0, 2.1), turned(angle, 5.0, 2.2)};
        door.points = across;
        door.point_count = 2;
        wend_navmesh_def def = wend_default_navmesh_def();
        def.space = space;
        def.radii = two_radii;
        def.radius_count = 2;
        def.doors = &door;
        def.door_count = i % 2 == 0 ? 1 : 0; /* the door's outline crosses the link */
        wend_map *map = build(&def);
        for (uint32_t level = 0; level < 3; level++) {
            double radius = (double)wend_navmesh_level_radius(map, level);
            double length = joined_length(map, level);
            ck_assert_msg(fabs(length - (width - 2.0 * radius)) < 1.2e-3,
                          "turned by %g, level %u: %g of %g m are joined", angle, level, length,
                          width - 2.0 * radius);
            wend_location from = make_location(angle, 1.0, 2.0),
                          to = make_location(angle, 7.0, 2.0);
            to.layer = 1;
            ck_assert(has_path(map, level, from, to, 0));
        }
        ck_assert_double_eq_tol(mesh_area(map, 0), 32.0, 1e-4);
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

/* A wall just beyond a link also keeps discs at a distance while they are on the near side of the
 * link. */
START_TEST(walls_beyond_links_inset_the_mesh) {
    floors f;
    make_floors(&f, 0.4, 2.0, 0.2);
    wend_space *space = maps_space(&f.def);
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = two_radii;
    def.radius_count = 2;
    wend_map *map = build(&def);
    ck_assert(joined_length(map, 0) > 1.99);
    uint64_t state = 9;
    for (uint32_t level = 1; level < 3; level++) {
        double radius = two_radii[level - 1];
        ck_assert_double_eq(joined_length(map, level), 0.0);
        for (int i = 0; i < 4000; i++) {
            double x = 3.5 + 0.5 * mesh_random(&state), y = 1.0 + 2.0 * mesh_random(&state);
            double corner = fmin(hypot(4.0 - x, 1.0 - y), hypot(4.0 - x, 3.0 - y));
            double away = fmin(corner, 4.2 - x); /* m: to the wall beyond or to a link end */
            bool found =
                wend_navmesh_locate(map, level, make_location(0.4, x, y)) != WEND_NO_POLYGON;
            ck_assert_msg(!found || away >= radius - 1e-4, "%g m from a wall", away);
            ck_assert_msg(found || away <= radius + 1e-3, "%g m from a wall", away);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Portals --------------------------------------------------------------------------------- */

static void check_portal(const wend_space *space, const wend_navmesh_polygon *p, uint32_t edge) {
    wend_vec2 a = p->points[edge], b = p->points[(edge + 1) % p->count];
    double most = 0.0;
    for (int i = 0; i <= 2000; i++) {
        double t = i / 2000.0;
        wend_vec2 at = {(float)((double)a.x + ((double)b.x - (double)a.x) * t),
                        (float)((double)a.y + ((double)b.y - (double)a.y) * t)};
        most = fmax(most, mesh_wall_distance(space, at, p->layer));
    }
    double step = hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y) / 2000.0;
    double reported = (double)p->clearances[edge];
    ck_assert_msg(reported >= most - 1e-3 - 1e-3 * most && reported <= most + step + 1e-4,
                  "a clearance of %g m, %g m by sampling", reported, most);
}

START_TEST(portal_clearances_match_samples) {
    uint64_t state = 77;
    uint32_t portals = 0;
    for (int trial = 0; trial < (int)trials(20); trial++) {
        plan p;
        begin(&p, 0.1 * trial, 20.0, 20.0);
        for (int i = 0; i < 9; i++) {
            double x = 1.5 + 6.0 * (i % 3) + mesh_random(&state);
            double y = 1.5 + 6.0 * floor(i / 3.0) + mesh_random(&state);
            double u = x + 0.5 + 3.5 * mesh_random(&state), v = y + 0.5 + 3.5 * mesh_random(&state);
            add_solid(&p, box(&p, x, y, u, v), 0);
        }
        wend_space *space = maps_space(&p.def);
        wend_navmesh_def def = wend_default_navmesh_def();
        def.space = space;
        wend_map *map = build(&def);
        for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
            wend_navmesh_polygon polygon = wend_navmesh_polygon_at(map, 0, i);
            for (uint32_t k = 0; k < polygon.count; k++) {
                if (polygon.neighbours[k] == WEND_NO_POLYGON) {
                    ck_assert(polygon.clearances[k] == 0.0F);
                } else {
                    check_portal(space, &polygon, k);
                    portals++;
                }
            }
        }
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_ge(portals, trials_bound(301));
}
END_TEST

/* ---- Bounds, radii, order -------------------------------------------------------------------- */

START_TEST(unbounded_ground_is_covered_up_to_the_margin) {
    plan p;
    begin(&p, 0.0, 1.0, 1.0);
    p.layer.boundary_count = 0;
    add_solid(&p, box(&p, 0.0, 0.0, 4.0, 2.0), 0);
    wend_space *space = maps_space(&p.def);
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = two_radii;
    def.radius_count = 2;
    def.low = (wend_point){-5.0, 1.0};
    def.high = (wend_point){2.0, 30.0};
    wend_map *map = build(&def);
    double margin = 10.4;
    ck_assert_double_eq_tol(mesh_area(map, 0), (9.0 + 2 * margin) * (30.0 + 2 * margin) - 8.0,
                            1e-3);
    double rounded = 2.0 * 0.25 * 6.0 + 3.14159265 * 0.0625;
    ck_assert_double_eq_tol(mesh_area(map, 1),
                            (9.0 + 2 * margin) * (30.0 + 2 * margin) - 8.0 - rounded, 2e-3);
    ck_assert_uint_ne(polygon_at(map, 2, (wend_point){-15.3, 40.3}, 0), WEND_NO_POLYGON);
    ck_assert_uint_eq(polygon_at(map, 2, (wend_point){-15.5, 40.3}, 0), WEND_NO_POLYGON);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(each_distinct_radius_becomes_a_level) {
    static const double radii[] = {0.4, 0.251, 0.26, 0.0, 0.2599999, 0.4};
    plan p;
    begin(&p, 0.0, 10.0, 5.0);
    wend_space *space = maps_space(&p.def);
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = radii;
    def.radius_count = 6;
    wend_map *map = build(&def);
    ck_assert_uint_eq(wend_navmesh_level_count(map), 3);
    ck_assert(wend_navmesh_level_radius(map, 0) == 0.0F);
    ck_assert(wend_navmesh_level_radius(map, 1) == 0.26F);
    ck_assert(wend_navmesh_level_radius(map, 2) == 0.4F);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(mesh_does_not_depend_on_order_of_solids) {
    plan p;
    begin(&p, 0.37, 20.0, 20.0);
    for (int i = 0; i < 9; i++) {
        double x = 2.0 + 6.0 * (i % 3), y = 2.0 + 6.0 * floor(i / 3.0);
        add_solid(&p, box(&p, x, y, x + 2.0 + 0.2 * i, y + 3.0), 0);
    }
    wend_map *one = build_plan(&p, NULL, 0);
    for (uint32_t i = 0; i < 4; i++) {
        wend_solid_def other = p.solids[i];
        p.solids[i] = p.solids[8 - i];
        p.solids[8 - i] = other;
    }
    wend_map *two = build_plan(&p, NULL, 0);
    for (uint32_t level = 0; level < 3; level++) {
        const navmesh_level *a = &navmesh_of(one)->levels[level],
                            *b = &navmesh_of(two)->levels[level];
        ck_assert_uint_eq(a->polygon_count, b->polygon_count);
        ck_assert_uint_eq(a->corner_count, b->corner_count);
        ck_assert(memcmp(a->corners, b->corners, a->corner_count * sizeof *a->corners) == 0);
        ck_assert(memcmp(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices) == 0);
        ck_assert(level > 0 || memcmp(a->clearances, b->clearances,
                                      a->corner_count * sizeof *a->clearances) == 0);
    }
    wend_map_release(one);
    wend_map_release(two);
}
END_TEST

/* ---- Failures -------------------------------------------------------------------------------- */

static wend_result try_radius(wend_space *space, double radius) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    wend_map *map = NULL;
    return wend_navmesh_build(&def, &map, &error);
}

START_TEST(refuses_invalid_radii_and_bounds) {
    plan p;
    begin(&p, 0.0, 10.0, 5.0);
    wend_space *space = maps_space(&p.def);
    ck_assert_int_eq(try_radius(space, -0.1), WEND_ERROR_INVALID);
    ck_assert_int_eq(try_radius(space, (double)NAN), WEND_ERROR_INVALID);
    ck_assert_int_eq(try_radius(space, 101.0), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message,
                     "a radius of a navigation mesh must be from 0 to 100 m, found 101");
    double radii[WEND_MAX_LEVELS];
    for (int i = 0; i < WEND_MAX_LEVELS; i++) {
        radii[i] = 0.1 + 0.01 * i;
    }
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = radii;
    def.radius_count = WEND_MAX_LEVELS;
    wend_map *map = NULL;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, &error), WEND_ERROR_LIMIT);
    def.radius_count = 0;
    def.low.x = (double)INFINITY;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, &error), WEND_ERROR_INVALID);
    def.low.x = -20000.0;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, &error), WEND_ERROR_LIMIT);
    def.low.x = 0.0;
    def.arc_pieces = 65;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, &error), WEND_ERROR_INVALID);
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = line(&p, 0.0, 0.0, 1.0, 1.0);
    door.point_count = 2;
    door.layer = 3;
    def.arc_pieces = 0;
    def.doors = &door;
    def.door_count = 1;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_null(map);
    wend_space_release(space);
}
END_TEST

static wend_result build_in(worlds_heap *heap, wend_space *space, const wend_obstacle_def *door) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = two_radii;
    def.radius_count = 1;
    def.doors = door;
    def.door_count = 1;
    def.allocator = worlds_allocator(heap);
    wend_map *map = NULL;
    wend_result result = wend_navmesh_build(&def, &map, &error);
    wend_map_release(map);
    return result;
}

START_TEST(reports_every_failed_allocation) {
    floors f;
    make_floors(&f, 0.4, 2.0, 4.0);
    wend_space *space = maps_space(&f.def);
    wend_point across[2] = {turned(0.4, 3.0, 2.1), turned(0.4, 5.0, 2.2)};
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = across;
    door.point_count = 2;
    worlds_heap counting = {0};
    ck_assert_msg(build_in(&counting, space, &door) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(counting.held, 0);
    for (unsigned long k = 1; k <= counting.calls; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_result result = build_in(&failing, space, &door);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k,
                      counting.calls, result, error.message);
        ck_assert_uint_eq(failing.held, 0);
    }
    wend_space_release(space);
}
END_TEST

static void report_progress(void *user, double done) {
    double *last = user;
    ck_assert(done >= *last && done <= 1.0);
    *last = done;
}

START_TEST(progress_increases_to_one) {
    plan p;
    begin_rooms(&p, 0.2);
    wend_space *space = maps_space(&p.def);
    double last = 0.0;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = two_radii;
    def.radius_count = 2;
    def.progress = report_progress;
    def.user = &last;
    wend_map_release(build(&def));
    ck_assert_double_eq_tol(last, 1.0, 1e-12);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/navmesh_ways", closed_doors_block_paths, doors_block_everything_within_the_radius,
          enabled_classes_block_paths, free_standing_walls_block_paths,
          walls_along_switchable_obstacles_still_block_paths, links_join_layers,
          walls_beyond_links_inset_the_mesh, portal_clearances_match_samples,
          unbounded_ground_is_covered_up_to_the_margin, each_distinct_radius_becomes_a_level,
          mesh_does_not_depend_on_order_of_solids, refuses_invalid_radii_and_bounds,
          reports_every_failed_allocation, progress_increases_to_one);
}
