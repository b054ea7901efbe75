/* Lists the portals of a corridor: those of its channel, and a point for each location that must be
 * passed.
 *
 * With chords only at breakpoints, a path could cut the corners between them. There is therefore a
 * portal wherever the path has turned by STEP around a corner. Cost: that of the channel. */
#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

static const double STEP = 0.4;           /* radians: angle between portals around a corner */
static const float SAME_POSITION = 1e-3F; /* m: points this close count as the same */
static const float POINTS_APART = 0.25F;  /* m: smallest distance between portals that are points */

typedef struct portal_list {
    wend_portal *items;
    uint32_t count;
} portal_list;

static wend_vec2 narrow(wend_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

static bool is_near(wend_vec2 a, wend_vec2 b, float distance) {
    return vec_length_squared(vec_sub(a, b)) <= distance * distance;
}

/* True if a portal adds nothing to the previous one. */
static bool is_redundant(const wend_portal *last, const wend_portal *next) {
    bool points = vec_equal(last->left, last->right) && vec_equal(next->left, next->right);
    float distance = points ? POINTS_APART : SAME_POSITION;
    return is_near(last->left, next->left, distance) && is_near(last->right, next->right, distance);
}

static bool append(const corridor_ground *ground, portal_list *list, wend_portal portal) {
    if (list->count > 0 && is_redundant(&list->items[list->count - 1], &portal)) {
        return true;
    }
    list->items = worker_buffer_take(ground->view, ground->worker, BUFFER_PORTALS,
                                     ((size_t)list->count + 1) * sizeof *list->items);
    if (list->items == NULL) {
        return false;
    }
    list->items[list->count++] = portal;
    return true;
}

wend_portal *corridor_portals(const corridor_ground *ground, const corridor_axis_path *axis_path,
                              const corridor_leg *legs, uint32_t leg_count, double clearance,
                              uint32_t *count) {
    portal_list list = {.items =
                            worker_buffer_take(ground->view, ground->worker, BUFFER_PORTALS, 1)};
    bool good = list.items != NULL;
    for (uint32_t i = 0; i < leg_count && good; i++) {
        corridor_channel channel =
            corridor_build_channel(ground, axis_path, legs[i], clearance, STEP);
        good = !channel.failed;
        for (uint32_t k = 0; k < channel.needed && good; k++) {
            const funnel_portal *portal = &channel.portals[k];
            good =
                append(ground, &list,
                       (wend_portal){narrow(portal->left), narrow(portal->right), portal->layer});
        }
        if (legs[i].ends_there && good) {
            wend_vec2 point = legs[i].to.position;
            good = append(ground, &list, (wend_portal){point, point, legs[i].to.layer});
        }
    }
    *count = list.count;
    return good ? list.items : NULL;
}
