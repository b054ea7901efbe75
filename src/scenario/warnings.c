/* Warns about things in a scenario that are allowed but probably not intended: goals and via points
 * off the walkable ground, goals that are closed or move too fast to be reached, groups without a
 * goal, moving obstacles that leave the ground, agents that start in a wall, and agents that are
 * too large for every level of a map.
 *
 * Ground counts as walkable unless an obstacle of the class `fixed` lies there; other obstacles may
 * disappear. A region is checked at the points of a raster.
 *
 * Cost: O(goals + via points + agents) queries on the space. */
#include "base/error.h"
#include "geom/shape.h"
#include "place/ground.h"
#include "scenario/machines.h"
#include "scenario/needs.h"
#include "scenario/params.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/math.h>

enum {
    RASTER = 9,         /* raster points of a region, in each direction */
    HALVINGS = 20,      /* of the interval in which a moving obstacle leaves the ground */
    MOST_POINTS = 4096, /* points of the path of a moving obstacle that are checked */
    FIXED_CLASSES = 1
};

static const float WALL_SLACK =
    1e-3f; /* m: tolerance within which touching a wall is not an overlap */
/* m: smallest tolerance with which agents still reach a goal that lies on a wall */
static const float LEAST_REACH = 4e-3f;
/* m: how far an agent's radius may exceed the radius of a mesh level. */
static const double LEVEL_SLACK = 1e-4;

static void warn(wend_scenario *s, const node *at, const char *message) {
    s->warnings[s->warning_count++] =
        (wend_warning){false, at->source, at->line, at->column, message};
}

static bool is_walkable(const wend_scenario *s, wend_point point, uint32_t layer) {
    placement_ground ground = {s->space, FIXED_CLASSES};
    return ground_is_walkable(&ground, point, layer);
}

/* ---- Goals ----------------------------------------------------------------------------------- */

/* True if a point lies on walkable ground, or less than `reach` (m) away from it. If the point lies
 * behind a wall, an agent's disc can come no nearer to the point than the wall is. */
static bool is_within_reach(const wend_scenario *s, wend_point point, uint32_t layer, float reach) {
    wend_location location = {wend_space_to_local(s->space, point), layer};
    return is_walkable(s, point, layer) ||
           (ground_is_in_range(s->space, point) &&
            wend_space_clearance(s->space, location, reach, FIXED_CLASSES) < reach);
}

static wend_point point_between(wend_point a, wend_point b, double x, double y) {
    return (wend_point){a.x + (b.x - a.x) * x, a.y + (b.y - a.y) * y};
}

static bool can_be_reached(const wend_scenario *s, const wend_goal_def *goal, float reach) {
    shape region = {goal->shape, goal->points, goal->point_count, goal->radius, goal->angle};
    if (goal->shape == WEND_GOAL_POINT) {
        return is_within_reach(s, goal->points[0], goal->layer, reach);
    }
    wend_point low = goal->points[0], high = goal->points[1 % goal->point_count];
    bool has_area = goal->shape != WEND_GOAL_SEGMENT;
    if (has_area) {
        shape_bounds(&region, &low, &high);
    }
    for (int i = 0; i < RASTER; i++) {
        for (int k = 0; k < RASTER; k++) {
            double x = i / (RASTER - 1.0), y = has_area ? k / (RASTER - 1.0) : x;
            wend_point position = point_between(low, high, x, y);
            if ((!has_area || shape_contains(&region, position)) &&
                is_within_reach(s, position, goal->layer, reach)) {
                return true;
            }
        }
    }
    for (uint32_t i = 0; goal->shape == WEND_GOAL_POLYGON && i < goal->point_count; i++) {
        if (is_within_reach(s, goal->points[i], goal->layer, reach)) {
            return true;
        }
    }
    return false;
}

static void warn_of_unreachable_goal(wend_scenario *s, reader *r, const scenario_goal *goal) {
    enum { SIZE = 120 };
    char *message = read_allocate(r, SIZE, 1);
    if (message == NULL) {
        return;
    }
    if (goal->def.name != NULL) {
        snprintf(message, SIZE, "the goal '%.50s' is not on walkable ground: no agent can arrive",
                 goal->def.name);
    } else {
        snprintf(message, SIZE, "the goal is not on walkable ground: no agent can arrive");
    }
    warn(s, goal->at, message);
}

/* Returns the speed (m/s) of a goal's own motion. */
static double speed_of_goal(const wend_goal_def *goal) {
    double x = goal->velocity.x, y = goal->velocity.y;
    return goal->path_count > 0 ? goal->path_speed : sqrt(x * x + y * y);
}

/* Finds the speed (m/s) of the fastest agent that heads for each goal; -1 for a goal without
 * agents. Returns false if out of memory. */
static bool find_fastest_pursuers(const wend_scenario *s, reader *r, double *fastest) {
    double *fastest_of_set = read_allocate(r, s->goal_set_count + 1, sizeof *fastest_of_set);
    if (fastest_of_set == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < s->goal_count; i++) {
        fastest[i] = -1.0;
    }
    for (uint32_t i = 0; i < s->goal_set_count; i++) {
        fastest_of_set[i] = -1.0;
    }
    for (uint32_t i = 0; i < s->group_count; i++) {
        const scenario_group *group = &s->groups[i];
        double speed = scenario_largest(&s->profiles[group->profile].def.max_speed);
        if (group->goal < s->goal_count) { /* not a queue */
            fastest[group->goal] = fmax(fastest[group->goal], speed);
        } else if (group->goal_set != WEND_NONE) {
            fastest_of_set[group->goal_set] = fmax(fastest_of_set[group->goal_set], speed);
        }
    }
    for (uint32_t i = 0; i < s->goal_set_count; i++) {
        for (uint32_t k = 0; k < s->goal_sets[i].count; k++) {
            uint32_t goal = s->goal_sets[i].goals[k];
            if (goal < s->goal_count) {
                fastest[goal] = fmax(fastest[goal], fastest_of_set[i]);
            }
        }
    }
    return true;
}

/* Warns about goals that move away faster than any agent that heads for them. Goals on a path are
 * excluded: they stop or come back. */
static void warn_of_fast_goals(wend_scenario *s, reader *r) {
    enum { SIZE = 200 };
    double *fastest = read_allocate(r, s->goal_count + 1, sizeof *fastest);
    if (fastest == NULL || !find_fastest_pursuers(s, r, fastest)) {
        return;
    }
    for (uint32_t i = 0; i < s->goal_count && reader_ok(r); i++) {
        const scenario_goal *goal = &s->goals[i];
        double speed = speed_of_goal(&goal->def);
        if (fastest[i] < 0.0 || speed <= fastest[i] || goal->def.path_count > 0 ||
            goal->def.shape == WEND_GOAL_DIRECTION) {
            continue;
        }
        char *message = read_allocate(r, SIZE, 1);
        if (message != NULL) {
            bool named = goal->def.name != NULL;
            snprintf(message, SIZE,
                     "the goal%s%.50s%s moves at %g m/s, faster than any agent that heads for it "
                     "(%g m/s): no agent can catch up",
                     named ? " '" : "", named ? goal->def.name : "", named ? "'" : "", speed,
                     fastest[i]);
            warn(s, goal->at, message);
        }
    }
}

/* Warns about goals that close at time 0 or earlier: no agent can reach them, because even the
 * first step ends later. */
static void warn_of_closed_goal(wend_scenario *s, reader *r, const scenario_goal *goal) {
    enum { SIZE = 160 };
    char *message = goal->def.closes <= 0.0 ? read_allocate(r, SIZE, 1) : NULL;
    if (message != NULL) {
        bool named = goal->def.name != NULL;
        snprintf(message, SIZE,
                 "the goal%s%.50s%s closes at %g s, before any agent moves: no agent can arrive",
                 named ? " '" : "", named ? goal->def.name : "", named ? "'" : "",
                 goal->def.closes);
        warn(s, goal->at, message);
    }
}

static void check_goals(wend_scenario *s, reader *r) {
    for (uint32_t i = 0; i < s->goal_count; i++) {
        const wend_goal_def *goal = &s->goals[i].def;
        bool moves = speed_of_goal(goal) > 0.0 || goal->carrier != 0;
        float reach = fmaxf((float)goal->tolerance, LEAST_REACH);
        if (goal->shape != WEND_GOAL_DIRECTION && !moves && !can_be_reached(s, goal, reach)) {
            warn_of_unreachable_goal(s, r, &s->goals[i]);
        }
        warn_of_closed_goal(s, r, &s->goals[i]);
    }
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static void check_via_points(wend_scenario *s, const scenario_path *path) {
    for (uint32_t i = 0; i < path->count; i++) {
        if (!is_walkable(s, path->points[i], path->layers[i])) {
            warn(s, path->at->items[i], "the via point is not on walkable ground");
        }
    }
}

static uint32_t count_in_walls(const wend_scenario *s, const scenario_group *group) {
    uint32_t count = 0;
    for (uint32_t i = 0; group->placement != SCENARIO_SOURCE && i < group->count; i++) {
        const wend_agent_def *agent = &s->agents[group->first + i];
        wend_location location = {wend_space_to_local(s->space, agent->position), agent->layer};
        float radius = (float)agent->radius;
        count += wend_space_clearance(s->space, location, radius, s->classes) < radius - WALL_SLACK;
    }
    return count;
}

/* True if a group has several goals but its selector uses only the first. */
static bool uses_only_first_goal(const wend_scenario *s, const scenario_group *group) {
    const char *select = s->profiles[group->profile].def.select.name;
    return group->goal == WEND_NONE && group->goal_set != WEND_NONE &&
           s->goal_sets[group->goal_set].count > 1 && strcmp(select, "given") == 0;
}

/* True if the selector of a group places goals itself. */
static bool places_goals(const wend_scenario *s, const reader *r, const scenario_group *group) {
    const void *selector = wend_registry_find(r->registry, WEND_KIND_SELECTOR,
                                              s->profiles[group->profile].def.select.name, NULL);
    return selector != NULL && ((const wend_selector *)selector)->places_goals;
}

static void check_group(wend_scenario *s, reader *r, const scenario_group *group) {
    if (group->goal == WEND_NONE && group->goal_set == WEND_NONE && group->machine == WEND_NONE &&
        !places_goals(s, r, group)) {
        warn(s, group->at, "this group has no goal: its agents stay where they are");
    }
    if (uses_only_first_goal(s, group)) {
        warn(s, group->at,
             "this group has several goals, but `select: given` uses only the first; other "
             "selectors, "
             "such as any, nearest and cycle, use all");
    }
    uint32_t count = count_in_walls(s, group);
    enum { SIZE = 80 };
    char *message = count > 0 ? read_allocate(r, SIZE, 1) : NULL;
    if (message != NULL) {
        snprintf(message, SIZE, "%u agent%s of this group start%s overlapping a wall", count,
                 count == 1 ? "" : "s", count == 1 ? "s" : "");
        warn(s, group->at, message);
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* Returns the scenario's map that a planner uses: the one that it names, or the first of its kind.
 * Returns NULL if the map will be built to suit the agents. */
static const scenario_map *find_map_of(const wend_scenario *s, reader *r,
                                       const scenario_profile *profile) {
    const wend_planner *planner = needs_find_planner(r->registry, profile);
    if (planner == NULL || planner->map_count == 0) {
        return NULL;
    }
    const char *name = needs_map_name(&planner->maps[0], &profile->def.plan);
    for (uint32_t i = 0; i < s->map_count; i++) {
        const scenario_map *map = &s->maps[i];
        bool named = name[0] == '\0' || strcmp(name, map->name) == 0;
        if (strcmp(map->builder->entry.name, planner->maps[0].kind) == 0 && named) {
            return map;
        }
    }
    return NULL;
}

/* Returns the largest radius (m) that a map supports; INFINITY if it supports every radius. */
static double largest_level(reader *r, const scenario_map *map) {
    const wend_map_builder *builder = map->builder;
    if (map->loaded != NULL) {
        return wend_map_get_info(map->loaded).largest_radius;
    }
    void *params = builder->largest_radius != NULL
                       ? read_allocate(r, 1, builder->entry.params_size + 1)
                       : NULL;
    if (params == NULL) {
        return (double)INFINITY;
    }
    scenario_fill_map_params(builder, &map->settings, params);
    return builder->largest_radius(params, builder->entry.user);
}

static double largest_of_group(const wend_scenario *s, const scenario_group *group) {
    double largest = 0.0;
    if (group->placement == SCENARIO_SOURCE) {
        return scenario_largest(&s->profiles[group->profile].def.radius);
    }
    for (uint32_t i = 0; i < group->count; i++) {
        largest = fmax(largest, s->agents[group->first + i].radius);
    }
    return largest;
}

static void check_group_size(wend_scenario *s, reader *r, const scenario_group *group) {
    enum { SIZE = 220 };
    const scenario_map *map = find_map_of(s, r, &s->profiles[group->profile]);
    if (map == NULL) {
        return;
    }
    double radius = largest_of_group(s, group), most = largest_level(r, map);
    char *message = radius - LEVEL_SLACK > most ? read_allocate(r, SIZE, 1) : NULL;
    if (message != NULL) {
        snprintf(message, SIZE,
                 "agents of this group (radius up to %.4g m) are larger than all radii of the map "
                 "'%.60s' (up to %.4g m): their routes may not be the shortest",
                 radius, map->name, most);
        warn(s, group->at, message);
        s->warnings[s->warning_count - 1].note = true;
    }
}

/* ---- Moving obstacles ------------------------------------------------------------------------ */

static bool is_walkable_after(const wend_scenario *s, uint32_t layer, wend_point from,
                              wend_point velocity, double time) {
    wend_point at = {from.x + velocity.x * time, from.y + velocity.y * time};
    return is_walkable(s, at, layer);
}

/* Finds when the centre of an obstacle that moves from a point for some time is off the ground for
 * the first time. Returns a negative number if it never is. */
static double find_leaving(const wend_scenario *s, uint32_t layer, wend_point from,
                           wend_point velocity, double duration) {
    static const double STEP = 0.25; /* m: distance between the points that are checked */
    double length = duration * wend_hypot(velocity.x, velocity.y);
    uint32_t count = length < STEP * MOST_POINTS ? (uint32_t)(length / STEP) + 1 : MOST_POINTS;
    for (uint32_t i = 0; i <= count; i++) {
        double on = duration * (i > 0 ? i - 1 : 0) / count, off = duration * i / count;
        if (is_walkable_after(s, layer, from, velocity, off)) {
            continue;
        }
        for (int k = 0; k < HALVINGS && i > 0; k++) {
            double middle = 0.5 * (on + off);
            bool walkable = is_walkable_after(s, layer, from, velocity, middle);
            on = walkable ? middle : on;
            off = walkable ? off : middle;
        }
        return off;
    }
    return -1.0;
}

/* Warns if a moving obstacle leaves the ground before the end of the scenario. An obstacle that
 * starts off the ground may come from outside. */
static void check_obstacle(wend_scenario *s, reader *r, uint32_t index) {
    const scenario_obstacle *obstacle = &s->obstacles[index];
    const wend_obstacle_def *def = &obstacle->def;
    wend_point position = def->position, velocity = def->velocity;
    double time = 0.0, left = -1.0;
    if (def->kind != WEND_OBSTACLE_MOVING || !is_walkable(s, position, def->layer)) {
        return;
    }
    for (uint32_t i = 0; i <= s->command_count && left < 0.0; i++) {
        const scenario_command *next = i < s->command_count ? &s->commands[i] : NULL;
        if (next != NULL && (next->kind != SCENARIO_MOVE || next->target != index)) {
            continue;
        }
        double until = next != NULL && next->time < s->end ? next->time : s->end;
        double after = find_leaving(s, def->layer, position, velocity, until - time);
        left = after >= 0.0 ? time + after : left;
        if (next == NULL || next->time >= s->end) {
            break;
        }
        position = next->position;
        velocity = next->velocity;
        time = until;
    }
    char *message = left >= 0.0 ? read_allocate(r, 120, 1) : NULL;
    if (message != NULL) {
        snprintf(message, 120,
                 "this obstacle leaves the walkable ground after %.4g s; 'times' can stop it",
                 left);
        warn(s, obstacle->at, message);
    }
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* Warns once about each signal with a trigger that begins after the end of the run. */
static void warn_of_late_triggers(wend_scenario *s, reader *r, const scenario_signal *signal) {
    enum { SIZE = 200 };
    double latest = -1.0;
    for (uint32_t i = 0; i < signal->def.trigger_count; i++) {
        double at = scenario_constant_of(&signal->def.triggers[i], "at");
        latest = at > s->end && at > latest ? at : latest;
    }
    char *message = latest >= 0.0 ? read_allocate(r, SIZE, 1) : NULL;
    if (message != NULL) {
        snprintf(message, SIZE,
                 "signal '%.60s' has a trigger at %.6g s, but the run ends at %.6g s",
                 signal->def.name, latest, s->end);
        warn(s, signal->at, message);
    }
}

void scenario_find_warnings(wend_scenario *s, reader *r) {
    if (!reader_ok(r)) {
        return;
    }
    uint32_t most = s->note_count + 3 * s->goal_count + 4 * s->group_count + s->obstacle_count +
                    s->signal_count + scenario_most_terrain_warnings(s) +
                    scenario_most_ground_warnings(s);
    for (uint32_t i = 0; i < s->path_count; i++) {
        most += s->paths[i].count;
    }
    s->warnings = read_allocate(r, most, sizeof *s->warnings);
    if (!reader_ok(r)) {
        return;
    }
    for (uint32_t i = 0; i < s->note_count; i++) {
        s->warnings[s->warning_count++] = s->notes[i];
    }
    scenario_warn_of_terrain(s, r);
    scenario_warn_of_ground(s);
    check_goals(s, r);
    warn_of_fast_goals(s, r);
    for (uint32_t i = 0; i < s->obstacle_count; i++) {
        check_obstacle(s, r, i);
    }
    for (uint32_t i = 0; i < s->signal_count; i++) {
        warn_of_late_triggers(s, r, &s->signals[i]);
    }
    for (uint32_t i = 0; i < s->path_count; i++) {
        check_via_points(s, &s->paths[i]);
    }
    for (uint32_t i = 0; i < s->group_count; i++) {
        check_group(s, r, &s->groups[i]);
        check_group_size(s, r, &s->groups[i]);
    }
}

uint32_t wend_scenario_warning_count(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return scenario->warning_count;
}

wend_warning wend_scenario_warning(const wend_scenario *scenario, uint32_t index) {
    WEND_ASSERT(scenario != NULL && index < scenario->warning_count);
    return scenario->warnings[index];
}
