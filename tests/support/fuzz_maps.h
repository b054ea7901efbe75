/* Functions shared by the map fuzzers. They read bytes as a .wmap file, and make the spaces that
 * maps are built for. */
#ifndef SUPPORT_FUZZ_MAPS_H
#define SUPPORT_FUZZ_MAPS_H

#include "map/kind.h"
#include "space/wmap.h"
#include "support/fuzz.h"

enum { FUZZ_MAP_LARGEST = 1 << 14 };

static inline void fuzz_map_check_again(const wend_map *map, const uint8_t *bytes, size_t size) {
    uint8_t *again = malloc(size);
    if (again != NULL) {
        fuzz_expect(wend_map_save(map, again, size) == size && memcmp(bytes, again, size) == 0,
                    "a map that loaded does not save to the same bytes");
        free(again);
    }
}

/* Loads bytes unchanged, and loads them again as a map of a given kind, with a matching header and
 * checksum. If `space` is not NULL, the hash of the space is written into the bytes before the
 * second load. A map that loads must save to the same bytes, and is then used. */
static inline void fuzz_map_load(const uint8_t *data, size_t size, const map_kind *kind,
                                 const wend_space *space, void (*use)(wend_map *map)) {
    wend_map *map = NULL;
    if (wend_map_load(data, size, NULL, &map, NULL) == WEND_OK) {
        wend_map_release(map);
        map = NULL;
    }
    uint8_t *bytes = fuzz_copy(data, size, WMAP_HEADER_SIZE, FUZZ_MAP_LARGEST);
    if (bytes == NULL) {
        return;
    }
    uint64_t hash = space != NULL ? wend_space_hash(space) : 0;
    if (space != NULL && size >= WMAP_HEADER_SIZE + sizeof hash) {
        memcpy(bytes + WMAP_HEADER_SIZE, &hash, sizeof hash);
    }
    wmap_seal(bytes, size, kind->tag);
    if (wend_map_load(bytes, size, NULL, &map, NULL) == WEND_OK) {
        fuzz_map_check_again(map, bytes, size);
        use(map);
        wend_map_release(map);
    }
    free(bytes);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static inline wend_world *fuzz_world(wend_space *space) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = space;
    fuzz_expect(wend_world_create(&def, &world, NULL) == WEND_OK, "no world");
    return world;
}

/* Adds an agent with a goal and, if requested, a path that leads there. */
static inline void fuzz_add_agent(wend_world *world, const wend_profile_def *profile,
                                  wend_point from, wend_point to, bool with_path) {
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &to;
    goal.point_count = 1;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = from;
    fuzz_expect(wend_world_add_profile(world, profile, &agent.profile, NULL) == WEND_OK &&
                    wend_world_add_goal(world, &goal, &agent.goal, NULL) == WEND_OK &&
                    (!with_path ||
                     wend_world_add_path(world, &to, NULL, 1, &agent.path, NULL) == WEND_OK) &&
                    wend_world_add_agents(world, &agent, 1, NULL, NULL) == WEND_OK,
                "no agent");
}

/* ---- Ground ---------------------------------------------------------------------------------- */

/* m: the size of a square room, the size of its halves, and the ends of the link between the
 * halves. */
enum { FUZZ_SIDE = 16, FUZZ_HALF = 8, FUZZ_LINK_LOW = 3, FUZZ_LINK_HIGH = 12 };

/* Makes a space of one room, or of two layers with a link; the caller provides the obstacles of the
 * layers. Returns NULL if they do not make a valid space. */
static inline wend_space *fuzz_rooms(wend_layer_def layers[2], bool linked) {
    static const wend_point whole[4] = {
        {0, 0}, {FUZZ_SIDE, 0}, {FUZZ_SIDE, FUZZ_SIDE}, {0, FUZZ_SIDE}};
    static const wend_point left[6] = {{0, 0},
                                       {FUZZ_HALF, 0},
                                       {FUZZ_HALF, FUZZ_LINK_LOW},
                                       {FUZZ_HALF, FUZZ_LINK_HIGH},
                                       {FUZZ_HALF, FUZZ_SIDE},
                                       {0, FUZZ_SIDE}};
    static const wend_point right[6] = {{FUZZ_HALF, 0},
                                        {FUZZ_SIDE, 0},
                                        {FUZZ_SIDE, FUZZ_SIDE},
                                        {FUZZ_HALF, FUZZ_SIDE},
                                        {FUZZ_HALF, FUZZ_LINK_HIGH},
                                        {FUZZ_HALF, FUZZ_LINK_LOW}};
    static const wend_ring rings[3] = {{whole, 4}, {left, 6}, {right, 6}};
    wend_link_def link = {{FUZZ_HALF, FUZZ_LINK_LOW}, {FUZZ_HALF, FUZZ_LINK_HIGH}, 0, 1};
    layers[0].boundaries = &rings[linked ? 1 : 0];
    layers[1].boundaries = &rings[2];
    layers[0].boundary_count = layers[1].boundary_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = linked ? 2 : 1;
    def.links = &link;
    def.link_count = linked ? 1 : 0;
    wend_space *space = NULL;
    return wend_space_create(&def, &space, NULL) == WEND_OK ? space : NULL;
}

/* Makes the points of a shape. Each point takes two bytes, which give its coordinates in multiples
 * of `unit` m. Coordinates are wrapped to the range from 0 to `span` m. */
static inline void fuzz_points(const uint8_t *data, wend_point *points, uint32_t count, double unit,
                               double span) {
    for (uint32_t i = 0; i < count; i++) {
        points[i] =
            (wend_point){fmod(data[2 * i] * unit, span), fmod(data[2 * i + 1] * unit, span)};
    }
}

#endif
