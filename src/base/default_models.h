/* base/default_models.h: the models of a profile that names none, in C and in scenario files.
 * docs/decisions/0039-default-steering.md compares the choices. */
#ifndef BASE_DEFAULT_MODELS_H
#define BASE_DEFAULT_MODELS_H

#define DEFAULT_SELECTOR "given"
#define DEFAULT_PLANNER  "auto"
#define DEFAULT_FOLLOWER "portal"
#define DEFAULT_STEERING "orca_arc"

#endif
