/* Loads a scenario: parses the document, merges included files, applies options and settings, then
 * reads the parts of the document in order. */
#include "scenario/scenario.h"
#include "base/def.h"
#include "base/error.h"
#include "scenario/document/include.h"
#include "scenario/fields.h"
#include <math.h>
#include <string.h>
#include <wend/file.h>

static const double DEFAULT_END = 300.0; /* s: time limit of a run */
static const double DEFAULT_CELL = 1.0;  /* m: cells of the density grid */
enum { MOST_TEXT = 1 << 24 /* bytes: the largest text that is kept */ };

void wend_scenario_def_init(wend_scenario_def *def, size_t size) {
    const wend_scenario_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

static void read_time(wend_scenario *s, reader *r, const node *root) {
    wend_world_def world = wend_default_world_def();
    const node *time = node_get(root, "time");
    if (time != NULL) {
        member_check(r, time, &format_time);
    }
    s->dt = member_number(r, time, &format_time, "dt", world.dt);
    s->end = member_number(r, time, &format_time, "end", DEFAULT_END);
    s->obstacle_rest_time =
        member_number(r, time, &format_time, "obstacle_rest_time", world.obstacle_rest_time);
    s->plan_budget =
        (uint64_t)member_integer(r, time, &format_time, "plan_budget", (int64_t)world.plan_budget);
    s->steer_every =
        (uint32_t)member_integer(r, time, &format_time, "steer_every", world.steer_every);
}

static void read_near(wend_scenario *s, reader *r, const node *root) {
    const node *near = node_get(root, "near");
    if (near != NULL) {
        member_check(r, near, &format_near);
    }
    double fallback = (double)wend_default_world_def().reach;
    s->reach = (float)member_number(r, near, &format_near, "reach", fallback);
}

static void read_density(wend_scenario *s, reader *r, const node *root) {
    wend_world_def world = wend_default_world_def();
    const node *density = node_get(root, "density");
    if (density != NULL) {
        member_check(r, density, &format_density);
    }
    s->density_cell =
        density != NULL ? member_number(r, density, &format_density, "cell", DEFAULT_CELL) : 0.0;
    s->density_period = member_number(r, density, &format_density, "period", world.density_period);
    s->density_gain = member_number(r, density, &format_density, "gain", world.density_gain);
}

/* Returns the name of a file without its folder and extension. */
static const char *name_of_path(reader *r, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *start = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot != NULL && dot != start ? (size_t)(dot - start) : strlen(start);
    const char *copy = node_copy_text(r->tree, start, length);
    if (copy == NULL) {
        r->result = error_no_memory(r->error, "a scenario");
    }
    return copy;
}

/* Reads the document. If `seed` is not NULL, it replaces that of the document. */
static void read_root(wend_scenario *s, reader *r, const node *root, const char *path,
                      const uint64_t *seed) {
    member_check(r, root, &format_scenario);
    if (node_get(root, "include") != NULL) { /* includes in files have already been merged */
        read_fail(r, node_get(root, "include"), WEND_ERROR_INVALID,
                  "include cannot be set from outside the file");
    }
    const node *version = node_get(root, "wend");
    if (version != NULL && read_integer(r, version, "wend", 0, INT32_MAX) != FORMAT_VERSION) {
        read_fail(r, version, WEND_ERROR_FORMAT, "unknown format version %.20s; expected %d",
                  version->text, FORMAT_VERSION);
    }
    s->name = member_text(r, root, &format_scenario, "name", NULL);
    if (s->name == NULL) {
        s->name = name_of_path(r, path);
    }
    s->seed = (uint64_t)member_integer(r, root, &format_scenario, "seed", 1);
    s->seed = seed != NULL ? *seed : s->seed;
    s->allow_overlap = member_bool(r, root, &format_scenario, "allow_overlap", false);
    read_time(s, r, root);
    read_near(s, r, root);
    read_density(s, r, root);
    static void (*const parts[])(wend_scenario *, reader *, const node *) = {
        scenario_read_space,        scenario_read_profiles,    scenario_check_terrain,
        scenario_check_connections, scenario_read_queue_names, scenario_read_goals,
        scenario_read_queues,       scenario_read_areas,       scenario_read_machines,
        scenario_read_obstacles,    scenario_read_belts,       scenario_read_maps,
        scenario_read_agents,       scenario_read_signals,     scenario_check_goals,
        scenario_check_maps};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && reader_ok(r); i++) {
        parts[i](s, r, root);
    }
    s->entries = scenario_read_entries(r, root);
    scenario_find_warnings(s, r);
}

/* Applies an option such as --plan NAME to the scenario and to all of its profiles. If the entry
 * chosen there is already NAME, it keeps its parameters; otherwise NAME replaces it. */
static wend_result override_choice(wend_scenario *s, const char *key, const char *name,
                                   wend_error *error) {
    node *root = s->tree.root;
    if (name == NULL || root->kind != NODE_MAPPING) {
        return WEND_OK;
    }
    node *profiles = node_get(root, "profiles");
    uint32_t count = profiles != NULL && profiles->kind == NODE_MAPPING ? profiles->count : 0;
    for (uint32_t i = 0; i <= count; i++) {
        node *holder = i < count ? profiles->members[i].value : root;
        node *choice = node_get(holder, key);
        const node *named =
            choice != NULL && choice->kind == NODE_MAPPING ? node_get(choice, "name") : choice;
        if (named != NULL && named->kind == NODE_SCALAR && strcmp(named->text, name) == 0) {
            continue;
        }
        if (choice != NULL) {
            node_remove(holder, key);
        }
        bool has_preset = holder->kind == NODE_MAPPING && node_get(holder, "preset") != NULL;
        if (holder != root && !has_preset) {
            continue;
        }
        char label[WEND_ERROR_PATH_SIZE];
        strcpy(label, "setting ");
        strncat(label, key, 20);
        node *value = node_new(&s->tree, NODE_SCALAR, NULL);
        const char *text = node_copy_text(&s->tree, name, strlen(name));
        const char *source = node_copy_text(&s->tree, label, strlen(label));
        node_member member = {key, 0, 0, value};
        if (value == NULL || text == NULL || source == NULL ||
            !node_put(&s->tree, holder, member)) {
            return error_no_memory(error, "settings");
        }
        value->text = text;
        value->source = source;
    }
    return WEND_OK;
}

/* Keeps a copy of the text of the file for outputs. */
static bool keep_text(wend_scenario *s, const char *text, size_t size) {
    bool fits = size <= MOST_TEXT && memchr(text, 0, size) == NULL;
    s->text = node_copy_text(&s->tree, fits ? text : "", fits ? size : 0);
    return s->text != NULL;
}

static wend_result load(wend_scenario *s, const wend_scenario_def *def, wend_error *error) {
    const char *text = def->text, *path = def->path != NULL ? def->path : "scenario";
    size_t size = def->text_size;
    wend_result result = WEND_OK;
    if (text == NULL && strcmp(path, "-") == 0) {
        path = NODE_STANDARD_INPUT;
    }
    if (text == NULL) {
        const char *copy = node_copy_text(&s->tree, path, strlen(path));
        if (copy == NULL || !node_note_file(&s->tree, copy)) {
            return error_no_memory(error, "%s", path);
        }
        result = node_read_file(&s->tree, path, &text, &size, error);
    }
    if (result == WEND_OK) {
        result = node_parse(&s->tree, path, text, size, false, &s->tree.root, error);
    }
    if (result == WEND_OK && !keep_text(s, text, size)) {
        result = error_no_memory(error, "%s", path);
    }
    if (result == WEND_OK) {
        result = include_files(&s->tree, def->text == NULL ? path : NULL, error);
    }
    const char *const choices[3][2] = {
        {"plan", def->plan}, {"follow", def->follow}, {"steer", def->steer}};
    for (uint32_t i = 0; i < 3 && result == WEND_OK; i++) {
        result = override_choice(s, choices[i][0], choices[i][1], error);
    }
    for (uint32_t i = 0; i < def->setting_count && result == WEND_OK; i++) {
        result = node_apply_setting(&s->tree, def->settings[i], error);
    }
    if (result != WEND_OK) {
        return result;
    }
    s->max_agents = def->max_agents != 0 ? def->max_agents : WEND_MAX_AGENTS;
    s->registry = def->registry;
    reader r = {&s->tree, def->registry, error, WEND_OK};
    read_root(s, &r, s->tree.root, path, NULL);
    return r.result;
}

wend_result scenario_read_again(const wend_scenario *scenario, uint64_t seed, wend_scenario **out,
                                wend_error *error) {
    const wend_allocator *allocator = &scenario->tree.heap.allocator;
    wend_scenario *s = memory_allocate(allocator, sizeof *s);
    if (s == NULL) {
        return error_no_memory(error, "a scenario");
    }
    memset(s, 0, sizeof *s);
    node_tree_init(&s->tree, allocator);
    s->tree.root = scenario->tree.root;
    s->text = scenario->text;
    s->max_agents = scenario->max_agents;
    s->registry = scenario->registry;
    reader r = {&s->tree, s->registry, error, WEND_OK};
    read_root(s, &r, s->tree.root, scenario->name, &seed);
    if (r.result != WEND_OK) {
        wend_scenario_destroy(s);
        return r.result;
    }
    *out = s;
    return WEND_OK;
}

wend_result wend_scenario_load(const wend_scenario_def *given, wend_scenario **out,
                               wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_scenario_def known;
    const wend_scenario_def *def = &known;
    wend_result result = DEF_READ(scenario, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->registry != NULL);
    WEND_ASSERT(def->path != NULL || def->text != NULL);
    wend_error ignored;
    wend_error *filled = error != NULL ? error : &ignored;
    wend_scenario *s = memory_allocate(&def->allocator, sizeof *s);
    if (s == NULL) {
        return error_no_memory(error, "a scenario");
    }
    memset(s, 0, sizeof *s);
    node_tree_init(&s->tree, &def->allocator);
    result = load(s, def, filled);
    if (result != WEND_OK) {
        wend_scenario_destroy(s);
        return result;
    }
    *out = s;
    return WEND_OK;
}

void wend_scenario_destroy(wend_scenario *scenario) {
    if (scenario == NULL) {
        return;
    }
    wend_allocator allocator = scenario->tree.heap.allocator;
    for (uint32_t i = 0; i < scenario->map_count; i++) {
        wend_map_release(scenario->maps[i].loaded);
    }
    wend_space_release(scenario->space);
    wend_space_def_destroy(scenario->loaded_space);
    node_tree_free(&scenario->tree);
    memory_release(&allocator, scenario, sizeof *scenario);
}

wend_scenario_info wend_scenario_get_info(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    const wend_scenario *s = scenario;
    wend_scenario_info info = {
        .name = s->name,
        .plan = s->plan,
        .follow = s->follow,
        .steer = s->steer,
        .seed = s->seed,
        .dt = s->dt,
        .end = s->end,
        .agents = s->agent_count + s->source_agent_count,
        .groups = s->group_count,
        .profiles = s->shared_profile_count,
        .goals = s->goal_count,
        .obstacles = s->obstacle_count,
        .layers = s->space_def.layer_count,
        .belts = s->belt_count,
    };
    return info;
}

uint32_t wend_scenario_file_count(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return scenario->tree.file_count;
}

const char *wend_scenario_file(const wend_scenario *scenario, uint32_t index) {
    WEND_ASSERT(scenario != NULL && index < scenario->tree.file_count);
    return scenario->tree.files[index];
}

const char *wend_scenario_text(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return scenario->text;
}

wend_space *wend_scenario_space(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return scenario->space;
}

wend_choice wend_scenario_planner(const wend_scenario *scenario, const char *name) {
    WEND_ASSERT(scenario != NULL && name != NULL);
    for (uint32_t i = 0; i < scenario->profile_count; i++) {
        const wend_choice *plan = &scenario->profiles[i].def.plan;
        if (plan->name != NULL && strcmp(plan->name, name) == 0) {
            return *plan;
        }
    }
    return (wend_choice){.name = name};
}

uint32_t wend_scenario_profile_count(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return scenario->shared_profile_count;
}

const wend_profile_def *wend_scenario_profile_at(const wend_scenario *scenario, uint32_t index) {
    WEND_ASSERT(scenario != NULL && index < scenario->profile_count);
    return &scenario->profiles[index].def;
}

const wend_space_def *wend_scenario_space_def(const wend_scenario *scenario) {
    WEND_ASSERT(scenario != NULL);
    return &scenario->space_def;
}
