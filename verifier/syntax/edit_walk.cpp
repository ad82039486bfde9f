#include "syntax/edit_walk.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "ir/function_table.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// A comparison that is off at its border, and one that is turned around.
constexpr std::array comparisons{Pair{"<", "<="},  Pair{"<", ">"},  Pair{"<=", "<"}, Pair{"<=", ">="},
                                 Pair{">", ">="},  Pair{">", "<"},  Pair{">=", ">"}, Pair{">=", "<="},
                                 Pair{"==", "!="}, Pair{"!=", "=="}};

constexpr std::array reductions{Pair{"sum", "mean"}, Pair{"mean", "sum"},      Pair{"max", "min"},
                                Pair{"min", "max"},  Pair{"argmax", "argmin"}, Pair{"argmin", "argmax"},
                                Pair{"any", "all"},  Pair{"all", "any"}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string> functions() {
  std::vector<std::string> out{"sqrt", "rsqrt", "abs"};
  for (const ir::FunctionRow& row : ir::function_table()) out.emplace_back(row.name);
  return out;
}

}  // namespace

void EditWalk::line(const DefinitionItem& line, std::size_t number) {
  file_ = line.span.file;
  number_ = number;
  scope_.clear();
  for (const BinderItem& axis : line.declarator.axes) {
    for (const Name& name : axis.names) scope_.push_back(name.text);
    for (const BinderItem& part : axis.group)
      for (const Name& name : part.names) scope_.push_back(name.text);
  }
  whole(*line.body);
  if (line.body->kind != ExprKind::choose)
    for (const auto& condition : words_.conditions)
      if (fits(condition)) insert(line.body->span.end, " if " + condition.text + " else 0");
}

// Inside of a read the whole of it is replaced, so that one sees which entry is meant.
void EditWalk::propose(Span span, std::string replacement) {
  constexpr std::uint32_t longest_shown = 60;
  if (read_ && read_->span.end - read_->span.begin <= longest_shown) {
    const std::string_view text = file_->text();
    replacement = std::string(text.substr(read_->span.begin, span.begin - read_->span.begin)) + replacement +
                  std::string(text.substr(span.end, read_->span.end - span.end));
    span = read_->span;
  }
  if (span.text() == replacement) return;
  edits_.push_back({span, std::move(replacement), number_, 0});
}

Span EditWalk::sign_of(const Expr& e) const {
  std::uint32_t at = e.args[0]->span.end;
  const std::string_view text = file_->text();
  bool comment = false;
  for (; at < e.args[1]->span.begin; ++at) {
    comment = text[at] == '#' || (comment && text[at] != '\n');
    if (!comment && text[at] != ' ' && text[at] != '\n') break;
  }
  const auto length = static_cast<std::uint32_t>(trimmed(symbol(e.kind)).size());
  return {file_, at, at + length};
}

Span EditWalk::word_of(const Expr& e, std::string_view text) const {
  const auto at = static_cast<std::uint32_t>(file_->text().find(text, e.span.begin));
  return {file_, at, at + static_cast<std::uint32_t>(text.size())};
}

bool EditWalk::in_scope(const std::string& index) const {
  return std::find(scope_.begin(), scope_.end(), index) != scope_.end();
}

bool EditWalk::fits(const Vocabulary::Part& part) const {
  return std::all_of(part.free.begin(), part.free.end(), [&](const auto& index) { return in_scope(index); }) &&
         std::none_of(part.bound.begin(), part.bound.end(), [&](const auto& index) { return in_scope(index); });
}

void EditWalk::visit(const Expr& e, Place place) {
  switch (e.kind) {
    case ExprKind::number:
      return numeral(e, place);
    case ExprKind::name:
      return name(e, place);
    case ExprKind::subscript:
      return subscript(e, place);
    case ExprKind::call:
      return call(e, place);
    case ExprKind::negate:
      propose(word_of(e, "-"), "");
      return visit(*e.args[0], place);
    case ExprKind::not_:
      drop(word_of(e, "not").begin, e.args[0]->span.begin);
      return visit(*e.args[0], Place::truth);
    case ExprKind::add:
    case ExprKind::subtract:
      return sum(e, place);
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
      return product(e, place);
    case ExprKind::power:
      return power(e, place);
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::equals:
    case ExprKind::not_equals:
    case ExprKind::is:
    case ExprKind::in:
      return comparison(e);
    case ExprKind::and_:
    case ExprKind::or_:
      return connective(e, place);
    case ExprKind::choose:
      return choice(e, place);
    case ExprKind::indicator:
      return visit(*e.args[0], Place::truth);
    case ExprKind::reduction:
      return reduction(e, place);
    case ExprKind::tuple:
    case ExprKind::at:
    case ExprKind::field:
      for (const ExprPtr& part : e.args) visit(*part, place);
      return;
    case ExprKind::ellipsis:
      return;
  }
}

void EditWalk::whole(const Expr& e) {
  signed_term(e);
  visit(e, Place::real);
  if (e.kind != ExprKind::choose) further_terms(e, e.span.end);
}

void EditWalk::further_terms(const Expr& e, std::uint32_t end) {
  for (const auto& part : words_.products) {
    if (!fits(part) || part.text == e.span.text()) continue;
    insert(end, " + " + part.text);
    insert(end, " - " + part.text);
  }
}

// With the sign that a sum does not have before its first term.
void EditWalk::signed_term(const Expr& e) {
  const bool plain = e.kind != ExprKind::add && e.kind != ExprKind::subtract && e.kind != ExprKind::choose &&
                     e.kind != ExprKind::negate && e.kind != ExprKind::number;
  if (plain) insert(e.span.begin, "-");
  term(e);
}

// A reduction takes the product that follows: its body is a term, itself it is none.
void EditWalk::term(const Expr& e) {
  if (e.kind == ExprKind::add || e.kind == ExprKind::subtract || e.kind == ExprKind::choose ||
      e.kind == ExprKind::number || e.kind == ExprKind::or_)
    return;
  if (e.kind == ExprKind::negate) return term(*e.args[0]);
  const Span outer = e.span;
  if (e.kind == ExprKind::reduction && file_->text()[outer.begin] != '(') return;
  for (const std::string& count : words_.counts) {
    insert(outer.end, " * " + count);
    insert(outer.end, " / " + count);
  }
  for (const std::string& scalar : words_.scalars) {
    insert(outer.end, " * " + scalar);
    insert(outer.end, " / " + scalar);
  }
  insert(outer.end, " * 2");
  insert(outer.end, " / 2");
  for (const auto& tensor : words_.tensors) {
    const bool readable =
        tensor.known && tensor.real &&
        std::all_of(tensor.axes.begin(), tensor.axes.end(), [&](const auto& a) { return in_scope(a); });
    if (!readable) continue;
    std::string read;
    for (const std::string& axis : tensor.axes) read += (read.empty() ? "[" : ", ") + axis;
    insert(outer.end, " * " + tensor.name + read + (read.empty() ? "" : "]"));
  }
}

void EditWalk::sum(const Expr& e, Place place) {
  const Expr& left = *e.args[0];
  const Expr& right = *e.args[1];
  const bool plus = e.kind == ExprKind::add;
  propose(sign_of(e), plus ? "-" : "+");
  drop(left.span.end, right.span.end);
  propose({file_, left.span.begin, right.span.begin}, plus ? "" : "-");
  if (place == Place::real) {
    signed_term(left);
    term(right);
    if (e.span.begin < left.span.begin) further_terms(e, right.span.end);  // in parentheses
  }
  visit(left, place);
  visit(right, place);
}

void EditWalk::product(const Expr& e, Place place) {
  const Expr& left = *e.args[0];
  const Expr& right = *e.args[1];
  drop(left.span.end, right.span.end);
  if (e.kind == ExprKind::multiply) drop(left.span.begin, right.span.begin);
  if (e.kind == ExprKind::divide && place == Place::real) propose(left.span, "1");
  if (e.kind != ExprKind::modulo && place != Place::index)
    propose(sign_of(e), e.kind == ExprKind::multiply ? "/" : "*");
  visit(left, place);
  visit(right, place);
}

void EditWalk::power(const Expr& e, Place place) {
  drop(e.args[0]->span.end, e.args[1]->span.end);
  insert(e.args[1]->span.begin, "-");
  visit(*e.args[0], place);
  visit(*e.args[1], Place::number);
}

void EditWalk::comparison(const Expr& e) {
  for (const auto& [from, to] : comparisons)
    if (trimmed(symbol(e.kind)) == from) propose(sign_of(e), std::string(to));
  const bool integers = e.kind == ExprKind::is || e.kind == ExprKind::in;
  for (const ExprPtr& side : e.args) visit(*side, integers ? Place::index : Place::number);
}

// In a real position `or` is the padded read.
void EditWalk::connective(const Expr& e, Place place) {
  drop(e.args[0]->span.end, e.args[1]->span.end);
  if (place == Place::real) return visit(*e.args[0], place);
  propose({file_, e.args[0]->span.begin, e.args[1]->span.begin}, "");
  propose(sign_of(e), e.kind == ExprKind::and_ ? "or" : "and");
  for (const ExprPtr& side : e.args) visit(*side, Place::truth);
}

void EditWalk::choice(const Expr& e, Place place) {
  const Expr& then = *e.args[0];
  const Expr& otherwise = *e.args[2];
  drop(then.span.end, otherwise.span.end);
  drop(then.span.begin, otherwise.span.begin);
  const std::string_view middle = file_->text().substr(then.span.end, otherwise.span.begin - then.span.end);
  if (otherwise.kind != ExprKind::choose)
    propose(join(then.span, otherwise.span),
            std::string(otherwise.span.text()) + std::string(middle) + std::string(then.span.text()));
  if (place == Place::real) {
    signed_term(then);
    signed_term(otherwise);
  }
  visit(then, place);
  visit(*e.args[1], Place::truth);
  visit(otherwise, place);
}

void EditWalk::call(const Expr& e, Place place) {
  const Expr& callee = *e.args[0];
  static const std::vector<std::string> table = functions();
  const bool built_in = std::find(table.begin(), table.end(), callee.text) != table.end();
  if (built_in)
    for (const std::string& other : table) propose(callee.span, other);
  for (const auto& [from, to] : reductions)
    if (callee.text == from && (from == "max" || from == "min")) propose(callee.span, std::string(to));
  // The arguments of a window are integers, and so are those of `abs` between integers.
  const Place inside = place == Place::truth ? Place::index : place;
  for (std::size_t i = 1; i < e.args.size(); ++i) visit(*e.args[i], inside);
  for (const auto& [name, value] : e.sizes) visit(*value, Place::index);
  for (const auto& [name, value] : e.named) visit(*value, Place::real);
}

void EditWalk::other_tensors(const Expr& e, const Span& span) {
  const Vocabulary::Tensor* own = words_.find(e.text);
  if (!own) return;
  for (const auto& other : words_.tensors) {
    const bool same_shape = !own->known || !other.known || own->extents == other.extents;
    if (other.real == own->real && same_shape) propose(span, other.name);
  }
}

void EditWalk::subscript(const Expr& e, Place place) {
  const Expr& base = *e.args[0];
  const Vocabulary::Tensor* tensor = words_.find(base.text);
  if (!read_) other_tensors(base, base.span);
  if (!read_ && place == Place::real) {
    insert(e.span.end, "^2");
    for (const auto& part : words_.sums)
      if (part.first == e.span.text() && fits(part)) propose(e.span, part.text);
  }
  const Expr* outer = read_;
  if (!read_) read_ = &e;
  for (std::size_t i = 1; i < e.args.size(); ++i)
    for (std::size_t j = i + 1; j < e.args.size(); ++j) {
      const Span between{file_, e.args[i]->span.end, e.args[j]->span.begin};
      propose(join(e.args[i]->span, e.args[j]->span),
              std::string(e.args[j]->span.text()) + std::string(between.text()) + std::string(e.args[i]->span.text()));
    }
  for (std::size_t i = 1; i < e.args.size(); ++i) {
    const Expr& index = *e.args[i];
    if (index.kind == ExprKind::ellipsis) continue;
    if (index.kind != ExprKind::number) {
      insert(index.span.end, " + 1");
      insert(index.span.end, " - 1");
    }
    extent_ = tensor && tensor->known && i <= tensor->extents.size() ? tensor->extents[i - 1] : "";
    visit(index, Place::index);
    extent_.clear();
  }
  read_ = outer;
}

// Only an index with the axis's range stands in a bare subscript.
void EditWalk::name(const Expr& e, Place place) {
  if (place != Place::index && words_.find(e.text)) return other_tensors(e, e.span);
  if (place == Place::truth) return;
  if (words_.is_size(e.text)) {
    for (const std::string& other : words_.sizes) propose(e.span, other);
    return;
  }
  if (words_.is_scalar(e.text)) {
    for (const std::string& other : words_.scalars) propose(e.span, other);
    return;
  }
  if (place == Place::real || !in_scope(e.text)) return;
  for (const std::string& other : scope_) {
    auto range = words_.ranges.find(other);
    const bool fits_axis =
        extent_.empty() || range == words_.ranges.end() || range->second.empty() || range->second == extent_;
    if (fits_axis) propose(e.span, other);
  }
}

void EditWalk::numeral(const Expr& e, Place place) {
  std::int64_t value = 0;
  const char* end = e.text.data() + e.text.size();
  auto [stop, error] = std::from_chars(e.text.data(), end, value);
  if (error == std::errc() && stop == end && value < 1'000'000'000) {
    propose(e.span, std::to_string(value + 1));
    if (value > 0) propose(e.span, std::to_string(value - 1));
    if (value == 0 && place == Place::real) propose(e.span, "-1");
  }
  if (place != Place::index || !read_) return;
  for (const std::string& index : scope_) {
    auto range = words_.ranges.find(index);
    if (extent_.empty() || range == words_.ranges.end() || range->second == extent_) propose(e.span, index);
  }
}

void EditWalk::reduction(const Expr& e, Place place) {
  const Expr& body = *e.args[0];
  const Span word = word_of(e, e.text);
  for (const auto& [from, to] : reductions)
    if (e.text == from) propose(word, std::string(to));
  drop(word.begin, body.span.begin);
  binders(e);
  const std::size_t outside = scope_.size();
  for (const BinderItem& item : e.binders.items)
    for (const Name& name : item.names) scope_.push_back(name.text);
  if (e.binders.filter) visit(*e.binders.filter, Place::truth);
  const bool truth = e.text == "any" || e.text == "all";
  if (!truth && place == Place::real) term(body);
  visit(body, truth ? Place::truth : place);
  scope_.resize(outside);
}

void EditWalk::binders(const Expr& e) {
  const auto& items = e.binders.items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].window)
      for (std::size_t k = 1; k < items[i].window->args.size(); ++k) visit(*items[i].window->args[k], Place::index);
    if (items.size() == 1) continue;
    if (i + 1 < items.size()) drop(items[i].span.begin, items[i + 1].span.begin);
    if (i + 1 == items.size()) drop(items[i - 1].span.end, items[i].span.end);
  }
  if (items.empty()) return;
  if (e.binders.filter) drop(items.back().span.end, e.binders.filter->span.end);
  if (e.text != "sum" && e.text != "mean") return;
  std::vector<std::string> own;
  for (const BinderItem& item : items)
    for (const Name& name : item.names) own.push_back(name.text);
  for (const auto& [index, extent] : words_.ranges)
    if (!extent.empty() && !in_scope(index) && std::find(own.begin(), own.end(), index) == own.end())
      insert(items.back().span.end, ", " + index + " < " + extent);
}

}  // namespace germ::syntax
