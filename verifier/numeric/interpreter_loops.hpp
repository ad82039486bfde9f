#pragma once
// Binding of variables and loops over binders. Part of interpreter.cpp, included by it only.

#include <array>

#include "numeric/interpreter.hpp"

namespace germ::numeric {

// Sets variables, and gives them their former values back at the end of the scope, however it ends.
class Hidden {
 public:
  explicit Hidden(std::vector<std::int64_t>& environment) : environment_(environment) {}
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden() {
    while (count_ > near_.size()) restore(far_[--count_ - near_.size()]);
    while (count_ > 0) restore(near_[--count_]);
  }
  void set(ir::Var variable, std::int64_t value) {
    if (variable.value >= environment_.size()) environment_.resize(variable.value + 1);
    Former former{variable.value, environment_[variable.value]};
    if (count_ < near_.size()) {
      near_[count_] = former;
    } else {
      far_.push_back(former);
    }
    ++count_;
    environment_[variable.value] = value;
  }

 private:
  struct Former {
    std::size_t slot = 0;
    std::int64_t value = 0;
  };
  void restore(const Former& former) { environment_[former.slot] = former.value; }
  std::vector<std::int64_t>& environment_;
  std::array<Former, 6> near_{};  // enough for most tensors, without an allocation
  std::vector<Former> far_;
  std::size_t count_ = 0;
};

template <class Number>
template <class Body>
bool Interpreter<Number>::each(std::span<const ir::Binder> binders, const Body& body) {
  if (binders.empty()) return body();
  const ir::Binder& binder = binders.front();
  std::int64_t extent = index(binder.extent);
  Hidden hidden(environment_);
  hidden.set(binder.variable, 0);
  for (std::int64_t i = 0; i < extent; ++i) {
    environment_[binder.variable.value] = i;
    if (!each(binders.subspan(1), body)) return false;
  }
  return true;
}

}  // namespace germ::numeric
