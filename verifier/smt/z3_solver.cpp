// The Z3 adapter: terms to Z3's own, one check per fresh Z3 solver, models. The only file that sees Z3.

#include <z3++.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/check.hpp"
#include "smt/encoder.hpp"
#include "smt/solver.hpp"
#include "smt/watchdog.hpp"

namespace germ::smt {

namespace {

// What a solver and its models share. Members die in reverse order: every Z3 handle before its context.
class Session {
 public:
  explicit Session(ir::Program& program) : encoder(program) {}

  z3::expr translate(TermId id) {
    if (id >= translated_.size()) translated_.resize(encoder.table().size());
    if (translated_[id]) return *translated_[id];
    z3::expr result = build(encoder.table()[id]);
    translated_[id] = result;
    return result;
  }

  z3::context context;
  Encoder encoder;

 private:
  z3::sort sort(Sort s) {
    switch (s) {
      case Sort::boolean:
        return context.bool_sort();
      case Sort::integer:
        return context.int_sort();
      case Sort::real:
        return context.real_sort();
    }
    throw InternalError("a sort of no kind");
  }

  z3::func_decl declaration(SymbolId id) {
    if (id >= declared_.size()) declared_.resize(encoder.table().symbol_count());
    if (!declared_[id]) {
      const Symbol& symbol = encoder.table().symbol(id);
      z3::sort_vector domain(context);
      for (Sort s : symbol.arguments) domain.push_back(sort(s));
      declared_[id] = context.function(symbol.name.c_str(), domain, sort(symbol.result));
    }
    return *declared_[id];
  }

  z3::expr numeral(const Rational& value, Sort s) {
    const std::string text = value.to_string();
    return s == Sort::integer ? context.int_val(text.c_str()) : context.real_val(text.c_str());
  }

  z3::expr build(const Term& term) {
    z3::expr_vector children(context);
    for (TermId child : term.children) children.push_back(translate(child));
    switch (term.op) {
      case Op::truth:
        return context.bool_val(true);
      case Op::falsity:
        return context.bool_val(false);
      case Op::numeral:
        return numeral(term.value, term.sort);
      case Op::application:
        return declaration(term.symbol)(children);
      case Op::add:
        return z3::sum(children);
      case Op::multiply:
        return product(children);
      case Op::floor_division:
        return children[0] / numeral(term.value, Sort::integer);
      case Op::to_real:
        return z3::to_real(children[0]);
      case Op::at_most:
        return children[0] <= children[1];
      case Op::less:
        return children[0] < children[1];
      case Op::equal:
        return children[0] == children[1];
      case Op::negation:
        return !children[0];
      case Op::conjunction:
        return z3::mk_and(children);
      case Op::disjunction:
        return z3::mk_or(children);
      case Op::choose:
        return z3::ite(children[0], children[1], children[2]);
      case Op::for_all:
        return z3::forall(constants(term.bound), children[0]);
      case Op::exists:
        return z3::exists(constants(term.bound), children[0]);
    }
    throw InternalError("a term of no kind");
  }

  z3::expr product(const z3::expr_vector& factors) {
    std::vector<Z3_ast> arguments;
    for (unsigned k = 0; k < factors.size(); ++k) arguments.push_back(factors[static_cast<int>(k)]);
    z3::expr result(context, Z3_mk_mul(context, static_cast<unsigned>(arguments.size()), arguments.data()));
    context.check_error();
    return result;
  }

  z3::expr_vector constants(const std::vector<SymbolId>& symbols) {
    z3::expr_vector out(context);
    for (SymbolId symbol : symbols) out.push_back(declaration(symbol)());
    return out;
  }

  std::vector<std::optional<z3::expr>> translated_;
  std::vector<std::optional<z3::func_decl>> declared_;
};

class Z3Model : public Model {
 public:
  Z3Model(std::shared_ptr<Session> session, const z3::model& model) : session_(std::move(session)), model_(model) {}

  std::optional<std::int64_t> value(ir::Index index) const override {
    auto number = numeral(index);
    return number ? number->to_int64() : std::nullopt;
  }

  std::optional<Rational> value(ir::Real real) const override { return numeral(real); }

  std::optional<bool> value(ir::Formula formula) const override {
    auto result = evaluate(formula);
    if (result && result->is_true()) return true;
    if (result && result->is_false()) return false;
    return std::nullopt;
  }

 private:
  template <class Node>
  std::optional<z3::expr> evaluate(Node node) const {
    try {
      return model_.eval(session_->translate(session_->encoder.encode(node)), true);
    } catch (const Refused&) {
      return std::nullopt;
    } catch (const z3::exception&) {
      return std::nullopt;
    }
  }

  template <class Node>
  std::optional<Rational> numeral(Node node) const {
    auto result = evaluate(node);
    std::string text;
    // An algebraic number that is not rational is no numeral here.
    if (!result || !result->is_numeral(text)) return std::nullopt;
    const bool negative = text.starts_with('-');
    if (negative) text.erase(0, 1);
    const auto slash = text.find('/');
    auto numerator = Rational::parse(text.substr(0, slash));
    auto denominator = slash == std::string::npos ? Rational(1) : Rational::parse(text.substr(slash + 1));
    if (!numerator || !denominator || denominator->is_zero()) return std::nullopt;
    if (negative) numerator = -*numerator;
    return *numerator / *denominator;
  }

  std::shared_ptr<Session> session_;
  z3::model model_;
};

// Z3 gives the reason of a limit in several words.
std::string reason_of(const z3::solver& solver) {
  const std::string reason = solver.reason_unknown();
  auto mentions = [&](const char* word) { return reason.find(word) != std::string::npos; };
  if (mentions("resource limit") || mentions("canceled") || reason == "unknown") return "resource limit";
  return "solver: " + reason;
}

class Z3Solver : public Solver {
 public:
  Z3Solver(ir::Program& program, const Budget& budget) : program_(program), budget_(budget) { open_session(); }

  Answer check(std::span<const ir::Formula> assertions) override {
    ++queries_;
    try {
      const auto start = Watchdog::Clock::now();
      // A tenth of the time for the first: on some nonlinear integer queries it computes without counting resource
      // units.
      Answer first = attempt(Engine::current, assertions, start + budget_.wall / 10);
      if (!std::holds_alternative<Unknown>(first)) return first;
      Answer second = attempt(Engine::older, assertions, start + budget_.wall);
      if (!std::holds_alternative<Unknown>(second)) return second;
      Answer third = attempt(Engine::algebraic, assertions, start + budget_.wall);
      return std::holds_alternative<Unknown>(third) ? second : third;
    } catch (const Refused& refusal) {
      return Unknown{refusal.what()};
    } catch (const LimitReached& limit) {
      return Unknown{std::string("limit: ") + limit.what()};
    } catch (const z3::exception& error) {
      return Unknown{std::string("solver: ") + error.msg()};
    }
  }

  std::string identity() const override {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return "z3 " + std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(build);
  }

  std::uint64_t queries() const override { return queries_; }

 private:
  // Z3 has two engines for arithmetic; where one gives up the other may not. The newer one's real algebra cannot be
  // stopped: it is the last resort, for short queries.
  enum class Engine : std::uint8_t { current, older, algebraic };

  void open_session() {
    watchdog_.reset();
    session_ = std::make_shared<Session>(program_);
    watchdog_ = std::make_unique<Watchdog>([context = &session_->context] { context->interrupt(); });
  }

  z3::solver make_solver(Engine engine) {
    // The simple solver starts in a fraction of a millisecond, the default one in six, and sets timers (watchdog.hpp).
    z3::solver solver(session_->context, z3::solver::simple{});
    z3::params limits(session_->context);
    const std::uint64_t units = std::min<std::uint64_t>(budget_.resource_units, 4'000'000'000u);
    limits.set("rlimit", static_cast<unsigned>(units));
    limits.set("arith.solver", engine == Engine::older ? 2u : 6u);
    // These two compute without counting resource units and without looking whether they are interrupted, for minutes
    // on some products of sums.
    limits.set("arith.nl.nra", engine == Engine::algebraic);
    limits.set("arith.nl.horner", false);
    limits.set("ctrl_c", false);  // the program's own handler stays in place
    solver.set(limits);
    return solver;
  }

  Answer attempt(Engine engine, std::span<const ir::Formula> assertions, Watchdog::Clock::time_point deadline) {
    const std::shared_ptr<Session> session = session_;  // outlives the Z3 solver, whatever happens below
    z3::solver solver = make_solver(engine);
    z3::expr_vector query(session->context);
    for (TermId assertion : session->encoder.query(assertions)) query.push_back(session->translate(assertion));
    if (engine == Engine::algebraic && !short_query(query)) return Unknown{"resource limit"};
    solver.add(query);
    watchdog_->arm(deadline);
    z3::check_result result = z3::unknown;
    std::exception_ptr error;
    try {
      result = solver.check();
    } catch (const z3::exception&) {
      error = std::current_exception();
    }
    if (watchdog_->disarm()) {
      // An interrupted context answers later queries wrongly (`sat` of contradictions): it is not used again, and what
      // it says now does not count.
      open_session();
      return Unknown{"timeout"};
    }
    if (error) std::rethrow_exception(error);
    switch (result) {
      case z3::unsat:
        return Unsat{};
      case z3::sat:
        return checked(solver.get_model(), query);
      case z3::unknown:
        return Unknown{reason_of(solver)};
    }
    throw InternalError("an answer of no kind");
  }

  // Has it few terms, each counted once, or no product of reals?
  static bool short_query(const z3::expr_vector& query) {
    constexpr std::size_t few = 30;
    constexpr std::size_t most = 4000;
    bool real_product = false;
    std::set<unsigned> seen;
    std::vector<z3::expr> open;
    for (const z3::expr& assertion : query) open.push_back(assertion);
    while (!open.empty() && seen.size() <= (real_product ? few : most)) {
      z3::expr term = open.back();
      open.pop_back();
      if (!seen.insert(term.id()).second || !term.is_app()) continue;
      unsigned factors = 0;
      for (unsigned i = 0; i < term.num_args(); ++i) {
        open.push_back(term.arg(i));
        if (!term.arg(i).is_numeral()) ++factors;
      }
      const bool product = term.decl().decl_kind() == Z3_OP_MUL || term.decl().decl_kind() == Z3_OP_POWER;
      real_product = real_product || (product && factors > 1 && term.is_real());
    }
    return seen.size() <= (real_product ? few : most);
  }

  // A model in which the query is false is none. (The query as it was asked: Z3's own copy has forgotten its
  // quantifiers.)
  Answer checked(const z3::model& model, const z3::expr_vector& query) {
    if (model.eval(z3::mk_and(query), true).is_false()) return Unknown{"solver: its model does not satisfy the query"};
    return Sat{std::make_shared<Z3Model>(session_, model)};
  }

  ir::Program& program_;
  Budget budget_;
  std::uint64_t queries_ = 0;
  std::shared_ptr<Session> session_;
  std::unique_ptr<Watchdog> watchdog_;  // after the session: it goes first
};

}  // namespace

std::unique_ptr<Solver> make_z3(ir::Program& program, const Budget& budget) {
  return std::make_unique<Z3Solver>(program, budget);
}

}  // namespace germ::smt
