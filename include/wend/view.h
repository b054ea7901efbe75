/* wend/view.h: more queries for models, in addition to those in wend/model.h. They cover all
 * properties of goals, the regions of an intent, obstacles, worker buffers, and bounds over the
 * crowd.
 *
 * Together with wend/model.h, these functions give custom models everything that the built-in ones
 * use. Some built-in models access the same data directly, for speed; the results are the same. */
#ifndef WEND_VIEW_H
#define WEND_VIEW_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Goals ----------------------------------------------------------------------------------- */

/* WEND_ARRIVE_TOUCH: an agent has arrived when its disc touches the region. WEND_ARRIVE_INSIDE: an
 * agent has arrived when its centre is inside the region. */
typedef enum wend_arrive { WEND_ARRIVE_TOUCH, WEND_ARRIVE_INSIDE } wend_arrive;

/* What happens when an agent arrives. */
typedef enum wend_on_arrival {
    WEND_ON_ARRIVAL_STOP,    /* the agent stays at the goal */
    WEND_ON_ARRIVAL_LEAVE,   /* the agent leaves the world */
    WEND_ON_ARRIVAL_CONTINUE /* its selector chooses the next goal */
} wend_on_arrival;

/* The state of a goal at the start of the step, except its region. */
typedef struct wend_goal_info {
    uint32_t layer;
    uint32_t part_count;      /* number of parts: see wend_view_goal_parts */
    double opens, closes;     /* s: its time window; infinite if it has none */
    bool is_open;             /* true: it is open now */
    bool has_closed;          /* it has closed, and will never open again */
    bool is_position_unknown; /* its carrier has not entered yet, so its position is unknown */
    bool is_limited;          /* its capacity is limited: see `capacity_left` */
    /* Free capacity of a limited goal, whether open or not; else UINT32_MAX. */
    uint32_t capacity_left;
    uint32_t resource; /* the resource that agents claim for a limited goal; else UINT32_MAX */
    float tolerance;   /* m: an agent within this distance of the region has arrived */
    wend_arrive arrive;
    wend_on_arrival on_arrival;
} wend_goal_info;

/* Returns the state of goal `goal`, which must exist. */
WEND_API wend_goal_info wend_view_goal_info(const wend_view *view, uint32_t goal);

/* Returns the distance (m) from a position on the goal's layer to the nearest part of the goal, or
 * INFINITY if the goal is a direction. */
WEND_API float wend_view_goal_distance(const wend_view *view, uint32_t goal, wend_vec2 from);

/* Returns the part of its goal that body `index` heads for. If its route comes from a map, this is
 * the part in which the route ends; otherwise it is the first part or, if `nearest` is true, the
 * part nearest to the agent. The body must have a goal. */
WEND_API uint32_t wend_view_goal_part(const wend_view *view, uint32_t index, bool nearest);

/* The same as wend_view_is_goal_reachable for the goal at index `member` of the agent's goal set,
 * but in constant time. */
WEND_API bool wend_view_is_member_reachable(const wend_view *view, uint32_t index, uint32_t member);

/* True if body `index` may arrive at goal `goal` while it heads for its own goal: goal `goal` lies
 * on the agent's layer, is open or will open, has unlimited capacity and a known position, and is
 * not known to be unreachable. */
WEND_API bool wend_view_can_arrive_at(const wend_view *view, uint32_t index, uint32_t goal);

enum {
    WEND_GOAL_MEMBERS = 31, /* bits for members of a goal set; further members share the last bit */
    WEND_MAX_INTENT_REGIONS = 16 /* the largest number of regions of one intent */
};
/* Selects all members in wend_view_add_goal_regions. */
#define WEND_ALL_GOAL_MEMBERS UINT32_MAX

/* Completes the intent of an agent that heads for its goal. The caller has set intent->region to
 * the goal's region (wend_view_goal_region), with its flags. This function adds the other parts of
 * the goal; with WEND_REGION_AIM_NEAREST, the nearest part comes first. The agent may head for
 * several goals of its goal set at the same time. The function then also adds the parts of the
 * other goals, in the order of the goal set, if their bits are set in `members`. If there are more
 * than WEND_MAX_INTENT_REGIONS regions, only the nearest are added. The regions are stored in the
 * scratch memory of the step; if memory runs out, the intent keeps one region. */
WEND_API void wend_view_add_goal_regions(const wend_view *view, uint32_t worker, uint32_t index,
                                         uint32_t members, wend_intent *intent);

/* ---- Obstacles of the overlay ---------------------------------------------------------------- */

/* The kinds of obstacles in the overlay. */
typedef enum wend_obstacle_kind {
    WEND_OBSTACLE_DOOR,  /* a polyline of walls; the door is closed or open */
    WEND_OBSTACLE_MOVING /* a solid polygon that moves and rotates */
} wend_obstacle_kind;

/* The state of an obstacle at the start of the step. */
typedef struct wend_obstacle_info {
    wend_obstacle_kind kind;
    uint32_t layer;
    const char *name; /* "" if the obstacle has no name; valid while the obstacle exists */
    bool is_present;  /* true for a closed door, and for a moving obstacle that is in the world */
    bool is_standing; /* true for a moving obstacle that has been at rest for so long that routes
                         lead around it */
    /* Its walls in the overlay: see wend_view_overlay_wall. There are none if it is not present. */
    uint32_t first_wall, wall_count;
} wend_obstacle_info;

/* Returns a number that is greater than every obstacle index. An obstacle that has been removed
 * counts as not present. */
WEND_API uint32_t wend_view_obstacle_count(const wend_view *view);
/* Returns the state of an obstacle. `obstacle` must be less than the count. */
WEND_API wend_obstacle_info wend_view_obstacle_info(const wend_view *view, uint32_t obstacle);

/* A wall of the overlay: its end points and their velocities. In wall queries it has the index
 * `wend_space_wall_count(space) + wall`. A moving obstacle lies on the right of a -> b. */
typedef struct wend_overlay_wall {
    wend_vec2 a, b;
    wend_vec2 velocity_a, velocity_b; /* m/s: velocities of the end points */
    uint32_t layer;
    uint32_t obstacle;
} wend_overlay_wall;

/* Returns a wall of the overlay at the start of the step. `wall` must be an index of a present
 * obstacle's walls: at least its first_wall, and less than first_wall + wall_count. */
WEND_API wend_overlay_wall wend_view_overlay_wall(const wend_view *view, uint32_t wall);

/* True if a disc can move in a straight line from one location to another on the same layer, and
 * stays at least its radius away from every moving obstacle that has come to rest. If an end of the
 * line is already closer to an obstacle, that obstacle is ignored as long as the line comes no
 * closer to it. This function is for planners. */
WEND_API bool wend_view_is_clear_of_standing(const wend_view *view, wend_location from,
                                             wend_location to, float radius);

/* ---- Worker buffers -------------------------------------------------------------------------- */

/* The number of buffers of each worker. */
enum { WEND_WORKER_BUFFERS = 8 };

/* Returns at least `size` bytes of memory, aligned to 64 bytes, that a worker keeps from one call
 * to the next. Use such buffers for searches; scratch memory would accumulate over all agents of a
 * step. `buffer` must be less than WEND_WORKER_BUFFERS. A buffer grows to the largest size
 * requested so far. New memory is zeroed. The rest holds what the last caller on this worker
 * (possibly another model) left there, so no result may depend on it. Returns NULL if out of
 * memory; then the step fails. */
WEND_API void *wend_view_buffer(const wend_view *view, uint32_t worker, uint32_t buffer,
                                size_t size);

/* ---- Cost of planning ------------------------------------------------------------------------ */

/* Counts the nodes of a search towards the budget of the step (wend_world_def.plan_budget). Each
 * planner calls it at the end of its searches, on the worker that ran them. */
WEND_API void wend_view_count_nodes(const wend_view *view, uint32_t worker, uint64_t count);

/* ---- Bounds ---------------------------------------------------------------------------------- */

/* Bounds over all agents and obstacles, and some settings of the world. */
typedef struct wend_view_bounds {
    float fastest_agent;    /* m/s: the largest max_speed that any agent may have */
    float fastest_obstacle; /* m/s: the largest speed of any end point of an overlay wall */
    float largest_radius;   /* m: the largest radius of any body */
    wend_kernel kernel;     /* never WEND_KERNEL_AUTO */
    uint32_t worker_count;
} wend_view_bounds;

/* Returns the current bounds. */
WEND_API wend_view_bounds wend_view_get_bounds(const wend_view *view);

/* Returns the tolerance (m) for rounding errors in the distance between a wall and a body at
 * `position`. It is a few units in the last place of the position's largest coordinate, and at
 * least 0.01 mm. */
WEND_API float wend_rounding_tolerance(wend_vec2 position);

#ifdef __cplusplus
}
#endif

#endif
