/* Derives portals and paths from a guiding field with a potential (WEND_ROUTE_POTENTIAL).
 *
 * A portal lies on the level line of the field some distance ahead: the set of locations with an
 * equal distance to the goal. An agent may cross it anywhere at the same cost. This is the field's
 * counterpart of the way portal of S. Curtis, J. Snape, D. Manocha, "Way Portals" (2012), whose
 * future work names guidance fields.
 *
 *     x, T(x)   the agent's location, and the field's distance there
 *     p         the point of the path down the field from x, `ahead` m along it, or the last one
 *               that the agent's disc sees
 *     L         T(p), the level
 *
 * The portal is the part of the tangent to the level line at p that (1) contains p, (2) does not
 * leave the level by more than MAX_SLOPE per metre, and (3) the disc can reach from x in a straight
 * line (wend_view_visible_parts). So it never reaches behind a wall.
 *
 * Cost: a bounded number of samples and visibility checks. */
#include <math.h>

#include <wend/field.h>

#include "geom/vec.h"

enum { PATH_STEPS = 8, SIDE_STEPS = 8, MAX_PARTS = 16 };

static const float MAX_SLOPE = 0.25F; /* change of the distance along the portal, per m */
/* Share of the radius with which the points of the path ahead must be visible; agents that touch a
 * wall see along it. */
static const float RADIUS_SHARE = 0.9F;

static wend_location location_after(const wend_view *view, wend_location from, wend_vec2 by) {
    wend_vec2 to = vec_add(from.position, by);
    return (wend_location){to, wend_space_layer_after(view->space, from, to)};
}

/* ---- Portals --------------------------------------------------------------------------------- */

/* A point of the path down the field. */
typedef struct path_point {
    wend_location at;
    float distance;      /* m: to the goal */
    wend_vec2 direction; /* unit vector down the field */
} path_point;

static bool sample_point(const wend_view *view, uint32_t field, wend_location at, path_point *out) {
    out->at = at;
    return wend_view_field_sample(view, field, at, &out->distance, &out->direction);
}

/* Follows the path down the field from `from`, as far as it is visible, at most `ahead` m. */
static path_point go_ahead(const wend_view *view, uint32_t field, const path_point *from,
                           float radius, float ahead) {
    path_point at = *from;
    for (int i = 0; i < PATH_STEPS; i++) {
        path_point next;
        wend_location to =
            location_after(view, at.at, vec_scale(at.direction, ahead / (float)PATH_STEPS));
        if (!sample_point(view, field, to, &next) || !(next.distance < at.distance) ||
            !wend_view_is_visible(view, from->at, to, RADIUS_SHARE * radius)) {
            break;
        }
        at = next;
    }
    return at;
}

/* Returns how far the level line can be followed from a point along a unit vector, m. */
static float find_width(const wend_view *view, uint32_t field, const path_point *from,
                        wend_vec2 along, float half_width) {
    float width = 0.0F;
    for (int i = 1; i <= SIDE_STEPS; i++) {
        float reach = half_width * (float)i / (float)SIDE_STEPS, distance;
        wend_location to = location_after(view, from->at, vec_scale(along, reach));
        if (!wend_view_field_sample(view, field, to, &distance, NULL) ||
            fabsf(distance - from->distance) > MAX_SLOPE * reach) {
            break;
        }
        width = reach;
    }
    return width;
}

/* Keeps the part of a segment that a disc at `from` can reach, around the point `middle` m from its
 * first end. */
static void clip_to_visible(const wend_view *view, wend_location from, float radius, float middle,
                            wend_location ends[2], float *bias) {
    wend_interval parts[MAX_PARTS];
    float length = vec_length(vec_sub(ends[1].position, ends[0].position));
    uint32_t count = wend_view_visible_parts(view, from, radius, ends, 2, parts, MAX_PARTS);
    float begin = middle, end = middle; /* only the point itself, if nothing else is visible */
    for (uint32_t i = 0; i < count && i < MAX_PARTS; i++) {
        bool contains =
            parts[i].begin <= (double)middle + 1e-4 && parts[i].end >= (double)middle - 1e-4;
        begin = contains ? fminf((float)parts[i].begin, middle) : begin;
        end = contains ? fmaxf((float)parts[i].end, middle) : end;
    }
    wend_vec2 a = ends[0].position, b = ends[1].position;
    ends[0].position = vec_lerp(a, b, length > 0.0F ? begin / length : 0.0F);
    ends[1].position = vec_lerp(a, b, length > 0.0F ? end / length : 0.0F);
    *bias = end > begin ? (middle - begin) / (end - begin) : 0.5F;
}

bool wend_view_field_portal(const wend_view *view, uint32_t field, wend_location at, float radius,
                            float ahead, wend_field_portal *out) {
    path_point here;
    if (!(ahead > 0.0F) || !(radius >= 0.0F) || !sample_point(view, field, at, &here)) {
        return false;
    }
    path_point p = go_ahead(view, field, &here, radius, ahead);
    if (!(p.distance < here.distance) || (p.direction.x == 0.0F && p.direction.y == 0.0F)) {
        return false;
    }
    wend_vec2 left = vec_perp(p.direction);
    float to_left = find_width(view, field, &p, left, ahead);
    float to_right = find_width(view, field, &p, vec_scale(left, -1.0F), ahead);
    wend_location ends[2] = {{vec_add(p.at.position, vec_scale(left, to_left)), p.at.layer},
                             {vec_sub(p.at.position, vec_scale(left, to_right)), p.at.layer}};
    float bias = 0.5F;
    clip_to_visible(view, at, radius, to_left, ends, &bias);
    *out = (wend_field_portal){.portal = {ends[0].position, ends[1].position, p.at.layer},
                               .direction = p.direction,
                               .bias = bias,
                               .distance = p.distance};
    return true;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* m: length of the steps of a path. Fields on grids are as accurate as their cells are small. */
static const float TRACE_STEP = 0.1F;
enum { MAX_TRACE_STEPS = 1 << 18 };

uint32_t wend_view_field_trace(const wend_view *view, uint32_t field, wend_location from,
                               float radius, wend_location *out, uint32_t capacity) {
    path_point at, next;
    uint32_t count = 0;
    if (capacity == 0 || !sample_point(view, field, from, &at)) {
        return 0;
    }
    wend_location corner = from; /* the last point of the path that is known */
    for (uint32_t i = 0; i < MAX_TRACE_STEPS && count + 1 < capacity; i++) {
        wend_location to = location_after(view, at.at, vec_scale(at.direction, TRACE_STEP));
        bool ends = at.distance <= TRACE_STEP || (at.direction.x == 0.0F && at.direction.y == 0.0F);
        if (ends || !sample_point(view, field, to, &next)) {
            break;
        }
        if (!wend_view_is_visible(view, corner, to, radius)) {
            corner = at.at;
            out[count++] = corner;
        }
        at = next;
    }
    out[count++] = at.at;
    return count;
}
