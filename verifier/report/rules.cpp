#include "report/rules.hpp"

#include <array>

#include "base/check.hpp"

namespace germ::report {

namespace {

using kernel::Rule;

constexpr std::array table{
    RuleWords{
        Rule::hypotheses, "hypotheses", "The hypotheses make sense",
        "A domain that has no value somewhere says nothing there, and contradictory hypotheses prove anything: the "
        "domain is defined at every point, and it was not found contradictory."},
    RuleWords{Rule::definedness, "definedness", "Every value exists",
              "Each divisor is other than 0, each root and logarithm has its argument in range, each read lies in its "
              "tensor and each window has a cell, in all that the text defines. A read or a divisor for which this is "
              "plain owes nothing."},
    RuleWords{Rule::distribution, "G9", "Products are moved into the branches of `if`",
              "f * (a if P else b) = (f * a if P else f * b) at every point, and what is equal at every point is equal "
              "near each point. A factor that is 0 at a kink then counts."},
    RuleWords{
        Rule::local_form, "G13-G16, G19", "The outputs are jointly differentiable",
        "Sums, products and compositions of differentiable maps are differentiable. What remains is owed kink by "
        "kink: where the condition of an `if` may change, both branches have one value and one derivative (G19); "
        "cells that tie for a maximum have one derivative (G16); a condition that is continuous and strict at the "
        "point holds near it (G14)."},
    RuleWords{
        Rule::adjoint_on_way, "G1, G2", "Chain rule, down to a tensor on the way",
        "The derivative in a tensor is the sum, over all that read it, of their derivative times that of the read. "
        "The declared adjoint is equal to it, and stands for it from here on."},
    RuleWords{Rule::reverse_chain, "G1, G2", "Chain rule, down to a variable",
              "The derivative in a variable is the sum, over all that read it, of their derivative times that of the "
              "read; where a read has a condition, only where that holds. The declared adjoint is equal to it."},
    RuleWords{
        Rule::forward_chain, "G1, G2", "Chain rule, forward",
        "How a value moves is the sum, over all that it reads, of the derivative in the read times how that moves. "
        "The declared tangents are equal to it."},
    RuleWords{
        Rule::pairing, "G17", "Pairing of the backward with the jvp",
        "If one of them is the derivative, and the sum of cotangents times output tangents is the sum of adjoints "
        "times tangents for all values of both, then the other is the derivative too."},
    RuleWords{Rule::entries_equal, "normal form", "The entries of both sides are equal",
              "Both sides are written as sums of products under guards, equal products are gathered, and no integers "
              "exist at which the coefficients of a product differ."},
    RuleWords{Rule::implication, "implies", "The conclusion follows",
              "Each part of the conclusion holds at every point of the domain: its contrary and the domain, taken at "
              "finitely many cells, are contradictory."},
};

struct LedgerWords {
  const char* rule;    // empty: a solver
  const char* detail;  // empty: any
  const char* words;
};

constexpr std::array ledger{
    LedgerWords{"", "unsat", "the solver's answer `unsat` to a question about an obligation or the hypotheses"},
    LedgerWords{"", "unsat, of a group of the normal form",
                "the solver's answer `unsat` to the question whether the coefficients of equal products can differ"},
    LedgerWords{"", "unsat, of a step of the replay",
                "the solver's answer `unsat` to a question of the second checker"},
    LedgerWords{"definedness", "", "the rule that the values owe what makes them exist"},
    LedgerWords{"G9", "", "an identity at every point, used near a point"},
    LedgerWords{"G13-G16, G19", "", "the rules for kinks, maxima and conditions"},
    LedgerWords{"normal form", "", "the normal form's answer that two sums are equal for all sizes"},
    LedgerWords{"G1, G2", "chain rule in reverse, up to a declared intermediate adjoint",
                "the chain rule, for a tensor on the way whose adjoint is declared"},
    LedgerWords{"G1, G2", "", "the chain rule, with the derivatives of the function table"},
    LedgerWords{"G17", "", "the pairing of a backward with a jvp"},
    LedgerWords{"joint", "", "what holds jointly holds for each variable alone"},
    LedgerWords{"replay", "", "a certificate of an equality, accepted by a second checker"},
};

}  // namespace

const RuleWords& words(Rule rule) {
  for (const RuleWords& row : table)
    if (row.rule == rule) return row;
  throw InternalError("a rule of the kernel has no words");
}

std::string plain_words(const refute::LedgerLine& line) {
  for (const LedgerWords& row : ledger) {
    const std::string rule = row.rule, detail = row.detail;
    if (rule.empty() ? line.detail == detail : line.rule == rule && (detail.empty() || line.detail == detail))
      return row.words;
  }
  return "";
}

}  // namespace germ::report
