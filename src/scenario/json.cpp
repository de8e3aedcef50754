// Reads JSON through the SAX parser of nlohmann/json over an iterator that counts what it hands
// out.
//
// The parser keeps no positions. A token's start is found from the end of the token before it: only
// white space, comments, commas and colons lie between. The end is the count of consumed bytes, but
// for numbers, which the lexer can only end by reading one byte further.

#include "scenario/json.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace tickstorm::scenario {
namespace {

constexpr std::size_t levels_max = 64;  // Destroying the tree recurses, so depth must be bounded.

// Counts in `*consumed`, which all copies share: the parser moves its own copy.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& o) const { return at_ == o.at_; }
  bool operator!=(const CountingIterator& o) const { return at_ != o.at_; }

 private:
  const char* at_;
  std::size_t* consumed_;
};

// Turns ascending byte offsets into line and column in one pass over the text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  Position at(std::size_t offset) {
    for (; next_ < offset && next_ < text_.size(); ++next_) {
      if (text_[next_] != '\n') continue;
      ++line_;
      line_start_ = next_ + 1;
    }
    return {line_, static_cast<std::uint32_t>(offset - line_start_ + 1)};
  }

 private:
  std::string_view text_;
  std::size_t next_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct SyntaxError {
  std::string message;
  bool unexpected_end = false;
  bool unexpected_token = false;
};

// The library's text is "[id] parse error at ...: syntax error while parsing object key -
// unexpected '}'; expected string literal", or "... - invalid string: why; last read: '...'". The
// place is known better here, and what was read last may be the whole file.
SyntaxError read_syntax_error(std::string_view what) {
  SyntaxError error;
  const std::size_t dash = what.find(" - ");
  if (dash != std::string_view::npos) {
    what.remove_prefix(dash + 3);
  } else {
    what.remove_prefix(std::min(what.size(), what.find("] ") + 2));  // A number out of range.
  }
  const std::string_view unexpected = "unexpected ";
  const std::size_t expected = what.rfind("; expected ");
  if (what.starts_with(unexpected) && expected != std::string_view::npos) {
    std::string wanted(what.substr(expected + std::string_view("; expected ").size()));
    if (wanted == "'}'" || wanted == "']'") wanted = "',' or " + wanted;
    const std::string_view got = what.substr(unexpected.size(), expected - unexpected.size());
    error.unexpected_end = got == "end of input";
    error.unexpected_token = !error.unexpected_end;
    error.message = "expected " + wanted + ", got " + std::string(got);
  } else {
    error.message =
        "expected valid JSON, got " + std::string(what.substr(0, what.find("; last read")));
  }
  return error;
}

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const std::string& file, const std::size_t& consumed)
      : text_(text), file_(file), consumed_(consumed), lines_(text) {
    if (text.starts_with("\xEF\xBB\xBF")) end_ = 3;  // A byte order mark is no token.
  }

  // The calls of the SAX interface; false stops the parser.
  bool null() { return add(token(Node::Kind::null)); }
  bool boolean(bool value) {
    Node node = token(Node::Kind::boolean);
    node.boolean = value;
    return add(std::move(node));
  }
  bool number_integer(std::int64_t value) { return add_integer(value); }
  bool number_unsigned(std::uint64_t value) {
    if (value <= INT64_MAX) return add_integer(static_cast<std::int64_t>(value));
    return number_float(static_cast<double>(value), {});
  }
  bool number_float(double value, const std::string&) {
    Node node = number(Node::Kind::real);
    node.real = value;
    return add(std::move(node));
  }
  bool string(std::string& value) {
    Node node = token(Node::Kind::string);
    node.text = std::move(value);
    return add(std::move(node));
  }
  bool binary(const std::vector<std::uint8_t>&) { return false; }  // Never called for JSON text.
  bool start_object(std::size_t) { return open(Node::Kind::object); }
  bool start_array(std::size_t) { return open(Node::Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& value) {
    const Node place = token(Node::Kind::string);
    keys_.back() = {std::move(value), place.at, {}};
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    const SyntaxError read = read_syntax_error(error.what());
    const std::size_t last = consumed_ == 0 ? 0 : consumed_ - 1;
    const std::size_t token_start = skip_separators(end_);
    const bool at_token = read.unexpected_token && token_start < consumed_;
    const std::size_t at = read.unexpected_end ? consumed_ : at_token ? token_start : last;
    fail(lines_.at(at), read.message);
    return false;
  }

  JsonResult take() {
    if (problem_) return {std::nullopt, std::move(problem_)};
    return {std::move(root_), std::nullopt};
  }

 private:
  Node token(Node::Kind kind) {
    start_ = skip_separators(end_);
    end_ = consumed_;
    Node node;
    node.kind = kind;
    node.at = lines_.at(start_);
    return node;
  }

  Node number(Node::Kind kind) {
    Node node = token(kind);
    // At the end of the text there was no further byte to read.
    const bool at_end = consumed_ == text_.size() && is_digit(text_.back());
    end_ = at_end ? consumed_ : consumed_ - 1;
    node.text = std::string(text_.substr(start_, end_ - start_));
    return node;
  }

  bool add_integer(std::int64_t value) {
    Node node = number(Node::Kind::integer);
    node.integer = value;
    node.real = static_cast<double>(value);
    return add(std::move(node));
  }

  std::size_t skip_separators(std::size_t at) const {
    while (at < text_.size()) {
      if (text_[at] == '/') {
        at = end_of_comment(at);
      } else if (std::string_view(" \t\r\n,:").find(text_[at]) != std::string_view::npos) {
        ++at;
      } else {
        break;
      }
    }
    return at;
  }

  // A comment that never ends goes on to the end of the text; the lexer reports it.
  std::size_t end_of_comment(std::size_t at) const {
    const bool is_block = text_.substr(at).starts_with("/*");
    const std::size_t stop = is_block ? text_.find("*/", at + 2) : text_.find('\n', at);
    if (stop == std::string_view::npos) return text_.size();
    return is_block ? stop + 2 : stop;
  }

  bool add(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().kind == Node::Kind::array) {
      open_.back().items.push_back(std::move(node));
    } else {
      Member member = std::move(keys_.back());
      member.value = std::move(node);
      open_.back().members.push_back(std::move(member));
    }
    return true;
  }

  bool open(Node::Kind kind) {
    open_.push_back(token(kind));
    keys_.emplace_back();
    if (open_.size() <= levels_max) return true;
    fail(open_.back().at, "expected at most 64 levels of nesting, got more");
    return false;
  }

  bool close() {
    end_ = consumed_;
    Node node = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return add(std::move(node));
  }

  void fail(Position at, std::string message) {
    problem_ = Diagnostic{file_, at, "/", std::move(message)};
  }

  std::string_view text_;
  const std::string& file_;
  const std::size_t& consumed_;
  Lines lines_;
  std::size_t start_ = 0;
  std::size_t end_ = 0;
  std::vector<Node> open_;
  std::vector<Member> keys_;  // The key read last, one per open object or array.
  std::optional<Node> root_;
  std::optional<Diagnostic> problem_;
};

}  // namespace

JsonResult read_json(std::string_view text, const std::string& file) {
  std::size_t consumed = 0;
  TreeBuilder builder(text, file, consumed);
  const CountingIterator first(text.data(), &consumed);
  const CountingIterator last(text.data() + text.size(), &consumed);
  constexpr bool strict = true;  // Nothing but white space may follow.
  constexpr bool ignore_comments = true;
  nlohmann::json::sax_parse(first, last, &builder, nlohmann::json::input_format_t::json, strict,
                            ignore_comments);
  return builder.take();
}

std::string canonical(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
    case Node::Kind::real:
      return node.text;
    case Node::Kind::string:
      return in_quotes(node.text);
    case Node::Kind::array:
      for (const Node& item : node.items)
        out += (out.empty() ? "" : ",") + canonical(item);
      return "[" + out + "]";
    case Node::Kind::object:
      for (const Member& member : node.members) {
        out += (out.empty() ? "" : ",") + in_quotes(member.key) + ":" + canonical(member.value);
      }
      return "{" + out + "}";
  }
  return out;
}

std::string shown(const Node& node) {
  constexpr std::size_t shown_max = 60;
  if (node.kind == Node::Kind::object) return "an object";
  if (node.kind == Node::Kind::array) return "an array";
  if (node.kind != Node::Kind::string) return canonical(node);
  if (node.text.size() <= shown_max) return in_quotes(node.text);
  return in_quotes(node.text.substr(0, shown_max)) + "...";
}

std::string in_quotes(std::string_view text) {
  // A cut string may end inside a character; that must not throw.
  return nlohmann::json(std::string(text))
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tickstorm::scenario
