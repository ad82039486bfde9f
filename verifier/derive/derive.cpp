#include "derive/derive.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/check.hpp"
#include "calculus/traits.hpp"
#include "derive/backward.hpp"
#include "derive/declaration.hpp"
#include "derive/domain.hpp"
#include "derive/learned.hpp"
#include "derive/writer.hpp"

namespace germ::derive {

namespace {

// Does an output depend on a `stop` of something that moves?
class Stops {
 public:
  explicit Stops(ir::Layer& layer) : program_(*layer.program), dependence_(program_, variables(program_)) {}

  bool in(ir::Real real) {
    if (real->kind == ir::RealKind::stop && dependence_.depends(real->children[0])) return true;
    return std::any_of(real->children.begin(), real->children.end(), [&](ir::Real child) { return in(child); });
  }
  bool in_any() {
    return std::any_of(program_.tensors().begin(), program_.tensors().end(),
                       [&](const ir::Tensor& tensor) { return tensor.body && in(*tensor.body); });
  }

 private:
  static std::vector<ir::TensorId> variables(const ir::Program& program) {
    std::vector<ir::TensorId> out;
    for (std::uint32_t i = 0; i < program.tensors().size(); ++i)
      if (program[ir::TensorId{i}].differentiable()) out.push_back(ir::TensorId{i});
    return out;
  }
  ir::Program& program_;
  calculus::Dependence dependence_;
};

// A text and what the kernel says of it.
struct Trial {
  BackwardText backward;
  std::vector<std::string> domain;
  std::string reason;  // empty: proved
};

class Deriver {
 public:
  Deriver(const syntax::Library& library, const syntax::Declaration& declaration, const kernel::Context& context)
      : library_(library), text_(declaration), context_(context) {}

  Result<Derived> run() {
    Derived out;
    out.name = text_.name();
    out.place = text_.span();
    std::optional<Trial> first;
    std::set<std::string> texts;  // tried: a style need not make a difference
    for (Style style : {Style{false, false}, Style{false, true}, Style{true, false}, Style{true, true}}) {
      std::string reason;
      try {
        Trial trial;
        if (auto faults = write(style, trial.backward, reason)) return *faults;
        std::string text = reason.empty() ? text_.with(trial.backward, {}) : "";
        if (!text.empty() && texts.insert(text).second) {
          prove(trial);
          if (!first || trial.reason.empty()) first = std::move(trial);
          if (first->reason.empty()) break;
        }
      } catch (const Unsayable& unsayable) {
        reason = "the language has no words for this: " + unsayable.what;
      } catch (const LimitReached& limit) {
        reason = std::string("a limit was reached: ") + limit.what();
      }
      if (out.reason.empty()) out.reason = reason;
    }
    if (!first) return out;
    out.declaration = text_.with(first->backward, first->domain);
    out.lines = text_.lines(first->backward, first->domain);
    out.expected = first->reason.empty();
    out.reason = first->reason;
    return out;
  }

 private:
  // The backward of the forward, its constants replaced by what stands for them.
  std::optional<Diagnostics> write(Style style, BackwardText& backward, std::string& reason) {
    syntax::Library loose = library_with(library_, text_.span(), text_.forward(), true);
    Subject subject{text_.words(), text_.constants(), text_.is_function()};
    ir::Member member;
    for (const Constant& constant : subject.constants)
      member.constants.emplace_back(constant.name, constant.stands_for);
    Result<ir::Layer> layer = syntax::elaborate_layer(loose, text_.name(), member);
    if (!layer) {  // its places are of a text that does not outlive this function
      const Diagnostic& fault = layer.diagnostics().front();
      return Diagnostics{{fault.id, fault.message, text_.span(), Severity::error, {}}};
    }
    if (Stops(*layer).in_any()) {
      reason = "it depends on a `stop`, whose derivative is a decree: no backward is right";
      return std::nullopt;
    }
    Sources sources(loose);
    backward = write_backward(*layer, subject, sources, style);
    return std::nullopt;
  }

  // Proves the trial's text, with the conditions that its side conditions ask for where it has no domain of its own.
  void prove(Trial& trial) {
    std::optional<prover::Result> failed = attempt(trial);
    if (trial.reason.empty() || text_.has_domain() || !failed || failed->attempt.open.empty()) return;
    try {
      trial.domain = domain_conditions(*failed, words_of(text_.with(trial.backward, {})), trial.backward.indices,
                                       Sources(*tried_));
    } catch (const Unsayable& unsayable) {
      trial.reason += "; no domain can be said that excludes: " + unsayable.what;
      return;
    }
    attempt(trial);
    if (trial.reason.empty()) drop_needless(trial);
  }

  // Conditions that the others make needless.
  void drop_needless(Trial& trial) {
    for (std::size_t k = trial.domain.size(); k-- > 0 && trial.domain.size() > 1;) {
      Trial less = trial;
      less.domain.erase(less.domain.begin() + static_cast<std::ptrdiff_t>(k));
      attempt(less);
      if (less.reason.empty()) trial = std::move(less);
    }
  }

  // Tries to prove the trial's text; the failed attempt, if there is one. The first and the last member of a family;
  // the caller decides all.
  std::optional<prover::Result> attempt(Trial& trial) {
    tried_ = library_with(library_, text_.span(), text_.with(trial.backward, trial.domain), false);
    trial.reason.clear();
    std::vector<ir::Claim> claims = syntax::claims(*tried_);
    auto claim = std::find_if(claims.begin(), claims.end(), [&](const ir::Claim& each) {
      return each.subject == text_.name() && each.kind == ir::StatementKind::vjp && each.wrt.empty() &&
             each.name == text_.name() + ".backward";
    });
    if (claim == claims.end() || claim->members.empty()) {
      trial.reason = "the derived text makes no claim";
      return std::nullopt;
    }
    std::vector<ir::Member> members = {claim->members.front()};
    if (claim->members.size() > 1) members.push_back(claim->members.back());
    for (const ir::Member& member : members) {
      auto statement = syntax::elaborate(*tried_, *claim, member);
      if (!statement) {
        trial.reason = "the derived text is not well formed: " + statement.diagnostics().front().message;
        return std::nullopt;
      }
      prover::Result result =
          prover::prove([&] { return std::move(*syntax::elaborate(*tried_, *claim, member)); }, context_);
      if (result.attempt.theorem) continue;
      trial.reason = result.attempt.reason.empty() ? "it was not proved" : result.attempt.reason;
      return result;
    }
    return std::nullopt;
  }

  const syntax::Library& library_;
  DeclarationText text_;
  const kernel::Context& context_;
  std::optional<syntax::Library> tried_;  // with the last trial's text
};

}  // namespace

Result<Derived> derive(const syntax::Library& library, const std::string& name, const kernel::Context& context) {
  for (const syntax::Declaration* declaration : subjects(library))
    if (DeclarationText(*declaration).name() == name) return Deriver(library, *declaration, context).run();
  return Diagnostic{"G415", "there is no layer or function `" + name + "`", {}, Severity::error, {}};
}

syntax::Library library_with(const syntax::Library& library, const Derived& derived) {
  return library_with(library, derived.place, derived.declaration, false);
}

}  // namespace germ::derive
