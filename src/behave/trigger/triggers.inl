/* Triggers of signals: one line for each entry in this folder. */
