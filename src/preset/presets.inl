/* Presets: one line for each file of this folder. */
WEND_ENTRY(pedestrian)
