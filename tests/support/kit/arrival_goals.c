#include <math.h>
#include <wend/math.h>

#include "support/kit/arrival_fill.h"
#include "support/kit/arrival_oracle.h"

static const double pi = 3.14159265358979323846;

enum { GOAL_KEY = 2, TRIES = 400 };

bool arrival_changes_sides(const arrival_world *world) {
    return world->kind == ARRIVAL_DOOR || world->kind == ARRIVAL_BLEND;
}

wend_point arrival_position_in(const arrival_world *world, arrival_stream *stream,
                               uint32_t region) {
    wend_point low = world->regions[region].low, high = world->regions[region].high;
    double x = arrival_sample(stream, low.x, high.x), y = arrival_sample(stream, low.y, high.y);
    return arrival_to_scenario(world, x, y);
}

uint32_t arrival_region_of_side(const arrival_world *world, arrival_stream *stream, uint32_t side) {
    uint32_t region = arrival_pick(stream, world->region_count);
    while (arrival_changes_sides(world) && world->regions[region].side != side) {
        region = (region + 1) % world->region_count;
    }
    return region;
}

static wend_point polar(wend_point centre, double radius, double angle) {
    return (wend_point){centre.x + radius * wend_cos(angle), centre.y + radius * wend_sin(angle)};
}

/* Finds a position with some clearance. Returns false if there is none. */
static bool find_position(const arrival_world *world, arrival_stream *stream, uint32_t side,
                          double clearance, wend_point *out) {
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t region = arrival_region_of_side(world, stream, side);
        *out = arrival_position_in(world, stream, region);
        if (arrival_walkable(world, *out) && arrival_clearance(world, *out) >= clearance) {
            return true;
        }
    }
    return false;
}

/* Makes a goal at which agents may stay, because other agents can pass behind them. */
static bool make_stop(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    goal->shape = ARRIVAL_DISC;
    goal->radius = arrival_sample(stream, 0.6, 1.2);
    goal->point_count = 1;
    goal->capacity = 4;
    goal->stop = true;
    return find_position(world, stream, goal->side, goal->radius + 2, &goal->points[0]);
}

/* Makes a goal that is a segment on the edge of the ground, or slightly off it. */
static void make_exit(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    const arrival_region *region =
        &world->regions[arrival_region_of_side(world, stream, goal->side)];
    double off = arrival_chance(stream, 0.5) ? 0 : arrival_sample(stream, 0, 0.3);
    wend_point a = region->low, b = region->high;
    bool upper = arrival_chance(stream, 0.5);
    a.y = b.y = upper ? region->high.y - off : region->low.y + off;
    double length = b.x - a.x, width = fmin(length - 1, arrival_sample(stream, 1.2, 6));
    double from = arrival_sample(stream, 0.5, length - width - 0.5);
    goal->shape = ARRIVAL_SEGMENT;
    goal->points[0] = arrival_to_scenario(world, a.x + from, a.y);
    goal->points[1] = arrival_to_scenario(world, a.x + from + width, a.y);
    goal->point_count = 2;
}

static bool make_segment(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    double half = arrival_sample(stream, 0.5, 3);
    goal->shape = ARRIVAL_SEGMENT;
    goal->point_count = 2;
    for (uint32_t i = 0; i < TRIES; i++, half *= 0.98) {
        wend_point centre;
        double angle = arrival_sample(stream, 0, pi);
        if (!find_position(world, stream, goal->side, 0.4, &centre)) {
            return false;
        }
        goal->points[0] = polar(centre, half, angle);
        goal->points[1] = polar(centre, -half, angle);
        if (arrival_segment_clearance(world, goal->points[0], goal->points[1]) >= 0.3) {
            return true;
        }
    }
    return false;
}

static bool make_polygon(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    double size = arrival_sample(stream, 0.3, 1.5), angle = arrival_sample(stream, 0, 2 * pi);
    wend_point centre = {0, 0};
    bool found = false;
    for (uint32_t i = 0; i < 8 && !found; i++, size *= 0.8) {
        found = find_position(world, stream, goal->side, size + 0.1, &centre);
    }
    bool star = arrival_chance(stream, 0.3); /* a star is not convex */
    goal->shape = ARRIVAL_POLYGON;
    goal->point_count = star ? 8 : 3 + arrival_pick(stream, 5);
    for (uint32_t i = 0; i < goal->point_count; i++) {
        double reach = star && i % 2 == 1 ? size * 0.4 : size;
        goal->points[i] = polar(centre, reach, angle + 2 * pi * i / goal->point_count);
    }
    return found;
}

static bool make_round(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    goal->shape = arrival_chance(stream, 0.5) ? ARRIVAL_POINT : ARRIVAL_DISC;
    goal->radius = goal->shape == ARRIVAL_DISC ? arrival_sample(stream, 0.1, 1.5) : 0;
    goal->point_count = 1;
    double clearance = fmax(goal->radius, world->max_radius + 0.05);
    for (uint32_t i = 0; i < 8; i++, goal->radius *= 0.7) {
        if (find_position(world, stream, goal->side, clearance, &goal->points[0])) {
            return true;
        }
        clearance = fmax(goal->radius * 0.7, world->max_radius + 0.05);
    }
    return false;
}

/* Makes the goal move, either from another position to its own, or back and forth. */
static void set_moving(const arrival_world *world, arrival_stream *stream, arrival_goal *goal) {
    wend_point other, middle;
    if (!find_position(world, stream, goal->side, world->max_radius + 0.1, &other) ||
        !find_position(world, stream, goal->side, world->max_radius + 0.1, &middle)) {
        return;
    }
    wend_point here = goal->points[0];
    if (arrival_chance(stream, 0.25) &&
        arrival_segment_clearance(world, here, other) >= world->max_radius + 0.1) {
        goal->loops = true;
        goal->path[0] = here;
        goal->path[1] = other;
        goal->path_count = 2;
        goal->path_speed = arrival_sample(stream, 0.1, 0.5);
        return;
    }
    goal->path[0] = other;
    goal->path[1] = middle;
    goal->path_count = arrival_chance(stream, 0.5) ? 3 : 2;
    goal->path[goal->path_count - 1] = here;
    goal->path_speed = arrival_sample(stream, 0.5, 3);
}

static bool add_goal(arrival_world *world, arrival_stream *stream) {
    arrival_goal goal = {.capacity = ARRIVAL_AGENTS, .side = world->goal_count % 2};
    bool found = false;
    uint32_t shape = arrival_pick(stream, 10);
    if (shape == 0) {
        found = make_stop(world, stream, &goal);
        goal = found ? goal : (arrival_goal){.capacity = ARRIVAL_AGENTS, .side = goal.side};
    }
    if (!found && shape <= 2 && world->kind != ARRIVAL_MAZE) {
        make_exit(world, stream, &goal);
        found = true;
    } else if (!found && shape <= 5) {
        found = make_segment(world, stream, &goal);
    } else if (!found && shape <= 7) {
        found = make_polygon(world, stream, &goal);
    }
    if (!found) {
        found = make_round(world, stream, &goal);
        if (found && arrival_chance(stream, 0.5)) {
            set_moving(world, stream, &goal);
        }
    }
    if (found) {
        world->goals[world->goal_count++] = goal;
    }
    return found;
}

bool arrival_add_goals(arrival_world *world) {
    arrival_stream stream = arrival_stream_of(world, GOAL_KEY);
    uint32_t count = 2 + arrival_pick(&stream, 3);
    for (uint32_t i = 0; i < count; i++) {
        if (!add_goal(world, &stream)) {
            return false;
        }
    }
    return true;
}
