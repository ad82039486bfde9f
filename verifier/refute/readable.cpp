#include "refute/readable.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "ir/printer.hpp"

namespace germ::refute {

using namespace ir;

namespace {

class Tidy {
 public:
  explicit Tidy(Program& program) : t_(program.terms()) {}

  Real of(Real r, const std::vector<Binder>& scope) {
    switch (r->kind) {
      case RealKind::add:
        return t_.add(children(r, scope));
      case RealKind::mul:
        return t_.mul(children(r, scope));
      case RealKind::power:
        return t_.power(of(r->children[0], scope), r->value);
      case RealKind::choose:
        return t_.choose(r->condition, of(r->children[0], scope), of(r->children[1], scope));
      case RealKind::sum:
        return sum(r, scope);
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::read:
      case RealKind::apply:
      case RealKind::maximum:
      case RealKind::stop:
        return r;
    }
    return r;
  }

 private:
  std::vector<Real> children(Real r, const std::vector<Binder>& scope) {
    std::vector<Real> out;
    for (Real child : r->children) out.push_back(of(child, scope));
    return out;
  }

  // match: sum(b < B, .. | b == e and P) f, where e < B is an index outside of it or of its own
  // result: the sum over the others of f at b = e, where P
  Real sum(Real r, const std::vector<Binder>& scope) {
    std::vector<Binder> binders = r->binders;
    Formula condition = r->condition;
    Real body = r->children[0];
    for (bool again = true; again;) {
      again = false;
      for (Formula part : t_.conjuncts(condition)) {
        auto [bound, other] = renamed_by(part, binders, scope);
        if (!bound.valid()) continue;
        const Substitution value{{bound, t_.variable(other)}};
        condition = t_.substitute(condition, value);
        body = t_.substitute(body, value);
        std::erase_if(binders, [&, gone = bound](const Binder& binder) { return binder.variable == gone; });
        again = true;
        break;
      }
    }
    std::vector<Binder> inside = scope;
    Substitution primes;
    for (Binder& binder : binders) {
      std::string name(t_.name(binder.variable));
      while (std::any_of(inside.begin(), inside.end(), [&](const Binder& b) { return t_.name(b.variable) == name; }))
        name += '\'';
      if (name != t_.name(binder.variable)) {
        const Var fresh = t_.fresh(name);
        primes.set(binder.variable, t_.variable(fresh));
        binder.variable = fresh;
      }
      inside.push_back(binder);
    }
    body = of(t_.substitute(body, primes), inside);
    if (binders.empty() && condition == t_.truth()) return body;
    return t_.sum(std::move(binders), t_.substitute(condition, primes), body);
  }

  // The bound variable and the other one, of the same range.
  std::pair<Var, Var> renamed_by(Formula part, const std::vector<Binder>& binders, const std::vector<Binder>& scope) {
    if (part->kind != FormulaKind::zero || part->index->constant != 0 || part->index->terms.size() != 2) return {};
    std::array<Var, 2> sides;
    std::int64_t coefficients = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& term = part->index->terms[k];
      if (term.atom->kind != AtomKind::variable || (term.coefficient != 1 && term.coefficient != -1)) return {};
      sides[k] = term.atom->variable;
      coefficients += term.coefficient;
    }
    if (coefficients != 0) return {};
    for (std::size_t k = 0; k < 2; ++k) {
      auto extent_in = [](const std::vector<Binder>& among, Var v) {
        for (const Binder& binder : among)
          if (binder.variable == v) return binder.extent;
        return Index();
      };
      Index own = extent_in(binders, sides[k]);
      Index outer = extent_in(scope, sides[1 - k]);
      if (!outer) outer = extent_in(binders, sides[1 - k]);
      if (own && outer && own == outer) return {sides[k], sides[1 - k]};
    }
    return {};
  }

  Terms& t_;
};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end > begin) out.push_back(text.substr(begin, end - begin));
    begin = std::max(end, begin + 1);
  }
  return out;
}

void replace_word(std::string& text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool whole = (at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]));
    if (whole) text.replace(at, word.size(), by);
    at += whole ? by.size() : 1;
  }
}

bool made_on_the_way(const std::string& word) {
  return word.size() > 1 && word[0] == '_' &&
         std::all_of(word.begin() + 1, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// "A <= B" and "B <= A": "A == B"; likewise "A <= 0" and "-A <= 0". Empty: they are not.
std::string as_equality(const std::string& one, const std::string& other) {
  const std::string relation = " <= ";
  for (std::size_t at = one.find(relation); at != std::string::npos; at = one.find(relation, at + 1)) {
    const std::string left = one.substr(0, at);
    const std::string right = one.substr(at + relation.size());
    if (other == right + relation + left) return left + " == " + right;
    if (right == "0" && other == "-" + left + relation + "0") return left + " == 0";
  }
  return "";
}

// The application that begins at `at`, its brackets included.
std::string application_at(const std::string& text, std::size_t at, std::size_t name) {
  std::size_t end = at + name;
  if (end >= text.size() || text[end] != '[') return "";
  int depth = 0;
  for (; end < text.size(); ++end) {
    depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    if (depth == 0) return text.substr(at, end + 1 - at);
  }
  return "";
}

// Each winner that the texts mention: its window and place, with a number of its own; all components at once.
std::vector<std::string> name_winners(const Program& program, const std::vector<std::string*>& texts) {
  std::vector<std::string> out;
  std::size_t number = 0;
  for (const Reduction& reduction : program.reductions())
    for (const std::vector<FunctionId>* components : {&reduction.winner, &reduction.live}) {
      std::set<std::string> places;
      for (FunctionId component : *components)
        for (const std::string* text : texts) {
          const std::string& name = program[component].name;
          for (std::size_t at = text->find(name); at != std::string::npos; at = text->find(name, at + 1))
            if (at == 0 || !in_word((*text)[at - 1]))
              if (std::string whole = application_at(*text, at, name.size()); !whole.empty())
                places.insert(whole.substr(name.size()));
        }
      for (const std::string& place : places) {
        std::string names;
        for (FunctionId component : *components) {
          const std::string name = "top" + std::to_string(++number);
          names += (names.empty() ? "" : ", ") + name;
          for (std::string* text : texts) {
            const std::string whole = program[component].name + place;
            for (std::size_t at = text->find(whole); at != std::string::npos; at = text->find(whole, at + name.size()))
              text->replace(at, whole.size(), name);
          }
        }
        out.push_back((components->size() == 1 ? names : "(" + names + ")") + " the first maximal cell at " + place);
      }
    }
  return out;
}

}  // namespace

std::string readable_definition(Program& program, TensorId tensor) {
  const Tensor definition = program[tensor];
  std::string out = to_string(program, tensor);
  if (!definition.body) return out;
  const std::string body = to_string(program, *definition.body);
  return out.substr(0, out.size() - body.size()) +
         to_string(program, Tidy(program).of(*definition.body, definition.axes));
}

std::string readable_condition(Program& program, Formula formula) {
  const std::string text = to_string(program, formula);
  if (formula->kind != FormulaKind::disjunction) return text;
  if (formula->children.size() == 2 && formula->children[0]->kind == FormulaKind::positive &&
      formula->children[1]->kind == FormulaKind::positive) {
    auto refuted = [&](Formula child) { return to_string(program, program.terms().not_(child)); };
    const std::string equality = as_equality(refuted(formula->children[0]), refuted(formula->children[1]));
    const std::size_t at = equality.rfind(" == ");
    if (at != std::string::npos) return equality.substr(0, at) + " != " + equality.substr(at + 4);
  }
  return "(" + text + ")";
}

std::vector<std::string> readable_conditions(Program& program, const std::vector<Formula>& conditions) {
  std::vector<std::string> out;
  for (Formula condition : conditions) {
    std::string text = readable_condition(program, condition);
    auto pair = std::find_if(out.begin(), out.end(), [&](std::string& other) {
      std::string equality = as_equality(other, text);
      if (!equality.empty()) other = equality;
      return !equality.empty();
    });
    if (pair == out.end()) out.push_back(std::move(text));
  }
  return out;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

std::vector<std::string> give_names(const Program& program, const std::vector<std::string*>& texts) {
  std::set<std::string> words;
  for (const std::string* text : texts)
    for (std::string& word : words_of(*text)) words.insert(std::move(word));
  std::map<std::string, std::string> names;
  const std::string letters = "pqrstijklmabcdefgh";
  std::size_t next = 0;
  for (const std::string& word : words) {
    if (!made_on_the_way(word)) continue;
    while (next < letters.size() && words.contains(std::string(1, letters[next]))) ++next;
    if (next < letters.size()) names[word] = std::string(1, letters[next++]);
  }
  for (const auto& [word, name] : names)
    for (std::string* text : texts) replace_word(*text, word, name);
  return name_winners(program, texts);
}

}  // namespace germ::refute
