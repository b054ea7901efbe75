# steps.sh: sourced by the scripts that run tests. A run is a list of steps; one that fails does not
# stop those after it, so that one run reports all failures. steps_end prints the time of each step
# and the number of tests, and fails if a step did.
#
# If WEND_STEPS names a file, each step adds a line to it: seconds, processor seconds, result, name.

jobs=${JOBS:-2}
steps_scratch=$(mktemp -d)
trap 'rm -rf "$steps_scratch"' EXIT
trap 'exit 130' INT TERM
steps_passed=0
steps_failed=0
steps_unbuilt=

# Processor seconds of the commands that have ended, as $steps_scratch/times holds them: `times` is a
# builtin that must run in this shell, not in that of a substitution.
steps_read_cpu() {
    awk -F '[ms ]+' 'NR == 2 { printf "%d\n", 60 * $1 + $2 + 60 * $3 + $4 }' "$steps_scratch/times"
}

steps_begin() {
    step=$1
    step_began=$(date +%s)
    times >"$steps_scratch/times"
    step_cpu=$(steps_read_cpu)
    printf '\n== %s\n' "$step"
}

# steps_done RESULT: ok, FAILED or not run.
steps_done() {
    times >"$steps_scratch/times"
    cpu=$(($(steps_read_cpu) - step_cpu))
    printf '%s\t%s\t%s\t%s\n' "$(($(date +%s) - step_began))" "$cpu" "$1" "$step" |
        tee -a "$steps_scratch/steps" >>"${WEND_STEPS:-/dev/null}"
    [ "$1" = ok ] || echo "$step: $1"
}

# step_check NAME COMMAND...: a step that counts as one test.
step_check() {
    steps_begin "$1"
    shift
    if "$@"; then
        steps_passed=$((steps_passed + 1))
        steps_done ok
    else
        steps_failed=$((steps_failed + 1))
        steps_done FAILED
    fi
}

# The directory of a preset.
steps_directory() {
    case $1 in
    release | release-tests) echo build ;;
    *) echo "build/$1" ;;
    esac
}

# step_build PRESET TARGET...: what needs the preset is not run if this fails.
step_build() {
    steps_begin "build: $1"
    if tools/build "$@"; then
        steps_done ok
    else
        steps_unbuilt="$steps_unbuilt $(steps_directory "$1") "
        steps_failed=$((steps_failed + 1))
        steps_done FAILED
    fi
}

# steps_built DIRECTORY...: whether all of these presets' builds are there.
steps_built() {
    for directory in "$@"; do
        case $steps_unbuilt in *" $directory "*) return 1 ;; esac
    done
}

# The sanitizers' runtimes fail now and then where the kernel scatters memory widely.
unscattered=
! setarch -R true 2>/dev/null || unscattered='setarch -R'

# step_suite NAME PRESET CTEST-OPTION...: a step that counts as many tests as ctest runs.
step_suite() {
    steps_begin "$1"
    directory=$(steps_directory "$2")
    shift 2
    if ! steps_built "$directory"; then
        steps_failed=$((steps_failed + 1))
        steps_done 'not run'
        return
    fi
    log=$steps_scratch/ctest
    result=ok
    # shellcheck disable=SC2086 # $unscattered is a list of words
    if ! $unscattered ctest --test-dir "$directory" -j "$jobs" --output-on-failure \
        --no-tests=error "$@" >"$log" 2>&1; then
        result=FAILED
        cat "$log"
    fi
    counts=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' \
        "$log")
    failed=${counts% *} ran=${counts#* }
    [ -n "$counts" ] || failed=1 ran=1 # ctest itself failed
    echo "$((ran - failed)) passed, $failed failed"
    steps_passed=$((steps_passed + ran - failed))
    steps_failed=$((steps_failed + failed))
    steps_done "$result"
}

# steps_table FILE: the steps in a file of lines such as those of WEND_STEPS.
steps_table() {
    printf '\n%8s %8s  %-7s  %s\n' seconds 'cpu s' result step
    awk -F '\t' '{ printf "%8d %8d  %-7s  %s\n", $1, $2, $3, $4; wall += $1; cpu += $2 }
        END { printf "%8d %8d  %-7s  %s\n", wall, cpu, "", "all" }' "$1"
}

steps_end() {
    steps_table "$steps_scratch/steps"
    printf '\n%s passed, %s failed\n' "$steps_passed" "$steps_failed"
    [ "$steps_failed" = 0 ]
}

# shellcheck disable=SC2046 # names of our scripts have no spaces
steps_shell_scripts() {
    shellcheck -x $(tools/list-files 'tools/*' 'tests/*' '.ci/*' |
        xargs grep -lE '^#!/bin/(ba)?sh')
}

# The checks that need no build.
steps_quick() {
    step_check 'text' tools/check-text
    step_check 'layers: the checker itself' tools/check-layers --self-test
    step_check 'the other checkers themselves' tests/tools/run
    step_check 'layers' tools/check-layers
    step_check 'comments of public functions' tools/check-comments
    step_check 'format' tools/check-format
    step_check 'shell scripts' steps_shell_scripts
}
