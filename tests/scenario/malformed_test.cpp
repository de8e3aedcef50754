// Every file of malformed/ has one kind of mistake or all at once, its exact messages beside it.

#include <algorithm>
#include <catch2/catch.hpp>

#include "scenario/support.h"

namespace fs = std::filesystem;
using namespace tickstorm::scenario;

namespace {

fs::path folder() {
  return source_dir() / "tests/scenario/malformed";
}

std::vector<fs::path> files_with(const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Messages name files relative to the folder, so that the expected text holds on every machine.
std::string messages(const fs::path& path) {
  const ParseResult result = load(path.string(), test_catalog(), {});
  const std::string prefix = folder().string() + "/";
  std::string out;
  for (const Diagnostic& d : result.diagnostics)
    out += to_string(d) + "\n";
  for (std::size_t at = out.find(prefix); at != std::string::npos; at = out.find(prefix)) {
    out.erase(at, prefix.size());
  }
  return out;
}

}  // namespace

TEST_CASE("every malformed scenario gets exactly its messages", "[scenario]") {
  const std::vector<fs::path> files = files_with(".json");
  CHECK(files.size() >= 90);
  for (const fs::path& path : files) {
    CAPTURE(path.filename().string());
    const std::string found = messages(path);
    CHECK(!found.empty());
    CHECK(found == read_whole(fs::path(path).replace_extension(".txt")));
  }
}

TEST_CASE("every list of expected messages belongs to a malformed scenario", "[scenario]") {
  for (const fs::path& path : files_with(".txt")) {
    CAPTURE(path.filename().string());
    CHECK(fs::exists(fs::path(path).replace_extension(".json")));
  }
}
