// What programs print for us: messages of compilers, proposals of edits, and graphs. Whatever they
// print, it is read or refused. The first byte chooses.
#include <cstdint>

#include "fuzz/must.h"

#include "document/edit.h"
#include "graph/diagnostics.h"
#include "graph/graph_text.h"
#include "passes/text/proposed.h"

using namespace whittle;

namespace {

void read_diagnostics(BytesView text) {
  for (const Diagnostic& diagnostic : parse_diagnostics(text)) {
    must(diagnostic.message.find('\n') == std::string::npos);
    for (const std::string& quoted : diagnostic.quoted) must(quoted.size() <= text.size());
  }
}

/// Any subset of the proposals can be applied.
void read_proposals(BytesView text) {
  const Document document({File{"a.c", 0644, share("int main() {\n  return 1;\n}\n")},
                           File{"b.c", 0644, share("int b;\n")}, File{"c.c", 0644, share("")}});
  Result<std::vector<Edit>> edits = text::parse_proposals(text, document);
  if (!edits) {
    must(!edits.error().message.empty());
    return;
  }
  const EditList list(document, std::move(*edits));
  Subset kept = Subset::all(list.size());
  must(list.render(kept) == document);
  for (std::size_t i = 0; i < list.size(); ++i) {
    kept.erase(i);
    (void)list.render(kept);
  }
}

void read_graph(BytesView text) {
  const Result<GraphText> graph = parse_graph(text, 1000);
  if (!graph) {
    must(!graph.error().message.empty());
    return;
  }
  must(parse_graph(print(*graph), 1000) == *graph);
  if (graph->nodes > 10'000) return;
  const std::vector<Graph::Id> around = pieces_around(graph->pieces);
  must(around.size() == graph->pieces.size());
  std::vector<Weight> weights(graph->pieces.size(), Weight(1));
  (void)build(*graph, std::move(weights));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const BytesView text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      read_diagnostics(text);
      break;
    case 1:
      read_proposals(text);
      break;
    default:
      read_graph(text);
  }
  return 0;
}
