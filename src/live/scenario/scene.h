/* What is on screen as a scenario file: what its parts share. Each part is written by one file of
 * this folder. Times of the file count from the present time of the world. */
#ifndef LIVE_SCENARIO_SCENE_H
#define LIVE_SCENARIO_SCENE_H

#include "live/live.h"
#include "live/scenario/yaml.h"
#include <wend/definitions.h>
#include <wend/objects.h>

enum { SCENE_MOST_NOTES = 40, SCENE_NAME_SIZE = WEND_MAX_NAME + 24 };

typedef struct scene {
    wend_live *live;
    wend_world *world;
    const wend_space *space;
    const wend_space_def *space_def;
    yaml *out;
    double now;                        /* s */
    bool has_layers;                   /* the space has named layers */
    char notes[SCENE_MOST_NOTES][200]; /* what the file cannot express */
    uint32_t note_count;
    wend_agent_def *agents; /* all agents, in the order of their keys: scene_list_agents */
    uint32_t agent_count, item_count; /* `item_count`: items of the key `agents` so far */
    uint32_t own_count;               /* items with numbers of their own so far */
    wend_error *error;
} scene;

/* Adds a sentence about something that the file cannot express, once. */
__attribute__((format(printf, 2, 3))) void scene_note(scene *s, const char *format, ...);

/* ---- Names: objects without one get a name that no other object of the kind has. Strings are
 * valid until the eighth call after this one. NULL: there is no such object. ---- */

/* For a profile that only changes numbers of another one (see scene_variant_base), returns the name
 * of that one. */
const char *scene_profile_name(scene *s, wend_profile profile);
/* Returns the name of a goal or, for the tail of a queue, the name of the queue. */
const char *scene_goal_name(scene *s, wend_goal goal);
const char *scene_goal_set_name(scene *s, wend_goal_set set);
const char *scene_queue_name(scene *s, wend_queue queue);
const char *scene_area_name(scene *s, wend_area area);
const char *scene_machine_name(scene *s, wend_machine machine);
const char *scene_layer_name(scene *s, uint32_t layer);

/* ---- Parts of mappings ---- */

/* Appends ", KEY: \"NAME\"" (or without the comma) if there is a name. */
void scene_write_name(scene *s, const char *key, const char *name);
/* Appends ", layer: \"NAME\"", unless it is the first layer. */
void scene_write_layer(scene *s, uint32_t layer);
/* Appends an entry: its name, or {name: , parameter: ...}. */
void scene_write_choice(scene *s, const wend_choice *choice);
/* Appends the settings of an entry as members of a mapping, each with a comma before it if
 * `after_others`. */
void scene_write_settings(scene *s, const wend_choice *choice, bool after_others);
/* Returns the time in the file for a time of the world's clock. */
double scene_time(const scene *s, double time);

/* ---- Profiles ---- */

/* Returns the profile of which another one is a variant that differs only in numbers: a group of
 * agents that has numbers of its own makes such a profile. Returns a null id for other profiles. */
wend_profile scene_variant_base(scene *s, wend_profile profile);

/* ---- Agents ---- */

wend_result scene_list_agents(scene *s);
void scene_free_agents(scene *s);
/* Returns the number of items of the key `agents` that a group gets. */
uint32_t scene_count_items(const scene *s, wend_group group);

/* Writes the members that the agents of an item or of a source have in common. */
wend_result scene_write_common(scene *s, const wend_agent_def *agent);

/* ---- The parts of a file, in their order ---- */

wend_result scene_write_space(scene *s);
wend_result scene_write_maps(scene *s);
wend_result scene_write_profiles(scene *s);
wend_result scene_write_goals(scene *s);
wend_result scene_write_ground(scene *s); /* areas, obstacles, belts, switches */
wend_result scene_write_queues(scene *s);
wend_result scene_write_machines(scene *s);
wend_result scene_write_signals(scene *s);
wend_result scene_write_agents(scene *s);
wend_result scene_write_sources(scene *s);

#endif
