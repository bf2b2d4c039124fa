#include "tamis/saved/shown_document.hpp"

#include "tamis/pipeline/exhibits/masks.hpp"
#include "tamis/saved/json_values.hpp"
#include "tamis/saved/results_json.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::detail {

using json::Json;

std::string with_exhibits(const std::string& document, const SelectRun& run) {
    Json whole = Json::parse(document);
    const Json now = Json::parse(to_json(run, 0.0));
    for (const char* entry :
         {"data", "label", "selected_names", "remarks", "explanations", "class_profiles", "exhibits"})
        if (now.contains(entry)) whole[entry] = now[entry];
    return json::to_lines(whole);
}

std::string with_exhibits(const std::string& document, const Exhibits& exhibits,
                          const std::vector<std::string>& feature_names) {
    Json whole = Json::parse(document);
    if (!exhibits.empty()) whole["exhibits"] = Json::parse(json_text(exhibits));
    if (!feature_names.empty() && whole["data"]["feature_names"].is_null()) {
        whole["data"]["feature_names"] = feature_names;
        if (whole.contains("selected")) {
            Json names = Json::array();
            for (const Json& column : whole["selected"])
                names.push_back(feature_names.at(column.get<std::size_t>()));
            whole["selected_names"] = std::move(names);
        }
    }
    return json::to_lines(whole);
}

std::string with_masks(const std::string& document, const ImageShape& image) {
    EvaluateRuns results = parse_results(document, "the comparison");
    for (EvaluateRun& run : results.runs) add_masks(run, image);
    return to_json(results);
}

}  // namespace tamis::detail
