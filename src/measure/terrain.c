/* Measures how much of their path agents walk on each terrain type, by group: groups of the same
 * name count as one, so a profile has its own figures if its groups have names of their own. Only
 * in spaces with terrain. The path between two steps is a straight line; agents on connections do
 * not count.
 *
 * Cost: one query of the terrain for each agent and step. */
#include "base/error.h"
#include "measure/meter/slots.h"
#include <stdio.h>
#include <string.h>

enum { MOST_TYPES = 64, TEXT_SIZE = 1024 };

typedef struct walker {
    wend_point last;
    uint32_t layer;
} walker;

typedef struct terrain {
    slot_table walkers;
    memory heap;
    const wend_recording *recording;
    uint32_t type_count; /* types from this number on count as the last one; 0: no terrain */
    double *lengths;     /* m, by group and type; the last group is that of agents without one */
    /* Memory for the report, which cannot fail: a text for each group, and the list of them. */
    char *texts;
    const char **items;
} terrain;

static size_t length_count(const terrain *t) {
    return ((size_t)t->recording->group_count + 1) * t->type_count;
}

static bool has_terrain(const wend_space_def *def) {
    for (uint32_t i = 0; i < def->layer_count; i++) {
        if (def->layers[i].terrain_count > 0) {
            return true;
        }
    }
    return false;
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error);

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    terrain *t = state;
    t->recording = recording;
    slots_init(&t->walkers, sizeof(walker), &recording->allocator);
    memory_init(&t->heap, &recording->allocator);
    if (!has_terrain(recording->space_def)) {
        return WEND_OK;
    }
    uint32_t names = wend_space_terrain_name_count(recording->space) + 1;
    t->type_count = names < MOST_TYPES ? names : MOST_TYPES;
    uint32_t groups = recording->group_count + 1;
    t->lengths = memory_get_array(&t->heap, length_count(t), sizeof *t->lengths);
    t->texts = memory_get_array(&t->heap, groups, TEXT_SIZE);
    t->items = memory_get_array(&t->heap, groups, sizeof *t->items);
    if (t->lengths == NULL || t->texts == NULL || t->items == NULL) {
        return error_no_memory(error, "the lengths on terrain");
    }
    memset(t->lengths, 0, length_count(t) * sizeof *t->lengths);
    return step(state, frame, error);
}

/* Adds the line from the last position of an agent to a new one. */
static void extend_path(terrain *t, walker *w, uint64_t key, wend_point position, uint32_t layer) {
    const wend_space *space = t->recording->space;
    wend_terrain_length parts[MOST_TYPES];
    wend_location from = {wend_space_to_local(space, w->last), w->layer};
    uint32_t group = wend_recording_group_of(t->recording, key);
    group = group != WEND_NONE ? group : t->recording->group_count;
    double *lengths = &t->lengths[(size_t)group * t->type_count];
    uint32_t count = wend_space_segment_terrain(space, from, wend_space_to_local(space, position),
                                                parts, MOST_TYPES);
    for (uint32_t i = 0; i < count && i < MOST_TYPES; i++) {
        uint32_t type = parts[i].type < t->type_count ? parts[i].type : t->type_count - 1;
        lengths[type] += parts[i].length;
    }
    *w = (walker){position, layer};
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    terrain *t = state;
    if (t->type_count == 0) {
        return WEND_OK;
    }
    if (!slots_grow(&t->walkers, frame)) {
        return error_no_memory(error, "the lengths on terrain");
    }
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        walker *w = event->kind == WEND_EVENT_LEFT ? slots_find(&t->walkers, event->agent) : NULL;
        if (w != NULL) { /* an agent that leaves is not in the frame */
            extend_path(t, w, event->key, event->position, w->layer);
        }
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        bool fresh = false;
        walker *w = slots_find_or_add(&t->walkers, agent->agent, &fresh);
        if (fresh || agent->activity == WEND_ACTIVITY_CROSSING) {
            *w = (walker){agent->position, agent->layer};
        } else {
            extend_path(t, w, agent->key, agent->position, agent->layer);
        }
    }
    return WEND_OK;
}

/* ---- The report ------------------------------------------------------------------------------ */

/* Returns the first group of the same name. */
static uint32_t first_of_name(const wend_recording *recording, uint32_t group) {
    for (uint32_t i = 0; i < group; i++) {
        if (strcmp(recording->groups[i].name, recording->groups[group].name) == 0) {
            return i;
        }
    }
    return group;
}

/* Returns the length of all groups with the name of `group` on a type. */
static double sum_length(const terrain *t, uint32_t group, uint32_t type) {
    double sum = 0.0;
    for (uint32_t i = group; i < t->recording->group_count; i++) {
        bool same = strcmp(t->recording->groups[i].name, t->recording->groups[group].name) == 0;
        sum += same ? t->lengths[(size_t)i * t->type_count + type] : 0.0;
    }
    return sum;
}

/* Writes "group: type 12.3 m (45.6 %), ...". */
static void describe(const terrain *t, uint32_t group, char *out) {
    double total = 0.0;
    for (uint32_t type = 0; type < t->type_count; type++) {
        total += sum_length(t, group, type);
    }
    size_t used = (size_t)snprintf(out, TEXT_SIZE, "%.100s:", t->recording->groups[group].name);
    const char *separator = "";
    for (uint32_t type = 0; type < t->type_count && used + 200 < TEXT_SIZE; type++) {
        double length = sum_length(t, group, type);
        const char *name = wend_space_terrain_name(t->recording->space, type);
        if (length > 0.0) {
            used += (size_t)snprintf(out + used, TEXT_SIZE - used, "%s %.100s %.1f m (%.1f %%)",
                                     separator,
                                     type == 0         ? "none"
                                     : name[0] != '\0' ? name
                                                       : "other",
                                     length, 100.0 * length / total);
            separator = ",";
        }
    }
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const terrain *t = state;
    uint32_t groups = t->recording->group_count, count = 0;
    if (t->type_count == 0 || groups == 0) {
        return;
    }
    for (uint32_t i = 0; i < groups; i++) {
        if (first_of_name(t->recording, i) == i) {
            char *text = t->texts + (size_t)count * TEXT_SIZE;
            describe(t, i, text);
            t->items[count++] = text;
        }
    }
    wend_report_add_list(out, "length_by_terrain", t->items, count);
}

static void end(void *state) {
    terrain *t = state;
    slots_free(&t->walkers);
    if (t->type_count > 0) {
        size_t groups = (size_t)t->recording->group_count + 1;
        memory_free(&t->heap, t->lengths, length_count(t) * sizeof *t->lengths);
        memory_free(&t->heap, t->texts, groups * TEXT_SIZE);
        memory_free(&t->heap, (void *)t->items, groups * sizeof *t->items);
    }
}

const wend_metric metric_terrain = {
    .entry = {WEND_HEAD(wend_metric), .name = "terrain",
              .summary = "length and share of paths on each terrain type, by group"},
    .state_size = sizeof(terrain),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
