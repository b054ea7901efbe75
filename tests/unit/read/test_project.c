/* Checks the map projection against geodesics on the ellipsoid.
 *
 * The oracle is Vincenty's inverse formula (Survey Review 23, 1975), an iteration on the auxiliary
 * sphere that shares nothing with earth-centred coordinates, and is accurate to 0.1 mm. */
#include "read/project.h"
#include "support/suite.h"
#include <math.h>

static const double PI = 3.14159265358979323846;

/* Returns the distance in metres between two points given in degrees, and stores the azimuth in
 * radians. */
static double vincenty(wend_point from, wend_point to, double *azimuth) {
    double a = 6378137.0, f = 1 / 298.257223563, b = (1 - f) * a;
    double l = (to.x - from.x) * PI / 180, lambda = l;
    double u1 = atan((1 - f) * tan(from.y * PI / 180)), u2 = atan((1 - f) * tan(to.y * PI / 180));
    double sigma = 0, sin_sigma = 0, cos_sigma = 0, cos2_alpha = 0, cos_2m = 0;
    for (int i = 0; i < 50; i++) {
        double x = cos(u2) * sin(lambda);
        double y = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda);
        *azimuth = atan2(x, y);
        sin_sigma = sqrt(x * x + y * y);
        if (sin_sigma == 0) {
            return 0;
        }
        cos_sigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda);
        sigma = atan2(sin_sigma, cos_sigma);
        double sin_alpha = cos(u1) * cos(u2) * sin(lambda) / sin_sigma;
        cos2_alpha = 1 - sin_alpha * sin_alpha;
        cos_2m = cos2_alpha > 1e-12 ? cos_sigma - 2 * sin(u1) * sin(u2) / cos2_alpha : 0;
        double c = f / 16 * cos2_alpha * (4 + f * (4 - 3 * cos2_alpha));
        lambda =
            l + (1 - c) * f * sin_alpha *
                    (sigma + c * sin_sigma * (cos_2m + c * cos_sigma * (2 * cos_2m * cos_2m - 1)));
    }
    double u = cos2_alpha * (a * a - b * b) / (b * b);
    double big_a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)));
    double big_b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)));
    double delta = big_b * sin_sigma *
                   (cos_2m + big_b / 4 *
                                 (cos_sigma * (2 * cos_2m * cos_2m - 1) -
                                  big_b / 6 * cos_2m * (4 * sin_sigma * sin_sigma - 3) *
                                      (4 * cos_2m * cos_2m - 3)));
    return b * big_a * (sigma - delta);
}

/* Within about 4 km, distances from the origin are accurate to 0.5 mm, and the lateral error is
 * less than 1 mm. */
START_TEST(projected_points_match_geodesics) {
    static const wend_point origins[] = {{0, 0},         {13.4, 52.5}, {-52.13, 70.68},
                                         {151.2, -33.9}, {-179.99, 5}, {30, -89.5},
                                         {100, 0.0001}};
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        projection p = project_from(origins[i]);
        wend_point zero = project_point(&p, origins[i]);
        ck_assert_double_eq(zero.x, 0);
        ck_assert_double_eq(zero.y, 0);
        for (int k = 0; k < 64; k++) {
            double distance = 500.0 * (k % 8 + 1), angle = k * 0.7;
            wend_point to = {origins[i].x + distance * sin(angle) / 111320 /
                                                fmax(cos(origins[i].y * PI / 180), 1e-3),
                             origins[i].y + distance * cos(angle) / 111320};
            double azimuth = 0, length = vincenty(origins[i], to, &azimuth);
            wend_point at = project_point(&p, to);
            double off = hypot(at.x, at.y) - length;
            double side = at.x * cos(azimuth) - at.y * sin(azimuth);
            ck_assert_msg(length < 4600 && fabs(off) < 0.5e-3 && fabs(side) < 1e-3,
                          "origin %zu, %g m: %.9g long, %.9g sideways", i, length, off, side);
        }
    }
}
END_TEST

START_TEST(coordinates_in_degrees_are_recognised) {
    static const struct {
        shapes_box box;
        bool degrees;
    } all[] = {
        {{{13.4, 52.5}, {13.5, 52.6}, true}, true},
        {{{-180, -90}, {-178.1, -88.1}, true}, true},
        {{{0, 0}, {1.99, 1.99}, true}, true},
        {{{0, 0}, {2, 1}, true}, false},
        {{{0, 0}, {1, 2}, true}, false},
        {{{179.5, 0}, {180.5, 1}, true}, false},
        {{{0, 89.5}, {1, 90.5}, true}, false},
        {{{0, 0}, {0, 0}, false}, false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_msg(project_looks_like_degrees(&all[i].box) == all[i].degrees, "case %zu", i);
    }
    wend_point middle = project_centre(&all[0].box);
    ck_assert_double_eq(middle.x, 13.45);
    ck_assert_double_eq(middle.y, 52.55);
}
END_TEST

/* The other side of the globe must not project near the origin. */
START_TEST(far_side_of_the_globe_stays_far_away) {
    projection p = project_from((wend_point){10, 50});
    wend_point at = project_point(&p, (wend_point){-170, -50});
    ck_assert_double_gt(hypot(at.x, at.y), 1e7);
    at = project_point(&p, (wend_point){11, 50});
    ck_assert_double_lt(hypot(at.x, at.y), 1e5);
}
END_TEST

int main(void) {
    SUITE("build/project", projected_points_match_geodesics, coordinates_in_degrees_are_recognised,
          far_side_of_the_globe_stays_far_away);
}
