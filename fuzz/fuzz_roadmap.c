/* Fuzzes the loader of roadmaps (.wmap). The header, the space and the checksum are made valid, so
 * that the loader reaches the contents. A map that loads must save to the same bytes and answer
 * queries safely. Stepping a world with the map must be safe too, whether or not its agent gets a
 * route. */
/* runs: 150000 */
#include "map/roadmap/roadmap.h"
#include "support/fuzz_maps.h"
#include <wend/kit.h>

enum { MOST_POINTS = 32, NEAREST = 5 };

/* Checks that the middle of each edge projects onto that edge, or onto another edge at the same
 * point. */
static void check_queries(const wend_map *map) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map) && i < MOST_POINTS; i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, edge.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, edge.to).position;
        wend_location middle = {{(a.x + b.x) / 2.0F, (a.y + b.y) / 2.0F}, edge.layer};
        wend_roadmap_projection near[NEAREST];
        uint32_t count = wend_roadmap_find_edges(map, middle, INFINITY, near, NEAREST);
        fuzz_expect(isfinite(edge.length) && edge.length > 0.0F, "an edge without a length");
        fuzz_expect(count > 0 && near[0].distance < 0.01F, "the middle of an edge is not on it");
        fuzz_expect(near[0].t >= 0.0F && near[0].t <= 1.0F, "a point beside its edge");
    }
}

/* ---- A world --------------------------------------------------------------------------------- */

/* A room with a block in its middle, and the corridor map of the room; both are created once. */
static wend_space *room;
static wend_map *axis;

static void make_room(void) {
    static const wend_point outside[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    static const wend_point block[4] = {{8, 4}, {12, 4}, {12, 7}, {8, 7}};
    static const wend_ring boundary = {outside, 4};
    static const wend_solid_def solid = {{block, 4}, 0};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    fuzz_expect(wend_space_create(&def, &room, NULL) == WEND_OK, "no space");
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = room;
    fuzz_expect(wend_corridor_build(&corridor, &axis, NULL) == WEND_OK, "no corridor map");
}

static void add_agent(wend_world *world) {
    wend_setting network = {"control", {.kind = WEND_VALUE_TEXT, .text = "network"}};
    wend_profile_def profile = wend_default_profile_def();
    profile.plan = (wend_choice){"corridor", &network, 1};
    fuzz_add_agent(world, &profile, (wend_point){2, 5}, (wend_point){18, 5}, false);
}

static void run_agents(wend_map *map) {
    wend_world *world = fuzz_world(room);
    fuzz_expect(wend_world_add_map(world, "axis", axis, NULL, NULL) == WEND_OK, "no axis");
    if (wend_world_add_map(world, "network", map, NULL, NULL) == WEND_OK) {
        add_agent(world);
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
    fuzz_map_load(data, size, &map_kind_roadmap, room, use_map);
    return 0;
}
