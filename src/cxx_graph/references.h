/// References in a file, from Clang: which place refers to which declaration.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cxx_graph/libclang.h"

namespace whittle::cxx {

/// Places are offsets in the file; the place of a declaration is that of its name.
struct Reference {
  enum class Kind : std::uint8_t {
    use,          ///< a name or an expression refers to a declaration
    type,         ///< an expression has the type of a declaration
    one_of,       ///< an overloaded name may refer to it
    space,        ///< a name refers to a namespace
    specialises,  ///< a declaration specialises a template
    specialises_partly,
    outside,    ///< a declaration outside of its class repeats one inside
    defined,    ///< a declaration is defined elsewhere
    overrides,  ///< a method overrides another
  };
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  Kind kind = Kind::use;

  friend auto operator<=>(const Reference&, const Reference&) = default;
};

struct Declared {
  enum class Kind : std::uint8_t { other, field, space, parameter };
  std::uint64_t at = 0;
  Kind kind = Kind::other;
  std::uint64_t first = 0;  ///< the place of the first declaration of the same entity

  friend auto operator<=>(const Declared&, const Declared&) = default;
};

struct References {
  std::vector<Reference> references;  ///< sorted, none twice
  std::vector<Declared> declared;     ///< sorted, none twice
  std::vector<std::uint64_t> known;   ///< places that refer to parameters; sorted, none twice
  std::size_t errors = 0;             ///< that Clang reported
};

/// Nothing if the file could not be parsed at all.
std::optional<References> find_references(const LibClang& clang, const std::string& path,
                                          const std::vector<std::string>& arguments);

}  // namespace whittle::cxx
