/* Measures which alternative routes agents choose on roadmaps: the share of agents for each one.
 *
 * Two routes are the same alternative if they pass the solids of the space on the same sides. From
 * a point of each solid, one ray leads to the left and one to the right of the direction of travel;
 * a route is described by how often it crosses each of them, in one direction minus the other
 * (these sums are the homology class of the route between ends that lie before and behind all
 * solids). The direction of travel is that from the first agent with the same group and goal to the
 * goal. An agent that starts beside or behind a solid crosses none of its rays, and so counts as an
 * alternative of its own.
 *
 * Only the first route of each agent counts, and only if it was planned on the first roadmap of the
 * world. Solids after the first MOST_SOLIDS are ignored.
 *
 * Cost: nothing in worlds without a roadmap; otherwise O(agents) per step, and O(solids * points)
 * for each route. */
#include "base/error.h"
#include "base/hash.h"
#include "measure/meter/slots.h"
#include <stdio.h>

enum { MOST_SOLIDS = 512, TEXT_SIZE = 512, MOST_LISTED = 8, MOST_STREAMS = 64 };

/* Agents of one group on their way to one goal. */
typedef struct stream {
    uint32_t group, goal, count;
    wend_point left; /* perpendicular to the direction of travel */
} stream;

typedef struct alternative {
    uint32_t stream, count;
    uint64_t signature;
} alternative;

typedef struct alternatives {
    slot_table agents; /* one byte: 1 if the agent's route has been counted */
    memory heap;
    const wend_recording *recording;
    bool is_active;
    uint32_t map; /* index of the roadmap in the world's table */
    stream *streams;
    alternative *items;
    uint32_t stream_count, stream_capacity, count, capacity;
    /* Memory for the report, which cannot fail: a text for each of the first streams. */
    char *texts;
} alternatives;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)params;
    (void)user;
    alternatives *a = state;
    a->recording = recording;
    a->is_active =
        frame->view != NULL && wend_view_find_map(frame->view, "roadmap", NULL, &a->map) != NULL;
    slots_init(&a->agents, 1, &recording->allocator);
    memory_init(&a->heap, &recording->allocator);
    if (a->is_active) {
        a->texts = memory_get_array(&a->heap, MOST_STREAMS, TEXT_SIZE);
    }
    return !a->is_active || a->texts != NULL ? WEND_OK
                                             : error_no_memory(error, "the alternatives of routes");
}

/* ---- Signatures ------------------------------------------------------------------------------ */

static double cross(wend_point u, wend_point v) {
    return u.x * v.y - u.y * v.x;
}

static wend_point minus(wend_point a, wend_point b) {
    return (wend_point){a.x - b.x, a.y - b.y};
}

/* Returns 1 or -1 if the line a -> b crosses the ray from `from` along `along`, else 0. */
static int crossing(wend_point a, wend_point b, wend_point from, wend_point along) {
    double before = cross(along, minus(a, from)), after = cross(along, minus(b, from));
    if ((before < 0.0) == (after < 0.0)) {
        return 0;
    }
    double t = before / (before - after);
    wend_point at = {a.x + t * (b.x - a.x) - from.x, a.y + t * (b.y - a.y) - from.y};
    return at.x * along.x + at.y * along.y > 0.0 ? (before < 0.0 ? 1 : -1) : 0;
}

typedef struct polyline {
    const wend_space *space;
    wend_point start, end;
    const wend_route *route;
} polyline;

/* Counts the crossings of a route with a ray. */
static int count_crossings(const polyline *line, wend_point from, wend_point along) {
    int sum = 0;
    wend_point a = line->start;
    for (uint32_t i = 0; i <= line->route->point_count; i++) {
        wend_point b = i < line->route->point_count
                           ? wend_space_from_local(line->space, line->route->points[i].position)
                           : line->end;
        sum += crossing(a, b, from, along);
        a = b;
    }
    return sum;
}

static uint64_t signature_of(const alternatives *a, const polyline *line, wend_point left) {
    const wend_space_def *def = a->recording->space_def;
    const wend_point right = {-left.x, -left.y};
    uint64_t hash = 0;
    uint32_t solid = 0;
    for (uint32_t layer = 0; layer < def->layer_count; layer++) {
        const wend_layer_def *of = &def->layers[layer];
        for (uint32_t i = 0; i < of->solid_count && solid < MOST_SOLIDS; i++, solid++) {
            wend_point at = of->solids[i].ring.points[0];
            int passes_left = count_crossings(line, at, left);
            int passes_right = count_crossings(line, at, right);
            if (passes_left != 0 || passes_right != 0) {
                hash = hash_combine(hash, solid);
                hash = hash_combine(hash, (uint64_t)(int64_t)passes_left);
                hash = hash_combine(hash, (uint64_t)(int64_t)passes_right);
            }
        }
    }
    return hash;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Returns the index of a stream; a new one gets its direction from the line. UINT32_MAX when out of
 * memory. */
static uint32_t find_stream(alternatives *a, uint32_t group, uint32_t goal, const polyline *line) {
    for (uint32_t i = 0; i < a->stream_count; i++) {
        if (a->streams[i].group == group && a->streams[i].goal == goal) {
            return i;
        }
    }
    if (!memory_grow(&a->heap, (void **)&a->streams, sizeof *a->streams, &a->stream_capacity,
                     a->stream_count + 1)) {
        return UINT32_MAX;
    }
    wend_point ahead = minus(line->end, line->start);
    a->streams[a->stream_count] = (stream){group, goal, 0, {-ahead.y, ahead.x}};
    return a->stream_count++;
}

static bool count_route(alternatives *a, uint64_t key, uint32_t goal, const polyline *line) {
    uint32_t group = wend_recording_group_of(a->recording, key);
    uint32_t of = find_stream(a, group, goal, line);
    if (of == UINT32_MAX) {
        return false;
    }
    uint64_t signature = signature_of(a, line, a->streams[of].left);
    uint32_t i = 0;
    while (i < a->count && !(a->items[i].stream == of && a->items[i].signature == signature)) {
        i++;
    }
    if (i == a->count) {
        if (!memory_grow(&a->heap, (void **)&a->items, sizeof *a->items, &a->capacity,
                         a->count + 1)) {
            return false;
        }
        a->items[a->count++] = (alternative){of, 0, signature};
    }
    a->items[i].count++;
    a->streams[of].count++;
    return true;
}

/* Returns the route of an agent if it was planned on the roadmap, else NULL. */
static const wend_route *find_route(const alternatives *a, const wend_view *view, uint32_t body) {
    const wend_route *route = wend_view_route(view, body);
    return route != NULL && route->map == a->map ? route : NULL;
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    alternatives *a = state;
    if (!a->is_active) {
        return WEND_OK;
    }
    bool good = slots_grow(&a->agents, frame);
    for (uint32_t i = 0; i < frame->agent_count && good; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        bool fresh;
        uint8_t *counted = slots_find_or_add(&a->agents, agent->agent, &fresh);
        uint32_t body =
            *counted ? UINT32_MAX : wend_view_find_body(frame->view, wend_agent_slot(agent->agent));
        const wend_route *route = body != UINT32_MAX ? find_route(a, frame->view, body) : NULL;
        uint32_t goal = route != NULL ? wend_view_goal(frame->view, body) : WEND_NO_GOAL;
        if (goal == WEND_NO_GOAL ||
            wend_view_goal_region(frame->view, goal)->shape == WEND_SHAPE_DIRECTION) {
            continue;
        }
        const wend_space *space = a->recording->space;
        wend_vec2 from = route->point_count > 0 ? route->points[route->point_count - 1].position
                                                : wend_space_to_local(space, agent->position);
        wend_vec2 to = wend_region_nearest(wend_view_goal_region(frame->view, goal), from);
        polyline line = {space, agent->position, wend_space_from_local(space, to), route};
        *counted = 1;
        good = count_route(a, agent->key, goal, &line);
    }
    return good ? WEND_OK : error_no_memory(error, "the alternatives of routes");
}

/* ---- The report ------------------------------------------------------------------------------ */

/* Returns the most frequent alternative of a stream that comes after `last` in the order of
 * frequency, or NULL. */
static const alternative *next_frequent(const alternatives *a, uint32_t of,
                                        const alternative *last) {
    const alternative *best = NULL;
    for (uint32_t i = 0; i < a->count; i++) {
        const alternative *item = &a->items[i];
        bool later = last == NULL || item->count < last->count ||
                     (item->count == last->count && item > last);
        if (item->stream == of && later && (best == NULL || item->count > best->count)) {
            best = item;
        }
    }
    return best;
}

static const char *name_of_goal(const alternatives *a, uint32_t goal) {
    const wend_goal_def *def = goal < a->recording->goal_count
                                   ? (const wend_goal_def *)wend_def_at(a->recording->goals, goal)
                                   : NULL;
    return def != NULL && def->name != NULL && def->name[0] != '\0' ? def->name : "a goal";
}

/* Writes "group to goal: 3 alternatives: 62.0 % (31), 30.0 % (15), 8.0 % (4)". */
static void describe(const alternatives *a, uint32_t of, char *out) {
    const stream *s = &a->streams[of];
    const alternative *item = NULL;
    uint32_t count = 0;
    while ((item = next_frequent(a, of, item)) != NULL) {
        count++;
    }
    const char *group =
        s->group != WEND_NONE ? a->recording->groups[s->group].name : "other agents";
    size_t used = (size_t)snprintf(out, TEXT_SIZE, "%.100s to %.100s: %u alternative%s:", group,
                                   name_of_goal(a, s->goal), count, count == 1 ? "" : "s");
    for (uint32_t i = 0; i < MOST_LISTED && (item = next_frequent(a, of, item)) != NULL; i++) {
        used += (size_t)snprintf(out + used, TEXT_SIZE - used, "%s %.1f %% (%u)", i == 0 ? "" : ",",
                                 100.0 * item->count / s->count, item->count);
    }
    if (count > MOST_LISTED) {
        snprintf(out + used, TEXT_SIZE - used, ", ...");
    }
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const alternatives *a = state;
    const char *items[MOST_STREAMS];
    uint32_t count = a->stream_count < MOST_STREAMS ? a->stream_count : MOST_STREAMS;
    for (uint32_t i = 0; i < count; i++) {
        char *text = a->texts + (size_t)i * TEXT_SIZE;
        describe(a, i, text);
        items[i] = text;
    }
    if (count > 0) {
        wend_report_add_list(out, "route_alternatives", items, count);
    }
}

static void end(void *state) {
    alternatives *a = state;
    slots_free(&a->agents);
    memory_free(&a->heap, a->streams, a->stream_capacity * sizeof *a->streams);
    memory_free(&a->heap, a->items, a->capacity * sizeof *a->items);
    if (a->texts != NULL) {
        memory_free(&a->heap, a->texts, (size_t)MOST_STREAMS * TEXT_SIZE);
    }
}

const wend_metric metric_alternatives = {
    .entry = {WEND_HEAD(wend_metric), .name = "alternatives",
              .summary = "share of agents on each alternative route over a roadmap"},
    .state_size = sizeof(alternatives),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
