/* Reads the key `preset` of a profile. What the profile gives beside it overrides the preset, down
 * to single settings of an entry. */
#include "scenario/preset.h"
#include "scenario/fields.h"
#include <string.h>

bool preset_read(reader *r, const node *profile, wend_profile_def *def) {
    uint32_t choice = member_choice(r, profile, &format_profile, "preset", 0);
    if (!reader_ok(r) || choice == 0) { /* none */
        return false;
    }
    r->result = wend_profile_def_preset(wend_preset_get(choice - 1).name, def, r->error);
    return reader_ok(r);
}

static bool has_setting(const wend_choice *choice, const char *name) {
    for (uint32_t i = 0; i < choice->setting_count; i++) {
        if (strcmp(choice->settings[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void keep(reader *r, const wend_choice *preset, wend_choice *choice) {
    if (!reader_ok(r) || preset->setting_count == 0 || choice->settings == preset->settings ||
        strcmp(preset->name, choice->name) != 0) {
        return;
    }
    uint32_t most = preset->setting_count + choice->setting_count, count = 0;
    wend_setting *settings = read_allocate(r, most, sizeof *settings);
    for (uint32_t i = 0; i < choice->setting_count && reader_ok(r); i++) {
        settings[count++] = choice->settings[i];
    }
    for (uint32_t i = 0; i < preset->setting_count && reader_ok(r); i++) {
        if (!has_setting(choice, preset->settings[i].name)) {
            settings[count++] = preset->settings[i];
        }
    }
    choice->settings = settings;
    choice->setting_count = count;
}

void preset_keep_settings(reader *r, const wend_profile_def *preset, wend_profile_def *def) {
    keep(r, &preset->select, &def->select);
    keep(r, &preset->plan, &def->plan);
    keep(r, &preset->follow, &def->follow);
    keep(r, &preset->steer, &def->steer);
}

bool preset_uses(wend_kind kind, const char *name) {
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        wend_profile_def def = {0};
        wend_profile_def_preset(wend_preset_get(i).name, &def, NULL);
        const char *chosen = kind == WEND_KIND_SELECTOR   ? def.select.name
                             : kind == WEND_KIND_PLANNER  ? def.plan.name
                             : kind == WEND_KIND_FOLLOWER ? def.follow.name
                             : kind == WEND_KIND_STEERING ? def.steer.name
                                                          : NULL;
        if (chosen != NULL && strcmp(chosen, name) == 0) {
            return true;
        }
    }
    return false;
}
