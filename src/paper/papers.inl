/* The papers: name.c defines paper_name. */
WEND_ENTRY(goal_velocity_obstacles)
WEND_ENTRY(way_portals)
