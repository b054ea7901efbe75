/* Ghosts that are set through the API: agents of other worlds that agents of this world perceive.
 *
 * Ghosts are stored in the order of their keys, and appended to the bodies before each sort. Models
 * look up data of a neighbour by its slot, so each ghost has the cold data of an agent without a
 * goal. That data is stored after the slots in use, and is written again before each sort. Models
 * see no difference, and loops over the slots of agents never encounter a ghost. Cost: O(ghosts)
 * per step; nothing without ghosts. */
#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "base/sort.h"
#include "behave/activity.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

static const float least_radius = 0.01F, most_radius = 100.0F; /* m: range of radii */
static const float fastest = 1e9F; /* m/s: large, because teleported agents have high velocities */

void wend_ghost_def_init(wend_ghost_def *def, size_t size) {
    const wend_ghost_def defaults = {
        .radius = 0.25, .reciprocates = true, .activity = WEND_ACTIVITY_WALKING};
    def_fill(def, size, &defaults, sizeof defaults);
}

bool wend_world_fill_agent_ghost(const wend_world *world, wend_agent agent, wend_ghost_def *out,
                                 size_t size) {
    WEND_ASSERT(world != NULL && out != NULL);
    wend_agent_state state;
    if (!wend_world_get_agent(world, agent, &state) || state.activity == WEND_ACTIVITY_CROSSING) {
        return false;
    }
    const wend_body *body = agent_body(world, store_slot_of(world, agent));
    wend_ghost_def def = {.key = state.key,
                          .position = state.position,
                          .velocity = {(double)state.velocity.x, (double)state.velocity.y},
                          .radius = (double)state.radius,
                          .layer = state.layer,
                          .profile = state.profile,
                          .reciprocates = !(wend_body_flags(body) & WEND_BODY_ONE_SIDED),
                          .activity = state.activity};
    def_fill(out, size, &def, sizeof def);
    return true;
}

/* ---- Setting --------------------------------------------------------------------------------- */

const char *ghost_find_fault(const ghost_record *ghost) {
    const wend_body *body = &ghost->body;
    const uint32_t flags = WEND_BODY_GHOST | WEND_BODY_ONE_SIDED | WEND_BODY_STANDS;
    if (ghost->key == 0 || ghost->key > INT64_MAX) {
        return "its key must lie between 1 and 2^63 - 1: give agents explicit keys";
    }
    if (!(fabsf(body->position.x) <= STORE_MAX_COORDINATE) ||
        !(fabsf(body->position.y) <= STORE_MAX_COORDINATE)) {
        return "its position is not finite, or too far away";
    }
    if (!(fabsf(body->velocity.x) <= fastest) || !(fabsf(body->velocity.y) <= fastest)) {
        return "its velocity is not finite, or a component is above 1e9 m/s";
    }
    if (!(body->radius >= least_radius && body->radius <= most_radius)) {
        return "its radius must lie between 0.01 and 100 m";
    }
    if (ghost->activity >= WEND_ACTIVITY_COUNT || ghost->activity == WEND_ACTIVITY_CROSSING ||
        ghost->activity == WEND_ACTIVITY_LEFT) {
        return "its activity is not that of an agent on the ground";
    }
    return wend_body_flags(body) & ~flags ? "its flags are not those of a ghost" : NULL;
}

/* Returns the index of the profile that a def names, or of the first profile if it names none. */
static uint32_t profile_of(const wend_world *world, const wend_ghost_def *def) {
    return def->profile.value ? wend_world_profile_index(world, def->profile) : 0;
}

const char *ghost_find_unknown_reference(const wend_world *world, uint32_t layer, uint32_t index) {
    if (layer >= wend_space_layer_count(world->space)) {
        return "there is no such layer";
    }
    bool exists = index < world->profile_ids.count || index == 0;
    return exists ? NULL : "there is no such profile";
}

static ghost_record record_of(const wend_world *world, const wend_ghost_def *def) {
    wend_point origin = wend_space_origin(world->space);
    bool near = world_is_near(def->position, origin);
    uint32_t flags = WEND_BODY_GHOST | (def->reciprocates ? 0U : WEND_BODY_ONE_SIDED) |
                     (activity_is_standing(def->activity) ? WEND_BODY_STANDS : 0U);
    return (ghost_record){
        .key = def->key,
        .activity = (uint32_t)def->activity,
        .body = {.position = near ? wend_space_to_local(world->space, def->position)
                                  : (wend_vec2){NAN, NAN},
                 .velocity = {(float)def->velocity.x, (float)def->velocity.y},
                 .radius = (float)def->radius,
                 .tags =
                     (def->layer & 0xffU) | (profile_of(world, def) & 0xfffU) << 8 | flags << 20}};
}

static bool key_before(const void *left, const void *right) {
    const ghost_record *a = left, *b = right;
    return a->key < b->key;
}

bool ghosts_reserve(wend_world *world, ghost_list *list, uint32_t count) {
    return memory_grow(&world->memory, (void **)&list->items, sizeof *list->items, &list->capacity,
                       count);
}

static void swap_lists(ghost_list *a, ghost_list *b) {
    ghost_list swap = *a;
    *a = *b;
    *b = swap;
}

static wend_result refuse(wend_result code, const wend_ghost_def *def, const char *wrong,
                          wend_error *error) {
    return error_set(error, code, "the ghost with key %llu at (%g, %g) cannot be set: %s",
                     (unsigned long long)def->key, def->position.x, def->position.y, wrong);
}

/* Makes records from the defs, sorted by key, in the list `made`, which has capacity for twice as
 * many records. */
static wend_result make_records(wend_world *world, const wend_ghost_def *defs, uint32_t count,
                                ghost_list *made, wend_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        wend_ghost_def def;
        wend_result result = DEF_READ_ITEM(ghost, defs, i, &def, error);
        if (result != WEND_OK) {
            return result;
        }
        const char *name = ghost_find_unknown_reference(world, def.layer, profile_of(world, &def));
        made->items[i] = record_of(world, &def);
        const char *wrong = name ? name : ghost_find_fault(&made->items[i]);
        if (wrong) {
            return refuse(name ? WEND_ERROR_NAME : WEND_ERROR_INVALID, &def, wrong, error);
        }
    }
    if (count > 0) { /* without ghosts the array may be NULL */
        sort_stable(made->items, made->items + count, count, sizeof *made->items, key_before);
    }
    made->count = count;
    for (uint32_t i = 1; i < count; i++) {
        if (made->items[i].key == made->items[i - 1].key) {
            return error_set(error, WEND_ERROR_NAME, "two ghosts have the key %llu",
                             (unsigned long long)made->items[i].key);
        }
    }
    return WEND_OK;
}

wend_result wend_world_set_ghosts(wend_world *world, const wend_ghost_def *ghosts, uint32_t count,
                                  wend_error *error) {
    WEND_ASSERT(world != NULL && (ghosts != NULL || count == 0));
    if (count > WEND_MAX_AGENTS - world->cold.used) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "%u ghosts cannot be set: a world has room for %d agents and ghosts",
                         count, WEND_MAX_AGENTS);
    }
    if (!ghosts_reserve(world, &world->ghost_sorting, 2 * count)) {
        return error_no_memory(error, "the world");
    }
    wend_result result = make_records(world, ghosts, count, &world->ghost_sorting, error);
    if (result == WEND_OK) {
        swap_lists(&world->next_ghosts, &world->ghost_sorting);
        world->has_next_ghosts = true;
    }
    return result;
}

/* ---- In a step ------------------------------------------------------------------------------- */

void ghosts_apply(wend_world *world) {
    ghost_list *ghosts = &world->ghosts;
    if (world->has_next_ghosts) {
        swap_lists(ghosts, &world->next_ghosts);
        world->next_ghosts.count = 0;
        world->has_next_ghosts = false;
        world_unsort(world);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ghosts->count; i++) {
        if (store_slot_of_key(world, ghosts->items[i].key) == STORE_FREE) {
            ghosts->items[kept++] = ghosts->items[i];
        }
    }
    if (kept < ghosts->count) {
        ghosts->count = kept;
        world_unsort(world);
    }
}

void ghosts_append(wend_world *world) {
    for (uint32_t i = 0; i < world->ghosts.count; i++) {
        const ghost_record *ghost = &world->ghosts.items[i];
        uint32_t slot = world->cold.used + i, index = wend_body_profile(&ghost->body);
        store_init_ghost_slot(world, slot, ghost->key);
        world->cold.behaviour[slot].activity = (uint8_t)ghost->activity;
        if (ids_is_used(&world->profile_ids, index)) {
            attributes_sample(world, index, slot);
        }
        wend_body *body = &world->bodies[world->body_count + i];
        *body = ghost->body;
        body->slot = slot;
    }
}

void ghosts_free(wend_world *world) {
    ghost_list *lists[] = {&world->ghosts, &world->next_ghosts, &world->ghost_sorting};
    for (int i = 0; i < 3; i++) {
        memory_free(&world->memory, lists[i]->items, lists[i]->capacity * sizeof(ghost_record));
    }
}
