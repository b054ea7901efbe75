/* Pictures: levels of detail of the office, and one query on maps of every kind. */
#include "draw/canvas/polyline.h"
#include "paper/global_planners/parts.h"
#include "paper/sheet.h"

enum { MOST_POINTS = 512 };

/* The part of the office that the pictures of levels of detail show: two rooms and the corridor. */
static const paper_extent corner = {{-0.5, -0.5}, {16.5, 15.5}};

typedef struct level_picture {
    const char *file, *title, *setting;
} level_picture;

static const level_picture level_pictures[] = {
    {"detail-full.png", "full polygons", NULL},
    {"detail-simplified.png", "details below 0.2 m dropped", "space.simplify=0.2"},
    {"detail-boxes.png", "boxes instead of obstacles", "space.simplify={shapes: box}"},
};

typedef struct path_style {
    const char *name, *kind, *maps;
    uint32_t colour;
    double width; /* px */
} path_style;

static const path_style path_styles[] = {
    {"grid, 0.25 m", "grid", "maps={m: {kind: grid, cell: 0.25}}", 0xd98c00, 7.0},
    {"navmesh (shortest)", "navmesh", "maps={m: {kind: navmesh}}", 0x26231f, 2.5},
    {"corridor", "corridor", "maps={m: {kind: corridor}}", 0x2b6a99, 2.5},
    {"roadmap, 4000 samples", "roadmap",
     "maps={m: {kind: roadmap, source: prm, samples: 4000, neighbours: 30}}", 0xb3261e, 2.5},
};
enum {
    LEVEL_PICTURES = sizeof level_pictures / sizeof level_pictures[0],
    PATH_STYLES = sizeof path_styles / sizeof path_styles[0]
};

static const double RADIUS = 0.25;                            /* m */
static const wend_point from = {1.0, 1.2}, to = {38.5, 22.5}; /* the query of the picture */

static wend_result draw_level(wend_paper_call *call, const level_picture *l, wend_error *error) {
    planners_setup setup = {PLANNERS_SURVEY, {l->setting}};
    wend_scenario *scenario = NULL;
    const char *path = wend_paper_add_file(call, l->file);
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = planners_load(wend_paper_call_def(call), &setup, &scenario, error);
    if (result == WEND_OK) {
        paper_sheet sheet;
        result = paper_sheet_open(&sheet, scenario, &corner, path, l->title,
                                  "a part of the office of the table of levels of detail", error);
        result = paper_sheet_close(&sheet, result, error);
    }
    wend_scenario_destroy(scenario);
    return result;
}

static void draw_path(paper_sheet *sheet, const wend_space *space, const wend_location *points,
                      uint32_t count, const path_style *style) {
    polyline drawn = {.cr = sheet->canvas.cr};
    canvas_clip(&sheet->canvas, 0);
    for (uint32_t i = 0; i < count; i++) {
        wend_point at =
            canvas_at(&sheet->canvas, 0, wend_space_from_local(space, points[i].position));
        (i == 0 ? polyline_begin : polyline_add)(&drawn, at);
    }
    polyline_end(&drawn);
    paper_sheet_stroke(sheet, style->colour, style->width);
    cairo_restore(sheet->canvas.cr);
    flow_line(&sheet->legend, style->name, style->colour, style->width, false);
}

static wend_result find_and_draw(wend_paper_call *call, paper_sheet *sheet, const path_style *style,
                                 wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    planners_setup setup = {PLANNERS_SURVEY, {style->maps}};
    wend_scenario *scenario = NULL;
    wend_map *map = NULL;
    wend_location points[MOST_POINTS];
    wend_path_result found = {0};
    double seconds;
    wend_result result = planners_load(def, &setup, &scenario, error);
    result = result == WEND_OK
                 ? planners_build(def, scenario, style->kind, RADIUS, 1, &map, &seconds, error)
                 : result;
    if (result == WEND_OK) {
        const wend_space *space = wend_scenario_space(scenario);
        wend_path_def query = wend_default_path_def();
        query.from.position = wend_space_to_local(space, from);
        query.to.position = wend_space_to_local(space, to);
        query.radius = (float)RADIUS;
        query.may_be_partial = false;
        result = wend_map_find_path(map, space, &query, NULL, points, MOST_POINTS, &found, error);
        if (result == WEND_OK && found.point_count <= MOST_POINTS && found.point_count > 1) {
            draw_path(sheet, space, points, found.point_count, style);
        }
    }
    wend_map_release(map);
    wend_scenario_destroy(scenario);
    return result;
}

static wend_result draw_paths(wend_paper_call *call, wend_error *error) {
    planners_setup setup = {.scenario = PLANNERS_SURVEY};
    wend_scenario *scenario = NULL;
    const char *path = wend_paper_add_file(call, "paths.png");
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = planners_load(wend_paper_call_def(call), &setup, &scenario, error);
    if (result == WEND_OK) {
        paper_sheet sheet;
        result = paper_sheet_open(&sheet, scenario, NULL, path, "One query on four kinds of maps",
                                  "paths for a disc of 0.25 m, from one room to another", error);
        for (uint32_t i = 0; i < PATH_STYLES && result == WEND_OK; i++) {
            result = find_and_draw(call, &sheet, &path_styles[i], error);
        }
        result = paper_sheet_close(&sheet, result, error);
    }
    wend_scenario_destroy(scenario);
    return result;
}

wend_result planners_figures(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    if (wend_paper_call_def(call)->directory == NULL) {
        return result;
    }
    for (uint32_t i = 0; i < LEVEL_PICTURES && result == WEND_OK; i++) {
        result = draw_level(call, &level_pictures[i], error);
    }
    return result == WEND_OK ? draw_paths(call, error) : result;
}
