/// The pieces that a refused candidate lacks, according to the messages of a compiler.
///
/// A message has a place and quotes names. The kept piece at the place needs the removed pieces
/// that declare these names. Messages are guesses: a wrong one costs a test.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/subset.h"
#include "document/edit.h"
#include "graph/diagnostics.h"
#include "graph/graph.h"

namespace whittle::closure {

class Explainer {
 public:
  /// Edit i removes piece i.
  Explainer(std::shared_ptr<const EditList> edits, const std::vector<PieceName>& names);

  /// The candidate with every byte at its place: removed text is replaced by blanks, and its line
  /// ends stay. So places in messages about it are places in the original.
  Document with_blanks(const Subset& kept) const;

  /// The needs that the messages show, sorted. Messages that explain nothing are ignored.
  std::vector<Lack> needs(const std::vector<Diagnostic>& diagnostics, const Subset& kept) const;

 private:
  static constexpr Graph::Id none = ~Graph::Id{0};
  struct Span {
    std::uint32_t file;
    std::uint64_t begin, end;
    Graph::Id piece;
  };
  struct DocumentOffset {
    std::uint32_t file;
    std::uint64_t offset;
  };

  std::optional<DocumentOffset> place_of(const Diagnostic::SourceLine& place) const;
  Graph::Id kept_piece_at(const DocumentOffset& place, const Subset& kept) const;
  std::string_view text_of(Graph::Id piece) const;
  bool is_body(Graph::Id piece) const;
  bool has_name(Graph::Id piece, const std::vector<std::string>& names) const;
  struct Said {
    std::vector<std::string> names;  // all names that the message quotes
    bool constructs = false;         // it is about making an object
  };
  std::vector<Graph::Id> declaring(const std::string& name, const Said& said,
                                   const Subset& kept) const;
  std::vector<Graph::Id> bodies_of(const std::string& name, const Said& said,
                                   const Subset& kept) const;
  std::vector<Graph::Id> members_of(const std::string& type, const Subset& kept) const;
  std::vector<Graph::Id> conversions(const Said& said, const Subset& kept) const;
  std::vector<Graph::Id> noted(const Diagnostic::Note& note, const Subset& kept) const;
  std::vector<Graph::Id> lacked(const Diagnostic& diagnostic, const Subset& kept) const;

  std::shared_ptr<const EditList> edits_;
  std::vector<Span> spans_;
  std::vector<Graph::Id> around_;               // by piece; `none`
  std::vector<std::vector<Graph::Id>> inside_;  // by piece
  std::map<std::string, std::vector<Graph::Id>, std::less<>> by_name_;
  std::vector<std::vector<std::string>> names_;    // by piece
  std::vector<std::vector<std::uint64_t>> lines_;  // by file: where each line begins
};

/// The names in a quoted text. For "std::map<K, V>::at(const K&)" the first is "at", then come the
/// scopes around it, "map" and "std", then all others in their order.
std::vector<std::string> names_in(std::string_view quoted);

}  // namespace whittle::closure
