# cmake -P make_page.cmake OUTPUT WEB UPLOT: bundles src/page/web and uPlot into one page, as a string in C++.
#
# The modules become one script, in an order in which each comes after what it imports; so their lines `import` and the
# word `export` are dropped, and names at their top level must differ.
set(output ${CMAKE_ARGV3})
set(web ${CMAKE_ARGV4})
set(uplot ${CMAKE_ARGV5})
set(script "")
foreach(module words theme state history code strip timeline tables why main)
  file(READ ${web}/${module}.js text)
  string(REGEX REPLACE "(^|\n)import [^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)export (const|class|function|async)" "\\1\\2" text "${text}")
  string(APPEND script "${text}")
endforeach()
file(READ ${web}/index.html page)
file(READ ${web}/style.css style)
file(READ ${uplot}/dist/uPlot.iife.min.js library)
file(READ ${uplot}/dist/uPlot.min.css library_style)
string(REPLACE "@STYLE@" "${library_style}\n${style}" page "${page}")
string(REPLACE "@UPLOT@" "${library}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${output}.new "// Written by cmake/make_page.cmake.\n#include \"page/page.h\"\n\nnamespace whittle {\n\n"
  "std::string_view page_template() {\n  return R\"~~~(")
file(APPEND ${output}.new "${page}")
file(APPEND ${output}.new ")~~~\";\n}\n\n}  // namespace whittle\n")
file(RENAME ${output}.new ${output})
