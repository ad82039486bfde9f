#include "syntax/elaborate_claims.hpp"

#include <algorithm>

#include "syntax/elaborate_backward.hpp"
#include "syntax/elaborate_script.hpp"
#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

namespace {

using Constants = std::vector<const ConstItem::Constant*>;

Constants constants_of(const Subject& subject) {
  Constants out;
  for (const ConstItem* item : items_of<ConstItem>(subject))
    for (const auto& constant : item->constants) out.push_back(&constant);
  return out;
}

bool mentions_only(const Expr& expr, const Constants& constants) {
  if (expr.kind == ExprKind::name)
    return std::any_of(constants.begin(), constants.end(), [&](const auto* c) { return c->name.text == expr.text; });
  if (expr.kind == ExprKind::reduction || expr.kind == ExprKind::subscript) return false;
  return std::all_of(expr.args.begin() + (expr.kind == ExprKind::call ? 1 : 0), expr.args.end(),
                     [&](const ExprPtr& arg) { return mentions_only(*arg, constants); });
}

// A requirement between constants alone chooses members; with a fault in it every member stays, and the fault shows
// when one is elaborated.
bool is_member(const Declarations& declarations, const Subject& subject, const Constants& constants,
               const ir::Member& member) {
  ir::Program program;
  Context context(declarations, program);
  Scope& scope = context.open(subject.name, nullptr);
  bool holds = true;
  context.guarded(subject.span, [&] {
    declare_constants(scope, context, subject, {member.constants.begin(), member.constants.end()}, subject.span);
    for (const RequireItem* item : items_of<RequireItem>(subject))
      for (const ExprPtr& fact : item->facts)
        if (mentions_only(*fact, constants))
          holds = holds && formula_of(frame_of(context, scope), *fact) != program.terms().falsity();
  });
  return holds;
}

// The family of a theorem about a layer is that of the layer.
const Declaration& family_of(const Declarations& declarations, const Declaration& declaration) {
  const auto* theorem = std::get_if<TheoremDecl>(&declaration);
  if (!theorem || !about_layer(theorem->kind)) return declaration;
  const Declaration* layer = declarations.find(theorem->layer.text);
  return layer ? *layer : declaration;
}

// The number of members before requirements; nothing for more than the limit.
std::optional<std::size_t> family_size(const Constants& constants) {
  std::size_t size = 1;
  for (const auto* constant : constants) {
    if (constant->high < constant->low) return 0;
    std::uint64_t width = static_cast<std::uint64_t>(constant->high) - static_cast<std::uint64_t>(constant->low);
    if (width >= most_members) return std::nullopt;
    size *= static_cast<std::size_t>(width) + 1;
    if (size > most_members) return std::nullopt;
  }
  return size;
}

std::optional<ir::Verdict> verdict(Expectation expectation) {
  switch (expectation) {
    case Expectation::none:
    case Expectation::proved:
      return std::nullopt;
    case Expectation::refuted:
      return ir::Verdict::refuted;
    case Expectation::unknown:
      return ir::Verdict::unknown;
    case Expectation::vacuous:
      return ir::Verdict::vacuous;
    case Expectation::invalid:
      return ir::Verdict::invalid;
  }
  return std::nullopt;
}

// What the kernel is asked, and the word that it is asked by where that is another.
struct Asked {
  ir::StatementKind kind;
  const char* word = "";
};
Asked asked(TheoremKind kind) {
  switch (kind) {
    case TheoremKind::vjp:
      return {ir::StatementKind::vjp};
    case TheoremKind::jvp:
      return {ir::StatementKind::jvp};
    case TheoremKind::gradient:
      return {ir::StatementKind::vjp, "gradient"};
    case TheoremKind::surrogate:
      return {ir::StatementKind::vjp, "surrogate"};
    case TheoremKind::not_differentiable:
      return {ir::StatementKind::not_differentiable};
    case TheoremKind::exact:
      return {ir::StatementKind::exact};
    case TheoremKind::kink:
      return {ir::StatementKind::kink};
    case TheoremKind::unique:
      return {ir::StatementKind::unique};
    case TheoremKind::equal:
      return {ir::StatementKind::equal};
    case TheoremKind::implies:
      return {ir::StatementKind::implies};
    case TheoremKind::local_equality:
      return {ir::StatementKind::local_equality};
    case TheoremKind::continuous:
      return {ir::StatementKind::continuous};
    case TheoremKind::open:
      return {ir::StatementKind::open};
    case TheoremKind::selector:
      return {ir::StatementKind::implies, "selector"};
    case TheoremKind::fold:
      return {ir::StatementKind::implies, "fold"};
    case TheoremKind::faithful:
      return {ir::StatementKind::faithful};
  }
  return {ir::StatementKind::vjp};
}

ir::Claim theorem_claim(const TheoremDecl& theorem, std::vector<ir::Member> members) {
  ir::Claim claim;
  claim.name = theorem.name.text;
  claim.kind = asked(theorem.kind).kind;
  claim.word = theorem.schema ? "schema" : asked(theorem.kind).word;
  claim.span = theorem.name.span;
  claim.expect = verdict(theorem.expect);
  claim.members = std::move(members);
  claim.subject = theorem.name.text;
  if (theorem.backward) claim.backward = theorem.backward->text;
  if (theorem.pairing) claim.script = ir::Script::pairing;
  if (!theorem.steps.empty()) claim.script = ir::Script::steps;
  claim.cites = cited_by(theorem.steps);
  if (theorem.partner) claim.partner = theorem.partner->text;
  for (const auto& wrt : theorem.wrt) claim.wrt.push_back(wrt.variable.name.text);
  return claim;
}

bool has_own_domain(const Subject& subject, const std::string& variable) {
  auto lines = items_of<DomainItem>(subject);
  return std::any_of(lines.begin(), lines.end(), [&](const DomainItem* line) {
    return std::any_of(line->wrt.begin(), line->wrt.end(), [&](const Name& name) { return name.text == variable; });
  });
}

ir::Claim jvp_claim(const Subject& subject, const JvpItem& jvp, Span span, const std::vector<ir::Member>& members) {
  ir::Claim claim;
  claim.name = subject.name + "." + (jvp.name ? jvp.name->text : "jvp");
  claim.kind = ir::StatementKind::jvp;
  claim.span = span;
  claim.expect = verdict(jvp.expect);
  claim.members = members;
  claim.subject = subject.name;
  if (jvp.name) claim.backward = jvp.name->text;
  return claim;
}

// The joint claim of each backward, then one claim a variable; one claim of each jvp.
std::vector<ir::Claim> backward_claims(const Subject& subject, const std::vector<ir::Member>& members) {
  std::vector<ir::Claim> out;
  for (const Item& item : *subject.items) {
    if (const auto* jvp = std::get_if<JvpItem>(&item.content))
      out.push_back(jvp_claim(subject, *jvp, item.span, members));
    const auto* backward = std::get_if<BackwardItem>(&item.content);
    if (!backward) continue;
    ir::Claim joint;
    joint.name = subject.name + "." + (backward->name ? backward->name->text : "backward");
    joint.span = item.span;
    joint.expect = verdict(backward->expect);
    joint.members = members;
    joint.subject = subject.name;
    if (backward->name) joint.backward = backward->name->text;
    if (backward->surrogate) joint.word = "surrogate";
    if (!backward->steps.empty()) joint.script = ir::Script::steps;
    joint.cites = cited_by(backward->steps);
    out.push_back(joint);
    std::vector<std::string> variables = variables_of(subject, *backward);
    if (variables.size() < 2 || backward->expect != Expectation::none) continue;
    for (const std::string& variable : variables) {
      ir::Claim single = joint;
      single.name += " wrt " + variable;
      single.wrt = {variable};
      single.part = !has_own_domain(subject, variable);
      out.push_back(std::move(single));
    }
  }
  return out;
}

}  // namespace

std::vector<ir::Member> members_of(const Declarations& declarations, const Declaration& declaration) {
  Subject subject = subject_of(family_of(declarations, declaration));
  Constants constants = constants_of(subject);
  if (family_size(constants).value_or(0) == 0) return {};
  std::vector<ir::Member> members{ir::Member{}};
  for (const auto* constant : constants) {
    std::vector<ir::Member> wider;
    for (const ir::Member& member : members)
      for (std::int64_t value = constant->low;; ++value) {
        wider.push_back(member);
        wider.back().constants.emplace_back(constant->name.text, value);
        if (value == constant->high) break;  // the greatest integer has no successor
      }
    members = std::move(wider);
  }
  std::erase_if(members,
                [&](const ir::Member& member) { return !is_member(declarations, subject, constants, member); });
  return members;
}

std::optional<Diagnostic> family_fault(const Declarations& declarations, const Declaration& declaration) {
  const Declaration& family = family_of(declarations, declaration);
  Constants constants = constants_of(subject_of(family));
  auto size = family_size(constants);
  auto fault = [&](const char* id, std::string message, Span span) {
    return Diagnostic{id, std::move(message), span, Severity::error, {}};
  };
  if (!size)
    return fault(
        "G315",
        "the family of `" + name_of(family).text + "` has more than " + std::to_string(most_members) + " members",
        constants.front()->name.span);
  for (const auto* constant : constants)
    if (constant->high < constant->low)
      return fault("G314",
                   "the range " + std::to_string(constant->low) + ".." + std::to_string(constant->high) + " of `" +
                       constant->name.text + "` is empty",
                   constant->name.span);
  if (members_of(declarations, declaration).empty())
    return fault("G314", "no member of the family of `" + name_of(family).text + "` has what it requires",
                 name_of(family).span);
  return std::nullopt;
}

std::vector<const Declaration*> all_declarations(const Library& library) {
  std::vector<const Declaration*> out;
  for (const auto& module : library.modules())
    for (const Declaration& declaration : module->declarations) out.push_back(&declaration);
  return out;
}

std::vector<ir::Claim> claims_of(const Declarations& declarations, const Declaration& declaration) {
  if (const auto* theorem = std::get_if<TheoremDecl>(&declaration))
    return {theorem_claim(*theorem, members_of(declarations, declaration))};
  return backward_claims(subject_of(declaration), members_of(declarations, declaration));
}

std::vector<ir::Claim> claims(const Library& library) {
  Declarations declarations(library);
  std::vector<ir::Claim> out;
  for (const Declaration* declaration : all_declarations(library))
    for (ir::Claim& claim : claims_of(declarations, *declaration)) out.push_back(std::move(claim));
  return out;
}

std::vector<ir::Claim> claims_about(const Library& library, const std::string& layer) {
  Declarations declarations(library);
  std::vector<ir::Claim> out;
  for (const Declaration* declaration : all_declarations(library)) {
    // The family of a theorem about a layer is the layer's, and no other declaration's is.
    if (name_of(family_of(declarations, *declaration)).text != layer) continue;
    for (ir::Claim& claim : claims_of(declarations, *declaration)) out.push_back(std::move(claim));
  }
  return out;
}

}  // namespace germ::syntax
