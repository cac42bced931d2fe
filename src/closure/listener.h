/// Runs a compiler or checker for its messages.
///
/// Which one: the user's command; or the compiler that tests candidates, with its options, and the
/// checkers in the row of the largest file's language (`Profile::checkers`) that are installed. Of
/// these the first with the fewest errors on the original is used. Its messages about the original
/// are left out later. If it crashes, hangs or prints garbage, nothing was heard.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "closure/listen_options.h"
#include "document/document.h"
#include "graph/diagnostics.h"
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

  enum class About {
    errors,
    missing_bodies,  ///< of functions that are called; only compilers that make object files know
  };

  /// What it says of the document and did not say of the original. Nothing if the user wants to
  /// stop.
  std::optional<std::vector<Diagnostic>> hear(About about, const Document& document);

  /// The command that was chosen, with its arguments; empty if there is none.
  Command command() const { return errors_ ? errors_->form : Command(); }

 private:
  using Form = std::vector<std::string>;  // `@@` in it stands for the file
  struct Chosen {
    Form form;
    std::set<std::string> known;  // its messages about the original
  };

  void choose();
  void choose_second();
  std::vector<Form> forms() const;
  std::optional<std::vector<Diagnostic>> run(const Form& form, const Document& document);

  ListenOptions options_;
  std::shared_ptr<Tools> tools_;
  std::shared_ptr<Trees> trees_;
  Document original_;
  bool is_chosen_ = false, is_second_chosen_ = false;
  std::optional<Chosen> errors_, missing_bodies_;
};

}  // namespace whittle::closure
