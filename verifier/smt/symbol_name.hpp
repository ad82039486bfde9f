#pragma once
// Names that every SMT-LIB reader takes: letters, digits, underscores; unique by kind and number.

#include <cstdint>
#include <string>
#include <string_view>

namespace germ::smt {

inline std::string symbol_name(std::string_view name, std::string_view kind, std::uint32_t number) {
  std::string out;
  for (char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain ? c : '_';
  }
  if (out.empty() || (out.front() >= '0' && out.front() <= '9')) out.insert(out.begin(), '_');
  out += '_';
  out += kind;
  return out + std::to_string(number);
}

}  // namespace germ::smt
