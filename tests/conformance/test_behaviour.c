/* needs: kit */
/* Each selector, condition, action and trigger of the registry, each key of a state and of an
 * audience, and each kind of target has a scene in behaviour/<kind>/<name>.yaml that shows what it
 * does (support/kit/scenes.h). The scene must come out as it says, with any number of threads. It
 * must not if the entry is replaced by one with the same parameters that does nothing, or always
 * the same, or if its text is changed as it says. */
/* cost: 2 */
#include "support/kit/scenes.h"

#include <dirent.h>
#include <wend/behaviour.h>
#include <wend/view.h>

#include "scenario/format/format.h"
#include "unit/scenario/lab.h"

enum { FOLDER = 400, PATH = 600 };

/* The kinds of elements. They are entries of the registry, keys of the format or names. */
typedef struct element_kind {
    const char *folder;
    int kind; /* wend_kind, or -1 */
    const format_table *table;
    const char *const *names;
} element_kind;

/* What the key `to` of a transition may be: scenario/keys/transitions.c. */
static const char *const targets[] = {"state", "probability", "previous", NULL};

static const element_kind kinds[] = {{"selector", WEND_KIND_SELECTOR, NULL, NULL},
                                     {"condition", WEND_KIND_CONDITION, NULL, NULL},
                                     {"action", WEND_KIND_ACTION, NULL, NULL},
                                     {"trigger", WEND_KIND_TRIGGER, NULL, NULL},
                                     {"state", -1, &format_state, NULL},
                                     {"audience", -1, &format_audience, NULL},
                                     {"target", -1, NULL, targets}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t element_count(const element_kind *of, const wend_registry *registry) {
    uint32_t count = of->table != NULL ? of->table->count : 0;
    while (of->names != NULL && of->names[count] != NULL) {
        count++;
    }
    return of->kind < 0 ? count : wend_registry_count(registry, (wend_kind)of->kind);
}

static const char *element_name(const element_kind *of, uint32_t index) {
    if (of->kind >= 0) {
        return wend_registry_get(lab_registry, (wend_kind)of->kind, index)->name;
    }
    return of->table != NULL ? of->table->keys[index].name : of->names[index];
}

static const char *folder_of(const element_kind *of) {
    static char folder[FOLDER];
    snprintf(folder, sizeof folder, "%s/tests/conformance/behaviour/%s", WEND_SOURCE_DIR,
             of->folder);
    return folder;
}

/* ---- Expectations ---------------------------------------------------------------------------- */

static void expect_met(const scene *s) {
    scene_outcome one = scene_run(s, s->text, lab_registry, 1);
    scene_outcome three = scene_run(s, s->text, lab_registry, 3);
    ck_assert_msg(one.is_met, "%s: found %s", s->path, one.text);
    ck_assert_msg(one.hash == three.hash, "%s: another hash with 3 threads", s->path);
}

static void expect_not_met(const scene *s, const char *text, const char *how) {
    scene_outcome out = scene_run(s, text, lab_registry, 1);
    ck_assert_msg(!out.is_met, "%s: also met %s: %s", s->path, how, out.text);
}

/* ---- Elements that do nothing ---------------------------------------------------------------- */

static void select_none(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            goals[i - agents->first] = WEND_NO_GOAL;
        }
    }
}

static void select_nth(const wend_view *view, const wend_agents *agents, uint32_t *goals,
                       bool last) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const uint32_t *set = NULL;
            uint32_t count = wend_view_goal_set(view, i, &set);
            goals[i - agents->first] = count == 0 ? WEND_NO_GOAL : set[last ? count - 1 : 0];
        }
    }
}

static void select_first(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    select_nth(view, agents, goals, false);
}

static void select_last(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    select_nth(view, agents, goals, true);
}

static bool holds_never(const wend_condition_call *call) {
    (void)call;
    return false;
}

static bool holds_always(const wend_condition_call *call) {
    (void)call;
    return true;
}

static wend_result act_not(const wend_action_call *call, wend_error *error) {
    (void)call, (void)error;
    return WEND_OK;
}

static bool fires_never(const wend_trigger_call *call) {
    (void)call;
    return false;
}

static bool fires_always(const wend_trigger_call *call) {
    (void)call;
    return true;
}

/* Makes substitute `index` of an entry, with the same name and parameters, in `out`. Returns what
 * it does, or NULL if there are no more. */
static const char *make_selector(wend_selector *out, uint32_t index) {
    bool is_given = strcmp(out->stage.entry.name, "given") == 0; /* it takes the first goal */
    static const char *const texts[] = {"without a goal", "with the first goal",
                                        "with the last goal"};
    void (*const does[])(const wend_view *, const wend_agents *,
                         uint32_t *) = {select_none, is_given ? select_last : select_first};
    if (index >= 2) {
        return NULL;
    }
    out->takes_all_goals = out->sequential = out->uses_populations = false;
    out->select = does[index];
    return texts[index + (index == 1 && is_given)];
}

static const char *make_condition(wend_condition *out, uint32_t index) {
    bool is_auto = strcmp(out->entry.name, "auto") == 0; /* it always holds */
    if (index >= (is_auto ? 1U : 2U)) {
        return NULL;
    }
    out->truth = NULL;
    out->logic = WEND_LOGIC_OWN;
    out->due = NULL;
    out->holds = index == 0 ? holds_never : holds_always;
    return index == 0 ? "if it never holds" : "if it always holds";
}

static const char *make_action(wend_action *out, uint32_t index) {
    if (index >= (out->undo != NULL ? 2U : 1U)) {
        return NULL;
    }
    out->apply = index == 0 ? act_not : out->apply;
    out->undo = out->undo != NULL ? act_not : NULL;
    return index == 0 ? "without effect" : "without undo";
}

static const char *make_trigger(wend_trigger *out, uint32_t index) {
    if (index >= 2) {
        return NULL;
    }
    out->fires = index == 0 ? fires_never : fires_always;
    return index == 0 ? "if it never fires" : "if it fires in each step";
}

/* Replaces an entry by its substitute `index`. Returns what that does, or NULL. */
static const char *substitute(wend_kind kind, const wend_entry *entry, uint32_t index) {
    static union {
        wend_entry entry;
        wend_selector selector;
        wend_condition condition;
        wend_action action;
        wend_trigger trigger;
    } other;
    const char *does = NULL;
    memcpy(&other, entry, entry->size);
    switch (kind) {
    case WEND_KIND_SELECTOR:
        does = make_selector(&other.selector, index);
        break;
    case WEND_KIND_CONDITION:
        does = make_condition(&other.condition, index);
        break;
    case WEND_KIND_ACTION:
        does = make_action(&other.action, index);
        break;
    default:
        does = make_trigger(&other.trigger, index);
        break;
    }
    if (does != NULL) {
        ck_assert(wend_registry_remove(lab_registry, kind, entry->name));
        ck_assert_int_eq(wend_registry_add(lab_registry, kind, &other.entry, NULL), WEND_OK);
    }
    return does;
}

static void expect_substitutes_to_fail(const scene *s, wend_kind kind, const char *name) {
    const wend_entry *entry = wend_registry_find(lab_registry, kind, name, NULL);
    ck_assert_ptr_nonnull(entry);
    const char *how;
    for (uint32_t i = 0; (how = substitute(kind, entry, i)) != NULL; i++) {
        expect_not_met(s, s->text, how);
    }
    ck_assert(wend_registry_remove(lab_registry, kind, name));
    ck_assert_int_eq(wend_registry_add(lab_registry, kind, entry, NULL), WEND_OK);
}

/* ---- The tests ------------------------------------------------------------------------------- */

/* Element `index`, counted over all kinds. */
static const element_kind *find_element(uint32_t index, const char **name) {
    const element_kind *of = kinds;
    while (index >= element_count(of, lab_registry)) {
        index -= element_count(of++, lab_registry);
    }
    *name = element_name(of, index);
    return of;
}

START_TEST(an_element_does_what_its_scene_shows) {
    static scene s;
    const char *name;
    char path[PATH], what[PATH];
    const element_kind *of = find_element((uint32_t)_i, &name);
    snprintf(path, sizeof path, "%s/%.99s.yaml", folder_of(of), name);
    snprintf(what, sizeof what, "%s %s", of->folder, name);
    scene_read(&s, path, what);
    expect_met(&s);
    ck_assert_msg(of->kind >= 0 || s.broken[0], "%s has no line '# Fails with: '", path);
    if (s.broken[0]) {
        expect_not_met(&s, s.broken, "with the changed text");
    }
    if (of->kind >= 0) {
        expect_substitutes_to_fail(&s, (wend_kind)of->kind, name);
    }
}
END_TEST

static bool is_element(const element_kind *of, const char *file) {
    char name[PATH];
    bool found = false;
    for (uint32_t i = 0; i < element_count(of, lab_registry) && !found; i++) {
        snprintf(name, sizeof name, "%s.yaml", element_name(of, i));
        found = strcmp(name, file) == 0;
    }
    return found;
}

START_TEST(every_scene_belongs_to_an_element) {
    const element_kind *of = &kinds[_i];
    DIR *folder = opendir(folder_of(of));
    ck_assert_ptr_nonnull(folder);
    uint32_t count = 0;
    for (struct dirent *file; (file = readdir(folder)) != NULL;) {
        if (file->d_name[0] != '.') {
            ck_assert_msg(is_element(of, file->d_name), "%s/%s is not the scene of a %s",
                          folder_of(of), file->d_name, of->folder);
            count++;
        }
    }
    closedir(folder);
    ck_assert_uint_eq(count, element_count(of, lab_registry));
}
END_TEST

static int count_all(void) {
    wend_registry *registry;
    uint32_t count = 0;
    if (wend_registry_create(NULL, &registry, NULL) != WEND_OK ||
        wend_kit_register(registry, NULL) != WEND_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < KINDS; i++) {
        count += element_count(&kinds[i], registry);
    }
    wend_registry_destroy(registry);
    return (int)count;
}

int main(void) {
    Suite *suite = suite_create("conformance/behaviour");
    TCase *scenes = tcase_create("scenes");
    int count = count_all();
    if (count == 0) {
        return 1;
    }
    tcase_set_timeout(scenes, SUITE_TIMEOUT);
    tcase_add_checked_fixture(scenes, lab_set_up, lab_tear_down);
    tcase_add_loop_test(scenes, an_element_does_what_its_scene_shows, 0, count);
    tcase_add_loop_test(scenes, every_scene_belongs_to_an_element, 0, KINDS);
    suite_add_tcase(suite, scenes);
    return suite_finish(suite);
}
