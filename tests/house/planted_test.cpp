// Each house rule on text with a planted fault, and on the closest text that is right.

#include <catch2/catch.hpp>

#include "house/rules.h"

namespace tickstorm::house {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i)
    out += text;
  return out;
}

TEST_CASE("comments and literals are blanked without moving anything", "[house]") {
  CHECK(without_comments_and_literals("a // b\nc") == "a     \nc");
  CHECK(without_comments_and_literals("a /* b\n*/ c") == "a     \n   c");
  CHECK(without_comments_and_literals(R"(f("x\";{", '{');)") == R"(f("     ", ' ');)");
  CHECK(without_comments_and_literals("n = 1'000'000; // {") == "n = 1'000'000;     ");
  CHECK(without_comments_and_literals("R\"x(a\"){)x\" + b") == "R\"        \" + b");
}

TEST_CASE("an include of a higher layer is found, of a lower one is fine", "[house]") {
  const auto check = [](std::string path, std::string line) {
    return include_direction({std::move(path), "// x\n" + line});
  };
  CHECK(check("src/sim/a.cpp", "#include \"tickstorm/machine/cell.h\"") ==
        Violations{"src/sim/a.cpp:2: sim must not include machine"});
  CHECK(check("src/sim/a.cpp", "#include \"machine/coherence.h\"").size() == 1);
  CHECK(check("include/tickstorm/machine/a.h", "#include <tickstorm/variant.h>").size() == 1);
  CHECK(check("src/itimer/a.cpp", "#include \"tickstorm/timer/wheel.h\"").size() == 1);
  CHECK(check("src/report/a.cpp", "#include \"tickstorm/testing.h\"").size() == 1);
  CHECK(check("src/machine/a.cpp", "#include \"tickstorm/sim/engine.h\"").empty());
  CHECK(check("src/machine/a.cpp", "#include \"tickstorm/machine/cell.h\"").empty());
  CHECK(check("src/cli/a.cpp", "#include \"tickstorm/report/text.h\"").empty());
  CHECK(check("tests/sim/a.cpp", "#include \"tickstorm/machine/cell.h\"").empty());
  CHECK(check("src/sim/a.cpp", "#include <vector>").empty());
}

TEST_CASE("JSON outside of scenario and report is found", "[house]") {
  CHECK(foreign_includes({"src/kernel/a.cpp", "#include <nlohmann/json.hpp>"}).size() == 1);
  CHECK(foreign_includes({"src/report/a.cpp", "#include <nlohmann/json.hpp>"}).empty());
  CHECK(foreign_includes({"src/report/a.cpp", "#include <CLI/CLI.hpp>"}).size() == 1);
  CHECK(foreign_includes({"src/cli/a.cpp", "#include <CLI/CLI.hpp>"}).empty());
  CHECK(foreign_includes({"include/tickstorm/sim/a.h", "#include <fmt/core.h>"}).size() == 1);
  CHECK(foreign_includes({"src/sim/a.cpp", "#include <fmt/core.h>"}).empty());
}

TEST_CASE("printing and exiting outside of the program is found", "[house]") {
  CHECK(printing({"src/sim/a.cpp", "std::cout << 1;"}).size() == 1);
  CHECK(printing({"src/sim/a.cpp", "  printf(\"x\");"}).size() == 1);
  CHECK(printing({"src/sim/a.cpp", "  std::exit(1);"}).size() == 1);
  CHECK(printing({"src/cli/a.cpp", "std::cout << 1;"}).empty());
  CHECK(printing({"src/sim/a.cpp", "snprintf(b, n, f);"}).empty());
  CHECK(printing({"src/kernel/a.cpp", "co_await task.exit(ctx);  // not std::exit(1)"}).empty());
}

TEST_CASE("clocks, foreign random numbers and hash order are found", "[house]") {
  CHECK(indeterminism({"src/sim/a.cpp", "std::chrono::steady_clock::now();"}).size() == 1);
  CHECK(indeterminism({"src/sim/a.cpp", "std::mt19937_64 r;"}).size() == 1);
  CHECK(indeterminism({"src/sim/a.cpp", "std::uniform_int_distribution<int> d;"}).size() == 1);
  CHECK(indeterminism({"src/sim/a.cpp", "std::unordered_map<int, int> m;"}).size() == 1);
  CHECK(indeterminism({"src/cli/a.cpp", "std::chrono::steady_clock::now();"}).empty());
  CHECK(indeterminism({"src/sim/a.cpp", "std::map<int, int> m;  // no unordered_map"}).empty());
}

TEST_CASE("a line of 101 columns and a file of 501 lines are found", "[house]") {
  CHECK(widths_and_lengths({"src/a.cpp", std::string(101, 'x')}) ==
        Violations{"src/a.cpp:1: over 100 columns"});
  CHECK(widths_and_lengths({"src/a.cpp", std::string(100, 'x')}).empty());
  CHECK(widths_and_lengths({"src/a.cpp", repeated("\u00e4", 100)}).empty());
  CHECK(widths_and_lengths({"src/a.cpp", repeated("x\n", 501)}).size() == 1);
  CHECK(widths_and_lengths({"src/a.cpp", repeated("x\n", 500)}).empty());
  CHECK(widths_and_lengths({"docs/a.md", std::string(200, 'x')}).empty());
}

TEST_CASE("a function of 71 lines is found wherever it stands", "[house]") {
  const std::string body = repeated("  x();\n", 68);
  const auto lines = [](const std::string& text) {
    return long_functions({"src/a.cpp", text}).size();
  };
  CHECK(lines("void f() {\n" + body + "}\n") == 0);
  CHECK(lines("void f() {\n  x();\n" + body + "}\n") == 1);
  CHECK(lines("A::A(int a) : a_{a}, b_(a) {\n  x();\n" + body + "}\n") == 1);
  CHECK(lines("template <class T>\nvoid f(T t) const noexcept {\n  x();\n" + body + "}\n") == 1);
  CHECK(lines("const auto f = [&](int a) {\n  x();\n" + body + "};\n") == 1);
  CHECK(lines("TEST_CASE(\"a {\", \"[b]\") {\n  x();\n" + body + "}\n") == 1);
  CHECK(lines("class A : public B {\n  void g();\n" + body + "};\n") == 0);
  CHECK(lines("namespace a {\n  void g();\n" + body + "}\n") == 0);
  CHECK(lines("#if defined(X)\n#endif\nnamespace a {\n  void g();\n" + body + "}\n") == 0);
  CHECK(lines("constexpr std::array t = {\n" + repeated("  A{1},\n", 90) + "};\n") == 0);
}

TEST_CASE("a file that does not say what it is is found", "[house]") {
  CHECK(opening_comment({"src/a.cpp", "#include <vector>\n"}).size() == 1);
  CHECK(opening_comment({"src/a.cpp", "// What it is.\n"}).empty());
  CHECK(opening_comment({"src/a.h", "// What it is.\n\nint a;\n"}).size() == 1);
  CHECK(opening_comment({"src/a.h", "// What it is.\n\n#pragma once\n"}).empty());
}

TEST_CASE("foreign licences, notes to self and host paths are found", "[house]") {
  CHECK(banned_words({"src/a.cpp", std::string("// SPDX: GPL-") + "2.0"}).size() == 1);
  CHECK(banned_words({"src/a.cpp", std::string("// TO") + "DO: later"}).size() == 1);
  CHECK(banned_words({"src/a.cpp", std::string("\"/ho") + "me/me/x\""}).size() == 1);
  CHECK(banned_words({"src/a.cpp", "// The todo list of a grace period."}).empty());
}

TEST_CASE("a second co_await in a statement is found", "[house]") {
  const auto found = [](const std::string& text) {
    return coroutine_rules({"src/a.cpp", text}).size();
  };
  CHECK(found("const int a = co_await f(co_await g());") == 1);
  CHECK(found("const int a = co_await f();\nconst int b = co_await g();") == 0);
  CHECK(found("x = co_await f(); // not co_await g()") == 0);
}

TEST_CASE("co_await in a conditional expression or a switch is found", "[house]") {
  const auto found = [](const std::string& text) {
    return coroutine_rules({"src/a.cpp", text}).size();
  };
  CHECK(found("const int a = b ? co_await f() : 0;") == 1);
  CHECK(found("const int a = co_await f(x) ? 1 : 0;") == 1);
  CHECK(found("const int a = co_await f();\nconst int c = a ? 1 : 0;") == 0);
  CHECK(found("co_await store(cell, value == 0 ? 0 : value + 1);") == 0);
  CHECK(found("switch (co_await f()) { case 1: break; }") == 1);
  CHECK(found("const int a = co_await f();\nswitch (a) { case 1: break; }") == 0);
}

TEST_CASE("a coroutine lambda with captures is found", "[house]") {
  const auto found = [](const std::string& text) {
    return coroutine_rules({"src/a.cpp", text}).size();
  };
  CHECK(found("auto f = [&](Context& c) -> Co<void> { co_await c.relax(); };") == 1);
  CHECK(found("run([this, x] { co_return; });") == 1);
  CHECK(found("auto f = [](Context& c) -> Co<void> { co_await c.relax(); };") == 0);
  CHECK(found("auto f = [&](int a) { return a; };\nco_await g();") == 0);
  CHECK(found("[[nodiscard]] Co<void> f(int (&a)[2]) { co_await g(a[1]); }") == 0);
}

TEST_CASE("a test name with a semicolon is found", "[house]") {
  const std::string name = "TEST_CASE(\"one\" \" two";
  CHECK(test_names({"tests/a.cpp", "// x\n" + name + "; three\", \"[a]\")"}) ==
        Violations{"tests/a.cpp:2: a test name with ';' becomes two tests that run nothing"});
  CHECK(test_names({"tests/a.cpp", name + ", three\", \"[a]\") { f(); }"}).empty());
}

TEST_CASE("a file that the build does not name is found", "[house]") {
  const std::vector<Source> project = {
      {"include/tickstorm/sim/a.h", ""},
      {"include/tickstorm/sim/lost.h", ""},
      {"src/sim/CMakeLists.txt", "x(PRIVATE a.cpp deep/b.cpp y/include/tickstorm/sim/a.h)"},
      {"src/sim/a.cpp", "#include \"sim/used.h\"\n"},
      {"src/sim/.cpp", ""},
      {"src/sim/deep/b.cpp", ""},
      {"src/sim/unused.h", ""},
      {"src/sim/used.h", ""},
      {"tests/sim/a_test.cpp", ""},
  };
  CHECK(orphans(project) == Violations{
                                "include/tickstorm/sim/lost.h:1: no CMakeLists.txt names this file",
                                "src/sim/.cpp:1: no CMakeLists.txt names this file",
                                "src/sim/unused.h:1: no file includes this header",
                                "tests/sim/a_test.cpp:1: no CMakeLists.txt names this file",
                            });
}

TEST_CASE("README code and commands that nothing runs are found", "[house]") {
  const std::string fence = "```";
  const std::vector<Source> project = {
      {"README.md", fence + "sh\n./quickstart test\nbuild/release/bin/tickstorm list  # all\n" +
                        "build/release/bin/tickstorm run x.json\n" + fence + "\n" + fence +
                        "cpp\nint a;\n" + fence + "\n" + fence + "cpp\nint b;\n" + fence + "\n"},
      {".ci/run", "./quickstart test\n"},
      {"tests/cli/a", "$program list\n"},
      {"tests/doc.cpp", "// x\nint a;\n"},
  };
  CHECK(untested_readme(project) ==
        Violations{"README.md:1: no test runs: build/release/bin/tickstorm run x.json",
                   "README.md:9: no file under tests/ holds this code"});
  CHECK(untested_readme(std::vector<Source>{{"README.md", repeated("x\n", 119)}}).empty());
  CHECK(untested_readme(std::vector<Source>{{"README.md", repeated("x\n", 120)}}).size() == 1);
}

TEST_CASE("a scenario without a row in docs/validation.md is found", "[house]") {
  const std::vector<Source> project = {
      {"docs/validation.md", "| scenarios/itimer/a.json | 1 |"},
      {"scenarios/itimer/a.json", "{}"},
      {"scenarios/itimer/b.json", "{}"},
      {"scenarios/machines/m.json", "{}"},
      {"scenarios/scenario.schema.json", "{}"},
  };
  CHECK(scenarios_without_row(project) ==
        Violations{"scenarios/itimer/b.json:1: docs/validation.md does not name this scenario"});
}

TEST_CASE("the names of a table are those of its section only", "[house]") {
  const std::string text =
      "# Variants\n| `zero` | x |\n## itimer\n| name | kernel |\n|---|---|\n| `one` | 2.6 |\n"
      "| `two` | 2.6 |\n## timer\n| `three` | x |\n";
  CHECK(names_in_table(text, "itimer") == std::vector<std::string>{"one", "two"});
}

}  // namespace
}  // namespace tickstorm::house
