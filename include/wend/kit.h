/* wend/kit.h: scenario files in, results out (library wend-kit).
 *
 * A scenario is read from YAML, checked, and never changes. A run makes a world of it, steps it,
 * measures it with every registered metric, and writes the outputs asked for. A trajectory is a
 * file of an earlier run, ours or another program's: it is read frame by frame, and can be written
 * again in any output format. Metrics, outputs and inputs are descriptors like the stages of
 * wend/model.h: register yours beside the built-in ones. */
#ifndef WEND_KIT_H
#define WEND_KIT_H

#include <signal.h>
#include <stdio.h>
#include <wend/base.h>
#include <wend/model.h>
#include <wend/report.h>
#include <wend/space.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds all kinds of maps, outputs, inputs, metrics and papers of the kit to a registry. Fails as
 * wend_registry_add does.
 */
WEND_API wend_result wend_kit_register(wend_registry *registry, wend_error *error);

/* What to put behind a message about an unknown word: "; did you mean 'name'?" where one of the
 * names is near, else "; there are: a, b, c" (cut with "..." where it does not fit), "" without
 * names. Writes at most `size` bytes, the final zero included, and returns `out`. */
WEND_API const char *wend_suggest_name(const char *word, const char *const *names, size_t count,
                                       char *out, size_t size);

/* ---- What metrics and outputs see ------------------------------------------------------------ */

/* The world after a step, as metrics and outputs get it. Before the first step `agents` are those
 * about to enter, and `view` does not show them yet. In a trajectory that is read there is no
 * world: metrics do not run, outputs get the rest. */
typedef struct wend_frame {
    wend_world *world;              /* NULL in a trajectory */
    const wend_view *view;          /* NULL in a trajectory */
    const wend_agent_state *agents; /* all live agents in the order of their slots */
    uint32_t agent_count;
    const uint32_t *index_of_slot; /* place in `agents` of the agent in a slot, or UINT32_MAX */
    uint32_t slot_count;
    const wend_event *events; /* of the last step */
    uint32_t event_count;
    const wend_wall_hit *walls;  /* of doors and moving obstacles, as they are now */
    const uint32_t *wall_layers; /* one for each */
    uint32_t wall_count;
    double time;
    uint64_t step;
} wend_frame;

/* Agents that were placed together: their keys are first_key .. first_key + count - 1. */
typedef struct wend_agent_group {
    const char *name; /* never NULL */
    uint64_t first_key;
    uint32_t count;
    uint32_t first_agent; /* its place in wend_recording.agents; WEND_NONE: they enter later */
} wend_agent_group;

/* What a run or a trajectory is about. Lives as long as it. Read the lists of defs with
 * wend_def_at: their defs may be larger than those of your headers. `agents` of a trajectory may be
 * none: who is there shows in the frames alone. */
typedef struct wend_recording {
    const char *scenario; /* its name */
    wend_space *space;
    const wend_space_def *space_def; /* what the space was made of; has at least one layer */
    double dt;                       /* s; 0 where a trajectory does not tell */
    double frame_interval;           /* s between two frames that outputs get */
    const wend_agent_group *groups;  /* ordered by first_key */
    uint32_t group_count;
    const wend_goal_def *goals;
    uint32_t goal_count;
    const wend_obstacle_def *obstacles;
    uint32_t obstacle_count;
    const wend_agent_def *agents; /* as they start */
    uint32_t agent_count;
    wend_allocator allocator; /* for what metrics and outputs keep; zeroed: the C heap */
} wend_recording;

/* The group of an agent's key, or WEND_NONE. */
WEND_API uint32_t wend_recording_group_of(const wend_recording *recording, uint64_t key);

/* A figure of a run. `state` is zeroed memory of state_size bytes; `params` the parameter struct;
 * `user` is wend_entry.user, which `begin` keeps in the state if later functions need it. All
 * functions may be NULL. `begin` gets the world before the first step, `step` sees every step,
 * `report` is called once after the last; `end` frees what begin and step took, whether or not
 * they failed. */
typedef struct wend_metric {
    wend_entry entry;
    size_t state_size;
    wend_result (*begin)(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error);
    wend_result (*step)(void *state, const wend_frame *frame, wend_error *error);
    void (*report)(const void *state, const wend_frame *frame, wend_report *report);
    void (*end)(void *state);
} wend_metric;

/* A file format. State, parameters and `user` are as for a metric. `begin` opens `path`; `frame`
 * gets the first state, then one for each frame interval, and the last state; `end` closes the
 * file. With `keep` false, or when anything failed, no file may be left under `path`, unless the
 * format is whole after each frame. `end` is called once if begin was called, even if it failed. */
typedef struct wend_output {
    wend_entry entry;
    const char *extension; /* with the dot: ".csv" */
    size_t state_size;
    wend_result (*begin)(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error);
    wend_result (*frame)(void *state, const wend_frame *frame, wend_error *error);
    wend_result (*end)(void *state, bool keep, wend_error *error);
} wend_output;

/* A file format that can be read. State, parameters and `user` are as for a metric. `begin` opens
 * `path` and fills `recording`, whose arrays and space are the reader's and live until `end`;
 * `frame` gives the next frame, in the order of time, or sets `*more` to false after the last one;
 * what a frame points at lives until the next call. Ids in frames are the reader's own: a slot for
 * each agent, stable while it is there. `end` is called once if begin was called, even if it
 * failed. Damaged input gives an error with its place, never more: a file that was cut off while it
 * was written gives all whole frames first. */
typedef struct wend_input {
    wend_entry entry;
    const char *extension; /* with the dot: ".csv" */
    size_t state_size;
    wend_result (*begin)(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error);
    wend_result (*frame)(void *state, wend_frame *frame, bool *more, wend_error *error);
    void (*end)(void *state);
    double (*done)(const void *state); /* the share of the file read so far, 0 to 1; may be NULL */
} wend_input;

/* The output whose extension ends `path`, or NULL; then `error` lists those there are. */
WEND_API const wend_output *wend_output_for(const wend_registry *registry, const char *path,
                                            wend_error *error);

/* ---- Trajectories ---------------------------------------------------------------------------- */

typedef struct wend_trajectory wend_trajectory;

/* Opens a trajectory; the ending of `path` picks the input of the registry. */
WEND_API wend_result wend_trajectory_open(const wend_registry *registry, const char *path,
                                          const wend_allocator *allocator, wend_trajectory **out,
                                          wend_error *error);
/* NULL is allowed. */
WEND_API void wend_trajectory_close(wend_trajectory *trajectory);
WEND_API const wend_recording *wend_trajectory_recording(const wend_trajectory *trajectory);
/* The next frame, which lives until the next call, or NULL in `*frame` after the last. */
WEND_API wend_result wend_trajectory_next(wend_trajectory *trajectory, const wend_frame **frame,
                                          wend_error *error);
/* The share of the file that is read, 0 to 1; 0 where the format does not tell. */
WEND_API double wend_trajectory_done(const wend_trajectory *trajectory);

typedef struct wend_convert_def {
    uint32_t size;                 /* set by wend_default_convert_def */
    const char *path;              /* required: the trajectory */
    const wend_registry *registry; /* required, with the kit's entries */
    const char *const *outputs;    /* paths; the ending picks the format */
    uint32_t output_count;
    const char *const *settings; /* "output.png.width=800", "input.txt.fps=25" */
    uint32_t setting_count;
    double frames_per_second;                  /* 0: all frames; else at most that many */
    void (*progress)(void *user, double done); /* share of the file read, 0 to 1; or NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* becomes nonzero to stop after a frame; or NULL */
    wend_allocator allocator;            /* zeroed: the C heap */
} wend_convert_def;

/* Writes what wend_default_convert_def returns to a def of `size` bytes. */
WEND_API void wend_convert_def_init(wend_convert_def *def, size_t size);
/* Zeroed: path, registry and outputs must be filled in. */
static inline wend_convert_def wend_default_convert_def(void) {
    wend_convert_def def;
    wend_convert_def_init(&def, sizeof def);
    return def;
}

typedef struct wend_convert_result {
    uint64_t frames, positions; /* written: positions are agents summed over the frames */
    double first_time, last_time;
    bool cancelled;
} wend_convert_result;

/* Reads a trajectory and writes it in other formats. A file that breaks off gives the outputs all
 * its whole frames, closed properly, and then the error. `out` may be NULL; it is filled even when
 * this fails. */
WEND_API wend_result wend_convert(const wend_convert_def *def, wend_convert_result *out,
                                  wend_error *error);

/* ---- Maps ------------------------------------------------------------------------------------ */

/* A navigation mesh of a space, for discs of several radii. */
typedef struct wend_navmesh_def {
    uint32_t size;                   /* set by wend_default_navmesh_def */
    wend_space *space;               /* required */
    const wend_space_def *space_def; /* what it was made of; not needed for this kind */
    const double *radii;             /* m; each rounded up to a centimetre; 0 is always made */
    uint32_t radius_count;           /* at most WEND_MAX_LEVELS different ones after rounding */
    const wend_obstacle_def *doors;  /* doors that may be shut in a run; others are left out */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: what is to be covered, besides everything in the
                             space */
    uint32_t arc_pieces;  /* to a quarter circle, where the ground is narrowed: 2 to 64; 0: so many
                             that arcs are off by less than 0.25 mm */
    void (*progress)(void *user, double done); /* 0 to 1; or NULL */
    void *user;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_navmesh_def;

enum { WEND_MAX_LEVELS = 64 };

/* Writes what wend_default_navmesh_def returns to a def of `size` bytes. */
WEND_API void wend_navmesh_def_init(wend_navmesh_def *def, size_t size);
/* Zeroed: the space must be filled in. */
static inline wend_navmesh_def wend_default_navmesh_def(void) {
    wend_navmesh_def def;
    wend_navmesh_def_init(&def, sizeof def);
    return def;
}

/* Builds the mesh. Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY,
 * WEND_ERROR_MEMORY. The caller owns one reference. */
WEND_API wend_result wend_navmesh_build(const wend_navmesh_def *def, wend_map **out,
                                        wend_error *error);

/* The medial axis of a space's ground. */
typedef struct wend_corridor_def {
    uint32_t size;                  /* set by wend_default_corridor_def */
    wend_space *space;              /* required */
    const wend_obstacle_def *doors; /* doors that may be shut in a run; others are left out */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: what is to be covered, besides everything in the
                             space; the box around it counts as a wall */
    void (*progress)(void *user, double done); /* 0 to 1; or NULL */
    void *user;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_corridor_def;

/* Writes what wend_default_corridor_def returns to a def of `size` bytes. */
WEND_API void wend_corridor_def_init(wend_corridor_def *def, size_t size);
/* Zeroed: the space must be filled in. */
static inline wend_corridor_def wend_default_corridor_def(void) {
    wend_corridor_def def;
    wend_corridor_def_init(&def, sizeof def);
    return def;
}

/* Builds a corridor map of the walls of class 0; its axis leads through links. A link to which
 * another one joins without a wall, or just beyond which a wall of its own layer stands, is
 * refused. Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY,
 * WEND_ERROR_MEMORY. The caller owns one reference. */
WEND_API wend_result wend_corridor_build(const wend_corridor_def *def, wend_map **out,
                                         wend_error *error);

/* A network of lines, as a designer draws it. */
typedef struct wend_roadmap_def {
    uint32_t size;                  /* set by wend_default_roadmap_def */
    wend_space *space;              /* required */
    const wend_line *lines;         /* that agents may follow, both ways */
    uint32_t line_count;            /* 0 gives a map without edges */
    const wend_obstacle_def *doors; /* doors that may be shut in a run; others are left out */
    uint32_t door_count;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_roadmap_def;

enum { WEND_MAX_ROADMAP_POINTS = 1 << 16 /* of all lines of a network together */ };

/* Writes what wend_default_roadmap_def returns to a def of `size` bytes. */
WEND_API void wend_roadmap_def_init(wend_roadmap_def *def, size_t size);
/* Zeroed: the space must be filled in. */
static inline wend_roadmap_def wend_default_roadmap_def(void) {
    wend_roadmap_def def;
    wend_roadmap_def_init(&def, sizeof def);
    return def;
}

/* Builds a roadmap of lines: joined where they meet or cross, with the clearance of each edge to
 * walls of class 0. A line that crosses a wall or leaves the ground is refused with its place.
 * Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY, WEND_ERROR_MEMORY. The
 * caller owns one reference. */
WEND_API wend_result wend_roadmap_build(const wend_roadmap_def *def, wend_map **out,
                                        wend_error *error);

/* ---- Kinds of maps --------------------------------------------------------------------------- */

/* What a map is made of, and for whom. */
typedef struct wend_map_task {
    wend_space *space;
    const wend_space_def *space_def; /* what it was made of */
    const double *radii;             /* m: of the agents that will use it, in classes */
    uint32_t radius_count;
    bool radii_given;               /* by the caller: they come before those of parameters */
    const wend_obstacle_def *doors; /* all obstacles: those that are no doors are left out */
    uint32_t door_count;
    wend_point low, high;                      /* on unbounded ground: what is to be covered */
    void (*progress)(void *user, double done); /* 0 to 1; or NULL */
    void *user;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_map_task;

/* A picture of a map that is to be written. */
typedef struct wend_map_drawing {
    const wend_recording *recording; /* its space, and the name of the scenario */
    const wend_map *map;
    uint32_t level; /* below that of its facts */
    bool vector;    /* SVG; else PNG */
    FILE *stream;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_map_drawing;

/* How a kind of map is made and drawn. Registered as WEND_KIND_MAP under the name of the kind. Its
 * parameters are keys of a map in scenario files, and options of `wend map`. The first one that is
 * registered is the default of scenario files. */
typedef struct wend_map_builder {
    wend_entry entry;
    const char *noun;     /* what messages call such a map: "mesh", "network" */
    const char *required; /* the parameter without which none can be made; NULL: one is made for
                             each planner that needs it */
    bool has_levels;      /* pictures show one of several levels */
    /* `params` is the parameter struct, `user` wend_entry.user. The caller owns one reference. */
    wend_result (*build)(const wend_map_task *task, const void *params, void *user, wend_map **out,
                         wend_error *error);
    wend_result (*draw)(const wend_map_drawing *drawing, void *user, wend_error *error);
    /* m: of the largest disc that a map with these parameters is made for, INFINITY: all. NULL:
     * always all. */
    double (*largest_radius)(const void *params, void *user);
} wend_map_builder;

/* ---- Scenarios ------------------------------------------------------------------------------- */

typedef struct wend_scenario wend_scenario;

typedef struct wend_scenario_def {
    uint32_t size;    /* set by wend_default_scenario_def */
    const char *path; /* the file; with `text` given, just its name in messages */
    const char *text; /* the content instead of a file, which cannot include others; NULL: read
                         `path` */
    size_t text_size;
    const wend_registry *registry; /* required: what `plan`, `steer` and so on may name */
    const char *plan;              /* NULL: as the scenario says; else for all profiles */
    const char *follow;
    const char *steer;
    const char *const *settings; /* "path=value": put into the document before it is read */
    uint32_t setting_count;
    uint32_t max_agents;      /* 0: WEND_MAX_AGENTS */
    wend_allocator allocator; /* zeroed: the C heap */
} wend_scenario_def;

/* Writes what wend_default_scenario_def returns to a def of `size` bytes. */
WEND_API void wend_scenario_def_init(wend_scenario_def *def, size_t size);
/* Zeroed: path, registry or more must be filled in. */
static inline wend_scenario_def wend_default_scenario_def(void) {
    wend_scenario_def def;
    wend_scenario_def_init(&def, sizeof def);
    return def;
}

/* Reads and checks a scenario; errors say file, line and column. */
WEND_API wend_result wend_scenario_load(const wend_scenario_def *def, wend_scenario **out,
                                        wend_error *error);
/* NULL is allowed. Worlds made of it live on. */
WEND_API void wend_scenario_destroy(wend_scenario *scenario);

/* Writes the JSON Schema (draft 2020-12) of scenario files, with the entries of the registry and
 * their parameters. */
WEND_API void wend_schema_write(const wend_registry *registry, wend_json *json);

typedef struct wend_scenario_info {
    const char *name;
    const char *plan, *follow, *steer; /* names in use, joined by "+" where profiles differ */
    uint64_t seed;
    double dt, end; /* s */
    uint32_t agents, groups, profiles, goals, obstacles, layers;
} wend_scenario_info;

/* The texts live as long as the scenario. */
WEND_API wend_scenario_info wend_scenario_get_info(const wend_scenario *scenario);
WEND_API wend_space *wend_scenario_space(const wend_scenario *scenario);
/* What that space was made of; lives as long as the scenario. */
WEND_API const wend_space_def *wend_scenario_space_def(const wend_scenario *scenario);

/* Something that is allowed but hardly meant, or a note on what was made of the input; the texts
 * live as long as the scenario. */
typedef struct wend_warning {
    bool note;        /* true: nothing is amiss */
    const char *path; /* the file, or the setting that it comes from */
    int line, column; /* 1-based; 0 in a setting */
    const char *message;
} wend_warning;

/* How many warnings and notes the scenario has, in the order in which they were found. */
WEND_API uint32_t wend_scenario_warning_count(const wend_scenario *scenario);
/* One of them, `index` below their number. */
WEND_API wend_warning wend_scenario_warning(const wend_scenario *scenario, uint32_t index);

/* A map of the scenario's space, as its runs would make it. */
typedef struct wend_map_def {
    uint32_t size;                 /* set by wend_default_map_def */
    const wend_scenario *scenario; /* required */
    const char *kind;              /* its name; NULL: the first one that is registered */
    const char *name; /* as the scenario names the map of that kind; NULL: the first one */
    /* For its parameters, before those of that map of the scenario. */
    const wend_setting *settings;
    uint32_t setting_count;
    const double *radii;   /* m: of the agents; NULL: those of all agents of the scenario, in at */
    uint32_t radius_count; /* most 16 classes of whole centimetres */
    void (*progress)(void *user, double done); /* 0 to 1; or NULL */
    void *user;
    wend_allocator allocator; /* zeroed: the C heap */
} wend_map_def;

/* Writes what wend_default_map_def returns to a def of `size` bytes. */
WEND_API void wend_map_def_init(wend_map_def *def, size_t size);
/* A map of the default kind for all agents: the scenario must be filled in. */
static inline wend_map_def wend_default_map_def(void) {
    wend_map_def def;
    wend_map_def_init(&def, sizeof def);
    return def;
}

/* Makes a map for the agents and doors of a scenario, with the settings of the scenario's map of
 * that kind if it has one; one that is read from a file is given as it is, unless there are
 * settings. Fails as the kind's build does; WEND_ERROR_NAME: there is no such kind, no map of that
 * name, or none of a kind that needs settings. The caller owns one reference. */
WEND_API wend_result wend_scenario_build_map(const wend_map_def *def, wend_map **out,
                                             wend_error *error);

/* Draws a level of a map, as its kind does (wend_map_builder.draw). The path ends in .svg or .png.
 * Fails with WEND_ERROR_NAME (another ending, or a kind that is not registered),
 * WEND_ERROR_INVALID (no such level), WEND_ERROR_IO, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_scenario_draw_map(const wend_scenario *scenario, const wend_map *map,
                                            uint32_t level, const char *path, wend_error *error);

/* What the scenario says of a planner: the settings of the first profile that names it; without
 * settings if none does. They live as long as the scenario. */
WEND_API wend_choice wend_scenario_planner(const wend_scenario *scenario, const char *name);

/* A part of a way: on foot, up to a connection of the space or to the end. */
typedef struct wend_route_drawing_leg {
    uint32_t point_count; /* of the way's points, at least 2 */
    uint32_t disc_count;  /* of its discs */
} wend_route_drawing_leg;

/* A way through the space of a scenario, to be drawn. */
typedef struct wend_route_drawing_def {
    uint32_t size;                 /* set by wend_default_route_drawing_def */
    const wend_scenario *scenario; /* required */
    const wend_world *world;       /* whose doors and moving obstacles are drawn; NULL: none are */
    wend_route_status status;
    const wend_route_point *points; /* from its start to its end; local */
    uint32_t point_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* of its corridor; local */
    uint32_t disc_count;
    double radius; /* m: of the disc that walks it */
    const wend_route_drawing_leg *legs;
    uint32_t leg_count; /* 0: all of it is one */
} wend_route_drawing_def;

/* Writes what wend_default_route_drawing_def returns to a def of `size` bytes. */
WEND_API void wend_route_drawing_def_init(wend_route_drawing_def *def, size_t size);
/* Zeroed: the scenario must be filled in. */
static inline wend_route_drawing_def wend_default_route_drawing_def(void) {
    wend_route_drawing_def def;
    wend_route_drawing_def_init(&def, sizeof def);
    return def;
}

/* Draws a way: its line, what the disc sweeps over, portals, corridor, walls. The path ends in .svg
 * or .png. Fails with WEND_ERROR_NAME (another ending), WEND_ERROR_IO, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_scenario_draw_route(const wend_route_drawing_def *def, const char *path,
                                              wend_error *error);

/* A world with everything of the scenario in it, before its first step; maps that it names, or that
 * its planners need, are made if need be. Timed commands are the
 * run's. `threads` 1 to 256. The world is the caller's; `registry` must outlive it, the scenario
 * need not. */
WEND_API wend_result wend_scenario_create_world(const wend_scenario *scenario,
                                                const wend_registry *registry, uint32_t threads,
                                                const wend_allocator *allocator, wend_world **out,
                                                wend_error *error);

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct wend_progress {
    double time, end; /* simulated, s */
    uint64_t steps;   /* done in this run */
    uint32_t arrived, agents;
    double elapsed;       /* s */
    uint64_t agent_steps; /* of this run: agents present, summed over its steps */
} wend_progress;

typedef struct wend_run_def {
    uint32_t size;                 /* set by wend_default_run_def */
    const wend_scenario *scenario; /* required */
    const wend_registry *registry; /* required, with the kit's entries */
    uint32_t threads;              /* 1 to 256 */
    wend_kernel kernel;            /* must be available: see wend_kernel_is_available */
    const char *const *outputs;    /* paths; the ending picks the format */
    uint32_t output_count;
    double frames_per_second; /* 0: every step, but at most ten a second */
    const char *save;         /* snapshot to write after the last step, or NULL */
    const char *resume;       /* snapshot to go on from, or NULL: it has the last word about seed,
                                 dt and models */
    void (*progress)(void *user, const wend_progress *progress); /* after every step; or NULL */
    void *user;
    /* Sees the first state and every step after it, as metrics do; a failure ends the run. NULL:
     * nobody watches. */
    wend_result (*watch)(void *watcher, const wend_recording *recording, const wend_frame *frame,
                         wend_error *error);
    void *watcher;
    const volatile sig_atomic_t *cancel; /* becomes nonzero to stop after a step; or NULL */
    wend_allocator allocator;            /* zeroed: the C heap */
} wend_run_def;

/* Writes what wend_default_run_def returns to a def of `size` bytes. */
WEND_API void wend_run_def_init(wend_run_def *def, size_t size);
/* No scenario, one thread, no outputs. */
static inline wend_run_def wend_default_run_def(void) {
    wend_run_def def;
    wend_run_def_init(&def, sizeof def);
    return def;
}

typedef enum wend_straggler_reason {
    WEND_STRAGGLER_NO_ROUTE, /* its planner found no way */
    WEND_STRAGGLER_WAITING,  /* has no goal, or no room at it */
    WEND_STRAGGLER_CLOSED,   /* the last goal that it had has closed */
    WEND_STRAGGLER_STUCK,    /* moved less than half a metre in the last ten seconds */
    WEND_STRAGGLER_WALKING,
    WEND_STRAGGLER_REASON_COUNT
} wend_straggler_reason;

/* "no route", "waiting" and so on; static storage. */
WEND_API const char *wend_straggler_text(wend_straggler_reason reason);

/* An agent that had not arrived when the run ended. */
typedef struct wend_straggler {
    uint64_t key;
    const char *group; /* its name, or ""; lives as long as the summary */
    wend_point position;
    uint32_t layer;
    wend_straggler_reason reason;
} wend_straggler;

/* What came of a run. */
typedef struct wend_summary wend_summary;

/* Runs until all agents have arrived, the scenario's end, or `cancel`; being cancelled is no
 * failure. When the run fails, what was recorded so far is closed and whole. */
WEND_API wend_result wend_run_scenario(const wend_run_def *def, wend_summary **out,
                                       wend_error *error);
/* NULL is allowed. */
WEND_API void wend_summary_destroy(wend_summary *summary);
/* All figures: the run's own and those of all metrics. */
WEND_API const wend_report *wend_summary_report(const wend_summary *summary);
WEND_API bool wend_summary_cancelled(const wend_summary *summary);
/* Who did not arrive, ordered by key. */
WEND_API uint32_t wend_summary_straggler_count(const wend_summary *summary);
WEND_API wend_straggler wend_summary_straggler(const wend_summary *summary, uint32_t index);
/* The name of a layer of the run's space, "" if it has none. */
WEND_API const char *wend_summary_layer_name(const wend_summary *summary, uint32_t layer);

/* ---- Papers ---------------------------------------------------------------------------------- */

/* A publication, run again: its descriptor makes the runs behind each table and figure, and puts
 * our values beside those that were printed. Register yours as WEND_KIND_PAPER. */
typedef struct wend_paper_call wend_paper_call;

typedef struct wend_paper {
    wend_entry entry; /* its citation is the publication */
    wend_result (*run)(wend_paper_call *call, wend_error *error);
    const char *const *settings; /* NULL-terminated, or NULL: what brings all its trials back to
                                    what was published, as wend_scenario_def.settings; at most 8 */
} wend_paper;

/* One value of a table or figure. */
typedef struct wend_paper_value {
    const char *table;  /* "Table 2", "Fig 6" */
    const char *row;    /* "16 Blocks" */
    const char *column; /* "dt 0.01 s" */
    const char *unit;
    double theirs;     /* as printed; NAN: they give none */
    double ours;       /* NAN: there is none */
    const char *words; /* what is said in place of numbers, a verdict; NULL: nothing */
} wend_paper_value;

typedef struct wend_paper_def {
    uint32_t size;                 /* set by wend_default_paper_def */
    const wend_paper *paper;       /* required */
    const wend_registry *registry; /* required, with the kit's entries */
    const char *scenarios;         /* required: the folder that holds the scenarios of papers */
    const char *directory;         /* where pictures go, which must be there; NULL: none are made */
    bool quick;                    /* fewer seeds and shorter runs, for a first look */
    uint32_t threads;              /* 1 to 256; what is timed runs on one */
    void (*progress)(void *user, double done); /* 0 to 1; or NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* becomes nonzero to stop; or NULL */
    wend_allocator allocator;            /* zeroed: the C heap */
} wend_paper_def;

/* Writes what wend_default_paper_def returns to a def of `size` bytes. */
WEND_API void wend_paper_def_init(wend_paper_def *def, size_t size);
/* One thread, nothing else: paper, registry and scenarios must be filled in. */
static inline wend_paper_def wend_default_paper_def(void) {
    wend_paper_def def;
    wend_paper_def_init(&def, sizeof def);
    return def;
}

typedef struct wend_paper_result wend_paper_result;

/* Runs it. Being cancelled is no failure: the values found by then are there. */
WEND_API wend_result wend_paper_run(const wend_paper_def *def, wend_paper_result **out,
                                    wend_error *error);
/* NULL is allowed. */
WEND_API void wend_paper_result_destroy(wend_paper_result *result);
WEND_API bool wend_paper_result_cancelled(const wend_paper_result *result);
/* In the order in which they were added; live as long as the result. */
WEND_API uint32_t wend_paper_value_count(const wend_paper_result *result);
WEND_API wend_paper_value wend_paper_value_at(const wend_paper_result *result, uint32_t index);
/* The files that were written. */
WEND_API uint32_t wend_paper_file_count(const wend_paper_result *result);
WEND_API const char *wend_paper_file_at(const wend_paper_result *result, uint32_t index);

/* What follows is for descriptors. */

/* What wend_paper_run was called with; valid during the call. */
WEND_API const wend_paper_def *wend_paper_call_def(const wend_paper_call *call);
/* wend_entry.user of the paper. */
WEND_API void *wend_paper_call_user(const wend_paper_call *call);
/* Says how many trials there will be, for the progress bar. */
WEND_API void wend_paper_expect(wend_paper_call *call, uint32_t trials);
/* Keeps a value; texts are copied. */
WEND_API wend_result wend_paper_add(wend_paper_call *call, const wend_paper_value *value,
                                    wend_error *error);
/* The path of a file to be written, which the result will name; NULL when none are to be made, when
 * it was cancelled, or when memory ran out. Lives as long as the call. */
WEND_API const char *wend_paper_file(wend_paper_call *call, const char *name);

/* One run of a scenario. */
typedef struct wend_paper_trial {
    const char *scenario; /* a file in the folder of scenarios: "way-portals/castle.yaml" */
    const char *plan, *follow, *steer; /* NULL: as the scenario says */
    const char *const *settings;       /* as wend_scenario_def.settings */
    uint32_t setting_count;
    bool timed;         /* on one thread */
    const char *output; /* a file that wend_paper_file gave, or NULL */
    double output_fps;  /* frames for it per second; 0: as in a run */
    wend_result (*watch)(void *watcher, const wend_recording *recording, const wend_frame *frame,
                         wend_error *error);
    void *watcher;
} wend_paper_trial;

/* Runs a trial; the caller destroys the summary. One that is cancelled gives WEND_OK and no summary
 * (NULL): a descriptor then returns WEND_OK at once. */
WEND_API wend_result wend_paper_run_trial(wend_paper_call *call, const wend_paper_trial *trial,
                                          wend_summary **out, wend_error *error);

/* ---- Explanations ---------------------------------------------------------------------------- */

typedef struct wend_explain_def {
    uint32_t size;                       /* set by wend_default_explain_def */
    const wend_scenario *scenario;       /* required */
    const wend_registry *registry;       /* required */
    uint32_t threads;                    /* 1 to 256 */
    uint64_t key;                        /* whose choice: the agent's key */
    double time;                         /* when, s: the last step that ends by then counts */
    const char *path;                    /* the figure, .svg or .png; NULL: none */
    const volatile sig_atomic_t *cancel; /* becomes nonzero to stop after a step; or NULL */
    wend_allocator allocator;            /* zeroed: the C heap */
    wend_mark *marks;                    /* get the marks that were made; NULL if capacity is 0 */
    uint32_t mark_capacity;
} wend_explain_def;

/* Writes what wend_default_explain_def returns to a def of `size` bytes. */
WEND_API void wend_explain_def_init(wend_explain_def *def, size_t size);
/* No scenario, one thread, no figure. */
static inline wend_explain_def wend_default_explain_def(void) {
    wend_explain_def def;
    wend_explain_def_init(&def, sizeof def);
    return def;
}

enum { WEND_EXPLANATION_SIZE = 600 };

/* What the models of an agent saw and chose. Velocities are NAN where no model tells. */
typedef struct wend_explanation {
    double time; /* of the world then, s */
    wend_agent_state agent;
    wend_vec2 preferred;                                     /* m/s */
    wend_vec2 chosen;                                        /* m/s */
    uint32_t half_planes, cones, goal_sets, regions, forces; /* marks of each kind */
    uint32_t mark_count; /* of all; at most mark_capacity of them were written */
    bool cancelled;      /* stopped before the time was reached: nothing else is filled in */
    char sentence[WEND_EXPLANATION_SIZE]; /* the same in words */
} wend_explanation;

/* Runs a scenario up to a time and explains the choice that an agent is about to make there, in
 * words and as a figure: the world around it beside its velocity space. Fails with
 * WEND_ERROR_NAME (no such key, or an ending that is no picture's), WEND_ERROR_INVALID (the time
 * lies beyond the end, the agent has not entered yet or has left) and as a run does. */
WEND_API wend_result wend_explain_scenario(const wend_explain_def *def, wend_explanation *out,
                                           wend_error *error);
/* Reads "AGENT@TIME", as in "7@3.5". */
WEND_API wend_result wend_explain_parse(const char *text, uint64_t *key, double *time,
                                        wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
