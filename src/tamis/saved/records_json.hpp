// The records that documents of comparisons are made of, one line each: rows, summaries, tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/options/value.hpp"
#include "tamis/pipeline/evaluate.hpp"

namespace tamis::detail::json {

constexpr const char* results_schema = "tamis.results/1";

inline Value text(const std::string& value) { return value; }

// [\n record,\n record\n ]: one line each.
std::string lines_of(const std::vector<std::string>& records);

// "name": value pairs whose values are JSON already.
class Object {
  public:
    explicit Object(std::string separator = ", ") : separator_(std::move(separator)) {}
    Object& add(const std::string& name, const Value& value);
    Object& add_json(const std::string& name, const std::string& json);
    std::string text() const { return "{" + text_ + "}"; }
    std::string lines() const { return "{\n  " + text_ + "\n}\n"; }

  private:
    std::string text_, separator_;
};

// A comparison and, if a document holds several, its number.
struct NumberedRun {
    const EvaluateRun& run;
    std::optional<Index> number = {};
};

Object run_object(const NumberedRun& numbered);
Object row_object(const NumberedRun& numbered, const EvaluationRow& row);
void add_measure(Object& object, const Measure& measure);

// One part of a comparison as records.
using AddRecords = void (*)(const NumberedRun&, std::vector<std::string>&);
void add_rows(const NumberedRun& numbered, std::vector<std::string>& records);
void add_summary(const NumberedRun& numbered, std::vector<std::string>& records);
void add_tests(const NumberedRun& numbered, std::vector<std::string>& records);

std::string records_json(const std::vector<NumberedRun>& runs, AddRecords add);

}  // namespace tamis::detail::json
