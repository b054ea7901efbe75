/* The fields of a world in a snapshot: their keys; and their contents, if their planner saves them.
 */
#include "base/memory.h"
#include "world/snapshot/snapshot.h"

static const wend_field_type *type_of(const field_record *record) {
    return record->planner ? record->planner->field_type : NULL;
}

static void planner_of(archive *ar, wend_world *world, field_record *record, memory_arena *from) {
    const char *name = record->planner ? record->planner->stage.entry.name : NULL;
    archive_text(ar, &name, from);
    if (ar->loading && !ar->failed && name) {
        record->planner =
            (const wend_planner *)registry_stage(world->registry, WEND_KIND_PLANNER, name, NULL);
        archive_expect(ar, record->planner && record->planner->field_type,
                       "a field is of a planner that is not registered or has no fields");
    }
}

/* Loads what a planner saved, or notes that the field is to be built. */
static void content(archive *ar, wend_world *world, field_record *record, memory_arena *from) {
    const wend_field_type *type = type_of(record);
    void *user = record->planner->stage.entry.user;
    bool saves = type->save && (ar->loading || record->data);
    uint32_t size = 0;
    if (saves && !ar->loading) {
        size = (uint32_t)type->save(record->data, NULL, 0, user);
    }
    archive_count(ar, &size, 1);
    uint8_t *bytes = archive_room(ar, from, size, 1);
    if (!ar->loading && size > 0) { /* straight into the snapshot */
        bool fits = ar->out && ar->at <= ar->size && size <= ar->size - ar->at;
        archive_expect(ar, !fits || type->save(record->data, ar->out + ar->at, size, user) == size,
                       "a field is not saved alike twice");
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

static void one_field(archive *ar, wend_world *world, field_record *record, memory_arena *from) {
    planner_of(ar, world, record, from);
    if (!record->planner || ar->failed) {
        return;
    }
    archive_u32(ar, &record->key.map);
    archive_u32(ar, &record->key.goal);
    archive_u64(ar, &record->key.weights);
    archive_u64(ar, &record->key.variant);
    archive_vec2(ar, &record->goal);
    archive_u64(ar, &record->scene);
    archive_expect(ar,
                   record->key.goal < world->goals.count &&
                       (record->key.map == WEND_NO_MAP || record->key.map < world->map_count),
                   "a field is of a goal or a map that is not there");
    if (!ar->failed) {
        content(ar, world, record, from);
    }
}

void snapshot_fields(archive *ar, wend_world *world, memory_arena *from) {
    field_table *table = &world->fields;
    uint32_t count = table->count;
    archive_count(ar, &count, 4);
    if (ar->loading && !ar->failed && count > 0) {
        bool good = memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                                &table->capacity, count);
        archive_expect(ar, good, "there is no memory for it");
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        if (ar->loading) {
            table->items[i] = (field_record){0};
            table->count = i + 1;
        }
        one_field(ar, world, &table->items[i], from);
    }
}
