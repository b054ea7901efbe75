/* Three custom stages that use only the public headers: the selector `cycle`, the follower `portal`
 * (which crosses portals in the middle) and the steering model `direct`. The program runs a patrol
 * through two rooms, once with the library's entries and once with the custom ones, and compares
 * the two worlds after every simulated second. Their states are the same, bit for bit: custom
 * entries can do everything that built-in entries do.
 *
 *     cc own_stages.c $(pkg-config --cflags --libs wend-kit) -lm -o own_stages */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/wend.h>

static wend_vec2 vec(float x, float y) {
    wend_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}
static wend_vec2 sub(wend_vec2 a, wend_vec2 b) {
    return vec(a.x - b.x, a.y - b.y);
}
static wend_vec2 add(wend_vec2 a, wend_vec2 b) {
    return vec(a.x + b.x, a.y + b.y);
}
static wend_vec2 scale(wend_vec2 a, float s) {
    return vec(a.x * s, a.y * s);
}
static float dot(wend_vec2 a, wend_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static float length(wend_vec2 a) {
    return sqrtf(dot(a, a));
}
static wend_location location(wend_vec2 position, uint32_t layer) {
    wend_location at;
    at.position = position;
    at.layer = layer;
    return at;
}

/* ---- The selector: the goals of the set in turn ---------------------------------------------- */

typedef struct cycle_state {
    uint32_t next;
} cycle_state;

/* Finds the first goal in the agent's goal set, from index `next` on, that is not closed
 * permanently and, if `reachable` is true, can be reached. Returns UINT32_MAX if there is no such
 * goal. */
static uint32_t find_member(const wend_view *view, uint32_t index, uint32_t next, bool reachable) {
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (next + i) % count;
        if (!wend_view_goal_info(view, set[at]).has_closed &&
            (!reachable || wend_view_is_member_reachable(view, index, at))) {
            return at;
        }
    }
    return UINT32_MAX;
}

static uint32_t choose(const wend_view *view, uint32_t index, cycle_state *state) {
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    if (count == 0) {
        return WEND_NO_GOAL;
    }
    uint32_t next = state->next % count;
    next = set[next] == wend_view_goal(view, index) ? (next + 1) % count : next;
    uint32_t found = find_member(view, index, next, true);
    found = found != UINT32_MAX ? found : find_member(view, index, next, false);
    state->next = found != UINT32_MAX ? found : next;
    return wend_view_goal_capacity_left(view, set[state->next]) > 0 ? set[state->next]
                                                                    : WEND_NO_GOAL;
}

static void select_own(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            void *state = wend_agents_state(agents, view->bodies[i].slot);
            goals[i - agents->first] = choose(view, i, (cycle_state *)state);
        }
    }
}

/* ---- The follower: from portal to portal ----------------------------------------------------- */

/* The state of an agent. It is zeroed at the start of each route. */
typedef struct portal_state {
    uint32_t next;           /* index of the portal that the agent heads for */
    uint32_t requested_step; /* step in which the route began or the last new route was requested */
    uint32_t next_check_step; /* step of the next visibility check */
    uint8_t begun;            /* 1 if the fields above are valid */
    uint8_t was_on_layer;     /* 1 if the agent has been on the portal's layer */
    uint8_t was_in_front;     /* 1 if the agent has been in front of the portal's line */
    uint8_t is_hidden;        /* 1 if the portal or goal was hidden at the last visibility check */
    wend_vec2 last;           /* the agent's position in the last step */
} portal_state;

typedef struct inset_portal {
    wend_vec2 left, right, ahead; /* ends of the segment that the centre of the disc may cross, and
                                     the direction in which to cross it */
    uint32_t layer;
} inset_portal;

static inset_portal inset_portal_of(const wend_route *route, uint32_t index, wend_vec2 from,
                                    float radius) {
    wend_portal full = wend_route_portal(route, index, from);
    wend_vec2 across = sub(full.right, full.left);
    wend_vec2 middle = scale(add(full.left, full.right), 0.5f);
    float width = length(across), cut = radius > route->inset ? radius - route->inset : 0.0f;
    inset_portal portal = {middle, middle, vec(1.0f, 0.0f), full.layer};
    if (width == 0.0f) {
        wend_vec2 way = sub(middle, from);
        portal.ahead = length(way) > 0.0f ? scale(way, 1.0f / length(way)) : portal.ahead;
        return portal;
    }
    wend_vec2 along = scale(across, 1.0f / width);
    portal.ahead = vec(-along.y, along.x);
    if (2.0f * cut < width) {
        portal.left = add(full.left, scale(along, cut));
        portal.right = sub(full.right, scale(along, cut));
    }
    return portal;
}

/* Finds the point where the agent's last move crosses the portal's line. Returns its distance from
 * the left end of the portal. */
static float find_crossing(const inset_portal *portal, wend_vec2 from, wend_vec2 to) {
    float before = dot(sub(from, portal->left), portal->ahead);
    float after = dot(sub(to, portal->left), portal->ahead);
    wend_vec2 at = to;
    if (before < 0.0f && after > 0.0f) {
        at = add(from, scale(sub(to, from), before / (before - after)));
    }
    wend_vec2 off = sub(at, portal->left);
    return off.x * portal->ahead.y - off.y * portal->ahead.x;
}

/* Returns 1 if the agent has passed the portal, -1 if it has crossed the portal's line beside the
 * portal, and 0 otherwise. */
static int check_passage(portal_state *state, const wend_route *route, const inset_portal *portal,
                         const wend_body *body) {
    const float on_line =
        0.001f; /* m: within this distance, the agent counts as being on the line */
    if (wend_body_layer(body) != portal->layer && !state->was_on_layer) {
        return 0;
    }
    state->was_on_layer = state->was_on_layer || wend_body_layer(body) == portal->layer;
    if (dot(sub(body->position, portal->left), portal->ahead) <= -on_line) {
        state->was_in_front = 1;
        return 0;
    }
    float at = find_crossing(portal, state->last, body->position);
    float margin = body->radius > route->inset ? body->radius : route->inset;
    if (at >= -margin && at <= length(sub(portal->right, portal->left)) + margin) {
        return 1;
    }
    return state->was_in_front ? -1 : 0;
}

/* True if the agent can see the portal or, after the last portal, the goal. */
static bool is_visible(const wend_view *view, uint32_t index, const inset_portal *portal) {
    const wend_body *body = &view->bodies[index];
    wend_location from = location(body->position, wend_body_layer(body));
    if (portal) {
        wend_vec2 edge = sub(portal->right, portal->left);
        float size = dot(edge, edge), t = 0.0f;
        t = size > 0.0f ? dot(sub(from.position, portal->left), edge) / size : t;
        t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
        wend_vec2 nearest = add(portal->left, scale(edge, t));
        wend_vec2 middle = scale(add(portal->left, portal->right), 0.5f);
        return wend_view_is_visible(view, from, location(nearest, portal->layer), 0.0f) ||
               wend_view_is_visible(view, from, location(middle, portal->layer), 0.0f);
    }
    uint32_t goal = wend_view_goal(view, index);
    const wend_region *parts;
    wend_view_goal_parts(view, goal, &parts);
    wend_vec2 nearest =
        wend_region_nearest(&parts[wend_view_goal_part(view, index, true)], from.position);
    return wend_view_is_visible(view, from, location(nearest, wend_view_goal_layer(view, goal)),
                                0.0f);
}

static void follow_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                       wend_intent *intent) {
    const wend_body *body = &view->bodies[index];
    portal_state *state = (portal_state *)wend_agents_state(agents, body->slot);
    const wend_route *route = wend_view_route(view, index);
    uint32_t count = route ? wend_route_portal_count(route) : 0, goal = wend_view_goal(view, index);
    uint32_t now = (uint32_t)view->step, second = (uint32_t)(1.0 / (double)view->dt) + 1;
    uint8_t flags = wend_aim_flags((const wend_aim *)agents->params);
    inset_portal portal;
    memset(&portal, 0, sizeof portal);
    if (!state->begun) {
        uint32_t delay = second + (uint32_t)(wend_view_key(view, index) % second);
        state->begun = 1;
        state->requested_step = now;
        state->next_check_step = now + delay;
        state->last = body->position;
    }
    int passed = 0;
    while (state->next < count) {
        portal = inset_portal_of(route, state->next, body->position, body->radius);
        passed = check_passage(state, route, &portal, body);
        if (passed != 1) {
            break;
        }
        state->next++;
        state->was_on_layer = state->was_in_front = state->is_hidden = 0;
    }
    state->last = body->position;
    bool heads_for_goal = state->next >= count;
    if ((int32_t)(now - state->next_check_step) >= 0) {
        state->next_check_step = now + second;
        bool planned = route && route->status == WEND_ROUTE_STATUS_FOUND && goal != WEND_NO_GOAL;
        state->is_hidden = planned && !is_visible(view, index, heads_for_goal ? NULL : &portal);
    }
    if ((passed < 0 || state->is_hidden) && now - state->requested_step >= second) {
        state->requested_step = now;
        flags |= WEND_REGION_LOST; /* makes the library plan a new route */
    }
    memset(intent, 0, sizeof *intent);
    intent->speed = wend_column_at(agents->preferred_speed, body->slot);
    if (heads_for_goal && goal != WEND_NO_GOAL) {
        intent->region = *wend_view_goal_region(view, goal);
        intent->region.flags |= (uint8_t)(flags | WEND_REGION_STOP);
        wend_view_add_goal_regions(view, agents->worker, index, WEND_ALL_GOAL_MEMBERS, intent);
        return;
    }
    intent->region.shape = heads_for_goal ? WEND_SHAPE_POINT : WEND_SHAPE_SEGMENT;
    intent->region.id = wend_region_id_of(WEND_REGION_KIND_PORTAL, state->next, 0);
    intent->region.a = heads_for_goal ? body->position : portal.left;
    intent->region.b = portal.right;
    intent->region.opens = -INFINITY;
    intent->region.closes = INFINITY;
    intent->region.bias = 0.5f;
    intent->region.flags =
        (uint8_t)(flags | (heads_for_goal ? WEND_REGION_STOP : WEND_REGION_INSIDE));
}

static void follow_own(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            follow_one(view, agents, i, &intents[i - agents->first]);
        }
    }
}

/* ---- The steering model: straight at the first region ---------------------------------------- */

static void steer_own(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_outcome *out = &outcomes[i - agents->first];
            wend_vec2 from = view->bodies[i].position;
            wend_vec2 way = sub(wend_region_aim(&intent->region, from, intent->speed), from);
            float distance = length(way), hold = view->steer_interval;
            bool ends =
                (intent->region.flags & WEND_REGION_STOP) && distance < intent->speed * hold;
            memset(out, 0, sizeof *out);
            if (distance > 0.0f) {
                out->velocity = scale(way, ends ? 1.0f / hold : intent->speed / distance);
            }
            out->displacement = scale(out->velocity, view->dt);
        }
    }
}

/* ---- The program ----------------------------------------------------------------------------- */

static wend_selector own_cycle;
static wend_follower own_portal;
static wend_steering own_direct;
static const wend_param aim_rows[] = {WEND_AIM_ROWS};

static void fill_entry(wend_entry *entry, size_t size, const char *name, const char *summary) {
    entry->size = (uint32_t)size;
    entry->version = WEND_INTERFACE;
    entry->name = name;
    entry->summary = summary;
}

static bool add_stages(wend_registry *registry, wend_error *error) {
    fill_entry(&own_cycle.stage.entry, sizeof own_cycle, "own_cycle",
               "the goals of the set in turn");
    own_cycle.stage.state_size = sizeof(cycle_state);
    own_cycle.select = select_own;
    fill_entry(&own_portal.stage.entry, sizeof own_portal, "own_portal", "from portal to portal");
    own_portal.stage.entry.params = aim_rows;
    own_portal.stage.entry.param_count = sizeof aim_rows / sizeof *aim_rows;
    own_portal.stage.entry.params_size = sizeof(wend_aim);
    own_portal.stage.state_size = sizeof(portal_state);
    own_portal.needs = WEND_ROUTE_PORTALS;
    own_portal.follow = follow_own;
    fill_entry(&own_direct.stage.entry, sizeof own_direct, "own_direct",
               "straight at the first region");
    own_direct.steer = steer_own;
    return !wend_registry_add(registry, WEND_KIND_SELECTOR, &own_cycle.stage.entry, error) &&
           !wend_registry_add(registry, WEND_KIND_FOLLOWER, &own_portal.stage.entry, error) &&
           !wend_registry_add(registry, WEND_KIND_STEERING, &own_direct.stage.entry, error);
}

/* Creates two rooms of 10 x 8 m with a door between them. */
static wend_space *create_rooms(wend_error *error) {
    static const wend_point outline[] = {{0, 0},    {9.5, 0}, {9.5, 3}, {10.5, 3},
                                         {10.5, 0}, {20, 0},  {20, 8},  {10.5, 8},
                                         {10.5, 5}, {9.5, 5}, {9.5, 8}, {0, 8}};
    static const wend_ring boundary = {outline, 12};
    wend_layer_def layer;
    memset(&layer, 0, sizeof layer);
    layer.boundaries = &boundary;
    layer.boundary_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    return wend_space_create(&def, &space, error) ? NULL : space;
}

/* Creates a world with twelve agents that patrol between three points. They use the custom stages
 * if `own` is true. Returns NULL on failure. */
static wend_world *create_patrol(wend_space *space, wend_map *map, const wend_registry *registry,
                                 bool own, wend_error *error) {
    static const wend_point points[3] = {{2, 2}, {18, 6}, {17, 1.5}};
    /* Both followers head for the middle of portals; only the built-in one has a `bias`. */
    wend_setting settings[2] = {
        {"aim",
         {WEND_VALUE_TEXT, wend_constant(0), "preferred_point", NULL, 0, {NULL, 0}, {NULL, 0}}},
        {"bias", {WEND_VALUE_TEXT, wend_constant(0), "centre", NULL, 0, {NULL, 0}, {NULL, 0}}}};
    wend_world_def def = wend_default_world_def();
    wend_profile_def profile = wend_default_profile_def();
    wend_goal goals[3];
    wend_goal_set set;
    wend_world *world = NULL;
    def.space = space;
    def.registry = registry;
    profile.select.name = own ? "own_cycle" : "cycle";
    profile.plan.name = "navmesh";
    profile.follow.name = own ? "own_portal" : "portal";
    profile.follow.settings = settings;
    profile.follow.setting_count = own ? 1 : 2;
    profile.steer.name = own ? "own_direct" : "direct";
    wend_agent_def agent = wend_default_agent_def();
    if (wend_world_create(&def, &world, error) ||
        wend_world_add_map(world, "mesh", map, NULL, error) ||
        wend_world_add_profile(world, &profile, &agent.profile, error)) {
        return NULL;
    }
    for (int i = 0; i < 3; i++) {
        wend_goal_def goal = wend_default_goal_def();
        goal.points = &points[i];
        goal.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
        if (wend_world_add_goal(world, &goal, &goals[i], error)) {
            return NULL;
        }
    }
    if (wend_world_add_goal_set(world, goals, 3, &set, error)) {
        return NULL;
    }
    agent.goal_set = set;
    for (uint64_t i = 1; i <= 12; i++) {
        agent.key = i;
        agent.position.x = 1.0 + (double)(i % 4) * 2.0;
        agent.position.y = 1.0 + (double)(i / 4) * 1.5;
        if (wend_world_add_agents(world, &agent, 1, NULL, error)) {
            return NULL;
        }
    }
    return world;
}

int main(void) {
    wend_error error;
    wend_registry *registry = NULL;
    wend_map *map = NULL;
    double radii[1] = {0.25};
    memset(&error, 0, sizeof error);
    wend_space *space = create_rooms(&error);
    wend_navmesh_def mesh = wend_default_navmesh_def();
    mesh.space = space;
    mesh.radii = radii;
    mesh.radius_count = 1;
    if (!space || wend_navmesh_build(&mesh, &map, &error) ||
        wend_registry_create(NULL, &registry, &error) || !add_stages(registry, &error)) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    wend_world *built_in = create_patrol(space, map, registry, false, &error);
    wend_world *own = built_in ? create_patrol(space, map, registry, true, &error) : NULL;
    for (int second = 0; own && second < 120; second++) {
        if (wend_world_step(built_in, 10, &error) || wend_world_step(own, 10, &error)) {
            return fprintf(stderr, "%s\n", error.message), 1;
        }
        if (wend_world_hash(built_in) != wend_world_hash(own)) {
            return fprintf(stderr, "the states differ after %d s\n", second + 1), 1;
        }
    }
    if (!own) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    printf("120 s: %llu arrivals, and the same state %016llx with both\n",
           (unsigned long long)wend_world_get_stats(own).arrivals,
           (unsigned long long)wend_world_hash(own));
    wend_world_destroy(own);
    wend_world_destroy(built_in);
    wend_map_release(map);
    wend_space_release(space);
    wend_registry_destroy(registry);
    return 0;
}
