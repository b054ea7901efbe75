/* Reads what a character sees and chooses in one step, from the explanation of its follower. */
#include "paper/miran/choices.h"
#include <string.h>

enum { MOST_MARKS = 512 };

static bool is_called(const wend_mark *mark, const char *label) {
    return mark->label != NULL && strcmp(mark->label, label) == 0;
}

static void add_candidate(miran_choice *choice, const wend_space *space, const wend_mark *mark,
                          bool chosen) {
    if (choice->candidate_count < CHOICE_MOST_CANDIDATES) {
        choice->candidates[choice->candidate_count++] = (choice_candidate){
            wend_space_from_local(space, mark->a), (double)mark->c.x, (double)mark->c.y, chosen};
    }
}

/* True if a mark is a piece of a visible part of the route. Only the first piece of a part has a
 * label; the others follow it. */
static bool is_visible_piece(const miran_choice *choice, const wend_mark *mark) {
    return is_called(mark, "visible") ||
           (choice->visible_count > 0 && mark->label == NULL && mark->kind == WEND_MARK_PATH);
}

static void read_mark(miran_choice *choice, const wend_space *space, const wend_mark *mark) {
    if (is_called(mark, "reference point")) {
        choice->reference = wend_space_from_local(space, mark->a);
    } else if (is_called(mark, "attraction point")) {
        choice->attraction = wend_space_from_local(space, mark->b);
    } else if (is_called(mark, "candidate")) {
        add_candidate(choice, space, mark, false);
    } else if (is_called(mark, "chosen candidate")) {
        add_candidate(choice, space, mark, true);
    } else if (is_visible_piece(choice, mark) && choice->visible_count < CHOICE_MOST_VISIBLE) {
        wend_point *piece = choice->visible[choice->visible_count++];
        piece[0] = wend_space_from_local(space, mark->a);
        piece[1] = wend_space_from_local(space, mark->b);
    }
}

wend_result miran_explain(wend_paper_call *call, const wend_scenario *scenario, uint64_t key,
                          double time, miran_choice *choice, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    wend_mark marks[MOST_MARKS];
    wend_explanation found;
    wend_explain_def explain = wend_default_explain_def();
    explain.scenario = scenario;
    explain.registry = def->registry;
    explain.key = key;
    explain.time = time;
    explain.cancel = def->cancel;
    explain.allocator = def->allocator;
    explain.marks = marks;
    explain.mark_capacity = MOST_MARKS;
    memset(choice, 0, sizeof *choice);
    wend_result result = wend_explain_scenario(&explain, &found, error);
    if (result != WEND_OK || found.cancelled) {
        return result;
    }
    choice->x = found.agent.position;
    for (uint32_t i = 0; i < found.mark_count && i < MOST_MARKS; i++) {
        read_mark(choice, wend_scenario_space(scenario), &marks[i]);
    }
    return WEND_OK;
}

const choice_candidate *miran_chosen(const miran_choice *choice) {
    for (uint32_t i = 0; i < choice->candidate_count; i++) {
        if (choice->candidates[i].chosen) {
            return &choice->candidates[i];
        }
    }
    return NULL;
}
