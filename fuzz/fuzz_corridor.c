/* Fuzzes the loader of corridor maps (.wmap). The header and the checksum are made valid, so that
 * the loader reaches the contents. A map that loads must save to the same bytes and answer queries
 * safely. Stepping a world with the map must be safe too, whether or not its agents get a route. */
/* runs: 150000 */
#include "map/corridor/corridor.h"
#include "support/fuzz_maps.h"

enum { STEPS = 4, MOST_POINTS = 64 };

/* Checks that axis points are finite, and that projections lie within a segment of the axis. */
static void check_queries(const wend_map *map) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < edge.breakpoint_count && places < MOST_POINTS; k++, places++) {
            for (int step = 0; step <= STEPS; step++) {
                wend_corridor_sample s = wend_corridor_sample_at(map, i, k, step / (double)STEPS);
                wend_corridor_projection found;
                fuzz_expect(isfinite(s.position.x) && isfinite(s.position.y) &&
                                isfinite(s.clearance),
                            "a point of the axis is not finite");
                if (wend_corridor_project(map, (wend_location){s.position, edge.layer}, &found)) {
                    fuzz_expect(found.t >= 0.0F && found.t <= 1.0F,
                                "a point beside its axis segment");
                }
            }
        }
    }
}

/* ---- A world --------------------------------------------------------------------------------- */

/* A large room, created once. Maps contain only the hash of the room. */
static wend_space *room;

static void make_room(void) {
    static const wend_point outside[4] = {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}};
    static const wend_ring boundary = {outside, 4};
    wend_layer_def layer = {.boundaries = &boundary, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    fuzz_expect(wend_space_create(&def, &room, NULL) == WEND_OK, "no space");
}

static bool is_near(wend_vec2 p) {
    return fabsf(p.x) < 100.0F && fabsf(p.y) < 100.0F;
}

/* Adds an agent that walks from one axis point to another. `number` selects the control path. */
static void add_agent(wend_world *world, wend_vec2 from, wend_vec2 to, uint32_t number) {
    static const char *const controls[] = {"axis", "shortest", "visibility_voronoi", "path"};
    static const double radii[] = {0.01, 0.25, 2.0};
    wend_setting settings[] = {
        {"control", {.kind = WEND_VALUE_TEXT, .text = controls[number % 4]}},
        {"clearance", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(0.3)}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radii[number % 3]);
    profile.plan = (wend_choice){"corridor", settings, 2};
    fuzz_add_agent(world, &profile, wend_space_from_local(room, from),
                   wend_space_from_local(room, to), true);
}

static void run_agents(wend_map *map) {
    uint32_t edges = wend_corridor_edge_count(map);
    wend_world *world = fuzz_world(room);
    if (wend_world_add_map(world, "axis", map, NULL, NULL) == WEND_OK && edges > 0) {
        wend_vec2 from = wend_corridor_sample_at(map, 0, 0, 0.3).position;
        for (uint32_t i = 0; i < 4 && i < edges; i++) {
            wend_vec2 to = wend_corridor_sample_at(map, edges - 1 - i, 0, 0.6).position;
            if (is_near(from) && is_near(to)) {
                add_agent(world, from, to, i);
            }
        }
        fuzz_expect(wend_world_step(world, 2, NULL) == WEND_OK, "no step");
    }
    wend_world_destroy(world);
}

static void use_map(wend_map *map) {
    check_queries(map);
    run_agents(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (room == NULL) {
        make_room();
    }
    fuzz_map_load(data, size, &map_kind_corridor, room, use_map);
    return 0;
}
