#pragma once
// Runs code for one row of lanes at a time. One evaluator per thread; the code and the tables are shared and constant.
// Lanes that are not active may read out of range; their values are some value within the bound of the node.

#include <memory>
#include <unordered_map>
#include <vector>

#include "numeric/fixed_code.hpp"
#include "numeric/fixed_tensor.hpp"

namespace germ::numeric::fixed {

inline constexpr std::int64_t longest_row = 512;

// What the code reads, by number. Owned elsewhere.
struct Tables {
  std::vector<const TensorValues*> tensors;
  std::vector<std::string> tensor_names;
  std::vector<const GivenValues*> functions;
  std::vector<const GivenValues*> predicates;
};

// The lanes that count: all of them where `lanes` is null, else those with a 1; `count` of them.
struct Mask {
  const std::uint8_t* lanes = nullptr;
  std::int64_t count = 0;
  bool has(std::int64_t lane) const { return !lanes || lanes[lane] != 0; }
};

// Rows for intermediate values, handed out and given back in the order of a stack.
template <class Value>
class RowStack {
 public:
  class Lease {
   public:
    explicit Lease(RowStack& stack) : stack_(stack), row_(stack.take()) {}
    ~Lease() { --stack_.used_; }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Value* get() const { return row_; }
    Value& operator[](std::int64_t lane) const { return row_[lane]; }

   private:
    RowStack& stack_;
    Value* row_;
  };

 private:
  Value* take() {
    if (used_ == rows_.size()) rows_.push_back(std::make_unique<Value[]>(static_cast<std::size_t>(longest_row)));
    return rows_[used_++].get();
  }
  std::vector<std::unique_ptr<Value[]>> rows_;
  std::size_t used_ = 0;
};

class RowEvaluator {
 public:
  RowEvaluator(const Tables& tables, std::size_t slots) : tables_(tables), slots_(slots, 0) {}

  std::int64_t& slot(Slot slot) { return slots_[slot]; }
  void set_lanes(std::int64_t count) { lanes_ = count; }
  std::int64_t lanes() const { return lanes_; }
  Mask all_lanes() const { return {nullptr, lanes_}; }

  // The values of an index, a real or a formula in every lane. Throws Undefined where an active lane has none, and
  // Undecided where it is not rational. `Number` holds the width of the code (int64, Wide, Rational).
  void index(const IndexCode& code, Mask active, std::int64_t* out);
  std::int64_t index_at(const IndexCode& code, std::int64_t lane);
  template <class Number>
  void real(const RealCode& code, Mask active, Number* out);
  // Inactive lanes are 0; returns the number of lanes where it holds.
  std::int64_t formula(const FormulaCode& code, Mask active, std::uint8_t* out);

  // Runs `body` at every point of the loops, in order, until it returns false.
  template <class Body>
  void each(const std::vector<Loop>& loops, Body body) {
    for (const Loop& loop : loops) {
      if (loop.extent <= 0) return;
      slots_[loop.slot] = 0;
    }
    while (body()) {
      std::size_t level = loops.size();
      while (level > 0) {
        const Loop& loop = loops[level - 1];
        if (++slots_[loop.slot] < loop.extent) break;
        slots_[loop.slot] = 0;
        --level;
      }
      if (level == 0) return;
    }
  }

  RowStack<std::int64_t>& integer_rows() { return integer_rows_; }
  RowStack<std::uint8_t>& mask_rows() { return mask_rows_; }
  template <class Number>
  RowStack<Number>& rows();

 private:
  std::int64_t base(const IndexCode& code) const;
  void index_atom(const IndexAtomCode& code, Mask active, std::int64_t* out);
  void lookup(const GivenValues& given, const std::vector<IndexCode>& arguments, Mask active, std::int64_t* out);
  template <class Number>
  void winner(const IndexAtomCode& code, Mask active, std::int64_t* out);

  template <class Number>
  void native(const RealCode& code, Mask active, Number* out);
  template <class From, class Number>
  void converted(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void read(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void read_scattered(const RealCode& code, const TensorValues& tensor, Mask active, Number* out);
  template <class Number>
  void combine(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void power(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void choose(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void sum(const RealCode& code, Mask active, Number* out);
  template <class Number>
  void maximum(const WindowCode& window, Mask active, Number* out, std::int64_t* coordinate, std::uint32_t component);

  // A read whose lanes are all in range, as a start and a stride; false where it is not that simple.
  struct Strided {
    std::int64_t start;
    std::int64_t stride;
  };
  bool strided(const RealCode& code, const TensorValues& tensor, Strided& out) const;
  void sum_of_products(const RealCode& code, std::int64_t* out);

  std::int64_t same_in_all_lanes(bool holds, Mask active, std::uint8_t* out) const;
  template <class Number>
  std::int64_t positive(const RealCode& code, Mask active, std::uint8_t* out);
  std::int64_t connective(const FormulaCode& code, Mask active, std::uint8_t* out);
  std::int64_t quantified(const FormulaCode& code, Mask active, std::uint8_t* out);

  const Tables& tables_;
  std::vector<std::int64_t> slots_;
  std::int64_t lanes_ = 1;
  RowStack<std::int64_t> integer_rows_;
  RowStack<Wide> wide_rows_;
  RowStack<Rational> exact_rows_;
  RowStack<std::uint8_t> mask_rows_;
};

}  // namespace germ::numeric::fixed
