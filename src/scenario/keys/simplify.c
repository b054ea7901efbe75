/* Reads the key `simplify` of a space, and applies it to a cleaned layer. */
#include "scenario/keys/simplify.h"
#include "base/error.h"
#include "base/text.h"
#include "scenario/fields.h"
#include <stdio.h>
#include <string.h>

/* ---- Kept points ----------------------------------------------------------------------------- */

typedef struct point_list {
    reader *r;
    wend_point *points;
    uint32_t count, capacity;
} point_list;

static bool is_number(const node *item, double *value) {
    return item->kind == NODE_SCALAR && !item->quoted && text_parse_double(item->text, value);
}

/* Adds every pair of numbers below a node. A pair that is not a point does no harm. */
static void collect(point_list *list, const node *from) {
    wend_point p;
    if (from == NULL || !reader_ok(list->r)) {
        return;
    }
    if (from->kind == NODE_LIST && from->count == 2 && is_number(from->items[0], &p.x) &&
        is_number(from->items[1], &p.y)) {
        void *points = list->points;
        if (!shapes_grow(&list->r->tree->arena, &points, sizeof p, list->count, &list->capacity)) {
            list->r->result = error_no_memory(list->r->error, "a scenario");
            return;
        }
        list->points = points;
        list->points[list->count++] = p;
        return;
    }
    for (uint32_t i = 0; i < from->count && from->kind != NODE_SCALAR; i++) {
        collect(list, from->kind == NODE_LIST ? from->items[i] : from->members[i].value);
    }
}

/* Finds the points that must stay on the ground: all points that the scenario writes outside its
 * space, such as goals, doors and positions of agents, and the ends of connections. */
static void collect_points(reader *r, const node *root, const node *space, clean_detail *detail) {
    point_list list = {.r = r};
    for (uint32_t i = 0; i < root->count; i++) {
        if (strcmp(root->members[i].key, "space") != 0) {
            collect(&list, root->members[i].value);
        }
    }
    collect(&list, node_get(space, "connections"));
    detail->kept = list.points;
    detail->kept_count = list.count;
}

/* ---- The key --------------------------------------------------------------------------------- */

void simplify_read(simplify_input *in, reader *r, const node *root, const node *space) {
    const node *value = node_get(space, "simplify");
    *in = (simplify_input){.at = value};
    if (value == NULL) {
        return;
    }
    if (value->kind == NODE_MAPPING) {
        if (!member_check(r, value, &format_simplify)) {
            return;
        }
        in->detail.below = member_number(r, value, &format_simplify, "below", 0.0);
        in->shapes =
            (wend_outline)member_choice(r, value, &format_simplify, "shapes", WEND_OUTLINE_EXACT);
        in->detail.drop_small =
            member_choice(r, value, &format_simplify, "small_obstacles", 0) == 1;
    } else if (value->kind == NODE_LIST) {
        read_fail_wrong_type(r, value, "simplify",
                             "a size in m, or {below: , shapes: , small_obstacles: }");
    } else {
        in->detail.below =
            member_number_of(r, value, format_row(&format_space, "simplify"), "simplify");
    }
    collect_points(r, root, space, &in->detail);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static void note_shapes(wend_scenario *s, reader *r, const simplify_input *in,
                        const clean_report *report) {
    const clean_tally *tally = &report->tallies[CLEAN_OBSTACLES];
    if (in->shapes != WEND_OUTLINE_EXACT && tally->polygons > 0) {
        scenario_add_note(s, r, in->at->source, in->at->line, in->at->column,
                          "%u obstacles of %.6g m2 were replaced by shapes of %.6g m2",
                          tally->polygons, tally->kept, tally->united);
    }
}

static void note_change(wend_scenario *s, reader *r, const simplify_input *in, const char *layer,
                        const clean_change *change) {
    char dropped[96] = "";
    if (change->dropped_obstacles + change->dropped_regions > 0) {
        snprintf(dropped, sizeof dropped, "; %u small obstacles and %u small regions dropped",
                 change->dropped_obstacles, change->dropped_regions);
    }
    char ground[96] = "";
    double lost = change->ground_before - change->ground_after + change->added;
    if (change->ground_before > 0.0) {
        snprintf(ground, sizeof ground, ", %.6g of %.6g m2 of ground lost (%.3g %%)", lost,
                 change->ground_before, 100.0 * lost / change->ground_before);
    }
    scenario_add_note(s, r, in->at->source, in->at->line, in->at->column,
                      "simplified%s%.60s: %u vertices became %u%s%s", layer != NULL ? " " : "",
                      layer != NULL ? layer : "", change->vertices_before, change->vertices_after,
                      ground, dropped);
}

void simplify_apply(simplify_input *in, wend_scenario *s, reader *r, memory_arena *scratch,
                    double grid, wend_layer_def *layer, const clean_report *report) {
    if (in->at == NULL || !reader_ok(r)) {
        return;
    }
    note_shapes(s, r, in, report);
    if (in->detail.below <= 0.0) {
        return;
    }
    clean_change change;
    wend_result result =
        clean_simplify_layer(layer, &in->detail, grid, &s->tree.arena, scratch, &change, r->error);
    if (result != WEND_OK) {
        read_fail_as(r, in->at, result);
        return;
    }
    note_change(s, r, in, layer->name, &change);
}
