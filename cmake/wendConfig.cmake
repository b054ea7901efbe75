# wend::wend and wend::wend-static; with COMPONENTS kit also wend::wend-kit, and wend::wend-kit-static
# where the development files of the kit's libraries are found.

include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_dependency(Threads)

include(${CMAKE_CURRENT_LIST_DIR}/wend-shared.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/wend-static.cmake)

if("kit" IN_LIST wend_FIND_COMPONENTS AND EXISTS ${CMAKE_CURRENT_LIST_DIR}/wend-kit-shared.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/wend-kit-shared.cmake)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(WEND_YAML QUIET IMPORTED_TARGET yaml-0.1)
        pkg_check_modules(WEND_CAIRO QUIET IMPORTED_TARGET cairo)
        pkg_check_modules(WEND_GEOS QUIET IMPORTED_TARGET geos)
        pkg_check_modules(WEND_ZSTD QUIET IMPORTED_TARGET libzstd)
        pkg_check_modules(WEND_SQLITE QUIET IMPORTED_TARGET sqlite3)
    endif()
    if(TARGET PkgConfig::WEND_YAML AND TARGET PkgConfig::WEND_CAIRO AND
       TARGET PkgConfig::WEND_GEOS AND TARGET PkgConfig::WEND_ZSTD AND
       TARGET PkgConfig::WEND_SQLITE)
        include(${CMAKE_CURRENT_LIST_DIR}/wend-kit-static.cmake)
    endif()
    set(wend_kit_FOUND TRUE)
endif()

foreach(component IN LISTS wend_FIND_COMPONENTS)
    if(wend_FIND_REQUIRED_${component} AND NOT wend_${component}_FOUND)
        set(wend_FOUND FALSE)
        set(wend_NOT_FOUND_MESSAGE "wend was installed without the component ${component}")
    endif()
endforeach()
