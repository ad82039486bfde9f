#pragma once
// Handles to hash-consed nodes: equality is pointer equality, order is creation order in one arena (never an address),
// so that everything built on them is deterministic.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace germ::ir {

template <class Node>
class Handle {
 public:
  Handle() = default;
  explicit Handle(const Node* node) : node_(node) {}
  const Node* operator->() const { return node_; }
  const Node& operator*() const { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }
  std::uint32_t id() const { return node_->id; }
  friend bool operator==(Handle a, Handle b) { return a.node_ == b.node_; }
  friend bool operator<(Handle a, Handle b) { return a.node_->id < b.node_->id; }

 private:
  const Node* node_ = nullptr;
};

struct IndexNode;
struct IndexAtom;
struct RealNode;
struct FormulaNode;

using Index = Handle<IndexNode>;      // an integer: affine in its atoms
using Atom = Handle<IndexAtom>;       // a variable, a floor quotient, a function application, a product
using Real = Handle<RealNode>;        // a real number
using Formula = Handle<FormulaNode>;  // a truth value, in negation normal form

// Numbers of table entries; each kind is a type of its own so that they cannot be mixed up.
template <class Tag>
struct Id {
  std::uint32_t value = 0xffffffffu;
  bool valid() const { return value != 0xffffffffu; }
  friend bool operator==(Id a, Id b) { return a.value == b.value; }
  friend auto operator<=>(Id a, Id b) { return a.value <=> b.value; }
};

using Var = Id<struct VarTag>;                // an integer variable: size, binder, formal
using ScalarId = Id<struct ScalarTag>;        // a symbolic real: eps, pi
using FunctionId = Id<struct FunctionTag>;    // an integer-valued map: a given one, or a window's winner
using PredicateId = Id<struct PredicateTag>;  // a given boolean map
using TensorId = Id<struct TensorTag>;
using ReductionId = Id<struct ReductionTag>;  // a maximum over a window

}  // namespace germ::ir

template <class Node>
struct std::hash<germ::ir::Handle<Node>> {
  std::size_t operator()(germ::ir::Handle<Node> handle) const noexcept { return handle.id(); }
};
template <class Tag>
struct std::hash<germ::ir::Id<Tag>> {
  std::size_t operator()(germ::ir::Id<Tag> id) const noexcept { return id.value; }
};
