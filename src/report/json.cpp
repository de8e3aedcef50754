// Results as JSON. Keys end in their unit; hashes are hexadecimal strings.

#include <charconv>
#include <cstddef>

#include "report/json_writer.h"
#include "tickstorm/report/report.h"

namespace tickstorm::report {
namespace {

using experiment::LockClassStats;
using experiment::Metric;
using experiment::SweepRow;
using experiment::ValidationRow;
using experiment::VariantResult;

double nanoseconds_of(SimDuration duration) {
  return static_cast<double>(duration.ps) / 1e3;
}

void write_finding(JsonWriter& json, const Finding& finding) {
  json.begin_object();
  json.member("kind", to_string(finding.kind));
  json.member("at_s", finding.at.seconds());
  json.member("cpu", std::int64_t{finding.cpu});
  json.member("sentence", finding.sentence);
  json.member("splat", finding.splat);
  json.end_object();
}

void write_lock(JsonWriter& json, const LockClassStats& lock) {
  json.begin_object();
  json.member("name", lock.name);
  json.member("acquisitions", lock.acquisitions);
  json.member("contentions", lock.contentions);
  json.member("wait_total_ns", nanoseconds_of(lock.wait_total));
  json.member("wait_max_ns", nanoseconds_of(lock.wait_max));
  json.member("hold_total_ns", nanoseconds_of(lock.hold_total));
  json.member("hold_max_ns", nanoseconds_of(lock.hold_max));
  json.end_object();
}

// The members of a variant's result, inside an object that the caller has opened.
void write_variant(JsonWriter& json, const VariantResult& variant) {
  json.member("outcome", to_string(variant.outcome));
  json.member("end_s", variant.end.seconds());
  json.key("metrics");
  json.begin_object();
  for (const Metric& metric : variant.metrics)
    json.member(metric.name, metric.value);
  json.end_object();
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : variant.findings)
    write_finding(json, finding);
  json.end_array();
  json.key("locks");
  json.begin_array();
  for (const LockClassStats& lock : variant.locks)
    write_lock(json, lock);
  json.end_array();
  json.member("state_hash", hex(variant.state_hash));
}

bool is_json_number(std::string_view text) {
  if (text.empty() || (text[0] != '-' && (text[0] < '0' || text[0] > '9'))) return false;
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stopped_at == end;
}

// A sweep value is JSON in a file, but may be a bare word on the command line. It was accepted by
// the parser already, so what begins like JSON is JSON.
void write_sweep_value(JsonWriter& json, std::string_view value) {
  const bool is_json = is_json_number(value) || value == "true" || value == "false" ||
                       (!value.empty() && value[0] == '"');
  if (is_json) {
    json.raw(value);
  } else {
    json.value(value);
  }
}

void write_row(JsonWriter& json, const ValidationRow& row) {
  json.begin_object();
  json.member("scenario", row.scenario);
  json.member("variant", row.variant);
  json.member("metric", row.metric);
  json.member("published", row.published);
  json.member("simulated", row.simulated);
  json.member("error_pct", row.error_pct);
  json.member("within", row.within);
  json.member("role", experiment::role_name(row.role));
  json.member("verdict", row.inside ? "inside" : "outside");
  json.member("outcome", to_string(row.outcome));
  json.member("source", row.source);
  json.end_object();
}

void write_row(JsonWriter& json, const SweepRow& row) {
  json.begin_object();
  json.key("values");
  json.begin_object();
  for (const scenario::Override& value : row.values) {
    json.key(value.key);
    write_sweep_value(json, value.value);
  }
  json.end_object();
  json.member("variant", row.variant);
  json.member("scenario_hash", hex(row.scenario_hash));
  if (row.result) {
    write_variant(json, *row.result);
  } else {
    json.member("internal_error", row.internal_error);
  }
  json.end_object();
}

}  // namespace

std::string run_json(const experiment::RunResult& result) {
  JsonWriter json;
  json.begin_object();
  json.member("scenario", result.scenario);
  json.member("seed", result.seed);
  json.member("scenario_hash", hex(result.scenario_hash));
  json.member("version", result.version);
  json.member("machine", result.machine);
  json.key("estimates");
  json.begin_array();
  for (const std::string& estimate : result.estimates)
    json.value(estimate);
  json.end_array();
  json.key("variants");
  json.begin_object();
  for (const VariantResult& variant : result.variants) {
    json.key(variant.name);
    json.begin_object();
    write_variant(json, variant);
    json.end_object();
  }
  json.end_object();
  json.end_object();
  return json.take();
}

std::string validation_json(std::span<const ValidationRow> rows) {
  JsonWriter json;
  json.begin_array();
  for (const ValidationRow& row : rows)
    write_row(json, row);
  json.end_array();
  return json.take();
}

std::string sweep_json(const SweepHead& head, std::span<const SweepRow> rows) {
  JsonWriter json;
  json.begin_object();
  json.member("scenario", head.scenario);
  json.member("seed", head.seed);
  json.member("version", head.version);
  json.member("machine", head.machine);
  json.key("points");
  json.begin_array();
  for (const SweepRow& row : rows)
    write_row(json, row);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace tickstorm::report
