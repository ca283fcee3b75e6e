# Installed: headers, the libraries, find_package(swivel), pkg-config, the licence, and origin and licence of the measurements that tables are compiled
# from; `cpack` packs the same.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/swivel)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/swivel ${PROJECT_SOURCE_DIR}/include/swivel_io
    ${PROJECT_SOURCE_DIR}/include/swivel_papers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(folder hand people shoulder)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/${folder} DESTINATION ${CMAKE_INSTALL_DOCDIR}/data
        FILES_MATCHING PATTERN README* PATTERN LICENSE* PATTERN *READMEFIRST*)
endforeach()
install(TARGETS swivel_static swivel_shared swivel_io swivel_papers EXPORT swivel-targets)
install(EXPORT swivel-targets NAMESPACE swivel:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/swivel-config.cmake.in swivel-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(swivel-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/swivel-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/swivel-config-version.cmake
    DESTINATION ${package_dir})
file(RELATIVE_PATH swivel_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name swivel swivel-shared swivel-io swivel-papers)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

set(CPACK_GENERATOR TGZ)
find_program(DPKG dpkg)
find_program(FILE_TYPE file)  # cpack looks with it for shared libraries
if(DPKG AND FILE_TYPE)
    list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_VENDOR "The Swivel authors")
set(CPACK_PACKAGE_CONTACT "The Swivel authors <swivel@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libc6)
foreach(pair cjson:libcjson1 expat:libexpat1 zlib:zlib1g)  # what the command reads files with
    string(REGEX MATCH "^[a-z]+" name ${pair})
    string(REGEX REPLACE "^[a-z]+:" "" package ${pair})
    if(${name}_FOUND)
        string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${package}")
    endif()
endforeach()
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)  # runs ldconfig when it is installed
include(CPack)
