/* Projects points onto the local tangent plane of the WGS84 ellipsoid (NIMA TR8350.2): the
 * difference between a point and the origin, in earth-centred coordinates (ECEF), is rotated to
 * east and north. Heights are zero.
 *
 * This is an orthographic projection: at 4 km from the origin, lengths along the ground are too
 * short by 0.3 mm (d^3 / (6 * R^2)), and at 8 km by 2.1 mm. The library's own sine and cosine give
 * the same bits on every machine. */
#include "read/project.h"
#include <math.h>
#include <wend/math.h>

/* WGS84: the semi-major axis in metres, and the flattening. */
static const double SEMI_MAJOR_AXIS = 6378137.0;
static const double FLATTENING = 1.0 / 298.257223563;

/* Beyond this distance (m) the plane is meaningless, because the other side of the globe would
 * project back to the middle. Such points are placed far away instead. */
static const double HORIZON = 2e6, FAR_AWAY = 1e8;

static const double DEGREE = WEND_PI / 180.0;

bool project_looks_like_degrees(const shapes_box *box) {
    return box->any && box->low.x >= -180.0 && box->high.x <= 180.0 && box->low.y >= -90.0 &&
           box->high.y <= 90.0 && box->high.x - box->low.x < 2.0 && box->high.y - box->low.y < 2.0;
}

wend_point project_centre(const shapes_box *box) {
    return (wend_point){floor((box->low.x + box->high.x) / 2 * 1e6 + 0.5) / 1e6,
                        floor((box->low.y + box->high.y) / 2 * 1e6 + 0.5) / 1e6};
}

static void to_ecef(wend_point degrees, double out[3]) {
    double sine = wend_sin(degrees.y * DEGREE), cosine = wend_cos(degrees.y * DEGREE);
    double eccentricity_squared = FLATTENING * (2.0 - FLATTENING);
    double curvature_radius = SEMI_MAJOR_AXIS / sqrt(1.0 - eccentricity_squared * sine * sine);
    out[0] = curvature_radius * cosine * wend_cos(degrees.x * DEGREE);
    out[1] = curvature_radius * cosine * wend_sin(degrees.x * DEGREE);
    out[2] = curvature_radius * (1.0 - eccentricity_squared) * sine;
}

projection project_from(wend_point origin) {
    projection p = {.longitude = origin.x, .latitude = origin.y};
    double sine_x = wend_sin(origin.x * DEGREE), cosine_x = wend_cos(origin.x * DEGREE);
    double sine_y = wend_sin(origin.y * DEGREE), cosine_y = wend_cos(origin.y * DEGREE);
    to_ecef(origin, p.ecef);
    p.east[0] = -sine_x;
    p.east[1] = cosine_x;
    p.north[0] = -sine_y * cosine_x;
    p.north[1] = -sine_y * sine_x;
    p.north[2] = cosine_y;
    return p;
}

wend_point project_point(const projection *p, wend_point degrees) {
    double at[3];
    to_ecef(degrees, at);
    double x = at[0] - p->ecef[0], y = at[1] - p->ecef[1], z = at[2] - p->ecef[2];
    if (x * x + y * y + z * z > HORIZON * HORIZON) {
        return (wend_point){copysign(FAR_AWAY, degrees.x - p->longitude),
                            copysign(FAR_AWAY, degrees.y - p->latitude)};
    }
    return (wend_point){p->east[0] * x + p->east[1] * y,
                        p->north[0] * x + p->north[1] * y + p->north[2] * z};
}

static void project_points(const projection *p, wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        points[i] = project_point(p, points[i]);
    }
}

void project_list(const projection *p, shapes_list *list) {
    for (uint32_t i = 0; i < list->polygon_count; i++) {
        for (uint32_t r = 0; r < list->polygons[i].ring_count; r++) {
            project_points(p, list->polygons[i].rings[r].points, list->polygons[i].rings[r].count);
        }
    }
    for (uint32_t i = 0; i < list->line_count; i++) {
        project_points(p, list->lines[i].points, list->lines[i].count);
    }
}
