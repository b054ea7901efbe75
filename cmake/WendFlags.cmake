# Compiler flags common to all targets. Results must not depend on compiler or optimisation, so no
# contraction to fused multiply-add and no fast-math; the x86-64 baseline is what a build assumes.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

set(WEND_C_FLAGS -ffp-contract=off -fno-math-errno -fvisibility=hidden
                 -Wall -Wextra -Wconversion -Wshadow)
# gcc 12 joins two neighbouring conversions double -> float -> double into none, so that they do not
# round (tests/unit/base/test_rounding.c).
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND WEND_C_FLAGS -fno-tree-slp-vectorize)
endif()
# Newer versions of clang warn where a named limit, which is an enumerator, meets a floating-point
# number.
if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 18)
    list(APPEND WEND_C_FLAGS -Wno-enum-float-conversion)
endif()
if(WEND_WERROR)
    list(APPEND WEND_C_FLAGS -Werror)
endif()

# The default linker takes two to three times as long for the hundreds of test programs. What is
# installed is linked with the default one.
find_program(WEND_LLD ld.lld)
if(WEND_LLD AND (WEND_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug"))
    add_link_options(-fuse-ld=lld)
endif()

if(WEND_SANITIZE)
    add_compile_options(-fsanitize=${WEND_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${WEND_SANITIZE})
else()
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>:-Wl,-z,defs>)
endif()
# Optimises the core across its files when the tool or the shared library is linked, where the
# compiler can put that beside machine code (gcc; clang from version 17 on): so the archive serves
# whoever links with it and whoever links without.
set(WEND_LTO_FLAGS "")
if(WEND_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT WEND_SANITIZE AND NOT WEND_FUZZ)
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS "-Werror -flto=auto -ffat-lto-objects")
    check_c_source_compiles("int main(void) { return 0; }" WEND_CAN_LTO)
    unset(CMAKE_REQUIRED_FLAGS)
    if(WEND_CAN_LTO)
        set(WEND_LTO_FLAGS -flto=auto -ffat-lto-objects)
    endif()
endif()
if(WEND_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
