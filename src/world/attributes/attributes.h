/* world/attributes.h: what belongs to an agent and outlives its profile: columns by slot, each of
 * which exists only if some agent needs it, and sampled parameters of models. */
#ifndef WORLD_ATTRIBUTES_H
#define WORLD_ATTRIBUTES_H

#include "state/world.h"

/* What is known of an attribute. */
typedef struct attribute_info {
    const char *name, *unit;
    const char *wrong; /* what a def with a bad value is refused with */
    size_t size;       /* bytes per slot */
    int64_t fill;      /* the byte that fresh slots are filled with */
    double least, most;
    bool may_be_endless; /* INFINITY is allowed, too */
} attribute_info;

extern const attribute_info attribute_infos[ATTRIBUTE_COUNT];

/* Whether a number may be the value of an attribute. NAN is a heading, and nothing else. */
bool attributes_allow(uint32_t which, double value);
/* What is wrong with the attributes of a def, or NULL. */
const char *attributes_wrong(const wend_agent_def *def);

/* Gives an attribute its column; live agents have their profiles' constants in it. False when
 * memory ran out. */
bool attributes_use(wend_world *world, uint32_t which);

/* Fresh values for a slot that is taken; and the end of its use of a label. */
void attributes_clear(wend_world *world, uint32_t slot);
void attributes_drop_label(wend_world *world, uint32_t slot);
/* Setting one value of an agent; false when memory ran out. `usual` is what it has without a
 * column. A label takes over the caller's use of it. */
bool attributes_set_number(wend_world *world, uint32_t slot, uint32_t which, float value,
                           float usual);
bool attributes_set_class_mask(wend_world *world, uint32_t slot, uint32_t mask);
bool attributes_set_priority(wend_world *world, uint32_t slot, int32_t priority);
bool attributes_set_label(wend_world *world, uint32_t slot, uint32_t label);
bool attributes_set_user(wend_world *world, uint32_t slot, uint64_t user);
/* Notes a max_speed that no profile may account for. */
void attributes_note_speed(wend_world *world, float max_speed);
/* What the def of a queued agent of profile `index` gives; false when memory ran out. */
bool attributes_give(wend_world *world, uint32_t slot, const wend_agent_def *def, uint32_t index);
/* Samples what an agent of a profile was not given, and its model parameters; returns the profile's
 * radius for it. */
float attributes_sample(wend_world *world, uint32_t index, uint32_t slot);
/* Keeps what belongs to an agent that changes its profile, and samples the rest; false when memory
 * ran out, and then nothing has changed. */
bool attributes_keep(wend_world *world, uint32_t slot, uint32_t from, uint32_t to);

/* Carries out COMMAND_SET_ATTRIBUTE, COMMAND_SET_PARAM and COMMAND_RESAMPLE; false when memory ran
 * out. */
bool attributes_set(wend_world *world, uint32_t slot, const command *what);
/* Gives back what a command holds that will not be carried out. */
void attributes_forget(wend_world *world, const command *what);

/* Turns the headings of all agents after they have moved. */
void attributes_turn(wend_world *world);

/* The entries of a profile are of these kinds. */
extern const wend_kind profile_kinds[PROFILE_STAGES];
/* The parameter with a purpose of a profile's entry of a kind that can be sampled, or NULL. */
params_drawn *attributes_param(profile *p, wend_kind kind, uint32_t purpose);
/* What a command names a parameter by. */
uint32_t attributes_param_id(const char *name);
/* Whether a row of a table allows a value, up to rounding to single precision. */
bool attributes_param_allows(const wend_param *row, float value);

#endif
