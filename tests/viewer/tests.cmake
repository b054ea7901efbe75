# The tests of the viewer. They run under node, with the engine that tools/build-viewer has built,
# so that they need no second build in each preset.
set(wasm_dir ${PROJECT_SOURCE_DIR}/build/wasm)

function(wend_add_viewer_test name cost)
    add_test(NAME viewer/${name} COMMAND node --no-warnings ${ARGN}
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(viewer/${name} PROPERTIES LABELS viewer TIMEOUT 1200 COST ${cost})
endfunction()

wend_add_viewer_test(hashes 40 tests/viewer/hashes.mjs $<TARGET_FILE:wend-cli>
                     ${wasm_dir}/viewer/engine.wasm)
wend_add_viewer_test(engine 5 tests/viewer/engine-tests.mjs $<TARGET_FILE:wend-cli>
                     ${wasm_dir}/viewer/engine.wasm)
wend_add_viewer_test(programs 10 tests/viewer/programs.mjs ${wasm_dir}/tests)

# The parts of the page that need no browser.
file(GLOB page_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/test/unit/*.test.mjs)
wend_add_viewer_test(page 10 --test ${page_tests})
