#pragma once
// Names in a derived text: indices with their ranges, tensors, and integers as they are made of constants. One layer is
// one namespace, and an index name has one range in it.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace germ::derive {

// A constant of a family, and the number that stands for it while the text is made.
struct Constant {
  std::string name;
  std::int64_t stands_for;
};

class Vocabulary {
 public:
  // `words`: every word of the layer's text.
  Vocabulary(ir::Program& program, std::set<std::string> words, std::vector<Constant> constants);

  // An index of the layer's text.
  void learn(const std::string& index, ir::Index extent);
  // Indices that were made for the layer, with their ranges as text: for another text of the same layer.
  std::vector<std::pair<std::string, std::string>> made() const;
  void learn_made(std::vector<std::pair<std::string, std::string>> indices) { foreign_ = std::move(indices); }
  // `name`, or the first of name_2, name_3, .. that the layer does not have; taken from now on.
  std::string fresh(const std::string& name);

  // A binder comes into scope, under the name that it has in the forward if that is free.
  std::string bind(const ir::Binder& binder);
  void unbind(std::size_t count);
  const std::string& name(ir::Var variable) const;
  // Does the forward say its range?
  bool is_declared(const std::string& index) const { return declared_.contains(index); }

  // An integer in terms of the constants; `parts` is the number of its terms.
  std::string integer(std::int64_t value, int* parts = nullptr) const;

 private:
  struct Monomial {
    std::string text;
    std::int64_t value;
  };
  bool in_scope(const std::string& index) const;
  void take_back(ir::Index extent);

  ir::Program& program_;
  std::set<std::string> words_;
  std::set<std::string> declared_;
  std::vector<std::pair<std::string, ir::Index>> indices_;  // name and range, in order of the text
  std::vector<std::pair<std::string, std::string>> foreign_;
  std::vector<std::pair<ir::Var, std::string>> scope_;
  std::vector<Monomial> monomials_;  // the greatest first
};

}  // namespace germ::derive
