/* Checks the clearance that doors, obstacle classes and stationary obstacles leave on the parts of
 * a map. The expected values are computed from the definition, part by part. Also checks which
 * doors are recognised. The map is a grid of cells that are represented only by their centres. This
 * is the least information about its parts that a new map kind must provide. */
#include "geom/segment.h"
#include "plan/blocked/blocked.h"
#include "step/internals.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, CELLS = 64, MOST_BLOCKERS = 8, MOST_OBSTACLES = 6, MOST_LIMITS = 256 };

/* ---- A map and a world ----------------------------------------------------------------------- */

typedef struct cell_map {
    map_blocking blocking;
    map_blocker blockers[MOST_BLOCKERS];
    map_clearance_limit limits[MOST_LIMITS];
    wend_vec2 points[MOST_BLOCKERS][2];
    float clearances[CELLS];
} cell_map;

static wend_vec2 centre_of(uint32_t cell) {
    return (wend_vec2){(float)(cell % COLUMNS), (float)(cell / COLUMNS)};
}

/* The first half of the cells is on layer 0. */
static uint32_t layer_of(uint32_t cell) {
    return cell / (CELLS / 2);
}

static double distance_to(const void *map, uint32_t part, const blocked_wall *wall) {
    (void)map;
    return wall->layer == layer_of(part) ? segment_point_distance(centre_of(part), wall->a, wall->b)
                                         : (double)INFINITY;
}

static float clearance_of(const void *map, uint32_t part) {
    return ((const cell_map *)map)->clearances[part];
}

static blocked_parts parts_of(const cell_map *map) {
    return (blocked_parts){&map->blocking, map, CELLS, distance_to, clearance_of};
}

/* A view with obstacles, and scratch memory for one worker. */
typedef struct bench {
    memory memory;
    memory_arena scratch;
    overlay over;
    overlay_obstacle obstacles[MOST_OBSTACLES];
    overlay_wall walls[MOST_OBSTACLES];
    wend_vec2 points[MOST_OBSTACLES][2];
    struct wend_internals internals;
    wend_view view;
} bench;

static void bench_make(bench *b, const wend_allocator *allocator) {
    memset(b, 0, sizeof *b);
    memory_init(&b->memory, allocator);
    arena_init(&b->scratch, &b->memory);
    b->over.obstacles = b->obstacles;
    b->over.walls = b->walls;
    b->internals.overlay = &b->over;
    b->internals.scratch = &b->scratch;
    b->internals.worker_count = 1;
    b->view.internals = &b->internals;
    b->view.classes = 1;
}

static void bench_free(bench *b) {
    arena_free(&b->scratch);
    ck_assert_uint_eq(b->memory.held, 0);
}

/* Adds an obstacle with one wall. The obstacle blocks if it is a closed door or if it stands still.
 */
static void add_obstacle(bench *b, wend_obstacle_kind kind, bool closed, bool standing, wend_vec2 p,
                         wend_vec2 q, uint32_t layer) {
    uint32_t index = b->over.obstacle_count++;
    b->points[index][0] = p;
    b->points[index][1] = q;
    b->obstacles[index] = (overlay_obstacle){.kind = (uint8_t)kind,
                                             .closed = closed,
                                             .standing = standing,
                                             .layer = layer,
                                             .points = b->points[index],
                                             .point_count = 2};
    if (closed) {
        b->walls[b->over.wall_count++] =
            (overlay_wall){.a = p, .b = q, .layer = layer, .obstacle = index};
    }
}

static void add_blocker(cell_map *map, uint32_t obstacle_class, wend_vec2 p, wend_vec2 q,
                        uint32_t layer) {
    uint32_t index = map->blocking.blocker_count++;
    map->points[index][0] = p;
    map->points[index][1] = q;
    map->blockers[index] = obstacle_class != 0 ? (map_blocker){.obstacle_class = obstacle_class}
                                               : (map_blocker){0, layer, map->points[index], 2};
    map->blocking.blockers = map->blockers;
    map->blocking.limits = map->limits;
}

static void add_limit(cell_map *map, uint32_t part, uint32_t blocker, float clearance) {
    ck_assert_uint_lt(map->blocking.limit_count, MOST_LIMITS);
    map->limits[map->blocking.limit_count++] = (map_clearance_limit){part, blocker, clearance};
}

/* ---- Random worlds --------------------------------------------------------------------------- */

/* What is true by construction of the sampled world: which blockers are active, and which doors the
 * map contains. */
typedef struct truth {
    bool on[MOST_BLOCKERS];
    bool known[MOST_OBSTACLES]; /* indexed by obstacle: true if it is a door in the map */
} truth;

static wend_vec2 draw_point(dice *from) {
    return (wend_vec2){(float)dice_between(from, -1.0, 8.0), (float)dice_between(from, -1.0, 8.0)};
}

static void draw_map(cell_map *map, bench *b, truth *t, dice *from) {
    memset(map, 0, sizeof *map);
    uint32_t classes = dice_below(from, 4);
    for (uint32_t i = 0; i < classes; i++) {
        add_blocker(map, i + 1, (wend_vec2){0}, (wend_vec2){0}, 0);
        t->on[i] = dice_below(from, 2) == 0;
        b->view.classes |= (uint32_t)t->on[i] << (i + 1);
    }
    for (uint32_t i = 0; i < MOST_OBSTACLES; i++) {
        uint32_t kind = dice_below(from, 3), layer = dice_below(from, 2);
        wend_vec2 p = draw_point(from), q = draw_point(from);
        bool closed = dice_below(from, 2) == 0;
        t->known[i] = kind == 0 && map->blocking.blocker_count < MOST_BLOCKERS;
        if (t->known[i]) { /* displaced slightly, as if rounded to a map's grid */
            t->on[map->blocking.blocker_count] = closed;
            add_blocker(map, 0, (wend_vec2){p.x + 1e-3F, p.y}, (wend_vec2){q.x, q.y - 1e-3F},
                        layer);
        }
        add_obstacle(b, kind < 2 ? WEND_OBSTACLE_DOOR : WEND_OBSTACLE_MOVING, closed,
                     kind == 2 && closed && dice_below(from, 2) == 0, p, q, layer);
    }
    for (uint32_t i = 0; i < CELLS; i++) {
        map->clearances[i] = (float)dice_between(from, 0.0, 3.0);
        for (uint32_t k = 0; k < map->blocking.blocker_count; k++) {
            if (dice_below(from, 4) == 0) {
                add_limit(map, i, k,
                          dice_below(from, 4) == 0 ? 0.0F : 0.1F * (float)dice_below(from, 30));
            }
        }
    }
}

/* Returns the remaining clearance by its definition: the minimum over everything that blocks. */
static float expected_remaining(const cell_map *map, const bench *b, const truth *t, uint32_t part,
                                bool standing) {
    float remaining = INFINITY;
    for (uint32_t i = 0; i < map->blocking.limit_count; i++) {
        const map_clearance_limit *limit = &map->limits[i];
        if (limit->part == part && t->on[limit->blocker] && limit->clearance < remaining) {
            remaining = limit->clearance;
        }
    }
    for (uint32_t i = 0; i < b->over.obstacle_count; i++) {
        const overlay_obstacle *o = &b->obstacles[i];
        if (!o->closed || o->layer != layer_of(part)) {
            continue;
        }
        double distance = segment_point_distance(centre_of(part), o->points[0], o->points[1]);
        if (o->kind == WEND_OBSTACLE_DOOR && !t->known[i] && (float)distance < remaining) {
            remaining = (float)distance;
        }
        double middle = 0.5 * (distance + (double)map->clearances[part]);
        double room = distance == 0.0 ? 0.0 : distance > middle ? distance : middle;
        if (o->standing && standing && (float)room < remaining) {
            remaining = (float)room;
        }
    }
    return remaining;
}

START_TEST(remaining_clearance_matches_its_definition) {
    static cell_map map;
    uint32_t limited = 0, closed = 0;
    for (uint64_t seed = 1; seed <= trials(2000); seed++) {
        dice from = {seed};
        bench b;
        truth t = {0};
        blocked now;
        bench_make(&b, NULL);
        draw_map(&map, &b, &t, &from);
        bool standing = dice_below(&from, 2) == 0;
        blocked_parts parts = parts_of(&map);
        ck_assert(blocked_find(&b.view, 0, &parts, standing, &now));
        for (uint32_t i = 0; i < CELLS; i++) {
            float remaining = expected_remaining(&map, &b, &t, i, standing),
                  clearance = map.clearances[i];
            ck_assert_msg(now.remaining != NULL ? now.remaining[i] == remaining
                                                : remaining == INFINITY,
                          "seed %llu, cell %u: %g, expected %g", (unsigned long long)seed, i,
                          now.remaining != NULL ? (double)now.remaining[i] : (double)INFINITY,
                          (double)remaining);
            ck_assert(blocked_clearance(&now, i, clearance) ==
                      (remaining < clearance ? remaining : clearance));
            ck_assert_int_eq(blocked_is_limited(&now, i), remaining < INFINITY);
            ck_assert_int_eq(blocked_is_closed(&now, i), remaining == 0.0F);
            limited += remaining < INFINITY;
            closed += remaining == 0.0F;
        }
        bench_free(&b);
    }
    ck_assert_uint_gt(limited, trials_bound(20000));
    ck_assert_uint_gt(closed, trials_bound(2000));
}
END_TEST

/* ---- Doors ----------------------------------------------------------------------------------- */

typedef struct door_case {
    wend_vec2 p, q;
    uint32_t layer, point_count;
    bool same;
} door_case;

/* The map has a door from (2, 1) to (2, 3) on layer 0 that closes cell 5. */
START_TEST(recognises_doors_by_layer_and_position) {
    static const door_case cases[] = {
        {{2.0F, 1.0F}, {2.0F, 3.0F}, 0, 2, true},
        {{2.0015F, 1.0F},
         {2.0F, 2.9985F},
         0,
         2,
         true}, /* within the distance by which a grid may displace a point */
        {{2.003F, 1.0F}, {2.0F, 3.0F}, 0, 2, false},
        {{2.0F, 1.0F}, {2.0F, 3.003F}, 0, 2, false},
        {{2.0F, 3.0F}, {2.0F, 1.0F}, 0, 2, false}, /* the same points in reverse order */
        {{2.0F, 1.0F}, {2.0F, 3.0F}, 1, 2, false},
        {{2.0F, 1.0F}, {2.0F, 3.0F}, 0, 1, false}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const door_case *c = &cases[i];
        static cell_map map;
        bench b;
        blocked now;
        memset(&map, 0, sizeof map);
        bench_make(&b, NULL);
        add_blocker(&map, 0, (wend_vec2){2.0F, 1.0F}, (wend_vec2){2.0F, 3.0F}, 0);
        add_limit(&map, 5, 0, 0.0F);
        add_obstacle(&b, WEND_OBSTACLE_DOOR, true, false, c->p, c->q, c->layer);
        b.obstacles[0].point_count = c->point_count;
        blocked_parts parts = parts_of(&map);
        ck_assert(blocked_find(&b.view, 0, &parts, false, &now));
        ck_assert_msg(now.any_active && now.door_count == (c->same ? 0 : 1), "case %u", i);
        ck_assert_int_eq(blocked_is_closed(&now, 5), c->same);
        ck_assert_int_eq(blocked_is_limited(&now, 6), !c->same && c->layer == 0);
        bench_free(&b);
    }
}
END_TEST

/* If a map's search checks doors itself, doors do not limit the clearance of any part. They are
 * only listed. */
START_TEST(lists_unknown_doors_for_maps_that_do_not_measure_them) {
    static cell_map map;
    bench b;
    blocked now;
    bench_make(&b, NULL);
    add_obstacle(&b, WEND_OBSTACLE_DOOR, true, false, (wend_vec2){1.0F, 1.0F},
                 (wend_vec2){1.0F, 2.0F}, 0);
    add_obstacle(&b, WEND_OBSTACLE_DOOR, false, false, (wend_vec2){3.0F, 1.0F},
                 (wend_vec2){3.0F, 2.0F}, 0);
    blocked_parts parts = {.blocking = &map.blocking, .count = CELLS};
    ck_assert(blocked_find(&b.view, 0, &parts, false, &now));
    ck_assert_uint_eq(now.door_count, 1);
    ck_assert(now.doors[0].a.x == 1.0F && now.doors[0].b.y == 2.0F && now.any_active);
    for (uint32_t i = 0; i < CELLS; i++) {
        ck_assert(!blocked_is_limited(&now, i) && !blocked_is_closed(&now, i));
    }
    bench_free(&b);
}
END_TEST

START_TEST(no_part_is_limited_if_nothing_blocks) {
    static cell_map map;
    bench b;
    blocked now;
    memset(&map, 0, sizeof map);
    bench_make(&b, NULL);
    add_blocker(&map, 3, (wend_vec2){0}, (wend_vec2){0}, 0);
    add_blocker(&map, 0, (wend_vec2){2.0F, 1.0F}, (wend_vec2){2.0F, 3.0F}, 0);
    add_limit(&map, 5, 0, 0.0F);
    add_limit(&map, 5, 1, 0.5F);
    add_obstacle(&b, WEND_OBSTACLE_DOOR, false, false, (wend_vec2){2.0F, 1.0F},
                 (wend_vec2){2.0F, 3.0F}, 0);
    b.view.classes = 1U | 1U << 2; /* class 2 is enabled, not class 3 */
    blocked_parts parts = parts_of(&map);
    ck_assert(blocked_find(&b.view, 0, &parts, false, &now));
    ck_assert(!now.any_active && now.remaining == NULL && now.door_count == 0);
    ck_assert(blocked_clearance(&now, 5, 1.5F) == 1.5F && !blocked_is_closed(&now, 5));
    bench_free(&b);
}
END_TEST

START_TEST(changing_a_copy_does_not_change_the_shared_list) {
    static cell_map map;
    bench b;
    blocked now;
    memset(&map, 0, sizeof map);
    bench_make(&b, NULL);
    add_blocker(&map, 1, (wend_vec2){0}, (wend_vec2){0}, 0);
    add_limit(&map, 5, 0, 0.25F);
    for (uint32_t on = 0; on < 2; on++) {
        b.view.classes = 1U | on << 1;
        blocked_parts parts = parts_of(&map);
        ck_assert(blocked_find(&b.view, 0, &parts, false, &now));
        blocked own = now;
        float *remaining = blocked_copy_remaining(&b.view, 0, CELLS, &own);
        ck_assert(remaining != NULL && remaining == own.remaining);
        remaining[7] = 0.0F;
        ck_assert(blocked_is_closed(&own, 7) && !blocked_is_closed(&now, 7));
        ck_assert(blocked_clearance(&own, 5, 1.0F) == (on ? 0.25F : 1.0F));
        ck_assert(!blocked_is_limited(&own, 6));
    }
    bench_free(&b);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *no_memory(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void no_release(void *user, void *block, size_t size) {
    (void)user;
    (void)block;
    (void)size;
}

START_TEST(reports_out_of_memory) {
    static cell_map map;
    bench b;
    blocked now;
    bench_make(&b, &(wend_allocator){no_memory, no_release, NULL});
    blocked_parts parts = parts_of(&map);
    ck_assert(!blocked_find(&b.view, 0, &parts, false, &now));
    now = (blocked){.remaining = NULL};
    ck_assert_ptr_null(blocked_copy_remaining(&b.view, 0, CELLS, &now));
    bench_free(&b);
}
END_TEST

int main(void) {
    SUITE("plan/blocked", remaining_clearance_matches_its_definition,
          recognises_doors_by_layer_and_position,
          lists_unknown_doors_for_maps_that_do_not_measure_them,
          no_part_is_limited_if_nothing_blocks, changing_a_copy_does_not_change_the_shared_list,
          reports_out_of_memory);
}
