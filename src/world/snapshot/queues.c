/* The queues in a snapshot, and the agents in them. The order of the agents that head for a queue
 * does not matter, so agents are saved in the order of their slots. */
#include <math.h>

#include "step/params.h"
#include "world/queues/queues.h"
#include "world/snapshot/snapshot.h"

/* ---- Queues ---------------------------------------------------------------------------------- */

static bool has_valid_service(const wend_distribution *service) {
    bool none = service->kind == WEND_DISTRIBUTION_CONSTANT && service->a == 0.0;
    return none || params_check_number("", service, 0.0, 1e6, "s", NULL) == WEND_OK;
}

static bool is_valid_queue(const wend_world *world, const queue_record *queue) {
    bool is_line = queue->kind == WEND_QUEUE_LINE;
    bool fits = is_line ? queue->servers >= 1 && queue->servers <= queue->line_count
                        : queue->servers == 0 && queue->line_count == 0;
    return queue->kind <= WEND_QUEUE_AREA && fits && queue->place_count >= 1 &&
           queue->line_count <= queue->place_count &&
           queue->place_count <= 2 * WEND_MAX_QUEUE_PLACES &&
           queue->layer < wend_space_layer_count(world->space) && queue->spacing > 0.0F &&
           queue->spacing <= 100.0F && queue->radius > 0.0F && queue->radius <= 100.0F &&
           queue->tolerance > 0.0F && queue->tolerance <= 10.0F && queue->join_distance > 0.0F &&
           !isnan(queue->next_release) && has_valid_service(&queue->service);
}

static void archive_fields(archive *ar, queue_record *queue) {
    archive_u8(ar, &queue->kind);
    archive_bool(ar, &queue->random);
    archive_bool(ar, &queue->changed);
    archive_u32(ar, &queue->layer);
    archive_u32(ar, &queue->servers);
    archive_u32(ar, &queue->line_count);
    archive_f32(ar, &queue->spacing);
    archive_f32(ar, &queue->radius);
    archive_f32(ar, &queue->tolerance);
    archive_f32(ar, &queue->join_distance);
    archive_distribution(ar, &queue->service);
    archive_u64(ar, &queue->then_goal.value);
    archive_u64(ar, &queue->then_set.value);
    archive_u64(ar, &queue->joined);
    archive_u64(ar, &queue->served);
    archive_u64(ar, &queue->left);
    archive_f64(ar, &queue->next_release);
}

/* True if a goal can be that of a place: a point that no other queue has. */
static bool is_valid_goal(const wend_world *world, uint32_t goal, uint32_t layer) {
    return ids_is_used(&world->goal_ids, goal) && goal >= world->connections.count &&
           !goal_belongs_to_queue(world, goal) &&
           world->goals.records[goal].region.shape == WEND_SHAPE_POINT &&
           world->goals.records[goal].motion == GOAL_STEADY &&
           world->goals.records[goal].layer == layer;
}

/* True if a list of goals contains none twice. While the queue is loaded, the goals seen are marked
 * as removed. */
static bool are_distinct(wend_world *world, const uint32_t *goals, uint32_t count) {
    uint32_t marked = 0;
    while (marked < count && !world->goals.records[goals[marked]].removed) {
        world->goals.records[goals[marked++]].removed = true;
    }
    for (uint32_t i = 0; i < marked; i++) {
        world->goals.records[goals[i]].removed = false;
    }
    return marked == count;
}

static void archive_queue(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    queue_record queue = ar->loading ? (queue_record){0} : world->queues.records[index];
    uint32_t goal_count = queue.place_count + 1;
    const char *name = queue.name;
    archive_text(ar, &name, from);
    archive_fields(ar, &queue);
    uint32_t *goals =
        archive_list(ar, queue.goals, &goal_count, sizeof *goals, sizeof *goals, from);
    for (uint32_t i = 0; i < goal_count && !ar->failed; i++) {
        archive_u32(ar, &goals[i]);
        archive_expect(ar, is_valid_goal(world, goals[i], queue.layer),
                       "a goal of a queue is not valid");
    }
    queue.place_count = goal_count - (goal_count > 0);
    archive_expect(ar, is_valid_queue(world, &queue), "a queue is not valid");
    if (!ar->loading || ar->failed) {
        return;
    }
    bool is_new = !name || !names_contain(&world->queues.names, name);
    archive_expect(ar, is_new, "two queues have the same name");
    archive_expect(ar, are_distinct(world, goals, goal_count), "two places have the same goal");
    archive_expect(ar, ar->failed || queue_add(world, &queue, goals, name), "out of memory");
}

/* ---- Members --------------------------------------------------------------------------------- */

/* Value of cold_queue.next for a waiting agent whose position in its queue is not known yet. */
static const uint32_t not_listed = WEND_NONE - 1;

/* True if an agent's membership in a queue is consistent with its goal and with other agents. */
static bool is_valid_member(const wend_world *world, uint32_t slot, const cold_queue *member) {
    if (!world->cold.queues || slot >= world->cold.used || world->cold.body[slot] == STORE_FREE ||
        world->cold.body[slot] == STORE_QUEUED || !ids_is_used(&world->queues.ids, member->queue) ||
        world->cold.queues[slot].queue != WEND_NONE || member->status > QUEUE_SERVED ||
        isinf(member->until)) {
        return false;
    }
    const queue_record *queue = &world->queues.records[member->queue];
    if (member->place == WEND_NONE) {
        return world->cold.goal[slot] == queue_tail(queue);
    }
    return member->status != QUEUE_HEADING && member->place < queue->place_count &&
           queue->at[member->place] == QUEUE_NOBODY &&
           world->cold.goal[slot] == queue->goals[member->place];
}

static void put_member(wend_world *world, uint32_t slot, const cold_queue *member) {
    queue_record *queue = &world->queues.records[member->queue];
    if (member->status == QUEUE_HEADING) {
        bool changed = queue->changed;
        queue_link_heading(world, slot, member->queue);
        queue->changed = changed;
        return;
    }
    cold_queue *own = &world->cold.queues[slot];
    *own = *member;
    own->next = not_listed;
    own->previous = WEND_NONE;
    if (member->place != WEND_NONE) {
        queue->at[member->place] = slot;
    }
}

static void archive_member(archive *ar, wend_world *world, uint32_t *slot) {
    cold_queue member = ar->loading ? (cold_queue){0} : world->cold.queues[*slot];
    archive_u32(ar, slot);
    archive_u32(ar, &member.queue);
    archive_u32(ar, &member.place);
    archive_u32(ar, &member.status);
    archive_f64(ar, &member.until);
    if (ar->loading && !ar->failed) {
        archive_expect(ar, is_valid_member(world, *slot, &member),
                       "an agent in a queue is not valid");
        if (!ar->failed) {
            put_member(world, *slot, &member);
        }
    }
}

static void archive_members(archive *ar, wend_world *world) {
    uint32_t count = 0, slot = 0;
    for (uint32_t i = 0; world->cold.queues && i < world->cold.used; i++) {
        count += world->cold.queues[i].queue != WEND_NONE;
    }
    archive_count(ar, &count, 24);
    archive_expect(ar, count == 0 || world->cold.queues, "agents are in queues that do not exist");
    for (uint32_t i = 0; world->cold.queues && i < count && !ar->failed; i++, slot++) {
        while (!ar->loading && world->cold.queues[slot].queue == WEND_NONE) {
            slot++;
        }
        archive_member(ar, world, &slot);
    }
}

/* Archives the order in which agents wait in a queue. */
static void archive_order(archive *ar, wend_world *world, uint32_t index) {
    queue_record *queue = &world->queues.records[index];
    uint32_t count = queue->waiting_count;
    archive_count(ar, &count, sizeof(uint32_t));
    if (ar->loading && !ar->failed) {
        archive_expect(ar,
                       count == 0 ||
                           memory_grow(&world->memory, (void **)&queue->waiting,
                                       sizeof *queue->waiting, &queue->waiting_capacity, count),
                       "out of memory");
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        uint32_t slot = ar->loading ? 0 : queue->waiting[i];
        archive_u32(ar, &slot);
        if (!ar->loading || ar->failed) {
            continue;
        }
        /* A slot that has been listed is marked, so that it cannot be listed twice. */
        cold_queue *member =
            slot < world->cold.used && world->cold.queues ? &world->cold.queues[slot] : NULL;
        bool good = member && member->queue == index && member->status == QUEUE_WAITING &&
                    member->next == not_listed;
        archive_expect(ar, good, "the order of agents in a queue is not valid");
        if (good) {
            member->next = WEND_NONE;
            queue->waiting[queue->waiting_count++] = slot;
        }
    }
}

/* Checks that every waiting agent has been listed, and that the counts of a queue agree. */
static void check_counts(archive *ar, const wend_world *world) {
    for (uint32_t i = 0; world->cold.queues && i < world->cold.used; i++) {
        const cold_queue *member = &world->cold.queues[i];
        archive_expect(ar,
                       member->queue == WEND_NONE || member->status != QUEUE_WAITING ||
                           member->next == WEND_NONE,
                       "an agent that waits in a queue has no position in it");
    }
    for (uint32_t i = 0; i < world->queues.count; i++) {
        const queue_record *queue = &world->queues.records[i];
        archive_expect(ar,
                       !ids_is_used(&world->queues.ids, i) ||
                           queue->joined == queue->heading_count + queue->waiting_count +
                                                queue->served + queue->left,
                       "the counts of a queue do not agree");
    }
}

/* ---- Both ------------------------------------------------------------------------------------ */

void snapshot_queues(archive *ar, wend_world *world, memory_arena *from) {
    queue_table *table = &world->queues;
    bool is_updated = table->updated > world->step;
    id_table ids;
    snapshot_ids(ar, &table->ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_queue(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&table->records, sizeof *table->records,
                                          &table->count, &table->capacity, &table->ids});
        }
    }
    snapshot_ids_put(ar, &table->ids, &ids);
    archive_bool(ar, &is_updated);
    archive_u32(ar, &table->next);
    archive_expect(ar, table->next <= ids.count, "the next queue does not exist");
    if (!ar->failed) {
        archive_members(ar, world);
    }
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_order(ar, world, i);
        }
    }
    if (ar->loading && !ar->failed) {
        table->updated = world->step + is_updated;
        check_counts(ar, world);
    }
}
