/* world/world.h: what the files of this folder share: the step and the interface of a world. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include "state/ground.h"
#include "state/world.h"

/* ---- world.c --------------------------------------------------------------------------------- */

/* Points the view at the present arrays. */
void world_update_view(wend_world *world);
/* Brings goals and overlay to the present time; false when memory ran out. */
bool world_set_scene(wend_world *world);
/* Sorts the bodies if they are not; false when memory ran out. */
bool world_refresh(wend_world *world);
/* True if a point is finite and within WEND_MAX_EXTENT of `origin` in x and y. */
bool world_is_near(wend_point point, wend_point origin);
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
/* Keeps for each agent what it wanted last; false when memory ran out. */
bool store_keep_intents(wend_world *world);
/* Makes room for `needed` bodies, now and next, and their outcomes. */
bool store_reserve_bodies(wend_world *world, uint32_t needed);
/* Makes room for the cold data of `more` things behind the slots in use. */
bool store_reserve_behind(wend_world *world, uint32_t more);
/* Gives a slot of no agent, behind those in use, the data of one that has a key and nothing else.
 */
void store_put_behind(wend_world *world, uint32_t slot, uint64_t key);
/* The slot of an id, or STORE_FREE if it is null or stale. */
uint32_t store_slot_of(const wend_world *world, wend_agent agent);
/* Gives a slot its key; false when an explicit key is in use, or memory ran out. */
bool store_put_key(wend_world *world, uint32_t slot, uint64_t key);

/* ---- profiles/ ------------------------------------------------------------------------------- */

void profiles_free(wend_world *world);
/* Makes room for `capacity` slots in all columns and state tables. */
bool profiles_grow(wend_world *world, uint32_t capacity);
/* After arrays moved: columns and limits point at them again, and the largest speed is found. */
void profiles_link(wend_world *world);
/* Zeroes the state of all entries for a body and calls enter / calls leave. */
void profile_enter(wend_world *world, uint32_t index, uint32_t body);
void profile_leave(wend_world *world, uint32_t index, uint32_t body);
/* Calls begin_step or end_step of all entries. */
void profiles_begin_step(wend_world *world);
void profiles_end_step(wend_world *world);

/* Frees a profile that no agent has, and its index. */
void profile_remove(wend_world *world, uint32_t index);
/* Adds an index without a profile (for a snapshot); false when memory ran out. */
bool profile_add_gap(wend_world *world);
/* Makes the objects of those stages of a profile that have none yet; and frees that of a stage. */
wend_result models_create(wend_world *world, profile *made, wend_error *error);
void model_destroy(profile_stage *stage);
/* Puts another planner, with default parameters, in the place of a profile's. */
wend_result profile_replace_planner(wend_world *world, uint32_t index, const char *name,
                                    wend_error *error);

/* ---- profiles/ready.c ------------------------------------------------------------------------ */

/* Planners say what they give, followers and models what they need: whether that fits. */
wend_result profile_check_fit(const wend_world *world, const profile *made, wend_error *error);
/* Whether some entry goes by the rules for terrain, if there are any. */
wend_result profile_check_terrain(const wend_world *world, const profile *made, uint32_t rule_count,
                                  wend_error *error);
/* Checks that the world has what the profiles of its agents and of queued ones need. */
wend_result profiles_make_ready(wend_world *world, wend_error *error);
/* The same for one profile. */
wend_result profile_make_ready(wend_world *world, uint32_t index, wend_error *error);
/* Has all profiles checked again: a map has gone, or the world was loaded. */
void profiles_unready(wend_world *world);

/* ---- agents.c -------------------------------------------------------------------------------- */

/* Brings a queued agent to life. */
bool agent_enter(wend_world *world, const command *add);
/* The same for an unpacked one; false when memory ran out. */
bool agent_unpack(wend_world *world, uint32_t slot, const crossing *arrival);
/* Takes an agent out of the world; its body is dropped by the next sort. */
void agent_remove(wend_world *world, uint32_t slot);
/* Gives an agent another profile; false when memory ran out, and then nothing was done. */
bool agent_set_profile(wend_world *world, uint32_t slot, uint32_t profile);
/* Notes whether an agent does its share of avoiding others, after its profile or speed changed. */
void agent_note_share(wend_world *world, uint32_t slot);

/* ---- results.c ------------------------------------------------------------------------------- */

/* What the state hash has of an agent. */
uint64_t agent_hash(const wend_world *world, uint32_t slot);

/* ---- ghosts.c -------------------------------------------------------------------------------- */

/* Takes over the ghosts that were set, and leaves out those of agents that are in the world. */
void ghosts_apply(wend_world *world);
/* Puts the ghosts behind the bodies, their cold data behind the slots in use; there is room for
 * both.
 */
void ghosts_lay_out(wend_world *world);
void ghosts_free(wend_world *world);
/* Room for `count` ghosts in a list; false when memory ran out. */
bool ghosts_reserve(wend_world *world, ghost_list *list, uint32_t count);
/* What is wrong with the values of a ghost, or NULL; and whether it names a layer or profile that
 * is not there. */
const char *ghost_fault(const ghost_record *ghost);
const char *ghost_stranger(const wend_world *world, uint32_t layer, uint32_t profile);
/* ---- teleport.c ------------------------------------------------------------------------------ */

/* Puts an agent somewhere else; false when memory ran out, and then the command is tried again. */
bool agent_teleport(wend_world *world, uint32_t slot, wend_location place);

/* ---- groups.c -------------------------------------------------------------------------------- */

/* Enters an agent into its group's list; false when memory ran out. */
bool group_join(wend_world *world, uint32_t slot);
void group_leave(wend_world *world, uint32_t slot);
/* Puts all members in the order of keys, before anyone reads them. */
void groups_sort(wend_world *world);
void groups_free(wend_world *world);

/* ---- goals.c, maps.c, obstacles.c ------------------------------------------------------------ */

/* Frees a goal that no agent and no set has any more, and its index. */
void goal_take_out(wend_world *world, uint32_t index);
void goals_free(wend_world *world);
/* What stands at an index without a goal. */
void goal_clear(goal_record *record);
/* Adds a goal set all of whose goals were removed (for a snapshot); false when memory ran out. */
bool goal_set_add_empty(wend_world *world);
void lists_free(wend_world *world);
void maps_free(wend_world *world);
/* Whether an object may be put in the place of a map, and putting it there. */
wend_result map_check_swap(const wend_world *world, uint32_t map, uint64_t content_hash,
                           const void *object, wend_error *error);
/* Takes a map away, and frees its name and index. */
void map_remove(wend_world *world, uint32_t map);
void map_swap(wend_world *world, uint32_t map, uint64_t content_hash, const void *object);
/* Puts a goal into the table, its shape (as at `since`) and name copied. */
struct goal_shape;
bool goal_put(wend_world *world, goal_record record, const struct goal_shape *shape,
              const char *name);
void goal_watch(wend_world *world, uint32_t index);
/* Opens an obstacle's passage, and frees it and its index. */
void obstacle_remove(wend_world *world, uint32_t index);
void obstacles_free(wend_world *world);
uint32_t obstacle_index_of(const wend_world *world, wend_obstacle obstacle);

/* ---- areas/ ---------------------------------------------------------------------------------- */

void areas_free(wend_world *world);

/* ---- commands/ ------------------------------------------------------------------------------- */

/* Queues a command; WEND_ERROR_NAME: there is no such thing. */
wend_result command_queue(wend_world *world, command what, wend_error *error);
wend_result command_unknown(const char *what, wend_error *error);
/* Makes room for `count` more commands. */
wend_result commands_reserve(wend_world *world, uint32_t count, wend_error *error);
/* Applies the queue; false when memory ran out. */
bool commands_apply(wend_world *world);
/* Applies the queued swaps and removals of maps, before all else: no other command depends on maps.
 */
void commands_swap_maps(wend_world *world);

/* How many agents will have a profile when the queue has been applied; false when memory ran out.
 */
bool profile_count_users(wend_world *world, uint32_t index, uint32_t *users);

/* ---- remove.c -------------------------------------------------------------------------------- */

/* Applies a COMMAND_REMOVE_... but that of an agent: takes out what agents do not refer to, notes
 * the rest. */
void removal_apply(wend_world *world, const command *what);
/* Frees what was noted, after agents and sets have given it up; false when memory ran out for
 * events. */
bool removals_finish(wend_world *world);

/* ---- stages.c, steer.c, finish.c ------------------------------------------------------------- */

bool stage_plan(wend_world *world);
/* Routes for the agents that need one. */
bool plan_round(wend_world *world);
bool stage_steer(wend_world *world);
/* Whether the agents of a profile choose in this step. */
bool steer_is_due(const wend_world *world, uint32_t profile);
/* Who has arrived, waits or knows no way wants to stand. */
void steer_hold_back(const wend_world *world, const wend_agents *agents, wend_intent *intents);
bool stage_move(wend_world *world);
/* Turns what `move` noted into events and consequences. */
wend_result world_finish(wend_world *world, wend_error *error);

/* ---- intents.c ------------------------------------------------------------------------------- */

/* Notes what agents want in this step, if some model asks for it: called by workers. */
void intents_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                  const wend_outcome *outcomes);
/* Makes it what they wanted last, when all have moved. */
void intents_take(wend_world *world);

/* ---- legs.c ---------------------------------------------------------------------------------- */

/* The arcs of the space's connections, each with the goal at its entry: the first goals of a world.
 */
wend_result legs_init(wend_world *world, wend_error *error);
void legs_free(wend_world *world);
/* Chooses the legs of agents that need a route, seen through `view`: called by workers. */
void legs_choose(wend_world *world, const wend_view *view, const wend_agents *agents);
/* Notes which agents have passed the points of their path on this leg: called by workers. */
void legs_note_passed(const wend_world *world, const wend_agents *agents,
                      const wend_intent *intents);
/* ---- crossing.c ------------------------------------------------------------------------------ */

/* Takes body `index` off the ground; false when memory ran out. */
bool crossing_begin(wend_world *world, uint32_t index, uint32_t arc);
/* Brings back those that are due and have room; bodies are sorted before and after. */
bool crossings_return(wend_world *world);
/* Brings positions to the present time. */
void crossings_advance(wend_world *world);
/* Takes an agent off its connection, and puts it on the ground elsewhere; false when memory ran
 * out. */
bool crossing_leave(wend_world *world, uint32_t slot, wend_location place);
/* Forgets one. */
void crossing_drop(wend_world *world, uint32_t index);

/* ---- trim.c ---------------------------------------------------------------------------------- */

/* Gives back what a burst (many agents added, many events at once) left behind, once it is over. */
void world_trim(wend_world *world);

/* ---- registry.c ------------------------------------------------------------------------------ */

const wend_stage *registry_stage(const wend_registry *registry, wend_kind kind, const char *name,
                                 wend_error *error);

#endif
