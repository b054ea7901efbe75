/* wend/objects.h: lists the objects of a world, with their names and properties, for viewers,
 * editors and other programs that did not create the world themselves.
 *
 * Objects of a kind have indices. A ..._count function returns a number that is greater than every
 * index of the kind; an object may have been removed below it. A ..._at function returns the object
 * with the given index, or a null id if there is none. Names are "" if the object has none or the
 * id is null or stale, and are valid as long as the object exists. For profiles, goals, maps and
 * sources, see also wend/world.h and wend/source.h. */
#ifndef WEND_OBJECTS_H
#define WEND_OBJECTS_H

#include <wend/machine.h>
#include <wend/queue.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Profiles -------------------------------------------------------------------------------- */

/* Returns the name of a profile. */
WEND_API const char *wend_world_get_profile_name(const wend_world *world, wend_profile profile);
/* Returns the profile from which a state machine has derived this one, for states that have entries
 * of their own (wend/machine.h). Returns a null id for other profiles. */
WEND_API wend_profile wend_world_get_profile_base(const wend_world *world, wend_profile profile);
/* True if a profile is about to be removed, because a command for it is queued, or because it has
 * been replaced and its agents have not taken the new definition yet. This includes the profiles
 * that machines have derived from such a profile. */
WEND_API bool wend_world_is_profile_removed_next(const wend_world *world, wend_profile profile);
/* Gets the definition of a profile, as wend_world_add_profile needs it. It includes what the world
 * has chosen: the planner in place of `auto`, and the modifier `yield`. `out->terrain_rules` points
 * at `rules`, which has room for WEND_MAX_TERRAIN_RULES; if `rules` is NULL, the terrain rules and
 * the slope weight are left out. Names and settings are valid until the profile is replaced or
 * removed. Returns false if the id is null or stale. */
WEND_API bool wend_world_get_profile_def(const wend_world *world, wend_profile profile,
                                         wend_profile_def *out, wend_terrain_rule *rules);

/* Replaces the definition of a profile immediately. The profile keeps its id, its index and its
 * name, so that sources, machines and queued agents use the new definition; def->name is ignored.
 * The agents of the profile get it at the start of the next step, those on a connection when they
 * have returned. As with wend_world_set_agent_profile, they keep their attributes and the model
 * parameters of entries that stay; but parameters whose distribution has changed are sampled again.
 * The state of their entries is reset, and their routes are planned again.
 *
 * Fails, and changes nothing, under the same conditions as wend_world_add_profile; if an entry of a
 * state of a machine does not fit the new definition; and, if the profile is in use, if a planner
 * lacks its map. Also fails with WEND_ERROR_NAME (a null or stale id) and WEND_ERROR_INVALID (a
 * profile that belongs to a state of a machine, or unpacked agents that have not entered yet). */
WEND_API wend_result wend_world_replace_profile(wend_world *world, wend_profile profile,
                                                const wend_profile_def *def, wend_error *error);

/* ---- Goals ----------------------------------------------------------------------------------- */

/* What a goal belongs to. */
typedef enum wend_goal_owner {
    WEND_GOAL_OWNER_NONE,  /* nothing: a program or a scenario added it */
    WEND_GOAL_OWNER_AGENT, /* an agent, for which a selector placed it */
    WEND_GOAL_OWNER_QUEUE  /* a queue: its tail or one of its places */
} wend_goal_owner;

/* The number of goals includes those that belong to agents and queues. wend_view_goal_info,
 * wend_view_goal_region and wend_view_goal_parts return their properties by index. */
WEND_API uint32_t wend_world_goal_count(const wend_world *world);
WEND_API const char *wend_world_get_goal_name(const wend_world *world, wend_goal goal);
/* Returns what a goal belongs to; WEND_GOAL_OWNER_NONE for a null or stale id. */
WEND_API wend_goal_owner wend_world_get_goal_owner(const wend_world *world, wend_goal goal);

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Returns a number that is greater than the indices of all groups. */
WEND_API uint32_t wend_world_group_count(const wend_world *world);
/* Returns the group with the given index, or a null id if there is none. */
WEND_API wend_group wend_world_group_at(const wend_world *world, uint32_t index);
/* Returns the name of a group. */
WEND_API const char *wend_world_get_group_name(const wend_world *world, wend_group group);

/* ---- Obstacles ------------------------------------------------------------------------------- */

/* The index of an obstacle is that of wend_view_obstacle_info, which returns its properties. */
WEND_API uint32_t wend_world_obstacle_count(const wend_world *world);
WEND_API wend_obstacle wend_world_obstacle_at(const wend_world *world, uint32_t index);
/* Gets the polyline of a door, or the polygon of a moving obstacle at its present position. Writes
 * at most `capacity` points, and returns how many there are; 0 if the id is null or stale. */
WEND_API uint32_t wend_world_get_obstacle_points(const wend_world *world, wend_obstacle obstacle,
                                                 wend_point *out, uint32_t capacity);

/* The motion of an obstacle at the present time. */
typedef struct wend_obstacle_motion {
    wend_point position;     /* m */
    double angle;            /* rad */
    wend_point velocity;     /* m/s */
    double angular_velocity; /* rad/s */
} wend_obstacle_motion;

/* Gets the motion of a moving obstacle, whether it is in the world or not. Returns false if the id
 * is null or stale, and for doors. */
WEND_API bool wend_world_get_obstacle_motion(const wend_world *world, wend_obstacle obstacle,
                                             wend_obstacle_motion *out);

/* ---- Areas ----------------------------------------------------------------------------------- */

/* Returns a number that is greater than the indices of all areas. */
WEND_API uint32_t wend_world_area_count(const wend_world *world);
/* Returns the area with the given index, or a null id if there is none. */
WEND_API wend_area wend_world_area_at(const wend_world *world, uint32_t index);
/* Gets the polygon of an area and its layer, which may be NULL. Writes at most `capacity` points,
 * and returns how many there are; 0 if the id is null or stale. */
WEND_API uint32_t wend_world_get_area_points(const wend_world *world, wend_area area,
                                             wend_point *out, uint32_t *layer, uint32_t capacity);

/* ---- Queues and machines --------------------------------------------------------------------- */

/* Returns a number that is greater than the indices of all queues. */
WEND_API uint32_t wend_world_queue_count(const wend_world *world);
/* Returns the queue with the given index, or a null id if there is none. */
WEND_API wend_queue wend_world_queue_at(const wend_world *world, uint32_t index);
/* Returns the name of a queue. */
WEND_API const char *wend_world_get_queue_name(const wend_world *world, wend_queue queue);

/* Returns a number that is greater than the indices of all machines. */
WEND_API uint32_t wend_world_machine_count(const wend_world *world);
/* Returns the machine with the given index, or a null id if there is none. */
WEND_API wend_machine wend_world_machine_at(const wend_world *world, uint32_t index);
/* Returns the name of a machine. */
WEND_API const char *wend_world_get_machine_name(const wend_world *world, wend_machine machine);

/* ---- Sources --------------------------------------------------------------------------------- */

/* Returns the name of a source. */
WEND_API const char *wend_world_get_source_name(const wend_world *world, wend_source source);

#ifdef __cplusplus
}
#endif

#endif
