#pragma once
// The syntax tree: what the parser read, with spans, before any name is looked up. Immutable once parsed.
// docs/LANGUAGE.md is the grammar's reference.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/source.hpp"

namespace germ::syntax {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Name {
  std::string text;
  Span span;
};

// One item of a binder list, an axis list or a parameter list:
//   `k < K`                 names = {k}, extent
//   `k`                     names = {k}                (its range was declared before)
//   `p, q in cell(i, j)`    names = {.., p, q}, window  (the window takes as many of the last names as it has
//   positions;
//                                                       names before those are plain items)
//   `..`                    ellipsis                    (any shape / all remaining axes)
//   `(g < G, c < Cg)`       group                       (axes only: one stored axis, several indices)
struct BinderItem {
  std::vector<Name> names;
  ExprPtr extent;
  ExprPtr window;  // a call expression
  bool ellipsis = false;
  std::vector<BinderItem> group;
  Span span;
};

struct Binders {
  std::vector<BinderItem> items;
  ExprPtr filter;  // after `|`; null if none
};

enum class ExprKind : std::uint8_t {
  number,     // text
  name,       // text
  subscript,  // args[0][args[1..]]; an argument may be `ellipsis`
  call,       // args[0](args[1..]); sizes or constants in brackets: sizes; `eps=eps` in the parentheses: named
  negate,     // -args[0]
  not_,
  add,  // binary: args[0] op args[1]
  subtract,
  multiply,
  divide,  // floor division in an index position, exact in a real one
  modulo,
  power,  // args[0] ^ args[1]
  less,
  less_equal,
  greater,
  greater_equal,
  equals,      // `==`
  not_equals,  // `!=`
  is,          // integers or tuples equal
  in,          // args[0] (an index or a tuple) in args[1] (a window)
  and_,
  or_,        // disjunction; with a read on the left and a real on the right: the padded read
  choose,     // args[0] if args[1] else args[2]
  indicator,  // [args[0]]
  reduction,  // text = sum max min argmax argmin mean prod any all ranked; binders; args[0] = body
  tuple,      // (args..), two or more
  ellipsis,   // `..` as a subscript argument
  at,         // `args[0] at args[1]` as a call argument: `f.back(dy at x)`; of one part: a subscript `x[at s]`
  field,      // args[0].text
};

struct Expr {
  ExprKind kind;
  Span span;
  std::string text;
  std::vector<ExprPtr> args;
  Binders binders;
  std::vector<std::pair<Name, ExprPtr>> sizes;  // call: f[S=2](x); the name's text is empty in cell[H, W](i, j)
  std::vector<std::pair<Name, ExprPtr>> named;  // call: f(x, eps=eps), after the arguments by position
  std::uint16_t height = 1;                     // of the tree below; the parser keeps it at most 1000
};

// name[axes]; rank 0 without brackets. `whole`: no brackets were written (`let y = f(z)`).
struct Declarator {
  Name name;
  std::vector<BinderItem> axes;
  bool brackets = false;
};

enum class Expectation : std::uint8_t { none, proved, refuted, unknown, vacuous, invalid };

struct SizeDecl {
  Name name;
  std::optional<std::int64_t> lower_bound;  // `P >= 0`; 1 if absent
};

struct ConstItem {
  struct Constant {
    Name name;
    std::int64_t low;
    std::int64_t high;
  };
  std::vector<Constant> constants;  // const S in 1..3, D in 1..3
};
struct SizeItem {
  Name name;
  ExprPtr definition;
};
struct RequireItem {
  std::vector<ExprPtr> facts;
};
struct RealItem {  // real eps > 0, a
  struct Scalar {
    Name name;
    std::vector<std::pair<ExprKind, ExprPtr>> bounds;  // comparison of the scalar (left) with an expression
  };
  std::vector<Scalar> scalars;
};
enum class TensorKeyword : std::uint8_t { input, param, given };
struct TensorItem {
  TensorKeyword keyword;
  struct Tensor {
    Declarator declarator;
    bool boolean = false;                              // `: bool`
    bool smooth = false;                               // `given smooth G[n < N]`: an opaque differentiable function
    ExprPtr below;                                     // `in K`: integers 0..K-1
    bool or_none = false;                              // `or none`: -1 as well
    std::vector<std::pair<ExprKind, ExprPtr>> bounds;  // given w[k] >= 0
  };
  std::vector<Tensor> tensors;
};
enum class DefinitionKeyword : std::uint8_t {
  let,
  output,
  aux,
  adjoint,  // `dx[n] = ..` in a backward
  tangent,  // `ty[n] = ..` in a jvp
};
struct DefinitionItem {
  DefinitionKeyword keyword;
  Declarator declarator;
  ExprPtr body;
  Span span;
};
struct SaveItem {
  std::vector<Name> names;
};
struct DomainItem {
  std::vector<Name> wrt;  // empty: for all
  ExprPtr condition;
};
// A step of a proof script. `transport R(z)`, `pull back R(z)`, `push forward R(z)`, `cite T(y)`, `cases C`.
struct StepDecl {
  std::string word;  // "transport", "pull", ..
  Name cited;
  bool arguments = false;       // written; else tensors of the same names
  std::vector<ExprPtr> values;  // the arguments
  ExprPtr condition;            // of `cases`
  Span span;
};
struct BackwardItem {
  std::optional<Name> name;
  std::vector<Name> cotangents;
  Expectation expect = Expectation::none;
  std::vector<DefinitionItem> lines;  // let and adjoint
  std::optional<Name> surrogate;      // `surrogate G`: by decree the backward of another layer
  std::vector<StepDecl> steps;        // `by ..`
};
struct JvpItem {
  std::optional<Name> name;
  std::vector<Name> tangents;
  Expectation expect = Expectation::none;
  std::vector<DefinitionItem> lines;  // let and tangent
};
struct CensusItem {
  Name name;
  Binders windows;
  Binders cells;
  ExprPtr value;
  Binders patch_binders;
  ExprPtr patch;  // null if none
  std::optional<Name> zero;
};

struct Item {
  Span span;
  std::variant<ConstItem, SizeItem, RequireItem, RealItem, TensorItem, DefinitionItem, SaveItem, DomainItem,
               BackwardItem, JvpItem, CensusItem>
      content;
};

struct LayerDecl {
  Name name;
  std::vector<SizeDecl> sizes;
  std::vector<Item> items;
  Span span;
};
// function NAME(parameters) = body; items: real, domain, backward, jvp.
struct FunctionDecl {
  Name name;
  std::vector<Name> parameters;
  ExprPtr body;
  std::vector<Item> items;
  Span span;
};
struct ConditionDecl {
  Name name;
  std::vector<SizeDecl> sizes;         // optional brackets; else the sizes in the parameters' shapes are inferred
  std::vector<Declarator> parameters;  // z[..], y[n < N, c < C]
  ExprPtr body;
  Span span;
};
// window NAME[sizes](parameters) = (positions | filter)
struct WindowDecl {
  Name name;
  std::vector<SizeDecl> sizes;
  std::vector<BinderItem> parameters;
  Binders positions;
  Span span;
};
enum class TheoremKind : std::uint8_t {
  vjp,
  jvp,
  gradient,            // a vjp with the cotangent 1
  surrogate,           // surrogate LAYER[.BACKWARD] of LAYER
  not_differentiable,  // not_differentiable LAYER
  exact,               // domain LAYER exact
  kink,                // kink LAYER[.BACKWARD] is CLASS
  unique,              // unique LAYER.BACKWARD, LAYER.BACKWARD
  equal,
  implies,
  local_equality,  // also a `rule`
  continuous,
  open,
  selector,  // selector (MAP, ..) of TENSOR, and selector argmax of TENSOR
  fold,
  faithful,
};
// Is the theorem about a layer, whose sizes and lines it has?
inline bool about_layer(TheoremKind kind) { return kind <= TheoremKind::unique; }

// along (i < I) x[n < N] = e: the family's binders, the variable with its axes, its tangent
struct AlongDecl {
  Binders family;
  Declarator variable;
  ExprPtr value;
};
// fold (a, b) over (k < K | filter) = e keeps (l, r, k) = condition
struct FoldDecl {
  Name left, right;
  Binders over;
  std::vector<Name> kept;  // the interval's ends and the position
};

struct TheoremDecl {
  Name name;
  std::vector<SizeDecl> sizes;
  std::vector<Item> items;  // inputs, lets, .. of a theorem that is not about a layer
  TheoremKind kind;
  bool rule = false;        // `rule NAME at z0, near z[..]`: the items begin with the inputs that move
  std::vector<Name> bases;  // the names of their values at the base point
  bool schema = false;      // about opaque functions
  // vjp LAYER[.BACKWARD] [wrt NAME[slice], ..] [on condition] [by pairing [with JVP]], and jvp LAYER[.JVP] alike
  Name layer;
  Name other;                    // of `surrogate L of G`: G; the class of a kink; of `unique`: the second backward
  std::vector<Name> maps;        // of a selector
  std::optional<Name> backward;  // or jvp
  struct Wrt {
    Declarator variable;
    ExprPtr slice;  // after `|`; null if none
  };
  std::vector<Wrt> wrt;
  // equal, local_equality, faithful: tensors or expressions; implies: premise and conclusion; continuous, open,
  // selector: left alone; fold: what a node takes, and what is kept
  ExprPtr left, right;
  std::optional<FoldDecl> fold;
  ExprPtr on;    // null if none
  ExprPtr near;  // null if none
  std::vector<AlongDecl> along;
  bool pairing = false;
  std::optional<Name> partner;  // of `by pairing with NAME`
  std::vector<StepDecl> steps;
  Expectation expect = Expectation::none;
  Span span;
};

using Declaration = std::variant<LayerDecl, FunctionDecl, ConditionDecl, WindowDecl, TheoremDecl>;

struct Module {
  const SourceFile* file;
  std::vector<Declaration> declarations;  // in order
};

}  // namespace germ::syntax
