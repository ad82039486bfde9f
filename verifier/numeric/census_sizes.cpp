#include "numeric/census_sizes.hpp"

#include <algorithm>
#include <optional>

#include "base/check.hpp"

namespace germ::numeric {

namespace {

using Sizes = std::map<ir::Var, std::int64_t>;

Diagnostic problem(const char* id, std::string message, Span span = {}) {
  return Diagnostic{id, std::move(message), span, Severity::error, {}};
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

std::int64_t add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw LimitReached("an extent of more than 63 bits");
  return sum;
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw LimitReached("an extent of more than 63 bits");
  return product;
}

// constant + coefficient * (the unknown): an extent in which at most one size is open, and that one linearly.
struct Linear {
  std::int64_t constant = 0;
  std::int64_t coefficient = 0;
  std::optional<ir::Var> unknown;
};

std::optional<Linear> linear(ir::Index index, const Sizes& known);

std::optional<Linear> linear(ir::Atom atom, const Sizes& known) {
  switch (atom->kind) {
    case ir::AtomKind::variable: {
      auto found = known.find(atom->variable);
      if (found != known.end()) return Linear{found->second, 0, std::nullopt};
      return Linear{0, 1, atom->variable};
    }
    case ir::AtomKind::quotient: {
      auto dividend = linear(atom->left, known);
      if (!dividend || dividend->unknown) return std::nullopt;
      return Linear{floor_divide(dividend->constant, atom->divisor), 0, std::nullopt};
    }
    case ir::AtomKind::product: {
      auto left = linear(atom->left, known);
      auto right = linear(atom->right, known);
      if (!left || !right || (left->unknown && right->unknown)) return std::nullopt;
      if (left->unknown) std::swap(left, right);
      return Linear{multiply(left->constant, right->constant), multiply(left->constant, right->coefficient),
                    right->unknown};
    }
    case ir::AtomKind::application:
      return std::nullopt;
  }
  throw InternalError("an index atom of no kind");
}

std::optional<Linear> linear(ir::Index index, const Sizes& known) {
  Linear out{index->constant, 0, std::nullopt};
  for (const auto& term : index->terms) {
    auto part = linear(term.atom, known);
    if (!part || (part->unknown && out.unknown && *part->unknown != *out.unknown)) return std::nullopt;
    out.constant = add(out.constant, multiply(term.coefficient, part->constant));
    out.coefficient = add(out.coefficient, multiply(term.coefficient, part->coefficient));
    if (part->unknown) out.unknown = part->unknown;
  }
  if (out.coefficient == 0 && out.unknown) return std::nullopt;
  return out;
}

// One extent of a file that has to equal one of the text.
struct Equation {
  const Declared* tensor;
  std::size_t axis;
  ir::Index extent;
  std::int64_t value;
};

std::string place(const Equation& equation) {
  return "axis " + std::to_string(equation.axis) + " of `" + equation.tensor->name + "`";
}

class SizeSolver {
 public:
  SizeSolver(const ir::Program& program, std::vector<Equation> equations)
      : program_(program), equations_(std::move(equations)) {}

  void fix(ir::Var size, std::int64_t value) { sizes_[size] = value; }

  // Solves and checks until nothing new is learnt.
  std::optional<Diagnostic> run() {
    for (bool learnt = true; learnt;) {
      learnt = false;
      for (const ir::Size& size : program_.sizes()) {
        if (!size.definition || sizes_.contains(size.variable)) continue;
        auto value = linear(*size.definition, sizes_);
        if (!value || value->unknown) continue;
        sizes_[size.variable] = value->constant;
        learnt = true;
      }
      for (const Equation& equation : equations_)
        if (solve(equation)) learnt = true;
    }
    return check_all();
  }
  const Sizes& sizes() const { return sizes_; }

 private:
  bool solve(const Equation& equation) {
    auto extent = linear(equation.extent, sizes_);
    if (!extent || !extent->unknown) return false;
    std::int64_t rest = add(equation.value, -extent->constant);
    if (rest % extent->coefficient != 0) return false;
    sizes_[*extent->unknown] = rest / extent->coefficient;
    learnt_from_[*extent->unknown] = &equation;
    return true;
  }

  std::optional<Diagnostic> check_all() const {
    for (const Equation& equation : equations_) {
      auto extent = linear(equation.extent, sizes_);
      if (!extent) continue;
      if (extent->unknown) {
        return problem("G512",
                       place(equation) + " has " + std::to_string(equation.value) + " entries, which no value of `" +
                           program_.size(*extent->unknown).name + "` gives",
                       equation.tensor->span);
      }
      if (extent->constant == equation.value) continue;
      Diagnostic mismatch =
          problem("G512",
                  place(equation) + " has " + std::to_string(equation.value) + " entries in its file and " +
                      std::to_string(extent->constant) + " in the layer",
                  equation.tensor->span);
      for (ir::Var variable : equation.extent->free) {
        auto source = learnt_from_.find(variable);
        if (source == learnt_from_.end()) continue;
        mismatch.notes.push_back({"`" + program_.size(variable).name + "` is " + std::to_string(sizes_.at(variable)) +
                                      ", from " + place(*source->second),
                                  std::nullopt});
      }
      return mismatch;
    }
    for (const ir::Size& size : program_.sizes())
      if (!sizes_.contains(size.variable))
        return problem("G513",
                       "no extent of a tensor determines the size `" + size.name + "`; give it with --size " +
                           size.name + "=VALUE",
                       size.span);
    return std::nullopt;
  }

  const ir::Program& program_;
  std::vector<Equation> equations_;
  Sizes sizes_;
  std::map<ir::Var, const Equation*> learnt_from_;
};

}  // namespace

std::vector<Declared> declared_arrays(ir::Layer& layer) {
  ir::Program& program = *layer.program;
  std::vector<Declared> out;
  for (ir::TensorId id : layer.inputs) {
    const ir::Tensor& tensor = program[id];
    Declared declared{tensor.name, {}, tensor.span};
    for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
      bool joined = axis > 0 && tensor.stored_axis[axis] == tensor.stored_axis[axis - 1];
      if (joined) {
        declared.stored_extents.back() =
            program.terms().multiply(declared.stored_extents.back(), tensor.axes[axis].extent);
      } else {
        declared.stored_extents.push_back(tensor.axes[axis].extent);
      }
    }
    out.push_back(std::move(declared));
  }
  for (const ir::Function& function : program.functions())
    if (function.role == ir::FunctionRole::given) out.push_back({function.name, function.extents, function.span});
  for (const ir::Predicate& predicate : program.predicates())
    out.push_back({predicate.name, predicate.extents, predicate.span});
  return out;
}

Result<std::map<ir::Var, std::int64_t>> bind_sizes(ir::Layer& layer, const NamedArrays& arrays,
                                                   const std::map<std::string, std::int64_t>& fixed) {
  std::vector<Declared> declared = declared_arrays(layer);
  std::vector<std::string> names;
  for (const Declared& tensor : declared) names.push_back(tensor.name);
  for (const auto& [name, array] : arrays) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    Diagnostic unknown =
        problem("G514", "the layer `" + layer.name + "` has no input, parameter or given `" + name + "`");
    if (auto guess = nearest(name, names)) unknown.notes.push_back({"did you mean `" + *guess + "`?", std::nullopt});
    return unknown;
  }
  std::vector<Equation> equations;
  for (const Declared& tensor : declared) {
    auto array = arrays.find(tensor.name);
    if (array == arrays.end())
      return problem("G510", "no file for `" + tensor.name + "`; give it with --tensor " + tensor.name + "=FILE",
                     tensor.span);
    const auto& shape = array->second.shape();
    if (shape.size() != tensor.stored_extents.size())
      return problem("G511",
                     "`" + tensor.name + "` has " + std::to_string(tensor.stored_extents.size()) +
                         " axes in the layer, its file has the shape " + tensors::to_string(shape),
                     tensor.span);
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      equations.push_back({&tensor, axis, tensor.stored_extents[axis], shape[axis]});
  }
  SizeSolver solver(*layer.program, std::move(equations));
  for (const auto& [name, value] : fixed) {
    auto size = std::find_if(layer.program->sizes().begin(), layer.program->sizes().end(),
                             [&name = name](const ir::Size& candidate) { return candidate.name == name; });
    if (size == layer.program->sizes().end())
      return problem("G514", "the layer `" + layer.name + "` has no size `" + name + "`");
    solver.fix(size->variable, value);
  }
  if (auto fault = solver.run()) return *fault;
  return solver.sizes();
}

}  // namespace germ::numeric
