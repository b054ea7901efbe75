/* The tables of `profiles`, and of the distributions from which their numbers are sampled. */
#include "scenario/format/rows.h"

const format_key format_modifier_item = {.forms = FORMAT_ENTRY, .kind = WEND_KIND_MODIFIER};

static const char *const not_with_weight[] = {"weight", NULL};
static const char *const forbidden_choices[] = {"forbidden", NULL};

static const format_key terrain_rule_keys[] = {
    {.name = "weight",
     .forms = FORMAT_SAMPLED,
     .low = 1e-6,
     .high = 1e6,
     .fallback = "1",
     .unit = "m",
     .help = "length that planners which use weights take for a metre of it"},
    {.name = "speed",
     .forms = FORMAT_SAMPLED,
     .low = 0,
     .high = 100,
     .fallback = "1",
     .help = "factor of the preferred speed, applied by the modifier `terrain`"},
    {.name = "forbidden",
     .forms = FORMAT_BOOL,
     .fallback = "false",
     .help = "planners which use weights keep agents off it",
     .without = not_with_weight},
};
const format_table format_terrain_rule = {"terrain_rule", "a rule for a terrain type",
                                          KEYS(terrain_rule_keys), NULL, NULL};
const format_key format_terrain_rule_item = {.forms = FORMAT_MAPPING | FORMAT_CHOICE,
                                             .choices = forbidden_choices,
                                             .table = &format_terrain_rule};

static const char *const preset_choices[] = {"none",
#define WEND_ENTRY(name) #name,
#include "preset/presets.inl"
#undef WEND_ENTRY
                                             NULL};

static const format_key profile_keys[] = {
    {.name = "preset",
     .forms = FORMAT_CHOICE,
     .choices = preset_choices,
     .fallback = "none",
     .help = "models and numbers that other keys of the profile may change"},
    NUMBER_ROWS,
    CHOICE_ROWS,
    {.name = "terrain",
     .forms = FORMAT_NAMED,
     .item = &format_terrain_rule_item,
     .most = WEND_MAX_TERRAIN_RULES,
     .fallback = "none",
     .help = "effect of terrain types, by their name or number, or `ground` for the rest"},
    {.name = "slope_weight",
     .forms = FORMAT_NUMBER,
     .low = 0,
     .high = 1e6,
     .fallback = "0",
     .help = "k: planners which use weights take 1 + k s metres for a metre with gradient s"},
};
const format_table format_profile = {"profile", "a profile", KEYS(profile_keys), NULL, NULL};

/* The values of a distribution must lie within the bounds of the number that the distribution
 * replaces. */
static const format_key any_number = {.forms = FORMAT_NUMBER};
static const format_key uniform_keys[] = {
    {.name = "uniform",
     .forms = FORMAT_LIST,
     .item = &any_number,
     .least = 2,
     .most = 2,
     .required = true,
     .help = "[low, high]: evenly between the two"},
};
const format_table format_uniform = {"uniform", "a uniform distribution", KEYS(uniform_keys), NULL,
                                     NULL};

static const format_key normal_keys[] = {
    {.name = "normal",
     .forms = FORMAT_LIST,
     .item = &any_number,
     .least = 2,
     .most = 2,
     .required = true,
     .help = "[mean, deviation], the deviation at least 0"},
    {.name = "min",
     .forms = FORMAT_NUMBER,
     .fallback = "the mean minus four deviations",
     .help = "lower limit"},
    {.name = "max",
     .forms = FORMAT_NUMBER,
     .fallback = "the mean plus four deviations",
     .help = "upper limit"},
};
const format_table format_normal = {"normal", "a normal distribution", KEYS(normal_keys), NULL,
                                    NULL};
