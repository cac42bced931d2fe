# The tree-sitter runtime (target tree_sitter) and the grammars (target whittle_grammars).
#
# A grammar is a module that the program loads when a file of its language comes along: NAME.so, and beside it
# NAME.json, its grammar, and NAME.symbols, the names of its rules. All presets share build/grammars, so a grammar is
# fetched and compiled once for a checkout, not once for each preset. A grammar that is not built is not fetched.
set(WHITTLE_GRAMMARS_DIR "" CACHE PATH
  "A folder of tree-sitter packages as npm lays them out; empty: those of a source tarball (`make dist`), or fetched as
  package-lock.json pins them")

set(grammars_shared ${PROJECT_SOURCE_DIR}/build/grammars)
set(grammars_modules ${grammars_shared}/modules)
if(WHITTLE_GRAMMARS_DIR)
  set(grammars_sources ${WHITTLE_GRAMMARS_DIR})
elseif(EXISTS ${PROJECT_SOURCE_DIR}/grammars)
  set(grammars_sources ${PROJECT_SOURCE_DIR}/grammars)
else()
  set(grammars_sources ${grammars_shared}/sources)
  set(grammars_fetch ${PROJECT_SOURCE_DIR}/scripts/fetch-package.sh ${PROJECT_SOURCE_DIR}/package-lock.json ${grammars_sources})
  execute_process(COMMAND ${grammars_fetch} tree-sitter RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "tree-sitter could not be fetched; without a network, point WHITTLE_GRAMMARS_DIR at a copy of the grammars")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/package-lock.json)
endif()

set(runtime ${grammars_sources}/tree-sitter/vendor/tree-sitter/lib)
add_library(tree_sitter STATIC ${runtime}/src/lib.c)
target_include_directories(tree_sitter SYSTEM PUBLIC ${runtime}/include PRIVATE ${runtime}/src)
target_compile_definitions(tree_sitter PRIVATE _DEFAULT_SOURCE _POSIX_C_SOURCE=200112L)
target_compile_options(tree_sitter PRIVATE -O2 -w)

set(grammars_built)
set(grammars_names)
set(grammars_suffix so)
if(WHITTLE_STATIC)
  set(grammars_modules ${grammars_shared}/objects)
  set(grammars_suffix o)
endif()
function(whittle_grammar name source)
  set(built ${grammars_modules}/${name}.${grammars_suffix})
  string(REGEX MATCH "^(@[^/]+/)?[^/]+" package ${source})
  set(fetch)
  if(grammars_fetch)
    set(fetch COMMAND ${grammars_fetch} ${package})
  endif()
  add_custom_command(OUTPUT ${built}
    ${fetch}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/build-grammar.sh ${grammars_suffix} ${name} ${grammars_sources}/${source}
            ${grammars_modules} ${CMAKE_C_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER}
    DEPENDS ${PROJECT_SOURCE_DIR}/scripts/build-grammar.sh ${PROJECT_SOURCE_DIR}/package-lock.json
    COMMENT "Grammar ${name}" VERBATIM)
  add_custom_target(grammar_${name} DEPENDS ${built})
  set(grammars_built ${grammars_built} ${built} PARENT_SCOPE)
  set(grammars_names ${grammars_names} ${name} PARENT_SCOPE)
endfunction()

# The largest first, so that two cores end together. Names are those of the function tree_sitter_NAME.
whittle_grammar(systemverilog tree-sitter-systemverilog/src)
whittle_grammar(julia tree-sitter-julia/src)
whittle_grammar(c_sharp tree-sitter-c-sharp/src)
whittle_grammar(scala tree-sitter-scala/src)
whittle_grammar(ocaml tree-sitter-ocaml/grammars/ocaml/src)
whittle_grammar(haskell tree-sitter-haskell/src)
whittle_grammar(sql @derekstride/tree-sitter-sql/src)
whittle_grammar(kotlin tree-sitter-kotlin/src)
whittle_grammar(d tree-sitter-d/src)
whittle_grammar(swift tree-sitter-swift/src)
whittle_grammar(objc tree-sitter-objc/src)
whittle_grammar(llvm tree-sitter-llvm/src)
whittle_grammar(cuda tree-sitter-cuda/src)
whittle_grammar(cpp tree-sitter-cpp/src)
whittle_grammar(php tree-sitter-php/php/src)
whittle_grammar(bash tree-sitter-bash/src)
whittle_grammar(typescript tree-sitter-typescript/typescript/src)
whittle_grammar(tsx tree-sitter-typescript/tsx/src)
whittle_grammar(rust tree-sitter-rust/src)
whittle_grammar(ruby tree-sitter-ruby/src)
whittle_grammar(c tree-sitter-c/src)
whittle_grammar(css tree-sitter-css/src)
whittle_grammar(dot tree-sitter-dot/src)
whittle_grammar(glsl tree-sitter-glsl/src)
whittle_grammar(go tree-sitter-go/src)
whittle_grammar(html tree-sitter-html/src)
whittle_grammar(java tree-sitter-java/src)
whittle_grammar(javascript tree-sitter-javascript/src)
whittle_grammar(json tree-sitter-json/src)
whittle_grammar(lua @tree-sitter-grammars/tree-sitter-lua/src)
whittle_grammar(make tree-sitter-make/src)
whittle_grammar(python tree-sitter-python/src)
whittle_grammar(regex tree-sitter-regex/src)
whittle_grammar(solidity tree-sitter-solidity/src)
whittle_grammar(toml @tree-sitter-grammars/tree-sitter-toml/src)
whittle_grammar(wat tree-sitter-wat/src)
whittle_grammar(xml @tree-sitter-grammars/tree-sitter-xml/xml/src)
whittle_grammar(yaml @tree-sitter-grammars/tree-sitter-yaml/src)
whittle_grammar(zig @tree-sitter-grammars/tree-sitter-zig/src)

add_custom_target(whittle_grammars ALL DEPENDS ${grammars_built})
if(NOT WHITTLE_STATIC)
  install(DIRECTORY ${grammars_modules}/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/whittle/grammars
    FILES_MATCHING PATTERN "*.so" PATTERN "*.json" PATTERN "*.symbols")
  return()
endif()

# The table of src/syntax/linked_grammars.h. The assembler copies the texts into it.
set(grammars_table ${PROJECT_BINARY_DIR}/linked_grammars.cc)
set(texts "")
set(rows "")
foreach(name ${grammars_names})
  foreach(text json symbols)
    set(symbol whittle_${text}_of_${name})
    string(APPEND texts "asm(\".section .rodata\\n${symbol}: .incbin \\\"${grammars_modules}/${name}.${text}\\\"\\n\"\n"
      "    \"${symbol}_end: .byte 0\\n.global ${symbol}, ${symbol}_end\\n.text\");\n"
      "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
  endforeach()
  string(APPEND texts "extern \"C\" const TSLanguage* tree_sitter_${name}();\n")
  string(APPEND rows "    {\"${name}\", tree_sitter_${name}, {whittle_json_of_${name}, whittle_json_of_${name}_end},\n"
    "     {whittle_symbols_of_${name}, whittle_symbols_of_${name}_end}},\n")
endforeach()
file(GENERATE OUTPUT ${grammars_table} CONTENT "// Written by cmake/grammars.cmake.
#include \"syntax/linked_grammars.h\"

${texts}
namespace whittle {

std::span<const LinkedGrammar> linked_grammars() {
  static const LinkedGrammar all[] = {
${rows}  };
  return all;
}

}  // namespace whittle
")
set_source_files_properties(${grammars_table} PROPERTIES OBJECT_DEPENDS "${grammars_built}")
set_source_files_properties(${grammars_built} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
