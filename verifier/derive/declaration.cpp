#include "derive/declaration.hpp"

#include <algorithm>
#include <cctype>

#include "base/check.hpp"
#include "derive/learned.hpp"

namespace germ::derive {

using namespace syntax;

namespace {

// A piece of a text and what stands in its place.
struct Edit {
  std::uint32_t begin;
  std::uint32_t end;
  std::string text;
};

std::string edited(std::string_view text, std::uint32_t begin, std::uint32_t end, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  std::uint32_t at = begin;
  for (const Edit& edit : edits) {
    if (edit.begin < at) continue;
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = std::min(edit.end, end);
  }
  return out + std::string(text.substr(at, end - at));
}

// The item's lines, with the comments on the lines before them.
Edit without(const Item& item, std::uint32_t first) {
  std::string_view text = item.span.file->text();
  auto line_start = [&](std::size_t place) {
    std::size_t line_end = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
    return line_end == std::string_view::npos ? std::size_t{0} : line_end + 1;
  };
  std::size_t begin = line_start(item.span.begin);
  while (begin > first) {
    std::size_t before = line_start(begin - 1);
    std::size_t word = text.find_first_not_of(" \t\r", before);
    if (before <= first || word >= begin || text[word] != '#') break;
    begin = before;
  }
  std::size_t end = std::min(text.find('\n', item.span.end), text.size() - 1) + 1;
  return {static_cast<std::uint32_t>(std::max<std::size_t>(begin, first)), static_cast<std::uint32_t>(end), ""};
}

// `const S in 1..3` for constants of any value.
Edit loosened(const Item& item, const ConstItem& constants) {
  std::string text = "const ";
  for (std::size_t i = 0; i < constants.constants.size(); ++i)
    text += (i ? ", " : "") + constants.constants[i].name.text + " in " + std::to_string(constants.constants[i].low) +
            "..1000000000000000000";
  return {item.span.begin, item.span.end, std::move(text)};
}

const std::vector<Item>* items_of(const Declaration& declaration) {
  if (const auto* layer = std::get_if<LayerDecl>(&declaration)) return &layer->items;
  if (const auto* function = std::get_if<FunctionDecl>(&declaration)) return &function->items;
  return nullptr;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::string canonical(const std::string& text) {
  const SourceFile file("derived", text);
  Result<std::string> formatted = syntax::format(file);
  return formatted ? *formatted : text;
}

}  // namespace

DeclarationText::DeclarationText(const Declaration& declaration)
    : function_(std::holds_alternative<FunctionDecl>(declaration)), items_(items_of(declaration)) {
  check(items_ != nullptr, "a layer or a function has a backward");
  if (const auto* layer = std::get_if<LayerDecl>(&declaration)) {
    name_ = layer->name.text;
    span_ = layer->span;
  } else {
    const auto& function = std::get<FunctionDecl>(declaration);
    name_ = function.name.text;
    span_ = function.span;
  }
  for (const Item& item : *items_) has_domain_ = has_domain_ || std::holds_alternative<DomainItem>(item.content);
}

std::string DeclarationText::cut(bool loose) const {
  std::vector<Edit> edits;
  for (const Item& item : *items_) {
    const auto* constants = std::get_if<ConstItem>(&item.content);
    if (loose && constants) edits.push_back(loosened(item, *constants));
    if (std::holds_alternative<SaveItem>(item.content) || std::holds_alternative<BackwardItem>(item.content) ||
        std::holds_alternative<JvpItem>(item.content))
      edits.push_back(without(item, span_.begin));
  }
  std::string out = edited(span_.file->text(), span_.begin, span_.end, std::move(edits));
  while (!out.empty() && std::isspace(static_cast<unsigned char>(out.back()))) out.pop_back();
  return out + "\n";
}

std::set<std::string> DeclarationText::words() const { return words_of(cut(false)); }

std::vector<Constant> DeclarationText::constants() const {
  constexpr std::int64_t primes[] = {1'009, 1'000'000'007, 1'000'000'000'000'037};
  std::vector<Constant> out;
  for (const Item& item : *items_)
    if (const auto* constants = std::get_if<ConstItem>(&item.content))
      for (const auto& constant : constants->constants) {
        bool one = constant.low == constant.high || out.size() == std::size(primes);
        out.push_back({constant.name.text, one ? constant.low : primes[out.size()]});
      }
  return out;
}

std::string DeclarationText::lines(const BackwardText& backward, const std::vector<std::string>& domain) const {
  std::string out;
  if (!function_ && !backward.saved.empty()) out += "  save " + joined(backward.saved) + "\n";
  for (const std::string& condition : domain) out += "  domain " + condition + "\n";
  out += "  backward " + joined(backward.cotangents) + "\n";
  for (const std::string& line : backward.lines) out += "    " + line + "\n";
  std::string head = "layer derived[N]\n";
  return canonical(head + out).substr(head.size());
}

std::string DeclarationText::with(const BackwardText& backward, const std::vector<std::string>& domain) const {
  return canonical(cut(false) + lines(backward, domain));
}

std::string DeclarationText::forward() const { return cut(true); }

std::vector<const Declaration*> subjects(const Library& library) {
  std::vector<const Declaration*> out;
  for (const auto& module : library.modules())
    for (const Declaration& declaration : module->declarations)
      if (items_of(declaration)) out.push_back(&declaration);
  return out;
}

Library library_with(const Library& library, Span place, const std::string& text, bool loose) {
  Library out;
  for (const auto& module : library.modules()) {
    std::string_view whole = module->file->text();
    std::vector<Edit> edits;
    if (module->file == place.file) edits.push_back({place.begin, place.end, text});
    for (const Declaration& declaration : module->declarations) {
      const auto* layer = loose ? std::get_if<LayerDecl>(&declaration) : nullptr;
      if (!layer) continue;
      for (const Item& item : layer->items)
        if (const auto* constants = std::get_if<ConstItem>(&item.content)) edits.push_back(loosened(item, *constants));
    }
    out.add(module->file->path(), edited(whole, 0, static_cast<std::uint32_t>(whole.size()), std::move(edits)));
  }
  return out;
}

}  // namespace germ::derive
