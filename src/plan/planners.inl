/* The planners: one line for each file in this folder. */
WEND_ENTRY(auto)
WEND_ENTRY(straight)
WEND_ENTRY(sight)
WEND_ENTRY(navmesh)
WEND_ENTRY(corridor)
