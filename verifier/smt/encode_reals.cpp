// Reals. Division, roots and the table's functions are uninterpreted functions with true facts; never the solver's `/`,
// which is total and would prove things of 1/0.

#include "base/check.hpp"
#include "ir/function_table.hpp"
#include "smt/encoder.hpp"
#include "smt/symbol_name.hpp"

namespace germ::smt {

namespace {

// Powers above this are one uninterpreted function with a sign: expanding them only slows the solver.
constexpr std::int64_t greatest_expanded = 16;

}  // namespace

TermId Encoder::encode(ir::Real real) {
  if (auto known = reals_.find(real); known != reals_.end()) return known->second;
  TermId result = real->kind == ir::RealKind::apply ? table_function(real) : build(real);
  reals_.emplace(real, result);
  return result;
}

TermId Encoder::build(ir::Real real) {
  switch (real->kind) {
    case ir::RealKind::constant:
      return table_.real(real->value);
    case ir::RealKind::scalar:
      return scalar(real->scalar);
    case ir::RealKind::from_index:
      return table_.to_real(encode(real->index));
    case ir::RealKind::read: {
      auto [known, fresh] = tensors_.try_emplace(real->tensor, 0);
      if (fresh) {
        known->second = table_.declare(symbol_name(program_[real->tensor].name, "t", real->tensor.value),
                                       std::vector<Sort>(real->indices.size(), Sort::integer), Sort::real);
      }
      const SymbolId symbol = known->second;
      return table_.apply(symbol, encode_all(real->indices));
    }
    case ir::RealKind::add:
    case ir::RealKind::mul: {
      std::vector<TermId> parts;
      for (ir::Real child : real->children) parts.push_back(encode(child));
      return real->kind == ir::RealKind::add ? table_.add(std::move(parts)) : table_.multiply(std::move(parts));
    }
    case ir::RealKind::power:
      return power(encode(real->children[0]), real->value);
    case ir::RealKind::choose: {
      const TermId condition = encode(real->condition);
      const TermId then = encode(real->children[0]);
      return table_.choose(condition, then, encode(real->children[1]));
    }
    case ir::RealKind::stop:
      return encode(real->children[0]);
    case ir::RealKind::sum:
      throw Refused("a sum reached the solver");
    case ir::RealKind::maximum:
      throw Refused("a maximum reached the solver");
    case ir::RealKind::apply:
      break;  // table_function
  }
  throw InternalError("a real of no kind");
}

TermId Encoder::scalar(ir::ScalarId id) {
  if (auto known = scalars_.find(id); known != scalars_.end()) return known->second;
  const ir::Scalar& declared = program_[id];
  const TermId result = table_.apply(table_.declare(symbol_name(declared.name, "s", id.value), {}, Sort::real), {});
  scalars_.emplace(id, result);
  if (declared.constant == "pi") {
    attach(result, {table_.less(table_.real(Rational(31415, 10000)), result),
                    table_.less(result, table_.real(Rational(31416, 10000)))});
  }
  return result;
}

Encoder::Application Encoder::apply_unary(const std::string& name, TermId argument) {
  auto [symbol, undeclared] = unary_.try_emplace(name, 0);
  if (undeclared) symbol->second = table_.declare(name, {Sort::real}, Sort::real);
  auto [known, fresh] = applied_.try_emplace({symbol->second, argument}, 0);
  if (fresh) known->second = table_.apply(symbol->second, {argument});
  return {known->second, fresh};
}

// b^(p/q) = r^p with r = root_q(b); b^-p = inv(b)^p.
TermId Encoder::power(TermId base, const Rational& exponent) {
  const auto numerator = exponent.numerator().to_int64();
  const auto degree = exponent.denominator().to_int64();
  if (!numerator || !degree || *degree > greatest_expanded || *numerator > greatest_expanded ||
      *numerator < -greatest_expanded)
    return opaque_power(base, exponent);
  TermId value = *degree == 1 ? base : root(base, *degree);
  if (*numerator < 0) value = inverse(value);
  return natural_power(value, *numerator < 0 ? -*numerator : *numerator);
}

TermId Encoder::natural_power(TermId base, std::int64_t exponent) {
  if (exponent == 0) return table_.real(1);
  return table_.multiply(std::vector<TermId>(static_cast<std::size_t>(exponent), base));
}

// b != 0 => b * inv(b) = 1; and, as the solver's linear part does not see signs of products: inv(b) has the sign of b.
TermId Encoder::inverse(TermId base) {
  if (table_[base].op == Op::numeral && !table_[base].value.is_zero())
    return table_.real(Rational(1) / table_[base].value);
  const auto [result, fresh] = apply_unary("inv", base);
  if (!fresh) return result;
  const TermId zero = table_.real(0);
  attach(result,
         {table_.disjunction({table_.equal(base, zero), table_.equal(table_.multiply({base, result}), table_.real(1))}),
          table_.implication(table_.less(zero, base), table_.less(zero, result)),
          table_.implication(table_.less(base, zero), table_.less(result, zero))});
  return result;
}

// b >= 0 => r >= 0 and r^q = b; b > 0 => r > 0. Nothing is known of r where b < 0.
TermId Encoder::root(TermId base, std::int64_t degree) {
  if (table_[base].op == Op::numeral && table_[base].value.sign() >= 0) {
    if (auto exact = table_[base].value.root(degree)) return table_.real(*exact);
  }
  const auto [result, fresh] = apply_unary("root_" + std::to_string(degree), base);
  if (!fresh) return result;
  const TermId zero = table_.real(0);
  const TermId negative = table_.less(base, zero);
  attach(result, {table_.disjunction({negative, table_.at_most(zero, result)}),
                  table_.disjunction({negative, table_.equal(natural_power(result, degree), base)}),
                  table_.implication(table_.less(zero, base), table_.less(zero, result))});
  return result;
}

// A power that is not expanded: b > 0 => value > 0, and equal bases give equal values.
TermId Encoder::opaque_power(TermId base, const Rational& exponent) {
  const std::string sign = exponent.sign() < 0 ? "minus_" : "";
  const std::string name =
      "power_" + sign + exponent.numerator().abs().to_string() + "_over_" + exponent.denominator().to_string();
  const auto [result, fresh] = apply_unary(name, base);
  const TermId zero = table_.real(0);
  if (fresh) attach(result, {table_.implication(table_.less(zero, base), table_.less(zero, result))});
  return result;
}

// domain(u) => facts(u, f(u)), as the table's row says.
TermId Encoder::table_function(ir::Real application) {
  const ir::FunctionRow& row = *application->function;
  const ir::Real argument = application->children[0];
  const auto [result, fresh] = apply_unary("fn_" + std::string(row.name), encode(argument));
  // Known before its facts are built: they mention the application itself.
  reals_.emplace(application, result);
  if (!fresh) return result;
  const ir::Formula facts = terms_.implies(row.domain(terms_, argument), row.facts(terms_, argument, application));
  attach(result, {encode(facts)});
  return result;
}

}  // namespace germ::smt
