/* Tests operations on four floats with SIMD instructions, if the machine has them. */
#include "unit/geom/quads.h"

START_TEST(quad_has_no_padding) {
    ck_assert_uint_eq(sizeof(quad), 4 * sizeof(float));
}
END_TEST

int main(void) {
    SUITE("geom/quad", quad_has_no_padding, QUAD_TESTS);
}
