/* The attributes in a snapshot: the columns in use, and model parameters that were sampled or set.
 * Labels are saved as text. */
#include <math.h>
#include <string.h>

#include "world/attributes/attributes.h"
#include "world/snapshot/snapshot.h"

/* ---- Columns --------------------------------------------------------------------------------- */

static void archive_number(archive *ar, const wend_world *world, uint32_t which, uint32_t slot) {
    float *value = &store_numbers(&world->cold, which)[slot];
    archive_f32(ar, value);
    bool queued = world->cold.body[slot] == STORE_QUEUED; /* true for all slots while loading */
    archive_expect(ar, attributes_is_valid(which, (double)*value) || (isnan(*value) && queued),
                   "an attribute of an agent is out of range");
}

void snapshot_label(archive *ar, wend_world *world, uint32_t *label, memory_arena *from) {
    const char *text = ar->loading ? NULL : labels_text(&world->labels, *label);
    archive_text(ar, &text, from);
    if (ar->loading && !ar->failed) {
        archive_expect(ar, text && strlen(text) <= WEND_MAX_NAME, "a label is too long");
        *label = LABEL_NONE;
        archive_expect(ar, ar->failed || labels_take(&world->labels, &world->memory, text, label),
                       "out of memory");
    }
}

void snapshot_attributes_of(archive *ar, wend_world *world, uint32_t slot, uint32_t used,
                            memory_arena *from) {
    void **columns = world->cold.attributes;
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i <= ATTRIBUTE_HEADING; i++) {
        if (used >> i & 1U) {
            archive_number(ar, world, i, slot);
        }
    }
    if (used >> ATTRIBUTE_CLASS_MASK & 1U) {
        uint32_t *mask = &((uint32_t *)columns[ATTRIBUTE_CLASS_MASK])[slot];
        archive_u32(ar, mask);
        archive_expect(ar, *mask & 1U, "an agent's class mask does not include class 0");
    }
    if (used >> ATTRIBUTE_PRIORITY & 1U) {
        archive_u32(ar, &((uint32_t *)columns[ATTRIBUTE_PRIORITY])[slot]);
    }
    if (used >> ATTRIBUTE_LABEL & 1U) {
        snapshot_label(ar, world, &((uint32_t *)columns[ATTRIBUTE_LABEL])[slot], from);
    }
    if (used >> ATTRIBUTE_USER & 1U) {
        archive_u64(ar, &((uint64_t *)columns[ATTRIBUTE_USER])[slot]);
    }
    if (used >> ATTRIBUTE_DELAY & 1U) {
        double *delay = &((double *)columns[ATTRIBUTE_DELAY])[slot];
        archive_f64(ar, delay);
        archive_expect(ar, *delay >= 0.0 && *delay <= SNAPSHOT_LATEST_TIME,
                       "the delay of an agent is not valid");
    }
}

/* While loading, creates columns for the attributes that have their bits set in `used`. */
static void use_columns(archive *ar, wend_world *world, uint32_t used) {
    for (uint32_t i = 0; i < ATTRIBUTE_COUNT && !ar->failed; i++) {
        if (ar->loading && (used >> i & 1U)) {
            archive_expect(ar, attributes_create_column(world, i), "out of memory");
        }
    }
}

void snapshot_attributes(archive *ar, wend_world *world, memory_arena *from) {
    uint32_t used = world->cold.attributes_used;
    archive_u32(ar, &used);
    archive_f32(ar, &world->fastest_attribute);
    archive_expect(ar,
                   used >> ATTRIBUTE_COUNT == 0 && !(used & 1U << ATTRIBUTE_RADIUS) &&
                       world->fastest_attribute >= 0.0F && world->fastest_attribute <= 100.0F,
                   "its attributes are not valid");
    use_columns(ar, world, used);
    archive_expect(ar, used == world->cold.attributes_used, "its attributes are not valid");
    for (uint32_t slot = 0; slot < world->cold.used && used && !ar->failed; slot++) {
        if (world->cold.body[slot] != STORE_FREE) {
            snapshot_attributes_of(ar, world, slot, used, from);
        }
    }
    if (ar->loading) {
        profiles_link(world);
    }
}

void snapshot_packed_attributes(archive *ar, wend_world *world, uint32_t slot, memory_arena *from) {
    uint32_t used = world->cold.attributes_used;
    archive_u32(ar, &used);
    archive_expect(ar, used >> ATTRIBUTE_COUNT == 0 && !(used & 1U << ATTRIBUTE_RADIUS),
                   "its attributes are not valid");
    use_columns(ar, world, used);
    if (!ar->failed) {
        snapshot_attributes_of(ar, world, slot, used, from);
    }
    if (ar->loading && !ar->failed && (used >> ATTRIBUTE_MAX_SPEED & 1U)) {
        attributes_note_speed(world, store_numbers(&world->cold, ATTRIBUTE_MAX_SPEED)[slot]);
    }
}

/* ---- Model parameters ------------------------------------------------------------------------ */

void snapshot_own_params(archive *ar, wend_world *world, uint32_t index, uint32_t stage) {
    params_block *block = &world->profiles[index].stages[stage].block;
    for (uint32_t i = 0; i < block->sampled_count && !ar->failed; i++) {
        bool own = block->sampled[i].has_own_values;
        archive_bool(ar, &own);
        archive_expect(ar, !own || block->sampled[i].number.kind == WEND_DISTRIBUTION_CONSTANT,
                       "a parameter cannot have a value per agent");
        if (ar->loading && own && !ar->failed) { /* no slots exist yet */
            archive_expect(
                ar,
                params_sampled_add_values(&block->sampled[i], &world->memory, world->cold.capacity),
                "out of memory");
        }
    }
}

/* Returns the row of the parameter table for a sampled parameter. */
static const wend_param *row_of(const params_block *block, const params_sampled *sampled) {
    const wend_param *row = block->entry->params;
    while (row->offset != sampled->offset) {
        row++;
    }
    return row;
}

/* True if a parameter has per-slot values. For an agent that is being unpacked, true if the
 * parameter had them in the world that packed the agent; they are then allocated in this world too.
 */
static bool has_values(archive *ar, wend_world *world, params_sampled *sampled, bool is_packed) {
    bool has = sampled->values != NULL;
    if (!is_packed) {
        return has;
    }
    archive_bool(ar, &has);
    if (ar->loading && has && !ar->failed) {
        archive_expect(ar, params_sampled_add_values(sampled, &world->memory, world->cold.capacity),
                       "out of memory");
        profiles_link(world);
    }
    return has && !ar->failed;
}

void snapshot_params(archive *ar, wend_world *world, const wend_body *body, bool is_packed) {
    profile *p = &world->profiles[wend_body_profile(body)];
    for (uint32_t i = 0; i < PROFILE_STAGES; i++) {
        params_block *block = &p->stages[i].block;
        for (uint32_t k = 0; k < block->sampled_count && !ar->failed; k++) {
            params_sampled *sampled = &block->sampled[k];
            if (!has_values(ar, world, sampled, is_packed)) {
                continue;
            }
            float *value = &sampled->values[body->slot];
            archive_f32(ar, value);
            archive_expect(ar, attributes_is_valid_param(row_of(block, sampled), *value),
                           "a parameter of an agent is out of range");
        }
    }
}
