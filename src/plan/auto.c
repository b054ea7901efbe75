/* The default planner, in scenario files and in C. It plans no routes itself, but selects the
 * planner to use. If the profile has weights of terrain or slopes and the world has a terrain map,
 * it selects `weighted`. If the world has a navmesh, it selects `navmesh`. If there is nothing to
 * walk around, neither a wall of any class nor a door, it selects `straight`. Otherwise it selects
 * no planner and reports an error that says what to build or choose, so that an agent that has to
 * walk around walls never gets a planner that ignores walls. The world refuses a planner that
 * ignores the weights of its profile. Scenario files build a missing navmesh or terrain map, so for
 * them the selection always succeeds.
 *
 * The world asks for the selection once, before the first agent of the profile enters, because maps
 * may be added after profiles. Cost: O(maps and obstacles). */
#include <wend/world.h>

#include "base/error.h"
#include "step/internals.h"
#include "step/overlay.h"

/* True if there is a door. Moving obstacles do not count, because `straight` leaves them to the
 * steering model. */
static bool has_doors(const wend_view *view) {
    const overlay *over = view->internals->overlay;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        if (over->obstacles[i].kind == WEND_OBSTACLE_DOOR) {
            return true;
        }
    }
    return false;
}

static const char *choose_planner(const wend_view *view, uint32_t profile, void *user,
                                  wend_error *error) {
    (void)user;
    uint32_t index = 0;
    bool walls = wend_space_wall_count(view->space) > 0;
    if (wend_view_profile_has_weights(view, profile) &&
        wend_view_find_map(view, "terrain", NULL, &index)) {
        return "weighted";
    }
    if (wend_view_find_map(view, "navmesh", NULL, &index)) {
        return "navmesh";
    }
    if (!walls && !has_doors(view)) {
        return "straight";
    }
    error_set(error, WEND_ERROR_NAME,
              "planner 'auto' needs a navmesh, because the %s, and the world has none: build one "
              "(wend_navmesh_build, or `wend map --kind navmesh`) and add it with "
              "wend_world_add_map, or choose another planner; 'straight' ignores walls",
              walls ? "space has walls" : "world has doors");
    return NULL;
}

const wend_planner wend_planner_auto = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "auto",
                        .summary = "weighted for profiles with weights of terrain; navmesh if the "
                                   "world has one; straight in a space without walls"}},
    .gives = WEND_ROUTE_POLYLINE,
    .choose = choose_planner,
};
