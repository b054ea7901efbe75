/* world/snapshot/snapshot.h: the sections of a snapshot. Each function archives one section:
 * depending on the archive, it either saves or loads the section. */
#ifndef WORLD_SNAPSHOT_H
#define WORLD_SNAPSHOT_H

#include <wend/snapshot.h>

#include "base/archive.h"
#include "world/world.h"

#define SNAPSHOT_LATEST_TIME 1e15 /* s: later than any simulated time */

/* Archives profiles, resources, goals, goal sets, paths, groups, maps and obstacles. `from` holds
 * loaded data until the data is copied into the world. */
void snapshot_tables(archive *ar, wend_world *world, memory_arena *from);
/* Archives the name of an entry and its settings. */
void snapshot_choice(archive *ar, wend_choice *one, memory_arena *from);
/* Archives the terrain rules and the slope_weight of a profile, as a part of the tables. The rules
 * are saved from the world, and loaded into the def. */
void snapshot_terrain_rules(archive *ar, const wend_world *world, uint32_t index,
                            wend_profile_def *def, memory_arena *from);
/* Archives the model object of a profile's stage, as the bytes that the stage saves. */
void snapshot_model(archive *ar, const profile_stage *stage);
/* Archives the belts. */
void snapshot_belts(archive *ar, wend_world *world);
/* Archives the fields. Must be called after goals and maps, and before routes, which refer to
 * fields. */
void snapshot_fields(archive *ar, wend_world *world, memory_arena *from);
/* Archives resources, goals and goal sets. Free indices keep their order. */
void snapshot_goals(archive *ar, wend_world *world, memory_arena *from);

/* Archives slots, bodies, agents on connections, routes, holdings, state, ghosts and queued
 * commands. */
void snapshot_agents(archive *ar, wend_world *world, memory_arena *from);
/* Archives one agent with all its state. `c` has the agent's body and, if the agent is on a
 * connection, its arc; otherwise the arc is WEND_NONE. To load, c->body.slot must be a queued slot.
 * If `is_packed` is true, the agent moves to another world, where it gets only those of its
 * resources that have capacity left. */
void snapshot_agent(archive *ar, wend_world *world, crossing *c, bool is_packed,
                    memory_arena *from);
/* Archives the route, holdings, state and model parameters of the agent to which a body belongs. */
void snapshot_agent_rest(archive *ar, wend_world *world, const wend_body *body, bool is_packed,
                         memory_arena *from);
/* snapshot_ghosts archives the ghosts; snapshot_commands archives the queued and the scheduled
 * commands. Both must be
 * called after the slots have been archived. */
void snapshot_ghosts(archive *ar, wend_world *world);
void snapshot_commands(archive *ar, wend_world *world, memory_arena *from);

/* Archives which goals belong to which agents. Must be called after the agents. */
void snapshot_own_goals(archive *ar, wend_world *world);
/* Archives the goals that belong to one packed agent, and which of them it heads for. */
void snapshot_packed_own_goals(archive *ar, wend_world *world, uint32_t slot);

/* Archives the areas, and which agents are in them. Must be called after the agents. */
void snapshot_areas(archive *ar, wend_world *world, memory_arena *from);

/* Archives the sources. Must be called after the agents and the queued commands. */
void snapshot_sources(archive *ar, wend_world *world, memory_arena *from);
/* Archives the queues, and which agents are in them. Must be called after the agents. */
void snapshot_queues(archive *ar, wend_world *world, memory_arena *from);

/* Archives the grid of the crowd's density: the cells that are not 0. */
void snapshot_density(archive *ar, wend_world *world);

/* Archives the columns of attributes for the slots in use. Called before the bodies are known. */
void snapshot_attributes(archive *ar, wend_world *world, memory_arena *from);
/* Archives one slot's values of the attributes that have their bits set in `used`. */
void snapshot_attributes_of(archive *ar, wend_world *world, uint32_t slot, uint32_t used,
                            memory_arena *from);
/* snapshot_packed_attributes archives the attributes of a packed agent, and which columns its world
 * had; snapshot_label archives one label. */
void snapshot_packed_attributes(archive *ar, wend_world *world, uint32_t slot, memory_arena *from);
void snapshot_label(archive *ar, wend_world *world, uint32_t *label, memory_arena *from);
/* For a profile's entry at one stage, archives which constant parameters have per-slot values. */
void snapshot_own_params(archive *ar, wend_world *world, uint32_t index, uint32_t stage);
/* Archives the model parameters of one agent. For a packed agent, also archives which parameters
 * have per-slot values. */
void snapshot_params(archive *ar, wend_world *world, const wend_body *body, bool is_packed);
/* Saves the def of a profile. */
void snapshot_profile(archive *ar, wend_world *world, uint32_t index);

/* Saves a table of ids, or loads one into `out`. While loading, the arrays of `out` are allocated
 * from `from`. While saving, `out` is the table itself. After this call, the caller archives the
 * entries in use in the order of their indices, with gaps between them. snapshot_ids_put then puts
 * the loaded ids into the table. */
void snapshot_ids(archive *ar, const id_table *table, id_table *out, memory_arena *from);
void snapshot_ids_put(archive *ar, id_table *table, const id_table *loaded);
/* A table and its ids. While loading, snapshot_gap appends a zeroed record to the table. */
typedef struct snapshot_table {
    void **records;
    size_t size;
    uint32_t *count, *capacity;
    id_table *ids;
} snapshot_table;
void snapshot_gap(archive *ar, wend_world *world, snapshot_table table);

/* Archives the machines and signals, and the derived profiles. snapshot_machine archives the
 * definition of one machine. snapshot_bind_machines resolves names, once everything is loaded. */
void snapshot_machines(archive *ar, wend_world *world, memory_arena *from);
void snapshot_machine(archive *ar, wend_world *world, uint32_t index, memory_arena *from);
void snapshot_bind_machines(archive *ar, wend_world *world);
/* Archives the visit of an agent to its state. */
void snapshot_visit(archive *ar, wend_world *world, uint32_t slot);
/* Checks the visits of all loaded agents, and counts the populations of states. */
void snapshot_count_visits(archive *ar, wend_world *world);
/* Archives the memory and parameters of the selector of an agent's state, if its body has another
 * profile. */
void snapshot_selector(archive *ar, wend_world *world, const wend_body *body, bool is_packed);
/* Returns the base profile of an agent whose body has the profile `index`. Packed agents name it
 * instead, because derived profiles have other indices in other worlds. */
uint32_t snapshot_base_profile(const wend_world *world, uint32_t slot, uint32_t index);
/* Replaces the base profile of a loaded agent by that of its body, which is made if need be.
 * Returns false if it cannot be made. */
bool snapshot_derive(wend_world *world, uint32_t slot, uint32_t *index);

/* True if a position is within the coordinate range of the geometry code. */
bool snapshot_is_position(wend_vec2 position);

#endif
