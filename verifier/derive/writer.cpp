#include "derive/writer.hpp"

#include <algorithm>

#include "derive/levels.hpp"
#include "ir/function_table.hpp"

namespace germ::derive {

using namespace ir;

namespace {

bool is_constant(Real real, std::int64_t value) {
  return real->kind == RealKind::constant && real->value == Rational(value);
}

}  // namespace

std::string Writer::at_least(const Text& text, int level) const {
  return text.level < level ? "(" + text.text + ")" : text.text;
}

std::string Writer::definition(const std::string& name, const std::vector<Binder>& axes, Real body) {
  ranges_.add(axes);
  std::string head = name;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::string bound = vocabulary_.bind(axes[i]);
    head += (i ? ", " : "[") + bound;
    if (!vocabulary_.is_declared(bound)) head += " < " + at_least(index(axes[i].extent), additive);
  }
  if (!axes.empty()) head += "]";
  std::string text = head + " = " + real(body).text;
  vocabulary_.unbind(axes.size());
  return text;
}

std::string Writer::binder_list(const std::vector<Binder>& binders) {
  std::string out;
  ranges_.add(binders);
  for (const Binder& binder : binders) {
    std::string bound = vocabulary_.bind(binder);
    out += (out.empty() ? "" : ", ") + bound + " < " + at_least(index(binder.extent), additive);
  }
  return out;
}

std::string Writer::tensor_name(TensorId tensor) {
  if (auto known = names_.find(tensor); known != names_.end()) return known->second;
  const Tensor& definition = program_[tensor];
  if (definition.name.find('.') == std::string::npos && definition.name.find(' ') == std::string::npos) {
    reads_.insert(tensor);
    return definition.name;
  }
  std::string name = vocabulary_.fresh(definition.name.substr(definition.name.find_last_of('.') + 1));
  names_[tensor] = name;
  unnamed_.push_back(tensor);
  return name;
}

Writer::Text Writer::read(Real real) {
  std::string name = tensor_name(real->tensor);
  return {real->indices.empty() ? name : name + "[" + arguments(real->indices) + "]", tight};
}

// 0.044715 rather than 8943/200000; nothing for a number without an end, or a plain one such as 1/8.
std::string Writer::decimal(const Rational& value) const {
  constexpr std::int64_t plainest = 16;
  auto numerator = value.numerator().to_int64();
  auto denominator = value.denominator().to_int64();
  if (!numerator || !denominator || *denominator <= plainest) return "";
  Rational scaled = value.abs();
  for (std::size_t digits = 1; digits <= 12; ++digits) {
    scaled *= Rational(10);
    if (!scaled.is_integer()) continue;
    std::string text = scaled.to_string();
    if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
    return text.insert(text.size() - digits, ".");
  }
  return "";
}

Writer::Text Writer::constant(const Rational& value) {
  if (std::string text = decimal(value); !text.empty())
    return value.sign() < 0 ? Text{"-" + text, sign} : Text{text, tight};
  auto numerator = value.numerator().to_int64();
  auto denominator = value.denominator().to_int64();
  if (!numerator || !denominator) return {value.to_string(), value.is_integer() ? sign : product_level};
  int above = 0;
  int below = 0;
  std::int64_t size = *numerator < 0 ? -*numerator : *numerator;
  std::string text = vocabulary_.integer(size, &above);
  if (above > 1) text = "(" + text + ")";
  bool compound = text.find('*') != std::string::npos;
  if (*denominator != 1) {
    std::string divisor = vocabulary_.integer(*denominator, &below);
    if (below > 1 || divisor.find('*') != std::string::npos) divisor = "(" + divisor + ")";
    text += "/" + divisor;
    compound = true;
  }
  if (*numerator < 0) return {"-" + text, compound ? product_level : sign};
  return {text, compound ? product_level : tight};
}

Writer::Text Writer::power(Real real) {
  const Rational& exponent = real->value;
  if (exponent == Rational(1, 2)) return {"sqrt(" + this->real(real->children[0]).text + ")", tight};
  if (exponent == Rational(-1, 2)) return {"rsqrt(" + this->real(real->children[0]).text + ")", tight};
  std::string written = exponent.to_string();
  if (!exponent.is_integer() || exponent.sign() < 0) written = "(" + written + ")";
  return {at_least(this->real(real->children[0]), tight) + "^" + written, power_level};
}

// Factors with negative whole exponents are divisors, and so is a constant's denominator.
Writer::Text Writer::product(Real real) {
  std::vector<Real> factors = real->kind == RealKind::mul ? real->children : std::vector<Real>{real};
  Rational constant_factor = 1;
  std::vector<std::string> above;
  std::vector<std::string> below;
  for (Real factor : factors) {
    if (factor->kind == RealKind::constant) {
      constant_factor *= factor->value;
    } else if (factor->kind == RealKind::power && factor->value.is_integer() && factor->value.sign() < 0) {
      below.push_back(at_least(this->real(t_.power(factor->children[0], -factor->value)), power_level));
    } else {
      above.push_back(at_least(this->real(factor), sign));
    }
  }
  bool negative = constant_factor.sign() < 0;
  Rational numerator = constant_factor.abs().numerator();
  Rational denominator = constant_factor.denominator();
  // A fraction of plain numbers stands in front, a constant of a family below.
  bool plain =
      constant(denominator).text == denominator.to_string() && constant(numerator).text == numerator.to_string();
  plain = plain && denominator != Rational(1);
  if (plain && !above.empty()) {
    numerator = numerator / denominator;
    denominator = 1;
  }
  if (numerator != Rational(1) || above.empty())
    above.insert(above.begin(), at_least(constant(numerator), product_level));
  if (denominator != Rational(1))
    below.insert(below.begin(), at_least(constant(denominator), below.empty() ? sign : product_level));
  std::string out = negative ? "-" : "";
  for (std::size_t i = 0; i < above.size(); ++i) out += (i ? " * " : "") + above[i];
  if (below.size() == 1) return {out + " / " + below[0], product_level};
  if (below.empty()) return {out, negative && above.size() == 1 ? sign : product_level};
  out += " / (";
  for (std::size_t i = 0; i < below.size(); ++i) out += (i ? " * " : "") + below[i];
  return {out + ")", product_level};
}

Writer::Text Writer::sum_of(const std::vector<Real>& parts) {
  std::string out;
  for (Real part : parts) {
    auto [factor, rest] = split_constant(t_, part);
    bool minus = factor.sign() < 0;
    Real size = minus ? tidy_.of(t_.mul({t_.constant(factor.abs()), rest})) : part;
    out += out.empty() ? (minus ? "-" : "") : minus ? " - " : " + ";
    out += at_least(real(size), product_level);
  }
  return {out, additive};
}

Writer::Text Writer::choice(Real r) {
  if (tidy_.is_padded_read(r)) return {"(" + read(r->children[0]).text + " or 0)", tight};
  if (is_constant(r->children[0], 1) && is_constant(r->children[1], 0))
    return {"[" + condition(r->condition).text + "]", tight};
  return {at_least(real(r->children[0]), disjunction) + " if " + at_least(condition(r->condition), disjunction) +
              " else " + at_least(real(r->children[1]), choice_level),
          choice_level};
}

Writer::Text Writer::big_sum(Real r) {
  std::string binders = binder_list(r->binders);
  std::string filter = r->condition == t_.truth() ? "" : " | " + at_least(condition(r->condition), disjunction);
  std::string body = at_least(real(r->children[0]), reduction_level);
  vocabulary_.unbind(r->binders.size());
  return {"sum(" + binders + filter + ") " + body, reduction_level};
}

Writer::Text Writer::real(Real r) {
  switch (r->kind) {
    case RealKind::constant:
      return constant(r->value);
    case RealKind::scalar:
      return {program_[r->scalar].name, tight};
    case RealKind::from_index:
      return index(r->index, true);
    case RealKind::read:
      return read(r);
    case RealKind::add:
      return sum_of(r->children);
    case RealKind::mul:
      return product(r);
    case RealKind::power:
      if (r->value.is_integer() && r->value.sign() < 0) return product(r);
      return power(r);
    case RealKind::apply:
      return {std::string(r->function->name) + "(" + real(r->children[0]).text + ")", tight};
    case RealKind::choose:
      return choice(r);
    case RealKind::sum:
      return big_sum(r);
    case RealKind::maximum:
      return {extremum("max", r->reduction, r->indices), reduction_level};
    case RealKind::stop:
      return real(r->children[0]);
  }
  return {"", tight};
}

// ---------------------------------------------------------------- maxima

std::vector<Binder> Writer::fresh_cell(ReductionId reduction) {
  const Reduction& definition = program_[reduction];
  auto written = sources_.reduction(definition.span);
  bool named = written && written->binders.size() == definition.binders.size();
  std::vector<Binder> cell;
  for (std::size_t j = 0; j < definition.binders.size(); ++j)
    cell.push_back({t_.fresh(named ? written->binders[j] : "c"), definition.binders[j].extent});
  return cell;
}

// The window by its name. The indices that its text uses are the parameters, in order of first use; where the two do
// not fit, no name is used, and a wrong fit is not proved.
std::string Writer::window_of(ReductionId reduction, const std::vector<Index>& at, const std::vector<Binder>& cell) {
  auto written = style_.windows ? sources_.reduction(program_[reduction].span) : std::nullopt;
  if (!written || !written->window || written->binders.size() != cell.size()) return "";
  std::vector<std::string> parameters = written->others;
  std::erase_if(parameters, [&](const std::string& name) { return !vocabulary_.is_declared(name); });
  if (parameters.size() != at.size()) return "";
  const syntax::Expr& window = *written->window->window;
  std::string sizes;
  for (const auto& [name, value] : window.sizes) {
    if (!name.text.empty() || value->kind != syntax::ExprKind::name) return "";
    sizes += (sizes.empty() ? "" : ", ") + value->text;
  }
  std::string out;
  for (std::size_t i = 1; i < window.args.size(); ++i) {
    auto name = std::find(parameters.begin(), parameters.end(), window.args[i]->text);
    if (window.args[i]->kind != syntax::ExprKind::name || name == parameters.end()) return "";
    out += (i > 1 ? ", " : "") + index(at[static_cast<std::size_t>(name - parameters.begin())]).text;
  }
  return " in " + window.args[0]->text + (sizes.empty() ? "" : "[" + sizes + "]") + "(" + out + ")";
}

std::string Writer::cells(ReductionId reduction, const std::vector<Index>& at, const std::vector<Binder>& cell,
                          const std::string& more) {
  ranges_.add(cell);
  std::string window = window_of(reduction, at, cell);
  if (!window.empty()) {
    std::string names;
    for (const Binder& binder : cell) names += (names.empty() ? "" : ", ") + vocabulary_.bind(binder);
    return "(" + names + window + (more.empty() ? "" : " | " + more) + ")";
  }
  std::string binders = binder_list(cell);
  std::vector<Index> position;
  for (const Binder& binder : cell) position.push_back(t_.variable(binder.variable));
  Formula guard = tidy_.of(program_.at(reduction, at, position).guard);
  std::string filter = guard == t_.truth() ? "" : at_least(condition(guard), conjunction);
  if (!more.empty()) filter += (filter.empty() ? "" : " and ") + more;
  return "(" + binders + (filter.empty() ? "" : " | " + filter) + ")";
}

std::string Writer::extremum(const char* word, ReductionId reduction, const std::vector<Index>& at) {
  std::vector<Binder> cell = fresh_cell(reduction);
  std::vector<Index> position;
  for (const Binder& binder : cell) position.push_back(t_.variable(binder.variable));
  std::string head = word + cells(reduction, at, cell, "");
  std::string body = at_least(real(tidy_.of(program_.at(reduction, at, position).body)), reduction_level);
  vocabulary_.unbind(cell.size());
  return head + " " + body;
}

std::string Writer::winner(const WinnerIs& winner) {
  std::string text = "(" + extremum("argmax", winner.reduction, winner.arguments) + ")";
  if (winner.cell.size() == 1) return text + " == " + at_least(index(winner.cell.begin()->second), additive);
  std::string cell;
  for (const auto& [component, value] : winner.cell) cell += (cell.empty() ? "" : ", ") + index(value).text;
  return text + " is (" + cell + ")";
}

}  // namespace germ::derive
