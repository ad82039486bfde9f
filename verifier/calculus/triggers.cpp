#include "calculus/triggers.hpp"

#include <algorithm>
#include <optional>

namespace germ::calculus {

using namespace ir;

namespace {

struct Reads {
  std::vector<Real> reads;
  std::vector<Var> inner;  // variables bound inside the body

  void visit(Real r) {
    if (r->kind == RealKind::read) reads.push_back(r);
    for (const Binder& binder : r->binders) inner.push_back(binder.variable);
    if (r->condition) visit(r->condition);
    for (Real child : r->children) visit(child);
  }
  void visit(Formula f) {
    for (const Binder& binder : f->binders) inner.push_back(binder.variable);
    if (f->real) visit(f->real);
    for (Formula child : f->children) visit(child);
  }
};

bool mentions(Index index, const std::vector<Var>& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](Var v) { return occurs(v, index->free); });
}

// The coefficient of a variable that stands by itself, 0 if it does not.
std::int64_t coefficient(Index index, Var variable) {
  for (const auto& term : index->terms)
    if (term.atom->kind == AtomKind::variable && term.atom->variable == variable) return term.coefficient;
  return 0;
}

Index without(Terms& terms, Index index, Var variable) {
  return terms.sub(index, terms.scale(terms.variable(variable), coefficient(index, variable)));
}

struct Solved {
  std::size_t position;
  std::int64_t coefficient;
  Index rest;
};

// Each binder from one index of the read, where each index has at most one binder.
std::optional<std::vector<Solved>> solve(Terms& terms, const std::vector<Binder>& binders, Real read,
                                         const std::vector<Var>& inner) {
  std::vector<Solved> solution;
  for (const Binder& binder : binders) {
    std::optional<Solved> found;
    for (std::size_t j = 0; j < read->indices.size() && !found; ++j) {
      Index index = read->indices[j];
      std::int64_t k = coefficient(index, binder.variable);
      if (k <= 0) continue;
      Index rest = without(terms, index, binder.variable);
      bool alone =
          std::none_of(binders.begin(), binders.end(), [&](const Binder& b) { return occurs(b.variable, rest->free); });
      if (alone && !mentions(rest, inner)) found = Solved{j, k, rest};
    }
    if (!found) return std::nullopt;
    solution.push_back(*found);
  }
  return solution;
}

bool agrees_elsewhere(const std::vector<Index>& cell, Real read, const std::vector<Solved>& solution) {
  for (std::size_t j = 0; j < cell.size(); ++j) {
    bool solved = std::any_of(solution.begin(), solution.end(), [&](const Solved& s) { return s.position == j; });
    if (!solved && !(cell[j] == read->indices[j])) return false;
  }
  return true;
}

// One binder below a quotient: v div k = c - rest, so v is one of k*(c - rest) + 0..k-1.
void below_quotient(Terms& terms, const Binder& binder, Real read, const std::vector<Var>& inner,
                    const std::vector<std::vector<Index>>& pool, std::vector<std::vector<Index>>& out) {
  for (std::size_t j = 0; j < read->indices.size(); ++j) {
    for (const auto& term : read->indices[j]->terms) {
      const IndexAtom& atom = *term.atom;
      if (atom.kind != AtomKind::quotient || term.coefficient != 1 || atom.divisor > 8) continue;
      if (atom.left->terms.size() != 1 || coefficient(atom.left, binder.variable) != 1) continue;
      Index rest = terms.sub(read->indices[j], terms.from_atom(term.atom));
      if (occurs(binder.variable, rest->free) || mentions(rest, inner)) continue;
      for (const auto& cell : pool) {
        if (!agrees_elsewhere(cell, read, {{j, 1, rest}})) continue;
        for (std::int64_t e = 0; e < atom.divisor; ++e)
          out.push_back({terms.add(terms.scale(terms.sub(cell[j], rest), atom.divisor), e - atom.left->constant)});
      }
    }
  }
}

}  // namespace

std::vector<std::vector<Index>> triggered_cells(Program& program, const std::vector<Binder>& binders, Real real_body,
                                                Formula formula_body, const CellPool& pool) {
  Terms& terms = program.terms();
  Reads found;
  if (real_body) found.visit(real_body);
  if (formula_body) found.visit(formula_body);
  std::vector<std::vector<Index>> out;
  for (Real read : found.reads) {
    const auto cells = pool(read->tensor);
    if (binders.size() == 1) below_quotient(terms, binders[0], read, found.inner, cells, out);
    auto solution = solve(terms, binders, read, found.inner);
    if (!solution) continue;
    for (const auto& cell : cells) {
      if (!agrees_elsewhere(cell, read, *solution)) continue;
      std::vector<Index> candidate;
      for (const Solved& s : *solution)
        candidate.push_back(terms.quotient(terms.sub(cell[s.position], s.rest), s.coefficient));
      out.push_back(std::move(candidate));
    }
  }
  return out;
}

namespace {

// match: e == 0 with v in e by itself, e = k*v + r          result: v = -r div k
// match: e == 0 with e = +-(v + c) div d + r                  result: v = d * (-+r) - c, the first of d values
void ends_of_equation(Terms& terms, const Binder& binder, Index equation, std::vector<Index>& out) {
  std::int64_t k = coefficient(equation, binder.variable);
  if (k != 0) {
    Index rest = without(terms, equation, binder.variable);
    if (occurs(binder.variable, rest->free)) return;
    out.push_back(k > 0 ? terms.quotient(terms.scale(rest, -1), k) : terms.quotient(rest, -k));
    return;
  }
  for (const auto& term : equation->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.kind != AtomKind::quotient || (term.coefficient != 1 && term.coefficient != -1)) continue;
    if (coefficient(atom.left, binder.variable) != 1) continue;
    Index rest = terms.sub(equation, terms.from_atom(term.atom, term.coefficient));
    Index below = without(terms, atom.left, binder.variable);
    if (occurs(binder.variable, rest->free) || occurs(binder.variable, below->free)) continue;
    out.push_back(terms.sub(terms.scale(rest, -term.coefficient * atom.divisor), below));
  }
}

// match: k*v + r <= 0      result: an upper end for k > 0, a lower end for k < 0
std::vector<Index> ends(Terms& terms, const Binder& binder, const std::vector<Formula>& guard, bool upper_too) {
  std::vector<Index> out;
  for (Formula f : guard) {
    if (f->kind == FormulaKind::zero) ends_of_equation(terms, binder, f->index, out);
    if (f->kind != FormulaKind::at_most_zero) continue;
    std::int64_t k = coefficient(f->index, binder.variable);
    if (k == 0 || (k > 0 && !upper_too)) continue;
    Index rest = without(terms, f->index, binder.variable);
    if (occurs(binder.variable, rest->free)) continue;
    out.push_back(k > 0 ? terms.quotient(terms.scale(rest, -1), k) : terms.ceiling(rest, -k));
  }
  out.push_back(terms.integer(0));
  return out;
}

}  // namespace

std::vector<Index> binder_ends(Terms& terms, const Binder& binder, const std::vector<Formula>& guard) {
  return ends(terms, binder, guard, true);
}
std::vector<Index> lower_ends(Terms& terms, const Binder& binder, const std::vector<Formula>& guard) {
  return ends(terms, binder, guard, false);
}

}  // namespace germ::calculus
