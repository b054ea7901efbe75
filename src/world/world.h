/* world/world.h: functions shared by the files of this folder, which implement the API and the step
 * of a world. The functions are listed by the file that defines them. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include "state/ground.h"
#include "state/visits.h"
#include "state/world.h"

/* ---- world.c --------------------------------------------------------------------------------- */

/* Makes the view refer to the current arrays. */
void world_update_view(wend_world *world);
/* Updates goals and overlay to the present time. Returns false if out of memory. */
bool world_update_scene(wend_world *world);
/* Sorts the bodies if they are not sorted. Returns false if out of memory. */
bool world_refresh(wend_world *world);
/* True if a point is finite and within WEND_MAX_EXTENT of `origin` in x and y. */
bool world_is_near(wend_point point, wend_point origin);
/* Rejects a name longer than WEND_MAX_NAME bytes; NULL is allowed. */
wend_result world_check_name(const char *name, wend_error *error);
/* Checks the settings of a def, but not its pointers. */
wend_result world_check_def(const wend_world_def *def, wend_error *error);

/* ---- store.c --------------------------------------------------------------------------------- */

void store_init(wend_world *world);
void store_free(wend_world *world);
/* Takes a slot for an agent with a key. Returns STORE_FREE if out of memory. */
uint32_t store_take_slot(wend_world *world, uint64_t key);
void store_release_slot(wend_world *world, uint32_t slot);
/* Reserves slots for `more` agents. Returns false if out of memory or slots. */
bool store_reserve_slots(wend_world *world, uint32_t more);
/* Starts to record, for each agent, which goals of its goal set it cannot reach. Returns false if
 * out of memory. */
bool store_enable_unreachable(wend_world *world);
/* Creates the column for routes that are planned in stretches. Returns false if out of memory. */
bool store_enable_renewals(wend_world *world);
/* Creates the column for agents in queues. Returns false if out of memory. */
bool store_enable_queues(wend_world *world);
/* Starts to record the last intent of each agent. Returns false if out of memory. */
bool store_enable_intents(wend_world *world);
/* Reserves memory for `needed` bodies, their next state, and their outcomes. Returns false if out
 * of memory. */
bool store_reserve_bodies(wend_world *world, uint32_t needed);
/* Reserves memory for the cold data of `more` ghosts, after the slots in use. Returns false if out
 * of memory. */
bool store_reserve_ghosts(wend_world *world, uint32_t more);
/* Initialises a slot for a ghost, after the slots in use. The ghost has a key and no other data. */
void store_init_ghost_slot(wend_world *world, uint32_t slot, uint64_t key);
/* Returns the slot of the agent with an id, or STORE_FREE if the id is null or stale. */
uint32_t store_slot_of(const wend_world *world, wend_agent agent);
/* A bit that is set in automatic keys, and distinguishes them from explicit keys. */
#define AUTOMATIC_KEY (UINT64_C(1) << 63)
/* Removes the key of an agent that leaves; does nothing for automatic keys. */
void store_remove_key(wend_world *world, uint64_t key);
/* Sets the key of a slot. Returns false if the key is explicit and in use, or if out of memory. */
bool store_set_key(wend_world *world, uint32_t slot, uint64_t key);

/* ---- profiles/ ------------------------------------------------------------------------------- */

void profiles_free(wend_world *world);
/* Grows all columns and state tables to `capacity` slots. Returns false if out of memory. */
bool profiles_grow(wend_world *world, uint32_t capacity);
/* Updates the pointers to columns and limits after arrays have moved, and finds the largest
 * max_speed. */
void profiles_link(wend_world *world);
/* profile_enter zeroes the state of all entries for a body and calls their `enter`; profile_leave
 * calls their `leave`. */
void profile_enter(wend_world *world, uint32_t index, uint32_t body);
void profile_leave(wend_world *world, uint32_t index, uint32_t body);
/* Call `begin_step` or `end_step` of all entries. */
void profiles_begin_step(wend_world *world);
void profiles_end_step(wend_world *world);

/* Frees a profile that no agent uses, and its index. */
void profile_remove(wend_world *world, uint32_t index);
/* Used while a snapshot is loaded: adds an index that has no profile. Returns false if out of
 * memory. */
bool profile_add_gap(wend_world *world);
/* Returns a def of a profile. Its terrain rules are written to `rules`, which has room for
 * WEND_MAX_TERRAIN_RULES; if `rules` is NULL, the def has none. */
wend_profile_def profile_def_of(const wend_world *world, uint32_t index, wend_terrain_rule *rules);
/* models_create creates the model objects for those stages of a profile that have none yet;
 * model_destroy destroys the object of one stage. */
wend_result models_create(wend_world *world, profile *made, wend_error *error);
void model_destroy(profile_stage *stage);
/* Replaces a profile's planner with another planner, which gets default parameters. */
wend_result profile_replace_planner(wend_world *world, uint32_t index, const char *name,
                                    wend_error *error);

/* ---- profiles/ready.c ------------------------------------------------------------------------ */

/* Checks that the planner gives what the follower and the model need. */
wend_result profile_check_fit(const wend_world *world, const profile *made, wend_error *error);
/* True if a profile needs a corridor that its planner does not give, so that its routes are
 * converted (plan/corridor/convert.h). */
bool profile_converts(const profile *made);
/* Finds how much the planner avoids crowds. Fails if an entry considers crowds, but the world has
 * no grid of their density. */
wend_result profile_check_crowd(const wend_world *world, profile *made, wend_error *error);
/* Checks that an entry uses the terrain weights, and one the speed factors, of the profile with the
 * given index. */
wend_result profile_check_terrain(const wend_world *world, const profile *made, uint32_t index,
                                  wend_error *error);
/* Prepares the profiles of agents in the world and of queued agents: replaces planners that choose
 * another planner, and checks that the world has all maps that the profiles need. */
wend_result profiles_prepare(wend_world *world, wend_error *error);
/* Prepares one profile in the same manner. */
wend_result profile_prepare(wend_world *world, uint32_t index, wend_error *error);
/* Marks all profiles to be checked again, after a map has been removed or the world has been
 * loaded. */
void profiles_mark_unready(wend_world *world);

/* ---- agents.c -------------------------------------------------------------------------------- */

/* Queues one agent, which enters when the queue is applied. If `is_emitted` is true, a source adds
 * it, and its key may be reserved or an automatic one. Messages call it agent `index`. */
wend_result agent_queue(wend_world *world, const wend_agent_def *def, uint32_t index,
                        bool is_emitted, wend_error *error);
/* Returns a message that says what is wrong with a template of agents, or NULL. Sets `*is_name` if
 * an object does not exist. Key, position and layer are not checked. */
const char *agent_find_template_fault(const wend_world *world, const wend_agent_def *def,
                                      bool *is_name);
/* Returns the index of the profile that a def names, or of the first profile if it names none;
 * WEND_NONE if that profile does not exist or is to be removed. */
uint32_t agent_profile_of(const wend_world *world, const wend_agent_def *def);
/* Adds a queued agent to the world. Returns false if out of memory. */
bool agent_enter(wend_world *world, const command *add);
/* Adds an unpacked agent to the world. Returns false if out of memory. */
bool agent_unpack(wend_world *world, uint32_t slot, const crossing *arrival);
/* Removes an agent from the world. Its body is dropped by the next sort. */
void agent_remove(wend_world *world, uint32_t slot);
/* Gives an agent another profile. `resamples`: see attributes_change_profile. Returns false and
 * changes nothing if out of memory. */
bool agent_set_profile(wend_world *world, uint32_t slot, uint32_t profile, bool resamples);
/* Updates the flag for one-sided avoidance, after the profile or speed of an agent has changed. */
void agent_update_one_sided(wend_world *world, uint32_t slot);

/* ---- results.c ------------------------------------------------------------------------------- */

/* Returns the contribution of an agent to the hash of the world's state. */
uint64_t agent_hash(const wend_world *world, uint32_t slot);

/* ---- ghosts.c -------------------------------------------------------------------------------- */

/* Applies the ghosts that the caller has set, except ghosts of agents that are in this world. */
void ghosts_apply(wend_world *world);
/* Appends the ghosts to the bodies, and their cold data after the slots in use. The memory has been
 * reserved. */
void ghosts_append(wend_world *world);
void ghosts_free(wend_world *world);
/* Reserves memory for `count` ghosts in a list. Returns false if out of memory. */
bool ghosts_reserve(wend_world *world, ghost_list *list, uint32_t count);
/* Return a message that says what is wrong, or NULL. ghost_find_fault checks the values of a ghost;
 * ghost_find_unknown_reference checks that its layer and profile exist. */
const char *ghost_find_fault(const ghost_record *ghost);
const char *ghost_find_unknown_reference(const wend_world *world, uint32_t layer, uint32_t profile);

/* ---- teleport.c ------------------------------------------------------------------------------ */

/* Moves an agent to another location. Returns false if out of memory; the command is then tried
 * again. */
bool agent_teleport(wend_world *world, uint32_t slot, wend_location location);

/* ---- groups.c -------------------------------------------------------------------------------- */

/* Adds an agent to the list of its group. Returns false if out of memory. */
bool group_join(wend_world *world, uint32_t slot);
void group_leave(wend_world *world, uint32_t slot);
/* Sorts the members of all groups by key. Called before they are read. */
void groups_sort(wend_world *world);
void groups_free(wend_world *world);

/* ---- goals.c, maps.c, obstacles.c ------------------------------------------------------------ */

/* Frees a goal and its index. No agent and no goal set may refer to the goal. */
void goal_free(wend_world *world, uint32_t index);
void goals_free(wend_world *world);
/* Used while a snapshot is loaded: adds a goal set that had lost all of its goals. Returns false if
 * out of memory. */
bool goal_set_add_empty(wend_world *world);
void lists_free(wend_world *world);
void maps_free(wend_world *world);
/* Checks that an object may replace a map. */
wend_result map_check_replacement(const wend_world *world, uint32_t map, uint64_t content_hash,
                                  const void *object, wend_error *error);
/* Removes a map, and frees its name and index. */
void map_remove(wend_world *world, uint32_t map);
/* Replaces the object and content hash of a map, which makes routes on the map stale. */
void map_replace(wend_world *world, uint32_t map, uint64_t content_hash, const void *object);
struct goal_shape;
/* Adds a goal to the table. Its name and its shape at the time `since` are copied. Returns false if
 * out of memory. */
bool goal_add(wend_world *world, goal_record record, const struct goal_shape *shape,
              const char *name, double weight);
/* Adds a goal to the list of goals that are updated in each step, if it moves or has a time
 * window. */
void goal_update_changing(wend_world *world, uint32_t index);
/* Removes an obstacle and its walls, and frees its index. */
void obstacle_remove(wend_world *world, uint32_t index);
void obstacles_free(wend_world *world);
uint32_t obstacle_index_of(const wend_world *world, wend_obstacle obstacle);

/* ---- sources/ -------------------------------------------------------------------------------- */

/* Updates all sources at the start of a step: applies their queued commands, and queues the agents
 * that are due and have room. Does nothing if it has succeeded in this step. Returns false if out
 * of memory. */
bool sources_update(wend_world *world);
void sources_free(wend_world *world);
/* Applies a command for a source. */
void source_apply(wend_world *world, const command *what);
/* Frees a source, its name and its keys. */
void source_remove(wend_world *world, uint32_t index);
/* True if a key is reserved for a source. */
bool sources_reserve_key(const wend_world *world, uint64_t key);
/* True if a source uses a profile, and its removal is not queued. */
bool sources_use_profile(const wend_world *world, uint32_t index);

/* ---- delays.c -------------------------------------------------------------------------------- */

/* delays_reserve reserves memory for an agent that enters, and returns false if out of memory;
 * delays_begin then makes the agent stand still if it has a delay. */
bool delays_reserve(wend_world *world, uint32_t slot);
void delays_begin(wend_world *world, uint32_t slot);
/* Adds an agent in the world to the list, if it stands still because of its delay. The memory has
 * been reserved. */
void delays_add(wend_world *world, uint32_t slot);
/* Forgets the delay of an agent that leaves. */
void delays_drop(wend_world *world, uint32_t slot);
/* Lets the agents set out whose delay has ended. */
void delays_update(wend_world *world);
void delays_free(wend_world *world);

/* ---- areas/ ---------------------------------------------------------------------------------- */

void areas_free(wend_world *world);

/* ---- queues/ --------------------------------------------------------------------------------- */

void queues_free(wend_world *world);
/* ---- machines/ ------------------------------------------------------------------------------- */

/* Updates machines and signals, once per step. Returns false if an action failed or memory ran out;
 * another call continues. */
bool machines_update(wend_world *world);
/* Returns the error of an action that made a step fail, else WEND_ERROR_MEMORY. */
wend_result machines_report(wend_world *world, wend_error *error);
/* Lets an agent that has just been added enter the first state of its machine. The next functions
 * return false as machines_update does, and are then called again. */
bool machines_enter(wend_world *world, uint32_t slot);
/* Applies COMMAND_SET_STATE, COMMAND_FIRE_SIGNAL or COMMAND_REACH_AGENT. */
bool machines_apply(wend_world *world, const command *what);
/* Gives an agent another base profile, like agent_set_profile. */
bool machines_set_profile(wend_world *world, uint32_t slot, uint32_t profile, bool resamples);
/* Notes the machine of a queued agent, and adds the profiles that it needs. */
wend_result machines_queue_agent(wend_world *world, uint32_t slot, wend_machine machine,
                                 uint32_t state, uint32_t base, wend_error *error);
/* Adds the profiles that an agent with a machine needs with another base profile. */
wend_result machines_derive_for(wend_world *world, wend_agent agent, uint32_t base,
                                wend_error *error);
/* Forgets an agent that leaves the world. */
void machines_forget(wend_world *world, uint32_t slot);
/* Removes the profiles that are derived from a profile. */
void machines_drop_profile(wend_world *world, uint32_t base);
void machines_free(wend_world *world);

/* ---- commands/ ------------------------------------------------------------------------------- */

/* Queues a command. */
wend_result command_queue(wend_world *world, command what, wend_error *error);
/* Sets the error WEND_ERROR_NAME with the message "there is no such <what>". */
wend_result command_refuse_unknown(const char *what, wend_error *error);
/* Reserves memory for `count` more commands. */
wend_result commands_reserve(wend_world *world, uint32_t count, wend_error *error);
/* Applies the queued commands. Returns false if out of memory. */
bool commands_apply(wend_world *world);
/* Applies the queued replacements and removals of maps before all other commands, none of which
 * depends on maps. */
void commands_replace_maps(wend_world *world);

/* Queues the scheduled commands that are due. Returns false if out of memory. */
bool timetable_update(wend_world *world);
void timetable_free(wend_world *world);

/* Counts the agents that will have a profile once the queue has been applied. Returns false if out
 * of memory. */
bool profile_count_users(wend_world *world, uint32_t index, uint32_t *users);

/* ---- remove.c -------------------------------------------------------------------------------- */

/* Applies a COMMAND_REMOVE_... command, unless it removes an agent. Removes an object that no agent
 * refers to; marks any other object. */
void removal_apply(wend_world *world, const command *what);
/* Frees the marked objects, after removing them from agents and sets. Returns false if there is no
 * memory for the events. */
bool removals_finish(wend_world *world);

/* ---- crowd.c --------------------------------------------------------------------------------- */

/* Fills the grid of the crowd's density if a period has passed. Always returns true. */
bool crowd_update(wend_world *world);
/* Requests routes for the agents that look for a route with less delay in this step. */
void crowd_request_routes(wend_world *world);
/* True if an agent that looks for such a route keeps the present one: `found` is NULL or does not
 * pay. */
bool crowd_keeps_route(const wend_world *world, uint32_t index, const wend_route *found);

/* ---- plan.c, budget.c, renewals.c, steer.c, finish.c ----------------------------------------- */

bool stage_plan(wend_world *world);
/* Plans routes for the agents that need one. Returns false if out of memory. */
bool plan_routes(wend_world *world);
/* Plans routes for the bodies `begin` to `end - 1` that need one. `context` is the world. */
void plan_block(void *context, uint32_t begin, uint32_t end, uint32_t worker);
/* True if a body needs a route that may be planned in this step. */
bool plan_is_wanted(const wend_world *world, uint32_t index);
/* Begins the planning of a step. Returns false if out of memory. */
bool budget_begin(wend_world *world);
/* Plans as many routes as the budget allows. Returns false if out of memory. */
bool budget_plan(wend_world *world);
/* Notes when an agent that gets a route needs the next stretch. If the route has stretches, the
 * column for them must exist. */
void renewals_note(wend_world *world, const wend_body *body, const wend_route *route);
/* Lets the next stretch of an agent's route be planned at once, because the agent may have become
 * faster. */
void renewals_hurry(wend_world *world, uint32_t slot);
/* Requests new routes for agents that need the next stretch of theirs. */
void renewals_request(wend_world *world);
bool stage_steer(wend_world *world);
/* True if the agents of a profile choose a velocity in this step. */
bool steer_is_due(const wend_world *world, uint32_t profile);
/* speed_limit.c: true if agents of a profile stand still when they have no goal or route. */
bool steer_needs_goal(const wend_world *world, uint32_t profile);
/* Sets the speed of intents to 0 for agents that have arrived, are waiting or have no route, and
 * limits the speed of all others to their max_speed. Returns true if an agent stands still, has
 * left its route or is being rescued. */
bool steer_limit_speed(const wend_world *world, const wend_agents *agents, wend_intent *intents);
/* Prepares the stage `move`, before the first call of move_block. */
void move_begin(wend_world *world);
/* Moves the bodies [begin, end), which have steered, if world->moves_early. If `changes` is true,
 * an agent among them has requested a route or changed its goal; stage_move then moves them. */
void move_block(wend_world *world, uint32_t begin, uint32_t end, uint32_t worker, bool changes);
bool stage_move(wend_world *world);
/* Returns the wall-clock time (s) since some point in the past. */
double world_now(void);
/* Ends a step: turns the notes of the stage `move` into events, and applies their consequences. */
wend_result world_finish(wend_world *world, wend_error *error);

/* ---- intents.c ------------------------------------------------------------------------------- */

/* Records the intents of agents in this step, if a model requests them. Called by workers. */
void intents_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                  const wend_outcome *outcomes);
/* Makes the intents of this step the last intents. Called when all agents have moved. */
void intents_commit(wend_world *world);

/* ---- legs.c ---------------------------------------------------------------------------------- */

/* Makes the arcs of the space's connections, and a goal at the entry of each arc. These are the
 * first goals of a world. */
wend_result legs_init(wend_world *world, wend_error *error);
void legs_free(wend_world *world);
/* Chooses the legs of those agents that need a route, using `view`. Called by workers. */
void legs_choose(wend_world *world, const wend_view *view, const wend_agents *agents);
/* Records which agents have passed all points of their path on this leg. Called by workers. */
void legs_note_passed(const wend_world *world, const wend_agents *agents,
                      const wend_intent *intents);

/* ---- crossing.c ------------------------------------------------------------------------------ */

/* Moves body `index` from the ground onto a connection. Returns false if out of memory. */
bool crossing_begin(wend_world *world, uint32_t index, uint32_t arc);
/* Puts agents back on the ground if they are due and there is room for them. The bodies are sorted
 * before and after. Returns false if out of memory. */
bool crossings_return(wend_world *world);
/* Updates the positions of agents on connections to the present time. */
void crossings_advance(wend_world *world);
/* Moves an agent from its connection to a location on the ground. Returns false if out of
 * memory. */
bool crossing_leave(wend_world *world, uint32_t slot, wend_location location);
/* Removes a crossing from the table. */
void crossing_drop(wend_world *world, uint32_t index);

/* ---- trim.c ---------------------------------------------------------------------------------- */

/* Frees the memory that a burst (many agents added, or many events at once) has left, once the
 * burst is over. */
void world_trim(wend_world *world);

/* ---- registry.c ------------------------------------------------------------------------------ */

const wend_stage *registry_stage(const wend_registry *registry, wend_kind kind, const char *name,
                                 wend_error *error);

#endif
