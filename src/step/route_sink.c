/* The sink through which planners return routes, and the check of what they return. O(size of the
 * route). */
#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "base/error.h"
#include "step/routes.h"
#include "step/store.h"

/* ---- Soundness ------------------------------------------------------------------------------- */

static bool is_valid_location(wend_vec2 p) {
    return fabsf(p.x) <= STORE_MAX_COORDINATE && fabsf(p.y) <= STORE_MAX_COORDINATE;
}

bool route_is_sound(const wend_route *route, uint32_t layer_count, uint32_t map_count) {
    bool sound = (unsigned)route->status <= WEND_ROUTE_STATUS_FOUND && !isnan(route->cost) &&
                 route->stretch >= 0.0F && route->inset >= 0.0F &&
                 route->inset <= STORE_MAX_COORDINATE &&
                 (route->map == WEND_NO_MAP || route->map < map_count) &&
                 route->point_count <= WEND_MAX_PATH && route->portal_count <= WEND_MAX_PATH &&
                 route->disc_count <= WEND_MAX_PATH && route->disc_count != 1;
    for (uint32_t i = 0; sound && i < route->point_count; i++) {
        const wend_route_point *point = &route->points[i];
        sound = is_valid_location(point->position) && point->clearance >= 0.0F &&
                point->layer < layer_count;
    }
    for (uint32_t i = 0; sound && i < route->portal_count; i++) {
        const wend_portal *portal = &route->portals[i];
        sound = is_valid_location(portal->left) && is_valid_location(portal->right) &&
                portal->layer < layer_count;
    }
    for (uint32_t i = 0; sound && i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        sound = is_valid_location(disc->position) && is_valid_location(disc->left) &&
                is_valid_location(disc->right) && disc->clearance >= 0.0F &&
                disc->layer < layer_count;
    }
    return sound;
}

/* ---- The sink -------------------------------------------------------------------------------- */

/* Number of bodies that a sink remembers, to find equal ones. Agents are planned in spatial order,
 * so equal bodies follow each other closely. */
enum { RECENT_BODIES = 1024 };

/* Copies the arrays of a route to scratch memory. Returns NULL if out of memory. */
static added_body *copy_arrays(wend_route_sink *sink, const wend_route *route, uint32_t hash) {
    size_t points = route->point_count * sizeof *route->points;
    size_t portals = route->portal_count * sizeof *route->portals;
    size_t discs = route->disc_count * sizeof *route->discs;
    added_body *body = arena_take(sink->scratch, sizeof *body + points + portals + discs, 16);
    if (!body) {
        return NULL;
    }
    char *bytes = (char *)(body + 1);
    *body = (added_body){.arrays = {.point_count = route->point_count,
                                    .portal_count = route->portal_count,
                                    .disc_count = route->disc_count},
                         .hash = hash};
    if (points) {
        body->arrays.points = memcpy(bytes, route->points, points);
    }
    if (portals) {
        body->arrays.portals = memcpy(bytes + points, route->portals, portals);
    }
    if (discs) {
        body->arrays.discs = memcpy(bytes + points + portals, route->discs, discs);
    }
    return body;
}

/* Returns the body of a route in scratch memory: one that was added before, if it is equal, or a
 * copy. Returns NULL if out of memory. */
static added_body *take_body(wend_route_sink *sink, const wend_route *route) {
    if (!sink->recent) {
        sink->recent = arena_take(sink->scratch, RECENT_BODIES * sizeof(void *), 16);
        for (uint32_t i = 0; sink->recent && i < RECENT_BODIES; i++) {
            sink->recent[i] = NULL;
        }
    }
    if (!sink->recent) {
        return NULL;
    }
    uint32_t hash = route_hash_arrays(route);
    added_body **recent = &sink->recent[hash % RECENT_BODIES];
    if (!*recent || (*recent)->hash != hash || !route_has_equal_arrays(&(*recent)->arrays, route)) {
        *recent = copy_arrays(sink, route, hash);
    }
    return *recent;
}

static bool add_route(wend_route_sink *sink, uint32_t index, const wend_route *route,
                      const wend_field_key *key) {
    WEND_ASSERT(route->point_count <= WEND_MAX_PATH && route->portal_count <= WEND_MAX_PATH &&
                route->disc_count <= WEND_MAX_PATH);
    added_body *body = take_body(sink, route);
    wend_route *copy = body ? arena_take(sink->scratch, sizeof *copy, 16) : NULL;
    wend_field_key *kept = key ? arena_take(sink->scratch, sizeof *kept, 16) : NULL;
    if (!copy || (key && !kept) ||
        !memory_grow(sink->from, (void **)&sink->added, sizeof *sink->added, &sink->capacity,
                     sink->count + 1)) {
        return false;
    }
    if (key) {
        *kept = *key;
    }
    *copy = *route;
    copy->points = body->arrays.points;
    copy->portals = body->arrays.portals;
    copy->discs = body->arrays.discs;
    sink->added[sink->count] = (added_route){
        .route = copy, .body = body, .key = kept, .index = index, .order = sink->count};
    sink->count++;
    return true;
}

bool wend_route_sink_add(wend_route_sink *sink, uint32_t index, const wend_route *route) {
    return add_route(sink, index, route, NULL);
}

bool wend_route_sink_add_field(wend_route_sink *sink, uint32_t index, const wend_route *route,
                               const wend_field_key *key) {
    WEND_ASSERT(key != NULL);
    wend_route with = *route;
    with.gives |= WEND_ROUTE_FIELD;
    return add_route(sink, index, &with, key);
}
