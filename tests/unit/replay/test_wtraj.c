/* The format .wtraj: what is written reads back the same. A file that is truncated, damaged, or
 * left by a killed process gives complete frames and then an error, and nothing else. */
/* cost: 6 */
#define _XOPEN_SOURCE 700
#include "film.h"
#include "record/wtraj/format.h"
#include "support/suite.h"
#include "support/trials.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64], path[96], copy[96];

static void set_up(void) {
    strcpy(folder, "/tmp/wend-wtraj-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.wtraj", folder);
    snprintf(copy, sizeof copy, "%s/b.wtraj", folder);
}

static void tear_down(void) {
    remove(path);
    remove(copy);
    ck_assert_int_eq(rmdir(folder), 0);
}

static uint8_t *read_bytes(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void write_bytes(const char *name, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* Reads a file and compares it with the film. Returns the last result, and sets `*frames` to the
 * number of frames read. If a frame differs, `*same` becomes false, or the test fails if `same` is
 * NULL. */
static wend_result read_film(const film *f, const char *name, uint32_t *frames, bool *same) {
    wend_trajectory *trajectory = NULL;
    *frames = 0;
    memset(&film_error, 0, sizeof film_error);
    wend_result result = wend_trajectory_open(f->registry, name, NULL, &trajectory, &film_error);
    const wend_frame *frame = NULL;
    while (result == WEND_OK) {
        result = wend_trajectory_next(trajectory, &frame, &film_error);
        if (result != WEND_OK || frame == NULL) {
            break;
        }
        bool equal =
            *frames < f->frame_count && film_is_same_frame(frame, &f->frames[*frames].frame);
        if (same != NULL) {
            *same = *same && equal;
        } else {
            ck_assert_msg(equal, "seed %u: frame %u differs", (unsigned)f->seed, *frames);
        }
        (*frames)++;
    }
    wend_trajectory_close(trajectory);
    return result;
}

START_TEST(reads_back_what_was_written) {
    static film f;
    for (uint64_t seed = 1; seed <= trials(12); seed++) {
        film_create(&f, seed, FILM_SLOTS, FILM_MOST_FRAMES);
        ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
        uint32_t frames = 0;
        wend_result result = read_film(&f, path, &frames, NULL);
        ck_assert_msg(result == WEND_OK, "%s", film_error.message);
        ck_assert_uint_eq(frames, f.frame_count);
        film_destroy(&f);
    }
}
END_TEST

START_TEST(slot_tables_and_velocities_match_the_agents) {
    static film f;
    film_create(&f, 21, 40, 100);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    wend_trajectory *trajectory = NULL;
    ck_assert_int_eq(wend_trajectory_open(f.registry, path, NULL, &trajectory, &film_error),
                     WEND_OK);
    const wend_frame *frame = NULL;
    for (uint32_t n = 0; n < f.frame_count; n++) {
        ck_assert_int_eq(wend_trajectory_next(trajectory, &frame, &film_error), WEND_OK);
        ck_assert_ptr_null(frame->world);
        ck_assert_ptr_null(frame->view);
        uint32_t there = 0;
        for (uint32_t slot = 0; slot < frame->slot_count; slot++) {
            uint32_t index = frame->index_of_slot[slot];
            there += index != UINT32_MAX;
            ck_assert(index == UINT32_MAX || wend_agent_slot(frame->agents[index].agent) == slot);
        }
        ck_assert_uint_eq(there, frame->agent_count);
        for (uint32_t i = 0; i < frame->agent_count; i++) {
            const wend_agent_state *agent = &frame->agents[i];
            const film_frame *last = n > 0 ? &f.frames[n - 1] : NULL;
            uint32_t slot = wend_agent_slot(agent->agent);
            uint32_t k = last != NULL ? last->index_of_slot[slot] : UINT32_MAX;
            bool was = k != UINT32_MAX && last->agents[k].agent.value == agent->agent.value;
            double passed = n > 0 ? f.frames[n].frame.time - last->frame.time : 1.0;
            const wend_agent_state *now = &f.frames[n].agents[i];
            double vx = was ? (now->position.x - last->agents[k].position.x) / passed : 0.0;
            double vy = was ? (now->position.y - last->agents[k].position.y) / passed : 0.0;
            ck_assert_double_le(fabs((double)agent->velocity.x - vx), 0.0011 / passed);
            ck_assert_double_le(fabs((double)agent->velocity.y - vy), 0.0011 / passed);
        }
    }
    ck_assert_int_eq(wend_trajectory_next(trajectory, &frame, &film_error), WEND_OK);
    ck_assert_ptr_null(frame);
    ck_assert_int_eq(wend_trajectory_next(trajectory, &frame, &film_error), WEND_OK);
    ck_assert_ptr_null(frame);
    ck_assert_double_eq(wend_trajectory_progress(trajectory), 1.0);
    wend_trajectory_close(trajectory);
    film_destroy(&f);
}
END_TEST

/* Reads back goals that move along a path or with an agent. */
START_TEST(reads_back_goal_motions) {
    static film f;
    film_create(&f, 4, 5, 3);
    wend_point points[] = {{1, 2}, {3, 5}, {3, 5}};
    f.goals[0].path = points;
    f.goals[0].path_count = 3;
    f.goals[0].path_speed = 0.75;
    f.goals[0].path_loops = true;
    f.goals[1].carrier = 42;
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    wend_trajectory *trajectory = NULL;
    ck_assert_int_eq(wend_trajectory_open(f.registry, path, NULL, &trajectory, &film_error),
                     WEND_OK);
    const wend_goal_def *goals = wend_trajectory_recording(trajectory)->goals;
    ck_assert_uint_eq(goals[0].path_count, 3);
    ck_assert_mem_eq(goals[0].path, points, sizeof points);
    ck_assert_double_eq(goals[0].path_speed, 0.75);
    ck_assert(goals[0].path_loops && goals[0].carrier == 0);
    ck_assert(goals[1].carrier == 42 && goals[1].path_count == 0);
    wend_trajectory_close(trajectory);
    /* A zero-length path is refused. */
    points[1] = points[2] = points[0];
    ck_assert_int_ne(film_write(&f, path, f.frame_count), WEND_OK);
    film_destroy(&f);
}
END_TEST

START_TEST(reads_back_header) {
    static film f;
    film_create(&f, 3, 5, 3);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    wend_trajectory *trajectory = NULL;
    ck_assert_int_eq(wend_trajectory_open(f.registry, path, NULL, &trajectory, &film_error),
                     WEND_OK);
    const wend_recording *r = wend_trajectory_recording(trajectory);
    ck_assert_str_eq(r->scenario, "film");
    ck_assert_double_eq(r->dt, 0.05);
    ck_assert_double_eq(r->frame_interval, 0.1);
    ck_assert(wend_space_hash(r->space) == wend_space_hash(f.space));
    ck_assert_uint_eq(r->space_def->layer_count, 2);
    ck_assert_str_eq(r->space_def->layers[1].name, "upper");
    ck_assert_uint_eq(r->group_count, 2);
    ck_assert_str_eq(r->groups[1].name, "teachers");
    ck_assert_uint_eq(wend_recording_group_of(r, 19), 0);
    ck_assert_uint_eq(wend_recording_group_of(r, 20), 1);
    ck_assert_uint_eq(wend_recording_group_of(r, 60), WEND_NONE);
    ck_assert_uint_eq(r->goal_count, 2);
    ck_assert_str_eq(r->goals[0].name, "lawn");
    ck_assert_int_eq(r->goals[0].shape, WEND_GOAL_POLYGON);
    ck_assert_uint_eq(r->goals[0].point_count, 3);
    ck_assert_double_eq(r->goals[0].points[2].y, 2.0);
    ck_assert_uint_eq(r->goals[0].layer, 1);
    ck_assert(r->goals[1].opens == f.goals[1].opens && r->goals[1].closes == f.goals[1].closes);
    ck_assert_uint_eq(r->obstacle_count, 1);
    ck_assert_str_eq(r->obstacles[0].name, "gate");
    ck_assert(r->obstacles[0].closed);
    ck_assert_uint_eq(r->agent_count, 0);
    wend_trajectory_close(trajectory);
    film_destroy(&f);
}
END_TEST

/* Finds the end of each chunk in a file, according to the table in docs/formats.md. */
static uint32_t find_chunk_ends(const uint8_t *bytes, size_t size, size_t *ends, uint32_t most) {
    uint32_t count = 0;
    for (size_t at = 16; at < size; count++) {
        uint32_t stored = 0;
        ck_assert(at + 24 <= size && count < most);
        memcpy(&stored, bytes + at, sizeof stored);
        at += 24 + stored;
        ck_assert(at <= size);
        ends[count] = at;
    }
    return count;
}

START_TEST(truncated_file_gives_complete_frames_then_error_position) {
    static film f;
    film_create(&f, 5, 6, 9);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    size_t size = 0, ends[16];
    uint8_t *bytes = read_bytes(path, &size);
    uint32_t chunks = find_chunk_ends(bytes, size, ends, 16);
    ck_assert_uint_eq(chunks, 1 + f.frame_count + 1); /* one file header, the frames, one index */
    for (size_t cut = 0; cut < size; cut++) {
        write_bytes(copy, bytes, cut);
        uint32_t whole = 0, frames = 0;
        bool at_an_end = false;
        for (uint32_t i = 0; i < chunks && ends[i] <= cut; i++) {
            whole += i > 0;
            at_an_end = ends[i] == cut;
        }
        wend_result result = read_film(&f, copy, &frames, NULL);
        ck_assert_msg(frames == whole, "cut at %zu: %u frames, not %u", cut, frames, whole);
        ck_assert_int_eq(result, at_an_end ? WEND_OK : WEND_ERROR_FORMAT);
        if (!at_an_end && cut > 16) {
            char text[80];
            snprintf(text, sizeof text, "is truncated at byte %zu, after %u complete frame", cut,
                     whole);
            ck_assert_msg(strstr(film_error.message, text) != NULL, "%s", film_error.message);
        }
        ck_assert(at_an_end || strcmp(film_error.path, copy) == 0);
    }
    free(bytes);
    film_destroy(&f);
}
END_TEST

START_TEST(flipped_bits_are_detected_or_harmless) {
    static film f;
    film_create(&f, 6, 4, 5);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    size_t size = 0;
    uint8_t *bytes = read_bytes(path, &size);
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1 << bit);
            write_bytes(copy, bytes, size);
            bytes[i] ^= (uint8_t)(1 << bit);
            uint32_t frames = 0;
            bool same = true;
            wend_result result = read_film(&f, copy, &frames, &same);
            ck_assert_msg(same, "byte %zu bit %d", i, bit);
            ck_assert_msg(result == WEND_ERROR_FORMAT, "byte %zu bit %d", i, bit);
        }
    }
    free(bytes);
    film_destroy(&f);
}
END_TEST

/* Changes 32-bit words in the content of a frame and makes the checksum valid again. The reader
 * then returns an error or frames, but never a frame with inconsistent tables. */
START_TEST(damage_with_valid_checksum_does_no_harm) {
    static film f;
    film_create(&f, 8, 5, 8);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    size_t size = 0, ends[16];
    uint8_t *bytes = read_bytes(path, &size), *bad = malloc(size);
    uint32_t chunks = find_chunk_ends(bytes, size, ends, 16), error_of = 0;
    static const uint32_t lies[] = {0, 1, 5, 6, 0x7fffffff, 0xffffffff, 0x00ffffff, 0x7fc00000};
    for (uint32_t c = 0; c + 1 < chunks; c++) {
        size_t start = c > 0 ? ends[c - 1] : 16;
        for (size_t at = start + 24; at + 4 <= ends[c]; at++) {
            memcpy(bad, bytes, size);
            memcpy(bad + at, &lies[at % (sizeof lies / sizeof *lies)], 4);
            wtraj_chunk chunk;
            memcpy(&chunk, bad + start, sizeof chunk);
            chunk.checksum = wtraj_checksum(&chunk, bad + start + 24);
            memcpy(bad + start, &chunk, sizeof chunk);
            write_bytes(copy, bad, size);
            uint32_t frames = 0;
            bool same = true;
            error_of += read_film(&f, copy, &frames, &same) != WEND_OK;
        }
    }
    ck_assert_uint_gt(error_of, 0);
    free(bad);
    free(bytes);
    film_destroy(&f);
}
END_TEST

START_TEST(refuses_files_of_other_formats_and_versions) {
    static film f;
    film_create(&f, 2, 4, 2);
    uint32_t frames = 0;
    write_bytes(copy, (const uint8_t *)"time,agent,x,y\n1,2,3,4\n", 23);
    ck_assert_int_eq(read_film(&f, copy, &frames, NULL), WEND_ERROR_FORMAT);
    ck_assert_str_eq(film_error.message,
                     "this is not a .wtraj file: its first bytes are not 'WENDTRAJ' and a version");
    ck_assert_int_eq(film_write(&f, path, 2), WEND_OK);
    size_t size = 0;
    uint8_t *bytes = read_bytes(path, &size);
    bytes[8] = 9;
    write_bytes(copy, bytes, size);
    ck_assert_int_eq(read_film(&f, copy, &frames, NULL), WEND_ERROR_FORMAT);
    ck_assert_str_eq(film_error.message,
                     "the trajectory has version 9, this program reads version 2");
    ck_assert_int_eq(remove(copy), 0);
    ck_assert_int_eq(read_film(&f, copy, &frames, NULL), WEND_ERROR_IO);
    ck_assert_str_eq(film_error.message, "cannot read the trajectory: No such file or directory");
    ck_assert_int_eq(read_film(&f, "a.unknown", &frames, NULL), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(film_error.message, "no trajectory format has the ending "
                                                     "of 'a.unknown'; available: "));
    free(bytes);
    film_destroy(&f);
}
END_TEST

/* Standing agents take almost no space, but the size of a chunk is never less than a fixed fraction
 * of its content. This limits the work of a reader. */
START_TEST(chunk_content_is_limited_in_proportion_to_chunk_size) {
    static film f;
    film_create(&f, 4, 1, 1);
    enum { CROWD = 5000, FRAMES = 70 };
    wend_agent_state *agents = calloc(CROWD, sizeof *agents);
    for (uint32_t i = 0; i < CROWD; i++) {
        agents[i] = (wend_agent_state){.agent = {(UINT64_C(1) << 32) | i}, .radius = 0.2F};
    }
    const wend_output *output = wend_output_for(f.registry, path, &film_error);
    void *state = calloc(1, output->state_size);
    ck_assert_int_eq(output->begin(state, NULL, NULL, &f.recording, path, &film_error), WEND_OK);
    for (uint32_t i = 0; i < FRAMES; i++) {
        wend_frame frame = {.agents = agents, .agent_count = CROWD, .time = i, .step = i};
        ck_assert_int_eq(output->frame(state, &frame, &film_error), WEND_OK);
    }
    ck_assert_int_eq(output->end(state, true, &film_error), WEND_OK);
    size_t size = 0, ends[FRAMES + 2];
    uint8_t *bytes = read_bytes(path, &size);
    ck_assert_uint_eq(find_chunk_ends(bytes, size, ends, FRAMES + 2), FRAMES + 2);
    for (uint32_t i = 1; i <= FRAMES; i++) {
        uint32_t content = 0;
        memcpy(&content, bytes + ends[i - 1] + 8, sizeof content);
        ck_assert_uint_ge(content, 2 * CROWD);
        ck_assert_uint_le(content, WTRAJ_MOST_RATIO * (ends[i] - ends[i - 1]));
    }
    /* The last eight bytes point to the index, whose second entry is frame 64. */
    uint64_t index = 0;
    memcpy(&index, bytes + size - 8, sizeof index);
    ck_assert_uint_eq(index, ends[FRAMES]);
    wtraj_index_entry entries[2];
    ck_assert_uint_eq(size - index, 24 + sizeof entries + 8);
    memcpy(entries, bytes + index + 24, sizeof entries);
    ck_assert(entries[1].frame == 64 && entries[1].time == 64.0 && entries[1].position == ends[64]);
    free(bytes);
    free(state);
    free(agents);
    film_destroy(&f);
}
END_TEST

/* ---- Disks and signals ----------------------------------------------------------------------- */

static void limit_file_size(rlim_t size) {
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

START_TEST(full_disk_leaves_complete_frames) {
    static film f;
    signal(SIGXFSZ, SIG_IGN);
    film_create(&f, 10, 30, 60);
    ck_assert_int_eq(film_write(&f, path, f.frame_count), WEND_OK);
    size_t size = 0, ends[64];
    uint8_t *bytes = read_bytes(path, &size);
    uint32_t chunks = find_chunk_ends(bytes, size, ends, 64);
    free(bytes);
    for (rlim_t limit = 10; limit < size; limit += 97) {
        limit_file_size(limit);
        wend_result result = film_write(&f, path, f.frame_count);
        limit_file_size(RLIM_INFINITY);
        ck_assert_int_eq(result, WEND_ERROR_IO);
        ck_assert_str_eq(film_error.message, "cannot write: File too large");
        ck_assert_str_eq(film_error.path, path);
        uint32_t whole = 0, frames = 0;
        for (uint32_t i = 0; i < chunks && ends[i] <= limit; i++) {
            whole = i;
        }
        struct stat found;
        if (whole == 0) {
            ck_assert_int_ne(stat(path, &found), 0);
            continue;
        }
        ck_assert_int_eq(read_film(&f, path, &frames, NULL), WEND_OK);
        ck_assert_uint_eq(frames, whole);
    }
    film_destroy(&f);
}
END_TEST

START_TEST(refuses_unwritable_paths) {
    static film f;
    film_create(&f, 2, 4, 2);
    ck_assert_int_eq(symlink("/dev/full", path), 0);
    ck_assert_int_eq(film_write(&f, path, 2), WEND_ERROR_IO);
    ck_assert_str_eq(film_error.message, "cannot write: No space left on device");
    struct stat found;
    ck_assert(lstat(path, &found) == 0 && S_ISLNK(found.st_mode)); /* a link stays */
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    ck_assert_int_eq(film_write(&f, path, 2), WEND_ERROR_IO);
    ck_assert_str_eq(film_error.message, "cannot write: Is a directory");
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_int_eq(film_write(&f, "/no/such/a.wtraj", 2), WEND_ERROR_IO);
    film_destroy(&f);
}
END_TEST

static void run_forever(film *f) {
    static const char text[] = "time: {end: 1e6}\n"
                               "agents: [{grid: {origin: [0, 0], spacing: 1, count: [40, 25]}, "
                               "goal: {direction: [1, 0]}}]";
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "walk.yaml";
    def.text = text;
    def.text_size = sizeof text - 1;
    def.registry = f->registry;
    wend_scenario *scenario = NULL;
    wend_summary *summary = NULL;
    if (wend_scenario_load(&def, &scenario, &film_error) != WEND_OK) {
        return;
    }
    const char *outputs[] = {path};
    wend_run_def run = wend_default_run_def();
    run.scenario = scenario;
    run.registry = f->registry;
    run.outputs = outputs;
    run.output_count = 1;
    wend_run_scenario(&run, &summary, &film_error);
}

START_TEST(killed_run_leaves_a_readable_file) {
    static film f;
    film_create(&f, 2, 4, 2);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        run_forever(&f);
        _exit(0);
    }
    struct stat found = {0};
    struct timespec pause = {0, 1000000};
    while (stat(path, &found) != 0 || found.st_size < 200000) {
        nanosleep(&pause, NULL);
    }
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    wend_trajectory *trajectory = NULL;
    ck_assert_int_eq(wend_trajectory_open(f.registry, path, NULL, &trajectory, &film_error),
                     WEND_OK);
    const wend_frame *frame = NULL;
    uint32_t frames = 0;
    double last_x = -1.0;
    wend_result result;
    while ((result = wend_trajectory_next(trajectory, &frame, &film_error)) == WEND_OK &&
           frame != NULL) {
        ck_assert_uint_eq(frame->agent_count, 1000);
        ck_assert_double_eq_tol(frame->time, 0.1 * frames, 1e-6);
        ck_assert_double_gt(frame->agents[0].position.x, last_x);
        last_x = frame->agents[0].position.x;
        frames++;
    }
    ck_assert(result == WEND_OK || strstr(film_error.message, "is truncated at byte") != NULL);
    ck_assert_uint_gt(frames, 20);
    wend_trajectory_close(trajectory);
    film_destroy(&f);
}
END_TEST

START_TEST(refuses_agents_that_cannot_be_encoded) {
    static film f;
    film_create(&f, 2, 4, 1);
    wend_agent_state agents[2] = {
        {.agent = {(UINT64_C(1) << 32) | 4}, .key = 77, .profile = {UINT64_C(1) << 32}},
        {.agent = {(UINT64_C(1) << 32) | 4}, .key = 78, .profile = {UINT64_C(1) << 32}}};
    f.frames[0].frame.agents = agents;
    f.frames[0].frame.agent_count = 2;
    ck_assert_int_eq(film_write(&f, path, 1), WEND_ERROR_INVALID);
    f.frames[0].frame.agent_count = 1;
    agents[0].position.x = 2147484.0;
    ck_assert_int_eq(film_write(&f, path, 1), WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(film_error.message, "agent 77 is at (2147484, 0)"));
    agents[0].position.x = -2147482.9996;
    ck_assert_int_eq(film_write(&f, path, 1), WEND_OK);
    uint32_t frames = 0;
    ck_assert_int_eq(read_film(&f, path, &frames, NULL), WEND_OK);
    ck_assert_uint_eq(frames, 1);
    film_destroy(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wtraj");
    TCase *tests = tcase_create("wtraj");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, reads_back_what_was_written);
    tcase_add_test(tests, slot_tables_and_velocities_match_the_agents);
    tcase_add_test(tests, reads_back_header);
    tcase_add_test(tests, reads_back_goal_motions);
    tcase_add_test(tests, truncated_file_gives_complete_frames_then_error_position);
    tcase_add_test(tests, flipped_bits_are_detected_or_harmless);
    tcase_add_test(tests, damage_with_valid_checksum_does_no_harm);
    tcase_add_test(tests, refuses_files_of_other_formats_and_versions);
    tcase_add_test(tests, chunk_content_is_limited_in_proportion_to_chunk_size);
    tcase_add_test(tests, full_disk_leaves_complete_frames);
    tcase_add_test(tests, refuses_unwritable_paths);
    tcase_add_test(tests, killed_run_leaves_a_readable_file);
    tcase_add_test(tests, refuses_agents_that_cannot_be_encoded);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
