/* wend/attributes.h: what belongs to an agent and not to its profile, with setters. */
#ifndef WEND_ATTRIBUTES_H
#define WEND_ATTRIBUTES_H

#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

/* What belongs to an agent. Numbers are sampled from its profile when it enters the world, unless
 * its def gives them; they stay when its profile changes. */
typedef struct wend_agent_attributes {
    float radius;                     /* m */
    float preferred_speed, max_speed; /* m/s; the agent prefers at most max_speed */
    float max_acceleration;           /* m/s^2; INFINITY: no limit */
    float max_turn_rate;              /* rad/s; INFINITY: no limit */
    float heading;                    /* rad in [-pi, pi], counter-clockwise from +x */
    uint32_t class_mask;              /* the obstacle classes that count for it, one bit for each */
    int32_t priority;                 /* lower comes first; 0 unless set */
    const char *label;                /* "" without one; valid until the world changes */
    uint64_t user;                    /* opaque to the library: an id, or a pointer as a number */
} wend_agent_attributes;

/* The attributes of an agent; false when the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_attributes(const wend_world *world, wend_agent agent,
                                              wend_agent_attributes *out);

/* Commands that set one attribute: of an agent, and of `count` agents in their order (all or none
 * are queued). They apply at the start of the next step, also to agents that are queued before
 * them and to agents on connections; stale agents are ignored. A value out of range fails with
 * WEND_ERROR_INVALID; the message has the value, the range and the unit. Lack of memory fails with
 * WEND_ERROR_MEMORY: here, or in the next step, which then may be tried again.
 *
 * Radius, m: 0.01 to 100. An agent that grows into walls or other agents overlaps with them; it
 * crosses no wall, and its overlap with static walls does not grow. */
WEND_API wend_result wend_world_set_agent_radius(wend_world *world, wend_agent agent, double radius,
                                                 wend_error *error);
WEND_API wend_result wend_world_set_agent_radii(wend_world *world, const wend_agent *agents,
                                                const double *radii, uint32_t count,
                                                wend_error *error);
/* Preferred speed, m/s: 0 to 100. */
WEND_API wend_result wend_world_set_agent_preferred_speed(wend_world *world, wend_agent agent,
                                                          double speed, wend_error *error);
WEND_API wend_result wend_world_set_agent_preferred_speeds(wend_world *world,
                                                           const wend_agent *agents,
                                                           const double *speeds, uint32_t count,
                                                           wend_error *error);
/* Largest speed, m/s: 0 to 100; with 0 the agent stands, and others avoid it alone. */
WEND_API wend_result wend_world_set_agent_max_speed(wend_world *world, wend_agent agent,
                                                    double speed, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_speeds(wend_world *world, const wend_agent *agents,
                                                     const double *speeds, uint32_t count,
                                                     wend_error *error);
/* Largest acceleration, m/s^2: 0.001 to 1e6, or INFINITY for no limit. */
WEND_API wend_result wend_world_set_agent_max_acceleration(wend_world *world, wend_agent agent,
                                                           double acceleration, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_accelerations(wend_world *world,
                                                            const wend_agent *agents,
                                                            const double *accelerations,
                                                            uint32_t count, wend_error *error);
/* Heading, rad, any finite angle (kept in [-pi, pi]); NAN: again the direction of its velocity, or
 * 0 at rest. Each step turns a heading that was set towards the direction of the agent's velocity
 * by at most max_turn_rate; while the agent stands, its heading stays. An agent with a limited
 * turn rate has a heading of its own from its first step on. The heading does not limit motion. */
WEND_API wend_result wend_world_set_agent_heading(wend_world *world, wend_agent agent,
                                                  double heading, wend_error *error);
WEND_API wend_result wend_world_set_agent_headings(wend_world *world, const wend_agent *agents,
                                                   const double *headings, uint32_t count,
                                                   wend_error *error);
/* Largest rate at which the heading turns, rad/s: 0 to 1000, or INFINITY for no limit. */
WEND_API wend_result wend_world_set_agent_max_turn_rate(wend_world *world, wend_agent agent,
                                                        double rate, wend_error *error);
WEND_API wend_result wend_world_set_agent_max_turn_rates(wend_world *world,
                                                         const wend_agent *agents,
                                                         const double *rates, uint32_t count,
                                                         wend_error *error);
/* Class mask, any: bit k says whether walls of obstacle class k count for the agent while that
 * class is on; class 0 always does. Planners, followers, models, `move` and visibility checks go by
 * it: the agent behaves as if the other classes were off. Its route is checked as after a switch of
 * classes; other agents keep theirs. An agent in a solid that comes to count for it is treated as
 * one where a class was switched on. */
WEND_API wend_result wend_world_set_agent_class_mask(wend_world *world, wend_agent agent,
                                                     uint32_t mask, wend_error *error);
WEND_API wend_result wend_world_set_agent_class_masks(wend_world *world, const wend_agent *agents,
                                                      const uint32_t *masks, uint32_t count,
                                                      wend_error *error);
/* Priority, any: of agents that ask for a place at a goal of limited capacity in the same step, the
 * lowest priority comes first, then the lowest key. */
WEND_API wend_result wend_world_set_agent_priority(wend_world *world, wend_agent agent,
                                                   int32_t priority, wend_error *error);
WEND_API wend_result wend_world_set_agent_priorities(wend_world *world, const wend_agent *agents,
                                                     const int32_t *priorities, uint32_t count,
                                                     wend_error *error);
/* Label, a text of at most WEND_MAX_NAME bytes, copied; NULL or "": none. Agents with the same
 * label share one copy. */
WEND_API wend_result wend_world_set_agent_label(wend_world *world, wend_agent agent,
                                                const char *label, wend_error *error);
WEND_API wend_result wend_world_set_agent_labels(wend_world *world, const wend_agent *agents,
                                                 const char *const *labels, uint32_t count,
                                                 wend_error *error);
/* User data, any: the library keeps it, saves it in snapshots, and never looks at it. */
WEND_API wend_result wend_world_set_agent_user(wend_world *world, wend_agent agent, uint64_t user,
                                               wend_error *error);
WEND_API wend_result wend_world_set_agent_users(wend_world *world, const wend_agent *agents,
                                                const uint64_t *users, uint32_t count,
                                                wend_error *error);

/* Sets a parameter that can be sampled (WEND_PARAM_SAMPLED) of the agent's entry of a kind, in the
 * unit and range of its table; of modifiers, that of the first one with such a parameter. Fails
 * with WEND_ERROR_NAME if no profile of the world has an entry of that kind with such a parameter,
 * and as above. Does nothing to agents whose profile has none then. */
WEND_API wend_result wend_world_set_agent_param(wend_world *world, wend_agent agent, wend_kind kind,
                                                const char *name, double value, wend_error *error);
WEND_API wend_result wend_world_set_agent_params(wend_world *world, const wend_agent *agents,
                                                 wend_kind kind, const char *name,
                                                 const double *values, uint32_t count,
                                                 wend_error *error);

/* Has radius, speeds, acceleration, turn rate and model parameters sampled from the profile that
 * the agents have then, as if they entered the world with it. */
WEND_API wend_result wend_world_resample_agents(wend_world *world, const wend_agent *agents,
                                                uint32_t count, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
