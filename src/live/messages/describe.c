/* `describe`: everything that does not change. Geometry is that of the definition of the space. */
#include "base/error.h"
#include "live/live.h"
#include "live/overlays.h"
#include "live/state/ground.h"
#include <math.h>

/* ---- The world ------------------------------------------------------------------------------- */

/* Writes the box of the space or, if it has no walls, of the agents and goals at present. */
static wend_result write_box(wend_live *live, live_writer *out, wend_error *error) {
    static const double MARGIN = 5.0; /* m */
    const wend_space *space = wend_bundle_space(live->bundle);
    const wend_agent_state *agents = NULL;
    uint32_t count = 0;
    wend_vec2 a, b;
    if (wend_space_bounds(space, &a, &b)) {
        live_write_point(out, "low", wend_space_from_local(space, a));
        live_write_point(out, "high", wend_space_from_local(space, b));
        return WEND_OK;
    }
    wend_result result = live_agents(live, &agents, &count, error);
    wend_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    uint32_t goals = wend_world_goal_count(live->world);
    for (uint32_t i = 0; i < count + goals; i++) {
        wend_point at = low;
        bool known =
            i < count || wend_world_get_goal_position(
                             live->world, wend_world_goal_at(live->world, i - count), &at, NULL);
        at = i < count ? agents[i].position : at;
        low = known ? (wend_point){fmin(low.x, at.x), fmin(low.y, at.y)} : low;
        high = known ? (wend_point){fmax(high.x, at.x), fmax(high.y, at.y)} : high;
    }
    if (low.x > high.x) {
        low = high = wend_space_origin(space);
    }
    live_write_point(out, "low", (wend_point){low.x - MARGIN, low.y - MARGIN});
    live_write_point(out, "high", (wend_point){high.x + MARGIN, high.y + MARGIN});
    return result;
}

/* ---- The bundle ------------------------------------------------------------------------------ */

static void write_maps(const wend_live *live, live_writer *out) {
    uint32_t count = wend_bundle_get_info(live->bundle).map_count;
    live_begin_list(out, "maps");
    for (uint32_t i = 0; i < count; i++) {
        const char *name = "";
        const wend_map *map = wend_bundle_map(live->bundle, i, &name);
        live_begin_object(out, NULL);
        live_write_text(out, "name", name);
        live_write_text(out, "kind", wend_map_kind(map));
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_bundle(const wend_live *live, live_writer *out) {
    wend_bundle_info info = wend_bundle_get_info(live->bundle);
    live_write_text(out, "title", info.title);
    live_write_text(out, "text", info.text);
    live_write_number(out, "end", info.end);
    live_write_integer(out, "starts", info.start_count);
    if (info.final_step > 0) {
        live_begin_object(out, "final");
        live_write_integer(out, "step", (int64_t)info.final_step);
        live_write_hash(out, "hash", info.final_hash);
        live_end_object(out);
    } else {
        live_write_null(out, "final");
    }
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)request;
    const wend_view *view = wend_world_view(live->world);
    if (view == NULL) {
        return error_no_memory(error, "a view of the world");
    }
    write_bundle(live, out);
    live_write_bool(out, "recorded", false);
    live_write_bool(out, "attached", live->is_attached);
    live_write_bool(out, "editable", !live->is_attached);
    live_write_number(out, "dt", wend_world_dt(live->world));
    live_write_key(out, "seed", wend_world_seed(live->world));
    live_write_text(out, "kernel", wend_kernel_text(wend_view_get_bounds(view).kernel));
    live_write_integer(out, "threads", live->def.threads);
    live_write_point(out, "origin", wend_space_origin(view->space));
    wend_result result = write_box(live, out, error);
    live_write_space(out, wend_bundle_space(live->bundle), wend_bundle_space_def(live->bundle));
    write_maps(live, out);
    live_write_overlays(live, out);
    return result;
}

const live_message live_message_describe = {.name = "describe", .answer = answer};
