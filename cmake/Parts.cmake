# SPDX-License-Identifier: GPL-2.0-only
# One static library a part, linked along the layers; libsde unites them.
# Parts, in an order in which each comes after those that it may use.  The
# table that decides who may include whom is in utils/check-layers.

set (SDE_PARTS base expr solve prog vm map net prop testcase rec api)
set (SDE_USES_expr base)
set (SDE_USES_solve expr)
set (SDE_USES_prog base)
set (SDE_USES_vm solve prog)
set (SDE_USES_map base)
set (SDE_USES_net vm map)
set (SDE_USES_prop map expr)
set (SDE_USES_testcase net prop)
set (SDE_USES_rec base)
set (SDE_USES_api base expr solve prog vm map net prop testcase rec)

set_property (DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${SDE_DIR}/sources.list)
file (STRINGS ${SDE_DIR}/sources.list SDE_LISTED REGEX "^[a-z]")

# The listed files of one part, as absolute paths.  utils/check-layers fails when
# the list and the tree differ; here a difference is only told.
function (sde_sources part out)
  set (found)
  foreach (file IN LISTS SDE_LISTED)
    string (STRIP "${file}" file)
    if (NOT file MATCHES "^${part}/")
      continue ()
    elseif (EXISTS ${SDE_DIR}/${file})
      list (APPEND found ${SDE_DIR}/${file})
    else ()
      message (WARNING "src/sde/sources.list names ${file}, but there is no such file: left out.")
    endif ()
  endforeach ()
  file (GLOB_RECURSE present CONFIGURE_DEPENDS ${SDE_DIR}/${part}/*.c ${SDE_DIR}/${part}/*.cc)
  if (present)
    list (REMOVE_ITEM present ${found})
  endif ()
  foreach (file IN LISTS present)
    message (STATUS "${file} is not in src/sde/sources.list: left out")
  endforeach ()
  set (${out} ${found} PARENT_SCOPE)
endfunction ()

# What llvm-config says about a static link of the components that we use.
function (sde_llvm)
  find_program (SDE_LLVM_CONFIG NAMES llvm-config-${SDE_LLVM})
  if (NOT SDE_LLVM_CONFIG)
    message (FATAL_ERROR "llvm-config-${SDE_LLVM} is missing: install llvm-${SDE_LLVM}-dev (utils/setup does).")
  endif ()
  set (components core bitreader analysis)
  foreach (what libfiles system-libs includedir)
    if (what STREQUAL includedir)
      set (components)
    endif ()
    execute_process (COMMAND ${SDE_LLVM_CONFIG} --link-static --${what} ${components}
                     OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments (text)
    set (llvm_${what} ${text})
  endforeach ()
  list (FILTER llvm_system-libs EXCLUDE REGEX "z3|xml2")
  add_library (sde_llvm INTERFACE)
  target_include_directories (sde_llvm SYSTEM INTERFACE ${llvm_includedir})
  target_link_libraries (sde_llvm INTERFACE ${llvm_libfiles} ${llvm_system-libs} -lstdc++)
endfunction ()
sde_llvm ()

# Libraries from outside that one part alone uses.
set (SDE_OUTSIDE_solve cadical stdc++ m dl)
set (SDE_OUTSIDE_map gmp m)
set (SDE_OUTSIDE_rec sqlite3 gmp)

# The nearest parts with sources that a part may use: a part without sources
# stands for what it uses itself.
function (sde_uses part out)
  set (all)
  foreach (use IN LISTS SDE_USES_${part})
    if (TARGET sde_${use})
      list (APPEND all sde_${use})
    else ()
      sde_uses (${use} below)
      list (APPEND all ${below})
    endif ()
  endforeach ()
  list (REMOVE_DUPLICATES all)
  set (${out} ${all} PARENT_SCOPE)
endfunction ()

set (SDE_BUILT)
foreach (part IN LISTS SDE_PARTS)
  sde_sources (${part} files)
  if (NOT files)
    continue ()
  endif ()
  list (APPEND SDE_BUILT ${part})
  add_library (sde_${part} STATIC ${files})
  target_include_directories (sde_${part} PUBLIC ${SDE_DIR} ${SDE_DIR}/include)
  sde_uses (${part} uses)
  target_link_libraries (sde_${part} PUBLIC ${uses} ${SDE_OUTSIDE_${part}})
endforeach ()
if (TARGET sde_prog)
  target_link_libraries (sde_prog PRIVATE sde_llvm)
endif ()

# libsde for users of include/sde: the objects of all parts as one, in which only
# names sde_* are left visible (with sanitizers they stay apart: instrumented
# objects share symbols among themselves).
set (objects)
set (outside)
foreach (part IN LISTS SDE_BUILT)
  list (APPEND objects $<TARGET_OBJECTS:sde_${part}>)
  list (APPEND outside ${SDE_OUTSIDE_${part}})
endforeach ()
if (NOT SDE_KIND STREQUAL asan)
  set (united ${SDE_BINARY}/lib/libsde.o)
  add_custom_command (OUTPUT ${united} DEPENDS ${objects}
    COMMAND ${CMAKE_LINKER} -r -o ${united} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=sde_* ${united}
    COMMAND_EXPAND_LISTS)
  set_source_files_properties (${united} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set (objects ${united})
endif ()
add_library (${SDE_ENGINE} STATIC ${objects})
set_target_properties (${SDE_ENGINE} PROPERTIES OUTPUT_NAME ${SDE_ENGINE_NAME} LINKER_LANGUAGE C)
target_include_directories (${SDE_ENGINE} INTERFACE $<BUILD_INTERFACE:${SDE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries (${SDE_ENGINE} INTERFACE ${outside} $<LINK_ONLY:sde_llvm>)
