/* A shared object that is no plug-in. */
extern const int nothing_of_wend;
const int nothing_of_wend = 1;
