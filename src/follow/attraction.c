/* Follows an attraction point that moves along the control path, then heads for the goal's region.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (ESA 2008),
 * Definition 1 and section 6.
 *
 *     B[t], R[t]   points of the control path, and the clearance there
 *     x, r         the character's position and its radius
 *     alpha(x)     attraction point
 *
 * How the attraction point advances:
 *
 * - disc: to the point B[t] with the largest t for which |x - B[t]| < R[t] - r (Definition 1). Only
 *   the points that the planner sampled are candidates; on a continuous path the character would
 *   always be on the rim of alpha's disc. Unlike in the paper, the search starts at alpha and ends
 *   at the first point that does not satisfy the condition. So alpha never moves back, loops in a
 *   user-drawn path are followed unless they fit into one disc, a near point on another layer is
 *   not mistaken for the next one, and the cost is constant. Where samples are so far apart that
 *   the character reaches alpha before it enters the next disc, alpha moves on to the next point.
 * - speed: alpha moves at `lead_speed` times the preferred speed, and waits for a character that
 *   lags more than `lag` behind. Unlike in the paper, it stays at least `distance` ahead; otherwise
 *   the character would catch up with it.
 * - distance: alpha stays `distance` ahead. With `vary: clearance` it stays R - r ahead (R at the
 *   character), but at least r and at most `distance`.
 * - visibility: alpha advances to the farthest point up to which the path is visible. The search
 *   uses strides that double after each success and halve after each failure, with at most
 *   `max_checks` checks per simulation step. The line must be open for a disc of radius 0.9 * r:
 *   with the full radius, a character walking along a wall would see nothing.
 *
 * Distances are measured along the path from the reference point. This is the first point nearest
 * to x between the previous reference point and alpha; it never moves back. A straight line to a
 * point behind a corner would lead into the wall before the corner. Unlike in the paper, the modes
 * `speed` and `distance` therefore shorten the distance ahead by bisection, to a multiple of an
 * eighth, until the line to the point is open. If the disc of the point contains the character, the
 * line is open without a check.
 *
 * Cost: O(1) per agent and step for walking agents; for `speed` and `distance`, O(points up to
 * alpha), and at most four visibility checks where there is little room. */
#include <math.h>

#include "follow/route/attract.h"
#include "geom/vec.h"

enum { ADVANCE_DISC, ADVANCE_SPEED, ADVANCE_DISTANCE, ADVANCE_VISIBILITY };
enum { VARY_NONE, VARY_CLEARANCE };

static const char *const advance_choices[] = {"disc", "speed", "distance", "visibility", NULL};
static const char *const vary_choices[] = {"none", "clearance", NULL};

typedef struct attraction_params {
    wend_aim aim;
    int32_t advance, vary;
    double distance, lead_speed, lag, check_interval;
    int64_t max_checks;
} attraction_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"advance", WEND_PARAM_CHOICE, offsetof(attraction_params, advance), ADVANCE_DISC, 0.0, 0.0, "",
     "how the point moves: by clearance disc, at a speed, at a distance, or as far as visible",
     advance_choices},
    {"distance", WEND_PARAM_NUMBER, offsetof(attraction_params, distance), 3.0, 0.1, 1000.0, "m",
     "advance distance: distance ahead of the agent; advance speed: smallest distance", NULL},
    {"vary", WEND_PARAM_CHOICE, offsetof(attraction_params, vary), VARY_NONE, 0.0, 0.0, "",
     "advance distance: fixed, or limited by the clearance", vary_choices},
    {"lead_speed", WEND_PARAM_NUMBER, offsetof(attraction_params, lead_speed), 1.2, 0.0, 100.0, "1",
     "advance speed: speed of the point, as a factor of the preferred speed", NULL},
    {"lag", WEND_PARAM_NUMBER, offsetof(attraction_params, lag), 6.0, 0.1, 1000.0, "m",
     "advance speed: distance behind the point at which the point waits for the agent", NULL},
    {"max_checks", WEND_PARAM_INTEGER, offsetof(attraction_params, max_checks), 4.0, 1.0, 100.0,
     "1", "advance visibility: largest number of visibility checks in a step", NULL},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(attraction_params, check_interval), 1.0, 0.0,
     3600.0, "s", "time between visibility checks of the point; 0: none", NULL},
};

typedef struct attraction_state {
    attract_state head;
    float stride; /* m: distance along the path to the next visibility check; 0 at first */
} attraction_state;

enum { BISECTIONS = 3 }; /* bisection steps; three resolve an eighth of the distance ahead */
/* m: the smallest and the initial step along the path between two visibility checks. */
static const float least_stride = 0.05F, first_stride = 1.0F;
/* The line of sight must be open for a disc with this fraction of the agent's radius. */
static const float visibility_share = 0.9F;
/* m: tolerance for rounding; a goal this far outside the last disc still counts as inside. */
static const float rounding = 0.001F;

/* ---- By clearance disc ----------------------------------------------------------------------- */

/* True if the disc of a vertex, reduced by the character's radius, contains the character. If the
 * vertex is the goal: true if the last disc contains both the character and the goal. */
static bool is_inside(const attract_agent *walker, uint32_t vertex) {
    const control_path *path = &walker->path;
    wend_vec2 x = walker->here.position;
    uint32_t points = path->route->point_count;
    const wend_route_point *point = &path->route->points[(vertex <= points ? vertex : points) - 1];
    float away = vec_length(vec_sub(x, point->position));
    if (vertex > points) {
        float beyond = vec_length(vec_sub(path->goal.position, point->position));
        return away < point->clearance - walker->radius && beyond <= point->clearance + rounding;
    }
    return away < point->clearance - walker->radius;
}

static uint32_t layer_of(const control_path *path, uint32_t vertex) {
    return vertex > path->route->point_count ? path->goal.layer
                                             : path->route->points[vertex - 1].layer;
}

/* True if alpha may advance from `vertex - 1` to `vertex`. If the vertex is on another layer than
 * the character, the disc of the previous vertex must contain the character as well. */
static bool can_advance_to(const attract_agent *walker, uint32_t vertex) {
    if (!is_inside(walker, vertex)) {
        return false;
    }
    return layer_of(&walker->path, vertex) == walker->here.layer ||
           (vertex > 1 && is_inside(walker, vertex - 1));
}

/* True if the character has reached a vertex and continues to the next one, whether or not it is in
 * the next disc. A character that crosses the line through the vertex, perpendicular to the leg,
 * has reached it; in a large disc, this counts only near the vertex. */
static bool has_reached_vertex(const attract_agent *walker, uint32_t vertex) {
    const control_path *path = &walker->path;
    if (vertex == 0 || vertex == path->last) {
        return vertex == 0;
    }
    path_position at = path_at_vertex(path, vertex);
    bool large = vertex < path->route->point_count && is_inside(walker, vertex);
    float spacing = at.along > walker->radius ? at.along : walker->radius;
    return attract_has_reached(walker, at, large ? spacing : INFINITY);
}

static void move_by_disc(const attract_agent *walker, attract_state *state) {
    const control_path *path = &walker->path;
    uint32_t vertex = state->at.along > 0.0F || state->at.leg > 1 ? state->at.leg : 0, before;
    do {
        before = vertex;
        while (vertex < path->last && can_advance_to(walker, vertex + 1)) {
            vertex++;
        }
        vertex += has_reached_vertex(walker, vertex);
    } while (vertex != before && vertex < path->last);
    state->at = path_at_vertex(path, vertex);
}

/* ---- At a speed or distance ------------------------------------------------------------------ */

static float distance_ahead(const attract_agent *walker, const attract_state *state) {
    const attraction_params *p = walker->agents->params;
    float most = (float)p->distance;
    if (p->vary == VARY_CLEARANCE) {
        float room = path_point(&walker->path, state->reference).clearance - walker->radius;
        room = room > walker->radius ? room : walker->radius;
        most = room < most ? room : most;
    }
    return most;
}

static float distance_at_lead_speed(const attract_agent *walker, const attract_state *state) {
    const attraction_params *p = walker->agents->params;
    float now = path_between(&walker->path, state->reference, state->at);
    float next = now + (float)p->lead_speed * walker->speed * walker->view->dt;
    float most = (float)p->lag, least = (float)p->distance;
    next = next < most ? next : most;
    return next > least ? next : least;
}

/* True if the straight line from the character to a position on the path is open. */
static bool is_open(const attract_agent *walker, path_position at) {
    wend_route_point point = path_point(&walker->path, at);
    float away = vec_length(vec_sub(walker->here.position, point.position));
    bool inside = point.layer == walker->here.layer && away < point.clearance - walker->radius;
    return inside || attract_sees(walker, at, visibility_share * walker->radius);
}

/* Returns the position `ahead` m beyond the reference point if the line to it is open. Otherwise
 * searches by bisection, in steps of an eighth of `ahead`, for the farthest position with an open
 * line. */
static path_position position_ahead(const attract_agent *walker, path_position reference,
                                    float ahead) {
    path_position best = path_ahead(&walker->path, reference, ahead);
    float open = 0.0F, hidden = ahead;
    for (int i = 0; i < BISECTIONS && hidden > 0.0F && !(i == 0 && is_open(walker, best)); i++) {
        float middle = 0.5F * (open + hidden);
        path_position position = path_ahead(&walker->path, reference, middle);
        bool opens = is_open(walker, position);
        best = opens || open == 0.0F ? position : best;
        open = opens ? middle : open;
        hidden = opens ? hidden : middle;
    }
    return best;
}

static void move_ahead(const attract_agent *walker, attract_state *state) {
    const attraction_params *p = walker->agents->params;
    state->reference = path_closest(&walker->path, state->reference, state->at, walker->here);
    float ahead = p->advance == ADVANCE_SPEED ? distance_at_lead_speed(walker, state)
                                              : distance_ahead(walker, state);
    state->at = position_ahead(walker, state->reference, ahead);
}

/* ---- By visibility --------------------------------------------------------------------------- */

/* Returns the next position to check: at most `stride` m ahead and not beyond the end of the leg.
 * If the leg crosses a link, the position is the end of the leg. */
static path_position position_to_check(const control_path *path, path_position at, float stride) {
    if (at.along >= path_leg_length(path, at.leg)) {
        at = (path_position){at.leg + 1, 0.0F};
    }
    bool one_layer = path_vertex(path, at.leg - 1).layer == path_vertex(path, at.leg).layer;
    float along = at.along + stride, length = path_leg_length(path, at.leg);
    return along < length && one_layer ? (path_position){at.leg, along}
                                       : path_at_vertex(path, at.leg);
}

static void move_by_visibility(const attract_agent *walker, attract_state *head) {
    const attraction_params *p = walker->agents->params;
    attraction_state *state = (attraction_state *)head;
    const control_path *path = &walker->path;
    float stride = state->stride > 0.0F ? state->stride : first_stride;
    for (int64_t i = 0; i < p->max_checks && !path_is_end(path, head->at); i++) {
        path_position next = position_to_check(path, head->at, stride);
        /* A goal may be so near to a wall that a disc does not fit there. */
        float radius =
            next.leg > path->route->point_count ? 0.0F : visibility_share * walker->radius;
        if (attract_sees(walker, next, radius)) {
            head->at = next;
            stride *= 2.0F;
        } else if (stride > least_stride) {
            stride *= 0.5F;
        } else {
            break;
        }
    }
    float within = head->is_hidden ? INFINITY : walker->radius;
    if (!path_is_end(path, head->at) && attract_has_reached(walker, head->at, within)) {
        head->at = attract_next(path, head->at);
        stride = first_stride;
    }
    state->stride = stride;
}

/* ---- The follower ---------------------------------------------------------------------------- */

static void follow_attraction(const wend_view *view, const wend_agents *agents,
                              wend_intent *intents) {
    const attraction_params *p = agents->params;
    bool ahead = p->advance == ADVANCE_SPEED || p->advance == ADVANCE_DISTANCE;
    attract_rules rules = {.aim = &p->aim,
                           .check_interval = p->check_interval,
                           .by_reference = ahead,
                           .move = ahead                        ? move_ahead
                                   : p->advance == ADVANCE_DISC ? move_by_disc
                                                                : move_by_visibility};
    attract_follow(view, agents, intents, &rules);
}

const wend_follower wend_follower_attraction = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "attraction",
                        .summary = "heads for an attraction point on the route, then for the goal",
                        .citation = "M. Overmars, I. Karamouzas, R. Geraerts: Flexible Path "
                                    "Planning Using Corridor Maps (2008)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(attraction_params)},
              .state_size = sizeof(attraction_state),
              .explain = attract_explain},
    .needs = WEND_ROUTE_POLYLINE,
    .follow = follow_attraction,
};
