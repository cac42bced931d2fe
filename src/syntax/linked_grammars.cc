#include "syntax/linked_grammars.h"

namespace whittle {

// The static build has another definition, which cmake/grammars.cmake writes.
#ifndef WHITTLE_STATIC
std::span<const LinkedGrammar> linked_grammars() {
  return {};
}
#endif

}  // namespace whittle
