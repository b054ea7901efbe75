/* The ground in a snapshot: terrain rules, belts, the keys of fields, and the density of the crowd.
 * The content of a field is included if its planner saves it. */
#include <math.h>

#include "world/snapshot/snapshot.h"

/* ---- Terrain rules --------------------------------------------------------------------------- */

void snapshot_terrain_rules(archive *ar, const wend_world *world, uint32_t index,
                            wend_profile_def *def, memory_arena *from) {
    const terrain_table *table = &world->terrains;
    uint32_t count = !ar->loading && index < table->count ? table->items[index].count : 0;
    archive_count(ar, &count, 4);
    wend_terrain_rule *loaded = archive_allocate(ar, from, count, sizeof *loaded);
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        terrain_rule rule = ar->loading ? (terrain_rule){0} : table->items[index].items[i];
        archive_u32(ar, &rule.type);
        archive_distribution(ar, &rule.weight);
        archive_distribution(ar, &rule.speed_factor);
        if (loaded) {
            loaded[i] = (wend_terrain_rule){
                .type = rule.type, .weight = rule.weight, .speed_factor = rule.speed_factor};
        }
    }
    float slope_weight =
        !ar->loading && index < table->count ? table->items[index].slope_weight : 0.0F;
    archive_f32(ar, &slope_weight);
    def->slope_weight = (double)slope_weight;
    def->terrain_rules = loaded;
    def->terrain_rule_count = ar->loading && !ar->failed ? count : 0;
}

/* ---- Belts ----------------------------------------------------------------------------------- */

static void archive_belt(archive *ar, wend_world *world, belt_record *belt) {
    archive_u32(ar, &belt->point_count);
    archive_u32(ar, &belt->layer);
    archive_vec2(ar, &belt->velocity);
    wend_point velocity = {(double)belt->velocity.x, (double)belt->velocity.y};
    archive_expect(ar,
                   belt->point_count >= 3 && belt->point_count <= WEND_MAX_POLYGON &&
                       belt->layer < wend_space_layer_count(world->space) &&
                       belt_can_move_at(velocity),
                   "a belt is not valid");
    for (uint32_t i = 0; i < belt->point_count && !ar->failed; i++) {
        archive_vec2(ar, &belt->points[i]);
        archive_expect(ar,
                       fabsf(belt->points[i].x) <= STORE_MAX_COORDINATE &&
                           fabsf(belt->points[i].y) <= STORE_MAX_COORDINATE,
                       "a belt is too far away");
    }
}

void snapshot_belts(archive *ar, wend_world *world) {
    uint32_t count = world->belts.count;
    archive_count(ar, &count, 40);
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        belt_record belt = ar->loading ? (belt_record){0} : world->belts.items[i];
        archive_belt(ar, world, &belt);
        if (ar->loading && !ar->failed) {
            archive_expect(ar, belt_add(world, &belt), "out of memory");
        }
    }
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const wend_field_type *type_of(const field_record *record) {
    return record->planner ? record->planner->field_type : NULL;
}

static void archive_planner(archive *ar, wend_world *world, field_record *record,
                            memory_arena *from) {
    const char *name = record->planner ? record->planner->stage.entry.name : NULL;
    archive_text(ar, &name, from);
    if (ar->loading && !ar->failed && name) {
        record->planner = (const wend_planner *)(const void *)wend_registry_find(
            world->registry, WEND_KIND_PLANNER, name, NULL);
        archive_expect(ar, record->planner && record->planner->field_type,
                       "a field belongs to a planner that is not registered or has no fields");
    }
}

/* Archives the content of a field. A field that is loaded without content is marked to be built. */
static void archive_content(archive *ar, wend_world *world, field_record *record,
                            memory_arena *from) {
    const wend_field_type *type = type_of(record);
    void *user = record->planner->stage.entry.user;
    bool saves = type->save && (ar->loading || record->data);
    uint32_t size = 0;
    if (saves && !ar->loading) {
        size = (uint32_t)type->save(record->data, NULL, 0, user);
    }
    archive_count(ar, &size, 1);
    uint8_t *bytes = archive_allocate(ar, from, size, 1);
    if (saves && !ar->loading && size > 0) { /* write directly into the snapshot */
        bool fits = ar->out && ar->at <= ar->size && size <= ar->size - ar->at;
        archive_expect(ar, !fits || type->save(record->data, ar->out + ar->at, size, user) == size,
                       "a field was saved with two different sizes");
        ar->at += size;
        return;
    }
    archive_bytes(ar, bytes, size);
    if (!ar->loading || ar->failed) {
        return;
    }
    wend_allocator allocator = fields_allocator(world);
    record->data = size > 0 && type->load ? type->load(bytes, size, &allocator, user) : NULL;
    archive_expect(ar, size == 0 || record->data, "a field is not valid");
    record->pending = record->data == NULL;
    world->fields.pending = world->fields.pending || record->pending;
}

static void archive_field(archive *ar, wend_world *world, field_record *record,
                          memory_arena *from) {
    archive_planner(ar, world, record, from);
    if (!record->planner || ar->failed) {
        return;
    }
    archive_u32(ar, &record->key.map);
    archive_u32(ar, &record->key.goal);
    archive_u64(ar, &record->key.weights);
    archive_u64(ar, &record->key.variant);
    archive_vec2(ar, &record->goal);
    archive_u64(ar, &record->scene);
    archive_u32(ar, &record->classes);
    archive_expect(ar,
                   record->key.goal < world->goals.count &&
                       (record->key.map == WEND_NO_MAP || record->key.map < world->map_count),
                   "a field refers to a goal or a map that does not exist");
    if (!ar->failed) {
        archive_content(ar, world, record, from);
    }
}

void snapshot_fields(archive *ar, wend_world *world, memory_arena *from) {
    field_table *table = &world->fields;
    uint32_t count = table->count;
    archive_count(ar, &count, 4);
    if (ar->loading && !ar->failed && count > 0) {
        bool good = memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                                &table->capacity, count);
        archive_expect(ar, good, "out of memory");
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        if (ar->loading) {
            table->items[i] = (field_record){0};
            table->count = i + 1;
        }
        archive_field(ar, world, &table->items[i], from);
    }
}

/* ---- Density of the crowd -------------------------------------------------------------------- */

static bool has_value(const density_value *value) {
    return value->density > 0.0F;
}

void snapshot_density(archive *ar, wend_world *world) {
    density_grid *grid = &world->density;
    if (!grid->values) {
        return;
    }
    uint32_t count = 0, next = 0;
    for (uint32_t i = 0; i < grid->cell_count; i++) {
        count += has_value(&grid->values[i]);
    }
    archive_u64(ar, &grid->generation);
    archive_count(ar, &count, 12);
    for (uint32_t i = 0; i < count && !ar->failed; i++, next++) {
        while (!ar->loading && !has_value(&grid->values[next])) {
            next++;
        }
        uint32_t cell = next;
        archive_u32(ar, &cell);
        bool is_valid = cell >= next && cell < grid->cell_count;
        archive_expect(ar, is_valid, "a cell of the crowd's density does not exist");
        density_value value = ar->loading || !is_valid ? (density_value){0} : grid->values[cell];
        archive_f32(ar, &value.density);
        archive_f32(ar, &value.congestion);
        archive_expect(ar,
                       value.density > 0.0F && value.density < INFINITY &&
                           value.congestion >= 0.0F && value.congestion < INFINITY,
                       "the crowd's density is not valid");
        if (ar->loading && !ar->failed) {
            grid->values[cell] = value;
            next = cell;
        }
    }
    if (ar->loading) {
        density_set_delays(grid);
    }
}
