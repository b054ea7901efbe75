/* The table of sources: adds and removes sources, applies their commands, and returns their state.
 */
#include <math.h>
#include <string.h>

#include "base/arrivals.h"
#include "base/def.h"
#include "base/error.h"
#include "world/commands/commands.h"
#include "world/machines/machines.h"
#include "world/sources/sources.h"

/* ---- Adding ---------------------------------------------------------------------------------- */

static void free_record(wend_world *world, source_record *record) {
    memory *from = &world->memory;
    memory_free(from, record->points, record->def.point_count * sizeof *record->points);
    memory_free(from, record->schedule, record->def.schedule_count * sizeof *record->schedule);
    memory_free_text(from, record->name);
    memory_free_text(from, record->label);
    *record = (source_record){.next = INFINITY};
}

/* Copies `count` items of `size` bytes. Returns NULL if out of memory, or if there are none. */
static void *copy_items(wend_world *world, const void *items, uint32_t count, size_t size) {
    void *copy = count > 0 ? memory_get_array(&world->memory, count, size) : NULL;
    if (copy) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

static bool is_given(const char *text) {
    return text && text[0];
}

/* Makes copies of everything that a def points at. Returns false if out of memory. */
static bool copy_def(wend_world *world, const wend_source_def *def, const wend_agent_def *agent,
                     source_record *made) {
    *made = (source_record){.def = *def, .agent = *agent};
    made->def.schedule_count = def->timing == WEND_SOURCE_SCHEDULE ? def->schedule_count : 0;
    made->points = copy_items(world, def->points, def->point_count, sizeof *made->points);
    made->schedule =
        copy_items(world, def->schedule, made->def.schedule_count, sizeof *made->schedule);
    made->name = is_given(def->name) ? memory_copy_text(&world->memory, def->name) : NULL;
    made->label = is_given(agent->label) ? memory_copy_text(&world->memory, agent->label) : NULL;
    made->def.points = made->points;
    made->def.schedule = made->schedule;
    made->def.name = made->name;
    made->def.agent = NULL;
    made->agent.label = made->label;
    return made->points && (made->schedule || made->def.schedule_count == 0) &&
           (made->name || !is_given(def->name)) && (made->label || !is_given(agent->label));
}

static bool reserve(wend_world *world) {
    source_table *table = &world->sources;
    return memory_grow(&world->memory, (void **)&table->records, sizeof *table->records,
                       &table->capacity, ids_next(&table->ids) + 1) &&
           ids_reserve(&table->ids, &world->memory) &&
           names_reserve(&table->names, &world->memory) && source_keys_reserve(world);
}

/* Fills in the keys, the start and the count of a new source. */
static void complete(wend_world *world, source_record *made) {
    wend_source_def *def = &made->def;
    double now = world_time_at(world, world->step);
    def->from = def->from < now ? now : def->from;
    if (def->count == 0) {
        def->count = def->timing == WEND_SOURCE_SCHEDULE
                         ? arrivals_count(&(wend_source_def){.timing = WEND_SOURCE_SCHEDULE,
                                                             .until = INFINITY,
                                                             .schedule = made->schedule,
                                                             .schedule_count = def->schedule_count},
                                          0, 0, WEND_MAX_AGENTS)
                         : WEND_MAX_AGENTS;
    }
    if (def->first_key == 0) {
        def->first_key = world->next_key;
        world->next_key += def->count;
    }
    made->agent.profile =
        wend_world_profile_at(world, agent_profile_of(world, &made->agent)); /* if none was given */
}

wend_result source_add(wend_world *world, const wend_source_def *def, const wend_agent_def *agent,
                       bool is_loading, uint32_t *out, wend_error *error) {
    source_table *table = &world->sources;
    source_record made;
    if (!reserve(world)) {
        return error_no_memory(error, "the world");
    }
    if (!copy_def(world, def, agent, &made)) {
        free_record(world, &made);
        return error_no_memory(error, "the world");
    }
    if (!is_loading) {
        complete(world, &made);
        source_begin(&made, world->seed);
    }
    uint32_t index = ids_take(&table->ids);
    table->records[index] = made;
    table->count = index < table->count ? table->count : index + 1;
    if (made.name) {
        names_add(&table->names, made.name);
    }
    if (made.def.first_key < AUTOMATIC_KEY) {
        source_keys_add(world, (key_range){made.def.first_key, made.def.count, index});
    }
    *out = index;
    return WEND_OK;
}

/* Returns the number of keys that a source will reserve. */
static uint32_t count_keys(const wend_source_def *def) {
    uint32_t count = 0;
    for (uint32_t i = 0; def->timing == WEND_SOURCE_SCHEDULE && i < def->schedule_count; i++) {
        count += def->schedule[i].count;
    }
    return def->count > 0 ? def->count : count > 0 ? count : WEND_MAX_AGENTS;
}

static bool has_agent_between(const wend_world *world, uint64_t first, uint32_t count) {
    bool any = false;
    for (uint32_t slot = 0; slot < world->cold.used && !any; slot++) {
        any = world->cold.body[slot] != STORE_FREE && world->cold.key[slot] >= first &&
              world->cold.key[slot] - first < count;
    }
    return any;
}

static wend_result check_unique(const wend_world *world, const wend_source_def *def,
                                wend_error *error) {
    const source_table *table = &world->sources;
    if (is_given(def->name) && names_contain(&table->names, def->name)) {
        return error_set(error, WEND_ERROR_NAME, "there is already a source '%s'", def->name);
    }
    if (table->ids.count - table->ids.free_count == WEND_MAX_SOURCES) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d sources",
                         WEND_MAX_SOURCES);
    }
    uint32_t count = count_keys(def);
    if (def->first_key > 0 && (!source_keys_are_free(world, def->first_key, count) ||
                               has_agent_between(world, def->first_key, count))) {
        return error_set(error, WEND_ERROR_NAME,
                         "a source cannot have the keys %llu to %llu: at least one of them belongs "
                         "to an agent or to another source",
                         (unsigned long long)def->first_key,
                         (unsigned long long)(def->first_key + count - 1));
    }
    return WEND_OK;
}

wend_result wend_world_add_source(wend_world *world, const wend_source_def *given, wend_source *out,
                                  wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_source_def def;
    wend_agent_def agent = wend_default_agent_def();
    wend_result result = DEF_READ(source, given, &def, error);
    if (result == WEND_OK && def.agent) {
        result = DEF_READ(agent, def.agent, &agent, error);
    }
    agent.delay = 0.0; /* sampled for each agent */
    result = result == WEND_OK ? source_check(world, &def, &agent, error) : result;
    result = result == WEND_OK ? check_unique(world, &def, error) : result;
    uint32_t index = 0, machine = ids_index(&world->machines.ids, agent.machine.value);
    if (result == WEND_OK && machine != ID_NONE) { /* entries that do not fit are refused now */
        result = machine_derive(world, machine, agent_profile_of(world, &agent), error);
    }
    result = result == WEND_OK ? source_add(world, &def, &agent, false, &index, error) : result;
    if (result == WEND_OK && out) {
        *out = (wend_source){ids_at(&world->sources.ids, index)};
    }
    return result;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static uint32_t index_of(const wend_world *world, wend_source source) {
    return ids_index(&world->sources.ids, source.value);
}

static wend_result queue(wend_world *world, command what, wend_error *error) {
    return index_of(world, (wend_source){what.target}) == ID_NONE
               ? command_refuse_unknown("source", error)
               : command_queue(world, what, error);
}

wend_result wend_world_remove_source(wend_world *world, wend_source source, wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue(world, (command){.kind = COMMAND_REMOVE_SOURCE, .target = source.value}, error);
}

wend_result wend_world_set_source_enabled(wend_world *world, wend_source source, bool enabled,
                                          wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue(world,
                 (command){.kind = COMMAND_ENABLE_SOURCE, .index = enabled, .target = source.value},
                 error);
}

wend_result wend_world_set_source_rate(wend_world *world, wend_source source, double rate,
                                       wend_error *error) {
    WEND_ASSERT(world != NULL);
    uint32_t index = index_of(world, source);
    if (index == ID_NONE) {
        return command_refuse_unknown("source", error);
    }
    wend_source_timing timing = world->sources.records[index].def.timing;
    if (timing != WEND_SOURCE_RATE && timing != WEND_SOURCE_POISSON) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the source has no rate, but intervals or a schedule");
    }
    if (!(rate >= 1e-6 && rate <= 1e4)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the rate of a source is %g, but must lie between 1e-6 and 1e4 agents/s",
                         rate);
    }
    return queue(world,
                 (command){.kind = COMMAND_SET_SOURCE_RATE, .target = source.value, .number = rate},
                 error);
}

void source_apply(wend_world *world, const command *what) {
    uint32_t index = index_of(world, (wend_source){what->target});
    if (index == ID_NONE) {
        return;
    }
    source_record *record = &world->sources.records[index];
    bool has_rate =
        record->def.timing == WEND_SOURCE_RATE || record->def.timing == WEND_SOURCE_POISSON;
    if (what->kind == COMMAND_REMOVE_SOURCE) {
        source_remove(world, index);
    } else if (what->kind == COMMAND_ENABLE_SOURCE) {
        record->def.disabled = what->index == 0;
    } else if (has_rate) {
        source_set_rate(record, what->number, world_time_at(world, world->step));
    }
}

/* ---- Removing -------------------------------------------------------------------------------- */

void source_remove(wend_world *world, uint32_t index) {
    source_table *table = &world->sources;
    source_record *record = &table->records[index];
    if (record->name) {
        names_remove(&table->names, record->name);
    }
    source_keys_remove(world, index);
    free_record(world, record);
    ids_release(&table->ids, index);
}

void sources_free(wend_world *world) {
    source_table *table = &world->sources;
    for (uint32_t i = 0; i < table->count; i++) {
        free_record(world, &table->records[i]);
    }
    memory_free(&world->memory, table->records, table->capacity * sizeof *table->records);
    memory_free(&world->memory, table->keys, table->key_capacity * sizeof *table->keys);
    names_free(&table->names, &world->memory);
    ids_free(&table->ids, &world->memory);
    if (table->entering.capacity > 0) {
        discs_free(&table->entering);
    }
}

static bool is_removal_queued(const wend_world *world, uint64_t id) {
    bool any = false;
    for (uint32_t i = 0; i < world->command_count && !any; i++) {
        any = world->commands[i].kind == COMMAND_REMOVE_SOURCE && world->commands[i].target == id;
    }
    return any;
}

bool sources_use_profile(const wend_world *world, uint32_t index) {
    const source_table *table = &world->sources;
    uint64_t id = ids_at(&world->profile_ids, index);
    bool any = false;
    for (uint32_t i = 0; i < table->count && !any; i++) {
        any = ids_is_used(&table->ids, i) && table->records[i].agent.profile.value == id &&
              !is_removal_queued(world, ids_at(&table->ids, i));
    }
    return any;
}

/* ---- Info ------------------------------------------------------------------------------------ */

wend_source wend_world_find_source(const wend_world *world, const char *name) {
    WEND_ASSERT(world != NULL && name != NULL);
    const source_table *table = &world->sources;
    bool is_known = name[0] && names_contain(&table->names, name);
    for (uint32_t i = 0; i < table->count && is_known; i++) {
        if (table->records[i].name && strcmp(table->records[i].name, name) == 0) {
            return (wend_source){ids_at(&table->ids, i)};
        }
    }
    return (wend_source){0};
}

uint32_t wend_world_source_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->sources.count;
}

wend_source wend_world_source_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_source){ids_at(&world->sources.ids, index)};
}

bool wend_world_get_source_info(const wend_world *world, wend_source source,
                                wend_source_info *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t index = index_of(world, source);
    if (index == ID_NONE) {
        return false;
    }
    const source_record *record = &world->sources.records[index];
    const wend_source_def *def = &record->def;
    bool has_rate = def->timing == WEND_SOURCE_RATE || def->timing == WEND_SOURCE_POISSON;
    bool is_over = record->arrived == def->count || !(record->next <= def->until);
    *out = (wend_source_info){.entered = record->entered,
                              .waiting = record->arrived - record->entered,
                              .remaining = source_count_remaining(record),
                              .enabled = !def->disabled,
                              .rate = has_rate ? def->rate : 0.0,
                              .next = is_over ? (double)INFINITY : record->next,
                              .first_key = def->first_key,
                              .group = record->agent.group};
    return true;
}
