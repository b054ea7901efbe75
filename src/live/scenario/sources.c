/* Writes the sources: items of the key `agents`. */
#include "live/scenario/scene.h"
#include <inttypes.h>
#include <math.h>

static void write_region(scene *s, const wend_source_def *def) {
    switch (def->shape) {
    case WEND_GOAL_DISC:
        yaml_add_text(s->out, "disc: {centre: ");
        yaml_point(s->out, def->points[0]);
        yaml_add_text(s->out, ", radius: ");
        yaml_number(s->out, def->radius);
        yaml_add_text(s->out, "}");
        break;
    case WEND_GOAL_ORIENTED_BOX:
        yaml_add_text(s->out, "oriented_box: {centre: ");
        yaml_point(s->out, def->points[0]);
        yaml_add_text(s->out, ", half_size: ");
        yaml_point(s->out, def->points[1]);
        yaml_add_text(s->out, ", angle: ");
        yaml_number(s->out, def->angle);
        yaml_add_text(s->out, "}");
        break;
    default:
        yaml_add_text(s->out, def->shape == WEND_GOAL_BOX ? "box: " : "polygon: ");
        yaml_points(s->out, def->points, def->point_count);
        break;
    }
}

static void write_schedule(scene *s, const wend_source_def *def) {
    for (uint32_t i = 0; i < def->schedule_count; i++) {
        yaml_add_text(s->out, i == 0 ? ", schedule: [[" : ", [");
        yaml_number(s->out, scene_time(s, def->schedule[i].time));
        yaml_add(s->out, ", %" PRIu32 "]", def->schedule[i].count);
    }
    yaml_add_text(s->out, "]");
}

static void write_timing(scene *s, const wend_source_def *def) {
    if (def->timing == WEND_SOURCE_SCHEDULE) {
        write_schedule(s, def);
        return;
    }
    bool sampled = def->timing == WEND_SOURCE_INTERVAL;
    yaml_add_text(s->out, sampled                              ? ", interval: "
                          : def->timing == WEND_SOURCE_POISSON ? ", poisson: "
                                                               : ", rate: ");
    if (sampled) {
        yaml_distribution(s->out, &def->interval);
    } else {
        yaml_number(s->out, def->rate);
    }
    yaml_add_text(s->out, ", from: ");
    yaml_number(s->out, scene_time(s, def->from));
    if (isfinite(def->until)) {
        yaml_add_text(s->out, ", until: ");
        yaml_number(s->out, scene_time(s, def->until));
    }
    yaml_add(s->out, ", count: %" PRIu32, def->count);
}

static wend_result write_source(scene *s, const wend_source_def *def, const wend_agent_def *agent) {
    yaml_add_text(s->out, "  - {source: {");
    write_region(s, def);
    write_timing(s, def);
    yaml_add(s->out, "}, key: %" PRIu64, def->first_key);
    if (agent->velocity.x != 0.0 || agent->velocity.y != 0.0) {
        yaml_add_text(s->out, ", velocity: ");
        yaml_point(s->out, agent->velocity);
    }
    if (def->delay.kind != WEND_DISTRIBUTION_CONSTANT || def->delay.a > 0.0) {
        yaml_add_text(s->out, ", delay: ");
        yaml_distribution(s->out, &def->delay);
    }
    wend_agent_def common = *agent;
    common.layer = def->layer;
    common.key = def->first_key;
    wend_result result = scene_write_common(s, &common);
    yaml_add_text(s->out, "}\n");
    return result;
}

wend_result scene_write_sources(scene *s) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < wend_world_source_count(s->world) && result == WEND_OK; i++) {
        wend_source source = wend_world_source_at(s->world, i);
        wend_source_def def;
        wend_agent_def agent;
        if (!wend_world_get_source_def(s->world, source, &def, &agent)) {
            continue;
        }
        if (def.disabled || def.first_key > INT64_MAX) {
            scene_note(s, "a source that is disabled or has automatic keys is left out");
            continue;
        }
        if (s->now > 0.0 && def.timing != WEND_SOURCE_RATE && def.timing != WEND_SOURCE_SCHEDULE) {
            scene_note(s, "sources sample new intervals between their agents");
        }
        yaml_add_text(s->out, s->item_count++ == 0 ? "agents:\n" : "");
        result = write_source(s, &def, &agent);
    }
    return result;
}
