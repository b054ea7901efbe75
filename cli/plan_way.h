/* A way as `wend plan` gathers it, leg by leg, and its figures. */
#ifndef CLI_PLAN_WAY_H
#define CLI_PLAN_WAY_H

#include <wend/kit.h>

/* Legs are on foot, each with its start and its end; a connection lies between two. All in local
 * coordinates. */
typedef struct plan_way {
    wend_route_status status;
    bool unproven; /* a shorter route may exist */
    double cost;   /* m, that of connections included */
    double elapsed_ms;
    wend_route_point *points;
    wend_portal *portals;
    wend_corridor_disc *discs;
    wend_route_drawing_leg *legs;
    uint32_t *connections; /* the one behind each leg but the last */
    uint32_t count, portal_count, disc_count, leg_count;
} plan_way;

typedef struct plan_figures {
    wend_route_status status;
    bool unproven;
    double length; /* m: on foot */
    double cost;
    double mean_curvature, max_curvature; /* 1/m */
    double min_clearance;                 /* m, of the centre */
    double elapsed_ms;
} plan_figures;

/* Adds the leg of a body that has been planned for, UINT32_MAX: none was; from where it stood, to
 * the connection that it takes or to `to`. False when memory ran out. */
bool plan_way_add(plan_way *way, const wend_view *view, uint32_t body, wend_location from,
                  wend_location to);
void plan_way_free(plan_way *way);

plan_figures plan_way_measure(const plan_way *way, const wend_view *view);

#endif
