/* Spaces with maps of every kind, for the query tests. */
#ifndef UNIT_QUERY_SPACES_H
#define UNIT_QUERY_SPACES_H

#include "support/kit/disc_worlds.h"
#include "support/kit/maps.h"
#include "support/worlds.h"
#include <wend/kit.h>

/* Number of spaces that are defined by hand; larger indices give random spaces. */
enum { ROOMS_BY_HAND = 4 };

/* Returns the space with the given index; the caller owns one reference. */
static inline wend_space *rooms_space(uint32_t index) {
    if (index < ROOMS_BY_HAND) {
        wend_space *(*const make[])(void) = {worlds_pillars, worlds_halls, worlds_gap,
                                             worlds_floors};
        return make[index]();
    }
    disc_world sampled;
    disc_world_make(&sampled, index);
    wend_space *space = sampled.space;
    wend_space_retain(space);
    disc_world_end(&sampled);
    return space;
}

static inline wend_map *rooms_corridor(wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    wend_map *map = NULL;
    wend_error error;
    def.space = space;
    ck_assert_msg(wend_corridor_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static inline wend_map *rooms_navmesh(wend_space *space, double radius) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    return maps_navmesh(&def);
}

#endif
