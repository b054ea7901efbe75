/* Decodes the frames that record/wtraj/output.c writes. The input may be damaged or hostile, so
 * every count is checked against the size of the content, and every slot is checked against the
 * agents that are present.
 *
 * Cost: O(agents) for a frame. Memory grows only with the agents and walls that a frame really
 * contains, plus four bytes for each slot up to the highest slot in use. */
#include "replay/wtraj/decode.h"
#include <math.h>
#include <string.h>

static const double M_PER_MM = 0.001;
static const float LARGEST_RADIUS = 1000.0F; /* m: a larger radius means that the file is damaged */

/* Pointers to the parts of a frame's content. */
typedef struct frame_parts {
    wtraj_frame_header head;
    const uint8_t *leaves, *enters, *changes, *walls; /* arrays of records that may be unaligned */
    const uint8_t *plane_x, *plane_y, *escapes;
    size_t escape_count;
} frame_parts;

/* ---- Parsing --------------------------------------------------------------------------------- */

static const uint8_t *take_records(const uint8_t **at, size_t *left, size_t count, size_t size) {
    const uint8_t *first = *at;
    if (first == NULL || count > *left / size) {
        *at = NULL;
        return NULL;
    }
    *at += count * size;
    *left -= count * size;
    return first;
}

static const char *parse_frame(const uint8_t *content, size_t size, frame_parts *out) {
    if (size < sizeof out->head) {
        return "a frame is too short";
    }
    memcpy(&out->head, content, sizeof out->head);
    const wtraj_frame_header *head = &out->head;
    const uint8_t *at = content + sizeof *head;
    size_t left = size - sizeof *head;
    out->leaves = take_records(&at, &left, head->leaves, sizeof(uint32_t));
    out->enters = take_records(&at, &left, head->enters, sizeof(wtraj_enter));
    out->changes = take_records(&at, &left, head->changes, sizeof(wtraj_change));
    out->walls = take_records(&at, &left, head->walls, sizeof(wtraj_wall));
    out->plane_x = take_records(&at, &left, head->moves, 1);
    out->plane_y = take_records(&at, &left, head->moves, 1);
    out->escapes = at;
    out->escape_count = left / sizeof(uint32_t);
    if (at == NULL || left % sizeof(uint32_t) != 0) {
        return "a count in a frame does not fit its size";
    }
    if ((head->flags & ~(uint32_t)(WTRAJ_KEY_FRAME | WTRAJ_WALLS)) != 0) {
        return "a frame has an unknown flag";
    }
    if (!isfinite(head->time)) {
        return "a frame's time is not finite";
    }
    return NULL;
}

static wtraj_enter enter_at(const frame_parts *p, uint32_t index) {
    wtraj_enter enter;
    memcpy(&enter, p->enters + (size_t)index * sizeof enter, sizeof enter);
    return enter;
}

static uint32_t slot_at(const wtraj_crowd *c, uint32_t index) {
    return wend_agent_slot(c->agents[index].agent);
}

/* Returns the index of the agent in a slot, or UINT32_MAX if the slot is free. */
static uint32_t find_agent(const wtraj_crowd *c, uint32_t slot) {
    return slot < c->slot_count ? c->index_of_slot[slot] : UINT32_MAX;
}

/* ---- Agents that leave ----------------------------------------------------------------------- */

static const char *remove_leaving(wtraj_crowd *c, const frame_parts *p) {
    for (uint32_t i = 0; i < p->head.leaves; i++) {
        uint32_t slot = 0;
        memcpy(&slot, p->leaves + (size_t)i * sizeof slot, sizeof slot);
        if (find_agent(c, slot) == UINT32_MAX) {
            return "an agent leaves that is not in the frame before";
        }
        c->index_of_slot[slot] = UINT32_MAX;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count && p->head.leaves > 0; i++) {
        uint32_t slot = slot_at(c, i);
        if (c->index_of_slot[slot] == UINT32_MAX) {
            continue;
        }
        c->agents[kept] = c->agents[i];
        c->motions[kept] = c->motions[i];
        c->index_of_slot[slot] = kept++;
    }
    c->count -= p->head.leaves;
    return NULL;
}

/* ---- Moving ---------------------------------------------------------------------------------- */

typedef struct escape_reader {
    const uint8_t *at;
    size_t left;
    bool missing;
} escape_reader;

static uint32_t read_move(escape_reader *escapes, uint8_t byte) {
    uint32_t value = byte;
    if (byte == WTRAJ_ESCAPE) {
        if (escapes->left == 0) {
            escapes->missing = true;
            return 0;
        }
        memcpy(&value, escapes->at, sizeof value);
        escapes->at += sizeof value;
        escapes->left--;
    }
    return wtraj_unzigzag(value);
}

/* Computes an agent's position and velocity from its motion. `rate` is in frames per second. */
static void set_position(const wtraj_crowd *c, uint32_t index, double rate) {
    wend_agent_state *agent = &c->agents[index];
    const wtraj_motion *m = &c->motions[index];
    agent->position.x = c->origin.x + (double)(int32_t)m->x * M_PER_MM;
    agent->position.y = c->origin.y + (double)(int32_t)m->y * M_PER_MM;
    agent->velocity.x = (float)((double)(int32_t)m->dx * M_PER_MM * rate);
    agent->velocity.y = (float)((double)(int32_t)m->dy * M_PER_MM * rate);
}

/* Moves all agents whose complete state is not in the frame. Returns NULL on success, or a
 * description of what is wrong with the frame. */
static const char *move_agents(wtraj_crowd *c, const frame_parts *p, double rate) {
    escape_reader escapes = {p->escapes, p->escape_count, false};
    uint32_t enter = 0, next = p->head.enters > 0 ? enter_at(p, 0).slot : UINT32_MAX;
    uint32_t moved = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        while (next < slot_at(c, i)) {
            enter++;
            next = enter < p->head.enters ? enter_at(p, enter).slot : UINT32_MAX;
        }
        if (next == slot_at(c, i)) {
            continue;
        }
        if (moved == p->head.moves) {
            return "a frame has too few moves";
        }
        wtraj_motion *m = &c->motions[i];
        m->dx += read_move(&escapes, p->plane_x[moved]);
        m->dy += read_move(&escapes, p->plane_y[moved]);
        m->x += m->dx;
        m->y += m->dy;
        set_position(c, i, rate);
        moved++;
    }
    if (escapes.missing || escapes.left != 0 || moved != p->head.moves) {
        return "a frame's moves do not fit its agents";
    }
    return NULL;
}

/* ---- Agents that enter ----------------------------------------------------------------------- */

/* Checks the records of entering agents. `*new_count` becomes the number of records whose slot is
 * free, and `*slots` becomes the number of slots needed. Returns NULL on success, or a description
 * of what is wrong with the frame. */
static const char *check_enters(const wtraj_crowd *c, const frame_parts *p, uint32_t *new_count,
                                uint32_t *slots) {
    int64_t last = -1;
    *new_count = 0;
    for (uint32_t i = 0; i < p->head.enters; i++) {
        wtraj_enter enter = enter_at(p, i);
        if ((int64_t)enter.slot <= last || enter.slot >= WEND_MAX_AGENTS) {
            return "entering agents are not in order";
        }
        if (!(enter.radius >= 0.0F && enter.radius <= LARGEST_RADIUS)) {
            return "an agent's radius is out of range";
        }
        if (enter.layer >= c->layer_count || enter.activity >= WEND_ACTIVITY_COUNT) {
            return "an agent's layer or activity is out of range";
        }
        last = enter.slot;
        *new_count += find_agent(c, enter.slot) == UINT32_MAX;
    }
    *slots = (uint32_t)(last + 1);
    return NULL;
}

static bool make_room(wtraj_crowd *c, uint32_t count, uint32_t slots) {
    if (!memory_grow(c->heap, (void **)&c->agents, sizeof *c->agents, &c->agent_capacity, count) ||
        !memory_grow(c->heap, (void **)&c->motions, sizeof *c->motions, &c->motion_capacity,
                     count) ||
        !memory_grow(c->heap, (void **)&c->index_of_slot, sizeof *c->index_of_slot,
                     &c->slot_capacity, slots)) {
        return false;
    }
    if (slots > c->slot_count) {
        memset(c->index_of_slot + c->slot_count, 0xff,
               (slots - c->slot_count) * sizeof *c->index_of_slot);
        c->slot_count = slots;
    }
    return true;
}

static void set_agent(wtraj_crowd *c, uint32_t index, const wtraj_enter *enter, double rate) {
    c->agents[index] = (wend_agent_state){
        .agent = {((uint64_t)enter->generation << 32) | enter->slot},
        .key = enter->key,
        .radius = enter->radius,
        .layer = enter->layer,
        .profile = {(uint64_t)1 << 32 | enter->profile},
        .group = wtraj_group_id(enter->group),
        .activity = (wend_activity)enter->activity,
    };
    c->motions[index] = (wtraj_motion){(uint32_t)enter->x, (uint32_t)enter->y, (uint32_t)enter->dx,
                                       (uint32_t)enter->dy};
    set_position(c, index, rate);
}

/* Merges the entering agents into the array of agents, from the last to the first, so that each
 * agent is moved within the array at most once. */
static void merge_entering(wtraj_crowd *c, const frame_parts *p, uint32_t new_count, double rate) {
    uint32_t from = c->count, enter = p->head.enters;
    c->count += new_count;
    uint32_t to = c->count;
    while (enter > 0) {
        wtraj_enter next = enter_at(p, enter - 1);
        if (from > 0 && slot_at(c, from - 1) > next.slot) {
            from--;
            to--;
            c->agents[to] = c->agents[from];
            c->motions[to] = c->motions[from];
        } else {
            from -= from > 0 && slot_at(c, from - 1) == next.slot;
            set_agent(c, --to, &next, rate);
            enter--;
        }
    }
    for (uint32_t i = to; i < c->count && new_count > 0; i++) {
        c->index_of_slot[slot_at(c, i)] = i;
    }
}

/* ---- Changes and walls ----------------------------------------------------------------------- */

static const char *change_agents(const wtraj_crowd *c, const frame_parts *p) {
    for (uint32_t i = 0; i < p->head.changes; i++) {
        wtraj_change change;
        memcpy(&change, p->changes + (size_t)i * sizeof change, sizeof change);
        uint32_t index = find_agent(c, change.slot);
        if (index == UINT32_MAX) {
            return "an agent changes that is not in the frame";
        }
        if (change.layer >= c->layer_count || change.activity >= WEND_ACTIVITY_COUNT) {
            return "an agent's layer or activity is out of range";
        }
        c->agents[index].layer = change.layer;
        c->agents[index].activity = (wend_activity)change.activity;
    }
    return NULL;
}

static bool is_finite_wall(const wtraj_wall *wall) {
    return isfinite(wall->a.x) && isfinite(wall->a.y) && isfinite(wall->b.x) &&
           isfinite(wall->b.y) && isfinite(wall->velocity.x) && isfinite(wall->velocity.y);
}

static const char *read_walls(wtraj_crowd *c, const frame_parts *p) {
    if ((p->head.flags & WTRAJ_WALLS) == 0) {
        return p->head.walls == 0 ? NULL : "a frame has walls, but not the flag for walls";
    }
    c->wall_count = p->head.walls;
    for (uint32_t i = 0; i < p->head.walls; i++) {
        wtraj_wall wall;
        memcpy(&wall, p->walls + (size_t)i * sizeof wall, sizeof wall);
        if (wall.layer >= c->layer_count || !is_finite_wall(&wall)) {
            return "a wall is out of range";
        }
        c->walls[i] = (wend_wall_hit){.wall = wall.wall,
                                      .point = wall.a,
                                      .a = wall.a,
                                      .b = wall.b,
                                      .velocity = wall.velocity};
        c->wall_layers[i] = wall.layer;
    }
    return NULL;
}

static bool make_wall_room(wtraj_crowd *c, uint32_t count) {
    return memory_grow(c->heap, (void **)&c->walls, sizeof *c->walls, &c->wall_capacity, count) &&
           memory_grow(c->heap, (void **)&c->wall_layers, sizeof *c->wall_layers,
                       &c->layer_capacity, count);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static const char *apply_frame(wtraj_crowd *c, const frame_parts *p, uint32_t new_count,
                               double rate) {
    const char *wrong = move_agents(c, p, rate);
    if (wrong == NULL) {
        merge_entering(c, p, new_count, rate);
        wrong = change_agents(c, p);
    }
    return wrong != NULL ? wrong : read_walls(c, p);
}

bool wtraj_decode(wtraj_crowd *crowd, const uint8_t *content, size_t size, const char **wrong) {
    wtraj_crowd *c = crowd;
    frame_parts p;
    uint32_t new_count = 0, slots = 0;
    *wrong = parse_frame(content, size, &p);
    if (*wrong == NULL && c->frame_count > 0 && p.head.time < c->time) {
        *wrong = "a frame is earlier than the one before it";
    }
    if (*wrong == NULL && c->frame_count == 0 && (p.head.flags & WTRAJ_KEY_FRAME) == 0) {
        *wrong = "its first frame is not a key frame";
    }
    if (*wrong == NULL && (p.head.flags & WTRAJ_KEY_FRAME) != 0 && p.head.moves != 0) {
        *wrong = "a key frame has moves";
    }
    if (*wrong == NULL) {
        *wrong = remove_leaving(c, &p);
    }
    if (*wrong == NULL) {
        *wrong = check_enters(c, &p, &new_count, &slots);
    }
    if (*wrong != NULL || !make_room(c, c->count + new_count, slots) ||
        !make_wall_room(c, p.head.walls)) {
        return false;
    }
    double elapsed = c->frame_count > 0 ? p.head.time - c->time : 0.0;
    *wrong = apply_frame(c, &p, new_count, elapsed > 0.0 ? 1.0 / elapsed : 0.0);
    c->time = p.head.time;
    c->step = p.head.step;
    c->frame_count += *wrong == NULL;
    return *wrong == NULL;
}

void wtraj_frame(const wtraj_crowd *crowd, wend_frame *out) {
    *out = (wend_frame){.agents = crowd->agents,
                        .agent_count = crowd->count,
                        .index_of_slot = crowd->index_of_slot,
                        .slot_count = crowd->slot_count,
                        .walls = crowd->walls,
                        .wall_layers = crowd->wall_layers,
                        .wall_count = crowd->wall_count,
                        .time = crowd->time,
                        .step = crowd->step};
}

void wtraj_crowd_free(wtraj_crowd *crowd) {
    wtraj_crowd *c = crowd;
    memory_free(c->heap, c->agents, c->agent_capacity * sizeof *c->agents);
    memory_free(c->heap, c->motions, c->motion_capacity * sizeof *c->motions);
    memory_free(c->heap, c->index_of_slot, c->slot_capacity * sizeof *c->index_of_slot);
    memory_free(c->heap, c->walls, c->wall_capacity * sizeof *c->walls);
    memory_free(c->heap, c->wall_layers, c->layer_capacity * sizeof *c->wall_layers);
}
