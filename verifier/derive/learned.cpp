#include "derive/learned.hpp"

#include <cctype>

namespace germ::derive {

using namespace ir;

namespace {

class Learner {
 public:
  Learner(Program& program, const Sources& sources, Vocabulary& vocabulary)
      : program_(program), sources_(sources), vocabulary_(vocabulary) {}

  void learn(const std::vector<Binder>& binders) {
    for (const Binder& binder : binders) vocabulary_.learn(program_.terms().name(binder.variable), binder.extent);
  }
  void learn(Real real) {
    learn(real->binders);
    if (real->kind == RealKind::maximum) learn(program_[real->reduction]);
    if (real->condition) learn(real->condition);
    for (Real child : real->children) learn(child);
  }

 private:
  void learn(Formula formula) {
    learn(formula->binders);
    if (formula->real) learn(formula->real);
    for (Formula child : formula->children) learn(child);
  }
  void learn(const Reduction& reduction) {
    auto written = sources_.reduction(reduction.span);
    if (!written || written->binders.size() != reduction.binders.size()) return;
    for (std::size_t j = 0; j < reduction.binders.size(); ++j)
      vocabulary_.learn(written->binders[j], reduction.binders[j].extent);
  }

  Program& program_;
  const Sources& sources_;
  Vocabulary& vocabulary_;
};

}  // namespace

void learn_indices(Program& program, TensorId tensor, const Sources& sources, Vocabulary& vocabulary, Ranges& ranges) {
  ranges.add(program[tensor].axes);
  if (program[tensor].body) ranges.collect(*program[tensor].body);
  if (!has_own_name(program[tensor])) return;  // of a callee's text
  Learner learner(program, sources, vocabulary);
  learner.learn(program[tensor].axes);
  if (program[tensor].body) learner.learn(*program[tensor].body);
}

void Learned::forward(const std::vector<TensorId>& tensors, bool values_have_names) {
  std::set<TensorId> named;  // inner tensors that a let or output is a copy of
  for (TensorId tensor : tensors) {
    if (!program[tensor].body || (*program[tensor].body)->kind != RealKind::read) continue;
    Real body = *program[tensor].body;
    std::vector<Index> own;
    for (const Binder& axis : program[tensor].axes) own.push_back(program.terms().variable(axis.variable));
    if (!has_own_name(program[tensor])) {
      tidy.write_out(tensor);
    } else if (values_have_names && !has_own_name(program[body->tensor]) && body->indices == own) {
      tidy.read_as(body->tensor, tensor);
      named.insert(body->tensor);
    }
  }
  for (TensorId tensor : tensors) {
    if (!program[tensor].body) continue;
    bool output = program[tensor].role == TensorRole::output;
    bool has_name = named.contains(tensor) || (has_own_name(program[tensor]) && (values_have_names || !output));
    if (has_name) fold.learn(tensor, tidy.of(*program[tensor].body));
  }
}

bool has_own_name(const Tensor& tensor) { return tensor.name.find('.') == std::string::npos; }

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> out;
  std::string word;
  bool comment = false;
  for (char c : text) {
    if (c == '#') comment = true;
    if (c == '\n') comment = false;
    if (!comment && (std::isalnum(static_cast<unsigned char>(c)) || c == '_')) {
      word += c;
    } else {
      if (!word.empty()) out.insert(word);
      word.clear();
    }
  }
  return out;
}

}  // namespace germ::derive
