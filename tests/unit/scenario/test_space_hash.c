/* A space has the same hash whether the tool reads it, it is loaded after saving, or a program
 * passes the same clean polygons from C. Names, order, first points and directions do not matter. A
 * map that was built offline can therefore be used with any of these spaces. The spaces are random
 * halls with convex obstacles of two classes, walls and terrain, on a 1 mm grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/kit/needed_maps.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { CELLS = 3, SOLIDS = CELLS * CELLS, MOST_CORNERS = 8, SPACES = 100 };

typedef struct polygon {
    wend_point points[MOST_CORNERS];
    uint32_t count;
} polygon;

typedef struct hall {
    uint64_t seed;
    wend_point offset; /* some halls are far from (0, 0) */
    polygon boundary, solids[SOLIDS], terrains[2];
    uint32_t classes[SOLIDS], solid_count;
    wend_point wall[3];
} hall;

static double number(const hall *h, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(h->seed, purpose, 0, 0);
}

static double to_grid(double value) {
    return round(value * 1000.0) / 1000.0;
}

/* Returns a convex polygon with corners on a circle. */
static polygon round_polygon(const hall *h, wend_point centre, double radius, uint32_t purpose) {
    polygon out = {.count = 3 + (uint32_t)number(h, purpose, 0, MOST_CORNERS - 2)};
    double turn = number(h, purpose + 1, 0, 6);
    for (uint32_t i = 0; i < out.count; i++) {
        double angle = turn + 6.283185307 * i / out.count;
        out.points[i] = (wend_point){to_grid(centre.x + radius * cos(angle)),
                                     to_grid(centre.y + radius * sin(angle))};
    }
    return out;
}

/* Makes a hall of 20 x 22 m. Its solids do not touch each other: each lies in its own cell of a
 * lattice with a spacing of 6 m. */
static hall make_hall(uint64_t seed) {
    hall h = {.seed = seed};
    h.offset = seed % 3 == 0 ? (wend_point){5000.0, -3000.0} : (wend_point){0.0, 0.0};
    double x = h.offset.x, y = h.offset.y;
    h.boundary = (polygon){{{x, y}, {x + 20, y}, {x + 20, y + 22.5}, {x, y + 22}}, 4};
    for (uint32_t i = 0; i < SOLIDS; i++) {
        wend_point centre = {x + 4 + 6.0 * (i % CELLS), y + 4 + 6.0 * (double)(i / CELLS)};
        if (number(&h, 100 * i + 7, 0, 1) < 0.7) {
            double radius = number(&h, 100 * i + 8, 0.4, 2.2);
            h.classes[h.solid_count] = number(&h, 100 * i + 9, 0, 1) < 0.3;
            h.solids[h.solid_count++] = round_polygon(&h, centre, radius, 100 * i + 10);
        }
    }
    h.wall[0] = (wend_point){x + 1, y + 20};
    h.wall[1] = (wend_point){x + 5, to_grid(y + number(&h, 1, 19.5, 20.5))};
    h.wall[2] = (wend_point){x + 9, y + 21};
    for (uint32_t i = 0; i < 2; i++) {
        h.terrains[i] = round_polygon(&h, (wend_point){x + 8, y + 8}, 3.0 + i, 2000 + 10 * i);
    }
    return h;
}

/* ---- As a scenario --------------------------------------------------------------------------- */

static size_t write_polygon(char *out, size_t size, const polygon *p) {
    size_t used = (size_t)snprintf(out, size, "[");
    for (uint32_t i = 0; i < p->count; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s[%.3f, %.3f]", i > 0 ? ", " : "",
                                 p->points[i].x, p->points[i].y);
    }
    return used + (size_t)snprintf(out + used, size - used, "]");
}

static void write_hall(const hall *h, char *out, size_t size) {
    polygon wall = {{h->wall[0], h->wall[1], h->wall[2]}, 3};
    size_t at = (size_t)snprintf(out, size, "space:\n  classes: [crates]\n  walkable:\n    - ");
    at += write_polygon(out + at, size - at, &h->boundary);
    at += (size_t)snprintf(out + at, size - at, "\n  obstacles:\n");
    for (uint32_t i = 0; i < h->solid_count; i++) {
        at += (size_t)snprintf(out + at, size - at,
                               "    - {class: %s, polygon: ", h->classes[i] ? "crates" : "fixed");
        at += write_polygon(out + at, size - at, &h->solids[i]);
        at += (size_t)snprintf(out + at, size - at, "}\n");
    }
    at += (size_t)snprintf(out + at, size - at, "  walls:\n    - ");
    at += write_polygon(out + at, size - at, &wall);
    at += (size_t)snprintf(out + at, size - at, "\n  terrain:\n");
    for (uint32_t i = 0; i < 2; i++) {
        at += (size_t)snprintf(out + at, size - at, "    - {type: %u, polygon: ", i + 1);
        at += write_polygon(out + at, size - at, &h->terrains[i]);
        at += (size_t)snprintf(out + at, size - at, "}\n");
    }
    snprintf(out + at, size - at, "agents:\n  - {at: [%g, %g], goal: [%g, %g]}\n", h->offset.x + 1,
             h->offset.y + 1, h->offset.x + 19, h->offset.y + 19);
}

static wend_scenario *read_hall(const hall *h, const wend_registry *registry) {
    static char text[1 << 14];
    write_hall(h, text, sizeof text);
    wend_scenario_def def = wend_default_scenario_def();
    wend_scenario *scenario = NULL;
    wend_error error = {.message = ""};
    def.path = "hall";
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    ck_assert_msg(wend_scenario_load(&def, &scenario, &error) == WEND_OK, "seed %d, line %d: %s",
                  (int)h->seed, error.line, error.message);
    return scenario;
}

/* ---- From C ---------------------------------------------------------------------------------- */

/* Returns the same polygon, starting at another corner and perhaps in the other direction. */
static polygon turned(const hall *h, const polygon *p, uint32_t purpose) {
    polygon out = {.count = p->count};
    uint32_t first = (uint32_t)number(h, purpose, 0, p->count - 0.01);
    bool back = number(h, purpose + 1, 0, 1) < 0.5;
    for (uint32_t i = 0; i < p->count; i++) {
        out.points[i] = p->points[(back ? first + p->count - i : first + i) % p->count];
    }
    return out;
}

static wend_space *make_space(const hall *h) {
    polygon rings[SOLIDS + 3];
    wend_solid_def solids[SOLIDS];
    wend_terrain_def terrains[2] = {{.type = 0}};
    rings[0] = turned(h, &h->boundary, 3000);
    for (uint32_t i = 0; i < h->solid_count; i++) { /* in reverse order */
        uint32_t from = h->solid_count - 1 - i;
        rings[1 + i] = turned(h, &h->solids[from], 3100 + 2 * i);
        solids[i] = (wend_solid_def){{rings[1 + i].points, rings[1 + i].count}, h->classes[from]};
    }
    for (uint32_t i = 0; i < 2; i++) {
        polygon *ring = &rings[SOLIDS + 1 + i];
        *ring = turned(h, &h->terrains[i], 3200 + 2 * i);
        terrains[i] = (wend_terrain_def){.ring = {ring->points, ring->count}, .type = i + 1};
    }
    wend_point wall[] = {h->wall[2], h->wall[1], h->wall[0]};
    wend_open_wall_def walls[] = {{wall, 3, 0}};
    wend_ring boundary = {rings[0].points, rings[0].count};
    wend_layer_def layer = {.boundaries = &boundary,
                            .boundary_count = 1,
                            .solids = solids,
                            .solid_count = h->solid_count,
                            .open_walls = walls,
                            .open_wall_count = 1,
                            .terrains = terrains,
                            .terrain_count = 2};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "seed %d: %s", (int)h->seed,
                  error.message);
    return space;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* Returns the hash of a space after its definition has been saved and loaded. */
static uint64_t hash_of_saved(const wend_space_def *def) {
    size_t size = wend_space_def_save(def, NULL, 0);
    void *bytes = malloc(size);
    wend_space_def *loaded = NULL;
    wend_space *space = NULL;
    ck_assert_uint_eq(wend_space_def_save(def, bytes, size), size);
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &loaded, NULL), WEND_OK);
    ck_assert_int_eq(wend_space_create(loaded, &space, NULL), WEND_OK);
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    wend_space_def_destroy(loaded);
    free(bytes);
    return hash;
}

START_TEST(spaces_from_files_and_from_programs_have_equal_hashes) {
    wend_registry *registry = needed_maps_registry();
    for (uint64_t seed = 1; seed <= trials(SPACES); seed++) {
        hall h = make_hall(seed);
        wend_scenario *scenario = read_hall(&h, registry);
        wend_space *space = make_space(&h);
        uint64_t hash = wend_space_hash(space);
        ck_assert_msg(wend_space_hash(wend_scenario_space(scenario)) == hash, "seed %d", (int)seed);
        ck_assert_msg(hash_of_saved(wend_scenario_space_def(scenario)) == hash, "seed %d, saved",
                      (int)seed);
        wend_space_release(space);
        wend_scenario_destroy(scenario);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* Saves a map as the tool would, loads it, and adds it to a world with a space created in code. */
static void put_saved(const wend_map *map, wend_world *world) {
    size_t size = wend_map_save(map, NULL, 0);
    void *bytes = malloc(size);
    wend_map *loaded = NULL;
    wend_error error = {.message = ""};
    ck_assert_uint_eq(wend_map_save(map, bytes, size), size);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &loaded, NULL), WEND_OK);
    wend_result result =
        wend_world_add_map(world, wend_map_get_info(loaded).kind, loaded, NULL, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    wend_map_release(loaded);
    free(bytes);
}

START_TEST(maps_built_from_files_fit_spaces_from_programs) {
    static const char *const kinds[] = {"navmesh", "corridor"};
    wend_registry *registry = needed_maps_registry();
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        hall h = make_hall(seed);
        wend_scenario *scenario = read_hall(&h, registry);
        for (int i = 0; i < 2; i++) {
            wend_map_def def = wend_default_map_def();
            wend_map *map = NULL;
            def.scenario = scenario;
            def.kind = kinds[i];
            ck_assert_int_eq(wend_scenario_build_map(&def, &map, NULL), WEND_OK);
            wend_world *world = worlds_make(make_space(&h), registry);
            put_saved(map, world);
            wend_map_release(map);
            wend_profile_def profile = wend_default_profile_def();
            profile.plan.name = i ? "corridor" : "auto";
            profile.steer.name = "orca";
            worlds_add_profile(world, &profile);
            wend_goal goal = worlds_point(world, h.offset.x + 19, h.offset.y + 19);
            worlds_agent(world, h.offset.x + 1, h.offset.y + 1, goal);
            worlds_step(world, 600);
            ck_assert_msg(wend_world_get_stats(world).arrivals == 1, "seed %d, %s", (int)seed,
                          kinds[i]);
            wend_world_destroy(world);
        }
        wend_scenario_destroy(scenario);
    }
    wend_registry_destroy(registry);
}
END_TEST

static uint64_t hash_of(const hall *h) {
    wend_space *space = make_space(h);
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    return hash;
}

/* The hash changes if a corner moves by 1 mm, or if a class, a solid, the wall, the terrain or the
 * order of the terrain changes. */
START_TEST(different_spaces_have_different_hashes) {
    for (uint64_t seed = 1; seed <= trials(SPACES); seed++) {
        hall h = make_hall(seed), other[6];
        uint64_t hash = hash_of(&h);
        ck_assert_uint_gt(h.solid_count, 0);
        for (int i = 0; i < 6; i++) {
            other[i] = h;
        }
        other[0].solids[0].points[0].x += 0.001;
        other[1].classes[0] = !h.classes[0];
        other[2].solid_count--;
        other[3].wall[1].y += 0.001;
        other[4].terrains[0].points[1].y += 0.001;
        other[5].terrains[0] = h.terrains[1];
        other[5].terrains[1] = h.terrains[0];
        for (int i = 0; i < 6; i++) {
            ck_assert_msg(hash_of(&other[i]) != hash, "seed %d, change %d", (int)seed, i);
        }
    }
}
END_TEST

int main(void) {
    SUITE("scenario/space_hash", spaces_from_files_and_from_programs_have_equal_hashes,
          maps_built_from_files_fit_spaces_from_programs, different_spaces_have_different_hashes);
}
