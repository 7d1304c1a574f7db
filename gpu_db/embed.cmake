# vramscope_embed_gpu_db(<target>): adds the generated catalogue rows to <target>'s sources.
# Writes gpu_db_rows.cpp and data/gpu_db_notes.json (sources and notes, for the web) into the current
# binary directory; both are made again only when a record or the generator changes.
function(vramscope_embed_gpu_db target)
  set(db "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  find_program(VRAMSCOPE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(VRAMSCOPE_PYTHON NAMES python3 python NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  mark_as_advanced(VRAMSCOPE_PYTHON)
  file(GLOB records CONFIGURE_DEPENDS "${db}/cards/*.json" "${db}/models/*.json"
       "${db}/throughput/*.json" "${db}/systems/*.json")
  set(rows "${CMAKE_CURRENT_BINARY_DIR}/gpu_db_rows.cpp")
  set(notes "${PROJECT_BINARY_DIR}/data/gpu_db_notes.json")  # the site takes what is in data/
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/data")
  add_custom_command(
    OUTPUT "${rows}" "${notes}"
    COMMAND "${VRAMSCOPE_PYTHON}" "${db}/generate.py" --out "${rows}" --notes "${notes}"
    DEPENDS "${db}/generate.py" ${records}
    COMMENT "Generating the card and model rows"
    VERBATIM)
  # A column is one text, longer than what ISO C++ asks of every compiler.
  set_source_files_properties("${rows}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE "${rows}")
endfunction()
