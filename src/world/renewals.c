/* Plans long routes again, stretch by stretch.
 *
 * A planner may return only the next stretch of a long route (WEND_ROUTE_CONTINUES), and the
 * distance that the agent may travel on it. The agent cannot be faster than its max_speed plus the
 * fastest belt, so the step at which it needs the next stretch is known when it gets the route. The
 * world then requests a new route, whatever planner and follower the agent has.
 *
 * Cost: nothing without such routes; otherwise O(agents) in steps in which a route is due. */
#include "world/world.h"

void renewals_note(wend_world *world, const wend_body *body, const wend_route *route) {
    uint32_t slot = body->slot;
    if (!(route->gives & WEND_ROUTE_CONTINUES)) {
        if (world->cold.renewals) {
            world->cold.renewals[slot] = RENEWAL_NEVER;
        }
        return;
    }
    uint32_t number = wend_body_profile(body);
    wend_column speeds = attribute_column(world, number, ATTRIBUTE_MAX_SPEED);
    double speed = (double)wend_column_at(speeds, slot) + (double)world->belts.fastest;
    double steps = speed > 0.0 ? (double)route->stretch / (speed * world->dt) : 1e9;
    steps = steps < 1.0 ? 1.0 : steps;
    uint64_t due = world->step + (uint64_t)(steps < 1e9 ? steps : 1e9);
    world->cold.renewals[slot] = due < RENEWAL_NEVER ? (uint32_t)due : RENEWAL_NEVER - 1;
    world->next_renewal = due < world->next_renewal ? due : world->next_renewal;
}

void renewals_hurry(wend_world *world, uint32_t slot) {
    if (world->cold.renewals && world->cold.renewals[slot] != RENEWAL_NEVER) {
        world->cold.renewals[slot] = 0;
        world->next_renewal = 0;
    }
}

void renewals_request(wend_world *world) {
    bool all = world->belts.fastest > world->renewal_belts;
    world->renewal_belts = world->belts.fastest;
    if (!world->cold.renewals || (!all && world->step < world->next_renewal)) {
        return;
    }
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const wend_body *body = &world->bodies[i];
        uint32_t due = world->cold.renewals[body->slot];
        if (due == RENEWAL_NEVER || (wend_body_flags(body) & WEND_BODY_GHOST)) {
            continue;
        }
        if ((all || due <= world->step) && world->cold.route[body->slot]) {
            agent_request_route(world, body->slot, false);
        } else if (due < next) {
            next = due;
        }
    }
    world->next_renewal = next;
}
