/* Checks the defs of sources. */
#include <math.h>

#include "base/error.h"
#include "geom/shape.h"
#include "step/params.h"
#include "world/sources/sources.h"

static const double latest = 1e9; /* s: the latest time in a def */

static wend_result refuse(wend_result code, const wend_source_def *def, const char *why,
                          wend_error *error) {
    bool has_name = def->name && def->name[0];
    return error_set(error, code, "source %s%s%scannot be added: %s", has_name ? "'" : "",
                     has_name ? def->name : "", has_name ? "' " : "", why);
}

/* ---- The region ------------------------------------------------------------------------------ */

static bool has_point_count(const wend_source_def *def) {
    switch (def->shape) {
    case WEND_GOAL_DISC:
        return def->point_count == 1;
    case WEND_GOAL_BOX:
    case WEND_GOAL_ORIENTED_BOX:
        return def->point_count == 2;
    default:
        return def->point_count >= 3 && def->point_count <= WEND_MAX_POLYGON;
    }
}

static const char *find_region_fault(const wend_world *world, const wend_source_def *def) {
    if (!shape_has_area(def->shape)) {
        return "its region must be a disc, a box, an oriented box or a polygon";
    }
    if (!def->points || !has_point_count(def)) {
        return "its region has too few or too many points";
    }
    wend_point origin = wend_space_origin(world->space);
    for (uint32_t i = 0; i < def->point_count; i++) {
        bool is_size = def->shape == WEND_GOAL_ORIENTED_BOX && i == 1;
        if (!world_is_near(def->points[i], is_size ? (wend_point){0.0, 0.0} : origin)) {
            return "a point of its region is not finite, or too far away";
        }
        if (is_size && !(def->points[i].x >= 0.0 && def->points[i].y >= 0.0)) {
            return "the half sizes of its region must not be negative";
        }
    }
    bool is_disc = def->shape == WEND_GOAL_DISC;
    if (is_disc && !(def->radius >= 0.0 && def->radius <= (double)WEND_MAX_EXTENT)) {
        return "the radius of its region is negative, not finite, or too large";
    }
    return fabs(def->angle) <= latest ? NULL : "the angle of its region is not finite";
}

/* True if the region and the bounding box of the space have a point in common. */
static bool is_on_ground(const wend_world *world, const wend_source_def *def) {
    shape region = {def->shape, def->points, def->point_count, def->radius, def->angle};
    wend_point low, high;
    wend_vec2 least, most;
    shape_bounds(&region, &low, &high);
    wend_vec2 a = wend_space_to_local(world->space, low);
    wend_vec2 b = wend_space_to_local(world->space, high);
    return !wend_space_bounds(world->space, &least, &most) ||
           (a.x <= most.x && b.x >= least.x && a.y <= most.y && b.y >= least.y);
}

/* ---- Times and counts ------------------------------------------------------------------------ */

static const char *find_schedule_fault(const wend_source_def *def) {
    if (!def->schedule || def->schedule_count == 0 ||
        def->schedule_count > WEND_MAX_SOURCE_ENTRIES) {
        return "its schedule needs 1 to 1048576 entries";
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < def->schedule_count; i++) {
        const wend_source_entry *entry = &def->schedule[i];
        if (!(entry->time >= 0.0 && entry->time <= latest)) {
            return "the times of its schedule must lie between 0 and 1e9 s";
        }
        if (i > 0 && !(entry->time > entry[-1].time)) {
            return "the times of its schedule must be in ascending order";
        }
        sum += entry->count;
        if (entry->count == 0 || entry->count > WEND_MAX_AGENTS) {
            return "a count of its schedule must lie between 1 and 16777216";
        }
    }
    return def->count == 0 && sum > WEND_MAX_AGENTS
               ? "the counts of its schedule add up to more than 16777216 agents"
               : NULL;
}

static const char *find_time_fault(const wend_source_def *def) {
    if (!(def->from >= 0.0 && def->from <= latest)) {
        return "`from` must lie between 0 and 1e9 s";
    }
    if (!(def->until >= def->from)) {
        return "`until` must not be before `from`";
    }
    bool has_rate = def->timing == WEND_SOURCE_RATE || def->timing == WEND_SOURCE_POISSON;
    if (has_rate && !(def->rate >= 1e-6 && def->rate <= 1e4)) {
        return "its rate must lie between 1e-6 and 1e4 agents/s";
    }
    if ((unsigned)def->timing >= WEND_SOURCE_TIMING_COUNT) {
        return "its timing is unknown";
    }
    return def->timing == WEND_SOURCE_SCHEDULE ? find_schedule_fault(def) : NULL;
}

static const char *find_key_fault(const wend_source_def *def) {
    if (def->count > WEND_MAX_AGENTS) {
        return "its count must lie between 0 and 16777216";
    }
    return def->first_key > INT64_MAX - WEND_MAX_AGENTS
               ? "its first key must be below 2^63 by at least 16777216"
               : NULL;
}

/* ---- The def --------------------------------------------------------------------------------- */

static wend_result check_numbers(const wend_source_def *def, wend_error *error) {
    wend_result result = params_check_number("the delay of a source", &def->delay, 0.0,
                                             WEND_MAX_AGENT_DELAY, "s", error);
    return result == WEND_OK && def->timing == WEND_SOURCE_INTERVAL
               ? params_check_number("the interval of a source", &def->interval, 1e-4, 1e6, "s",
                                     error)
               : result;
}

wend_result source_check(const wend_world *world, const wend_source_def *def,
                         const wend_agent_def *agent, wend_error *error) {
    wend_result result = world_check_name(def->name, error);
    result = result == WEND_OK ? check_numbers(def, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    const char *wrong = find_region_fault(world, def);
    if (!wrong && !is_on_ground(world, def)) {
        wrong = "its region lies outside the space";
    }
    wrong = wrong ? wrong : find_time_fault(def);
    wrong = wrong ? wrong : find_key_fault(def);
    if (wrong) {
        return refuse(WEND_ERROR_INVALID, def, wrong, error);
    }
    if (def->layer >= wend_space_layer_count(world->space)) {
        return refuse(WEND_ERROR_NAME, def, "there is no such layer", error);
    }
    bool is_name = false;
    wrong = agent_find_template_fault(world, agent, &is_name);
    return wrong ? refuse(is_name ? WEND_ERROR_NAME : WEND_ERROR_INVALID, def, wrong, error)
                 : WEND_OK;
}
