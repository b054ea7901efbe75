/* Checks routes given by hand. Cost: for each leg, two visibility checks; for a leg that is too
 * near to a wall, also a search for its narrowest position. */
#include "base/error.h"
#include "geom/vec.h"
#include "space/space.h"

enum { NARROW_STEPS = 256 }; /* positions of a leg at which its clearance is measured */

/* m: a route may be nearer to a wall than the radius by this, because of rounding. */
static const float slack = 1e-4F;

static wend_result check_point(const wend_space *space, const wend_location *at, uint32_t index,
                               float radius, wend_error *error) {
    char where[SPACE_TEXT_SIZE];
    if (at->layer >= space->layer_count || !space_in_domain(at->position)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "point %u of the route is not finite, too far away, or on a layer that "
                         "does not exist",
                         index + 1);
    }
    if (!wend_space_is_walkable(space, *at, 1U)) {
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "point %u of the route, %s, is not on walkable ground", index + 1,
                         space_point_text(space, at->position, where));
    }
    float room = wend_space_clearance(space, *at, radius, 1U);
    return room >= radius - slack
               ? WEND_OK
               : error_set(
                     error, WEND_ERROR_GEOMETRY,
                     "point %u of the route, %s, is %.3g m from a wall, but the largest agent "
                     "that follows it has a radius of %.3g m",
                     index + 1, space_point_text(space, at->position, where), (double)room,
                     (double)radius);
}

/* Reports a leg that is too near to a wall. */
static wend_result refuse_narrow_leg(const wend_space *space, const wend_location *from,
                                     uint32_t index, float radius, wend_error *error) {
    char where[SPACE_TEXT_SIZE];
    wend_vec2 narrowest = from[0].position;
    float least = radius;
    for (uint32_t i = 0; i <= NARROW_STEPS; i++) {
        wend_vec2 at = vec_lerp(from[0].position, from[1].position, (float)i / NARROW_STEPS);
        wend_location location = {at, wend_space_layer_after(space, from[0], at)};
        float room = wend_space_clearance(space, location, radius, 1U);
        narrowest = room < least ? at : narrowest;
        least = room < least ? room : least;
    }
    return error_set(error, WEND_ERROR_GEOMETRY,
                     "between its points %u and %u, the route passes a wall at a distance of %.3g "
                     "m, near %s, but the largest agent that follows it has a radius of %.3g m",
                     index, index + 1, (double)least, space_point_text(space, narrowest, where),
                     (double)radius);
}

static wend_result check_leg(const wend_space *space, const wend_location *from, uint32_t index,
                             float radius, wend_error *error) {
    char start[SPACE_TEXT_SIZE], end[SPACE_TEXT_SIZE];
    if (!wend_space_is_visible(space, from[0], from[1], 0.0F, 1U)) {
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "the route crosses a wall, or leaves its layer, between its points %u %s "
                         "and %u %s",
                         index, space_point_text(space, from[0].position, start), index + 1,
                         space_point_text(space, from[1].position, end));
    }
    return radius <= slack || wend_space_is_visible(space, from[0], from[1], radius - slack, 1U)
               ? WEND_OK
               : refuse_narrow_leg(space, from, index, radius, error);
}

wend_result wend_space_check_route(const wend_space *space, const wend_location *points,
                                   uint32_t count, float radius, uint32_t *leg, wend_error *error) {
    WEND_ASSERT(space != NULL && (points != NULL || count == 0));
    wend_result result = WEND_OK;
    uint32_t i = 0;
    if (count < 2) {
        result =
            error_set(error, WEND_ERROR_INVALID, "a route has %u point%s, but must have at least 2",
                      count, count == 1 ? "" : "s");
    }
    for (; i < count && result == WEND_OK; i++) {
        result = check_point(space, &points[i], i, radius, error);
        if (result == WEND_OK && i > 0) {
            result = check_leg(space, &points[i - 1], i, radius, error);
        }
    }
    if (leg != NULL) {
        *leg = i > 0 ? i - 1 : 0;
    }
    return result;
}
