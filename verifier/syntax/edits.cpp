#include "syntax/edits.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "syntax/declarations.hpp"
#include "syntax/edit_walk.hpp"
#include "syntax/elaborate_backward.hpp"

namespace germ::syntax {

namespace {

bool mentions(const Expr& e, const std::string& name) {
  if (e.kind == ExprKind::name && e.text == name) return true;
  auto in = [&](const ExprPtr& part) { return part && mentions(*part, name); };
  if (in(e.binders.filter) || std::any_of(e.args.begin(), e.args.end(), in)) return true;
  for (const BinderItem& item : e.binders.items)
    if (in(item.extent) || in(item.window)) return true;
  auto in_named = [&](const auto& argument) { return in(argument.second); };
  return std::any_of(e.named.begin(), e.named.end(), in_named) || std::any_of(e.sizes.begin(), e.sizes.end(), in_named);
}

std::vector<EditedBackward::Line> lines_of(const BackwardItem& backward) {
  std::vector<EditedBackward::Line> lines;
  std::vector<std::vector<std::size_t>> direct;
  for (const DefinitionItem& line : backward.lines) {
    lines.push_back({line.declarator.name.text, line.keyword == DefinitionKeyword::adjoint, line.span, {}});
    std::vector<std::size_t> read;
    for (std::size_t other = 0; other < backward.lines.size(); ++other)
      if (mentions(*line.body, backward.lines[other].declarator.name.text)) read.push_back(other);
    direct.push_back(std::move(read));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::set<std::size_t> reached;
    std::vector<std::size_t> next{i};
    while (!next.empty()) {
      const std::size_t at = next.back();
      next.pop_back();
      if (reached.insert(at).second) next.insert(next.end(), direct[at].begin(), direct[at].end());
    }
    lines[i].reads.assign(reached.begin(), reached.end());
  }
  return lines;
}

// From what goes and what comes, without what both begin and end with. What comes counts double, and what goes a few
// characters at most: of two ways to undo a slip the one that leaves the shorter text comes first.
std::size_t size_of(std::string_view before, std::string_view after) {
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    before.remove_prefix(1);
    after.remove_prefix(1);
  }
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before.remove_suffix(1);
    after.remove_suffix(1);
  }
  constexpr std::size_t dearest_loss = 6;
  return std::max(std::min(before.size(), dearest_loss), after.size()) + after.size();
}

// The line after the edit.
std::string line_after(const EditedBackward::Line& line, const Edit& edit) {
  std::string text(line.span.text());
  return text.replace(edit.span.begin - line.span.begin, edit.span.end - edit.span.begin, edit.replacement);
}

void put_in_order(EditedBackward& backward) {
  std::vector<Edit>& edits = backward.edits;
  for (Edit& edit : edits) edit.size = size_of(edit.span.text(), edit.replacement);
  auto key = [](const Edit& e) { return std::tie(e.size, e.span.begin, e.span.end, e.replacement); };
  std::stable_sort(edits.begin(), edits.end(), [&](const Edit& a, const Edit& b) { return key(a) < key(b); });
  // Two ways to the same text are one edit.
  std::set<std::pair<std::size_t, std::string>> seen;
  std::erase_if(edits, [&](const Edit& edit) {
    return edit.size == 0 || !seen.emplace(edit.line, line_after(backward.lines[edit.line], edit)).second;
  });
}

}  // namespace

std::optional<EditedBackward> edits_of(const Library& library, const ir::Claim& claim) {
  if (claim.kind != ir::StatementKind::vjp) return std::nullopt;
  const Declarations declarations(library);
  const Declaration* found = declarations.find(claim.subject);
  if (const auto* theorem = found ? std::get_if<TheoremDecl>(found) : nullptr)
    found = declarations.find(theorem->layer.text);
  if (!found || std::holds_alternative<TheoremDecl>(*found)) return std::nullopt;
  const Subject subject = subject_of(*found);
  const BackwardItem* backward = subject.items ? find_backward(subject, claim.backward) : nullptr;
  if (!backward) return std::nullopt;
  EditedBackward out{lines_of(*backward), {}};
  const Vocabulary words = vocabulary_of(subject, *backward);
  EditWalk walk(words, out.edits);
  for (std::size_t i = 0; i < backward->lines.size(); ++i) walk.line(backward->lines[i], i);
  put_in_order(out);
  return out;
}

std::string apply(const Edit& edit) {
  std::string text(edit.span.file->text());
  return text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.replacement);
}

}  // namespace germ::syntax
