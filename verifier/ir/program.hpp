#pragma once
// A program: the symbols of one theorem (sizes, scalars, given maps, tensors, window maxima) and its facts, over one
// term arena. Made by elaboration; the calculus adds tensors (adjoints, tangents) to it.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/source.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

struct Size {
  Var variable;
  std::string name;
  std::optional<Index> definition;  // `size OH = ...`: the fact OH == definition stands in facts() too
  Span span;
};

struct Scalar {
  std::string name;
  std::optional<std::string> constant;  // "pi": its value is fixed, not free
  Span span;
};

enum class FunctionRole : std::uint8_t {
  given,   // declared in the text: any map into its range
  winner,  // component of the first maximal cell of a reduction, at the base point (frozen)
  live,    // the same, read live by a forward
  sign,    // internal to the normal form: the sign of a real, -1, 0 or 1
};

// An integer-valued map: for arguments inside `extents` its value lies in [low, high).
struct Function {
  std::string name;
  FunctionRole role = FunctionRole::given;
  std::vector<Index> extents;
  Index low;
  Index high;
  ReductionId reduction;  // winner, live
  std::uint32_t component = 0;
  Span span;
};

struct Predicate {
  std::string name;
  std::vector<Index> extents;
  Span span;
};

enum class TensorRole : std::uint8_t {
  input,
  param,
  given,
  cotangent,
  let,
  output,
  adjoint,
  tangent,
  nearby,
  base,  // without a body: the value of another tensor at the base point (`base_of`)
};

// A tensor with axes; with a body it is defined entry by entry: entry[axes' variables] = body.
struct Tensor {
  std::string name;
  TensorRole role = TensorRole::input;
  std::vector<Binder> axes;      // the formals and their extents
  std::vector<int> stored_axis;  // for each axis, the stored axis it is part of (flat axes share one)
  std::optional<Real> body;
  Span span;  // the line that declares or defines it
  // Its entries are those of this tensor at the base point, and stay when the variables move. Same axes; no body.
  std::optional<TensorId> base_of;
  bool differentiable() const { return role == TensorRole::input || role == TensorRole::param; }
};

// max over binders with guard of body; a closure over its parameters. `parameters` are canonical variables, so equal
// windows have one entry.
struct Reduction {
  std::vector<Binder> parameters;
  std::vector<Binder> binders;
  Formula guard;
  Real body;
  std::vector<FunctionId> winner;  // one per binder, frozen at the base point
  std::vector<FunctionId> live;
  Span span;
};

// Every program's first scalar is the number pi, so that the function table can speak of it.
inline constexpr ScalarId pi{0};

class Program {
 public:
  Program() { add_scalar({"pi", "pi", {}}); }
  Terms& terms() { return terms_; }

  Var add_size(std::string name, Span span = {});
  void define_size(Var size, Index definition);
  ScalarId add_scalar(Scalar scalar);
  FunctionId add_function(Function function);
  PredicateId add_predicate(Predicate predicate);
  TensorId add_tensor(Tensor tensor);
  void set_body(TensorId tensor, Real body);
  void add_fact(Formula fact);  // over sizes and scalars: holds for every instance of the statement

  // The reduction over `binders` with free variables abstracted in order of first occurrence, and the arguments at
  // which the written one stands. `ranges` gives the extent of every free variable that is not a size.
  struct Closure {
    ReductionId reduction;
    std::vector<Index> arguments;
  };
  Closure reduce(const std::vector<Binder>& binders, Formula guard, Real body, const std::vector<Binder>& ranges,
                 Span span);

  const std::vector<Size>& sizes() const { return sizes_; }
  bool is_size(Var variable) const { return size_index_.contains(variable); }
  const Size& size(Var variable) const { return sizes_[size_index_.at(variable)]; }
  const std::vector<Scalar>& scalars() const { return scalars_; }
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<Predicate>& predicates() const { return predicates_; }
  const std::vector<Tensor>& tensors() const { return tensors_; }
  const std::vector<Reduction>& reductions() const { return reductions_; }
  const std::vector<Formula>& facts() const { return facts_; }
  const Scalar& operator[](ScalarId id) const { return scalars_[id.value]; }
  const Function& operator[](FunctionId id) const { return functions_[id.value]; }
  const Predicate& operator[](PredicateId id) const { return predicates_[id.value]; }
  const Tensor& operator[](TensorId id) const { return tensors_[id.value]; }
  const Reduction& operator[](ReductionId id) const { return reductions_[id.value]; }
  std::optional<ScalarId> find_scalar(std::string_view name) const;

  // The body of a defined tensor at `indices`.
  Real at(TensorId tensor, const std::vector<Index>& indices);
  // Guard (ranges of the binders included) and body of a reduction at a cell.
  struct Cell {
    Formula guard;
    Real body;
  };
  Cell at(ReductionId reduction, const std::vector<Index>& arguments, const std::vector<Index>& cell);
  // The frozen / live winner's cell of a reduction at `arguments`.
  std::vector<Index> winner(ReductionId reduction, const std::vector<Index>& arguments);
  std::vector<Index> live_winner(ReductionId reduction, const std::vector<Index>& arguments);
  // The binders of a reduction with extents at `arguments`.
  std::vector<Binder> binders(ReductionId reduction, const std::vector<Index>& arguments);

 private:
  Terms terms_;
  std::vector<Size> sizes_;
  std::unordered_map<Var, std::size_t> size_index_;
  std::vector<Scalar> scalars_;
  std::vector<Function> functions_;
  std::vector<Predicate> predicates_;
  std::vector<Tensor> tensors_;
  std::vector<Reduction> reductions_;
  std::vector<Formula> facts_;
};

}  // namespace germ::ir
