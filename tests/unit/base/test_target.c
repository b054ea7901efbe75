/* Targets of outputs: links are followed, pipes are written directly, and the same file is found
 * under all its names. */
#define _XOPEN_SOURCE 700
#include "base/target.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/wend-target-XXXXXX";

static void enter_folder(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(system(command), 0);
    strcpy(folder, "/tmp/wend-target-XXXXXX");
}

static void create(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

START_TEST(finds_the_same_file_under_all_its_names) {
    enter_folder();
    ck_assert_int_eq(mkdir("d", 0700), 0);
    create("d/a", "x");
    create("b", "x");
    ck_assert_int_eq(symlink("d/a", "link"), 0);
    ck_assert_int_eq(symlink("link", "second"), 0);
    ck_assert_int_eq(link("d/a", "hard"), 0);
    ck_assert_int_eq(symlink("d", "e"), 0);
    ck_assert_int_eq(symlink("d/new", "dangling"), 0);
    static const char *const names[] = {"d/a",    "./d/a", "d/../d/a", "link",
                                        "second", "hard",  "e/a"};
    enum { COUNT = sizeof names / sizeof names[0] };
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            ck_assert_msg(target_is_same(names[i], names[k]), "%s and %s", names[i], names[k]);
        }
        ck_assert_msg(!target_is_same(names[i], "b"), "%s", names[i]);
        ck_assert_msg(!target_is_same(names[i], "a"), "%s", names[i]);
    }
    /* files that do not exist yet */
    ck_assert(target_is_same("dangling", "d/new") && target_is_same("e/new", "dangling"));
    ck_assert(!target_is_same("dangling", "new") && !target_is_same("none/new", "d/new"));
    leave_folder();
}
END_TEST

START_TEST(replaces_the_file_behind_a_link_and_keeps_the_link) {
    enter_folder();
    create("real", "old");
    ck_assert_int_eq(symlink("real", "link"), 0);
    file_target target;
    wend_error error;
    ck_assert_int_eq(target_find(&target, "link", "write", NULL, &error), WEND_OK);
    ck_assert_str_eq(target.part, "real.part");
    ck_assert(!target.is_direct);
    create(target.part, "new");
    ck_assert_int_eq(target_finish(&target, true, "write", &error), WEND_OK);
    char text[10] = "";
    FILE *file = fopen("real", "r");
    ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
    fclose(file);
    ck_assert_str_eq(text, "new");
    struct stat found;
    ck_assert(lstat("link", &found) == 0 && S_ISLNK(found.st_mode));
    ck_assert_int_ne(access("real.part", F_OK), 0);
    leave_folder();
}
END_TEST

START_TEST(a_failed_target_leaves_the_old_file) {
    enter_folder();
    create("a", "old");
    file_target target;
    ck_assert_int_eq(target_find(&target, "a", "write", NULL, NULL), WEND_OK);
    create(target.part, "half");
    ck_assert_int_eq(target_finish(&target, false, "write", NULL), WEND_OK);
    ck_assert_int_eq(access("a", F_OK), 0);
    ck_assert_int_ne(access("a.part", F_OK), 0);
    leave_folder();
}
END_TEST

START_TEST(a_part_that_is_the_input_gets_another_name) {
    enter_folder();
    create("a.part", "input");
    ck_assert_int_eq(symlink("a.part", "link"), 0);
    file_target target;
    ck_assert_int_eq(target_find(&target, "a", "write", NULL, NULL), WEND_OK);
    ck_assert_int_eq(target_spare(&target, "other", NULL), WEND_OK);
    ck_assert_str_eq(target.part, "a.part");
    ck_assert_int_eq(target_spare(&target, "./link", NULL), WEND_OK);
    ck_assert_str_eq(target.part, "a.part.part");
    create(target.part, "whole");
    ck_assert_int_eq(target_finish(&target, true, "write", NULL), WEND_OK);
    ck_assert_int_eq(access("a", F_OK), 0);
    ck_assert_int_eq(access("a.part", F_OK), 0);
    ck_assert_int_ne(access("a.part.part", F_OK), 0);
    leave_folder();
}
END_TEST

START_TEST(a_pipe_is_written_directly_and_stays) {
    enter_folder();
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    file_target target;
    ck_assert_int_eq(target_find(&target, "pipe", "write", NULL, NULL), WEND_OK);
    ck_assert(target.is_direct);
    ck_assert_str_eq(target.part, "pipe");
    ck_assert_int_eq(target_finish(&target, false, "write", NULL), WEND_OK);
    ck_assert_int_eq(access("pipe", F_OK), 0);
    leave_folder();
}
END_TEST

START_TEST(rejects_what_cannot_be_written) {
    enter_folder();
    char longest[300];
    memset(longest, 'a', sizeof longest);
    longest[253] = '\0'; /* a valid name, but not with ".part" behind it */
    ck_assert_int_eq(mkdir("d", 0700), 0);
    ck_assert_int_eq(mkdir("b.part", 0700), 0);
    ck_assert_int_eq(symlink("d", "to_folder"), 0);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    static const struct {
        const char *path, *reason;
    } cases[] = {{"", "No such file"},   {"d", "Is a directory"}, {"to_folder", "Is a directory"},
                 {"loop", "Too many"},   {"none/a", "No such"},   {"b", "Is a directory"},
                 {NULL, "name too long"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = cases[i].path != NULL ? cases[i].path : longest;
        wend_error error;
        ck_assert_int_eq(target_check(path, "write", &error), WEND_ERROR_IO);
        ck_assert_msg(strstr(error.message, cases[i].reason) != NULL, "%s: %s", path,
                      error.message);
    }
    ck_assert_int_eq(target_check("fine", "write", NULL), WEND_OK);
    ck_assert_int_ne(access("fine", F_OK), 0);
    leave_folder();
}
END_TEST

int main(void) {
    SUITE("base/target", finds_the_same_file_under_all_its_names,
          replaces_the_file_behind_a_link_and_keeps_the_link, a_failed_target_leaves_the_old_file,
          a_part_that_is_the_input_gets_another_name, a_pipe_is_written_directly_and_stays,
          rejects_what_cannot_be_written);
}
