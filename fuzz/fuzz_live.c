/* Fuzzes the messages of a live world. An input is either one message as it is, or a list of
 * messages that a small grammar makes, so that most of them are understood. Every answer must be a
 * JSON object, and a message that fails must not change the world. The live world begins in the
 * same state for each input.
 *
 * The first byte selects the form. In the second one, each message takes a byte for its name and,
 * for each of its members, a byte that says whether it is there, and one or more for its value. */
/* runs: 3000 */
#include "support/fuzz.h"
#include "support/kit/saved_bundles.h"
#include "json/reader.h"
#include <stdarg.h>
#include <wend/kit.h>
#include <wend/live.h>

enum { MOST_MESSAGES = 8, MOST_TEXT = 1 << 12, MOST_MEMBERS = 7 };

/* The forms of values. */
typedef enum form {
    FORM_NONE, /* ends a list of members */
    FORM_NUMBER,
    FORM_INDEX,
    FORM_COUNT,
    FORM_FLAG,
    FORM_KEY,
    FORM_KEYS,
    FORM_POINT,
    FORM_LOCATION,
    FORM_POINTS,
    FORM_OVERLAY,
    FORM_KIND,
    FORM_ENTRY,
    FORM_SETTINGS,
    FORM_MODIFIERS
} form;

typedef struct member {
    const char *key;
    form value;
} member;

typedef struct message {
    const char *name;
    member members[MOST_MEMBERS];
    bool reads; /* it changes nothing, and does not step the world */
} message;

static const message messages[] = {
    {"describe", {{NULL, FORM_NONE}}, true},
    {"state", {{NULL, FORM_NONE}}, true},
    {"step", {{"count", FORM_COUNT}}, false},
    {"seek", {{"step", FORM_COUNT}}, false},
    {"explain", {{"slot", FORM_INDEX}, {"key", FORM_KEY}}, true},
    {"pick", {{"at", FORM_POINT}, {"layer", FORM_INDEX}, {"radius", FORM_NUMBER}}, true},
    {"entries", {{NULL, FORM_NONE}}, true},
    {"choose",
     {{"profile", FORM_INDEX},
      {"kind", FORM_KIND},
      {"name", FORM_ENTRY},
      {"settings", FORM_SETTINGS},
      {"modifiers", FORM_MODIFIERS}},
     false},
    {"overlay", {{"name", FORM_OVERLAY}, {"level", FORM_INDEX}}, true},
    {"route", {{"from", FORM_LOCATION}, {"to", FORM_LOCATION}, {"radius", FORM_NUMBER}}, true},
    {"move_goal", {{"goal", FORM_INDEX}, {"at", FORM_POINT}, {"layer", FORM_INDEX}}, false},
    {"set_goal", {{"key", FORM_KEY}, {"slot", FORM_INDEX}, {"goal", FORM_INDEX}}, false},
    {"set_door", {{"obstacle", FORM_INDEX}, {"closed", FORM_FLAG}}, false},
    {"set_class", {{"class", FORM_INDEX}, {"on", FORM_FLAG}}, false},
    {"add_agents",
     {{"at", FORM_POINT},
      {"layer", FORM_INDEX},
      {"count", FORM_COUNT},
      {"profile", FORM_INDEX},
      {"goal", FORM_INDEX},
      {"like", FORM_KEY}},
     false},
    {"remove_agents", {{"keys", FORM_KEYS}}, false},
    {"add_obstacle",
     {{"points", FORM_POINTS}, {"at", FORM_POINT}, {"layer", FORM_INDEX}, {"velocity", FORM_POINT}},
     false},
    {"move_obstacle",
     {{"obstacle", FORM_INDEX},
      {"at", FORM_POINT},
      {"angle", FORM_NUMBER},
      {"velocity", FORM_POINT}},
     false},
    {"remove_obstacle", {{"obstacle", FORM_INDEX}}, false},
    {"steer", {{"key", FORM_KEY}, {"slot", FORM_INDEX}, {"velocity", FORM_POINT}}, false},
    {"restart", {{"start", FORM_INDEX}}, false},
    {"scenario", {{NULL, FORM_NONE}}, true},
};

static wend_registry *registry;
static wend_bundle *bundle;
static wend_live *live;
static uint8_t *first; /* a snapshot of the live world at its start */
static size_t first_size;

static void begin(void) {
    size_t size;
    wend_error error = {.message = ""};
    fuzz_expect(wend_registry_create(NULL, &registry, NULL) == WEND_OK &&
                    wend_kit_register(registry, NULL) == WEND_OK,
                "there is no registry");
    uint8_t *bytes = saved_bundle_make(registry, &size);
    fuzz_expect(wend_bundle_load(bytes, size, NULL, &bundle, &error) == WEND_OK, error.message);
    wend_live_def def = wend_default_live_def();
    def.bundle = bundle;
    def.registry = registry;
    fuzz_expect(wend_live_create(&def, &live, &error) == WEND_OK, error.message);
    fuzz_expect(wend_live_answer(live, "{\"do\":\"step\",\"count\":12}", 24, NULL) != NULL,
                "no step"); /* agents have entered */
    first_size = wend_live_save(live, NULL, 0);
    first = malloc(first_size);
    fuzz_expect(first != NULL && wend_live_save(live, first, first_size) == first_size,
                "no snapshot");
}

/* ---- The grammar ----------------------------------------------------------------------------- */

typedef struct writer {
    const uint8_t *at, *end; /* of the input */
    char text[MOST_TEXT];
    size_t used;
} writer;

static uint8_t take(writer *w) {
    return w->at < w->end ? *w->at++ : 0;
}

__attribute__((format(printf, 2, 3))) static void add(writer *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(w->text + w->used, sizeof w->text - w->used, format, list);
    va_end(list);
    w->used += length > 0 ? (size_t)length : 0;
    w->used = w->used < sizeof w->text ? w->used : sizeof w->text - 1;
}

static void add_number(writer *w) {
    static const char *const special[] = {"0",   "-1",   "1e7",  "1e-9", "1e308", "-0.0",
                                          "0.5", "1e20", "-1e7", "null", "\"x\"", "true"};
    uint8_t byte = take(w);
    if (byte >= 240) {
        add(w, "%s", special[take(w) % (sizeof special / sizeof special[0])]);
    } else {
        add(w, "%g", (double)byte * 0.125 - 2.0);
    }
}

static void add_index(writer *w) {
    uint8_t byte = take(w);
    if (byte >= 250) {
        add_number(w);
    } else {
        add(w, "%u", byte % 12u);
    }
}

static void add_point(writer *w) {
    add(w, "[");
    add_number(w);
    add(w, ",");
    add_number(w);
    add(w, "]");
}

static void add_points(writer *w) {
    uint8_t count = take(w) % 9;
    add(w, "[");
    for (uint8_t i = 0; i < count; i++) {
        add(w, i > 0 ? "," : "");
        add_point(w);
    }
    add(w, "]");
}

static void add_entry(writer *w, wend_kind *kind, uint32_t *index) {
    uint32_t count = wend_registry_count(registry, *kind);
    *index = count > 0 ? take(w) % count : 0;
    add(w, "\"%s\"", count > 0 ? wend_registry_get(registry, *kind, *index)->name : "none");
}

/* Settings for an entry: some of its parameters, with values that may not fit. */
static void add_settings(writer *w, wend_kind kind, uint32_t index) {
    const wend_entry *entry = wend_registry_get(registry, kind, index);
    uint8_t count = take(w) % 4;
    add(w, "{");
    for (uint8_t i = 0; i < count && entry->param_count > 0; i++) {
        const wend_param *param = &entry->params[take(w) % entry->param_count];
        add(w, "%s\"%s\":", i > 0 ? "," : "", param->name);
        if (param->choices != NULL && param->choices[0] != NULL && take(w) % 4 != 0) {
            add(w, "\"%s\"", param->choices[0]);
        } else if (param->type == WEND_PARAM_POINT) {
            add_point(w);
        } else {
            add_number(w);
        }
    }
    add(w, "}");
}

static void add_value(writer *w, form value, wend_kind *kind, uint32_t *entry) {
    static const char *const overlays[] = {
        "walls",       "routes",     "density",   "queues",        "map:mesh", "map:axis",
        "map:network", "map:ground", "map:cells", "map:arrows",    "field:1",  "field:2",
        "map:",        "field:",     "none",      "field:99999999"};
    static const char *const kinds[] = {"selector", "planner",  "follower",
                                        "modifier", "steering", "map"};
    wend_kind modifier = WEND_KIND_MODIFIER;
    uint8_t byte;
    switch (value) {
    case FORM_INDEX:
        add_index(w);
        break;
    case FORM_COUNT:
        byte = take(w);
        add(w, "%u", byte < 250 ? byte % 24u : byte * 97u);
        break;
    case FORM_FLAG:
        byte = take(w);
        add(w, "%s", byte == 255 ? "1" : byte % 2 == 0 ? "true" : "false");
        break;
    case FORM_KEY:
        add(w, "\"%u\"", take(w) % 16u);
        break;
    case FORM_KEYS:
        add(w, "[\"%u\",\"%u\"]", take(w) % 16u, take(w) % 16u);
        break;
    case FORM_POINT:
        add_point(w);
        break;
    case FORM_LOCATION:
        add(w, "[%g,%g,%u]", take(w) * 0.125, take(w) * 0.0625, take(w) % 3u);
        break;
    case FORM_POINTS:
        add_points(w);
        break;
    case FORM_OVERLAY:
        add(w, "\"%s\"", overlays[take(w) % (sizeof overlays / sizeof overlays[0])]);
        break;
    case FORM_KIND:
        byte = take(w) % 6;
        *kind = byte < 5 ? (wend_kind)byte : WEND_KIND_SELECTOR;
        add(w, "\"%s\"", kinds[byte]);
        break;
    case FORM_ENTRY:
        add_entry(w, kind, entry);
        break;
    case FORM_SETTINGS:
        add_settings(w, *kind, *entry);
        break;
    case FORM_MODIFIERS:
        add(w, "[{\"name\":");
        add_entry(w, &modifier, entry);
        add(w, ",\"settings\":");
        add_settings(w, modifier, *entry);
        add(w, "}]");
        break;
    default:
        add_number(w);
        break;
    }
}

/* Returns whether the message may change the world. */
static bool make_message(writer *w) {
    const message *chosen = &messages[take(w) % (sizeof messages / sizeof messages[0])];
    wend_kind kind = WEND_KIND_SELECTOR;
    uint32_t entry = 0;
    w->used = 0;
    add(w, "{\"do\":\"%s\"", chosen->name);
    for (int i = 0; i < MOST_MEMBERS && chosen->members[i].key != NULL; i++) {
        uint8_t byte = take(w);
        if (byte % 8 != 0) {
            add(w, ",\"%s\":", chosen->members[i].key);
            add_value(w, byte >= 252 ? FORM_NUMBER : chosen->members[i].value, &kind, &entry);
        }
    }
    add(w, "}");
    return !chosen->reads;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Checks that an answer is a JSON object, and returns whether it is an error. */
static bool check_answer(const char *answer, size_t size) {
    wend_error error = {.message = ""};
    json_reader r;
    fuzz_expect(answer != NULL && strlen(answer) == size, "there is no answer");
    json_open(&r, answer, size, "answer", &error);
    json_token token = json_next(&r);
    fuzz_expect(token.kind == JSON_OBJECT, "an answer is no object");
    json_token key = json_next(&r);
    bool is_error = key.kind == JSON_KEY && json_equals(&key, "error");
    while (token.kind != JSON_END) {
        token = json_next(&r);
    }
    fuzz_expect(r.result == WEND_OK, error.message);
    return is_error;
}

static void ask(const char *text, size_t size) {
    size_t length = 0;
    wend_world *world = wend_live_world(live);
    uint64_t hash = wend_world_hash(world), step = wend_world_step_count(world);
    const char *answer = wend_live_answer(live, text, size, &length);
    bool failed = check_answer(answer, length);
    world = wend_live_world(live);
    fuzz_expect(!failed || (wend_world_hash(world) == hash && wend_world_step_count(world) == step),
                "a message that failed has changed the world");
}

static void reset(void) {
    wend_error error = {.message = ""};
    fuzz_expect(wend_live_load(live, first, first_size, &error) == WEND_OK, error.message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (live == NULL) {
        begin();
    }
    if (size == 0) {
        return 0;
    }
    uint8_t form = data[0];
    bool may_change = form % 4 == 0;
    if (form % 4 == 0) {
        ask((const char *)data + 1, size - 1);
    } else {
        static writer w;
        w.at = data + 1;
        w.end = data + size;
        for (int i = 0; i < MOST_MESSAGES && w.at < w.end; i++) {
            may_change = make_message(&w) || may_change;
            ask(w.text, w.used);
        }
    }
    size_t frame = 0;
    fuzz_expect(wend_live_frame(live, form, &frame) != NULL && frame >= WEND_LIVE_FRAME_HEAD,
                "there is no frame");
    if (may_change) {
        reset();
    }
    return 0;
}
