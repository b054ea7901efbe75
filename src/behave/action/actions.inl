/* Actions of states and responses of signals: one line for each entry in this folder. */
