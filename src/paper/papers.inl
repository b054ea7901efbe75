/* The papers. The entry `name` is the variable paper_name, defined in name.c. */
WEND_ENTRY(corridor_maps)
WEND_ENTRY(global_planners)
WEND_ENTRY(goal_velocity_obstacles)
WEND_ENTRY(miran)
WEND_ENTRY(models)
WEND_ENTRY(way_portals)
