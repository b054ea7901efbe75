/* Writes the marks of an explanation. */
#include "live/explain/marks.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>

/* Which of the members a, b and c of a mark are positions if the mark is in world coordinates. */
enum { A = 1, B = 2, C = 4 };
static const uint8_t POSITIONS[WEND_MARK_COUNT] = {
    [WEND_MARK_HALF_PLANE] = A,
    [WEND_MARK_CONE] = A,
    [WEND_MARK_REGION] = A | B,
    [WEND_MARK_PATH] = A | B,
    [WEND_MARK_PREFERRED_SEGMENT] = A | B,
    [WEND_MARK_PREFERRED_ARC] = A | B,
    [WEND_MARK_FORBIDDEN] = A,
    [WEND_MARK_ALLOWED] = A,
    [WEND_MARK_BOUNDARY_SEGMENT] = A | B,
    [WEND_MARK_BOUNDARY_ARC] = A | B | C,
    [WEND_MARK_DISC] = A,
};

/* Writes a number with as few digits as single precision needs. */
static void write_single(live_writer *out, float value) {
    double parsed = (double)value;
    for (int digits = 6; digits <= 9; digits++) {
        char text[TEXT_DOUBLE_SIZE];
        snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (!isfinite(value) || !text_parse_double(text, &parsed) || (float)parsed == value) {
            break;
        }
    }
    live_write_number(out, NULL, parsed);
}

void marks_write_vector(live_writer *out, const char *key, wend_vec2 vector) {
    if (!isfinite(vector.x) || !isfinite(vector.y)) {
        live_write_null(out, key);
        return;
    }
    live_begin_list(out, key);
    write_single(out, vector.x);
    write_single(out, vector.y);
    live_end_list(out);
}

static void write_member(live_writer *out, const char *key, wend_vec2 member, bool is_position,
                         const wend_space *space) {
    wend_point origin = wend_space_origin(space);
    if (is_position && isfinite(member.x) && isfinite(member.y) &&
        (origin.x != 0.0 || origin.y != 0.0)) {
        live_write_point(out, key, wend_space_from_local(space, member));
    } else {
        marks_write_vector(out, key, member);
    }
}

/* The end points of a wall are given, because nothing else does: a description holds outlines. */
static void write_wall(uint32_t index, const wend_space *space, live_writer *out) {
    wend_wall wall = wend_space_wall(space, index);
    live_write_segment(out, "segment", wend_space_from_local(space, wall.a),
                       wend_space_from_local(space, wall.b));
}

static void write_subject(const wend_subject *subject, const wend_space *space, live_writer *out) {
    live_begin_object(out, "subject");
    live_write_text(out, "kind", wend_subject_kind_text(subject->kind));
    if (subject->kind == WEND_SUBJECT_AGENT) {
        live_write_key(out, "key", subject->key);
        live_write_integer(out, "slot", wend_agent_slot((wend_agent){subject->id}));
    } else if (subject->kind != WEND_SUBJECT_NONE) {
        live_write_integer(out, "index", subject->index);
        live_write_integer(out, "part", subject->part);
    }
    if (subject->kind == WEND_SUBJECT_WALL && subject->index < wend_space_wall_count(space)) {
        write_wall(subject->index, space, out);
    }
    live_end_object(out);
}

static void write_mark(const wend_mark *mark, const wend_space *space, live_writer *out) {
    bool in_world = wend_mark_space_of(mark) == WEND_MARK_SPACE_WORLD;
    uint8_t positions = in_world && mark->kind < WEND_MARK_COUNT ? POSITIONS[mark->kind] : 0;
    live_begin_object(out, NULL);
    live_write_text(out, "kind", wend_mark_kind_text(mark->kind));
    write_member(out, "a", mark->a, (positions & A) != 0, space);
    write_member(out, "b", mark->b, (positions & B) != 0, space);
    write_member(out, "c", mark->c, (positions & C) != 0, space);
    live_write_text(out, "label", mark->label);
    live_write_text(out, "space", in_world ? "world" : "velocity");
    live_write_text(out, "stage", wend_kind_text(mark->stage));
    live_write_text(out, "entry", mark->entry);
    write_subject(&mark->subject, space, out);
    live_end_object(out);
}

void marks_write(const wend_mark *marks, uint32_t count, const wend_space *space,
                 live_writer *out) {
    live_begin_list(out, "marks");
    for (uint32_t i = 0; i < count; i++) {
        write_mark(&marks[i], space, out);
    }
    live_end_list(out);
}
