/* Lists and draws overlays. */
#include "live/overlays.h"
#include "base/error.h"
#include "live/overlay.h"
#include <stdio.h>
#include <string.h>
#include <wend/objects.h>

enum {
    NAME_SIZE = WEND_MAX_NAME + 32,
    MOST_GOALS = 256 /* goals that are listed */
};

/* ---- The box --------------------------------------------------------------------------------- */

/* Sets the box of a call: that of the space or, if it has no walls, that of the agents. */
static void find_box(live_overlay_call *call) {
    static const float MARGIN = 5.0F; /* m, around agents */
    const wend_view *view = call->view;
    if (wend_space_bounds(view->space, &call->low, &call->high)) {
        return;
    }
    call->low = call->high = (wend_vec2){0.0F, 0.0F};
    for (uint32_t i = 0; i < view->body_count; i++) {
        wend_vec2 at = view->bodies[i].position;
        call->low.x = i == 0 || at.x < call->low.x ? at.x : call->low.x;
        call->low.y = i == 0 || at.y < call->low.y ? at.y : call->low.y;
        call->high.x = i == 0 || at.x > call->high.x ? at.x : call->high.x;
        call->high.y = i == 0 || at.y > call->high.y ? at.y : call->high.y;
    }
    call->low = (wend_vec2){call->low.x - MARGIN, call->low.y - MARGIN};
    call->high = (wend_vec2){call->high.x + MARGIN, call->high.y + MARGIN};
}

static wend_result begin_call(wend_live *live, live_overlay_call *call, wend_error *error) {
    *call = (live_overlay_call){.live = live, .view = wend_world_view(live->world)};
    if (call->view == NULL) {
        return error_no_memory(error, "a view of the world");
    }
    uint32_t layers = wend_space_layer_count(call->view->space);
    call->layer_count = layers > 0 ? layers : 1;
    find_box(call);
    return WEND_OK;
}

/* Returns the map at an index if it is of a kind; else NULL. */
static const wend_map *map_of_kind(const live_overlay_call *call, uint32_t index,
                                   const char *kind) {
    wend_world *world = call->live->world;
    const char *name = wend_world_map_name(world, wend_world_map_at(world, index));
    uint32_t found = WEND_NO_MAP;
    const wend_map *map = name != NULL ? wend_view_find_map(call->view, kind, name, &found) : NULL;
    return found == index ? map : NULL;
}

/* ---- The list -------------------------------------------------------------------------------- */

static void write_overlay(live_writer *out, const char *name, const char *label) {
    live_begin_object(out, NULL);
    live_write_text(out, "name", name);
    live_write_text(out, "label", label);
    live_end_object(out);
}

static void write_maps(const live_overlay_call *call, const live_overlay *overlay,
                       live_writer *out) {
    wend_world *world = call->live->world;
    for (uint32_t i = 0; i < wend_world_map_count(world); i++) {
        if (map_of_kind(call, i, overlay->name) != NULL) {
            char name[NAME_SIZE], label[2 * NAME_SIZE];
            const char *own = wend_world_map_name(world, wend_world_map_at(world, i));
            snprintf(name, sizeof name, "map:%s", own);
            snprintf(label, sizeof label, "%s '%s'", overlay->label, own);
            write_overlay(out, name, strcmp(own, overlay->name) == 0 ? overlay->label : label);
        }
    }
}

static void write_goals(const live_overlay_call *call, const live_overlay *overlay,
                        live_writer *out) {
    wend_world *world = call->live->world;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < wend_world_goal_count(world) && listed < MOST_GOALS; i++) {
        wend_goal goal = wend_world_goal_at(world, i);
        if (goal.value == 0 || wend_world_get_goal_owner(world, goal) != WEND_GOAL_OWNER_NONE) {
            continue;
        }
        char name[NAME_SIZE], label[2 * NAME_SIZE];
        const char *own = wend_world_get_goal_name(world, goal);
        snprintf(name, sizeof name, "%s:%u", overlay->name, i);
        if (own[0] != '\0') {
            snprintf(label, sizeof label, "%s to '%s'", overlay->label, own);
        } else {
            snprintf(label, sizeof label, "%s to goal %u", overlay->label, i);
        }
        write_overlay(out, name, label);
        listed++;
    }
}

void live_write_overlays(wend_live *live, live_writer *out) {
    live_overlay_call call;
    live_begin_list(out, "overlays");
    bool good = begin_call(live, &call, NULL) == WEND_OK;
    for (uint32_t i = 0; i < live_overlay_count() && good; i++) {
        const live_overlay *overlay = live_overlay_at(i);
        if (overlay->exists != NULL && !overlay->exists(&call)) {
            continue;
        }
        if (overlay->scope == LIVE_OVERLAY_MAP) {
            write_maps(&call, overlay, out);
        } else if (overlay->scope == LIVE_OVERLAY_GOAL) {
            write_goals(&call, overlay, out);
        } else {
            write_overlay(out, overlay->name, overlay->label);
        }
    }
    live_end_list(out);
}

/* ---- Finding --------------------------------------------------------------------------------- */

static wend_result refuse_name(const char *name, wend_error *error) {
    return error_set(error, WEND_ERROR_NAME,
                     "there is no overlay '%.100s'; `describe` lists those of this world", name);
}

/* Sets the map that an overlay "map:NAME" draws. */
static const live_overlay *find_map(live_overlay_call *call, const char *name) {
    wend_world *world = call->live->world;
    for (uint32_t i = 0; i < wend_world_map_count(world); i++) {
        const char *own = wend_world_map_name(world, wend_world_map_at(world, i));
        for (uint32_t k = 0; own != NULL && strcmp(own, name) == 0 && k < live_overlay_count();
             k++) {
            const live_overlay *overlay = live_overlay_at(k);
            call->map =
                overlay->scope == LIVE_OVERLAY_MAP ? map_of_kind(call, i, overlay->name) : NULL;
            if (call->map != NULL) {
                return overlay;
            }
        }
    }
    return NULL;
}

/* Reads the index in the name of an overlay "NAME:INDEX". */
static bool read_goal(live_overlay_call *call, const char *digits) {
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 8 || digits[length] != '\0') {
        return false;
    }
    call->goal = 0;
    for (size_t i = 0; i < length; i++) {
        call->goal = call->goal * 10 + (uint32_t)(digits[i] - '0');
    }
    return wend_world_goal_at(call->live->world, call->goal).value != 0;
}

static const live_overlay *find(live_overlay_call *call, const char *name) {
    if (strncmp(name, "map:", 4) == 0) {
        return find_map(call, name + 4);
    }
    for (uint32_t i = 0; i < live_overlay_count(); i++) {
        const live_overlay *overlay = live_overlay_at(i);
        size_t length = strlen(overlay->name);
        bool begins = strncmp(name, overlay->name, length) == 0;
        if (begins && overlay->scope == LIVE_OVERLAY_WORLD && name[length] == '\0') {
            return overlay;
        }
        if (begins && overlay->scope == LIVE_OVERLAY_GOAL && name[length] == ':' &&
            read_goal(call, name + length + 1)) {
            return overlay;
        }
    }
    return NULL;
}

wend_result live_draw_overlay(wend_live *live, const char *name, uint32_t level, live_sketch *out,
                              wend_error *error) {
    live_overlay_call call;
    wend_result result = begin_call(live, &call, error);
    if (result != WEND_OK) {
        return result;
    }
    call.level = level;
    const live_overlay *overlay = find(&call, name);
    if (overlay == NULL) {
        return refuse_name(name, error);
    }
    result = overlay->draw(&call, out, error);
    return result == WEND_OK && out->failed ? error_no_memory(error, "an overlay") : result;
}
