/* The interpreted content of a scenario file. Every part keeps its document node, so errors found
 * later can still be reported with their position in the file. The tree owns the memory of all
 * arrays. */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H

#include "base/watch.h"
#include "geom/shape.h"
#include "place/lattice.h"
#include "scenario/document/node.h"
#include "scenario/read.h"
#include <wend/kit.h>
#include <wend/queue.h>
#include <wend/source.h>

typedef struct scenario_profile {
    const node *at;
    wend_profile_def def;
} scenario_profile;

typedef struct scenario_goal {
    const node *at;
    wend_goal_def def;
} scenario_goal;

/* Returns the id of the profile or group at `index` in a world made from the scenario. */
static inline uint64_t scenario_id_of(uint32_t index) {
    return (uint64_t)1 << 32 | index;
}

typedef struct scenario_goal_set {
    const node *at;
    const uint32_t *goals; /* indices of goals, or of queues with SCENARIO_QUEUE */
    uint32_t count;
} scenario_goal_set;

/* Marks an index of a queue among indices of goals. */
#define SCENARIO_QUEUE (UINT32_C(1) << 31)

typedef struct scenario_queue {
    const node *at;
    wend_queue_def def; /* radius 0: that of the largest agents */
    uint32_t then_goal; /* index of a goal, or of a queue with SCENARIO_QUEUE; or WEND_NONE */
    uint32_t then_set;  /* index or WEND_NONE */
} scenario_queue;

typedef struct scenario_path {
    const node *at;
    const wend_point *points;
    const uint32_t *layers;
    uint32_t count;
    bool is_route; /* key `route`; else `via` */
    double radius; /* m: for a route, the largest radius of the agents that follow it */
} scenario_path;

/* How a group defines the start positions of its agents. */
typedef enum scenario_placement {
    SCENARIO_LIST,    /* key `at` */
    SCENARIO_LATTICE, /* keys `grid` and `hex` */
    SCENARIO_RANDOM,
    SCENARIO_SOURCE /* key `source`: agents enter during the run */
} scenario_placement;

/* A group of agents: the agents `first` to `first + count - 1` of the scenario, unless the group is
 * a source. */
typedef struct scenario_group {
    const node *at;
    const char *name;
    bool repeats; /* an earlier group has the same name */
    uint32_t profile;
    uint32_t goal, goal_set, path; /* indices or WEND_NONE; `goal` may be that of a queue, with
                                      SCENARIO_QUEUE */
    uint32_t machine, state;       /* indices or WEND_NONE; a machine comes with a state */
    uint32_t layer;
    uint64_t first_key;
    uint32_t first, count;
    scenario_placement placement;
    const node *placement_at; /* the value of the key `at`, `grid` and so on */
    const lattice *lattice;
    double jitter; /* m: largest random offset of listed and lattice positions */
    int32_t priority;
    double heading;               /* rad; NAN: the direction of motion */
    wend_distribution delay;      /* s: how long each agent stands still at first */
    wend_point velocity;          /* m/s: initial velocity of every agent */
    const wend_point *velocities; /* or one for each agent; NULL: all have `velocity` */
} scenario_group;

/* A source: agents that enter during the run, with consecutive keys from their group. */
typedef struct scenario_source {
    uint32_t group;
    wend_source_def def; /* the template and the keys are set when the world is made */
} scenario_source;

typedef struct scenario_obstacle {
    const node *at;
    wend_obstacle_def def;
} scenario_obstacle;

typedef struct scenario_belt {
    const node *at;
    wend_belt_def def;
} scenario_belt;

typedef enum scenario_command_kind {
    SCENARIO_SWITCH, /* switches obstacle class `target` */
    SCENARIO_CLOSE,  /* opens or closes obstacle `target` */
    SCENARIO_MOVE,   /* changes the motion of obstacle `target` */
    SCENARIO_RELEASE /* releases the first `count` agents of queue `target` */
} scenario_command_kind;

/* A timed command. Commands are sorted by time; those at the same time keep their order in the
 * file. */
typedef struct scenario_command {
    const node *at; /* node for error messages */
    double time;    /* s */
    scenario_command_kind kind;
    uint32_t target, count;
    bool on;
    wend_point position, velocity;
    double angle, angular_velocity;
} scenario_command;

/* A map that the scenario names. */
typedef struct scenario_map {
    const node *at;
    const char *name;
    const wend_map_builder *builder; /* the builder of its kind */
    wend_map *loaded;                /* map loaded from a file; NULL if it is to be built */
    wend_choice settings;            /* values for the builder's parameters */
} scenario_map;

/* Settings for a metric or an output. */
typedef struct scenario_entry {
    wend_kind kind;
    wend_choice choice;
} scenario_entry;

typedef struct scenario_entries {
    scenario_entry *entries;
    uint32_t count;
} scenario_entries;

struct wend_scenario {
    node_tree tree;
    const wend_registry *registry;
    const char *name;
    const char *text; /* of the file; "" if it is too long to be passed on */
    uint64_t seed;
    double dt, end;
    double obstacle_rest_time;
    uint64_t plan_budget;                /* search nodes per step; 0: no limit */
    double density_cell;                 /* m; 0: no grid */
    double density_period, density_gain; /* s, 1 */
    float reach;                         /* m */
    uint32_t steer_every, max_agents;
    uint32_t terrain_number_count, terrain_area_count;
    uint32_t classes; /* mask of the obstacle classes that are on at the start */

    const node *space_at;
    const uint32_t *terrain_numbers;  /* that terrain of the scenario states as its type */
    wend_terrain_area *terrain_areas; /* of all layers, sorted by type; none without terrain */
    wend_space_def space_def;
    wend_space_def *loaded_space; /* from a .wmap file, or NULL; space_def points into it */
    wend_space *space;
    const struct projection *degrees; /* NULL unless files of the space are in degrees */
    read_names layer_names, class_names;

    scenario_profile *profiles;
    read_names profile_names;
    uint32_t profile_count, default_profile;
    uint32_t shared_profile_count; /* number of profiles that groups share; each of the other
                                      profiles belongs to one group */

    scenario_goal *goals; /* named goals come first */
    read_names goal_names;
    uint32_t goal_count, goal_capacity;

    scenario_goal_set *goal_sets;
    read_names goal_set_names;
    read_names queue_names;
    scenario_queue *queues;
    scenario_path *paths;
    uint32_t goal_set_count, path_count, queue_count, belt_count;

    scenario_group *groups;
    wend_agent_def *agents; /* goal, goal_set and path are set when the world is made */
    uint32_t group_count, agent_count;
    scenario_source *sources;
    uint32_t source_count,
        source_agent_count; /* source_agent_count: number of agents of all sources */

    scenario_obstacle *obstacles;
    scenario_command *commands;
    uint32_t obstacle_count, command_count;

    scenario_belt *belts;

    struct scenario_area *areas; /* machines.h, like the next two */
    struct scenario_machine *machines;
    struct scenario_signal *signals;
    read_names area_names, machine_names;
    scenario_profile *state_models; /* for each state with models of its own: the default profile
                                       with these models */
    uint32_t area_count, machine_count, signal_count, state_model_count;

    scenario_map *maps;
    uint32_t map_count;

    scenario_entries entries;
    const char *plan, *follow, *steer; /* names of the models in use, joined by "+" */
    bool allow_overlap;
    bool degrees_declared; /* the scenario declares that files, and its own WKT, are in degrees */

    wend_warning *notes; /* notes about how the space was read; reported first */
    uint32_t note_count, note_capacity;
    wend_warning *warnings;
    uint32_t warning_count;
};

/* Reads the document of a scenario again, as if it had another seed. The result uses nodes of the
 * given scenario, which must outlive it. */
wend_result scenario_read_again(const wend_scenario *scenario, uint64_t seed, wend_scenario **out,
                                wend_error *error);

/* These read the parts of a scenario. They are called in this order, because each part may use the
 * earlier ones. */
void scenario_read_space(wend_scenario *s, reader *r, const node *root);
/* The first function reads the key `connections` of a space; call it after the layers have been
 * read. The second checks that the profiles named by connections exist; call it after all profiles
 * have been read. */
void scenario_read_connections(wend_scenario *s, reader *r, const node *list);
void scenario_check_connections(wend_scenario *s, reader *r, const node *root);
void scenario_read_profiles(wend_scenario *s, reader *r, const node *root);
/* Measures the terrain, and checks that no profile forbids all of it (check_terrain.c). */
void scenario_check_terrain(wend_scenario *s, reader *r, const node *root);
void scenario_read_goals(wend_scenario *s, reader *r, const node *root);
/* The names of queues are read before the goals. */
void scenario_read_queue_names(wend_scenario *s, reader *r, const node *root);
void scenario_read_queues(wend_scenario *s, reader *r, const node *root);
/* Reads the times of a queue, as commands. Called when the commands are read. */
void scenario_read_queue_times(wend_scenario *s, reader *r, uint32_t index);
void scenario_read_obstacles(wend_scenario *s, reader *r, const node *root);
void scenario_read_belts(wend_scenario *s, reader *r, const node *root);
void scenario_read_maps(wend_scenario *s, reader *r, const node *root);
/* Checks that every map that a planner names exists. */
void scenario_check_maps(wend_scenario *s, reader *r, const node *root);
void scenario_read_agents(wend_scenario *s, reader *r, const node *root);
/* These read the parts of a scenario: areas after the space, machines after goals and profiles,
 * signals after groups of agents. */
void scenario_read_areas(wend_scenario *s, reader *r, const node *root);
void scenario_read_machines(wend_scenario *s, reader *r, const node *root);
void scenario_read_signals(wend_scenario *s, reader *r, const node *root);
/* Checks that states in which agents keep their goals have room for the agents that start there. */
void scenario_check_goals(wend_scenario *s, reader *r, const node *root);
/* Adds warnings about things that are allowed but probably not intended, after everything else has
 * been read. */
void scenario_find_warnings(wend_scenario *s, reader *r);

/* Refuses the polygon of a belt or a height (`what`) that crosses itself or covers no ground. */
void scenario_check_ground_polygon(reader *r, const node *item, const char *what,
                                   const wend_point *points, uint32_t count);
/* Warns of belts and heights outside the walkable ground; the other function returns how many such
 * warnings there can be. */
void scenario_warn_of_ground(wend_scenario *s);
uint32_t scenario_most_ground_warnings(const wend_scenario *s);

/* Warns of terrain types that no walkable ground has; the other function returns how many such
 * warnings there can be. */
void scenario_warn_of_terrain(wend_scenario *s, reader *r);
uint32_t scenario_most_terrain_warnings(const wend_scenario *s);

/* Places all agents except those of sources, after the groups have been read. */
void scenario_place_agents(wend_scenario *s, reader *r);
/* Reads a source and stores its number of agents in the group. */
void scenario_read_source(wend_scenario *s, reader *r, scenario_group *group);

/* Returns the profile of a group: `base` or, if the group overrides any of its numbers, a new
 * profile derived from `base`. */
uint32_t scenario_read_group_profile(wend_scenario *s, reader *r, const node *group, uint32_t base);
/* These return the largest and the smallest number that a distribution can give. */
double scenario_largest(const wend_distribution *number);
double scenario_least(const wend_distribution *number);
/* Reads the keys `via` and `route` of a group, whose profile and layer are known. Returns the index
 * of the path in s->paths, or WEND_NONE. */
uint32_t scenario_read_path(wend_scenario *s, reader *r, const scenario_group *group);
/* Makes the end of a group's route its goal, for a group that has no other. Returns its index in
 * s->goals. */
uint32_t scenario_read_route_end(wend_scenario *s, reader *r, const scenario_group *group);
/* Reads a goal, given by name or defined by the group. Returns its index in s->goals. */
uint32_t scenario_read_goal_reference(wend_scenario *s, reader *r, const node *value);
/* Reads the name of a goal or a queue. Returns its index; that of a queue with SCENARIO_QUEUE. */
uint32_t scenario_read_goal_or_queue(wend_scenario *s, reader *r, const node *value);
/* Returns the def of a queue, after the groups have been read. */
wend_queue_def scenario_queue_def(const wend_scenario *s, uint32_t index);
/* Returns the node that a message of wend_world_add_queue is about. */
const node *scenario_find_queue_fault(const scenario_queue *queue, const char *message);
/* Reads a goal set, given by name or defined by the group. Returns its index in s->goal_sets. */
uint32_t scenario_read_goal_set_reference(wend_scenario *s, reader *r, const node *value);
/* Replaces the planner `auto` by the one that it stands for in the scenario, if the agents have no
 * weights of terrain. */
void scenario_resolve_planner(const wend_scenario *s, const node *root, wend_choice *plan);
/* Reads the key `modify`: one modifier, or a list. Returns their number. */
uint32_t scenario_read_modifiers(reader *r, const node *value, wend_choice *out);
/* Returns the value of the key `layer`, or 0 if the key is missing. */
uint32_t scenario_read_layer(wend_scenario *s, reader *r, const node *mapping);

/* Reads the space from a .wmap file: fills space_def and the names of layers and classes. Failures
 * are reported at the node `at`. */
void scenario_read_wmap(wend_scenario *s, reader *r, const node *at, const char *path);

/* Reads the key `height` of a layer. Returns the number of heights. */
uint32_t scenario_read_heights(reader *r, const node *layer, const wend_height_def **out);

/* True if a value is a single list of points, not a list of such lists. */
bool scenario_is_one_polygon(const node *list);
/* Returns the node of the layer or link that a message of wend_space_create is about, or NULL.
 * `space` may be NULL. */
const node *scenario_find_space_fault(const node *space, const char *message);

/* Reads an entry of a kind and its settings: a name, or {name: ..., parameter: ...}. */
wend_choice scenario_read_choice(reader *r, const node *value, wend_kind kind);
/* True if an entry may be used as the default of its kind in a scenario that names no entry of that
 * kind. */
bool scenario_may_be_default(wend_kind kind, const char *name);
/* Reads only the settings of an entry: all members of a mapping except `name`. */
void scenario_read_settings(reader *r, const node *mapping, const wend_entry *entry,
                            wend_choice *out);

/* Reads one setting of an entry. Returns false after a failure. */
bool scenario_read_setting(reader *r, const node_member *member, const wend_entry *entry,
                           wend_setting *out);

/* Reads the value of a parameter of any type except lines. The caller checks the value against the
 * range in the entry's table. */
void scenario_read_value(reader *r, const node *value, const wend_param *param, wend_value *out);

/* Reads the settings for metrics (key `measure`) and outputs (key `output`). */
scenario_entries scenario_read_entries(reader *r, const node *root);

/* The maps of a world: those that the scenario names, then others that its planners need. Zero this
 * struct before use, and free it even after a failure. */
typedef struct scenario_maps {
    memory heap;
    struct scenario_made_map {
        const char *name;
        wend_map *map; /* holds a reference to the map */
    } * items;
    uint32_t count, capacity;
} scenario_maps;

/* Makes the maps for worlds of a scenario. Fails with WEND_ERROR_CANCELLED if cancelled. `progress`
 * may be NULL. */
wend_result scenario_make_maps(const wend_scenario *s, const wend_registry *registry,
                               const wend_allocator *allocator, const watcher *progress,
                               scenario_maps *out, wend_error *error);
void scenario_free_maps(scenario_maps *maps);
/* Adds the maps to a world. */
wend_result scenario_add_maps(const scenario_maps *maps, wend_world *world, wend_error *error);
/* Restores the maps of a world that was loaded from a snapshot. If its planners use kinds of maps
 * for which `maps` has none, makes these first. */
wend_result scenario_restore_maps(const wend_scenario *s, const wend_registry *registry,
                                  const watcher *progress, scenario_maps *maps, wend_world *world,
                                  wend_error *error);

/* What a run needs to know about a world made from a scenario. The array may be NULL; otherwise it
 * has room for all agents of the scenario that are present at the start. */
typedef struct scenario_ids {
    wend_agent *agents;
} scenario_ids;

wend_result scenario_make_world(const wend_scenario *s, const wend_world_def *def,
                                const watcher *progress, wend_world **out, const scenario_ids *ids,
                                wend_error *error);
/* Does the same, but uses maps that already exist. */
wend_result scenario_make_world_with(const wend_scenario *s, const wend_world_def *def,
                                     const scenario_maps *maps, wend_world **out,
                                     const scenario_ids *ids, wend_error *error);
/* Returns the def for worlds of the scenario. */
wend_world_def scenario_world_def(const wend_scenario *s, const wend_registry *registry,
                                  uint32_t threads, const wend_allocator *allocator);

#endif
