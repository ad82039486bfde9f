#include "ir/alike.hpp"

#include <map>

namespace germ::ir {

namespace {

class Comparer {
 public:
  bool operator()(Index a, Index b) {
    if (a == b && untouched(a->free)) return true;
    if (a->constant != b->constant || a->terms.size() != b->terms.size()) return false;
    // Atoms are sorted by creation, which renaming does not keep: match them as multisets.
    std::vector<bool> used(b->terms.size(), false);
    for (const auto& term : a->terms) {
      bool found = false;
      for (std::size_t i = 0; i < b->terms.size() && !found; ++i) {
        if (used[i] || b->terms[i].coefficient != term.coefficient || !same(term.atom, b->terms[i].atom)) continue;
        used[i] = found = true;
      }
      if (!found) return false;
    }
    return true;
  }

  bool operator()(Formula a, Formula b) {
    if (a == b && untouched(a->free)) return true;
    if (a->kind != b->kind || a->predicate != b->predicate || bool(a->index) != bool(b->index) ||
        bool(a->real) != bool(b->real))
      return false;
    if (a->index && !(*this)(a->index, b->index)) return false;
    if (a->real && !(*this)(a->real, b->real)) return false;
    return all(a->indices, b->indices) && under(a->binders, b->binders, [&] { return all(a->children, b->children); });
  }

  bool operator()(Real a, Real b) {
    if (a == b && untouched(a->free)) return true;
    if (a->kind != b->kind || a->value != b->value || a->scalar != b->scalar || a->tensor != b->tensor ||
        a->reduction != b->reduction || a->function != b->function || bool(a->index) != bool(b->index) ||
        bool(a->condition) != bool(b->condition))
      return false;
    if (a->index && !(*this)(a->index, b->index)) return false;
    return all(a->indices, b->indices) && under(a->binders, b->binders, [&] {
             return (!a->condition || (*this)(a->condition, b->condition)) && all(a->children, b->children);
           });
  }

 private:
  bool untouched(const std::vector<Var>& free) const {
    for (Var variable : free)
      if (left_.contains(variable) || right_.contains(variable)) return false;
    return true;
  }

  bool same(Atom a, Atom b) {
    if (a->kind != b->kind) return false;
    switch (a->kind) {
      case AtomKind::variable: {
        auto left = left_.find(a->variable);
        auto right = right_.find(b->variable);
        if (left == left_.end() && right == right_.end()) return a->variable == b->variable;
        return left != left_.end() && right != right_.end() && left->second == right->second;
      }
      case AtomKind::quotient:
        return a->divisor == b->divisor && (*this)(a->left, b->left);
      case AtomKind::product:
        return ((*this)(a->left, b->left) && (*this)(a->right, b->right)) ||
               ((*this)(a->left, b->right) && (*this)(a->right, b->left));
      case AtomKind::application:
        return a->function == b->function && all(a->arguments, b->arguments);
    }
    return false;
  }

  template <class T>
  bool all(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(*this)(a[i], b[i])) return false;
    return true;
  }

  template <class Body>
  bool under(const std::vector<Binder>& a, const std::vector<Binder>& b, Body body) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(*this)(a[i].extent, b[i].extent)) return false;
    auto left = left_;
    auto right = right_;
    for (std::size_t i = 0; i < a.size(); ++i) {
      left_[a[i].variable] = depth_;
      right_[b[i].variable] = depth_++;
    }
    bool result = body();
    left_ = std::move(left);
    right_ = std::move(right);
    return result;
  }

  std::map<Var, int> left_;
  std::map<Var, int> right_;
  int depth_ = 0;
};

}  // namespace

bool alike(Formula a, Formula b) { return Comparer()(a, b); }
bool alike(Real a, Real b) { return Comparer()(a, b); }

}  // namespace germ::ir
