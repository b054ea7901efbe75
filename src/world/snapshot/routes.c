/* The remaining data of an agent in a snapshot: its route, the resources that it holds, and the
 * state of its entries. */
#include "world/snapshot/snapshot.h"

static void archive_route_points(archive *ar, wend_route *route, memory_arena *from) {
    wend_route_point *points = archive_allocate(ar, from, route->point_count, sizeof *points);
    for (uint32_t i = 0; i < route->point_count && !ar->failed; i++) {
        wend_route_point point = ar->loading ? (wend_route_point){0} : route->points[i];
        archive_vec2(ar, &point.position);
        archive_f32(ar, &point.clearance);
        archive_u32(ar, &point.layer);
        if (points) {
            points[i] = point;
        }
    }
    wend_portal *portals = archive_allocate(ar, from, route->portal_count, sizeof *portals);
    for (uint32_t i = 0; i < route->portal_count && !ar->failed; i++) {
        wend_portal portal = ar->loading ? (wend_portal){0} : route->portals[i];
        archive_vec2(ar, &portal.left);
        archive_vec2(ar, &portal.right);
        archive_u32(ar, &portal.layer);
        if (portals) {
            portals[i] = portal;
        }
    }
    wend_corridor_disc *discs = archive_allocate(ar, from, route->disc_count, sizeof *discs);
    for (uint32_t i = 0; i < route->disc_count && !ar->failed; i++) {
        wend_corridor_disc disc = ar->loading ? (wend_corridor_disc){0} : route->discs[i];
        archive_vec2(ar, &disc.position);
        archive_vec2(ar, &disc.left);
        archive_vec2(ar, &disc.right);
        archive_f32(ar, &disc.clearance);
        archive_u32(ar, &disc.layer);
        if (discs) {
            discs[i] = disc;
        }
    }
    if (ar->loading) {
        route->points = points;
        route->portals = portals;
        route->discs = discs;
    }
}

/* Archives the number of steps after which an agent needs the next stretch of its route. */
static void archive_renewal(archive *ar, wend_world *world, uint32_t slot) {
    if (ar->loading) {
        archive_expect(ar, store_enable_renewals(world), "out of memory");
    }
    uint64_t step = world->step;
    uint32_t due = world->cold.renewals ? world->cold.renewals[slot] : RENEWAL_NEVER;
    uint32_t left = due != RENEWAL_NEVER && due > step ? due - (uint32_t)step : 0;
    archive_u32(ar, &left);
    if (ar->loading && !ar->failed && world->cold.renewals) {
        uint64_t at = step + left;
        world->cold.renewals[slot] = at < RENEWAL_NEVER ? (uint32_t)at : RENEWAL_NEVER - 1;
        world->next_renewal = 0;
    }
}

/* Archives a route. If the route of a packed agent has a field, the route is omitted, because
 * fields are not transferred between worlds. */
static void archive_route(archive *ar, wend_world *world, uint32_t slot, bool is_packed,
                          memory_arena *from) {
    const wend_route *held = route_pool_at(&world->routes, world->cold.route[slot]);
    bool has = held != NULL && !(is_packed && (held->gives & WEND_ROUTE_FIELD));
    archive_bool(ar, &has);
    if (!has || ar->failed) {
        return;
    }
    wend_route route = held ? *held : (wend_route){0};
    uint32_t status = (uint32_t)route.status;
    archive_u32(ar, &status);
    archive_u32(ar, &route.gives);
    archive_u32(ar, &route.map);
    archive_u32(ar, &route.generation);
    archive_u32(ar, &route.field);
    archive_f32(ar, &route.inset);
    archive_f32(ar, &route.cost);
    archive_f32(ar, &route.stretch);
    archive_count(ar, &route.point_count, 16);
    archive_count(ar, &route.portal_count, 20);
    archive_count(ar, &route.disc_count, 32);
    archive_expect(ar, status <= WEND_ROUTE_STATUS_FOUND, "a route is not valid");
    route.status = ar->failed ? WEND_ROUTE_STATUS_NONE : (wend_route_status)status;
    archive_route_points(ar, &route, from);
    if (ar->loading && !ar->failed) {
        uint32_t layers = wend_space_layer_count(world->space);
        archive_expect(ar, route_is_sound(&route, layers, world->map_count),
                       "a route is not valid");
    }
    bool guided = route.gives & WEND_ROUTE_FIELD;
    archive_expect(ar,
                   !guided || (!is_packed && route.field < world->fields.count &&
                               world->fields.items[route.field].planner),
                   "a route refers to a field that does not exist");
    if (ar->loading && !ar->failed) {
        world->cold.route[slot] = route_pool_put(&world->routes, &route);
        archive_expect(ar, world->cold.route[slot] != 0, "out of memory");
    }
    if ((route.gives & WEND_ROUTE_CONTINUES) && !ar->failed) {
        archive_renewal(ar, world, slot);
    }
}

/* Archives the resources that an agent holds. A packed agent gets only those that have capacity
 * left. */
static void archive_holdings(archive *ar, wend_world *world, uint32_t slot, bool is_packed) {
    uint32_t *head = &world->cold.holdings[slot], count = 0;
    for (uint32_t i = *head; i != CLAIM_NONE; i = world->claims.holdings[i].next) {
        count++;
    }
    archive_count(ar, &count, sizeof(uint32_t));
    uint32_t node = *head;
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        uint32_t resource = ar->loading ? 0 : world->claims.holdings[node].resource;
        archive_u32(ar, &resource);
        if (!ar->loading) {
            node = world->claims.holdings[node].next;
            continue;
        }
        const claim_table *claims = &world->claims;
        bool exists = resource < claims->resource_count;
        bool has_room = exists && claims_capacity_left(claims, resource) > 0;
        archive_expect(ar,
                       exists && (has_room || is_packed) && !claims_holds(claims, *head, resource),
                       "an agent holds a resource that it cannot hold");
        if (!ar->failed && has_room) {
            archive_expect(ar, claims_grant(&world->claims, head, slot, resource), "out of memory");
        }
    }
}

static void archive_state(archive *ar, wend_world *world, uint32_t slot, const wend_body *body) {
    const profile *p = &world->profiles[wend_body_profile(body)];
    for (uint32_t i = 0; i < PROFILE_MODIFY + p->modify_count; i++) {
        size_t size = p->stages[i].stage->state_size;
        if (size) {
            archive_bytes(ar, world->states[p->stages[i].state].bytes + slot * size, size);
        }
    }
}

void snapshot_agent_rest(archive *ar, wend_world *world, const wend_body *body, bool is_packed,
                         memory_arena *from) {
    archive_route(ar, world, body->slot, is_packed, from);
    archive_holdings(ar, world, body->slot, is_packed);
    archive_state(ar, world, body->slot, body);
    snapshot_params(ar, world, body, is_packed);
    snapshot_selector(ar, world, body, is_packed);
}
