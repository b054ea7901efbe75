/* Archives what the caller has set: ghosts, the command queue, and the commands for later. Every
 * queued agent must belong to exactly one command. */
#include <math.h>

#include "world/attributes/attributes.h"
#include "world/snapshot/snapshot.h"

static bool is_valid_command(const wend_world *world, const command *what) {
    bool agent = what->kind <= COMMAND_TELEPORT || what->kind == COMMAND_SET_PREFERRED ||
                 what->kind == COMMAND_RESAMPLE || what->kind == COMMAND_LEAVE_QUEUE ||
                 what->kind == COMMAND_RELEASE_QUEUE;
    uint32_t slot = (uint32_t)what->target;
    bool numbers = snapshot_is_position(what->a) && isfinite(what->b.x) && isfinite(what->b.y) &&
                   isfinite(what->position.x) && isfinite(what->position.y) &&
                   isfinite(what->obstacle_velocity.x) && isfinite(what->obstacle_velocity.y) &&
                   isfinite(what->number) && isfinite(what->angular_velocity) &&
                   (what->radius == 0.0F || (what->radius >= 0.001F && what->radius <= 1000.0F));
    switch (what->kind) {
    case COMMAND_ADD:
        return numbers && slot < world->cold.used &&
               store_slot_of(world, (wend_agent){what->target}) == slot &&
               world->cold.body[slot] == STORE_QUEUED &&
               ids_is_used(&world->profile_ids, what->index & 0xffffU) &&
               what->index >> 16 < wend_space_layer_count(world->space);
    case COMMAND_UNPACK:
        return slot < world->cold.used &&
               store_slot_of(world, (wend_agent){what->target}) == slot &&
               world->cold.body[slot] == STORE_QUEUED;
    case COMMAND_SET_PROFILE:
        return ids_is_used(&world->profile_ids, what->index);
    case COMMAND_TELEPORT:
    case COMMAND_MOVE_GOAL: /* a stale id is allowed, but has no effect */
        return numbers && what->index < wend_space_layer_count(world->space);
    case COMMAND_SWITCH_CLASS:
        return what->target > 0 && what->target < wend_space_class_count(world->space);
    case COMMAND_CLOSE_OBSTACLE:
    case COMMAND_MOVE_OBSTACLE:
        return numbers;
    case COMMAND_SET_ATTRIBUTE:
        return what->index <= ATTRIBUTE_USER &&
               (what->index > ATTRIBUTE_HEADING || attributes_is_valid(what->index, what->number));
    case COMMAND_SET_PARAM:
        return what->bits < WEND_KIND_COUNT && !isnan(what->number);
    case COMMAND_SET_SOURCE_RATE:
        return what->number >= 1e-6 && what->number <= 1e4;
    case COMMAND_SET_STATE:
        return numbers && (what->bits == 0 ||
                           what->index < wend_world_state_count(world, (wend_machine){what->bits}));
    case COMMAND_FIRE_SIGNAL:
    case COMMAND_REACH_AGENT:
        return numbers && ids_index(&world->machines.signal_ids, what->bits) != ID_NONE;
    case COMMAND_SET_BELT:
        return numbers && belt_index_of(world, (wend_belt){what->target}) != WEND_NONE &&
               belt_can_move_at((wend_point){(double)what->b.x, (double)what->b.y});
    default:
        return (agent || what->kind == COMMAND_SET_GOAL || what->kind == COMMAND_ENABLE_SOURCE ||
                what->kind == COMMAND_REPLACE_MAP ||
                (what->kind >= COMMAND_REMOVE_GOAL && what->kind < COMMAND_KIND_COUNT)) &&
               numbers;
    }
}

/* Archives the label in a command, as text. */
static void archive_command_label(archive *ar, wend_world *world, command *what,
                                  memory_arena *from) {
    if (what->kind == COMMAND_SET_ATTRIBUTE && what->index == ATTRIBUTE_LABEL) {
        uint32_t label = ar->loading ? LABEL_NONE : (uint32_t)what->bits;
        snapshot_label(ar, world, &label, from);
        what->bits = label;
    }
}

static void archive_command(archive *ar, wend_world *world, command *what, memory_arena *from) {
    archive_u32(ar, &what->kind);
    archive_u32(ar, &what->index);
    archive_u64(ar, &what->target);
    archive_vec2(ar, &what->a);
    archive_vec2(ar, &what->b);
    archive_point(ar, &what->position);
    archive_point(ar, &what->obstacle_velocity);
    archive_f64(ar, &what->number);
    archive_f64(ar, &what->angular_velocity);
    archive_f32(ar, &what->radius);
    archive_u64(ar, &what->bits);
    archive_command_label(ar, world, what, from);
    if (ar->loading) {
        archive_expect(ar, is_valid_command(world, what), "a queued command is not valid");
    }
}

/* Archives a queued agent that has been unpacked, with all its state. */
static void archive_arrival(archive *ar, wend_world *world, command *what, memory_arena *from) {
    crossing loaded = {.body = {.slot = (uint32_t)what->target}, .arc = WEND_NONE};
    if (ar->loading &&
        !memory_grow(&world->memory, (void **)&world->arrivals, sizeof *world->arrivals,
                     &world->arrival_capacity, world->arrival_count + 1)) {
        archive_expect(ar, false, "out of memory");
        return;
    }
    snapshot_agent(ar, world, ar->loading ? &loaded : &world->arrivals[what->index], false, from);
    if (ar->loading && !ar->failed) {
        what->index = world->arrival_count;
        world->arrivals[world->arrival_count++] = loaded;
    }
}

static bool adds_agent(const command *what) {
    return what->kind == COMMAND_ADD || what->kind == COMMAND_UNPACK;
}

/* Checks that every queued slot belongs to exactly one command. */
static void check_queued(archive *ar, const wend_world *world) {
    uint32_t waiting = 0;
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        waiting += world->cold.body[slot] == STORE_QUEUED;
    }
    for (uint32_t i = 0; i < world->command_count; i++) {
        if (adds_agent(&world->commands[i])) { /* temporarily marks visited slots as free */
            uint32_t *body = &world->cold.body[(uint32_t)world->commands[i].target];
            archive_expect(ar, *body == STORE_QUEUED, "an agent is added twice");
            *body = STORE_FREE;
            waiting--;
        }
    }
    for (uint32_t i = 0; i < world->command_count; i++) {
        if (adds_agent(&world->commands[i])) {
            world->cold.body[(uint32_t)world->commands[i].target] = STORE_QUEUED;
        }
    }
    archive_expect(ar, waiting == 0, "a queued agent has no command that adds it");
}

/* ---- Ghosts ---------------------------------------------------------------------------------- */

static void archive_ghost(archive *ar, const wend_world *world, ghost_record *ghost) {
    archive_u64(ar, &ghost->key);
    archive_vec2(ar, &ghost->body.position);
    archive_vec2(ar, &ghost->body.velocity);
    archive_f32(ar, &ghost->body.radius);
    archive_u32(ar, &ghost->body.tags);
    archive_u32(ar, &ghost->activity);
    archive_expect(ar,
                   !ghost_find_fault(ghost) &&
                       !ghost_find_unknown_reference(world, wend_body_layer(&ghost->body),
                                                     wend_body_profile(&ghost->body)),
                   "a ghost is not valid");
}

static void archive_ghosts(archive *ar, wend_world *world, ghost_list *list) {
    uint32_t count = list->count;
    archive_count(ar, &count, 36);
    archive_expect(ar, count <= WEND_MAX_AGENTS - world->cold.used, "there are too many ghosts");
    if (ar->loading && !ar->failed) {
        archive_expect(ar, ghosts_reserve(world, list, count), "out of memory");
    }
    if (ar->loading) {
        list->count = ar->failed ? 0 : count;
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        if (ar->loading) {
            list->items[i] = (ghost_record){0};
        }
        archive_ghost(ar, world, &list->items[i]);
        archive_expect(ar, i == 0 || list->items[i - 1].key < list->items[i].key,
                       "ghosts are not in the order of their keys");
    }
}

void snapshot_ghosts(archive *ar, wend_world *world) {
    archive_bool(ar, &world->has_next_ghosts);
    archive_ghosts(ar, world, &world->ghosts);
    archive_ghosts(ar, world, &world->next_ghosts);
}

/* ---- The queue ------------------------------------------------------------------------------- */

/* Marks the profiles that have a queued removal, and checks that no agent uses them. */
static void mark_removed_profiles(archive *ar, wend_world *world) {
    for (uint32_t i = 0; i < world->command_count; i++) {
        const command *what = &world->commands[i];
        uint32_t index = what->kind == COMMAND_REMOVE_PROFILE
                             ? ids_index(&world->profile_ids, what->target)
                             : ID_NONE;
        if (index == ID_NONE) {
            continue;
        }
        uint32_t users = 0;
        archive_expect(ar, profile_count_users(world, index, &users) && users == 0,
                       "a queued command removes a profile that agents have");
        world->profiles[index].is_removal_queued = true;
    }
}

/* Archives the commands that are scheduled for later. */
static void archive_timetable(archive *ar, wend_world *world, memory_arena *from) {
    timetable *table = &world->timetable;
    uint32_t count = table->count - table->first;
    archive_count(ar, &count, 100);
    archive_expect(ar, count <= WEND_MAX_SCHEDULED_COMMANDS, "there are too many commands");
    if (ar->loading && !ar->failed) {
        archive_expect(ar,
                       memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                                   &table->capacity, count),
                       "out of memory");
        table->count = ar->failed ? 0 : count;
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        timed_command *item = &table->items[table->first + i];
        if (ar->loading) {
            *item = (timed_command){0};
        }
        archive_f64(ar, &item->time);
        archive_command(ar, world, &item->what, from);
        uint32_t kind = item->what.kind;
        archive_expect(ar,
                       isfinite(item->time) && (i == 0 || item->time >= item[-1].time) &&
                           (kind == COMMAND_SWITCH_CLASS || kind == COMMAND_CLOSE_OBSTACLE ||
                            kind == COMMAND_MOVE_OBSTACLE || kind == COMMAND_RELEASE_QUEUE),
                       "a scheduled command is not valid");
    }
}

void snapshot_commands(archive *ar, wend_world *world, memory_arena *from) {
    uint32_t count = world->command_count;
    archive_count(ar, &count, 92);
    if (ar->loading && !ar->failed) {
        archive_expect(ar,
                       memory_grow(&world->memory, (void **)&world->commands,
                                   sizeof *world->commands, &world->command_capacity, count),
                       "out of memory");
        world->command_count = ar->failed ? 0 : count;
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        if (ar->loading) {
            world->commands[i] = (command){0};
        }
        archive_command(ar, world, &world->commands[i], from);
        if (world->commands[i].kind == COMMAND_UNPACK && !ar->failed) {
            archive_arrival(ar, world, &world->commands[i], from);
        }
    }
    if (ar->loading && !ar->failed) {
        check_queued(ar, world);
        mark_removed_profiles(ar, world);
    }
    archive_timetable(ar, world, from);
}
