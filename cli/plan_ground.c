/* Measures and certifies the cost of a route: see plan_ground.h. */
#include "cli/plan_ground.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/certify.h>

enum {
    MOST_TYPES = 64, /* types of one segment; more than this are not measured */
    HALVINGS = 14    /* of a segment with several types beside it */
};

static const double BESIDE = 1e-4; /* m: how far a line may be from a border that it follows */

/* ---- Weights --------------------------------------------------------------------------------- */

static const wend_profile_def *find_profile(const wend_scenario *scenario, const char *name) {
    uint32_t count = wend_scenario_profile_count(scenario);
    for (uint32_t i = 0; i < count; i++) {
        const wend_profile_def *profile = wend_scenario_profile_at(scenario, i);
        if (name == NULL || (profile->name != NULL && strcmp(profile->name, name) == 0)) {
            return profile;
        }
    }
    fprintf(stderr, "wend plan: there is no profile '%.60s'; the profiles are", name);
    for (uint32_t i = 0; i < count; i++) {
        const char *known = wend_scenario_profile_at(scenario, i)->name;
        bool is_named = known != NULL && known[0] != '\0';
        fprintf(stderr, "%s%s", is_named ? (i > 0 ? ", " : " ") : "", is_named ? known : "");
    }
    fputc('\n', stderr);
    return NULL;
}

static uint32_t type_of(const wend_space *space, const wend_terrain_rule *rule) {
    uint32_t count = wend_space_terrain_name_count(space);
    for (uint32_t i = 0; rule->terrain != NULL && i < count; i++) {
        if (strcmp(wend_space_terrain_name(space, i), rule->terrain) == 0) {
            return i;
        }
    }
    return rule->terrain != NULL ? WEND_NONE : rule->type;
}

static void set_weight(plan_ground *ground, const wend_terrain_rule *rule, uint32_t type) {
    bool is_constant = rule->weight.kind == WEND_DISTRIBUTION_CONSTANT;
    ground->weights[type] = is_constant ? rule->weight.a : (double)NAN;
    ground->weighted = ground->weighted || !is_constant || rule->weight.a != 1.0;
    ground->sampled = ground->sampled || !is_constant;
}

bool plan_ground_open(const wend_scenario *scenario, const char *name, plan_ground *out) {
    const wend_space *space = wend_scenario_space(scenario);
    *out = (plan_ground){.scenario = scenario, .profile = find_profile(scenario, name)};
    if (out->profile == NULL) {
        return false;
    }
    const wend_profile_def *profile = out->profile;
    for (uint32_t i = 0; i < profile->terrain_rule_count; i++) {
        uint32_t type = type_of(space, &profile->terrain_rules[i]);
        out->count = type != WEND_NONE && type >= out->count ? type + 1 : out->count;
    }
    out->weights = calloc((size_t)out->count + 1, sizeof *out->weights);
    if (out->weights == NULL) {
        fputs("wend plan: out of memory\n", stderr);
        return false;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        out->weights[i] = 1.0;
    }
    for (uint32_t i = 0; i < profile->terrain_rule_count; i++) {
        uint32_t type = type_of(space, &profile->terrain_rules[i]);
        if (type != WEND_NONE) {
            set_weight(out, &profile->terrain_rules[i], type);
        }
    }
    return true;
}

void plan_ground_close(plan_ground *ground) {
    free(ground->weights);
    ground->weights = NULL;
}

static double weight_of(const plan_ground *ground, uint32_t type) {
    return type < ground->count ? ground->weights[type] : 1.0;
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static bool add_length(plan_cost *cost, wend_terrain_length part) {
    uint32_t at = 0;
    while (at < cost->count && cost->lengths[at].type < part.type) {
        at++;
    }
    cost->length += part.length;
    if (at < cost->count && cost->lengths[at].type == part.type) {
        cost->lengths[at].length += part.length;
        return true;
    }
    wend_terrain_length *grown =
        realloc(cost->lengths, ((size_t)cost->count + 1) * sizeof *cost->lengths);
    if (grown == NULL) {
        return false;
    }
    memmove(grown + at + 1, grown + at, (cost->count - at) * sizeof *grown);
    grown[at] = part;
    cost->lengths = grown;
    cost->count++;
    return true;
}

/* Measures a segment that is moved to its left by `offset` (m). Returns its cost. */
static double measure_segment(const plan_ground *ground, const wend_route_point *a, wend_vec2 b,
                              double offset, wend_terrain_length *parts, uint32_t *count) {
    const wend_space *space = wend_scenario_space(ground->scenario);
    double x = (double)b.x - (double)a->position.x, y = (double)b.y - (double)a->position.y;
    double length = sqrt(x * x + y * y), scale = length > 0.0 ? offset / length : 0.0;
    wend_location from = {
        {(float)((double)a->position.x - y * scale), (float)((double)a->position.y + x * scale)},
        a->layer};
    wend_vec2 to = {(float)((double)b.x - y * scale), (float)((double)b.y + x * scale)};
    uint32_t all = wend_space_segment_terrain(space, from, to, parts, MOST_TYPES);
    *count = all < MOST_TYPES ? all : MOST_TYPES;
    double cost = 0.0;
    for (uint32_t i = 0; i < *count; i++) {
        cost += parts[i].length > 0.0 ? weight_of(ground, parts[i].type) * parts[i].length : 0.0;
    }
    return cost;
}

/* Adds a piece of a segment, on the cheaper side of a border that it follows. Sets `*is_mixed` to
 * true, and adds nothing, if a side has several types and `may_divide` is true: the cheaper side
 * may change within the piece. */
static bool add_piece(const plan_ground *ground, const wend_route_point *a, wend_vec2 b,
                      bool may_divide, bool *is_mixed, plan_cost *out) {
    static const double sides[3] = {0.0, BESIDE, -BESIDE};
    wend_terrain_length parts[MOST_TYPES], best[MOST_TYPES];
    uint32_t count, best_count = 0;
    double least = 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        double cost = measure_segment(ground, a, b, sides[i], parts, &count);
        *is_mixed = *is_mixed || (may_divide && count > 1);
        if (i == 0 || cost < least - BESIDE) {
            least = cost;
            best_count = count;
            memcpy(best, parts, count * sizeof *parts);
        }
    }
    if (*is_mixed) {
        return true;
    }
    for (uint32_t i = 0; i < best_count; i++) {
        bool is_forbidden = isinf(weight_of(ground, best[i].type)) && best[i].length > BESIDE;
        out->forbidden = is_forbidden ? best[i].type : out->forbidden;
        if (!add_length(out, best[i])) {
            return false;
        }
    }
    out->cost += least;
    return true;
}

/* Adds a segment: as a whole if one type is on each side of it, otherwise in halves. */
static bool add_segment(const plan_ground *ground, wend_route_point a, wend_vec2 b,
                        uint32_t halvings, plan_cost *out) {
    bool is_mixed = false;
    bool good = add_piece(ground, &a, b, halvings > 0, &is_mixed, out);
    if (!is_mixed) {
        return good;
    }
    wend_route_point middle = a;
    middle.position.x = (float)(((double)a.position.x + (double)b.x) / 2.0);
    middle.position.y = (float)(((double)a.position.y + (double)b.y) / 2.0);
    return add_segment(ground, a, middle.position, halvings - 1, out) &&
           add_segment(ground, middle, b, halvings - 1, out);
}

bool plan_ground_measure(const plan_ground *ground, const plan_route *route, plan_cost *out) {
    *out = (plan_cost){.forbidden = WEND_NONE};
    for (uint32_t leg = 0, first = 0; leg < route->leg_count; leg++) {
        uint32_t end = first + route->legs[leg].point_count;
        for (uint32_t i = first; i + 1 < end; i++) {
            if (!add_segment(ground, route->points[i], route->points[i + 1].position, HALVINGS,
                             out)) {
                return false;
            }
        }
        first = end;
    }
    return true;
}

void plan_cost_free(plan_cost *cost) {
    free(cost->lengths);
    cost->lengths = NULL;
}

/* ---- Certificates ---------------------------------------------------------------------------- */

static double give_weight(void *user, uint32_t type) {
    return weight_of(user, type);
}

/* Returns why a route cannot be certified, or NULL. */
static const char *find_obstacle(const plan_ground *ground, const plan_route *route,
                                 const plan_cost *cost) {
    const wend_space *space = wend_scenario_space(ground->scenario);
    bool has_slopes = ground->profile->slope_weight > 0.0 && wend_space_has_height(space);
    return route->status == WEND_ROUTE_STATUS_NONE    ? "there is no route"
           : route->status != WEND_ROUTE_STATUS_FOUND ? "the route does not reach its end"
           : wend_space_connection_count(space) > 0
               ? "the space has connections, which a terrain map does not contain"
           : has_slopes ? "the profile weights slopes (slope_weight), for which there is no bound"
           : ground->sampled
               ? "the profile has a distribution as a weight of terrain; use constants"
           : cost->forbidden != WEND_NONE
               ? "the route crosses terrain that the profile forbids; use a planner that considers "
                 "terrain, such as grid or dual"
               : NULL;
}

static wend_result build_map(const plan_ground *ground, const plan_route *route, double radius,
                             const volatile sig_atomic_t *cancel, wend_map **out,
                             wend_error *error) {
    const wend_space *space = wend_scenario_space(ground->scenario);
    const wend_point ends[] = {
        wend_space_from_local(space, route->points[0].position),
        wend_space_from_local(space, route->points[route->count - 1].position)};
    wend_map_def def = wend_default_map_def();
    def.scenario = ground->scenario;
    def.kind = "terrain";
    def.radii = &radius;
    def.radius_count = 1;
    def.points = ends;
    def.point_count = 2;
    def.cancel = cancel;
    return wend_scenario_build_map(&def, out, error);
}

static wend_result certify(const plan_ground *ground, const plan_route *route, double radius,
                           bool quiet, const volatile sig_atomic_t *cancel, plan_cost *cost,
                           wend_error *error) {
    wend_map *map = NULL;
    wend_result result = build_map(ground, route, radius, cancel, &map, error);
    const wend_route_point *last = &route->points[route->count - 1];
    progress_bar bar = {0};
    wend_certify_def def = wend_default_certify_def();
    wend_certificate found;
    def.map = map;
    def.from = (wend_location){route->points[0].position, route->points[0].layer};
    def.to = (wend_location){last->position, last->layer};
    def.radius = (float)radius;
    def.weight = give_weight;
    def.weight_user = (void *)ground;
    def.known_cost = cost->cost;
    def.cancel = cancel;
    if (!quiet && progress_is_wanted()) {
        def.progress = progress_show_share;
        def.user = &bar;
    }
    if (result == WEND_OK) {
        result = wend_certify_path(&def, &found, error);
        progress_end(&bar);
    }
    if (result == WEND_OK) {
        cost->certified = true;
        cost->lower_bound = found.lower_bound;
        cost->ratio = found.lower_bound > 0.0 ? cost->cost / found.lower_bound : 1.0;
        cost->target_reached = found.reached;
    }
    wend_map_release(map);
    return result;
}

int plan_ground_certify(const plan_ground *ground, const plan_route *route, double radius,
                        bool quiet, plan_cost *cost) {
    const char *obstacle = find_obstacle(ground, route, cost);
    if (obstacle != NULL) {
        fprintf(stderr, "wend plan: --certify: %s\n", obstacle);
        return EXIT_INPUT;
    }
    const volatile sig_atomic_t *cancel = signals_catch();
    wend_error error = {.message = ""};
    wend_result result = certify(ground, route, radius, quiet, cancel, cost, &error);
    if (*cancel != 0) {
        return EXIT_SIGNAL + (int)*cancel;
    }
    if (result != WEND_OK) {
        fprintf(stderr, "wend plan: --certify: %s\n", error.message);
        return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
    }
    return EXIT_DONE;
}

/* ---- Printing -------------------------------------------------------------------------------- */

/* Writes the name of a terrain type: its number if it has no name. */
static const char *name_of(const plan_ground *ground, uint32_t type, char *out, size_t size) {
    const char *name = wend_space_terrain_name(wend_scenario_space(ground->scenario), type);
    if (type == 0) {
        return "none";
    }
    snprintf(out, size, "%u", type);
    return name[0] != '\0' ? name : out;
}

static double share_of(const plan_cost *cost, uint32_t i) {
    return cost->length > 0.0 ? cost->lengths[i].length / cost->length : 0.0;
}

void plan_cost_print(const plan_ground *ground, const plan_cost *cost) {
    char number[16];
    bool has_terrain = cost->count > 1 || (cost->count == 1 && cost->lengths[0].type != 0);
    for (uint32_t i = 0; i < cost->count && has_terrain; i++) {
        printf("%s %s %.3f m (%.1f %%)", i == 0 ? "terrain:" : ",",
               name_of(ground, cost->lengths[i].type, number, sizeof number),
               cost->lengths[i].length, 100.0 * share_of(cost, i));
    }
    fputs(has_terrain ? "\n" : "", stdout);
    if (cost->forbidden != WEND_NONE) {
        printf("the route crosses %s, which profile %s forbids\n",
               name_of(ground, cost->forbidden, number, sizeof number), ground->profile->name);
    } else if (ground->weighted && isfinite(cost->cost)) {
        printf("weighted cost: %.3f m (profile %s)\n", cost->cost, ground->profile->name);
    }
    if (cost->certified) {
        printf("lower bound: %.3f m; the route costs at most %.4f times the optimum%s\n",
               cost->lower_bound, cost->ratio,
               cost->target_reached ? "" : " (the bound was not refined further: too much work)");
    }
}

static void write_figure(wend_json *json, const char *key, double value) {
    wend_json_write_key(json, key);
    wend_json_write_number(json, value);
}

void plan_cost_write(const plan_ground *ground, const plan_cost *cost, wend_json *json) {
    char number[16];
    bool crosses = cost->forbidden != WEND_NONE;
    write_figure(json, "cost", crosses ? (double)NAN : cost->cost);
    write_figure(json, "lower_bound", cost->certified ? cost->lower_bound : (double)NAN);
    write_figure(json, "ratio", cost->certified ? cost->ratio : (double)NAN);
    wend_json_write_key(json, "terrain");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < cost->count; i++) {
        wend_json_begin_object(json);
        wend_json_write_key(json, "type");
        wend_json_write_text(json, name_of(ground, cost->lengths[i].type, number, sizeof number));
        write_figure(json, "length_m", cost->lengths[i].length);
        write_figure(json, "share", share_of(cost, i));
        wend_json_end_object(json);
    }
    wend_json_end_array(json);
}
