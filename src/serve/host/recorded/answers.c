/* The answers `describe` and `state` of a recorded trajectory. What it does not hold is empty, so
 * that a page needs no case for it. */
#include "base/error.h"
#include "live/state/ground.h"
#include "serve/host/recorded/recorded.h"
#include <math.h>
#include <wend/math.h>

enum { MOST_LISTED = 4096 /* goals and groups */ };

static const double MARGIN = 5.0; /* m around trajectories in a space without walls */

static void write_empty(live_writer *out, const char *key) {
    live_begin_list(out, key);
    live_end_list(out);
}

/* ---- Description ----------------------------------------------------------------------------- */

static void write_box(const recorded *r, live_writer *out) {
    const wend_space *space = r->recording->space;
    wend_point low = r->tape.low, high = r->tape.high;
    wend_vec2 a, b;
    double margin = MARGIN;
    if (wend_space_bounds(space, &a, &b)) {
        low = wend_space_from_local(space, a);
        high = wend_space_from_local(space, b);
        margin = 0.0;
    } else if (low.x > high.x) {
        low = high = wend_space_origin(space);
    }
    live_write_point(out, "low", (wend_point){low.x - margin, low.y - margin});
    live_write_point(out, "high", (wend_point){high.x + margin, high.y + margin});
}

void recorded_describe(const recorded *r, live_writer *out) {
    const tape *t = &r->tape;
    const tape_frame *first = &t->frames[0], *last = &t->frames[t->count - 1];
    double steps = (double)(last->number - first->number);
    live_write_text(out, "title", r->title);
    live_write_text(out, "text", "");
    live_write_number(out, "end", last->time);
    live_write_integer(out, "starts", 1);
    live_write_null(out, "final");
    live_write_bool(out, "recorded", true);
    live_write_bool(out, "attached", false);
    live_write_bool(out, "editable", false);
    live_write_number(out, "dt", steps > 0.0 ? (last->time - first->time) / steps : 0.0);
    live_write_number(out, "begin", first->time);
    live_write_integer(out, "frames", (int64_t)t->total);
    live_write_integer(out, "spacing", (int64_t)t->spacing);
    live_write_text(out, "note", r->note);
    live_write_key(out, "seed", 0);
    live_write_text(out, "kernel", "");
    live_write_integer(out, "threads", 0);
    live_write_point(out, "origin", wend_space_origin(r->recording->space));
    write_box(r, out);
    live_write_space(out, r->recording->space, r->recording->space_def);
    write_empty(out, "maps");
    write_empty(out, "overlays");
}

/* ---- State ----------------------------------------------------------------------------------- */

static const char *shape_text(wend_goal_shape shape) {
    switch (shape) {
    case WEND_GOAL_DIRECTION:
        return "direction";
    case WEND_GOAL_DISC:
        return "disc";
    case WEND_GOAL_SEGMENT:
        return "segment";
    case WEND_GOAL_BOX:
    case WEND_GOAL_ORIENTED_BOX:
    case WEND_GOAL_POLYGON:
        return "polygon";
    default:
        return "point";
    }
}

/* Writes the four corners of a box. `half` is half of its sides. */
static void write_corners(live_writer *out, wend_point centre, wend_point half, double angle) {
    static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double c = wend_cos(angle), s = wend_sin(angle);
    for (int i = 0; i < 4; i++) {
        double x = signs[i][0] * half.x, y = signs[i][1] * half.y;
        live_write_point(out, NULL,
                         (wend_point){centre.x + c * x - s * y, centre.y + s * x + c * y});
    }
}

static void write_goal_points(live_writer *out, const wend_goal_def *goal) {
    const wend_point *p = goal->points;
    live_begin_list(out, "points");
    if (goal->shape == WEND_GOAL_DIRECTION) {
        live_write_point(out, NULL, (wend_point){wend_cos(goal->angle), wend_sin(goal->angle)});
    } else if (goal->shape == WEND_GOAL_BOX && goal->point_count >= 2) {
        wend_point centre = {(p[0].x + p[1].x) / 2.0, (p[0].y + p[1].y) / 2.0};
        write_corners(out, centre, (wend_point){p[1].x - centre.x, p[1].y - centre.y}, 0.0);
    } else if (goal->shape == WEND_GOAL_ORIENTED_BOX && goal->point_count >= 2) {
        write_corners(out, p[0], p[1], goal->angle);
    } else {
        for (uint32_t i = 0; i < goal->point_count; i++) {
            live_write_point(out, NULL, p[i]);
        }
    }
    live_end_list(out);
}

static void write_goals(const recorded *r, live_writer *out) {
    live_begin_list(out, "goals");
    for (uint32_t i = 0; i < r->recording->goal_count && i < MOST_LISTED; i++) {
        const wend_goal_def *goal = wend_def_at(r->recording->goals, i);
        live_begin_object(out, NULL);
        live_write_integer(out, "index", i);
        live_write_text(out, "name", goal->name != NULL ? goal->name : "");
        live_write_text(out, "shape", shape_text(goal->shape));
        write_goal_points(out, goal);
        live_write_number(out, "radius", goal->radius);
        live_write_integer(out, "layer", goal->layer);
        live_write_bool(out, "open", true);
        live_write_integer(out, "count", 0);
        live_write_integer(out, "arrived", 0);
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_groups(const recorded *r, live_writer *out) {
    live_begin_list(out, "groups");
    for (uint32_t i = 0; i < r->recording->group_count && i < MOST_LISTED; i++) {
        live_begin_object(out, NULL);
        live_write_text(out, "name", r->recording->groups[i].name);
        live_end_object(out);
    }
    live_end_list(out);
}

/* Writes the walls of doors and moving obstacles as one obstacle for each layer that has some: a
 * trajectory does not hold which wall belongs to which obstacle. */
static void write_obstacles(const recorded *r, live_writer *out) {
    const tape_frame *frame = recorded_frame(r);
    uint32_t layers = wend_space_layer_count(r->recording->space);
    live_begin_list(out, "obstacles");
    for (uint32_t layer = 0; layer < layers && frame->wall_count > 0; layer++) {
        live_begin_object(out, NULL);
        live_write_integer(out, "index", layer);
        live_write_text(out, "name", "");
        live_write_text(out, "kind", "moving");
        live_write_bool(out, "closed", true);
        live_write_integer(out, "layer", layer);
        live_begin_list(out, "walls");
        for (uint32_t i = 0; i < frame->wall_count; i++) {
            const tape_wall *wall = &frame->walls[i];
            if (wall->layer == layer) {
                live_write_segment(out, NULL, wend_space_from_local(r->recording->space, wall->a),
                                   wend_space_from_local(r->recording->space, wall->b));
            }
        }
        live_end_list(out);
        live_end_object(out);
    }
    live_end_list(out);
}

/* Returns the mean speed of the frame in m/s, or NAN without agents. */
static double mean_speed(const tape_frame *frame) {
    double sum = 0.0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        double x = (double)frame->agents[i].velocity.x, y = (double)frame->agents[i].velocity.y;
        sum += sqrt(x * x + y * y);
    }
    return sum / frame->agent_count;
}

wend_result recorded_write_state(recorded *r, const char *stopped, live_writer *out,
                                 wend_error *error) {
    static const char *const empty[] = {"profiles", "machines", "queues", "areas", "sources"};
    const tape_frame *frame = recorded_frame(r);
    if (!recorded_measure(r)) {
        return error_no_memory(error, "a frame");
    }
    live_write_number(out, "time", frame->time);
    live_write_integer(out, "step", (int64_t)frame->number);
    live_write_integer(out, "earliest", 0);
    live_write_null(out, "hash");
    live_write_integer(out, "agents", frame->agent_count);
    live_write_integer(out, "entered", frame->seen);
    live_write_integer(out, "arrived", 0);
    live_write_integer(out, "left", frame->seen - frame->agent_count);
    live_write_integer(out, "waiting_to_enter", 0);
    live_write_number(out, "mean_speed", frame->agent_count > 0 ? mean_speed(frame) : NAN);
    live_write_number(out, "max_density", (double)r->crowd.max_density);
    live_write_integer(out, "overlaps", r->crowd.overlaps);
    live_begin_object(out, "stages");
    live_end_object(out);
    live_write_key(out, "agent_steps", 0);
    live_write_bool(out, "changed", false);
    live_write_bool(out, "can_end", r->at + 1 == r->tape.count);
    if (stopped != NULL) {
        live_write_text(out, "stopped", stopped);
    }
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        write_empty(out, empty[i]);
    }
    write_empty(out, "classes");
    write_groups(r, out);
    write_goals(r, out);
    write_obstacles(r, out);
    return WEND_OK;
}
