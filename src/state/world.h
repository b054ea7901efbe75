/* state/world.h: the data of a world: agents, profiles, goals, commands, events.
 *
 * What agents want (behave/) and the step (world/) work on it. */
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
#include "step/inside.h"
#include "step/overlay.h"
#include "step/params.h"
#include "step/rooms.h"
#include "step/routes.h"
#include "step/store.h"
#include "task/pool.h"

enum {
    WORLD_BLOCK = 256, /* bodies that follow, modify and steer handle at a time */

    /* The entries of a profile, by stage. */
    PROFILE_SELECT = 0,
    PROFILE_PLAN,
    PROFILE_FOLLOW,
    PROFILE_STEER,
    PROFILE_MODIFY, /* and the following */
    PROFILE_STAGES = PROFILE_MODIFY + WEND_MAX_MODIFIERS
};

/* The plain state of one entry at one place of the chain, by slot; shared by profiles. */
typedef struct state_table {
    const wend_stage *stage;
    uint32_t place; /* PROFILE_... */
    uint8_t *bytes;
    uint32_t capacity; /* slots */
} state_table;

typedef struct profile_stage {
    const wend_stage *stage;
    params_block block;
    uint32_t state; /* index of its state_table, WEND_NONE */
    void *model;    /* wend_agents.model */
    bool created;   /* by the entry's `create` */
} profile_stage;

typedef struct profile {
    char *name;                                   /* NULL */
    char *variant_of;                             /* NULL */
    params_drawn numbers[ATTRIBUTE_NUMBER_COUNT]; /* without values: agents have these */
    profile_stage stages[PROFILE_STAGES];
    uint32_t modify_count;
    bool leaving; /* its removal is queued: no more agents get it */
    bool ready;   /* the world has the maps that it needs: see world/ready.c */
} profile;

typedef enum command_kind {
    COMMAND_ADD,
    COMMAND_REMOVE,
    COMMAND_SET_GOAL,
    COMMAND_SET_PROFILE,
    COMMAND_SET_VELOCITY,
    COMMAND_SET_POSE,
    COMMAND_MOVE_GOAL,
    COMMAND_SWITCH_CLASS,
    COMMAND_CLOSE_OBSTACLE,
    COMMAND_MOVE_OBSTACLE,
    COMMAND_SWAP_MAP,
    COMMAND_SET_PREFERRED,
    COMMAND_SET_ATTRIBUTE, /* `index`: which; `angle` or `content_hash`: the value */
    COMMAND_SET_PARAM,     /* `index`: its purpose, `content_hash`: the kind, `angle`: the value */
    COMMAND_RESAMPLE,
    COMMAND_UNPACK, /* `index` is that of its arrival */
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

/* One queued command. `target` is the agent, goal, obstacle, class or map it is about. */
typedef struct command {
    uint32_t kind;
    uint32_t index; /* profile, layer, goal or a switch: as the kind needs */
    uint64_t target;
    wend_vec2 a, b;   /* local: position or shift; velocity */
    wend_point place; /* local, of an obstacle */
    wend_point speed; /* of an obstacle */
    double angle, angular_velocity;
    float radius;          /* of a new agent; 0: the profile's */
    uint64_t content_hash; /* of a map; the id of the goal to set */
    const void *object;
} command;

/* Runs of bodies of one profile and class mask within a block. */
typedef struct list_group {
    uint32_t profile;
    uint32_t classes; /* that count for its agents and are on */
    uint32_t first_range, range_count;
} list_group;

typedef struct agent_lists {
    wend_range ranges[WORLD_BLOCK];
    list_group groups[WORLD_BLOCK];
    uint32_t group_count;
    const wend_body *bodies; /* as the agents' models see them: the world's, or those of a belt */
    wend_vec2 frame;         /* the belt's velocity; else zero */
} agent_lists;

/* What agents on a belt see: all velocities relative to it. */
typedef struct belt_frame {
    wend_body *bodies;
    uint32_t capacity;
    bool used; /* in this step */
} belt_frame;

/* An agent on a connection. */
typedef struct crossing {
    wend_body body; /* what it will be on the ground again; its position is brought up to date */
    uint32_t arc;
    wend_vec2 from;    /* where it left the ground */
    double begin, end; /* s */
} crossing;

/* An agent of another world: see wend_world_set_ghosts. */
typedef struct ghost_record {
    wend_body body;
    uint64_t key;
    uint32_t activity; /* wend_activity */
} ghost_record;

/* Ghosts in the order of keys. */
typedef struct ghost_list {
    ghost_record *items;
    uint32_t count, capacity;
} ghost_list;

/* An agent that takes another goal of its set. */
typedef struct goal_change {
    uint32_t index, goal;
} goal_change;

/* What one worker needs for a block; on cache lines of its own. */
typedef struct worker_data {
    _Alignas(64) wend_intent intents[WORLD_BLOCK];
    agent_lists lists;
    wend_route_sink sink;
    uint32_t *lost; /* bodies that have left their way in this step */
    uint32_t lost_count, lost_capacity;
    uint32_t rescue_count; /* rescues that began in this step */
    goal_change *changes;  /* of this step */
    uint32_t change_count, change_capacity;
} worker_data;

struct wend_world {
    wend_allocator allocator; /* the user's */
    memory memory;
    wend_space *space;
    const wend_registry *registry;
    wend_registry *own_registry; /* when none was given */
    uint64_t seed;
    double dt;
    uint32_t steer_every;
    float reach;
    float fastest;      /* m/s: the largest max_speed that any agent may have */
    float fastest_set;  /* m/s: of these, the largest that no profile of the world accounts for */
    wend_kernel kernel; /* the one chosen */
    task_pool *pool;    /* when no task system was given */
    wend_task_system tasks;
    uint64_t step;

    /* Agents. */
    wend_body *bodies, *spare; /* the state, and where the next one or the sorted one goes */
    uint32_t body_count, body_capacity;
    bool starved;         /* the allocator refused memory in this step */
    bool is_unfinished;   /* the last step failed: its events are those of the next try, too */
    bool sorted;          /* `bodies` is in the order of the grid */
    bool is_ghost_change; /* see next_ghosts */
    bool counted;         /* not sorted, but counted for it as they are: see near/near.h */
    uint32_t live_count;  /* bodies of agents; those on connections have none */
    cold_store cold;
    label_table labels;
    uint64_t next_key; /* of the next agent without an explicit one */
    uint32_t *key_slots;
    uint32_t key_capacity, key_count;
    ghost_list ghosts, next_ghosts; /* now; and from the next step on, if is_ghost_change */
    ghost_list ghost_sorting;       /* room to sort them */
    near_sorter near;
    wend_outcome *outcomes; /* by body; body_capacity of them */
    uint32_t *choices;      /* by body: goals that selectors chose */
    wend_intent *intents;   /* by body, between the passes of steer; NULL if no model proposes */
    uint32_t choice_capacity, intent_capacity;

    /* What they are and want. */
    profile *profiles;
    uint32_t profile_count, profile_capacity;
    move_limits *limits; /* by profile */
    uint32_t limit_capacity;
    uint32_t unready_count;          /* profiles that are not ready */
    bool bodies_unready;             /* some of them may have agents in the world */
    bool any_at_once;                /* some profile's selector is all_at_once */
    bool any_proposes;               /* some profile's steering model has `propose` */
    bool at_once[WEND_MAX_PROFILES]; /* by profile: wend_selector.all_at_once */
    state_table *states;
    uint32_t state_count, state_capacity;
    goal_table goals;
    id_table profile_ids, goal_ids, goal_set_ids, group_ids, path_ids, map_ids, obstacle_ids;
    name_set goal_names, group_names; /* those in the tables */
    index_list *goal_sets, *groups;
    uint32_t goal_set_count, goal_set_capacity, group_count, group_capacity;
    void *members; /* room to sort the members of a group */
    uint32_t member_capacity;
    path_record *paths;
    uint32_t path_count, path_capacity;
    map_record *maps;
    uint32_t map_count, map_capacity;
    route_pool routes;
    claim_table claims;
    overlay overlay;
    connection_table connections;
    terrain_table terrains; /* rules of profiles */
    field_table fields;
    belt_table belts;
    area_table areas;
    belt_frame *belt_frames; /* by belt */
    uint16_t *belt_of;       /* by body: its belt from 1, 0 without; while belts.any_moves */
    uint32_t frame_capacity, belt_of_capacity;
    crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    double standing_after; /* s */
    uint64_t left_hash;    /* of the agents that have left: see wend_world_hash */
    uint32_t classes;
    uint32_t removed_goal; /* the first goal that is being removed, WEND_NO_GOAL; see remove.c */
    uint32_t last_removed_goal;
    bool lists_removed; /* some goal set, path or group is being removed */
    bool goals_pending, routes_pending, maps_changed;
    bool goals_moved;      /* some goal has, or may have, moved since routes to it were planned */
    bool standing_changed; /* an obstacle has begun or ceased to stand still in this step */
    bool masks_changed;    /* class masks of some agents: see cold_behaviour.mask_changed */
    bool scene_changed;    /* doors, classes or obstacles: who had no way may have one now */

    command *commands;
    uint32_t command_count, command_capacity;
    crossing
        *arrivals; /* unpacked agents that are queued: their body; on the ground, arc WEND_NONE */
    uint32_t arrival_count, arrival_capacity;

    /* Workers and results. */
    worker_data *workers;
    memory_arena *scratch;
    step_tally *tallies;
    step_room *rooms; /* ROOM_COUNT for each worker */
    uint32_t worker_count;
    wend_event *events, *event_sorting;
    uint32_t event_count, event_capacity, sorting_capacity;
    uint32_t quiet_steps; /* since the last burst; stays at its limit when trimmed */
    wend_stats stats;
    double stage_seconds[WEND_STAGE_COUNT];
    wend_view view;
    struct wend_internals internals;
};

static inline double world_time_at(const wend_world *world, uint64_t step) {
    return world->dt * (double)step;
}

/* Notes that bodies came, left or changed, hence are to be counted and sorted. */
static inline void world_unsort(wend_world *world) {
    world->sorted = world->counted = false;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Whether an agent is on a connection; and the body of an agent, which may be: it lives. */
static inline bool agent_is_crossing(const wend_world *world, uint32_t slot) {
    return world->cold.body[slot] < STORE_QUEUED && (world->cold.body[slot] & STORE_CROSSING);
}
static inline wend_body *agent_body(const wend_world *world, uint32_t slot) {
    uint32_t index = world->cold.body[slot];
    return agent_is_crossing(world, slot) ? &world->crossings[index & ~STORE_CROSSING].body
                                          : &world->bodies[index];
}
/* Sets and clears flags of a body. */
static inline void agent_flag(wend_body *body, uint32_t set, uint32_t clear) {
    body->tags = (body->tags & ~(clear << 20)) | set << 20;
}
/* Requests a route for an agent; an agent that `is_lost` keeps its own if there is no other. */
static inline void agent_request_route(wend_world *world, uint32_t slot, bool is_lost) {
    agent_flag(agent_body(world, slot), WEND_BODY_NEEDS_ROUTE, 0);
    world->cold.behaviour[slot].is_lost = is_lost || world->cold.behaviour[slot].is_lost;
    world->routes_pending = true;
}
wend_agent store_agent_id(const wend_world *world, uint32_t slot);
/* The slot that holds an explicit key, or STORE_FREE. */
uint32_t store_slot_of_key(const wend_world *world, uint64_t key);

/* ---- Attributes ------------------------------------------------------------------------------ */

/* A number of the agents of a profile: their own, or the profile's constant. */
static inline wend_column attribute_column(const wend_world *world, uint32_t index,
                                           uint32_t which) {
    const float *own = store_numbers(&world->cold, which);
    return own ? (wend_column){own, sizeof *own}
               : (wend_column){&world->profiles[index].numbers[which].constant, 0};
}

/* ---- Goals ----------------------------------------------------------------------------------- */

uint32_t goal_index_of(const wend_world *world, wend_goal goal); /* WEND_NO_GOAL if unknown */
wend_goal goal_id(const wend_world *world, uint32_t index);

/* ---- Legs: what lies between an agent and the next connection -------------------------------- */

/* An agent's path begins again; and it goes on behind a connection. */
void leg_restart(wend_world *world, uint32_t slot);
void leg_end(wend_world *world, uint32_t slot);
/* Whether an agent that is near enough to the connection it heads for has passed them all. */
static inline bool leg_is_done(const wend_world *world, uint32_t slot) {
    return world->cold.legs[slot].via_first == world->cold.legs[slot].via_end;
}

/* ---- Lists of agents by profile -------------------------------------------------------------- */

/* What a profile's entry at a place is called with. */
wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t place,
                           uint32_t worker);
/* The bodies of [begin, end) with all flags of `with` and none of `without`, as lists by profile
 * and class mask. */
void lists_build(const wend_world *world, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists);
/* The view that the entries of a group's profile are called with. */
wend_view lists_view(const wend_world *world, const agent_lists *lists, uint32_t group);
/* What the entry at a place of the group's profile is called with; `first` is the block's begin. */
wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t place, uint32_t worker, uint32_t first);

/* ---- Requests and events --------------------------------------------------------------------- */

/* Notes that body `index` needs another route than its own (called by workers), and flags those. */
void lost_note(wend_world *world, uint32_t worker, uint32_t index);
bool lost_take(wend_world *world);
/* Makes room for `more` events of this step; false when memory ran out. */
bool events_reserve(wend_world *world, uint32_t more);
/* Appends an event of this step; false when memory ran out. */
bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail);
/* The same for an obstacle that is closed or opened. */
bool event_add_obstacle(wend_world *world, bool closed, uint32_t obstacle);
/* The same for an agent that enters or leaves an area. */
bool event_add_area(wend_world *world, uint32_t slot, uint32_t area, bool enters);

#endif
