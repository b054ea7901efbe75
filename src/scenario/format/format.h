/* The keys of a scenario file: one table for every mapping of the format.
 *
 * The tables are the only list of keys, ranges and choices. The readers check against them, the
 * JSON Schema is written from them, and a test compares the documentation with them. */
#ifndef SCENARIO_FORMAT_FORMAT_H
#define SCENARIO_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/model.h>

/* Forms that a value may have. A key may allow several. */
enum {
    FORMAT_NUMBER = 1 << 0,   /* from `low` to `high`; both 0: any */
    FORMAT_INTEGER = 1 << 1,  /* the same, a whole number */
    FORMAT_SAMPLED = 1 << 2,  /* the same, or a distribution over such numbers */
    FORMAT_BOOL = 1 << 3,     /* true or false */
    FORMAT_TEXT = 1 << 4,     /* any text: a name, a path */
    FORMAT_CHOICE = 1 << 5,   /* one of `choices` */
    FORMAT_POINT = 1 << 6,    /* [x, y] */
    FORMAT_POINTS = 1 << 7,   /* `least` to `most` points */
    FORMAT_MAPPING = 1 << 8,  /* a mapping with the keys of `table` */
    FORMAT_LIST = 1 << 9,     /* `least` to `most` of `item` */
    FORMAT_NAMED = 1 << 10,   /* a mapping from any names to `item` */
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
    const char *name; /* NULL for a row that is the `item` of another */
    uint32_t forms;
    double low, high;
    uint32_t least, most;       /* most 0: no limit */
    const char *fallback;       /* the default as written in a file, or in words; NULL: none */
    const char *unit;           /* NULL: none */
    const char *help;           /* one line */
    const char *const *choices; /* NULL-terminated */
    const format_table *table;
    const format_key *item;
    wend_kind kind;
    bool required;
    const char *with;           /* a key that must be given together with this one, or NULL */
    const char *const *without; /* NULL-terminated: keys that exclude this one; or NULL */
};

struct format_table {
    const char *name; /* in the schema */
    const char *what; /* in messages: "a goal" */
    const format_key *keys;
    uint32_t count;
    const char *const *one_of; /* NULL-terminated: exactly one of these is required; or NULL */
    const char *const *any_of; /* NULL-terminated: at least one of these is required; or NULL */
};

/* The tables of all mappings. format_scenario is the whole file (scenario.c). */
extern const format_table format_scenario, format_time, format_near;
/* profiles.c */
extern const format_table format_profile, format_uniform, format_normal;
/* goals.c */
extern const format_table format_disc, format_oriented_box, format_goal;
/* agents.c */
extern const format_table format_group, format_grid, format_hex, format_random, format_source,
    format_via;
/* obstacles.c */
extern const format_table format_obstacle, format_obstacle_time, format_switch;
/* space.c */
extern const format_table format_space, format_layer, format_area, format_ring, format_solid,
    format_wall, format_terrain, format_class, format_link, format_connection, format_clip,
    format_line;

/* The value of a parameter of type WEND_PARAM_LINES: lines, written in the scenario or read from
 * files. */
extern const format_key format_lines;

/* Every table above, in the order of the documentation. */
extern const format_table *const format_tables[];
extern const uint32_t format_table_count;

/* Returns the row of a key, or NULL. */
const format_key *format_find(const format_table *table, const char *name);
/* Returns the row of a key that must be in the table. */
const format_key *format_row(const format_table *table, const char *name);

enum { FORMAT_VERSION = 1 };

/* The largest magnitude of a coordinate, m. Doubles still resolve a tenth of a millimetre there. */
#define FORMAT_MAX_COORDINATE 1e9

#endif
