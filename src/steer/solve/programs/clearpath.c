/* Of the velocities that are allowed and not forbidden, finds the one nearest to the preferred
 * velocity.
 *
 * The problem and the name are those of Guy, Chhugani, Kim, Satish, Lin, Manocha and Dubey,
 * "ClearPath: highly parallel collision avoidance for multi-agent simulation" (2009): the best
 * velocity is the preferred one itself, its projection onto a boundary, or a point where two
 * boundaries meet. In the paper, these are O(n^2) candidates, each tested against n sets. Here:
 *
 * - Sets are convex, so each covers one interval of a line. The free part of a straight piece of
 *   boundary is the part that the intervals of the other sets leave. Its best point is found by
 *   walking from the projection of the preferred velocity to the nearest free point on either side.
 *   This covers all candidates on straight pieces, and none of them is tested against its own set.
 * - On arcs, only the projection and the crossings with other circles remain to be tested.
 * - For each set, a lower bound on the distance from the preferred velocity to the set's boundary
 *   is cheap to find. Sets are processed in the order of their bounds, until a bound exceeds the
 *   distance of the best point so far.
 * - Usually a point near the preferred velocity is free. Such points are therefore tested first,
 *   with only the sets nearby.
 *
 * Two boundaries that coincide up to rounding must not hide each other. Forbidden sets are
 * therefore made slightly smaller, and allowed sets slightly larger (by `slack_share` of the
 * maximum speed).
 *
 * If no velocity is left, bisection finds how many of the sets can be active.
 *
 * Cost: O(n) for the bounds. Straight pieces cost O(n) each, and arcs O(n) to O(n^2) each, but only
 * those within the distance of the result count, and they are few. */
#include "steer/solve/programs/clearpath.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

static const float slack_share = 0x1p-20F;
/* Velocities within this fraction of the maximum speed count as near the preferred velocity. */
static const float near_share = 0.25F;

/* The allowed set as the owner of a candidate; all other owners are indices of forbidden sets. */
enum { OWNER_ALLOWED = CLEARPATH_MOST };

typedef struct search {
    wend_vec2 preferred_velocity;
    float max_speed;
    float slack;                                   /* m/s: tolerance for rounding */
    const velocity_set *allowed;                   /* the current allowed set, or NULL */
    uint32_t count;                                /* number of active forbidden sets */
    const velocity_set *forbidden[CLEARPATH_MOST]; /* the forbidden sets near enough to matter */
    uint32_t index[CLEARPATH_MOST];                /* indices of these sets in the problem */
    float bounds[CLEARPATH_MOST]; /* m/s: lower bounds on the distances to these sets */
    bool done[CLEARPATH_MOST];    /* true: the set's boundary has been searched */
    bool found;                   /* true: there is a best velocity */
    wend_vec2 best;
    float best_squared; /* squared distance of `best`; initially that of the search limit */
} search;

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
    for (uint32_t i = 0; i < s->count; i++) {
        if (i != owner && set_contains(s->forbidden[i], velocity, s->slack)) {
            return false;
        }
    }
    return true;
}

static void consider(search *s, wend_vec2 velocity, uint32_t owner) {
    if (is_nearer(s, velocity) && is_free(s, velocity, owner)) {
        take_if_nearer(s, velocity);
    }
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

/* Finds the parts of a line that other sets forbid. Returns false if they forbid all of it. */
static bool find_forbidden(const search *s, const velocity_line *line, uint32_t owner,
                           forbidden_parts *parts) {
    parts->count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        float low, high;
        if (i == owner || !set_cut(s->forbidden[i], line, s->slack, &low, &high)) {
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

/* Finds the best free point of a line that has already been clipped to the speed limit and to the
 * allowed set. */
static void search_line(search *s, const velocity_line *line, uint32_t owner) {
    forbidden_parts parts;
    if (!find_forbidden(s, line, owner, &parts)) {
        return;
    }
    float at = vec_dot(line->along, vec_sub(s->preferred_velocity, line->base));
    float from = at < line->high ? at : line->high;
    from = from > line->low ? from : line->low;
    float up = walk_up(&parts, from);
    if (up <= line->high) {
        take_if_nearer(s, vec_add(line->base, vec_scale(line->along, up)));
    }
    if (up > from) {
        float down = walk_down(&parts, from);
        if (down >= line->low) {
            take_if_nearer(s, vec_add(line->base, vec_scale(line->along, down)));
        }
    }
}

static void search_side(search *s, const velocity_side *side, uint32_t owner) {
    if (!is_nearer(s, side_at(side, side_nearest(side, s->preferred_velocity)))) {
        return;
    }
    velocity_line line = {side->from, side->along, side->low, side->high};
    if (cut_to_circle(&line, (wend_vec2){0.0F, 0.0F}, s->max_speed * s->max_speed) &&
        cut_to_circle(&line, s->preferred_velocity, s->best_squared) &&
        (!s->allowed || owner == OWNER_ALLOWED || cut_to_allowed(s, &line))) {
        search_line(s, &line, owner);
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

static void search_arc(search *s, const velocity_arc *arc, uint32_t owner) {
    if (!is_nearer(s, arc_nearest(arc, s->preferred_velocity))) {
        return;
    }
    bool centred = vec_equal(s->preferred_velocity, arc->centre);
    wend_vec2 offset = centred ? arc_outward(arc) : vec_sub(s->preferred_velocity, arc->centre);
    offset = vec_normalized(offset);
    if (arc_has(arc, offset)) {
        consider(s, arc_at(arc, offset), owner);
    }
    test_crossings(s, arc, (wend_vec2){0.0F, 0.0F}, s->max_speed, owner);
    if (s->allowed && owner != OWNER_ALLOWED) {
        test_crossings_with(s, arc, s->allowed, owner);
    }
    /* A set that is marked as done, or that needs no search, adds no better point. */
    for (uint32_t i = 0; i < s->count && owner != OWNER_ALLOWED; i++) {
        if (i != owner && !s->done[i]) {
            test_crossings_with(s, arc, s->forbidden[i], owner);
        }
    }
}

/* ---- One allowed set ------------------------------------------------------------------------- */

static void search_boundary(search *s, const velocity_set *set, uint32_t owner) {
    for (uint32_t i = 0; i < set->side_count; i++) {
        search_side(s, &set->sides[i], owner);
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        search_arc(s, &set->arcs[i], owner);
    }
}

/* Returns the set with the smallest bound among those that are not done, or `s->count` if there is
 * none. */
static uint32_t next_set(const search *s) {
    uint32_t next = s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->done[i] && (next == s->count || s->bounds[i] < s->bounds[next])) {
            next = i;
        }
    }
    return next;
}

static void search_forbidden(search *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->done[i] = false;
    }
    for (uint32_t i = next_set(s); i < s->count; i = next_set(s)) {
        if (!(s->bounds[i] * s->bounds[i] < s->best_squared)) {
            return;
        }
        search_boundary(s, s->forbidden[i], i);
        s->done[i] = true;
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

/* Collects the sets that come within `limit` of the preferred velocity. Returns how many there are.
 */
static uint32_t collect_sets(search *s, const clearpath *problem, float limit) {
    s->preferred_velocity = problem->preferred_velocity;
    s->max_speed = problem->max_speed;
    s->slack = problem->max_speed * slack_share;
    uint32_t count = 0;
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        float bound = boundary_bound(&problem->forbidden[i], s->preferred_velocity, limit);
        if (bound < limit) {
            s->forbidden[count] = &problem->forbidden[i];
            s->bounds[count] = fabsf(bound);
            s->index[count++] = i;
        }
    }
    return count;
}

/* Finds the best velocity within `limit` that avoids the first `count` of the sets. Returns false
 * if there is none. */
static bool search_all(search *s, const clearpath *problem, uint32_t count, float limit,
                       clearpath_choice *out) {
    s->count = count;
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
    out->active_count = s->index[active_count];
}

bool clearpath_solve(const clearpath *problem, clearpath_choice *out) {
    search s;
    float near = near_share * problem->max_speed;
    out->active_count = problem->forbidden_count;
    if (search_all(&s, problem, collect_sets(&s, problem, near), near, out)) {
        return true;
    }
    uint32_t count = collect_sets(&s, problem, INFINITY);
    if (search_all(&s, problem, count, INFINITY, out)) {
        return true;
    }
    relax_forbidden(&s, problem, count, out);
    return false;
}

bool clearpath_allows(const clearpath *problem, wend_vec2 velocity) {
    search s;
    s.preferred_velocity = velocity;
    s.max_speed = problem->max_speed;
    s.slack = problem->max_speed * slack_share;
    s.count = 0;
    s.allowed = NULL;
    bool allowed = problem->allowed_count == 0;
    for (uint32_t i = 0; i < problem->allowed_count && !allowed; i++) {
        allowed = set_contains(&problem->allowed[i], velocity, -s.slack);
    }
    if (!allowed || !is_free(&s, velocity, CLEARPATH_NONE)) {
        return false;
    }
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        if (set_contains(&problem->forbidden[i], velocity, s.slack)) {
            return false;
        }
    }
    return true;
}
