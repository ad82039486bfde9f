#include "ir/printer.hpp"

#include "ir/function_table.hpp"

namespace germ::ir {

namespace {

class Printer {
 public:
  explicit Printer(Program& program) : program_(program), terms_(program.terms()) {}

  std::string print(Index index, bool tight = false) {
    std::string out;
    int parts = 0;
    for (const auto& term : index->terms) {
      std::int64_t k = term.coefficient;
      if (k < 0) {
        out += out.empty() ? "-" : " - ";
      } else if (!out.empty()) {
        out += " + ";
      }
      std::int64_t size = k < 0 ? -k : k;
      if (size != 1) out += std::to_string(size) + "*";
      out += print(term.atom);
      ++parts;
    }
    if (index->constant != 0 || parts == 0) {
      std::int64_t c = index->constant;
      out += parts == 0 ? std::to_string(c) : (c < 0 ? " - " : " + ") + std::to_string(c < 0 ? -c : c);
      ++parts;
    }
    return tight && parts > 1 ? "(" + out + ")" : out;
  }

  std::string print(Atom atom) {
    switch (atom->kind) {
      case AtomKind::variable:
        return terms_.name(atom->variable);
      case AtomKind::quotient:
        return print(atom->left, true) + "/" + std::to_string(atom->divisor);
      case AtomKind::product:
        return print(atom->left, true) + "*" + print(atom->right, true);
      case AtomKind::application:
        return program_[atom->function].name + list(atom->arguments, "[", "]");
    }
    return "?";
  }

  std::string list(const std::vector<Index>& items, const char* open, const char* close) {
    std::string out = open;
    for (std::size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + print(items[i]);
    return out + close;
  }

  std::string binders(const std::vector<Binder>& items, Formula filter) {
    std::string out;
    for (const Binder& binder : items)
      out += (out.empty() ? "" : ", ") + terms_.name(binder.variable) + " < " + print(binder.extent);
    if (filter && filter != terms_.truth()) out += " | " + print(filter, 0);
    return "(" + out + ")";
  }

  // level: 0 or, 1 and, 2 not
  std::string print(Formula f, int level) {
    switch (f->kind) {
      case FormulaKind::truth:
        return "true";
      case FormulaKind::falsity:
        return "false";
      case FormulaKind::at_most_zero:
        return comparison(f->index, " <= ");
      case FormulaKind::zero:
        return comparison(f->index, " == ");
      case FormulaKind::predicate:
        return program_[f->predicate].name + list(f->indices, "[", "]");
      case FormulaKind::positive:
        return positive(f->real, " > ");
      case FormulaKind::negation:
        if (f->children[0]->kind == FormulaKind::zero) return comparison(f->children[0]->index, " != ");
        if (f->children[0]->kind == FormulaKind::positive) return positive(f->children[0]->real, " <= ");
        return "not " + print(f->children[0], 2);
      case FormulaKind::conjunction:
        return junction(f, " and ", 1, level);
      case FormulaKind::disjunction:
        return junction(f, " or ", 0, level);
      case FormulaKind::all:
        return "all" + binders(f->binders, f->children[0]) + " (" + print(f->children[1], 0) + ")";
      case FormulaKind::any:
        return "any" + binders(f->binders, f->children[0]) + " (" + print(f->children[1], 0) + ")";
    }
    return "?";
  }

  // level: 0 choose, 1 sum, 2 product, 3 power
  std::string print(Real r, int level) {
    switch (r->kind) {
      case RealKind::constant:
        return parenthesise(r->value.to_string(), r->value.sign() < 0 || !r->value.is_integer(), level, 1);
      case RealKind::scalar:
        return program_[r->scalar].name;
      case RealKind::from_index:
        return print(r->index, level > 1);
      case RealKind::read: {
        const std::string& name = program_[r->tensor].name;
        return r->indices.empty() ? name : name + list(r->indices, "[", "]");
      }
      case RealKind::add:
        return sum_of(r, level);
      case RealKind::mul:
        return product_of(r, level);
      case RealKind::power:
        return print(r->children[0], 4) + "^" + exponent(r->value);
      case RealKind::apply:
        return std::string(r->function->name) + "(" + print(r->children[0], 0) + ")";
      case RealKind::choose:
        return parenthesise(
            print(r->children[0], 1) + " if " + print(r->condition, 0) + " else " + print(r->children[1], 0), true,
            level, 0);
      case RealKind::sum:
        return parenthesise("sum" + binders(r->binders, r->condition) + " " + print(r->children[0], 2), true, level, 2);
      case RealKind::maximum: {
        const Reduction& reduction = program_[r->reduction];
        auto cell = reduction.binders;
        std::vector<Index> at;
        for (const Binder& binder : cell) at.push_back(terms_.variable(binder.variable));
        auto entry = program_.at(r->reduction, r->indices, at);
        return parenthesise("max" + binders(cell, entry.guard) + " " + print(entry.body, 2), true, level, 2);
      }
      case RealKind::stop:
        return "stop(" + print(r->children[0], 0) + ")";
    }
    return "?";
  }

 private:
  static std::string parenthesise(std::string text, bool loose, int level, int own) {
    return loose && level > own ? "(" + text + ")" : text;
  }

  static std::string exponent(const Rational& value) {
    std::string text = value.to_string();
    return value.is_integer() && value.sign() >= 0 ? text : "(" + text + ")";
  }

  // index <= 0 with the negative part on the right.
  std::string comparison(Index index, const char* relation) {
    Index left = terms_.integer(0);
    Index right = terms_.integer(0);
    for (const auto& term : index->terms) {
      if (term.coefficient > 0) {
        left = terms_.add(left, terms_.from_atom(term.atom, term.coefficient));
      } else {
        right = terms_.sub(right, terms_.from_atom(term.atom, term.coefficient));
      }
    }
    if (index->constant > 0) {
      left = terms_.add(left, index->constant);
    } else {
      right = terms_.sub(right, terms_.integer(index->constant));
    }
    return print(left) + relation + print(right);
  }

  std::string positive(Real r, const char* relation) {
    if (r->kind == RealKind::add && r->children.size() == 2 && negated(r->children[1]))
      return print(r->children[0], 1) + relation + print(magnitude(r->children[1]), 1);
    return print(r, 1) + relation + "0";
  }

  std::string junction(Formula f, const char* word, int own, int level) {
    std::string out;
    for (Formula child : f->children) out += (out.empty() ? "" : word) + print(child, own + 1);
    return level > own ? "(" + out + ")" : out;
  }

  bool negated(Real r) const {
    return r->kind == RealKind::mul && r->children[0]->kind == RealKind::constant &&
           r->children[0]->value == Rational(-1);
  }
  Real magnitude(Real r) { return terms_.mul(std::vector<Real>(r->children.begin() + 1, r->children.end())); }

  std::string sum_of(Real r, int level) {
    std::string out;
    for (Real child : r->children) {
      bool minus = negated(child) && !out.empty();
      out += out.empty() ? "" : minus ? " - " : " + ";
      out += print(minus ? magnitude(child) : child, 2);
    }
    return parenthesise(out, true, level, 1);
  }

  std::string product_of(Real r, int level) {
    std::string out = negated(r) ? "-" : "";
    bool first = true;
    for (std::size_t i = negated(r) ? 1 : 0; i < r->children.size(); ++i) {
      Real child = r->children[i];
      bool divides = child->kind == RealKind::power && child->value == Rational(-1) && !first;
      if (!first) out += divides ? " / " : " * ";
      out += print(divides ? child->children[0] : child, 3);
      first = false;
    }
    return parenthesise(out, true, level, 2);
  }

  Program& program_;
  Terms& terms_;
};

}  // namespace

std::string to_string(Program& program, Index index) { return Printer(program).print(index); }
std::string to_string(Program& program, Formula formula) { return Printer(program).print(formula, 0); }
std::string to_string(Program& program, Real real) { return Printer(program).print(real, 0); }

std::string to_string(Program& program, TensorId tensor) {
  const Tensor& definition = program[tensor];
  Printer printer(program);
  std::string out = definition.name;
  if (!definition.axes.empty()) {
    std::string axes = printer.binders(definition.axes, Formula());
    out += "[" + axes.substr(1, axes.size() - 2) + "]";
  }
  if (definition.body) out += " = " + printer.print(*definition.body, 0);
  return out;
}

}  // namespace germ::ir
