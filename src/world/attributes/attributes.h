/* world/attributes/attributes.h: the attributes of agents, which survive a change of profile.
 *
 * Attributes are columns indexed by slot. A column exists only if at least one agent needs it.
 * Model parameters that are sampled per agent are treated in the same way. */
#ifndef WORLD_ATTRIBUTES_H
#define WORLD_ATTRIBUTES_H

#include "state/world.h"

/* The properties of an attribute. */
typedef struct attribute_info {
    const char *name, *unit;
    const char *fault_text; /* error message for a def with an invalid value */
    size_t size;            /* bytes per slot */
    int64_t fill;           /* byte with which new slots are filled */
    double minimum, maximum;
    bool may_be_infinite; /* INFINITY is also allowed */
} attribute_info;

extern const attribute_info attribute_infos[ATTRIBUTE_COUNT];

/* True if a number is a valid value for an attribute. NAN is valid only for the heading. */
bool attributes_is_valid(uint32_t which, double value);
/* Returns a message that says what is wrong with the attributes in a def, or NULL. */
const char *attributes_find_fault(const wend_agent_def *def);

/* Creates the column of an attribute. For live agents it is filled with the constants of their
 * profiles. Returns false if out of memory. */
bool attributes_create_column(wend_world *world, uint32_t which);

/* attributes_clear resets the attributes of a slot before a new agent uses it;
 * attributes_drop_label releases the label of a slot. */
void attributes_clear(wend_world *world, uint32_t slot);
void attributes_drop_label(wend_world *world, uint32_t slot);
/* Set one attribute of an agent. `default_value` is the agent's value while the column does not
 * exist. attributes_set_label takes over the caller's reference to the label. All return false if
 * out of memory. */
bool attributes_set_number(wend_world *world, uint32_t slot, uint32_t which, float value,
                           float default_value);
bool attributes_set_class_mask(wend_world *world, uint32_t slot, uint32_t mask);
bool attributes_set_priority(wend_world *world, uint32_t slot, int32_t priority);
bool attributes_set_label(wend_world *world, uint32_t slot, uint32_t label);
bool attributes_set_user(wend_world *world, uint32_t slot, uint64_t user);
bool attributes_set_delay(wend_world *world, uint32_t slot, double delay);
/* Records a max_speed, which may be larger than the max_speed of every profile. */
void attributes_note_speed(wend_world *world, float max_speed);
/* Sets the attributes given in the def of a queued agent with profile `index`. Returns false if out
 * of memory. */
bool attributes_set_from_def(wend_world *world, uint32_t slot, const wend_agent_def *def,
                             uint32_t index);
/* Samples the model parameters of an agent, and those numeric attributes for which no value was
 * given. Returns the radius according to the profile. */
float attributes_sample(wend_world *world, uint32_t index, uint32_t slot);
/* Changes the profile of an agent. The agent keeps its own values; all other values are sampled.
 * With `resamples`, so are the parameters whose distribution is another one. Returns false and
 * changes nothing if out of memory. */
bool attributes_change_profile(wend_world *world, uint32_t slot, uint32_t from, uint32_t to,
                               bool resamples);

/* Applies COMMAND_SET_ATTRIBUTE, COMMAND_SET_PARAM or COMMAND_RESAMPLE. Returns false if out of
 * memory. */
bool attributes_apply_command(wend_world *world, uint32_t slot, const command *what);
/* Releases the resources of a command that will not be applied. */
void attributes_discard_command(wend_world *world, const command *what);

/* Turns the headings of all agents after they have moved. */
void attributes_turn_headings(wend_world *world);

/* The kind of a profile's entry at each stage. */
extern const wend_kind profile_kinds[PROFILE_STAGES];
/* Returns the sampled parameter with the given purpose in the profile's entry of the given kind, or
 * NULL. */
params_sampled *attributes_find_param(profile *p, wend_kind kind, uint32_t purpose);
/* Returns the id that commands use for the parameter with this name. */
uint32_t attributes_param_id(const char *name);
/* True if a row of a parameter table allows a value. The limits are rounded to single precision. */
bool attributes_is_valid_param(const wend_param *row, float value);

#endif
