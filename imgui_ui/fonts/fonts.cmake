# vramscope_fonts(): targets vramscope_fonts (Latin + signs) and vramscope_han_font, both with
# ui_fonts.h, and VRAMSCOPE_HAN_FONT, the path of ui-han.ttf. Never fails for want of a font.
function(vramscope_fonts)
  set(here "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  set(out "${PROJECT_BINARY_DIR}/fonts")
  # Debian's fontTools belongs to /usr/bin/python3, which need not be the first python3 in PATH.
  foreach(candidate IN ITEMS /usr/bin/python3 python3)
    execute_process(COMMAND ${candidate} -c "import fontTools" RESULT_VARIABLE result
                    OUTPUT_QUIET ERROR_QUIET)
    if(result EQUAL 0)
      set(python ${candidate})
      break()
    endif()
  endforeach()
  if(NOT python)
    message(STATUS "python3-fonttools is missing: building without our own fonts")
    find_program(VRAMSCOPE_PYTHON python3 REQUIRED)
    set(python ${VRAMSCOPE_PYTHON})
  endif()
  set(root "${PROJECT_SOURCE_DIR}")
  file(GLOB_RECURSE texts CONFIGURE_DEPENDS
       "${root}/core/src/text/*" "${root}/imgui_ui/text/*")  # all that the canvas can draw
  set(made ui_latin.cpp ui_signs.cpp ui_han.cpp ui-latin.ttf ui-signs.ttf ui-han.ttf)
  list(TRANSFORM made PREPEND "${out}/")
  add_custom_command(OUTPUT ${made}
    COMMAND ${python} "${here}/subset.py" --out "${out}" ${texts}
    DEPENDS "${here}/subset.py" ${texts} COMMENT "Subsetting fonts" VERBATIM)
  add_custom_target(vramscope_font_files DEPENDS ${made})

  add_library(vramscope_fonts STATIC "${out}/ui_latin.cpp" "${out}/ui_signs.cpp")
  add_library(vramscope_han_font STATIC EXCLUDE_FROM_ALL "${out}/ui_han.cpp")
  foreach(target IN ITEMS vramscope_fonts vramscope_han_font)
    add_dependencies(${target} vramscope_font_files)
    target_include_directories(${target} PUBLIC "${here}")
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "")
  endforeach()
  set(VRAMSCOPE_HAN_FONT "${out}/ui-han.ttf" PARENT_SCOPE)
endfunction()
