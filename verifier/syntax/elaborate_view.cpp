#include "syntax/elaborate_view.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/alike.hpp"
#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

std::vector<ir::Index> fill(const View& view, const std::vector<ir::Index>& entry) {
  germ::check(view.axes.size() == entry.size(), "an entry has one index per open axis");
  std::vector<ir::Index> out;
  std::size_t next = 0;
  for (const auto& slot : view.pattern) out.push_back(slot ? *slot : entry[next++]);
  return out;
}

ir::Real read(const Frame& frame, const View& view, const std::vector<ir::Index>& entry, Span place) {
  ir::Terms& terms = frame.terms();
  switch (view.element) {
    case Element::real:
      return terms.read(view.tensor, fill(view, entry));
    case Element::integer:
      return terms.from_index(terms.apply(view.function, fill(view, entry)));
    case Element::smooth:
      fail(frame, "G304", place, "an opaque function stands where a number is needed; apply it, `G(u)`");
    case Element::boolean:
      break;
  }
  fail(frame, "G304", place, "a truth value stands where a number is needed; `[..]` around it makes it 1 or 0");
}

std::string shape_text(const Frame& frame, const std::vector<Axis>& axes) {
  std::string out = "[";
  for (const Axis& axis : axes) out += (out.size() > 1 ? ", " : "") + ir::to_string(frame.program(), axis.extent);
  return out + "]";
}

bool same_shape(const Frame& frame, const std::vector<Axis>& a, const std::vector<Axis>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_extent(frame, a[i].extent, b[i].extent)) return false;
  return true;
}

void fail_rank(const Frame& frame, const Expr& tensor, Span place, std::size_t rank, std::size_t written) {
  Notes notes;
  std::string what = "this tensor";
  if (tensor.kind == ExprKind::name) {
    what = "`" + tensor.text + "`";
    if (const Symbol* symbol = frame.scope->find(tensor.text)) notes.push_back({"it is declared here", symbol->span});
  }
  fail(frame, "G301", place,
       what + " has " + counted(rank, "axis") + " and is read with " + counted(written, "subscript"), std::move(notes));
}

void fail_slice(const Frame& frame, const Expr& expr, const View& view) {
  fail(frame, "G301", expr.span,
       "a slice of shape " + shape_text(frame, view.axes) + " stands where one entry is needed");
}

namespace {

// The subscripts of a read, `(g, c)` written flat; nullopt is `..`.
std::vector<std::optional<ir::Index>> subscripts_of(const Frame& place, const Expr& expr) {
  Frame frame = place.scalar();
  std::vector<std::optional<ir::Index>> out;
  for (std::size_t i = 1; i < expr.args.size(); ++i) {
    const Expr& arg = *expr.args[i];
    if (arg.kind == ExprKind::ellipsis && frame.ellipsis) {
      out.insert(out.end(), frame.ellipsis->begin(), frame.ellipsis->end());
    } else if (arg.kind == ExprKind::ellipsis) {
      if (std::find(out.begin(), out.end(), std::nullopt) != out.end())
        fail(frame, "G301", arg.span, "`..` stands twice in one read");
      out.emplace_back(std::nullopt);
    } else if (arg.kind == ExprKind::at && arg.args.size() == 1) {
      for (ir::Index part : tuple_of(frame, *arg.args[0])) out.emplace_back(part);
    } else if (arg.kind == ExprKind::tuple) {
      for (ir::Index part : tuple_of(frame, arg)) out.emplace_back(part);
    } else {
      out.emplace_back(index_of(frame, arg));
    }
  }
  return out;
}

View base_of(const Frame& frame, const Expr& expr) {
  const Expr& tensor = *expr.args[0];
  if (tensor.kind == ExprKind::name) {
    if (const Bound* bound = frame.find(tensor.text))
      fail(frame, "G302", tensor.span, "`" + tensor.text + "` is an index, not a tensor",
           {{"it is bound here", bound->span}});
    const Symbol& symbol = resolve(frame, tensor.text, tensor.span);
    if (symbol.kind != SymbolKind::tensor)
      fail(frame, "G302", tensor.span, "`" + tensor.text + "` is " + describe(symbol) + ", not a tensor",
           {{"it is declared here", symbol.span}});
    return symbol.view;
  }
  return view_of(frame.scalar(), tensor, frame.scope->prefix + "expression.value");
}

View apply_subscripts(const Frame& frame, const Expr& expr, const View& base,
                      const std::vector<std::optional<ir::Index>>& subscripts) {
  std::size_t rank = base.axes.size();
  bool sliced = std::find(subscripts.begin(), subscripts.end(), std::nullopt) != subscripts.end();
  std::size_t written = subscripts.size() - (sliced ? 1 : 0);
  if (sliced ? written > rank : written != rank) fail_rank(frame, *expr.args[0], expr.span, rank, written);
  std::vector<std::optional<ir::Index>> entry;
  for (const auto& subscript : subscripts) {
    if (subscript) {
      entry.push_back(subscript);
    } else {
      entry.insert(entry.end(), rank - written, std::nullopt);
    }
  }
  View out = base;
  out.axes.clear();
  std::size_t next = 0;
  for (auto& slot : out.pattern) {
    if (slot) continue;
    slot = entry[next];
    if (!slot) out.axes.push_back(base.axes[next]);
    ++next;
  }
  return out;
}

}  // namespace

View subscripted(const Frame& frame, const Expr& expr) {
  View base = base_of(frame, expr);
  return apply_subscripts(frame, expr, base, subscripts_of(frame, expr));
}

PaddedRead padded(const Frame& frame, const Expr& expr) {
  if (expr.kind != ExprKind::subscript)
    fail(frame, "G307", expr.span, "`or` between numbers needs a read `x[..]` on its left");
  View base = base_of(frame, expr);
  std::vector<std::optional<ir::Index>> subscripts = subscripts_of(frame, expr);
  View entry = apply_subscripts(frame, expr, base, subscripts);
  if (!entry.axes.empty()) fail_slice(frame, expr, entry);
  std::vector<ir::Formula> inside;
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    ir::Index index = *subscripts[i];
    ir::Index extent = base.axes[i].extent;
    bool in_by_its_range = std::any_of(frame.variables.begin(), frame.variables.end(), [&](const ir::Binder& binder) {
      return binder.extent == extent && frame.terms().variable(binder.variable) == index;
    });
    if (!in_by_its_range) inside.push_back(frame.terms().in_range(index, extent));
  }
  return {frame.terms().and_(std::move(inside)), read(frame, entry, {}, expr.span)};
}

View view_of_tensor(ir::TensorId tensor, std::vector<Axis> axes) {
  View view;
  view.tensor = tensor;
  view.pattern.assign(axes.size(), std::nullopt);
  view.axes = std::move(axes);
  return view;
}

std::vector<ir::Binder> fresh_binders(const Frame& frame, const std::vector<Axis>& axes) {
  std::vector<ir::Binder> out;
  for (const Axis& axis : axes) out.push_back({frame.terms().fresh(axis.name), axis.extent});
  return out;
}

namespace {

// The same let made by an earlier call: equal calls share their tensors.
std::optional<ir::TensorId> known_let(const Frame& frame, const std::string& name, const ir::Tensor& tensor) {
  ir::Program& program = frame.program();
  ir::Terms& terms = program.terms();
  auto known = frame.context->inlined.find(name);
  if (known == frame.context->inlined.end()) return std::nullopt;
  for (ir::TensorId id : known->second) {
    const ir::Tensor& other = program[id];
    if (other.axes.size() != tensor.axes.size() || other.stored_axis != tensor.stored_axis) continue;
    ir::Substitution renamed;
    bool same = true;
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
      same = same && tensor.axes[i].extent == other.axes[i].extent;
      renamed.set(tensor.axes[i].variable, terms.variable(other.axes[i].variable));
    }
    if (same && ir::alike(terms.substitute(*tensor.body, renamed), *other.body)) return id;
  }
  return std::nullopt;
}

}  // namespace

View define(const Frame& frame, const std::string& name, ir::TensorRole role, const std::vector<Axis>& axes,
            const std::vector<ir::Binder>& binders, ir::Real body, Span span) {
  ir::Program& program = frame.program();
  ir::Terms& terms = program.terms();
  ir::Tensor tensor;
  tensor.role = role;
  tensor.span = span;
  View view;
  ir::Substitution lift;
  for (const ir::Binder& variable : frame.variables) {
    bool own = std::find(binders.begin(), binders.end(), variable) != binders.end();
    if (own || !ir::occurs(variable.variable, body->free)) continue;
    ir::Var formal = terms.fresh(terms.name(variable.variable));
    tensor.axes.push_back({formal, variable.extent});
    tensor.stored_axis.push_back(static_cast<int>(tensor.stored_axis.size()));
    lift.set(variable.variable, terms.variable(formal));
    view.pattern.emplace_back(terms.variable(variable.variable));
  }
  int first = static_cast<int>(tensor.axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    tensor.axes.push_back(binders[i]);
    tensor.stored_axis.push_back(first + axes[i].stored);
    view.pattern.emplace_back(std::nullopt);
  }
  for (const ir::Binder& axis : tensor.axes)
    for (ir::Var variable : axis.extent->free)
      if (!program.is_size(variable))
        fail(frame, "G310", span,
             "the extent `" + ir::to_string(program, axis.extent) + "` of `" + name + "` depends on an index");
  tensor.body = lift.empty() ? body : terms.substitute(body, lift);
  view.axes = axes;
  bool inlined = role == ir::TensorRole::let && name.find('.') != std::string::npos;  // made by a call
  if (auto known = inlined ? known_let(frame, name, tensor) : std::nullopt) {
    view.tensor = *known;
    return view;
  }
  tensor.name = frame.context->unique(name);
  view.tensor = program.add_tensor(std::move(tensor));
  if (inlined) frame.context->inlined[name].push_back(view.tensor);
  return view;
}

}  // namespace germ::syntax
