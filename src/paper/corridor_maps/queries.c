/* Samples random queries in the village, and characters that stand near the path.
 *
 * The backbone of a query is at least 100 m long; its start and goal have room for the walking
 * character and its safe distance. Twenty characters stand within 4 m of the backbone, on free
 * ground and away from the start and the goal. They always leave a passage that is wide enough for
 * the walking character. A corridor is blocked if and only if a chain of standing characters leads
 * from the corridor's left boundary to its right boundary without a gap that is wide enough. A
 * character that would complete such a chain is therefore not placed. If the characters are not
 * grouped, the gap between any two of them is wide enough. If they are grouped, they may stand side
 * by side and form dead ends. The number of the query determines all these positions. */
#include "base/error.h"
#include "geom/point.h"
#include "geom/segment.h"
#include "paper/corridor_maps/parts.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>
#include <wend/random.h>

static const double LEAST_LENGTH = 100.0; /* m, smallest length of the backbone */
/* m, largest distance of standing characters from the backbone */
static const double FROM_BACKBONE = 4.0;
static const double FREE_ENDS =
    5.0; /* m, smallest distance of standing characters from the start and the goal */
static const double PASSAGE =
    2.0 * VILLAGE_RADIUS + 0.2; /* m, width of the passage that is kept free */
static const double START_ROOM =
    2.0 * VILLAGE_RADIUS; /* m, smallest distance of the start and the goal from walls */

/* The purpose of each random number. */
enum { FOR_START_X = 1, FOR_START_Y, FOR_GOAL_X, FOR_GOAL_Y, FOR_ALONG, FOR_ANGLE, FOR_DISTANCE };

enum { SEED = 2008, MOST_SAMPLES = 1000, MOST_POINTS = 4000 };

/* For layouts of the example query: the number of standing characters, and the first random key,
 * which is larger than all keys of random queries. */
enum { EXAMPLE_STANDING = 10, FIRST_LAYOUT = 1000000 };

const wend_point village_start = {76.0, 62.0}, village_goal = {169.0, 137.0};

/* ---- The ground ------------------------------------------------------------------------------ */

wend_result village_ground_open(village_ground *ground, const wend_paper_def *paper,
                                wend_error *error) {
    return village_ground_open_file(ground, paper, VILLAGE_FILE, error);
}

wend_result village_ground_open_file(village_ground *ground, const wend_paper_def *paper,
                                     const char *file, wend_error *error) {
    *ground = (village_ground){0};
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", paper->scenarios, file);
    if (length < 0 || (size_t)length >= sizeof path) {
        return error_set(error, WEND_ERROR_LIMIT, "the path of the scenarios is too long");
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = paper->registry;
    def.allocator = paper->allocator;
    wend_result result = wend_scenario_load(&def, &ground->scenario, error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(ground->scenario, paper->registry, 1, &paper->allocator,
                                            &ground->world, error);
    }
    if (result == WEND_OK) {
        result = wend_world_step(ground->world, 1, error);
    }
    wend_agent_state walker;
    if (result == WEND_OK &&
        wend_world_get_agent(ground->world, wend_world_find_agent(ground->world, 1), &walker)) {
        ground->profile = walker.profile;
    }
    return result;
}

void village_ground_close(village_ground *ground) {
    wend_world_destroy(ground->world);
    wend_scenario_destroy(ground->scenario);
    *ground = (village_ground){0};
}

/* Returns the route of an agent, or NULL if the route is not complete. */
static const wend_route *find_route(const village_ground *ground, wend_agent agent) {
    const wend_view *view = wend_world_view(ground->world);
    uint32_t body = view != NULL ? wend_view_find_body(view, wend_agent_slot(agent)) : UINT32_MAX;
    const wend_route *found = body != UINT32_MAX ? wend_view_route(view, body) : NULL;
    return found != NULL && found->status == WEND_ROUTE_STATUS_FOUND ? found : NULL;
}

const wend_route *village_ground_example(const village_ground *ground) {
    return find_route(ground, wend_world_find_agent(ground->world, 1));
}

wend_result village_ground_find_route(village_ground *ground, wend_point start, wend_point goal,
                                      const wend_route **route, wend_error *error) {
    wend_goal_def goal_def = wend_default_goal_def();
    wend_agent_def agent_def = wend_default_agent_def();
    goal_def.points = &goal;
    goal_def.point_count = 1;
    agent_def.position = start;
    agent_def.profile = ground->profile;
    *route = NULL;
    wend_result result = ground->query_agent.value != 0
                             ? wend_world_remove_agent(ground->world, ground->query_agent, error)
                             : WEND_OK;
    result = result == WEND_OK
                 ? wend_world_add_goal(ground->world, &goal_def, &agent_def.goal, error)
                 : result;
    result = result == WEND_OK
                 ? wend_world_add_agents(ground->world, &agent_def, 1, &ground->query_agent, error)
                 : result;
    result = result == WEND_OK ? wend_world_step(ground->world, 1, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    *route = find_route(ground, ground->query_agent);
    return WEND_OK;
}

/* ---- Distances ------------------------------------------------------------------------------- */

typedef struct nearest {
    wend_vec2 from;
    double distance;
} nearest;

static void update_nearest(void *user, wend_vec2 a, wend_vec2 b) {
    nearest *n = user;
    n->distance = fmin(n->distance, segment_point_distance(n->from, a, b));
}

/* Returns the distance (m) from a point to the left or right boundary of the corridor. */
static double side_distance(const wend_route *route, wend_vec2 p, bool left) {
    nearest n = {p, INFINITY};
    village_visit_side(route, left, &(village_visitor){update_nearest, &n});
    return n.distance;
}

/* ---- Standing characters --------------------------------------------------------------------- */

/* The characters placed so far. `left[i]` or `right[i]` is true if a chain of characters joins
 * character `i` to that side of the corridor. A chain has no gap that is wide enough to pass
 * through. */
typedef struct standing_list {
    wend_vec2 positions[VILLAGE_MOST_STANDING];
    bool left[VILLAGE_MOST_STANDING], right[VILLAGE_MOST_STANDING];
    uint32_t count;
    bool grouped; /* characters may stand so close together that the walking character does not fit
                     between them */
} standing_list;

static double gap_between(wend_vec2 a, wend_vec2 b) {
    return wide_distance(a, b) - 2.0 * VILLAGE_STANDING;
}

/* Marks all characters that a chain joins to the one at `from`. A chain has no gap that is wide
 * enough to pass through. */
static void mark_joined(const standing_list *list, bool *joined, wend_vec2 from) {
    wend_vec2 open[VILLAGE_MOST_STANDING + 1] = {from};
    uint32_t count = 1;
    while (count > 0) {
        wend_vec2 at = open[--count];
        for (uint32_t i = 0; i < list->count; i++) {
            if (!joined[i] && gap_between(at, list->positions[i]) < PASSAGE) {
                joined[i] = true;
                open[count++] = list->positions[i];
            }
        }
    }
}

/* Places a character at a point if there is room and if a passage remains. Returns true if it was
 * placed. */
static bool place_one(standing_list *list, const wend_route *route, wend_vec2 at) {
    double touching = VILLAGE_STANDING + PASSAGE;
    bool left = side_distance(route, at, true) < touching;
    bool right = side_distance(route, at, false) < touching;
    for (uint32_t i = 0; i < list->count; i++) {
        double gap = gap_between(at, list->positions[i]);
        if (gap <= (list->grouped ? 0.0 : PASSAGE)) {
            return false;
        }
        left = left || (gap < PASSAGE && list->left[i]);
        right = right || (gap < PASSAGE && list->right[i]);
    }
    if (left && right) {
        return false;
    }
    standing_list next = *list;
    next.positions[next.count] = at;
    next.left[next.count] = left;
    next.right[next.count] = right;
    next.count++;
    if (left) {
        mark_joined(&next, next.left, at);
    }
    if (right) {
        mark_joined(&next, next.right, at);
    }
    for (uint32_t i = 0; i < next.count; i++) {
        if (next.left[i] && next.right[i]) {
            return false;
        }
    }
    *list = next;
    return true;
}

/* Returns the point of the control path that is `along` m from its start. */
static wend_vec2 path_point_at(const wend_route *route, double along) {
    for (uint32_t i = 0; i + 1 < route->point_count; i++) {
        wend_vec2 a = route->points[i].position, b = route->points[i + 1].position;
        double leg = wide_distance(a, b);
        if (along <= leg && leg > 0.0) {
            float t = (float)(along / leg);
            return (wend_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        }
        along -= leg;
    }
    return route->points[route->point_count - 1].position;
}

static double measure_length(const wend_route *route) {
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < route->point_count; i++) {
        length += wide_distance(route->points[i].position, route->points[i + 1].position);
    }
    return length;
}

/* Samples the position of a standing character, uniformly in a disc around a random point of the
 * backbone. */
static wend_vec2 sample_position(const wend_route *route, uint64_t key, uint64_t sample) {
    double along = wend_random_uniform(SEED, key, sample, FOR_ALONG) * measure_length(route);
    double angle = wend_random_uniform(SEED, key, sample, FOR_ANGLE) * WEND_FULL_TURN;
    double distance = FROM_BACKBONE * sqrt(wend_random_uniform(SEED, key, sample, FOR_DISTANCE));
    wend_vec2 at = path_point_at(route, along);
    return (wend_vec2){(float)((double)at.x + distance * wend_cos(angle)),
                       (float)((double)at.y + distance * wend_sin(angle))};
}

static bool is_free(const wend_space *space, wend_vec2 at, double room) {
    wend_location location = {at, 0};
    return wend_space_is_walkable(space, location, WEND_ALL_CLASSES) &&
           (double)wend_space_clearance(space, location, 100.0F, WEND_ALL_CLASSES) >= room;
}

/* Places `count` standing characters. Returns false if there is not enough room for all of them. */
static bool place_all(const village_ground *ground, const wend_route *route, uint64_t key,
                      uint32_t count, bool grouped, village_query *query) {
    wend_space *space = wend_scenario_space(ground->scenario);
    wend_vec2 start = wend_space_to_local(space, query->start);
    wend_vec2 goal = wend_space_to_local(space, query->goal);
    standing_list list = {.grouped = grouped};
    for (uint64_t i = 0; i < MOST_POINTS && list.count < count; i++) {
        wend_vec2 at = sample_position(route, key, i);
        if (is_free(space, at, VILLAGE_STANDING) && wide_distance(at, start) >= FREE_ENDS &&
            wide_distance(at, goal) >= FREE_ENDS) {
            place_one(&list, route, at);
        }
    }
    for (uint32_t i = 0; i < list.count; i++) {
        query->standing[i] = wend_space_from_local(space, list.positions[i]);
    }
    query->standing_count = list.count;
    return list.count == count;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool sample_ends(const wend_space *space, uint64_t key, village_query *query) {
    wend_vec2 low, high;
    if (!wend_space_bounds(space, &low, &high)) {
        return false;
    }
    double wide = (double)high.x - (double)low.x, deep = (double)high.y - (double)low.y;
    wend_vec2 start = {low.x + (float)(wide * wend_random_uniform(SEED, key, 0, FOR_START_X)),
                       low.y + (float)(deep * wend_random_uniform(SEED, key, 0, FOR_START_Y))};
    wend_vec2 goal = {low.x + (float)(wide * wend_random_uniform(SEED, key, 0, FOR_GOAL_X)),
                      low.y + (float)(deep * wend_random_uniform(SEED, key, 0, FOR_GOAL_Y))};
    query->start = wend_space_from_local(space, start);
    query->goal = wend_space_from_local(space, goal);
    return is_free(space, start, START_ROOM) && is_free(space, goal, START_ROOM);
}

wend_result village_sample_query(village_ground *ground, uint32_t number, bool grouped,
                                 village_query *query, wend_error *error) {
    wend_space *space = wend_scenario_space(ground->scenario);
    for (uint64_t i = 0; i < MOST_SAMPLES; i++) {
        uint64_t key = (uint64_t)number * MOST_SAMPLES + i + 1;
        const wend_route *route = NULL;
        if (!sample_ends(space, key, query)) {
            continue;
        }
        wend_result result =
            village_ground_find_route(ground, query->start, query->goal, &route, error);
        if (result != WEND_OK) {
            return result;
        }
        if (route != NULL && route->disc_count > 0 && measure_length(route) >= LEAST_LENGTH &&
            place_all(ground, route, key, VILLAGE_MOST_STANDING, grouped, query)) {
            return WEND_OK;
        }
    }
    return error_set(error, WEND_ERROR_INVALID, "no random query of %g m was found", LEAST_LENGTH);
}

wend_result village_sample_layout(village_ground *ground, uint32_t number, village_query *query,
                                  wend_error *error) {
    const wend_route *route = NULL;
    *query = (village_query){.start = village_start, .goal = village_goal};
    wend_result result =
        village_ground_find_route(ground, query->start, query->goal, &route, error);
    uint64_t key = FIRST_LAYOUT + number;
    if (result == WEND_OK &&
        (route == NULL || !place_all(ground, route, key, EXAMPLE_STANDING, false, query))) {
        result =
            error_set(error, WEND_ERROR_INVALID, "the example query has no room for other agents");
    }
    return result;
}
