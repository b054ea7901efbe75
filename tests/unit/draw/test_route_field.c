/* Pictures of a route that follows a field. The checks read the SVG file: two portals of the
 * picture lie at known points, so that pixels can be converted to metres. Level lines must lie at
 * the right distance from the goal, and must not cross walls. */
#define _DEFAULT_SOURCE
#include "unit/draw/svg.h"
#include "unit/scenario/lab.h"
#include <unistd.h>

enum { LEVEL_LINE = 0x8fb3d9, ARROW = 0x1f4e79, PORTAL = 0x2a9d8f };

#define SCENE(walls, planner, follower)                                                            \
    "space: {walkable: [[0, 0], [20, 0], [20, 10], [0, 10]], walls: [" walls "]}\n"                \
    "maps: {squares: {kind: grid, cell: 0.25}}\n"                                                  \
    "plan: " planner "\nfollow: " follower "\nsteer: direct\n"                                     \
    "output: {svg: {axes: off}}\n"                                                                 \
    "agents: [{at: [2, 5], goal: {point: [15, 5]}}]\n"

static const wend_point goal = {15.0, 5.0};
static const double interval = 0.5; /* m: 13 m in at least 15 lines */

typedef struct scene {
    wend_scenario *scenario;
    wend_world *world;
    svg_file *file;
    /* px: where the point (0, 0) is, and px per m. */
    wend_point origin;
    double scale;
} scene;

static wend_point to_metres(const scene *s, wend_point at) {
    return (wend_point){(at.x - s->origin.x) / s->scale, (s->origin.y - at.y) / s->scale};
}

/* The portals are drawn from (0, 0) to (20, 0): their ends give the scale. */
static void find_scale(scene *s) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->file->line_count; i++) {
        const svg_line *line = &s->file->lines[i];
        if (line->colour == PORTAL && line->b.x - line->a.x > s->file->width / 2.0) {
            s->origin = line->a;
            s->scale = (line->b.x - line->a.x) / 20.0;
            found++;
        }
    }
    ck_assert_uint_eq(found, 1);
}

static scene *open_scene(const char *text) {
    static scene opened;
    char path[] = "/tmp/route_field_XXXXXX.svg";
    memset(&opened, 0, sizeof opened);
    opened.scenario = lab_load(text);
    opened.world = lab_world(opened.scenario);
    ck_assert_int_eq(wend_world_step(opened.world, 1, &lab_error), WEND_OK);
    const wend_view *view = wend_world_view(opened.world);
    const wend_space *space = wend_scenario_space(opened.scenario);
    const wend_route *route = wend_view_route(view, 0);
    ck_assert_ptr_nonnull(route);
    const wend_route_point points[] = {
        {wend_space_to_local(space, (wend_point){2.0, 5.0}), 0.0F, 0},
        {wend_space_to_local(space, goal), 0.0F, 0}};
    const wend_portal portal = {wend_space_to_local(space, (wend_point){0.0, 0.0}),
                                wend_space_to_local(space, (wend_point){20.0, 0.0}), 0};
    wend_route_drawing_def def = wend_default_route_drawing_def();
    def.scenario = opened.scenario;
    def.status = WEND_ROUTE_STATUS_FOUND;
    def.points = points;
    def.point_count = 2;
    def.portals = &portal;
    def.portal_count = 1;
    def.radius = 0.25;
    def.view = view;
    def.field = route->field;
    int file = mkstemps(path, 4);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(wend_scenario_draw_route(&def, path, &lab_error), WEND_OK);
    close(file);
    opened.file = svg_open(path, NULL);
    remove(path);
    find_scale(&opened);
    return &opened;
}

static void close_scene(scene *s) {
    svg_free(s->file);
    wend_world_destroy(s->world);
    wend_scenario_destroy(s->scenario);
}

/* True for the lines in the picture, not those of the legend below it. */
static bool is_on_ground(const scene *s, const svg_line *line) {
    wend_point a = to_metres(s, line->a), b = to_metres(s, line->b);
    return fmin(a.y, b.y) > -0.01 && fmin(a.x, b.x) > -0.01;
}

/* Returns the number of lines of a colour on the ground. */
static uint32_t count_lines(const scene *s, uint32_t colour) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->file->line_count; i++) {
        count += s->file->lines[i].colour == colour && is_on_ground(s, &s->file->lines[i]);
    }
    return count;
}

/* True if a point is at least `margin` m away from the walls of the room. */
static bool is_inside(wend_point at, double margin) {
    return fmin(at.x, 20.0 - at.x) >= margin && fmin(at.y, 10.0 - at.y) >= margin;
}

/* In an open room, the distance is that of a straight line. The scheme is of first order, so lines
 * must be within half a cell (0.125 m) of their circles; the next ones are 0.5 m away. */
START_TEST(level_lines_are_circles_in_an_open_room) {
    scene *s = open_scene(SCENE("", "field", "gradient"));
    uint32_t count = 0;
    bool levels[64] = {false};
    for (uint32_t i = 0; i < s->file->line_count; i++) {
        const svg_line *line = &s->file->lines[i];
        if (line->colour != LEVEL_LINE || !is_on_ground(s, line)) {
            continue;
        }
        wend_point ends[] = {to_metres(s, line->a), to_metres(s, line->b)};
        for (int k = 0; k < 2; k++) {
            if (!is_inside(ends[k], 0.5)) { /* beside walls, values come from cells farther in */
                continue;
            }
            double distance = hypot(ends[k].x - goal.x, ends[k].y - goal.y);
            double level = round(distance / interval);
            ck_assert_msg(fabs(distance - level * interval) < 0.125,
                          "a line passes %g m from the goal at %g,%g", distance, ends[k].x,
                          ends[k].y);
            levels[(int)level] = true;
        }
        count++;
    }
    ck_assert_uint_gt(count, 1000);
    for (int level = 1; level <= 29; level++) { /* up to 14.5 m, within the room */
        ck_assert_msg(levels[level], "there is no line at %g m", level * interval);
    }
    ck_assert(!levels[32]); /* 16 m: the farthest corner is 15.8 m away */
    close_scene(s);
}
END_TEST

/* Beside the wall, the distance is up to 12 m larger on one side than on the other. If it were
 * interpolated across the wall, up to 24 lines would run along it. */
START_TEST(level_lines_do_not_cross_walls) {
    scene *s = open_scene(SCENE("[[8, 0], [8, 8]]", "field", "gradient"));
    double beside = 0.0, along = 0.0; /* m: lengths of lines, and of their parts along the wall */
    for (uint32_t i = 0; i < s->file->line_count; i++) {
        const svg_line *line = &s->file->lines[i];
        wend_point a = to_metres(s, line->a), b = to_metres(s, line->b);
        double x = 0.5 * (a.x + b.x), y = 0.5 * (a.y + b.y);
        if (line->colour == LEVEL_LINE && is_on_ground(s, line) && y < 7.5 && fabs(x - 8.0) < 0.2) {
            beside += hypot(b.x - a.x, b.y - a.y);
            along += fabs(b.y - a.y);
        }
    }
    ck_assert_double_gt(beside, 2.0);
    ck_assert_double_lt(along, 8.0);
    close_scene(s);
}
END_TEST

/* Arrows point at the goal in an open room. They are drawn with a shaft, whose first line starts
 * at the tail, so it is enough to check the direction of the longest lines. */
START_TEST(arrows_point_at_the_goal) {
    scene *s = open_scene(SCENE("", "field", "gradient"));
    uint32_t checked = 0;
    for (uint32_t i = 0; i < s->file->line_count; i++) {
        const svg_line *line = &s->file->lines[i];
        wend_point a = to_metres(s, line->a), b = to_metres(s, line->b);
        double length = hypot(b.x - a.x, b.y - a.y);
        double left = hypot(goal.x - a.x, goal.y - a.y);
        if (line->colour == ARROW && is_on_ground(s, line) && length * s->scale > 15.0 &&
            left > 2.0) {
            double cosine =
                ((b.x - a.x) * (goal.x - a.x) + (b.y - a.y) * (goal.y - a.y)) / (length * left);
            ck_assert_double_gt(cosine, 0.99);
            checked++;
        }
    }
    ck_assert_uint_gt(checked, 50);
    close_scene(s);
}
END_TEST

START_TEST(draws_nothing_without_a_view) {
    scene *s = open_scene(SCENE("", "field", "gradient"));
    ck_assert_uint_gt(count_lines(s, LEVEL_LINE), 0);
    char path[] = "/tmp/route_plain_XXXXXX.svg";
    int file = mkstemps(path, 4);
    wend_route_drawing_def def = wend_default_route_drawing_def();
    def.scenario = s->scenario;
    ck_assert_int_eq(wend_scenario_draw_route(&def, path, &lab_error), WEND_OK);
    off_t size = lseek(file, 0, SEEK_END);
    char *bytes = calloc((size_t)size + 1, 1);
    ck_assert_int_eq(pread(file, bytes, (size_t)size, 0), size);
    ck_assert_ptr_null(strstr(bytes, "56.078431%,70.196078%,85.098039%")); /* LEVEL_LINE */
    free(bytes);
    close(file);
    remove(path);
    close_scene(s);
}
END_TEST

LAB_MAIN("route_field", level_lines_are_circles_in_an_open_room, level_lines_do_not_cross_walls,
         arrows_point_at_the_goal, draws_nothing_without_a_view)
