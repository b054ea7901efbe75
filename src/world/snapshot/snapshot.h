/* world/snapshot/snapshot.h: the sections of a snapshot; each saves or loads, as the archive says.
 */
#ifndef WORLD_SNAPSHOT_H
#define WORLD_SNAPSHOT_H

#include "base/archive.h"
#include "world/world.h"

/* Profiles, resources, goals, goal sets, paths, groups, maps, obstacles. `from` holds what is
 * loaded until it is copied into the world. */
void snapshot_tables(archive *ar, wend_world *world, memory_arena *from);
/* Of these, the terrain rules of a profile: saved from the world, loaded into the def. */
void snapshot_terrain_rules(archive *ar, const wend_world *world, uint32_t index,
                            wend_profile_def *def, memory_arena *from);
/* Of these, what the object of a profile's stage saves of itself. */
void snapshot_model(archive *ar, const profile_stage *stage);
/* Of these, the belts. */
void snapshot_belts(archive *ar, wend_world *world);
/* Of these, the fields, after goals and maps: routes refer to them. */
void snapshot_fields(archive *ar, wend_world *world, memory_arena *from);
/* Of these, resources, goals and goal sets. Free indices keep their order. */
void snapshot_goals(archive *ar, wend_world *world, memory_arena *from);

/* Slots, bodies, agents on connections, routes, what is held, plain state, ghosts, queued commands.
 */
void snapshot_agents(archive *ar, wend_world *world, memory_arena *from);
/* One agent with all its state: `c` has its body, and its connection or arc WEND_NONE. To load,
 * c->body.slot is a queued slot. `is_packed`: the bytes come from another world, and what the agent
 * holds there is taken only where there is room. */
void snapshot_agent(archive *ar, wend_world *world, crossing *c, bool is_packed,
                    memory_arena *from);
/* Of these, the route, what is held, and the plain state and model parameters of an agent whose
 * body is given. */
void snapshot_rest(archive *ar, wend_world *world, const wend_body *body, bool is_packed,
                   memory_arena *from);
/* Of these, the ghosts, and the commands: slots are known. */
void snapshot_ghosts(archive *ar, wend_world *world);
void snapshot_commands(archive *ar, wend_world *world, memory_arena *from);

/* Areas, and which agents are in them: after agents. */
void snapshot_areas(archive *ar, wend_world *world, memory_arena *from);

/* Columns of attributes, for the slots in use; before bodies are known. */
void snapshot_attributes(archive *ar, wend_world *world, memory_arena *from);
/* Of these, the values of one slot in the columns of `used`; and one label. */
void snapshot_attributes_of(archive *ar, wend_world *world, uint32_t slot, uint32_t used,
                            memory_arena *from);
/* The attributes of a packed agent, with which of them its world had columns for. */
void snapshot_packed_attributes(archive *ar, wend_world *world, uint32_t slot, memory_arena *from);
void snapshot_label(archive *ar, wend_world *world, uint32_t *label, memory_arena *from);
/* Which parameters of an entry of a profile have values though they are constants. */
void snapshot_own_params(archive *ar, wend_world *world, uint32_t index, uint32_t stage);
/* The model parameters of one agent; of a packed one, with which of them have values by slot. */
void snapshot_params(archive *ar, wend_world *world, const wend_body *body, bool is_packed);
/* A profile's def, to save it. */
void snapshot_profile(archive *ar, wend_world *world, uint32_t index);

/* Saves a table of ids, or loads one into `out`, which lies in `from`; while saving, `out` is the
 * table. Then what is in use is archived in the order of indices, and gaps are left in between. At
 * last the loaded ids are put into the table. */
void snapshot_ids(archive *ar, const id_table *table, id_table *out, memory_arena *from);
void snapshot_ids_put(archive *ar, id_table *table, const id_table *loaded);
/* A table with its ids, and a zeroed record at the end of one, while loading. */
typedef struct snapshot_table {
    void **records;
    size_t size;
    uint32_t *count, *capacity;
    id_table *ids;
} snapshot_table;
void snapshot_gap(archive *ar, wend_world *world, snapshot_table table);

/* A place that geometry can work with. */
bool snapshot_is_place(wend_vec2 place);

#endif
