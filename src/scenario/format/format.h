/* The keys of a scenario file: one table for every mapping of the format.
 *
 * The tables are the only list of keys, ranges and choices. The readers check against them, the
 * JSON Schema is written from them, and a test compares the documentation with them. */
#ifndef SCENARIO_FORMAT_FORMAT_H
#define SCENARIO_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/model.h>

/* Forms that a value may have. A key may allow several of them. */
enum {
    FORMAT_NUMBER = 1 << 0,   /* from `low` to `high`; any number if both are 0 */
    FORMAT_INTEGER = 1 << 1,  /* a whole number from `low` to `high`; any if both are 0 */
    FORMAT_SAMPLED = 1 << 2,  /* a number as above, or a distribution of such numbers */
    FORMAT_BOOL = 1 << 3,     /* true or false */
    FORMAT_TEXT = 1 << 4,     /* any text, such as a name or a path */
    FORMAT_CHOICE = 1 << 5,   /* one of `choices` */
    FORMAT_POINT = 1 << 6,    /* [x, y] */
    FORMAT_POINTS = 1 << 7,   /* `least` to `most` points */
    FORMAT_MAPPING = 1 << 8,  /* a mapping with the keys of `table` */
    FORMAT_LIST = 1 << 9,     /* a list of `least` to `most` values of the form `item` */
    FORMAT_NAMED = 1 << 10,   /* a mapping from arbitrary names to values of the form `item` */
    FORMAT_ENTRY = 1 << 11,   /* a registered entry of `kind`: its name, or {name: , parameter: } */
    FORMAT_ENTRIES = 1 << 12, /* a mapping from names of entries of `kind` to their parameters */
    FORMAT_NOTHING = 1 << 13, /* null */
    FORMAT_POLYGON = 1 << 14, /* `least` to `most` points; the last may repeat the first */
    FORMAT_VECTOR = 1 << 15,  /* [x, y], but not [0, 0] */
    FORMAT_MAP = 1 << 16,     /* a map of a registered kind: {kind: , parameter: or file: } */
    FORMAT_FORMS = 17
};

typedef struct format_table format_table;
typedef struct format_key format_key;

struct format_key {
    const char *name; /* NULL if the row is the `item` of another row */
    uint32_t forms;
    double low, high;
    uint32_t least, most;       /* number of items; `most` is 0 for no limit */
    const char *fallback;       /* default as written in a file, or in words; NULL if none */
    const char *unit;           /* NULL if none */
    const char *help;           /* description in one line */
    const char *const *choices; /* NULL-terminated */
    const format_table *table;
    const format_key *item;
    wend_kind kind;
    bool required;
    const char *with;           /* a key that must be given together with this one, or NULL */
    const char *const *without; /* keys that exclude this one, NULL-terminated; or NULL */
};

struct format_table {
    const char *name; /* name in the schema */
    const char *what; /* what messages call the mapping, such as "a goal" */
    const format_key *keys;
    uint32_t count;
    const char *const *one_of; /* keys of which exactly one is required, NULL-terminated; or NULL */
    const char *const
        *any_of; /* keys of which at least one is required, NULL-terminated; or NULL */
};

/* The tables of all mappings. format_scenario describes the whole file (scenario.c). */
extern const format_table format_scenario, format_time, format_near, format_density;
/* profiles.c */
extern const format_table format_profile, format_terrain_rule, format_uniform, format_normal;
extern const format_key format_terrain_rule_item;
/* goals.c */
extern const format_table format_disc, format_oriented_box, format_goal;
/* agents.c */
extern const format_table format_group, format_grid, format_hex, format_random, format_source,
    format_via, format_route;
/* queues.c */
extern const format_table format_queue, format_queue_time;
/* ground.c */
extern const format_table format_height, format_height_field, format_belt;
/* machines.c */
extern const format_table format_named_area, format_state, format_transition, format_machine,
    format_audience, format_signal;
/* obstacles.c */
extern const format_table format_obstacle, format_obstacle_time, format_switch;
/* space.c */
extern const format_table format_space, format_layer, format_area, format_ring, format_solid,
    format_wall, format_terrain, format_terrain_property, format_class, format_link,
    format_connection, format_clip, format_line, format_simplify;

/* The value of a parameter of type WEND_PARAM_LINES: lines that are written in the scenario or read
 * from files. */
extern const format_key format_lines;

/* All of the tables above, in the order of the documentation. */
extern const format_table *const format_tables[];
extern const uint32_t format_table_count;

/* Returns the row of a key; NULL if there is none. */
const format_key *format_find(const format_table *table, const char *name);
/* Returns the row of a key, which must be in the table. */
const format_key *format_row(const format_table *table, const char *name);

enum { FORMAT_VERSION = 1 };

/* The largest magnitude of a coordinate, in m. Doubles of this size still resolve a tenth of a
 * millimetre. */
#define FORMAT_MAX_COORDINATE 1e9

#endif
