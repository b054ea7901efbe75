/* Implements MIRAN (Modified Indicative Routes and Navigation): follows an indicative route, and
 * takes shortcuts over the terrain that the character prefers.
 *
 * N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning in heterogeneous environments" (2013),
 * section 3. The indicative route is the agent's control path (follow/route/path.h): the agent's
 * connection to the route, the route of any planner or one given by hand, and the last leg to the
 * goal.
 *
 *     x_i, alpha_i   the character's position in step i, and its attraction point
 *     r_i            reference point: the first point nearest to x_i on the route between r_(i-1)
 *                    and alpha_(i-1); it never moves back
 *     sigma          shortcut parameter: largest distance from r_i to alpha_i along the route
 *     d              sampling distance of candidates
 *
 * Each step finds r_i, then the candidates and the best of them (miran/choose.c). If the set of
 * candidates is empty, the character has lost sight of its route and requests a new one, at most
 * once a second (section 3.5).
 *
 * Departures:
 * - Discs. The paper's character is a point. Here lines must be open for a disc of the agent's
 *   radius, less `margin`, because a route may touch the discs around corners. The route must have
 *   a clearance of at least the radius; otherwise a disc stops before the narrow part (decision
 *   0048).
 * - The last attraction point alpha_(i-1) is a candidate again if the character has moved straight
 *   towards it, or still sees it. In the printed method (`as_printed: on`) it is a candidate only
 *   if it is an end of a visible interval or a sample. Then the set of candidates can become empty
 *   by rounding, and the proof of Lemma 2 fails, because samples move with r_i: the weight of the
 *   choice may grow again, and characters may walk to and fro for ever. With it, if the character
 *   moves straight and r_i stays, the weight falls by at least w_min * |x_(i+1) - x_i| / sigma in
 *   each step, so r_i must advance.
 * - At most MIRAN_MAX_SAMPLES samples are made: d is raised on longer windows, so that the time of
 * a step is bounded whatever sigma and d are.
 * - `vertices: on` makes visible vertices of the route candidates, so that corners are not cut by
 *   up to d where the ground around them is expensive.
 *
 * Cost: O(legs between r_(i-1) and alpha_(i-1)), plus that of choose.c. */
#include <math.h>

#include <wend/explain.h>
#include <wend/view.h>

#include "base/error.h"
#include "follow/miran/choose.h"
#include "follow/route/attract.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

typedef struct miran_params {
    wend_aim aim;
    double sigma, d;
    int32_t vertices, as_printed;
    double crowd;
} miran_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"sigma", WEND_PARAM_NUMBER, offsetof(miran_params, sigma), 40.0, 0.01, 100000.0, "m",
     "shortcut parameter: largest part of the route that may be skipped; at least d", NULL},
    {"d", WEND_PARAM_NUMBER, offsetof(miran_params, d), 10.0, 0.01, 100000.0, "m",
     "sampling distance: largest distance between candidates along the route; raised so that there "
     "are at most 1024 samples",
     NULL},
    {"vertices", WEND_PARAM_CHOICE, offsetof(miran_params, vertices), 0.0, 0.0, 0.0, "",
     "visible vertices of the route are candidates too", wend_switch_choices},
    {"as_printed", WEND_PARAM_CHOICE, offsetof(miran_params, as_printed), 0.0, 0.0, 0.0, "",
     "the method as printed, in which the last attraction point may be no candidate",
     wend_switch_choices},
    {"crowd", WEND_PARAM_NUMBER, offsetof(miran_params, crowd), 0.0, 0.0, 100.0, "1",
     "how much to avoid crowds: weight of the extra time in slow crowds (needs `density`)", NULL},
};

typedef struct miran_state {
    attract_state head;
    wend_vec2 last;   /* x_(i-1) */
    uint32_t classes; /* the obstacle classes that blocked the agent in the last step */
    uint32_t chosen;  /* 1: `last` and `classes` are set, and alpha_(i-1) was chosen */
} miran_state;

/* m: the disc for which lines must be open is smaller than the agent by this. Larger than rounding
 * errors of positions and of points of routes, which may touch the discs around corners. */
static const float margin = 1e-4F;

static float sight_radius(const attract_agent *walker) {
    float slack = 4.0F * wend_rounding_tolerance(walker->here.position);
    slack = slack > margin ? slack : margin;
    return walker->radius > slack ? walker->radius - slack : 0.0F;
}

/* True if the character has moved straight towards alpha_(i-1) since the last step, and nothing
 * that may hide it has changed. */
static bool came_straight(const attract_agent *walker, const miran_state *state) {
    const wend_view *view = walker->view;
    if (state->classes != view->classes) {
        return false;
    }
    wend_vec2 x = walker->here.position, to = path_point(&walker->path, state->head.at).position;
    float off = (float)segment_point_distance(x, state->last, to);
    wend_vec2 room = {walker->radius, walker->radius};
    uint32_t cursor = 0;
    return off <= 4.0F * wend_rounding_tolerance(x) &&
           overlay_next(view->internals->overlay, vec_sub(vec_min(x, to), room),
                        vec_add(vec_max(x, to), room), &cursor) == NULL;
}

/* True if alpha_(i-1) is a candidate again: if the character has moved straight towards it, or sees
 * it from where forces, limits of acceleration or other agents have taken the character. */
static bool keeps_last(const attract_agent *walker, const miran_state *state, float radius) {
    return state->chosen &&
           (came_straight(walker, state) || attract_sees(walker, state->head.at, radius));
}

/* Sets up the query for a character whose reference point is known. Returns false when out of
 * memory. */
static bool make_query(const attract_agent *walker, const miran_state *state, miran_query *out) {
    const miran_params *p = walker->agents->params;
    *out = (miran_query){.view = walker->view,
                         .worker = walker->agents->worker,
                         .x = walker->here,
                         .radius = sight_radius(walker),
                         .takes_vertices = p->vertices != 0,
                         .crowd = p->crowd,
                         .kept = -1.0};
    if (!miran_weights_find(walker->view, walker->agents->worker, walker->index, &out->weights) ||
        !miran_window_make(walker->view, walker->agents->worker, &walker->path,
                           state->head.reference, p->sigma, p->vertices == 0, &out->window)) {
        return false;
    }
    out->d = fmax(p->d, miran_window_length(&out->window) / MIRAN_MAX_SAMPLES);
    if (!p->as_printed && keeps_last(walker, state, out->radius)) {
        double kept = miran_window_distance(&walker->path, &out->window, state->head.at);
        out->kept = kept <= miran_window_length(&out->window) ? kept : -1.0;
    }
    return true;
}

static void move_to_choice(const attract_agent *walker, attract_state *head) {
    miran_state *state = (miran_state *)head;
    miran_query query;
    miran_candidates candidates;
    head->reference = path_closest(&walker->path, head->reference, head->at, walker->here);
    if (!make_query(walker, state, &query) || !miran_find_candidates(&query, &candidates)) {
        return;
    }
    uint32_t best = miran_choose(&query, &candidates);
    head->is_hidden = best == UINT32_MAX;
    state->chosen = !head->is_hidden;
    state->last = walker->here.position;
    state->classes = walker->view->classes;
    if (!head->is_hidden) {
        head->at = miran_window_position(&walker->path, &query.window, candidates.items[best].s);
    }
}

static void follow_miran(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    const miran_params *p = agents->params;
    attract_rules rules = {
        .aim = &p->aim, .may_leave_goal = true, .takes_shortcuts = true, .move = move_to_choice};
    attract_follow(view, agents, intents, &rules);
}

static wend_result check_params(const wend_model_def *def, void **out, wend_error *error) {
    const miran_params *p = def->params;
    *out = NULL;
    return p->sigma >= p->d
               ? WEND_OK
               : error_set(error, WEND_ERROR_INVALID,
                           "sigma is %g m, but must be at least d, which is %g m: otherwise there "
                           "are no samples within reach",
                           p->sigma, p->d);
}

/* ---- Explanation ----------------------------------------------------------------------------- */

static void mark_part(const miran_query *q, wend_interval part, wend_sketch *sketch) {
    const miran_window *window = &q->window;
    uint32_t hint = 0;
    wend_vec2 from = miran_window_at(q->view, window, part.begin, &hint).position;
    const char *label = "visible";
    for (uint32_t i = hint + 1; i < window->count && window->along[i] < part.end; i++) {
        wend_vec2 to = window->points[i].position;
        wend_sketch_add(sketch,
                        (wend_mark){.kind = WEND_MARK_PATH, .a = from, .b = to, .label = label});
        from = to;
        label = NULL;
    }
    wend_vec2 end = miran_window_at(q->view, window, part.end, &hint).position;
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PATH, .a = from, .b = end, .label = label});
}

static void mark_point(wend_vec2 at, wend_vec2 values, const char *label, wend_sketch *sketch) {
    wend_sketch_add(
        sketch,
        (wend_mark){.kind = WEND_MARK_REGION, .a = at, .b = at, .c = values, .label = label});
}

static void explain_miran(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_intent *intent, wend_sketch *sketch) {
    const wend_body *body = &view->bodies[index];
    const wend_route *route = internals_route(view, index);
    miran_state state = *(const miran_state *)wend_agents_state(agents, body->slot);
    attract_explain(view, agents, index, intent, sketch);
    if (!route || route->point_count == 0 || !state.head.began) {
        return;
    }
    attract_agent walker = {.view = view,
                            .agents = agents,
                            .index = index,
                            .here = {body->position, wend_body_layer(body)},
                            .radius = body->radius,
                            .path = attract_path(view, index, &state.head)};
    miran_query query;
    miran_candidates found;
    state.head.reference =
        path_closest(&walker.path, state.head.reference, state.head.at, walker.here);
    if (!make_query(&walker, &state, &query) || !miran_find_candidates(&query, &found)) {
        return;
    }
    mark_point(query.window.points[0].position, (wend_vec2){0.0F, 0.0F}, "reference point", sketch);
    for (uint32_t i = 0; i < found.part_count; i++) {
        mark_part(&query, found.parts[i], sketch);
    }
    uint32_t best = miran_choose(&query, &found);
    miran_weigh(&query, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        const miran_candidate *candidate = &found.items[i];
        wend_vec2 values = {(float)candidate->weight, (float)candidate->s};
        mark_point(candidate->at.position, values, i == best ? "chosen candidate" : "candidate",
                   sketch);
    }
}

const wend_follower wend_follower_miran = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "miran",
                        .summary = "follows an indicative route, with shortcuts over terrain that "
                                   "the agent prefers",
                        .citation = "N. Jaklin, A. Cook, R. Geraerts: Real-time path planning in "
                                    "heterogeneous environments (2013)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(miran_params)},
              .state_size = sizeof(miran_state),
              .uses_terrain_weights = true,
              .crowd_param = "crowd",
              .explain = explain_miran,
              .create = check_params},
    .needs = WEND_ROUTE_POLYLINE,
    .follow = follow_miran,
};
