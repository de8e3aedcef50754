// Rules that look at the structure of code: lengths of functions and what coroutines may contain.

#include <algorithm>
#include <cctype>
#include <regex>

#include "house/rules.h"

namespace tickstorm::house {
namespace {

constexpr std::size_t function_lines_max = 70;

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_space(text.back()))
    text.remove_suffix(1);
  return text;
}

// A brace that follows a name or an operator opens an initializer; clang-format puts a space and no
// operator before a brace that opens a body.
bool opens_initializer(std::string_view code, std::size_t brace) {
  if (brace == 0) return false;
  if (!is_space(code[brace - 1])) return true;
  const std::string_view before = trimmed(code.substr(0, brace));
  return before.empty() ||
         std::string_view("=,({&|?").find(before.back()) != std::string_view::npos ||
         before.ends_with("return");
}

// Whether the text between the last statement and a brace is the head of a function, a lambda
// or a test case.
bool is_function_head(std::string_view head) {
  static const std::regex other(R"(^\s*(namespace|class|struct|enum|union|extern|template)\b)");
  static const std::regex record(R"(\b(class|struct|enum|union)\b[^()]*$)");
  static const std::regex directive(R"(#[^\n]*)");
  const std::string text = std::regex_replace(std::string(head), directive, "");
  if (text.find('(') == std::string::npos && text.find('[') == std::string::npos) return false;
  const bool is_template = trimmed(text).starts_with("template");
  return !std::regex_search(text, record) && (is_template || !std::regex_search(text, other));
}

// The offset of the bracket that closes the one at `open`; the end of the text if there is none.
std::size_t closing(std::string_view code, std::size_t open) {
  const char opener = code[open];
  const char closer = opener == '{' ? '}' : opener == '(' ? ')' : ']';
  std::size_t depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    if (code[i] == opener) ++depth;
    if (code[i] == closer && --depth == 0) return i;
  }
  return code.size();
}

std::size_t skip_space(std::string_view code, std::size_t i) {
  while (i < code.size() && is_space(code[i]))
    ++i;
  return i;
}

// The offset of the body's brace of the lambda whose capture list opens at `open`; the end of the
// text when this is no lambda but a subscript or an attribute.
std::size_t lambda_body(std::string_view code, std::size_t open) {
  std::size_t before = open;
  while (before > 0 && is_space(code[before - 1]))
    --before;
  const std::string_view left = code.substr(0, before);
  const bool after_keyword = left.ends_with("return") || left.ends_with("co_await");
  if (before > 0 && !after_keyword &&
      (is_word(code[before - 1]) || code[before - 1] == ')' || code[before - 1] == ']')) {
    return code.size();
  }
  if (code.substr(open + 1).starts_with("[")) return code.size();
  std::size_t i = skip_space(code, closing(code, open) + 1);
  if (i < code.size() && code[i] == '(') i = closing(code, i) + 1;
  const std::size_t brace = std::min(code.find('{', i), code.size());
  return code.substr(i, brace - i).find_first_of(";})") == std::string_view::npos ? brace
                                                                                  : code.size();
}

void check_lambdas(const Source& source, std::string_view code, Violations& found) {
  for (std::size_t open = code.find('['); open != std::string_view::npos;
       open = code.find('[', open + 1)) {
    const std::size_t body = lambda_body(code, open);
    if (body == code.size()) continue;
    const std::string_view captures = code.substr(open + 1, closing(code, open) - open - 1);
    const std::string_view inside = code.substr(body, closing(code, body) - body);
    const bool is_coroutine = inside.find("co_await") != std::string_view::npos ||
                              inside.find("co_return") != std::string_view::npos ||
                              inside.find("co_yield") != std::string_view::npos;
    if (is_coroutine && !trimmed(captures).empty()) {
      found.push_back(
          violation(source, line_at(code, open), "a coroutine must not be a lambda with captures"));
    }
  }
}

// Whether the co_await at `first` is an operand of `?:`. A conditional among the arguments of the
// awaited call is none of its business.
bool is_in_conditional(std::string_view statement, std::size_t first) {
  if (statement.substr(0, first).find('?') != std::string_view::npos) return true;
  int depth = 0;
  for (const char c : statement.substr(first)) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == '?' && depth <= 0) return true;
  }
  return false;
}

void check_statement(const Source& source, std::string_view code, std::size_t begin,
                     std::size_t end, Violations& found) {
  const std::string_view statement = code.substr(begin, end - begin);
  const std::size_t first = statement.find("co_await");
  if (first == std::string_view::npos) return;
  const std::size_t line = line_at(code, begin + first);
  if (statement.find("co_await", first + 1) != std::string_view::npos) {
    found.push_back(violation(source, line, "more than one co_await in a statement"));
  }
  if (is_in_conditional(statement, first)) {
    found.push_back(violation(source, line, "co_await inside a conditional expression"));
  }
  static const std::regex in_switch(R"(\bswitch\s*\([^{]*co_await)");
  if (std::regex_search(statement.begin(), statement.end(), in_switch)) {
    found.push_back(violation(source, line, "switch on a co_await: bind the result to a const"));
  }
}

}  // namespace

Violations long_functions(const Source& source) {
  Violations found;
  if (!source.is_cpp()) return found;
  const std::string code = without_comments_and_literals(source.text);
  std::size_t head = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == ';' || code[i] == '}') head = i + 1;
    if (code[i] != '{') continue;
    const std::size_t end = closing(code, i);
    if (opens_initializer(code, i)) {
      // An initializer belongs to the head it stands in, so the head goes on behind it. A lambda
      // inside it is looked at with the body that holds it.
      i = end;
      continue;
    }
    const std::size_t lines = line_at(code, end) - line_at(code, i) + 1;
    if (lines > function_lines_max &&
        is_function_head(std::string_view(code).substr(head, i - head))) {
      found.push_back(violation(source, line_at(code, i),
                                "a function of " + std::to_string(lines) + " lines, over 70"));
    }
    head = i + 1;
  }
  return found;
}

Violations coroutine_rules(const Source& source) {
  Violations found;
  if (!source.is_cpp()) return found;
  const std::string code = without_comments_and_literals(source.text);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (std::string_view(";{}").find(code[i]) == std::string_view::npos) continue;
    check_statement(source, code, begin, i, found);
    begin = i + 1;
  }
  check_lambdas(source, code, found);
  return found;
}

}  // namespace tickstorm::house
