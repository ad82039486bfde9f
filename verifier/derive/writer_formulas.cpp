// Integers and conditions as text.

#include <algorithm>

#include "derive/levels.hpp"
#include "derive/writer.hpp"

namespace germ::derive {

using namespace ir;

std::string Writer::arguments(const std::vector<Index>& indices) {
  std::string out;
  for (Index each : indices) out += (out.empty() ? "" : ", ") + index(each).text;
  return out;
}

Writer::Text Writer::atom(Atom a, bool real_position) {
  switch (a->kind) {
    case AtomKind::variable:
      return {vocabulary_.name(a->variable), tight};
    case AtomKind::product:
      return {
          at_least(index(a->left, real_position), product_level) + "*" + at_least(index(a->right, real_position), sign),
          product_level};
    case AtomKind::quotient: {
      int parts = 0;
      std::string divisor = vocabulary_.integer(a->divisor, &parts);
      if (parts > 1 || divisor.find('*') != std::string::npos) divisor = "(" + divisor + ")";
      std::string dividend = at_least(index(a->left), sign);
      // Among reals `/` is exact; `%` is always of integers.
      if (real_position) return {"(" + dividend + " - " + dividend + " % " + divisor + ") / " + divisor, product_level};
      return {dividend + " / " + divisor, product_level};
    }
    case AtomKind::application: {
      const Function& function = program_[a->function];
      if (!function.reduction.valid())
        return {function.name + (a->arguments.empty() ? "" : "[" + arguments(a->arguments) + "]"), tight};
      if (program_[function.reduction].binders.size() != 1)
        throw Unsayable{"one coordinate of a cell of `argmax` stands alone"};
      return {"(" + extremum("argmax", function.reduction, a->arguments) + ")", tight};
    }
  }
  return {"", tight};
}

// match: m*a - m*k*(a / k) + rest   result: m*(a % k) + rest
bool Writer::take_remainder(Index& whole, std::vector<std::pair<bool, Text>>* parts) {
  for (const auto& term : whole->terms) {
    if (term.atom->kind != AtomKind::quotient || term.coefficient >= 0) continue;
    std::int64_t times = -term.coefficient / term.atom->divisor;
    if (times * term.atom->divisor != -term.coefficient) continue;
    Index quotient = t_.from_atom(term.atom, term.coefficient);
    Index rest = t_.sub(t_.sub(whole, quotient), t_.scale(term.atom->left, times));
    if (rest->terms.size() + 1 + term.atom->left->terms.size() != whole->terms.size()) continue;
    if (!parts) return true;
    std::string text = at_least(index(term.atom->left), sign) + " % " +
                       at_least({vocabulary_.integer(term.atom->divisor), tight}, sign);
    if (times != 1) text = vocabulary_.integer(times) + "*(" + text + ")";
    parts->push_back({false, {text, product_level}});
    whole = rest;
    return true;
  }
  return false;
}

// Indices by name, then sizes and what is made of them.
std::vector<IndexNode::Term> Writer::in_order(Index whole) const {
  std::vector<IndexNode::Term> out = whole->terms;
  auto rank = [&](const IndexNode::Term& term) {
    bool index = term.atom->kind == AtomKind::variable && !program_.is_size(term.atom->variable);
    return index ? std::pair(0, vocabulary_.name(term.atom->variable)) : std::pair(1, std::string());
  };
  std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return out;
}

// Terms with a plus sign first.
Writer::Text Writer::index(Index whole, bool real_position) {
  std::vector<std::pair<bool, Text>> parts;  // minus sign, text
  Index rest = whole;
  std::vector<std::pair<bool, Text>> remainders;  // stand after the indices
  while (!rest->terms.empty() && take_remainder(rest, &remainders)) {
  }
  for (const auto& term : in_order(rest)) {
    bool minus = term.coefficient < 0;
    int count = 0;
    std::string times = vocabulary_.integer(minus ? -term.coefficient : term.coefficient, &count);
    Text factor = atom(term.atom, real_position);
    if (times != "1") {
      if (count > 1) times = "(" + times + ")";
      factor = {times + "*" + at_least(factor, term.atom->kind == AtomKind::product ? product_level : sign),
                product_level};
    }
    parts.push_back({minus, factor});
  }
  parts.insert(parts.end(), remainders.begin(), remainders.end());
  std::stable_partition(parts.begin(), parts.end(), [](const auto& part) { return !part.first; });
  if (rest->constant != 0 || parts.empty()) {
    int count = 0;
    bool minus = rest->constant < 0 && !parts.empty();
    std::string text = vocabulary_.integer(minus ? -rest->constant : rest->constant, &count);
    if (count > 1) {  // S - 1: its terms join those of the index
      bool joined = !minus;
      parts.push_back({minus, {joined ? text : "(" + text + ")", joined ? additive : tight}});
    } else {
      bool compound = text.find('*') != std::string::npos;
      parts.push_back({minus, {text, text[0] == '-' ? sign : compound ? product_level : tight}});
    }
  }
  if (parts.size() == 1 && !parts[0].first) return parts[0].second;
  std::string out;
  for (const auto& [minus, text] : parts)
    out += (out.empty() ? (minus ? "-" : "")
            : minus     ? " - "
                        : " + ") +
           at_least(text, minus ? product_level : additive);
  return {out, parts.size() == 1 ? sign : additive};
}

// index < 0, index <= 0, == 0, != 0 with everything on the side where it is positive.
Writer::Text Writer::comparison(Index whole, const char* relation) {
  bool equation = relation == std::string(" == ") || relation == std::string(" != ");
  Index opposite = t_.scale(whole, -1);
  if (equation && take_remainder(opposite, nullptr)) whole = opposite;
  bool remainder = take_remainder(whole, nullptr);
  Index left = t_.integer(0);
  Index right = t_.integer(0);
  for (const auto& term : whole->terms) {
    Index part = t_.from_atom(term.atom, term.coefficient);
    if (term.coefficient > 0 || remainder) {
      left = t_.add(left, part);
    } else {
      right = t_.sub(right, part);
    }
  }
  std::string sign_text = relation;
  std::int64_t constant_part = whole->constant;
  if (sign_text == " <= " && constant_part == 1) {
    sign_text = " < ";
    constant_part = 0;
  }
  auto maps = [](Index side) {
    return std::any_of(side->terms.begin(), side->terms.end(),
                       [](const auto& term) { return term.atom->kind == AtomKind::application; });
  };
  bool lone = left->terms.size() == 1 && right->terms.size() > 1;
  if (equation && !maps(left) && (maps(right) || lone)) {
    std::swap(left, right);
    constant_part = -constant_part;
  }
  if (constant_part > 0) left = t_.add(left, constant_part);
  if (constant_part < 0) right = t_.sub(right, t_.integer(constant_part));
  return {at_least(index(left), additive) + sign_text + at_least(index(right), additive), comparison_level};
}

Writer::Text Writer::order(Real r, const char* relation, std::string* left, std::string* right) {
  std::vector<Real> above;
  std::vector<Real> below;
  auto [whole_factor, whole] = split_constant(t_, r);
  for (Real part : whole->kind == RealKind::add ? whole->children : std::vector<Real>{whole}) {
    if (whole_factor != Rational(1)) part = tidy_.of(t_.mul({t_.constant(whole_factor), part}));
    auto [factor, rest] = split_constant(t_, part);
    if (factor.sign() < 0) {
      below.push_back(tidy_.of(t_.mul({t_.constant(factor.abs()), rest})));
    } else {
      above.push_back(part);
    }
  }
  std::string a = above.empty() ? "0" : at_least(real(t_.add(above)), additive);
  std::string b = below.empty() ? "0" : at_least(real(t_.add(below)), additive);
  if (left) *left = a;
  if (right) *right = b;
  bool number = std::all_of(above.begin(), above.end(), [](Real part) { return part->kind == RealKind::constant; });
  if (number && std::string(relation) == " > ") return {b + " < " + a, comparison_level};
  if (number && std::string(relation) == " <= ") return {b + " >= " + a, comparison_level};
  return {a + relation + b, comparison_level};
}

bool Writer::note_winner(Formula part, std::vector<WinnerIs>& into) {
  if (part->kind != FormulaKind::zero) return false;
  for (const auto& term : part->index->terms) {
    if (term.atom->kind != AtomKind::application || (term.coefficient != 1 && term.coefficient != -1)) continue;
    const Function& function = program_[term.atom->function];
    if (!function.reduction.valid()) continue;
    Index rest = t_.sub(part->index, t_.from_atom(term.atom, term.coefficient));
    Index value = t_.scale(rest, -term.coefficient);
    auto same = std::find_if(into.begin(), into.end(), [&](const WinnerIs& known) {
      return known.reduction == function.reduction && known.arguments == term.atom->arguments &&
             !known.cell.contains(function.component);
    });
    if (same == into.end()) same = into.insert(into.end(), {function.reduction, term.atom->arguments, {}});
    same->cell[function.component] = value;
    return true;
  }
  return false;
}

// Winners coordinate by coordinate become tuples; a > b or b > a becomes a != b, a <= b and b <= a becomes a == b.
Writer::Text Writer::junction(std::vector<Formula> parts, bool conj) {
  std::vector<std::string> out;
  std::vector<WinnerIs> winners;
  if (conj) std::erase_if(parts, [&](Formula part) { return note_winner(part, winners); });
  FormulaKind paired = conj ? FormulaKind::negation : FormulaKind::positive;
  std::vector<std::pair<std::string, std::string>> sides;
  std::vector<std::size_t> places;
  for (Formula part : parts) {
    bool real_atom = part->kind == paired && (!conj || part->children[0]->kind == FormulaKind::positive);
    if (real_atom) {
      std::string left;
      std::string right;
      order(conj ? part->children[0]->real : part->real, "", &left, &right);
      auto twin = std::find(sides.begin(), sides.end(), std::pair(right, left));
      if (twin != sides.end()) {
        const auto& [a, b] = *twin;
        out[places[static_cast<std::size_t>(twin - sides.begin())]] =
            (a == "0" ? b : a) + (conj ? " == " : " != ") + (a == "0" ? a : b);
        continue;
      }
      sides.emplace_back(left, right);
      places.push_back(out.size());
    }
    out.push_back(at_least(condition(part), conj ? negation : conjunction));
  }
  for (const WinnerIs& each : winners) {
    if (each.cell.size() != program_[each.reduction].binders.size())
      throw Unsayable{"one coordinate of a cell of `argmax` stands alone"};
    out.push_back(winner(each));
  }
  std::string text;
  for (const std::string& part : out) text += (text.empty() ? "" : conj ? " and " : " or ") + part;
  return {text, out.size() == 1 ? comparison_level : conj ? conjunction : disjunction};
}

Writer::Text Writer::condition(Formula f) {
  switch (f->kind) {
    case FormulaKind::truth:
      return {"true", tight};
    case FormulaKind::falsity:
      return {"false", tight};
    case FormulaKind::at_most_zero:
      return comparison(f->index, " <= ");
    case FormulaKind::zero: {
      std::vector<WinnerIs> winners;
      if (note_winner(f, winners)) return junction({f}, true);
      return comparison(f->index, " == ");
    }
    case FormulaKind::predicate:
      return {program_[f->predicate].name + (f->indices.empty() ? "" : "[" + arguments(f->indices) + "]"), tight};
    case FormulaKind::positive:
      return order(f->real, " > ", nullptr, nullptr);
    case FormulaKind::negation:
      if (f->children[0]->kind == FormulaKind::zero) return comparison(f->children[0]->index, " != ");
      if (f->children[0]->kind == FormulaKind::positive) return order(f->children[0]->real, " <= ", nullptr, nullptr);
      return {"not " + at_least(condition(f->children[0]), negation), negation};
    case FormulaKind::conjunction:
      return junction(f->children, true);
    case FormulaKind::disjunction:
      return junction(f->children, false);
    case FormulaKind::all:
    case FormulaKind::any: {
      std::string head = f->kind == FormulaKind::all ? "all(" : "any(";
      head += binder_list(f->binders);
      if (f->children[0] != t_.truth()) head += " | " + at_least(condition(f->children[0]), disjunction);
      Text body = condition(f->children[1]);
      vocabulary_.unbind(f->binders.size());
      return {head + ") " + at_least(body, negation), comparison_level};
    }
  }
  return {"true", tight};
}

std::string Writer::formula(Formula f) { return condition(f).text; }

}  // namespace germ::derive
