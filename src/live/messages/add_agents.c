/* `add_agents`: adds agents around a point, as near to it as there is room.
 *
 * Positions are tried on a hexagonal grid around the point, from the nearest on. A position is
 * taken if the disc of the largest agent of the profile can move there from the point in a straight
 * line, so that no agent is added behind a wall, and if it overlaps with no other agent. */
#include "base/error.h"
#include "live/live.h"
#include <math.h>
#include <stdlib.h>

static const double REACH = 5.0;         /* m: agents are added within this distance of the point */
static const double GAP = 0.05;          /* m: between agents */
static const double LEAST_SPACING = 0.1; /* m: of positions, for very small agents */

enum {
    MOST_POSITIONS = 16384, /* within REACH at LEAST_SPACING there are 9,069 */
    MOST_NEAR = 64,         /* agents near a position; more than have room there */
    MOST_PLACED = 4096      /* agents that are added between two steps */
};

/* A position relative to the point. */
typedef struct offset {
    double x, y, squared;
    uint32_t index;
} offset;

/* What is to be added. */
typedef struct group {
    wend_live *live;
    const wend_view *view;
    wend_agent_def def;
    double radius; /* m: of the largest agent of the profile */
} group;

/* ---- The request ----------------------------------------------------------------------------- */

static double largest(const wend_distribution *number) {
    switch (number->kind) {
    case WEND_DISTRIBUTION_CONSTANT:
        return number->a;
    case WEND_DISTRIBUTION_UNIFORM:
        return fmax(number->a, number->b);
    default:
        return number->low < number->high ? number->high : number->a + 4.0 * number->b;
    }
}

/* Reads `like`: the profile, the goal and the group of another agent. */
static wend_result read_like(wend_live *live, const live_request *request, wend_agent_def *def,
                             wend_error *error) {
    uint64_t key = 0;
    wend_agent_state agent;
    wend_result result = live_get_key(request, "like", &key, error);
    result = result == WEND_OK ? live_find_key(live, key, &agent, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    bool shared = wend_world_get_goal_owner(live->world, agent.goal) != WEND_GOAL_OWNER_AGENT;
    def->profile = live_base_of(live, agent.profile);
    def->goal = shared ? agent.goal : (wend_goal){0};
    def->group = agent.group;
    return WEND_OK;
}

static wend_result read_group(group *out, const live_request *request, uint32_t *count,
                              wend_error *error) {
    wend_live *live = out->live;
    wend_agent_def *def = &out->def;
    wend_profile_def profile;
    wend_result result = live_get_point(request, "at", &def->position, error);
    result =
        result == WEND_OK ? live_get_layer(live, request, "layer", &def->layer, error) : result;
    result = result == WEND_OK ? live_get_integer(request, "count", 1, LIVE_MAX_ADDED, count, error)
                               : result;
    if (result == WEND_OK && live_has(request, "like")) {
        result = read_like(live, request, def, error);
    } else if (result == WEND_OK) {
        result = live_get_profile(live, request, "profile", &def->profile, error);
        result = result == WEND_OK && live_has(request, "goal")
                     ? live_get_goal(live, request, "goal", &def->goal, error)
                     : result;
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wend_world_get_profile_def(live->world, def->profile, &profile, NULL)) {
        return error_set(error, WEND_ERROR_NAME, "the agent's profile has been removed");
    }
    out->radius = largest(&profile.radius);
    if (wend_world_agent_count(live->world) + live->placed_count + *count > LIVE_MAX_AGENTS) {
        return error_set(error, WEND_ERROR_LIMIT, "a live world has at most %d agents",
                         LIVE_MAX_AGENTS);
    }
    if (live->placed_count + *count > MOST_PLACED) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "at most %d agents are added between two steps; make a step first",
                         MOST_PLACED);
    }
    return WEND_OK;
}

/* ---- Positions ------------------------------------------------------------------------------- */

static int compare_offsets(const void *a, const void *b) {
    const offset *one = a, *other = b;
    if (one->squared != other->squared) {
        return one->squared < other->squared ? -1 : 1;
    }
    return one->index < other->index ? -1 : one->index > other->index;
}

/* Lists the positions of the grid, nearest first. */
static uint32_t list_offsets(double radius, offset *out) {
    double spacing = fmax(2.0 * radius + GAP, LEAST_SPACING);
    double row_height = spacing * 0.8660254037844386;
    int rows = (int)(REACH / row_height), columns = (int)(REACH / spacing) + 1;
    uint32_t count = 0;
    for (int row = -rows; row <= rows; row++) {
        for (int column = -columns; column <= columns && count < MOST_POSITIONS; column++) {
            double x = (column + (row % 2 != 0 ? 0.5 : 0.0)) * spacing, y = row * row_height;
            if (x * x + y * y <= REACH * REACH) {
                out[count] = (offset){x, y, x * x + y * y, count};
                count++;
            }
        }
    }
    qsort(out, count, sizeof *out, compare_offsets);
    return count;
}

static bool is_clear_of_agents(const group *from, wend_location at, wend_point position) {
    wend_neighbour near[MOST_NEAR];
    float reach = fminf((float)from->radius + wend_view_get_bounds(from->view).largest_radius,
                        from->view->reach);
    uint32_t count = wend_view_find_agents(from->view, at, reach, near, MOST_NEAR);
    for (uint32_t i = 0; i < count; i++) {
        float apart = (float)from->radius + from->view->bodies[near[i].index].radius;
        if (near[i].distance_squared < apart * apart) {
            return false;
        }
    }
    for (uint32_t i = 0; i < from->live->placed_count; i++) {
        const live_placed *other = &from->live->placed[i];
        double x = other->at.x - position.x, y = other->at.y - position.y;
        double apart = other->radius + from->radius;
        if (other->layer == at.layer && x * x + y * y < apart * apart) {
            return false;
        }
    }
    return true;
}

static bool has_room(const group *from, wend_point position) {
    const wend_space *space = from->view->space;
    wend_location centre = {wend_space_to_local(space, from->def.position), from->def.layer};
    wend_location at = {wend_space_to_local(space, position), from->def.layer};
    return wend_space_is_walkable(space, at, from->view->classes) &&
           wend_view_is_visible(from->view, centre, at, 0.0F) &&
           wend_view_find_closest_wall(from->view, at, (float)from->radius).wall == WEND_NO_WALL &&
           !wend_world_is_in_obstacle(from->live->world, position, from->def.layer) &&
           is_clear_of_agents(from, at, position);
}

/* ---- The message ----------------------------------------------------------------------------- */

/* Queues agents at up to `count` positions. Returns how many it has added. */
static wend_result place(group *from, uint32_t count, const offset *offsets, uint32_t offset_count,
                         uint32_t *added, wend_error *error) {
    wend_live *live = from->live;
    wend_point centre = from->def.position;
    wend_agent_def *defs = memory_get_array(&live->memory, count, sizeof *defs);
    uint32_t made = 0, before = live->placed_count;
    bool good =
        defs != NULL && memory_grow(&live->memory, (void **)&live->placed, sizeof *live->placed,
                                    &live->placed_capacity, before + count);
    for (uint32_t i = 0; i < offset_count && made < count && good; i++) {
        wend_point at = {centre.x + offsets[i].x, centre.y + offsets[i].y};
        if (has_room(from, at)) {
            defs[made] = from->def;
            defs[made++].position = at;
            live->placed[live->placed_count++] = (live_placed){at, from->radius, from->def.layer};
        }
    }
    wend_result result = good ? wend_world_add_agents(live->world, defs, made, NULL, error)
                              : error_no_memory(error, "new agents");
    live->placed_count = result == WEND_OK ? live->placed_count : before;
    memory_free(&live->memory, defs, count * sizeof *defs);
    *added = made;
    return result;
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    group from = {
        .live = live, .view = wend_world_view(live->world), .def = wend_default_agent_def()};
    uint32_t count = 0, added = 0;
    wend_result result = from.view != NULL ? read_group(&from, request, &count, error)
                                           : error_no_memory(error, "a view of the world");
    if (result != WEND_OK) {
        return result;
    }
    offset *offsets = memory_get_array(&live->memory, MOST_POSITIONS, sizeof *offsets);
    if (offsets == NULL) {
        return error_no_memory(error, "new agents");
    }
    uint32_t positions = list_offsets(from.radius, offsets);
    result = place(&from, count, offsets, positions, &added, error);
    memory_free(&live->memory, offsets, MOST_POSITIONS * sizeof *offsets);
    if (result == WEND_OK) {
        live->queued += added;
        live_write_integer(out, "added", added);
    }
    return result;
}

static const char *const keys[] = {"at", "layer", "count", "profile", "goal", "like", NULL};

const live_message live_message_add_agents = {
    .name = "add_agents", .keys = keys, .answer = answer, .changes = true};
