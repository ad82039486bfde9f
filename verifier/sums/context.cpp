#include "sums/context.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::sums {

namespace {

// Affine in sizes and their products: no quotient, no given map.
bool is_polynomial(ir::Index index) {
  return std::all_of(index->terms.begin(), index->terms.end(), [](const auto& term) {
    return term.atom->kind == ir::AtomKind::variable ||
           (term.atom->kind == ir::AtomKind::product && is_polynomial(term.atom->left) &&
            is_polynomial(term.atom->right));
  });
}

}  // namespace

Context::Context(ir::Program& p, smt::Solver& solver, const Limits& l)
    : program(p), terms(p.terms()), oracle(p, solver), limits(l) {
  for (const ir::Size& size : program.sizes()) {
    if (!size.definition) continue;
    ir::Index value = terms.substitute(*size.definition, sizes);
    if (is_polynomial(value) && !ir::occurs(size.variable, value->free)) sizes.set(size.variable, value);
  }
}

ir::Var Context::slot(std::size_t n, std::size_t j) {
  auto [known, fresh] = slots_.try_emplace({n, j});
  if (fresh) known->second = terms.fresh("s" + std::to_string(n) + "_" + std::to_string(j));
  return known->second;
}

ir::Var Context::mark(std::size_t k) {
  while (marks_.size() <= k) marks_.push_back(terms.fresh("m" + std::to_string(marks_.size())));
  return marks_[k];
}

bool Context::is_leaf(ir::TensorId tensor) const {
  return !program[tensor].body || std::find(opaque.begin(), opaque.end(), tensor) != opaque.end();
}

ir::Real Context::body(ir::TensorId tensor, const std::vector<ir::Index>& indices) {
  auto [known, fresh] = bodies_.try_emplace({tensor, indices});
  if (!fresh) return known->second;
  known->second = terms.substitute(program.at(tensor, indices), sizes);
  if (record) record->bodies.push_back({tensor, indices, known->second});
  return known->second;
}

bool Context::is_positive(const Symbol& symbol) const {
  switch (symbol.kind) {
    case SymbolKind::size: {
      auto low = oracle.lower_bound(ir::Var{static_cast<std::uint32_t>(symbol.value)});
      return low && *low >= 1;
    }
    case SymbolKind::scalar:
      return oracle.is_positive(ir::ScalarId{static_cast<std::uint32_t>(symbol.value)});
    case SymbolKind::radical:
      return true;
    case SymbolKind::log_scalar:
    case SymbolKind::log_size:
    case SymbolKind::log_integer:
      return false;  // or not needed
  }
  throw InternalError("a symbol of no kind");
}

bool Context::is_nonnegative(const Symbol& symbol) const {
  if (symbol.kind != SymbolKind::size) return is_positive(symbol);
  auto low = oracle.lower_bound(ir::Var{static_cast<std::uint32_t>(symbol.value)});
  return low && *low >= 0;
}

bool Context::is_nonzero(const Symbol& symbol) const {
  if (symbol.kind == SymbolKind::scalar)
    return oracle.is_nonzero(ir::ScalarId{static_cast<std::uint32_t>(symbol.value)});
  return is_positive(symbol);
}

bool Context::sizes_only(const std::vector<ir::Var>& free) const {
  return std::all_of(free.begin(), free.end(), [&](ir::Var v) { return program.is_size(v); });
}

void Context::require(PremiseKind kind, ir::Real base) {
  Premise premise{kind, open.empty() ? ir::TensorId{} : open.back(), base};
  if (std::find(premises.begin(), premises.end(), premise) == premises.end()) premises.push_back(premise);
}

void Context::check_size(const Expression& expression) const {
  if (expression.size() > limits.terms) throw LimitReached("an expression has too many terms");
}

void Context::spend_step() {
  if (++steps_ > limits.steps) throw LimitReached("an expression takes too many steps");
}

}  // namespace germ::sums
