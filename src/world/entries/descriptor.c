/* Checks that descriptors were made for this library, and are complete.
 *
 * The size of a descriptor depends on its kind. The core defines the size for the kinds of the
 * stages; other libraries (the kit, the command-line tool) set it for their own kinds. Entries may
 * be added in any order. */
#include <string.h>

#include <wend/behaviour.h>
#include <wend/world.h>

#include "base/error.h"
#include "world/entries/descriptor.h"

/* ---- The header ------------------------------------------------------------------------------ */

static const size_t stage_sizes[WEND_KIND_COUNT] = {[WEND_KIND_SELECTOR] = sizeof(wend_selector),
                                                    [WEND_KIND_PLANNER] = sizeof(wend_planner),
                                                    [WEND_KIND_FOLLOWER] = sizeof(wend_follower),
                                                    [WEND_KIND_MODIFIER] = sizeof(wend_modifier),
                                                    [WEND_KIND_STEERING] = sizeof(wend_steering)};

/* Sizes of the descriptors of wend/behaviour.h, which have a header but no stage. */
static const size_t behaviour_sizes[WEND_KIND_COUNT] = {[WEND_KIND_CONDITION] =
                                                            sizeof(wend_condition),
                                                        [WEND_KIND_ACTION] = sizeof(wend_action),
                                                        [WEND_KIND_TRIGGER] = sizeof(wend_trigger)};

/* The largest number of bytes that an action or a trigger may keep. */
enum { MAX_BEHAVIOUR_MEMORY = 32 };

size_t descriptor_size(wend_kind kind) {
    return stage_sizes[kind] ? stage_sizes[kind] : behaviour_sizes[kind];
}

static bool are_null(const void *const *pointers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (pointers[i]) {
            return false;
        }
    }
    return true;
}

/* Returns the reserved pointers at the end of a descriptor of wend/behaviour.h. */
static const void *const *behaviour_reserved(wend_kind kind, const wend_entry *entry) {
    return kind == WEND_KIND_CONDITION ? ((const wend_condition *)(const void *)entry)->reserved
           : kind == WEND_KIND_ACTION  ? ((const wend_action *)(const void *)entry)->reserved
                                       : ((const wend_trigger *)(const void *)entry)->reserved;
}

/* True if the reserved pointers of a descriptor are NULL. */
static bool has_null_reserved(wend_kind kind, const wend_entry *entry) {
    const wend_stage *stage = (const wend_stage *)(const void *)entry;
    return are_null(entry->reserved, sizeof entry->reserved / sizeof *entry->reserved) &&
           (stage_sizes[kind] == 0 ||
            are_null(stage->reserved, sizeof stage->reserved / sizeof *stage->reserved)) &&
           (behaviour_sizes[kind] == 0 || are_null(behaviour_reserved(kind, entry), 4));
}

wend_result descriptor_check_head(wend_kind kind, size_t known, const wend_entry *entry,
                                  wend_error *error) {
    const char *text = wend_kind_text(kind);
    size_t least = stage_sizes[kind]       ? sizeof(wend_stage)
                   : behaviour_sizes[kind] ? behaviour_sizes[kind]
                                           : sizeof(wend_entry);
    const char *name = entry->name ? entry->name : "";
    if (entry->size == 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' has size 0: begin its header with WEND_HEAD(type), or set size "
                         "and version",
                         text, name);
    }
    if (entry->version != WEND_INTERFACE) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' was compiled for interface %u of wend, but the linked library "
                         "(%s) has interface %d: compile it with the headers of that library",
                         text, name, entry->version, wend_version(), WEND_INTERFACE);
    }
    if (known == 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' has a kind whose size the registry does not know: call "
                         "wend_kit_register or wend_registry_set_kind_size first",
                         text, name);
    }
    if (entry->size > known) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' has %u bytes, but the linked library (%s) expects at most %zu: "
                         "it was compiled with newer headers; link a newer library",
                         text, name, entry->size, wend_version(), known);
    }
    if (entry->size < least) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' has size %u, less than its header of %zu bytes: give WEND_HEAD "
                         "the type of the whole descriptor",
                         text, name, entry->size, least);
    }
    if (!has_null_reserved(kind, entry)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s '%s' has a reserved pointer that is not NULL: zero the descriptor "
                         "before you fill it in",
                         text, name);
    }
    return WEND_OK;
}

/* ---- Completeness ---------------------------------------------------------------------------- */

/* Returns the size of a parameter's field in bytes. */
static size_t field_size(wend_param_type type) {
    static const size_t sizes[] = {
        sizeof(double),       sizeof(int64_t),    sizeof(bool),         sizeof(int32_t),
        sizeof(wend_point),   sizeof(wend_ring),  sizeof(const char *), sizeof(wend_column),
        sizeof(wend_numbers), sizeof(wend_lines), sizeof(const char *), sizeof(wend_distribution),
        sizeof(const char *)};
    return (unsigned)type < sizeof sizes / sizeof *sizes ? sizes[type] : SIZE_MAX;
}

static const char *find_missing_in_row(wend_kind kind, const wend_entry *entry,
                                       const wend_param *row) {
    size_t size = field_size(row->type);
    if (!row->name || !row->name[0] || !row->help || !row->unit) {
        return "a parameter without name, unit or help";
    }
    if (size > entry->params_size || row->offset > entry->params_size - size) {
        return "a parameter that lies outside its struct";
    }
    if (row->type == WEND_PARAM_CHOICE && !row->choices) {
        return "a choice without choices";
    }
    bool list = row->type == WEND_PARAM_NUMBERS || row->type == WEND_PARAM_LINES ||
                row->type == WEND_PARAM_FILE;
    if (list && kind != WEND_KIND_MAP) {
        return "a list or a file as a parameter, which only maps may have";
    }
    bool behaviour = row->type == WEND_PARAM_DISTRIBUTION || row->type == WEND_PARAM_TEXT;
    if (behaviour && behaviour_sizes[kind] == 0) {
        return "a distribution or a text as a parameter, which only conditions, actions and "
               "triggers may have";
    }
    if (row->type == WEND_PARAM_SAMPLED && behaviour_sizes[kind] > 0) {
        return "a sampled parameter, which only the entries of profiles may have; use a "
               "distribution";
    }
    if (row->type == WEND_PARAM_NUMBERS && !row->choices) {
        return "a list without a name for one number";
    }
    return NULL;
}

static bool has_function(wend_kind kind, const wend_entry *entry) {
    switch (kind) {
    case WEND_KIND_SELECTOR:
        return ((const wend_selector *)(const void *)entry)->select != NULL;
    case WEND_KIND_PLANNER:
        return ((const wend_planner *)(const void *)entry)->plan != NULL ||
               ((const wend_planner *)(const void *)entry)->choose != NULL;
    case WEND_KIND_FOLLOWER:
        return ((const wend_follower *)(const void *)entry)->follow != NULL;
    case WEND_KIND_MODIFIER:
        return ((const wend_modifier *)(const void *)entry)->modify != NULL;
    case WEND_KIND_STEERING:
        return ((const wend_steering *)(const void *)entry)->steer != NULL;
    case WEND_KIND_CONDITION:
        return ((const wend_condition *)(const void *)entry)->holds != NULL;
    case WEND_KIND_ACTION:
        return ((const wend_action *)(const void *)entry)->apply != NULL;
    case WEND_KIND_TRIGGER:
        return ((const wend_trigger *)(const void *)entry)->fires != NULL;
    default:
        return true;
    }
}

/* True if a stage has either all functions for its model object, or none. */
static bool has_model_functions(const wend_stage *stage) {
    bool others = stage->destroy || stage->save || stage->load;
    return (stage->create || !others) && !stage->save == !stage->load;
}

static const wend_param *find_param(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            return &entry->params[i];
        }
    }
    return NULL;
}

/* True if the parameter that a stage names for crowds exists. */
static bool has_crowd_parameter(const wend_stage *stage) {
    const wend_param *row =
        stage->crowd_param ? find_param(&stage->entry, stage->crowd_param) : NULL;
    return !stage->crowd_param || (row && row->type == WEND_PARAM_NUMBER);
}

static bool has_choice(const wend_param *row, const char *value) {
    for (uint32_t i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], value) == 0) {
            return true;
        }
    }
    return false;
}

/* True if the parameters that name a planner's maps exist. */
static bool has_map_parameters(const wend_planner *planner) {
    const wend_entry *entry = &planner->stage.entry;
    for (uint32_t i = 0; i < planner->map_count; i++) {
        const wend_map_need *need = &planner->maps[i];
        const wend_param *name = need->param ? find_param(entry, need->param) : NULL;
        const wend_param *when = need->when ? find_param(entry, need->when) : NULL;
        bool conditional = when && when->type == WEND_PARAM_CHOICE && need->value;
        if (!need->kind || !need->param || (need->param[0] && !name) ||
            (name && name->type != WEND_PARAM_NAME) ||
            (need->when && !(conditional && has_choice(when, need->value)))) {
            return false;
        }
    }
    return true;
}

/* Returns what is wrong with the numbers of a descriptor of wend/behaviour.h, or NULL. */
static const char *find_wrong_number(wend_kind kind, const wend_entry *entry) {
    const wend_condition *condition = (const wend_condition *)(const void *)entry;
    if (kind == WEND_KIND_CONDITION && (condition->least_children > condition->most_children ||
                                        condition->most_children > WEND_MAX_CONDITIONS)) {
        return "an impossible number of children";
    }
    size_t memory =
        kind == WEND_KIND_ACTION    ? ((const wend_action *)(const void *)entry)->saved_size
        : kind == WEND_KIND_TRIGGER ? ((const wend_trigger *)(const void *)entry)->memory_size
                                    : 0;
    return memory > MAX_BEHAVIOUR_MEMORY ? "a memory of more than 32 bytes" : NULL;
}

/* True if a name is valid. Names are restricted because they are typed on command lines and in
 * scenario files. */
static bool is_valid_name(const char *name) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    size_t length = strlen(name);
    return length > 0 && length <= WEND_MAX_NAME && strspn(name, allowed) == length;
}

static const char *find_missing(wend_kind kind, const wend_entry *entry) {
    if (!entry->name || !entry->name[0] || !entry->summary) {
        return "no name or summary";
    }
    if (!is_valid_name(entry->name)) {
        return "a name that is too long, or has other characters than letters, digits, _, - and .";
    }
    if (entry->param_count && !entry->params) {
        return "no parameter table";
    }
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const char *missing = find_missing_in_row(kind, entry, &entry->params[i]);
        if (missing) {
            return missing;
        }
    }
    if (stage_sizes[kind] && !has_model_functions((const wend_stage *)(const void *)entry)) {
        return "destroy, save or load without create, or only one of save and load";
    }
    if (stage_sizes[kind] && !has_crowd_parameter((const wend_stage *)(const void *)entry)) {
        return "a crowd_param that does not name a number among its parameters";
    }
    if (!has_function(kind, entry)) {
        return "no function that does its work";
    }
    const char *wrong = find_wrong_number(kind, entry);
    return wrong ? wrong
           : kind == WEND_KIND_PLANNER &&
                   !has_map_parameters((const wend_planner *)(const void *)entry)
               ? "a map that no parameter names, or a condition that cannot hold"
               : NULL;
}

wend_result descriptor_check(wend_kind kind, const wend_entry *entry, wend_error *error) {
    const char *missing = find_missing(kind, entry);
    return missing ? error_set(error, WEND_ERROR_INVALID, "%s '%s' has %s", wend_kind_text(kind),
                               entry->name ? entry->name : "", missing)
                   : WEND_OK;
}
