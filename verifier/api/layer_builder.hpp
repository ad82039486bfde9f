#pragma once
// A layer and its backward made in C++, without text: sizes, tensors, the terms of `ir`, and a Statement at the end. It
// owns one program. It checks what elaboration checks of a text: names, ranks, scopes of indices, the order of
// forward and backward. Whatever it refuses it throws as Misuse, and nothing is decided.
//
// Shapes: extents are index terms over sizes, such as N or 2*H + 1. An entry is a function of as many indices as there
// are extents; it is called once, and returns a term. Values are exact: terms hold rationals, never floating point.

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ir/statement.hpp"

namespace germ::api {

// The caller's code is wrong: a tensor is read with a wrong number of indices, a name is used twice, an index is used
// outside of its binder, a forward line comes after the backward has begun.
class Misuse : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

using Indices = std::vector<ir::Index>;

// A term for each cell of a box, given as a function of 0 to 8 indices: `[&](ir::Index n, ir::Index k) {..}`.
template <class Term>
class Cells {
 public:
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Cells>) Cells(Function function)
      : rank_(rank_of<Function, 0>()) {  // NOLINT: a lambda is written where cells are needed
    call_ = [function = std::move(function)](std::span<const ir::Index> at) -> Term {
      return call(function, at, std::make_index_sequence<rank_of<Function, 0>()>());
    };
  }
  std::size_t rank() const { return rank_; }
  Term operator()(std::span<const ir::Index> at) const { return call_(at); }  // at.size() == rank()

 private:
  template <std::size_t>
  using At = ir::Index;
  template <class Function, std::size_t... K>
  static constexpr bool takes(std::index_sequence<K...>) {
    return std::is_invocable_r_v<Term, const Function&, At<K>...>;
  }
  template <class Function, std::size_t Rank>
  static constexpr std::size_t rank_of() {
    static_assert(Rank <= 8, "a function of 0 to 8 indices that returns the term of the cell");
    if constexpr (Rank > 8 || takes<Function>(std::make_index_sequence<Rank>())) {
      return Rank;
    } else {
      return rank_of<Function, Rank + 1>();
    }
  }
  template <class Function, std::size_t... K>
  static Term call(const Function& function, [[maybe_unused]] std::span<const ir::Index> at,
                   std::index_sequence<K...>) {
    return function(at[K]...);
  }

  std::size_t rank_;
  std::function<Term(std::span<const ir::Index>)> call_;
};

class LayerBuilder;

// A tensor of a layer that is being built; lives as long as its builder. `x(n, k)` is the term that reads an entry:
// that it is in range is proved later, not checked here.
class Tensor {
 public:
  template <class... Index>
  ir::Real operator()(Index... at) const {
    return read({at...});
  }
  ir::Real read(Indices at) const;
  ir::TensorId id() const { return id_; }

 private:
  friend class LayerBuilder;
  Tensor(LayerBuilder& layer, ir::TensorId id) : layer_(&layer), id_(id) {}
  LayerBuilder* layer_;
  ir::TensorId id_;
};

class LayerBuilder {
 public:
  LayerBuilder();
  LayerBuilder(const LayerBuilder&) = delete;
  LayerBuilder& operator=(const LayerBuilder&) = delete;
  ~LayerBuilder();

  // The arena in which every term of this layer is made. Terms of two builders must not be mixed.
  ir::Terms& terms();

  // ---------------------------------------------------------------- the forward
  ir::Index size(const std::string& name, std::int64_t least = 1);  // a symbol for all integers from `least` on
  ir::Real real(const std::string& name);                           // a symbolic real number; bound it by `require`
  void require(ir::Formula fact);                                   // about sizes and symbolic reals only
  Tensor input(const std::string& name, const Indices& extents);    // differentiable
  Tensor param(const std::string& name, const Indices& extents);    // differentiable
  Tensor given(const std::string& name, const Indices& extents);    // real constants, never differentiated
  Tensor output(const std::string& name, const Indices& extents, const Cells<ir::Real>& entry);
  void domain(ir::Formula condition);  // where the statement is claimed; several hold together; without: everywhere

  // A tensor by definition: of the forward, or of the backward once that has begun.
  Tensor let(const std::string& name, const Indices& extents, const Cells<ir::Real>& entry);

  // ---------------------------------------------------------------- the backward
  // The cotangent of an output, `d` and its name. The first call closes the forward and the domain.
  Tensor cotangent(const Tensor& output);
  // The claimed adjoint of an input or param, `d` and its name; it has the axes of its variable.
  Tensor adjoint(const Tensor& of, const Cells<ir::Real>& entry);

  // ---------------------------------------------------------------- terms over a box; the filter may be left out
  ir::Real sum(const Indices& extents, const Cells<ir::Real>& body);
  ir::Real sum(const Indices& extents, const Cells<ir::Formula>& filter, const Cells<ir::Real>& body);
  ir::Formula all(const Indices& extents, const Cells<ir::Formula>& body);
  ir::Formula any(const Indices& extents, const Cells<ir::Formula>& body);

  // The vjp statement: the outputs are jointly differentiable in all variables with an adjoint, and each adjoint is the
  // derivative's transpose applied to the cotangents. Ends the builder: call it once.
  ir::Statement statement();

 private:
  friend class Tensor;
  struct Box;
  void take_name(const std::string& name);
  void require_forward(const char* what) const;
  void require_sizes_only(const Indices& extents) const;
  void require_bound(const std::vector<ir::Var>& free, const std::vector<ir::Binder>& axes,
                     const std::string& of) const;
  Box open(const Indices& extents);
  Tensor declare(const std::string& name, ir::TensorRole role, const Indices& extents);
  Tensor define(const std::string& name, ir::TensorRole role, const Indices& extents, const Cells<ir::Real>& entry);
  void close_forward();

  ir::Statement statement_;
  std::set<std::string> names_;
  std::vector<ir::Formula> domain_;
  bool backward_ = false;
  bool ended_ = false;
};

}  // namespace germ::api
