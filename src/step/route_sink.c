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
                 route->inset >= 0.0F && route->inset <= STORE_MAX_COORDINATE &&
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

static size_t route_bytes(const wend_route *route) {
    return sizeof *route + route->point_count * sizeof *route->points +
           route->portal_count * sizeof *route->portals + route->disc_count * sizeof *route->discs;
}

/* Copies a route into `block`, with its arrays after the header. */
static wend_route *copy_into(void *block, const wend_route *route) {
    wend_route *copy = block;
    *copy = *route;
    wend_route_point *points = (wend_route_point *)(copy + 1);
    wend_portal *portals = (wend_portal *)(points + route->point_count);
    copy->points = route->point_count ? points : NULL;
    copy->portals = route->portal_count ? portals : NULL;
    wend_corridor_disc *discs = (wend_corridor_disc *)(portals + route->portal_count);
    copy->discs = route->disc_count ? discs : NULL;
    if (route->point_count) {
        memcpy(points, route->points, route->point_count * sizeof *points);
    }
    if (route->portal_count) {
        memcpy(portals, route->portals, route->portal_count * sizeof *portals);
    }
    if (route->disc_count) {
        memcpy(discs, route->discs, route->disc_count * sizeof *discs);
    }
    return copy;
}

static bool add_route(wend_route_sink *sink, uint32_t index, const wend_route *route,
                      const wend_field_key *key) {
    WEND_ASSERT(route->point_count <= WEND_MAX_PATH && route->portal_count <= WEND_MAX_PATH &&
                route->disc_count <= WEND_MAX_PATH);
    void *block = arena_take(sink->scratch, route_bytes(route), 16);
    wend_field_key *kept = key ? arena_take(sink->scratch, sizeof *kept, 16) : NULL;
    if (!block || (key && !kept) ||
        !memory_grow(sink->from, (void **)&sink->added, sizeof *sink->added, &sink->capacity,
                     sink->count + 1)) {
        return false;
    }
    if (key) {
        *kept = *key;
    }
    sink->added[sink->count] = (added_route){
        .route = copy_into(block, route), .key = kept, .index = index, .order = sink->count};
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
