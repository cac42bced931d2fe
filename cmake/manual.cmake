# The manual page and the completions, which the program itself writes, and where they are installed.
set(manual ${PROJECT_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${manual})
function(whittle_writes file)
  add_custom_command(OUTPUT ${manual}/${file} COMMAND whittle ${ARGN} > ${manual}/${file} DEPENDS whittle VERBATIM)
endfunction()
whittle_writes(whittle.1 --man)
whittle_writes(whittle.bash --completions bash)
whittle_writes(_whittle --completions zsh)
whittle_writes(whittle.fish --completions fish)
add_custom_target(whittle_manual ALL
  DEPENDS ${manual}/whittle.1 ${manual}/whittle.bash ${manual}/_whittle ${manual}/whittle.fish)
# The other names of the program have the same page.
foreach(tool cvise creduce)
  file(WRITE ${manual}/whittle-${tool}.1 ".so man1/whittle.1\n")
endforeach()

set(WHITTLE_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where completions for zsh are installed")
install(FILES ${manual}/whittle.1 ${manual}/whittle-cvise.1 ${manual}/whittle-creduce.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/whittle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME whittle)
install(FILES ${manual}/_whittle DESTINATION ${WHITTLE_ZSH_DIR})
install(FILES ${manual}/whittle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
