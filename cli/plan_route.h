/* The route that `wend plan` collects leg by leg, and its measures: length, cost, curvature and
 * clearance. */
#ifndef CLI_PLAN_ROUTE_H
#define CLI_PLAN_ROUTE_H

#include <wend/kit.h>

/* A route that consists of legs, in local coordinates. Each leg is walked, and its points include
 * its start and its end. Between two legs, the route takes a connection. */
typedef struct plan_route {
    wend_route_status status;
    bool unproven; /* a shorter route may exist */
    double cost;   /* m, including the cost of connections */
    double elapsed_ms;
    bool has_field;
    uint32_t field; /* the field that the last leg follows (wend_route.field) */
    wend_route_point *points;
    wend_portal *portals;
    wend_corridor_disc *discs;
    wend_route_drawing_leg *legs;
    uint32_t *connections; /* the connection that is taken after each leg except the last */
    uint32_t count, portal_count, disc_count, leg_count;
} plan_route;

typedef struct plan_figures {
    wend_route_status status;
    bool unproven;
    double length; /* m, walked length without connections */
    double cost;
    double mean_curvature, max_curvature; /* 1/m */
    double min_clearance; /* m, from the centre of the agent's disc to the nearest wall */
    double elapsed_ms;
} plan_figures;

/* Adds the leg that was planned for a body. The leg extends from `from` to the connection that the
 * body takes, or to `to` if it takes none. It goes through `entry`, where it enters the map, so
 * that it is as long as the leg in the opposite direction. `body` is UINT32_MAX if there is no
 * body. Returns false if out of memory. */
bool plan_route_add_leg(plan_route *route, const wend_view *view, uint32_t body, wend_location from,
                        wend_location entry, wend_location to);
void plan_route_free(plan_route *route);

plan_figures plan_route_measure(const plan_route *route, const wend_view *view);

#endif
