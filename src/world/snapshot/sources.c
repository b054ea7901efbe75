/* The sources in a snapshot: their defs with all that these point at, and how far they are. */
#include <math.h>

#include "world/snapshot/snapshot.h"
#include "world/sources/sources.h"

static void archive_i32(archive *ar, int32_t *value) {
    uint32_t bits = (uint32_t)*value;
    archive_u32(ar, &bits);
    *value = (int32_t)bits;
}

/* Archives a reference to an object. References to objects that have been removed are saved as
 * null. */
static void archive_reference(archive *ar, const id_table *ids, uint64_t *id) {
    uint64_t value = !ar->loading && ids_index(ids, *id) != ID_NONE ? *id : 0;
    archive_u64(ar, &value);
    if (ar->loading) {
        *id = value;
    }
}

static void archive_template(archive *ar, const wend_world *world, wend_agent_def *agent,
                             memory_arena *from) {
    archive_point(ar, &agent->velocity);
    archive_f64(ar, &agent->radius);
    archive_reference(ar, &world->profile_ids, &agent->profile.value);
    archive_reference(ar, &world->goal_ids, &agent->goal.value);
    archive_reference(ar, &world->goal_set_ids, &agent->goal_set.value);
    archive_reference(ar, &world->path_ids, &agent->path.value);
    archive_reference(ar, &world->group_ids, &agent->group.value);
    archive_f64(ar, &agent->preferred_speed);
    archive_f64(ar, &agent->max_speed);
    archive_f64(ar, &agent->max_acceleration);
    archive_f64(ar, &agent->max_turn_rate);
    archive_f64(ar, &agent->heading);
    archive_u32(ar, &agent->class_mask);
    archive_i32(ar, &agent->priority);
    archive_text(ar, &agent->label, from);
    archive_u64(ar, &agent->user);
    archive_u64(ar, &agent->machine.value);
    archive_u32(ar, &agent->state);
    archive_expect(ar, agent->profile.value != 0, "a source has no profile");
    archive_expect(ar,
                   ar->failed || agent->machine.value == 0 ||
                       agent->state < wend_world_state_count(world, agent->machine),
                   "a source has a machine or a state that does not exist");
}

static void archive_region(archive *ar, wend_source_def *def, memory_arena *from) {
    uint32_t kind = (uint32_t)def->shape;
    archive_u32(ar, &kind);
    archive_expect(ar, kind <= WEND_GOAL_POLYGON, "the region of a source is not valid");
    def->shape = ar->failed ? WEND_GOAL_DISC : (wend_goal_shape)kind;
    wend_point *points =
        archive_list(ar, def->points, &def->point_count, sizeof *points, sizeof *points, from);
    for (uint32_t i = 0; i < def->point_count && !ar->failed; i++) {
        archive_point(ar, &points[i]);
    }
    def->points = points;
    archive_f64(ar, &def->radius);
    archive_f64(ar, &def->angle);
    archive_u32(ar, &def->layer);
}

static void archive_times(archive *ar, wend_source_def *def, memory_arena *from) {
    uint32_t timing = (uint32_t)def->timing;
    archive_f64(ar, &def->from);
    archive_f64(ar, &def->until);
    archive_u32(ar, &timing);
    archive_expect(ar, timing < WEND_SOURCE_TIMING_COUNT, "the timing of a source is unknown");
    def->timing = ar->failed ? WEND_SOURCE_RATE : (wend_source_timing)timing;
    archive_f64(ar, &def->rate);
    archive_distribution(ar, &def->interval);
    archive_distribution(ar, &def->delay);
    wend_source_entry *entries =
        archive_list(ar, def->schedule, &def->schedule_count, 12, sizeof *entries, from);
    for (uint32_t i = 0; i < def->schedule_count && !ar->failed; i++) {
        archive_f64(ar, &entries[i].time);
        archive_u32(ar, &entries[i].count);
    }
    def->schedule = entries;
}

/* True if the state of a loaded source fits its def. */
static bool is_valid_state(const source_record *record) {
    const wend_source_def *def = &record->def;
    bool is_listed = def->timing == WEND_SOURCE_SCHEDULE;
    bool is_at_end = is_listed && record->draws == def->schedule_count;
    bool has_time = is_at_end ? record->next == (double)INFINITY
                              : record->next >= 0.0 && record->next <= SNAPSHOT_LATEST_TIME;
    return record->entered <= record->arrived && record->arrived <= def->count &&
           (!is_listed || record->draws <= def->schedule_count) && has_time;
}

/* True if the keys of a loaded source are of one kind and belong to no other source. */
static bool has_valid_keys(const wend_world *world, const wend_source_def *def) {
    if (def->first_key >= AUTOMATIC_KEY) {
        return def->first_key <= world->next_key && world->next_key - def->first_key >= def->count;
    }
    return def->first_key > 0 && def->first_key <= INT64_MAX - WEND_MAX_AGENTS &&
           source_keys_are_free(world, def->first_key, def->count);
}

/* Adds a loaded source to the world. */
static void put_source(archive *ar, wend_world *world, const source_record *loaded) {
    wend_source_def def = loaded->def;
    def.first_key = 0; /* automatic keys are not allowed in defs */
    const char *name = def.name ? def.name : "";
    archive_expect(ar,
                   def.count > 0 && has_valid_keys(world, &loaded->def) && is_valid_state(loaded) &&
                       source_check(world, &def, &loaded->agent, NULL) == WEND_OK &&
                       !(name[0] && names_contain(&world->sources.names, name)),
                   "a source is not valid");
    uint32_t index = 0;
    def.first_key = loaded->def.first_key;
    if (ar->failed) {
        return;
    }
    archive_expect(ar, source_add(world, &def, &loaded->agent, true, &index, NULL) == WEND_OK,
                   "out of memory");
    if (!ar->failed) {
        source_record *made = &world->sources.records[index];
        made->arrived = loaded->arrived;
        made->entered = loaded->entered;
        made->draws = loaded->draws;
        made->next = loaded->next;
    }
}

static void archive_source(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    source_record one = {.agent = wend_default_agent_def(), .def = wend_default_source_def()};
    if (!ar->loading) {
        one = world->sources.records[index];
    }
    archive_text(ar, &one.def.name, from);
    archive_region(ar, &one.def, from);
    archive_template(ar, world, &one.agent, from);
    archive_u64(ar, &one.def.first_key);
    archive_u32(ar, &one.def.count);
    archive_times(ar, &one.def, from);
    archive_bool(ar, &one.def.disabled);
    archive_u32(ar, &one.arrived);
    archive_u32(ar, &one.entered);
    archive_u64(ar, &one.draws);
    archive_f64(ar, &one.next);
    if (ar->loading && !ar->failed) {
        put_source(ar, world, &one);
    }
}

void snapshot_sources(archive *ar, wend_world *world, memory_arena *from) {
    source_table *table = &world->sources;
    id_table ids;
    archive_u64(ar, &table->updated);
    archive_expect(ar, table->updated <= world->step + 1, "its clock is out of range");
    snapshot_ids(ar, &table->ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_source(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&table->records, sizeof *table->records,
                                          &table->count, &table->capacity, &table->ids});
        }
    }
    snapshot_ids_put(ar, &table->ids, &ids);
}
