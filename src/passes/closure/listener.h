/// Runs a compiler or checker for its messages.
///
/// Which one: the user's command, or by the language of the largest file the first of a table
/// (`listener.cc`) that is installed and has the fewest errors on the original. What it says of the
/// original is left out later. A listener that crashes, hangs or prints garbage has nothing to say.
/// For some languages another one can give a second opinion, where the first has nothing to say.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "document/document.h"
#include "graph/diagnostics.h"
#include "passes/closure/listen_options.h"
#include "process/tools.h"

namespace whittle {
class Trees;
}

namespace whittle::closure {

class Listener {
 public:
  /// Nothing is started yet.
  Listener(ListenOptions options, std::shared_ptr<Tools> tools, std::shared_ptr<Trees> trees,
           Document original);

  /// What one of them says of the document and did not say of the original: 0 is the one that was
  /// chosen, those behind it are further opinions. Nothing if the user wants to stop.
  std::optional<std::vector<Diagnostic>> hear(std::size_t opinion, const Document& document);

  /// How many there are.
  std::size_t opinions();
  /// The command of one, with its arguments. Requires: it is there.
  const Command& command(std::size_t opinion) const { return chosen_[opinion].form; }

 private:
  using Form = std::vector<std::string>;  // `@@` in it stands for the file
  struct Opinion {
    Form form;
    /// Its messages about the original; nothing if it was not asked yet.
    std::optional<std::set<std::string>> known;
  };

  void choose();
  std::vector<Form> forms(bool is_second) const;
  std::optional<std::vector<Diagnostic>> run(const Form& form, const Document& document);

  ListenOptions options_;
  std::shared_ptr<Tools> tools_;
  std::shared_ptr<Trees> trees_;
  Document original_;
  bool is_chosen_ = false;
  std::vector<Opinion> chosen_;
};

}  // namespace whittle::closure
