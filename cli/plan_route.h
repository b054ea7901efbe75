/* The route that `wend plan` collects leg by leg, and its measures: length, cost, curvature,
 * clearance. */
#ifndef CLI_PLAN_ROUTE_H
#define CLI_PLAN_ROUTE_H

#include <wend/kit.h>

/* A route in legs, in local coordinates. Each leg is walked and includes its start and its end; a
 * connection lies between two legs. */
typedef struct plan_route {
    wend_route_status status;
    bool unproven; /* a shorter route may exist */
    double cost;   /* m, including connections */
    double elapsed_ms;
    wend_route_point *points;
    wend_portal *portals;
    wend_corridor_disc *discs;
    wend_route_drawing_leg *legs;
    uint32_t *connections; /* the connection after each leg except the last */
    uint32_t count, portal_count, disc_count, leg_count;
} plan_route;

typedef struct plan_figures {
    wend_route_status status;
    bool unproven;
    double length; /* m: on foot */
    double cost;
    double mean_curvature, max_curvature; /* 1/m */
    double min_clearance;                 /* m, of the centre */
    double elapsed_ms;
} plan_figures;

/* Adds the leg that was planned for a body (UINT32_MAX: there is none), from the body's start to
 * the connection that it takes, or to `to`. Returns false if out of memory. */
bool plan_route_add_leg(plan_route *route, const wend_view *view, uint32_t body, wend_location from,
                        wend_location to);
void plan_route_free(plan_route *route);

plan_figures plan_route_measure(const plan_route *route, const wend_view *view);

#endif
