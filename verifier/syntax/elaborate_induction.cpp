// Theorems that stand for a formula: selectors and folds.

#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_theorem.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

// The maximum that a tensor's entries are, at its own formals.
ir::Real maximum_of(Context& context, Scope& scope, const View& view, const Expr& expr) {
  const auto& body = context.program[view.tensor].body;
  if (!body || (*body)->kind != ir::RealKind::maximum)
    fail(scope, "G429", expr.span, "a selector is one of a maximum over a window, and this is none");
  return *body;
}

// The cell that the maps name, one index each.
std::vector<ir::Index> selected(Context& context, Scope& scope, const TheoremDecl& theorem, const View& view,
                                ir::Real maximum, const std::vector<ir::Index>& entry) {
  ir::Program& program = context.program;
  if (theorem.maps.size() == 1 && theorem.maps[0].text == "argmax" && !scope.find("argmax"))
    return program.winner(maximum->reduction, maximum->indices);
  std::vector<ir::Index> cell;
  Frame frame = frame_of(context, scope);
  for (const Name& name : theorem.maps) {
    const Symbol& map = resolve(frame, name.text, name.span);
    if (map.kind != SymbolKind::tensor || map.view.element != Element::integer ||
        !same_shape(frame, map.view.axes, view.axes))
      fail(scope, "G429", name.span,
           "a selector is made of given maps of integers of shape " + shape_text(frame, view.axes) +
               ", or it is `argmax`");
    cell.push_back(program.terms().apply(map.view.function, fill(map.view, entry)));
  }
  return cell;
}

}  // namespace

// For every entry: the cell is in the window, and no cell of the window has a greater value.
ir::Formula selects(Context& context, Scope& scope, const TheoremDecl& theorem) {
  ir::Program& program = context.program;
  ir::Terms& terms = program.terms();
  View view = side_of(context, scope, *theorem.left, "selected");
  ir::Real body = maximum_of(context, scope, view, *theorem.left);
  auto [binders, renaming] = terms.rename(program[view.tensor].axes);
  std::vector<ir::Index> entry;
  for (const ir::Binder& binder : binders) entry.push_back(terms.variable(binder.variable));
  ir::Real maximum = terms.substitute(body, renaming);
  std::vector<ir::Index> cell = selected(context, scope, theorem, view, maximum, entry);
  std::vector<ir::Binder> window = terms.rename(program.binders(maximum->reduction, maximum->indices)).first;
  if (cell.size() != window.size())
    fail(scope, "G429", theorem.maps.front().span,
         "the window's cells have " + counted(window.size(), "position") + ", and " + std::to_string(cell.size()) +
             " are named");
  std::vector<ir::Index> other;
  for (const ir::Binder& binder : window) other.push_back(terms.variable(binder.variable));
  auto chosen = program.at(maximum->reduction, maximum->indices, cell);
  auto rival = program.at(maximum->reduction, maximum->indices, other);
  ir::Formula best = terms.all(window, rival.guard, terms.not_(terms.positive(terms.sub(rival.body, chosen.body))));
  ir::Formula claim = terms.and_({chosen.guard, best});
  return binders.empty() ? claim : terms.all(binders, terms.truth(), claim);
}

namespace {

struct Case {
  ir::Formula when;
  ir::Index value;
};

// `a if P else b`, taken apart: an integer by cases, whose conditions may be real.
void cases_of(const Frame& frame, const Expr& expr, ir::Formula when, std::vector<Case>& out) {
  if (expr.kind != ExprKind::choose) {
    out.push_back({when, index_of(frame, expr)});
    return;
  }
  ir::Formula condition = formula_of(frame, *expr.args[1]);
  ir::Terms& terms = frame.terms();
  cases_of(frame, *expr.args[0], terms.and_({when, condition}), out);
  cases_of(frame, *expr.args[2], terms.and_({when, terms.not_(condition)}), out);
}

class Fold {
 public:
  Fold(Context& context, Scope& scope, const TheoremDecl& theorem)
      : context_(context), scope_(scope), theorem_(theorem), fold_(*theorem.fold), terms_(context.program.terms()) {
    Frame frame = frame_of(context, scope);
    Box box = bind(frame, fold_.over);
    if (box.binders.size() != 1)
      fail(scope, "G429", theorem.name.span, "a fold runs over one index; number the cells of a window first");
    leaf_ = box.binders[0];
    guard_ = box.guard;
  }

  ir::Formula claim() {
    // One more than the extent: an interval ends after its last position.
    ir::Index ends = terms_.add(leaf_.extent, 1);
    ir::Binder l = fresh("l", leaf_.extent), m = fresh("m", ends), r = fresh("r", ends);
    ir::Formula leaf = leaf_case(l, r);
    ir::Binder a = fresh(fold_.left.text, leaf_.extent), b = fresh(fold_.right.text, leaf_.extent);
    ir::Formula shape = terms_.and_({terms_.at_most(variable(l), variable(a)), terms_.less(variable(a), variable(m)),
                                     terms_.at_most(variable(m), variable(b)), terms_.less(variable(b), variable(r)),
                                     is_leaf(variable(a)), is_leaf(variable(b))});
    std::vector<ir::Formula> parts;
    for (const Case& each : node(variable(a), variable(b))) {
      ir::Formula premises = terms_.and_(
          {each.when, kept(variable(l), variable(m), variable(a)), kept(variable(m), variable(r), variable(b))});
      ir::Formula in_place = terms_.and_({terms_.at_most(variable(l), each.value), terms_.less(each.value, variable(r)),
                                          is_leaf(each.value), kept(variable(l), variable(r), each.value)});
      parts.push_back(terms_.implies(premises, in_place));
    }
    return terms_.and_({leaf, terms_.all({l, m, r, a, b}, shape, terms_.and_(std::move(parts)))});
  }

 private:
  // k is the only leaf of its part, which positions that are no leaves may widen.
  ir::Formula leaf_case(const ir::Binder& l, const ir::Binder& r) {
    ir::Binder k = fresh("k", leaf_.extent), other = fresh("other", leaf_.extent);
    auto inside = [&](const ir::Binder& at) {
      return terms_.and_(
          {terms_.at_most(variable(l), variable(at)), terms_.less(variable(at), variable(r)), is_leaf(variable(at))});
    };
    ir::Formula another = terms_.and_({inside(other), terms_.not_(terms_.equal(variable(other), variable(k)))});
    ir::Formula alone = terms_.any({other}, another, terms_.truth());
    return terms_.all({l, r, k}, inside(k), terms_.or_({alone, kept(variable(l), variable(r), variable(k))}));
  }
  ir::Binder fresh(const std::string& name, ir::Index extent) {
    variables_.push_back({terms_.fresh(name), extent});
    return variables_.back();
  }
  // A place where all bound indices are known, with their ranges.
  Frame frame() {
    Frame out = frame_of(context_, scope_);
    out.variables.insert(out.variables.end(), variables_.begin(), variables_.end());
    return out;
  }
  ir::Index variable(const ir::Binder& binder) { return terms_.variable(binder.variable); }
  ir::Formula is_leaf(ir::Index at) {
    ir::Substitution values;
    values.set(leaf_.variable, at);
    return terms_.substitute(guard_, values);
  }
  std::vector<Case> node(ir::Index a, ir::Index b) {
    Frame frame = this->frame();
    frame.bound.push_back({fold_.left.text, a, leaf_.extent, fold_.left.span});
    frame.bound.push_back({fold_.right.text, b, leaf_.extent, fold_.right.span});
    std::vector<Case> out;
    cases_of(frame, *theorem_.left, terms_.truth(), out);
    return out;
  }
  ir::Formula kept(ir::Index l, ir::Index r, ir::Index k) {
    Frame frame = this->frame();
    ir::Index values[] = {l, r, k};
    for (std::size_t i = 0; i < 3; ++i)
      frame.bound.push_back({fold_.kept[i].text, values[i], leaf_.extent, fold_.kept[i].span});
    return formula_of(frame, *theorem_.right);
  }

  Context& context_;
  Scope& scope_;
  const TheoremDecl& theorem_;
  const FoldDecl& fold_;
  ir::Terms& terms_;
  ir::Binder leaf_;
  ir::Formula guard_;
  std::vector<ir::Binder> variables_;
};

}  // namespace

ir::Formula folds(Context& context, Scope& scope, const TheoremDecl& theorem) {
  return Fold(context, scope, theorem).claim();
}

}  // namespace germ::syntax
