/* Measures contacts of agents with walls: how often `move` shortened a step at a wall, the deepest
 * overlap of a disc with a wall, and the number of steps in which no velocity was feasible. */
#include <wend/kit.h>

typedef struct walls {
    wend_stats first;
    double deepest;
} walls;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    (void)recording;
    (void)error;
    ((walls *)state)->first = wend_world_get_stats(frame->world);
    return WEND_OK;
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    (void)error;
    walls *w = state;
    for (uint32_t i = 0; i < frame->view->body_count; i++) {
        const wend_body *body = &frame->view->bodies[i];
        if ((wend_body_flags(body) & WEND_BODY_GHOST) != 0) {
            continue;
        }
        wend_location location = {body->position, wend_body_layer(body)};
        wend_view view = *frame->view;
        view.classes = wend_view_classes(frame->view, i);
        wend_wall_hit hit = wend_view_find_closest_wall(&view, location, body->radius);
        if (hit.wall != WEND_NO_WALL) {
            double overlap = (double)body->radius - (double)hit.distance;
            w->deepest = overlap > w->deepest ? overlap : w->deepest;
        }
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    const walls *w = state;
    wend_stats now = wend_world_get_stats(frame->world);
    wend_report_add_integer(out, "wall_interventions",
                            (int64_t)(now.wall_interventions - w->first.wall_interventions));
    wend_report_add_integer(out, "wall_interventions_while_feasible",
                            (int64_t)(now.wall_interventions_while_feasible -
                                      w->first.wall_interventions_while_feasible));
    wend_report_add_number(out, "max_wall_overlap_m", w->deepest);
    wend_report_add_integer(out, "infeasible_steps",
                            (int64_t)(now.infeasible_steps - w->first.infeasible_steps));
}

const wend_metric metric_walls = {
    .entry = {WEND_HEAD(wend_metric), .name = "walls",
              .summary = "steps shortened at walls, overlap with walls, infeasible choices"},
    .state_size = sizeof(walls),
    .begin = begin,
    .step = step,
    .report = report,
};
