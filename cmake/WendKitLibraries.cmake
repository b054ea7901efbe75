# The kit's libraries: WEND_KIT_LINKED is linked; WEND_KIT_LOADED is compiled against, and loaded by
# src/library when a function of it is first needed. WEND_KIT_MODULES names the pkg-config modules
# that are linked, as <NAME>=<module>, for the installed package.
#
# A library that can be loaded has a list src/library/<name>.inl. From it, a header is generated that
# replaces each of its functions by a pointer, and names the file to load: the shared library's own
# name (SONAME), which is the same wherever that version of the library is installed.

find_package(PkgConfig REQUIRED)
pkg_check_modules(WEND_YAML REQUIRED IMPORTED_TARGET yaml-0.1)
set(WEND_KIT_LINKED PkgConfig::WEND_YAML)
set(WEND_KIT_LOADED "")
set(WEND_KIT_MODULES YAML=yaml-0.1)

function(wend_find_soname out file)
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE text ERROR_QUIET)
    if(NOT text MATCHES "SONAME +([^ \n]+)")
        message(FATAL_ERROR "${file} is no shared library that can be loaded on demand: use another, "
                            "or configure with -DWEND_LOAD_ON_DEMAND=OFF")
    endif()
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

function(wend_write_library_header name file)
    string(TOUPPER ${name} upper)
    set(text "/* Made by cmake/WendKitLibraries.cmake from src/library/${name}.inl. */\n")
    set(list ${PROJECT_SOURCE_DIR}/src/library/${name}.inl)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    if(file)
        wend_find_soname(soname ${file})
        string(APPEND text "#define LIBRARY_${upper}_FILE \"${soname}\"\n")
        file(STRINGS ${list} lines REGEX "^LIBRARY_FUNCTION")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^LIBRARY_FUNCTION\\((.*)\\)$" "\\1" function ${line})
            string(APPEND text "#define ${function} library_${name}_functions.${function}\n")
        endforeach()
    else()
        string(APPEND text "#define LIBRARY_${upper}_FILE NULL\n")
    endif()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/wend-libraries/${name}.h
         CONTENT "${text}" @ONLY)
endfunction()

foreach(pair cairo=cairo geos=geos zstd=libzstd sqlite=sqlite3 zlib=zlib)
    string(REGEX MATCH "^(.*)=(.*)$" pair ${pair})
    set(name ${CMAKE_MATCH_1})
    set(module ${CMAKE_MATCH_2})
    string(TOUPPER ${name} upper)
    pkg_check_modules(WEND_${upper} REQUIRED IMPORTED_TARGET ${module})
    if(WEND_LOAD_ON_DEMAND)
        list(APPEND WEND_KIT_LOADED PkgConfig::WEND_${upper})
        list(GET WEND_${upper}_LINK_LIBRARIES 0 file)
    else()
        list(APPEND WEND_KIT_LINKED PkgConfig::WEND_${upper})
        list(APPEND WEND_KIT_MODULES ${upper}=${module})
        set(file "")
    endif()
    wend_write_library_header(${name} "${file}")
endforeach()
include_directories(${PROJECT_BINARY_DIR}/generated)
