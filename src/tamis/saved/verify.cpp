#include "tamis/saved/verify.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tamis/saved/json_values.hpp"

namespace tamis::detail {

namespace {

using AnyOrder = nlohmann::json;  // equal whatever the order of the keys

constexpr double tolerance = 1e-9;
constexpr std::size_t longest_detail = 60;

// The largest relative difference of two values of the same shape; infinite if the shapes or the kinds
// differ.
double distance(const AnyOrder& a, const AnyOrder& b) {
    constexpr double apart = HUGE_VAL;
    if (a.is_number() && b.is_number()) {
        const double x = a.get<double>(), y = b.get<double>();
        return x == y ? 0.0 : std::abs(x - y) / std::max({std::abs(x), std::abs(y), 1e-300});
    }
    if (a.is_array() && b.is_array()) {
        if (a.size() != b.size()) return apart;
        double largest = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, distance(a[i], b[i]));
        return largest;
    }
    return a == b ? 0.0 : apart;
}

std::string shortened(const AnyOrder& value) {
    std::string text = value.dump();
    if (text.size() > longest_detail) text = text.substr(0, longest_detail) + "...";
    return text;
}

class Comparison {
  public:
    Comparison(const AnyOrder& saved, const AnyOrder& now) : saved_(saved), now_(now) {}

    // `path` is a JSON pointer; an entry that both lack is passed over.
    void compare(const std::string& what, const std::string& path, double allowed) {
        const AnyOrder::json_pointer pointer(path);
        const AnyOrder saved = saved_.contains(pointer) ? saved_.at(pointer) : AnyOrder();
        const AnyOrder now = now_.contains(pointer) ? now_.at(pointer) : AnyOrder();
        if (saved.is_null() && now.is_null()) return;
        const double apart = distance(saved, now);
        const bool agrees = apart <= allowed;
        result_.findings.push_back(
            {what, agrees,
             agrees ? closeness(apart) : "saved " + shortened(saved) + ", now " + shortened(now)});
    }

    Verification take() { return std::move(result_); }

  private:
    static std::string closeness(double apart) {
        return apart == 0.0 ? "the same" : "the same to " + AnyOrder(apart).dump();
    }

    const AnyOrder& saved_;
    const AnyOrder& now_;
    Verification result_;
};

}  // namespace

bool Verification::agrees() const {
    return std::all_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.agrees; });
}

Verification compare_results(const std::string& saved_json, const std::string& new_json) {
    const auto saved = json::parse_text<AnyOrder>(saved_json), now = json::parse_text<AnyOrder>(new_json);
    Comparison comparison(saved, now);
    comparison.compare("data hash", "/data/hash", 0.0);
    comparison.compare("graph hash", "/graph/hash", 0.0);
    comparison.compare("second graph hash", "/graph/between/hash", 0.0);
    comparison.compare("selected", "/selected", 0.0);
    comparison.compare("objective", "/objective/value", tolerance);
    if (now.at("certificate").is_object())
        for (const auto& [name, value] : now.at("certificate").items())
            // A residual, a gap or a margin of rounding size has no digits to compare.
            comparison.compare(
                "certificate: " + name, "/certificate/" + name,
                value.is_number_float() && std::abs(value.get<double>()) < tolerance ? HUGE_VAL : tolerance);
    comparison.compare("dimensions", "/dim", 0.0);
    comparison.compare("eigenvalues", "/eigenvalues", tolerance);
    comparison.compare("feature weights", "/feature_weights", tolerance);
    comparison.compare("scores", "/scores", tolerance);
    comparison.compare("raw scores", "/raw_scores", tolerance);
    comparison.compare("stop", "/stop", 0.0);
    return comparison.take();
}

std::string to_json(const Verification& verification, const std::string& source,
                    std::optional<double> criterion, double gamma, const std::vector<std::string>& remarks) {
    using Ordered = nlohmann::ordered_json;
    Ordered findings = Ordered::array();
    for (const Finding& finding : verification.findings)
        findings.push_back({{"what", finding.what}, {"agrees", finding.agrees}, {"detail", finding.detail}});
    const Ordered document = {
        {"schema", "tamis.verification/1"},
        {"result", source},
        {"agrees", verification.agrees()},
        {"findings", findings},
        {"criterion", criterion ? Ordered{{"gamma", gamma}, {"value", *criterion}} : Ordered(nullptr)},
        {"remarks", remarks}};
    return document.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace tamis::detail
