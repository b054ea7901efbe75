/* Conditions of transitions: one line for each entry in this folder. */
