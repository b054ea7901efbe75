/* The papers: name.c defines paper_name. */
WEND_ENTRY(corridor_maps)
WEND_ENTRY(goal_velocity_obstacles)
WEND_ENTRY(way_portals)
