#include "calculus/name_conditions.hpp"

#include <unordered_map>

#include "calculus/traits.hpp"
#include "ir/alike.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

class Namer {
 public:
  explicit Namer(Program& program) : program_(program), t_(program.terms()) {}

  Real of(Real r) {
    if (auto known = reals_.find(r); known != reals_.end()) return known->second;
    std::vector<Real> children;
    for (Real child : r->children) children.push_back(of(child));
    Real result = r;
    switch (r->kind) {
      case RealKind::add:
        result = t_.add(std::move(children));
        break;
      case RealKind::mul:
        result = t_.mul(std::move(children));
        break;
      case RealKind::power:
        result = t_.power(children[0], r->value);
        break;
      case RealKind::apply:
        result = t_.apply(*r->function, children[0]);
        break;
      case RealKind::choose:
        result = t_.choose(of(r->condition), children[0], children[1]);
        break;
      case RealKind::sum:
        result = t_.sum(r->binders, of(r->condition), children[0]);
        break;
      case RealKind::stop:
        result = t_.stop(children[0]);
        break;
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::read:
      case RealKind::maximum:
        break;
    }
    reals_.emplace(r, result);
    return result;
  }

  const std::vector<Formula>& meanings() const { return meanings_; }

 private:
  Formula of(Formula f) {
    if (!has_real_quantifier(f)) return f;
    if (f->kind == FormulaKind::all) return t_.not_(name(t_.not_(f)));  // `all` is named through its negation
    if (f->kind == FormulaKind::any) return name(f);
    std::vector<Formula> parts;
    for (Formula child : f->children) parts.push_back(of(child));
    return f->kind == FormulaKind::conjunction ? t_.and_(std::move(parts)) : t_.or_(std::move(parts));
  }

  Formula name(Formula any) {
    Substitution canonical;
    std::vector<Index> arguments;
    for (Var variable : any->free) {
      if (program_.is_size(variable)) continue;
      canonical.set(variable, t_.variable(t_.canonical(arguments.size())));
      arguments.push_back(t_.variable(variable));
    }
    Formula key = t_.substitute(any, canonical);
    for (const auto& [known, predicate] : named_)
      if (alike(known, key)) return t_.predicate(predicate, std::move(arguments));
    Predicate predicate;
    predicate.name = "condition" + std::to_string(program_.predicates().size());
    PredicateId id = program_.add_predicate(std::move(predicate));
    named_.emplace_back(key, id);
    Formula named = t_.predicate(id, arguments);
    if (arguments.empty()) {
      meanings_.push_back(t_.or_({t_.not_(named), any}));
      meanings_.push_back(t_.or_({named, t_.not_(any)}));
    }
    return named;
  }

  Program& program_;
  Terms& t_;
  std::unordered_map<Real, Real> reals_;
  std::vector<std::pair<Formula, PredicateId>> named_;
  std::vector<Formula> meanings_;
};

}  // namespace

std::vector<Formula> name_conditions(Program& program) {
  Namer namer(program);
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) {
    TensorId tensor{i};
    if (program[tensor].body) program.set_body(tensor, namer.of(*program[tensor].body));
  }
  return namer.meanings();
}

}  // namespace germ::calculus
