/* world/snapshot/snapshot.h: the sections of a snapshot. Each function archives a section: it saves
 * or loads, depending on the archive. */
#ifndef WORLD_SNAPSHOT_H
#define WORLD_SNAPSHOT_H

#include "base/archive.h"
#include "world/world.h"

/* Archives profiles, resources, goals, goal sets, paths, groups, maps and obstacles. `from` holds
 * loaded data until it is copied into the world. */
void snapshot_tables(archive *ar, wend_world *world, memory_arena *from);
/* Archives the terrain rules of a profile, as a part of the tables: saved from the world, loaded
 * into the def. */
void snapshot_terrain_rules(archive *ar, const wend_world *world, uint32_t index,
                            wend_profile_def *def, memory_arena *from);
/* Archives the saved data of the object of a profile's stage. */
void snapshot_model(archive *ar, const profile_stage *stage);
/* Archives the belts. */
void snapshot_belts(archive *ar, wend_world *world);
/* Archives the fields, after goals and maps and before routes, which refer to them. */
void snapshot_fields(archive *ar, wend_world *world, memory_arena *from);
/* Archives resources, goals and goal sets. Free indices keep their order. */
void snapshot_goals(archive *ar, wend_world *world, memory_arena *from);

/* Archives slots, bodies, agents on connections, routes, holdings, state, ghosts and queued
 * commands. */
void snapshot_agents(archive *ar, wend_world *world, memory_arena *from);
/* Archives one agent with all its state. `c` has its body, and its connection or arc WEND_NONE. To
 * load, c->body.slot must be a queued slot. `is_packed`: the bytes come from another world, and the
 * agent gets the resources it held there only as far as there is capacity. */
void snapshot_agent(archive *ar, wend_world *world, crossing *c, bool is_packed,
                    memory_arena *from);
/* Archives the route, holdings, state and model parameters of the agent of a body. */
void snapshot_agent_rest(archive *ar, wend_world *world, const wend_body *body, bool is_packed,
                         memory_arena *from);
/* Archive the ghosts, and the commands; the slots must be known. */
void snapshot_ghosts(archive *ar, wend_world *world);
void snapshot_commands(archive *ar, wend_world *world, memory_arena *from);

/* Archives the areas, and which agents are in them; after the agents. */
void snapshot_areas(archive *ar, wend_world *world, memory_arena *from);

/* Archives the columns of attributes for the slots in use, before bodies are known. */
void snapshot_attributes(archive *ar, wend_world *world, memory_arena *from);
/* Archive the values of one slot in the columns of `used`; one label. */
void snapshot_attributes_of(archive *ar, wend_world *world, uint32_t slot, uint32_t used,
                            memory_arena *from);
/* Archives the attributes of a packed agent, and which columns its world had. */
void snapshot_packed_attributes(archive *ar, wend_world *world, uint32_t slot, memory_arena *from);
void snapshot_label(archive *ar, wend_world *world, uint32_t *label, memory_arena *from);
/* Archives which constant parameters of a profile's entry have values by slot. */
void snapshot_own_params(archive *ar, wend_world *world, uint32_t index, uint32_t stage);
/* Archives the model parameters of one agent; for a packed agent also which have values by slot. */
void snapshot_params(archive *ar, wend_world *world, const wend_body *body, bool is_packed);
/* Saves the def of a profile. */
void snapshot_profile(archive *ar, wend_world *world, uint32_t index);

/* Saves a table of ids, or loads one into `out`, which lies in `from`; while saving, `out` is the
 * table itself. After this call the caller archives the entries in use in the order of indices,
 * with gaps between them. snapshot_ids_put then puts the loaded ids into the table. */
void snapshot_ids(archive *ar, const id_table *table, id_table *out, memory_arena *from);
void snapshot_ids_put(archive *ar, id_table *table, const id_table *loaded);
/* A table with its ids. snapshot_gap appends a zeroed record to it, while loading. */
typedef struct snapshot_table {
    void **records;
    size_t size;
    uint32_t *count, *capacity;
    id_table *ids;
} snapshot_table;
void snapshot_gap(archive *ar, wend_world *world, snapshot_table table);

/* True if a position is within the range of the geometry code. */
bool snapshot_is_position(wend_vec2 position);

#endif
