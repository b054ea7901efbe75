/* steer/solve/programs/clearpath_search.h: the search that clearpath.c describes, without the steps
 * that compare a velocity or a line with all forbidden sets.
 *
 * A file that includes this header defines the type `forbidden_sets` before it, and the functions
 * that are declared below after it. clearpath_scalar.c does these steps for one set at a time,
 * clearpath_lanes.h for several. Since everything else is shared, both choose the same velocities
 * if these steps give the same results. */
#ifndef STEER_SOLVE_PROGRAMS_CLEARPATH_SEARCH_H
#define STEER_SOLVE_PROGRAMS_CLEARPATH_SEARCH_H

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/clearpath.h"
#include "steer/solve/programs/velocity_cut.h"

static const float slack_share = 0x1p-20F;
/* Velocities within this fraction of the maximum speed count as near the preferred velocity. */
static const float near_share = 0.25F;

/* The allowed set as the owner of a candidate; all other owners are forbidden sets. */
enum { OWNER_ALLOWED = CLEARPATH_MOST };

typedef struct search {
    wend_vec2 preferred_velocity;
    float max_speed;
    float slack;                 /* m/s: tolerance for rounding */
    float speed_gap_squared;     /* m^2/s^2: no velocity of the maximum speed is nearer */
    const velocity_set *allowed; /* the current allowed set, or NULL */
    forbidden_sets forbidden;    /* the forbidden sets near enough to matter */
    bool enclosed;               /* true: one forbidden set contains all velocities in the limit */
    bool found;                  /* true: there is a best velocity */
    wend_vec2 best;
    float best_squared; /* squared distance of `best`; initially that of the search limit */
} search;

/* ---- Steps with all forbidden sets ----------------------------------------------------------- */

/* True if one of the problem's sets contains a velocity by more than `slack`. */
static bool is_in_forbidden_set(const clearpath *problem, wend_vec2 velocity, float slack);

/* Collects the sets that come within `limit` of the preferred velocity. Returns how many there are.
 * Stops with `enclosed` if one set contains all velocities within `limit`. */
static uint32_t collect_sets(search *s, const clearpath *problem, float limit);

/* Makes the first `count` collected sets active. */
static void use_first_sets(search *s, uint32_t count);

/* Returns the index in the problem of the collected set number `number`. */
static uint32_t index_in_problem(const search *s, uint32_t number);

/* True if an active set other than `owner` contains a velocity. */
static bool is_forbidden(const search *s, wend_vec2 velocity, uint32_t owner);

/* Finds the points of a line that are nearest to `from` and that no active set other than `owner`
 * forbids: *up at or above `from`, and *down below it, which is set only if `from` itself is
 * forbidden. Either may lie outside the line's limits. Returns false if one set forbids the whole
 * line. */
static bool find_free_points(const search *s, const velocity_line *line, uint32_t owner, float from,
                             float *down, float *up);

/* Tests the points where an arc of a forbidden set meets the arcs of other active sets. A set that
 * is marked as done, or that needs no search, adds no better point. */
static void test_forbidden_crossings(search *s, const velocity_arc *arc, uint32_t owner);

/* Searches the boundaries of the active sets for a point nearer than the best so far, in the order
 * of their bounds, and marks each set as done afterwards. */
static void search_forbidden(search *s);

/* Returns a bound on the distance to the boundary of a set. If the bound of a set (boundary_bound)
 * is smaller, the set contains all velocities within `limit` by more than the slack. */
static inline float find_enclosing_bound(float limit) {
    static const float share = -1.01F;
    return limit < INFINITY ? share * limit : -INFINITY;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static bool is_nearer(const search *s, wend_vec2 velocity) {
    return vec_length_squared(vec_sub(velocity, s->preferred_velocity)) < s->best_squared;
}

static void take_if_nearer(search *s, wend_vec2 velocity) {
    float squared = vec_length_squared(vec_sub(velocity, s->preferred_velocity));
    if (squared < s->best_squared) {
        s->best_squared = squared;
        s->best = velocity;
        s->found = true;
    }
}

/* True if a velocity on the boundary of `owner` may be chosen. */
static bool is_free(const search *s, wend_vec2 velocity, uint32_t owner) {
    float most = s->max_speed + s->slack;
    if (!(vec_length_squared(velocity) <= most * most)) {
        return false;
    }
    if (s->allowed && owner != OWNER_ALLOWED && !set_contains(s->allowed, velocity, -s->slack)) {
        return false;
    }
    return !is_forbidden(s, velocity, owner);
}

static void consider(search *s, wend_vec2 velocity, uint32_t owner) {
    if (is_nearer(s, velocity) && is_free(s, velocity, owner)) {
        take_if_nearer(s, velocity);
    }
}

/* ---- Straight pieces ------------------------------------------------------------------------- */

/* Cuts a line to the part within a distance of `centre`. Returns false if nothing is left. */
static bool cut_to_circle(velocity_line *line, wend_vec2 centre, float radius_squared) {
    wend_vec2 to_centre = vec_sub(centre, line->base);
    float off = vec_cross(line->along, to_centre), room = radius_squared - off * off;
    if (!(room >= 0.0F)) {
        return false;
    }
    float middle = vec_dot(line->along, to_centre), half = sqrtf(room);
    line->low = middle - half > line->low ? middle - half : line->low;
    line->high = middle + half < line->high ? middle + half : line->high;
    return line->low <= line->high;
}

/* Cuts a line to the part in the allowed set. Returns false if nothing is left. */
static bool cut_to_allowed(const search *s, velocity_line *line) {
    float low, high;
    if (!set_cut(s->allowed, line, -s->slack, &low, &high)) {
        return false;
    }
    line->low = low > line->low ? low : line->low;
    line->high = high < line->high ? high : line->high;
    return line->low <= line->high;
}

/* Finds the best free point of a line that has already been clipped to the speed limit and to the
 * allowed set. The point at `at` is the nearest point on the whole line. */
static void search_line(search *s, const velocity_line *line, float at, uint32_t owner) {
    float from = at < line->high ? at : line->high;
    from = from > line->low ? from : line->low;
    float up, down;
    if (!find_free_points(s, line, owner, from, &down, &up)) {
        return;
    }
    if (up <= line->high) {
        take_if_nearer(s, vec_add(line->base, vec_scale(line->along, up)));
    }
    if (up > from && down >= line->low) {
        take_if_nearer(s, vec_add(line->base, vec_scale(line->along, down)));
    }
}

/* Searches a side that has a point nearer than the best so far. */
static void search_near_side(search *s, const velocity_side *side, uint32_t owner) {
    velocity_line line = {side->from, side->along, side->low, side->high};
    if (cut_to_circle(&line, (wend_vec2){0.0F, 0.0F}, s->max_speed * s->max_speed) &&
        cut_to_circle(&line, s->preferred_velocity, s->best_squared) &&
        (!s->allowed || owner == OWNER_ALLOWED || cut_to_allowed(s, &line))) {
        float at = vec_dot(line.along, vec_sub(s->preferred_velocity, line.base));
        search_line(s, &line, at, owner);
    }
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

/* Tests the points where an arc of a set meets a circle. If the circle is that of the maximum speed
 * (`centre` is zero), each point is moved onto that circle, because the rounding error of its speed
 * grows with the arc's size. */
static void test_crossings(search *s, const velocity_arc *arc, wend_vec2 centre, float radius,
                           uint32_t owner) {
    wend_vec2 apart = vec_sub(centre, arc->centre);
    float squared = vec_length_squared(apart), reach = arc->radius + radius;
    if (!(squared > 0.0F && squared <= reach * reach)) {
        return;
    }
    /* The chord that both circles share: its distance from this arc's centre, and half of its
     * length. Both are relative to the distance between the two centres. */
    float own = arc->radius * arc->radius;
    float along = 0.5F + (own - radius * radius) / (2.0F * squared);
    float room = own / squared - along * along;
    if (!(room >= 0.0F)) {
        return;
    }
    float half = sqrtf(room);
    wend_vec2 middle = vec_scale(apart, along), across = vec_scale(vec_perp(apart), half);
    wend_vec2 offsets[] = {vec_add(middle, across), vec_sub(middle, across)};
    for (int i = 0; i < 2; i++) {
        wend_vec2 unit = vec_scale(offsets[i], 1.0F / arc->radius);
        if (arc_has(arc, unit)) {
            wend_vec2 velocity = vec_add(arc->centre, offsets[i]);
            bool at_max_speed = centre.x == 0.0F && centre.y == 0.0F && radius == s->max_speed;
            consider(s, at_max_speed ? vec_shortened(velocity, s->max_speed) : velocity, owner);
        }
    }
}

static void test_crossings_with(search *s, const velocity_arc *arc, const velocity_set *other,
                                uint32_t owner) {
    for (uint32_t i = 0; i < other->arc_count; i++) {
        test_crossings(s, arc, other->arcs[i].centre, other->arcs[i].radius, owner);
    }
}

/* Searches an arc that has a point nearer than the best so far. */
static void search_near_arc(search *s, const velocity_arc *arc, uint32_t owner) {
    bool centred = vec_equal(s->preferred_velocity, arc->centre);
    wend_vec2 offset = centred ? arc_outward(arc) : vec_sub(s->preferred_velocity, arc->centre);
    offset = vec_normalized(offset);
    if (arc_has(arc, offset)) {
        consider(s, arc_at(arc, offset), owner);
    }
    if (s->speed_gap_squared < s->best_squared) {
        test_crossings(s, arc, (wend_vec2){0.0F, 0.0F}, s->max_speed, owner);
    }
    if (owner == OWNER_ALLOWED) {
        return;
    }
    if (s->allowed) {
        test_crossings_with(s, arc, s->allowed, owner);
    }
    test_forbidden_crossings(s, arc, owner);
}

/* ---- One allowed set ------------------------------------------------------------------------- */

static void search_boundary(search *s, const velocity_set *set, uint32_t owner) {
    for (uint32_t i = 0; i < set->side_count; i++) {
        const velocity_side *side = &set->sides[i];
        if (is_nearer(s, side_at(side, side_nearest(side, s->preferred_velocity)))) {
            search_near_side(s, side, owner);
        }
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        if (is_nearer(s, arc_nearest(&set->arcs[i], s->preferred_velocity))) {
            search_near_arc(s, &set->arcs[i], owner);
        }
    }
}

/* Searches the boundary of the current allowed set, if there is one, for a point nearer than the
 * best so far. */
static void search_allowed(search *s) {
    float speed_squared = vec_length_squared(s->preferred_velocity);
    if (!(s->best_squared > 0.0F)) {
        return;
    }
    if (speed_squared <= s->max_speed * s->max_speed) {
        if (is_free(s, s->preferred_velocity, CLEARPATH_NONE)) {
            take_if_nearer(s, s->preferred_velocity);
            return;
        }
    } else {
        consider(s, vec_shortened(s->preferred_velocity, s->max_speed), CLEARPATH_NONE);
    }
    search_forbidden(s);
    if (s->allowed) {
        search_boundary(s, s->allowed, OWNER_ALLOWED);
    }
}

/* ---- All allowed sets ------------------------------------------------------------------------ */

/* Finds the best velocity within `limit` that avoids the first `count` of the sets. Returns false
 * if there is none. */
static bool search_all(search *s, const clearpath *problem, uint32_t count, float limit,
                       clearpath_choice *out) {
    use_first_sets(s, count);
    s->allowed = NULL;
    s->found = false;
    s->best = s->preferred_velocity;
    s->best_squared = limit * limit;
    out->allowed = 0;
    if (problem->allowed_count == 0) {
        search_allowed(s);
    }
    for (uint32_t i = 0; i < problem->allowed_count; i++) {
        float before = s->best_squared;
        s->allowed = &problem->allowed[i];
        search_allowed(s);
        out->allowed = s->best_squared < before ? i : out->allowed;
    }
    if (s->found) {
        out->velocity = vec_shortened(s->best, s->max_speed);
    }
    return s->found;
}

/* Called if every velocity lies in one of the first `most` forbidden sets. Finds how many of the
 * first sets can be avoided, and the best velocity that avoids them. */
static void relax_forbidden(search *s, const clearpath *problem, uint32_t most,
                            clearpath_choice *out) {
    uint32_t active_count = 0;
    clearpath_choice tried;
    if (most == 0 || !search_all(s, problem, 0, INFINITY, out)) {
        *out = (clearpath_choice){vec_shortened(problem->preferred_velocity, problem->max_speed),
                                  CLEARPATH_NONE, 0};
        return;
    }
    while (most - active_count > 1) {
        uint32_t middle = active_count + (most - active_count) / 2;
        if (search_all(s, problem, middle, INFINITY, &tried)) {
            active_count = middle;
            *out = tried;
        } else {
            most = middle;
        }
    }
    out->active_count = index_in_problem(s, active_count);
}

/* Returns a lower bound on the squared distance from the preferred velocity to velocities of the
 * maximum speed, which may be slower by a small fraction due to rounding. */
static float find_speed_gap_squared(const clearpath *problem) {
    static const float share = 1.0F - 0x1p-10F;
    float gap = problem->max_speed * share - vec_length(problem->preferred_velocity);
    return gap > 0.0F ? gap * gap * share : 0.0F;
}

static bool solve(const clearpath *problem, clearpath_choice *out) {
    search s;
    s.preferred_velocity = problem->preferred_velocity;
    s.max_speed = problem->max_speed;
    s.slack = problem->max_speed * slack_share;
    s.speed_gap_squared = find_speed_gap_squared(problem);
    float near = near_share * problem->max_speed;
    out->active_count = problem->forbidden_count;
    uint32_t count = collect_sets(&s, problem, near);
    if (!s.enclosed && search_all(&s, problem, count, near, out)) {
        return true;
    }
    count = collect_sets(&s, problem, INFINITY);
    if (search_all(&s, problem, count, INFINITY, out)) {
        return true;
    }
    relax_forbidden(&s, problem, count, out);
    return false;
}

static bool allows(const clearpath *problem, wend_vec2 velocity) {
    float slack = problem->max_speed * slack_share, most = problem->max_speed + slack;
    bool allowed = problem->allowed_count == 0;
    for (uint32_t i = 0; i < problem->allowed_count && !allowed; i++) {
        allowed = set_contains(&problem->allowed[i], velocity, -slack);
    }
    return allowed && vec_length_squared(velocity) <= most * most &&
           !is_in_forbidden_set(problem, velocity, slack);
}

#endif
