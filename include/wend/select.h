/* wend/select.h: what selectors can ask in addition to wend/model.h and wend/view.h: which goals an
 * agent may take, how many agents head for a goal, how long the route to it is. Selectors can also
 * place a goal for one agent.
 *
 * The built-in selectors use only these functions. */
#ifndef WEND_SELECT_H
#define WEND_SELECT_H

#include <wend/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Which goals an agent may take ----------------------------------------------------------- */

/* True if an agent may take a goal now: the goal is open, and has free capacity or the agent holds
 * capacity there. If `may_wait` is true, the goal may also open later; the agent then walks there
 * and waits. A goal whose position is unknown cannot be taken. */
WEND_API bool wend_view_can_take_goal(const wend_view *view, uint32_t index, uint32_t goal,
                                      bool may_wait);
/* Returns the agent's own goal, also while its route first takes a connection (compare
 * wend_view_goal), or WEND_NO_GOAL. */
WEND_API uint32_t wend_view_final_goal(const wend_view *view, uint32_t index);
/* True if the agent already walks to a goal that a selector chose. The selector then only decides
 * whether the agent keeps this goal. */
WEND_API bool wend_view_is_reconsidering(const wend_view *view, uint32_t index);

/* ---- Properties of goals --------------------------------------------------------------------- */

/* Returns the weight of a goal (wend_goal_def.weight). */
WEND_API double wend_view_goal_weight(const wend_view *view, uint32_t goal);
/* Returns the area (m^2) of a goal: 0 for a point, a segment or a direction. O(points). */
WEND_API double wend_view_goal_area(const wend_view *view, uint32_t goal);
/* Returns the number of live agents whose goal is `goal`, agents at the goal included. In a
 * sequential selector, the choices that agents made earlier in this step count. Returns 0 if no
 * selector that is called in this step has wend_selector.uses_populations. */
WEND_API uint32_t wend_view_goal_population(const wend_view *view, uint32_t goal);

/* ---- Length of routes ------------------------------------------------------------------------ */

/* True if the agent's planner can measure routes (wend_planner.route_length). */
WEND_API bool wend_view_measures_routes(const wend_view *view, uint32_t index);
/* Returns the length (m) of the route that the agent would take to a goal, through the points that
 * it has to pass and the connections of the space. A planner that weighs the ground returns the
 * weighted length. Without wend_planner.route_length, straight lines are measured. Returns INFINITY
 * if there is no route, or if the goal is a direction or has no known position. Cost: that of one
 * query of the planner, or of a search over the connections. */
WEND_API double wend_view_route_length(const wend_view *view, uint32_t worker, uint32_t index,
                                       uint32_t goal);

/* ---- Goals of one agent ---------------------------------------------------------------------- */

/* What a selector returns for an agent after it has placed a goal for the agent. */
#define WEND_OWN_GOAL (UINT32_MAX - 1)

/* A point goal for one agent. */
typedef struct wend_own_goal {
    wend_location location;
    float tolerance; /* m: an agent whose disc is within this distance has arrived */
    wend_on_arrival on_arrival;
} wend_own_goal;

/* Places a goal for an agent, and returns WEND_OWN_GOAL. The goal is always open and has unlimited
 * capacity. It belongs to the agent: it moves when the selector places it again, and is removed
 * when the agent leaves. Other agents and goal sets cannot use it. Coordinates are limited to those
 * that a world can hold. Returns WEND_NO_GOAL if the location is not finite or on an unknown layer,
 * or if the selector does not have wend_selector.places_goals. If the world has no room for another
 * goal (WEND_MAX_GOALS), the agent waits. Called only from wend_selector.select, for an agent of
 * the call. */
WEND_API uint32_t wend_view_place_goal(const wend_view *view, uint32_t index,
                                       const wend_own_goal *goal);

/* The parameters that every selector that places goals has. They are the first field of its
 * parameter struct, and the first rows of its table. */
typedef struct wend_own_arrival {
    int32_t on_arrival; /* a wend_on_arrival */
    double tolerance;   /* m */
} wend_own_arrival;

/* The choices of wend_own_arrival.on_arrival, NULL-terminated. */
WEND_API extern const char *const wend_on_arrival_choices[];

/* The rows of a parameter table that describe wend_own_arrival. */
#define WEND_OWN_ARRIVAL_ROWS                                                                      \
    {"on_arrival",                                                                                 \
     WEND_PARAM_CHOICE,                                                                            \
     offsetof(wend_own_arrival, on_arrival),                                                       \
     0.0,                                                                                          \
     0.0,                                                                                          \
     0.0,                                                                                          \
     "",                                                                                           \
     "stop there, leave the world, or choose again",                                               \
     wend_on_arrival_choices},                                                                     \
    {                                                                                              \
        "tolerance", WEND_PARAM_NUMBER, offsetof(wend_own_arrival, tolerance), 0.05, 0.0, 1000.0,  \
            "m", "distance at which the goal counts as reached", NULL                              \
    }

/* ---- Turns ----------------------------------------------------------------------------------- */

/* wend_view_goal_set_turn returns a number that the world keeps for the agent's goal set, 0 at
 * first; wend_view_set_goal_set_turn changes it. Only sequential selectors may change it, for an
 * agent of the call; other calls, and calls for agents without a set, have no effect. */
WEND_API uint32_t wend_view_goal_set_turn(const wend_view *view, uint32_t index);
WEND_API void wend_view_set_goal_set_turn(const wend_view *view, uint32_t index, uint32_t turn);

/* ---- Choosing again -------------------------------------------------------------------------- */

/* The parameters of a selector whose agents choose again while they walk. They are the first field
 * of its parameter struct, and the first rows of its table; `period` is named by
 * wend_selector.period_param. */
typedef struct wend_reconsider {
    double period; /* s: agents that walk choose again once in this time; 0: never */
    double gain;   /* share by which another goal must be better than the present one */
} wend_reconsider;

/* The rows of a parameter table that describe wend_reconsider. */
#define WEND_RECONSIDER_ROWS                                                                       \
    {"reconsider",                                                                                 \
     WEND_PARAM_NUMBER,                                                                            \
     offsetof(wend_reconsider, period),                                                            \
     0.0,                                                                                          \
     0.0,                                                                                          \
     1e6,                                                                                          \
     "s",                                                                                          \
     "time after which walking agents choose again; 0: never",                                     \
     NULL},                                                                                        \
    {                                                                                              \
        "gain", WEND_PARAM_NUMBER, offsetof(wend_reconsider, gain), 0.2, 0.0, 1.0, "1",            \
            "share by which another goal must be better to be taken instead", NULL                 \
    }
#define WEND_RECONSIDER_PARAM "reconsider"

#ifdef __cplusplus
}
#endif

#endif
