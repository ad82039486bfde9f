#pragma once
// Elaboration, the state: what a name means (Symbol), the names of one declaration (Scope), where an expression stands
// (Frame), and the program under construction (Context). A diagnostic leaves an expression as a `Rejected`, is recorded
// at the nearest definition or item, and never leaves the room.

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/program.hpp"
#include "syntax/declarations.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax {

// Thrown inside the room only. Without a diagnostic: the fault was reported already, where it happened.
struct Rejected {
  std::optional<Diagnostic> diagnostic;
};

// What a read of an argmax means: a forward follows the tensor, everything else looks at the base point.
enum class Mode : std::uint8_t { live, frozen };

// smooth: an opaque differentiable function of a tensor of the view's axes; `tensor` is its gradient.
enum class Element : std::uint8_t { real, integer, boolean, smooth };

struct Axis {
  std::string name;  // for printing, and the index that later names this axis
  ir::Index extent;
  int stored = 0;
};

// A tensor, or a slice of one: entry[i..] = table entry at `pattern`, its open slots filled with i.. in order.
struct View {
  Element element = Element::real;
  ir::TensorId tensor;
  ir::FunctionId function;
  ir::PredicateId predicate;
  std::vector<std::optional<ir::Index>> pattern;
  std::vector<Axis> axes;  // of the open slots
};

enum class SymbolKind : std::uint8_t { integer, real, tensor };
enum class Origin : std::uint8_t {
  constant,
  size,
  scalar,
  input,
  param,
  given,
  let,
  output,
  aux,
  cotangent,
  adjoint,
  step,  // the declared adjoint of a `let` of the forward
  tangent,
  base  // the value at the base point, of a rule
};

struct Symbol {
  enum class State : std::uint8_t { ready, pending, active, broken };
  std::string name;
  Span span;
  SymbolKind kind = SymbolKind::tensor;
  Origin origin = Origin::let;
  State state = State::ready;
  ir::Index integer;
  ir::Real real;
  View view;
  std::function<void(Symbol&)> make;  // pending: fills the value in on first use
};

// Where an index name got its range, first in the text. Evaluated where it is used.
struct RangeOrigin {
  const Expr* extent = nullptr;  // `k < K`
  const Expr* window = nullptr;  // a position of a window call
  std::string tensor;            // an axis of a tensor
  std::size_t position = 0;
  Span span;
};

struct Scope {
  Scope* parent = nullptr;  // whose names are visible here too: the layer of a backward
  Scope* caller = nullptr;  // whose text this one is inlined into, at `call`
  Span call;
  const void* declaration = nullptr;
  std::string name;    // of the declaration
  std::string prefix;  // of the tensors defined here
  Mode mode = Mode::live;
  std::vector<ir::Binder> lifted;              // index variables of the callers
  std::optional<std::vector<Axis>> ellipsis;   // what `..` stands for
  std::optional<std::set<std::string>> saved;  // of a backward or a jvp: the layer's tensors that it may read
  const char* reader = "backward";             // .. and which of the two it is
  std::map<std::string, RangeOrigin, std::less<>> ranges;
  std::deque<Symbol> symbols;  // in order of the text; addresses are stable

  Symbol* own(std::string_view symbol);
  Symbol* find(std::string_view symbol);  // here, then in the parents
};

class Context {
 public:
  Context(const Declarations& known, ir::Program& made) : declarations(known), program(made) {}

  const Declarations& declarations;
  ir::Program& program;
  Diagnostics diagnostics;
  std::vector<Symbol*> active;                               // definitions under way, outermost first
  std::vector<const Expr*> active_windows;                   // window calls whose range is being asked for
  std::map<std::string, std::vector<ir::TensorId>> inlined;  // lets of calls by name, before it is made unique
  std::map<ir::TensorId, ir::TensorId> bases;          // the values at the base point, of the tensors that have one
  std::map<ir::TensorId, ir::TensorId> smooth_values;  // the value of an opaque function, by its gradient
  std::map<ir::TensorId, ir::TensorId> smooth_at;      // where an opaque function (by its gradient) is applied

  Scope& open(std::string name, const void* declaration);
  // `name`, or the first of name.2, name.3, .. that no tensor or size has.
  std::string unique(const std::string& name);
  void report(const Rejected& rejected);
  // Runs `work`; a fault in it is reported. Numbers that leave 64 bits are reported at `place`.
  bool guarded(Span place, const std::function<void()>& work);
  // One more inlined call at `place`. Doubling functions would otherwise grow without end.
  void count_call(const Scope& caller, Span place);

 private:
  std::deque<Scope> scopes_;
  std::set<std::string> names_;
  std::size_t calls_ = 0;
};

struct Bound {
  std::string name;
  ir::Index value;
  ir::Index extent;  // null for none
  Span span;
};

struct Frame {
  Context* context;
  Scope* scope;
  Mode mode = Mode::live;
  std::vector<ir::Binder> variables;               // every index variable in scope, outermost first
  std::vector<Bound> bound;                        // names of indices
  std::optional<std::vector<ir::Index>> ellipsis;  // the indices that `..` stands for
  // Whole-tensor expressions: the entry that is being defined, and the tensors that were found in the expression.
  const std::vector<ir::Index>* entry = nullptr;
  const std::map<const Expr*, View>* parts = nullptr;
  std::map<const Expr*, bool> choices;  // integer abs, max, min under a case split: which case

  ir::Program& program() const { return context->program; }
  ir::Terms& terms() const { return context->program.terms(); }
  const Bound* find(std::string_view name) const;
  // The same place, for a scalar expression.
  Frame scalar() const;
};

// A frame at the top of `scope`.
Frame frame_of(Context& context, Scope& scope);

using Notes = std::vector<Diagnostic::Note>;
// Throws: `message` at `span`, with the calls that led here.
[[noreturn]] void fail(const Scope& scope, std::string id, Span span, std::string message, Notes notes = {});
[[noreturn]] inline void fail(const Frame& frame, std::string id, Span span, std::string message, Notes notes = {}) {
  fail(*frame.scope, std::move(id), span, std::move(message), std::move(notes));
}

// Adds a symbol; a second one of that name in the scope or its parents is an error.
Symbol& declare(Scope& scope, const Name& name, SymbolKind kind, Origin origin);
// Brings a pending symbol to its value.
void force(Context& context, Scope& scope, Symbol& symbol, Span use);
// The symbol that `name` means here, with its value.
Symbol& resolve(const Frame& frame, std::string_view name, Span use);
const char* describe(const Symbol& symbol);                // "a size", "an input"
std::string counted(std::size_t count, const char* noun);  // "1 axis", "2 outputs"

}  // namespace germ::syntax
