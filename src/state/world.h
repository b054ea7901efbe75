/* state/world.h: the data of a world, that is, its agents, profiles, goals, commands and events.
 *
 * The modules behave/ (choice of goals) and world/ (API and step) operate on this data. */
#ifndef STATE_WORLD_H
#define STATE_WORLD_H

#include <wend/world.h>

#include "base/memory.h"
#include "move/move.h"
#include "near/near.h"
#include "state/areas.h"
#include "state/ids.h"
#include "state/machines.h"
#include "state/names.h"
#include "state/own_goals.h"
#include "state/queues.h"
#include "state/sources.h"
#include "step/choice/selection.h"
#include "step/claims.h"
#include "step/connections.h"
#include "step/internals.h"
#include "step/overlay.h"
#include "step/params.h"
#include "step/routes.h"
#include "step/store.h"
#include "step/worker_buffers.h"
#include "task/pool.h"

enum {
    WORLD_BLOCK = 256, /* number of bodies per block in the stages follow, modify and steer */

    /* Indices of a profile's entries, one for each stage. */
    PROFILE_SELECT = 0,
    PROFILE_PLAN,
    PROFILE_FOLLOW,
    PROFILE_STEER,
    PROFILE_MODIFY, /* the first modifier; the others follow it */
    PROFILE_STAGES = PROFILE_MODIFY + WEND_MAX_MODIFIERS
};

/* The per-agent state of one entry at one stage, indexed by slot. All profiles with this entry
 * share it. */
typedef struct state_table {
    const wend_stage *stage;
    uint32_t stage_index; /* one of PROFILE_SELECT, PROFILE_PLAN, ... */
    uint8_t *bytes;
    uint32_t capacity; /* number of slots */
} state_table;

typedef struct profile_stage {
    const wend_stage *stage;
    params_block block;
    uint32_t state; /* index of the entry's state_table, or WEND_NONE */
    void *model;    /* passed to the entry as wend_agents.model */
    bool created;   /* the entry's `create` made `model` */
} profile_stage;

typedef struct profile {
    char *name;       /* or NULL */
    char *variant_of; /* name of the profile that this one is a variant of, or NULL */
    params_sampled numbers[ATTRIBUTE_NUMBER_COUNT]; /* distributions only: agents hold the values */
    profile_stage stages[PROFILE_STAGES];
    uint32_t modify_count;
    double crowd;           /* value of the planner's wend_stage.crowd_param; 0 if it has none */
    double reconsider;      /* s: value of the selector's wend_selector.period_param, or 0 */
    bool is_removal_queued; /* its removal is queued, so it accepts no new agents */
    bool ready; /* the world has the maps that the profile needs: see world/profiles/ready.c */
    uint32_t derived_from; /* for a derived profile (world/machines/derive.c): index of its base
                              profile, plus 1; else 0 */
} profile;

typedef enum command_kind {
    COMMAND_ADD,
    COMMAND_REMOVE,
    COMMAND_SET_GOAL,
    COMMAND_SET_GOAL_SET, /* `bits`: id of the goal set, or 0 */
    COMMAND_SET_PROFILE,
    COMMAND_SET_VELOCITY,
    COMMAND_TELEPORT,
    COMMAND_MOVE_GOAL,
    COMMAND_SWITCH_CLASS,
    COMMAND_CLOSE_OBSTACLE,
    COMMAND_MOVE_OBSTACLE,
    COMMAND_REPLACE_MAP,
    COMMAND_SET_PREFERRED,
    COMMAND_SET_ATTRIBUTE, /* `index`: attribute; `number` or `bits`: new value */
    COMMAND_SET_PARAM, /* `index`: id of the parameter; `bits`: entry kind; `number`: new value */
    COMMAND_RESAMPLE,
    COMMAND_UNPACK, /* `index`: position in `arrivals` */
    COMMAND_SET_BELT,
    COMMAND_ENABLE_SOURCE,   /* `index`: 1 to enable, 0 to disable */
    COMMAND_SET_SOURCE_RATE, /* `number`: agents/s */
    COMMAND_LEAVE_QUEUE,
    COMMAND_RELEASE_QUEUE, /* `target`: id of the queue; `index`: number of agents */
    COMMAND_SET_STATE,     /* `bits`: machine id, or 0; `index`: state */
    COMMAND_FIRE_SIGNAL, /* `bits`: signal id; `index`: 1 if the agents follow, 0 for all agents */
    COMMAND_REACH_AGENT, /* `bits`: signal id */
    COMMAND_REMOVE_GOAL,
    COMMAND_REMOVE_GOAL_SET,
    COMMAND_REMOVE_PATH,
    COMMAND_REMOVE_GROUP,
    COMMAND_REMOVE_OBSTACLE,
    COMMAND_REMOVE_PROFILE,
    COMMAND_REMOVE_MAP,
    COMMAND_REMOVE_AREA,
    COMMAND_REMOVE_SOURCE,
    COMMAND_REMOVE_QUEUE,
    COMMAND_KIND_COUNT
} command_kind;

/* A queued command. `target` is the id of the agent, goal, obstacle, class or map that it
 * changes. */
typedef struct command {
    uint32_t kind;
    uint32_t index; /* depending on the kind: profile, layer or attribute; or 1 to switch on or
                       close, 0 to switch off or open */
    uint64_t target;
    wend_vec2 a;         /* local position of an agent */
    wend_vec2 b;         /* velocity of an agent, goal or belt */
    wend_point position; /* local position of a goal or an obstacle */
    wend_point obstacle_velocity;
    double number; /* angle of an obstacle (rad), or value of an attribute or parameter */
    double angular_velocity;
    float radius;  /* m: radius of a new agent; 0: the profile's radius */
    uint64_t bits; /* depending on the kind: goal id, content hash of a map, value of an attribute,
                      or entry kind */
    const void *object;
} command;

/* A command that is queued once its time has come. */
typedef struct timed_command {
    double time; /* s */
    command what;
} timed_command;

/* Commands in ascending order of time; those before `first` have been queued. */
typedef struct timetable {
    timed_command *items;
    uint32_t first, count, capacity;
} timetable;

/* The index ranges of the bodies in a block that share a profile and class mask. */
typedef struct list_group {
    uint32_t profile;
    uint32_t classes; /* switched-on obstacle classes that apply to the group's agents */
    uint32_t first_range, range_count;
} list_group;

typedef struct agent_lists {
    wend_range ranges[WORLD_BLOCK];
    list_group groups[WORLD_BLOCK];
    uint32_t group_count;
    const wend_body *bodies; /* the world's bodies, or the bodies of a belt_frame */
    wend_vec2 frame;         /* m/s: velocity of the belt, or zero if there is none */
} agent_lists;

/* The bodies as seen by the agents on a belt: all velocities are relative to the belt. */
typedef struct belt_frame {
    wend_body *bodies;
    uint32_t capacity;
    bool used; /* at least one agent is on the belt in this step */
} belt_frame;

/* An agent on a connection. */
typedef struct crossing {
    wend_body body; /* the body with which it returns to the ground; its position is up to date */
    uint32_t arc;
    wend_vec2 from;    /* position where the agent left the ground */
    double begin, end; /* s: when the crossing begins and ends */
} crossing;

/* An agent of another world: see wend_world_set_ghosts. */
typedef struct ghost_record {
    wend_body body;
    uint64_t key;
    uint32_t activity; /* wend_activity */
} ghost_record;

/* Ghosts in ascending order of their keys. */
typedef struct ghost_list {
    ghost_record *items;
    uint32_t count, capacity;
} ghost_list;

/* A body that switches to another goal of its goal set. */
typedef struct goal_change {
    uint32_t index, goal;
} goal_change;

/* The working data that one worker uses for a block. Each worker's data occupies separate cache
 * lines. */
typedef struct worker_data {
    _Alignas(64) wend_intent intents[WORLD_BLOCK];
    agent_lists lists;
    wend_route_sink sink;
    uint32_t *route_requests; /* bodies that need a new route, noted in this step */
    uint32_t route_request_count, route_request_capacity;
    uint32_t rescue_count; /* number of rescues started in this step */
    goal_change *changes;  /* goal changes noted in this step */
    uint32_t change_count, change_capacity;
    wend_range *late; /* blocks of bodies that move after all agents have steered */
    uint32_t late_count, late_capacity;
    double steer_seconds, move_seconds; /* time spent in blocks that steer and then move */
} worker_data;

struct wend_world {
    wend_allocator allocator; /* given by the user */
    memory memory;
    wend_space *space;
    const wend_registry *registry;
    wend_registry *own_registry; /* NULL if the caller gave a registry */
    uint64_t seed;
    double dt;
    uint32_t steer_every;
    float reach;
    float fastest;           /* m/s: the largest max_speed that any agent may have */
    float fastest_attribute; /* m/s: the largest max_speed recorded for individual agents, not
                                counting profiles */
    wend_kernel kernel;      /* the kernel in use */
    task_pool *pool;         /* NULL if the caller gave a task system */
    wend_task_system tasks;
    uint64_t step;

    /* Agents. */
    wend_body *bodies, *spare; /* the state, and the buffer for the next or sorted state */
    uint32_t body_count, body_capacity;
    bool is_out_of_memory; /* the allocator failed in this step */
    bool is_unfinished;    /* the last step failed; the events added so far are kept when it is
                              repeated */
    bool sorted;           /* `bodies` is in grid order */
    bool has_next_ghosts;  /* `next_ghosts` is valid */
    bool counted;          /* `bodies` is not sorted, but counted per cell: see near/near.h */
    uint32_t live_count; /* number of bodies of agents on the ground; agents on connections have no
                            body */
    cold_store cold;
    label_table labels;
    uint64_t next_key; /* key of the next agent that is added without a key */
    uint32_t *key_slots;
    uint32_t key_capacity, key_count;
    ghost_list ghosts, next_ghosts; /* used now; used from the next step on */
    ghost_list ghost_sorting;       /* buffer for sorting ghosts */
    near_sorter near;
    wend_outcome *outcomes; /* indexed by body; capacity: body_capacity */
    uint32_t *choices;      /* indexed by body: goals that selectors chose */
    selection selection;    /* what selectors see of the choices of this step */
    own_goal_table own_goals;
    wend_intent *intents; /* indexed by body; NULL if no model has `propose` */
    uint32_t choice_capacity, intent_capacity;

    /* Profiles and goals. */
    profile *profiles;
    uint32_t profile_count, profile_capacity;
    move_limits *limits; /* indexed by profile */
    uint32_t limit_capacity;
    uint32_t unready_count;   /* number of profiles that are not ready */
    bool bodies_unready;      /* a profile that is not ready may have agents in the world */
    bool any_takes_all_goals; /* at least one profile's selector takes all goals */
    bool any_proposes;        /* at least one profile's steering model has `propose` */
    bool moves_early;         /* blocks of bodies move as soon as they have steered: world/move.c */
    bool takes_all_goals[WEND_MAX_PROFILES]; /* indexed by profile: wend_selector.takes_all_goals */
    state_table *states;
    uint32_t state_count, state_capacity;
    goal_table goals;
    id_table profile_ids, goal_ids, goal_set_ids, group_ids, path_ids, map_ids, obstacle_ids;
    name_set goal_names, group_names; /* all names of goals and groups */
    index_list *goal_sets, *groups;
    uint32_t goal_set_count, goal_set_capacity, group_count, group_capacity;
    void *members; /* buffer for sorting the members of a group */
    uint32_t member_capacity;
    path_record *paths;
    uint32_t path_count, path_capacity;
    map_record *maps;
    uint32_t map_count, map_capacity;
    route_pool routes;
    claim_table claims;
    overlay overlay;
    connection_table connections;
    terrain_table terrains; /* terrain rules of profiles */
    field_table fields;
    belt_table belts;
    density_grid density;
    area_table areas;
    source_table sources;
    delay_list delays;
    timetable timetable;
    queue_table queues;
    machine_table machines;
    belt_frame *belt_frames; /* indexed by belt */
    uint16_t *belt_of; /* indexed by body: belt index + 1, or 0 if the body is on no belt; valid
                          while belts.any_moves */
    uint32_t frame_capacity, belt_of_capacity;
    crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    double obstacle_rest_time; /* s: obstacles at rest for this long are stationary obstacles */
    uint64_t left_hash;        /* hash of the agents that have left: see wend_world_hash */
    uint64_t plan_budget;      /* search nodes per step; 0: unlimited */
    uint64_t plan_cursor;      /* key of the agent that was planned last within a budget */
    uint64_t next_plan_cursor; /* the cursor after this step */
    bool *suspended;           /* by body: true if its route is planned in a later step; in scratch
                                  memory, NULL if the budget is unlimited */
    uint64_t *search_nodes;    /* number of search nodes in this step: see wend_internals */
    uint64_t next_renewal;     /* no route needs its next stretch before this step */
    uint32_t classes;
    float renewal_belts;         /* m/s: speed of the fastest belt that the renewals allow for */
    uint32_t first_removed_goal; /* head of the list of goals to be removed, or WEND_NO_GOAL: see
                                    remove.c */
    uint32_t last_removed_goal;
    bool is_density_filled; /* the grid of the density has been filled in this step */
    bool lists_removed;     /* a goal set, path or group is to be removed */
    bool goals_pending, routes_pending, maps_changed;
    bool goals_moved; /* a goal has moved, or may have moved, since routes to it were planned */
    bool standing_changed; /* an obstacle came to a standstill or started to move in this step */
    bool masks_changed;    /* agents' class masks have changed: see cold_behaviour.mask_changed */
    bool scene_changed;    /* doors, classes or obstacles have changed, so new routes may exist */

    command *commands;
    uint32_t command_count, command_capacity;
    crossing *arrivals; /* agents to be unpacked; arc is WEND_NONE for agents on the ground */
    uint32_t arrival_count, arrival_capacity;

    /* Workers and results. */
    worker_data *workers;
    memory_arena *scratch;
    step_tally *tallies;
    worker_buffer *worker_buffers; /* BUFFER_COUNT buffers for each worker */
    uint32_t worker_count;
    wend_event *events, *event_sorting;
    uint32_t event_count, event_capacity, sorting_capacity;
    uint16_t quiet_steps;    /* steps since the last burst of events; no longer counted once buffers
                                have been trimmed */
    uint16_t trim_doublings; /* binary logarithm of the number of quiet steps before a trim */
    wend_stats stats;
    double stage_seconds[WEND_STAGE_COUNT];
    wend_view view;
    struct wend_internals internals;
};

static inline double world_time_at(const wend_world *world, uint64_t step) {
    return world->dt * (double)step;
}

/* Marks the bodies as neither sorted nor counted, because bodies have been added, removed or
 * changed. */
static inline void world_unsort(wend_world *world) {
    world->sorted = world->counted = false;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* agent_is_crossing returns true if an agent is on a connection. agent_body returns the body of a
 * live agent, on the ground or on a connection. */
static inline bool agent_is_crossing(const wend_world *world, uint32_t slot) {
    return world->cold.body[slot] < STORE_QUEUED && (world->cold.body[slot] & STORE_CROSSING);
}
static inline wend_body *agent_body(const wend_world *world, uint32_t slot) {
    uint32_t index = world->cold.body[slot];
    return agent_is_crossing(world, slot) ? &world->crossings[index & ~STORE_CROSSING].body
                                          : &world->bodies[index];
}
/* Sets the flags `set` of a body, and clears the flags `clear`. */
static inline void agent_change_flags(wend_body *body, uint32_t set, uint32_t clear) {
    body->tags = (body->tags & ~(clear << 20)) | set << 20;
}
/* Requests a new route for an agent. If `is_lost` is true and no new route is found, the agent
 * keeps its old route. */
static inline void agent_request_route(wend_world *world, uint32_t slot, bool is_lost) {
    agent_change_flags(agent_body(world, slot), WEND_BODY_NEEDS_ROUTE, 0);
    world->cold.behaviour[slot].is_lost = is_lost || world->cold.behaviour[slot].is_lost;
    world->cold.behaviour[slot].is_rerouting = false;
    world->routes_pending = true;
}
wend_agent store_agent_id(const wend_world *world, uint32_t slot);
/* Returns the slot of the agent with a given explicit key, or STORE_FREE. */
uint32_t store_slot_of_key(const wend_world *world, uint64_t key);

/* ---- Attributes ------------------------------------------------------------------------------ */

/* Returns a numeric attribute of a profile's agents: the values of the agents or, if no agent has a
 * value of its own, the profile's constant. */
static inline wend_column attribute_column(const wend_world *world, uint32_t index,
                                           uint32_t which) {
    const float *own = store_numbers(&world->cold, which);
    return own ? (wend_column){own, sizeof *own}
               : (wend_column){&world->profiles[index].numbers[which].constant, 0};
}

/* ---- Goals ----------------------------------------------------------------------------------- */

uint32_t goal_index_of(const wend_world *world, wend_goal goal); /* WEND_NO_GOAL if unknown */
/* The same as goal_index_of, but WEND_NO_GOAL for a goal that belongs to one agent: commands and
 * goal sets cannot use such a goal. */
uint32_t goal_shared_index_of(const wend_world *world, wend_goal goal);
wend_goal goal_id(const wend_world *world, uint32_t index);
/* Resets a goal record, for an index that has no goal. */
void goal_clear(goal_record *record);
/* Sets the weight of a goal. Returns false if out of memory. */
bool goal_set_weight(wend_world *world, uint32_t index, float weight);

/* True if a goal stands for a queue or one of its places. Such goals are removed and moved only by
 * the queue. */
static inline bool goal_belongs_to_queue(const wend_world *world, uint32_t index) {
    return queues_owner(&world->queues, index).queue != WEND_NONE;
}

/* ---- Legs: the part of a path up to the next connection -------------------------------------- */

/* leg_restart makes an agent start its path again from the beginning; leg_end makes it continue its
 * path after a connection. */
void leg_restart(wend_world *world, uint32_t slot);
void leg_end(wend_world *world, uint32_t slot);
/* True if an agent has passed all points of its path that come before the connection it heads
 * for. */
static inline bool leg_is_done(const wend_world *world, uint32_t slot) {
    return world->cold.legs[slot].via_first == world->cold.legs[slot].via_end;
}

/* ---- Lists of agents by profile -------------------------------------------------------------- */

/* Returns the arguments for calling the entry that a profile uses at a stage. */
wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t stage_index,
                           uint32_t worker);
/* Lists, by profile and class mask, the bodies in [begin, end) that have all flags in `with` and no
 * flag in `without`. */
void lists_build(const wend_world *world, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists);
/* Returns the view to pass to the entries of a group's profile. */
wend_view lists_view(const wend_world *world, const agent_lists *lists, uint32_t group);
/* Returns the arguments for calling the entry that a group's profile uses at a stage. `first` is
 * the index of the first body of the block. */
wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t stage_index, uint32_t worker, uint32_t first);

/* ---- Requests and events --------------------------------------------------------------------- */

/* Notes that body `index` needs a new route. Called by workers; route_requests_apply requests the
 * routes afterwards. */
void route_request_note(wend_world *world, uint32_t worker, uint32_t index);
bool route_requests_apply(wend_world *world);
/* Reserves memory for `more` events of this step. Returns false if out of memory. */
bool events_reserve(wend_world *world, uint32_t more);
/* Appends an event to those of this step. Returns false if out of memory. */
bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail);
/* Appends an event for an obstacle that closes or opens. Returns false if out of memory. */
bool event_add_obstacle(wend_world *world, bool closed, uint32_t obstacle);
/* Appends an event for an agent that enters or leaves an area. Returns false if out of memory. */
bool event_add_area(wend_world *world, uint32_t slot, uint32_t area, bool enters);

#endif
