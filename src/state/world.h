/* state/world.h: the data of a world: agents, profiles, goals, commands, events.
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
#include "state/names.h"
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
    WORLD_BLOCK = 256, /* bodies per block in follow, modify and steer */

    /* The entries of a profile, by stage. */
    PROFILE_SELECT = 0,
    PROFILE_PLAN,
    PROFILE_FOLLOW,
    PROFILE_STEER,
    PROFILE_MODIFY, /* and the indices after it */
    PROFILE_STAGES = PROFILE_MODIFY + WEND_MAX_MODIFIERS
};

/* The per-agent state of one entry at one stage, by slot; shared by profiles. */
typedef struct state_table {
    const wend_stage *stage;
    uint32_t stage_index; /* PROFILE_... */
    uint8_t *bytes;
    uint32_t capacity; /* in slots */
} state_table;

typedef struct profile_stage {
    const wend_stage *stage;
    params_block block;
    uint32_t state; /* index of its state_table, or WEND_NONE */
    void *model;    /* wend_agents.model */
    bool created;   /* made by the entry's `create` */
} profile_stage;

typedef struct profile {
    char *name;                                     /* or NULL */
    char *variant_of;                               /* or NULL */
    params_sampled numbers[ATTRIBUTE_NUMBER_COUNT]; /* distributions only: agents hold the values */
    profile_stage stages[PROFILE_STAGES];
    uint32_t modify_count;
    bool is_removal_queued; /* its removal is queued: it accepts no new agents */
    bool ready;             /* the world has the maps that it needs: see world/profiles/ready.c */
} profile;

typedef enum command_kind {
    COMMAND_ADD,
    COMMAND_REMOVE,
    COMMAND_SET_GOAL,
    COMMAND_SET_PROFILE,
    COMMAND_SET_VELOCITY,
    COMMAND_TELEPORT,
    COMMAND_MOVE_GOAL,
    COMMAND_SWITCH_CLASS,
    COMMAND_CLOSE_OBSTACLE,
    COMMAND_MOVE_OBSTACLE,
    COMMAND_REPLACE_MAP,
    COMMAND_SET_PREFERRED,
    COMMAND_SET_ATTRIBUTE, /* `index`: attribute; `number` or `bits`: value */
    COMMAND_SET_PARAM,     /* `index`: id of the parameter, `bits`: kind, `number`: value */
    COMMAND_RESAMPLE,
    COMMAND_UNPACK, /* `index`: index in `arrivals` */
    COMMAND_SET_BELT,
    COMMAND_REMOVE_GOAL,
    COMMAND_REMOVE_GOAL_SET,
    COMMAND_REMOVE_PATH,
    COMMAND_REMOVE_GROUP,
    COMMAND_REMOVE_OBSTACLE,
    COMMAND_REMOVE_PROFILE,
    COMMAND_REMOVE_MAP,
    COMMAND_REMOVE_AREA,
    COMMAND_KIND_COUNT
} command_kind;

/* A queued command. `target` is the agent, goal, obstacle, class or map that it changes. */
typedef struct command {
    uint32_t kind;
    uint32_t index; /* profile, layer, attribute or on/off switch, by kind */
    uint64_t target;
    wend_vec2 a;         /* local position of an agent */
    wend_vec2 b;         /* velocity of an agent, goal or belt */
    wend_point position; /* local position of a goal or an obstacle */
    wend_point obstacle_velocity;
    double number; /* angle of an obstacle, or value of an attribute or parameter */
    double angular_velocity;
    float radius;  /* of a new agent; 0: from its profile */
    uint64_t bits; /* by kind: goal id, content hash of a map, value of an attribute, entry kind */
    const void *object;
} command;

/* The ranges of bodies of one profile and class mask within a block. */
typedef struct list_group {
    uint32_t profile;
    uint32_t classes; /* obstacle classes that are on and count for its agents */
    uint32_t first_range, range_count;
} list_group;

typedef struct agent_lists {
    wend_range ranges[WORLD_BLOCK];
    list_group groups[WORLD_BLOCK];
    uint32_t group_count;
    const wend_body *bodies; /* the world's bodies, or those of a belt frame */
    wend_vec2 frame;         /* the belt's velocity, m/s; else zero */
} agent_lists;

/* The bodies as agents on a belt see them: all velocities are relative to the belt. */
typedef struct belt_frame {
    wend_body *bodies;
    uint32_t capacity;
    bool used; /* agents are on the belt in this step */
} belt_frame;

/* An agent on a connection. */
typedef struct crossing {
    wend_body body; /* its body on return to the ground; the position is kept up to date */
    uint32_t arc;
    wend_vec2 from;    /* position where it left the ground */
    double begin, end; /* s */
} crossing;

/* An agent of another world: see wend_world_set_ghosts. */
typedef struct ghost_record {
    wend_body body;
    uint64_t key;
    uint32_t activity; /* wend_activity */
} ghost_record;

/* Ghosts in ascending order of keys. */
typedef struct ghost_list {
    ghost_record *items;
    uint32_t count, capacity;
} ghost_list;

/* A body that takes another goal of its set. */
typedef struct goal_change {
    uint32_t index, goal;
} goal_change;

/* The working data of one worker for a block; on its own cache lines. */
typedef struct worker_data {
    _Alignas(64) wend_intent intents[WORLD_BLOCK];
    agent_lists lists;
    wend_route_sink sink;
    uint32_t *route_requests; /* bodies that need a new route, noted in this step */
    uint32_t route_request_count, route_request_capacity;
    uint32_t rescue_count; /* rescues started in this step */
    goal_change *changes;  /* noted in this step */
    uint32_t change_count, change_capacity;
} worker_data;

struct wend_world {
    wend_allocator allocator; /* the user's */
    memory memory;
    wend_space *space;
    const wend_registry *registry;
    wend_registry *own_registry; /* if the caller gave none */
    uint64_t seed;
    double dt;
    uint32_t steer_every;
    float reach;
    float fastest;      /* m/s: the largest max_speed that any agent may have */
    float fastest_set;  /* m/s: the largest of these that no current profile accounts for */
    wend_kernel kernel; /* the kernel in use */
    task_pool *pool;    /* if the caller gave no task system */
    wend_task_system tasks;
    uint64_t step;

    /* Agents. */
    wend_body *bodies, *spare; /* the state, and the buffer for the next or sorted state */
    uint32_t body_count, body_capacity;
    bool is_out_of_memory; /* the allocator failed in this step */
    bool is_unfinished;    /* the last step failed: the next attempt keeps its events */
    bool sorted;           /* `bodies` is in grid order */
    bool has_next_ghosts;  /* see next_ghosts */
    bool counted;          /* not sorted, but counted per cell: see near/near.h */
    uint32_t live_count;   /* bodies of agents; agents on connections have none */
    cold_store cold;
    label_table labels;
    uint64_t next_key; /* key of the next agent that is added without one */
    uint32_t *key_slots;
    uint32_t key_capacity, key_count;
    ghost_list ghosts, next_ghosts; /* now; from the next step on, if has_next_ghosts is set */
    ghost_list ghost_sorting;       /* buffer for sorting */
    near_sorter near;
    wend_outcome *outcomes; /* by body; body_capacity entries */
    uint32_t *choices;      /* by body: goals that selectors chose */
    wend_intent *intents;   /* by body, between the passes of steer; NULL if no model proposes */
    uint32_t choice_capacity, intent_capacity;

    /* Profiles and goals. */
    profile *profiles;
    uint32_t profile_count, profile_capacity;
    move_limits *limits; /* by profile */
    uint32_t limit_capacity;
    uint32_t unready_count;                  /* profiles that are not ready */
    bool bodies_unready;                     /* one of them may have agents in the world */
    bool any_takes_all_goals;                /* a profile's selector takes all goals */
    bool any_proposes;                       /* a profile's steering model has `propose` */
    bool takes_all_goals[WEND_MAX_PROFILES]; /* by profile: wend_selector.takes_all_goals */
    state_table *states;
    uint32_t state_count, state_capacity;
    goal_table goals;
    id_table profile_ids, goal_ids, goal_set_ids, group_ids, path_ids, map_ids, obstacle_ids;
    name_set goal_names, group_names; /* the names in the tables */
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
    area_table areas;
    belt_frame *belt_frames; /* by belt */
    uint16_t *belt_of; /* by body: belt number from 1, 0 if none; valid while belts.any_moves */
    uint32_t frame_capacity, belt_of_capacity;
    crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    double obstacle_rest_time; /* s */
    uint64_t left_hash;        /* of agents that have left: see wend_world_hash */
    uint32_t classes;
    uint32_t first_removed_goal; /* the first goal to be removed, or WEND_NO_GOAL: see remove.c */
    uint32_t last_removed_goal;
    bool lists_removed; /* a goal set, path or group is to be removed */
    bool goals_pending, routes_pending, maps_changed;
    bool goals_moved;      /* a goal has, or may have, moved since routes to it were planned */
    bool standing_changed; /* an obstacle came to a standstill or started to move in this step */
    bool masks_changed;    /* class masks of agents changed: see cold_behaviour.mask_changed */
    bool scene_changed;    /* doors, classes or obstacles: new routes may exist */

    command *commands;
    uint32_t command_count, command_capacity;
    crossing *arrivals; /* queued unpacked agents; arc WEND_NONE: on the ground */
    uint32_t arrival_count, arrival_capacity;

    /* Workers and results. */
    worker_data *workers;
    memory_arena *scratch;
    step_tally *tallies;
    worker_buffer *worker_buffers; /* BUFFER_COUNT for each worker */
    uint32_t worker_count;
    wend_event *events, *event_sorting;
    uint32_t event_count, event_capacity, sorting_capacity;
    uint32_t quiet_steps; /* since the last burst; stops at its limit when trimmed */
    wend_stats stats;
    double stage_seconds[WEND_STAGE_COUNT];
    wend_view view;
    struct wend_internals internals;
};

static inline double world_time_at(const wend_world *world, uint64_t step) {
    return world->dt * (double)step;
}

/* Marks the bodies as neither sorted nor counted, after bodies were added, removed or changed. */
static inline void world_unsort(wend_world *world) {
    world->sorted = world->counted = false;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* True if an agent is on a connection. agent_body returns the body of a live agent, on the ground
 * or on a connection. */
static inline bool agent_is_crossing(const wend_world *world, uint32_t slot) {
    return world->cold.body[slot] < STORE_QUEUED && (world->cold.body[slot] & STORE_CROSSING);
}
static inline wend_body *agent_body(const wend_world *world, uint32_t slot) {
    uint32_t index = world->cold.body[slot];
    return agent_is_crossing(world, slot) ? &world->crossings[index & ~STORE_CROSSING].body
                                          : &world->bodies[index];
}
/* Sets and clears flags of a body. */
static inline void agent_change_flags(wend_body *body, uint32_t set, uint32_t clear) {
    body->tags = (body->tags & ~(clear << 20)) | set << 20;
}
/* Requests a route for an agent. An agent that `is_lost` keeps its route if there is no other. */
static inline void agent_request_route(wend_world *world, uint32_t slot, bool is_lost) {
    agent_change_flags(agent_body(world, slot), WEND_BODY_NEEDS_ROUTE, 0);
    world->cold.behaviour[slot].is_lost = is_lost || world->cold.behaviour[slot].is_lost;
    world->routes_pending = true;
}
wend_agent store_agent_id(const wend_world *world, uint32_t slot);
/* Returns the slot of an explicit key, or STORE_FREE. */
uint32_t store_slot_of_key(const wend_world *world, uint64_t key);

/* ---- Attributes ------------------------------------------------------------------------------ */

/* Returns a numeric attribute of a profile's agents: own values, or the profile's constant. */
static inline wend_column attribute_column(const wend_world *world, uint32_t index,
                                           uint32_t which) {
    const float *own = store_numbers(&world->cold, which);
    return own ? (wend_column){own, sizeof *own}
               : (wend_column){&world->profiles[index].numbers[which].constant, 0};
}

/* ---- Goals ----------------------------------------------------------------------------------- */

uint32_t goal_index_of(const wend_world *world, wend_goal goal); /* WEND_NO_GOAL if unknown */
wend_goal goal_id(const wend_world *world, uint32_t index);

/* ---- Legs: the part of a path up to the next connection -------------------------------------- */

/* leg_restart restarts an agent's path from its beginning; leg_end continues it after a
 * connection. */
void leg_restart(wend_world *world, uint32_t slot);
void leg_end(wend_world *world, uint32_t slot);
/* True if an agent has no points of its path left before the connection that it heads for. */
static inline bool leg_is_done(const wend_world *world, uint32_t slot) {
    return world->cold.legs[slot].via_first == world->cold.legs[slot].via_end;
}

/* ---- Lists of agents by profile -------------------------------------------------------------- */

/* Returns the arguments for the call of a profile's entry at a stage. */
wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t stage_index,
                           uint32_t worker);
/* Lists the bodies of [begin, end) that have all flags of `with` and none of `without`, by profile
 * and class mask. */
void lists_build(const wend_world *world, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists);
/* Returns the view for calls of the entries of a group's profile. */
wend_view lists_view(const wend_world *world, const agent_lists *lists, uint32_t group);
/* Returns the arguments for the call of the entry at a stage of the group's profile; `first` is the
 * start of the block. */
wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t stage_index, uint32_t worker, uint32_t first);

/* ---- Requests and events --------------------------------------------------------------------- */

/* Notes that body `index` needs a new route (called by workers). route_requests_apply requests the
 * routes. */
void route_request_note(wend_world *world, uint32_t worker, uint32_t index);
bool route_requests_apply(wend_world *world);
/* Reserves memory for `more` events of this step; false when memory ran out. */
bool events_reserve(wend_world *world, uint32_t more);
/* Appends an event of this step; false when memory ran out. */
bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail);
/* Appends an event for an obstacle that closes or opens. */
bool event_add_obstacle(wend_world *world, bool closed, uint32_t obstacle);
/* Appends an event for an agent that enters or leaves an area. */
bool event_add_area(wend_world *world, uint32_t slot, uint32_t area, bool enters);

#endif
