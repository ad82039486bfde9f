#pragma once
// Terms as text of the language. What the language cannot say is thrown as `Unsayable`.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "derive/sources.hpp"
#include "derive/tidy.hpp"
#include "derive/vocabulary.hpp"

namespace germ::derive {

struct Unsayable {
  std::string what;
};

// The cell of a maximum at which it is attained, `(argmax(p, q in cell(i, j)) ..) is (r, s)`.
struct WinnerIs {
  ir::ReductionId reduction;
  std::vector<ir::Index> arguments;
  std::map<std::uint32_t, ir::Index> cell;  // by component
};

class Writer {
 public:
  struct Style {
    bool windows = true;  // name the window of a maximum as its own text does
  };
  Writer(ir::Program& program, Ranges& ranges, Tidy& tidy, Vocabulary& vocabulary, const Sources& sources, Style style)
      : program_(program),
        t_(program.terms()),
        ranges_(ranges),
        tidy_(tidy),
        vocabulary_(vocabulary),
        sources_(sources),
        style_(style) {}

  // The name of a tensor that a text made here defines.
  void call(ir::TensorId tensor, std::string name) { names_[tensor] = std::move(name); }
  // `name[n, m < M] = body`; the forward's indices without their ranges.
  std::string definition(const std::string& name, const std::vector<ir::Binder>& axes, ir::Real body);
  std::string formula(ir::Formula formula);
  std::string binder_list(const std::vector<ir::Binder>& binders);  // binds them: `n < N, m < M`
  // `(p, q in cell(i, j))` of a maximum, its cell bound to `cell`.
  std::string cells(ir::ReductionId reduction, const std::vector<ir::Index>& arguments,
                    const std::vector<ir::Binder>& cell, const std::string& more);
  // New variables for a cell of a maximum, called as where it is written.
  std::vector<ir::Binder> fresh_cell(ir::ReductionId reduction);
  void leave(std::size_t binders) { vocabulary_.unbind(binders); }

  // Tensors of the forward that were read.
  const std::set<ir::TensorId>& reads() const { return reads_; }
  // Those among them that have no name in the layer: each needs a definition of its own.
  std::vector<ir::TensorId> take_unnamed() { return std::move(unnamed_); }
  const std::string& name_of(ir::TensorId tensor) const { return names_.at(tensor); }

 private:
  struct Text {
    std::string text;
    int level;
  };
  std::string at_least(const Text& text, int level) const;
  Text real(ir::Real real);
  Text constant(const Rational& value);
  std::string decimal(const Rational& value) const;
  Text power(ir::Real real);
  Text product(ir::Real real);
  Text sum_of(const std::vector<ir::Real>& parts);
  Text choice(ir::Real real);
  Text big_sum(ir::Real real);
  Text read(ir::Real real);
  Text index(ir::Index index, bool real_position = false);
  Text atom(ir::Atom atom, bool real_position);
  std::vector<ir::IndexNode::Term> in_order(ir::Index index) const;
  bool take_remainder(ir::Index& index, std::vector<std::pair<bool, Text>>* parts);
  Text condition(ir::Formula formula);
  Text junction(std::vector<ir::Formula> parts, bool conjunction);
  Text comparison(ir::Index index, const char* relation);
  Text order(ir::Real real, const char* relation, std::string* left, std::string* right);
  bool note_winner(ir::Formula part, std::vector<WinnerIs>& into);
  std::string winner(const WinnerIs& winner);
  std::string arguments(const std::vector<ir::Index>& indices);
  std::string extremum(const char* word, ir::ReductionId reduction, const std::vector<ir::Index>& arguments);
  std::string window_of(ir::ReductionId reduction, const std::vector<ir::Index>& arguments,
                        const std::vector<ir::Binder>& cell);
  std::string tensor_name(ir::TensorId tensor);

  ir::Program& program_;
  ir::Terms& t_;
  Ranges& ranges_;
  Tidy& tidy_;
  Vocabulary& vocabulary_;
  const Sources& sources_;
  Style style_;
  std::map<ir::TensorId, std::string> names_;
  std::set<ir::TensorId> reads_;
  std::vector<ir::TensorId> unnamed_;
};

}  // namespace germ::derive
