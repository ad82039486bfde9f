#include "calculus/distribute.hpp"

#include <algorithm>

namespace germ::calculus {

using namespace ir;

namespace {

// match: a * (b if P else c) * d      result: (a * b * d) if P else (a * c * d)
// match: (b if P else c)^n, n >= 1    result: b^n if P else c^n
class Distributor {
 public:
  explicit Distributor(Terms& terms) : t_(terms) {}

  Real of(Real r) {
    std::vector<Real> children;
    for (Real child : r->children) children.push_back(of(child));
    switch (r->kind) {
      case RealKind::add:
        return t_.add(std::move(children));
      case RealKind::mul:
        return product(std::move(children));
      case RealKind::power: {
        auto exponent = r->value.to_int64();
        if (children[0]->kind != RealKind::choose || !exponent || *exponent < 1) return t_.power(children[0], r->value);
        Real c = children[0];
        return t_.choose(c->condition, t_.power(c->children[0], r->value), t_.power(c->children[1], r->value));
      }
      case RealKind::apply:
        return t_.apply(*r->function, children[0]);
      case RealKind::choose:
        return t_.choose(r->condition, children[0], children[1]);
      case RealKind::sum:
        return t_.sum(r->binders, r->condition, children[0]);
      case RealKind::stop:
        return t_.stop(children[0]);
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::read:
      case RealKind::maximum:
        return r;
    }
    return r;
  }

 private:
  Real product(std::vector<Real> factors) {
    auto choice = std::find_if(factors.begin(), factors.end(), [](Real f) { return f->kind == RealKind::choose; });
    if (choice == factors.end() || ++splits_ > 64) return t_.mul(std::move(factors));
    Real c = *choice;
    *choice = c->children[0];
    Real then = product(factors);
    *choice = c->children[1];
    return t_.choose(c->condition, then, product(factors));
  }

  Terms& t_;
  int splits_ = 0;
};

}  // namespace

Real distribute(Terms& terms, Real real) { return Distributor(terms).of(real); }

bool distribute(Program& program) {
  bool changed = false;
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) {
    TensorId tensor{i};
    if (!program[tensor].body) continue;
    Real body = distribute(program.terms(), *program[tensor].body);
    changed = changed || !(body == *program[tensor].body);
    program.set_body(tensor, body);
  }
  return changed;
}

}  // namespace germ::calculus
