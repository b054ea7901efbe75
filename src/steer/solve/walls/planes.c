/* Makes the planes of the walls that an agent must avoid (cone.c), in the order of near.c. A wall
 * that lies entirely behind the plane of an earlier wall gives no plane, because no remaining
 * velocity could bring the agent to it.
 *
 * lanes.h does the simple cases for eight agents at once, bit for bit.
 *
 * Cost: O(1) per pair of a wall and an earlier plane. */
#include "steer/solve/walls/planes.h"

#include "geom/vec.h"
#include "steer/solve/walls/cone.h"
#include "steer/solve/walls/near.h"

/* m/s: tolerance when checking that the discs around a wall's ends lie behind an earlier plane. */
static const float hidden_slack = 1e-5F;

/* True if the whole wall lies behind an earlier plane. */
static bool is_hidden(const wall_viewer *viewer, const near_wall *wall,
                      const velocity_plane *planes, uint32_t count) {
    wend_vec2 a = vec_add(vec_scale(wall->a, viewer->rate), wall->velocity);
    wend_vec2 b = vec_add(vec_scale(wall->b, viewer->rate), wall->velocity);
    float grown = (viewer->radius + wall->margin) * viewer->rate;
    for (uint32_t i = 0; i < count; i++) {
        float offset = planes[i].offset - grown + hidden_slack;
        if (vec_dot(planes[i].normal, a) <= offset && vec_dot(planes[i].normal, b) <= offset) {
            return true;
        }
    }
    return false;
}

/* Two planes count as parallel if the cosine of the angle between their normals is at least this.
 */
static const float same_normal = 1.0F - 1e-6F;

/* True if an earlier plane is the same or stricter. If an agent touches a corner, the walls that
 * meet there give the same plane twice, up to rounding. One plane would then exclude the whole line
 * of the other, and the program would report a contradiction that does not exist. */
static bool is_repeated(velocity_plane plane, const velocity_plane *planes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (vec_dot(planes[i].normal, plane.normal) >= same_normal &&
            plane.offset <= planes[i].offset + hidden_slack) {
            return true;
        }
    }
    return false;
}

static void note_owner(uint32_t *owners, uint32_t plane, const near_wall *wall) {
    if (owners) {
        owners[plane] = wall->wall;
    }
}

/* Makes the planes of the walls in the list. Stores the wall of each plane in `owners`, unless
 * `owners` is NULL. */
static uint32_t planes_of(const wall_viewer *viewer, const near_walls *list, velocity_plane *planes,
                          uint32_t *owners) {
    velocity_plane shared[WALL_PLANES_MOST];
    uint32_t shared_by[WALL_PLANES_MOST], shared_count = 0, count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const near_wall *wall = &list->walls[i];
        float radius = viewer->radius + wall->margin;
        velocity_plane plane;
        wall_plane_kind kind = WALL_PLANE_NONE;
        /* A wall in contact must not come nearer, whether it is hidden or not. */
        if (wall->distance_squared <= radius * radius || !is_hidden(viewer, wall, planes, count)) {
            kind = wall_cone_plane(viewer, wall, &plane);
        }
        if (kind == WALL_PLANE_OWN) {
            planes[count] = plane;
            note_owner(owners, count, wall);
            count += !is_repeated(plane, planes, count);
        } else if (kind == WALL_PLANE_SHARED) {
            shared[shared_count] = plane;
            shared_by[shared_count++] = i;
        }
    }
    for (uint32_t i = 0; i < shared_count; i++) {
        if (!is_hidden(viewer, &list->walls[shared_by[i]], planes, count)) {
            note_owner(owners, count, &list->walls[shared_by[i]]);
            planes[count++] = shared[i];
        }
    }
    return count;
}

uint32_t wall_planes_owned(const wend_view *view, uint32_t index, float max_speed, float horizon,
                           velocity_plane *planes, uint32_t *walls) {
    const wend_body *body = &view->bodies[index];
    near_walls list;
    near_walls_find(view, body, max_speed, horizon, &list);
    if (list.count == 0) {
        return 0;
    }
    wall_viewer viewer = {view->space, body->velocity, list.radius, 1.0F / horizon};
    return planes_of(&viewer, &list, planes, walls);
}

uint32_t wall_planes(const wend_view *view, uint32_t index, float max_speed, float horizon,
                     velocity_plane *planes) {
    return wall_planes_owned(view, index, max_speed, horizon, planes, NULL);
}
