#include "sums/normal_form.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/function_table.hpp"
#include "sums/algebra.hpp"
#include "sums/record.hpp"
#include "sums/signs.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Real;
using ir::RealKind;
using ir::Var;

namespace {

Expression single(Monomial monomial) {
  Term term;
  term.monomial = std::move(monomial);
  return {term};
}

// An integer as a number. match: real(a), a no size
// result: #{u : 0 <= u < a} - #{u : 0 <= u < -a}
Expression number(Context& context, Index index) {
  ir::Terms& terms = context.terms;
  Expression result = constant(index->constant);
  for (const auto& part : index->terms) {
    Expression value;
    ir::Atom atom = part.atom;
    if (atom->kind == ir::AtomKind::variable && context.program.is_size(atom->variable)) {
      value = single(Monomial({SymbolKind::size, atom->variable.value}));
    } else if (atom->kind == ir::AtomKind::product) {
      value = multiply(context, number(context, atom->left), number(context, atom->right));
    } else {
      for (int sign : {1, -1}) {
        Term term;
        term.coefficient = sign;
        Var point = terms.fresh("u");
        term.bound = {point};
        if (restrict(terms, term.guard, terms.in_range(terms.variable(point), terms.from_atom(atom, sign))))
          value.push_back(std::move(term));
      }
    }
    append(result, scale(std::move(value), part.coefficient));
  }
  return result;
}

Expression of_read(Context& context, Real real) {
  if (context.is_leaf(real->tensor)) {
    Term term;
    term.factors = {{FactorKind::read, real->tensor.value, real->indices, 1}};
    return {term};
  }
  const auto& axes = context.program[real->tensor].axes;
  if (!context.forms.contains(real->tensor)) {
    check(std::find(context.open.begin(), context.open.end(), real->tensor) == context.open.end(),
          "definitions have no cycles");
    std::vector<Index> formals;
    for (const ir::Binder& axis : axes) formals.push_back(context.terms.variable(axis.variable));
    context.open.push_back(real->tensor);
    Expression form = squeeze(context, normal_form(context, context.body(real->tensor, formals)));
    context.open.pop_back();
    context.forms.emplace(real->tensor, std::move(form));
  }
  ir::Substitution values;
  for (std::size_t i = 0; i < real->indices.size(); ++i) values.set(axes[i].variable, real->indices[i]);
  return instantiate(context, context.forms.at(real->tensor), values);
}

Expression of_product(Context& context, Real real) {
  constexpr std::size_t untidy = 8;
  Expression result = constant(1);
  for (Real child : real->children) {
    result = multiply(context, result, normal_form(context, child));
    if (result.size() > untidy) result = tidy(context, std::move(result));
  }
  return result;
}

// match: sum(v < n | g) b     result: the terms of b, v bound, guards 0 <= v < n and g
Expression of_sum(Context& context, Real real) {
  auto [binders, renaming] = context.terms.rename(real->binders);
  Formula written = context.terms.substitute(real->condition, renaming);
  Formula filter = resolve(context, written);
  Real inside = context.terms.substitute(real->children[0], renaming);
  if (context.record) context.record->openings.push_back({real, binders, written, inside});
  Expression body = normal_form(context, inside);
  for (const ir::Binder& binder : binders) {
    Index variable = context.terms.variable(binder.variable);
    body = restricted(context, std::move(body), context.terms.in_range(variable, binder.extent));
    for (Term& term : body) term.bound.push_back(binder.variable);
  }
  return restricted(context, std::move(body), filter);
}

// A real that is `read` of a defined tensor is looked through where its body can be distributed over.
Real looked_through(Context& context, Real real) {
  while (true) {
    if (real->kind == RealKind::stop) {
      real = real->children[0];
    } else if (real->kind == RealKind::read && !context.is_leaf(real->tensor)) {
      Real body = context.body(real->tensor, real->indices);
      if (body->kind != RealKind::choose && body->kind != RealKind::mul && body->kind != RealKind::read) return real;
      real = body;
    } else {
      return real;
    }
  }
}

Expression choice(Context& context, Formula condition, Expression then, Expression otherwise) {
  Expression result = restricted(context, std::move(then), condition);
  append(result, restricted(context, std::move(otherwise), context.terms.not_(condition)));
  return result;
}

// match: (a if P else b)^q     result: a^q if P else b^q
// match: (a * b)^q, q whole    result: a^q * b^q     when q < 0: a * b != 0, by definedness
Expression raised(Context& context, Real base, const Rational& exponent) {
  base = looked_through(context, base);
  if (base->kind == RealKind::choose) {
    Formula condition = resolve(context, base->condition);
    return choice(context, condition, raised(context, base->children[0], exponent),
                  raised(context, base->children[1], exponent));
  }
  if (base->kind == RealKind::mul && exponent.is_integer()) {
    Expression result = constant(1);
    for (Real child : base->children) result = multiply(context, result, raised(context, child, exponent));
    return result;
  }
  std::optional<Term> product;
  Expression result = power(context, squeeze(context, normal_form(context, base)), exponent, &product);
  if (context.record && product)
    context.record->products.push_back(
        {base, exponent.is_integer() ? certificate::Purpose::whole_power : certificate::Purpose::root,
         recorded(*product)});
  return result;
}

Expression of_power(Context& context, Real real) {
  const Rational& exponent = real->value;
  if (exponent.is_zero()) return constant(1);
  if (!exponent.is_integer()) {
    context.require(PremiseKind::positive, real->children[0]);
  } else if (exponent.sign() < 0) {
    context.require(PremiseKind::nonzero, real->children[0]);
  }
  return raised(context, real->children[0], exponent);
}

// match: f(a if P else b)     result: f(a) if P else f(b)
Expression applied(Context& context, const ir::FunctionRow& function, Real argument) {
  argument = looked_through(context, argument);
  if (argument->kind != RealKind::choose) {
    Expression value = squeeze(context, normal_form(context, argument));
    if (!context.record) return apply(context, function, value);
    certificate::Application application;
    application.function = &function;
    application.argument = argument;
    context.application = &application;
    Expression result = apply(context, function, value);
    context.application = nullptr;
    context.record->applications.push_back(std::move(application));
    return result;
  }
  Formula condition = resolve(context, argument->condition);
  return choice(context, condition, applied(context, function, argument->children[0]),
                applied(context, function, argument->children[1]));
}

Expression of_apply(Context& context, Real real) {
  Real argument = real->children[0];
  if (real->function->domain(context.terms, argument) != context.terms.truth())
    context.require(PremiseKind::defined, argument);
  return applied(context, *real->function, argument);
}

}  // namespace

Expression normal_form(Context& context, Real real) {
  switch (real->kind) {
    case RealKind::constant:
      return constant(real->value);
    case RealKind::scalar:
      return single(Monomial({SymbolKind::scalar, real->scalar.value}));
    case RealKind::from_index:
      return number(context, real->index);
    case RealKind::read:
      return of_read(context, real);
    case RealKind::add: {
      Expression result;
      for (Real child : real->children) append(result, normal_form(context, child));
      context.check_size(result);
      return result;
    }
    case RealKind::mul:
      return of_product(context, real);
    case RealKind::power:
      return of_power(context, real);
    case RealKind::apply:
      return of_apply(context, real);
    case RealKind::choose: {
      Formula condition = resolve(context, real->condition);
      return choice(context, condition, normal_form(context, real->children[0]),
                    normal_form(context, real->children[1]));
    }
    case RealKind::sum:
      return of_sum(context, real);
    case RealKind::maximum:
      throw Unsupported("a maximum that was not replaced by its winner");
    case RealKind::stop:
      return normal_form(context, real->children[0]);
  }
  throw InternalError("a real of no kind");
}

}  // namespace germ::sums
