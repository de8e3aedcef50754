// Places, values and duplicate keys of the JSON tree.

#include "scenario/json.h"

#include <catch2/catch.hpp>

using tickstorm::scenario::canonical;
using tickstorm::scenario::JsonResult;
using tickstorm::scenario::Node;
using tickstorm::scenario::Position;
using tickstorm::scenario::read_json;

namespace {

Node tree(const std::string& text) {
  JsonResult result = read_json(text, "t.json");
  REQUIRE(result.root.has_value());
  return *result.root;
}

}  // namespace

TEST_CASE("every key and value has the place of its first byte", "[scenario]") {
  const Node root = tree("{\n  \"a\" : 12,\n  \"b\":[ true , null,\t-1.5e3],\"c\":\"x\"\n}");
  CHECK(root.at == Position{1, 1});
  REQUIRE(root.members.size() == 3);
  CHECK(root.members[0].at == Position{2, 3});
  CHECK(root.members[0].value.at == Position{2, 9});
  const Node& list = root.members[1].value;
  CHECK(list.at == Position{3, 7});
  REQUIRE(list.items.size() == 3);
  CHECK(list.items[0].at == Position{3, 9});
  CHECK(list.items[1].at == Position{3, 16});
  CHECK(list.items[2].at == Position{3, 22});
  CHECK(root.members[2].at == Position{3, 30});
  CHECK(root.members[2].value.at == Position{3, 34});
}

TEST_CASE("comments before, between and after tokens do not move the places", "[scenario]") {
  const Node root =
      tree("// first , : line\n/* [ */ { // x\n \"a\"/*:*/:/**/7/* , */,\n\"b\": 8 }\n//");
  CHECK(root.at == Position{2, 9});
  CHECK(root.members.at(0).value.at == Position{3, 15});
  CHECK(root.members.at(0).value.integer == 7);
  CHECK(root.members.at(1).at == Position{4, 1});
}

TEST_CASE("escapes and multi-byte characters count as the bytes they are", "[scenario]") {
  const Node root = tree("{ \"\\u0061\\\"\": 1, \"\xC3\xA4\": 2 }");
  CHECK(root.members.at(0).key == "a\"");
  CHECK(root.members.at(0).value.at == Position{1, 15});
  CHECK(root.members.at(1).at == Position{1, 18});
  CHECK(root.members.at(1).value.at == Position{1, 24});
}

TEST_CASE("a byte order mark is skipped, but its bytes count", "[scenario]") {
  CHECK(tree("\xEF\xBB\xBF{}").at == Position{1, 4});
}

TEST_CASE("duplicate keys stay in the tree in file order", "[scenario]") {
  const Node root = tree("{ \"a\": 1, \"b\": 2, \"a\": 3 }");
  CHECK(canonical(root) == R"({"a":1,"b":2,"a":3})");
}

TEST_CASE("numbers keep their text, and whole ones their exact value", "[scenario]") {
  const Node root =
      tree("[9223372036854775807, -9223372036854775808, 9223372036854775808, 1.50, 3]");
  CHECK(root.items.at(0).integer == INT64_MAX);
  CHECK(root.items.at(1).integer == INT64_MIN);
  CHECK(root.items.at(2).kind == Node::Kind::real);
  CHECK(root.items.at(2).text == "9223372036854775808");
  CHECK(root.items.at(3).kind == Node::Kind::real);
  CHECK(root.items.at(3).text == "1.50");
  CHECK(root.items.at(4).text == "3");
}

TEST_CASE("a number may be the whole text", "[scenario]") {
  CHECK(tree("42").text == "42");
  CHECK(tree(" 42 ").text == "42");
}

TEST_CASE("64 levels of nesting are read, 65 are not", "[scenario]") {
  CHECK(read_json(std::string(64, '[') + std::string(64, ']'), "t.json").root.has_value());
  CHECK(read_json(std::string(65, '[') + std::string(65, ']'), "t.json").problem.has_value());
}
