#include "numeric/census_windows.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric::fixed {

namespace {

using Point = std::vector<std::int64_t>;

// The entries of the patch that a cell reads, one row at a time.
template <class Number>
class Patches {
 public:
  Patches(const CensusCode& code, const Tables& tables) : code_(code), rows_(tables, code.patch_run.slots) {}

  std::vector<Number> entries(const Point& window, const Point& cell) {
    for (std::size_t i = 0; i < window.size(); ++i) rows_.slot(code_.patch_windows[i]) = window[i];
    for (std::size_t i = 0; i < cell.size(); ++i) rows_.slot(code_.patch_cell[i]) = cell[i];
    std::vector<Number> out;
    typename RowStack<Number>::Lease row(rows_.template rows<Number>());
    run(code_.patch_run, rows_, std::nullopt, [&](std::int64_t) {
      rows_.template real<Number>(*code_.patch, rows_.all_lanes(), row.get());
      out.insert(out.end(), row.get(), row.get() + rows_.lanes());
    });
    return out;
  }

 private:
  const CensusCode& code_;
  RowEvaluator rows_;
};

template <class Number>
bool all_equal_patches(const CensusCode& code, const Tables& tables, const Point& window,
                       const std::vector<Point>& cells) {
  Patches<Number> patches(code, tables);
  std::vector<Number> first = patches.entries(window, cells.front());
  return std::all_of(cells.begin() + 1, cells.end(),
                     [&](const Point& cell) { return patches.entries(window, cell) == first; });
}

bool identical(const CensusCode& code, const Tables& tables, const Point& window, const std::vector<Point>& cells) {
  if (!code.patch) return false;
  switch (code.patch->width) {
    case Width::narrow:
      return all_equal_patches<std::int64_t>(code, tables, window, cells);
    case Width::wide:
      return all_equal_patches<Wide>(code, tables, window, cells);
    case Width::exact:
      return all_equal_patches<Rational>(code, tables, window, cells);
  }
  throw InternalError("a patch of no width");
}

// One row of windows at a time.
template <class Number>
class Counter {
 public:
  Counter(const CensusCode& code, const Tables& tables, std::int64_t example)
      : code_(code), tables_(tables), example_(example), rows_(tables, code.run.slots) {}

  CensusCounts count() {
    run(code_.run, rows_, example_, [&](std::int64_t) { count_row(); });
    return counts_;
  }

 private:
  // The value of the current cell in the lanes inside the window.
  std::int64_t cell_values(std::uint8_t* inside, Number* value) {
    std::int64_t cells = formula_of_guard(inside);
    if (cells > 0) rows_.template real<Number>(*code_.cells.value, {inside, cells}, value);
    return cells;
  }
  std::int64_t formula_of_guard(std::uint8_t* inside) {
    return rows_.formula(*code_.cells.guard, rows_.all_lanes(), inside);
  }

  void count_row() {
    auto lanes = static_cast<std::size_t>(rows_.lanes());
    best_.assign(lanes, Number(0));
    attained_.assign(lanes, 0);
    RowStack<std::uint8_t>::Lease inside(rows_.mask_rows());
    typename RowStack<Number>::Lease value(rows_.template rows<Number>());
    rows_.each(code_.cells.loops, [&] {
      if (cell_values(inside.get(), value.get()) == 0) return true;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!inside.get()[lane]) continue;
        const Number& here = value.get()[lane];
        if (attained_[lane] == 0 || here > best_[lane]) {
          best_[lane] = here;
          attained_[lane] = 1;
        } else if (here == best_[lane]) {
          ++attained_[lane];
        }
      }
      return true;
    });
    bool tie = false;
    counts_.windows += rows_.lanes();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (attained_[lane] == 0) throw Undefined{Fault::empty_window};
      if (sign_of(best_[lane]) <= 0) {
        ++counts_.dead;
      } else if (attained_[lane] == 1) {
        ++counts_.single;
      } else {
        tie = true;
      }
    }
    if (tie) count_ties(inside.get(), value.get());
  }

  // The cells that attain a positive maximum at several places, then their patches.
  void count_ties(std::uint8_t* inside, Number* value) {
    auto lanes = static_cast<std::size_t>(rows_.lanes());
    std::vector<std::vector<Point>> cells(lanes);
    rows_.each(code_.cells.loops, [&] {
      if (cell_values(inside, value) == 0) return true;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        bool tied = attained_[lane] > 1 && sign_of(best_[lane]) > 0;
        if (!tied || !inside[lane] || value[lane] != best_[lane]) continue;
        Point cell;
        for (const IndexCode& coordinate : code_.cells.cell)
          cell.push_back(rows_.index_at(coordinate, static_cast<std::int64_t>(lane)));
        cells[lane].push_back(std::move(cell));
      }
      return true;
    });
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (cells[lane].empty()) continue;
      if (identical(code_, tables_, window_at(static_cast<std::int64_t>(lane)), cells[lane])) {
        ++counts_.tie_identical;
      } else {
        ++counts_.tie_different;
      }
    }
  }

  Point window_at(std::int64_t lane) {
    Point window;
    for (Slot slot : code_.windows) {
      bool moves = code_.run.lane && code_.run.lane->slot == slot;
      window.push_back(rows_.slot(slot) + (moves ? lane : 0));
    }
    return window;
  }

  const CensusCode& code_;
  const Tables& tables_;
  std::int64_t example_;
  RowEvaluator rows_;
  CensusCounts counts_;
  std::vector<Number> best_;
  std::vector<std::int64_t> attained_;
};

}  // namespace

CensusCounts count_windows(const CensusCode& code, const Tables& tables, std::int64_t example) {
  switch (code.cells.value->width) {
    case Width::narrow:
      return Counter<std::int64_t>(code, tables, example).count();
    case Width::wide:
      return Counter<Wide>(code, tables, example).count();
    case Width::exact:
      return Counter<Rational>(code, tables, example).count();
  }
  throw InternalError("cells of no width");
}

}  // namespace germ::numeric::fixed
