/* Writes the keys `machines` and `signals`. */
#include "base/error.h"
#include "live/scenario/scene.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Conditions and actions ------------------------------------------------------------------ */

/* Appends {NAME: {parameters}}, and `more` members beside NAME. */
static void write_part(scene *s, const wend_choice *choice, const char *more) {
    yaml_add_text(s->out, "{");
    yaml_quote(s->out, choice->name);
    yaml_add_text(s->out, ": {");
    scene_write_settings(s, choice, false);
    yaml_add(s->out, "}%s}", more);
}

static void write_condition(scene *s, const wend_condition_def *condition) {
    if (condition->child_count == 0 && condition->choice.setting_count == 0) {
        yaml_quote(s->out, condition->choice.name);
        return;
    }
    if (condition->child_count == 0) {
        write_part(s, &condition->choice, "");
        return;
    }
    bool has_settings = condition->choice.setting_count > 0;
    yaml_add_text(s->out, "{");
    yaml_quote(s->out, condition->choice.name);
    yaml_add_text(s->out, has_settings ? ": {when: [" : ": [");
    for (uint32_t i = 0; i < condition->child_count; i++) {
        yaml_add_text(s->out, i > 0 ? ", " : "");
        write_condition(s, &condition->children[i]);
    }
    yaml_add_text(s->out, "]");
    if (has_settings) {
        scene_write_settings(s, &condition->choice, true);
        yaml_add_text(s->out, "}");
    }
    yaml_add_text(s->out, "}");
}

static void write_actions(scene *s, const wend_state_def *state, bool on_exit) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < state->action_count; i++) {
        const wend_action_def *action = &state->actions[i];
        if (action->on_exit == on_exit) {
            yaml_add(s->out, "%s", written++ > 0 ? ", " : on_exit ? ", exit: [" : ", enter: [");
            write_part(s, &action->choice, action->keep ? ", keep: true" : "");
        }
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
}

/* ---- States ---------------------------------------------------------------------------------- */

static void write_state_goal(scene *s, const wend_state_def *state) {
    const char *goal = scene_goal_name(s, state->goal);
    switch (state->goal_kind) {
    case WEND_STATE_GOAL_NONE:
        yaml_add_text(s->out, ", goal: none");
        break;
    case WEND_STATE_GOAL_GIVEN:
        scene_write_name(s, "goal", goal != NULL ? goal : "none");
        break;
    case WEND_STATE_GOAL_SELECT:
        scene_write_name(s, "goals", scene_goal_set_name(s, state->goal_set));
        yaml_add_text(s->out, ", select: ");
        scene_write_choice(s, &state->select);
        yaml_add_text(s->out, state->persistent ? ", persistent: true" : "");
        break;
    case WEND_STATE_GOAL_SHARED:
        scene_write_name(s, "shares", state->shares);
        break;
    case WEND_STATE_GOAL_QUEUE:
        scene_write_name(s, "queue", scene_queue_name(s, state->queue));
        break;
    default:
        break;
    }
}

static void write_model(scene *s, const char *key, const wend_choice *choice) {
    if (choice->name != NULL) {
        yaml_add(s->out, ", %s: ", key);
        scene_write_choice(s, choice);
    }
}

static void write_state(scene *s, const wend_state_def *state) {
    yaml_add_text(s->out, "      ");
    yaml_quote(s->out, state->name);
    yaml_add(s->out, ": {final: %s", state->is_final ? "true" : "false");
    write_state_goal(s, state);
    write_model(s, "plan", &state->plan);
    write_model(s, "follow", &state->follow);
    write_model(s, "steer", &state->steer);
    for (uint32_t i = 0; i < state->modify_count; i++) {
        yaml_add_text(s->out, i == 0 ? ", modify: [" : ", ");
        scene_write_choice(s, &state->modify[i]);
    }
    yaml_add_text(s->out, state->modify_count > 0 ? "]" : "");
    write_actions(s, state, false);
    write_actions(s, state, true);
    yaml_add_text(s->out, "}\n");
}

static void write_transition(scene *s, const char *from, const wend_transition_def *transition) {
    yaml_add_text(s->out, "      - {from: ");
    yaml_quote(s->out, from);
    yaml_add_text(s->out, ", to: {");
    for (uint32_t i = 0; i < transition->target_count; i++) {
        const char *state = transition->targets[i].state;
        yaml_add_text(s->out, i > 0 ? ", " : "");
        yaml_quote(s->out, state != NULL ? state : "previous");
        yaml_add_text(s->out, ": ");
        yaml_number(s->out, transition->targets[i].weight);
    }
    yaml_add_text(s->out, "}, when: ");
    write_condition(s, &transition->condition);
    yaml_add_text(s->out, "}\n");
}

static void write_machine(scene *s, wend_machine machine) {
    uint32_t count = wend_world_state_count(s->world, machine), written = 0;
    wend_action_def actions[WEND_MAX_STATE_ACTIONS];
    wend_target_def targets[WEND_MAX_TARGETS];
    wend_condition_def conditions[WEND_MAX_CONDITIONS];
    wend_state_def state;
    wend_transition_def transition;
    yaml_add_text(s->out, "  ");
    yaml_quote(s->out, scene_machine_name(s, machine));
    yaml_add_text(s->out, ":\n    states:\n");
    for (uint32_t i = 0; i < count; i++) {
        if (wend_world_get_state_def(s->world, machine, i, &state, actions)) {
            write_state(s, &state);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_world_get_state_def(s->world, machine, i, &state, actions);
        for (uint32_t k = 0;
             wend_world_get_transition(s->world, machine, i, k, &transition, targets, conditions);
             k++) {
            yaml_add_text(s->out, written++ == 0 ? "    transitions:\n" : "");
            write_transition(s, state.name, &transition);
        }
    }
}

wend_result scene_write_machines(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_machine_count(s->world); i++) {
        wend_machine machine = wend_world_machine_at(s->world, i);
        if (wend_world_state_count(s->world, machine) > 0) {
            yaml_add_text(s->out, written++ == 0 ? "machines:\n" : "");
            write_machine(s, machine);
        }
    }
    if (written > 0 && s->now > 0.0) {
        scene_note(s, "agents enter the states of their machines again: timers begin again, and "
                      "expressions with `time` count from now");
    }
    return WEND_OK;
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* Appends a trigger with its times counted from now. Returns false, and appends nothing, if it has
 * ended. */
static bool write_trigger(scene *s, const wend_choice *trigger, uint32_t index) {
    enum { MOST_SETTINGS = 32 };
    wend_setting settings[MOST_SETTINGS];
    wend_choice moved = {trigger->name, settings, trigger->setting_count};
    if (s->now > 0.0 && trigger->setting_count > MOST_SETTINGS) {
        return false;
    }
    for (uint32_t i = 0; i < trigger->setting_count && s->now > 0.0; i++) {
        settings[i] = trigger->settings[i];
        const char *name = settings[i].name;
        bool ends = strcmp(name, "at") == 0 || strcmp(name, "until") == 0;
        if (ends && settings[i].value.number.a < s->now) {
            scene_note(s, "triggers whose time has passed are left out");
            return false;
        }
        if (ends || strcmp(name, "from") == 0) {
            settings[i].value.number.a = scene_time(s, settings[i].value.number.a);
        }
    }
    yaml_add_text(s->out, index == 0 ? ", triggers: [" : ", ");
    write_part(s, s->now > 0.0 ? &moved : trigger, "");
    return true;
}

/* Writes the group of an audience: by its name if all of its agents are in one item, else the keys
 * of those that are in the world. */
static void write_group(scene *s, wend_group group) {
    const char *name = wend_world_get_group_name(s->world, group);
    uint32_t written = 0;
    if (name[0] != '\0' && scene_count_items(s, group) == 1) {
        scene_write_name(s, "group", name);
        return;
    }
    for (uint32_t i = 0; i < s->agent_count; i++) {
        if (s->agents[i].group.value == group.value && s->agents[i].key <= INT64_MAX) {
            yaml_add(s->out, "%s%" PRIu64, written++ == 0 ? ", keys: [" : ", ", s->agents[i].key);
        }
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
    scene_note(s, "a signal for a group reaches the agents that are in it now");
}

static void write_audience(scene *s, const wend_audience *audience) {
    bool any = audience->machine.value != 0 || audience->group.value != 0 ||
               audience->area.value != 0 || audience->keys != NULL;
    if (!any) {
        return;
    }
    yaml *out = s->out;
    uint32_t start = out->size;
    yaml_add_text(out, ", audience: {");
    uint32_t first = out->size;
    scene_write_name(s, "machine", scene_machine_name(s, audience->machine));
    if (audience->state != NULL) {
        scene_write_name(s, audience->not_in_state ? "not_in_state" : "state", audience->state);
    }
    scene_write_name(s, "area", scene_area_name(s, audience->area));
    if (audience->group.value != 0 && audience->keys == NULL) {
        write_group(s, audience->group);
    }
    for (uint32_t i = 0; audience->keys != NULL && i < audience->key_count; i++) {
        yaml_add(out, "%s%" PRIu64, i == 0 ? ", keys: [" : ", ", audience->keys[i]);
    }
    yaml_add_text(out, audience->keys != NULL ? "]}" : "}");
    if (!out->failed && out->size > first + 2) { /* the first member has no comma before it */
        out->text[first] = ' ';
    } else if (!out->failed) {
        out->size = start;
    }
}

wend_result scene_write_signals(scene *s) {
    enum { MOST_PARTS = 256 };
    wend_choice parts[MOST_PARTS];
    for (uint32_t i = 0; i < wend_world_signal_total(s->world); i++) {
        wend_signal_def def;
        uint32_t written = 0;
        wend_world_get_signal_def(s->world, i, &def, parts, MOST_PARTS);
        yaml_add_text(s->out, i == 0 ? "signals:\n  " : "  ");
        yaml_quote(s->out, def.name);
        yaml_add_text(s->out, ": {responses: [");
        for (uint32_t k = 0; k < def.response_count; k++) {
            yaml_add_text(s->out, k > 0 ? ", " : "");
            write_part(s, &def.responses[k], "");
        }
        yaml_add_text(s->out, "]");
        for (uint32_t k = 0; k < def.trigger_count; k++) {
            written += write_trigger(s, &def.triggers[k], written);
        }
        yaml_add_text(s->out, written > 0 ? "]" : "");
        write_audience(s, &def.audience);
        yaml_add_text(s->out, "}\n");
    }
    return WEND_OK;
}
