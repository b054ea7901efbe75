/* wend plan: the way that a planner finds from one place of a scenario to another. */
#include "cli/load.h"
#include "cli/outputs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_FROM = LOAD_COUNT, PLAN_TO, PLAN_RADIUS, PLAN_OUTPUT, PLAN_JSON, PLAN_COUNT };

/* m: how far the clearance is measured, and how far apart along the way. */
static const float CLEARANCE_LIMIT = 100.0F;
static const double CLEARANCE_STEP = 0.05;

static const char map_name[] = "of wend plan";

enum { MOST_SETTINGS = 64 };

/* A place as the user gives it. */
typedef struct given_place {
    wend_point point;
    uint32_t layer;
} given_place;

typedef struct plan_job {
    const arguments *args;
    wend_registry *registry;
    const wend_scenario *scenario;
    given_place from, to;
    double radius;
    const option_value *outputs; /* tables and drawings */
} plan_job;

typedef struct plan_figures {
    wend_route_status status;
    bool unproven; /* a shorter route may exist */
    double length, cost;
    double mean_curvature, max_curvature; /* 1/m */
    double min_clearance;                 /* m, of the centre */
    double elapsed_ms;
} plan_figures;

/* The way, its start and its end included; in local coordinates. */
typedef struct plan_way {
    wend_route_point *points;
    uint32_t count;
    const wend_route *route;
} plan_way;

/* ---- Figures --------------------------------------------------------------------------------- */

static double distance(wend_vec2 a, wend_vec2 b) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/* Length and turning, as of paths that are walked. */
static wend_path_figures measure_path(const plan_way *way) {
    wend_path_meter meter = {0};
    for (uint32_t i = 0; i < way->count; i++) {
        wend_vec2 at = way->points[i].position;
        wend_path_meter_add(&meter, (wend_point){(double)at.x, (double)at.y});
    }
    return wend_path_meter_read(&meter);
}

/* Closed doors count as walls; 0 for a leg that crosses one. */
static double leg_clearance(const wend_view *view, wend_place from, wend_place to) {
    if (!wend_view_visible(view, from, to, 0.0F)) {
        return 0.0;
    }
    double length = distance(from.position, to.position), least = (double)CLEARANCE_LIMIT;
    uint32_t pieces = 1 + (uint32_t)(length / CLEARANCE_STEP);
    for (uint32_t i = 0; i <= pieces; i++) {
        float t = (float)i / (float)pieces;
        wend_vec2 at = {from.position.x + (to.position.x - from.position.x) * t,
                        from.position.y + (to.position.y - from.position.y) * t};
        wend_place place = {at, wend_space_layer_after(view->space, from, at)};
        least = fmin(least, (double)wend_view_closest_wall(view, place, CLEARANCE_LIMIT).distance);
    }
    return least;
}

static plan_figures measure(const plan_way *way, const wend_view *view) {
    plan_figures figures = {.status = way->route->status,
                            .unproven = (way->route->gives & WEND_ROUTE_UNPROVEN) != 0,
                            .cost = (double)way->route->cost,
                            .min_clearance = (double)CLEARANCE_LIMIT};
    for (uint32_t i = 1; i < way->count; i++) {
        wend_place from = {way->points[i - 1].position, way->points[i - 1].layer};
        wend_place to = {way->points[i].position, way->points[i].layer};
        figures.min_clearance = fmin(figures.min_clearance, leg_clearance(view, from, to));
    }
    wend_path_figures path = measure_path(way);
    figures.length = path.length;
    figures.mean_curvature = path.mean_curvature;
    figures.max_curvature = path.max_curvature;
    figures.cost = figures.cost > 0.0 ? figures.cost : figures.length;
    return figures;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static void write_number(wend_json *json, const char *key, double value) {
    wend_json_key(json, key);
    wend_json_number(json, value);
}

static void print_json(const plan_figures *figures, const plan_way *way, const wend_space *space) {
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_key(&json, "found");
    wend_json_bool(&json, figures->status == WEND_ROUTE_FOUND);
    wend_json_key(&json, "partial");
    wend_json_bool(&json, figures->status == WEND_ROUTE_PARTIAL);
    wend_json_key(&json, "limit_reached");
    wend_json_bool(&json, figures->unproven);
    write_number(&json, "length_m", figures->length);
    write_number(&json, "weighted_cost", figures->cost);
    write_number(&json, "mean_curvature", figures->mean_curvature);
    write_number(&json, "max_curvature", figures->max_curvature);
    write_number(&json, "min_clearance_m", figures->min_clearance);
    write_number(&json, "elapsed_ms", figures->elapsed_ms);
    wend_json_key(&json, "points");
    wend_json_begin_array(&json);
    for (uint32_t i = 0; i < way->count; i++) {
        wend_point point = wend_space_from_local(space, way->points[i].position);
        wend_json_begin_array(&json);
        wend_json_number(&json, point.x);
        wend_json_number(&json, point.y);
        wend_json_integer(&json, way->points[i].layer);
        wend_json_end_array(&json);
    }
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    putchar('\n');
}

static void print_text(const plan_figures *figures, const plan_way *way,
                       const option_value *outputs) {
    if (figures->status == WEND_ROUTE_NONE) {
        puts("no route");
    } else {
        printf("%s: %.3f m over %u bends, at least %.3f m from walls, in %.3f ms\n",
               figures->status == WEND_ROUTE_FOUND ? "found" : "partial, as near as there is a way",
               figures->length, way->count - 2, figures->min_clearance, figures->elapsed_ms);
        if (figures->unproven) {
            puts("the search for the shortest route reached its limit (max_nodes); a shorter one "
                 "may exist");
        }
    }
    for (uint32_t i = 0; i < outputs->count; i++) {
        printf("written: %s\n", outputs->list[i]);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* What is written of a way. */
typedef struct way_table {
    const plan_way *way;
    const wend_space *space;
} way_table;

static void write_csv(FILE *file, const void *of) {
    const way_table *table = of;
    fputs("x,y,layer\n", file);
    for (uint32_t i = 0; i < table->way->count; i++) {
        const wend_route_point *at = &table->way->points[i];
        wend_point point = wend_space_from_local(table->space, at->position);
        fprintf(file, "%.6f,%.6f,%u\n", point.x, point.y, at->layer);
    }
}

static bool draw_way(const plan_job *job, const wend_world *world, const plan_way *way,
                     const char *path) {
    wend_error error;
    wend_way_def def = wend_default_way_def();
    def.scenario = job->scenario;
    def.world = world;
    def.status = way->route->status;
    def.points = way->points;
    def.point_count = way->count;
    def.portals = way->route->portals;
    def.portal_count = way->route->portal_count;
    def.discs = way->route->discs;
    def.disc_count = way->route->disc_count;
    def.radius = job->radius;
    if (wend_scenario_draw_way(&def, path, &error) != WEND_OK) {
        print_error(&error);
        return false;
    }
    return true;
}

static bool write_files(const plan_job *job, const wend_world *world, const plan_way *way) {
    way_table table = {way, wend_scenario_space(job->scenario)};
    bool written = true;
    for (uint32_t i = 0; i < job->outputs->count && written; i++) {
        const char *path = job->outputs->list[i];
        written = output_ends_with(path, ".csv")
                      ? output_write(path, "write the way", write_csv, &table)
                      : draw_way(job, world, way, path);
    }
    return written;
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* The way as all of its points; points NULL when memory ran out. */
static plan_way take_way(const wend_view *view, const wend_route *route, const plan_job *job,
                         wend_place start) {
    plan_way way = {.route = route};
    way.points = calloc((size_t)route->point_count + 2, sizeof *way.points);
    if (way.points == NULL) {
        return way;
    }
    way.points[way.count++] = (wend_route_point){start.position, 0.0F, start.layer};
    for (uint32_t i = 0; i < route->point_count; i++) {
        way.points[way.count++] = route->points[i];
    }
    if (route->status == WEND_ROUTE_FOUND) {
        wend_vec2 end = wend_space_to_local(view->space, job->to.point);
        way.points[way.count++] = (wend_route_point){end, 0.0F, job->to.layer};
    }
    return way;
}

static int tell_way(const plan_job *job, wend_world *world, const wend_route *route,
                    wend_place start, double elapsed_ms) {
    const wend_view *view = wend_world_view(world);
    static const wend_route none = {.status = WEND_ROUTE_NONE};
    plan_way way = {.route = &none};
    if (route != NULL) {
        way = take_way(view, route, job, start);
        if (way.points == NULL) {
            fputs("wend plan: out of memory\n", stderr);
            return EXIT_FAILED;
        }
    }
    plan_figures figures = route != NULL ? measure(&way, view) : (plan_figures){0};
    figures.elapsed_ms = elapsed_ms;
    int status = EXIT_DONE;
    if (!write_files(job, world, &way)) {
        status = EXIT_FAILED;
    } else if (job->args->values[PLAN_JSON].given) {
        print_json(&figures, &way, view->space);
    } else {
        print_text(&figures, &way, job->outputs);
    }
    free(way.points);
    return status;
}

/* Makes the map that the planner needs, for the agent's radius, and puts it into the world. */
static wend_result add_map(const plan_job *job, const wend_planner *planner, wend_world *world,
                           wend_error *error) {
    if (planner->map_count == 0) {
        return WEND_OK;
    }
    wend_map_def def = wend_default_map_def();
    wend_map *map = NULL;
    def.scenario = job->scenario;
    def.kind = planner->maps[0].kind;
    def.radii = &job->radius;
    def.radius_count = 1;
    wend_result result = wend_scenario_build_map(&def, &map, error);
    if (result == WEND_OK) {
        result = wend_world_put_map(world, map_name, map, NULL, error);
        wend_map_release(map);
    }
    return result;
}

/* The planner as the scenario sets it, but on the map that was made here. */
static wend_choice choose_planner(const plan_job *job, const wend_planner *planner,
                                  wend_setting *settings) {
    const char *name = planner->stage.entry.name;
    const char *param = planner->map_count > 0 ? planner->maps[0].param : "";
    wend_choice given = wend_scenario_planner(job->scenario, name);
    uint32_t count = 0;
    for (uint32_t i = 0; i < given.setting_count && count + 1 < MOST_SETTINGS; i++) {
        if (strcmp(given.settings[i].name, param) != 0) {
            settings[count++] = given.settings[i];
        }
    }
    if (param[0] != '\0') {
        settings[count++] = (wend_setting){param, {.kind = WEND_VALUE_TEXT, .text = map_name}};
    }
    return (wend_choice){name, settings, count};
}

/* Adds the agent whose way is asked for. */
static wend_result add_walker(const plan_job *job, wend_world *world, wend_agent *out,
                              wend_error *error) {
    const option_value *plan = &job->args->values[LOAD_PLAN];
    const char *name = plan->given ? plan->text : "navmesh";
    const wend_entry *entry = wend_registry_find(job->registry, WEND_KIND_PLANNER, name, error);
    if (entry == NULL) {
        return error->code;
    }
    const wend_planner *planner = (const wend_planner *)entry;
    wend_setting settings[MOST_SETTINGS];
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(job->radius);
    profile.plan = choose_planner(job, planner, settings);
    if (job->args->values[LOAD_FOLLOW].given) {
        profile.follow.name = job->args->values[LOAD_FOLLOW].text;
    }
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &job->to.point;
    goal.point_count = 1;
    goal.layer = job->to.layer;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = job->from.point;
    agent.layer = job->from.layer;
    wend_result result = add_map(job, planner, world, error);
    result =
        result == WEND_OK ? wend_world_add_profile(world, &profile, &agent.profile, error) : result;
    result = result == WEND_OK ? wend_world_add_goal(world, &goal, &agent.goal, error) : result;
    return result == WEND_OK ? wend_world_add_agents(world, &agent, 1, out, error) : result;
}

static bool starts_on_ground(const plan_job *job, const wend_view *view) {
    wend_place start = {wend_space_to_local(view->space, job->from.point), job->from.layer};
    if (wend_space_walkable(view->space, start, view->classes)) {
        return true;
    }
    fprintf(stderr, "wend plan: --from %s does not lie on walkable ground\n",
            job->args->values[PLAN_FROM].text);
    return false;
}

/* The scenario's own agents are planned for in a step before, so that they cost nothing here. */
static int plan_in(const plan_job *job, wend_world *world) {
    wend_error error = {.message = ""};
    wend_agent walker = {0};
    wend_result result = wend_world_step(world, 1, &error);
    if (result == WEND_OK && !starts_on_ground(job, wend_world_view(world))) {
        return EXIT_INPUT;
    }
    result = result == WEND_OK ? add_walker(job, world, &walker, &error) : result;
    if (result != WEND_OK) {
        print_error(&error);
        return EXIT_INPUT;
    }
    double before = wend_world_stage_seconds(world, WEND_STAGE_PLAN);
    result = wend_world_step(world, 1, &error);
    double elapsed = (wend_world_stage_seconds(world, WEND_STAGE_PLAN) - before) * 1e3;
    const wend_view *view = result == WEND_OK ? wend_world_view(world) : NULL;
    if (view == NULL) {
        print_error(&error);
        return EXIT_FAILED;
    }
    uint32_t body = wend_view_body_of(view, wend_agent_slot(walker));
    const wend_route *route = body != UINT32_MAX ? wend_view_route(view, body) : NULL;
    wend_place start = {wend_space_to_local(view->space, job->from.point), job->from.layer};
    return tell_way(job, world, route, start, elapsed);
}

/* ---- Usage ----------------------------------------------------------------------------------- */

/* "x,y" or "x,y,layer". */
static bool read_place(const char *name, const option_value *value, given_place *out) {
    char *end = NULL;
    if (!value->given) {
        fprintf(stderr, "wend plan: --%s is missing: x,y or x,y,layer\n", name);
        return false;
    }
    const char *text = value->text;
    out->point.x = strtod(text, &end);
    bool good = end != text && *end == ',';
    text = good ? end + 1 : text;
    out->point.y = good ? strtod(text, &end) : 0.0;
    good = good && end != text && isfinite(out->point.x) && isfinite(out->point.y);
    if (good && *end == ',') {
        text = end + 1;
        unsigned long layer = strtoul(text, &end, 10);
        good = end != text && *text >= '0' && *text <= '9' && layer <= UINT32_MAX;
        out->layer = (uint32_t)layer;
    }
    if (!good || *end != '\0') {
        fprintf(stderr, "wend plan: --%s must be x,y or x,y,layer, found '%.60s'\n", name,
                value->text);
        return false;
    }
    return true;
}

static bool read_outputs(plan_job *job) {
    job->outputs = &job->args->values[PLAN_OUTPUT];
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        if (!output_ends_with(path, ".csv") && !output_ends_with(path, ".svg") &&
            !output_ends_with(path, ".png")) {
            fprintf(stderr,
                    "wend plan: no format belongs to the ending of '%.200s'; there are: .csv, "
                    ".svg, .png\n",
                    path);
            return false;
        }
    }
    return outputs_differ("plan", job->outputs);
}

static bool read_job(const arguments *args, plan_job *job) {
    job->radius = args->values[PLAN_RADIUS].given ? args->values[PLAN_RADIUS].number : 0.25;
    return read_place("from", &args->values[PLAN_FROM], &job->from) &&
           read_place("to", &args->values[PLAN_TO], &job->to) && read_outputs(job);
}

static bool has_layers(const plan_job *job) {
    uint32_t count = wend_space_layer_count(wend_scenario_space(job->scenario));
    if (job->from.layer < count && job->to.layer < count) {
        return true;
    }
    fprintf(stderr, "wend plan: there is no layer %u; the layers are 0 to %u\n",
            job->from.layer < count ? job->to.layer : job->from.layer, count - 1);
    return false;
}

static int run(const arguments *args, wend_registry *registry) {
    plan_job job = {.args = args, .registry = registry};
    if (!read_job(args, &job)) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < job.outputs->count; i++) {
        if (!output_is_writable(job.outputs->list[i], "write the way")) {
            return EXIT_FAILED;
        }
    }
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    wend_error error = {.message = ""};
    int status = load_scenario(args, registry, args->values[PLAN_JSON].given, &scenario);
    if (status != EXIT_DONE) {
        return status;
    }
    job.scenario = scenario;
    if (!has_layers(&job)) {
        status = EXIT_USAGE;
    } else if (wend_scenario_create_world(scenario, registry, 1, NULL, &world, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_INPUT;
    } else {
        status = plan_in(&job, world);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return status;
}

static const option options[] = {
    LOAD_OPTIONS,
    {"from", 0, OPTION_TEXT, "X,Y", 0, 0, "where the way begins: x,y or x,y,layer"},
    {"to", 0, OPTION_TEXT, "X,Y", 0, 0, "where it leads"},
    {"radius", 0, OPTION_NUMBER, "METRES", 0.01, 100, "of who walks it (default: 0.25)"},
    {"output", 'o', OPTION_LIST, "FILE", 0, 0,
     "write the way to FILE: a table (.csv) or a drawing (.svg, .png); may be repeated"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the figures and points as JSON"},
};

const command command_plan = {
    .entry = {.name = "plan", .summary = "find the way from one place to another"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = PLAN_COUNT,
    .notes = "Doors and switched obstacles are as they are at the start of the scenario.\n",
    .examples = "wend plan scenario.yaml --from 1,1 --to 18,9 --json\n"
                "wend plan scenario.yaml --from 1,1 --to 18,9 --radius 0.6 -o way.csv -o way.png\n",
    .run = run,
};
