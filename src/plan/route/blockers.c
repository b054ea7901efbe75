/* Doors are told apart by layer and place: a mesh has them on its grid. O(blockers * doors). */
#include "plan/route/blockers.h"

#include <math.h>
#include <string.h>

#include "step/inside.h"

/* m: more than the mesh's grid can move a point. */
static const float SAME_PLACE = 2e-3F;

static bool is_door(const map_blocker *blocker, const overlay_obstacle *obstacle) {
    if (obstacle->kind != WEND_OBSTACLE_DOOR || blocker->obstacle_class != 0 ||
        obstacle->layer != blocker->layer || obstacle->point_count != blocker->point_count) {
        return false;
    }
    for (uint32_t i = 0; i < blocker->point_count; i++) {
        if (fabsf(blocker->points[i].x - obstacle->points[i].x) > SAME_PLACE ||
            fabsf(blocker->points[i].y - obstacle->points[i].y) > SAME_PLACE) {
            return false;
        }
    }
    return true;
}

/* Whether a blocker is in the way; marks the obstacles that it stands for. */
static bool is_shut(const wend_view *view, const map_blocker *blocker, bool *known) {
    const overlay *over = view->inside->overlay;
    if (blocker->obstacle_class != 0) {
        return (view->classes >> blocker->obstacle_class & 1U) != 0;
    }
    bool shut = false;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        if (is_door(blocker, &over->obstacles[i])) {
            known[i] = true;
            shut = shut || over->obstacles[i].closed;
        }
    }
    return shut;
}

static bool *take_switches(const wend_view *view, uint32_t worker, uint32_t count) {
    bool *switches = wend_view_scratch(view, worker, ((size_t)count + 1) * sizeof *switches);
    if (switches != NULL) {
        memset(switches, 0, ((size_t)count + 1) * sizeof *switches);
    }
    return switches;
}

/* The walls of closed doors that no blocker stands for. */
static bool list_doors(const wend_view *view, uint32_t worker, const bool *known, blockers *out) {
    const overlay *over = view->inside->overlay;
    if (over->wall_count == 0) {
        return true;
    }
    search_door *doors = wend_view_scratch(view, worker, over->wall_count * sizeof *doors);
    for (uint32_t i = 0; doors != NULL && i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_DOOR && !known[wall->obstacle]) {
            doors[out->door_count++] = (search_door){wall->a, wall->b, wall->layer};
        }
    }
    out->doors = doors;
    return doors != NULL;
}

bool blockers_look(const wend_view *view, uint32_t worker, const map_blocker *of, uint32_t count,
                   blockers *out) {
    bool *known = take_switches(view, worker, view->inside->overlay->obstacle_count);
    bool *shut = take_switches(view, worker, count);
    *out = (blockers){.shut = shut};
    if (known == NULL || shut == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        shut[i] = is_shut(view, &of[i], known);
        out->any |= shut[i];
    }
    bool good = list_doors(view, worker, known, out);
    out->any |= out->door_count > 0;
    return good;
}

bool blockers_find(search_ground *ground) {
    const navmesh *mesh = ground->mesh;
    bool *closed = take_switches(ground->view, ground->worker, mesh->set_count);
    blockers now;
    if (closed == NULL ||
        !blockers_look(ground->view, ground->worker, mesh->blockers, mesh->blocker_count, &now)) {
        return false;
    }
    for (uint32_t i = 0; i < mesh->set_count; i++) {
        const navmesh_set *set = &mesh->sets[i];
        for (uint32_t k = 0; k < set->count; k++) {
            closed[i] = closed[i] || now.shut[mesh->members[set->first + k]];
        }
    }
    ground->closed = closed;
    ground->doors = now.doors;
    ground->door_count = now.door_count;
    return true;
}
