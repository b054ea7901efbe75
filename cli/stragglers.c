/* Prints the agents that did not arrive, grouped by agent group, layer and reason. */
#include "cli/stragglers.h"
#include <inttypes.h>
#include <string.h>

enum { LINES_SHOWN = 10 };

/* Agents that did not arrive, all with the same agent group, layer and reason. */
typedef struct straggler_group {
    wend_straggler first;
    uint32_t count;
    uint64_t last_key;
    wend_point low, high; /* corners of their bounding box */
} straggler_group;

static void print_where(const wend_summary *summary, uint32_t layer, wend_straggler_reason reason,
                        FILE *stream) {
    const char *name = wend_summary_layer_name(summary, layer);
    fprintf(stream, "%s%s: %s\n", name[0] != '\0' ? " on " : "", name, wend_straggler_text(reason));
}

static void print_one(const wend_summary *summary, const wend_straggler *s, FILE *stream) {
    fprintf(stream, "  agent %" PRIu64 "%s%s%s at (%.2f, %.2f)", s->key,
            s->group[0] != '\0' ? " (" : "", s->group, s->group[0] != '\0' ? ")" : "",
            s->position.x, s->position.y);
    print_where(summary, s->layer, s->reason, stream);
}

static void print_group(const wend_summary *summary, const straggler_group *b, FILE *stream) {
    if (b->count == 1) {
        print_one(summary, &b->first, stream);
        return;
    }
    fprintf(stream,
            "  %" PRIu32 " agents with keys %" PRIu64 " to %" PRIu64
            "%s%s%s between (%.2f, %.2f) and (%.2f, %.2f)",
            b->count, b->first.key, b->last_key, b->first.group[0] != '\0' ? " (" : "",
            b->first.group, b->first.group[0] != '\0' ? ")" : "", b->low.x, b->low.y, b->high.x,
            b->high.y);
    print_where(summary, b->first.layer, b->first.reason, stream);
}

static bool belongs_to_group(const straggler_group *b, const wend_straggler *s) {
    return b->first.reason == s->reason && b->first.layer == s->layer &&
           strcmp(b->first.group, s->group) == 0;
}

static void add_to_group(straggler_group *b, const wend_straggler *s) {
    b->count++;
    b->last_key = s->key;
    b->low.x = s->position.x < b->low.x ? s->position.x : b->low.x;
    b->low.y = s->position.y < b->low.y ? s->position.y : b->low.y;
    b->high.x = s->position.x > b->high.x ? s->position.x : b->high.x;
    b->high.y = s->position.y > b->high.y ? s->position.y : b->high.y;
}

/* Collects at most `capacity` groups, in the order of their first agents. Returns the number of
 * groups. Agents outside these groups are counted by reason in `rest`. */
static uint32_t collect_groups(const wend_summary *summary, straggler_group *groups,
                               uint32_t capacity, uint32_t rest[WEND_STRAGGLER_REASON_COUNT]) {
    uint32_t group_count = 0;
    for (uint32_t i = 0; i < wend_summary_straggler_count(summary); i++) {
        wend_straggler s = wend_summary_straggler(summary, i);
        uint32_t k = 0;
        while (k < group_count && !belongs_to_group(&groups[k], &s)) {
            k++;
        }
        if (k == capacity) {
            rest[s.reason]++;
            continue;
        }
        if (k == group_count) {
            groups[group_count++] = (straggler_group){s, 0, s.key, s.position, s.position};
        }
        add_to_group(&groups[k], &s);
    }
    return group_count;
}

static void print_rest(const uint32_t rest[WEND_STRAGGLER_REASON_COUNT], FILE *stream) {
    uint32_t sum = 0;
    for (int i = 0; i < WEND_STRAGGLER_REASON_COUNT; i++) {
        sum += rest[i];
    }
    if (sum == 0) {
        return;
    }
    fprintf(stream, "  and %" PRIu32 " more:", sum);
    const char *comma = "";
    for (int i = 0; i < WEND_STRAGGLER_REASON_COUNT; i++) {
        if (rest[i] > 0) {
            fprintf(stream, "%s %" PRIu32 " %s", comma, rest[i],
                    wend_straggler_text((wend_straggler_reason)i));
            comma = ",";
        }
    }
    fputc('\n', stream);
}

void print_stragglers(const wend_summary *summary, FILE *stream) {
    uint32_t count = wend_summary_straggler_count(summary);
    if (count == 0) {
        return;
    }
    fputs("\ndid not arrive:\n", stream);
    if (count <= LINES_SHOWN) {
        for (uint32_t i = 0; i < count; i++) {
            wend_straggler s = wend_summary_straggler(summary, i);
            print_one(summary, &s, stream);
        }
        return;
    }
    straggler_group groups[LINES_SHOWN];
    uint32_t rest[WEND_STRAGGLER_REASON_COUNT] = {0};
    uint32_t group_count = collect_groups(summary, groups, LINES_SHOWN, rest);
    for (uint32_t i = 0; i < group_count; i++) {
        print_group(summary, &groups[i], stream);
    }
    print_rest(rest, stream);
}
