/* Reads the key `belts`: parts of the ground that move and carry agents. */
#include <math.h>

#include "scenario/fields.h"
#include "scenario/scenario.h"

static const double MAX_SPEED = 100.0; /* m/s, in x and in y: see wend_belt_def */

static void read_belt(wend_scenario *s, reader *r, const node *item, scenario_belt *out) {
    const format_table *table = &format_belt;
    if (!member_check(r, item, table)) {
        return;
    }
    out->at = item;
    out->def = wend_default_belt_def();
    out->def.point_count = member_points(r, item, table, "polygon", &out->def.points);
    scenario_check_ground_polygon(r, item, "a belt", out->def.points, out->def.point_count);
    out->def.layer = scenario_read_layer(s, r, item);
    out->def.velocity = member_point(r, item, table, "velocity", out->def.velocity);
    if (reader_ok(r) &&
        !(fabs(out->def.velocity.x) <= MAX_SPEED && fabs(out->def.velocity.y) <= MAX_SPEED)) {
        read_fail(r, node_get(item, "velocity"), WEND_ERROR_INVALID,
                  "the velocity of a belt must be at most %g m/s in x and y, found [%g, %g]",
                  MAX_SPEED, out->def.velocity.x, out->def.velocity.y);
    }
}

void scenario_read_belts(wend_scenario *s, reader *r, const node *root) {
    const node *list = node_get(root, "belts");
    uint32_t most = format_row(&format_scenario, "belts")->most;
    if (list == NULL || !read_is_list(r, list, "belts")) {
        return;
    }
    if (list->count > most) {
        read_fail(r, list, WEND_ERROR_LIMIT, "at most %u belts are possible, found %u", most,
                  list->count);
    }
    s->belts = read_allocate(r, list->count, sizeof *s->belts);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        read_belt(s, r, list->items[i], &s->belts[s->belt_count++]);
    }
}
