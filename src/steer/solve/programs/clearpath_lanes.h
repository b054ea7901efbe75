/* The choice among velocities, comparing one velocity or line with a group of forbidden sets at
 * once: the SIMD version of clearpath_scalar.c. It performs the same operations as velocity_cut.h
 * in the same order, so the results are the same bit for bit. A file that includes this header
 * defines LANES_AVX512 (groups of sixteen sets), LANES_AVX2 or LANES_QUADS (groups of eight), and
 * the names of the functions to define, CLEARPATH_SOLVE and CLEARPATH_ALLOWS.
 *
 * - Every test of a velocity or line covers a group without branches. Sets that are too far away to
 *   matter are masked out.
 * - The distances from the preferred velocity to all sides and arcs are found beforehand.
 * - On a line, the nearest free points are found by moving past all intervals of a group at once.
 *   The order does not matter: no interval that contains the current point can contain the nearest
 *   free point beyond it. */
#include <math.h>

#include "geom/lanes.h"
#include "steer/solve/programs/clearpath.h"
#include "steer/solve/programs/columns_lanes.h"

enum { GROUPS_MOST = COLUMNS_MOST / LANES };

/* One side of each set; see lane_side_terms. */
typedef struct side_terms {
    float squared[COLUMNS_MOST], at[COLUMNS_MOST], off_squared[COLUMNS_MOST];
    float low[COLUMNS_MOST], high[COLUMNS_MOST];
} side_terms;

/* A bound on squared distances is multiplied by this factor before points are discarded that could
 * be moved by rounding. */
static const float filter_margin = 1.0001F;

/* The forbidden sets of a search. Bit i of a group's mask stands for the set i of that group. */
typedef struct forbidden_sets {
    const set_columns *columns;
    uint32_t groups;               /* number of groups of sets */
    uint32_t near[GROUPS_MOST];    /* masks of the sets near enough to matter */
    uint32_t active[GROUPS_MOST];  /* masks of the active sets */
    uint32_t pending[GROUPS_MOST]; /* masks of the active sets that are not done */
    float bounds[COLUMNS_MOST];    /* m/s: lower bounds on the distances to the near sets */
    side_terms sides[COLUMNS_SIDES];
    float arc_squared[COLUMNS_ARCS][COLUMNS_MOST]; /* m^2/s^2: squared distances to the arcs */
} forbidden_sets;

#include "steer/solve/programs/clearpath_search.h"

/* Returns the mask of the sets in a group, except for `owner`. */
static inline uint32_t without_owner(uint32_t mask, uint32_t group, uint32_t owner) {
    return owner / LANES == group ? mask & ~(1U << owner % LANES) : mask;
}

/* Returns the mask of the sets of a group with indices below `count`. */
static inline uint32_t first_in_group(uint32_t group, uint32_t count) {
    uint32_t first = group * LANES;
    return count >= first + LANES ? LANES_ALL : count <= first ? 0 : (1U << (count - first)) - 1U;
}

static bool is_in_forbidden_set(const clearpath *problem, wend_vec2 velocity, float slack) {
    lane_vectors v = splat(velocity);
    for (uint32_t at = 0, group = 0; at < problem->forbidden_count; at += LANES, group++) {
        column_group sets = column_group_at(problem->columns, at);
        uint32_t used = first_in_group(group, problem->forbidden_count);
        if (lanes_bits(contains_lanes(&sets, v, slack)) & used) {
            return true;
        }
    }
    return false;
}

static bool is_forbidden(const search *s, wend_vec2 velocity, uint32_t owner) {
    const forbidden_sets *forbidden = &s->forbidden;
    lane_vectors v = splat(velocity);
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        uint32_t used = without_owner(forbidden->active[group], group, owner);
        column_group sets = column_group_at(forbidden->columns, group * LANES);
        if (used && (lanes_bits(contains_lanes(&sets, v, s->slack)) & used)) {
            return true;
        }
    }
    return false;
}

/* ---- Straight pieces ------------------------------------------------------------------------- */

/* Forbidden open intervals of a line, in groups. */
typedef struct forbidden_parts {
    uint32_t count;
    lanes low[GROUPS_MOST], high[GROUPS_MOST];
} forbidden_parts;

/* Returns the smallest free value at or above t. */
static float walk_up(const forbidden_parts *parts, float t) {
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < parts->count; i++) {
            lanes at = lanes_set(t), low = parts->low[i], high = parts->high[i];
            lane_mask inside = mask_and(lanes_less(low, at), lanes_less(at, high));
            if (lanes_any(inside)) {
                t = lanes_greatest(lanes_select(inside, at, high));
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
            lanes at = lanes_set(t), low = parts->low[i], high = parts->high[i];
            lane_mask inside = mask_and(lanes_less(low, at), lanes_less(at, high));
            if (lanes_any(inside)) {
                t = lanes_least(lanes_select(inside, at, low));
                moved = true;
            }
        }
    }
    return t;
}

/* Finds the parts of a line that other sets forbid. Returns false if one of them forbids all of it.
 */
static bool find_forbidden(const search *s, const velocity_line *line, uint32_t owner,
                           forbidden_parts *parts) {
    lanes begin = lanes_set(line->low), end = lanes_set(line->high);
    parts->count = 0;
    for (uint32_t group = 0; group < s->forbidden.groups; group++) {
        uint32_t used = without_owner(s->forbidden.active[group], group, owner);
        if (!used) {
            continue;
        }
        column_group sets = column_group_at(s->forbidden.columns, group * LANES);
        lanes low, high;
        lane_mask cut = mask_and(cut_lanes(&sets, line, s->slack, &low, &high), lanes_mask(used));
        lane_mask covers = mask_and(lanes_less(low, begin), lanes_less(end, high));
        if (lanes_any(mask_and(cut, covers))) {
            return false;
        }
        if (lanes_any(cut)) {
            parts->low[parts->count] = lanes_select(cut, lanes_set(INFINITY), low);
            parts->high[parts->count++] = high;
        }
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
    const set_columns *columns = forbidden->columns;
    lane_vectors v = splat(s->preferred_velocity);
    float most = s->best_squared * filter_margin;
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        uint32_t used = without_owner(forbidden->pending[group], group, owner);
        column_group sets = column_group_at(columns, group * LANES);
        used &= used ? meets_circle_lanes(&sets, arc, v, most) : 0;
        for (; used; used &= used - 1) {
            uint32_t other = group * LANES + (uint32_t)__builtin_ctz(used);
            for (uint32_t k = 0; k < columns->arc_count[other]; k++) {
                velocity_arc circle = set_columns_arc(columns, other, k);
                test_crossings(s, arc, circle.centre, circle.radius, owner);
            }
        }
    }
}

/* Searches a side of a forbidden set; the version of search_near_side that uses its terms. */
static inline void search_set_side(search *s, uint32_t index, uint32_t k) {
    const side_columns *side = &s->forbidden.columns->sides[k];
    const side_terms *terms = &s->forbidden.sides[k];
    float room = s->best_squared - terms->off_squared[index], at = terms->at[index];
    if (!(room >= 0.0F)) {
        return;
    }
    float half = sqrtf(room), low = terms->low[index], high = terms->high[index];
    velocity_line line = {{side->from_x[index], side->from_y[index]},
                          {side->along_x[index], side->along_y[index]},
                          at - half > low ? at - half : low,
                          at + half < high ? at + half : high};
    if (line.low <= line.high && (!s->allowed || cut_to_allowed(s, &line))) {
        search_line(s, &line, at, index);
    }
}

/* Searches the boundary of a forbidden set. */
static void search_set(search *s, uint32_t index) {
    const forbidden_sets *forbidden = &s->forbidden;
    const set_columns *columns = forbidden->columns;
    for (uint32_t k = 0; k < columns->side_count[index]; k++) {
        if (forbidden->sides[k].squared[index] < s->best_squared) {
            search_set_side(s, index, k);
        }
    }
    for (uint32_t k = 0; k < columns->arc_count[index]; k++) {
        if (forbidden->arc_squared[k][index] < s->best_squared) {
            velocity_arc arc = set_columns_arc(columns, index, k);
            search_near_arc(s, &arc, index);
        }
    }
}

/* Returns the set with the smallest bound among those that are not done, the first of several with
 * the same bound. If there is none, returns a value of at least COLUMNS_MOST. */
static uint32_t next_set(const forbidden_sets *forbidden) {
    uint32_t next = COLUMNS_MOST;
    float least = INFINITY;
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        if (!forbidden->pending[group]) {
            continue;
        }
        lanes bounds = lanes_load(&forbidden->bounds[group * LANES]);
        lane_mask pending = lanes_mask(forbidden->pending[group]);
        bounds = lanes_select(pending, lanes_set(INFINITY), bounds);
        float smallest = lanes_least(bounds);
        if (smallest < least) {
            uint32_t equal = lanes_bits(lanes_equal(bounds, lanes_set(smallest)));
            next = group * LANES + (uint32_t)__builtin_ctz(equal);
            least = smallest;
        }
    }
    return next;
}

static void search_forbidden(search *s) {
    forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        forbidden->pending[group] = forbidden->active[group];
    }
    for (uint32_t i = next_set(forbidden); i < COLUMNS_MOST; i = next_set(forbidden)) {
        if (!(forbidden->bounds[i] * forbidden->bounds[i] < s->best_squared)) {
            return;
        }
        search_set(s, i);
        forbidden->pending[i / LANES] &= ~(1U << i % LANES);
    }
}

/* ---- Collection ------------------------------------------------------------------------------ */

static inline void store_side_terms(lane_side_terms terms, uint32_t at, side_terms *to) {
    lanes_store(&to->squared[at], terms.squared);
    lanes_store(&to->at[at], terms.at);
    lanes_store(&to->off_squared[at], terms.off_squared);
    lanes_store(&to->low[at], terms.low);
    lanes_store(&to->high[at], terms.high);
}

static uint32_t collect_sets(search *s, const clearpath *problem, float limit) {
    forbidden_sets *forbidden = &s->forbidden;
    lane_vectors v = splat(s->preferred_velocity);
    lanes sign = lanes_set_bits(0x80000000U), enclosing = lanes_set(find_enclosing_bound(limit));
    uint32_t count = 0, groups = (problem->forbidden_count + LANES - 1) / LANES;
    forbidden->columns = problem->columns;
    forbidden->groups = groups;
    s->enclosed = false;
    for (uint32_t group = 0; group < groups; group++) {
        uint32_t at = group * LANES, used = first_in_group(group, problem->forbidden_count);
        column_group sets = column_group_at(problem->columns, at);
        lanes bound = bound_lanes(&sets, v);
        uint32_t near = lanes_bits(lanes_less(bound, lanes_set(limit))) & used;
        s->enclosed = (lanes_bits(lanes_less(bound, enclosing)) & used) != 0;
        if (s->enclosed) {
            return count;
        }
        forbidden->near[group] = near;
        count += (uint32_t)__builtin_popcount(near);
        if (!near) {
            continue;
        }
        lanes_store(&forbidden->bounds[at], lanes_without(sign, bound));
        for (uint32_t k = 0; k < sets.sides; k++) {
            store_side_terms(side_terms_lanes(&sets, k, v, s->max_speed), at, &forbidden->sides[k]);
        }
        for (uint32_t k = 0; k < sets.arcs; k++) {
            lanes_store(&forbidden->arc_squared[k][at], arc_squared_lanes(&sets, k, v));
        }
    }
    return count;
}

static void use_first_sets(search *s, uint32_t count) {
    forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        uint32_t ignored = forbidden->near[group]; /* all but the first `count` */
        for (; ignored && count; count--) {
            ignored &= ignored - 1;
        }
        forbidden->active[group] = forbidden->near[group] & ~ignored;
    }
}

static uint32_t index_in_problem(const search *s, uint32_t number) {
    const forbidden_sets *forbidden = &s->forbidden;
    for (uint32_t group = 0; group < forbidden->groups; group++) {
        for (uint32_t near = forbidden->near[group]; near; near &= near - 1, number--) {
            if (number == 0) {
                return group * LANES + (uint32_t)__builtin_ctz(near);
            }
        }
    }
    return CLEARPATH_NONE;
}

/* ---- Entry points ---------------------------------------------------------------------------- */

bool CLEARPATH_SOLVE(const clearpath *problem, clearpath_choice *out) {
    return solve(problem, out);
}

bool CLEARPATH_ALLOWS(const clearpath *problem, wend_vec2 velocity) {
    return allows(problem, velocity);
}
