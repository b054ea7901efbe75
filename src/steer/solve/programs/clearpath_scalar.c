/* The choice among velocities that compares one forbidden set at a time: the scalar version of
 * clearpath_lanes.h. clearpath.c describes the algorithm. */
#include "steer/solve/programs/clearpath.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

/* The forbidden sets of a search. */
typedef struct forbidden_sets {
    uint32_t count;                           /* number of active sets */
    const velocity_set *sets[CLEARPATH_MOST]; /* the sets near enough to matter */
    uint32_t index[CLEARPATH_MOST];           /* indices of these sets in the problem */
    float bounds[CLEARPATH_MOST];             /* m/s: lower bounds on the distances to these sets */
    bool done[CLEARPATH_MOST];                /* true: the set's boundary has been searched */
} forbidden_sets;

#include "steer/solve/programs/clearpath_search.h"

static bool is_in_forbidden_set(const clearpath *problem, wend_vec2 velocity, float slack) {
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        if (set_contains(&problem->forbidden[i], velocity, slack)) {
            return true;
        }
    }
    return false;
}

static bool is_forbidden(const search *s, wend_vec2 velocity, uint32_t owner) {
    const forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t i = 0; i < forbidden->count; i++) {
        if (i != owner && set_contains(forbidden->sets[i], velocity, s->slack)) {
            return true;
        }
    }
    return false;
}

/* ---- Straight pieces ------------------------------------------------------------------------- */

/* Forbidden open intervals of a line. */
typedef struct forbidden_parts {
    uint32_t count;
    float low[CLEARPATH_MOST], high[CLEARPATH_MOST];
} forbidden_parts;

/* Returns the smallest free value at or above t. */
static float walk_up(const forbidden_parts *parts, float t) {
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < parts->count; i++) {
            if (parts->low[i] < t && t < parts->high[i]) {
                t = parts->high[i];
                moved = true;
            }
        }
    }
    return t;
}

static float walk_down(const forbidden_parts *parts, float t) {
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < parts->count; i++) {
            if (parts->low[i] < t && t < parts->high[i]) {
                t = parts->low[i];
                moved = true;
            }
        }
    }
    return t;
}

/* Finds the parts of a line that other sets forbid. Returns false if they forbid all of it. */
static bool find_forbidden(const search *s, const velocity_line *line, uint32_t owner,
                           forbidden_parts *parts) {
    parts->count = 0;
    for (uint32_t i = 0; i < s->forbidden.count; i++) {
        float low, high;
        if (i == owner || !set_cut(s->forbidden.sets[i], line, s->slack, &low, &high)) {
            continue;
        }
        if (low < line->low && high > line->high) {
            return false;
        }
        parts->low[parts->count] = low;
        parts->high[parts->count++] = high;
    }
    return true;
}

static bool find_free_points(const search *s, const velocity_line *line, uint32_t owner, float from,
                             float *down, float *up) {
    forbidden_parts parts;
    if (!find_forbidden(s, line, owner, &parts)) {
        return false;
    }
    *up = walk_up(&parts, from);
    *down = *up > from ? walk_down(&parts, from) : from;
    return true;
}

/* ---- Boundaries ------------------------------------------------------------------------------ */

static void test_forbidden_crossings(search *s, const velocity_arc *arc, uint32_t owner) {
    const forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t i = 0; i < forbidden->count; i++) {
        if (i != owner && !forbidden->done[i]) {
            test_crossings_with(s, arc, forbidden->sets[i], owner);
        }
    }
}

/* Returns the set with the smallest bound among those that are not done, or `s->count` if there is
 * none. */
static uint32_t next_set(const forbidden_sets *s) {
    uint32_t next = s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->done[i] && (next == s->count || s->bounds[i] < s->bounds[next])) {
            next = i;
        }
    }
    return next;
}

static void search_forbidden(search *s) {
    forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t i = 0; i < forbidden->count; i++) {
        forbidden->done[i] = false;
    }
    for (uint32_t i = next_set(forbidden); i < forbidden->count; i = next_set(forbidden)) {
        if (!(forbidden->bounds[i] * forbidden->bounds[i] < s->best_squared)) {
            return;
        }
        search_boundary(s, forbidden->sets[i], i);
        forbidden->done[i] = true;
    }
}

/* ---- Collection ------------------------------------------------------------------------------ */

/* Returns a lower bound on the distance from a velocity to the boundary of a set; negative if the
 * velocity is inside the set. */
static float boundary_bound(const velocity_set *set, wend_vec2 velocity, float limit) {
    float inside = INFINITY;
    for (uint32_t i = 0; i < set->side_count; i++) {
        float depth = side_depth(&set->sides[i], velocity);
        inside = depth < inside ? depth : inside;
        if (inside <= -limit) {
            return -inside;
        }
    }
    if (inside <= 0.0F) {
        return -inside;
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *arc = &set->arcs[i];
        float depth = arc->radius - vec_length(vec_sub(velocity, arc->centre));
        if (depth <= 0.0F && chord_depth(arc, arc_outward(arc), velocity) <= 0.0F) {
            return -depth;
        }
        inside = fabsf(depth) < inside ? fabsf(depth) : inside;
    }
    return -inside;
}

static uint32_t collect_sets(search *s, const clearpath *problem, float limit) {
    forbidden_sets *forbidden = &s->forbidden;
    float enclosing = find_enclosing_bound(limit);
    uint32_t count = 0;
    s->enclosed = false;
    for (uint32_t i = 0; i < problem->forbidden_count && !s->enclosed; i++) {
        float bound = boundary_bound(&problem->forbidden[i], s->preferred_velocity, limit);
        if (bound < limit) {
            forbidden->sets[count] = &problem->forbidden[i];
            forbidden->bounds[count] = fabsf(bound);
            forbidden->index[count++] = i;
            s->enclosed = bound < enclosing;
        }
    }
    return count;
}

static void use_first_sets(search *s, uint32_t count) {
    s->forbidden.count = count;
}

static uint32_t index_in_problem(const search *s, uint32_t number) {
    return s->forbidden.index[number];
}

/* ---- Entry points ---------------------------------------------------------------------------- */

bool clearpath_solve_scalar(const clearpath *problem, clearpath_choice *out) {
    return solve(problem, out);
}

bool clearpath_allows_scalar(const clearpath *problem, wend_vec2 velocity) {
    return allows(problem, velocity);
}
