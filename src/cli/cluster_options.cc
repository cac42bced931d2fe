#include "cli/cluster_options.h"

#include "cli/option_setters.h"

namespace whittle {
namespace {

constexpr std::string_view of_cluster = "Options of whittle worker and whittle cluster";

using enum OnResume;

constexpr auto rows_of_cluster = std::to_array<OptionRow>({
    {of_cluster, "--connect", 0, "URL", "", "worker, cluster status: the server that sends tests",
     "", not_kept, set_text<&Options::connect>},
    {of_cluster, "--slots", 0, "N", "all cores", "worker: how many tests run at a time", "",
     not_kept, set_number<&Options::slots, std::size_t{1}, std::size_t{4096}>},
    {of_cluster, "--trust", 0, "KEY,...", "the key in --credentials",
     "worker: whose runs to accept; all: everybody's",
     "A run signs what it sends with the key in its --credentials, and a worker takes nothing that "
     "another key has signed.",
     not_kept, add_names<&Options::trust>},
    {of_cluster, "--local", 0, "N", "", "cluster up: how many workers on this machine", "",
     not_kept, set_number<&Options::local, std::size_t{1}, std::size_t{256}>},
});

}  // namespace

std::span<const OptionRow> cluster_rows() {
  return rows_of_cluster;
}

}  // namespace whittle
