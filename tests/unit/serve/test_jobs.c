/* Jobs and their queues: envelopes, order, withdrawal, and the passage between threads. */
/* label: threads */
#define _POSIX_C_SOURCE 200809L
#include "serve/net/websocket.h"
#include "serve/queue.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static memory heap;

/* A host that answers with what it was asked, and gives frames of as many bytes as the colouring.
 */
typedef struct echo {
    char text[200];
    uint8_t bytes[256];
    uint32_t answers, frames;
    bool fails, is_large;
} echo;

static const char *echo_answer(void *user, const char *message, size_t size, size_t *length) {
    echo *e = user;
    e->answers++;
    *length = e->is_large ? (size_t)SERVE_MAX_ANSWER + 1
                          : (size_t)snprintf(e->text, sizeof e->text, "[%.*s]", (int)size, message);
    return e->fails ? NULL : e->text;
}

static const void *echo_frame(void *user, uint32_t colouring, size_t *size) {
    echo *e = user;
    e->frames++;
    memset(e->bytes, (int)colouring, sizeof e->bytes);
    *size = e->is_large ? (size_t)SERVE_MAX_ANSWER + 1 : colouring;
    return e->fails ? NULL : e->bytes;
}

static serve_host host_of(echo *e) {
    return (serve_host){e, echo_answer, echo_frame, NULL, ""};
}

static serve_job job_of(const char *text) {
    serve_job job = {.message_size = (uint32_t)strlen(text),
                     .message_capacity = (uint32_t)strlen(text)};
    job.message = memory_get(&heap, strlen(text));
    ck_assert(job.message != NULL || text[0] == '\0');
    memcpy(job.message != NULL ? job.message : (uint8_t *)"", text, strlen(text));
    return job;
}

/* Runs a message and compares the answer, which is text. */
static void expect_text(echo *e, const char *message, const char *expected) {
    memory_init(&heap, NULL);
    serve_host host = host_of(e);
    serve_job job = job_of(message);
    job_run(&job, &host, &heap);
    ck_assert_ptr_nonnull(job.answer);
    size_t head = job.answer[1] < 126 ? 2 : 4;
    ck_assert_uint_eq(job.answer[0], 0x81);
    ck_assert_msg(job.answer_size - head >= strlen(expected) &&
                      memcmp(job.answer + head, expected, strlen(expected)) == 0,
                  "%s -> %.*s", message, (int)(job.answer_size - head), job.answer + head);
    job_clear(&job, &heap);
    ck_assert_uint_eq(heap.held, 0);
}

START_TEST(answers_have_the_id_of_their_message) {
    echo e = {.fails = false};
    expect_text(&e, "{\"id\":7,\"do\":1}", "{\"id\":7,\"answer\":[{\"id\":7,\"do\":1}]}");
    expect_text(&e, "{\"id\":2147483648}", "{\"id\":2147483648,\"answer\":[");
    ck_assert_uint_eq(e.answers, 2);
}
END_TEST

START_TEST(messages_without_an_id_do_not_reach_the_host) {
    static const char *const all[] = {"",
                                      "x",
                                      "[]",
                                      "{}",
                                      "{\"do\":1}",
                                      "{\"id\":0}",
                                      "{\"id\":-1}",
                                      "{\"id\":1.5}",
                                      "{\"id\":2147483649}",
                                      "{\"id\":\"1\"}",
                                      "{\"id\":1,\"id\":1}",
                                      "{\"id\":1}x",
                                      "{\"id\":1"};
    echo e = {.fails = false};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        expect_text(&e, all[i], "{\"id\":0,\"answer\":{\"error\": {\"code\": \"");
    }
    ck_assert_uint_eq(e.answers + e.frames, 0);
}
END_TEST

START_TEST(frames_follow_their_id) {
    memory_init(&heap, NULL);
    echo e = {.fails = false};
    serve_host host = host_of(&e);
    serve_job job = job_of("{\"frame\":3,\"id\":258}");
    job_run(&job, &host, &heap);
    static const uint8_t expected[] = {0x82, 11, 2, 1, 0, 0, 0, 0, 0, 0, 3, 3, 3};
    ck_assert_uint_eq(job.answer_size, sizeof expected);
    ck_assert_mem_eq(job.answer, expected, sizeof expected);
    job_clear(&job, &heap);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(wrong_requests_for_frames_are_errors) {
    static const char *const all[] = {"{\"id\":5,\"frame\":256}", "{\"id\":5,\"frame\":-1}",
                                      "{\"id\":5,\"frame\":\"0\"}",
                                      "{\"id\":5,\"frame\":0,\"do\":\"state\"}"};
    echo e = {.fails = false};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        expect_text(&e, all[i], "{\"id\":5,\"answer\":{\"error\": {\"code\": \"");
    }
    ck_assert_uint_eq(e.frames, 0);
}
END_TEST

START_TEST(a_host_without_memory_gives_an_error) {
    echo e = {.fails = true};
    expect_text(&e, "{\"id\":1,\"do\":1}",
                "{\"id\":1,\"answer\":{\"error\": {\"code\": \"memory\"");
    expect_text(&e, "{\"id\":1,\"frame\":1}",
                "{\"id\":1,\"answer\":{\"error\": {\"code\": \"memory\"");
}
END_TEST

START_TEST(an_answer_that_is_too_large_is_an_error) {
    echo e = {.is_large = true};
    expect_text(&e, "{\"id\":1,\"do\":1}", "{\"id\":1,\"answer\":{\"error\": {\"code\": \"limit\"");
    expect_text(&e, "{\"id\":1,\"frame\":1}",
                "{\"id\":1,\"answer\":{\"error\": {\"code\": \"limit\"");
}
END_TEST

/* ---- Queues ---------------------------------------------------------------------------------- */

typedef struct lane {
    job_queue queue;
    int wake[2];
    echo e;
    serve_host host;
} lane;

static void open_lane(lane *l) {
    memory_init(&heap, NULL);
    memset(&l->e, 0, sizeof l->e);
    ck_assert_int_eq(pipe(l->wake), 0);
    jobs_init(&l->queue, &heap, l->wake[1]);
    l->host = host_of(&l->e);
}

static void close_lane(lane *l) {
    jobs_destroy(&l->queue);
    close(l->wake[0]);
    close(l->wake[1]);
    ck_assert_uint_eq(heap.held, 0);
}

START_TEST(jobs_are_done_in_order) {
    lane l;
    serve_job jobs[5];
    open_lane(&l);
    for (int i = 0; i < 5; i++) {
        jobs[i] = job_of("{\"id\":1}");
        jobs_add(&l.queue, &jobs[i]);
    }
    ck_assert(jobs_work(&l.queue, &l.host, 0, 1000000));
    for (int i = 0; i < 5; i++) {
        ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[i]);
        job_clear(&jobs[i], &heap);
    }
    ck_assert_ptr_null(jobs_take_done(&l.queue));
    close_lane(&l);
}
END_TEST

START_TEST(without_time_one_job_is_done) {
    lane l;
    serve_job jobs[3];
    open_lane(&l);
    for (int i = 0; i < 3; i++) {
        jobs[i] = job_of("{\"id\":1}");
        jobs_add(&l.queue, &jobs[i]);
    }
    ck_assert(jobs_work(&l.queue, &l.host, 0, 0));
    ck_assert_uint_eq(l.e.answers, 1);
    ck_assert(jobs_work(&l.queue, &l.host, 0, 0));
    ck_assert_uint_eq(l.e.answers, 2);
    ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[0]);
    ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[1]);
    for (int i = 0; i < 3; i++) {
        job_clear(&jobs[i], &heap);
    }
    close_lane(&l);
}
END_TEST

START_TEST(jobs_can_be_withdrawn_until_they_begin) {
    for (int gone = 0; gone < 3; gone++) {
        lane l;
        serve_job jobs[3];
        open_lane(&l);
        for (int i = 0; i < 3; i++) {
            jobs[i] = job_of("{\"id\":1}");
            jobs_add(&l.queue, &jobs[i]);
        }
        ck_assert(jobs_withdraw(&l.queue, &jobs[gone]));
        ck_assert(!jobs_withdraw(&l.queue, &jobs[gone]));
        jobs_add(&l.queue, &jobs[gone]); /* to the end */
        ck_assert(jobs_work(&l.queue, &l.host, 0, 1000000));
        ck_assert(!jobs_withdraw(&l.queue, &jobs[gone]));
        ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[gone == 0 ? 1 : 0]);
        ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[gone == 2 ? 1 : 2]);
        ck_assert_ptr_eq(jobs_take_done(&l.queue), &jobs[gone]);
        for (int i = 0; i < 3; i++) {
            job_clear(&jobs[i], &heap);
        }
        close_lane(&l);
    }
}
END_TEST

START_TEST(a_closed_queue_does_no_job) {
    lane l;
    serve_job job;
    open_lane(&l);
    job = job_of("{\"id\":1}");
    jobs_add(&l.queue, &job);
    jobs_close(&l.queue);
    ck_assert(!jobs_work(&l.queue, &l.host, 1000000, 0));
    ck_assert_uint_eq(l.e.answers, 0);
    job_clear(&job, &heap);
    close_lane(&l);
}
END_TEST

static void *work(void *user) {
    lane *l = user;
    while (jobs_work(&l->queue, &l->host, 1000, 10)) {
    }
    return NULL;
}

START_TEST(jobs_pass_between_threads) {
    enum { ROUNDS = 500, MANY = 16 };
    static serve_job jobs[MANY];
    lane l;
    pthread_t thread;
    open_lane(&l);
    ck_assert_int_eq(pthread_create(&thread, NULL, work, &l), 0);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t done = 0;
        for (int i = 0; i < MANY; i++) {
            jobs[i] = job_of("{\"id\":1}");
            jobs_add(&l.queue, &jobs[i]);
        }
        while (done < MANY) {
            char byte = 0;
            serve_job *job = jobs_take_done(&l.queue);
            if (job == NULL) {
                ck_assert_int_eq(read(l.wake[0], &byte, 1), 1);
                continue;
            }
            ck_assert_ptr_nonnull(job->answer);
            job_clear(job, &heap);
            done++;
        }
    }
    jobs_close(&l.queue);
    pthread_join(thread, NULL);
    ck_assert_uint_eq(l.e.answers, ROUNDS * MANY);
    close_lane(&l);
}
END_TEST

int main(void) {
    SUITE("serve/jobs", answers_have_the_id_of_their_message,
          messages_without_an_id_do_not_reach_the_host, frames_follow_their_id,
          wrong_requests_for_frames_are_errors, a_host_without_memory_gives_an_error,
          an_answer_that_is_too_large_is_an_error, jobs_are_done_in_order,
          without_time_one_job_is_done, jobs_can_be_withdrawn_until_they_begin,
          a_closed_queue_does_no_job, jobs_pass_between_threads);
}
