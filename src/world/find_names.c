/* Finds objects by name, and suggests names for unknown ones. Both are linear searches: names are
 * looked up when programs and scenarios are set up, not in steps. */
#include <string.h>

#include <wend/names.h>

#include "base/error.h"
#include "base/text.h"
#include "world/world.h"

/* Returns the number of indices of a kind, free ones included. */
static uint32_t count_of(const wend_world *world, wend_named kind) {
    switch (kind) {
    case WEND_NAMED_PROFILE:
        return world->profile_count;
    case WEND_NAMED_GOAL:
        return world->goals.count;
    case WEND_NAMED_GROUP:
        return world->group_count;
    case WEND_NAMED_OBSTACLE:
        return world->overlay.obstacle_count;
    default:
        return world->areas.count;
    }
}

/* Returns the name at an index; NULL if the object has none or the index is free. */
static const char *name_at(const wend_world *world, wend_named kind, uint32_t index) {
    switch (kind) {
    case WEND_NAMED_PROFILE:
        return world->profiles[index].name;
    case WEND_NAMED_GOAL:
        return world->goals.records[index].name;
    case WEND_NAMED_GROUP:
        return world->groups[index].name;
    case WEND_NAMED_OBSTACLE:
        return world->overlay.obstacles[index].name;
    default:
        return world->areas.records[index].name;
    }
}

/* Returns the index of the first object that has a name, or ID_NONE. */
static uint32_t find(const wend_world *world, wend_named kind, const char *name) {
    WEND_ASSERT(world != NULL);
    uint32_t count = name && name[0] ? count_of(world, kind) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *own = name_at(world, kind, i);
        if (own && strcmp(own, name) == 0) {
            return i;
        }
    }
    return ID_NONE;
}

wend_profile wend_world_find_profile(const wend_world *world, const char *name) {
    uint32_t index = find(world, WEND_NAMED_PROFILE, name);
    return (wend_profile){index == ID_NONE ? 0 : ids_at(&world->profile_ids, index)};
}

wend_goal wend_world_find_goal(const wend_world *world, const char *name) {
    uint32_t index = find(world, WEND_NAMED_GOAL, name);
    return (wend_goal){index == ID_NONE ? 0 : ids_at(&world->goal_ids, index)};
}

wend_group wend_world_find_group(const wend_world *world, const char *name) {
    uint32_t index = find(world, WEND_NAMED_GROUP, name);
    return (wend_group){index == ID_NONE ? 0 : ids_at(&world->group_ids, index)};
}

wend_obstacle wend_world_find_obstacle(const wend_world *world, const char *name) {
    uint32_t index = find(world, WEND_NAMED_OBSTACLE, name);
    return (wend_obstacle){index == ID_NONE ? 0 : ids_at(&world->obstacle_ids, index)};
}

wend_area wend_world_find_area(const wend_world *world, const char *name) {
    uint32_t index = find(world, WEND_NAMED_AREA, name);
    return (wend_area){index == ID_NONE ? 0 : ids_at(&world->areas.ids, index)};
}

const char *wend_world_suggest_name(const wend_world *world, wend_named kind, const char *name,
                                    char *out, size_t size) {
    enum { LISTED = 64 };
    WEND_ASSERT(world != NULL && name != NULL && out != NULL && size > 0);
    WEND_ASSERT((unsigned)kind <= WEND_NAMED_AREA);
    const char *listed[LISTED], *best = NULL;
    uint32_t count = 0, closest = UINT32_MAX;
    for (uint32_t i = 0; i < count_of(world, kind); i++) {
        const char *own = name_at(world, kind, i);
        uint32_t distance = own ? text_edit_distance(name, own) : UINT32_MAX;
        if (own && count < LISTED) {
            listed[count++] = own;
        }
        if (distance < closest) {
            closest = distance;
            best = own;
        }
    }
    bool is_near = best && text_find_nearest(name, &best, 1);
    return is_near ? text_suggest(name, &best, 1, out, size)
                   : text_suggest(name, listed, count, out, size);
}
