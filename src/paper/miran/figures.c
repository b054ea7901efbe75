/* Draws Figs 1, 6, 7 and 8 of "Real-time path planning in heterogeneous environments"; steps.c
 * draws Figs 2 to 5. */
#include "paper/miran/figures.h"
#include "draw/canvas/theme.h"
#include "geom/point.h"
#include "paper/miran/sheet.h"
#include <stdio.h>

uint32_t miran_count_figures(const wend_paper_def *def) {
    return def->directory != NULL ? 3 : 0;
}

/* ---- Paths: Figs 1, 7 and 8 ------------------------------------------------------------------ */

/* How the walk of a character is drawn. */
typedef struct walk_style {
    const char *route_name, *path_name; /* NULL: the route is not drawn, or has no name */
    uint32_t route_colour, path_colour;
    bool route_dashed, dashed;
} walk_style;

/* A figure with the walks of a scene. */
typedef struct walk_figure {
    const char *file, *title, *line;
    const char *scenario;
    uint32_t walks;
    const walk_style *styles;
} walk_figure;

static const walk_style forest_styles[MIRAN_FOREST_WALKS] = {
    {"adult's route", "adult's path", MIRAN_ROUTE, MIRAN_PATH, false, false},
    {"child's route", "child's path", MIRAN_ROUTE, MIRAN_PATH, true, true}};
static const walk_style road_styles[MIRAN_ROAD_WALKS] = {
    {"indicative route", "MIRAN", MIRAN_ROUTE, MIRAN_PATH, true, false},
    {NULL, "IRM", MIRAN_ROUTE, MIRAN_OTHER, true, true}};
static const walk_style loop_styles[MIRAN_SIGMAS] = {
    {"indicative route", "sigma 40", MIRAN_ROUTE, 0x0072b2, true, false},
    {NULL, "100", MIRAN_ROUTE, 0xd55e00, true, false},
    {NULL, "250", MIRAN_ROUTE, 0x009e73, true, false},
    {NULL, "300", MIRAN_ROUTE, 0x56b4e9, true, false},
    {NULL, "400", MIRAN_ROUTE, 0xcc79a7, true, false},
    {NULL, "1250", MIRAN_ROUTE, 0x8a6d00, true, false}};

static const walk_figure walk_figures[] = {
    {"fig1-forest.png", "Fig 1: an adult and a child in the forest",
     "the adult walks around puddles and trees to the view; the child does the opposite",
     MIRAN_FOREST, MIRAN_FOREST_WALKS, forest_styles},
    {"fig7-sigma.png", "Fig 7: the McKenna scene with different values of sigma",
     "d = 20; with sigma 300, the character enters the loop and turns back", MIRAN_MCKENNA,
     MIRAN_SIGMAS, loop_styles},
    {"fig8-road.png", "Fig 8: MIRAN and IRM in McKenna + Road",
     "sigma = 40, d = 10; IRM crosses the mud and skips the last part of the route", MIRAN_ROAD,
     MIRAN_ROAD_WALKS, road_styles},
};
enum { WALK_FIGURES = sizeof walk_figures / sizeof walk_figures[0] };

static void draw_walks(paper_sheet *sheet, const walk_figure *figure, const miran_walks *walks) {
    for (uint32_t i = 0; i < walks->count; i++) {
        const walk_style *style = &figure->styles[i];
        if (style->route_name != NULL) {
            miran_draw_line(sheet, &walks->items[i].route, style->route_name, style->route_colour,
                            1.6, style->route_dashed);
        }
    }
    for (uint32_t i = 0; i < walks->count; i++) {
        const walk_style *style = &figure->styles[i];
        const miran_line *path = &walks->items[i].path;
        miran_draw_line(sheet, path, style->path_name, style->path_colour, 2.6, style->dashed);
        miran_draw_dot(sheet, path->points[0], 4.0, THEME_TEXT, NULL);
        miran_draw_dot(sheet, path->points[path->count - 1], 5.0, THEME_GOAL, NULL);
    }
    miran_draw_terrain_names(sheet);
}

static wend_result draw_walk_figure(wend_paper_call *call, const walk_figure *figure, bool *go_on,
                                    wend_error *error) {
    const char *path = wend_paper_add_file(call, figure->file);
    miran_setup setup = {.scenario = figure->scenario};
    wend_scenario *scenario = NULL;
    miran_walks walks;
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = miran_load(wend_paper_call_def(call), &setup, &scenario, error);
    if (result != WEND_OK) {
        return result;
    }
    result = miran_walks_record(call, &setup, figure->walks, &walks, go_on, error);
    if (result == WEND_OK && *go_on) {
        paper_sheet sheet;
        result = paper_sheet_open(&sheet, scenario, NULL, path, figure->title, figure->line, error);
        if (result == WEND_OK) {
            draw_walks(&sheet, figure, &walks);
            result = paper_sheet_close(&sheet, WEND_OK, error);
        }
    }
    miran_walks_free(&walks);
    wend_scenario_destroy(scenario);
    return result;
}

/* ---- Fig 6 ----------------------------------------------------------------------------------- */

/* Draws the triangulation of McKenna + Road, on whose dual graph the planner `dual` searches. An
 * edge of the graph leads across the common side of two triangles; its weight is w(T_u) |e_u| +
 * w(T_v) |e_v| (section 4). */
static wend_result draw_dual_graph(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    const char *path = wend_paper_add_file(call, "fig6-triangulation.png");
    miran_setup setup = {.scenario = MIRAN_ROAD};
    wend_scenario *scenario = NULL;
    wend_map *map = NULL;
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = miran_load(def, &setup, &scenario, error);
    if (result == WEND_OK) {
        wend_map_def map_def = wend_default_map_def();
        map_def.scenario = scenario;
        map_def.kind = "terrain";
        map_def.allocator = def->allocator;
        result = wend_scenario_build_map(&map_def, &map, error);
    }
    result = result == WEND_OK ? wend_scenario_draw_map(scenario, map, 0, path, error) : result;
    wend_map_release(map);
    wend_scenario_destroy(scenario);
    return result;
}

/* Two triangles of a tessellation with a common side; the edge of the dual graph joins their
 * centroids. The first triangle lies on a sidewalk, the second on the road. */
static const wend_point triangle_u[3] = {{92.0, 95.5}, {110.0, 95.5}, {99.0, 102.0}};
static const wend_point triangle_v[3] = {{92.0, 95.5}, {110.0, 95.5}, {103.0, 87.0}};
/* The weights of sidewalks and of the road in Fig 8. */
static const double WEIGHT_U = 0.5, WEIGHT_V = 4.0;

static wend_point centroid_of(const wend_point triangle[3]) {
    return (wend_point){(triangle[0].x + triangle[1].x + triangle[2].x) / 3.0,
                        (triangle[0].y + triangle[1].y + triangle[2].y) / 3.0};
}

static void draw_edge(paper_sheet *sheet) {
    wend_point u = centroid_of(triangle_u), v = centroid_of(triangle_v);
    double t = (u.y - triangle_u[0].y) / (u.y - v.y);
    wend_point p = {u.x + t * (v.x - u.x), triangle_u[0].y};
    double e_u = point_distance(u, p), e_v = point_distance(p, v);
    char label[120];
    for (int i = 0; i < 3; i++) {
        miran_draw_segment(sheet, triangle_u[i], triangle_u[(i + 1) % 3], THEME_TEXT, 2.0, false);
        miran_draw_segment(sheet, triangle_v[i], triangle_v[(i + 1) % 3], THEME_TEXT, 2.0, false);
    }
    miran_draw_segment(sheet, u, v, MIRAN_PATH, 3.0, false);
    miran_draw_dot(sheet, u, 6.0, MIRAN_PATH, "u");
    miran_draw_dot(sheet, p, 5.0, MIRAN_VISIBLE, "p");
    snprintf(label, sizeof label, "v:  w(e) = %.1f * %.2f m + %.0f * %.2f m = %.2f", WEIGHT_U, e_u,
             WEIGHT_V, e_v, WEIGHT_U * e_u + WEIGHT_V * e_v);
    miran_draw_dot(sheet, v, 6.0, MIRAN_PATH, label);
    flow_line(&sheet->legend, "edge of the dual graph", MIRAN_PATH, 3.0, false);
    miran_draw_terrain_names(sheet);
}

static wend_result draw_dual_edge(wend_paper_call *call, wend_error *error) {
    static const paper_extent extent = {{86.0, 84.0}, {117.0, 103.0}};
    const char *path = wend_paper_add_file(call, "fig6-dual-edge.png");
    miran_setup setup = {.scenario = MIRAN_ROAD};
    wend_scenario *scenario = NULL;
    paper_sheet sheet;
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = miran_load(wend_paper_call_def(call), &setup, &scenario, error);
    if (result == WEND_OK) {
        result = paper_sheet_open(&sheet, scenario, &extent, path,
                                  "Fig 6: the weight of an edge of the dual graph",
                                  "the edge changes from the sidewalk to the road at p", error);
        if (result == WEND_OK) {
            draw_edge(&sheet);
            result = paper_sheet_close(&sheet, WEND_OK, error);
        }
    }
    wend_scenario_destroy(scenario);
    return result;
}

/* ---- All figures ----------------------------------------------------------------------------- */

wend_result miran_figures(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    bool go_on = wend_paper_call_def(call)->directory != NULL;
    for (int i = 0; i < WALK_FIGURES && result == WEND_OK && go_on; i++) {
        result = draw_walk_figure(call, &walk_figures[i], &go_on, error);
    }
    result = result == WEND_OK && go_on ? draw_dual_edge(call, error) : result;
    result = result == WEND_OK && go_on ? draw_dual_graph(call, error) : result;
    return result == WEND_OK && go_on ? miran_draw_steps(call, error) : result;
}
