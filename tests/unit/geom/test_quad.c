/* Four floats at a time, with the machine's instructions. */
#include "unit/geom/quads.h"

START_TEST(there_is_nothing_between_them) {
    ck_assert_uint_eq(sizeof(quad), 4 * sizeof(float));
}
END_TEST

int main(void) {
    SUITE("geom/quad", there_is_nothing_between_them, QUAD_TESTS);
}
