/* A shared object that is not a plug-in. */
extern const int nothing_of_wend;
const int nothing_of_wend = 1;
