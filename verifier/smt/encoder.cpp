// Integers, formulas and the query as a whole.

#include "smt/encoder.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "smt/symbol_name.hpp"

namespace germ::smt {

namespace {

bool intersect(const std::vector<ir::Var>& a, const std::vector<ir::Var>& b) {
  return std::any_of(a.begin(), a.end(), [&](ir::Var v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

}  // namespace

// ---------------------------------------------------------------- integers

SymbolId Encoder::variable(ir::Var var) {
  if (auto known = variables_.find(var); known != variables_.end()) return known->second;
  SymbolId symbol = table_.declare(symbol_name(terms_.name(var), "v", var.value), {}, Sort::integer);
  variables_.emplace(var, symbol);
  return symbol;
}

TermId Encoder::encode(ir::Index index) {
  if (auto known = indices_.find(index); known != indices_.end()) return known->second;
  std::vector<TermId> parts;
  for (const auto& term : index->terms) {
    TermId atom = encode(term.atom);
    parts.push_back(term.coefficient == 1 ? atom : table_.multiply({table_.integer(term.coefficient), atom}));
  }
  if (index->constant != 0 || parts.empty()) parts.push_back(table_.integer(index->constant));
  TermId result = table_.add(std::move(parts));
  indices_.emplace(index, result);
  return result;
}

std::vector<TermId> Encoder::encode_all(const std::vector<ir::Index>& indices) {
  std::vector<TermId> out;
  out.reserve(indices.size());
  for (ir::Index index : indices) out.push_back(encode(index));
  return out;
}

TermId Encoder::encode(ir::Atom atom) {
  if (auto known = atoms_.find(atom); known != atoms_.end()) return known->second;
  TermId result = 0;
  switch (atom->kind) {
    case ir::AtomKind::variable:
      result = table_.apply(variable(atom->variable), {});
      break;
    case ir::AtomKind::quotient:
      result = table_.floor_division(encode(atom->left), atom->divisor);
      break;
    case ir::AtomKind::product:
      result = table_.multiply({encode(atom->left), encode(atom->right)});
      break;
    case ir::AtomKind::application: {
      auto [known, fresh] = functions_.try_emplace(atom->function, 0);
      if (fresh) {
        const ir::Function& function = program_[atom->function];
        known->second = table_.declare(symbol_name(function.name, "f", atom->function.value),
                                       std::vector<Sort>(function.extents.size(), Sort::integer), Sort::integer);
      }
      const SymbolId symbol = known->second;
      result = table_.apply(symbol, encode_all(atom->arguments));
      // Known before its fact is built: the range may mention the application's own arguments.
      atoms_.emplace(atom, result);
      free_.emplace(result, atom->free);
      attach(result, {range_fact(atom, result)});
      return result;
    }
  }
  atoms_.emplace(atom, result);
  return result;
}

// Arguments in range => low <= value < high. Outside of the extents a map has no value to speak of. A winner lies in
// its window's box only where that box is not empty: the fact is stated under low < high.
TermId Encoder::range_fact(ir::Atom application, TermId value) {
  const ir::Function& function = program_[application->function];
  check(function.extents.size() == application->arguments.size(), "a map is applied to as many arguments as declared");
  ir::Substitution actual;
  if (function.reduction.valid()) {
    const auto& parameters = program_[function.reduction].parameters;
    for (std::size_t k = 0; k < parameters.size(); ++k) actual.set(parameters[k].variable, application->arguments[k]);
  }
  std::vector<TermId> parts;
  for (std::size_t k = 0; k < function.extents.size(); ++k) {
    ir::Formula inside = terms_.in_range(application->arguments[k], terms_.substitute(function.extents[k], actual));
    parts.push_back(table_.negation(encode(inside)));
  }
  const ir::Index low = terms_.substitute(function.low, actual);
  const ir::Index high = terms_.substitute(function.high, actual);
  if (function.role == ir::FunctionRole::winner || function.role == ir::FunctionRole::live)
    parts.push_back(table_.negation(encode(terms_.less(low, high))));
  parts.push_back(table_.conjunction({table_.at_most(encode(low), value), table_.less(value, encode(high))}));
  return table_.disjunction(parts);
}

// ---------------------------------------------------------------- formulas

TermId Encoder::encode(ir::Formula formula) {
  if (auto known = formulas_.find(formula); known != formulas_.end()) return known->second;
  TermId result = build(formula);
  formulas_.emplace(formula, result);
  return result;
}

TermId Encoder::build(ir::Formula formula) {
  switch (formula->kind) {
    case ir::FormulaKind::truth:
      return table_.truth();
    case ir::FormulaKind::falsity:
      return table_.falsity();
    case ir::FormulaKind::at_most_zero:
      return table_.at_most(encode(formula->index), table_.integer(0));
    case ir::FormulaKind::zero:
      return table_.equal(encode(formula->index), table_.integer(0));
    case ir::FormulaKind::positive:
      return table_.less(table_.real(0), encode(formula->real));
    case ir::FormulaKind::negation:
      return table_.negation(encode(formula->children[0]));
    case ir::FormulaKind::predicate: {
      auto [known, fresh] = predicates_.try_emplace(formula->predicate, 0);
      if (fresh) {
        known->second = table_.declare(symbol_name(program_[formula->predicate].name, "p", formula->predicate.value),
                                       std::vector<Sort>(formula->indices.size(), Sort::integer), Sort::boolean);
      }
      const SymbolId symbol = known->second;
      return table_.apply(symbol, encode_all(formula->indices));
    }
    case ir::FormulaKind::conjunction:
    case ir::FormulaKind::disjunction: {
      std::vector<TermId> parts;
      for (ir::Formula child : formula->children) parts.push_back(encode(child));
      return formula->kind == ir::FormulaKind::conjunction ? table_.conjunction(parts) : table_.disjunction(parts);
    }
    case ir::FormulaKind::all:
    case ir::FormulaKind::any:
      return quantified(formula);
  }
  throw InternalError("a formula of no kind");
}

bool Encoder::mentions_reals(ir::Formula formula) {
  if (formula->kind == ir::FormulaKind::positive) return true;
  if (auto known = real_formulas_.find(formula); known != real_formulas_.end()) return known->second;
  const bool result = std::any_of(formula->children.begin(), formula->children.end(),
                                  [this](ir::Formula child) { return mentions_reals(child); });
  real_formulas_.emplace(formula, result);
  return result;
}

// all(v < n | g) b: for every v, (v in range and g => b) and F; any: for some v, v in range and g and b and F, where F
// are the facts of the applications that depend on v. F holds for every v, so neither changes in a true interpretation.
TermId Encoder::quantified(ir::Formula formula) {
  if (mentions_reals(formula)) throw Refused("quantifier over reals reached the solver");
  std::vector<ir::Var> bound;
  std::vector<SymbolId> symbols;
  for (const ir::Binder& binder : formula->binders) {
    bound.push_back(binder.variable);
    symbols.push_back(variable(binder.variable));
  }
  std::vector<TermId> range;
  for (const ir::Binder& binder : formula->binders) {
    if (intersect(binder.extent->free, bound)) throw Refused("a range depends on a variable of its own quantifier");
    range.push_back(encode(terms_.in_range(terms_.variable(binder.variable), binder.extent)));
  }
  range.push_back(encode(formula->children[0]));
  const TermId where = table_.conjunction(range);
  const TermId body = encode(formula->children[1]);
  const bool universal = formula->kind == ir::FormulaKind::all;
  const TermId statement = universal ? table_.implication(where, body) : table_.conjunction({where, body});
  Facts facts = facts_of({statement}, &bound);
  facts.inside.insert(facts.inside.begin(), statement);
  const TermId result =
      table_.quantify(universal ? Op::for_all : Op::exists, std::move(symbols), table_.conjunction(facts.inside));
  escaping_.emplace(result, std::move(facts.outside));
  return result;
}

// ---------------------------------------------------------------- facts

void Encoder::attach(TermId application, std::vector<TermId> facts) {
  auto& known = attached_[application];
  known.insert(known.end(), facts.begin(), facts.end());
}

Encoder::Facts Encoder::facts_of(std::vector<TermId> roots, const std::vector<ir::Var>* bound) const {
  Facts result;
  std::vector<char> seen(table_.size(), 0);
  std::vector<TermId> open(roots.rbegin(), roots.rend());
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = 1;
    const Term& term = table_[id];
    if (term.op == Op::for_all || term.op == Op::exists) {
      const auto& leaving = escaping_.at(id);
      open.insert(open.end(), leaving.rbegin(), leaving.rend());
      continue;
    }
    open.insert(open.end(), term.children.rbegin(), term.children.rend());
    auto facts = attached_.find(id);
    if (facts == attached_.end()) continue;
    auto free = free_.find(id);
    if (bound && (free == free_.end() || !intersect(free->second, *bound))) {
      result.outside.push_back(id);
      continue;
    }
    result.inside.insert(result.inside.end(), facts->second.begin(), facts->second.end());
    open.insert(open.end(), facts->second.rbegin(), facts->second.rend());
  }
  return result;
}

std::vector<TermId> Encoder::query(std::span<const ir::Formula> assertions) {
  std::vector<TermId> result;
  auto include = [&](ir::Formula formula) {
    // One assertion per conjunct: solvers work better on many small ones.
    for (ir::Formula part : terms_.conjuncts(formula)) result.push_back(encode(part));
  };
  for (ir::Formula fact : program_.facts()) include(fact);
  for (ir::Formula assertion : assertions) include(assertion);
  Facts facts = facts_of(result, nullptr);
  result.insert(result.end(), facts.inside.begin(), facts.inside.end());
  return result;
}

}  // namespace germ::smt
