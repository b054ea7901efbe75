# wend_library(<name> [LTO] SOURCES <file>... LINK <library>... [HEADERS <library>...] [USES <other>])
#
# Makes <name>-static and <name>-shared from sources that are compiled once. LINK names what the
# sources need and users need not know of; USES names one of our libraries whose headers are part of
# this one's; HEADERS names libraries that are compiled
# against, but not linked; LTO has it optimised across its files (see WendFlags). Without sources there is no
# target; where there are no shared libraries, there is only <name>-static.
function(wend_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "LTO" "USES" "SOURCES;LINK;HEADERS")
    if(NOT arg_SOURCES)
        message(STATUS "${name} has no sources yet")
        return()
    endif()

    get_property(has_shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
    add_library(${name}-objects OBJECT ${arg_SOURCES})
    set_target_properties(${name}-objects PROPERTIES POSITION_INDEPENDENT_CODE ${has_shared})
    target_include_directories(${name}-objects PRIVATE ${PROJECT_SOURCE_DIR}/src
                               ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(${name}-objects PRIVATE WEND_VERSION_STRING="${PROJECT_VERSION}")
    target_compile_options(${name}-objects PRIVATE ${WEND_C_FLAGS})
    target_link_libraries(${name}-objects PRIVATE ${arg_LINK} ${arg_HEADERS})

    set(kinds static)
    if(has_shared)
        list(APPEND kinds shared)
    endif()
    foreach(kind IN LISTS kinds)
        string(TOUPPER ${kind} type)
        add_library(${name}-${kind} ${type} $<TARGET_OBJECTS:${name}-objects>)
        set_target_properties(${name}-${kind} PROPERTIES OUTPUT_NAME ${name})
        target_include_directories(${name}-${kind} PUBLIC
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
        target_link_libraries(${name}-${kind} PRIVATE ${arg_LINK})
        if(arg_USES)
            target_link_libraries(${name}-${kind} PUBLIC ${arg_USES}-${kind})
        endif()
    endforeach()
    if(arg_LTO)
        target_compile_options(${name}-objects PRIVATE ${WEND_LTO_FLAGS})
    endif()
    if(NOT has_shared)
        return()
    endif()
    if(arg_LTO)
        target_link_options(${name}-shared PRIVATE ${WEND_LTO_FLAGS})
    endif()
    # Before 1.0 a minor version may change the interface.
    set_target_properties(${name}-shared PROPERTIES EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

    # The used library hides its internals, so the shared library takes its own hidden copies of the
    # few it calls out of the archive; what is public still comes from the shared one, named first.
    if(arg_USES)
        target_link_libraries(${name}-shared PRIVATE $<BUILD_INTERFACE:${arg_USES}-static>)
        target_link_options(${name}-shared PRIVATE LINKER:--exclude-libs,lib${arg_USES}.a)
    endif()
endfunction()
