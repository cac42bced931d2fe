/// Runs a compiler or checker for its messages.
///
/// Which one: the user's command; otherwise the compiler that tests candidates, with its options,
/// or one of the installed checkers in the row of the largest file's language
/// (`Profile::checkers`). The first with the fewest errors on the original is used. Messages that
/// it also prints about the original are ignored. If it crashes, hangs or prints garbage, nothing
/// is learned.
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
  /// Starts nothing: the compiler is chosen when it is first needed.
  Listener(ListenOptions options, std::shared_ptr<Tools> tools, std::shared_ptr<Trees> trees,
           Document original);

  enum class About {
    errors,
    missing_bodies,  ///< bodies of called functions; needs a compiler that makes object files
  };

  /// The messages about the document that the original does not cause. Nothing if the user wants to
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
