#include "tamis/saved/records_json.hpp"

#include "tamis/saved/selection_json.hpp"

namespace tamis::detail::json {

std::string lines_of(const std::vector<std::string>& records) {
    std::string result = "[";
    for (std::size_t i = 0; i < records.size(); ++i) result += (i > 0 ? ",\n    " : "\n    ") + records[i];
    return result + (records.empty() ? "]" : "\n  ]");
}

Object& Object::add(const std::string& name, const Value& value) { return add_json(name, json_text(value)); }

Object& Object::add_json(const std::string& name, const std::string& json) {
    text_ += (text_.empty() ? "" : separator_) + json_text(Value(name)) + ": " + json;
    return *this;
}

Object run_object(const NumberedRun& numbered) {
    Object object;
    if (numbered.number) object.add("run", *numbered.number);
    return object.add("data", text(numbered.run.data_name));
}

namespace {

Object method_object(const NumberedRun& numbered, std::size_t method) {
    const EvaluatedMethod& entry = numbered.run.methods[method];
    Object object = run_object(numbered);
    object.add("method", text(entry.method))
        .add("label", text(entry.label))
        .add_json("params", json_text(entry.params));
    if (!entry.k_rule.empty()) object.add("k_rule", text(entry.k_rule));
    return object;
}

}  // namespace

void add_measure(Object& object, const Measure& measure) {
    if (measure.clusters > 0) object.add("clusters", measure.clusters);
    object.add("evaluator", text(measure.evaluator)).add("metric", text(measure.metric));
}

Object row_object(const NumberedRun& numbered, const EvaluationRow& row) {
    Object object = method_object(numbered, row.method);
    object.add("k", row.k).add("repeat", row.repeat);
    add_measure(object, {row.evaluator, row.metric, row.clusters});
    return object.add("value", row.value).add("seconds", row.seconds);
}

void add_rows(const NumberedRun& numbered, std::vector<std::string>& records) {
    for (const EvaluationRow& row : numbered.run.rows) records.push_back(row_object(numbered, row).text());
}

void add_summary(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const SummaryRow& row : run.summary.rows) {
        Object object = method_object(numbered, row.method);
        object.add("k", row.k);
        add_measure(object, row.measure);
        object.add("mean", row.mean).add("std", row.std).add("n", row.n);
        records.push_back(object.add("seconds", row.seconds).text());
    }
}

void add_tests(const NumberedRun& numbered, std::vector<std::string>& records) {
    const EvaluateRun& run = numbered.run;
    for (const PairedTest& test : run.summary.tests) {
        Object object = run_object(numbered);
        object.add("k", test.k);
        add_measure(object, test.measure);
        object.add("a", text(run.methods[test.a].label)).add("b", text(run.methods[test.b].label));
        records.push_back(object.add("p", test.p).add("p_holm", test.p_holm).text());
    }
}

std::string records_json(const std::vector<NumberedRun>& runs, AddRecords add) {
    std::vector<std::string> records;
    for (const NumberedRun& run : runs) add(run, records);
    return lines_of(records);
}

}  // namespace tamis::detail::json
