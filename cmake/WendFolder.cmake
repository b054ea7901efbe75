# wend_folder(<out-var> <dir> [PREFIX <prefix>] [SUPPORT <file>...])
#
# Appends the sources of one folder, and of its direct subfolders, to <out-var>.
#
# A folder without an .inl file gives all its .c files. A folder with .inl files is a list of
# registered entries: a line WEND_ENTRY(name) in an .inl stands for <prefix>name.c. Any other source
# must be named in SUPPORT; with a prefix, files without it are support anyway. A file that is
# missing, or that nobody listed, stops the configure, so that the registry and the build never
# disagree. A folder that does not exist is empty.
#
# An entry may be a folder instead: in things.inl, a line WEND_ENTRY(name) stands for name/ with its
# entry file name/thing.c. Where entries are folders, the files beside them are support.
function(wend_folder out dir)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "PREFIX" "SUPPORT")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wend_folder(${dir}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
    endif()
    wend_one_folder(wend_folder_sources ${dir} "${arg_PREFIX}" "${arg_SUPPORT}")
    file(GLOB children CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/${dir}/*)
    foreach(child IN LISTS children)
        if(IS_DIRECTORY ${child})
            file(RELATIVE_PATH child ${PROJECT_SOURCE_DIR} ${child})
            wend_one_folder(child_sources ${child} "" "")
            list(APPEND wend_folder_sources ${child_sources})
        endif()
    endforeach()
    set(${out} ${${out}} ${wend_folder_sources} PARENT_SCOPE)
endfunction()

function(wend_one_folder out dir prefix support)
    set(root ${PROJECT_SOURCE_DIR}/${dir})
    file(GLOB present CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.c)
    file(GLOB lists CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.inl)
    if(lists)
        wend_check_entries(${dir} "${lists}" "${present}" "${prefix}" "${support}")
    endif()
    list(TRANSFORM present PREPEND ${root}/)
    set(${out} ${present} PARENT_SCOPE)
endfunction()

# Stops with all the differences between the entries of the .inl files and the files in the folder.
function(wend_check_entries dir lists present prefix support)
    set(wrong "")
    set(has_folders FALSE)
    set(expected ${support})
    foreach(file IN LISTS support)
        if(NOT file IN_LIST present)
            string(APPEND wrong "\n  ${dir}/${file} is named in SUPPORT (CMakeLists.txt) but does "
                                "not exist: take it out there")
        endif()
    endforeach()
    foreach(list IN LISTS lists)
        string(REGEX REPLACE "s?\\.inl$" ".c" entry_file ${list})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                     ${PROJECT_SOURCE_DIR}/${dir}/${list})
        file(STRINGS ${PROJECT_SOURCE_DIR}/${dir}/${list} lines REGEX "^[ \t]*WEND_ENTRY\\(")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^[ \t]*WEND_ENTRY\\([ \t]*([A-Za-z0-9_]*).*" "\\1" name "${line}")
            set(file ${prefix}${name}.c)
            if(EXISTS ${PROJECT_SOURCE_DIR}/${dir}/${name}/${entry_file})
                set(file ${name}/${entry_file})
                set(has_folders TRUE)
            endif()
            if(file IN_LIST expected)
                string(APPEND wrong "\n  ${dir}/${list} lists ${name} a second time")
            elseif(NOT EXISTS ${PROJECT_SOURCE_DIR}/${dir}/${file})
                string(APPEND wrong "\n  ${dir}/${list} lists ${name}, but ${dir}/${file} does not "
                                    "exist: write it, or a folder with ${name}/${entry_file}, or "
                                    "take out the line WEND_ENTRY(${name})")
            endif()
            list(APPEND expected ${file})
        endforeach()
        file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${dir}
             ${PROJECT_SOURCE_DIR}/${dir}/*/${entry_file})
        foreach(file IN LISTS folders)
            if(NOT file IN_LIST expected)
                get_filename_component(name ${file} DIRECTORY)
                string(APPEND wrong "\n  ${dir}/${file} is not in ${dir}/${list}: add the line "
                                    "WEND_ENTRY(${name})")
            endif()
        endforeach()
    endforeach()
    string(REPLACE ";" " or ${dir}/" names "${lists}")
    foreach(file IN LISTS present)
        if(NOT has_folders AND NOT file IN_LIST expected AND file MATCHES "^${prefix}")
            string(REGEX REPLACE "^${prefix}(.*)\\.c$" "\\1" name ${file})
            string(APPEND wrong "\n  ${dir}/${file} is not in ${dir}/${names}: add the line "
                                "WEND_ENTRY(${name}), or name the file in SUPPORT (CMakeLists.txt) "
                                "if it is no entry")
        endif()
    endforeach()
    if(wrong)
        message(FATAL_ERROR "The lists of entries and the files disagree:${wrong}")
    endif()
endfunction()
