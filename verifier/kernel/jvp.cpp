// The rules for forward mode: a jvp by derivation, and a vjp from a jvp or the reverse by pairing.

#include <algorithm>

#include "calculus/forward_mode.hpp"
#include "calculus/mentions.hpp"
#include "calculus/traits.hpp"
#include "ir/alike.hpp"
#include "kernel/adjoints.hpp"
#include "kernel/steps.hpp"
#include "kernel/theorem.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

// Below, V is the set of variables that move, J the derivative of the outputs in V at a point.
class ForwardMode {
 public:
  ForwardMode(Statement& statement, const Context& context, Attempt& attempt)
      : statement_(statement),
        program_(*statement.program),
        t_(program_.terms()),
        attempt_(attempt),
        discharge_(program_, statement.domain, context, attempt),
        defined_(program_) {
    for (const VariableTangent& tangent : statement.tangents) {
      variables_.push_back(tangent.of);
      tangents_.push_back(tangent.tangent);
    }
  }

  // Each variable has a free tangent of its own, which no forward reads.
  bool well_formed();
  // Hypotheses that can be met, values that exist, outputs that are jointly differentiable in V.
  bool begins(Form form);
  // The declared tangents are J applied to the variables' tangents.
  bool tangents_shown();
  // The declared adjoints are the transpose of J applied to the cotangents.
  bool adjoints_shown() { return Adjoints(statement_, discharge_, defined_, attempt_).shown(); }
  // The backward and the jvp are about the same variables and slices, and neither reads what the other is about.
  bool partners();
  // sum over o of dy[o] * ty[o] = sum over k of dx[k] * tx[k].
  bool paired();

 private:
  bool same_axes(TensorId a, TensorId b);
  bool owes_nothing(std::size_t first, const char* otherwise);
  TensorId scalar(const char* name, Real body);
  Real inner_product(TensorId a, TensorId b, TensorId sliced, Formula slice);
  const VariableTangent* moved(TensorId variable) const;

  Statement& statement_;
  Program& program_;
  Terms& t_;
  Attempt& attempt_;
  Discharge discharge_;
  calculus::Definedness defined_;
  std::vector<TensorId> variables_;
  std::vector<TensorId> tangents_;
};

bool ForwardMode::same_axes(TensorId a, TensorId b) {
  const std::vector<Binder> left = program_[a].axes;
  const std::vector<Binder> right = program_[b].axes;
  bool same = left.size() == right.size();
  for (std::size_t i = 0; same && i < left.size(); ++i)
    same = left[i].extent == right[i].extent ||
           discharge_.contradicts_facts(t_.not_(t_.equal(left[i].extent, right[i].extent)));
  if (!same)
    attempt_.reason = "`" + program_[a].name + "` and `" + program_[b].name + "` are not shown to have one shape";
  return same;
}

bool distinct(std::vector<TensorId> tensors) {
  std::sort(tensors.begin(), tensors.end());
  return std::adjacent_find(tensors.begin(), tensors.end()) == tensors.end();
}

// "For every value of the tangents" says what it seems to say only if each is free, its own, and read by no forward.
bool ForwardMode::well_formed() {
  check(!statement_.tangents.empty() && !statement_.outputs.empty(), "a jvp statement has tangents and outputs");
  check(statement_.outputs.size() == statement_.output_tangents.size(), "each output has a tangent");
  std::vector<TensorId> free = variables_;
  free.insert(free.end(), tangents_.begin(), tangents_.end());
  check(distinct(std::move(free)), "each variable has a tangent of its own");
  for (const VariableTangent& tangent : statement_.tangents) {
    check(!program_[tangent.of].body && !program_[tangent.tangent].body, "variables and tangents are free");
    check(calculus::integer_only(tangent.slice), "a slice is chosen by indices");
    if (!same_axes(tangent.of, tangent.tangent)) return false;
  }
  calculus::Mentions forward(program_);
  forward.visit(statement_.domain);
  for (TensorId output : statement_.outputs) forward.visit(output);
  check(!forward.any_of(tangents_), "the forward and its domain do not read a tangent");
  for (std::size_t o = 0; o < statement_.outputs.size(); ++o)
    check(statement_.output_tangents[o].of == statement_.outputs[o], "the tangents are those of the outputs, in order");
  return true;
}

bool ForwardMode::begins(Form form) {
  if (!starts(statement_, discharge_, defined_, attempt_)) return false;
  for (const VariableTangent& tangent : statement_.tangents)
    if (!claims_something(program_, discharge_, {tangent.of, tangent.tangent, tangent.slice}, attempt_)) return false;
  for (const OutputTangent& tangent : statement_.output_tangents)
    if (!claims_something(program_, discharge_, {tangent.of, tangent.declared, t_.truth()}, attempt_)) return false;
  return differentiable(statement_, variables_, form, discharge_, defined_, attempt_);
}

bool ForwardMode::owes_nothing(std::size_t first, const char* otherwise) {
  auto begin = defined_.obligations().begin() + static_cast<std::ptrdiff_t>(first);
  discharge_.all({begin, defined_.obligations().end()}, true);
  if (!attempt_.open.empty()) attempt_.reason = otherwise;
  return attempt_.open.empty();
}

// match: outputs y differentiable in V, declared ty
// result: ty = J tx for all tx
// when: ty[o] = the forward-mode tangent of y at o (G1, G2), by the normal form
bool ForwardMode::tangents_shown() {
  attempt_.begin(Rule::forward_chain);
  std::size_t owed = defined_.obligations().size();
  std::vector<TensorId> derived = calculus::derive_jvp(program_, statement_.tangents, statement_.outputs);
  for (TensorId tangent : derived) defined_.require(tangent);
  if (!owes_nothing(owed, "a value of the derivative is not shown to exist")) return false;
  for (std::size_t o = 0; o < derived.size(); ++o)
    if (!compared_equal(program_, discharge_, defined_,
                        {derived[o], statement_.output_tangents[o].declared, t_.truth(), {}}, attempt_))
      return false;
  attempt_.ledger.add("G1, G2", "chain rule forward", derived.size());
  return true;
}

const VariableTangent* ForwardMode::moved(TensorId variable) const {
  auto found = std::find_if(statement_.tangents.begin(), statement_.tangents.end(),
                            [&](const VariableTangent& tangent) { return tangent.of == variable; });
  return found == statement_.tangents.end() ? nullptr : &*found;
}

bool ForwardMode::partners() {
  check_vjp_parts(statement_);
  std::vector<TensorId> free = variables_;
  free.insert(free.end(), tangents_.begin(), tangents_.end());
  free.insert(free.end(), statement_.cotangents.begin(), statement_.cotangents.end());
  check(distinct(std::move(free)), "variables, tangents and cotangents vary by themselves");
  std::vector<TensorId> adjoint_variables;
  calculus::Mentions backward(program_);
  calculus::Mentions forward(program_);
  forward.visit(statement_.domain);
  for (std::size_t o = 0; o < statement_.outputs.size(); ++o) {
    check(!program_[statement_.cotangents[o]].body, "cotangents are free");
    forward.visit(statement_.outputs[o]);
    forward.visit(statement_.output_tangents[o].declared);
    if (!same_axes(statement_.outputs[o], statement_.cotangents[o])) return false;
    if (!same_axes(statement_.outputs[o], statement_.output_tangents[o].declared)) return false;
  }
  for (const Adjoint& adjoint : statement_.adjoints) {
    adjoint_variables.push_back(adjoint.of);
    backward.visit(adjoint.declared);
    const VariableTangent* tangent = moved(adjoint.of);
    if (!tangent || statement_.adjoints.size() != statement_.tangents.size()) {
      attempt_.reason = "the backward and the jvp are about different variables";
      return false;
    }
    if (!same_axes(adjoint.of, adjoint.declared)) return false;
    Substitution formals;
    for (std::size_t i = 0; i < program_[adjoint.declared].axes.size(); ++i)
      formals.set(program_[tangent->tangent].axes[i].variable,
                  t_.variable(program_[adjoint.declared].axes[i].variable));
    if (!alike(t_.substitute(tangent->slice, formals), adjoint.slice)) {
      attempt_.reason = "the backward and the jvp are about different slices";
      return false;
    }
  }
  check(distinct(adjoint_variables), "each variable has one adjoint");
  check(!backward.any_of(tangents_), "the backward does not read a tangent");
  check(!forward.any_of(statement_.cotangents), "the forward and the jvp do not read a cotangent");
  return true;
}

TensorId ForwardMode::scalar(const char* name, Real body) {
  Tensor tensor;
  tensor.name = name;
  tensor.role = TensorRole::let;
  tensor.body = body;
  tensor.span = statement_.span;
  return program_.add_tensor(std::move(tensor));
}

// The sum over the entries of `sliced` at which `slice` holds, a formula over its formals, of a * b.
Real ForwardMode::inner_product(TensorId a, TensorId b, TensorId sliced, Formula slice) {
  auto [binders, renaming] = t_.rename(program_[sliced].axes);
  std::vector<Index> at;
  for (const Binder& binder : binders) at.push_back(t_.variable(binder.variable));
  return t_.sum(binders, t_.substitute(slice, renaming), t_.mul({t_.read(a, at), t_.read(b, at)}));
}

bool ForwardMode::paired() {
  attempt_.begin(Rule::pairing);
  std::vector<Real> outputs, variables;
  for (std::size_t o = 0; o < statement_.outputs.size(); ++o)
    outputs.push_back(inner_product(statement_.cotangents[o], statement_.output_tangents[o].declared,
                                    statement_.outputs[o], t_.truth()));
  for (const Adjoint& adjoint : statement_.adjoints)
    variables.push_back(inner_product(adjoint.declared, moved(adjoint.of)->tangent, adjoint.declared, adjoint.slice));
  std::size_t owed = defined_.obligations().size();
  TensorId left = scalar("the pairing of the outputs", t_.add(std::move(outputs)));
  TensorId right = scalar("the pairing of the variables", t_.add(std::move(variables)));
  defined_.require(left);
  defined_.require(right);
  if (!owes_nothing(owed, "a value of the pairing is not shown to exist")) return false;
  attempt_.claims_backward = false;  // the words for two sides
  if (compared_equal(program_, discharge_, defined_, {left, right, t_.truth(), {}}, attempt_)) {
    attempt_.ledger.add("G17", "pairing: sum of cotangents * output tangents = sum of adjoints * tangents");
    return true;
  }
  attempt_.reason = "the pairing of the backward with the jvp is not shown: " + attempt_.reason;
  return false;
}

}  // namespace

Attempt Theorem::jvp(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::jvp, "the jvp rule proves jvp statements");
    check(statement.script == Script::automatic, "a pairing has a rule of its own");
    attempt.claims_backward = true;
    ForwardMode rule(statement, context, attempt);
    if (rule.well_formed() && rule.begins(form) && rule.tangents_shown()) conclude(StatementKind::jvp, attempt);
  });
}

// G17. Let <dy, F(tx)> = <B(dy), tx> for all dy and tx, where F reads no dy and B no tx.
//   F = J: for all tx, <B(dy), tx> = <dy, J tx> = <J^T dy, tx>; tx one-hot: B = J^T.
//   B = J^T: for all dy, <dy, F(tx)> = <J^T dy, tx> = <dy, J tx>; dy one-hot: F = J.
// The premise is proved here, on the program of the conclusion: there is no theorem to hand in.
Attempt Theorem::pairing(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.of_derivative() && statement.script == Script::pairing, "a pairing proves a vjp or a jvp");
    attempt.claims_backward = true;
    ForwardMode rule(statement, context, attempt);
    if (!rule.well_formed() || !rule.partners() || !rule.begins(form)) return;
    const bool concludes_vjp = statement.kind == StatementKind::vjp;
    if (!(concludes_vjp ? rule.tangents_shown() : rule.adjoints_shown())) {
      attempt.reason =
          std::string("the premise, the ") + (concludes_vjp ? "jvp" : "vjp") + ", is not shown: " + attempt.reason;
      return;
    }
    if (rule.paired()) conclude(statement.kind, attempt);
  });
}

}  // namespace germ::kernel
