#include "refute/owed.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/check.hpp"
#include "ir/printer.hpp"
#include "refute/linear_solver.hpp"

namespace germ::refute {

using namespace ir;
using calculus::Obligation;
using kernel::Because;

namespace {

// 0 <= v, with nothing else: v.
Var nonnegative(Formula f) {
  if (f->kind != FormulaKind::at_most_zero || f->index->constant != 0 || f->index->terms.size() != 1) return {};
  const auto& term = f->index->terms.front();
  return term.coefficient == -1 && term.atom->kind == AtomKind::variable ? term.atom->variable : Var{};
}

// v + 1 <= extent.
Index extent_above(Terms& terms, Formula f, Var v) {
  if (f->kind != FormulaKind::at_most_zero) return {};
  for (const auto& term : f->index->terms)
    if (term.atom->kind == AtomKind::variable && term.atom->variable == v && term.coefficient == 1)
      return terms.sub(terms.add(terms.variable(v), terms.integer(1)), f->index);
  return {};
}

// Names of variables that stand in no text (`_4`) become letters that the texts leave free.
class Letters {
 public:
  explicit Letters(const std::vector<std::string*>& texts) {
    for (const std::string* text : texts)
      each_word(*text, [&](std::size_t begin, std::size_t end) { words_.insert(text->substr(begin, end - begin)); });
    for (const std::string& word : words_)
      if (made(word)) names_[word] = next();
    for (std::string* text : texts) rename(*text);
  }

 private:
  static bool made(const std::string& word) {
    return word.size() > 1 && word[0] == '_' &&
           std::all_of(word.begin() + 1, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  }

  template <class Visit>
  static void each_word(const std::string& text, Visit visit) {
    auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && in_word(text[end])) ++end;
      if (end > begin) visit(begin, end);
      begin = std::max(end, begin + 1);
    }
  }

  std::string next() {
    for (std::string round;; round += '\'')
      for (char letter : std::string("pqrstijklmabcdefgh")) {
        std::string name = letter + round;
        if (!words_.contains(std::string(1, letter)) && taken_.insert(name).second) return name;
      }
  }

  void rename(std::string& text) {
    std::string out;
    std::size_t copied = 0;
    each_word(text, [&](std::size_t begin, std::size_t end) {
      auto found = names_.find(text.substr(begin, end - begin));
      if (found == names_.end()) return;
      out += text.substr(copied, begin - copied) + found->second;
      copied = end;
    });
    text = out + text.substr(copied);
  }

  std::set<std::string> words_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> names_;
};

}  // namespace

Reasons::Reasons(const Statement& statement, const kernel::Context& context)
    : program_(*statement.program), terms_(program_.terms()), context_(context), domain_(statement.domain) {
  context_.replay = false;
  context_.make_solver = linear(context.make_solver);
  for (const ir::Clause& clause : statement.clauses) {
    std::string text = clause.text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    auto twice = [](char a, char b) { return a == ' ' && b == ' '; };
    text.erase(std::unique(text.begin(), text.end(), twice), text.end());
    clauses_.push_back({std::move(text), clause.formula});
  }
  if (statement.clauses.empty() && domain_ != terms_.truth())
    for (Formula part : terms_.conjuncts(domain_)) clauses_.push_back({to_string(program_, part), part});
  std::erase_if(clauses_, [&](const Clause& clause) { return clause.formula == terms_.truth(); });
}

std::vector<std::string> Reasons::clauses() const {
  std::vector<std::string> out;
  for (const Clause& clause : clauses_) out.push_back(clause.text);
  return out;
}

bool Reasons::shown(const Obligation& obligation, Formula domain) {
  kernel::Attempt scratch;
  try {
    kernel::Discharge(program_, domain, context_, scratch).all({obligation}, true);
  } catch (const LimitReached&) {
    return false;  // less may be harder to see
  }
  return scratch.open.empty();
}

void Reasons::explain(const Obligation& obligation, Owed& owed) {
  Obligation contrary = obligation;
  contrary.goal = terms_.falsity();
  auto tried = [&](const Obligation& asked, Why why) {
    for (const Clause& clause : clauses_) {
      if (!shown(asked, clause.formula)) continue;
      owed.why = why;
      owed.clauses = {clause.text};
      return true;
    }
    return false;
  };
  owed.why = Why::everywhere;
  if (shown(obligation, terms_.truth()) || clauses_.empty()) return;
  if (tried(contrary, Why::never_arises) || tried(obligation, Why::by_clauses)) return;
  owed.why = shown(contrary, domain_) ? Why::never_arises : Why::by_clauses;
  owed.clauses = clauses();
}

// The ranges of indices apart from what else its path says.
void Reasons::guards(const Obligation& obligation, Owed& owed) {
  std::set<Formula> left(obligation.path.begin(), obligation.path.end());
  left.erase(terms_.truth());
  for (Formula low : obligation.path) {
    const Var v = nonnegative(low);
    if (!v.valid() || !left.contains(low)) continue;
    for (Formula high : obligation.path) {
      Index extent = extent_above(terms_, high, v);
      if (!extent || !left.contains(high)) continue;
      owed.ranges.push_back(terms_.name(v) + " < " + to_string(program_, extent));
      left.erase(low);
      left.erase(high);
      break;
    }
  }
  for (Formula f : obligation.path)
    if (left.erase(f)) owed.guards.push_back(to_string(program_, f));
}

Owed Reasons::of(const kernel::Record& record) {
  Owed out;
  out.kind = record.kind;
  out.about = record.about;
  out.goal = record.goal;
  out.span = record.span;
  guards(record.owed, out);
  switch (record.because) {
    case Because::open:
      out.why = Why::open;
      break;
    case Because::at_once:
      out.why = Why::at_once;
      break;
    case Because::integers:
      out.why = Why::integers;
      break;
    case Because::solver:
      explain(record.owed, out);
      break;
  }
  std::vector<std::string*> texts{&out.about, &out.goal};
  for (std::string& range : out.ranges) texts.push_back(&range);
  for (std::string& guard : out.guards) texts.push_back(&guard);
  Letters letters(texts);
  return out;
}

}  // namespace germ::refute
