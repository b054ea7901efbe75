/* The metrics: name.c defines metric_name. Reports hold their figures in this order. */
WEND_ENTRY(arrival)
WEND_ENTRY(path)
WEND_ENTRY(collision)
WEND_ENTRY(walls)
WEND_ENTRY(cost)
WEND_ENTRY(state)
WEND_ENTRY(speed)
WEND_ENTRY(curvature)
