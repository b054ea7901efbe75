/* wend/view.h: what models need besides the view's basic questions of wend/model.h: goals in full,
 * the regions of an intent, obstacles, memory of workers, figures of the crowd.
 *
 * The library's own models use nothing else: whatever they read directly, for speed, has a function
 * here or in wend/model.h that gives the same. */
#ifndef WEND_VIEW_H
#define WEND_VIEW_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Goals ----------------------------------------------------------------------------------- */

typedef enum wend_arrive { WEND_ARRIVE_TOUCH, WEND_ARRIVE_INSIDE } wend_arrive;

typedef enum wend_on_arrival {
    WEND_ON_ARRIVAL_STOP,    /* stays there */
    WEND_ON_ARRIVAL_LEAVE,   /* leaves the world */
    WEND_ON_ARRIVAL_CONTINUE /* its selector is asked again */
} wend_on_arrival;

/* A goal at the start of the step, besides its region. */
typedef struct wend_goal_info {
    uint32_t layer;
    uint32_t part_count;  /* of wend_view_goal_parts */
    double opens, closes; /* s: its time window; infinite without one */
    bool is_open;         /* now */
    bool is_over;         /* it has closed, and never opens again */
    bool is_absent;       /* its carrier has not come yet: its position is not known */
    bool is_limited;      /* to a number of agents: see room */
    uint32_t room;        /* free places of a limited goal, open or not; else UINT32_MAX */
    uint32_t resource;    /* what agents claim of a limited goal; else UINT32_MAX */
    float tolerance;      /* m: how near to the region counts as arrived */
    wend_arrive arrive;
    wend_on_arrival on_arrival;
} wend_goal_info;

/* Information about goal `goal`, which must exist. */
WEND_API wend_goal_info wend_view_goal_info(const wend_view *view, uint32_t goal);

/* m: from a position to the nearest part of a goal on its own layer; INFINITY for directions. */
WEND_API float wend_view_goal_distance(const wend_view *view, uint32_t goal, wend_vec2 from);

/* The part of its goal that body `index` heads for: the part in which its route ends if that comes
 * from a map; else the first one or, with `nearest`, the one nearest to the agent. The body must
 * have a goal. */
WEND_API uint32_t wend_view_goal_part(const wend_view *view, uint32_t index, bool nearest);

/* The same as wend_view_is_goal_reachable for the goal at position `member` of the agent's goal
 * set, in constant time. */
WEND_API bool wend_view_is_member_reachable(const wend_view *view, uint32_t index, uint32_t member);

/* Whether body `index` may arrive at goal `goal` on its way to its own: it lies on the agent's
 * layer, is open or will be, has no limit of places, is known and not known to be unreachable. */
WEND_API bool wend_view_goal_counts(const wend_view *view, uint32_t index, uint32_t goal);

enum {
    WEND_GOAL_MEMBERS = 31,      /* of a goal set that have a bit; the others share the last one */
    WEND_MAX_INTENT_REGIONS = 16 /* of one intent */
};
#define WEND_ALL_GOAL_MEMBERS UINT32_MAX

/* Completes the intent of an agent that heads for its goal. The caller has put the goal's region
 * (wend_view_goal_region) into intent->region, with its flags. This adds the other parts of the
 * goal (with WEND_REGION_AIM_NEAREST the nearest part comes first), then those of the other goals
 * that the agent heads for at once, in the order of its set: only members with a bit in `members`.
 * Of more than WEND_MAX_INTENT_REGIONS the nearest are taken. They lie in scratch memory of the
 * step; when memory ran out the intent keeps one region. */
WEND_API void wend_view_add_goal_regions(const wend_view *view, uint32_t worker, uint32_t index,
                                         uint32_t members, wend_intent *intent);

/* ---- Obstacles of the overlay ---------------------------------------------------------------- */

typedef enum wend_obstacle_kind {
    WEND_OBSTACLE_DOOR,  /* a chain of walls that is closed or open */
    WEND_OBSTACLE_MOVING /* a solid polygon that moves and turns */
} wend_obstacle_kind;

/* An obstacle at the start of the step. */
typedef struct wend_obstacle_info {
    wend_obstacle_kind kind;
    uint32_t layer;
    const char *name; /* "" if it has none; lives as long as the obstacle */
    bool is_present;  /* a closed door; a moving obstacle that is in the world */
    bool
        is_standing; /* a moving one that has been at rest for so long that routes lead around it */
    /* Its walls among those of the overlay: see wend_view_overlay_wall. None if it is not there. */
    uint32_t first_wall, wall_count;
} wend_obstacle_info;

/* Obstacles have indices below this; one that was removed is not present. */
WEND_API uint32_t wend_view_obstacle_count(const wend_view *view);
WEND_API wend_obstacle_info wend_view_obstacle_info(const wend_view *view, uint32_t obstacle);

/* A wall of the overlay, below first_wall + wall_count of some obstacle that is present: its ends,
 * and the velocity of each. In queries of walls it has the index wend_space_wall_count(space) +
 * wall. A moving obstacle lies on the right of a -> b. */
typedef struct wend_overlay_wall {
    wend_vec2 a, b;
    wend_vec2 velocity_a, velocity_b; /* m/s */
    uint32_t layer;
    uint32_t obstacle;
} wend_overlay_wall;

/* A wall of the overlay as it is at the start of the step. */
WEND_API wend_overlay_wall wend_view_overlay_wall(const wend_view *view, uint32_t wall);

/* Whether a disc can go straight from one location to another, on one layer, without coming nearer
 * than its radius to a moving obstacle that stands still. An obstacle that an end is already nearer
 * to does not count as long as the line leads no nearer. For planners. */
WEND_API bool wend_view_is_clear_of_standing(const wend_view *view, wend_location from,
                                             wend_location to, float radius);

/* ---- Memory of workers ----------------------------------------------------------------------- */

enum { WEND_WORKER_BUFFERS = 8 };

/* Memory for at least `size` bytes that a worker keeps from one call to the next, aligned to 64:
 * for searches, whose scratch memory would pile up over the agents of a step. `buffer` is below
 * WEND_WORKER_BUFFERS. It grows to the largest size that was ever asked for; new memory is zeroed,
 * the rest is what the last caller on this worker left there, whichever model that was: no result
 * may depend on it. NULL when memory ran out: the step then fails. */
WEND_API void *wend_view_buffer(const wend_view *view, uint32_t worker, uint32_t buffer,
                                size_t size);

/* ---- Figures --------------------------------------------------------------------------------- */

/* Bounds over all agents and obstacles, and what the world runs with. */
typedef struct wend_view_figures {
    float fastest_agent;    /* m/s: the largest max_speed that any agent may have */
    float fastest_obstacle; /* m/s: of all ends of overlay walls */
    float largest_radius;   /* m: of all bodies */
    wend_kernel kernel;     /* never WEND_KERNEL_AUTO */
    uint32_t worker_count;
} wend_view_figures;

/* The bounds as they are now. */
WEND_API wend_view_figures wend_view_get_figures(const wend_view *view);

/* m: how much room is left to rounding between a body and a wall, at a position: some units in the
 * last place of its largest coordinate, at least 0.01 mm. */
WEND_API float wend_skin(wend_vec2 position);

#ifdef __cplusplus
}
#endif

#endif
