/* world/snapshot.h: the sections of a snapshot; each saves or loads, as the archive says. */
#ifndef WORLD_SNAPSHOT_H
#define WORLD_SNAPSHOT_H

#include "base/archive.h"
#include "world/world.h"

/* Profiles, resources, goals, goal sets, paths, groups, maps, obstacles. `from` holds what is
 * loaded until it is copied into the world. */
void snapshot_tables(archive *ar, wend_world *world, memory_arena *from);
/* Of these, resources, goals and goal sets. */
void snapshot_goals(archive *ar, wend_world *world, memory_arena *from);

/* Slots, bodies, agents on connections, routes, what is held, plain state, ghosts, queued commands.
 */
void snapshot_agents(archive *ar, wend_world *world, memory_arena *from);
/* Of these, the ghosts, and the commands: slots are known. */
void snapshot_ghosts(archive *ar, wend_world *world);
void snapshot_commands(archive *ar, wend_world *world);

/* A place that geometry can work with. */
bool snapshot_is_place(wend_vec2 place);

#endif
