/* `entries`: everything that a profile can choose, with its parameters. */
#include "live/live.h"
#include "live/state/settings.h"

static const char *type_text(wend_param_type type) {
    static const char *const names[] = {
        [WEND_PARAM_NUMBER] = "number", [WEND_PARAM_INTEGER] = "integer",
        [WEND_PARAM_BOOL] = "bool",     [WEND_PARAM_CHOICE] = "choice",
        [WEND_PARAM_POINT] = "point",   [WEND_PARAM_POLYGON] = "polygon",
        [WEND_PARAM_NAME] = "name",     [WEND_PARAM_SAMPLED] = "sampled",
    };
    size_t count = sizeof names / sizeof names[0];
    return (size_t)type < count ? names[type] : NULL;
}

static void write_param(const wend_param *param, live_writer *out) {
    bool is_limited = param->minimum != param->maximum;
    live_begin_object(out, NULL);
    live_write_text(out, "name", param->name);
    live_write_text(out, "type", type_text(param->type));
    live_write_default(out, "default", param);
    if (is_limited) {
        live_write_number(out, "minimum", param->minimum);
        live_write_number(out, "maximum", param->maximum);
    } else {
        live_write_null(out, "minimum");
        live_write_null(out, "maximum");
    }
    live_write_text(out, "unit", param->unit);
    live_write_text(out, "help", param->help);
    if (param->type == WEND_PARAM_CHOICE) {
        live_begin_list(out, "choices");
        for (const char *const *choice = param->choices; *choice != NULL; choice++) {
            live_write_text(out, NULL, *choice);
        }
        live_end_list(out);
    } else {
        live_write_null(out, "choices");
    }
    live_end_object(out);
}

static void write_entry(wend_kind kind, const wend_entry *entry, live_writer *out) {
    live_begin_object(out, NULL);
    live_write_text(out, "kind", wend_kind_text(kind));
    live_write_text(out, "name", entry->name);
    live_write_text(out, "summary", entry->summary);
    live_write_text(out, "citation", entry->citation);
    live_begin_list(out, "params");
    for (uint32_t i = 0; i < entry->param_count; i++) {
        write_param(&entry->params[i], out);
    }
    live_end_list(out);
    live_end_object(out);
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    static const wend_kind kinds[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                      WEND_KIND_STEERING, WEND_KIND_MODIFIER};
    (void)request;
    (void)error;
    live_begin_list(out, "entries");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint32_t count = wend_registry_count(live->def.registry, kinds[k]);
        for (uint32_t i = 0; i < count; i++) {
            write_entry(kinds[k], wend_registry_get(live->def.registry, kinds[k], i), out);
        }
    }
    live_end_list(out);
    return WEND_OK;
}

const live_message live_message_entries = {.name = "entries", .answer = answer};
