#include "run/show_graph.h"

#include <fmt/format.h>
#include <memory>

#include "document/disk.h"
#include "plan/show_graph.h"
#include "process/local_tools.h"
#include "report/words.h"
#include "run/searching.h"

namespace whittle {

Result<std::string> show_graph(const Request& request, GraphFormat format) {
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const Result<Prepared> prepared = prepare_search(
      request.search, loaded->document,
      std::make_shared<LocalTools>(LocalTools::Options{.sandbox = request.test.sandbox}));
  if (!prepared) return std::unexpected(prepared.error());
  const auto known = known_graph(*prepared->stage_maker, loaded->document);
  if (!known)
    return fail(ErrorKind::input,
                fmt::format("no dependencies are known in {}", shown(request.files.front())));
  return format == GraphFormat::dot ? graph_as_dot(*known) : graph_as_text(*known);
}

}  // namespace whittle
