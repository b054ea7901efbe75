/* Ghosts: an agent near a link is also present on the layer across it, as a copy, so that the
 * search in that layer's strips finds it. Agents of other worlds (wend_world_set_ghosts) have
 * ghosts too. Cost: O(bodies x links of their layer); nothing if there are no links. */
#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "near/near.h"
#include "space/space.h"

/* ---- Ghosts ---------------------------------------------------------------------------------- */

/* Returns the layer on the other side of a link of `layer`. */
static uint32_t layer_across(wend_link link, uint32_t layer) {
    return link.left_layer == layer ? link.right_layer : link.left_layer;
}

/* True if a body is near enough to a link to have a ghost across it. Allows slightly more than
 * `reach`, so that rounding misses no agent. */
static bool is_near_link(wend_link link, const wend_body *body, float reach) {
    wend_vec2 p = body->position;
    wend_vec2 low = vec_min(link.a, link.b), high = vec_max(link.a, link.b);
    float wide = 1.01F * reach + 1.0F; /* a cheap first test, because most bodies are far away */
    if (p.x < low.x - wide || p.x > high.x + wide || p.y < low.y - wide || p.y > high.y + wide) {
        return false;
    }
    double slack = 1e-6 * ((double)reach + fabs((double)p.x) + fabs((double)p.y));
    return segment_point_distance(p, link.a, link.b) <= (double)reach + slack;
}

/* Makes the ghosts of a body: at most one on each other layer. Writes them to `out` if it is not
 * NULL. Returns the number of ghosts. */
static uint32_t make_ghosts(const wend_space *space, const wend_body *body, float reach,
                            wend_body *out) {
    const uint32_t *links;
    uint32_t count = 0, link_count = space_links_of(space, wend_body_layer(body), &links);
    uint32_t seen[WEND_MAX_LAYERS / 32] = {0};
    for (uint32_t i = 0; i < link_count; i++) {
        wend_link link = wend_space_link(space, links[i]);
        uint32_t other = layer_across(link, wend_body_layer(body));
        if ((seen[other / 32] >> (other % 32) & 1U) || !is_near_link(link, body, reach)) {
            continue;
        }
        seen[other / 32] |= 1U << (other % 32);
        if (out) {
            out[count] = *body;
            out[count].tags = (body->tags & ~0xffU) | other | (uint32_t)WEND_BODY_GHOST << 20;
        }
        count++;
    }
    return count;
}

/* True if body `i` can have ghosts: it has not been removed, and it is not itself a ghost across a
 * link. */
static bool can_have_ghosts(const near_input *input, uint32_t i) {
    return i >= input->count ||
           !(wend_body_flags(&input->bodies[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST));
}

float near_ghost_reach(const wend_space *space, const near_input *input, float reach) {
    float largest = 0.0F;
    for (uint32_t i = 0; i < input->count + input->given && wend_space_link_count(space) > 0; i++) {
        largest = input->bodies[i].radius > largest ? input->bodies[i].radius : largest;
    }
    return reach + 2.0F * near_extra_reach(largest);
}

uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach) {
    uint32_t total = 0;
    if (wend_space_link_count(space) == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < input->count + input->given; i++) {
        if (can_have_ghosts(input, i)) {
            total += make_ghosts(space, &input->bodies[i], reach, NULL);
        }
    }
    return total;
}

uint32_t near_append_ghosts(const wend_space *space, near_input *input, float reach) {
    uint32_t count = input->count + input->given;
    if (wend_space_link_count(space) == 0) {
        return count;
    }
    for (uint32_t i = 0; i < input->count + input->given; i++) {
        if (can_have_ghosts(input, i)) {
            count += make_ghosts(space, &input->bodies[i], reach, &input->bodies[count]);
        }
    }
    return count;
}
