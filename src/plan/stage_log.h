/// The outcomes that a stage was told, in order, as a value that copies share.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/outcome.h"

namespace whittle {

class StageLog {
 public:
  struct Entry {
    /// Edits that the candidate applied, without those of the best so far.
    std::vector<std::uint32_t> applied;
    Outcome outcome;
  };

  void add(Entry entry) {
    last_ = std::make_shared<Node>(Node{std::move(entry), std::move(last_)});
  }
  void clear() { last_.reset(); }

  /// In the order told. Valid until the log is changed.
  std::vector<const Entry*> entries() const {
    std::vector<const Entry*> all;
    for (const Node* node = last_.get(); node; node = node->before.get())
      all.push_back(&node->entry);
    return {all.rbegin(), all.rend()};
  }

 private:
  struct Node {
    Node(Entry told, std::shared_ptr<Node> earlier)
        : entry(std::move(told)), before(std::move(earlier)) {}
    Node(const Node&) = delete;
    Node(Node&&) = default;
    // Destroys the chain in a loop: 100,000 nodes that destroy each other would need too much
    // stack.
    ~Node() {
      std::shared_ptr<Node> next = std::move(before);
      while (next && next.use_count() == 1) {
        std::shared_ptr<Node> earlier = std::move(next->before);
        next = std::move(earlier);
      }
    }
    Entry entry;
    std::shared_ptr<Node> before;
  };
  std::shared_ptr<Node> last_;
};

}  // namespace whittle
