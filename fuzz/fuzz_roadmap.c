/* Any bytes as the .wmap file of a roadmap: header, space and checksum are made to fit, so that
 * what lies behind them is reached; what loads must save to the same bytes, be fit to be asked, and
 * lead an agent of a world, or not. */
/* runs: 150000 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/kit.h>

#include "map/kind.h"
#include "map/roadmap/roadmap.h"
#include "space/wmap.h"

enum { LARGEST = 1 << 14, MOST_PLACES = 32, NEAREST = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static void check_again(const wend_map *map, const uint8_t *bytes, size_t size) {
    uint8_t *again = malloc(size);
    if (again != NULL) {
        expect(wend_map_save(map, again, size) == size && memcmp(bytes, again, size) == 0,
               "a map that loaded does not save to the same bytes");
        free(again);
    }
}

/* The middle of an edge is on that edge, or on another one. */
static void ask(const wend_map *map) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map) && i < MOST_PLACES; i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, edge.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, edge.to).position;
        wend_place middle = {{(a.x + b.x) / 2.0F, (a.y + b.y) / 2.0F}, edge.layer};
        wend_roadmap_place near[NEAREST];
        uint32_t count = wend_roadmap_near(map, middle, INFINITY, near, NEAREST);
        expect(isfinite(edge.length) && edge.length > 0.0F, "an edge without a length");
        expect(count > 0 && near[0].distance < 0.01F, "the middle of an edge is not on it");
        expect(near[0].t >= 0.0F && near[0].t <= 1.0F, "a place beside its edge");
    }
}

/* ---- A world --------------------------------------------------------------------------------- */

/* A room with a block in its middle, and its corridor map; made once. */
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
    expect(wend_space_create(&def, &room, NULL) == WEND_OK, "no space");
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = room;
    expect(wend_corridor_build(&corridor, &axis, NULL) == WEND_OK, "no corridor map");
}

static void add_agent(wend_world *world) {
    static const wend_point to = {18, 5};
    wend_setting network = {"control", {.kind = WEND_VALUE_TEXT, .text = "network"}};
    wend_profile_def profile = wend_default_profile_def();
    profile.plan = (wend_choice){"corridor", &network, 1};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &to;
    goal.point_count = 1;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = (wend_point){2, 5};
    expect(wend_world_add_profile(world, &profile, &agent.profile, NULL) == WEND_OK &&
               wend_world_add_goal(world, &goal, &agent.goal, NULL) == WEND_OK &&
               wend_world_add_agents(world, &agent, 1, NULL, NULL) == WEND_OK,
           "no agent");
}

static void lead(wend_map *map) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = room;
    expect(wend_world_create(&def, &world, NULL) == WEND_OK, "no world");
    expect(wend_world_put_map(world, "axis", axis, NULL, NULL) == WEND_OK, "no axis");
    if (wend_world_put_map(world, "network", map, NULL, NULL) == WEND_OK) {
        add_agent(world);
        expect(wend_world_step(world, 2, NULL) == WEND_OK, "no step");
    }
    wend_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_map *map = NULL;
    if (room == NULL) {
        make_room();
    }
    if (wend_map_load(data, size, NULL, &map, NULL) == WEND_OK) {
        wend_map_release(map);
        map = NULL;
    }
    uint8_t *bytes = size >= WMAP_HEADER_SIZE && size <= LARGEST ? malloc(size) : NULL;
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    uint64_t hash = wend_space_hash(room);
    if (size >= WMAP_HEADER_SIZE + sizeof hash) {
        memcpy(bytes + WMAP_HEADER_SIZE, &hash, sizeof hash);
    }
    wmap_seal(bytes, size, map_kind_roadmap.tag);
    if (wend_map_load(bytes, size, NULL, &map, NULL) == WEND_OK) {
        check_again(map, bytes, size);
        ask(map);
        lead(map);
        wend_map_release(map);
    }
    free(bytes);
    return 0;
}
