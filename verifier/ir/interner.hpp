#pragma once
// Hash-consing: one node for each content. Used by terms.cpp and its neighbours only.

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/handles.hpp"

namespace germ::ir {

template <class Node>
class Interner {
 public:
  // The node equal to `node` (its id and free variables set by `finish` when it is new). `hash` must be a function of
  // content.
  template <class Equal, class Finish>
  Handle<Node> intern(Node&& node, std::size_t hash, Equal equal, Finish finish) {
    auto& bucket = buckets_[hash];
    for (const Node* known : bucket)
      if (equal(*known, node)) return Handle<Node>(known);
    node.id = static_cast<std::uint32_t>(nodes_.size());
    finish(node);
    nodes_.push_back(std::move(node));
    bucket.push_back(&nodes_.back());
    return Handle<Node>(&nodes_.back());
  }

 private:
  std::deque<Node> nodes_;
  std::unordered_map<std::size_t, std::vector<const Node*>> buckets_;
};

class Hasher {
 public:
  Hasher& operator()(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9E3779B97F4A7C15ull;
    state_ ^= state_ >> 29;
    return *this;
  }
  std::size_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243F6A8885A308D3ull;
};

}  // namespace germ::ir
