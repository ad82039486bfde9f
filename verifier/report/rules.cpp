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
    RuleWords{
        Rule::cited, "theorem", "A theorem is cited",
        "The implication is proved by itself, and decided before this; at its arguments it is one hypothesis more."},
    RuleWords{
        Rule::pulled_back, "G5", "A rule is pulled back",
        "f ~ g near h(x), and h is continuous at x: then f after h ~ g after h near x. A rule that holds on a set only "
        "needs h to map all points near x into the set."},
    RuleWords{
        Rule::transport, "G4", "Transport along a local equality",
        "A derivative reads the map near the point alone: maps that are equal near the point have one derivative there "
        "and one backward."},
    RuleWords{
        Rule::pushed_forward, "G6, G8", "A local equality is pushed forward",
        "f ~ g near x: then k after f ~ k after g near x, whatever k; and what is locally equal to one is so to the "
        "other."},
    RuleWords{Rule::cases, "G11", "The domain in parts",
              "Every point of the domain lies in a part, and the claim is proved on each part by itself."},
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
    RuleWords{
        Rule::germs, "G10, G13-G15", "Both sides are equal to their germs near the point",
        "A condition that is continuous and strict at the point holds near it (G14), so the `if` is its branch there "
        "(G15); a maximum is its winner where every other cell is below it, or equal to it near the point (G10)."},
    RuleWords{
        Rule::germs_equal, "normal form", "The germs are equal near the point",
        "At a generic nearby point both germs are written as sums of products under guards, and no integers exist at "
        "which the coefficients of a product differ."},
    RuleWords{
        Rule::continuity, "G13", "The outputs are continuous",
        "Sums, products, maxima and compositions of continuous maps are continuous; where the condition of an `if` may "
        "change, both branches have one value."},
    RuleWords{
        Rule::openness, "G14", "The condition stays true near the point",
        "Finitely many strict comparisons of values that are continuous at the point hold near it if they hold at it."},
    RuleWords{Rule::uniqueness, "G12", "There is one derivative",
              "Both backwards are the transposed derivative of one forward, and a map has one derivative at a point."},
    RuleWords{
        Rule::one_term, "S23", "Both sides are one term",
        "With every defined tensor written out, the entries at one generic index are the same operations on the same "
        "inputs in the same order."},
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
    LedgerWords{"solver", "", "an equality at a generic entry, as an obligation"},
    LedgerWords{"theorem", "", "a theorem that was cited, decided by itself"},
    LedgerWords{"G4", "", "maps that are equal near a point have one derivative there"},
    LedgerWords{"G5", "", "a local equality pulled back along a continuous map"},
    LedgerWords{"G6, G8", "", "a local equality pushed forward"},
    LedgerWords{"G10, G13-G15", "", "the rules for germs of conditions and maxima"},
    LedgerWords{"G11", "", "the domain in parts"},
    LedgerWords{"G12", "", "a map has one derivative at a point"},
    LedgerWords{"G13", "", "the rules for continuity"},
    LedgerWords{"G14", "", "strict comparisons of continuous values stay true nearby"},
    LedgerWords{"S23", "", "two graphs that are one term"},
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
