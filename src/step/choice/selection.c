/* The functions of wend/select.h: what selectors see, and where they put the goals that they place.
 *
 * Workers call these functions at the same time. Each of them writes only the placed goals of its
 * own bodies; turns are written only while selectors run in sequence. */
#include "step/choice/selection.h"

#include <math.h>

#include <wend/math.h>

#include "base/error.h"
#include "step/internals.h"

const char *const wend_on_arrival_choices[] = {"stop", "leave", "continue", NULL};

static const selection *selection_of(const wend_view *view) {
    return view->internals->selection;
}

static uint32_t slot_of(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    return view->bodies[index].slot;
}

/* ---- Which goals an agent may take ----------------------------------------------------------- */

bool wend_view_can_take_goal(const wend_view *view, uint32_t index, uint32_t goal, bool may_wait) {
    wend_goal_info info = wend_view_goal_info(view, goal);
    bool open = may_wait ? !info.has_closed && !info.is_position_unknown : info.is_open;
    return open && (info.capacity_left > 0 ||
                    (info.is_limited && wend_view_holds(view, index, info.resource)));
}

uint32_t wend_view_final_goal(const wend_view *view, uint32_t index) {
    return view->internals->cold->goal[slot_of(view, index)];
}

bool selection_is_walking(const cold_store *cold, const wend_body *body) {
    const uint32_t excluded_flags =
        WEND_BODY_GOAL_IS_SET | WEND_BODY_IN_REACHED_GOAL | WEND_BODY_NEEDS_ROUTE;
    uint32_t activity = cold->behaviour[body->slot].activity;
    return (activity == WEND_ACTIVITY_WALKING || activity == WEND_ACTIVITY_STRANDED ||
            activity == WEND_ACTIVITY_APPROACHING) &&
           cold->goal[body->slot] != WEND_NO_GOAL && !(wend_body_flags(body) & excluded_flags);
}

bool wend_view_is_reconsidering(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    return selection_is_walking(view->internals->cold, &view->bodies[index]);
}

/* ---- Properties of goals --------------------------------------------------------------------- */

double wend_view_goal_weight(const wend_view *view, uint32_t goal) {
    const goal_table *goals = view->internals->goals;
    WEND_ASSERT(goal < goals->count);
    return goal < goals->weight_capacity ? (double)goals->weights[goal] : 1.0;
}

/* Twice the area of a convex polygon. */
static double twice_polygon_area(const wend_region *part) {
    double sum = 0.0;
    for (uint32_t i = 0; i < part->count; i++) {
        wend_vec2 a = part->points[i], b = part->points[(i + 1) % part->count], o = part->points[0];
        sum += ((double)a.x - (double)o.x) * ((double)b.y - (double)o.y) -
               ((double)a.y - (double)o.y) * ((double)b.x - (double)o.x);
    }
    return fabs(sum);
}

double wend_view_goal_area(const wend_view *view, uint32_t goal) {
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    double area = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double radius = (double)parts[i].b.x;
        area += parts[i].shape == WEND_SHAPE_POLYGON ? 0.5 * twice_polygon_area(&parts[i])
                : parts[i].shape == WEND_SHAPE_DISC  ? WEND_PI * radius * radius
                                                     : 0.0;
    }
    return area;
}

uint32_t wend_view_goal_population(const wend_view *view, uint32_t goal) {
    const selection *s = selection_of(view);
    WEND_ASSERT(goal < view->internals->goals->count);
    return s && s->counts ? s->populations[goal] : 0;
}

void selection_move(selection *s, uint32_t goal_count, uint32_t from, uint32_t to) {
    if (from < goal_count) {
        s->populations[from]--;
    }
    if (to < goal_count) {
        s->populations[to]++;
    }
}

void selection_free(selection *s, memory *from) {
    memory_free(from, s->populations, s->population_capacity * sizeof *s->populations);
    memory_free(from, s->placed, s->placed_capacity * sizeof *s->placed);
    memory_free(from, s->turns, s->turn_capacity * sizeof *s->turns);
}

/* ---- Length of routes ------------------------------------------------------------------------ */

bool wend_view_measures_routes(const wend_view *view, uint32_t index) {
    const selection *s = selection_of(view);
    WEND_ASSERT(index < view->body_count);
    return s && s->measures_routes(s->world, index);
}

double wend_view_route_length(const wend_view *view, uint32_t worker, uint32_t index,
                              uint32_t goal) {
    const selection *s = selection_of(view);
    WEND_ASSERT(index < view->body_count && goal < view->internals->goals->count);
    return s ? s->route_length(s->world, view, worker, index, goal) : (double)INFINITY;
}

/* ---- Goals of one agent ---------------------------------------------------------------------- */

uint32_t wend_view_place_goal(const wend_view *view, uint32_t index, const wend_own_goal *goal) {
    const selection *s = selection_of(view);
    wend_vec2 at = goal->location.position;
    WEND_ASSERT(index < view->body_count);
    if (!s || !s->places || !isfinite(at.x) || !isfinite(at.y) ||
        !(goal->tolerance >= 0.0F && goal->tolerance <= 1000.0F) ||
        goal->location.layer >= wend_space_layer_count(view->space)) {
        return WEND_NO_GOAL;
    }
    s->placed[index] = (placed_goal){*goal, true};
    s->placed[index].goal.location.position =
        (wend_vec2){store_clamp((double)at.x), store_clamp((double)at.y)};
    return WEND_OWN_GOAL;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

uint32_t wend_view_goal_set_turn(const wend_view *view, uint32_t index) {
    const selection *s = selection_of(view);
    uint32_t set = view->internals->cold->goal_set[slot_of(view, index)];
    return set == WEND_NONE           ? 0
           : s && s->runs_in_sequence ? s->turns[set]
                                      : view->internals->goal_sets[set].turn;
}

void wend_view_set_goal_set_turn(const wend_view *view, uint32_t index, uint32_t turn) {
    const selection *s = selection_of(view);
    uint32_t set = view->internals->cold->goal_set[slot_of(view, index)];
    if (s && s->runs_in_sequence && set != WEND_NONE) {
        s->turns[set] = turn;
    }
}
