// Wrong arguments, wrong files, and the commands that simulate nothing.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/program.h"

using namespace tickstorm;
using test::run_program;
using test::ScratchDirectory;
using test::tiny_scenario;

TEST_CASE("help and version go to stdout and succeed", "[cli]") {
  const auto help = run_program("--help");
  CHECK(help.exit_code == 0);
  CHECK(help.out.find("tickstorm validate scenarios/itimer/prof_1300.json") != std::string::npos);
  CHECK(help.err.empty());
  CHECK(run_program("--version").out == "tickstorm " TICKSTORM_VERSION "\n");
  for (const char* command :
       {"run", "sweep", "validate", "check", "explain", "list", "describe", "schema"}) {
    CAPTURE(command);
    CHECK(run_program(command + std::string(" --help")).exit_code == 0);
  }
}

TEST_CASE("a usage error exits with 2, says what was meant, and prints no result", "[cli]") {
  struct Case {
    const char* arguments;
    const char* message;
  };
  const std::string file = "scenarios/itimer/prof_hang.json";
  const auto [arguments, message] = GENERATE(
      Case{"", "A subcommand is required"}, Case{"rnu x.json", "did you mean \"run\"?"},
      Case{"run", "FILE is required"}, Case{"run FILE --jsno", "did you mean \"--json\"?"},
      Case{"run FILE --seed x", "--seed"}, Case{"run FILE --variant odl", "did you mean \"old\"?"},
      Case{"run FILE -s threads", "-s: expected key=value, got \"threads\""},
      Case{"sweep FILE -p threads", "-p: expected path=value"},
      Case{"validate --json --markdown", "--json excludes --markdown"},
      Case{"list machine", "did you mean \"machines\"?"}, Case{"list machines more", "more"},
      Case{"describe k8-2x", "did you mean \"k8-2x2\"?"}, Case{"check", "FILE is required"});
  std::string words = arguments;
  if (const std::size_t at = words.find("FILE"); at != std::string::npos) {
    words.replace(at, 4, file);
  }
  CAPTURE(words);
  const auto result = run_program(words);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Matchers::Contains(message));
}

TEST_CASE("all problems of a file are told with their places, and the exit code is 3", "[cli]") {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("bad.json", R"({"name": "x", "question": "q",
  "machine": "k8-2x2", "workload": {"kind": "primes", "threads": 0, "thread": 1}})");
  for (const char* command : {"check ", "run ", "sweep ", "validate ", "explain "}) {
    CAPTURE(command);
    const auto result = run_program(command + file);
    CHECK(result.exit_code == 3);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::Matchers::Contains(file + ":2:") &&
                               Catch::Matchers::Contains("/workload/threads: ") &&
                               Catch::Matchers::Contains("did you mean \"threads\"?"));
  }
}

TEST_CASE("a file that is not there is wrong input", "[cli]") {
  const auto result = run_program("run no_such_file.json");
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, Catch::Matchers::StartsWith("no_such_file.json"));
}

TEST_CASE("a bad override is wrong input and named as on the command line", "[cli]") {
  const auto result = run_program("run scenarios/itimer/prof_hang.json -s kernel.hz=5");
  CHECK(result.exit_code == 3);
  CHECK(result.err == "-s kernel.hz=5: /kernel/hz: expected 50 to 10000, got 5\n");
}

TEST_CASE("a sweep with one bad value runs nothing", "[cli]") {
  const auto result = run_program("sweep scenarios/itimer/prof_hang.json -p workload.threads=1,0");
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
}

TEST_CASE("check names every good file and fails for one bad one", "[cli]") {
  const ScratchDirectory scratch;
  const std::string good = scratch.write("good.json", tiny_scenario());
  const std::string bad = scratch.write("bad.json", "{");
  CHECK(run_program("check " + good).exit_code == 0);
  const auto result = run_program("check " + bad + ' ' + good);
  CHECK(result.exit_code == 3);
  CHECK(result.out == good + ": fine\n");
  CHECK_THAT(result.err, Catch::Matchers::StartsWith(bad + ":1:"));
}

TEST_CASE("every scenario file of the project passes check", "[cli]") {
  const auto result = run_program("check scenarios/itimer/*.json");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}

TEST_CASE("list and describe know each other's names", "[cli]") {
  const auto all = run_program("list");
  CHECK(all.exit_code == 0);
  for (const char* name : {"sum_threads", "percpu_totals", "primes", "k8-2x2", "elapsed_s"}) {
    CAPTURE(name);
    CHECK_THAT(all.out, Catch::Matchers::Contains(name));
    const auto described = run_program(std::string("describe ") + name);
    CHECK(described.exit_code == 0);
    CHECK_THAT(described.out, Catch::Matchers::StartsWith(std::string(name) + ": "));
  }
  CHECK_THAT(run_program("describe kernel.hz").out, Catch::Matchers::Contains("50 to 10000"));
}

TEST_CASE("schema prints the schema that the scenarios name", "[cli]") {
  const auto schema = nlohmann::json::parse(run_program("schema").out);
  CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
}

TEST_CASE("explain shows one variant with its overrides applied and its bounds", "[cli]") {
  const auto result =
      run_program("explain scenarios/itimer/prof_hang.json --variant new -s workload.threads=77");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::Matchers::Contains("4 CPUs, 78 tasks, 4000 ticks"));
  const auto json = nlohmann::json::parse(result.out.substr(result.out.find('{')));
  CHECK(json["kernel"]["itimer"] == "percpu_totals");
  CHECK(json["workload"]["threads"] == 77);
}
