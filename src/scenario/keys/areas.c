/* Reads the key `areas`: parts of the ground that count the agents in them. An area is a polygon;
 * other shapes are converted. */
#include <wend/math.h>

#include "scenario/fields.h"
#include "scenario/machines.h"
#include "scenario/shape.h"

enum { DISC_CORNERS = 48 };

/* Returns the polygon of a box, turned by an angle around its centre. */
static wend_point *corners_of_box(reader *r, wend_point centre, wend_point half, double angle) {
    wend_point *points = read_allocate(r, 4, sizeof *points);
    double c = wend_cos(angle), s = wend_sin(angle);
    for (uint32_t i = 0; i < 4 && points != NULL; i++) {
        double x = i == 0 || i == 3 ? -half.x : half.x, y = i < 2 ? -half.y : half.y;
        points[i] = (wend_point){centre.x + x * c - y * s, centre.y + x * s + y * c};
    }
    return points;
}

/* Returns a regular polygon that has the area of a disc: its corners lie slightly outside. */
static wend_point *corners_of_disc(reader *r, wend_point centre, double radius) {
    wend_point *points = read_allocate(r, DISC_CORNERS, sizeof *points);
    double turn = 2.0 * WEND_PI / DISC_CORNERS;
    double reach = radius * wend_pow(turn / wend_sin(turn), 0.5);
    for (uint32_t i = 0; i < DISC_CORNERS && points != NULL; i++) {
        points[i] = (wend_point){centre.x + reach * wend_cos(turn * i),
                                 centre.y + reach * wend_sin(turn * i)};
    }
    return points;
}

static void set_points(reader *r, const shape *region, wend_area_def *out) {
    const wend_point *given = region->points;
    out->points = given;
    out->point_count = region->count;
    if (region->kind == WEND_GOAL_BOX) {
        wend_point *corners = read_allocate(r, 4, sizeof *corners);
        for (uint32_t i = 0; i < 4 && corners != NULL; i++) {
            corners[i] = (wend_point){given[i == 1 || i == 2].x, given[i >= 2].y};
        }
        out->points = corners;
        out->point_count = 4;
    } else if (region->kind == WEND_GOAL_ORIENTED_BOX) {
        out->points = corners_of_box(r, given[0], given[1], region->angle);
        out->point_count = 4;
    } else if (region->kind == WEND_GOAL_DISC) {
        out->points = corners_of_disc(r, given[0], region->radius);
        out->point_count = DISC_CORNERS;
    }
}

static void read_area(wend_scenario *s, reader *r, const node_member *member, scenario_area *out) {
    shape region = {WEND_GOAL_POLYGON, NULL, 0, 0.0, 0.0};
    const node *value = member->value;
    *out = (scenario_area){value, wend_default_area_def()};
    out->def.name = member->key;
    if (!member_check(r, value, &format_named_area) ||
        !shape_read(r, value, &format_named_area, &region)) {
        return;
    }
    set_points(r, &region, &out->def);
    out->def.layer = scenario_read_layer(s, r, value);
}

void scenario_read_areas(wend_scenario *s, reader *r, const node *root) {
    const node *areas = node_get(root, "areas");
    uint32_t count = 0;
    if (areas != NULL && read_is_mapping(r, areas, "areas")) {
        count = areas->count;
    }
    if (count > WEND_MAX_AREAS) {
        read_fail(r, areas, WEND_ERROR_LIMIT, "at most %d areas are possible, found %u",
                  WEND_MAX_AREAS, count);
    }
    s->areas = read_allocate(r, count, sizeof *s->areas);
    read_names_init(r, &s->area_names, count);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        read_area(s, r, &areas->members[i], &s->areas[s->area_count++]);
        read_names_add(&s->area_names, areas->members[i].key);
    }
    read_names_sort(r, &s->area_names);
}
