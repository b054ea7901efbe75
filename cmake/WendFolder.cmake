# wend_folder(<out-var> <dir> [PREFIX <prefix>])
#
# Appends the sources of one folder, and of all folders below it, to <out-var>.
#
# A folder without an .inl file gives all its .c files. A folder with a file things.inl is a list of
# registered entries. A line WEND_ENTRY(name) stands for <prefix>name.c, or for a folder name/ with
# its entry file name/thing.c. Beside the entries there may be
#   - things.c, which makes the list;
#   - with a prefix, files without it;
#   - other files if every entry is a folder;
#   - folders, for whatever the entries share.
# A file that is missing, or that is not listed, stops the configure, so that the registry and the
# build never disagree. A folder that does not exist is empty.
function(wend_folder out dir)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "PREFIX" "")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wend_folder(${dir}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
    endif()
    set(root ${PROJECT_SOURCE_DIR}/${dir})
    file(GLOB present CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.c)
    file(GLOB lists CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.inl)
    if(lists)
        wend_check_entries(${dir} "${lists}" "${present}" "${arg_PREFIX}")
    endif()
    list(TRANSFORM present PREPEND ${root}/)
    set(found ${${out}} ${present})
    file(GLOB children CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}
         ${root}/*)
    foreach(child IN LISTS children)
        if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${child})
            wend_folder(found ${child})
        endif()
    endforeach()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

# Stops with all the differences between the entries of the .inl files and the files in the folder.
function(wend_check_entries dir lists present prefix)
    set(wrong "")
    set(expected "")
    set(has_files FALSE)
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
            else()
                set(has_files TRUE)
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
        string(REGEX REPLACE "\\.inl$" ".c" list_file ${list})
        list(APPEND expected ${list_file})
    endforeach()
    string(REPLACE ";" " or ${dir}/" names "${lists}")
    foreach(file IN LISTS present)
        if(has_files AND NOT file IN_LIST expected AND file MATCHES "^${prefix}")
            string(REGEX REPLACE "^${prefix}(.*)\\.c$" "\\1" name ${file})
            string(APPEND wrong "\n  ${dir}/${file} is not in ${dir}/${names}: add the line "
                                "WEND_ENTRY(${name}), or move the file to a folder below ${dir} if "
                                "it is no entry")
        endif()
    endforeach()
    if(wrong)
        message(FATAL_ERROR "The lists of entries and the files disagree:${wrong}")
    endif()
endfunction()
