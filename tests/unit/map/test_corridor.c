/* Corridor maps as bytes and back, and what corridor_create refuses. */
/* needs: kit */
#include "map/corridor/corridor.h"
#include "map/map.h"
#include "map/navmesh/navmesh.h"
#include "space/wmap.h"
#include "support/spaces.h"
#include "support/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

static wend_error error;

/* A room with a box, a switched obstacle and a door. */
static wend_map *make_map(void) {
    static sketch s;
    static const wend_point points[2] = {{2.0, 6.5}, {3.0, 10.0}};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box(&s, 0, 0, 4, 4, 6, 6.5);
    sketch_box(&s, 0, 1, 7, 7, 9, 9);
    wend_space *space = sketch_space(&s);
    wend_obstacle_def door = wend_default_obstacle_def();
    door.kind = WEND_OBSTACLE_DOOR;
    door.points = points;
    door.point_count = 2;
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = &door;
    def.door_count = 1;
    wend_map *map = NULL;
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    ck_assert_uint_gt(corridor_of(map)->blocking.limit_count, 1);
    wend_space_release(space);
    return map;
}

static uint8_t *save(const wend_map *map, size_t *size) {
    *size = wend_map_save(map, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    bytes[0] = 0xee;
    ck_assert_uint_eq(wend_map_save(map, bytes, *size - 1), *size);
    ck_assert_uint_eq(bytes[0], 0xee);
    ck_assert_uint_eq(wend_map_save(map, bytes, *size), *size);
    return bytes;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

START_TEST(test_comes_back_the_same) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0, size_again = 0;
    uint8_t *bytes = save(map, &size);
    ck_assert_msg(wend_map_load(bytes, size, NULL, &again, &error) == WEND_OK, "%s", error.message);
    wend_map_facts a = wend_map_read(map), b = wend_map_read(again);
    ck_assert_mem_eq(&a, &b, sizeof a);
    ck_assert_str_eq(b.kind, "corridor");
    uint8_t *bytes_again = save(again, &size_again);
    ck_assert_uint_eq(size, size_again);
    ck_assert_mem_eq(bytes, bytes_again, size);
    const corridor *c = corridor_of(map), *d = corridor_of(again);
    ck_assert_mem_eq(c->events, d->events, c->event_count * sizeof *c->events);
    ck_assert_mem_eq(c->edges, d->edges, c->edge_count * sizeof *c->edges);
    ck_assert_mem_eq(c->vertices, d->vertices, c->vertex_count * sizeof *c->vertices);
    ck_assert_float_eq(d->blocking.blockers[1].points[1].x, 3.0F);
    free(bytes);
    free(bytes_again);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(test_another_content_has_another_hash) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0;
    uint8_t *bytes = save(map, &size);
    bytes[24] ^= 1; /* the hash of the space */
    wmap_seal(bytes, size, map_kind_corridor.tag);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, NULL), WEND_OK);
    ck_assert_uint_ne(wend_map_read(map).hash, wend_map_read(again).hash);
    free(bytes);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(test_refuses_damage) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0;
    uint8_t *bytes = save(map, &size);
    for (size_t i = 0; i < size; i += 7) {
        bytes[i] ^= 0x20;
        ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
        bytes[i] ^= 0x20;
    }
    for (size_t length = 0; length < size; length += 101) {
        ck_assert_int_eq(wend_map_load(bytes, length, NULL, &again, &error), WEND_ERROR_FORMAT);
    }
    wmap_seal(bytes, size, map_kind_navmesh.tag);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
    wmap_seal(bytes, size, map_kind_corridor.tag);
    wend_space_def *def = NULL;
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &def, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the file holds a map, expected a space");
    free(bytes);
    wend_map_release(map);
}
END_TEST

/* With a checksum that fits, what is taken can be used; most damage is not taken. */
START_TEST(test_survives_damage_behind_the_checksum) {
    wend_map *map = make_map();
    size_t size = 0;
    uint8_t *bytes = save(map, &size), *damaged = malloc(size);
    ck_assert_ptr_nonnull(damaged);
    uint32_t refused = 0, trials = 3000;
    dice from = {9};
    for (uint32_t i = 0; i < trials; i++) {
        memcpy(damaged, bytes, size);
        damaged[24 + dice_below(&from, (uint32_t)size - 24)] = (uint8_t)dice_bits(&from);
        size_t length = i % 5 ? size : 24 + dice_below(&from, (uint32_t)size - 24);
        wmap_seal(damaged, length, map_kind_corridor.tag);
        wend_map *taken = NULL;
        if (wend_map_load(damaged, length, NULL, &taken, NULL) == WEND_OK) {
            wend_corridor_place place;
            wend_corridor_retract(taken, (wend_place){{2.0F, 3.0F}, 0}, &place);
            wend_map_release(taken);
        } else {
            refused++;
        }
    }
    ck_assert_uint_gt(refused, trials / 2);
    ck_assert_uint_lt(refused, trials);
    free(bytes);
    free(damaged);
    wend_map_release(map);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

/* A copy of a map's parts to be spoilt. */
static wend_map *source;
static corridor parts;

static void *copied(const void *from, size_t count, size_t size) {
    void *copy = calloc(count + 1, size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, from, count * size);
    return copy;
}

static void copy_parts(void) {
    parts = *corridor_of(source);
    parts.sites = copied(parts.sites, parts.site_count, sizeof *parts.sites);
    parts.vertices = copied(parts.vertices, parts.vertex_count, sizeof *parts.vertices);
    parts.edges = copied(parts.edges, parts.edge_count, sizeof *parts.edges);
    parts.events = copied(parts.events, parts.event_count, sizeof *parts.events);
    parts.blocking.blockers = copied(parts.blocking.blockers, parts.blocking.blocker_count,
                                     sizeof *parts.blocking.blockers);
    parts.blocking.limits =
        copied(parts.blocking.limits, parts.blocking.limit_count, sizeof *parts.blocking.limits);
}

/* Whether the parts are refused for a reason; then they are fresh again. */
static void refuses(const char *why) {
    wend_map *map = NULL;
    wend_result result = corridor_create(&parts, 1, NULL, &map, &error);
    ck_assert_msg(result == WEND_ERROR_FORMAT, "taken in spite of: %s", why);
    ck_assert_msg(strstr(error.message, why) != NULL, "'%s' instead of '%s'", error.message, why);
    ck_assert_ptr_null(map);
    free(parts.sites);
    free(parts.vertices);
    free(parts.edges);
    free(parts.events);
    free(parts.blocking.blockers);
    free(parts.blocking.limits);
    copy_parts();
}

START_TEST(test_refuses_parts_that_do_not_fit) {
    source = make_map();
    copy_parts();
    wend_map *map = NULL;
    ck_assert_int_eq(corridor_create(&parts, 1, NULL, &map, &error), WEND_OK);
    wend_map_release(map);
    parts.layer_count = 0;
    refuses("too few or too many layers");
    parts.event_count = UINT32_MAX;
    refuses("too large");
    parts.sites[1].b.y = NAN;
    refuses("a wall is not finite");
    parts.vertices[0].position.x = 1e6F;
    refuses("a vertex is not finite");
    parts.vertices[0].layer = 1;
    refuses("a vertex is not finite");
    parts.edges[1].first++;
    refuses("events of edges do not follow");
    parts.edges[parts.edge_count - 1].count++;
    refuses("events of edges do not follow");
    parts.edges[0].to = parts.vertex_count;
    refuses("out of range");
    parts.edges[0].layer = 9;
    refuses("out of range");
    parts.edges[0].flags = 2;
    refuses("out of range");
    parts.edge_count--;
    refuses("events without an edge");
    parts.events[1].position.x = INFINITY;
    refuses("an event is not finite");
    parts.events[0].position.x += 0.5F;
    refuses("does not end at its vertices");
    parts.events[parts.event_count - 1].left_site = 0;
    refuses("a piece follows the last event");
    parts.events[0].left_site = parts.site_count;
    refuses("a wall that is not there");
    parts.blocking.blockers[1].layer = 1;
    refuses("a blocker's class or layer");
    parts.blocking.blockers[0].obstacle_class = WEND_MAX_CLASSES;
    refuses("a blocker's class or layer");
    parts.reaches = &(corridor_reach){parts.event_count, 0};
    parts.reach_count = 1;
    refuses("reaches into another layer");
    parts.blocking.limits[1] = parts.blocking.limits[0];
    refuses("out of order");
    parts.blocking.limits[0].clearance = -1.0F;
    refuses("out of order");
    wend_map_release(source);
}
END_TEST

/* An event in the middle of an edge that has one: off the axis, or with another wall. */
START_TEST(test_refuses_an_axis_that_is_none) {
    source = make_map();
    copy_parts();
    uint32_t edge = 0;
    while (parts.edges[edge].count < 3) {
        edge++;
    }
    corridor_event *middle = &parts.events[parts.edges[edge].first + 1];
    wend_vec2 aside = {(middle->left.x - middle->position.x) * 0.01F,
                       (middle->left.y - middle->position.y) * 0.01F};
    middle->position.x += aside.x;
    middle->position.y += aside.y;
    refuses("nearer to one hand");
    middle = &parts.events[parts.edges[edge].first + 1];
    uint32_t left = middle->left_site; /* both hands change places */
    middle->left_site = middle->right_site;
    middle->right_site = left;
    refuses("leap");
    wend_map_release(source);
}
END_TEST

/* ---- Lengths --------------------------------------------------------------------------------- */

/* m: of a piece up to t, by many chords. */
static double length_by_chords(const corridor *c, uint32_t event, double t) {
    enum { CHORDS = 2000 };
    double length = 0.0;
    wend_vec2 last = corridor_at(c, event, 0.0).position;
    for (int i = 1; i <= CHORDS; i++) {
        wend_vec2 at = corridor_at(c, event, t * i / CHORDS).position;
        length += hypot((double)at.x - (double)last.x, (double)at.y - (double)last.y);
        last = at;
    }
    return length;
}

START_TEST(test_lengths_lead_to_places_and_back) {
    wend_map *map = make_map();
    const corridor *c = corridor_of(map);
    uint32_t curved = 0;
    for (uint32_t i = 0; i < c->event_count; i++) {
        if (c->events[i].left_site == CORRIDOR_NONE) {
            continue;
        }
        corridor_piece p = corridor_piece_of(c, i);
        corridor_gauge gauge = corridor_measure(&p);
        curved += p.curved;
        ck_assert_double_eq_tol(gauge.length, length_by_chords(c, i, 1.0), 2e-3);
        ck_assert_double_eq_tol(gauge.length, corridor_length(c, i), 1e-12);
        for (int k = 0; k <= 8; k++) {
            double t = k / 8.0, length = corridor_length_to(c, i, t);
            ck_assert_double_eq_tol(length, length_by_chords(c, i, t), 2e-3);
            wend_corridor_sample there = corridor_at(c, i, t);
            wend_corridor_sample again =
                corridor_piece_at(&p, corridor_at_length(&p, &gauge, length));
            ck_assert_float_eq_tol(there.position.x, again.position.x, 1e-4F);
            ck_assert_float_eq_tol(there.position.y, again.position.y, 1e-4F);
        }
    }
    ck_assert_uint_ge(curved, 4);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("map/corridor", test_lengths_lead_to_places_and_back, test_comes_back_the_same,
          test_another_content_has_another_hash, test_refuses_damage,
          test_survives_damage_behind_the_checksum, test_refuses_parts_that_do_not_fit,
          test_refuses_an_axis_that_is_none);
}
