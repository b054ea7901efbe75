/* wend/kit.h: loads and runs scenario files, and writes results (library wend-kit).
 *
 * A scenario is loaded from YAML, checked, and never changes. A run creates a world from it, steps
 * the world, measures it with every registered metric, and writes the requested outputs. A
 * trajectory is a file that an earlier run of wend or another program has written: it is read frame
 * by frame, and can be written again in any output format. Metrics, outputs and inputs are
 * descriptors like the stages of wend/model.h: register your own in addition to the built-in ones.
 */
#ifndef WEND_KIT_H
#define WEND_KIT_H

#include <signal.h>
#include <stdio.h>
#include <wend/base.h>
#include <wend/certify.h>
#include <wend/grid.h>
#include <wend/guidance.h>
#include <wend/model.h>
#include <wend/paper.h>
#include <wend/report.h>
#include <wend/roadmap.h>
#include <wend/simplify.h>
#include <wend/space.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds all kinds of maps, outputs, inputs, metrics and papers of the kit to a registry. Fails under
 * the same conditions as wend_registry_add. */
WEND_API wend_result wend_kit_register(wend_registry *registry, wend_error *error);

/* Writes the end of a message about an unknown word. This is "; it is now called 'name'" if one of
 * the names has replaced the word (as `max_value` replaced the picture option `top`); "; did you
 * mean 'name'?" if one of the names is similar; otherwise "; there are: a, b, c" (truncated with
 * "..." if it does not fit), or "" if there are no names. Writes at most `size` bytes, including
 * the terminating zero, and returns `out`. */
WEND_API const char *wend_suggest_name(const char *word, const char *const *names, size_t count,
                                       char *out, size_t size);

/* ---- Metrics, outputs and inputs ------------------------------------------------------------- */

/* The world after a step, as passed to metrics and outputs. Before the first step, `agents` are
 * those that are about to enter, and `view` does not contain them yet. A frame that is read from a
 * trajectory has no world: metrics do not run, and outputs get the remaining fields. */
typedef struct wend_frame {
    wend_world *world;              /* NULL if read from a trajectory */
    const wend_view *view;          /* NULL if read from a trajectory */
    const wend_agent_state *agents; /* all live agents in the order of their slots */
    uint32_t agent_count;
    /* For each slot, the index of its agent in `agents`, or UINT32_MAX. */
    const uint32_t *index_of_slot;
    uint32_t slot_count;
    const wend_event *events; /* the events of the last step */
    uint32_t event_count;
    /* The walls of doors and moving obstacles, at their current positions. */
    const wend_wall_hit *walls;
    const uint32_t *wall_layers; /* the layer of each wall */
    uint32_t wall_count;
    double time;
    uint64_t step;
} wend_frame;

/* Agents that were placed together: their keys are first_key .. first_key + count - 1. */
typedef struct wend_agent_group {
    const char *name; /* never NULL */
    uint64_t first_key;
    uint32_t count;
    uint32_t first_agent; /* index of the group's first agent in wend_recording.agents; WEND_NONE if
                             its agents enter later */
} wend_agent_group;

/* A terrain type that profiles of agents forbid. */
typedef struct wend_forbidden_terrain {
    uint32_t type;
    bool for_all; /* true if the profiles of all groups forbid it */
} wend_forbidden_terrain;

/* A place where agents of a queue stand. */
typedef struct wend_waiting_place {
    wend_point position;
    double radius; /* m: of the agents that it has room for */
    uint32_t layer;
    bool is_service; /* agents are served there */
} wend_waiting_place;

/* The data of a run or a trajectory that does not change; valid as long as the run or trajectory.
 * Access the lists of defs with wend_def_at, because their defs may be larger than those of your
 * headers. `agents` of a trajectory may be empty: then the agents appear only in the frames. */
typedef struct wend_recording {
    const char *scenario; /* the name of the scenario */
    wend_space *space;
    /* The def that the space was created from; it has at least one layer. */
    const wend_space_def *space_def;
    double dt;             /* s: duration of a step; 0 if a trajectory does not specify it */
    double frame_interval; /* s: time between the frames passed to outputs */
    const wend_agent_group *groups; /* ordered by first_key */
    uint32_t group_count;
    const wend_goal_def *goals;
    uint32_t goal_count;
    const wend_obstacle_def *obstacles;
    uint32_t obstacle_count;
    const wend_agent_def *agents; /* the agents that are present at the start */
    uint32_t agent_count;
    /* Provides memory for metrics and outputs; if zeroed, the C heap is used. */
    wend_allocator allocator;
    bool has_height; /* the agents of a trajectory have a z even if its space has no heights */
    /* The file that a conversion reads, which outputs must not change; NULL for a run. */
    const char *source;
    const wend_belt_def *belts; /* as at the start */
    uint32_t belt_count;
    /* Terrain types that profiles of the agents forbid. */
    const wend_forbidden_terrain *forbidden;
    const wend_waiting_place *waiting_places; /* of all queues; a run has them, a trajectory not */
    uint32_t forbidden_count, waiting_place_count;
    const struct wend_scenario *run; /* the scenario that runs; NULL for a trajectory */
} wend_recording;

/* Returns the index of the group that contains an agent's key, or WEND_NONE. */
WEND_API uint32_t wend_recording_group_of(const wend_recording *recording, uint64_t key);

/* A metric measures a run. `state` is zeroed memory of state_size bytes; `params` is the parameter
 * struct; `user` is wend_entry.user, which `begin` stores in the state if later functions need it.
 * Each function may be NULL. `begin` gets the world before the first step, `step` gets it after
 * every step, and `report` is called once after the last step. `end` frees what `begin` and `step`
 * allocated, whether or not they failed. */
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

/* An output writes a file format. Its state, parameters and `user` work as for a metric. `begin`
 * opens `path`; `frame` gets the initial state, then one state per frame interval, and the final
 * state; `end` closes the file. If `keep` is false or a function failed, no file may remain at
 * `path`, unless the format is valid after every frame. `end` is called once after `begin`, even if
 * `begin` failed. */
typedef struct wend_output {
    wend_entry entry;
    const char *extension; /* includes the dot: ".csv" */
    size_t state_size;
    wend_result (*begin)(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error);
    wend_result (*frame)(void *state, const wend_frame *frame, wend_error *error);
    wend_result (*end)(void *state, bool keep, wend_error *error);
} wend_output;

/* An input reads a file format. Its state, parameters and `user` work as for a metric. `begin`
 * opens `path` and fills in `recording`; the input owns the recording's arrays and space, which are
 * valid until `end`. `frame` gives the next frame, in the order of time, or sets `*more` to false
 * after the last one; a frame is valid until the next call. The ids in frames are the input's own:
 * each agent has a slot that does not change while the agent is present. `end` is called once after
 * `begin`, even if `begin` failed. Damaged input must give an error that states the position of the
 * damage, and must have no other effect. A file that was truncated while it was written must first
 * give all complete frames. */
typedef struct wend_input {
    wend_entry entry;
    const char *extension; /* includes the dot: ".csv" */
    size_t state_size;
    wend_result (*begin)(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error);
    wend_result (*frame)(void *state, wend_frame *frame, bool *more, wend_error *error);
    void (*end)(void *state);
    double (*done)(
        const void *state); /* returns the fraction of the file read so far, 0 to 1; may be NULL */
} wend_input;

/* Finds the output for the extension of `path`. Returns NULL if there is none; `error` then lists
 * the known extensions. */
WEND_API const wend_output *wend_output_for(const wend_registry *registry, const char *path,
                                            wend_error *error);

/* ---- Trajectories ---------------------------------------------------------------------------- */

/* An open trajectory file. */
typedef struct wend_trajectory wend_trajectory;

/* Opens a trajectory, which the caller owns. The extension of `path` determines which input of the
 * registry is used. `allocator` may be NULL. */
WEND_API wend_result wend_trajectory_open(const wend_registry *registry, const char *path,
                                          const wend_allocator *allocator, wend_trajectory **out,
                                          wend_error *error);
/* Closes a trajectory. NULL is allowed. */
WEND_API void wend_trajectory_close(wend_trajectory *trajectory);
/* Returns the constant data of a trajectory. It is valid while the trajectory is open. */
WEND_API const wend_recording *wend_trajectory_recording(const wend_trajectory *trajectory);
/* Reads the next frame, which is valid until the next call. Sets `*frame` to NULL after the last
 * frame. */
WEND_API wend_result wend_trajectory_next(wend_trajectory *trajectory, const wend_frame **frame,
                                          wend_error *error);
/* Returns the fraction of the file read so far, 0 to 1; always 0 if the format does not report it.
 */
WEND_API double wend_trajectory_progress(const wend_trajectory *trajectory);

/* The definition of a conversion. */
typedef struct wend_convert_def {
    uint32_t size;                 /* set by wend_default_convert_def */
    const char *path;              /* required: path of the trajectory file */
    const wend_registry *registry; /* required; must contain the kit's entries */
    const char *const *outputs; /* paths of the files to write; the extension selects the format */
    uint32_t output_count;
    const char *const *settings; /* such as "output.png.width=800" or "input.txt.fps=25" */
    uint32_t setting_count;
    double frames_per_second; /* the largest number of frames to write per second; 0: all frames */
    /* Receives the fraction of the file read, 0 to 1; may be NULL. */
    void (*progress)(void *user, double done);
    void *user;
    /* Set `*cancel` to nonzero to stop after a frame; may be NULL. */
    const volatile sig_atomic_t *cancel;
    wend_allocator allocator; /* if zeroed, the C heap is used */
} wend_convert_def;

/* Writes the defaults of wend_default_convert_def to a def of `size` bytes. */
WEND_API void wend_convert_def_init(wend_convert_def *def, size_t size);
/* Returns a zeroed def. The caller must fill in path, registry and outputs. */
static inline wend_convert_def wend_default_convert_def(void) {
    wend_convert_def def;
    wend_convert_def_init(&def, sizeof def);
    return def;
}

/* The result of a conversion. */
typedef struct wend_convert_result {
    uint64_t frames, positions; /* number of frames written; number of agent positions written,
                                   summed over these frames */
    double first_time, last_time;
    bool cancelled;
} wend_convert_result;

/* Reads a trajectory and writes it in other formats. If the input file is truncated, the outputs
 * get all its complete frames and are closed properly; then the error is returned. `out` may be
 * NULL; it is filled in even if the conversion fails. */
WEND_API wend_result wend_convert(const wend_convert_def *def, wend_convert_result *out,
                                  wend_error *error);

/* ---- Maps ------------------------------------------------------------------------------------ */

/* The definition of a navigation mesh of a space, built for discs of several radii. */
typedef struct wend_navmesh_def {
    uint32_t size;     /* set by wend_default_navmesh_def */
    wend_space *space; /* required */
    /* The def that the space was created from; not needed for a navigation mesh. */
    const wend_space_def *space_def;
    const double *radii;   /* m; each is rounded up to a whole centimetre; 0 is always included */
    uint32_t radius_count; /* after rounding, at most WEND_MAX_LEVELS different radii */
    const wend_obstacle_def *doors; /* doors that may be closed; other obstacles are ignored */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: a box that the mesh covers in addition to
                             everything in the space */
    uint32_t arc_pieces;  /* segments per quarter circle at corners of the inset ground: 2 to 64; 0:
                             as many as keep the error of arcs below 0.25 mm */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
    bool with_terrain; /* build a map of kind "terrain" instead: triangles that are not merged into
                          polygons, each on one type of terrain */
} wend_navmesh_def;

/* The largest number of levels of a navigation mesh. */
enum { WEND_MAX_LEVELS = 64 };

/* Writes the defaults of wend_default_navmesh_def to a def of `size` bytes. */
WEND_API void wend_navmesh_def_init(wend_navmesh_def *def, size_t size);
/* Returns a zeroed def. The caller must fill in the space. */
static inline wend_navmesh_def wend_default_navmesh_def(void) {
    wend_navmesh_def def;
    wend_navmesh_def_init(&def, sizeof def);
    return def;
}

/* Builds a navigation mesh, or a terrain map (`with_terrain`). Fails with WEND_ERROR_INVALID,
 * WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY, WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. The caller owns
 * one reference. `cancel` may be set by a signal handler, by another thread or by `progress`; it is
 * checked many times in each level. */
WEND_API wend_result wend_navmesh_build(const wend_navmesh_def *def, wend_map **out,
                                        wend_error *error);

/* The definition of a corridor map: the medial axis of a space's ground. */
typedef struct wend_corridor_def {
    uint32_t size;                  /* set by wend_default_corridor_def */
    wend_space *space;              /* required */
    const wend_obstacle_def *doors; /* doors that may be closed; other obstacles are ignored */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: a box that the map covers in addition to
                             everything in the space; the box counts as a wall */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
} wend_corridor_def;

/* Writes the defaults of wend_default_corridor_def to a def of `size` bytes. */
WEND_API void wend_corridor_def_init(wend_corridor_def *def, size_t size);
/* Returns a zeroed def. The caller must fill in the space. */
static inline wend_corridor_def wend_default_corridor_def(void) {
    wend_corridor_def def;
    wend_corridor_def_init(&def, sizeof def);
    return def;
}

/* Builds a corridor map from the walls of class 0. Its medial axis passes through links. A link is
 * refused if another link adjoins it without a wall between them, or if a wall of one layer lies
 * just beyond the link, over the other layer. Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT,
 * WEND_ERROR_GEOMETRY, WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. `cancel` is checked after each
 * layer. The caller owns one reference. */
WEND_API wend_result wend_corridor_build(const wend_corridor_def *def, wend_map **out,
                                         wend_error *error);

/* Roadmaps: see wend/roadmap.h. */

/* The definition of a grid: cells with the clearance and the terrain of their centres. */
typedef struct wend_grid_def {
    uint32_t size;     /* set by wend_default_grid_def */
    wend_space *space; /* required */
    /* m: side of a square, of a rectangle along x, or of the smallest cells of a quadtree; distance
     * between opposite sides of a hexagon; WEND_MIN_GRID_CELL to WEND_MAX_GRID_CELL. A straight
     * passage parallel to the sides has a path for a disc if it is wider than the disc's diameter
     * plus this. */
    double cell;
    const wend_obstacle_def *doors; /* doors that may be closed; other obstacles are ignored */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: a box that the map covers in addition to
                             everything in the space */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
    wend_grid_shape shape;               /* by default WEND_GRID_SQUARES */
    double cell_height; /* m: side of a rectangle along y, in the same range as `cell`; 0: the same
                           as `cell`. Other shapes need 0 */
    uint32_t depth; /* of a quadtree, 0 to WEND_MAX_GRID_DEPTH: the largest cells have 2^depth times
                       the side `cell`, or less if that is more than WEND_MAX_GRID_CELL */
} wend_grid_def;

/* Writes the defaults of wend_default_grid_def to a def of `size` bytes. */
WEND_API void wend_grid_def_init(wend_grid_def *def, size_t size);
/* Returns a def with squares of 0.5 m. The caller must fill in the space. */
static inline wend_grid_def wend_default_grid_def(void) {
    wend_grid_def def;
    wend_grid_def_init(&def, sizeof def);
    return def;
}

/* Builds a grid. Clearances and moves are exact for the walls of class 0, and moves lead through
 * links. Fails with WEND_ERROR_INVALID (the cell, its height or the depth is out of range),
 * WEND_ERROR_LIMIT (more than WEND_MAX_GRID_SQUARES cells, or WEND_MAX_GRID_LEAVES of a quadtree;
 * for cells of equal size the message gives a cell that fits, and no memory has been used for
 * them), WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. The caller owns one reference. */
WEND_API wend_result wend_grid_build(const wend_grid_def *def, wend_map **out, wend_error *error);

/* ---- Kinds of maps --------------------------------------------------------------------------- */

/* The input for building a map: a space, the radii of its agents, and its doors. */
typedef struct wend_map_build_input {
    wend_space *space;
    const wend_space_def *space_def; /* the def that the space was created from */
    const double *radii; /* m: radii of the agents that will use the map, grouped into classes */
    uint32_t radius_count;
    bool has_given_radii; /* true: the caller chose the radii, and they override those in the
                             parameters */
    const wend_obstacle_def *doors; /* all obstacles; those that are not doors are ignored */
    uint32_t door_count;
    wend_point low, high; /* on unbounded ground: the box that the map covers */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
} wend_map_build_input;

/* The input for drawing a map as a picture. */
typedef struct wend_map_drawing {
    const wend_recording *recording; /* provides the space and the name of the scenario */
    const wend_map *map;
    uint32_t level; /* less than wend_map_info.levels */
    bool vector;    /* true: SVG; false: PNG */
    FILE *stream;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    /* The parameters `width` (px), `axes` and `legend` that the scenario gives to pictures. */
    uint32_t width;
    bool axes, no_legend;
} wend_map_drawing;

/* A map builder builds and draws one kind of map. Register it as WEND_KIND_MAP under the name of
 * that kind. Its parameters are keys of a map in scenario files, and options of `wend map`. The map
 * builder that was registered first is the default for scenario files. */
typedef struct wend_map_builder {
    wend_entry entry;
    const char *noun;     /* the noun for such a map in messages: "mesh", "network" */
    const char *required; /* name of a parameter that must be set to build such a map; NULL: a map
                             is built for each planner that needs it */
    /* Name of a parameter that may be set instead of `required`, or NULL. */
    const char *alternative;
    bool has_levels; /* true: the map has several levels, and a picture shows one of them */
    /* `params` is the parameter struct, and `user` is wend_entry.user. The caller owns one
     * reference. */
    wend_result (*build)(const wend_map_build_input *task, const void *params, void *user,
                         wend_map **out, wend_error *error);
    wend_result (*draw)(const wend_map_drawing *drawing, void *user, wend_error *error);
    /* Returns the radius (m) of the largest disc that a map with these parameters supports, or
     * INFINITY if there is no limit. If this function is NULL, there is never a limit. */
    double (*largest_radius)(const void *params, void *user);
} wend_map_builder;

/* ---- Scenarios ------------------------------------------------------------------------------- */

/* A loaded scenario. */
typedef struct wend_scenario wend_scenario;

/* The definition of a scenario that is to be loaded. */
typedef struct wend_scenario_def {
    uint32_t size; /* set by wend_default_scenario_def */
    /* Path of the file; "-" is the standard input. If `text` is given, used only in messages. */
    const char *path;
    /* The content of a scenario file, without includes; NULL: `path` is read instead. */
    const char *text;
    size_t text_size;
    const wend_registry *registry; /* required; contains the entries that the scenario may name */
    const char *plan; /* planner for all profiles; NULL: as in the scenario. The next two fields
                         work likewise */
    const char *follow;
    const char *steer;
    /* "path=value" strings, inserted into the document before it is parsed. */
    const char *const *settings;
    uint32_t setting_count;
    uint32_t max_agents;      /* 0 means WEND_MAX_AGENTS */
    wend_allocator allocator; /* if zeroed, the C heap is used */
} wend_scenario_def;

/* Writes the defaults of wend_default_scenario_def to a def of `size` bytes. */
WEND_API void wend_scenario_def_init(wend_scenario_def *def, size_t size);
/* Returns a zeroed def. The caller must fill in the registry, and either path or text. */
static inline wend_scenario_def wend_default_scenario_def(void) {
    wend_scenario_def def;
    wend_scenario_def_init(&def, sizeof def);
    return def;
}

/* Loads and checks a scenario, which the caller owns. Errors state the file, line and column. */
WEND_API wend_result wend_scenario_load(const wend_scenario_def *def, wend_scenario **out,
                                        wend_error *error);
/* Destroys a scenario; worlds created from it stay valid. NULL is allowed. */
WEND_API void wend_scenario_destroy(wend_scenario *scenario);

/* Writes the JSON Schema (draft 2020-12) of scenario files, with the entries of the registry and
 * their parameters. */
WEND_API void wend_schema_write(const wend_registry *registry, wend_json *json);

/* The properties of a scenario. */
typedef struct wend_scenario_info {
    const char *name;
    const char *plan, *follow, *steer; /* the names in use; joined by "+" if profiles differ */
    uint64_t seed;
    double dt, end; /* s: duration of a step, and the simulated time at which the scenario ends */
    uint32_t agents, groups, profiles, goals, obstacles, layers, belts;
} wend_scenario_info;

/* Returns the properties of a scenario. Its strings are valid as long as the scenario. */
WEND_API wend_scenario_info wend_scenario_get_info(const wend_scenario *scenario);
/* Returns the space of a scenario, without adding a reference. */
WEND_API wend_space *wend_scenario_space(const wend_scenario *scenario);
/* Returns the definition that the space was created from. It is valid as long as the scenario. */
WEND_API const wend_space_def *wend_scenario_space_def(const wend_scenario *scenario);

/* A warning about something that is allowed but probably not intended, or a note on how the input
 * was interpreted. Its strings are valid as long as the scenario. */
typedef struct wend_warning {
    bool note;        /* true: this is a note, not a warning */
    const char *path; /* the file or the setting that caused the warning */
    int line, column; /* 1-based; 0 for a setting */
    const char *message;
} wend_warning;

/* Returns the number of warnings and notes of a scenario. */
WEND_API uint32_t wend_scenario_warning_count(const wend_scenario *scenario);
/* Returns warning or note `index`, in the order in which they were found. `index` must be less than
 * the count. */
WEND_API wend_warning wend_scenario_warning(const wend_scenario *scenario, uint32_t index);

/* The definition of a map of the scenario's space, as a run of the scenario would build it. */
typedef struct wend_map_def {
    uint32_t size;                 /* set by wend_default_map_def */
    const wend_scenario *scenario; /* required */
    const char *kind;              /* name of the kind; NULL: the kind that was registered first */
    /* Name of a map of that kind in the scenario; NULL: the first map of that kind. */
    const char *name;
    /* Settings of the map's parameters; they override the settings that this map has in the
     * scenario. */
    const wend_setting *settings;
    uint32_t setting_count;
    /* m: radii of the agents; NULL: the radii of all agents of the scenario, grouped into at most
     * 16 classes. The radius of each class is a whole number of centimetres. */
    const double *radii;
    uint32_t radius_count;
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
    /* Points that a map of unbounded ground contains, besides the agents and goals of the scenario.
     */
    const wend_point *points;
    uint32_t point_count;
} wend_map_def;

/* Writes the defaults of wend_default_map_def to a def of `size` bytes. */
WEND_API void wend_map_def_init(wend_map_def *def, size_t size);
/* Returns a def for a map of the default kind, with the radii of all agents. The caller must fill
 * in the scenario. */
static inline wend_map_def wend_default_map_def(void) {
    wend_map_def def;
    wend_map_def_init(&def, sizeof def);
    return def;
}

/* Builds a map for the agents and doors of a scenario. If the scenario has a map of that kind, its
 * settings are used. A map that the scenario loads from a file is returned unchanged, unless the
 * def has settings. Fails under the same conditions as the `build` function of the kind, and with
 * WEND_ERROR_NAME (there is no such kind, the scenario has no map of that name, or the kind needs
 * settings and the scenario has no map of that kind). The caller owns one reference. */
WEND_API wend_result wend_scenario_build_map(const wend_map_def *def, wend_map **out,
                                             wend_error *error);

/* Draws a level of a map with the wend_map_builder.draw function of its kind. The path ends with
 * .svg or .png. Fails with WEND_ERROR_NAME (another extension, or a kind that is not registered),
 * WEND_ERROR_INVALID (no such level), WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_scenario_draw_map(const wend_scenario *scenario, const wend_map *map,
                                            uint32_t level, const char *path, wend_error *error);

/* Returns the planner of that name with its settings from the first profile of the scenario that
 * uses it, or without settings if no profile does. Valid as long as the scenario. */
WEND_API wend_choice wend_scenario_planner(const wend_scenario *scenario, const char *name);

/* Returns the number of profiles that the scenario names, at least 1: a scenario without the key
 * `profiles` has one, with an empty name. */
WEND_API uint32_t wend_scenario_profile_count(const wend_scenario *scenario);
/* Returns the definition of a profile; `index` is below wend_scenario_profile_count. Profiles are
 * in the order of the file. Valid as long as the scenario. */
WEND_API const wend_profile_def *wend_scenario_profile_at(const wend_scenario *scenario,
                                                          uint32_t index);

/* A leg of a route: the part on foot up to a connection of the space, or up to the end. */
typedef struct wend_route_drawing_leg {
    uint32_t point_count; /* number of the route's points that belong to this leg, at least 2 */
    uint32_t disc_count;  /* number of the route's discs that belong to this leg */
} wend_route_drawing_leg;

/* The definition of a drawing of a route through the space of a scenario. */
typedef struct wend_route_drawing_def {
    uint32_t size;                 /* set by wend_default_route_drawing_def */
    const wend_scenario *scenario; /* required */
    /* The doors and moving obstacles of this world are drawn; NULL: none are drawn. */
    const wend_world *world;
    wend_route_status status;
    /* The points of the route from start to end, in local coordinates. */
    const wend_route_point *points;
    uint32_t point_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* the discs of its corridor, in local coordinates */
    uint32_t disc_count;
    double radius; /* m: radius of the disc that follows the route */
    const wend_route_drawing_leg *legs;
    uint32_t leg_count; /* 0: the whole route is one leg */
    /* The field (wend_route.field) that the last leg follows; it is drawn if `view` is not NULL.
     * With a potential, level lines of its distance are drawn, otherwise streamlines. */
    const wend_view *view;
    uint32_t field;
} wend_route_drawing_def;

/* Writes the defaults of wend_default_route_drawing_def to a def of `size` bytes. */
WEND_API void wend_route_drawing_def_init(wend_route_drawing_def *def, size_t size);
/* Returns a zeroed def. The caller must fill in the scenario. */
static inline wend_route_drawing_def wend_default_route_drawing_def(void) {
    wend_route_drawing_def def;
    wend_route_drawing_def_init(&def, sizeof def);
    return def;
}

/* Draws a route: its line, the area that the disc sweeps, its field, portals and corridor, and the
 * walls. The path ends with .svg or .png. Fails with WEND_ERROR_NAME (another extension),
 * WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_scenario_draw_route(const wend_route_drawing_def *def, const char *path,
                                              wend_error *error);

/* Returns the text of the scenario file, without the files that it includes and without settings,
 * or "" if it is longer than 16 MB. Valid as long as the scenario. */
WEND_API const char *wend_scenario_text(const wend_scenario *scenario);

/* Creates a world with everything in the scenario, in its state before the first step. Also builds
 * the maps that the scenario names or its planners need. `threads` is 1 to 256. The caller owns the
 * world; `registry` must outlive it, but the scenario need not. */
WEND_API wend_result wend_scenario_create_world(const wend_scenario *scenario,
                                                const wend_registry *registry, uint32_t threads,
                                                const wend_allocator *allocator, wend_world **out,
                                                wend_error *error);

/* Creates a world like wend_scenario_create_world, but as if the scenario had another seed: agents
 * that are placed at random have other positions, for example. `like` is a world of this scenario,
 * or of the same scenario with another seed; the new world shares its space and maps. Its registry
 * is that of the scenario, and it has one thread. Fails like wend_scenario_load (with this seed,
 * there may be no room for an agent) and wend_scenario_create_world. */
WEND_API wend_result wend_scenario_create_variant(const wend_scenario *scenario, uint64_t seed,
                                                  wend_world *like, wend_world **out,
                                                  wend_error *error);

/* ---- Runs ------------------------------------------------------------------------------------ */

/* The progress of a run. */
typedef struct wend_progress {
    double time, end; /* s of simulated time */
    uint64_t steps;   /* steps completed in this run */
    uint32_t arrived, agents;
    double elapsed;       /* s of wall-clock time */
    uint64_t agent_steps; /* number of agents present, summed over the steps of this run */
} wend_progress;

/* The definition of a run. */
typedef struct wend_run_def {
    uint32_t size;                 /* set by wend_default_run_def */
    const wend_scenario *scenario; /* required */
    const wend_registry *registry; /* required; must contain the kit's entries */
    uint32_t threads;              /* 1 to 256 */
    wend_kernel kernel; /* must be available on this machine: see wend_kernel_is_available */
    const char *const *outputs; /* paths of the files to write; the extension selects the format */
    uint32_t output_count;
    double frames_per_second; /* frames per second of outputs; 0: one frame per step, but at most
                                 ten per second */
    const char *save;         /* path of a snapshot to write after the last step, or NULL */
    const char *resume; /* path of a snapshot to continue from, or NULL; the snapshot's seed, dt and
                           models override those of the scenario */
    /* Called after every step; may be NULL. */
    void (*progress)(void *user, const wend_progress *progress);
    void *user;
    /* Called like a metric: with the initial state, and after every step. If it fails, the run
     * ends. May be NULL. */
    wend_result (*observe)(void *observer, const wend_recording *recording, const wend_frame *frame,
                           wend_error *error);
    void *observer;
    /* Set `*cancel` to nonzero to stop after a step, or while maps are built; may be NULL. */
    const volatile sig_atomic_t *cancel;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    /* Receives the fraction done, 0 to 1, while the maps of the scenario are built, before the
     * first step; may be NULL. `user` is the same as for `progress`. */
    void (*map_progress)(void *user, double done);
    /* Called on another thread if `*cancel` is set and a step, or the making of the world with its
     * maps, has still not ended half a second later. The outputs then hold the frames written so
     * far and are closed; `result` and `error` are those of closing them, and `steps` is the number
     * of steps completed, or WEND_NO_STEPS if there is no world and no output yet. There is no
     * snapshot and no summary. The function must end the process, for example with _exit, because a
     * step cannot be stopped. If NULL, a run that is cancelled waits for the end of the step.
     * `user` is the same as for `progress`. */
    void (*give_up)(void *user, uint64_t steps, wend_result result, const wend_error *error);
} wend_run_def;

/* A number of steps: the run ended before its world was complete. */
#define WEND_NO_STEPS UINT64_MAX

/* Writes the defaults of wend_default_run_def to a def of `size` bytes. */
WEND_API void wend_run_def_init(wend_run_def *def, size_t size);
/* Returns a def for one thread, without a scenario or outputs. */
static inline wend_run_def wend_default_run_def(void) {
    wend_run_def def;
    wend_run_def_init(&def, sizeof def);
    return def;
}

/* The reasons why an agent has not arrived. */
typedef enum wend_straggler_reason {
    WEND_STRAGGLER_NO_ROUTE, /* its planner found no route */
    WEND_STRAGGLER_WAITING,  /* it has no goal, its goal has no free capacity, or it waits in a
                                queue */
    WEND_STRAGGLER_CLOSED,   /* its last open goal has closed */
    WEND_STRAGGLER_STUCK,    /* it moved less than half a metre in the last ten seconds */
    WEND_STRAGGLER_WALKING,
    WEND_STRAGGLER_REASON_COUNT
} wend_straggler_reason;

/* Returns the text of a reason: "no route", "waiting" and so on. Static storage. */
WEND_API const char *wend_straggler_text(wend_straggler_reason reason);

/* An agent that had not arrived when the run ended. */
typedef struct wend_straggler {
    uint64_t key;
    const char *group; /* name of the agent's group, or ""; valid as long as the summary */
    wend_point position;
    uint32_t layer;
    wend_straggler_reason reason;
} wend_straggler;

/* The results of a run. */
typedef struct wend_summary wend_summary;

/* Runs a scenario until all agents have arrived, the scenario's end time is reached, or `cancel` is
 * set; cancelling is not a failure, unless maps are still being built: then there are no results
 * yet, and the function fails with WEND_ERROR_CANCELLED. The caller owns the summary. If the run
 * fails, the outputs written so far are closed and valid. */
WEND_API wend_result wend_run_scenario(const wend_run_def *def, wend_summary **out,
                                       wend_error *error);
/* Destroys a summary. NULL is allowed. */
WEND_API void wend_summary_destroy(wend_summary *summary);
/* Returns all values of the run and of all metrics. Valid as long as the summary. */
WEND_API const wend_report *wend_summary_report(const wend_summary *summary);
/* True if the run was cancelled. */
WEND_API bool wend_summary_cancelled(const wend_summary *summary);
/* Returns the number of agents that did not arrive. */
WEND_API uint32_t wend_summary_straggler_count(const wend_summary *summary);
/* Returns agent `index` of those that did not arrive, which are ordered by key. `index` must be
 * less than the count. */
WEND_API wend_straggler wend_summary_straggler(const wend_summary *summary, uint32_t index);
/* Returns the name of a layer of the run's space, or "" if the layer has none. */
WEND_API const char *wend_summary_layer_name(const wend_summary *summary, uint32_t layer);

/* ---- Explanations ---------------------------------------------------------------------------- */

/* The definition of an explanation. */
typedef struct wend_explain_def {
    uint32_t size;                 /* set by wend_default_explain_def */
    const wend_scenario *scenario; /* required */
    const wend_registry *registry; /* required */
    uint32_t threads;              /* 1 to 256 */
    uint64_t key;                  /* key of the agent to explain */
    /* s: the explanation describes the world after the last step that ends no later than this time.
     */
    double time;
    const char *path; /* path of the figure, .svg or .png; NULL: no figure */
    /* Set `*cancel` to nonzero to stop after a step, or while maps are built; may be NULL. */
    const volatile sig_atomic_t *cancel;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    wend_mark *marks;         /* receives the marks; NULL if mark_capacity is 0 */
    uint32_t mark_capacity;
    double extent; /* m from the agent to the edge of the ground in the figure; 0: automatic */
} wend_explain_def;

/* Writes the defaults of wend_default_explain_def to a def of `size` bytes. */
WEND_API void wend_explain_def_init(wend_explain_def *def, size_t size);
/* Returns a def for one thread, without a scenario or figure. */
static inline wend_explain_def wend_default_explain_def(void) {
    wend_explain_def def;
    wend_explain_def_init(&def, sizeof def);
    return def;
}

/* The size of the sentence of an explanation, in bytes. */
enum { WEND_EXPLANATION_SIZE = 600 };

/* What the models of an agent saw and chose. Velocities are NAN if no model reports them. */
typedef struct wend_explanation {
    double time; /* s: the simulated time of the world */
    wend_agent_state agent;
    wend_vec2 preferred;                                     /* preferred velocity, in m/s */
    wend_vec2 chosen;                                        /* chosen velocity, in m/s */
    uint32_t half_planes, cones, goal_sets, regions, forces; /* number of marks of each kind */
    /* Number of marks of all kinds; at most mark_capacity of them were written. */
    uint32_t mark_count;
    bool cancelled; /* true: stopped before the time was reached; the other fields are not filled in
                     */
    char sentence[WEND_EXPLANATION_SIZE]; /* the explanation in words */
} wend_explanation;

/* Runs a scenario up to a given time and explains the choice that an agent is about to make: in
 * words, and in a figure that shows the agent's surroundings and its velocity space. Fails with
 * WEND_ERROR_NAME (no such key, or a file extension that is not for pictures), with
 * WEND_ERROR_INVALID (the time is after the end, or the agent has not entered yet or has left), and
 * like a run. */
WEND_API wend_result wend_explain_scenario(const wend_explain_def *def, wend_explanation *out,
                                           wend_error *error);
/* Parses text of the form "AGENT@TIME", such as "7@3.5": the key of an agent, and a time in s. */
WEND_API wend_result wend_explain_parse(const char *text, uint64_t *key, double *time,
                                        wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
