/* world/world.h: the inside of a world, shared by the files of this folder. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include <wend/world.h>

#include "base/memory.h"
#include "move/move.h"
#include "near/near.h"
#include "step/claims.h"
#include "step/connections.h"
#include "step/inside.h"
#include "step/overlay.h"
#include "step/params.h"
#include "step/rooms.h"
#include "step/routes.h"
#include "step/store.h"
#include "task/pool.h"
#include "world/names.h"

enum {
    WORLD_BLOCK = 256, /* bodies that follow, modify and steer handle at a time */

    /* The entries of a profile, by stage. */
    PROFILE_SELECT = 0,
    PROFILE_PLAN,
    PROFILE_FOLLOW,
    PROFILE_STEER,
    PROFILE_MODIFY, /* and the following */
    PROFILE_STAGES = PROFILE_MODIFY + WEND_MAX_MODIFIERS,

    /* The numbers of a profile. */
    NUMBER_RADIUS = 0,
    NUMBER_PREFERRED_SPEED,
    NUMBER_MAX_SPEED,
    NUMBER_MAX_ACCELERATION,
    NUMBER_COUNT
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
    void *shared;
} profile_stage;

typedef struct profile {
    char *name;       /* NULL */
    char *variant_of; /* NULL */
    params_drawn numbers[NUMBER_COUNT];
    profile_stage stages[PROFILE_STAGES];
    uint32_t modify_count;
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
    double angle, turning;
    float radius; /* of a new agent; 0: the profile's */
    uint64_t content_hash;
    const void *object;
} command;

/* Runs of bodies of one profile within a block. */
typedef struct list_group {
    uint32_t profile;
    uint32_t first_run, run_count;
} list_group;

typedef struct agent_lists {
    wend_run runs[WORLD_BLOCK];
    list_group groups[WORLD_BLOCK];
    uint32_t group_count;
} agent_lists;

/* An agent on a connection. */
typedef struct crossing {
    wend_body body; /* what it will be on the ground again; its position is brought up to date */
    uint32_t arc;
    wend_vec2 from;    /* where it left the ground */
    double begin, end; /* s */
} crossing;

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
    bool starved;             /* it refused memory in this step */
    memory memory;
    wend_space *space;
    const wend_registry *registry;
    wend_registry *own_registry; /* when none was given */
    uint64_t seed;
    double dt;
    uint32_t steer_every;
    float reach;
    float fastest;      /* m/s: the largest max_speed that any agent may have */
    wend_kernel kernel; /* the one chosen */
    task_pool *pool;    /* when no task system was given */
    wend_task_system tasks;
    uint64_t step;

    /* Agents. */
    wend_body *bodies, *spare; /* the state, and where the next one or the sorted one goes */
    uint32_t body_count, body_capacity;
    bool sorted;         /* `bodies` is in the order of the grid */
    bool counted;        /* not sorted, but counted for it as they are: see near/near.h */
    uint32_t live_count; /* bodies of agents; those on connections have none */
    cold_store cold;
    uint64_t next_key; /* of the next agent without an explicit one */
    uint32_t *key_slots;
    uint32_t key_capacity, key_count;
    near_sorter near;
    wend_outcome *outcomes; /* by body; body_capacity of them */
    uint32_t *choices;      /* by body: goals that selectors chose */
    uint32_t choice_capacity;

    /* What they are and want. */
    profile *profiles;
    uint32_t profile_count, profile_capacity;
    move_limits *limits; /* by profile */
    uint32_t limit_capacity;
    bool at_once[WEND_MAX_PROFILES]; /* by profile: wend_selector.all_at_once */
    bool any_at_once;                /* some profile's is */
    state_table *states;
    uint32_t state_count, state_capacity;
    goal_table goals;
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
    crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    uint32_t classes;
    bool goals_pending, routes_pending, maps_changed;
    bool goals_moved;      /* some goal has, or may have, moved since routes to it were planned */
    double standing_after; /* s */
    bool standing_changed; /* an obstacle has begun or ceased to stand still in this step */
    bool scene_changed;    /* doors, classes or obstacles: who had no way may have one now */

    command *commands;
    uint32_t command_count, command_capacity;

    /* Workers and results. */
    worker_data *workers;
    memory_arena *scratch;
    move_tally *tallies;
    step_room *rooms; /* ROOM_COUNT for each worker */
    uint32_t worker_count;
    wend_event *events, *event_sorting;
    uint32_t event_count, event_capacity, sorting_capacity;
    uint32_t quiet_steps; /* since the last burst; stays at its limit when trimmed */
    wend_stats stats;
    double stage_seconds[WEND_STAGE_COUNT];
    wend_view view;
    struct wend_inside inside;
};

/* ---- world.c --------------------------------------------------------------------------------- */

/* Points the view at the present arrays. */
void world_update_view(wend_world *world);
/* Brings goals and overlay to the present time; false when memory ran out. */
bool world_set_scene(wend_world *world);
/* Sorts the bodies if they are not; false when memory ran out. */
bool world_refresh(wend_world *world);
/* Notes that bodies came, left or changed, hence are to be counted and sorted. */
void world_unsort(wend_world *world);
/* True if a point is finite and within WEND_MAX_EXTENT of `origin` in x and y. */
bool world_is_near(wend_point point, wend_point origin);
double world_time_at(const wend_world *world, uint64_t step);
/* Refuses a name longer than WEND_MAX_NAME bytes; NULL is a name too. */
wend_result world_check_name(const char *name, wend_error *error);

/* ---- store.c --------------------------------------------------------------------------------- */

void store_init(wend_world *world);
void store_free(wend_world *world);
/* Takes a slot for a key; STORE_FREE when memory ran out. */
uint32_t store_take_slot(wend_world *world, uint64_t key);
void store_give_slot(wend_world *world, uint32_t slot);
/* Makes room for `more` agents; false when memory or slots ran out. */
bool store_reserve_slots(wend_world *world, uint32_t more);
/* Keeps for each agent which goals of its set it cannot reach; false when memory ran out. */
bool store_keep_unreachable(wend_world *world);
/* Makes room for `needed` bodies, now and next, and their outcomes. */
bool store_reserve_bodies(wend_world *world, uint32_t needed);
/* The slot of an id, or STORE_FREE if it is null or stale. */
uint32_t store_slot_of(const wend_world *world, wend_agent agent);
wend_agent store_agent_id(const wend_world *world, uint32_t slot);
/* Gives a slot its key; false when an explicit key is in use, or memory ran out. */
bool store_put_key(wend_world *world, uint32_t slot, uint64_t key);
/* The slot that holds an explicit key, or STORE_FREE. */
uint32_t store_slot_of_key(const wend_world *world, uint64_t key);

/* ---- profiles.c ------------------------------------------------------------------------------ */

void profiles_free(wend_world *world);
/* Makes room for `capacity` slots in all columns and state tables. */
bool profiles_grow(wend_world *world, uint32_t capacity);
/* What a profile's entry at a place is called with. */
wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t place,
                           uint32_t worker);
/* Draws the numbers of an agent that takes a profile; returns its radius. */
float profile_draw(wend_world *world, uint32_t index, uint32_t slot);
/* Zeroes the state of all entries for a body and calls enter / calls leave. */
void profile_enter(wend_world *world, uint32_t index, uint32_t body);
void profile_leave(wend_world *world, uint32_t index, uint32_t body);
/* Calls begin_step or end_step of all entries. */
void profiles_begin_step(wend_world *world);
void profiles_end_step(wend_world *world);

/* ---- agents.c -------------------------------------------------------------------------------- */

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
void agent_flag(wend_body *body, uint32_t set, uint32_t clear);
/* Brings a queued agent to life. */
bool agent_enter(wend_world *world, const command *add);
/* Takes an agent out of the world; its body is dropped by the next sort. */
void agent_remove(wend_world *world, uint32_t slot);
/* Gives an agent a goal, and its place at the old one back. */
void agent_take_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* The same from outside: a place there is asked for in the next step, the selector is not. */
void agent_set_goal(wend_world *world, uint32_t slot, uint32_t goal);
void agent_set_profile(wend_world *world, uint32_t slot, uint32_t profile);

/* ---- groups.c -------------------------------------------------------------------------------- */

/* Enters an agent into its group's list; false when memory ran out. */
bool group_join(wend_world *world, uint32_t slot);
void group_leave(wend_world *world, uint32_t slot);
/* Puts all members in the order of keys, before anyone reads them. */
void groups_sort(wend_world *world);
void groups_free(wend_world *world);

/* ---- goals.c, maps.c, obstacles.c, commands.c ------------------------------------------------ */

void goals_free(wend_world *world);
void maps_free(wend_world *world);
/* Whether an object may be put in the place of a map, and putting it there. */
wend_result map_check_swap(const wend_world *world, uint32_t map, uint64_t content_hash,
                           const void *object, wend_error *error);
void map_swap(wend_world *world, uint32_t map, uint64_t content_hash, const void *object);
/* Brings moving and windowed goals to the present time. */
void goals_update(wend_world *world);
uint32_t goal_index_of(const wend_world *world, wend_goal goal); /* WEND_NO_GOAL if unknown */
wend_goal goal_id(const wend_world *world, uint32_t index);
/* Puts a goal into the table, its shape (as at `since`) and name copied. */
struct goal_shape;
bool goal_put(wend_world *world, goal_record record, const struct goal_shape *shape,
              const char *name);
void goal_watch(wend_world *world, uint32_t index);
void obstacles_free(wend_world *world);
uint32_t obstacle_index_of(const wend_world *world, wend_obstacle obstacle);
/* Applies the queue; false when memory ran out. */
bool commands_apply(wend_world *world);

/* ---- stages.c, steer.c, finish.c ------------------------------------------------------------- */

/* The bodies of [begin, end) with all flags of `with` and none of `without`, as lists by profile.
 */
void lists_build(const wend_body *bodies, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists);
/* What the entry at a place of the group's profile is called with; `first` is the block's begin. */
wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t place, uint32_t worker, uint32_t first);
bool stage_behave(wend_world *world);
bool stage_plan(wend_world *world);
/* Goals for the agents that need one, and routes for those that need one. */
bool behave_round(wend_world *world);
bool plan_round(wend_world *world);
bool stage_steer(wend_world *world);
/* Notes that body `index` needs another route than its own (called by workers), and flags those. */
void lost_note(wend_world *world, uint32_t worker, uint32_t index);
bool lost_take(wend_world *world);
/* Who has arrived, waits or knows no way wants to stand. */
void steer_hold_back(const wend_world *world, const wend_agents *agents, wend_intent *intents);
bool stage_move(wend_world *world);
/* Turns what `move` noted into events and consequences. */
wend_result world_finish(wend_world *world, wend_error *error);
bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail);

/* ---- legs.c ---------------------------------------------------------------------------------- */

/* The arcs of the space's connections, each with the goal at its entry: the first goals of a world.
 */
wend_result legs_init(wend_world *world, wend_error *error);
void legs_free(wend_world *world);
/* Chooses the legs of agents that need a route: called by workers. */
void legs_choose(wend_world *world, const wend_agents *agents);
/* An agent's path begins again; and it goes on behind a connection. */
void leg_restart(wend_world *world, uint32_t slot);
void leg_end(wend_world *world, uint32_t slot);
/* Notes which agents have passed the points of their path on this leg: called by workers. */
void legs_note_passed(const wend_world *world, const wend_agents *agents,
                      const wend_intent *intents);
/* Whether an agent that is near enough to the connection it heads for has passed them all. */
static inline bool leg_is_done(const wend_world *world, uint32_t slot) {
    return world->cold.legs[slot].via_first == world->cold.legs[slot].via_end;
}

/* ---- crossing.c ------------------------------------------------------------------------------ */

/* Takes body `index` off the ground; false when memory ran out. */
bool crossing_begin(wend_world *world, uint32_t index, uint32_t arc);
/* Brings back those that are due and have room; bodies are sorted before and after. */
bool crossings_return(wend_world *world);
/* Brings positions to the present time. */
void crossings_advance(wend_world *world);
/* Forgets one. */
void crossing_drop(wend_world *world, uint32_t index);

/* ---- rechoose.c ------------------------------------------------------------------------------ */

/* Has the selectors of those asked whose goal has closed, or who may have a nearer one by now. */
void goals_ask_again(wend_world *world);
/* The goal that has closed for good as the last one that body `index` could have, `chosen` being
 * what its selector says; WEND_NO_GOAL if there is hope. */
uint32_t goal_closed_for(const wend_world *world, uint32_t index, uint32_t chosen);
/* Makes an agent wait, and says so. */
bool agent_wait_for_good(wend_world *world, uint32_t slot, uint32_t goal);
/* Gives an agent that is under way another goal. */
bool agent_change_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Notes who steers for another goal of its set than its own, and takes these over. */
void changes_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes);
bool changes_take(wend_world *world);

/* ---- reconsider.c ---------------------------------------------------------------------------- */

/* Whether a closed door lies between the end of a route that was planned for body `index` and its
 * goal. */
bool route_ends_at_door(const wend_world *world, uint32_t index, const wend_route *route);
/* Tries the other goals of their sets for agents that were left without a full route. */
bool goals_try_others(wend_world *world);
/* Forgets which goals agents cannot reach. */
void goals_forget_unreachable(wend_world *world);

/* ---- moved_goals.c --------------------------------------------------------------------------- */

/* Has agents planned for again whose goal has changed to another layer: they count it as moved. */
void goal_note_layer(wend_world *world, uint32_t goal);
/* Whether an agent's goal has moved since its route was planned. */
bool goal_has_moved(const wend_world *world, uint32_t slot);
/* Requests new routes for agents whose goal has moved to where their route does not lead. */
bool goals_check_moved(wend_world *world);

/* ---- trim.c ---------------------------------------------------------------------------------- */

/* Gives back what a burst (many agents added, many events at once) left behind, once it is over. */
void world_trim(wend_world *world);

/* ---- registry.c ------------------------------------------------------------------------------ */

const wend_stage *registry_stage(const wend_registry *registry, wend_kind kind, const char *name,
                                 wend_error *error);

#endif
