/* Tests operations on four floats in plain C. */
#define QUAD_PLAIN
#include "unit/geom/quads.h"

START_TEST(plain_quad_is_an_array) {
    ck_assert_float_eq(quad_of(1.0F, 2.0F, 3.0F, 4.0F).at[2], 3.0F);
}
END_TEST

int main(void) {
    SUITE("geom/quad_plain", plain_quad_is_an_array, QUAD_TESTS);
}
