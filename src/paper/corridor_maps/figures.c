/* Draws Figs 1, 2, 4, 5 and 6 of "Flexible Path Planning Using Corridor Maps", for the village and
 * its example query, and Fig 6 also for narrow streets. */
#include "paper/corridor_maps/sheet.h"
#include "paper/trials.h"
#include <stdio.h>

/* The data that the figures show. */
typedef struct figure_job {
    wend_paper_call *call;
    village_ground *ground;
    const wend_map *map;
    const wend_route *route; /* route of the example query */
    const char *scenario;    /* NULL for the village */
    wend_error *error;
} figure_job;

/* The parts that a figure may show. */
typedef enum figure_part {
    PART_CORRIDOR = 1,
    PART_RIMS = 2,
    PART_BACKBONE = 4,
    PART_NEAREST = 8,
    PART_BOUNDARY = 16,
    PART_AXIS = 32
} figure_part;

typedef struct figure {
    const char *file, *title;
    unsigned parts;
} figure;

static void draw_parts(const figure_job *job, unsigned parts, village_sheet *sheet) {
    if (parts & PART_CORRIDOR) {
        sheet_draw_corridor(sheet, job->route);
    }
    if (parts & PART_RIMS) {
        sheet_draw_rims(sheet, job->route);
    }
    if (parts & PART_NEAREST) {
        sheet_draw_nearest(sheet, job->route);
    }
    if (parts & PART_BACKBONE) {
        sheet_draw_backbone(sheet, job->route);
    }
    if (parts & PART_BOUNDARY) {
        sheet_draw_boundary(sheet, job->route);
    }
    if (parts & PART_AXIS) {
        sheet_draw_axis(sheet, job->map);
    }
}

/* Draws a figure. `recorded` is the path that the figure shows; it may be NULL. */
static wend_result draw_figure(const figure_job *job, const figure *what,
                               const village_path *recorded) {
    const char *path = wend_paper_add_file(job->call, what->file);
    village_sheet sheet;
    char line[160] = "";
    if (path == NULL) {
        return WEND_OK;
    }
    if (recorded != NULL) {
        wend_path_measures found = wend_path_meter_get(&recorded->meter);
        snprintf(line, sizeof line,
                 "%.2f m long, turning by %.3f rad/m (by circles %.3f), %.2f m from walls%s",
                 found.length, found.mean_curvature, found.circle_curvature, recorded->clearance,
                 recorded->arrived ? "" : "   does not arrive");
    }
    wend_result result =
        paper_sheet_open(&sheet, job->ground->scenario, NULL, path, what->title, line, job->error);
    if (result != WEND_OK) {
        return result;
    }
    draw_parts(job, what->parts, &sheet);
    if (recorded != NULL) {
        sheet_draw_path(&sheet, recorded);
    }
    return paper_sheet_close(&sheet, WEND_OK, job->error);
}

/* ---- Maps and corridors: Figs 1, 2 and 4 ----------------------------------------------------- */

static const figure still_figures[] = {
    {"fig1-backbone.png", "Fig 1: backbone path", PART_BACKBONE},
    {"fig1-corridor.png", "Fig 1: its corridor", PART_CORRIDOR | PART_RIMS | PART_BACKBONE},
    {"fig2-footprint.png", "Fig 2: the footprint of the village", 0},
    {"fig2-skeleton.png", "Fig 2: its skeleton", PART_AXIS},
    {"fig4-left-and-right.png", "Fig 4: nearest points of a corridor",
     PART_CORRIDOR | PART_NEAREST | PART_BACKBONE},
    {"fig4-boundary.png", "Fig 4: its boundary", PART_CORRIDOR | PART_BOUNDARY | PART_BACKBONE},
};
enum { STILL_FIGURES = sizeof still_figures / sizeof still_figures[0] };

static wend_result draw_map(const figure_job *job) {
    const char *path = wend_paper_add_file(job->call, "fig4-nearest-points.png");
    return path != NULL
               ? wend_scenario_draw_map(job->ground->scenario, job->map, 0, path, job->error)
               : WEND_OK;
}

/* ---- Paths: Figs 1, 5 and 6 ------------------------------------------------------------------ */

typedef struct path_figure {
    figure sheet;
    int method;
    const char *settings[VILLAGE_SETTINGS];
    uint32_t setting_count;
} path_figure;

static const path_figure path_figures[] = {
    {{"fig5-original.png", "Fig 5: the original method", PART_BACKBONE},
     VILLAGE_ORIGINAL,
     {NULL},
     0},
    {{"fig5-improved.png", "Fig 5: the improved method", PART_BACKBONE},
     VILLAGE_IMPROVED,
     {NULL},
     0},
    {{"fig6-village-ahead.png",
      "Fig 6 in the village: only obstacles ahead; d_safe = 2r has no effect here", PART_BACKBONE},
     VILLAGE_IMPROVED,
     {"steer.safe_distance=2", "steer.obstacles=ahead"},
     2},
};
enum { PATH_FIGURES = sizeof path_figures / sizeof path_figures[0] };

/* Fig 6 in narrow streets, in which the boundary force acts. */
static const path_figure street_figures[] = {
    {{"fig6-streets-without.png", "Fig 6 in narrow streets: d_safe = 0, no boundary force",
      PART_CORRIDOR | PART_BACKBONE},
     VILLAGE_IMPROVED,
     {"steer.safe_distance=0"},
     1},
    {{"fig6-streets-2r.png", "Fig 6 in narrow streets: d_safe = 2r, and only obstacles ahead",
      PART_CORRIDOR | PART_BACKBONE},
     VILLAGE_IMPROVED,
     {"steer.safe_distance=2", "steer.obstacles=ahead"},
     2},
};
enum { STREET_FIGURES = sizeof street_figures / sizeof street_figures[0] };

static wend_result draw_path(const figure_job *job, const path_figure *what, bool *go_on) {
    village_path path;
    village_trial trial = {.scenario = job->scenario,
                           .method = &village_methods[what->method],
                           .settings = what->settings,
                           .setting_count = what->setting_count};
    wend_result result = village_path_record(job->call, &trial, &path, go_on, job->error);
    if (result == WEND_OK && *go_on) {
        result = draw_figure(job, &what->sheet, &path);
    }
    village_path_free(&path);
    return result;
}

/* Draws the path of Fig 1, in which the character is alone in the village. */
static wend_result draw_lone_path(const figure_job *job, bool *go_on) {
    static const figure sheet = {"fig1-path.png", "Fig 1: a path in it",
                                 PART_CORRIDOR | PART_BACKBONE};
    const village_query no_agent = {.start = village_start, .goal = village_goal};
    village_path path;
    village_trial trial = {.query = &no_agent, .method = &village_methods[VILLAGE_IMPROVED]};
    wend_result result = village_path_record(job->call, &trial, &path, go_on, job->error);
    if (result == WEND_OK && *go_on) {
        result = draw_figure(job, &sheet, &path);
    }
    village_path_free(&path);
    return result;
}

/* ---- All figures ----------------------------------------------------------------------------- */

static wend_result draw_all(const figure_job *job) {
    wend_result result = draw_map(job);
    bool go_on = true;
    for (int i = 0; i < STILL_FIGURES && result == WEND_OK; i++) {
        result = draw_figure(job, &still_figures[i], NULL);
    }
    result = result == WEND_OK ? draw_lone_path(job, &go_on) : result;
    for (int i = 0; i < PATH_FIGURES && result == WEND_OK && go_on; i++) {
        result = draw_path(job, &path_figures[i], &go_on);
    }
    return result;
}

static wend_result draw_streets(wend_paper_call *call, wend_error *error) {
    village_ground ground;
    wend_result result =
        village_ground_open_file(&ground, wend_paper_call_def(call), STREETS_FILE, error);
    if (result == WEND_OK) {
        figure_job job = {call,         &ground, NULL, village_ground_example(&ground),
                          STREETS_FILE, error};
        bool go_on = job.route != NULL;
        for (int i = 0; i < STREET_FIGURES && result == WEND_OK && go_on; i++) {
            result = draw_path(&job, &street_figures[i], &go_on);
        }
    }
    village_ground_close(&ground);
    return result;
}

uint32_t village_count_figures(const wend_paper_def *def) {
    return def->directory != NULL ? PATH_FIGURES + 1 + STREET_FIGURES : 0;
}

wend_result village_figures(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    if (def->directory == NULL) {
        return WEND_OK;
    }
    village_ground ground;
    wend_map *map = NULL;
    wend_result result = village_ground_open(&ground, def, error);
    if (result == WEND_OK) {
        wend_map_def map_def = wend_default_map_def();
        map_def.scenario = ground.scenario;
        map_def.kind = "corridor";
        map_def.allocator = def->allocator;
        result = wend_scenario_build_map(&map_def, &map, error);
    }
    if (result == WEND_OK) {
        figure_job job = {call, &ground, map, village_ground_example(&ground), NULL, error};
        result = job.route != NULL ? draw_all(&job) : WEND_OK;
    }
    wend_map_release(map);
    village_ground_close(&ground);
    return result == WEND_OK ? draw_streets(call, error) : result;
}
