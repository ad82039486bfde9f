#include "sums/term.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::sums {

void Monomial::multiply(Symbol symbol, const Rational& exponent) {
  if (exponent.is_zero()) return;
  auto place = std::lower_bound(powers_.begin(), powers_.end(), symbol,
                                [](const auto& power, const Symbol& s) { return power.first < s; });
  if (place == powers_.end() || place->first != symbol) {
    powers_.insert(place, {symbol, exponent});
    return;
  }
  place->second += exponent;
  if (place->second.is_zero()) powers_.erase(place);
}

void Monomial::multiply(const Monomial& other) {
  for (const auto& [symbol, exponent] : other.powers_) multiply(symbol, exponent);
}

Monomial Monomial::raised(const Rational& exponent) const {
  Monomial result;
  for (const auto& [symbol, power] : powers_) result.multiply(symbol, power * exponent);
  return result;
}

Rational Monomial::exponent(Symbol symbol) const {
  for (const auto& [known, exponent] : powers_)
    if (known == symbol) return exponent;
  return 0;
}

void Monomial::erase(Symbol symbol) {
  std::erase_if(powers_, [&](const auto& power) { return power.first == symbol; });
}

bool same_value(const Factor& a, const Factor& b) {
  return a.kind == b.kind && a.symbol == b.symbol && a.arguments == b.arguments;
}

void append(Key& key, const Rational& value) {
  auto numerator = value.numerator().to_int64();
  auto denominator = value.denominator().to_int64();
  if (!numerator || !denominator) throw LimitReached("an exponent leaves 64 bits");
  key.push_back(*numerator);
  key.push_back(*denominator);
}

void append(Key& key, const Monomial& monomial) {
  key.push_back(static_cast<std::int64_t>(monomial.powers().size()));
  for (const auto& [symbol, exponent] : monomial.powers()) {
    key.push_back(static_cast<std::int64_t>(symbol.kind));
    key.push_back(symbol.value);
    append(key, exponent);
  }
}

void normalise_radicals(Rational& coefficient, Monomial& monomial) {
  std::vector<std::pair<Symbol, Rational>> roots;
  for (const auto& power : monomial.powers())
    if (power.first.kind == SymbolKind::radical) roots.push_back(power);
  for (const auto& [symbol, exponent] : roots) {
    auto whole = exponent.floor().to_int64();
    if (!whole) throw LimitReached("an exponent leaves 64 bits");
    if (*whole == 0) continue;
    coefficient *= Rational(symbol.value).power(*whole);
    monomial.multiply(symbol, Rational(-*whole));
  }
}

std::vector<std::pair<std::int64_t, std::int64_t>> factorise(const Rational& value) {
  constexpr std::int64_t trial_limit = 1'000'000;
  auto integer = value.abs().to_int64();
  if (!integer || *integer == 0) throw LimitReached("a constant under a root or a logarithm leaves 64 bits");
  std::int64_t rest = *integer;
  std::vector<std::pair<std::int64_t, std::int64_t>> factors;
  for (std::int64_t p = 2; p <= trial_limit && p <= rest / p; ++p) {
    std::int64_t multiplicity = 0;
    while (rest % p == 0) {
      rest /= p;
      ++multiplicity;
    }
    if (multiplicity) factors.emplace_back(p, multiplicity);
  }
  if (rest > 1) factors.emplace_back(rest, 1);
  return factors;
}

}  // namespace germ::sums
