#include "refute/minimise.hpp"

#include <array>

namespace germ::refute {

namespace {

class Minimiser {
 public:
  Minimiser(const ir::Statement& statement, Found& found, Budget& budget)
      : statement_(statement), found_(found), budget_(budget) {}

  void run() {
    clear_direction();
    for (numeric::Tensor& tensor : found_.instance.tensors) clear(tensor.entries, 0, tensor.entries.size());
    for (numeric::Tensor& tensor : found_.instance.tensors)
      for (Rational& entry : tensor.entries) simplify(entry);
    for (std::size_t s = 0; s < found_.instance.scalars.size(); ++s)
      if (!statement_.program->scalars()[s].constant) simplify(found_.instance.scalars[s]);
    for (numeric::Map& map : found_.instance.maps)
      for (std::int64_t& entry : map.entries) lower(entry);
  }

 private:
  // Executes the changed instance; true if the failure still shows.
  bool still_fails() {
    if (budget_.exhausted()) return false;
    auto again = recheck(statement_, found_.instance, found_.failure, budget_);
    if (again) found_.failure = *std::move(again);
    return again.has_value();
  }

  // The direction of a kink: as few coordinates as show it.
  void clear_direction() {
    if (!found_.failure.direction || found_.failure.second) return;
    for (std::size_t p = 0; p < found_.failure.direction->parts.size(); ++p)
      for (std::size_t i = 0; i < found_.failure.direction->parts[p].entries.size(); ++i) {
        const Rational old = found_.failure.direction->parts[p].entries[i];
        for (const Rational& candidate : {Rational(0), Rational(old.sign())}) {
          if (found_.failure.direction->parts[p].entries[i] == candidate) break;
          Failure before = found_.failure;
          found_.failure.direction->parts[p].entries[i] = candidate;
          if (still_fails()) break;
          found_.failure = std::move(before);
        }
      }
  }

  // Sets a stretch of entries to 0, else each half of it.
  void clear(std::vector<Rational>& entries, std::size_t begin, std::size_t end) {
    bool any = false;
    for (std::size_t i = begin; i < end; ++i) any = any || !entries[i].is_zero();
    if (!any || budget_.exhausted()) return;
    std::vector<Rational> old(entries.begin() + static_cast<std::ptrdiff_t>(begin),
                              entries.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t i = begin; i < end; ++i) entries[i] = 0;
    if (still_fails()) return;
    std::copy(old.begin(), old.end(), entries.begin() + static_cast<std::ptrdiff_t>(begin));
    if (end - begin == 1) return;
    std::size_t middle = begin + (end - begin) / 2;
    clear(entries, begin, middle);
    clear(entries, middle, end);
  }

  void simplify(Rational& entry) {
    static const std::array<Rational, 5> candidates = {Rational(1), Rational(-1), Rational(2), Rational(-2),
                                                       Rational(1, 2)};
    if (entry.is_zero()) return;
    const Rational old = entry;
    for (const Rational& candidate : candidates) {
      if (candidate == old) break;
      entry = candidate;
      if (still_fails()) return;
    }
    entry = old;
  }

  void lower(std::int64_t& entry) {
    const std::int64_t old = entry;
    if (old == 0) return;
    entry = 0;
    if (!still_fails()) entry = old;
  }

  const ir::Statement& statement_;
  Found& found_;
  Budget& budget_;
};

}  // namespace

Found minimise(const ir::Statement& statement, Found found, Budget& budget) {
  Minimiser(statement, found, budget).run();
  return found;
}

}  // namespace germ::refute
