#include "syntax/elaborate_scope.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::syntax {

Symbol* Scope::own(std::string_view symbol) {
  auto found = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& s) { return s.name == symbol; });
  return found == symbols.end() ? nullptr : &*found;
}

Symbol* Scope::find(std::string_view symbol) {
  for (Scope* scope = this; scope; scope = scope->parent)
    if (Symbol* found = scope->own(symbol)) return found;
  return nullptr;
}

Scope& Context::open(std::string name, const void* declaration) {
  Scope& scope = scopes_.emplace_back();
  scope.name = std::move(name);
  scope.declaration = declaration;
  return scope;
}

std::string Context::unique(const std::string& name) {
  std::string candidate = name;
  for (int i = 2; !names_.insert(candidate).second; ++i) candidate = name + "." + std::to_string(i);
  return candidate;
}

void Context::report(const Rejected& rejected) {
  if (rejected.diagnostic) diagnostics.push_back(*rejected.diagnostic);
}

bool Context::guarded(Span place, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Rejected& rejected) {
    report(rejected);
  } catch (const LimitReached& limit) {
    report({Diagnostic{"G308", std::string("beyond what Germ can hold: ") + limit.what(), place, Severity::error, {}}});
  }
  return false;
}

void Context::count_call(const Scope& caller, Span place) {
  std::size_t depth = 0;
  for (const Scope* at = &caller; at; at = at->caller ? at->caller : at->parent) ++depth;
  if (depth > 200) fail(caller, "G308", place, "calls are nested more than 200 deep");
  if (++calls_ > 20'000) fail(caller, "G308", place, "more than 20000 calls are inlined into one statement");
}

const Bound* Frame::find(std::string_view name) const {
  for (auto it = bound.rbegin(); it != bound.rend(); ++it)
    if (it->name == name) return &*it;
  return nullptr;
}

Frame Frame::scalar() const {
  Frame inner = *this;
  inner.entry = nullptr;
  inner.parts = nullptr;
  return inner;
}

Frame frame_of(Context& context, Scope& scope) {
  Frame frame{};
  frame.context = &context;
  frame.scope = &scope;
  frame.mode = scope.mode;
  frame.variables = scope.lifted;
  return frame;
}

namespace {

// A name of a megabyte is not shown: between backquotes 200 bytes are.
std::string without_long_words(const std::string& message) {
  constexpr std::size_t longest = 200;
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    std::size_t open = std::min(message.find('`', at), message.size());
    std::size_t close = std::min(message.find('`', open + 1), message.size());
    out += message.substr(at, open - at);
    std::size_t length = close - open;
    if (length > longest) {
      length = longest;
      while ((static_cast<unsigned char>(message[open + length]) & 0xC0u) == 0x80u) --length;  // not inside a character
      out += message.substr(open, length) + "..";
    } else {
      out += message.substr(open, length);
    }
    if (close < message.size()) out += '`';
    at = close + 1;
  }
  return out;
}

}  // namespace

void fail(const Scope& scope, std::string id, Span span, std::string message, Notes notes) {
  std::size_t calls = 0;
  for (const Scope* at = &scope; at && calls < 4; at = at->caller ? at->caller : at->parent) {
    if (!at->caller) continue;
    notes.push_back({"`" + at->name + "` is used here", at->call});
    ++calls;
  }
  throw Rejected{Diagnostic{std::move(id), without_long_words(message), span, Severity::error, std::move(notes)}};
}

Symbol& declare(Scope& scope, const Name& name, SymbolKind kind, Origin origin) {
  if (name.text == "true" || name.text == "false" || name.text == "pi")
    fail(scope, "G209", name.span, "`" + name.text + "` is built in and cannot be declared");
  if (const Symbol* known = scope.find(name.text))
    fail(scope, "G205", name.span, "`" + name.text + "` is declared twice",
         {{std::string("it is ") + describe(*known) + " here", known->span}});
  Symbol& symbol = scope.symbols.emplace_back();
  symbol.name = name.text;
  symbol.span = name.span;
  symbol.kind = kind;
  symbol.origin = origin;
  return symbol;
}

namespace {

[[noreturn]] void fail_cycle(Context& context, Scope& scope, const Symbol& symbol, Span use) {
  auto start = std::find(context.active.begin(), context.active.end(), &symbol);
  std::string path;
  Notes notes;
  for (auto it = start; it != context.active.end(); ++it) {
    path += "`" + (*it)->name + "` -> ";
    notes.push_back({"`" + (*it)->name + "` is defined here", (*it)->span});
  }
  fail(scope, "G208", use,
       "the definition of `" + symbol.name + "` goes in a circle: " + path + "`" + symbol.name + "`", std::move(notes));
}

[[noreturn]] void fail_unknown(const Frame& frame, std::string_view name, Span use) {
  Scope& scope = *frame.scope;
  std::vector<std::string> known;
  for (const Bound& bound : frame.bound) known.push_back(bound.name);
  bool an_index = false;
  for (Scope* at = &scope; at; at = at->parent) {
    for (const Symbol& symbol : at->symbols) known.push_back(symbol.name);
    an_index = an_index || at->ranges.contains(name);
  }
  std::string quoted = "`" + std::string(name) + "`";
  if (an_index) fail(scope, "G202", use, "the index " + quoted + " is not bound here");
  if (const Declaration* other = frame.context->declarations.find(name))
    fail(scope, "G201", use, quoted + " is a " + kind_name(*other) + ", not a value",
         {{"it is declared here", name_of(*other).span}});
  Notes notes;
  if (auto near = nearest(name, known)) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  fail(scope, "G201", use, "unknown name " + quoted, std::move(notes));
}

// A backward or a jvp of a layer with a `save` line reads of the forward what is saved, nothing else.
void check_saved(const Frame& frame, const Symbol& symbol, Span use) {
  for (Scope* at = frame.scope; at; at = at->parent) {
    if (at->own(symbol.name)) return;
    if (!at->saved || at->saved->contains(symbol.name)) continue;
    switch (symbol.origin) {
      case Origin::input:
      case Origin::let:
      case Origin::output:
      case Origin::aux:
        fail(*frame.scope, "G207", use,
             std::string("the ") + at->reader + " reads `" + symbol.name + "`, which is not saved",
             {{std::string("it is ") + describe(symbol) + " of the forward", symbol.span}});
      case Origin::constant:
      case Origin::size:
      case Origin::scalar:
      case Origin::param:
      case Origin::given:
      case Origin::cotangent:
      case Origin::adjoint:
      case Origin::step:
      case Origin::tangent:
      case Origin::base:
        break;
    }
  }
}

}  // namespace

void force(Context& context, Scope& scope, Symbol& symbol, Span use) {
  switch (symbol.state) {
    case Symbol::State::ready:
      return;
    case Symbol::State::broken:
      throw Rejected{};
    case Symbol::State::active:
      fail_cycle(context, scope, symbol, use);
    case Symbol::State::pending:
      break;
  }
  if (context.active.size() > 400) {
    symbol.state = Symbol::State::broken;
    fail(scope, "G308", use, "definitions read one another more than 400 deep");
  }
  symbol.state = Symbol::State::active;
  context.active.push_back(&symbol);
  bool made = context.guarded(symbol.span, [&] { symbol.make(symbol); });
  context.active.pop_back();
  symbol.state = made ? Symbol::State::ready : Symbol::State::broken;
  if (!made) throw Rejected{};
}

Symbol& resolve(const Frame& frame, std::string_view name, Span use) {
  Symbol* symbol = frame.scope->find(name);
  if (!symbol) fail_unknown(frame, name, use);
  check_saved(frame, *symbol, use);
  force(*frame.context, *frame.scope, *symbol, use);
  return *symbol;
}

const char* describe(const Symbol& symbol) {
  switch (symbol.origin) {
    case Origin::constant:
      return "a constant";
    case Origin::size:
      return "a size";
    case Origin::scalar:
      return "a real";
    case Origin::input:
      return "an input";
    case Origin::param:
      return "a parameter";
    case Origin::given:
      return "a given";
    case Origin::let:
      return "a let";
    case Origin::output:
      return "an output";
    case Origin::aux:
      return "an aux output";
    case Origin::cotangent:
      return "a cotangent";
    case Origin::adjoint:
    case Origin::step:
      return "an adjoint";
    case Origin::tangent:
      return "a tangent";
    case Origin::base:
      return "a value at the base point";
  }
  return "a name";
}

std::string counted(std::size_t count, const char* noun) {
  std::string text = std::to_string(count) + " " + noun;
  if (count == 1) return text;
  return text.ends_with("axis") ? text.substr(0, text.size() - 2) + "es" : text + "s";
}

}  // namespace germ::syntax
