/* Union of many areas: compares a union that is computed in batches of clusters with a single GEOS
 * union. */
#include "clean/geos.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 3000 };

static memory heap;

/* Samples boxes on a lattice whose cells lie apart. Most cells have a few boxes, which overlap,
 * touch or enclose a hole. Some cells share a box with the next cell, so clusters of all sizes
 * occur. */
static uint32_t sample_boxes(geos *g, dice *random, double join_share, GEOSGeometry **out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < 900; i++) {
        double x = 10.0 * (i % 30), y = 10.0 * (i / 30);
        switch (dice_below(random, 3)) {
        case 0: /* boxes that form a frame */
            out[count++] = geos_box(g, (wend_point){x, y}, (wend_point){x + 5.0, y + 1.0});
            out[count++] = geos_box(g, (wend_point){x, y + 4.0}, (wend_point){x + 5.0, y + 5.0});
            out[count++] = geos_box(g, (wend_point){x, y + 0.5}, (wend_point){x + 1.0, y + 4.5});
            break;
        case 1: /* boxes that touch */
            out[count++] = geos_box(g, (wend_point){x, y}, (wend_point){x + 2.0, y + 2.0});
            out[count++] = geos_box(g, (wend_point){x + 2.0, y}, (wend_point){x + 4.0, y + 2.0});
            break;
        default: /* a single box */
            out[count++] = geos_box(g, (wend_point){x, y}, (wend_point){x + 3.0, y + 3.0});
        }
        if (dice_between(random, 0.0, 1.0) < join_share) {
            out[count++] = geos_box(g, (wend_point){x, y}, (wend_point){x + 11.0, y + 0.25});
        }
    }
    return count;
}

static GEOSGeometry *unite(geos *g, uint64_t seed, double join_share, bool by_geos) {
    static GEOSGeometry *areas[MOST];
    dice random = {seed};
    g->by_geos = by_geos;
    uint32_t count = sample_boxes(g, &random, join_share, areas);
    return geos_unite_all(g, areas, count);
}

/* The fraction of boxes that join clusters varies from none to nearly all, so batches have many
 * clusters or only one. */
START_TEST(matches_a_single_geos_union) {
    static const double join_shares[] = {0.0, 0.3, 0.8, 0.98};
    for (uint32_t trial = 0; trial < trials(8); trial++) {
        memory_init(&heap, NULL);
        geos g;
        ck_assert_int_eq(geos_open(&g, 0.001, &heap, NULL), WEND_OK);
        GEOSGeometry *fast = unite(&g, trial, join_shares[trial % 4], false);
        GEOSGeometry *slow = unite(&g, trial, join_shares[trial % 4], true);
        ck_assert(!g.failed);
        ck_assert_msg(GEOSEquals_r(g.handle, fast, slow) == 1, "seed %u", trial);
        ck_assert_int_eq(GEOSGetNumGeometries_r(g.handle, fast),
                         GEOSGetNumGeometries_r(g.handle, slow));
        ck_assert_int_eq(GEOSisValid_r(g.handle, fast), 1);
        geos_free(&g, fast);
        geos_free(&g, slow);
        geos_close(&g);
    }
}
END_TEST

int main(void) {
    SUITE("clean/unite", matches_a_single_geos_union);
}
