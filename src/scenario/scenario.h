/* What a scenario file means. Every part remembers its node, so that whatever goes wrong later can
 * still be told with its place. All arrays lie in the memory of the tree. */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H

#include "place/lattice.h"
#include "place/shape.h"
#include "scenario/document/node.h"
#include "scenario/read.h"
#include <wend/kit.h>

typedef struct scenario_profile {
    const node *at;
    wend_profile_def def;
} scenario_profile;

typedef struct scenario_goal {
    const node *at;
    wend_goal_def def;
} scenario_goal;

/* The id of the profile or group at `index`, in a world that is made of the scenario. */
static inline uint64_t scenario_id_of(uint32_t index) {
    return (uint64_t)1 << 32 | index;
}

typedef struct scenario_goal_set {
    const node *at;
    const uint32_t *goals; /* indices */
    uint32_t count;
} scenario_goal_set;

typedef struct scenario_path {
    const node *at;
    const wend_point *points;
    const uint32_t *layers;
    uint32_t count;
} scenario_path;

/* How a group says where its agents start. */
typedef enum scenario_way {
    SCENARIO_LIST,    /* at */
    SCENARIO_LATTICE, /* grid, hex */
    SCENARIO_RANDOM,
    SCENARIO_SOURCE /* they enter during the run */
} scenario_way;

/* A group of agents: agents first .. first + count - 1 of the scenario, but for a source. */
typedef struct scenario_group {
    const node *at;
    const char *name;
    bool repeats; /* an earlier group has that name */
    uint32_t profile;
    uint32_t goal, goal_set, path; /* indices or WEND_NONE */
    uint32_t layer;
    uint64_t first_key;
    uint32_t first, count;
    scenario_way way;
    const node *places_at; /* what follows `at`, `grid` ... */
    const lattice *lattice;
    double jitter;       /* m: how far starts that are given are moved at most */
    wend_point velocity; /* m/s: of all when they enter */
} scenario_group;

/* Agents that enter one after another; they have the keys of their group. */
typedef struct scenario_source {
    uint32_t group;
    shape region;
    double from;                /* s */
    wend_distribution interval; /* s */
} scenario_source;

typedef struct scenario_obstacle {
    const node *at;
    wend_obstacle_def def;
} scenario_obstacle;

typedef enum scenario_command_kind {
    SCENARIO_SWITCH, /* obstacle class `target` */
    SCENARIO_CLOSE,  /* obstacle `target` */
    SCENARIO_MOVE    /* obstacle `target` */
} scenario_command_kind;

/* Something that happens at a time; ordered by time, then as in the file. */
typedef struct scenario_command {
    const node *node_at;
    double at;
    scenario_command_kind kind;
    uint32_t target;
    bool on;
    wend_point position, velocity;
    double angle, angular_velocity;
} scenario_command;

/* A map that the scenario names. */
typedef struct scenario_map {
    const node *at;
    const char *name;
    const wend_map_builder *builder; /* of its kind */
    wend_map *loaded;                /* of a file; or NULL: it is made */
    wend_choice settings;            /* for the builder's parameters */
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
    uint64_t seed;
    double dt, end;
    float reach; /* m */
    double standing_after;
    uint32_t steer_every, max_agents;

    const node *space_at;
    wend_space_def space_def;
    wend_space_def *loaded_space; /* of a .wmap file, which space_def then points into; or NULL */
    wend_space *space;
    const struct projection *degrees; /* files of the space were in degrees; else NULL */
    read_names layer_names, class_names;
    uint32_t classes; /* those that are on at the start */

    scenario_profile *profiles;
    read_names profile_names;
    uint32_t profile_count, default_profile;
    uint32_t shared_profile_count; /* the rest belong to one group each */

    scenario_goal *goals; /* the named ones first */
    read_names goal_names;
    uint32_t goal_count, goal_capacity;

    scenario_goal_set *goal_sets;
    read_names goal_set_names;
    scenario_path *paths;
    uint32_t goal_set_count, path_count;

    scenario_group *groups;
    wend_agent_def *agents; /* goal, goal_set and path are filled in by the world's making */
    uint32_t group_count, agent_count;
    scenario_source *sources;
    uint32_t source_count, coming_count; /* coming: agents of all sources */

    scenario_obstacle *obstacles;
    scenario_command *commands;
    uint32_t obstacle_count, command_count;

    scenario_map *maps;
    uint32_t map_count;

    scenario_entries entries;
    const char *plan, *follow, *steer; /* names in use, joined by "+" */
    bool allow_overlap;
    bool degrees_told; /* the scenario says that files are in degrees: WKT in place is, too */

    wend_warning *notes; /* on what was made of the space; told first */
    uint32_t note_count, note_capacity;
    wend_warning *warnings;
    uint32_t warning_count;
};

/* The parts of a scenario, in the order in which they are read: each may use those before it. */
void scenario_read_space(wend_scenario *s, reader *r, const node *root);
/* The key `connections` of a space, once its layers are known; and whether the profiles that they
 * name are there, once these are. */
void scenario_read_connections(wend_scenario *s, reader *r, const node *list);
void scenario_check_connections(wend_scenario *s, reader *r, const node *root);
void scenario_read_profiles(wend_scenario *s, reader *r, const node *root);
void scenario_read_goals(wend_scenario *s, reader *r, const node *root);
void scenario_read_obstacles(wend_scenario *s, reader *r, const node *root);
void scenario_read_maps(wend_scenario *s, reader *r, const node *root);
/* Whether the maps that planners name are there. */
void scenario_check_maps(wend_scenario *s, reader *r, const node *root);
void scenario_read_agents(wend_scenario *s, reader *r, const node *root);
/* What is allowed but hardly meant, once all else is read. */
void scenario_find_warnings(wend_scenario *s, reader *r);

/* Places all agents but those of sources, once the groups are read. */
void scenario_place_agents(wend_scenario *s, reader *r);
/* Reads a source; how many agents it has goes to the group. */
void scenario_read_source(wend_scenario *s, reader *r, scenario_group *group);
/* The time from one agent of a source to the next, `index` being that of the next. */
double scenario_source_interval(const scenario_source *source, uint64_t seed, uint64_t first_key,
                                uint32_t index);

/* The profile of a group that may set numbers of its own: `base`, or a new one made of it. */
uint32_t scenario_read_group_profile(wend_scenario *s, reader *r, const node *group, uint32_t base);
/* The largest and the least number that can be drawn. */
double scenario_largest(const wend_distribution *number);
double scenario_least(const wend_distribution *number);
/* A goal given by name or in place; an index into s->goals. */
uint32_t scenario_read_goal_reference(wend_scenario *s, reader *r, const node *value);
/* A goal set given by name or in place; an index into s->goal_sets. */
uint32_t scenario_read_goal_set_reference(wend_scenario *s, reader *r, const node *value);
/* The value of the key `layer`, 0 without one. */
uint32_t scenario_read_layer(wend_scenario *s, reader *r, const node *mapping);

/* Reads the space of a .wmap file: fills space_def, the names of layers and classes. Failures are
 * told at the node `at`. */
void scenario_read_wmap(wend_scenario *s, reader *r, const node *at, const char *path);

/* Whether a value is one list of points, not a list of such lists. */
bool scenario_is_one_polygon(const node *list);
/* The layer or link that a message of wend_space_create speaks of, or NULL; `space` may be NULL. */
const node *scenario_space_fault(const node *space, const char *message);

/* The entry of a kind that is named, and its settings: a name, or {name: ..., parameter: ...}. */
wend_choice scenario_read_choice(reader *r, const node *value, wend_kind kind);
/* Whether a scenario that does not name its entry of a kind may get this one. */
bool scenario_may_be_default(wend_kind kind, const char *name);
/* The settings alone: all members of a mapping but `name`. */
void scenario_read_settings(reader *r, const node *mapping, const wend_entry *entry,
                            wend_choice *out);

/* The value of a parameter, but for lines; its table has the last word about the range. */
void scenario_read_value(reader *r, const node *value, const wend_param *param, wend_value *out);

/* The settings for metrics (key `measure`) and outputs (key `output`). */
scenario_entries scenario_read_entries(reader *r, const node *root);

/* The maps of a world: those that the scenario names, then those that its planners need besides.
 * Zero it before; free it in any case. */
typedef struct scenario_maps {
    memory heap;
    struct scenario_made_map {
        const char *name;
        wend_map *map; /* a reference */
    } * items;
    uint32_t count, capacity;
} scenario_maps;

wend_result scenario_make_maps(const wend_scenario *s, const wend_registry *registry,
                               const wend_allocator *allocator, scenario_maps *out,
                               wend_error *error);
void scenario_free_maps(scenario_maps *maps);
/* Puts them into a world, or back into one that was loaded from a snapshot. */
wend_result scenario_put_maps(const scenario_maps *maps, wend_world *world, wend_error *error);
wend_result scenario_restore_maps(const scenario_maps *maps, wend_world *world, wend_error *error);

/* What a run needs to know of the world that is made; each array may be NULL, else it has room for
 * all of the scenario's. */
typedef struct scenario_ids {
    wend_obstacle *obstacles;
    wend_agent *agents;
    wend_agent_def *sources; /* what all agents of a source have in common */
} scenario_ids;

wend_result scenario_make_world(const wend_scenario *s, const wend_world_def *def, wend_world **out,
                                const scenario_ids *ids, wend_error *error);
/* The same with maps that are there already. */
wend_result scenario_make_world_with(const wend_scenario *s, const wend_world_def *def,
                                     const scenario_maps *maps, wend_world **out,
                                     const scenario_ids *ids, wend_error *error);
/* The def of its worlds. */
wend_world_def scenario_world_def(const wend_scenario *s, const wend_registry *registry,
                                  uint32_t threads, const wend_allocator *allocator);

#endif
