/* Finds the subject of a mark of wend_world_explain: the agent, wall, obstacle, goal or connection
 * to which the mark refers. Also returns the names of the kinds of marks and subjects. */
#include <wend/explain.h>

#include "base/error.h"
#include "step/internals.h"

const char *wend_mark_kind_text(wend_mark_kind kind) {
    static const char *const texts[WEND_MARK_COUNT] = {
        "half_plane",    "cone",      "region",  "force",
        "velocity",      "preferred", "path",    "preferred_segment",
        "preferred_arc", "forbidden", "allowed", "boundary_segment",
        "boundary_arc",  "disc"};
    return (unsigned)kind < WEND_MARK_COUNT ? texts[kind] : "unknown";
}

const char *wend_subject_kind_text(wend_subject_kind kind) {
    static const char *const texts[WEND_SUBJECT_COUNT] = {
        "none", "agent", "wall", "obstacle", "goal", "connection", "portal", "point"};
    return (unsigned)kind < WEND_SUBJECT_COUNT ? texts[kind] : "unknown";
}

wend_subject wend_view_agent_subject(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    const cold_store *cold = view->internals->cold;
    uint32_t slot = view->bodies[index].slot;
    return (wend_subject){.kind = WEND_SUBJECT_AGENT,
                          .key = cold->key[slot],
                          .id = (uint64_t)cold->generation[slot] << 32 | slot};
}

wend_subject wend_view_wall_subject(const wend_view *view, uint32_t wall) {
    const overlay *over = view->internals->overlay;
    uint32_t walls = wend_space_wall_count(view->space);
    if (wall < walls) {
        return (wend_subject){.kind = WEND_SUBJECT_WALL, .index = wall};
    }
    if (wall - walls >= over->wall_count) {
        return (wend_subject){.kind = WEND_SUBJECT_NONE};
    }
    uint32_t index = over->walls[wall - walls].obstacle;
    return (wend_subject){.kind = WEND_SUBJECT_OBSTACLE,
                          .index = index,
                          .part = wall - walls - over->obstacles[index].first_wall};
}

/* Returns the subject for goal `index`: a goal or, if the goal is the entry of a connection, that
 * connection. */
static wend_subject goal_subject(const wend_view *view, uint32_t index, uint32_t part) {
    const connection_table *connections = view->internals->connections;
    if (index < connections->count) {
        return (wend_subject){.kind = WEND_SUBJECT_CONNECTION,
                              .index = connections->arcs[index].connection};
    }
    if (index >= view->internals->goals->count) {
        return (wend_subject){.kind = WEND_SUBJECT_NONE};
    }
    return (wend_subject){.kind = WEND_SUBJECT_GOAL, .index = index, .part = part};
}

wend_subject wend_view_region_subject(const wend_view *view, const wend_region *region) {
    uint32_t index = wend_region_id_index(region->id);
    switch (wend_region_id_kind(region->id)) {
    case WEND_REGION_KIND_POINT:
        return (wend_subject){.kind = WEND_SUBJECT_POINT, .index = index};
    case WEND_REGION_KIND_PORTAL:
        return (wend_subject){.kind = WEND_SUBJECT_PORTAL, .index = index};
    case WEND_REGION_KIND_GOAL:
        return goal_subject(view, index, wend_region_id_part(region->id));
    default:
        return (wend_subject){.kind = WEND_SUBJECT_NONE};
    }
}
