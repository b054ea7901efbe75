/* The metrics. The entry `name` is the variable metric_name, defined in name.c. Reports list their
 * values in this order. */
WEND_ENTRY(arrival)
WEND_ENTRY(path)
WEND_ENTRY(collision)
WEND_ENTRY(walls)
WEND_ENTRY(cost)
WEND_ENTRY(state)
WEND_ENTRY(speed)
WEND_ENTRY(curvature)
WEND_ENTRY(rescues)
WEND_ENTRY(route)
WEND_ENTRY(terrain)
WEND_ENTRY(alternatives)
