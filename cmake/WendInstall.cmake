# Headers, libraries, tool, pkg-config files and the CMake package, for
# find_package(wend [COMPONENTS kit]). Everything finds its neighbours relative to itself, so that an
# installed tree can be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH WEND_PC_PREFIX /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" WEND_PC_PREFIX ${WEND_PC_PREFIX})

install(DIRECTORY include/wend TYPE INCLUDE FILES_MATCHING PATTERN "*.h")

function(wend_install_library name)
    if(NOT TARGET ${name}-shared)
        return()
    endif()
    foreach(kind shared static)
        install(TARGETS ${name}-${kind} EXPORT ${name}-${kind})
        install(EXPORT ${name}-${kind} NAMESPACE wend:: DESTINATION ${package_dir})
    endforeach()
    configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pkgconfig_dir})
endfunction()

list(TRANSFORM WEND_KIT_MODULES REPLACE "^.*=" "" OUTPUT_VARIABLE WEND_KIT_REQUIRES)
string(REPLACE ";" ", " WEND_KIT_REQUIRES "${WEND_KIT_REQUIRES}")
wend_install_library(wend)
wend_install_library(wend-kit)
if(TARGET wend-cli)
    install(TARGETS wend-cli)
    install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/wend)
    # The page of the viewer, if tools/build-viewer has built it.
    install(FILES ${PROJECT_SOURCE_DIR}/build/viewer/viewer.html
            DESTINATION ${CMAKE_INSTALL_DATADIR}/wend OPTIONAL)
    # The page of the viewer, if `make viewer` has built it.
    install(FILES ${PROJECT_BINARY_DIR}/viewer/viewer.html OPTIONAL
            DESTINATION ${CMAKE_INSTALL_DATADIR}/wend)
endif()

# The tool writes its manual page, completions and the schema of scenario files itself, so that they
# have every entry that is registered.
if(TARGET wend-cli AND NOT CMAKE_CROSSCOMPILING)
    set(shell_dir ${PROJECT_BINARY_DIR}/shell)
    file(MAKE_DIRECTORY ${shell_dir})
    add_custom_command(TARGET wend-cli POST_BUILD
        COMMAND wend-cli completion bash > ${shell_dir}/wend
        COMMAND wend-cli completion zsh > ${shell_dir}/_wend
        COMMAND wend-cli completion fish > ${shell_dir}/wend.fish
        COMMAND wend-cli help --man > ${shell_dir}/wend.1
        COMMAND wend-cli schema > ${PROJECT_BINARY_DIR}/scenario.schema.json)
    install(FILES ${shell_dir}/wend DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${shell_dir}/_wend DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${shell_dir}/wend.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    install(FILES ${PROJECT_BINARY_DIR}/scenario.schema.json
            DESTINATION ${CMAKE_INSTALL_DATADIR}/wend)
    install(FILES ${shell_dir}/wend.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

string(REPLACE ";" " " WEND_KIT_MODULES "${WEND_KIT_MODULES}")
configure_file(cmake/wendConfig.cmake.in wendConfig.cmake @ONLY)
write_basic_package_version_file(wendConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wendConfig.cmake ${PROJECT_BINARY_DIR}/wendConfigVersion.cmake
        DESTINATION ${package_dir})
