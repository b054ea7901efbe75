/* Snapshots: saves a world to bytes, and loads it again.
 *
 * Layout: "WENDSNAP", the version, and a checksum of the rest; then the settings, which include the
 * clock and the hash of the space; then counters, tables, agents, areas, sources and queues. Maps
 * and the space are identified by content hash, entries by name. All input is checked: a damaged
 * snapshot gives an error, never a damaged world. Cost: O(bytes). */
#include "world/snapshot/snapshot.h"

#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "base/file.h"
#include "world/snapshot/seal.h"

static const seal snapshot_seal = {{'W', 'E', 'N', 'D', 'S', 'N', 'A', 'P'}, 23, "snapshot"};

/* The settings with which a world is created, and the clock. */
typedef struct settings {
    uint64_t space_hash, seed, step;
    double dt;
    uint32_t steer_every;
    float reach;
    double obstacle_rest_time; /* s */
    uint64_t plan_budget, plan_cursor;
    double density_cell, density_period, density_gain; /* m, s, 1 */
} settings;

static void archive_settings(archive *ar, settings *s) {
    archive_u64(ar, &s->space_hash);
    archive_u64(ar, &s->seed);
    archive_u64(ar, &s->step);
    archive_f64(ar, &s->dt);
    archive_u32(ar, &s->steer_every);
    archive_f32(ar, &s->reach);
    archive_f64(ar, &s->obstacle_rest_time);
    archive_u64(ar, &s->plan_budget);
    archive_u64(ar, &s->plan_cursor);
    archive_f64(ar, &s->density_cell);
    archive_f64(ar, &s->density_period);
    archive_f64(ar, &s->density_gain);
    archive_expect(ar, s->step < UINT64_C(1) << 52, "its clock is out of range");
}

static void archive_stats(archive *ar, wend_stats *stats) {
    archive_u64(ar, &stats->agent_steps);
    archive_u64(ar, &stats->arrivals);
    archive_u64(ar, &stats->wall_interventions);
    archive_u64(ar, &stats->wall_interventions_while_feasible);
    archive_u64(ar, &stats->infeasible_steps);
    archive_u64(ar, &stats->teleports);
    archive_u64(ar, &stats->plans);
    archive_u64(ar, &stats->rescues);
    archive_u64(ar, &stats->unproven_plans);
    archive_u64(ar, &stats->reroutes);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

/* Saves a world. The archive functions can also write to the world, but saving only reads it. */
static void save_into(archive *ar, const wend_world *source) {
    wend_world *world = (wend_world *)(uintptr_t)source;
    settings s = {.space_hash = wend_space_hash(world->space),
                  .seed = world->seed,
                  .step = world->step,
                  .dt = world->dt,
                  .steer_every = world->steer_every,
                  .reach = world->reach,
                  .obstacle_rest_time = world->obstacle_rest_time,
                  .plan_budget = world->plan_budget,
                  .plan_cursor = world->plan_cursor,
                  .density_cell = world->density.cell,
                  .density_period = world->density.period,
                  .density_gain = world->density.gain};
    archive_settings(ar, &s);
    archive_stats(ar, &world->stats);
    snapshot_tables(ar, world, NULL);
    snapshot_agents(ar, world, NULL);
    snapshot_own_goals(ar, world);
    snapshot_areas(ar, world, NULL);
    snapshot_sources(ar, world, NULL);
    snapshot_queues(ar, world, NULL);
    snapshot_density(ar, world);
    archive_bool(ar, &world->goals_moved);
}

size_t wend_world_save(const wend_world *world, void *out, size_t capacity) {
    WEND_ASSERT(world != NULL);
    archive count = {.is_trusted = true};
    save_into(&count, world);
    size_t size = SEAL_SIZE + count.at;
    if (!out || capacity < size) {
        return size;
    }
    uint8_t *bytes = out;
    archive ar = {.is_trusted = true, .out = bytes + SEAL_SIZE, .size = capacity - SEAL_SIZE};
    save_into(&ar, world);
    WEND_ASSERT(!ar.failed); /* every valid world can be saved */
    seal_write(&snapshot_seal, bytes, size);
    return size;
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* Updates the scene to the present time. This puts goals back at their saved positions, which does
 * not count as motion. */
static bool set_scene(wend_world *world, bool goals_moved, memory_arena *from) {
    uint32_t count = world->goals.count;
    uint64_t *moved = count ? arena_take(from, count * sizeof *moved, 8) : NULL;
    if (count && !moved) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        moved[i] = world->goals.records[i].moved;
    }
    bool good = world_update_scene(world);
    for (uint32_t i = 0; i < count; i++) {
        world->goals.records[i].moved = moved[i];
    }
    world->goals_moved = goals_moved;
    return good;
}

/* Loads everything that comes after the settings. */
static wend_result load_into(archive *ar, wend_world *world, memory_arena *from,
                             wend_error *error) {
    bool goals_moved = false;
    archive_stats(ar, &world->stats);
    snapshot_tables(ar, world, from);
    if (!ar->failed) {
        snapshot_agents(ar, world, from);
    }
    if (!ar->failed) {
        snapshot_own_goals(ar, world);
    }
    if (!ar->failed) {
        snapshot_areas(ar, world, from);
    }
    if (!ar->failed) {
        snapshot_sources(ar, world, from);
    }
    if (!ar->failed) {
        snapshot_queues(ar, world, from);
    }
    if (!ar->failed) {
        snapshot_bind_machines(ar, world);
    }
    if (!ar->failed) {
        snapshot_density(ar, world);
    }
    archive_bool(ar, &goals_moved);
    archive_expect(ar, ar->at == ar->size, "it has extra bytes at its end");
    if (ar->failed) {
        return world->is_out_of_memory ? error_no_memory(error, "the world")
                                       : seal_report_damage(&snapshot_seal, ar->wrong, error);
    }
    world->goals_pending = world->routes_pending = true;
    world->renewal_belts = world->belts.fastest;
    profiles_mark_unready(world); /* maps must be restored before a step */
    world_unsort(world);
    world_update_view(world);
    return set_scene(world, goals_moved, from) ? WEND_OK : error_no_memory(error, "the world");
}

static void use_settings(const settings *s, wend_world_def *def) {
    def->seed = s->seed;
    def->dt = s->dt;
    def->steer_every = s->steer_every;
    def->reach = s->reach;
    def->obstacle_rest_time = s->obstacle_rest_time;
    def->plan_budget = s->plan_budget;
    def->density_cell = s->density_cell;
    def->density_period = s->density_period;
    def->density_gain = s->density_gain;
}

wend_result wend_world_load(const wend_world_def *given, const void *bytes, size_t size,
                            wend_world **out, wend_error *error) {
    WEND_ASSERT(given != NULL && bytes != NULL && out != NULL);
    wend_world_def made;
    wend_result result = DEF_READ(world, given, &made, error);
    result = result == WEND_OK ? world_check_def(&made, error) : result;
    result = result == WEND_OK ? seal_check(&snapshot_seal, bytes, size, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    archive ar = {
        .loading = true, .in = (const uint8_t *)bytes + SEAL_SIZE, .size = size - SEAL_SIZE};
    settings s = {0};
    archive_settings(&ar, &s);
    if (ar.failed) {
        return seal_report_damage(&snapshot_seal, ar.wrong, error);
    }
    WEND_ASSERT(made.space != NULL);
    if (s.space_hash != wend_space_hash(made.space)) {
        return error_set(error, WEND_ERROR_NAME,
                         "the snapshot was saved in another space (%016llx, this one is %016llx)",
                         (unsigned long long)s.space_hash,
                         (unsigned long long)wend_space_hash(made.space));
    }
    use_settings(&s, &made);
    if (world_check_def(&made, NULL) != WEND_OK) {
        return seal_report_damage(&snapshot_seal, "its settings are out of range", error);
    }
    wend_world *world = NULL;
    result = wend_world_create(&made, &world, error);
    if (result == WEND_OK) {
        memory_arena from;
        arena_init(&from, &world->memory);
        world->step = s.step;
        world->plan_cursor = s.plan_cursor;
        result = load_into(&ar, world, &from, error);
        arena_free(&from);
    }
    if (result != WEND_OK) {
        wend_world_destroy(world);
        return result;
    }
    *out = world;
    return WEND_OK;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static size_t save_world(const void *world, void *bytes, size_t capacity) {
    return wend_world_save(world, bytes, capacity);
}

/* The arguments for loading a world. As for a new world, the caller supplies a def. */
typedef struct world_load {
    const wend_world_def *def;
    wend_world **out;
} world_load;

static wend_result load_world(const void *bytes, size_t size, const wend_allocator *allocator,
                              void *out, wend_error *error) {
    (void)allocator; /* the def contains the allocator */
    const world_load *load = out;
    return wend_world_load(load->def, bytes, size, load->out, error);
}

static wend_result check_head(const uint8_t *head, size_t size, wend_error *error) {
    return seal_check_head(&snapshot_seal, head, size, error);
}

static const file_codec snapshot_codec = {"the snapshot", check_head, save_world, load_world};

wend_result wend_snapshot_check_file(const char *path, wend_error *error) {
    WEND_ASSERT(path != NULL);
    return file_check_head(&snapshot_codec, path, error);
}

wend_result wend_world_save_file(const wend_world *world, const char *path, wend_error *error) {
    WEND_ASSERT(world != NULL && path != NULL);
    return file_save(&snapshot_codec, world, path, &world->memory.allocator, error);
}

wend_result wend_world_load_file(const wend_world_def *def, const char *path, wend_world **out,
                                 wend_error *error) {
    WEND_ASSERT(def != NULL && path != NULL && out != NULL);
    world_load load = {def, out};
    wend_world_def known;
    wend_result result = DEF_READ(world, def, &known, error);
    return result == WEND_OK ? file_load(&snapshot_codec, path, &known.allocator, &load, error)
                             : result;
}
