/* wend/attributes.h: the attributes of an individual agent, such as its radius and speeds, and
 * functions to get and set them. */
#ifndef WEND_ATTRIBUTES_H
#define WEND_ATTRIBUTES_H

#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world of agents: see wend/world.h. */
typedef struct wend_world wend_world;

/* The attributes of one agent. Numbers that its def does not specify are sampled from its profile
 * when the agent enters the world. They do not change when its profile changes. */
typedef struct wend_agent_attributes {
    float radius;                     /* m */
    float preferred_speed, max_speed; /* m/s; preferred_speed is at most max_speed */
    float max_acceleration;           /* m/s^2; INFINITY: no limit */
    float max_turn_rate;              /* rad/s; INFINITY: no limit */
    float heading;                    /* rad in [-pi, pi], counter-clockwise from +x */
    uint32_t class_mask; /* obstacle classes that block the agent, one bit for each class */
    int32_t priority;    /* agents with lower values go first; 0 unless set */
    const char *label;   /* "" if the agent has no label; valid until the world changes */
    uint64_t user;       /* not used by the library: an id, or a pointer converted to a number */
} wend_agent_attributes;

/* Gets the attributes of an agent. Returns false if the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_attributes(const wend_world *world, wend_agent agent,
                                              wend_agent_attributes *out);

/* The setters below are commands. Each sets one attribute of one agent, or of `count` agents in the
 * order given; either all of these commands are queued or none of them. Commands take effect at the
 * start of the next step. They also affect agents on connections and agents that were queued
 * earlier; stale agents are ignored. A value out of range fails with WEND_ERROR_INVALID, and the
 * message states the value, the range and the unit. Running out of memory gives WEND_ERROR_MEMORY,
 * either here or in the next step, which can then be repeated. */

/* Sets the radius (m, 0.01 to 100). An agent that grows into walls or other agents overlaps with
 * them. It still cannot cross a wall, and its overlap with static walls does not increase. */
WEND_API wend_result wend_world_set_agent_radius(wend_world *world, wend_agent agent, double radius,
                                                 wend_error *error);
WEND_API wend_result wend_world_set_agent_radii(wend_world *world, const wend_agent *agents,
                                                const double *radii, uint32_t count,
                                                wend_error *error);
/* Sets the preferred speed (m/s, 0 to 100). */
WEND_API wend_result wend_world_set_agent_preferred_speed(wend_world *world, wend_agent agent,
                                                          double speed, wend_error *error);
WEND_API wend_result wend_world_set_agent_preferred_speeds(wend_world *world,
                                                           const wend_agent *agents,
                                                           const double *speeds, uint32_t count,
                                                           wend_error *error);
/* Sets the maximum speed (m/s, 0 to 100). With 0, the agent stands still and only the other agents
 * avoid collisions. */
WEND_API wend_result wend_world_set_agent_max_speed(wend_world *world, wend_agent agent,
                                                    double speed, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_speeds(wend_world *world, const wend_agent *agents,
                                                     const double *speeds, uint32_t count,
                                                     wend_error *error);
/* Sets the maximum acceleration (m/s^2, 0.001 to 1e6, or INFINITY for no limit). */
WEND_API wend_result wend_world_set_agent_max_acceleration(wend_world *world, wend_agent agent,
                                                           double acceleration, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_accelerations(wend_world *world,
                                                            const wend_agent *agents,
                                                            const double *accelerations,
                                                            uint32_t count, wend_error *error);
/* Sets the heading (rad). Any finite angle is allowed, and is wrapped to [-pi, pi]. NAN resets the
 * heading to its default: the direction of the velocity, or 0 at rest. After a heading has been
 * set, each step turns it towards the direction of the agent's velocity, by at most max_turn_rate
 * times the step duration; while the agent stands still, the heading does not change. An agent with
 * a limited turn rate has its own heading from its first step on. The heading does not limit
 * motion. */
WEND_API wend_result wend_world_set_agent_heading(wend_world *world, wend_agent agent,
                                                  double heading, wend_error *error);
WEND_API wend_result wend_world_set_agent_headings(wend_world *world, const wend_agent *agents,
                                                   const double *headings, uint32_t count,
                                                   wend_error *error);
/* Sets the maximum rate at which the heading turns (rad/s, 0 to 1000, or INFINITY for no limit). */
WEND_API wend_result wend_world_set_agent_max_turn_rate(wend_world *world, wend_agent agent,
                                                        double rate, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_turn_rates(wend_world *world,
                                                         const wend_agent *agents,
                                                         const double *rates, uint32_t count,
                                                         wend_error *error);
/* Sets the class mask; every value is valid. Bit k states whether walls of obstacle class k block
 * the agent while that class is on; class 0 always blocks it. Planners, followers, models, `move`
 * and visibility checks use the mask: the agent behaves as if the classes outside its mask were
 * off. The agent's route is checked in the same manner as after a class has been switched; other
 * agents keep their routes. If a solid that contains the agent starts to block it, the agent is
 * treated as if that class had just been switched on. */
WEND_API wend_result wend_world_set_agent_class_mask(wend_world *world, wend_agent agent,
                                                     uint32_t mask, wend_error *error);
WEND_API wend_result wend_world_set_agent_class_masks(wend_world *world, const wend_agent *agents,
                                                      const uint32_t *masks, uint32_t count,
                                                      wend_error *error);
/* Sets the priority; every value is valid. When several agents claim a goal with limited capacity
 * in the same step, the agent with the lowest priority value goes first; ties go to the lowest key.
 * Steering models with the parameter `right_of_way` give such an agent right of way. */
WEND_API wend_result wend_world_set_agent_priority(wend_world *world, wend_agent agent,
                                                   int32_t priority, wend_error *error);
WEND_API wend_result wend_world_set_agent_priorities(wend_world *world, const wend_agent *agents,
                                                     const int32_t *priorities, uint32_t count,
                                                     wend_error *error);
/* Sets the label: a string of at most WEND_MAX_NAME bytes, which is copied. NULL or "" removes the
 * label. Agents with the same label share one copy. */
WEND_API wend_result wend_world_set_agent_label(wend_world *world, wend_agent agent,
                                                const char *label, wend_error *error);
WEND_API wend_result wend_world_set_agent_labels(wend_world *world, const wend_agent *agents,
                                                 const char *const *labels, uint32_t count,
                                                 wend_error *error);
/* Sets the user data, any value. The library stores it and saves it in snapshots, but never uses
 * it. */
WEND_API wend_result wend_world_set_agent_user(wend_world *world, wend_agent agent, uint64_t user,
                                               wend_error *error);
WEND_API wend_result wend_world_set_agent_users(wend_world *world, const wend_agent *agents,
                                                const uint64_t *users, uint32_t count,
                                                wend_error *error);

/* Sets a sampled parameter (WEND_PARAM_SAMPLED) of the entry of kind `kind` in the agent's profile.
 * The value is in the unit and range of the entry's parameter table. If the agent has several
 * modifiers, the parameter of the first modifier that has such a parameter is set. Fails with
 * WEND_ERROR_NAME if no profile of the world has an entry of that kind with such a parameter, and
 * in the same cases as the setters above. Agents that have no such parameter when the command takes
 * effect are not changed. */
WEND_API wend_result wend_world_set_agent_param(wend_world *world, wend_agent agent, wend_kind kind,
                                                const char *name, double value, wend_error *error);
WEND_API wend_result wend_world_set_agent_params(wend_world *world, const wend_agent *agents,
                                                 wend_kind kind, const char *name,
                                                 const double *values, uint32_t count,
                                                 wend_error *error);

/* Samples radius, speeds, acceleration, turn rate and model parameters again, as if the agents had
 * just entered the world. Each agent uses the profile that it has when the command takes effect.
 * Fails under the same conditions as the setters above. */
WEND_API wend_result wend_world_resample_agents(wend_world *world, const wend_agent *agents,
                                                uint32_t count, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
