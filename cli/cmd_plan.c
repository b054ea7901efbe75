/* wend plan: finds a route between two locations of a scenario with one of its planners. */
#include "cli/load.h"
#include "cli/outputs.h"
#include "cli/plan_ground.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAN_FROM = LOAD_COUNT,
    PLAN_TO,
    PLAN_PROFILE,
    PLAN_RADIUS,
    PLAN_CERTIFY,
    PLAN_OUTPUT,
    PLAN_JSON,
    PLAN_COUNT
};

static const char map_name[] = "of wend plan";

enum { MOST_SETTINGS = 64 };

/* A location as given by the user. */
typedef struct given_location {
    wend_point point;
    uint32_t layer;
    const char *layer_name; /* as given: a name or a number; NULL if not given */
} given_location;

typedef struct plan_job {
    const arguments *args;
    wend_registry *registry;
    const wend_scenario *scenario;
    given_location from, to;
    double radius;
    plan_ground ground;          /* the terrain for the agent's profile */
    const option_value *outputs; /* tables and pictures to write */
} plan_job;

/* ---- Printing -------------------------------------------------------------------------------- */

static void write_number(wend_json *json, const char *key, double value) {
    wend_json_write_key(json, key);
    wend_json_write_number(json, value);
}

static void print_json(const plan_figures *figures, const plan_route *route,
                       const plan_ground *ground, const plan_cost *cost) {
    const wend_space *space = wend_scenario_space(ground->scenario);
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "found");
    wend_json_write_bool(&json, figures->status == WEND_ROUTE_STATUS_FOUND);
    wend_json_write_key(&json, "partial");
    wend_json_write_bool(&json, figures->status == WEND_ROUTE_STATUS_PARTIAL);
    wend_json_write_key(&json, "limit_reached");
    wend_json_write_bool(&json, figures->unproven);
    write_number(&json, "length_m", figures->length);
    write_number(&json, "weighted_cost", figures->cost);
    write_number(&json, "mean_curvature", figures->mean_curvature);
    write_number(&json, "max_curvature", figures->max_curvature);
    write_number(&json, "min_clearance_m", figures->min_clearance);
    write_number(&json, "elapsed_ms", figures->elapsed_ms);
    plan_cost_write(ground, cost, &json);
    wend_json_write_key(&json, "connections");
    wend_json_begin_array(&json);
    for (uint32_t i = 0, point = 0; i + 1 < route->leg_count; i++) {
        point += route->legs[i].point_count;
        wend_json_begin_object(&json);
        wend_json_write_key(&json, "connection");
        wend_json_write_integer(&json, route->connections[i]);
        wend_json_write_key(&json, "name");
        wend_json_write_text(&json, wend_space_connection(space, route->connections[i]).name);
        wend_json_write_key(&json, "after_point");
        wend_json_write_integer(&json, (int64_t)point - 1);
        wend_json_end_object(&json);
    }
    wend_json_end_array(&json);
    wend_json_write_key(&json, "points");
    wend_json_begin_array(&json);
    for (uint32_t i = 0; i < route->count; i++) {
        wend_point point = wend_space_from_local(space, route->points[i].position);
        wend_json_begin_array(&json);
        wend_json_write_number(&json, point.x);
        wend_json_write_number(&json, point.y);
        wend_json_write_integer(&json, route->points[i].layer);
        wend_json_end_array(&json);
    }
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    putchar('\n');
}

/* Prints the name of a connection, for example "turnstile A", or "connection 3" if it has no name.
 */
static void print_connection(const wend_space *space, uint32_t index, bool first) {
    const char *name = wend_space_connection(space, index).name;
    if (name[0] != '\0') {
        printf("%s %s", first ? "" : ",", name);
    } else {
        printf("%s connection %u", first ? "" : ",", index);
    }
}

static void print_text(const plan_figures *figures, const plan_route *route,
                       const plan_ground *ground, const plan_cost *cost) {
    const wend_space *space = wend_scenario_space(ground->scenario);
    if (figures->status == WEND_ROUTE_STATUS_NONE) {
        puts("no route");
    } else {
        printf("%s: %.3f m, %u corners, at least %.3f m from walls; searched in %.3f ms\n",
               figures->status == WEND_ROUTE_STATUS_FOUND ? "found"
               : route->has_field                         ? "partial, as far as the field leads"
                                  : "partial, to the nearest reachable point",
               figures->length, route->count - 2 * route->leg_count, figures->min_clearance,
               figures->elapsed_ms);
        if (route->leg_count > 1) {
            fputs("via", stdout);
            for (uint32_t i = 0; i + 1 < route->leg_count; i++) {
                print_connection(space, route->connections[i], i == 0);
            }
            putchar('\n');
        }
        if (figures->unproven) {
            puts("the search for the shortest route reached its limit (max_nodes); a shorter one "
                 "may exist");
        }
        plan_cost_print(ground, cost);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* The data for writing a route as a table. */
typedef struct route_table {
    const plan_route *route;
    const wend_space *space;
} route_table;

static void write_csv(FILE *file, const void *of) {
    const route_table *table = of;
    fputs("x,y,layer\n", file);
    for (uint32_t i = 0; i < table->route->count; i++) {
        const wend_route_point *at = &table->route->points[i];
        wend_point point = wend_space_from_local(table->space, at->position);
        fprintf(file, "%.6f,%.6f,%u\n", point.x, point.y, at->layer);
    }
}

static bool draw_route(const plan_job *job, wend_world *world, const plan_route *route,
                       const char *path) {
    wend_error error;
    wend_route_drawing_def def = wend_default_route_drawing_def();
    def.scenario = job->scenario;
    def.world = world;
    def.status = route->status;
    def.points = route->points;
    def.point_count = route->count;
    def.portals = route->portals;
    def.portal_count = route->portal_count;
    def.discs = route->discs;
    def.disc_count = route->disc_count;
    def.radius = job->radius;
    def.legs = route->legs;
    def.leg_count = route->leg_count;
    def.view = route->has_field ? wend_world_view(world) : NULL;
    def.field = route->field;
    if (wend_scenario_draw_route(&def, path, &error) != WEND_OK) {
        print_error(&error);
        return false;
    }
    return true;
}

static bool write_files(const plan_job *job, wend_world *world, const plan_route *route) {
    route_table table = {route, wend_scenario_space(job->scenario)};
    bool written = true;
    for (uint32_t i = 0; i < job->outputs->count && written; i++) {
        const char *path = job->outputs->list[i];
        written = output_ends_with(path, ".csv")
                      ? output_write(path, "write the route", write_csv, &table)
                      : draw_route(job, world, route, path);
    }
    return written;
}

/* ---- Planning -------------------------------------------------------------------------------- */

static int print_route(const plan_job *job, wend_world *world, plan_route *route) {
    const wend_view *view = wend_world_view(world);
    bool is_json = job->args->values[PLAN_JSON].given;
    plan_figures figures = plan_route_measure(route, view);
    plan_cost cost;
    int status = EXIT_DONE;
    if (!plan_ground_measure(&job->ground, route, &cost)) {
        fputs("wend plan: out of memory\n", stderr);
        status = EXIT_FAILED;
    } else if (job->args->values[PLAN_CERTIFY].given) {
        status = plan_ground_certify(&job->ground, route, job->radius, is_json, &cost);
    }
    if (status == EXIT_DONE && !write_files(job, world, route)) {
        status = EXIT_FAILED;
    } else if (status == EXIT_DONE && is_json) {
        print_json(&figures, route, &job->ground, &cost);
    } else if (status == EXIT_DONE) {
        print_text(&figures, route, &job->ground, &cost);
        for (uint32_t i = 0; i < job->outputs->count; i++) {
            printf("written: %s\n", job->outputs->list[i]);
        }
    }
    plan_cost_free(&cost);
    return status;
}

/* Builds the map that the planner needs, for the agent's radius, and adds the map to the world. */
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
    const wend_point ends[] = {job->from.point, job->to.point};
    def.points = ends;
    def.point_count = 2;
    wend_result result = wend_scenario_build_map(&def, &map, error);
    if (result == WEND_OK) {
        result = wend_world_add_map(world, map_name, map, NULL, error);
        wend_map_release(map);
    }
    return result;
}

/* Returns the planner with its settings from the scenario, except that it uses the map built by
 * this command. */
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

/* Copies the weights of a profile, without its speed factors: only modifiers use these. When out of
 * memory, the weights are left out. */
static void use_weights(const wend_profile_def *from, wend_profile_def *to) {
    size_t count = from->terrain_rule_count;
    wend_terrain_rule *rules = calloc(count + 1, sizeof *rules);
    for (size_t i = 0; rules != NULL && i < count; i++) {
        rules[i] = from->terrain_rules[i];
        rules[i].speed_factor = wend_constant(1.0);
    }
    to->terrain_rules = rules;
    to->terrain_rule_count = rules != NULL ? (uint32_t)count : 0;
    to->slope_weight = from->slope_weight;
}

/* Prepares the agent definition that is used for planning every leg of the route. */
static wend_result prepare_agent(const plan_job *job, wend_world *world, wend_agent_def *agent,
                                 wend_error *error) {
    const option_value *plan = &job->args->values[LOAD_PLAN];
    /* This command builds the map that the planner needs, so `auto` has to be resolved here. It
     * selects as in a run. */
    bool given = plan->given && strcmp(plan->text, "auto") != 0;
    bool weighs = job->ground.weighted || job->ground.profile->slope_weight > 0.0;
    const char *name = given ? plan->text : weighs ? "weighted" : "navmesh";
    const wend_entry *entry = wend_registry_find(job->registry, WEND_KIND_PLANNER, name, error);
    if (entry == NULL) {
        return error->code;
    }
    const wend_planner *planner = (const wend_planner *)entry;
    wend_setting settings[MOST_SETTINGS];
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(job->radius);
    profile.plan = choose_planner(job, planner, settings);
    if (planner->stage.uses_terrain_weights) {
        use_weights(job->ground.profile, &profile);
    }
    if (job->args->values[LOAD_FOLLOW].given) {
        profile.follow.name = job->args->values[LOAD_FOLLOW].text;
    } else if ((planner->gives & WEND_ROUTE_FIELD) && !(planner->gives & WEND_ROUTE_POTENTIAL)) {
        profile.follow.name = "gradient"; /* the default needs portals, which it cannot have */
    }
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &job->to.point;
    goal.point_count = 1;
    goal.layer = job->to.layer;
    *agent = wend_default_agent_def();
    agent->position = job->from.point;
    agent->layer = job->from.layer;
    wend_result result = add_map(job, planner, world, error);
    result = result == WEND_OK ? wend_world_add_profile(world, &profile, &agent->profile, error)
                               : result;
    free((void *)profile.terrain_rules);
    return result == WEND_OK ? wend_world_add_goal(world, &goal, &agent->goal, error) : result;
}

/* Warns if the end of the route is not on the ground: the route then leads to the nearest point
 * that can be reached. */
static void warn_of_end(const plan_job *job, const wend_view *view) {
    wend_location end = {wend_space_to_local(view->space, job->to.point), job->to.layer};
    if (!wend_space_is_walkable(view->space, end, view->classes)) {
        fprintf(stderr, "wend plan: warning: --to %s does not lie on walkable ground\n",
                job->args->values[PLAN_TO].text);
    }
}

static bool check_start(const plan_job *job, const wend_view *view) {
    wend_location start = {wend_space_to_local(view->space, job->from.point), job->from.layer};
    if (wend_space_is_walkable(view->space, start, view->classes)) {
        return true;
    }
    fprintf(stderr, "wend plan: --from %s does not lie on walkable ground\n",
            job->args->values[PLAN_FROM].text);
    return false;
}

/* Returns how far (m) from the mesh, beyond the radius, the planner `navmesh` lets an agent start.
 */
static double find_tolerance(const plan_job *job) {
    const wend_entry *entry = wend_registry_find(job->registry, WEND_KIND_PLANNER, "navmesh", NULL);
    wend_choice planner = wend_scenario_planner(job->scenario, "navmesh");
    double tolerance = 0.0;
    for (uint32_t i = 0; entry != NULL && i < entry->param_count; i++) {
        bool is_it = strcmp(entry->params[i].name, "tolerance") == 0;
        tolerance = is_it ? entry->params[i].default_value : tolerance;
    }
    for (uint32_t i = 0; i < planner.setting_count; i++) {
        bool is_it = strcmp(planner.settings[i].name, "tolerance") == 0;
        tolerance = is_it ? planner.settings[i].value.number.a : tolerance;
    }
    return tolerance;
}

/* Returns the location on the mesh where a leg from `from` begins. It differs from `from` if that
 * is nearer to a wall than the radius. */
static wend_location find_entry(const plan_job *job, const wend_view *view, wend_location from) {
    uint32_t index;
    const wend_map *map = wend_view_find_map(view, "navmesh", map_name, &index);
    if (map == NULL) {
        return from;
    }
    wend_path_def def = wend_default_path_def();
    def.from = def.to = from;
    def.radius = (float)job->radius;
    def.tolerance = (float)find_tolerance(job);
    def.classes = view->classes;
    wend_path_result found = {0};
    wend_location entry = from;
    wend_result result = wend_map_find_path(map, view->space, &def, NULL, &entry, 1, &found, NULL);
    return result == WEND_OK && found.point_count > 0 ? entry : from;
}

/* Plans one leg from the agent's position, and moves the agent to the start of the next leg.
 * `*done` becomes true after the last leg. */
static wend_result plan_leg(const plan_job *job, wend_world *world, wend_agent_def *agent,
                            plan_route *route, bool *done, wend_error *error) {
    wend_agent walker = {0};
    double before = wend_world_stage_seconds(world, WEND_STAGE_PLAN);
    wend_result result = wend_world_add_agents(world, agent, 1, &walker, error);
    result = result == WEND_OK ? wend_world_step(world, 1, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    route->elapsed_ms += (wend_world_stage_seconds(world, WEND_STAGE_PLAN) - before) * 1e3;
    const wend_view *view = wend_world_view(world);
    uint32_t body = wend_view_find_body(view, wend_agent_slot(walker));
    wend_location next = {{0.0F, 0.0F}, 0};
    uint32_t connection =
        body != UINT32_MAX ? wend_view_connection(view, body, &next) : (uint32_t)WEND_NO_CONNECTION;
    wend_location from = {wend_space_to_local(view->space, agent->position), agent->layer};
    wend_location to = {wend_space_to_local(view->space, job->to.point), job->to.layer};
    wend_location entry = find_entry(job, view, from);
    if (!plan_route_add_leg(route, view, body, from, entry, to)) {
        snprintf(error->message, sizeof error->message, "out of memory");
        return WEND_ERROR_MEMORY;
    }
    *done = connection == WEND_NO_CONNECTION || route->status != WEND_ROUTE_STATUS_FOUND;
    agent->position = wend_space_from_local(view->space, next.position);
    agent->layer = next.layer;
    return WEND_OK;
}

/* Plans and prints the route. The world first makes one step, which plans routes for the scenario's
 * own agents, so that the measured time does not include their planning. */
static int plan_route_in_world(const plan_job *job, wend_world *world) {
    wend_error error = {.message = ""};
    wend_agent_def agent = wend_default_agent_def();
    wend_result result = wend_world_step(world, 1, &error);
    if (result == WEND_OK && !check_start(job, wend_world_view(world))) {
        return EXIT_INPUT;
    }
    result = result == WEND_OK ? prepare_agent(job, world, &agent, &error) : result;
    if (result != WEND_OK) {
        print_error(&error);
        return EXIT_INPUT;
    }
    warn_of_end(job, wend_world_view(world));
    plan_route route = {.status = WEND_ROUTE_STATUS_NONE};
    uint32_t most = 2 * wend_space_connection_count(wend_scenario_space(job->scenario)) + 1;
    bool done = false;
    for (uint32_t i = 0; i < most && !done && result == WEND_OK; i++) {
        result = plan_leg(job, world, &agent, &route, &done, &error);
    }
    int status = EXIT_FAILED;
    if (result == WEND_OK) {
        status = print_route(job, world, &route);
    } else {
        print_error(&error);
    }
    plan_route_free(&route);
    return status;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

/* Parses "x,y" or "x,y,layer". The layer is found once the scenario has been read. */
static bool parse_location(const char *name, const option_value *value, given_location *out) {
    char *end = NULL;
    if (!value->given) {
        fprintf(stderr, "wend plan: --%s is missing: expected x,y or x,y,layer\n", name);
        return false;
    }
    const char *text = value->text;
    out->point.x = strtod(text, &end);
    bool good = end != text && *end == ',';
    text = good ? end + 1 : text;
    out->point.y = good ? strtod(text, &end) : 0.0;
    good = good && end != text && isfinite(out->point.x) && isfinite(out->point.y);
    if (good && *end == ',') {
        out->layer_name = end + 1;
        good = end[1] != '\0';
        end += strlen(end);
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
            fprintf(
                stderr,
                "wend plan: no format has the ending of '%.200s'; available: .csv, .svg, .png\n",
                path);
            return false;
        }
    }
    return outputs_differ("plan", job->outputs) &&
           outputs_spare_standard_input("plan", job->outputs, job->args->operands[0]);
}

static bool read_job(const arguments *args, plan_job *job) {
    job->radius = args->values[PLAN_RADIUS].given ? args->values[PLAN_RADIUS].number : 0.25;
    return parse_location("from", &args->values[PLAN_FROM], &job->from) &&
           parse_location("to", &args->values[PLAN_TO], &job->to) && read_outputs(job);
}

/* Finds a layer by its name or its number. */
static bool find_layer(const plan_job *job, given_location *location) {
    const wend_space *space = wend_scenario_space(job->scenario);
    const char *name = location->layer_name;
    uint32_t count = wend_space_layer_count(space);
    for (uint32_t i = 0; i < count && name != NULL; i++) {
        const char *known = wend_space_layer_name(space, i);
        if (known != NULL && strcmp(known, name) == 0) {
            location->layer = i;
            return true;
        }
    }
    char *end = NULL;
    unsigned long number = name != NULL ? strtoul(name, &end, 10) : 0;
    bool is_number = name == NULL || (*name >= '0' && *name <= '9' && *end == '\0');
    if (is_number && number < count) {
        location->layer = (uint32_t)number;
        return true;
    }
    fprintf(stderr, "wend plan: there is no layer %.60s; the layers are 0 to %u", name, count - 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *known = wend_space_layer_name(space, i);
        bool is_named = known != NULL && known[0] != '\0';
        const char *before = i == 0 ? ": " : ", ";
        fprintf(stderr, "%s%s", is_named ? before : "", is_named ? known : "");
    }
    fputc('\n', stderr);
    return false;
}

static int run(const arguments *args, wend_registry *registry) {
    plan_job job = {.args = args, .registry = registry};
    if (!read_job(args, &job)) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < job.outputs->count; i++) {
        if (!output_is_writable(job.outputs->list[i], "write the route")) {
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
    if (!find_layer(&job, &job.from) || !find_layer(&job, &job.to) ||
        !outputs_spare_scenario("plan", job.outputs, scenario) ||
        !plan_ground_open(scenario, args->values[PLAN_PROFILE].text, &job.ground)) {
        status = EXIT_USAGE;
    } else if (wend_scenario_create_world(scenario, registry, 1, NULL, &world, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_INPUT;
    } else {
        status = plan_route_in_world(&job, world);
    }
    plan_ground_close(&job.ground);
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return status;
}

static const option options[] = {
    LOAD_OPTIONS,
    {"from", 0, OPTION_TEXT, "X,Y", 0, 0, "start of the route: x,y or x,y,layer (name or number)"},
    {"to", 0, OPTION_TEXT, "X,Y", 0, 0, "end of the route: x,y or x,y,layer (name or number)"},
    {"profile", 0, OPTION_TEXT, "NAME", 0, 0,
     "profile whose weights of terrain count (default: the first one)"},
    {"radius", 0, OPTION_NUMBER, "METRES", 0.01, 100, "radius of the agent (default: 0.25)"},
    {"certify", 0, OPTION_FLAG, NULL, 0, 0,
     "also compute a verified lower bound for the weighted cost of all routes"},
    {"output", 'o', OPTION_LIST, "FILE", 0, 0,
     "write the route to FILE: a table (.csv) or a drawing (.svg, .png); may be repeated"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the figures and points as JSON"},
};

const command command_plan = {
    .entry = {WEND_HEAD(command), .name = "plan", .summary = "find a route between two points"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = PLAN_COUNT,
    .notes = "Doors and switched obstacles have their state at the start of the scenario.\n",
    .examples =
        "wend plan scenario.yaml --from 1,1 --to 18,9 --json\n"
        "wend plan scenario.yaml --from 1,1 --to 18,9 --radius 0.6 -o route.csv -o route.png\n",
    .run = run,
};
