// Ray jets: conditions for small t > 0.

#include "base/check.hpp"
#include "calculus/ray.hpp"

namespace germ::calculus {

using namespace ir;

// e > 0 for small t > 0: limit > 0, or limit = 0 and slope > 0. Where both are 0 an affine e is 0 along the ray, hence
// not > 0; any other e is not decided.
Rays::Condition Rays::of(Formula f) {
  const Formula truth = terms_.truth();
  if (!dependence_.depends(f)) return {f, truth, true, truth, truth};
  switch (f->kind) {
    case FormulaKind::positive: {
      RayJet jet = of(f->real);
      Formula rises = terms_.and_({terms_.not_(terms_.negative(jet.limit)), terms_.positive(jet.slope)});
      Formula decided = jet.valid;
      if (!jet.affine)
        decided = terms_.and_({decided, terms_.or_({terms_.nonzero(jet.limit), terms_.nonzero(jet.slope)})});
      return {terms_.or_({terms_.positive(jet.limit), rises}), decided, jet.affine, jet.bounds, jet.attained};
    }
    case FormulaKind::negation: {
      Condition inner = of(f->children[0]);
      inner.truth = terms_.not_(inner.truth);
      return inner;
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      std::vector<Formula> truths;
      Condition whole{f, truth, true, truth, truth};
      for (Formula child : f->children) {
        Condition part = of(child);
        truths.push_back(part.truth);
        whole.decided = terms_.and_({whole.decided, part.decided});
        whole.affine = whole.affine && part.affine;
        whole.bounds = terms_.and_({whole.bounds, part.bounds});
        whole.attained = terms_.and_({whole.attained, part.attained});
      }
      whole.truth =
          f->kind == FormulaKind::conjunction ? terms_.and_(std::move(truths)) : terms_.or_(std::move(truths));
      return whole;
    }
    case FormulaKind::all:
    case FormulaKind::any:
      return of_quantifier(f);
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:  // of a live winner
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return {f, terms_.falsity(), false, truth, truth};
  }
  throw InternalError("a formula of no kind");
}

// Finitely many instances, each decided for small t.
Rays::Condition Rays::of_quantifier(Formula f) {
  const Formula truth = terms_.truth();
  for (const Binder& binder : f->binders)
    if (dependence_.depends(binder.extent)) return {f, terms_.falsity(), false, truth, truth};
  Condition filter = of(f->children[0]);
  Condition body = of(f->children[1]);
  auto everywhere = [&](Formula a, Formula b) { return terms_.all(f->binders, truth, terms_.and_({a, b})); };
  Formula decided = filter.decided == truth ? terms_.all(f->binders, filter.truth, body.decided)
                                            : everywhere(filter.decided, body.decided);
  Formula holds = f->kind == FormulaKind::all ? terms_.all(f->binders, filter.truth, body.truth)
                                              : terms_.any(f->binders, filter.truth, body.truth);
  return {holds, decided, filter.affine && body.affine, everywhere(filter.bounds, body.bounds),
          everywhere(filter.attained, body.attained)};
}

}  // namespace germ::calculus
