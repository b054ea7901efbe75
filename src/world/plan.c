/* The plan stage: plans routes for agents that need one. In a steady run, few agents or none need
 * one. Workers run the planners, then the results are applied in the order of the bodies. */
#include <string.h>

#include "base/sort.h"
#include "behave/behave.h"
#include "plan/corridor/convert.h"
#include "world/world.h"

/* True if the planner of body `index` reports that the body's route is blocked. */
static bool is_blocked(const wend_world *world, uint32_t index, const wend_route *route) {
    bool changed =
        world->scene_changed || world->cold.behaviour[world->bodies[index].slot].mask_changed;
    uint32_t profile_index = wend_body_profile(&world->bodies[index]);
    const wend_planner *planner =
        (const wend_planner *)world->profiles[profile_index].stages[PROFILE_PLAN].stage;
    const wend_body *body = &world->bodies[index];
    wend_activity activity = activity_of(world, body->slot);
    if (!changed || !planner->is_route_open || !route || activity_is_waiting(activity) ||
        activity == WEND_ACTIVITY_ARRIVED || (wend_body_flags(body) & WEND_BODY_NEEDS_ROUTE)) {
        return false;
    }
    wend_agents agents = profile_agents(world, profile_index, PROFILE_PLAN, 0);
    wend_view storage;
    return !planner->is_route_open(internals_view_of(&world->view, body->slot, &storage), &agents,
                                   index, route);
}

/* Requests new routes for agents whose map has been replaced, for agents whose route is blocked,
 * for agents that had no route before the scene changed, and for agents whose route goes around
 * stationary obstacles, if those have changed. Returns false if out of memory. */
static bool request_stale_routes(wend_world *world) {
    bool all = world->maps_changed || world->scene_changed;
    for (uint32_t i = 0; i < world->body_count; i++) {
        wend_body *body = &world->bodies[i];
        if ((wend_body_flags(body) & WEND_BODY_GHOST) ||
            !(all || world->cold.behaviour[body->slot].mask_changed)) {
            continue;
        }
        store_set_unreachable(&world->cold, body->slot, 0);
        const wend_route *route = route_pool_at(&world->routes, world->cold.route[body->slot]);
        wend_activity activity = activity_of(world, body->slot);
        bool lost = activity_lacks_route(activity);
        bool is_replaced = route && route->map != WEND_NO_MAP &&
                           route->generation != world->maps[route->map].generation;
        bool moved = world->standing_changed && route && (route->gives & WEND_ROUTE_STANDING);
        bool stale = is_replaced || moved || (!lost && is_blocked(world, i, route));
        world->cold.behaviour[body->slot].mask_changed = false;
        if (!stale && route && (route->gives & WEND_ROUTE_CONTINUES)) {
            renewals_hurry(world, body->slot); /* the change may lie behind the stretch */
        }
        if (!lost && !stale) {
            continue;
        }
        if (activity_is_waiting(activity)) { /* the route is planned once the agent has a goal */
            route_pool_drop(&world->routes, world->cold.route[body->slot]);
            world->cold.route[body->slot] = 0;
            continue;
        }
        agent_request_route(world, body->slot, false);
        if (stale && !event_add(world, WEND_EVENT_REPLANNED, body->slot,
                                is_replaced ? route->map : WEND_NO_MAP)) {
            return false;
        }
    }
    world->maps_changed = world->scene_changed = world->masks_changed = false;
    return true;
}

/* ---- Shared work ----------------------------------------------------------------------------- */

static const wend_planner *planner_of(const wend_world *world, uint32_t index) {
    return (const wend_planner *)world->profiles[index].stages[PROFILE_PLAN].stage;
}

/* Lets planners note what the agents that need routes have in common. */
static void collect_shared(wend_world *world) {
    agent_lists *lists = &world->workers[0].lists;
    for (uint32_t begin = 0; begin < world->body_count; begin += WORLD_BLOCK) {
        uint32_t end =
            world->body_count - begin < WORLD_BLOCK ? world->body_count : begin + WORLD_BLOCK;
        lists_build(world, begin, end, WEND_BODY_NEEDS_ROUTE, WEND_BODY_GHOST, lists);
        for (uint32_t g = 0; g < lists->group_count; g++) {
            const wend_planner *planner = planner_of(world, lists->groups[g].profile);
            wend_agents agents = lists_agents(world, lists, g, PROFILE_PLAN, 0, begin);
            wend_view view = lists_view(world, lists, g);
            if (planner && planner->collect) {
                planner->collect(&view, &agents);
            }
        }
    }
}

typedef struct shared_tasks {
    wend_world *world;
    uint32_t profile;
} shared_tasks;

static void run_shared(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const shared_tasks *tasks = context;
    const wend_planner *planner = planner_of(tasks->world, tasks->profile);
    wend_agents agents = profile_agents(tasks->world, tasks->profile, PROFILE_PLAN, worker);
    for (uint32_t i = begin; i < end; i++) {
        planner->run_task(&tasks->world->view, &agents, i);
    }
}

/* Prepares what several agents share before they plan. */
static void prepare_shared(wend_world *world) {
    bool any = false;
    for (uint32_t i = 0; i < world->profile_count; i++) {
        const wend_planner *planner = planner_of(world, i);
        any = any || (planner && planner->collect);
    }
    if (any) {
        collect_shared(world);
    }
    for (uint32_t i = 0; any && i < world->profile_count; i++) {
        const wend_planner *planner = planner_of(world, i);
        if (!planner || !planner->task_count) { /* a profile that was removed has no planner */
            continue;
        }
        wend_agents agents = profile_agents(world, i, PROFILE_PLAN, 0);
        uint32_t count = planner->task_count(&world->view, &agents);
        shared_tasks tasks = {world, i};
        if (count > 0) {
            task_run(&world->tasks, run_shared, &tasks, count, 1);
        }
    }
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* Gives the routes that a planner added, from number `first` on, the corridors that other entries
 * of the profile need. */
static void convert_routes(const wend_view *view, wend_route_sink *sink, uint32_t first,
                           uint32_t worker) {
    uint32_t end = sink->count;
    for (uint32_t i = first; i < end; i++) {
        const wend_route *route = sink->added[i].route;
        if (route->status != WEND_ROUTE_STATUS_NONE && route->disc_count == 0 &&
            !corridor_convert(view, worker, sink->added[i].index, route, sink)) {
            return;
        }
    }
}

void plan_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    agent_lists *lists = &world->workers[worker].lists;
    lists_build(world, begin, end, WEND_BODY_NEEDS_ROUTE, WEND_BODY_GHOST, lists);
    for (uint32_t g = 0; g < lists->group_count; g++) {
        const profile *p = &world->profiles[lists->groups[g].profile];
        wend_agents agents = lists_agents(world, lists, g, PROFILE_PLAN, worker, begin);
        const wend_planner *planner = (const wend_planner *)p->stages[PROFILE_PLAN].stage;
        wend_view view = lists_view(world, lists, g);
        wend_route_sink *sink = &world->workers[worker].sink;
        uint32_t first = sink->count;
        legs_choose(world, &view, &agents);
        planner->plan(&view, &agents, sink);
        if (profile_converts(p)) {
            convert_routes(&view, sink, first, worker);
        }
    }
}

static bool added_before(const void *left, const void *right) {
    const added_route *a = left, *b = right;
    return a->index != b->index ? a->index < b->index : a->order < b->order;
}

/* Collects the routes that planners added to the workers' sinks, in the order of the bodies. The
 * array is in scratch memory. Returns NULL if out of memory. */
static added_route *collect_added_routes(wend_world *world, uint32_t *count) {
    size_t total = 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        total += world->workers[i].sink.count;
    }
    size_t size = (total + 1) * sizeof(added_route);
    added_route *added = arena_take(&world->scratch[0], size, 16);
    added_route *sorting = arena_take(&world->scratch[0], size, 16);
    if (!added || !sorting) {
        return NULL;
    }
    *count = 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        wend_route_sink *sink = &world->workers[i].sink;
        if (sink->count) {
            memcpy(&added[*count], sink->added, sink->count * sizeof *added);
        }
        *count += sink->count;
        route_sink_reset(sink);
    }
    sort_stable(added, sorting, *count, sizeof *added, added_before);
    return added;
}

static void restart_follower(wend_world *world, const wend_body *body) {
    uint32_t index = wend_body_profile(body);
    const wend_stage *stage = world->profiles[index].stages[PROFILE_FOLLOW].stage;
    wend_agents agents = profile_agents(world, index, PROFILE_FOLLOW, 0);
    if (agents.state_size && !((const wend_follower *)stage)->needs_no_goal) {
        memset(wend_agents_state(&agents, body->slot), 0, agents.state_size);
    }
}

/* Marks that a route has been planned for a body. */
static void end_request(wend_world *world, wend_body *body) {
    cold_behaviour *record = &world->cold.behaviour[body->slot];
    world->stats.plans++;
    agent_change_flags(body, 0, WEND_BODY_NEEDS_ROUTE);
    record->is_lost = record->is_rerouting = false;
}

/* Gives a body its new route. If the planner found no route, the body either keeps its old route or
 * is left without one. Returns false if out of memory. */
static bool take_route(wend_world *world, wend_body *body, const added_route *added) {
    uint32_t slot = body->slot, handle = 0;
    const wend_route *route = added ? added->route : NULL;
    bool found = route && route->status != WEND_ROUTE_STATUS_NONE &&
                 route_is_sound(route, wend_space_layer_count(world->space), world->map_count);
    cold_leg *leg = world->cold.legs ? &world->cold.legs[slot] : NULL;
    bool keeps = !found && world->cold.behaviour[slot].is_lost && world->cold.route[slot] &&
                 !goal_has_moved(world, slot) && (!leg || leg->arc == leg->planned);
    uint32_t goal = world->cold.goal[slot];
    bool partial = found && (route->status == WEND_ROUTE_STATUS_PARTIAL ||
                             route_ends_at_door(world, (uint32_t)(body - world->bodies), route));
    wend_route kept = found ? *route : (wend_route){0};
    kept.status = partial ? WEND_ROUTE_STATUS_PARTIAL : kept.status;
    bool continues = found && (kept.gives & WEND_ROUTE_CONTINUES);
    bool rerouting = world->cold.behaviour[slot].is_rerouting;
    if (rerouting &&
        crowd_keeps_route(world, (uint32_t)(body - world->bodies), found ? &kept : NULL)) {
        end_request(world, body);
        return true;
    }
    if (!events_reserve(world, 1) || (continues && !store_enable_renewals(world)) ||
        (found && (handle = route_pool_put_added(&world->routes, &kept, added->body)) == 0)) {
        return false; /* the body still needs a route */
    }
    end_request(world, body);
    if (goal != WEND_NO_GOAL) {
        world->cold.planned[slot] = world->goals.records[goal].region.a;
    }
    world->stats.unproven_plans += found && (route->gives & WEND_ROUTE_UNPROVEN) != 0;
    if (keeps) { /* the old route is better than none */
        return true;
    }
    route_pool_drop(&world->routes, world->cold.route[slot]);
    world->cold.route[slot] = handle;
    if (found) {
        renewals_note(world, body, &kept);
    }
    if (leg) {
        leg->planned = leg->arc;
    }
    restart_follower(world, body);
    bool lacked = activity_lacks_route(activity_of(world, slot));
    activity_apply_event(world, slot,
                         !found    ? ACTIVITY_ROUTE_NONE
                         : partial ? ACTIVITY_ROUTE_PARTIAL
                                   : ACTIVITY_ROUTE_FOUND);
    if (rerouting && found && !(kept.gives & WEND_ROUTE_FIELD)) {
        world->stats.reroutes++;
        return event_add(world, WEND_EVENT_REPLANNED, slot, WEND_NO_MAP);
    }
    return (found && !partial) || lacked || event_add(world, WEND_EVENT_NO_ROUTE, slot, partial);
}

bool plan_is_wanted(const wend_world *world, uint32_t index) {
    uint32_t flags = wend_body_flags(&world->bodies[index]);
    return (flags & (WEND_BODY_NEEDS_ROUTE | WEND_BODY_GHOST)) == WEND_BODY_NEEDS_ROUTE &&
           !(world->suspended && world->suspended[index]);
}

bool plan_routes(wend_world *world) {
    if (world->plan_budget == 0) {
        prepare_shared(world);
        task_run(&world->tasks, plan_block, world, world->body_count, WORLD_BLOCK);
    } else if (!budget_plan(world)) {
        return false;
    }
    uint32_t count = 0, next = 0;
    const added_route *added = collect_added_routes(world, &count);
    if (world->is_out_of_memory || !added || !claims_commit(&world->claims, world->cold.holdings) ||
        !fields_make(world, added, count)) {
        return false; /* a planner that is out of memory finds no route; ignore this result */
    }
    bool pending = false;
    for (uint32_t i = 0; i < world->body_count; i++) {
        wend_body *body = &world->bodies[i];
        const added_route *route = NULL;
        for (; next < count && added[next].index <= i; next++) {
            route = added[next].index == i ? &added[next] : route;
        }
        if (plan_is_wanted(world, i) && !take_route(world, body, route)) {
            return false;
        }
        pending = pending || (world->suspended && world->suspended[i]);
    }
    fields_sweep(world);
    world->routes_pending = pending;
    world->plan_cursor = world->next_plan_cursor;
    return true;
}

bool stage_plan(wend_world *world) {
    bool changed = world->maps_changed || world->scene_changed || world->masks_changed;
    if ((changed && !request_stale_routes(world)) || !goals_check_moved(world)) {
        return false;
    }
    renewals_request(world);
    crowd_request_routes(world);
    return !world->routes_pending ||
           (budget_begin(world) && plan_routes(world) && goals_try_others(world, plan_routes));
}
